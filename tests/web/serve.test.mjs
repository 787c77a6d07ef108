// What web/serve.mjs sends: the files of dist/ as the build compressed them, with tags.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { serve } from "../../web/serve.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.close());

function ask(headers, path = "/") {
  return new Promise((resolve, reject) => {
    get({ port: server.address().port, host: "127.0.0.1", path, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
    }).on("error", reject);
  });
}

test("the server sends brotli where the browser takes it, else gzip, else the file itself", async () => {
  const plain = await ask({});
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.match(plain.body.toString(), /^<!doctype html>/);
  const br = await ask({ "accept-encoding": "gzip, deflate, br" });
  assert.equal(br.headers["content-encoding"], "br");
  assert.deepEqual(brotliDecompressSync(br.body), plain.body);
  const gz = await ask({ "accept-encoding": "gzip" });
  assert.equal(gz.headers["content-encoding"], "gzip");
  assert.deepEqual(gunzipSync(gz.body), plain.body);
  assert.equal(br.headers.vary, "Accept-Encoding");
});

test("a file that the browser has is not sent again", async () => {
  const first = await ask({ "accept-encoding": "br" });
  const again = await ask({ "accept-encoding": "br", "if-none-match": first.headers.etag });
  assert.equal(again.status, 304);
  assert.equal(again.body.length, 0);
});
