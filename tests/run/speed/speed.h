// The same programs in C: a function `program` that prints its result.
#include <stdint.h>
#include <stdlib.h>
#include <math.h>
__attribute__((import_module("host"), import_name("print"))) void print_i64(int64_t value);
#define PROGRAM __attribute__((export_name("program"))) void program(void)
