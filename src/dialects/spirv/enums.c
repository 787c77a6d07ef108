// Enums of the spirv dialect (https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#_binary_form) and
// the attributes that hold one. Their cases are texts: there are hundreds.
#include "dialects/spirv/attrs.h"

#include "asm/format.h"
#include "asm/parser.h"
#include "asm/printer.h"

// Compilers take longer texts than C17 promises.
#pragma GCC diagnostic ignored "-Woverlength-strings"

// ---------------------------------------------------------------------------------------------
// Reading the texts

typedef struct Case {
  Str name;
  int64_t value;
} Case;

// The case at `text`, whose value is one more than `before` unless it is given; NULL at the end, else
// where the next one begins.
static const char *next_case(const char *text, bool is_bits, Case *out) {
  if (!*text) return NULL;
  const char *end = text;
  while (*end && *end != ' ' && *end != '=') end++;
  out->name = (Str){text, (size_t)(end - text)};
  out->value = is_bits && out->value > 0 ? out->value * 2 : out->value + 1;
  if (*end == '=') {
    out->value = 0;
    for (end++; *end && *end != ' '; end++) out->value = out->value * 10 + (*end - '0');
  }
  return *end ? end + 1 : end;
}

#define each_case(def, c) \
  Case c = {.value = -1}; \
  for (const char *c##_next = (def)->cases; (c##_next = next_case(c##_next, (def)->is_bits, &c)) != NULL;)

static bool find_one(const SpirvEnum *def, Str name, int64_t *out) {
  each_case(def, c) {
    if (!str_equal(c.name, name)) continue;
    *out = c.value;
    return true;
  }
  return false;
}

bool spirv_enum_find(const SpirvEnum *def, Str text, int64_t *out) {
  int64_t all = 0;
  for (size_t i = 0; i <= text.size;) {
    size_t end = i;
    while (end < text.size && !(def->is_bits && text.data[end] == '|')) end++;
    Str name = str_slice(text, i, end);
    while (name.size && *name.data == ' ') name = str_slice(name, 1, name.size);
    while (name.size && name.data[name.size - 1] == ' ') name = str_slice(name, 0, name.size - 1);
    if (!find_one(def, def->is_bits ? name : text, out)) return false;
    all |= *out;
    i = end + 1;
  }
  *out = all;
  return true;
}

void print_spirv_enum(Printer *p, const SpirvEnum *def, int64_t value) { spirv_enum_text(printer_out(p), def, value); }

void spirv_enum_text(StrBuf *out, const SpirvEnum *def, int64_t value) {
  bool first = true;
  each_case(def, c) {
    if (c.value != value && !(def->is_bits && c.value && (value & c.value) == c.value)) continue;
    if (!first) strbuf_char(out, '|');
    first = false;
    strbuf_str(out, c.name);
    if (!def->is_bits) return;
  }
}

// enum-attribute ::= `<` case (`|` case)* `>`
static A parse_enum_attr(Parser *p, const AttrDef *def, T type) {
  (void)type;
  const SpirvEnum *of = def->params;
  int64_t value = 0, bits;
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  do {
    Str text;
    bool ok = parse_any_keyword_or_string(p, &text);
    if (ok && !spirv_enum_find(of, text, &bits)) {
      StrBuf list;
      strbuf_init(&list, &parser_context(p)->mem);
      each_case(of, c) strbuf_printf(&list, "%s%.*s", list.size ? ", " : "", STR_ARG(c.name));
      parser_op_error_at(p, at, "expected ::mlir::spirv::%s to be one of: %.*s", of->type, STR_ARG(strbuf_view(&list)));
      strbuf_free(&list);
      ok = false;
    }
    if (!ok) {
      parser_op_error_at(p, parser_loc(p), "failed to parse SPIRV_%sAttr parameter 'value' which is to be a `::mlir::spirv::%s`",
                         of->base.class_name ? of->base.class_name : of->type, of->type);
      return NULL;
    }
    value |= bits;
  } while (of->is_bits && parser_consume_if(p, TOK_VERTICAL_BAR));
  return parse_greater(p) ? spirv_enum_attr(parser_context(p), def, value) : NULL;
}

static void print_enum_attr(Printer *p, A attr) {
  print_char(p, '<');
  print_spirv_enum(p, attr->def->params, (int64_t)attr_param(attr, 0));
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// Enums: a value is one more than the one before, twice as much for bits, unless it is given

// An enum, and the attribute `#spirv.mnemonic<case>` of it.
static const ParamDef word = {.kind = PARAM_INT};
#define ENUM_OF(id, mnemonic, bits, cpp_type, upstream, ...)                                                    \
  const SpirvEnum spirv_##id##_enum = {{&word, 1, .class_name = upstream}, cpp_type, bits, __VA_ARGS__};        \
  const AttrDef spirv_##id##_attr = {"spirv", mnemonic, ATTR_DIALECT, .params = &spirv_##id##_enum, .parse = parse_enum_attr, .print = print_enum_attr};
#define ENUM(id, mnemonic, cpp_type, upstream, ...) ENUM_OF(id, mnemonic, false, cpp_type, upstream, __VA_ARGS__)
#define BIT_ENUM(id, mnemonic, cpp_type, upstream, ...) ENUM_OF(id, mnemonic, true, cpp_type, upstream, __VA_ARGS__)

ENUM(addressing_model, "addressing_model", "AddressingModel", NULL,
     "Logical Physical32 Physical64 PhysicalStorageBuffer64=5348")
ENUM(built_in, "built_in", "BuiltIn", NULL,
     "Position PointSize ClipDistance=3 CullDistance VertexId InstanceId PrimitiveId InvocationId Layer ViewportIndex "
     "TessLevelOuter TessLevelInner TessCoord PatchVertices FragCoord PointCoord FrontFacing SampleId SamplePosition "
     "SampleMask FragDepth=22 HelperInvocation NumWorkgroups WorkgroupSize WorkgroupId LocalInvocationId GlobalInvocationId "
     "LocalInvocationIndex WorkDim GlobalSize EnqueuedWorkgroupSize GlobalOffset GlobalLinearId SubgroupSize=36 "
     "SubgroupMaxSize NumSubgroups NumEnqueuedSubgroups SubgroupId SubgroupLocalInvocationId VertexIndex InstanceIndex "
     "SubgroupEqMask=4416 SubgroupGeMask SubgroupGtMask SubgroupLeMask SubgroupLtMask BaseVertex=4424 BaseInstance "
     "DrawIndex PrimitiveShadingRateKHR=4432 DeviceIndex=4438 ViewIndex=4440 ShadingRateKHR=4444 BaryCoordNoPerspAMD=4992 "
     "BaryCoordNoPerspCentroidAMD BaryCoordNoPerspSampleAMD BaryCoordSmoothAMD BaryCoordSmoothCentroidAMD "
     "BaryCoordSmoothSampleAMD BaryCoordPullModelAMD FragStencilRefEXT=5014 ViewportMaskNV=5253 SecondaryPositionNV=5257 "
     "SecondaryViewportMaskNV PositionPerViewNV=5261 ViewportMaskPerViewNV FullyCoveredEXT=5264 BaryCoordKHR=5286 "
     "BaryCoordNoPerspKHR FragSizeEXT=5292 FragInvocationCountEXT PrimitivePointIndicesEXT PrimitiveLineIndicesEXT "
     "PrimitiveTriangleIndicesEXT CullPrimitiveEXT=5299 LaunchIdKHR=5319 LaunchSizeKHR WorldRayOriginKHR "
     "WorldRayDirectionKHR ObjectRayOriginKHR ObjectRayDirectionKHR RayTminKHR RayTmaxKHR InstanceCustomIndexKHR "
     "ObjectToWorldKHR=5330 WorldToObjectKHR HitTNV HitKindKHR CurrentRayTimeNV IncomingRayFlagsKHR=5351 "
     "RayGeometryIndexKHR WarpsPerSMNV=5374 SMCountNV WarpIDNV SMIDNV CullMaskKHR=6021")
ENUM(capability, "capability", "Capability", NULL,
     "Matrix Addresses=4 Linkage Kernel Float16=9 Float64 Int64 Groups=18 Int16=22 Int8=39 Sampled1D=43 SampledBuffer=46 "
     "GroupNonUniform=61 ShaderLayer=69 ShaderViewportIndex UniformDecoration SubgroupBallotKHR=4423 SubgroupVoteKHR=4431 "
     "StorageBuffer16BitAccess=4433 StoragePushConstant16=4435 StorageInputOutput16 DeviceGroup AtomicStorageOps=4445 "
     "SampleMaskPostDepthCoverage=4447 StorageBuffer8BitAccess StoragePushConstant8=4450 DenormPreserve=4464 "
     "DenormFlushToZero SignedZeroInfNanPreserve RoundingModeRTE RoundingModeRTZ ImageFootprintNV=5282 "
     "FragmentBarycentricKHR=5284 MeshShadingEXT=5283 ComputeDerivativeGroupQuadsNV=5288 GroupNonUniformPartitionedNV=5297 "
     "VulkanMemoryModel=5345 VulkanMemoryModelDeviceScope ComputeDerivativeGroupLinearNV=5350 BindlessTextureNV=5390 "
     "SubgroupShuffleINTEL=5568 SubgroupBufferBlockIOINTEL SubgroupImageBlockIOINTEL SubgroupImageMediaBlockIOINTEL=5579 "
     "RoundToInfinityINTEL=5582 FloatingPointModeINTEL FunctionPointersINTEL=5603 IndirectReferencesINTEL AsmINTEL=5606 "
     "AtomicFloat32MinMaxEXT=5612 AtomicFloat64MinMaxEXT AtomicFloat16MinMaxEXT=5616 VectorAnyINTEL=5619 "
     "ExpectAssumeKHR=5629 SubgroupAvcMotionEstimationINTEL=5696 SubgroupAvcMotionEstimationIntraINTEL "
     "SubgroupAvcMotionEstimationChromaINTEL VariableLengthArrayINTEL=5817 FunctionFloatControlINTEL=5821 "
     "FPGAMemoryAttributesINTEL=5824 ArbitraryPrecisionIntegersINTEL=5844 ArbitraryPrecisionFloatingPointINTEL "
     "UnstructuredLoopControlsINTEL=5886 FPGALoopControlsINTEL=5888 KernelAttributesINTEL=5892 "
     "FPGAKernelAttributesINTEL=5897 FPGAMemoryAccessesINTEL FPGAClusterAttributesINTEL=5904 LoopFuseINTEL=5906 "
     "MemoryAccessAliasingINTEL=5910 FPGABufferLocationINTEL=5920 ArbitraryPrecisionFixedPointINTEL=5922 "
     "USMStorageClassesINTEL=5935 IOPipesINTEL=5943 BlockingPipesALTERA=5945 FPGARegINTEL=5948 DotProductInputAll=6016 "
     "DotProductInput4x8BitPacked=6018 DotProduct RayCullMaskKHR CooperativeMatrixKHR=6022 ReplicatedCompositesEXT=6024 "
     "BitInstructions AtomicFloat32AddEXT=6033 AtomicFloat64AddEXT LongConstantCompositeINTEL=6089 OptNoneINTEL=6094 "
     "AtomicFloat16AddEXT DebugInfoModuleINTEL=6114 SplitBarrierINTEL=6141 GroupUniformArithmeticKHR=6400 Shader=1 "
     "Vector16=7 Float16Buffer Int64Atomics=12 ImageBasic Pipes=17 DeviceEnqueue=19 LiteralSampler GenericPointer=38 "
     "Image1D=44 ImageBuffer=47 NamedBarrier=59 GroupNonUniformVote=62 GroupNonUniformArithmetic GroupNonUniformBallot "
     "GroupNonUniformShuffle GroupNonUniformShuffleRelative GroupNonUniformClustered GroupNonUniformQuad "
     "StorageUniform16=4434 UniformAndStorageBuffer8BitAccess=4449 UniformTexelBufferArrayDynamicIndexing=5304 "
     "VectorComputeINTEL=5617 FPFastMathModeINTEL=5837 DotProductInput4x8Bit=6017 GroupNonUniformRotateKHR=6026 Geometry=2 "
     "Tessellation ImageReadWrite=14 ImageMipmap AtomicStorage=21 ImageGatherExtended=25 StorageImageMultisample=27 "
     "UniformBufferArrayDynamicIndexing SampledImageArrayDynamicIndexing StorageBufferArrayDynamicIndexing "
     "StorageImageArrayDynamicIndexing ClipDistance CullDistance SampleRateShading=35 SampledRect=37 InputAttachment=40 "
     "SparseResidency MinLod SampledCubeArray=45 ImageMSArray=48 StorageImageExtendedFormats ImageQuery DerivativeControl "
     "InterpolationFunction TransformFeedback StorageImageReadWithoutFormat=55 StorageImageWriteWithoutFormat "
     "SubgroupDispatch=58 PipeStorage=60 FragmentShadingRateKHR=4422 DrawParameters=4427 WorkgroupMemoryExplicitLayoutKHR "
     "WorkgroupMemoryExplicitLayout16BitAccessKHR=4430 MultiView=4439 VariablePointersStorageBuffer=4441 "
     "RayQueryProvisionalKHR=4471 RayQueryKHR RayTracingKHR=4479 Float16ImageAMD=5008 ImageGatherBiasLodAMD FragmentMaskAMD "
     "StencilExportEXT=5013 ImageReadWriteLodAMD=5015 Int64ImageEXT ShaderClockKHR=5055 FragmentFullyCoveredEXT=5265 "
     "FragmentDensityEXT=5291 ShaderNonUniform=5301 RuntimeDescriptorArray StorageTexelBufferArrayDynamicIndexing=5305 "
     "RayTracingNV=5340 RayTracingMotionBlurNV PhysicalStorageBufferAddresses=5347 RayTracingProvisionalKHR=5353 "
     "FragmentShaderSampleInterlockEXT=5363 FragmentShaderShadingRateInterlockEXT=5372 ShaderSMBuiltinsNV "
     "FragmentShaderPixelInterlockEXT=5378 DemoteToHelperInvocation IntegerFunctions2INTEL=5584 TessellationPointSize=23 "
     "GeometryPointSize ImageCubeArray=34 ImageRect=36 GeometryStreams=54 MultiViewport=57 TensorsARM=4174 "
     "StorageTensorArrayDynamicIndexingEXT StorageTensorArrayNonUniformIndexingEXT GraphARM=4191 "
     "WorkgroupMemoryExplicitLayout8BitAccessKHR=4429 VariablePointers=4442 RayTraversalPrimitiveCullingKHR=4478 "
     "SampleMaskOverrideCoverageNV=5249 GeometryShaderPassthroughNV=5251 PerViewAttributesNV=5260 "
     "InputAttachmentArrayDynamicIndexing=5303 UniformBufferArrayNonUniformIndexing=5306 "
     "SampledImageArrayNonUniformIndexing StorageBufferArrayNonUniformIndexing StorageImageArrayNonUniformIndexing "
     "InputAttachmentArrayNonUniformIndexing UniformTexelBufferArrayNonUniformIndexing "
     "StorageTexelBufferArrayNonUniformIndexing ShaderViewportIndexLayerEXT=5254 ShaderViewportMaskNV "
     "ShaderStereoViewNV=5259 Bfloat16ConversionINTEL=6115 CacheControlsINTEL=6441 BFloat16TypeKHR=5116 "
     "BFloat16DotProductKHR BFloat16CooperativeMatrixKHR TensorFloat32RoundingINTEL=6425")
ENUM(client_api, "client_api", "ClientAPI", NULL, "Metal OpenCL Vulkan WebGPU Unknown=4294967295")
ENUM(coop_matrix_layout_khr, "coop_matrix_layout_khr", "CooperativeMatrixLayoutKHR", "KHR_CooperativeMatrixLayout",
     "RowMajor ColumnMajor")
BIT_ENUM(cooperative_matrix_operands_khr, "cooperative_matrix_operands_khr", "CooperativeMatrixOperandsKHR", "KHR_CooperativeMatrixOperands",
     "None ASigned BSigned CSigned ResultSigned AccSat")
ENUM(coop_matrix_use_khr, "coop_matrix_use_khr", "CooperativeMatrixUseKHR", "KHR_CooperativeMatrixUse",
     "MatrixA MatrixB MatrixAcc")
ENUM(decoration, "decoration", "Decoration", NULL,
     "RelaxedPrecision SpecId Block BufferBlock RowMajor ColMajor ArrayStride MatrixStride GLSLShared GLSLPacked CPacked "
     "BuiltIn NoPerspective=13 Flat Patch Centroid Sample Invariant Restrict Aliased Volatile Constant Coherent NonWritable "
     "NonReadable Uniform UniformId SaturatedConversion Stream Location Component Index Binding DescriptorSet Offset "
     "XfbBuffer XfbStride FuncParamAttr FPRoundingMode FPFastMathMode LinkageAttributes NoContraction InputAttachmentIndex "
     "Alignment MaxByteOffset AlignmentId MaxByteOffsetId NoSignedWrap=4469 NoUnsignedWrap ExplicitInterpAMD=4999 "
     "OverrideCoverageNV=5248 PassthroughNV=5250 ViewportRelativeNV=5252 SecondaryViewportRelativeNV=5256 "
     "PerPrimitiveEXT=5271 PerVertexKHR=5285 NonUniform=5300 RestrictPointer=5355 AliasedPointer BindlessSamplerNV=5398 "
     "BindlessImageNV BoundSamplerNV BoundImageNV SIMTCallINTEL=5599 ReferencedIndirectlyINTEL=5602 ClobberINTEL=5607 "
     "SideEffectsINTEL VectorComputeVariableINTEL=5624 FuncParamIOKindINTEL VectorComputeFunctionINTEL StackCallINTEL "
     "GlobalVariableOffsetINTEL CounterBuffer=5634 UserSemantic UserTypeGOOGLE FunctionRoundingModeINTEL=5822 "
     "FunctionDenormModeINTEL RegisterINTEL=5825 MemoryINTEL NumbanksINTEL BankwidthINTEL MaxPrivateCopiesINTEL "
     "SinglepumpINTEL DoublepumpINTEL MaxReplicatesINTEL SimpleDualPortINTEL MergeINTEL BankBitsINTEL ForcePow2DepthINTEL "
     "BurstCoalesceINTEL=5899 CacheSizeINTEL DontStaticallyCoalesceINTEL PrefetchINTEL StallEnableINTEL=5905 "
     "FuseLoopsInFunctionINTEL=5907 AliasScopeINTEL=5914 NoAliasINTEL BufferLocationINTEL=5921 IOPipeStorageINTEL=5944 "
     "FunctionFloatingPointModeINTEL=6080 SingleElementVectorINTEL=6085 VectorComputeCallableFunctionINTEL=6087 "
     "MediaBlockIOINTEL=6140 CacheControlLoadINTEL=6442 CacheControlStoreINTEL")
ENUM(device_type, "device_type", "DeviceType", NULL, "Other=3 IntegratedGPU=2 DiscreteGPU=1 CPU=0 Unknown=4294967295")
ENUM(dim, "dim", "Dim", NULL, "Dim1D Dim2D Dim3D Cube Rect Buffer SubpassData")
ENUM(execution_mode, "execution_mode", "ExecutionMode", NULL,
     "Invocations SpacingEqual SpacingFractionalEven SpacingFractionalOdd VertexOrderCw VertexOrderCcw PixelCenterInteger "
     "OriginUpperLeft OriginLowerLeft EarlyFragmentTests PointMode Xfb DepthReplacing DepthGreater=14 DepthLess "
     "DepthUnchanged LocalSize LocalSizeHint InputPoints InputLines InputLinesAdjacency Triangles InputTrianglesAdjacency "
     "Quads Isolines OutputVertices OutputPoints OutputLineStrip OutputTriangleStrip VecTypeHint ContractionOff "
     "Initializer=33 Finalizer SubgroupSize SubgroupsPerWorkgroup SubgroupsPerWorkgroupId LocalSizeId LocalSizeHintId "
     "SubgroupUniformControlFlowKHR=4421 PostDepthCoverage=4446 DenormPreserve=4459 DenormFlushToZero "
     "SignedZeroInfNanPreserve RoundingModeRTE RoundingModeRTZ EarlyAndLateFragmentTestsAMD=5017 "
     "StencilRefReplacingEXT=5027 StencilRefUnchangedFrontAMD=5079 StencilRefGreaterFrontAMD StencilRefLessFrontAMD "
     "StencilRefUnchangedBackAMD StencilRefGreaterBackAMD StencilRefLessBackAMD OutputLinesEXT=5269 OutputPrimitivesEXT "
     "DerivativeGroupQuadsNV=5289 DerivativeGroupLinearNV OutputTrianglesEXT=5298 PixelInterlockOrderedEXT=5366 "
     "PixelInterlockUnorderedEXT SampleInterlockOrderedEXT SampleInterlockUnorderedEXT ShadingRateInterlockOrderedEXT "
     "ShadingRateInterlockUnorderedEXT SharedLocalMemorySizeINTEL=5618 RoundingModeRTPINTEL=5620 RoundingModeRTNINTEL "
     "FloatingPointModeALTINTEL FloatingPointModeIEEEINTEL MaxWorkgroupSizeINTEL=5893 MaxWorkDimINTEL NoGlobalOffsetINTEL "
     "NumSIMDWorkitemsINTEL SchedulerTargetFmaxMhzINTEL=5903 StreamingInterfaceINTEL=6154 NamedBarrierCountINTEL=6417")
ENUM(execution_model, "execution_model", "ExecutionModel", NULL,
     "Vertex TessellationControl TessellationEvaluation Geometry Fragment GLCompute Kernel RayGenerationKHR=5313 "
     "IntersectionKHR AnyHitKHR ClosestHitKHR MissKHR CallableKHR TaskEXT=5364 MeshEXT")
ENUM(extension, "ext", "Extension", NULL,
     "SPV_KHR_16bit_storage SPV_KHR_8bit_storage SPV_KHR_device_group SPV_KHR_float_controls "
     "SPV_KHR_physical_storage_buffer SPV_KHR_multiview SPV_KHR_no_integer_wrap_decoration SPV_KHR_post_depth_coverage "
     "SPV_KHR_shader_atomic_counter_ops SPV_KHR_shader_ballot SPV_KHR_shader_clock SPV_KHR_shader_draw_parameters "
     "SPV_KHR_storage_buffer_storage_class SPV_KHR_subgroup_vote SPV_KHR_variable_pointers SPV_KHR_vulkan_memory_model "
     "SPV_KHR_expect_assume SPV_KHR_integer_dot_product SPV_KHR_bit_instructions SPV_KHR_fragment_shading_rate "
     "SPV_KHR_workgroup_memory_explicit_layout SPV_KHR_ray_query SPV_KHR_ray_tracing SPV_KHR_subgroup_uniform_control_flow "
     "SPV_KHR_linkonce_odr SPV_KHR_fragment_shader_barycentric SPV_KHR_ray_cull_mask SPV_KHR_uniform_group_instructions "
     "SPV_KHR_subgroup_rotate SPV_KHR_non_semantic_info SPV_KHR_terminate_invocation SPV_KHR_cooperative_matrix "
     "SPV_KHR_bfloat16 SPV_EXT_demote_to_helper_invocation=1000 SPV_EXT_descriptor_indexing SPV_EXT_fragment_fully_covered "
     "SPV_EXT_fragment_invocation_density SPV_EXT_fragment_shader_interlock SPV_EXT_physical_storage_buffer "
     "SPV_EXT_shader_stencil_export SPV_EXT_shader_viewport_index_layer SPV_EXT_shader_atomic_float_add "
     "SPV_EXT_shader_atomic_float_min_max SPV_EXT_shader_image_int64 SPV_EXT_shader_atomic_float16_add SPV_EXT_mesh_shader "
     "SPV_EXT_replicated_composites SPV_ARM_tensors=6000 SPV_ARM_graph SPV_AMD_gpu_shader_half_float_fetch=2000 "
     "SPV_AMD_shader_ballot SPV_AMD_shader_explicit_vertex_parameter SPV_AMD_shader_fragment_mask "
     "SPV_AMD_shader_image_load_store_lod SPV_AMD_texture_gather_bias_lod SPV_AMD_shader_early_and_late_fragment_tests "
     "SPV_GOOGLE_decorate_string=3000 SPV_GOOGLE_hlsl_functionality1 SPV_GOOGLE_user_type "
     "SPV_INTEL_device_side_avc_motion_estimation=4000 SPV_INTEL_media_block_io SPV_INTEL_shader_integer_functions2 "
     "SPV_INTEL_subgroups SPV_INTEL_vector_compute=4007 SPV_INTEL_float_controls2=4004 SPV_INTEL_function_pointers "
     "SPV_INTEL_inline_assembly SPV_INTEL_variable_length_array=4008 SPV_INTEL_fpga_memory_attributes "
     "SPV_INTEL_unstructured_loop_controls=4012 SPV_INTEL_fpga_loop_controls SPV_INTEL_arbitrary_precision_integers=4010 "
     "SPV_INTEL_arbitrary_precision_floating_point SPV_INTEL_kernel_attributes=4014 SPV_INTEL_fpga_memory_accesses "
     "SPV_INTEL_fpga_cluster_attributes SPV_INTEL_loop_fuse SPV_INTEL_fpga_buffer_location "
     "SPV_INTEL_arbitrary_precision_fixed_point SPV_INTEL_usm_storage_classes SPV_INTEL_io_pipes SPV_ALTERA_blocking_pipes "
     "SPV_INTEL_fpga_reg SPV_INTEL_long_constant_composite SPV_INTEL_optnone SPV_INTEL_debug_module "
     "SPV_INTEL_fp_fast_math_mode SPV_INTEL_memory_access_aliasing SPV_INTEL_split_barrier "
     "SPV_INTEL_bfloat16_conversion=4031 SPV_INTEL_cache_controls SPV_INTEL_tensor_float32_conversion "
     "SPV_NV_compute_shader_derivatives=5000 SPV_NV_cooperative_matrix SPV_NV_fragment_shader_barycentric "
     "SPV_NV_geometry_shader_passthrough SPV_NV_ray_tracing=5005 SPV_NV_sample_mask_override_coverage "
     "SPV_NV_shader_image_footprint SPV_NV_shader_sm_builtins SPV_NV_shader_subgroup_partitioned SPV_NV_shading_rate "
     "SPV_NV_stereo_view_rendering SPV_NV_viewport_array2 SPV_NV_bindless_texture SPV_NV_ray_tracing_motion_blur "
     "SPV_NVX_multiview_per_view_attributes")
ENUM(fp_encoding, "f_p_encoding", "FPEncoding", NULL, "BFloat16KHR")
BIT_ENUM(fastmath_mode, "fastmath_mode", "FPFastMathMode", NULL,
     "None NotNaN NotInf NSZ AllowRecip Fast AllowContractFastINTEL=65536 AllowReassocINTEL")
ENUM(fp_rounding_mode, "fp_rounding_mode", "FPRoundingMode", NULL, "RTE RTZ RTP RTN")
BIT_ENUM(function_control, "function_control", "FunctionControl", NULL,
     "None Inline DontInline Pure Const OptNoneINTEL=65536")
ENUM(group_operation, "group_operation", "GroupOperation", NULL,
     "Reduce InclusiveScan ExclusiveScan ClusteredReduce PartitionedReduceNV=6 PartitionedInclusiveScanNV "
     "PartitionedExclusiveScanNV")
ENUM(image_arrayed_info, "image_arrayed_info", "ImageArrayedInfo", "Arrayed", "NonArrayed Arrayed")
ENUM(image_depth_info, "image_depth_info", "ImageDepthInfo", "Depth", "NoDepth IsDepth DepthUnknown")
ENUM(image_format, "image_format", "ImageFormat", NULL,
     "Unknown Rgba32f Rgba16f R32f Rgba8 Rgba8Snorm Rg32f Rg16f R11fG11fB10f R16f Rgba16 Rgb10A2 Rg16 Rg8 R16 R8 "
     "Rgba16Snorm Rg16Snorm Rg8Snorm R16Snorm R8Snorm Rgba32i Rgba16i Rgba8i R32i Rg32i Rg16i Rg8i R16i R8i Rgba32ui "
     "Rgba16ui Rgba8ui R32ui Rgb10a2ui Rg32ui Rg16ui Rg8ui R16ui R8ui R64ui R64i")
BIT_ENUM(image_operands, "image_operands", "ImageOperands", NULL,
     "None Bias Lod Grad ConstOffset Offset ConstOffsets Sample MinLod MakeTexelAvailable MakeTexelVisible NonPrivateTexel "
     "VolatileTexel SignExtend Offsets=65536 ZeroExtend=8192 Nontemporal")
ENUM(image_sampler_use_info, "image_sampler_use_info", "ImageSamplerUseInfo", "SamplerUse",
     "SamplerUnknown NeedSampler NoSampler")
ENUM(image_sampling_info, "image_sampling_info", "ImageSamplingInfo", "Sampling", "SingleSampled MultiSampled")
ENUM(linkage_type, "linkage_type", "LinkageType", NULL, "Export Import LinkOnceODR")
ENUM(load_cache_control, "load_cache_control", "LoadCacheControl", "INTEL_LoadCacheControl",
     "Uncached Cached Streaming InvalidateAfterR ConstCached")
BIT_ENUM(loop_control, "loop_control", "LoopControl", NULL,
     "None Unroll DontUnroll DependencyInfinite DependencyLength MinIterations MaxIterations IterationMultiple PeelCount "
     "PartialCount InitiationIntervalINTEL=65536 LoopCoalesceINTEL=1048576 MaxConcurrencyINTEL=131072 "
     "MaxInterleavingINTEL=2097152 DependencyArrayINTEL=262144 SpeculatedIterationsINTEL=4194304 PipelineEnableINTEL=524288 "
     "NoFusionINTEL=8388608")
ENUM(matrix_layout, "matrixLayout", "MatrixLayout", NULL, "ColumnMajor RowMajor PackedA PackedB")
BIT_ENUM(memory_access, "memory_access", "MemoryAccess", NULL,
     "None Volatile Aligned Nontemporal MakePointerAvailable MakePointerVisible NonPrivatePointer AliasScopeINTELMask=65536 "
     "NoAliasINTELMask")
ENUM(memory_model, "memory_model", "MemoryModel", NULL, "Simple GLSL450 OpenCL Vulkan")
BIT_ENUM(memory_semantics, "memory_semantics", "MemorySemantics", NULL,
     "None Acquire=2 Release AcquireRelease SequentiallyConsistent UniformMemory=64 SubgroupMemory WorkgroupMemory "
     "CrossWorkgroupMemory AtomicCounterMemory ImageMemory OutputMemory MakeAvailable MakeVisible Volatile")
ENUM(opcode, "opcode", "Opcode", NULL,
     "OpNop OpUndef OpSourceContinued OpSource OpSourceExtension OpName OpMemberName OpString OpLine OpExtension=10 "
     "OpExtInstImport OpExtInst OpMemoryModel=14 OpEntryPoint OpExecutionMode OpCapability OpTypeVoid=19 OpTypeBool "
     "OpTypeInt OpTypeFloat OpTypeVector OpTypeMatrix OpTypeImage OpTypeSampledImage=27 OpTypeArray OpTypeRuntimeArray "
     "OpTypeStruct OpTypePointer=32 OpTypeFunction OpTypeForwardPointer=39 OpConstantTrue=41 OpConstantFalse OpConstant "
     "OpConstantComposite OpConstantNull=46 OpSpecConstantTrue=48 OpSpecConstantFalse OpSpecConstant "
     "OpSpecConstantComposite OpSpecConstantOp OpFunction=54 OpFunctionParameter OpFunctionEnd OpFunctionCall OpVariable=59 "
     "OpLoad=61 OpStore OpCopyMemory OpAccessChain=65 OpPtrAccessChain=67 OpInBoundsPtrAccessChain=70 OpDecorate "
     "OpMemberDecorate OpVectorExtractDynamic=77 OpVectorInsertDynamic OpVectorShuffle OpCompositeConstruct "
     "OpCompositeExtract OpCompositeInsert OpTranspose=84 OpImageSampleImplicitLod=87 OpImageSampleExplicitLod "
     "OpImageSampleProjDrefImplicitLod=93 OpImageFetch=95 OpImageDrefGather=97 OpImageRead OpImageWrite OpImage "
     "OpImageQuerySize=104 OpConvertFToU=109 OpConvertFToS OpConvertSToF OpConvertUToF OpUConvert OpSConvert OpFConvert "
     "OpConvertPtrToU=117 OpConvertUToPtr=120 OpPtrCastToGeneric OpGenericCastToPtr OpGenericCastToPtrExplicit OpBitcast "
     "OpSNegate=126 OpFNegate OpIAdd OpFAdd OpISub OpFSub OpIMul OpFMul OpUDiv OpSDiv OpFDiv OpUMod OpSRem OpSMod OpFRem "
     "OpFMod OpVectorTimesScalar OpMatrixTimesScalar OpVectorTimesMatrix OpMatrixTimesVector OpMatrixTimesMatrix OpDot=148 "
     "OpIAddCarry OpISubBorrow OpUMulExtended OpSMulExtended OpIsNan=156 OpIsInf OpIsFinite OpOrdered=162 OpUnordered "
     "OpLogicalEqual OpLogicalNotEqual OpLogicalOr OpLogicalAnd OpLogicalNot OpSelect OpIEqual OpINotEqual OpUGreaterThan "
     "OpSGreaterThan OpUGreaterThanEqual OpSGreaterThanEqual OpULessThan OpSLessThan OpULessThanEqual OpSLessThanEqual "
     "OpFOrdEqual OpFUnordEqual OpFOrdNotEqual OpFUnordNotEqual OpFOrdLessThan OpFUnordLessThan OpFOrdGreaterThan "
     "OpFUnordGreaterThan OpFOrdLessThanEqual OpFUnordLessThanEqual OpFOrdGreaterThanEqual OpFUnordGreaterThanEqual "
     "OpShiftRightLogical=194 OpShiftRightArithmetic OpShiftLeftLogical OpBitwiseOr OpBitwiseXor OpBitwiseAnd OpNot "
     "OpBitFieldInsert OpBitFieldSExtract OpBitFieldUExtract OpBitReverse OpBitCount OpEmitVertex=218 OpEndPrimitive "
     "OpControlBarrier=224 OpMemoryBarrier OpAtomicExchange=229 OpAtomicCompareExchange OpAtomicCompareExchangeWeak "
     "OpAtomicIIncrement OpAtomicIDecrement OpAtomicIAdd OpAtomicISub OpAtomicSMin OpAtomicUMin OpAtomicSMax OpAtomicUMax "
     "OpAtomicAnd OpAtomicOr OpAtomicXor OpPhi=245 OpLoopMerge OpSelectionMerge OpLabel OpBranch OpBranchConditional "
     "OpSwitch OpKill OpReturn OpReturnValue OpUnreachable OpGroupBroadcast=263 OpGroupIAdd OpGroupFAdd OpGroupFMin "
     "OpGroupUMin OpGroupSMin OpGroupFMax OpGroupUMax OpGroupSMax OpNoLine=317 OpModuleProcessed=330 "
     "OpGroupNonUniformElect=333 OpGroupNonUniformAll OpGroupNonUniformAny OpGroupNonUniformAllEqual "
     "OpGroupNonUniformBroadcast OpGroupNonUniformBallot=339 OpGroupNonUniformBallotBitCount=342 "
     "OpGroupNonUniformBallotFindLSB OpGroupNonUniformBallotFindMSB OpGroupNonUniformShuffle OpGroupNonUniformShuffleXor "
     "OpGroupNonUniformShuffleUp OpGroupNonUniformShuffleDown OpGroupNonUniformIAdd OpGroupNonUniformFAdd "
     "OpGroupNonUniformIMul OpGroupNonUniformFMul OpGroupNonUniformSMin OpGroupNonUniformUMin OpGroupNonUniformFMin "
     "OpGroupNonUniformSMax OpGroupNonUniformUMax OpGroupNonUniformFMax OpGroupNonUniformBitwiseAnd "
     "OpGroupNonUniformBitwiseOr OpGroupNonUniformBitwiseXor OpGroupNonUniformLogicalAnd OpGroupNonUniformLogicalOr "
     "OpGroupNonUniformLogicalXor OpGroupNonUniformQuadSwap=366 OpTypeTensorARM=4163 OpGraphEntryPointARM=4182 OpGraphARM "
     "OpGraphInputARM OpGraphSetOutputARM OpGraphEndARM OpTypeGraphARM=4190 OpGraphConstantARM=4181 "
     "OpSubgroupBallotKHR=4421 OpGroupNonUniformRotateKHR=4431 OpSDot=4450 OpUDot OpSUDot OpSDotAccSat OpUDotAccSat "
     "OpSUDotAccSat OpTypeCooperativeMatrixKHR OpCooperativeMatrixLoadKHR OpCooperativeMatrixStoreKHR "
     "OpCooperativeMatrixMulAddKHR OpCooperativeMatrixLengthKHR OpConstantCompositeReplicateEXT "
     "OpSpecConstantCompositeReplicateEXT OpEmitMeshTasksEXT=5294 OpSetMeshOutputsEXT OpSubgroupBlockReadINTEL=5575 "
     "OpSubgroupBlockWriteINTEL OpAssumeTrueKHR=5630 OpAtomicFAddEXT=6035 OpConvertFToBF16INTEL=6116 OpConvertBF16ToFINTEL "
     "OpControlBarrierArriveINTEL=6142 OpControlBarrierWaitINTEL OpGroupIMulKHR=6401 OpGroupFMulKHR "
     "OpRoundFToTF32INTEL=6426")
ENUM(packed_vector_format, "packed_vector_format", "PackedVectorFormat", NULL, "PackedVectorFormat4x8Bit")
ENUM(scope, "scope", "Scope", NULL, "CrossDevice Device Workgroup Subgroup Invocation QueueFamily ShaderCallKHR")
BIT_ENUM(selection_control, "selection_control", "SelectionControl", NULL, "None Flatten DontFlatten")
ENUM(storage_class, "storage_class", "StorageClass", NULL,
     "UniformConstant Input Uniform Output Workgroup CrossWorkgroup Private Function Generic PushConstant AtomicCounter "
     "Image StorageBuffer CallableDataKHR=5328 IncomingCallableDataKHR RayPayloadKHR=5338 HitAttributeKHR "
     "IncomingRayPayloadKHR=5342 ShaderRecordBufferKHR PhysicalStorageBuffer=5349 TaskPayloadWorkgroupEXT=5402 "
     "CodeSectionINTEL=5605 DeviceOnlyINTEL=5936 HostOnlyINTEL")
ENUM(store_cache_control, "store_cache_control", "StoreCacheControl", "INTEL_StoreCacheControl",
     "Uncached WriteThrough WriteBack Streaming")
ENUM(vendor, "vendor", "Vendor", NULL,
     "AMD Apple ARM Broadcom Imagination Intel NVIDIA Qualcomm SwiftShader Unknown=4294967295")
ENUM(version, "version", "Version", NULL, "v1.0 v1.1 v1.2 v1.3 v1.4 v1.5 v1.6")
