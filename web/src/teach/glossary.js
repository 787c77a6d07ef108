// The words of the field, each in two sentences for someone who knows C. Data only: term.js shows it, and loads it when it
// is first wanted.
//
//   "name": { text: "Two sentences, `code` between backticks.", also: ["other words for it"], lesson: "id", plain: true }
//
// `plain`: the word is also everyday English, so it is no term wherever it stands in running text, only where it is marked.

export const glossary = {
  // --- Operations and what they are made of
  "MLIR": {
    text: "A way to write programs down inside a compiler, with room for many languages at once, from loops over matrices to machine-like code. LLVM's project keeps it; the letters stand for multi-level intermediate representation.",
    lesson: "operations",
  },
  "IR": {
    text: "Intermediate representation: what a program looks like inside a compiler, between the source text and the machine code. MLIR and LLVM IR are two of them, and both can be written as text.",
    also: ["intermediate representation"], lesson: "operations",
  },
  "operation": {
    text: "What all IR is made of: a name such as `arith.addi`, operands going in, results coming out, attributes fixed beforehand, and perhaps regions with more operations inside. A C statement, an operator, a function and a whole file are all operations here.",
    also: ["operations", "op", "ops"], lesson: "operations",
  },
  "operand": {
    text: "A value that an operation takes, known only when the program runs, like `a` and `b` in C's `a + b`. Operands begin with `%`.",
    also: ["operands"], lesson: "operations",
  },
  "result": {
    text: "A value that an operation makes, written on the left of `=`. An operation may have none, one or several; `%pair:2 = …` has two, called `%pair#0` and `%pair#1`.",
    also: ["results"], lesson: "operations", plain: true,
  },
  "attribute": {
    text: "A fact fixed when the program is written, not computed when it runs: the number in a constant, the name of a function, the way a comparison compares. It sits on an operation, much as a `const` initializer or a flag would.",
    also: ["attributes"], lesson: "operations",
  },
  "property": {
    text: "An attribute that an operation's own definition asks for, stored with it rather than in the open list. The generic form shows properties between `<{` and `}>`, the others between `{` and `}`.",
    also: ["properties"], lesson: "operations",
  },
  "generic form": {
    text: "The spelling every operation has: its name between quotes, then operands, properties, regions, attributes and the types, always in that order. It is long, but nothing is left out.",
    lesson: "operations",
  },
  "custom form": {
    text: "The short spelling that an operation's dialect chose for it, such as `%c = arith.addi %a, %b : i32`. It says the same as the generic form; what can be worked out is left out.",
    lesson: "operations",
  },
  "dialect": {
    text: "A set of operations, types and attributes that belong together and share a prefix, as a C library's functions do: `arith.addi` is `addi` of the dialect `arith`. Dialects may be mixed in one text.",
    also: ["dialects"], lesson: "operations",
  },
  "alias": {
    text: "A short name for a type or an attribute, written once at the top: `!list = …` or `#map = …`. It is only spelling, like a `typedef`: what it stands for is the same type.",
    also: ["aliases"], lesson: "structs", plain: true,
  },
  "location": {
    text: "Where in which file an operation came from, for messages and debuggers. It is kept through passes, and printed as `loc(…)` only on request.",
    also: ["locations"], plain: true,
  },
  "record": {
    text: "The description of an operation as text: its operands, results, attributes and how it is spelled. Rung reads and checks operations by records, its own and those you type in.",
    also: ["records"], lesson: "dialect", plain: true,
  },
  "trait": {
    text: "A word in an operation's record that promises something about all operations of that name: `Terminator` ends a block, `Pure` has no effect besides its results. Checks and passes rely on it.",
    also: ["traits"], lesson: "dialect",
  },
  "verifier": {
    text: "The part of a compiler that checks whether IR keeps the rules: the right number of operands, types that match, every value defined before its use. It runs after reading a text and after every pass.",
    also: ["verify", "verified"], lesson: "ssa",
  },

  // --- Values and control flow
  "value": {
    text: "What an operation computes or a block receives, written `%name`. Unlike a C variable it is never assigned again.",
    also: ["values"], lesson: "ssa", plain: true,
  },
  "SSA": {
    text: "Static single assignment: every value is defined in exactly one place and never changes. Where C assigns to a variable again, SSA makes a new value.",
    also: ["static single assignment"], lesson: "ssa",
  },
  "block": {
    text: "A list of operations that run one after the other, the last of which says where to go next. Its label begins with `^`, like a label for `goto` in C.",
    also: ["blocks", "basic block"], lesson: "ssa", plain: true,
  },
  "block argument": {
    text: "A value that a block receives with each jump to it, as a function receives its arguments: `^join(%x: i32)`. It does the work of LLVM IR's phi.",
    also: ["block arguments"], lesson: "ssa",
  },
  "phi": {
    text: "LLVM IR's way to merge values where paths meet: an instruction at the head of a block that picks one by where control came from. MLIR has none; it hands the value to the block as an argument.",
    also: ["phi node", "phi nodes"], lesson: "ssa",
  },
  "successor": {
    text: "A block that an operation may jump to, as `^then` and `^else` are for `cf.cond_br`. Only the last operation of a block has successors.",
    also: ["successors"], lesson: "ssa",
  },
  "terminator": {
    text: "The operation that ends a block and says what comes next: a jump, a return, or a yield that hands values to the operation around. Every block of a function has exactly one, at its end.",
    also: ["terminators"], lesson: "ssa",
  },
  "dominance": {
    text: "A block dominates another when every path from the entry leads through it. A value may be used only where its definition dominates, so it is always computed before it is needed.",
    also: ["dominates", "dominate", "dominated"], lesson: "ssa",
  },
  "control flow": {
    text: "In which order the parts of a program run. MLIR says it either by structure (`scf.for`, with the body inside) or by jumps between blocks (`cf.br`), as C has both `for` and `goto`.",
    lesson: "loop",
  },
  "region": {
    text: "A list of blocks between `{` and `}` that belongs to an operation: the body of a function, a loop, a module. Which operation it belongs to decides what it means and when it runs.",
    also: ["regions"], lesson: "regions", plain: true,
  },
  "isolated from above": {
    text: "Said of an operation whose regions may not use values from outside, as a C function cannot use the locals of another. Functions and modules are isolated; loops and ifs are not.",
    also: ["IsolatedFromAbove"], lesson: "regions",
  },
  "yield": {
    text: "The last operation of a loop's or an if's body: it hands values to the operation around. In a loop they are what the next round starts with.",
    also: ["yields"], lesson: "regions", plain: true,
  },
  "module": {
    text: "The operation around everything, like a C source file: it holds functions and globals. A module may hold other modules.",
    also: ["modules"], lesson: "symbols", plain: true,
  },
  "symbol": {
    text: "The name of a function or a global, written `@name`. Unlike a value it may be referred to before it is defined, and from inside any function, as C's functions may.",
    also: ["symbols"], lesson: "symbols",
  },
  "symbol table": {
    text: "An operation, such as a module, whose symbols have different names and can be looked up. From outside, a symbol in a nested module is reached as `@module::@name`.",
    lesson: "symbols",
  },
  "visibility": {
    text: "Whether other modules may refer to a symbol: `private` is C's `static`, no word is public. A function without a body, a declaration, is private.",
    also: ["private", "public"], lesson: "symbols", plain: true,
  },

  // --- Types
  "type": {
    text: "What kind of value it is; every value has exactly one. MLIR's own look like `i32` and `memref<4xf32>`; those of a dialect begin with `!`, as in `!llvm.ptr`.",
    also: ["types"], lesson: "types", plain: true,
  },
  "index": {
    text: "The integer type for sizes and positions in memory, like C's `size_t`. How many bits it has is decided when it is converted: 64 unless the data layout or an option says otherwise.",
    lesson: "types", plain: true,
  },
  "vector": {
    text: "A type for a few numbers worked on at once, such as `vector<4xf32>`, as a CPU's SIMD registers hold them. Its sizes are fixed, and it has no address.",
    also: ["vectors"], lesson: "types",
  },
  "tensor": {
    text: "A type for a whole array as one value, such as `tensor<4x8xf32>`. It has no address and cannot be changed in place; turning tensors into memory is called bufferization.",
    also: ["tensors"], lesson: "tensors",
  },
  "linalg": {
    text: "The dialect of loop nests over tensors and memrefs that are not written as loops: `linalg.generic`, and others with names, such as `linalg.matmul`. Maps say which elements a round reads and writes, and a region what it does with them.",
    lesson: "generic",
  },
  "bufferization": {
    text: "Giving tensors places in memory: operations on tensors become operations on memrefs. Where the old tensor is still needed a copy is made, elsewhere the new one takes its memory.",
    also: ["bufferize", "one-shot-bufferize"], lesson: "copies",
  },
  "tuple": {
    text: "A built-in type for several values as one, such as `tuple<i32, f32>`. No built-in operation makes or takes one apart, and there is no conversion to the LLVM dialect.",
    also: ["tuples"], lesson: "types", plain: true,
  },
  "LLVM dialect": {
    text: "The dialect `llvm`, whose operations and types match LLVM IR's one by one: `llvm.add`, `llvm.load`, `!llvm.ptr`, `!llvm.struct`. It is the lowest rung of the ladder; from here LLVM IR can be written out.",
    lesson: "types",
  },
  "LLVM IR": {
    text: "The language of the LLVM compilers, which clang turns C into and machine code is made from. It is a separate language from MLIR, with another syntax.",
    lesson: "types",
  },
  "opaque pointer": {
    text: "A pointer that does not say what it points to: `!llvm.ptr`, much like C's `void *`. What is loaded or stored is said by the operation that does it.",
    also: ["opaque pointers"], lesson: "types",
  },
  "typed pointer": {
    text: "A pointer that says what it points to, `!llvm.ptr<f32>`, as the LLVM dialect had them up to release 16. Today pointers are opaque, and what is loaded or stored says its type instead.",
    also: ["typed pointers"], lesson: "tutorial",
  },
  "wrapped type": {
    text: "How the LLVM dialect wrote its types in 2019: LLVM IR's own spelling between quotes, such as `!llvm<\"float*\">`. Today it is `!llvm.ptr`.",
    also: ["wrapped types"], lesson: "tutorial",
  },
  "literal struct": {
    text: "A struct without a name, `!llvm.struct<(i32, f32)>`. Two of them with the same fields are the same type, which in C they would not be.",
    also: ["literal structs"], lesson: "structs",
  },
  "identified struct": {
    text: "A struct with a name, `!llvm.struct<\"node\", (i32, ptr)>`, as C's `struct node` is. The name is its identity: it has one body, and the body may mention the name.",
    also: ["identified structs"], lesson: "structs",
  },
  "recursive struct": {
    text: "An identified struct whose body mentions its own name, directly or through other types. Since pointers no longer say what they point to, a list node needs none of this.",
    also: ["recursive structs"], lesson: "structs",
  },
  "opaque struct": {
    text: "A struct whose fields are not known here, `!llvm.struct<\"FILE\", opaque>`, like C's `struct FILE;` without a body. You can point to it, not look inside.",
    also: ["opaque structs"], lesson: "structs",
  },
  "packed struct": {
    text: "A struct without padding between its fields, `!llvm.struct<packed (i8, i32)>`: 5 bytes where the plain one takes 8. C compilers spell it `__attribute__((packed))`.",
    also: ["packed structs"], lesson: "structs",
  },
  "function type": {
    text: "Which types go in and which come out: `(i32, f32) -> i32`. One function may have several results; in the LLVM dialect it has at most one, so they are put into a struct.",
    also: ["function types"], lesson: "calls",
  },
  "data layout": {
    text: "Facts about the target that types depend on: how wide pointers are, how types are aligned. A module carries it as an attribute, such as `dlti.dl_spec` or `llvm.data_layout`.",
    also: ["data layouts"], lesson: "types",
  },
  "alignment": {
    text: "Of which number an address must be a multiple: a 4-byte `float` usually sits at a multiple of 4. Structs get padding between their fields so that each is aligned.",
    also: ["aligned"], lesson: "structs", plain: true,
  },
  "padding": {
    text: "Bytes of a struct that belong to no field, put there so that the next field is aligned. C has exactly the same.",
    lesson: "structs", plain: true,
  },

  // --- Memory
  "memref": {
    text: "A reference to memory seen as an array: `memref<?x4xf32>` has some number of rows of four floats. It stands for what C would pass as a pointer plus the sizes.",
    also: ["memrefs"], lesson: "descriptor",
  },
  "descriptor": {
    text: "The struct that a memref becomes: two pointers, an offset, a size for each dimension and a stride for each. Everything needed to find an element is in it.",
    also: ["descriptors", "memref descriptor"], lesson: "descriptor",
  },
  "rank": {
    text: "How many dimensions an array has, and so how many indices an element needs. `memref<?x4xf32>` has rank 2; `memref<f32>`, a single element, has rank 0.",
    also: ["ranks"], lesson: "descriptor",
  },
  "unranked": {
    text: "Said of a memref or tensor whose number of dimensions is known only when the program runs: `memref<*xf32>`. As a value it is the rank and a pointer to the descriptor.",
    also: ["unranked memref", "unranked memrefs"], lesson: "descriptor",
  },
  "dynamic": {
    text: "Of a size, stride or offset: known only when the program runs, and written `?`. A number in its place is static, that is, known when the program is written.",
    also: ["dynamic size", "dynamic sizes"], lesson: "descriptor", plain: true,
  },
  "shape": {
    text: "The sizes of an array, dimension by dimension: C's `float a[3][4]` has the shape 3x4. A `?` stands for a size that is known only when the program runs.",
    also: ["shapes"], lesson: "descriptor", plain: true,
  },
  "allocated pointer": {
    text: "The first field of a descriptor: the address that the allocator gave, kept so that it can be freed. Elements are found through the aligned pointer instead.",
    lesson: "descriptor",
  },
  "aligned pointer": {
    text: "The second field of a descriptor: the address that elements are counted from. It is the allocated pointer, moved up where an alignment was asked for.",
    lesson: "descriptor",
  },
  "stride": {
    text: "How many elements to step over in memory when an index grows by one. In C's `float a[3][4]` the strides are 4 and 1.",
    also: ["strides"], lesson: "views",
  },
  "offset": {
    text: "How many elements lie between the aligned pointer and the element at index 0. It is 0 for what was just allocated, and something else for a view that begins later.",
    also: ["offsets"], lesson: "views", plain: true,
  },
  "layout": {
    text: "How the indices of a memref become a place in memory. Without one, rows lie one after the other as in C; `strided<[8, 2], offset: 3>` says something else.",
    also: ["layouts", "strided layout"], lesson: "views", plain: true,
  },
  "view": {
    text: "A memref that shows memory of another one, or a part of it, with sizes and strides of its own. Nothing is copied, as when C code keeps a pointer into the middle of an array.",
    also: ["views", "subview"], lesson: "views", plain: true,
  },
  "affine map": {
    text: "A function from some integers to others made of sums, products with constants, divisions and remainders: `affine_map<(i, j) -> (i * 4 + j)>`. Layouts and loop bounds are written with it.",
    also: ["affine maps"], lesson: "views",
  },
  "memory space": {
    text: "Which memory a memref or pointer is in, as a number or attribute: `memref<4xf32, 1>`. On a GPU different memories have different instructions; 0, the default, is ordinary memory.",
    also: ["address space", "memory spaces"], lesson: "descriptor",
  },
  "bare pointer": {
    text: "Passing a memref as one plain pointer, like C's `float *`, rather than as all the fields of its descriptor. It works only where everything else is in the type: no `?` anywhere.",
    also: ["bare pointers"], lesson: "bare-pointers",
  },
  "calling convention": {
    text: "What a caller must pass, and in which form, so that the function finds it. For memrefs there are three: the descriptor's fields one by one, a pointer to the descriptor (the C interface), or a bare pointer.",
    also: ["calling conventions"], lesson: "calls",
  },
  "C interface": {
    text: "A second function, `_mlir_ciface_` and the name, that takes pointers to descriptors, so that C can call it with a struct of its own. A function asks for it by the attribute `llvm.emit_c_interface`.",
    also: ["C interfaces"], lesson: "calls",
  },

  // --- Passes and conversions
  "pass": {
    text: "One step of a compiler that reads the whole IR and changes it, for example turning loops into jumps. Rung shows what each pass did as one rung of the ladder.",
    also: ["passes"], lesson: "conversion", plain: true,
  },
  "pipeline": {
    text: "Passes in the order in which they run, such as `builtin.module(func.func(cse),convert-func-to-llvm)`. What stands around them says on which operations they work.",
    also: ["pipelines"], lesson: "conversion",
  },
  "rung": {
    text: "One level of the ladder on this page: the program as it is after one pass. The first rung is what you wrote, the last what came out.",
    also: ["rungs"], lesson: "loop", plain: true,
  },
  "lowering": {
    text: "Rewriting a program from operations near to how people think to operations near to the machine, one step at a time. Loops become jumps, memrefs become structs and pointers.",
    also: ["lower", "lowered", "lowers"], lesson: "loop", plain: true,
  },
  "pattern": {
    text: "A rule for one kind of operation: what it looks like and what to put in its place. A pass is often just a list of them and a driver that applies them until none fits.",
    also: ["patterns"], lesson: "conversion", plain: true,
  },
  "legalize": {
    text: "To replace an operation that the target does not allow by ones that it does. \"Failed to legalize\" says that no pattern knew how.",
    also: ["legalized", "legal", "illegal", "legalization"], lesson: "conversion",
  },
  "conversion": {
    text: "A pass that takes the operations of some dialects to those of others, and their types with them. In a partial one, operations it knows nothing about may stay.",
    also: ["conversions"], lesson: "conversion", plain: true,
  },
  "conversion target": {
    text: "The list of operations that a conversion may leave. Any other operation has to be replaced, or the pass fails.",
    lesson: "conversion",
  },
  "type converter": {
    text: "The rules by which a conversion changes types: `index` becomes `i64`, a memref becomes a struct. The type lab shows the ones for LLVM at work.",
    lesson: "conversion",
  },
  "unrealized_conversion_cast": {
    text: "A placeholder that says: a value of one type is wanted as another, and a later pass has to say how. Two that undo each other vanish; one that stays means that part of the program was not converted.",
    also: ["builtin.unrealized_conversion_cast", "unrealized conversion cast", "unrealized casts", "unrealized cast"], lesson: "conversion",
  },
  "cast": {
    text: "An operation that gives a value another type. `memref.cast` and `index.castu` are ordinary ones; the `unrealized_conversion_cast` is a placeholder left by a conversion.",
    also: ["casts"], lesson: "conversion", plain: true,
  },
  "canonicalize": {
    text: "A pass that brings operations into the simplest of several equal forms: constants computed, `x + 0` replaced by `x`, dead code dropped. It changes nothing about what the program does.",
    also: ["canonicalization", "canonicalizer"],
  },
  "fold": {
    text: "To work out an operation beforehand because its operands are constants, or because its result is one of them. `arith.addi` of 2 and 3 folds to the constant 5.",
    also: ["folds", "folded", "folding"], plain: true,
  },
  "CSE": {
    text: "Common subexpression elimination: where the same thing is computed twice, compute it once and use it twice. It is the pass `cse`.",
    also: ["common subexpression elimination"],
  },
  "DCE": {
    text: "Dead code elimination: dropping operations whose results are unused and that do nothing else. Many passes do it on the way.",
    also: ["dead code"],
  },
  "mlir-opt": {
    text: "The command-line tool of LLVM's project that reads MLIR, runs passes on it and prints it. Rung reads, checks and prints as its release 22 does.",
    lesson: "tutorial",
  },
  "edition": {
    text: "The way MLIR was spelled in some year or release, such as 2019 or LLVM 14. Rung reads them all, and can write a text as a chosen one has it.",
    also: ["editions"], lesson: "tutorial",
  },
  "unknown operation": {
    text: "An operation of a dialect that Rung does not know: it passes through unchanged. The IR around it and inside it is still checked.",
    also: ["unknown operations"], lesson: "dialect", plain: true,
  },
};
