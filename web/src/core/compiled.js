/** The core, compiled from a response. A host that does not know its type sends it as bytes. */
export async function compiled(response) {
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  return response.ok && !isTyped ? WebAssembly.compile(await response.arrayBuffer()) : WebAssembly.compileStreaming(response);
}
