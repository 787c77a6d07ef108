// All editions of the language, the oldest first: { name, isRead, isPrinted }. The build asks the core for them.
export const editions = JSON.parse(EDITIONS);

/** The newest, which a text without older parts is of. */
export const current = editions.at(-1).name;

/** Those that an output can be written in, the newest first. */
export const printed = editions.filter(({ isPrinted }) => isPrinted).map(({ name }) => name).reverse();

/** "LLVM 13", "2020" */
export function titleOf(name) {
  return name.replace(/^llvm/, "LLVM ");
}

/** The reference tool of the newest: "mlir-opt 22". */
export const referenceTool = `mlir-opt ${current.replace(/^\D+/, "")}`;
