// Data layouts of LLVM to choose from, as LLVM 22 has them for these targets.
export const LAYOUTS = [
  { name: "x86-64, Linux", text: "" },
  { name: "AArch64", text: "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32" },
  { name: "x86, 32 bits", text: "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128" },
  { name: "WebAssembly, 32 bits", text: "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20" },
  { name: "MSP430, 16 bits", text: "e-m:e-p:16:16-i32:16-i64:16-f32:16-f64:16-a:8-n8:16-S16" },
  { name: "AVR, 16 bits, packed", text: "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8" },
];

/** Types to begin with, and what each shows. */
export const TYPES = [
  ["memref<?x4xf32>", "A size that is known at run time"],
  ["memref<4x8xf64>", "Known sizes: it may be a bare pointer"],
  ["memref<4x4xf32, strided<[8, 2], offset: 3>>", "A view of every second element"],
  ["(memref<?xf32>, index) -> (memref<?xf32>, i32)", "A function with two results"],
  ["vector<4x8xf32>", "Vectors in an array"],
  ["memref<f32>", "No dimensions"],
  ["memref<*xf32>", "The rank is known at run time, too"],
  ["memref<?x?xf32, strided<[?, 1], offset: ?>>", "A view, known at run time"],
  ["complex<f64>", "Two numbers in one"],
  ["vector<8xi1>", "Eight bits in a byte"],
  ["index", "As wide as the target wants it"],
  ["f8E4M3", "A float that LLVM does not have"],
  ["tensor<4xf32>", "No rule converts it"],
  ["!llvm.struct<(i8, i64, array<3 x i16>)>", "Padding"],
  ["!llvm.struct<packed (i8, i64)>", "No padding"],
  ["!llvm.array<1000 x struct<(f32, i8)>>", "A long array"],
];
