// What both fuzz targets ask of printed text: it can be read, and then prints the same.
#ifndef RUNG_FUZZ_REPARSE_H
#define RUNG_FUZZ_REPARSE_H

#include <stdlib.h>
#include <string.h>

#include "rung.h"

// `vector.print` of a newline prints nothing more, and takes what the next line defines for its operand.
static bool newline_then_value(const char *text) {
  while ((text = strstr(text, "vector.print\n"))) {
    text += strlen("vector.print\n");
    if (text[strspn(text, " ")] == '%') return true;
  }
  return false;
}

// Negative case values are printed without their sign; those of 64 bits and more are too large to be read then.
static bool unsigned_case(const char *text) {
  const char *at = strstr(text, "cf.switch");
  while (at && (at = strpbrk(at, "0123456789"))) {
    size_t digits = strspn(at, "0123456789");
    if (digits >= 19) return true;
    at += digits;
  }
  return false;
}

// An expression names its arguments as it does its operands; one that takes a value twice names two arguments alike.
static bool takes_twice(const char *text) {
  while ((text = strstr(text, "emitc.expression "))) {
    const char *end = strstr(text, " : ");
    for (const char *one = strchr(text, '%'); one && end && one < end; one = strchr(one + 1, '%')) {
      size_t size = strcspn(one, ", ");
      for (const char *two = strchr(one + 1, '%'); two && two < end; two = strchr(two + 1, '%'))
        if (strcspn(two, ", ") == size && memcmp(one, two, size) == 0) return true;
    }
    text += strlen("emitc.expression ");
  }
  return false;
}

// The parts of a complex number are printed as bits of their own type when they are infinite or no numbers, and read as
// bits of f64.
static bool complex_in_bits(const char *text) {
  while ((text = strstr(text, "#complex.number<:"))) {
    text += strlen("#complex.number<:");
    const char *end = strchr(text, '>'), *bits = strstr(text, "0x");
    if (strncmp(text, "f64 ", 4) != 0 && bits && end && bits < end) return true;
  }
  return false;
}

// A clause of OpenACC that waits for all of a device names the device alone, and reading wants values behind it.
static bool waits_for_all(const char *text) {
  while ((text = strstr(text, " wait(["))) {
    const char *end = strchr(text += 1, ']');
    if (end && end[1] == ')') return true;
  }
  return false;
}

// What mlir-opt prints for these cannot be read again, and Rung prints the same.
static bool is_lossy(const char *text, bool generic) {
  if (complex_in_bits(text)) return true;
  if (generic) return strstr(text, "\"spirv.ARM.Graph\"") != NULL;
  // A loop of tosa names what goes round, without types: those of the operands, and they may be others inside. A variable of wasmssa without
  // an initial value has nothing behind its colon, and its name is never quoted.
  return strstr(text, "tosa.while_loop") || strstr(text, "wasmssa.global") || strstr(text, "wasmssa.import_global") || strstr(text, ".INTEL.SubgroupBlock") || strstr(text, ".CopyMemory") || newline_then_value(text) ||
         unsigned_case(text) || takes_twice(text) || waits_for_all(text);
}

// In generic form a loop may have fewer operands than its bounds' maps take: mlir-opt takes it, prints it so, and
// cannot read that.
static bool may_lack_operands(const char *text, bool generic) { return !generic && strstr(text, "affine.for"); }

// `printed` is of another session, in custom or generic form. `fixed`: reading and printing it changes nothing.
static void check_reparse(RungStr printed, const RungOptions *options, bool generic, bool fixed) {
  size_t size = printed.size;
  char *text = malloc(size + 1);
  memcpy(text, printed.data, size);
  text[size] = 0;
  if (!is_lossy(text, generic)) {
    RungSession *second = rung_session_new(options);
    bool ok = rung_set_text(second, (RungStr){text, size});
    if (!ok && !may_lack_operands(text, generic)) abort();   // our own output must parse
    RungPrintOptions print = rung_print_options();
    print.generic = generic;
    RungStr again = rung_print(second, &print);
    if (fixed && ok && (again.size != size || memcmp(again.data, text, size))) abort();  // and be a fixed point
    rung_session_delete(second);
  }
  free(text);
}

#endif
