; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

declare i32 @callee(i32, ...)

define internal float @sum(i64 %0, ptr %1) {
  br label %3

3:                                                ; preds = %7, %2
  %4 = phi i64 [ %11, %7 ], [ 0, %2 ]
  %5 = phi float [ %10, %7 ], [ 0x3FB99999A0000000, %2 ]
  %6 = icmp slt i64 %4, %0
  br i1 %6, label %7, label %12

7:                                                ; preds = %3
  %8 = getelementptr inbounds float, ptr %1, i64 %4
  %9 = load float, ptr %8, align 4
  %10 = fadd nnan contract float %5, %9
  %11 = add nuw nsw i64 %4, 1
  br label %3

12:                                               ; preds = %3
  ret float %5
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
