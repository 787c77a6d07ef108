// Debug information: each kind of node, recursion, places inlined, records of variables.
#file = #llvm.di_file<"foo.c" in "/dir">
#file2 = #llvm.di_file<"" in "">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "MLIR", isOptimized = true, emissionKind = Full, nameTableKind = None, splitDebugFilename = "test.dwo">
#cu2 = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_Fortran95, file = #file, isOptimized = false, emissionKind = LineTablesOnly>
#null = #llvm.di_null_type
#i64 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "long", sizeInBits = 64, encoding = DW_ATE_signed>
#noenc = #llvm.di_basic_type<tag = DW_TAG_unspecified_type, name = "nullptr">
#ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #i64, sizeInBits = 64, alignInBits = 32, offsetInBits = 8, extraData = #i64, dwarfAddressSpace = 3>
#void = #llvm.di_derived_type<tag = DW_TAG_pointer_type, sizeInBits = 64>
#member = #llvm.di_derived_type<tag = DW_TAG_member, name = "m", baseType = #i64>
#sub = #llvm.di_subrange<count = 4 : i64, lowerBound = 0 : i64, stride = 2 : i64>
#comp = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "array1", line = 10, baseType = #i64, sizeInBits = 128, alignInBits = 32, elements = #sub, #llvm.di_subrange<upperBound = 7 : i64>>
#struct = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = "st", file = #file, line = 3, scope = #file, flags = "TypePassByValue|NonTrivial", sizeInBits = 64, elements = #member>
#rec_self = #llvm.di_composite_type<recId = distinct[5]<>, isRecSelf = true>
#rec_ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #rec_self>
#rec_m = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #rec_ptr>
#rec = #llvm.di_composite_type<recId = distinct[5]<>, tag = DW_TAG_structure_type, name = "node", elements = #rec_m>
#str = #llvm.di_string_type<tag = DW_TAG_string_type, name = "character(*)", sizeInBits = 32, alignInBits = 8, stringLengthExp = <[DW_OP_push_object_address, DW_OP_plus_uconst(8)]>, stringLocationExp = <[DW_OP_push_object_address, DW_OP_deref]>, encoding = DW_ATE_ASCII>
#spty0 = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #null, #i64, #ptr, #comp, #struct, #rec, #str, #noenc, #void>
#spty1 = #llvm.di_subroutine_type<>
#ns = #llvm.di_namespace<name = "ns", exportSymbols = true>
#ns2 = #llvm.di_namespace<name = "inner", scope = #ns, exportSymbols = false>
#mod = #llvm.di_module<file = #file, scope = #cu, name = "md", configMacros = "bar", includePath = "/", apinotes = "/n", line = 42, isDecl = true>
#sp0 = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #cu, scope = #ns2, name = "fn", linkageName = "_Zfn", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized|LocalToUnit", type = #spty0, annotations = #llvm.di_annotation<name = "an", value = "av">>
#spdecl = #llvm.di_subprogram<scope = #mod, name = "declared", file = #file, subprogramFlags = Optimized, type = #spty1>
#sp1s = #llvm.di_subprogram<recId = distinct[6]<>, isRecSelf = true>
#imp = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #sp1s, entity = #mod, file = #file, line = 1>
#sp1 = #llvm.di_subprogram<recId = distinct[6]<>, id = distinct[3]<>, compileUnit = #cu2, scope = #file, name = "other", file = #file, subprogramFlags = Definition, type = #spty1, retainedNodes = #imp>
#block = #llvm.di_lexical_block<scope = #sp0, file = #file, line = 5, column = 6>
#blockfile = #llvm.di_lexical_block_file<scope = #block, file = #file, discriminator = 2>
#var = #llvm.di_local_variable<scope = #blockfile, name = "v", file = #file, line = 7, arg = 1, alignInBits = 32, type = #i64, flags = Artificial>
#var2 = #llvm.di_local_variable<scope = #sp0>
#label = #llvm.di_label<scope = #sp0, name = "lbl", file = #file, line = 42>
#gv = #llvm.di_global_variable<scope = #cu, name = "g", linkageName = "gl", file = #file, line = 9, type = #i64, isLocalToUnit = true, isDefined = true, alignInBits = 64>
#gve = #llvm.di_global_variable_expression<var = #gv, expr = <[DW_OP_push_object_address, DW_OP_deref]>>
#cb = #llvm.di_common_block<scope = #sp1, name = "block", file = #file, line = 3>
#gv2 = #llvm.di_global_variable<scope = #cb, name = "g2", file = #file, line = 9, type = #i64>
#gve2 = #llvm.di_global_variable_expression<var = #gv2>
llvm.mlir.global external @g(1 : i64) {dbg_exprs = [#gve], alignment = 8 : i64} : i64
llvm.mlir.global external @g2(1 : i64) {dbg_exprs = [#gve2]} : i64
llvm.func @fn(%arg: i64, %p: !llvm.ptr) -> i64 {
  llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_LLVM_convert(16, DW_ATE_signed), DW_OP_LLVM_fragment(0, 8)]> = %arg : i64 loc(fused<#blockfile>["foo.c":8:2])
  llvm.intr.dbg.declare #var2 = %p : !llvm.ptr loc(fused<#sp0>["foo.c":9:2])
  llvm.intr.dbg.label #label loc(fused<#sp0>["foo.c":10:2])
  %0 = llvm.add %arg, %arg : i64 loc("foo.c":11:12)
  %1 = llvm.mul %0, %arg : i64 loc(fused<#block>["foo.c":12:3])
  %2 = llvm.mul %1, %arg : i64 loc("named"("foo.c":13:4))
  %3 = llvm.mul %2, %arg : i64 loc(callsite(fused<#sp1>["x.c":1:2] at "foo.c":14:5))
  %4 = llvm.mul %3, %arg : i64 loc(unknown)
  %5 = llvm.mul %4, %arg : i64 loc(callsite("callee.c":1:2 at fused<#block>["foo.c":14:5]))
  llvm.call @ext() : () -> () loc("foo.c":15:0)
  llvm.return %5 : i64 loc("foo.c":16:1)
} loc(fused<#sp0>["foo.c":1:1])
llvm.func @ext() loc(fused<#spdecl>["foo.c":1:1])
llvm.func @other() {
  llvm.return loc("foo.c":20:1)
} loc(fused<#sp1>["foo.c":1:1])
llvm.func @none() {
  llvm.return loc(fused<#sp1>["foo.c":20:1])
}
