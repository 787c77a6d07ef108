// Flags of debug information: those of access and inheritance come first, and what is virtual has an index.
#file = #llvm.di_file<"a.c" in "/d">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C99, file = #file, isOptimized = false, emissionKind = None, nameTableKind = Apple>
#bt = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int">
#ct = #llvm.di_composite_type<tag = DW_TAG_class_type, name = "c", flags = "BigEndian|MultipleInheritance|Protected|BitField">
#st = #llvm.di_subroutine_type<types = #llvm.di_null_type, #ct>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #file, name = "f", file = #file, subprogramFlags = "Virtual|Definition|PureVirtual", type = #st>
#sp2 = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #cu, scope = #file, name = "g", file = #file, subprogramFlags = "Definition|ObjCDirect|PureVirtual", type = #st>
#lv = #llvm.di_local_variable<scope = #sp, name = "v", file = #file, type = #ct, flags = "ExportSymbols|Public|VirtualInheritance">
llvm.func @f(%a: i32) {
  llvm.intr.dbg.value #lv = %a : i32 loc(#l)
  llvm.return loc(#l)
} loc(#fl)
llvm.func @g(%a: i32) {
  llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
  llvm.return loc("a.c":3:4)
} loc(fused<#sp2>["a.c":3:4])
#l = loc(fused<#sp>["a.c":1:2])
#fl = loc(fused<#sp>["a.c":1:2])
