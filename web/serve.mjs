// Serve dist/ as any static host would.
//   node web/serve.mjs [--port 8080] [--root DIR]
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { POLICY } from "./policy.mjs";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

async function answer(root, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  let path;
  let info;
  try {
    const asked = decodeURIComponent(request.url.split(/[?#]/, 1)[0]);
    path = join(root, normalize(asked.endsWith("/") ? `${asked}index.html` : asked));
    if (asked.includes("\0") || !path.startsWith(root + sep)) throw new Error("outside");
    info = await stat(path);
    if (!info.isFile()) throw new Error("not a file");
  } catch {
    response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
    return;
  }
  response.writeHead(200, {
    "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
    "Content-Length": info.size,
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": /-[0-9a-f]{10}\.\w+$/.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (request.method === "HEAD") response.end();
  else createReadStream(path).on("error", () => response.destroy()).pipe(response);
}

/** A server on 127.0.0.1, listening; port 0: a free one. */
export function serve({ port = 0, root = DIST } = {}) {
  const server = createServer((request, response) => answer(root, request, response));
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
