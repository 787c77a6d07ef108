// Every calling convention of a function; every one that may be called, of a call.
llvm.func ccc @ccc() {
  llvm.call ccc @ccc() : () -> ()
  llvm.return
}
llvm.func fastcc @fastcc() {
  llvm.call fastcc @fastcc() : () -> ()
  llvm.return
}
llvm.func coldcc @coldcc() {
  llvm.call coldcc @coldcc() : () -> ()
  llvm.return
}
llvm.func cc_10 @cc_10() {
  llvm.call cc_10 @cc_10() : () -> ()
  llvm.return
}
llvm.func cc_11 @cc_11() {
  llvm.call cc_11 @cc_11() : () -> ()
  llvm.return
}
llvm.func anyregcc @anyregcc() {
  llvm.call anyregcc @anyregcc() : () -> ()
  llvm.return
}
llvm.func preserve_mostcc @preserve_mostcc() {
  llvm.call preserve_mostcc @preserve_mostcc() : () -> ()
  llvm.return
}
llvm.func preserve_allcc @preserve_allcc() {
  llvm.call preserve_allcc @preserve_allcc() : () -> ()
  llvm.return
}
llvm.func swiftcc @swiftcc() {
  llvm.call swiftcc @swiftcc() : () -> ()
  llvm.return
}
llvm.func cxx_fast_tlscc @cxx_fast_tlscc() {
  llvm.call cxx_fast_tlscc @cxx_fast_tlscc() : () -> ()
  llvm.return
}
llvm.func tailcc @tailcc() {
  llvm.call tailcc @tailcc() : () -> ()
  llvm.return
}
llvm.func cfguard_checkcc @cfguard_checkcc() {
  llvm.call cfguard_checkcc @cfguard_checkcc() : () -> ()
  llvm.return
}
llvm.func swifttailcc @swifttailcc() {
  llvm.call swifttailcc @swifttailcc() : () -> ()
  llvm.return
}
llvm.func x86_stdcallcc @x86_stdcallcc() {
  llvm.call x86_stdcallcc @x86_stdcallcc() : () -> ()
  llvm.return
}
llvm.func x86_fastcallcc @x86_fastcallcc() {
  llvm.call x86_fastcallcc @x86_fastcallcc() : () -> ()
  llvm.return
}
llvm.func arm_apcscc @arm_apcscc() {
  llvm.call arm_apcscc @arm_apcscc() : () -> ()
  llvm.return
}
llvm.func arm_aapcscc @arm_aapcscc() {
  llvm.call arm_aapcscc @arm_aapcscc() : () -> ()
  llvm.return
}
llvm.func arm_aapcs_vfpcc @arm_aapcs_vfpcc() {
  llvm.call arm_aapcs_vfpcc @arm_aapcs_vfpcc() : () -> ()
  llvm.return
}
llvm.func msp430_intrcc @msp430_intrcc() {
  llvm.call msp430_intrcc @msp430_intrcc() : () -> ()
  llvm.return
}
llvm.func x86_thiscallcc @x86_thiscallcc() {
  llvm.call x86_thiscallcc @x86_thiscallcc() : () -> ()
  llvm.return
}
llvm.func ptx_kernelcc @ptx_kernelcc() {
  llvm.call ptx_kernelcc @ptx_kernelcc() : () -> ()
  llvm.return
}
llvm.func ptx_devicecc @ptx_devicecc() {
  llvm.call ptx_devicecc @ptx_devicecc() : () -> ()
  llvm.return
}
llvm.func spir_funccc @spir_funccc() {
  llvm.call spir_funccc @spir_funccc() : () -> ()
  llvm.return
}
llvm.func spir_kernelcc @spir_kernelcc()
llvm.func intel_ocl_bicc @intel_ocl_bicc() {
  llvm.call intel_ocl_bicc @intel_ocl_bicc() : () -> ()
  llvm.return
}
llvm.func x86_64_sysvcc @x86_64_sysvcc() {
  llvm.call x86_64_sysvcc @x86_64_sysvcc() : () -> ()
  llvm.return
}
llvm.func win64cc @win64cc() {
  llvm.call win64cc @win64cc() : () -> ()
  llvm.return
}
llvm.func x86_vectorcallcc @x86_vectorcallcc() {
  llvm.call x86_vectorcallcc @x86_vectorcallcc() : () -> ()
  llvm.return
}
llvm.func hhvmcc @hhvmcc() {
  llvm.call hhvmcc @hhvmcc() : () -> ()
  llvm.return
}
llvm.func hhvm_ccc @hhvm_ccc() {
  llvm.call hhvm_ccc @hhvm_ccc() : () -> ()
  llvm.return
}
llvm.func x86_intrcc @x86_intrcc() {
  llvm.call x86_intrcc @x86_intrcc() : () -> ()
  llvm.return
}
llvm.func avr_intrcc @avr_intrcc() {
  llvm.call avr_intrcc @avr_intrcc() : () -> ()
  llvm.return
}
llvm.func avr_builtincc @avr_builtincc() {
  llvm.call avr_builtincc @avr_builtincc() : () -> ()
  llvm.return
}
llvm.func amdgpu_vscc @amdgpu_vscc()
llvm.func amdgpu_gscc @amdgpu_gscc()
llvm.func amdgpu_cscc @amdgpu_cscc()
llvm.func amdgpu_kernelcc @amdgpu_kernelcc()
llvm.func x86_regcallcc @x86_regcallcc() {
  llvm.call x86_regcallcc @x86_regcallcc() : () -> ()
  llvm.return
}
llvm.func amdgpu_hscc @amdgpu_hscc()
llvm.func msp430_builtincc @msp430_builtincc() {
  llvm.call msp430_builtincc @msp430_builtincc() : () -> ()
  llvm.return
}
llvm.func amdgpu_lscc @amdgpu_lscc()
llvm.func amdgpu_escc @amdgpu_escc()
llvm.func aarch64_vectorcallcc @aarch64_vectorcallcc() {
  llvm.call aarch64_vectorcallcc @aarch64_vectorcallcc() : () -> ()
  llvm.return
}
llvm.func aarch64_sve_vectorcallcc @aarch64_sve_vectorcallcc() {
  llvm.call aarch64_sve_vectorcallcc @aarch64_sve_vectorcallcc() : () -> ()
  llvm.return
}
llvm.func wasm_emscripten_invokecc @wasm_emscripten_invokecc() {
  llvm.call wasm_emscripten_invokecc @wasm_emscripten_invokecc() : () -> ()
  llvm.return
}
llvm.func amdgpu_gfxcc @amdgpu_gfxcc() {
  llvm.call amdgpu_gfxcc @amdgpu_gfxcc() : () -> ()
  llvm.return
}
llvm.func m68k_intrcc @m68k_intrcc() {
  llvm.call m68k_intrcc @m68k_intrcc() : () -> ()
  llvm.return
}
