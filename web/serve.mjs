// Serve dist/ as any static host would.
//   node web/serve.mjs [--port 8080] [--root DIR]
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, extname, join, normalize, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { HOST_FILES, headersOf } from "./headers.mjs";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

const ENCODINGS = [["br", ".br"], ["gzip", ".gz"]];

// The file, or what the build compressed it to when the browser takes that: { bytes, encoding }.
async function contents(path, accepted) {
  for (const [encoding, ending] of ENCODINGS) {
    if (!accepted.includes(encoding)) continue;
    try {
      return { bytes: await readFile(path + ending), encoding };
    } catch { /* it was not compressed so */ }
  }
  return { bytes: await readFile(path), encoding: null };
}

async function answer(root, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  let path;
  let found;
  let html;
  try {
    const asked = decodeURIComponent(request.url.split(/[?#]/, 1)[0]);
    path = join(root, normalize(asked.endsWith("/") ? `${asked}index.html` : asked));
    if (asked.includes("\0") || !path.startsWith(root + sep)) throw new Error("outside");
    if (!(await stat(path)).isFile() || HOST_FILES.includes(basename(path))) throw new Error("not a file of the site");
    found = await contents(path, (request.headers["accept-encoding"] ?? "").split(/\s*[,;]\s*/));
    html = extname(path) === ".html" ? await readFile(path, "utf8") : "";
  } catch {
    response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
    return;
  }
  const { bytes, encoding } = found;
  const tag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`;
  const isKnown = (request.headers["if-none-match"] ?? "").split(/\s*,\s*/).includes(tag);
  response.writeHead(isKnown ? 304 : 200, {
    "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
    ...(!isKnown && { "Content-Length": bytes.length }),
    ...(encoding && { "Content-Encoding": encoding }),
    ETag: tag,
    Vary: "Accept-Encoding",
    ...headersOf(relative(root, path).replaceAll(sep, "/"), html),
  });
  response.end(isKnown || request.method === "HEAD" ? undefined : bytes);
}

/** A server on 127.0.0.1, listening; port 0: a free one. */
export async function serve({ port = 0, root = DIST } = {}) {
  const folder = resolve(root);
  const server = createServer((request, response) => answer(folder, request, response));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { port: { type: "string", default: "8080" }, root: { type: "string" } } });
  try {
    const server = await serve({ port: Number(values.port), root: values.root });
    console.log(`Rung is at http://127.0.0.1:${server.address().port}/ (Ctrl-C stops it)`);
  } catch (error) {
    const words = {
      EADDRINUSE: `Port ${values.port} is taken: choose another with --port N.`,
      ERR_SOCKET_BAD_PORT: `--port needs a number from 0 to 65535, not '${values.port}'.`,
    };
    console.error(words[error.code] ?? error.message);
    process.exitCode = 1;
  }
}
