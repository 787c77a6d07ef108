// Texts to start from, by what they show, each with the view that shows it best.
import { rungOf } from "./lessons/checks.js";
import { pipelines } from "../core/pipelines.js";
import affine from "./examples/affine.mlir";
import aliases from "./examples/aliases.mlir";
import allocation from "./examples/allocation.mlir";
import barePointers from "./examples/bare-pointers.mlir";
import blockArguments from "./examples/block-arguments.mlir";
import broken from "./examples/broken.mlir";
import cInterface from "./examples/c-interface.mlir";
import canonicalize from "./examples/canonicalize.mlir";
import complex from "./examples/complex.mlir";
import expectedErrors from "./examples/expected-errors.mlir";
import failedPass from "./examples/failed-pass.mlir";
import forLlvm13 from "./examples/for-llvm13.mlir";
import genericForm from "./examples/generic-form.mlir";
import indexWidth from "./examples/index-width.mlir";
import kernel from "./examples/kernel.mlir";
import log from "./examples/log.mlir";
import loop from "./examples/loop.mlir";
import missingPass from "./examples/missing-pass.mlir";
import nestedModules from "./examples/nested-modules.mlir";
import network from "./examples/network.mlir";
import outerProduct from "./examples/outer-product.mlir";
import padding from "./examples/padding.mlir";
import recursiveStruct from "./examples/recursive-struct.mlir";
import reduction from "./examples/reduction.mlir";
import sigmoid from "./examples/sigmoid.mlir";
import slips from "./examples/slips.mlir";
import switchText from "./examples/switch.mlir";
import tutorial2020 from "./examples/tutorial-2020.mlir";
import twoResults from "./examples/two-results.mlir";
import typedPointers from "./examples/typed-pointers.mlir";
import unfinished from "./examples/unfinished.mlir";
import unranked from "./examples/unranked.mlir";
import vectors from "./examples/vectors.mlir";
import whileText from "./examples/while.mlir";
import window from "./examples/window.mlir";
import wrappedTypes from "./examples/wrapped-types.mlir";

const [{ text: toLlvm }] = pipelines;
const { text: withBarePointers } = pipelines.find(({ name }) => name === "bare-pointers");
const after = (pass, pipeline = toLlvm) => ({ output: "pipeline", pipeline, rung: rungOf(pipeline, pass) });
const module = (...passes) => `builtin.module(${passes.join(",")})`;

/** What they are grouped by, in order. */
export const groups = [
  "The language", "Types and structs", "Memory and views", "Control flow", "Vectors", "Math", "Conversions, and what they leave", "Older editions",
  "Dialects of other projects", "Mistakes",
];

/** { id, group, label, sentence, text }, and how each opens: `output` ("custom", "generic", "pipeline"), with "pipeline" its
 *  `pipeline` and perhaps a `rung`, how many passes the result on show is after; perhaps `lab`, { type, options } of the type lab,
 *  and `edition`, the one the output is written in. The first is the one that the page opens with. */
export const examples = [
  { id: "loop", group: "Memory and views", label: "A loop over a memref", sentence: "The loop becomes blocks, the memref a struct, its fields arguments.", text: loop, output: "pipeline", pipeline: toLlvm },

  { id: "generic-form", group: "The language", label: "One form for all operations", sentence: "What short spellings leave out: names, attributes and regions in full.", text: genericForm, output: "generic" },
  { id: "nested-modules", group: "The language", label: "Nested modules", sentence: "Modules in modules, and symbols reached through them.", text: nestedModules, output: "custom" },
  { id: "aliases", group: "The language", label: "Aliases and attributes", sentence: "Names for types and maps, and facts that sit on operations.", text: aliases, output: "custom" },

  { id: "recursive-struct", group: "Types and structs", label: "A recursive struct", sentence: "A list through pointers and a tree that mentions its own name.", text: recursiveStruct, output: "generic",
    lab: { type: "!llvm.struct<\"tree\", (i32, array<0 x struct<\"tree\">>)>" } },
  { id: "padding", group: "Types and structs", label: "Struct padding", sentence: "The same fields in 24, 16 and 10 bytes.", text: padding, output: "custom", lab: { type: "!llvm.struct<(i8, i64, i8)>" } },
  { id: "two-results", group: "Types and structs", label: "A function with two results", sentence: "Two results become one struct; the caller takes it apart.", text: twoResults, ...after("convert-func-to-llvm"),
    lab: { type: "(memref<?xf32>, f32) -> (index, i1)" } },

  { id: "window", group: "Memory and views", label: "A subview of a matrix", sentence: "A view copies nothing: offset and strides say where its elements are.", text: window, ...after("expand-strided-metadata"),
    lab: { type: "memref<4x4xf32, strided<[64, 2], offset: 528>>" } },
  { id: "allocation", group: "Memory and views", label: "alloc and dealloc", sentence: "They become calls of malloc and free.", text: allocation, ...after("finalize-memref-to-llvm") },
  { id: "c-interface", group: "Memory and views", label: "Called from C, and calling C", sentence: "Wrappers that take and make pointers to descriptors.", text: cInterface, ...after("convert-func-to-llvm"),
    lab: { type: "(memref<?xf32>, memref<?xf32>, index) -> f32" } },
  { id: "bare-pointers", group: "Memory and views", label: "Bare pointers", sentence: "All sizes are in the type, so a function takes just a pointer.", text: barePointers, ...after("convert-func-to-llvm", withBarePointers),
    lab: { type: "memref<4x8xf32>", options: { barePointers: true } } },
  { id: "unranked", group: "Memory and views", label: "An array of any rank", sentence: "When not even the number of dimensions is known.", text: unranked, output: "pipeline", pipeline: toLlvm, lab: { type: "memref<*xf32>" } },

  { id: "block-arguments", group: "Control flow", label: "Block arguments or phi", sentence: "Where paths meet, a value is handed over.", text: blockArguments, output: "pipeline", pipeline: toLlvm },
  { id: "while", group: "Control flow", label: "A while loop", sentence: "The greatest common divisor, with two values carried along.", text: whileText, ...after("convert-scf-to-cf") },
  { id: "switch", group: "Control flow", label: "A switch", sentence: "Cases in structure, and as one jump.", text: switchText, ...after("convert-scf-to-cf") },
  { id: "affine", group: "Control flow", label: "Loops that can be reasoned about", sentence: "Bounds and indices that are sums and products, and what is left of them.", text: affine, ...after("lower-affine") },

  { id: "vectors", group: "Vectors", label: "Vectors and a map", sentence: "Multiply and add on four lanes at once.", text: vectors, output: "custom" },
  { id: "reduction", group: "Vectors", label: "A sum in one operation", sentence: "Sixteen numbers loaded, squared and added up.", text: reduction, ...after("convert-vector-to-llvm") },
  { id: "outer-product", group: "Vectors", label: "A column times a row", sentence: "A matrix in registers is an array of vectors.", text: outerProduct, ...after("convert-vector-to-llvm"),
    lab: { type: "vector<4x8xf32>" } },

  { id: "sigmoid", group: "Math", label: "A function of an array", sentence: "math.exp becomes an intrinsic of LLVM.", text: sigmoid, ...after("convert-math-to-llvm") },
  { id: "complex", group: "Math", label: "Complex numbers", sentence: "A struct of two floats, and the school formula.", text: complex, ...after("convert-complex-to-llvm"), lab: { type: "complex<f64>" } },
  { id: "canonicalize", group: "Math", label: "What can be simplified", sentence: "Constants worked out, dead branches dropped, doubles merged.", text: canonicalize, ...after("canonicalize", module("canonicalize", "cse")) },

  { id: "unfinished", group: "Conversions, and what they leave", label: "Bare pointers and an unknown size", sentence: "What is left over, and why.", text: unfinished, output: "pipeline", pipeline: withBarePointers },
  { id: "missing-pass", group: "Conversions, and what they leave", label: "A pass is missing", sentence: "What is left over names the pass that would help.", text: missingPass, output: "pipeline", pipeline: module("convert-arith-to-llvm", "convert-func-to-llvm") },
  { id: "failed-pass", group: "Conversions, and what they leave", label: "A pass that fails", sentence: "No rule for one operation, and what to run before.", text: failedPass, output: "pipeline",
    pipeline: module("convert-complex-to-llvm", "convert-math-to-llvm", "convert-arith-to-llvm", "convert-func-to-llvm", "reconcile-unrealized-casts") },
  { id: "index-width", group: "Conversions, and what they leave", label: "Passes that disagree", sentence: "32 bits here, 64 there: casts that cannot vanish.", text: indexWidth, output: "pipeline",
    pipeline: module("convert-func-to-llvm{index-bitwidth=32}", "convert-arith-to-llvm", "reconcile-unrealized-casts") },

  { id: "tutorial-2020", group: "Older editions", label: "A tutorial of 2020", sentence: "No prefixes, other names: read as it is, and brought up to date.", text: tutorial2020, output: "custom" },
  { id: "wrapped-types", group: "Older editions", label: "Types between quotes, 2019", sentence: "The LLVM dialect before it had types of its own.", text: wrappedTypes, output: "custom" },
  { id: "typed-pointers", group: "Older editions", label: "Pointers with types", sentence: "As LLVM 14 wrote them, and what they are today.", text: typedPointers, output: "custom" },
  { id: "for-llvm13", group: "Older editions", label: "Written for an older release", sentence: "Text of today, as LLVM 13 would have it.", text: forLlvm13, output: "custom", edition: "llvm13" },

  { id: "network", group: "Dialects of other projects", label: "A layer of a network", sentence: "StableHLO, which passes through unchanged.", text: network, output: "custom" },
  { id: "kernel", group: "Dialects of other projects", label: "A kernel for a GPU", sentence: "Triton, with a region that is read and checked.", text: kernel, output: "custom" },
  { id: "log", group: "Dialects of other projects", label: "A piece of a log", sentence: "A prompt, a dump and things left out, as pasted.", text: log, output: "custom" },

  { id: "broken", group: "Mistakes", label: "Four mistakes", sentence: "Of four kinds, all found at once.", text: broken, output: "custom" },
  { id: "slips", group: "Mistakes", label: "Typos", sentence: "Misspelled names, each with a fix.", text: slips, output: "custom" },
  { id: "expected-errors", group: "Mistakes", label: "Errors that are expected", sentence: "Several texts in one file, each saying what has to go wrong.", text: expectedErrors, output: "custom" },
];
