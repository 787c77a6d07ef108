// Dialects of other projects, which neither Rung nor LLVM has: the project and its purpose. Messages about
// operations that were kept as written name them.
#include "dialects/registry.h"

// A line for each project: its dialects, then what the message says.
const char dialect_projects[] =
  "aie aiex:MLIR-AIE, AMD's AI engines\n"
  "air:MLIR-AIR, asynchronous work on arrays of engines\n"
  "arc calyx comb dc esi firrtl fsm handshake hw llhd loopschedule ltl moore om seq sv verif:CIRCT, circuits\n"
  "chlo stablehlo:StableHLO of OpenXLA, portable operations of machine learning\n"
  "cir:ClangIR, C and C++ between syntax tree and LLVM IR\n"
  "FHE FHELinalg TFHE:Concrete of Zama, homomorphic encryption\n"
  "enzyme enzymexla:Enzyme, automatic differentiation\n"
  "fir hlfir:Flang, LLVM's Fortran\n"
  "flow hal iree_codegen iree_encoding iree_gpu iree_linalg_ext stream util vm vmvx:IREE, a compiler and runtime for machine learning\n"
  "krnl onnx:ONNX-MLIR, neural networks\n"
  "lmhlo mhlo:MHLO, the elder sister of StableHLO\n"
  "bgv ckks lwe openfhe secret tensor_ext:HEIR, homomorphic encryption\n"
  "disc_ral disc_shape:BladeDISC, dynamic shapes\n"
  "mpmd sdy:Shardy, tensors spread over devices\n"
  "polygeist:Polygeist, C and C++ as loops\n"
  "cc quake:CUDA-Q, quantum kernels\n"
  "quantum:Catalyst of PennyLane, quantum programs\n"
  "tf tfl:TensorFlow, operations of its graphs and models\n"
  "torch torch_c:Torch-MLIR, programs of PyTorch\n"
  "toy:the tutorial of MLIR\n"
  "tt ttg ttng:Triton, kernels for GPUs\n"
  "ttir ttnn:TT-MLIR of Tenstorrent\n"
  "xten_nn:MLIR-XTen, neural networks for AI engines\n";
