// What modules, globals, functions and calls say beside their bodies; atomics, exceptions, switches, types.
module attributes {llvm.ident = "some compiler", llvm.commandline = "cc -O2", llvm.dependent_libraries = #llvm.dependent_libraries<"foo", "bar">, llvm.target_triple = "x86_64-unknown-linux-gnu", llvm.module_asm = ["foo:", "bar \22x\22"]} {
llvm.comdat @__llvm_comdat {
  llvm.comdat_selector @any_c any
  llvm.comdat_selector @big largest
  llvm.comdat_selector @unused samesize
}
llvm.mlir.global external @a0() : i32
llvm.mlir.global internal constant @a1(42 : i64) {alignment = 16 : i64} : i64
llvm.mlir.global private unnamed_addr constant @str("hello\00\22x") : !llvm.array<8 x i8>
llvm.mlir.global weak hidden local_unnamed_addr @w(1.5 : f32) {section = ".data.x"} : f32
llvm.mlir.global linkonce_odr protected @lo(0 : i8) comdat(@__llvm_comdat::@any_c) : i8
llvm.mlir.global common @cm(0 : i32) : i32
llvm.mlir.global extern_weak @ew() : i32
llvm.mlir.global available_externally @av(dense<[1,2,3]> : tensor<3xi16>) : !llvm.array<3 x i16>
llvm.mlir.global internal thread_local @tl(dense<0.0> : vector<4xf64>) {addr_space = 0 : i32} : vector<4xf64>
llvm.mlir.global external @as3() {addr_space = 3 : i32} : !llvm.array<16 x f32>
llvm.mlir.global external @ei() {externally_initialized, dso_local} : i32
llvm.mlir.global internal @nest(dense<[[1,2],[3,4]]> : tensor<2x2xi32>) : !llvm.array<2 x array<2 x i32>>
llvm.mlir.global internal @undefd() : !llvm.struct<"S1", (i32, ptr)>
llvm.mlir.global external @big(7 : i32) comdat(@__llvm_comdat::@big) : i32
llvm.mlir.global internal @init() : !llvm.struct<(i32, ptr, array<2 x i8>)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr, array<2 x i8>)>
  %1 = llvm.mlir.constant(3 : i32) : i32
  %2 = llvm.mlir.addressof @a1 : !llvm.ptr
  %3 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, ptr, array<2 x i8>)>
  %4 = llvm.insertvalue %2, %3[1] : !llvm.struct<(i32, ptr, array<2 x i8>)>
  %5 = llvm.mlir.constant(65 : i8) : i8
  %6 = llvm.insertvalue %5, %4[2, 0] : !llvm.struct<(i32, ptr, array<2 x i8>)>
  %7 = llvm.insertvalue %5, %6[2, 1] : !llvm.struct<(i32, ptr, array<2 x i8>)>
  llvm.return %7 : !llvm.struct<(i32, ptr, array<2 x i8>)>
}
llvm.mlir.global external @fp() : !llvm.ptr {
  %0 = llvm.mlir.addressof @decl : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global external @gepd() : !llvm.ptr {
  %0 = llvm.mlir.addressof @nest : !llvm.ptr
  %1 = llvm.getelementptr inbounds %0[0, 1, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x array<2 x i32>>
  llvm.return %1 : !llvm.ptr
}
llvm.mlir.alias external @al : i64 {
  %0 = llvm.mlir.addressof @a1 : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.alias internal @al2 {dso_local} : i32 {
  %0 = llvm.mlir.addressof @nest : !llvm.ptr
  %1 = llvm.getelementptr inbounds %0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x array<2 x i32>>
  llvm.return %1 : !llvm.ptr
}
llvm.func @resolver() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.ifunc external @ifn : !llvm.func<f32 (i32, ptr)>, !llvm.ptr @resolver
llvm.func @ctor() { llvm.return }
llvm.mlir.global_ctors ctors = [@ctor], priorities = [7 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@ctor], priorities = [65535 : i32], data = [@a1]
llvm.linker_options ["/DEFAULTLIB:", "libcmt"]
llvm.linker_options ["-l", "m"]
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<warning, "probe-stack", "inline-asm">]
llvm.func @decl(i32, !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.readonly, llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64}) -> (i32 {llvm.zeroext, llvm.noundef})
llvm.func internal fastcc @cc(%arg0: f32) -> f32 attributes {dso_local} { llvm.return %arg0 : f32 }
llvm.func hidden @hid() attributes {dso_local} { llvm.return }
llvm.func unnamed_addr @vis() attributes {alignment = 32 : i64, section = ".text.x", garbageCollector = "statepoint-example"} { llvm.return }
llvm.func linkonce_odr @com() comdat(@__llvm_comdat::@any_c) attributes {personality = @pers} { llvm.return }
llvm.func @pers(...) -> i32
llvm.func @pt() attributes {passthrough = ["noinline", ["alignstack", "4"], "foo", ["bar", "baz"], ["uwtable", "2"], ["memory", "1"], "nounwind", ["vscale_range", "4294967312"], ["allockind", "1"]]} { llvm.return }
llvm.func @attrs() attributes {no_inline, optimize_none, no_unwind, will_return, convergent, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>, frame_pointer = #llvm.framePointerKind<"non-leaf">, target_cpu = "gfx90a", tune_cpu = "generic", target_features = #llvm.target_features<["+sme", "+sve"]>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>, no_infs_fp_math = true, no_nans_fp_math = false, fp_contract = "fast", denormal_fp_math = "preserve-sign", uwtable_kind = #llvm.uwtableKind<sync>, prefer_vector_width = "128", reciprocal_estimates = "all", instrument_function_entry = "__fentry__"} { llvm.return }
llvm.func @streaming() attributes {arm_streaming, arm_new_za} { llvm.return }
llvm.func @inl() attributes {always_inline, function_entry_count = 4242 : i64} { llvm.return }
llvm.func @ih() attributes {inline_hint, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} { llvm.return }
llvm.func @hints() attributes {vec_type_hint = #llvm.vec_type_hint<hint = vector<4xf32>, is_signed = true>, work_group_size_hint = array<i32: 128, 1, 1>, reqd_work_group_size = array<i32: 32, 2, 1>, intel_reqd_sub_group_size = 16 : i32} { llvm.return }
llvm.func @k(%arg0: !llvm.ptr {llvm.byval = !llvm.struct<"S2", (i32, struct<"S3", (f32)>)>}, %arg1: !llvm.ptr {llvm.sret = !llvm.struct<"S4", packed (i8, i32)>}, %arg2: f32 {llvm.nofpclass = 3 : i64}, %arg3: i32 {llvm.range = #llvm.constant_range<i32, -5, 10>, llvm.signext, llvm.inreg}, %arg4: !llvm.ptr {llvm.nonnull, llvm.nofree, llvm.nest, llvm.writeonly, llvm.dereferenceable_or_null = 4 : i64, llvm.alignstack = 8 : i64, llvm.swiftself, llvm.noundef}) { llvm.return }
llvm.func @vararg(i32, ...) -> i32
llvm.func @callee(!llvm.ptr, i64) -> i32
llvm.func @calls(%arg0: !llvm.ptr, %arg1: i32, %arg2: i64, %f: f32) -> i32 {
  %0 = llvm.call @vararg(%arg1, %arg2) vararg(!llvm.func<i32 (i32, ...)>) : (i32, i64) -> i32
  %1 = llvm.call %arg0(%arg1) : !llvm.ptr, (i32) -> i32
  %2 = llvm.call tail @callee(%arg0, %arg2) : (!llvm.ptr {llvm.noalias, llvm.align = 4 : i64}, i64 {llvm.zeroext}) -> (i32 {llvm.signext})
  %3 = llvm.call fastcc notail @cc(%f) {fastmathFlags = #llvm.fastmath<nnan, contract>} : (f32) -> f32
  %4 = llvm.call @callee(%arg0, %arg2) {no_unwind, will_return, convergent, memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>} : (!llvm.ptr, i64) -> i32
  %5 = llvm.call @callee(%arg0, %arg2) ["deopt"(%arg1 : i32), "x"()] : (!llvm.ptr, i64) -> i32
  llvm.call @hid() {no_inline} : () -> ()
  %6 = llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel "mov $0, $1", "=r,r" %arg1 : (i32) -> i32
  llvm.inline_asm has_side_effects operand_attrs = [{}, {elementtype = !llvm.struct<(i32)>}] "foo", "*m" %arg0 : (!llvm.ptr) -> ()
  llvm.call_intrinsic "llvm.bitreverse.i32"(%6) : (i32) -> i32
  llvm.return %6 : i32
}
llvm.func @mt(%a: !llvm.ptr, %b: i64) -> i32 {
  %0 = llvm.call musttail @callee(%a, %b) : (!llvm.ptr, i64) -> i32
  llvm.return %0 : i32
}
llvm.func @atomics(%p: !llvm.ptr, %v: i32, %f: f32, %p2: !llvm.ptr) -> i32 {
  %0 = llvm.atomicrmw add %p, %v monotonic : !llvm.ptr, i32
  %1 = llvm.atomicrmw volatile fadd %p, %f syncscope("agent") acq_rel {alignment = 16 : i64} : !llvm.ptr, f32
  %2 = llvm.cmpxchg weak volatile %p, %v, %v syncscope("s") acq_rel monotonic : !llvm.ptr, i32
  %3 = llvm.cmpxchg %p, %v, %v seq_cst seq_cst {alignment = 8 : i64} : !llvm.ptr, i32
  llvm.fence syncscope("agent") seq_cst
  llvm.fence acquire
  %4 = llvm.load volatile %p atomic syncscope("x") monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %v, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store volatile %f, %p {nontemporal} : f32, !llvm.ptr
  %5 = llvm.load %p invariant dereferenceable<bytes = 8> : !llvm.ptr -> !llvm.ptr
  %6 = llvm.load %p invariant_group {nontemporal} : !llvm.ptr -> i32
  %7 = llvm.atomicrmw uinc_wrap %p, %v monotonic : !llvm.ptr, i32
  %8 = llvm.atomicrmw xchg %p, %p2 monotonic : !llvm.ptr, !llvm.ptr
  %9 = llvm.load %p dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr -> !llvm.ptr
  llvm.return %4 : i32
}
llvm.func @eh(%x: i32) -> i32 attributes {personality = @pers} {
  %n = llvm.mlir.zero : !llvm.ptr
  %u = llvm.mlir.undef : !llvm.array<1 x ptr>
  %fl = llvm.insertvalue %n, %u[0] : !llvm.array<1 x ptr>
  %r = llvm.invoke @callee2(%x) to ^bb1 unwind ^bb2 : (i32) -> i32
^bb1:
  llvm.return %r : i32
^bb2:
  %l = llvm.landingpad cleanup (catch %n : !llvm.ptr) (filter %fl : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
  llvm.resume %l : !llvm.struct<(ptr, i32)>
}
llvm.func @callee2(i32) -> i32
llvm.func @sw(%x: i32, %y: i64) -> i32 {
  llvm.switch %x : i32, ^bb1(%x : i32) [ 0: ^bb1(%x : i32), -3: ^bb2, 9: ^bb1(%x : i32) ] {branch_weights = array<i32: 1, 2, 3, 4>}
^bb1(%a: i32):
  %c = llvm.icmp "eq" %a, %x : i32
  llvm.cond_br %c weights([5, 7]), ^bb3(%a, %x : i32, i32), ^bb3(%x, %a : i32, i32)
^bb2:
  llvm.unreachable
^bb3(%p: i32, %q: i32):
  llvm.switch %y : i64, ^bb2 [ ]
}
llvm.func @types(%a: !llvm.target<"spirv.Image", !llvm.void, 0, 1>, %b: vector<[4]xi32>, %c: !llvm.struct<"rec", (ptr, i32)>, %e: f80, %f: f128, %g: bf16, %h: !llvm.ppc_fp128, %i: i1, %j: vector<2x!llvm.ptr<5>>, %k: !llvm.struct<packed (i8, i32)>, %l: !llvm.array<0 x i8>, %m: !llvm.struct<()>) {
  %0 = llvm.mlir.constant(1.0 : f80) : f80
  %1 = llvm.fadd %e, %0 : f80
  %2 = llvm.mlir.constant(-2.5 : f128) : f128
  %3 = llvm.fadd %f, %2 : f128
  %4 = llvm.mlir.constant(1.0e-3 : bf16) : bf16
  %5 = llvm.fadd %g, %4 : bf16
  %6 = llvm.mlir.constant(0x7FC00001 : f32) : f32
  %7 = llvm.fneg %6 : f32
  %8 = llvm.mlir.constant(3.1415926535 : f64) : f64
  %9 = llvm.mlir.constant(dense<7> : vector<[4]xi32>) : vector<[4]xi32>
  %10 = llvm.add %b, %9 : vector<[4]xi32>
  %11 = llvm.call @d(%8) : (f64) -> f64
  llvm.return
}
llvm.func @d(f64) -> f64
}
