; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@g = global i64 1, align 8, !dbg !0
@g2 = global i64 1, !dbg !6

define i64 @fn(i64 %0, ptr %1) !dbg !18 {
    #dbg_value(i64 %0, !40, !DIExpression(DW_OP_LLVM_convert, 16, DW_ATE_signed, DW_OP_LLVM_fragment, 0, 8), !43)
    #dbg_declare(ptr %1, !44, !DIExpression(), !45)
    #dbg_label(!46, !47)
  %3 = add i64 %0, %0, !dbg !48
  %4 = mul i64 %3, %0, !dbg !49
  %5 = mul i64 %4, %0, !dbg !50
  %6 = mul i64 %5, %0, !dbg !51
  %7 = mul i64 %6, %0
  %8 = mul i64 %7, %0, !dbg !53
  call void @ext(), !dbg !54
  ret i64 %8, !dbg !55
}

declare !dbg !56 void @ext()

define void @other() !dbg !9 {
  ret void, !dbg !57
}

define void @none() {
  ret void, !dbg !57
}

!llvm.dbg.cu = !{!2, !12}
!llvm.module.flags = !{!17}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_push_object_address, DW_OP_deref))
!1 = distinct !DIGlobalVariable(name: "g", linkageName: "gl", scope: !2, file: !3, line: 9, type: !5, isLocal: true, isDefinition: true, align: 64)
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, producer: "MLIR", isOptimized: true, runtimeVersion: 0, splitDebugFilename: "test.dwo", emissionKind: FullDebug, globals: !4, nameTableKind: None)
!3 = !DIFile(filename: "foo.c", directory: "/dir")
!4 = !{!0}
!5 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!6 = !DIGlobalVariableExpression(var: !7, expr: !DIExpression())
!7 = distinct !DIGlobalVariable(name: "g2", scope: !8, file: !3, line: 9, type: !5, isLocal: false, isDefinition: false)
!8 = !DICommonBlock(scope: !9, declaration: null, name: "block", file: !3, line: 3)
!9 = distinct !DISubprogram(name: "other", scope: !3, file: !3, type: !10, spFlags: DISPFlagDefinition, unit: !12, retainedNodes: !14)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, globals: !13)
!13 = !{!6}
!14 = !{!15}
!15 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !9, entity: !16, file: !3, line: 1)
!16 = !DIModule(scope: !2, name: "md", configMacros: "bar", includePath: "/", apinotes: "/n", file: !3, line: 42, isDecl: true)
!17 = !{i32 2, !"Debug Info Version", i32 3}
!18 = distinct !DISubprogram(name: "fn", linkageName: "_Zfn", scope: !19, file: !3, line: 3, type: !21, scopeLine: 3, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, annotations: !38)
!19 = !DINamespace(name: "inner", scope: !20)
!20 = !DINamespace(name: "ns", scope: null, exportSymbols: true)
!21 = !DISubroutineType(cc: DW_CC_normal, types: !22)
!22 = !{null, !5, !23, !24, !28, !31, !35, !36, !37}
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64, align: 32, offset: 8, extraData: !5, dwarfAddressSpace: 3)
!24 = !DICompositeType(tag: DW_TAG_array_type, name: "array1", line: 10, baseType: !5, size: 128, align: 32, elements: !25)
!25 = !{!26, !27}
!26 = !DISubrange(count: 4, lowerBound: 0, stride: 2)
!27 = !DISubrange(upperBound: 7)
!28 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "st", scope: !3, file: !3, line: 3, size: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !29)
!29 = !{!30}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !5)
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", elements: !32)
!32 = !{!33}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "next", baseType: !34)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31)
!35 = !DIStringType(name: "character(*)", stringLengthExpression: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 8), stringLocationExpression: !DIExpression(DW_OP_push_object_address, DW_OP_deref), size: 32, align: 8, encoding: DW_ATE_ASCII)
!36 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "nullptr")
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!38 = !{!39}
!39 = !{!"an", !"av"}
!40 = !DILocalVariable(name: "v", arg: 1, scope: !41, file: !3, line: 7, type: !5, flags: DIFlagArtificial, align: 32)
!41 = distinct !DILexicalBlockFile(scope: !42, file: !3, discriminator: 2)
!42 = distinct !DILexicalBlock(scope: !18, file: !3, line: 5, column: 6)
!43 = !DILocation(line: 8, column: 2, scope: !41)
!44 = !DILocalVariable(scope: !18)
!45 = !DILocation(line: 9, column: 2, scope: !18)
!46 = !DILabel(scope: !18, name: "lbl", file: !3, line: 42)
!47 = !DILocation(line: 10, column: 2, scope: !18)
!48 = !DILocation(line: 11, column: 12, scope: !18)
!49 = !DILocation(line: 12, column: 3, scope: !42)
!50 = !DILocation(line: 13, column: 4, scope: !18)
!51 = !DILocation(line: 1, column: 2, scope: !9, inlinedAt: !52)
!52 = !DILocation(line: 14, column: 5, scope: !18)
!53 = !DILocation(line: 14, column: 5, scope: !42)
!54 = !DILocation(line: 15, scope: !18)
!55 = !DILocation(line: 16, column: 1, scope: !18)
!56 = !DISubprogram(name: "declared", scope: !16, file: !3, type: !10, spFlags: DISPFlagOptimized)
!57 = !DILocation(line: 20, column: 1, scope: !9)
