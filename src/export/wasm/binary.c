#include "export/wasm/binary.h"

void leb_unsigned(StrBuf *out, uint64_t value) {
  do {
    uint8_t byte = value & 0x7f;
    value >>= 7;
    strbuf_char(out, (char)(value ? byte | 0x80 : byte));
  } while (value);
}

void leb_signed(StrBuf *out, int64_t value) {
  for (bool more = true; more;) {
    uint8_t byte = value & 0x7f;
    value >>= 7;
    more = !((value == 0 && !(byte & 0x40)) || (value == -1 && (byte & 0x40)));
    strbuf_char(out, (char)(more ? byte | 0x80 : byte));
  }
}

static void put_bytes(StrBuf *out, uint64_t bits, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) strbuf_char(out, (char)(bits >> (8 * i)));
}

void put_const_instruction(StrBuf *out, WasmType type, uint64_t bits) {
  strbuf_char(out, (char)(type == W_I32 ? 0x41 : type == W_I64 ? 0x42 : type == W_F32 ? 0x43 : 0x44));
  if (type == W_I32) leb_signed(out, (int32_t)bits);
  else if (type == W_I64) leb_signed(out, (int64_t)bits);
  else put_bytes(out, bits, type == W_F32 ? 4 : 8);
}

void put_binary_name(StrBuf *out, Str name) {
  leb_unsigned(out, name.size);
  strbuf_str(out, name);
}

void put_sized(StrBuf *out, const StrBuf *content) {
  leb_unsigned(out, content->size);
  strbuf_str(out, strbuf_view(content));
}
