// A tour of MLIR as it was written in 2019: what each part does is in the comments, which an upgrade keeps.

// --- Names for maps, sets and types

#shift = (d0)[s0] -> (d0 + s0)
#swap = (d0, d1) -> (d1, d0)
#rows = (d0, d1) -> (d0 * 8 + d1)
#inside = (d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0)
#plus = (d0) -> (d0 + 1)
#least = (d0, d1) -> (d0, d1 + 4)
!quad = type vector<4xf32>
!row = type memref<8xf32>

// --- Declarations: nobody had to call them private

func @use_index(index)
func @use_float(f32) attributes {fruit: "banana", size: 3 : i32}
func @use_row(!row) attributes {llvm.emit_c_interface}

// --- Constants, integers, floats

func @integers(%a: i32, %b: i32, %c: i1) -> i64 {
  %one = constant 1 : i32
  %sum = addi %a, %b : i32
  %less = subi %sum, %one : i32
  %twice = muli %less, %b : i32
  %quotient = divis %twice, %b : i32
  %whole = diviu %quotient, %b : i32
  %rest = remis %whole, %a : i32
  %more = remiu %rest, %b : i32
  %both = and %more, %a : i32
  %any = or %both, %b : i32
  %other = xor %any, %one : i32
  %left = shift_left %other, %one : i32
  %right = shift_right_signed %left, %one : i32
  %down = shift_right_unsigned %right, %one : i32
  %is = cmpi "slt", %down, %a : i32
  %chosen = select %is, %down, %b : i32
  %wide = sexti %chosen : i32 to i64
  %bit = zexti %c : i1 to i64
  %all = addi %wide, %bit : i64      // of both
  return %all : i64
}

func @floats(%x: f32, %y: f32, %n: i32) -> f32 {
  %half = constant 0.5 : f32
  %big = constant 1.25e+3 : f32
  %sum = addf %x, %y : f32
  %less = subf %sum, %half : f32
  %twice = mulf %less, %big : f32
  %part = divf %twice, %y : f32
  %rest = remf %part, %x : f32
  %minus = negf %rest : f32
  %plus = absf %minus : f32
  %up = ceilf %plus : f32
  %grown = exp %up : f32
  %shrunk = log %grown : f32
  %bits = log2 %shrunk : f32
  %digits = log10 %bits : f32
  %wave = cos %digits : f32
  %bent = tanh %wave : f32
  %signed = copysign %bent, %x : f32
  %n.f = sitofp %n : i32 to f32
  %is = cmpf "olt", %signed, %n.f : f32
  %chosen = select %is, %signed, %n.f : f32
  %exact = fpext %chosen : f32 to f64
  %back = fptrunc %exact : f64 to f32
  return %back : f32
}

// --- Control flow: blocks with arguments, calls, functions as values

func @biggest(%a: i32, %b: i32) -> i32 {
  %is = cmpi "sgt", %a, %b : i32
  cond_br %is, ^done(%a : i32), ^other
^other:   // b is not less
  br ^done(%b : i32)
^done(%r: i32):
  return %r : i32
}

func @count(%to: index) -> index {
  %zero = constant 0 : index
  %one = constant 1 : index
  br ^head(%zero : index)
^head(%i: index):
  %go = cmpi "slt", %i, %to : index
  cond_br %go, ^body, ^end
^body:
  %next = addi %i, %one : index
  br ^head(%next : index)
^end:
  return %i : index
}

func @by_value(%a: i32, %b: i32) -> i32 {
  %f = constant @biggest : (i32, i32) -> i32
  %direct = call @biggest(%a, %b) : (i32, i32) -> i32
  %again = call_indirect %f(%direct, %b) : (i32, i32) -> i32
  return %again : i32
}

func @pair(%a: i32) -> (i32, i64) {
  %w = sexti %a : i32 to i64
  return %a, %w : i32, i64
}

func @take_pair(%a: i32) -> i64 {
  %p:2 = call @pair(%a) : (i32) -> (i32, i64)
  return %p#1 : i64
}

// --- Memory

func @memory(%n: index) -> index {
  %m = alloc(%n) : memref<?x8xf32>
  %local = alloc() : memref<16xi8>
  %swapped = alloc() : memref<4x8xf32, #swap>
  %flat = alloc() : memref<4x8xf32, #rows, #plus, 2>
  %zero = constant 0 : index
  %f = constant 0.0 : f32
  %d = dim %m, 0 : memref<?x8xf32>   // as many rows as were asked for
  store %f, %m[%zero, %zero] : memref<?x8xf32>
  %v = load %m[%zero, %zero] : memref<?x8xf32>
  %any = memref_cast %m : memref<?x8xf32> to memref<?x?xf32>
  %d1 = dim %any, 1 : memref<?x?xf32>
  prefetch %m[%zero, %zero], read, locality<3>, data : memref<?x8xf32>
  %both = addi %d, %d1 : index
  %short = index_cast %both : index to i32
  %byte = trunci %short : i32 to i8
  store %byte, %local[%zero] : memref<16xi8>

  dealloc %m : memref<?x8xf32>
  return %both : index
}

func @strided(%m: memref<8x16xf32, offset: 4, strides: [32, 2]>, %i: index) -> f32 {
  %v = load %m[%i, %i] : memref<8x16xf32, offset: 4, strides: [32, 2]>
  return %v : f32
}

func @part(%m: memref<8x16xf32, offset: 0, strides: [16, 1]>, %o: index, %s: index) -> memref<?x?xf32, offset: ?, strides: [?, ?]> {
  %one = constant 1 : index
  %p = subview %m[%o, %o][%s, %s][%one, %one]
      : memref<8x16xf32, offset: 0, strides: [16, 1]> to memref<?x?xf32, offset: ?, strides: [?, ?]>
  return %p : memref<?x?xf32, offset: ?, strides: [?, ?]>
}

func @bytes(%n: index) -> f32 {
  %raw = alloc() : memref<2048xi8>
  %zero = constant 0 : index
  %typed = view %raw[%zero][%n] : memref<2048xi8> to memref<?x4xf32>
  %v = load %typed[%zero, %zero] : memref<?x4xf32>
  return %v : f32
}

// --- Vectors

func @vectors(%x: f32, %i: index) -> !quad {
  %v = splat %x : !quad
  %ones = constant dense<1.0> : vector<4xf32>
  %some = constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %sum = addf %v, %ones : !quad
  %all = mulf %sum, %some : !quad
  %e = extract_element %all[%i] : !quad
  %w = splat %e : !quad
  return %w : !quad
}

// --- Tensors

func @tensors(%t: tensor<?xf32>, %i: index) -> (f32, index) {
  %known = tensor_cast %t : tensor<?xf32> to tensor<8xf32>
  %e = extract_element %known[%i] : tensor<8xf32>
  %d = dim %t, 0 : tensor<?xf32>
  return %e, %d : f32, index
}

// --- Structured loops

func @saxpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  %zero = constant 0 : index
  %one = constant 1 : index
  loop.for %i = %zero to %n step %one {
    %xi = load %x[%i] : memref<?xf32>
    %yi = load %y[%i] : memref<?xf32>
    %ax = mulf %a, %xi : f32
    %r = addf %ax, %yi : f32
    // only what grew
    %grew = cmpf "ogt", %r, %yi : f32
    loop.if %grew {
      store %r, %y[%i] : memref<?xf32>
    } else {
      store %yi, %y[%i] : memref<?xf32>
    }
  }
  return
}

func @polyhedra(%m: memref<100xf32>, %n: index) {
  affine.for %i = 0 to 100 {
    %j = affine.apply (d0) -> (d0 floordiv 2) (%i)
    %k = affine.min #least(%i, %j)
    affine.if #inside(%i)[%n] {
      %v = affine.load %m[%j] : memref<100xf32>
      %w = addf %v, %v : f32
      affine.store %w, %m[%j] : memref<100xf32>
    }
    call @use_index(%k) : (index) -> ()
  }
  affine.for %i = #shift(%n)[%n] to 200 step 2 {
    call @use_index(%i) : (index) -> ()
  }
  return
}

// --- The llvm dialect, its types wrapped

llvm.mlir.global @counter(42 : i32) : !llvm.i32
llvm.mlir.global constant @greeting("hello") : !llvm<"[5 x i8]">

llvm.func @puts(!llvm<"i8*">) -> !llvm.i32
llvm.func @printf(!llvm<"i8*">, ...) -> !llvm.i32
llvm.func @quiet() attributes {passthrough = ["noinline", ["alignstack", "4"]]} {
  llvm.return
}

llvm.func @llvm_part(%a: !llvm.i32, %p: !llvm<"float*">, %i: !llvm.i64) -> !llvm.i32 {
  %zero = llvm.mlir.constant(0 : i64) : !llvm.i64
  %one = llvm.mlir.constant(1 : i32) : !llvm.i32
  %g = llvm.mlir.addressof @counter : !llvm<"i32*">
  %old = llvm.load %g : !llvm<"i32*">
  %new = llvm.add %old, %one : !llvm.i32
  llvm.store %new, %g : !llvm<"i32*">
  %q = llvm.getelementptr %p[%i] : (!llvm<"float*">, !llvm.i64) -> !llvm<"float*">
  %f = llvm.load %q : !llvm<"float*">
  %s = llvm.alloca %one x !llvm<"{ i32, float }"> : (!llvm.i32) -> !llvm<"{ i32, float }*">
  %u = llvm.mlir.undef : !llvm<"{ i32, float }">
  %u0 = llvm.insertvalue %new, %u[0] : !llvm<"{ i32, float }">
  %u1 = llvm.insertvalue %f, %u0[1] : !llvm<"{ i32, float }">
  llvm.store %u1, %s : !llvm<"{ i32, float }*">
  %back = llvm.extractvalue %u1[0] : !llvm<"{ i32, float }">
  %text = llvm.mlir.addressof @greeting : !llvm<"[5 x i8]*">
  %chars = llvm.getelementptr %text[%zero, %zero] : (!llvm<"[5 x i8]*">, !llvm.i64, !llvm.i64) -> !llvm<"i8*">
  %said = llvm.call @puts(%chars) : (!llvm<"i8*">) -> !llvm.i32
  %raw = llvm.bitcast %p : !llvm<"float*"> to !llvm<"i8*">
  %null = llvm.mlir.null : !llvm<"i8*">
  %isnull = llvm.icmp "eq" %raw, %null : !llvm<"i8*">
  llvm.cond_br %isnull, ^none, ^some(%back : !llvm.i32)
^none:
  llvm.br ^some(%said : !llvm.i32)
^some(%r: !llvm.i32):
  %e = llvm.fadd %f, %f : !llvm.float
  %bigger = llvm.fcmp "ogt" %e, %f : !llvm.float
  %grown = "llvm.intr.exp"(%e) : (!llvm.float) -> !llvm.float
  %x = llvm.select %bigger, %r, %a : !llvm.i1, !llvm.i32
  llvm.return %x : !llvm.i32
}
