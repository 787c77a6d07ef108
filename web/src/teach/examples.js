// Texts to start from, by what they show, each with the view that shows it best.
import { rungOf } from "./lessons/checks.js";
import { pipelines } from "../core/pipelines.js";
import affine from "./examples/affine.mlir";
import aliases from "./examples/aliases.mlir";
import allocation from "./examples/allocation.mlir";
import barePointers from "./examples/bare-pointers.mlir";
import behindTheEnd from "./examples/behind-the-end.mlir";
import blockArguments from "./examples/block-arguments.mlir";
import broken from "./examples/broken.mlir";
import cInterface from "./examples/c-interface.mlir";
import canonicalize from "./examples/canonicalize.mlir";
import carried from "./examples/carried.mlir";
import complex from "./examples/complex.mlir";
import copies from "./examples/copies.mlir";
import counting from "./examples/count.mlir";
import expectedErrors from "./examples/expected-errors.mlir";
import failedPass from "./examples/failed-pass.mlir";
import forLlvm13 from "./examples/for-llvm13.mlir";
import freeing from "./examples/freeing.mlir";
import fused from "./examples/fused.mlir";
import genericForm from "./examples/generic-form.mlir";
import heat from "./examples/heat.mlir";
import indexWidth from "./examples/index-width.mlir";
import kernel from "./examples/kernel.mlir";
import launch from "./examples/launch.mlir";
import layer from "./examples/layer.mlir";
import life from "./examples/life.mlir";
import linalg from "./examples/linalg.mlir";
import log from "./examples/log.mlir";
import loop from "./examples/loop.mlir";
import mandelbrot from "./examples/mandelbrot.mlir";
import matmul from "./examples/matmul.mlir";
import missingPass from "./examples/missing-pass.mlir";
import named from "./examples/named.mlir";
import nestedModules from "./examples/nested-modules.mlir";
import network from "./examples/network.mlir";
import outerProduct from "./examples/outer-product.mlir";
import padding from "./examples/padding.mlir";
import prefixSum from "./examples/prefix-sum.mlir";
import queens from "./examples/queens.mlir";
import recursiveStruct from "./examples/recursive-struct.mlir";
import reduction from "./examples/reduction.mlir";
import sigmoid from "./examples/sigmoid.mlir";
import slips from "./examples/slips.mlir";
import sorting from "./examples/sort.mlir";
import switchText from "./examples/switch.mlir";
import tensorRelu from "./examples/tensor-relu.mlir";
import threeWays from "./examples/three-ways.mlir";
import transfer from "./examples/transfer.mlir";
import transpose from "./examples/transpose.mlir";
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

const inMemory = "one-shot-bufferize{bufferize-function-boundaries=true}";
const freed = ["ownership-based-buffer-deallocation", "canonicalize", "buffer-deallocation-simplification", "bufferization-lower-deallocations", "canonicalize"];
const loopsToLlvm = (...before) => module(...before, "convert-linalg-to-loops", "convert-scf-to-cf", "convert-cf-to-llvm", "convert-arith-to-llvm",
  "finalize-memref-to-llvm", "convert-func-to-llvm", "reconcile-unrealized-casts");

// A text that opens with the view that runs it: the function, and what its fields hold (run/fields.js).
const runs = (name, ...fields) => ({ output: "pipeline", pipeline: toLlvm, view: { name: "run", kept: { name, fields } } });
const byChance = (...sizes) => ({ sizes, pattern: "random", seed: "1" });

/** What they are grouped by, in order. */
export const groups = [
  "The language", "Types and structs", "Memory and views", "Control flow", "Programs to run", "Vectors", "Tensors", "GPUs", "Math", "Unfinished conversions", "Older releases",
  "Other dialects", "Errors",
];

/** { id, group, label, sentence, text }, and how each opens: `output` ("custom", "generic", "pipeline"), with "pipeline" its
 *  `pipeline` and perhaps a `rung`, how many passes the result on show is after; perhaps `lab`, { type, options } of the type lab,
 *  `view`, the one that is open (shell/views.js), and `edition`, the one the output is written in. The first is the one that the page opens with. */
export const examples = [
  { id: "loop", group: "Memory and views", label: "A loop over a memref", sentence: "The loop becomes blocks, the memref a struct, its fields arguments.", text: loop, output: "pipeline", pipeline: toLlvm },

  { id: "generic-form", group: "The language", label: "The generic form of operations", sentence: "What short spellings leave out: names, attributes and regions in full.", text: genericForm, output: "generic" },
  { id: "nested-modules", group: "The language", label: "Modules in modules", sentence: "Symbols are reached through the modules they are in.", text: nestedModules, output: "custom" },
  { id: "aliases", group: "The language", label: "Aliases and attributes", sentence: "Short names for types and maps, and facts that are attached to operations.", text: aliases, output: "custom" },

  { id: "recursive-struct", group: "Types and structs", label: "A recursive struct", sentence: "A linked list and a tree: structs that contain pointers to themselves.", text: recursiveStruct, output: "generic",
    lab: { type: "!llvm.struct<\"tree\", (i32, array<0 x struct<\"tree\">>)>" } },
  { id: "padding", group: "Types and structs", label: "Struct layout and padding", sentence: "The same three fields take 24, 16 or 10 bytes.", text: padding, output: "custom", lab: { type: "!llvm.struct<(i8, i64, i8)>" } },
  { id: "two-results", group: "Types and structs", label: "A function with two results", sentence: "Two results become one struct; the caller takes it apart.", text: twoResults, ...after("convert-func-to-llvm"),
    lab: { type: "(memref<?xf32>, f32) -> (index, i1)" } },

  { id: "window", group: "Memory and views", label: "A view of part of a matrix (memref.subview)", sentence: "A view copies nothing: offset and strides say where its elements are.", text: window, ...after("expand-strided-metadata"),
    lab: { type: "memref<4x4xf32, strided<[64, 2], offset: 528>>" } },
  { id: "allocation", group: "Memory and views", label: "Allocate and free memory", sentence: "memref.alloc and memref.dealloc become malloc and free.", text: allocation, ...after("finalize-memref-to-llvm") },
  { id: "c-interface", group: "Memory and views", label: "Call C, and be called from C", sentence: "Wrappers take and make pointers to memref descriptors.", text: cInterface, ...after("convert-func-to-llvm"),
    lab: { type: "(memref<?xf32>, memref<?xf32>, index) -> f32" } },
  { id: "bare-pointers", group: "Memory and views", label: "Bare pointers instead of descriptors", sentence: "All sizes are in the type, so a function takes just a pointer.", text: barePointers, ...after("convert-func-to-llvm", withBarePointers),
    lab: { type: "memref<4x8xf32>", options: { barePointers: true } } },
  { id: "unranked", group: "Memory and views", label: "A memref of any rank", sentence: "The number of dimensions is known only at run time.", text: unranked, output: "pipeline", pipeline: toLlvm, lab: { type: "memref<*xf32>" } },

  { id: "block-arguments", group: "Control flow", label: "Block arguments instead of phi", sentence: "Each branch passes values to the block it goes to.", text: blockArguments, output: "pipeline", pipeline: toLlvm },
  { id: "while", group: "Control flow", label: "A while loop", sentence: "The greatest common divisor: two values are carried from round to round.", text: whileText, ...after("convert-scf-to-cf") },
  { id: "switch", group: "Control flow", label: "A switch", sentence: "Cases as regions, then as one jump.", text: switchText, ...after("convert-scf-to-cf") },
  { id: "affine", group: "Control flow", label: "Affine loops", sentence: "Bounds and indices are sums and products of loop variables.", text: affine, ...after("lower-affine") },
  { id: "matmul", group: "Control flow", label: "Matrix product as loops", sentence: "Three loops over memrefs whose sizes are known only at run time.", text: matmul, ...after("convert-scf-to-cf") },

  { id: "sort", group: "Programs to run", label: "Sort an array", sentence: "Insertion sort, and the array in memory before and after.", text: sorting, ...runs("sort", byChance("12")) },
  { id: "prefix-sum", group: "Programs to run", label: "Prefix sums", sentence: "Each number becomes the sum of all up to it.", text: prefixSum, ...runs("scan", { sizes: ["10"], pattern: "0, 1, 2 …" }) },
  { id: "count", group: "Programs to run", label: "Halve, or triple and add one", sentence: "How many steps the numbers from one to ten take to become one.", text: counting, ...runs("main") },
  { id: "queens", group: "Programs to run", label: "Queens on a board", sentence: "A function that calls itself counts the ways.", text: queens, ...runs("queens", "8") },
  { id: "three-ways", group: "Programs to run", label: "A matrix product, three ways", sentence: "As loops, as affine loops and as linalg.matmul: all give the same.", text: threeWays,
    ...runs("all", ...["0, 1, 2 …", "0, 1, 2 …", "zeros", "zeros", "zeros"].map((pattern) => ({ sizes: ["3", "3"], pattern }))), pipeline: loopsToLlvm("lower-affine") },
  { id: "heat", group: "Programs to run", label: "Heat spreads (a stencil)", sentence: "Each place becomes the mean of its neighbours.", text: heat, ...runs("step", byChance("8", "8"), { sizes: ["8", "8"], pattern: "zeros" }) },
  { id: "life", group: "Programs to run", label: "Conway's Game of Life", sentence: "A glider on a board of eight by eight, step by step.", text: life, ...runs("play", { sizes: ["8", "8"], pattern: "by hand",
    hand: "0 1 0 0 0 0 0 0  0 0 1 0 0 0 0 0  1 1 1 0 0 0 0 0  0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0" }, { sizes: ["8", "8"], pattern: "zeros" }, "4") },
  { id: "mandelbrot", group: "Programs to run", label: "The Mandelbrot set", sentence: "Drawn into memory, and shown in colours.", text: mandelbrot, ...runs("draw", { sizes: ["20", "24"], pattern: "zeros" }) },
  { id: "behind-the-end", group: "Programs to run", label: "A loop that goes too far", sentence: "The run ends where it leaves the array, and names the line.", text: behindTheEnd, ...runs("largest", byChance("4")) },

  { id: "vectors", group: "Vectors", label: "Vector arithmetic in a loop", sentence: "Multiply and add four numbers at once, with an affine map for the index.", text: vectors, output: "custom" },
  { id: "reduction", group: "Vectors", label: "Sum of a vector", sentence: "Sixteen numbers are loaded, squared and added up.", text: reduction, ...after("convert-vector-to-llvm") },
  { id: "transfer", group: "Vectors", label: "Vectors at the end of an array (vector.transfer_read)", sentence: "What lies behind the end is padding when read, and is not written.", text: transfer, ...after("convert-vector-to-llvm") },
  { id: "outer-product", group: "Vectors", label: "Outer product of two vectors", sentence: "A small matrix in registers is an array of vectors.", text: outerProduct, ...after("convert-vector-to-llvm"),
    lab: { type: "vector<4x8xf32>" } },

  { id: "linalg", group: "Tensors", label: "Matrix product with linalg", sentence: "One operation becomes three loops, and those become blocks.", text: linalg, ...after("convert-linalg-to-loops", loopsToLlvm()) },
  { id: "tensor-relu", group: "Tensors", label: "A tensor becomes memory (one-shot-bufferize)", sentence: "A function on values becomes one on memory, then loops, then LLVM.", text: tensorRelu,
    ...after("one-shot-bufferize", loopsToLlvm(inMemory)) },
  { id: "transpose", group: "Tensors", label: "Maps of linalg.generic", sentence: "One operand is read by rows, the other one by columns.", text: transpose, ...after("convert-linalg-to-loops", loopsToLlvm()) },
  { id: "named", group: "Tensors", label: "What a named operation stands for (linalg.vecmat)", sentence: "Its maps, its iterators and its body are written out, then the loops.", text: named,
    ...after("linalg-generalize-named-ops", loopsToLlvm("linalg-generalize-named-ops", inMemory)) },
  { id: "copies", group: "Tensors", label: "In place or copied (tensor.insert)", sentence: "One insertion is a store, the other one needs a copy, and the page says why.", text: copies,
    ...after("one-shot-bufferize", loopsToLlvm(inMemory)) },
  { id: "carried", group: "Tensors", label: "A loop that carries a tensor", sentence: "Each round passes a new tensor on, and none of them is copied.", text: carried, ...after("one-shot-bufferize", loopsToLlvm(inMemory)) },
  { id: "freeing", group: "Tensors", label: "Who frees the memory (bufferization.dealloc)", sentence: "Memory that only this function needs is freed at its end.", text: freeing,
    ...after("bufferization-lower-deallocations", loopsToLlvm(inMemory, ...freed, "expand-strided-metadata")) },
  { id: "fused", group: "Tensors", label: "Two loop nests become one (linalg-fuse-elementwise-ops)", sentence: "What the first one makes is used at once, so no tensor is needed in between.", text: fused,
    ...after("linalg-fuse-elementwise-ops", module("linalg-fuse-elementwise-ops", inMemory, "convert-linalg-to-loops")) },
  { id: "layer", group: "Tensors", label: "A layer of a neural network (tosa.matmul)", sentence: "From tosa to linalg, to memory, to loops and to LLVM.", text: layer,
    ...after("tosa-to-linalg", loopsToLlvm("func.func(tosa-to-linalg-named,tosa-to-linalg,tosa-to-tensor,tosa-to-arith)", inMemory, ...freed, "expand-strided-metadata")) },

  { id: "launch", group: "GPUs", label: "A kernel of its own (gpu.launch)", sentence: "The region that runs on the device becomes a function of the device's module.", text: launch,
    ...after("gpu-kernel-outlining", module("gpu-kernel-outlining")) },

  { id: "sigmoid", group: "Math", label: "The sigmoid of an array (math.exp)", sentence: "math.exp becomes an intrinsic of LLVM.", text: sigmoid, ...after("convert-math-to-llvm") },
  { id: "complex", group: "Math", label: "Complex numbers", sentence: "A complex number becomes a struct of two floats.", text: complex, ...after("convert-complex-to-llvm"), lab: { type: "complex<f64>" } },
  { id: "canonicalize", group: "Math", label: "Simplify: canonicalize and cse", sentence: "Constants are worked out, dead branches dropped, equal operations merged.", text: canonicalize, ...after("canonicalize", module("canonicalize", "cse")) },

  { id: "unfinished", group: "Unfinished conversions", label: "Casts that are left", sentence: "Bare pointers, but a size is not in the type: what is left, and why.", text: unfinished, output: "pipeline", pipeline: withBarePointers },
  { id: "missing-pass", group: "Unfinished conversions", label: "A pass is missing", sentence: "Each operation that is left names the pass that would convert it.", text: missingPass, output: "pipeline", pipeline: module("convert-arith-to-llvm", "convert-func-to-llvm") },
  { id: "failed-pass", group: "Unfinished conversions", label: "A pass that fails", sentence: "It has no pattern for one operation; another pass has to run before.", text: failedPass, output: "pipeline",
    pipeline: module("convert-complex-to-llvm", "convert-math-to-llvm", "convert-arith-to-llvm", "convert-func-to-llvm", "reconcile-unrealized-casts") },
  { id: "index-width", group: "Unfinished conversions", label: "Passes that disagree", sentence: "index is 32 bits wide in one pass and 64 in another: casts are left.", text: indexWidth, output: "pipeline",
    pipeline: module("convert-func-to-llvm{index-bitwidth=32}", "convert-arith-to-llvm", "reconcile-unrealized-casts") },

  { id: "tutorial-2020", group: "Older releases", label: "A tutorial from 2020", sentence: "Operations without prefixes and older names, read and brought up to date.", text: tutorial2020, output: "custom" },
  { id: "wrapped-types", group: "Older releases", label: "LLVM types in quotes, from 2019", sentence: "The LLVM dialect before it had types of its own.", text: wrappedTypes, output: "custom" },
  { id: "typed-pointers", group: "Older releases", label: "Typed pointers", sentence: "As LLVM 14 wrote them, and what they are today.", text: typedPointers, output: "custom" },
  { id: "for-llvm13", group: "Older releases", label: "Output for LLVM 13", sentence: "A text of today, printed for an older release.", text: forLlvm13, output: "custom", edition: "llvm13" },

  { id: "network", group: "Other dialects", label: "A layer of a neural network (StableHLO)", sentence: "Rung does not know this dialect: its operations stay as they are written.", text: network, output: "custom" },
  { id: "kernel", group: "Other dialects", label: "A GPU kernel (Triton)", sentence: "An unknown dialect whose region is read and checked.", text: kernel, output: "custom" },
  { id: "log", group: "Other dialects", label: "A piece of a log", sentence: "A prompt, a dump and gaps, as they were pasted.", text: log, output: "custom" },

  { id: "broken", group: "Errors", label: "Four errors", sentence: "Of four kinds, all found at once.", text: broken, output: "custom" },
  { id: "slips", group: "Errors", label: "Typos with quick fixes", sentence: "Misspelt names that one click repairs.", text: slips, output: "custom" },
  { id: "expected-errors", group: "Errors", label: "Expected errors (--verify-diagnostics)", sentence: "Several texts in one file, each saying which error it must give.", text: expectedErrors, output: "custom" },
];
