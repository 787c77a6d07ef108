// WebAssembly's binary format, as far as the division of the core reads and writes it.

export const CONST = 0x41, END = 0x0b;

/** The module with each section's contents as `change(kind, section)` gives them; `section` is a reader. */
export function withSections(bytes, change) {
  const reader = { bytes, at: 8 };
  const parts = [bytes.subarray(0, 8)];
  while (reader.at < bytes.length) {
    const kind = bytes[reader.at++], size = unsigned(reader), end = reader.at + size;
    const contents = change(kind, { bytes: bytes.subarray(reader.at, end), at: 0 });
    parts.push(Uint8Array.of(kind, ...leb(contents.length)), contents);
    reader.at = end;
  }
  return Buffer.concat(parts);
}

export function unsigned(reader) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.bytes[reader.at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
}

export function text(reader) {
  const size = unsigned(reader);
  reader.at += size;
  return Buffer.from(reader.bytes.subarray(reader.at - size, reader.at)).toString();
}

export function leb(value) {
  return value < 128 ? [value] : [value % 128 + 128, ...leb(Math.floor(value / 128))];
}

// A number that is not negative, as one with a sign.
export function signed(value) {
  return value < 64 ? [value] : [value % 128 + 128, ...signed(Math.floor(value / 128))];
}
