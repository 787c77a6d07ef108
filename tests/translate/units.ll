; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@a = global i32 1, !dbg !0
@b = global i32 1, !dbg !9
@c = global i32 1, !dbg !5
@d = global i32 1, !dbg !12, !dbg !17

define void @fn(ptr %0) !dbg !14 {
    #dbg_declare(ptr %0, !23, !DIExpression(), !25)
    #dbg_label(!26, !27)
  ret void, !dbg !28
}

!llvm.dbg.cu = !{!15, !2, !20}
!llvm.ident = !{!21}
!llvm.module.flags = !{!22}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "a", scope: !2, file: !3, line: 1, type: !8, isLocal: false, isDefinition: false)
!2 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !3, producer: "second", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, globals: !4)
!3 = !DIFile(filename: "a.c", directory: "/")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "c", scope: !7, file: !3, line: 3, type: !8, isLocal: false, isDefinition: false)
!7 = !DIModule(scope: !2, name: "m", file: !3)
!8 = !DIBasicType(name: "t")
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "b", scope: !11, file: !3, line: 2, type: !8, isLocal: false, isDefinition: false)
!11 = !DINamespace(name: "ns", scope: !2)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "d", scope: !14, file: !3, line: 4, type: !8, isLocal: false, isDefinition: false)
!14 = distinct !DISubprogram(name: "fn", scope: !3, file: !3, spFlags: DISPFlagDefinition, unit: !15)
!15 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, producer: "first", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !16)
!16 = !{!12, !17}
!17 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression())
!18 = distinct !DIGlobalVariable(name: "e", scope: !19, file: !3, line: 5, type: !8, isLocal: false, isDefinition: false)
!19 = !DICommonBlock(scope: !14, declaration: null, name: "c")
!20 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "third", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!21 = !{!"Rung"}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !DILocalVariable(name: "v", scope: !14, type: !24)
!24 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "elsewhere", scope: !20)
!25 = !DILocation(line: 7, column: 2, scope: !14)
!26 = !DILabel(scope: !14, name: "without_line")
!27 = !DILocation(line: 8, column: 2, scope: !14)
!28 = !DILocation(line: 9, column: 1, scope: !14)
