; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @ccc() {
  call void @ccc()
  ret void
}

define fastcc void @fastcc() {
  call fastcc void @fastcc()
  ret void
}

define coldcc void @coldcc() {
  call coldcc void @coldcc()
  ret void
}

define ghccc void @cc_10() {
  call ghccc void @cc_10()
  ret void
}

define cc11 void @cc_11() {
  call cc11 void @cc_11()
  ret void
}

define anyregcc void @anyregcc() {
  call anyregcc void @anyregcc()
  ret void
}

define preserve_mostcc void @preserve_mostcc() {
  call preserve_mostcc void @preserve_mostcc()
  ret void
}

define preserve_allcc void @preserve_allcc() {
  call preserve_allcc void @preserve_allcc()
  ret void
}

define swiftcc void @swiftcc() {
  call swiftcc void @swiftcc()
  ret void
}

define cxx_fast_tlscc void @cxx_fast_tlscc() {
  call cxx_fast_tlscc void @cxx_fast_tlscc()
  ret void
}

define tailcc void @tailcc() {
  call tailcc void @tailcc()
  ret void
}

define cfguard_checkcc void @cfguard_checkcc() {
  call cfguard_checkcc void @cfguard_checkcc()
  ret void
}

define swifttailcc void @swifttailcc() {
  call swifttailcc void @swifttailcc()
  ret void
}

define x86_stdcallcc void @x86_stdcallcc() {
  call x86_stdcallcc void @x86_stdcallcc()
  ret void
}

define x86_fastcallcc void @x86_fastcallcc() {
  call x86_fastcallcc void @x86_fastcallcc()
  ret void
}

define arm_apcscc void @arm_apcscc() {
  call arm_apcscc void @arm_apcscc()
  ret void
}

define arm_aapcscc void @arm_aapcscc() {
  call arm_aapcscc void @arm_aapcscc()
  ret void
}

define arm_aapcs_vfpcc void @arm_aapcs_vfpcc() {
  call arm_aapcs_vfpcc void @arm_aapcs_vfpcc()
  ret void
}

define msp430_intrcc void @msp430_intrcc() {
  call msp430_intrcc void @msp430_intrcc()
  ret void
}

define x86_thiscallcc void @x86_thiscallcc() {
  call x86_thiscallcc void @x86_thiscallcc()
  ret void
}

define ptx_kernel void @ptx_kernelcc() {
  call ptx_kernel void @ptx_kernelcc()
  ret void
}

define ptx_device void @ptx_devicecc() {
  call ptx_device void @ptx_devicecc()
  ret void
}

define spir_func void @spir_funccc() {
  call spir_func void @spir_funccc()
  ret void
}

declare spir_kernel void @spir_kernelcc()

define intel_ocl_bicc void @intel_ocl_bicc() {
  call intel_ocl_bicc void @intel_ocl_bicc()
  ret void
}

define x86_64_sysvcc void @x86_64_sysvcc() {
  call x86_64_sysvcc void @x86_64_sysvcc()
  ret void
}

define win64cc void @win64cc() {
  call win64cc void @win64cc()
  ret void
}

define x86_vectorcallcc void @x86_vectorcallcc() {
  call x86_vectorcallcc void @x86_vectorcallcc()
  ret void
}

define hhvmcc void @hhvmcc() {
  call hhvmcc void @hhvmcc()
  ret void
}

define hhvm_ccc void @hhvm_ccc() {
  call hhvm_ccc void @hhvm_ccc()
  ret void
}

define x86_intrcc void @x86_intrcc() {
  call x86_intrcc void @x86_intrcc()
  ret void
}

define avr_intrcc  void @avr_intrcc() {
  call avr_intrcc  void @avr_intrcc()
  ret void
}

define cc86 void @avr_builtincc() {
  call cc86 void @avr_builtincc()
  ret void
}

declare amdgpu_vs void @amdgpu_vscc()

declare amdgpu_gs void @amdgpu_gscc()

declare amdgpu_cs void @amdgpu_cscc()

declare amdgpu_kernel void @amdgpu_kernelcc()

define x86_regcallcc void @x86_regcallcc() {
  call x86_regcallcc void @x86_regcallcc()
  ret void
}

declare amdgpu_hs void @amdgpu_hscc()

define cc94 void @msp430_builtincc() {
  call cc94 void @msp430_builtincc()
  ret void
}

declare amdgpu_ls void @amdgpu_lscc()

declare amdgpu_es void @amdgpu_escc()

define aarch64_vector_pcs void @aarch64_vectorcallcc() {
  call aarch64_vector_pcs void @aarch64_vectorcallcc()
  ret void
}

define aarch64_sve_vector_pcs void @aarch64_sve_vectorcallcc() {
  call aarch64_sve_vector_pcs void @aarch64_sve_vectorcallcc()
  ret void
}

define cc99 void @wasm_emscripten_invokecc() {
  call cc99 void @wasm_emscripten_invokecc()
  ret void
}

define amdgpu_gfx void @amdgpu_gfxcc() {
  call amdgpu_gfx void @amdgpu_gfxcc()
  ret void
}

define cc101 void @m68k_intrcc() {
  call cc101 void @m68k_intrcc()
  ret void
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
