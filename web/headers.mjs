// What a host sends with each file of dist/, in one place: serve.mjs sends it, and the build writes it down for hosts.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { policyOf } from "./policy.mjs";

/** The folder of files whose names change with their contents: scripts, styles, the core. */
export const ASSETS = "assets";

/** Other pages may show this one in a frame. */
const EMBED = "embed.html";

/** `file`: its path; `text`: what is in it, of a page. */
export function headersOf(file, text = "") {
  const framing = isNamed(file, EMBED) ? "" : "; frame-ancestors 'self'";
  return {
    "Content-Security-Policy": policyOf(text) + framing,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    // A page's, which it hands on to its frames; no other file has devices to ask for.
    ...(file.endsWith(".html") && { "Permissions-Policy": "camera=(), geolocation=(), microphone=()" }),
    // A frame that is sandboxed loads them as a stranger would.
    ...(/\.(js|css|wasm|pack)$/.test(file) && { "Access-Control-Allow-Origin": "*" }),
    "Cache-Control": isAsset(file) ? "public, max-age=31536000, immutable" : "no-cache",
  };
}

const isNamed = (file, name) => file === name || file.endsWith(`/${name}`);
const isAsset = (file) => file.startsWith(`${ASSETS}/`) || file.includes(`/${ASSETS}/`);

/** Files for hosts, which are none of the site's. */
export const HOST_FILES = ["_headers", "Caddyfile"];

/** The same for the site in a folder, as rules: [path, headers]. No path has two. */
export async function rulesOf(folder) {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
    .filter((name) => !/\.(br|gz)$/.test(name) && !HOST_FILES.includes(name)).sort();
  const rules = await Promise.all(names.map(async (name) => {
    const headers = headersOf(name, name.endsWith(".html") ? await readFile(join(folder, name), "utf8") : "");
    return pathsOf(name).map((path) => [path, headers]);
  }));
  return [...rules.flat(), [`/${ASSETS}/*`, headersOf(`${ASSETS}/any.js`)]];
}

// Under which paths a host sends a file: some leave ".html" out.
function pathsOf(name) {
  if (name === "index.html") return ["/", "/index.html"];
  return name.endsWith(".html") ? [`/${name}`, `/${name.slice(0, -".html".length)}`] : [`/${name}`];
}

/** Rules in the form of Netlify and Cloudflare Pages. */
export function headersFile(rules) {
  return rules.map(([path, headers]) => `${path}\n${lines(headers, ([name, value]) => `  ${name}: ${value}`)}`).join("\n");
}

/** Rules for Caddy, which serves the folder it is started in. */
export function caddyfile(rules) {
  const blocks = rules.map(([path, headers]) => `\theader ${path} {\n${lines(headers, ([name, value]) => `\t\t${name} "${value}"`)}\t}\n`);
  return `# Serves the folder it is started in, on another port than 80 if PORT says so.\n:{$PORT:80} {\n\troot * .\n${blocks.join("")}\tfile_server {\n\t\tprecompressed br gzip\n\t\thide ${HOST_FILES.join(" ")}\n\t}\n}\n`;
}

const lines = (headers, line) => Object.entries(headers).map((entry) => `${line(entry)}\n`).join("");
