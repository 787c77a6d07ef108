// What the pages may do. build.mjs puts it into a meta tag of each; headers.mjs sends the same with them.
import { createHash } from "node:crypto";

/** CodeMirror's style element carries it. It guards against no injected markup (it is the same in
 *  every copy of a static page), but inline style attributes stay forbidden. */
export const STYLE_NONCE = "cnVuZw";

/** `script`: the one that stands in the page itself. `blobWorkers`: for a page in a sandboxed frame, which has no origin to
 *  load a worker from. `frames`: for a page with such frames. */
export const policy = (script, { blobWorkers = false, frames = false } = {}) => [
  "default-src 'none'",
  `script-src 'self' 'wasm-unsafe-eval'${script ? ` 'sha256-${createHash("sha256").update(script).digest("base64")}'` : ""}`,
  `style-src 'self' 'nonce-${STYLE_NONCE}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  `worker-src 'self'${blobWorkers ? " blob:" : ""}`,
  "manifest-src 'self'",
  ...(frames ? ["frame-src 'self'"] : []),
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export const POLICY = policy();

/** What the page in a file's text may do. */
export const policyOf = (html) => /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? POLICY;
