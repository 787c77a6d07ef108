// Reading the input, writing outputs. What fails is said on stderr.
#ifndef RUNG_CLI_FILES_H
#define RUNG_CLI_FILES_H

#include "cli/cli.h"

// fopen(); if it fails without a reason, memory ran out.
FILE *open_file(const char *path, const char *mode);
// The whole of a file; NULL or "-": of stdin.
bool read_input(const char *path, Text *out);

// The file that text is written to, and whether that failed.
typedef struct Output {
  FILE *file;
  int error;     // the first one, as errno has it; 0: none
} Output;

void output_write(Output *self, RungStr text);
// Write the rest, or say why that failed. Close the file.
bool output_end(Output *self);

#endif
