// Enums of the spirv dialect (https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#_binary_form) and
// the attributes that hold one.
#include "dialects/spirv/attrs.h"

#include "dialects/constraints.h"

// An enum, and the attribute `#spirv.mnemonic<case>` of it; `upstream` is the attribute's name in messages.
#define ENUM(id, mnemonic, type, upstream, ...)                                                             \
  const EnumDef spirv_##id##_enum = {"::mlir::spirv::" type, .bits = 32, ENUM_CASES(__VA_ARGS__)}; \
  ENUM_ATTR(id, mnemonic, type, upstream)
#define BIT_ENUM(id, mnemonic, type, upstream, ...)                                                        \
  const EnumDef spirv_##id##_enum = {"::mlir::spirv::" type, .bits = 32, .is_bits = true, .separator = "|", .quoted = true, \
                                     ENUM_CASES(__VA_ARGS__)}; \
  ENUM_ATTR(id, mnemonic, type, upstream)
// One that parameters of other attributes spell, too.
#define FIELD_ENUM(id, mnemonic, type, upstream, ...)                                                    \
  const EnumDef spirv_##id##_enum = {"::mlir::spirv::" type, .bits = 32, ENUM_CASES(__VA_ARGS__), .summary = "valid SPIR-V " type}; \
  ENUM_ATTR(id, mnemonic, type, upstream)
#define ENUM_ATTR(id, mnemonic, type, upstream)                                                            \
  static const ParamDef id##_param = {"value", PARAM_ENUM, .def = &spirv_##id##_enum, .cpp = "::mlir::spirv::" type}; \
  static const ParamsDef id##_params = {&id##_param, 1, "`<` $value `>`", "SPIRV_" upstream "Attr"};        \
  const AttrDef spirv_##id##_attr = {"spirv", mnemonic, ATTR_DIALECT, .params = &id##_params};

ENUM(addressing_model, "addressing_model", "AddressingModel", "AddressingModel",
    {"Logical", 0}, {"Physical32", 1}, {"Physical64", 2}, {"PhysicalStorageBuffer64", 5348})
ENUM(built_in, "built_in", "BuiltIn", "BuiltIn",
    {"Position", 0}, {"PointSize", 1}, {"ClipDistance", 3}, {"CullDistance", 4}, {"VertexId", 5}, {"InstanceId", 6},
    {"PrimitiveId", 7}, {"InvocationId", 8}, {"Layer", 9}, {"ViewportIndex", 10}, {"TessLevelOuter", 11},
    {"TessLevelInner", 12}, {"TessCoord", 13}, {"PatchVertices", 14}, {"FragCoord", 15}, {"PointCoord", 16},
    {"FrontFacing", 17}, {"SampleId", 18}, {"SamplePosition", 19}, {"SampleMask", 20}, {"FragDepth", 22},
    {"HelperInvocation", 23}, {"NumWorkgroups", 24}, {"WorkgroupSize", 25}, {"WorkgroupId", 26}, {"LocalInvocationId", 27},
    {"GlobalInvocationId", 28}, {"LocalInvocationIndex", 29}, {"WorkDim", 30}, {"GlobalSize", 31},
    {"EnqueuedWorkgroupSize", 32}, {"GlobalOffset", 33}, {"GlobalLinearId", 34}, {"SubgroupSize", 36}, {"SubgroupMaxSize", 37},
    {"NumSubgroups", 38}, {"NumEnqueuedSubgroups", 39}, {"SubgroupId", 40}, {"SubgroupLocalInvocationId", 41},
    {"VertexIndex", 42}, {"InstanceIndex", 43}, {"SubgroupEqMask", 4416}, {"SubgroupGeMask", 4417}, {"SubgroupGtMask", 4418},
    {"SubgroupLeMask", 4419}, {"SubgroupLtMask", 4420}, {"BaseVertex", 4424}, {"BaseInstance", 4425}, {"DrawIndex", 4426},
    {"PrimitiveShadingRateKHR", 4432}, {"DeviceIndex", 4438}, {"ViewIndex", 4440}, {"ShadingRateKHR", 4444},
    {"BaryCoordNoPerspAMD", 4992}, {"BaryCoordNoPerspCentroidAMD", 4993}, {"BaryCoordNoPerspSampleAMD", 4994},
    {"BaryCoordSmoothAMD", 4995}, {"BaryCoordSmoothCentroidAMD", 4996}, {"BaryCoordSmoothSampleAMD", 4997},
    {"BaryCoordPullModelAMD", 4998}, {"FragStencilRefEXT", 5014}, {"ViewportMaskNV", 5253}, {"SecondaryPositionNV", 5257},
    {"SecondaryViewportMaskNV", 5258}, {"PositionPerViewNV", 5261}, {"ViewportMaskPerViewNV", 5262}, {"FullyCoveredEXT", 5264},
    {"BaryCoordKHR", 5286}, {"BaryCoordNoPerspKHR", 5287}, {"FragSizeEXT", 5292}, {"FragInvocationCountEXT", 5293},
    {"PrimitivePointIndicesEXT", 5294}, {"PrimitiveLineIndicesEXT", 5295}, {"PrimitiveTriangleIndicesEXT", 5296},
    {"CullPrimitiveEXT", 5299}, {"LaunchIdKHR", 5319}, {"LaunchSizeKHR", 5320}, {"WorldRayOriginKHR", 5321},
    {"WorldRayDirectionKHR", 5322}, {"ObjectRayOriginKHR", 5323}, {"ObjectRayDirectionKHR", 5324}, {"RayTminKHR", 5325},
    {"RayTmaxKHR", 5326}, {"InstanceCustomIndexKHR", 5327}, {"ObjectToWorldKHR", 5330}, {"WorldToObjectKHR", 5331},
    {"HitTNV", 5332}, {"HitKindKHR", 5333}, {"CurrentRayTimeNV", 5334}, {"IncomingRayFlagsKHR", 5351},
    {"RayGeometryIndexKHR", 5352}, {"WarpsPerSMNV", 5374}, {"SMCountNV", 5375}, {"WarpIDNV", 5376}, {"SMIDNV", 5377},
    {"CullMaskKHR", 6021})
ENUM(capability, "capability", "Capability", "Capability",
    {"Matrix", 0}, {"Addresses", 4}, {"Linkage", 5}, {"Kernel", 6}, {"Float16", 9}, {"Float64", 10}, {"Int64", 11},
    {"Groups", 18}, {"Int16", 22}, {"Int8", 39}, {"Sampled1D", 43}, {"SampledBuffer", 46}, {"GroupNonUniform", 61},
    {"ShaderLayer", 69}, {"ShaderViewportIndex", 70}, {"UniformDecoration", 71}, {"SubgroupBallotKHR", 4423},
    {"SubgroupVoteKHR", 4431}, {"StorageBuffer16BitAccess", 4433}, {"StoragePushConstant16", 4435},
    {"StorageInputOutput16", 4436}, {"DeviceGroup", 4437}, {"AtomicStorageOps", 4445}, {"SampleMaskPostDepthCoverage", 4447},
    {"StorageBuffer8BitAccess", 4448}, {"StoragePushConstant8", 4450}, {"DenormPreserve", 4464}, {"DenormFlushToZero", 4465},
    {"SignedZeroInfNanPreserve", 4466}, {"RoundingModeRTE", 4467}, {"RoundingModeRTZ", 4468}, {"ImageFootprintNV", 5282},
    {"FragmentBarycentricKHR", 5284}, {"MeshShadingEXT", 5283}, {"ComputeDerivativeGroupQuadsNV", 5288},
    {"GroupNonUniformPartitionedNV", 5297}, {"VulkanMemoryModel", 5345}, {"VulkanMemoryModelDeviceScope", 5346},
    {"ComputeDerivativeGroupLinearNV", 5350}, {"BindlessTextureNV", 5390}, {"SubgroupShuffleINTEL", 5568},
    {"SubgroupBufferBlockIOINTEL", 5569}, {"SubgroupImageBlockIOINTEL", 5570}, {"SubgroupImageMediaBlockIOINTEL", 5579},
    {"RoundToInfinityINTEL", 5582}, {"FloatingPointModeINTEL", 5583}, {"FunctionPointersINTEL", 5603},
    {"IndirectReferencesINTEL", 5604}, {"AsmINTEL", 5606}, {"AtomicFloat32MinMaxEXT", 5612}, {"AtomicFloat64MinMaxEXT", 5613},
    {"AtomicFloat16MinMaxEXT", 5616}, {"VectorAnyINTEL", 5619}, {"ExpectAssumeKHR", 5629},
    {"SubgroupAvcMotionEstimationINTEL", 5696}, {"SubgroupAvcMotionEstimationIntraINTEL", 5697},
    {"SubgroupAvcMotionEstimationChromaINTEL", 5698}, {"VariableLengthArrayINTEL", 5817}, {"FunctionFloatControlINTEL", 5821},
    {"FPGAMemoryAttributesINTEL", 5824}, {"ArbitraryPrecisionIntegersINTEL", 5844},
    {"ArbitraryPrecisionFloatingPointINTEL", 5845}, {"UnstructuredLoopControlsINTEL", 5886}, {"FPGALoopControlsINTEL", 5888},
    {"KernelAttributesINTEL", 5892}, {"FPGAKernelAttributesINTEL", 5897}, {"FPGAMemoryAccessesINTEL", 5898},
    {"FPGAClusterAttributesINTEL", 5904}, {"LoopFuseINTEL", 5906}, {"MemoryAccessAliasingINTEL", 5910},
    {"FPGABufferLocationINTEL", 5920}, {"ArbitraryPrecisionFixedPointINTEL", 5922}, {"USMStorageClassesINTEL", 5935},
    {"IOPipesINTEL", 5943}, {"BlockingPipesALTERA", 5945}, {"FPGARegINTEL", 5948}, {"DotProductInputAll", 6016},
    {"DotProductInput4x8BitPacked", 6018}, {"DotProduct", 6019}, {"RayCullMaskKHR", 6020}, {"CooperativeMatrixKHR", 6022},
    {"ReplicatedCompositesEXT", 6024}, {"BitInstructions", 6025}, {"AtomicFloat32AddEXT", 6033}, {"AtomicFloat64AddEXT", 6034},
    {"LongConstantCompositeINTEL", 6089}, {"OptNoneINTEL", 6094}, {"AtomicFloat16AddEXT", 6095}, {"DebugInfoModuleINTEL", 6114},
    {"SplitBarrierINTEL", 6141}, {"GroupUniformArithmeticKHR", 6400}, {"Shader", 1}, {"Vector16", 7}, {"Float16Buffer", 8},
    {"Int64Atomics", 12}, {"ImageBasic", 13}, {"Pipes", 17}, {"DeviceEnqueue", 19}, {"LiteralSampler", 20},
    {"GenericPointer", 38}, {"Image1D", 44}, {"ImageBuffer", 47}, {"NamedBarrier", 59}, {"GroupNonUniformVote", 62},
    {"GroupNonUniformArithmetic", 63}, {"GroupNonUniformBallot", 64}, {"GroupNonUniformShuffle", 65},
    {"GroupNonUniformShuffleRelative", 66}, {"GroupNonUniformClustered", 67}, {"GroupNonUniformQuad", 68},
    {"StorageUniform16", 4434}, {"UniformAndStorageBuffer8BitAccess", 4449}, {"UniformTexelBufferArrayDynamicIndexing", 5304},
    {"VectorComputeINTEL", 5617}, {"FPFastMathModeINTEL", 5837}, {"DotProductInput4x8Bit", 6017},
    {"GroupNonUniformRotateKHR", 6026}, {"Geometry", 2}, {"Tessellation", 3}, {"ImageReadWrite", 14}, {"ImageMipmap", 15},
    {"AtomicStorage", 21}, {"ImageGatherExtended", 25}, {"StorageImageMultisample", 27},
    {"UniformBufferArrayDynamicIndexing", 28}, {"SampledImageArrayDynamicIndexing", 29},
    {"StorageBufferArrayDynamicIndexing", 30}, {"StorageImageArrayDynamicIndexing", 31}, {"ClipDistance", 32},
    {"CullDistance", 33}, {"SampleRateShading", 35}, {"SampledRect", 37}, {"InputAttachment", 40}, {"SparseResidency", 41},
    {"MinLod", 42}, {"SampledCubeArray", 45}, {"ImageMSArray", 48}, {"StorageImageExtendedFormats", 49}, {"ImageQuery", 50},
    {"DerivativeControl", 51}, {"InterpolationFunction", 52}, {"TransformFeedback", 53}, {"StorageImageReadWithoutFormat", 55},
    {"StorageImageWriteWithoutFormat", 56}, {"SubgroupDispatch", 58}, {"PipeStorage", 60}, {"FragmentShadingRateKHR", 4422},
    {"DrawParameters", 4427}, {"WorkgroupMemoryExplicitLayoutKHR", 4428}, {"WorkgroupMemoryExplicitLayout16BitAccessKHR", 4430},
    {"MultiView", 4439}, {"VariablePointersStorageBuffer", 4441}, {"RayQueryProvisionalKHR", 4471}, {"RayQueryKHR", 4472},
    {"RayTracingKHR", 4479}, {"Float16ImageAMD", 5008}, {"ImageGatherBiasLodAMD", 5009}, {"FragmentMaskAMD", 5010},
    {"StencilExportEXT", 5013}, {"ImageReadWriteLodAMD", 5015}, {"Int64ImageEXT", 5016}, {"ShaderClockKHR", 5055},
    {"FragmentFullyCoveredEXT", 5265}, {"FragmentDensityEXT", 5291}, {"ShaderNonUniform", 5301},
    {"RuntimeDescriptorArray", 5302}, {"StorageTexelBufferArrayDynamicIndexing", 5305}, {"RayTracingNV", 5340},
    {"RayTracingMotionBlurNV", 5341}, {"PhysicalStorageBufferAddresses", 5347}, {"RayTracingProvisionalKHR", 5353},
    {"FragmentShaderSampleInterlockEXT", 5363}, {"FragmentShaderShadingRateInterlockEXT", 5372}, {"ShaderSMBuiltinsNV", 5373},
    {"FragmentShaderPixelInterlockEXT", 5378}, {"DemoteToHelperInvocation", 5379}, {"IntegerFunctions2INTEL", 5584},
    {"TessellationPointSize", 23}, {"GeometryPointSize", 24}, {"ImageCubeArray", 34}, {"ImageRect", 36},
    {"GeometryStreams", 54}, {"MultiViewport", 57}, {"TensorsARM", 4174}, {"StorageTensorArrayDynamicIndexingEXT", 4175},
    {"StorageTensorArrayNonUniformIndexingEXT", 4176}, {"GraphARM", 4191}, {"WorkgroupMemoryExplicitLayout8BitAccessKHR", 4429},
    {"VariablePointers", 4442}, {"RayTraversalPrimitiveCullingKHR", 4478}, {"SampleMaskOverrideCoverageNV", 5249},
    {"GeometryShaderPassthroughNV", 5251}, {"PerViewAttributesNV", 5260}, {"InputAttachmentArrayDynamicIndexing", 5303},
    {"UniformBufferArrayNonUniformIndexing", 5306}, {"SampledImageArrayNonUniformIndexing", 5307},
    {"StorageBufferArrayNonUniformIndexing", 5308}, {"StorageImageArrayNonUniformIndexing", 5309},
    {"InputAttachmentArrayNonUniformIndexing", 5310}, {"UniformTexelBufferArrayNonUniformIndexing", 5311},
    {"StorageTexelBufferArrayNonUniformIndexing", 5312}, {"ShaderViewportIndexLayerEXT", 5254}, {"ShaderViewportMaskNV", 5255},
    {"ShaderStereoViewNV", 5259}, {"Bfloat16ConversionINTEL", 6115}, {"CacheControlsINTEL", 6441}, {"BFloat16TypeKHR", 5116},
    {"BFloat16DotProductKHR", 5117}, {"BFloat16CooperativeMatrixKHR", 5118}, {"TensorFloat32RoundingINTEL", 6425})
ENUM(client_api, "client_api", "ClientAPI", "ClientAPI",
    {"Metal", 0}, {"OpenCL", 1}, {"Vulkan", 2}, {"WebGPU", 3}, {"Unknown", 0xffffffff})
ENUM(coop_matrix_layout_khr, "coop_matrix_layout_khr", "CooperativeMatrixLayoutKHR", "KHR_CooperativeMatrixLayout",
    {"RowMajor", 0}, {"ColumnMajor", 1})
BIT_ENUM(cooperative_matrix_operands_khr, "cooperative_matrix_operands_khr", "CooperativeMatrixOperandsKHR", "KHR_CooperativeMatrixOperands",
    {"None", 0}, {"ASigned", 1}, {"BSigned", 2}, {"CSigned", 4}, {"ResultSigned", 8}, {"AccSat", 16})
ENUM(coop_matrix_use_khr, "coop_matrix_use_khr", "CooperativeMatrixUseKHR", "KHR_CooperativeMatrixUse",
    {"MatrixA", 0}, {"MatrixB", 1}, {"MatrixAcc", 2})
ENUM(decoration, "decoration", "Decoration", "Decoration",
    {"RelaxedPrecision", 0}, {"SpecId", 1}, {"Block", 2}, {"BufferBlock", 3}, {"RowMajor", 4}, {"ColMajor", 5},
    {"ArrayStride", 6}, {"MatrixStride", 7}, {"GLSLShared", 8}, {"GLSLPacked", 9}, {"CPacked", 10}, {"BuiltIn", 11},
    {"NoPerspective", 13}, {"Flat", 14}, {"Patch", 15}, {"Centroid", 16}, {"Sample", 17}, {"Invariant", 18}, {"Restrict", 19},
    {"Aliased", 20}, {"Volatile", 21}, {"Constant", 22}, {"Coherent", 23}, {"NonWritable", 24}, {"NonReadable", 25},
    {"Uniform", 26}, {"UniformId", 27}, {"SaturatedConversion", 28}, {"Stream", 29}, {"Location", 30}, {"Component", 31},
    {"Index", 32}, {"Binding", 33}, {"DescriptorSet", 34}, {"Offset", 35}, {"XfbBuffer", 36}, {"XfbStride", 37},
    {"FuncParamAttr", 38}, {"FPRoundingMode", 39}, {"FPFastMathMode", 40}, {"LinkageAttributes", 41}, {"NoContraction", 42},
    {"InputAttachmentIndex", 43}, {"Alignment", 44}, {"MaxByteOffset", 45}, {"AlignmentId", 46}, {"MaxByteOffsetId", 47},
    {"NoSignedWrap", 4469}, {"NoUnsignedWrap", 4470}, {"ExplicitInterpAMD", 4999}, {"OverrideCoverageNV", 5248},
    {"PassthroughNV", 5250}, {"ViewportRelativeNV", 5252}, {"SecondaryViewportRelativeNV", 5256}, {"PerPrimitiveEXT", 5271},
    {"PerVertexKHR", 5285}, {"NonUniform", 5300}, {"RestrictPointer", 5355}, {"AliasedPointer", 5356},
    {"BindlessSamplerNV", 5398}, {"BindlessImageNV", 5399}, {"BoundSamplerNV", 5400}, {"BoundImageNV", 5401},
    {"SIMTCallINTEL", 5599}, {"ReferencedIndirectlyINTEL", 5602}, {"ClobberINTEL", 5607}, {"SideEffectsINTEL", 5608},
    {"VectorComputeVariableINTEL", 5624}, {"FuncParamIOKindINTEL", 5625}, {"VectorComputeFunctionINTEL", 5626},
    {"StackCallINTEL", 5627}, {"GlobalVariableOffsetINTEL", 5628}, {"CounterBuffer", 5634}, {"UserSemantic", 5635},
    {"UserTypeGOOGLE", 5636}, {"FunctionRoundingModeINTEL", 5822}, {"FunctionDenormModeINTEL", 5823}, {"RegisterINTEL", 5825},
    {"MemoryINTEL", 5826}, {"NumbanksINTEL", 5827}, {"BankwidthINTEL", 5828}, {"MaxPrivateCopiesINTEL", 5829},
    {"SinglepumpINTEL", 5830}, {"DoublepumpINTEL", 5831}, {"MaxReplicatesINTEL", 5832}, {"SimpleDualPortINTEL", 5833},
    {"MergeINTEL", 5834}, {"BankBitsINTEL", 5835}, {"ForcePow2DepthINTEL", 5836}, {"BurstCoalesceINTEL", 5899},
    {"CacheSizeINTEL", 5900}, {"DontStaticallyCoalesceINTEL", 5901}, {"PrefetchINTEL", 5902}, {"StallEnableINTEL", 5905},
    {"FuseLoopsInFunctionINTEL", 5907}, {"AliasScopeINTEL", 5914}, {"NoAliasINTEL", 5915}, {"BufferLocationINTEL", 5921},
    {"IOPipeStorageINTEL", 5944}, {"FunctionFloatingPointModeINTEL", 6080}, {"SingleElementVectorINTEL", 6085},
    {"VectorComputeCallableFunctionINTEL", 6087}, {"MediaBlockIOINTEL", 6140}, {"CacheControlLoadINTEL", 6442},
    {"CacheControlStoreINTEL", 6443})
ENUM(device_type, "device_type", "DeviceType", "DeviceType",
    {"Other", 3}, {"IntegratedGPU", 2}, {"DiscreteGPU", 1}, {"CPU", 0}, {"Unknown", 0xffffffff})
ENUM(dim, "dim", "Dim", "Dim",
    {"Dim1D", 0}, {"Dim2D", 1}, {"Dim3D", 2}, {"Cube", 3}, {"Rect", 4}, {"Buffer", 5}, {"SubpassData", 6})
ENUM(execution_mode, "execution_mode", "ExecutionMode", "ExecutionMode",
    {"Invocations", 0}, {"SpacingEqual", 1}, {"SpacingFractionalEven", 2}, {"SpacingFractionalOdd", 3}, {"VertexOrderCw", 4},
    {"VertexOrderCcw", 5}, {"PixelCenterInteger", 6}, {"OriginUpperLeft", 7}, {"OriginLowerLeft", 8}, {"EarlyFragmentTests", 9},
    {"PointMode", 10}, {"Xfb", 11}, {"DepthReplacing", 12}, {"DepthGreater", 14}, {"DepthLess", 15}, {"DepthUnchanged", 16},
    {"LocalSize", 17}, {"LocalSizeHint", 18}, {"InputPoints", 19}, {"InputLines", 20}, {"InputLinesAdjacency", 21},
    {"Triangles", 22}, {"InputTrianglesAdjacency", 23}, {"Quads", 24}, {"Isolines", 25}, {"OutputVertices", 26},
    {"OutputPoints", 27}, {"OutputLineStrip", 28}, {"OutputTriangleStrip", 29}, {"VecTypeHint", 30}, {"ContractionOff", 31},
    {"Initializer", 33}, {"Finalizer", 34}, {"SubgroupSize", 35}, {"SubgroupsPerWorkgroup", 36},
    {"SubgroupsPerWorkgroupId", 37}, {"LocalSizeId", 38}, {"LocalSizeHintId", 39}, {"SubgroupUniformControlFlowKHR", 4421},
    {"PostDepthCoverage", 4446}, {"DenormPreserve", 4459}, {"DenormFlushToZero", 4460}, {"SignedZeroInfNanPreserve", 4461},
    {"RoundingModeRTE", 4462}, {"RoundingModeRTZ", 4463}, {"EarlyAndLateFragmentTestsAMD", 5017},
    {"StencilRefReplacingEXT", 5027}, {"StencilRefUnchangedFrontAMD", 5079}, {"StencilRefGreaterFrontAMD", 5080},
    {"StencilRefLessFrontAMD", 5081}, {"StencilRefUnchangedBackAMD", 5082}, {"StencilRefGreaterBackAMD", 5083},
    {"StencilRefLessBackAMD", 5084}, {"OutputLinesEXT", 5269}, {"OutputPrimitivesEXT", 5270}, {"DerivativeGroupQuadsNV", 5289},
    {"DerivativeGroupLinearNV", 5290}, {"OutputTrianglesEXT", 5298}, {"PixelInterlockOrderedEXT", 5366},
    {"PixelInterlockUnorderedEXT", 5367}, {"SampleInterlockOrderedEXT", 5368}, {"SampleInterlockUnorderedEXT", 5369},
    {"ShadingRateInterlockOrderedEXT", 5370}, {"ShadingRateInterlockUnorderedEXT", 5371}, {"SharedLocalMemorySizeINTEL", 5618},
    {"RoundingModeRTPINTEL", 5620}, {"RoundingModeRTNINTEL", 5621}, {"FloatingPointModeALTINTEL", 5622},
    {"FloatingPointModeIEEEINTEL", 5623}, {"MaxWorkgroupSizeINTEL", 5893}, {"MaxWorkDimINTEL", 5894},
    {"NoGlobalOffsetINTEL", 5895}, {"NumSIMDWorkitemsINTEL", 5896}, {"SchedulerTargetFmaxMhzINTEL", 5903},
    {"StreamingInterfaceINTEL", 6154}, {"NamedBarrierCountINTEL", 6417})
ENUM(execution_model, "execution_model", "ExecutionModel", "ExecutionModel",
    {"Vertex", 0}, {"TessellationControl", 1}, {"TessellationEvaluation", 2}, {"Geometry", 3}, {"Fragment", 4},
    {"GLCompute", 5}, {"Kernel", 6}, {"RayGenerationKHR", 5313}, {"IntersectionKHR", 5314}, {"AnyHitKHR", 5315},
    {"ClosestHitKHR", 5316}, {"MissKHR", 5317}, {"CallableKHR", 5318}, {"TaskEXT", 5364}, {"MeshEXT", 5365})
ENUM(extension, "ext", "Extension", "Extension",
    {"SPV_KHR_16bit_storage", 0}, {"SPV_KHR_8bit_storage", 1}, {"SPV_KHR_device_group", 2}, {"SPV_KHR_float_controls", 3},
    {"SPV_KHR_physical_storage_buffer", 4}, {"SPV_KHR_multiview", 5}, {"SPV_KHR_no_integer_wrap_decoration", 6},
    {"SPV_KHR_post_depth_coverage", 7}, {"SPV_KHR_shader_atomic_counter_ops", 8}, {"SPV_KHR_shader_ballot", 9},
    {"SPV_KHR_shader_clock", 10}, {"SPV_KHR_shader_draw_parameters", 11}, {"SPV_KHR_storage_buffer_storage_class", 12},
    {"SPV_KHR_subgroup_vote", 13}, {"SPV_KHR_variable_pointers", 14}, {"SPV_KHR_vulkan_memory_model", 15},
    {"SPV_KHR_expect_assume", 16}, {"SPV_KHR_integer_dot_product", 17}, {"SPV_KHR_bit_instructions", 18},
    {"SPV_KHR_fragment_shading_rate", 19}, {"SPV_KHR_workgroup_memory_explicit_layout", 20}, {"SPV_KHR_ray_query", 21},
    {"SPV_KHR_ray_tracing", 22}, {"SPV_KHR_subgroup_uniform_control_flow", 23}, {"SPV_KHR_linkonce_odr", 24},
    {"SPV_KHR_fragment_shader_barycentric", 25}, {"SPV_KHR_ray_cull_mask", 26}, {"SPV_KHR_uniform_group_instructions", 27},
    {"SPV_KHR_subgroup_rotate", 28}, {"SPV_KHR_non_semantic_info", 29}, {"SPV_KHR_terminate_invocation", 30},
    {"SPV_KHR_cooperative_matrix", 31}, {"SPV_KHR_bfloat16", 32}, {"SPV_EXT_demote_to_helper_invocation", 1000},
    {"SPV_EXT_descriptor_indexing", 1001}, {"SPV_EXT_fragment_fully_covered", 1002},
    {"SPV_EXT_fragment_invocation_density", 1003}, {"SPV_EXT_fragment_shader_interlock", 1004},
    {"SPV_EXT_physical_storage_buffer", 1005}, {"SPV_EXT_shader_stencil_export", 1006},
    {"SPV_EXT_shader_viewport_index_layer", 1007}, {"SPV_EXT_shader_atomic_float_add", 1008},
    {"SPV_EXT_shader_atomic_float_min_max", 1009}, {"SPV_EXT_shader_image_int64", 1010},
    {"SPV_EXT_shader_atomic_float16_add", 1011}, {"SPV_EXT_mesh_shader", 1012}, {"SPV_EXT_replicated_composites", 1013},
    {"SPV_ARM_tensors", 6000}, {"SPV_ARM_graph", 6001}, {"SPV_AMD_gpu_shader_half_float_fetch", 2000},
    {"SPV_AMD_shader_ballot", 2001}, {"SPV_AMD_shader_explicit_vertex_parameter", 2002}, {"SPV_AMD_shader_fragment_mask", 2003},
    {"SPV_AMD_shader_image_load_store_lod", 2004}, {"SPV_AMD_texture_gather_bias_lod", 2005},
    {"SPV_AMD_shader_early_and_late_fragment_tests", 2006}, {"SPV_GOOGLE_decorate_string", 3000},
    {"SPV_GOOGLE_hlsl_functionality1", 3001}, {"SPV_GOOGLE_user_type", 3002},
    {"SPV_INTEL_device_side_avc_motion_estimation", 4000}, {"SPV_INTEL_media_block_io", 4001},
    {"SPV_INTEL_shader_integer_functions2", 4002}, {"SPV_INTEL_subgroups", 4003}, {"SPV_INTEL_vector_compute", 4007},
    {"SPV_INTEL_float_controls2", 4004}, {"SPV_INTEL_function_pointers", 4005}, {"SPV_INTEL_inline_assembly", 4006},
    {"SPV_INTEL_variable_length_array", 4008}, {"SPV_INTEL_fpga_memory_attributes", 4009},
    {"SPV_INTEL_unstructured_loop_controls", 4012}, {"SPV_INTEL_fpga_loop_controls", 4013},
    {"SPV_INTEL_arbitrary_precision_integers", 4010}, {"SPV_INTEL_arbitrary_precision_floating_point", 4011},
    {"SPV_INTEL_kernel_attributes", 4014}, {"SPV_INTEL_fpga_memory_accesses", 4015},
    {"SPV_INTEL_fpga_cluster_attributes", 4016}, {"SPV_INTEL_loop_fuse", 4017}, {"SPV_INTEL_fpga_buffer_location", 4018},
    {"SPV_INTEL_arbitrary_precision_fixed_point", 4019}, {"SPV_INTEL_usm_storage_classes", 4020}, {"SPV_INTEL_io_pipes", 4021},
    {"SPV_ALTERA_blocking_pipes", 4022}, {"SPV_INTEL_fpga_reg", 4023}, {"SPV_INTEL_long_constant_composite", 4024},
    {"SPV_INTEL_optnone", 4025}, {"SPV_INTEL_debug_module", 4026}, {"SPV_INTEL_fp_fast_math_mode", 4027},
    {"SPV_INTEL_memory_access_aliasing", 4028}, {"SPV_INTEL_split_barrier", 4029}, {"SPV_INTEL_bfloat16_conversion", 4031},
    {"SPV_INTEL_cache_controls", 4032}, {"SPV_INTEL_tensor_float32_conversion", 4033},
    {"SPV_NV_compute_shader_derivatives", 5000}, {"SPV_NV_cooperative_matrix", 5001},
    {"SPV_NV_fragment_shader_barycentric", 5002}, {"SPV_NV_geometry_shader_passthrough", 5003}, {"SPV_NV_ray_tracing", 5005},
    {"SPV_NV_sample_mask_override_coverage", 5006}, {"SPV_NV_shader_image_footprint", 5007},
    {"SPV_NV_shader_sm_builtins", 5008}, {"SPV_NV_shader_subgroup_partitioned", 5009}, {"SPV_NV_shading_rate", 5010},
    {"SPV_NV_stereo_view_rendering", 5011}, {"SPV_NV_viewport_array2", 5012}, {"SPV_NV_bindless_texture", 5013},
    {"SPV_NV_ray_tracing_motion_blur", 5014}, {"SPV_NVX_multiview_per_view_attributes", 5015})
ENUM(fp_encoding, "f_p_encoding", "FPEncoding", "FPEncoding",
    {"BFloat16KHR", 0})
BIT_ENUM(fastmath_mode, "fastmath_mode", "FPFastMathMode", "FPFastMathMode",
    {"None", 0}, {"NotNaN", 1}, {"NotInf", 2}, {"NSZ", 4}, {"AllowRecip", 8}, {"Fast", 16}, {"AllowContractFastINTEL", 65536},
    {"AllowReassocINTEL", 131072})
ENUM(fp_rounding_mode, "fp_rounding_mode", "FPRoundingMode", "FPRoundingMode",
    {"RTE", 0}, {"RTZ", 1}, {"RTP", 2}, {"RTN", 3})
BIT_ENUM(function_control, "function_control", "FunctionControl", "FunctionControl",
    {"None", 0}, {"Inline", 1}, {"DontInline", 2}, {"Pure", 4}, {"Const", 8}, {"OptNoneINTEL", 65536})
ENUM(group_operation, "group_operation", "GroupOperation", "GroupOperation",
    {"Reduce", 0}, {"InclusiveScan", 1}, {"ExclusiveScan", 2}, {"ClusteredReduce", 3}, {"PartitionedReduceNV", 6},
    {"PartitionedInclusiveScanNV", 7}, {"PartitionedExclusiveScanNV", 8})
ENUM(image_arrayed_info, "image_arrayed_info", "ImageArrayedInfo", "Arrayed",
    {"NonArrayed", 0}, {"Arrayed", 1})
ENUM(image_depth_info, "image_depth_info", "ImageDepthInfo", "Depth",
    {"NoDepth", 0}, {"IsDepth", 1}, {"DepthUnknown", 2})
ENUM(image_format, "image_format", "ImageFormat", "ImageFormat",
    {"Unknown", 0}, {"Rgba32f", 1}, {"Rgba16f", 2}, {"R32f", 3}, {"Rgba8", 4}, {"Rgba8Snorm", 5}, {"Rg32f", 6}, {"Rg16f", 7},
    {"R11fG11fB10f", 8}, {"R16f", 9}, {"Rgba16", 10}, {"Rgb10A2", 11}, {"Rg16", 12}, {"Rg8", 13}, {"R16", 14}, {"R8", 15},
    {"Rgba16Snorm", 16}, {"Rg16Snorm", 17}, {"Rg8Snorm", 18}, {"R16Snorm", 19}, {"R8Snorm", 20}, {"Rgba32i", 21},
    {"Rgba16i", 22}, {"Rgba8i", 23}, {"R32i", 24}, {"Rg32i", 25}, {"Rg16i", 26}, {"Rg8i", 27}, {"R16i", 28}, {"R8i", 29},
    {"Rgba32ui", 30}, {"Rgba16ui", 31}, {"Rgba8ui", 32}, {"R32ui", 33}, {"Rgb10a2ui", 34}, {"Rg32ui", 35}, {"Rg16ui", 36},
    {"Rg8ui", 37}, {"R16ui", 38}, {"R8ui", 39}, {"R64ui", 40}, {"R64i", 41})
BIT_ENUM(image_operands, "image_operands", "ImageOperands", "ImageOperands",
    {"None", 0}, {"Bias", 1}, {"Lod", 2}, {"Grad", 4}, {"ConstOffset", 8}, {"Offset", 16}, {"ConstOffsets", 32}, {"Sample", 64},
    {"MinLod", 128}, {"MakeTexelAvailable", 256}, {"MakeTexelVisible", 512}, {"NonPrivateTexel", 1024}, {"VolatileTexel", 2048},
    {"SignExtend", 4096}, {"Offsets", 65536}, {"ZeroExtend", 8192}, {"Nontemporal", 16384})
ENUM(image_sampler_use_info, "image_sampler_use_info", "ImageSamplerUseInfo", "SamplerUse",
    {"SamplerUnknown", 0}, {"NeedSampler", 1}, {"NoSampler", 2})
ENUM(image_sampling_info, "image_sampling_info", "ImageSamplingInfo", "Sampling",
    {"SingleSampled", 0}, {"MultiSampled", 1})
ENUM(linkage_type, "linkage_type", "LinkageType", "LinkageType",
    {"Export", 0}, {"Import", 1}, {"LinkOnceODR", 2})
FIELD_ENUM(load_cache_control, "load_cache_control", "LoadCacheControl", "INTEL_LoadCacheControl",
    {"Uncached", 0}, {"Cached", 1}, {"Streaming", 2}, {"InvalidateAfterR", 3}, {"ConstCached", 4})
BIT_ENUM(loop_control, "loop_control", "LoopControl", "LoopControl",
    {"None", 0}, {"Unroll", 1}, {"DontUnroll", 2}, {"DependencyInfinite", 4}, {"DependencyLength", 8}, {"MinIterations", 16},
    {"MaxIterations", 32}, {"IterationMultiple", 64}, {"PeelCount", 128}, {"PartialCount", 256},
    {"InitiationIntervalINTEL", 65536}, {"LoopCoalesceINTEL", 1048576}, {"MaxConcurrencyINTEL", 131072},
    {"MaxInterleavingINTEL", 2097152}, {"DependencyArrayINTEL", 262144}, {"SpeculatedIterationsINTEL", 4194304},
    {"PipelineEnableINTEL", 524288}, {"NoFusionINTEL", 8388608})
ENUM(matrix_layout, "matrixLayout", "MatrixLayout", "MatrixLayout",
    {"ColumnMajor", 0}, {"RowMajor", 1}, {"PackedA", 2}, {"PackedB", 3})
BIT_ENUM(memory_access, "memory_access", "MemoryAccess", "MemoryAccess",
    {"None", 0}, {"Volatile", 1}, {"Aligned", 2}, {"Nontemporal", 4}, {"MakePointerAvailable", 8}, {"MakePointerVisible", 16},
    {"NonPrivatePointer", 32}, {"AliasScopeINTELMask", 65536}, {"NoAliasINTELMask", 131072})
ENUM(memory_model, "memory_model", "MemoryModel", "MemoryModel",
    {"Simple", 0}, {"GLSL450", 1}, {"OpenCL", 2}, {"Vulkan", 3})
BIT_ENUM(memory_semantics, "memory_semantics", "MemorySemantics", "MemorySemantics",
    {"None", 0}, {"Acquire", 2}, {"Release", 4}, {"AcquireRelease", 8}, {"SequentiallyConsistent", 16}, {"UniformMemory", 64},
    {"SubgroupMemory", 128}, {"WorkgroupMemory", 256}, {"CrossWorkgroupMemory", 512}, {"AtomicCounterMemory", 1024},
    {"ImageMemory", 2048}, {"OutputMemory", 4096}, {"MakeAvailable", 8192}, {"MakeVisible", 16384}, {"Volatile", 32768})
ENUM(packed_vector_format, "packed_vector_format", "PackedVectorFormat", "PackedVectorFormat",
    {"PackedVectorFormat4x8Bit", 0})
ENUM(scope, "scope", "Scope", "Scope",
    {"CrossDevice", 0}, {"Device", 1}, {"Workgroup", 2}, {"Subgroup", 3}, {"Invocation", 4}, {"QueueFamily", 5},
    {"ShaderCallKHR", 6})
BIT_ENUM(selection_control, "selection_control", "SelectionControl", "SelectionControl",
    {"None", 0}, {"Flatten", 1}, {"DontFlatten", 2})
ENUM(storage_class, "storage_class", "StorageClass", "StorageClass",
    {"UniformConstant", 0}, {"Input", 1}, {"Uniform", 2}, {"Output", 3}, {"Workgroup", 4}, {"CrossWorkgroup", 5},
    {"Private", 6}, {"Function", 7}, {"Generic", 8}, {"PushConstant", 9}, {"AtomicCounter", 10}, {"Image", 11},
    {"StorageBuffer", 12}, {"CallableDataKHR", 5328}, {"IncomingCallableDataKHR", 5329}, {"RayPayloadKHR", 5338},
    {"HitAttributeKHR", 5339}, {"IncomingRayPayloadKHR", 5342}, {"ShaderRecordBufferKHR", 5343},
    {"PhysicalStorageBuffer", 5349}, {"TaskPayloadWorkgroupEXT", 5402}, {"CodeSectionINTEL", 5605}, {"DeviceOnlyINTEL", 5936},
    {"HostOnlyINTEL", 5937})
FIELD_ENUM(store_cache_control, "store_cache_control", "StoreCacheControl", "INTEL_StoreCacheControl",
    {"Uncached", 0}, {"WriteThrough", 1}, {"WriteBack", 2}, {"Streaming", 3})
ENUM(vendor, "vendor", "Vendor", "Vendor",
    {"AMD", 0}, {"Apple", 1}, {"ARM", 2}, {"Broadcom", 3}, {"Imagination", 4}, {"Intel", 5}, {"NVIDIA", 6}, {"Qualcomm", 7},
    {"SwiftShader", 8}, {"Unknown", 0xffffffff})
ENUM(version, "version", "Version", "Version",
    {"v1.0", 0}, {"v1.1", 1}, {"v1.2", 2}, {"v1.3", 3}, {"v1.4", 4}, {"v1.5", 5}, {"v1.6", 6})
