; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@text = internal constant [10 x i8] c"say \22hi\22\0A\00"
@counter = global i32 42, align 16
@elsewhere = external global ptr
@table = private constant [3 x i32] [i32 1, i32 2, i32 3]
@"needs quotes" = global double 2.500000e+00

define void @values(i32 %0, half %1, <4 x float> %2) {
  %4 = alloca i64, align 8
  %5 = sext i32 %0 to i64
  store i64 %5, ptr %4, align 4
  store volatile i32 %0, ptr @counter, align 4
  %6 = insertvalue { i32, half } poison, i32 %0, 0
  %7 = extractvalue { i32, half } %6, 0
  %8 = fmul half %1, 0xH3E00
  %9 = fadd <4 x float> %2, splat (float 1.000000e+00)
  %10 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %9)
  %11 = call i32 @llvm.smax.i32(i32 %0, i32 %7)
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
