// Texts to start from, each with the output that shows its point.
import { pipelines } from "./pipelines.js";
import blockArguments from "./examples/block-arguments.mlir";
import broken from "./examples/broken.mlir";
import loop from "./examples/loop.mlir";
import nestedModules from "./examples/nested-modules.mlir";
import recursiveStruct from "./examples/recursive-struct.mlir";
import vectors from "./examples/vectors.mlir";

const pipeline = pipelines[0].text;

export const examples = [
  { id: "loop", label: "A loop over a memref", text: loop, output: "pipeline", pipeline },
  { id: "block-arguments", label: "Block arguments or phi", text: blockArguments, output: "pipeline", pipeline },
  { id: "recursive-struct", label: "A recursive struct", text: recursiveStruct, output: "generic" },
  { id: "nested-modules", label: "Nested modules", text: nestedModules, output: "custom" },
  { id: "vectors", label: "Vectors and a map", text: vectors, output: "custom" },
  { id: "broken", label: "Four mistakes", text: broken, output: "custom" },
];
