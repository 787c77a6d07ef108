// A core that crashes or hangs where a test wants it to.

/** For the core's functions: [name, "crash" or "hang", the text of a function (text, ...arguments) => boolean that says on which calls];
 *  `text` is the first of the arguments that is one. The script is to stand ahead of the one that loads the core. */
export function faulty(faults) {
  return beforeCore(`(exports) => {
    const made = { ...exports };
    const still = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer); // what waits hangs, and takes nobody's time
    const wrap = (name, how, isFaulty) => {
      const behind = made[name];
      made[name] = (...given) => {
        const at = name === "glue_tokens" ? 0 : 1;
        const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, given[at], Math.min(given[at + 1], 1000)));
        while (how === "hang" && isFaulty(text, ...given)) Atomics.wait(still, 0, 0, 1000);
        if (isFaulty(text, ...given)) throw new WebAssembly.RuntimeError("unreachable");
        return behind(...given);
      };
    };
    ${faults.map(([name, how, test]) => `wrap(${JSON.stringify(name)}, "${how}", ${test});`).join("\n")}
    return made;
  }`);
}

/** The text of a function that gives other exports than the core's. */
function beforeCore(change) {
  return `{
    const instantiate = WebAssembly.instantiate;
    const changed = ${change};
    WebAssembly.instantiate = async (...all) => {
      const { exports } = await instantiate(...all);
      return { exports: exports.memory ? changed(exports) : exports };   // the rest of the core has none of its own
    };
  }\n`;
}

const ahead = (script) => (page) => page.route("**/worker-*.js", async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: script + await response.text() });
});

/** For a page's `prepare`: in all its workers. */
export const inWorkers = (...faults) => ahead(faulty(faults));
export const withExports = (change) => ahead(beforeCore(change));

/** It traps on one text, and never returns from another. */
export const onTexts = inWorkers(
  ["glue_set_text", "crash", '(text) => text.includes("crash here")'], ["glue_set_text", "hang", '(text) => text.includes("hang here")']);
