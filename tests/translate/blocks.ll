; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@g = global ptr blockaddress(@ba, %4)
@l = global [2 x ptr] [ptr blockaddress(@ba, %4), ptr blockaddress(@ba, %6)]

declare void @use(ptr)

define void @first() {
  call void @use(ptr blockaddress(@ba, %6))
  ret void
}

define i32 @ba(i32 %0, ptr %1) {
  %3 = add i32 %0, 1
  indirectbr ptr %1, [label %4, label %6]

4:                                                ; preds = %2
  %5 = phi i32 [ %3, %2 ]
  ret i32 %5

6:                                                ; preds = %2
  ret i32 %3
}

define void @dso() {
  call void @use(ptr dso_local_equivalent @use)
  ret void
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
