"""Texts for scripts/bench-passes where no case runs a pass alone, or mlir-opt 22 knows it by another name: each a function or more,
repeated with names of its own. By pass: how it is asked for, what mlir-opt 22 is asked for (None: the same), and the text."""


def older_bufferize(dialect):
    functions = " bufferize-function-boundaries" if dialect == "func" else ""
    return f"--one-shot-bufferize=dialect-filter={dialect},bufferization allow-unknown-ops copy-before-write{functions}"


LOOPS = """
func.func @loops(%a: memref<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c0] : memref<64x64xf32>
    %y = arith.mulf %x, %two : f32
    memref.store %y, %a[%i, %c1] : memref<64x64xf32>
  }
  return
}
"""
BOUNDED = """
#bound = affine_map<(d0)[s0] -> (1024, d0 - s0)>
func.func @bounded(%a: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = affine.min #bound(%n)[%m]
  scf.for %i = %c0 to %end step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i] : memref<?xf32>
  }
  return
}
"""
PARALLEL = """
func.func @parallel(%a: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<?x?xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
"""
MAPPED = PARALLEL.replace("    scf.reduce\n  }", """    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>,
                #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}""")
SCALARS = """
func.func @scalars(%a: i32, %b: i32, %x: f32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %b : i32
  %2 = arith.cmpi slt, %0, %1 : i32
  %3 = arith.select %2, %0, %1 : i32
  %4 = arith.addf %x, %x : f32
  return %3 : i32
}
"""
BRANCHES = """
func.func @branches(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2(%a : i32)
^bb1(%0: i32):
  %1 = arith.addi %0, %0 : i32
  cf.br ^bb3(%1 : i32)
^bb2(%2: i32):
  %3 = arith.muli %2, %2 : i32
  cf.br ^bb3(%3 : i32)
^bb3(%4: i32):
  return %4 : i32
}
"""
LLVM_BRANCHES = """
llvm.func @branches(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2(%a : i32)
^bb1(%0: i32):
  %1 = llvm.add %0, %0 : i32
  cf.br ^bb3(%1 : i32)
^bb2(%2: i32):
  %3 = llvm.mul %2, %2 : i32
  cf.br ^bb3(%3 : i32)
^bb3(%4: i32):
  llvm.return %4 : i32
}
"""
MEMORY = """
func.func @memory(%n: index, %i: index, %x: f32) -> f32 {
  %0 = memref.alloc(%n) : memref<?x8xf32>
  memref.store %x, %0[%i, %i] : memref<?x8xf32>
  %1 = memref.subview %0[0, 0] [4, 4] [1, 1] : memref<?x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  %2 = memref.load %0[%i, %i] : memref<?x8xf32>
  memref.dealloc %0 : memref<?x8xf32>
  return %2 : f32
}
"""
CASTS = """
func.func @casts(%a: i64, %b: index) -> (index, i64) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  %2 = builtin.unrealized_conversion_cast %1 : i64 to index
  %3 = builtin.unrealized_conversion_cast %b : index to i64
  %4 = builtin.unrealized_conversion_cast %3 : i64 to index
  %5 = builtin.unrealized_conversion_cast %4 : index to i64
  return %2, %5 : index, i64
}
"""
DEALLOCS = """
func.func @deallocs(%c: i1, %d: i1, %a: memref<4xf32>) -> (memref<4xf32>, i1) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %a, %0 : memref<4xf32> to memref<4xf32>
  %1 = arith.select %d, %0, %a : memref<4xf32>
  %b, %o, %s, %t = memref.extract_strided_metadata %1 : memref<4xf32> -> memref<f32>, index, index, index
  %2 = bufferization.dealloc (%0, %b : memref<4xf32>, memref<f32>) if (%c, %d) retain (%1 : memref<4xf32>)
  return %1, %2 : memref<4xf32>, i1
}
"""
ALLOCATIONS = """
func.func @allocations(%c: i1, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc() : memref<4xf32>
  %1 = scf.if %c -> memref<4xf32> {
    %2 = memref.alloc() : memref<4xf32>
    memref.store %x, %2[%c0] : memref<4xf32>
    scf.yield %2 : memref<4xf32>
  } else {
    memref.store %x, %0[%c0] : memref<4xf32>
    scf.yield %0 : memref<4xf32>
  }
  %3 = memref.load %1[%c0] : memref<4xf32>
  return %3 : f32
}
"""
TENSORS = """
func.func @tensors(%a: tensor<8x4xf32>, %i: index, %x: f32) -> (tensor<8x4xf32>, f32) {
  %0 = tensor.insert %x into %a[%i, %i] : tensor<8x4xf32>
  %1 = tensor.extract_slice %0[0, 0] [4, 4] [1, 1] : tensor<8x4xf32> to tensor<4x4xf32>
  %2 = tensor.insert_slice %1 into %0[4, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x4xf32>
  %3 = tensor.extract %2[%i, %i] : tensor<8x4xf32>
  return %2, %3 : tensor<8x4xf32>, f32
}
"""
BETWEEN = """
func.func @between(%a: memref<4xf32>, %i: index) -> f32 {
  %0 = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32>
  %2 = memref.load %1[%i] : memref<4xf32>
  %3 = bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32>
  memref.store %2, %3[%i] : memref<4xf32>
  return %2 : f32
}
"""
TENSOR_CHOICE = """
func.func @choice(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.if %c -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> tensor<4xf32> {
    scf.yield %t : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
"""
TENSOR_CONSTANT = """
func.func @constants(%c: i1, %a: tensor<4xi32>) -> (tensor<4xindex>, tensor<4xi32>) {
  %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %1 = arith.select %c, %0, %a : tensor<4xi32>
  %2 = arith.index_cast %1 : tensor<4xi32> to tensor<4xindex>
  return %2, %1 : tensor<4xindex>, tensor<4xi32>
}
"""
LINALG = """
func.func @linalg(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %x: f32) -> tensor<4x4xf32> {
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
"""
CALLS = """
func.func private @callee(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @caller(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @callee(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""
SHAPES = """
func.func @shapes(%w: !shape.witness, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shape.assuming %w -> tensor<4xf32> {
    %1 = arith.addf %a, %a : tensor<4xf32>
    shape.assuming_yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
VECTORS = """
func.func @vectors(%a: tensor<8xf32>, %i: index, %x: f32) -> tensor<8xf32> {
  %0 = vector.transfer_read %a[%i], %x : tensor<8xf32>, vector<4xf32>
  %1 = arith.addf %0, %0 : vector<4xf32>
  %2 = vector.transfer_write %1, %a[%i] : vector<4xf32>, tensor<8xf32>
  return %2 : tensor<8xf32>
}
"""
TOSA = """
func.func @tosa(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.add %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.exp %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tosa.maximum %1, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
"""
BROADCAST = TOSA
EMITC = """
emitc.func @emitc(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %b : i32
  %2 = arith.subi %1, %a : i32
  emitc.return %2 : i32
}
"""
TRANSFORM = """
func.func @work(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""
# What stands once, in front of all pieces.
SCRIPT = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2:2 = transform.structured.tile_using_for %0 tile_sizes [8, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
"""

BUFFERIZE = {"arith": TENSOR_CONSTANT, "func": CALLS, "linalg": LINALG, "scf": TENSOR_CHOICE, "shape": SHAPES, "tensor": TENSORS, "vector": VECTORS}
LOWERED = "finalize-memref-to-llvm,convert-arith-to-llvm,convert-math-to-llvm,convert-complex-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts"
PIECES = {
    "buffer-deallocation": ("--buffer-deallocation", "--buffer-deallocation-pipeline", ALLOCATIONS),
    "buffer-deallocation-simplification": ("--buffer-deallocation-simplification", None, DEALLOCS),
    "bufferization-lower-deallocations": ("--bufferization-lower-deallocations", None, DEALLOCS),
    "convert-cf-to-llvm": ("--convert-cf-to-llvm", None, LLVM_BRANCHES),
    "convert-linalg-to-llvm": ("--convert-linalg-to-llvm", "--pass-pipeline=builtin.module(convert-scf-to-cf,convert-to-llvm)", SCALARS + MEMORY.replace("  %1 = memref.subview %0[0, 0] [4, 4] [1, 1] : memref<?x8xf32> to memref<4x4xf32, strided<[8, 1]>>\n", "")),
    "convert-loop-to-std": ("--convert-loop-to-std", "--convert-scf-to-cf", LOOPS),
    "convert-memref-to-llvm": ("--convert-memref-to-llvm", "--finalize-memref-to-llvm", MEMORY.replace("  %1 = memref.subview %0[0, 0] [4, 4] [1, 1] : memref<?x8xf32> to memref<4x4xf32, strided<[8, 1]>>\n", "")),
    "convert-parallel-loops-to-gpu": ("--convert-parallel-loops-to-gpu", None, MAPPED),
    "convert-scf-to-std": ("--convert-scf-to-std", "--convert-scf-to-cf", LOOPS),
    "convert-std-to-llvm": ("--convert-std-to-llvm", f"--pass-pipeline=builtin.module({LOWERED})", SCALARS + BRANCHES),
    "convert-to-emitc": ("--convert-to-emitc", None, EMITC),
    "finalizing-bufferize": ("--finalizing-bufferize", "--canonicalize", BETWEEN),
    "gpu-map-parallel-loops": ("--pass-pipeline=builtin.module(func.func(gpu-map-parallel-loops))", None, PARALLEL),
    "llvm-request-c-wrappers": ("--llvm-request-c-wrappers", None, SCALARS),
    "print-op-stats": ("--print-op-stats", None, SCALARS),
    "reconcile-unrealized-casts": ("--reconcile-unrealized-casts", None, CASTS),
    "scf-for-loop-specialization": ("--scf-for-loop-specialization", None, BOUNDED),
    "scf-parallel-loop-specialization": ("--scf-parallel-loop-specialization", None,
                                         BOUNDED.replace("scf.for %i = %c0 to %end step %c1", "scf.parallel (%i) = (%c0) to (%end) step (%c1)").replace("memref<?xf32>\n  }", "memref<?xf32>\n    scf.reduce\n  }")),
    "set-llvm-module-datalayout": ("--set-llvm-module-datalayout", None, SCALARS),
    "strip-debuginfo": ("--strip-debuginfo", None, SCALARS),
    "tosa-make-broadcastable": ("--tosa-make-broadcastable", None, BROADCAST),
    "tosa-to-linalg-pipeline": ("--tosa-to-linalg-pipeline", None, TOSA),
    "transform-interpreter": ("--transform-interpreter", None, TRANSFORM),
    **{f"{dialect}-bufferize": (f"--{dialect}-bufferize", older_bufferize(dialect), text) for dialect, text in BUFFERIZE.items()},
}
AROUND = {"transform-interpreter": (SCRIPT, "}\n")}
# What they print is messages.
SPEAK = {"print-op-stats"}
# Passes that mlir-opt has nothing like.
ALONE = {"apply-rules": "it reads rules from a file"}
