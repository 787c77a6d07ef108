// One step towards the Mandelbrot set: z * z + c, and how far it is
// from the origin. A complex number becomes a struct of two floats.
func.func @step(%z: complex<f64>, %c: complex<f64>) -> (complex<f64>, f64) {
  %square = complex.mul %z, %z : complex<f64>
  %next = complex.add %square, %c : complex<f64>
  %far = complex.abs %next : complex<f64>
  return %next, %far : complex<f64>, f64
}
