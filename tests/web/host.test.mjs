// What hosts send: dist/_headers, web/serve.mjs and Caddy say the same, and the ways to host it in docs/hosting.md work.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { headersFile, rulesOf } from "../../web/headers.mjs";
import { POLICY, policy } from "../../web/policy.mjs";
import { serve } from "../../web/serve.mjs";
import { debianPackage } from "../unpacked.mjs";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
const hosting = readFileSync(new URL("../../docs/hosting.md", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "rung-host-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// A _headers file as Netlify and Cloudflare Pages read it: [path, { name: value }][]
function parsed(text) {
  return text.trim().split("\n\n").map((block) => {
    const [path, ...lines] = block.split("\n");
    return [path, Object.fromEntries(lines.map((line) => /^  ([\w-]+): (.+)$/.exec(line).slice(1)))];
  });
}

// What `_headers` says of a path. A path with two rules would get headers twice.
function said(rules, path) {
  const fitting = rules.filter(([rule]) => (rule.endsWith("*") ? path.startsWith(rule.slice(0, -1)) : path === rule));
  assert.equal(fitting.length, 1, `${path} has one rule`);
  return fitting[0][1];
}

const OTHERS = ["Access-Control-Allow-Origin", "Permissions-Policy"]; // that some paths have

async function assertSent(url, rules, path) {
  const response = await fetch(new URL(path, url));
  await response.arrayBuffer();
  assert.equal(response.status, 200, path);
  const wanted = said(rules, path);
  for (const name of new Set([...Object.keys(wanted), ...OTHERS])) assert.equal(response.headers.get(name), wanted[name] ?? null, `${path}: ${name}`);
}

async function served(t, root) {
  const server = await serve({ root });
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/`;
}

const pathsOf = (root) => ["/", ...readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(br|gz)$|^(_headers|Caddyfile)$/.test(entry.name))
  .map(({ parentPath, name }) => `/${join(parentPath, name).slice(root.length)}`)];

test("serve.mjs sends for every file what dist/_headers says", async (t) => {
  const url = await served(t, DIST);
  const rules = parsed(readFileSync(join(DIST, "_headers"), "utf8"));
  for (const path of pathsOf(DIST)) await assertSent(url, rules, path);
  for (const path of ["/_headers", "/Caddyfile"]) assert.equal((await fetch(new URL(path, url))).status, 404);
});

test("the page may be framed by its own site alone and keeps the policy of its meta tag; scripts, styles and the core are for all", () => {
  const rules = parsed(readFileSync(join(DIST, "_headers"), "utf8"));
  const [, meta] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(join(DIST, "index.html"), "utf8"));
  for (const path of ["/", "/index.html"]) {
    const headers = said(rules, path);
    assert.equal(headers["Content-Security-Policy"], `${meta}; frame-ancestors 'self'`);
    assert.equal(headers["Cache-Control"], "no-cache");
    assert.equal(headers["Access-Control-Allow-Origin"], undefined);
  }
  const asset = said(rules, "/assets/main-ABCDEFGH.js");
  assert.equal(asset["Access-Control-Allow-Origin"], "*");
  assert.equal(asset["Cache-Control"], "public, max-age=31536000, immutable");
});

const FIXTURE = {
  "index.html": `<meta http-equiv="Content-Security-Policy" content="${policy("1")}">`,
  "embed.html": `<meta http-equiv="Content-Security-Policy" content="${policy("2", { blobWorkers: true })}">`,
  "rung-editor.js": "export {};",
  "sw.js": "",
  "manifest.webmanifest": "{}",
  "assets/part-ABCDEFGH.js": "export {};",
};

function fixture() {
  const root = join(folder, "site/");
  mkdirSync(join(root, "assets"), { recursive: true });
  for (const [name, text] of Object.entries(FIXTURE)) writeFileSync(join(root, name), text);
  return root;
}

test("any site may frame embed.html, which may make workers of what it fetched; names that do not change are fetched anew", async (t) => {
  const root = fixture();
  const rules = parsed(headersFile(await rulesOf(root)));
  for (const path of ["/embed.html", "/embed"]) { // some hosts leave ".html" out
    const sent = said(rules, path)["Content-Security-Policy"];
    assert.match(sent, /worker-src 'self' blob:/);
    assert.doesNotMatch(sent, /frame-ancestors/);
  }
  assert.equal(said(rules, "/rung-editor.js")["Access-Control-Allow-Origin"], "*");
  for (const name of ["rung-editor.js", "sw.js", "manifest.webmanifest"]) {
    assert.equal(said(rules, `/${name}`)["Cache-Control"], "no-cache", name);
    assert.equal(said(rules, `/${name}`)["Content-Security-Policy"], `${POLICY}; frame-ancestors 'self'`, name);
  }
  const url = await served(t, root);
  for (const path of pathsOf(root)) await assertSent(url, rules, path);
});

// --- docs/hosting.md

test("the static host of docs/hosting.md names presets and a script that exist, and its copy of dist/ is complete", async (t) => {
  const [cmake, npm, copy] = hosting.match(/```sh\n([^]*?)```/)[1].trim().split("\n");
  const repository = (name) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));
  for (const [, preset] of cmake.matchAll(/--preset (\S+)/g)) assert.ok(repository("CMakePresets.json").buildPresets.some(({ name }) => name === preset), preset);
  assert.ok(repository("package.json").scripts[/npm run (\S+)/.exec(npm)[1]]);
  const target = join(folder, "www");
  mkdirSync(target);
  execFileSync("sh", ["-c", copy.replace("/var/www/rung", '"$TARGET"')], { cwd: join(DIST, ".."), env: { ...process.env, TARGET: target } });
  const url = await served(t, target);
  for (const path of pathsOf(DIST)) assert.equal((await fetch(new URL(path, url))).status, 200, path);
});

test("the container of docs/hosting.md copies files that the build makes to where the image looks for them", () => {
  const lines = hosting.match(/```dockerfile\n([^]*?)```/)[1].trim().split("\n");
  assert.equal(lines.length, 3);
  assert.match(lines[0], /^FROM docker\.io\/library\/caddy:2$/); // its working directory is /srv, its configuration /etc/caddy/Caddyfile
  const copied = lines.slice(1).map((line) => /^COPY (\S+) (\S+)$/.exec(line).slice(1));
  assert.deepEqual(copied, [["dist", "/srv"], ["dist/Caddyfile", "/etc/caddy/Caddyfile"]]);
});

test("the container's server sends the same, compressed as the build did", { timeout: 60_000 }, async (t) => {
  const caddy = debianPackage("caddy");
  if (!caddy) return t.skip("Debian's caddy cannot be had here");
  const port = 20_000 + process.pid % 20_000;
  const server = spawn(join(caddy, "usr/bin/caddy"), ["run"], {
    cwd: DIST, stdio: "ignore", env: { PORT: String(port), HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  t.after(() => server.kill());
  const url = `http://127.0.0.1:${port}/`;
  const end = Date.now() + 20_000;
  while (!(await fetch(url).catch(() => null))) {
    assert.ok(Date.now() < end && server.exitCode === null, "Caddy answers");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const rules = parsed(readFileSync(join(DIST, "_headers"), "utf8"));
  const paths = pathsOf(DIST);
  for (const path of paths) await assertSent(url, rules, path);
  for (const path of ["/_headers", "/Caddyfile"]) assert.equal((await fetch(new URL(path, url))).status, 404);
  const wasm = paths.find((path) => path.endsWith(".wasm"));
  const packed = await fetch(new URL(wasm, url), { headers: { "Accept-Encoding": "gzip, br" } });
  assert.equal(packed.headers.get("Content-Type"), "application/wasm");
  assert.equal(packed.headers.get("Content-Encoding"), "br");
  assert.deepEqual(Buffer.from(await packed.arrayBuffer()), readFileSync(join(DIST, wasm)));
  for (const [path, type] of [["/", /^text\/html/], ["/licenses.txt", /^text\/plain/], ["/icon.svg", /^image\/svg/], [paths.find((path) => path.endsWith(".js")), /^(text|application)\/javascript/]])
    assert.match((await fetch(new URL(path, url))).headers.get("Content-Type"), type, path);
});
