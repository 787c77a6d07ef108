#include "ops/arith.h"

#include "dialects/scf/trip_count.h"

#include "asm/params.h"
#include "ir/constants.h"

static bool number_of(const Value *value, int64_t *out) {
  A constant = value_constant(value);
  APInt number;
  return constant && attr_kind(constant) == ATTR_INTEGER && constant_int(constant, &number) && apint_to_i64(&number, out);
}

int64_t trip_count_of(int64_t lower, int64_t upper, int64_t step) {
  if (upper <= lower || step <= 0) return 0;   // a loop that would not end counts as one that does not run
  uint64_t distance = (uint64_t)upper - (uint64_t)lower;
  uint64_t count = distance / (uint64_t)step + (distance % (uint64_t)step != 0);
  return count > INT64_MAX ? -1 : (int64_t)count;
}

// upper = lower + distance, which does not wrap
static bool distance_from(const Value *lower, const Value *upper, bool is_unsigned, int64_t *out) {
  Operation *add = defined_by(upper, OP_ARITH_ADDI);
  A flags = add ? op_prop_at(add, ARITH_ADDI_OVERFLOW_FLAGS) : NULL;
  int64_t bits = !flags ? 0 : attr_kind(flags) == ATTR_INTEGER ? attr_to_i64(flags) : (int64_t)attr_param(flags, 0);
  if (!(bits & (is_unsigned ? ARITH_INTEGER_OVERFLOW_FLAGS_NUW : ARITH_INTEGER_OVERFLOW_FLAGS_NSW))) return false;
  return (op_operand(add, 0) == lower && number_of(op_operand(add, 1), out)) ||
         (op_operand(add, 1) == lower && number_of(op_operand(add, 0), out));
}

int64_t trip_count(Value *lower, Value *upper, Value *step, bool is_unsigned) {
  int64_t from, to, by = 0;
  bool has_step = number_of(step, &by);
  if (lower == upper || (has_step && by <= 0)) return 0;
  if (number_of(lower, &from) && number_of(upper, &to)) {
    uint32_t width = type_is_index(lower->type) ? 64 : type_bits(lower->type);
    if (width > 64 && is_unsigned) return -1;
    uint64_t sign = UINT64_C(1) << ((width < 64 ? width : 64) - 1), mask = sign | (sign - 1);
    uint64_t distance = ((uint64_t)to - (uint64_t)from) & mask;
    if (is_unsigned ? ((uint64_t)to & mask) <= ((uint64_t)from & mask) : to <= from) return 0;
    if (distance & sign) return is_unsigned || width > 64 ? -1 : 0;   // the reference takes one that wraps for a negative number
    from = 0;
    to = (int64_t)distance;
  } else if (distance_from(lower, upper, is_unsigned, &to)) {
    from = 0;
  } else {
    return -1;
  }
  if (to <= from) return 0;
  return has_step ? trip_count_of(from, to, by) : -1;
}

bool tensor_keeps_static_info(T from, T to) {
  const ShapedType *a = (const ShapedType *)from, *b = (const ShapedType *)to;
  if (type_kind(from) != TYPE_TENSOR || type_kind(to) != TYPE_TENSOR || a->element != b->element || a->rank != b->rank ||
      a->extra != b->extra)
    return false;
  for (uint64_t i = 0; i < a->rank; i++)
    if (a->dims[i] != DYNAMIC && b->dims[i] == DYNAMIC) return false;
  return true;
}
