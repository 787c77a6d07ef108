// Attributes of rocdl and nvvm on functions and on what reaches memory.
#f = #llvm.di_file<"x.c" in "/d">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #f, isOptimized = false, emissionKind = Full>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #f, name = "f", file = #f, subprogramFlags = Definition>
#dom = #llvm.alias_scope_domain<id = distinct[0]<>, description = "d">
#sc = #llvm.alias_scope<id = distinct[1]<>, domain = #dom>

llvm.func @j(%p: !llvm.ptr<1>, %i: i32) {
  %0 = llvm.load %p {rocdl.last_use} : !llvm.ptr<1> -> i32
  %2 = llvm.atomicrmw add %p, %i monotonic {rocdl.no_remote_memory, alias_scopes = [#sc]} : !llvm.ptr<1>, i32
  %1 = llvm.atomicrmw add %p, %i monotonic {rocdl.no_remote_memory, rocdl.no_fine_grained_memory, rocdl.ignore_denormal_mode, alias_scopes = [#sc]} : !llvm.ptr<1>, i32 loc(fused<#sp>["a":1:3])
  llvm.return
}
llvm.func @e(%p: !llvm.ptr ) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 16, 4, 2>, passthrough = [["amdgpu-flat-work-group-size", "3,4"]]} { llvm.return } loc(fused<#sp>["a":1:1])
llvm.func @f() attributes {rocdl.reqd_work_group_size = array<i32: 16, 4, 2>}
llvm.func @a() attributes {rocdl.kernel} { llvm.return }
llvm.func @b() attributes {rocdl.kernel, rocdl.flat_work_group_size = "128,128"} { llvm.return }
llvm.func @c() attributes {rocdl.kernel, rocdl.max_flat_work_group_size = 64 : i32} { llvm.return }
llvm.func @d() attributes {rocdl.waves_per_eu = 2 : i32} { llvm.return }
llvm.func @e2() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 16, 4, 2>} { llvm.return }
llvm.func @g2() attributes {rocdl.unsafe_fp_atomics = true} { llvm.return }
llvm.func @h() attributes {rocdl.kernel, rocdl.uniform_work_group_size = false} { llvm.return }
llvm.func @i() attributes {rocdl.kernel, rocdl.cluster_dims = array<i32: 1, 2, 3>} { llvm.return }
llvm.func @j2(%p: !llvm.ptr<1>, %i: i32) {
  %0 = llvm.load %p {rocdl.last_use} : !llvm.ptr<1> -> i32
  %1 = llvm.atomicrmw add %p, %i monotonic {rocdl.no_remote_memory, rocdl.no_fine_grained_memory, rocdl.ignore_denormal_mode} : !llvm.ptr<1>, i32
  llvm.return
}
llvm.func @k(%p: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant, llvm.nonnull}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 2>} { llvm.return }
llvm.func @l() attributes {rocdl.foo = 1 : i32} { llvm.return }
llvm.func @m(%p: !llvm.ptr {llvm.inreg}) attributes {rocdl.kernel} { llvm.return }
llvm.func @g() attributes {rocdl.reqd_work_group_size = array<i32: 16, 4>, rocdl.kernel,  rocdl.unsafe_fp_atomics=false}
