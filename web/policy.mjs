// What the page may do; in its meta tag and in the header that serve.mjs sends.

/** CodeMirror's style element carries it. It guards against no injected markup (it is the same in
 *  every copy of a static page), but inline style attributes stay forbidden. */
export const STYLE_NONCE = "cnVuZw";

export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  `style-src 'self' 'nonce-${STYLE_NONCE}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
