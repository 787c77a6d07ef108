// Promises of the memory model, counts of calls and the summary of a profile.
#mm = #llvm.mmra_tag<"amdgpu-as":"local">
#mm2 = #llvm.mmra_tag<"foo":"bar">
llvm.func @f(%p: !llvm.ptr, %i: i32) {
  llvm.fence release {llvm.mmra = #mm}
  llvm.fence release {llvm.mmra = [#mm, #mm2]}
  %0 = llvm.load %p {llvm.mmra = #mm2} : !llvm.ptr -> i32
  llvm.call @g() {llvm.mmra = #mm} : () -> ()
  llvm.store %i, %p {llvm.mmra = [#mm]} : i32, !llvm.ptr
  llvm.fence release {llvm.mmra = []}
  llvm.return
}
llvm.func @g()
llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", [
  #llvm.cgprofile_entry<from = @f, to = @g, count = 222>, #llvm.cgprofile_entry<from = @f, count = 1>, #llvm.cgprofile_entry<to = @g, count = 222>]>,
  #llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = InstrProf, total_count = 263646, max_count = 86427, max_internal_count = 86427, max_function_count = 4691, num_counts = 3712, num_functions = 796, is_partial_profile = 0, partial_profile_ratio = 0.0 : f64, detailed_summary = <cut_off = 10000, min_count = 86427, num_counts = 1>, <cut_off = 100000, min_count = 86427, num_counts = 1>>>,
  #llvm.mlir.module_flag<max, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<override, "x", "y">]
