; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @j(ptr addrspace(1) %0, i32 %1) {
  %3 = load i32, ptr addrspace(1) %0, align 4, !amdgpu.last.use !3
  %4 = atomicrmw add ptr addrspace(1) %0, i32 %1 monotonic, align 4, !alias.scope !4, !amdgpu.no.remote.memory !3
  %5 = atomicrmw add ptr addrspace(1) %0, i32 %1 monotonic, align 4, !dbg !7, !alias.scope !4, !amdgpu.no.remote.memory !3, !amdgpu.ignore.denormal.mode !3, !amdgpu.no.fine.grained.memory !3
  ret void
}

define amdgpu_kernel void @e(ptr %0) #0 !dbg !8 !reqd_work_group_size !9 {
  ret void, !dbg !10
}

declare !reqd_work_group_size !9 void @f()

define amdgpu_kernel void @a() #1 {
  ret void
}

define amdgpu_kernel void @b() #2 {
  ret void
}

define amdgpu_kernel void @c() #3 {
  ret void
}

define void @d() #4 {
  ret void
}

define amdgpu_kernel void @e2() #1 !reqd_work_group_size !9 {
  ret void
}

define void @g2() #5 {
  ret void
}

define amdgpu_kernel void @h() #6 {
  ret void
}

define amdgpu_kernel void @i() #1 {
  ret void
}

define void @j2(ptr addrspace(1) %0, i32 %1) {
  %3 = load i32, ptr addrspace(1) %0, align 4, !amdgpu.last.use !3
  %4 = atomicrmw add ptr addrspace(1) %0, i32 %1 monotonic, align 4, !amdgpu.no.remote.memory !3, !amdgpu.ignore.denormal.mode !3, !amdgpu.no.fine.grained.memory !3
  ret void
}

define ptx_kernel void @k(ptr nonnull byval(i32) "nvvm.grid_constant" %0) #7 {
  ret void
}

define void @l() {
  ret void
}

define amdgpu_kernel void @m(ptr inreg %0) #1 {
  ret void
}

declare !reqd_work_group_size !11 amdgpu_kernel void @g() #8

attributes #0 = { "amdgpu-flat-work-group-size"="3,4" "uniform-work-group-size"="true" }
attributes #1 = { "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" }
attributes #2 = { "amdgpu-flat-work-group-size"="128,128" "uniform-work-group-size"="true" }
attributes #3 = { "amdgpu-flat-work-group-size"="1,64" "uniform-work-group-size"="true" }
attributes #4 = { "amdgpu-waves-per-eu"="2" }
attributes #5 = { "amdgpu-unsafe-fp-atomics"="true" }
attributes #6 = { "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="false" }
attributes #7 = { "nvvm.maxntid"="1,2" }
attributes #8 = { "amdgpu-flat-work-group-size"="1,256" "amdgpu-unsafe-fp-atomics"="false" "uniform-work-group-size"="true" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{}
!4 = !{!5}
!5 = distinct !{!5, !6}
!6 = distinct !{!6, !"d"}
!7 = !DILocation(line: 1, column: 3, scope: !8)
!8 = distinct !DISubprogram(name: "f", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)
!9 = !{i32 16, i32 4, i32 2}
!10 = !DILocation(line: 14, column: 165, scope: !8)
!11 = !{i32 16, i32 4}
