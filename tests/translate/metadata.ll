; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @f(ptr %0, ptr %1, i1 %2, i64 %3) {
  %5 = load i32, ptr %0, align 4, !tbaa !1, !alias.scope !6, !noalias !11, !llvm.access.group !13
  store i32 %5, ptr %0, align 4, !tbaa !16, !llvm.access.group !14
  store i32 %5, ptr %0, align 4, !tbaa !17, !alias.scope !11
  %6 = atomicrmw add ptr %0, i32 %5 monotonic, align 4, !tbaa !1, !alias.scope !20, !llvm.access.group !15
  %7 = cmpxchg ptr %0, i32 %5, i32 %5 acq_rel monotonic, align 4, !noalias !20
  call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %1, i64 %3, i1 false), !tbaa !1, !alias.scope !20
  call void @llvm.experimental.noalias.scope.decl(metadata !20)
  call void @g(), !tbaa !1, !alias.scope !21, !noalias !20, !llvm.access.group !14
  br label %8, !llvm.loop !22

8:                                                ; preds = %9, %8, %4
  br i1 %2, label %8, label %9, !prof !61, !llvm.loop !62

9:                                                ; preds = %8
  br i1 %2, label %8, label %10, !llvm.loop !64

10:                                               ; preds = %10, %9
  br i1 %2, label %10, label %11, !llvm.loop !22

11:                                               ; preds = %10
  ret void
}

declare void @g()

define i32 @bundle(ptr %0, i32 %1) personality ptr @g {
  %3 = invoke i32 @h(i32 %1)
          to label %4 unwind label %5, !prof !69

4:                                                ; preds = %2
  ret i32 %3

5:                                                ; preds = %2
  %6 = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %6
}

declare i32 @h(i32)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #1

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{!2, !3, i64 0}
!2 = !{!"agg", !3, i64 0, !4, i64 8}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = !{!7, !9}
!7 = distinct !{!7, !8, !"scope 1"}
!8 = distinct !{!8, !"The domain"}
!9 = distinct !{!9, !10}
!10 = !{!"named domain"}
!11 = !{!12}
!12 = !{!"named", !10, !"d"}
!13 = !{!14, !15}
!14 = distinct !{}
!15 = distinct !{}
!16 = !{!3, !3, i64 0, i64 1}
!17 = !{!18, !18, i64 0}
!18 = !{!"anon", !19, i64 0}
!19 = distinct !{!19}
!20 = !{!7}
!21 = !{!9}
!22 = distinct !{!22, !23, !24, !25, !26, !27, !28, !29, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60}
!23 = !{!"llvm.loop.mustprogress"}
!24 = !{!"llvm.loop.isvectorized", i32 1}
!25 = !{!"llvm.loop.vectorize.enable", i1 true}
!26 = !{!"llvm.loop.vectorize.predicate.enable", i1 true}
!27 = !{!"llvm.loop.vectorize.scalable.enable", i1 false}
!28 = !{!"llvm.loop.vectorize.width", i32 16}
!29 = !{!"llvm.loop.vectorize.followup_vectorized", !30}
!30 = distinct !{!30, !31}
!31 = !{!"llvm.loop.disable_nonforced"}
!32 = !{!"llvm.loop.vectorize.followup_epilogue", !30}
!33 = !{!"llvm.loop.vectorize.followup_all", !30}
!34 = !{!"llvm.loop.interleave.count", i32 32}
!35 = !{!"llvm.loop.unroll.enable"}
!36 = !{!"llvm.loop.unroll.count", i32 64}
!37 = !{!"llvm.loop.unroll.runtime.disable", i1 true}
!38 = !{!"llvm.loop.unroll.full"}
!39 = !{!"llvm.loop.unroll.followup_unrolled", !30}
!40 = !{!"llvm.loop.unroll.followup_remainder", !30}
!41 = !{!"llvm.loop.unroll.followup_all", !30}
!42 = !{!"llvm.loop.unroll_and_jam.disable"}
!43 = !{!"llvm.loop.unroll_and_jam.count", i32 8}
!44 = !{!"llvm.loop.unroll_and_jam.followup_outer", !30}
!45 = !{!"llvm.loop.unroll_and_jam.followup_inner", !30}
!46 = !{!"llvm.loop.unroll_and_jam.followup_remainder_outer", !30}
!47 = !{!"llvm.loop.unroll_and_jam.followup_remainder_inner", !30}
!48 = !{!"llvm.loop.unroll_and_jam.followup_all", !30}
!49 = !{!"llvm.licm.disable"}
!50 = !{!"llvm.loop.licm_versioning.disable"}
!51 = !{!"llvm.loop.distribute.enable", i1 false}
!52 = !{!"llvm.loop.distribute.followup_coincident", !30}
!53 = !{!"llvm.loop.distribute.followup_sequential", !30}
!54 = !{!"llvm.loop.distribute.followup_fallback", !30}
!55 = !{!"llvm.loop.distribute.followup_all", !30}
!56 = !{!"llvm.loop.pipeline.disable", i1 false}
!57 = !{!"llvm.loop.pipeline.initiationinterval", i32 2}
!58 = !{!"llvm.loop.peeled.count", i32 8}
!59 = !{!"llvm.loop.unswitch.partial.disable"}
!60 = !{!"llvm.loop.parallel_accesses", !14, !15}
!61 = !{!"branch_weights", i32 3, i32 5}
!62 = distinct !{!62, !63}
!63 = !{!"llvm.loop.parallel_accesses", !14}
!64 = distinct !{!64, !65, !66, !67, !68}
!65 = !{!"llvm.loop.unroll.disable"}
!66 = !{!"llvm.loop.unroll.runtime.disable", i1 false}
!67 = !{!"llvm.loop.distribute.enable", i1 true}
!68 = !{!"llvm.loop.pipeline.disable", i1 true}
!69 = !{!"branch_weights", i32 10, i32 20}
