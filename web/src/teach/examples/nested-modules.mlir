// A module is an operation like any other: it may sit in another
// module, and its symbols are reached through it: @kernels::@fill.
module @program attributes {program.version = 3 : i32} {
  module @kernels {
    func.func @fill(%buffer: memref<16xf32>, %value: f32) {
      affine.for %i = 0 to 16 {
        affine.store %value, %buffer[%i] : memref<16xf32>
      }
      return
    }
  }

  module @tables {
    memref.global "private" constant @weights : memref<4xf32> = dense<[0.5, 0.25, 0.125, 0.0625]>

    func.func @weight(%i: index) -> f32 {
      %weights = memref.get_global @weights : memref<4xf32>
      %weight = memref.load %weights[%i] : memref<4xf32>
      return %weight : f32
    }
  }

  func.func private @launch() attributes {program.entry = @kernels::@fill}
}
