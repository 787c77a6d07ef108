// A link that opens LLVM IR in Compiler Explorer, which compiles it: all of the text is in the link (its /clientstate/ addresses).
import { element } from "../base/dom.js";

/** Servers refuse longer addresses. */
const LONGEST = 15000;

const encoded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Nodes: the link; none for a text that is too long. */
export function explorerLink(text) {
  if (text.length > LONGEST) return [];
  const session = { id: 1, language: "llvm", source: text, compilers: [{ id: "llctrunk", options: "-O2 -mtriple=x86_64" }] };
  const state = encodeURIComponent(encoded(JSON.stringify({ sessions: [session] })));
  if (state.length > LONGEST) return [];
  const link = element("a", { href: `https://godbolt.org/clientstate/${state}`, target: "_blank", rel: "noopener noreferrer" }, "Open in Compiler Explorer");
  return [element("p", {}, link, ", which turns it into machine code. The text leaves this page then.")];
}
