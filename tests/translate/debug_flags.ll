; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @f(i32 %0) !dbg !3 {
    #dbg_value(i32 %0, !7, !DIExpression(), !8)
  ret void, !dbg !8
}

define void @g(i32 %0) !dbg !9 {
  call void @llvm.amdgcn.s.barrier(), !dbg !10
  ret void, !dbg !11
}

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nocallback nofree nounwind willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug, nameTableKind: Apple)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !4, virtualIndex: 0, spFlags: DISPFlagVirtual | DISPFlagPureVirtual | DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null, !6}
!6 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "c", flags: DIFlagProtected | DIFlagSingleInheritance | DIFlagBitField | DIFlagBigEndian)
!7 = !DILocalVariable(name: "v", scope: !3, file: !1, type: !6, flags: DIFlagPublic | DIFlagSingleInheritance | DIFlagExportSymbols)
!8 = !DILocation(line: 1, column: 2, scope: !3)
!9 = distinct !DISubprogram(name: "g", scope: !1, file: !1, type: !4, virtualIndex: 0, spFlags: DISPFlagPureVirtual | DISPFlagDefinition | DISPFlagObjCDirect, unit: !0)
!10 = !DILocation(line: 15, column: 3, scope: !9)
!11 = !DILocation(line: 3, column: 4, scope: !9)
