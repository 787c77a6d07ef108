; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @f(ptr %0, i32 %1) {
  fence release, !mmra !23
  fence release, !mmra !24
  %3 = load i32, ptr %0, align 4, !mmra !25
  call void @g(), !mmra !23
  store i32 %1, ptr %0, align 4, !mmra !23
  fence release
  ret void
}

declare void @g()

!llvm.module.flags = !{!0, !5, !20, !21, !22}

!0 = !{i32 5, !"CG Profile", !1}
!1 = distinct !{!2, !3, !4}
!2 = !{ptr @f, ptr @g, i64 222}
!3 = !{ptr @f, null, i64 1}
!4 = !{null, ptr @g, i64 222}
!5 = !{i32 1, !"ProfileSummary", !6}
!6 = !{!7, !8, !9, !10, !11, !12, !13, !14, !15, !16}
!7 = !{!"ProfileFormat", !"InstrProf"}
!8 = !{!"TotalCount", i64 263646}
!9 = !{!"MaxCount", i64 86427}
!10 = !{!"MaxInternalCount", i64 86427}
!11 = !{!"MaxFunctionCount", i64 4691}
!12 = !{!"NumCounts", i64 3712}
!13 = !{!"NumFunctions", i64 796}
!14 = !{!"IsPartialProfile", i64 0}
!15 = !{!"PartialProfileRatio", double 0.000000e+00}
!16 = !{!"DetailedSummary", !17}
!17 = !{!18, !19}
!18 = !{i64 10000, i64 86427, i64 1}
!19 = !{i64 100000, i64 86427, i64 1}
!20 = !{i32 7, !"PIC Level", i32 2}
!21 = !{i32 4, !"x", !"y"}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{!"amdgpu-as", !"local"}
!24 = !{!23, !25}
!25 = !{!"foo", !"bar"}
