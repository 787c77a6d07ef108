// Which compile units there are, in which order, and which variables they list.
#file = #llvm.di_file<"a.c" in "/">
#first = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "first", isOptimized = true, emissionKind = Full>
#second = #llvm.di_compile_unit<id = distinct[2]<>, sourceLanguage = DW_LANG_Rust, file = #file, producer = "second", isOptimized = false, emissionKind = LineTablesOnly>
#third = #llvm.di_compile_unit<id = distinct[3]<>, sourceLanguage = DW_LANG_C99, file = #file, producer = "third", isOptimized = false, emissionKind = Full>
#ns = #llvm.di_namespace<name = "ns", scope = #second, exportSymbols = false>
#module = #llvm.di_module<file = #file, scope = #second, name = "m">
#t = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "t">
#fn = #llvm.di_subprogram<id = distinct[4]<>, compileUnit = #first, scope = #file, name = "fn", file = #file, subprogramFlags = "Definition">
#common = #llvm.di_common_block<scope = #fn, name = "c">
// Only the type of a variable tells of the third unit; it comes before the nodes of the functions all the same.
#elsewhere = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = "elsewhere", scope = #third>
#local = #llvm.di_local_variable<scope = #fn, name = "v", type = #elsewhere>
#label = #llvm.di_label<scope = #fn, name = "without_line">
#in_unit = #llvm.di_global_variable_expression<var = <scope = #second, name = "a", file = #file, line = 1, type = #t>>
#in_namespace = #llvm.di_global_variable_expression<var = <scope = #ns, name = "b", file = #file, line = 2, type = #t>>
#in_module = #llvm.di_global_variable_expression<var = <scope = #module, name = "c", file = #file, line = 3, type = #t>>
#in_function = #llvm.di_global_variable_expression<var = <scope = #fn, name = "d", file = #file, line = 4, type = #t>>
#in_common = #llvm.di_global_variable_expression<var = <scope = #common, name = "e", file = #file, line = 5, type = #t>>
module attributes {llvm.ident = "Rung"} {
  llvm.mlir.global @a(1 : i32) {dbg_exprs = [#in_unit]} : i32
  llvm.mlir.global @b(1 : i32) {dbg_exprs = [#in_namespace]} : i32
  llvm.mlir.global @c(1 : i32) {dbg_exprs = [#in_module]} : i32
  llvm.mlir.global @d(1 : i32) {dbg_exprs = [#in_function, #in_common]} : i32
  llvm.func @fn(%p: !llvm.ptr) {
    llvm.intr.dbg.declare #local = %p : !llvm.ptr loc(fused<#fn>["a.c":7:2])
    llvm.intr.dbg.label #label loc(fused<#fn>["a.c":8:2])
    llvm.return loc("a.c":9:1)
  } loc(fused<#fn>["a.c":6:1])
}
