// Reading the input, writing outputs.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif
#include <sys/stat.h>

#include "cli/files.h"

FILE *open_file(const char *path, const char *mode) {
  errno = 0;
  FILE *file = fopen(path, mode);
  if (!file && !errno) errno = ENOMEM;
  return file;
}

// Memory for a text; a long one in huge pages, where the system has them.
static char *room_for(size_t size) {
#if defined(__linux__)
  const size_t huge = (size_t)2 << 20;
  if (size >= huge && size <= SIZE_MAX / 2) {
    char *p = aligned_alloc(huge, (size + huge - 1) / huge * huge);
    if (p) madvise(p, size, MADV_HUGEPAGE);
    return p;
  }
#endif
  return malloc(size);
}

// A refusal of memory is ENOMEM.
static bool read_stream(FILE *in, Text *out) {
  // A file's size is known: read it in one go. One more byte tells that it did not grow.
  errno = 0;
  long size = fseek(in, 0, SEEK_END) ? 0 : ftell(in);
  if (size > 0) {
    rewind(in);
    if (!(out->data = room_for((size_t)size + 1))) {
      errno = ENOMEM;
      return false;
    }
    out->cap = (size_t)size + 1;
    out->size = fread(out->data, 1, out->cap, in);
    if (out->size < out->cap) return !ferror(in);
  }
  char buffer[1 << 16];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, in)) > 0)
    if (!text_append(out, buffer, n)) {
      errno = ENOMEM;
      return false;
    }
  return !ferror(in);
}

bool read_input(const char *path, Text *out) {
  bool is_stdin = !path || !strcmp(path, "-");
  struct stat about;
  FILE *in = is_stdin ? stdin : open_file(path, "rb");
  bool ok = in != NULL;
  if (ok && !is_stdin && !fstat(fileno(in), &about) && S_ISDIR(about.st_mode)) {
    errno = EISDIR;
    ok = false;
  }
  ok = ok && read_stream(in, out);
  if (!ok && errno == ENOMEM) report_out_of_memory();
  else if (!ok) fprintf(stderr, "cannot open input file '%s': %s\n", is_stdin ? "-" : path, strerror(errno));
  if (in && !is_stdin) fclose(in);
  return ok;
}

void output_write(Output *self, RungStr text) {
  errno = 0;
  if (text.size && fwrite(text.data, 1, text.size, self->file) < text.size && !self->error) self->error = errno ? errno : EIO;
}

bool output_end(Output *self) {
  bool earlier = ferror(self->file);
  errno = 0;
  bool ended = !(self->file == stdout ? fflush(stdout) : fclose(self->file));
  if (!ended && !self->error) self->error = errno ? errno : EIO;
  if (earlier && !self->error) self->error = EIO;
  if (self->error) fprintf(stderr, "cannot write the output: %s\n", strerror(self->error));
  return !self->error;
}
