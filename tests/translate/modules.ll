; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target triple = "x86_64-unknown-linux-gnu"

module asm "foo:"
module asm "bar \22x\22"

%S1 = type { i32, ptr }
%S2 = type { i32, %S3 }
%S3 = type { float }
%S4 = type <{ i8, i32 }>
%rec = type { ptr, i32 }

$any_c = comdat any

$big = comdat largest

@a0 = external global i32
@a1 = internal constant i64 42, align 16
@str = private unnamed_addr constant [8 x i8] c"hello\00\22x"
@w = weak hidden local_unnamed_addr global float 1.500000e+00, section ".data.x"
@lo = linkonce_odr protected global i8 0, comdat($any_c)
@cm = common global i32 0
@ew = extern_weak global i32
@av = available_externally global [3 x i16] [i16 1, i16 2, i16 3]
@tl = internal thread_local global <4 x double> zeroinitializer
@as3 = external addrspace(3) global [16 x float]
@ei = external dso_local externally_initialized global i32
@nest = internal global [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 4]]
@undefd = internal global %S1 undef
@big = global i32 7, comdat
@init = internal global { i32, ptr, [2 x i8] } { i32 3, ptr @a1, [2 x i8] c"AA" }
@fp = global ptr @decl
@gepd = global ptr getelementptr inbounds nuw (i8, ptr @nest, i64 12)
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 7, ptr @ctor, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @ctor, ptr null }]

@al = alias i64, ptr @a1
@al2 = internal alias i32, getelementptr inbounds nuw (i8, ptr @nest, i64 8)

@ifn = ifunc float (i32, ptr), ptr @resolver

define ptr @resolver() {
  ret ptr null
}

define void @ctor() {
  ret void
}

declare noundef zeroext i32 @decl(i32, ptr noalias readonly align 8 captures(none) dereferenceable(16))

define internal fastcc float @cc(float %0) {
  ret float %0
}

define hidden void @hid() {
  ret void
}

define void @vis() unnamed_addr section ".text.x" align 32 gc "statepoint-example" {
  ret void
}

define linkonce_odr void @com() comdat($any_c) personality ptr @pers {
  ret void
}

declare i32 @pers(...)

; Function Attrs: noinline nounwind allockind("alloc") memory(argmem: read) alignstack(4) uwtable vscale_range(1,16)
define void @pt() #0 {
  ret void
}

; Function Attrs: convergent noinline nounwind optnone willreturn memory(argmem: read, inaccessiblemem: readwrite) uwtable(sync) vscale_range(1,16)
define void @attrs() #1 {
  ret void
}

define void @streaming() #2 {
  ret void
}

; Function Attrs: alwaysinline
define void @inl() #3 !prof !10 {
  ret void
}

; Function Attrs: inlinehint memory(none)
define void @ih() #4 {
  ret void
}

define void @hints() !vec_type_hint !11 !work_group_size_hint !12 !reqd_work_group_size !13 !intel_reqd_sub_group_size !14 {
  ret void
}

define void @k(ptr byval(%S2) %0, ptr sret(%S4) %1, float %2, i32 inreg signext range(i32 -5, 10) %3, ptr nest nofree noundef nonnull writeonly dereferenceable_or_null(4) alignstack(8) %4) {
  ret void
}

declare i32 @vararg(i32, ...)

declare i32 @callee(ptr, i64)

define i32 @calls(ptr %0, i32 %1, i64 %2, float %3) {
  %5 = call i32 (i32, ...) @vararg(i32 %1, i64 %2)
  %6 = call i32 %0(i32 %1)
  %7 = tail call signext i32 @callee(ptr noalias align 4 %0, i64 zeroext %2)
  %8 = notail call nnan contract fastcc float @cc(float %3)
  %9 = call i32 @callee(ptr %0, i64 %2) #6
  %10 = call i32 @callee(ptr %0, i64 %2) [ "deopt"(i32 %1), "x"() ]
  call void @hid() #7
  %11 = call i32 asm sideeffect alignstack inteldialect "mov $0, $1", "=r,r"(i32 %1)
  call void asm sideeffect "foo", "*m"(ptr elementtype({ i32 }) %0)
  %12 = call i32 @llvm.bitreverse.i32(i32 %11)
  ret i32 %11
}

define i32 @mt(ptr %0, i64 %1) {
  %3 = musttail call i32 @callee(ptr %0, i64 %1)
  ret i32 %3
}

define i32 @atomics(ptr %0, i32 %1, float %2, ptr %3) {
  %5 = atomicrmw add ptr %0, i32 %1 monotonic, align 4
  %6 = atomicrmw volatile fadd ptr %0, float %2 syncscope("agent") acq_rel, align 16
  %7 = cmpxchg weak volatile ptr %0, i32 %1, i32 %1 syncscope("s") acq_rel monotonic, align 4
  %8 = cmpxchg ptr %0, i32 %1, i32 %1 seq_cst seq_cst, align 8
  fence syncscope("agent") seq_cst
  fence acquire
  %9 = load atomic volatile i32, ptr %0 syncscope("x") monotonic, align 4
  store atomic i32 %1, ptr %0 release, align 4
  store volatile float %2, ptr %0, align 4, !nontemporal !15
  %10 = load ptr, ptr %0, align 8, !invariant.load !16, !dereferenceable !17
  %11 = load i32, ptr %0, align 4, !nontemporal !15, !invariant.group !16
  %12 = atomicrmw uinc_wrap ptr %0, i32 %1 monotonic, align 4
  %13 = atomicrmw xchg ptr %0, ptr %3 monotonic, align 8
  %14 = load ptr, ptr %0, align 8, !dereferenceable_or_null !17
  ret i32 %9
}

define i32 @eh(i32 %0) personality ptr @pers {
  %2 = invoke i32 @callee2(i32 %0)
          to label %3 unwind label %4

3:                                                ; preds = %1
  ret i32 %2

4:                                                ; preds = %1
  %5 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] zeroinitializer
  resume { ptr, i32 } %5
}

declare i32 @callee2(i32)

define i32 @sw(i32 %0, i64 %1) {
  switch i32 %0, label %3 [
    i32 0, label %10
    i32 -3, label %6
    i32 9, label %12
  ], !prof !18

3:                                                ; preds = %10, %12, %2
  %4 = phi i32 [ %13, %12 ], [ %11, %10 ], [ %0, %2 ]
  %5 = icmp eq i32 %4, %0
  br i1 %5, label %7, label %14, !prof !19

6:                                                ; preds = %7, %2
  unreachable

7:                                                ; preds = %14, %3
  %8 = phi i32 [ %15, %14 ], [ %4, %3 ]
  %9 = phi i32 [ %16, %14 ], [ %0, %3 ]
  switch i64 %1, label %6 [
  ]

10:                                               ; preds = %2
  %11 = phi i32 [ %0, %2 ]
  br label %3

12:                                               ; preds = %2
  %13 = phi i32 [ %0, %2 ]
  br label %3

14:                                               ; preds = %3
  %15 = phi i32 [ %0, %3 ]
  %16 = phi i32 [ %4, %3 ]
  br label %7
}

define void @types(target("spirv.Image", void, 0, 1) %0, <vscale x 4 x i32> %1, %rec %2, x86_fp80 %3, fp128 %4, bfloat %5, ppc_fp128 %6, i1 %7, <2 x ptr addrspace(5)> %8, <{ i8, i32 }> %9, [0 x i8] %10, {} %11) {
  %13 = fadd x86_fp80 %3, 0xK3FFF8000000000000000
  %14 = fadd fp128 %4, 0xL0000000000000000C000400000000000
  %15 = fadd bfloat %5, 0xR3A83
  %16 = add <vscale x 4 x i32> %1, splat (i32 7)
  %17 = call double @d(double 0x400921FB54411744)
  ret void
}

declare double @d(double)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bitreverse.i32(i32) #5

attributes #0 = { noinline nounwind allockind("alloc") memory(argmem: read) alignstack=4 uwtable vscale_range(1,16) "bar"="baz" "foo" }
attributes #1 = { convergent noinline nounwind optnone willreturn memory(argmem: read, inaccessiblemem: readwrite) uwtable(sync) vscale_range(1,16) "denormal-fp-math"="preserve-sign" "fp-contract"="fast" "frame-pointer"="non-leaf" "instrument-function-entry"="__fentry__" "no-infs-fp-math"="true" "no-nans-fp-math"="false" "prefer-vector-width"="128" "reciprocal-estimates"="all" "target-cpu"="gfx90a" "target-features"="+sme,+sve" "tune-cpu"="generic" }
attributes #2 = { "aarch64_new_za" "aarch64_pstate_sm_enabled" }
attributes #3 = { alwaysinline }
attributes #4 = { inlinehint memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nounwind willreturn memory(read) }
attributes #7 = { noinline }

!llvm.ident = !{!0}
!llvm.commandline = !{!1}
!llvm.dependent-libraries = !{!2, !3}
!llvm.linker.options = !{!4, !5}
!llvm.module.flags = !{!6, !7, !8, !9}

!0 = !{!"some compiler"}
!1 = !{!"cc -O2"}
!2 = !{!"foo"}
!3 = !{!"bar"}
!4 = !{!"/DEFAULTLIB:", !"libcmt"}
!5 = !{!"-l", !"m"}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 2}
!8 = !{i32 2, !"probe-stack", !"inline-asm"}
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !{!"function_entry_count", i64 4242}
!11 = !{<4 x float> undef, i32 1}
!12 = !{i32 128, i32 1, i32 1}
!13 = !{i32 32, i32 2, i32 1}
!14 = !{i32 16}
!15 = !{i32 1}
!16 = !{}
!17 = !{i64 8}
!18 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
!19 = !{!"branch_weights", i32 5, i32 7}
