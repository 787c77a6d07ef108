// Which successor a branch takes when its operands are known.
#include "ir/constants.h"
#include "ir/interfaces.h"

static bool known(const A *constants, APInt *out) { return constants && constants[0] && constant_int(constants[0], out); }

int64_t taken_by_condition(const Operation *op, const A *constants) {
  (void)op;
  APInt condition;
  return known(constants, &condition) ? apint_is_zero(&condition) : -1;
}

// The first case of the value, else the default.
int64_t taken_by_switch(const Operation *op, const A *constants) {
  APInt flag;
  A cases = op_prop(op, "case_values");
  if (!known(constants, &flag) || flag.width > 64) return -1;
  uint64_t wanted = flag.word, mask = flag.width == 64 ? UINT64_MAX : (1ull << flag.width) - 1;
  for (uint64_t i = 0, count = cases ? dense_count(cases) : 0; i < count; i++) {
    uint32_t size;
    uint64_t value = 0;
    const uint8_t *bytes = dense_element(cases, i, &size);
    if (bytes) memcpy(&value, bytes, size < sizeof value ? size : sizeof value);
    if (bytes && ((value ^ wanted) & mask) == 0) return (int64_t)i + 1;
  }
  return 0;
}
