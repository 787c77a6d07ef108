// The chapter "about" of rung.h.
#include "api/session.h"

size_t rung_peak_memory(const RungSession *self) {
  size_t peak = self->ctx && self->ctx->mem.peak > self->peak ? self->ctx->mem.peak : self->peak;
  return peak + self->mem.peak + self->text.size;
}

const char *rung_version(void) { return RUNG_VERSION; }
