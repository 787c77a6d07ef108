// Type-based aliasing, scopes, access groups, weights and loops.
#root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#anon = #llvm.tbaa_root
#char = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#root, 0>}>
#int = #llvm.tbaa_type_desc<id = "int", members = {<#char, 0>}>
#st = #llvm.tbaa_type_desc<id = "agg", members = {<#int, 0>, <#char, 8>}>
#tag = #llvm.tbaa_tag<base_type = #st, access_type = #int, offset = 0>
#tagc = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0, constant = true>
#ac = #llvm.tbaa_type_desc<id = "anon", members = {<#anon, 0>}>
#taga = #llvm.tbaa_tag<base_type = #ac, access_type = #ac, offset = 0>
#dom = #llvm.alias_scope_domain<id = distinct[0]<>, description = "The domain">
#dom2 = #llvm.alias_scope_domain<id = "named domain">
#s1 = #llvm.alias_scope<id = distinct[1]<>, domain = #dom, description = "scope 1">
#s2 = #llvm.alias_scope<id = distinct[2]<>, domain = #dom2>
#s3 = #llvm.alias_scope<id = "named", domain = #dom2, description = "d">
#g1 = #llvm.access_group<id = distinct[3]<>>
#g2 = #llvm.access_group<id = distinct[4]<>>
#follow = #llvm.loop_annotation<disableNonforced = true>
#vec = #llvm.loop_vectorize<disable = false, predicateEnable = true, scalableEnable = false, width = 16 : i32, followupVectorized = #follow, followupEpilogue = #follow, followupAll = #follow>
#inter = #llvm.loop_interleave<count = 32 : i32>
#unroll = #llvm.loop_unroll<disable = false, count = 64 : i32, runtimeDisable = true, full = true, followupUnrolled = #follow, followupRemainder = #follow, followupAll = #follow>
#jam = #llvm.loop_unroll_and_jam<disable = true, count = 8 : i32, followupOuter = #follow, followupInner = #follow, followupRemainderOuter = #follow, followupRemainderInner = #follow, followupAll = #follow>
#licm = #llvm.loop_licm<disable = true, versioningDisable = true>
#dist = #llvm.loop_distribute<disable = true, followupCoincident = #follow, followupSequential = #follow, followupFallback = #follow, followupAll = #follow>
#pipe = #llvm.loop_pipeline<disable = false, initiationinterval = 2 : i32>
#peel = #llvm.loop_peeled<count = 8 : i32>
#unsw = #llvm.loop_unswitch<partialDisable = true>
#loop = #llvm.loop_annotation<disableNonforced = false, mustProgress = true, vectorize = #vec, interleave = #inter, unroll = #unroll, unrollAndJam = #jam, licm = #licm, distribute = #dist, pipeline = #pipe, peeled = #peel, unswitch = #unsw, isVectorized = true, parallelAccesses = #g1, #g2>
#loop2 = #llvm.loop_annotation<parallelAccesses = #g1>
#loop3 = #llvm.loop_annotation<licm = <disable = false>, unroll = <disable = true, full = false, runtimeDisable = false>, distribute = <disable = false>, unswitch = <partialDisable = false>, pipeline = <disable = true>>
llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr, %c: i1, %n: i64) {
  %0 = llvm.load %p {tbaa = [#tag], access_groups = [#g1, #g2], alias_scopes = [#s1, #s2], noalias_scopes = [#s3]} : !llvm.ptr -> i32
  llvm.store %0, %p {tbaa = [#tagc], access_groups = [#g1]} : i32, !llvm.ptr
  llvm.store %0, %p {tbaa = [#taga], alias_scopes = [#s3]} : i32, !llvm.ptr
  %1 = llvm.atomicrmw add %p, %0 monotonic {tbaa = [#tag], access_groups = [#g2], alias_scopes = [#s1]} : !llvm.ptr, i32
  %2 = llvm.cmpxchg %p, %0, %0 acq_rel monotonic {noalias_scopes = [#s1]} : !llvm.ptr, i32
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false, tbaa = [#tag], alias_scopes = [#s1]}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.experimental.noalias.scope.decl"() <{scope = #s1}> : () -> ()
  llvm.call @g() {tbaa = [#tag], access_groups = [#g1], alias_scopes = [#s2], noalias_scopes = [#s1]} : () -> ()
  llvm.br ^bb1 {loop_annotation = #loop}
^bb1:
  llvm.cond_br %c weights([3, 5]), ^bb1, ^bb2 {loop_annotation = #loop2}
^bb2:
  llvm.cond_br %c, ^bb1, ^bb3 {loop_annotation = #loop3}
^bb3:
  llvm.cond_br %c, ^bb3, ^bb4 {loop_annotation = #loop}
^bb4:
  llvm.return
}
llvm.func @g()
llvm.func @bundle(%p: !llvm.ptr, %c: i32) -> i32 attributes {personality = @g} {
  %0 = llvm.invoke @h(%c) to ^bb1 unwind ^bb2 {branch_weights = array<i32: 10, 20>} : (i32) -> i32
^bb1:
  llvm.return %0 : i32
^bb2:
  %l = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %l : !llvm.struct<(ptr, i32)>
}
llvm.func @h(i32) -> i32
