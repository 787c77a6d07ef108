// Dialects that Rung has no records of and LLVM has not either: whose they are, and what for. What a message about
// operations that were kept as written says of them.
#include "dialects/registry.h"

// A line for each project: its dialects, then what the message says.
const char dialect_projects[] =
  "aie aiex:MLIR-AIE, AMD's AI engines\n"
  "air:MLIR-AIR, asynchronous work on arrays of engines\n"
  "calyx comb firrtl handshake hw seq sv:CIRCT, circuits\n"
  "chlo stablehlo:StableHLO of OpenXLA, portable operations of machine learning\n"
  "cir:ClangIR, C and C++ between syntax tree and LLVM IR\n"
  "enzyme:Enzyme, automatic differentiation\n"
  "fir hlfir:Flang, LLVM's Fortran\n"
  "flow hal iree_codegen stream util vm:IREE, a compiler and runtime for machine learning\n"
  "krnl onnx:ONNX-MLIR, neural networks\n"
  "lmhlo mhlo:MHLO, the elder sister of StableHLO\n"
  "lwe secret:HEIR, homomorphic encryption\n"
  "mpmd sdy:Shardy, tensors spread over devices\n"
  "polygeist:Polygeist, C and C++ as loops\n"
  "quake:CUDA-Q, quantum kernels\n"
  "quantum:Catalyst of PennyLane, quantum programs\n"
  "tf tfl:TensorFlow, operations of its graphs and models\n"
  "torch torch_c:Torch-MLIR, programs of PyTorch\n"
  "toy:the tutorial of MLIR\n"
  "tt ttg:Triton, kernels for GPUs\n"
  "ttir ttnn:TT-MLIR of Tenstorrent\n"
  "xten_nn:MLIR-XTen, neural networks for AI engines\n";
