// Operations that are instructions of one kind of machine: their names, declarations and the order of their arguments.
llvm.func @arm_neon_intr_bfmmla(%a0: vector<4xf32>, %a1: vector<8xbf16>, %a2: vector<8xbf16>) {
  %r = "arm_neon.intr.bfmmla"(%a0, %a1, %a2) : (vector<4xf32>, vector<8xbf16>, vector<8xbf16>) -> vector<4xf32>
  llvm.return
}
llvm.func @arm_neon_intr_sdot(%a0: vector<4xi32>, %a1: vector<16xi8>, %a2: vector<16xi8>) {
  %r = "arm_neon.intr.sdot"(%a0, %a1, %a2) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  llvm.return
}
llvm.func @arm_neon_intr_smmla(%a0: vector<4xi32>, %a1: vector<16xi8>, %a2: vector<16xi8>) {
  %r = "arm_neon.intr.smmla"(%a0, %a1, %a2) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  llvm.return
}
llvm.func @arm_neon_intr_smull(%a0: vector<8xi8>, %a1: vector<8xi8>) {
  %r = "arm_neon.intr.smull"(%a0, %a1) : (vector<8xi8>, vector<8xi8>) -> vector<8xi16>
  llvm.return
}
llvm.func @arm_neon_intr_ummla(%a0: vector<4xi32>, %a1: vector<16xi8>, %a2: vector<16xi8>) {
  %r = "arm_neon.intr.ummla"(%a0, %a1, %a2) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  llvm.return
}
llvm.func @arm_neon_intr_usmmla(%a0: vector<4xi32>, %a1: vector<16xi8>, %a2: vector<16xi8>) {
  %r = "arm_neon.intr.usmmla"(%a0, %a1, %a2) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  llvm.return
}
llvm.func @arm_sve_intr_bfmmla(%a0: vector<[4]xf32>, %a1: vector<[8]xbf16>, %a2: vector<[8]xbf16>) {
  %r = "arm_sve.intr.bfmmla"(%a0, %a1, %a2) : (vector<[4]xf32>, vector<[8]xbf16>, vector<[8]xbf16>) -> vector<[4]xf32>
  llvm.return
}
llvm.func @arm_sve_intr_dupq_lane(%a0: vector<[4]xf32>) {
  %r = "arm_sve.intr.dupq_lane"(%a0) <{lane = 1 : i64}> : (vector<[4]xf32>) -> vector<[4]xf32>
  llvm.return
}
llvm.func @arm_sve_intr_zip_x2(%a0: vector<[4]xf32>, %a1: vector<[4]xf32>) {
  %r = "arm_sve.intr.zip.x2"(%a0, %a1) : (vector<[4]xf32>, vector<[4]xf32>) -> !llvm.struct<(vector<[4]xf32>, vector<[4]xf32>)>
  llvm.return
}
llvm.func @arm_sve_intr_zip_x4(%a0: vector<[4]xf32>, %a1: vector<[4]xf32>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  %r = "arm_sve.intr.zip.x4"(%a0, %a1, %a2, %a3) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> !llvm.struct<(vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>)>
  llvm.return
}
llvm.func @rocdl_ballot(%a0: i1) {
  %r = "rocdl.ballot"(%a0) : (i1) -> i32
  llvm.return
}
llvm.func @rocdl_barrier() {
  "rocdl.barrier"() : () -> ()
  llvm.return
}
llvm.func @rocdl_cluster_id_x() {
  %r = "rocdl.cluster.id.x"() : () -> i32
  llvm.return
}
llvm.func @rocdl_cluster_id_y() {
  %r = "rocdl.cluster.id.y"() : () -> i32
  llvm.return
}
llvm.func @rocdl_cluster_id_z() {
  %r = "rocdl.cluster.id.z"() : () -> i32
  llvm.return
}
llvm.func @rocdl_cluster_load_async_to_lds_b128(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>, %a2: i32) {
  "rocdl.cluster.load.async.to.lds.b128"(%a0, %a1, %a2) <{offset = 1 : i32, cpol = 2 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  llvm.return
}
llvm.func @rocdl_cluster_load_async_to_lds_b32(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>, %a2: i32) {
  "rocdl.cluster.load.async.to.lds.b32"(%a0, %a1, %a2) <{offset = 1 : i32, cpol = 2 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  llvm.return
}
llvm.func @rocdl_cluster_load_async_to_lds_b64(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>, %a2: i32) {
  "rocdl.cluster.load.async.to.lds.b64"(%a0, %a1, %a2) <{offset = 1 : i32, cpol = 2 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  llvm.return
}
llvm.func @rocdl_cluster_load_async_to_lds_b8(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>, %a2: i32) {
  "rocdl.cluster.load.async.to.lds.b8"(%a0, %a1, %a2) <{offset = 1 : i32, cpol = 2 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  llvm.return
}
llvm.func @rocdl_cos(%a0: f32) {
  %r = "rocdl.cos"(%a0) : (f32) -> f32
  llvm.return
}
llvm.func @rocdl_cvt_f32_bf8(%a0: i32) {
  %r = "rocdl.cvt.f32.bf8"(%a0) <{byteSel = 1 : i32}> : (i32) -> f32
  llvm.return
}
llvm.func @rocdl_cvt_f32_fp8(%a0: i32) {
  %r = "rocdl.cvt.f32.fp8"(%a0) <{byteSel = 1 : i32}> : (i32) -> f32
  llvm.return
}
llvm.func @rocdl_cvt_pk_bf8_f32(%a0: f32, %a1: f32, %a2: i32) {
  %r = "rocdl.cvt.pk.bf8.f32"(%a0, %a1, %a2) <{wordSel = true}> : (f32, f32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_pk_f32_bf8(%a0: i32) {
  %r = "rocdl.cvt.pk.f32.bf8"(%a0) <{wordSel = true}> : (i32) -> vector<2xf32>
  llvm.return
}
llvm.func @rocdl_cvt_pk_f32_fp8(%a0: i32) {
  %r = "rocdl.cvt.pk.f32.fp8"(%a0) <{wordSel = true}> : (i32) -> vector<2xf32>
  llvm.return
}
llvm.func @rocdl_cvt_pk_fp8_f32(%a0: f32, %a1: f32, %a2: i32) {
  %r = "rocdl.cvt.pk.fp8.f32"(%a0, %a1, %a2) <{wordSel = true}> : (f32, f32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_pkrtz(%a0: f32, %a1: f32) {
  %r = "rocdl.cvt.pkrtz"(%a0, %a1) : (f32, f32) -> vector<2xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk16_bf16_bf6(%a0: vector<3xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk16.bf16.bf6"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<3xi32>, i32) -> vector<16xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk16_bf16_fp6(%a0: vector<3xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk16.bf16.fp6"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<3xi32>, i32) -> vector<16xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk16_f16_bf6(%a0: vector<3xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk16.f16.bf6"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<3xi32>, i32) -> vector<16xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk16_f16_fp6(%a0: vector<3xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk16.f16.fp6"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<3xi32>, i32) -> vector<16xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk16_f32_bf6(%a0: vector<3xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk16.f32.bf6"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<3xi32>, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk16_f32_fp6(%a0: vector<3xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk16.f32.fp6"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<3xi32>, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_bf16_bf8(%a0: vector<2xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.bf16.bf8"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<2xi32>, i32) -> vector<8xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_bf16_fp4(%a0: i32, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.bf16.fp4"(%a0, %a1) <{scaleSel = 1 : i32}> : (i32, i32) -> vector<8xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_bf16_fp8(%a0: vector<2xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.bf16.fp8"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<2xi32>, i32) -> vector<8xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_f16_bf8(%a0: vector<2xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.f16.bf8"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<2xi32>, i32) -> vector<8xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_f16_fp4(%a0: i32, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.f16.fp4"(%a0, %a1) <{scaleSel = 1 : i32}> : (i32, i32) -> vector<8xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_f16_fp8(%a0: vector<2xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.f16.fp8"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<2xi32>, i32) -> vector<8xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_f32_bf8(%a0: vector<2xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.f32.bf8"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<2xi32>, i32) -> vector<8xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_f32_fp4(%a0: i32, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.f32.fp4"(%a0, %a1) <{scaleSel = 1 : i32}> : (i32, i32) -> vector<8xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scale_pk8_f32_fp8(%a0: vector<2xi32>, %a1: i32) {
  %r = "rocdl.cvt.scale.pk8.f32.fp8"(%a0, %a1) <{scaleSel = 1 : i32}> : (vector<2xi32>, i32) -> vector<8xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_2xpk16_bf6_f32(%a0: vector<16xf32>, %a1: vector<16xf32>, %a2: f32) {
  %r = "rocdl.cvt.scalef32.2xpk16.bf6.f32"(%a0, %a1, %a2) : (vector<16xf32>, vector<16xf32>, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_2xpk16_fp6_f32(%a0: vector<16xf32>, %a1: vector<16xf32>, %a2: f32) {
  %r = "rocdl.cvt.scalef32.2xpk16.fp6.f32"(%a0, %a1, %a2) : (vector<16xf32>, vector<16xf32>, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_f16_bf8(%a0: vector<2xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.f16.bf8"(%a0, %a1, %a2) <{srcSelIndex = 1 : i32, dstLoHiSel = false}> : (vector<2xf16>, i32, f32) -> vector<2xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_f16_fp8(%a0: vector<2xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.f16.fp8"(%a0, %a1, %a2) <{srcSelIndex = 1 : i32, dstLoHiSel = false}> : (vector<2xf16>, i32, f32) -> vector<2xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_f32_bf8(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.f32.bf8"(%a0, %a1) <{srcSelIndex = 1 : i32}> : (i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_f32_fp8(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.f32.fp8"(%a0, %a1) <{srcSelIndex = 1 : i32}> : (i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_bf16_bf8(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.bf16.bf8"(%a0, %a1) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_bf16_fp4(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.bf16.fp4"(%a0, %a1) <{srcSelIndex = 1 : i32}> : (i32, f32) -> vector<2xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_bf16_fp8(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.bf16.fp8"(%a0, %a1) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_bf8_bf16(%a0: vector<2xi16>, %a1: vector<2xbf16>, %a2: f32) {
  %r = "rocdl.cvt.scalef32.pk.bf8.bf16"(%a0, %a1, %a2) <{dstLoHiSel = true}> : (vector<2xi16>, vector<2xbf16>, f32) -> vector<2xi16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_bf8_f16(%a0: vector<2xi16>, %a1: vector<2xf16>, %a2: f32) {
  %r = "rocdl.cvt.scalef32.pk.bf8.f16"(%a0, %a1, %a2) <{dstLoHiSel = true}> : (vector<2xi16>, vector<2xf16>, f32) -> vector<2xi16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_bf8_f32(%a0: vector<2xi16>, %a1: f32, %a2: f32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.pk.bf8.f32"(%a0, %a1, %a2, %a3) <{dstLoHiSel = true}> : (vector<2xi16>, f32, f32, f32) -> vector<2xi16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_f16_bf8(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.f16.bf8"(%a0, %a1) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_f16_fp4(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.f16.fp4"(%a0, %a1) <{srcSelIndex = 1 : i32}> : (i32, f32) -> vector<2xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_f16_fp8(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.f16.fp8"(%a0, %a1) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_f32_bf8(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.f32.bf8"(%a0, %a1) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_f32_fp4(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.f32.fp4"(%a0, %a1) <{srcSelIndex = 1 : i32}> : (i32, f32) -> vector<2xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_f32_fp8(%a0: i32, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk.f32.fp8"(%a0, %a1) <{srcLoHiSel = true}> : (i32, f32) -> vector<2xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_fp4_bf16(%a0: i32, %a1: vector<2xbf16>, %a2: f32) {
  %r = "rocdl.cvt.scalef32.pk.fp4.bf16"(%a0, %a1, %a2) <{dstSelIndex = 1 : i32}> : (i32, vector<2xbf16>, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_fp4_f16(%a0: i32, %a1: vector<2xf16>, %a2: f32) {
  %r = "rocdl.cvt.scalef32.pk.fp4.f16"(%a0, %a1, %a2) <{dstSelIndex = 1 : i32}> : (i32, vector<2xf16>, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_fp4_f32(%a0: i32, %a1: f32, %a2: f32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.pk.fp4.f32"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, f32, f32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_fp8_bf16(%a0: vector<2xi16>, %a1: vector<2xbf16>, %a2: f32) {
  %r = "rocdl.cvt.scalef32.pk.fp8.bf16"(%a0, %a1, %a2) <{dstLoHiSel = true}> : (vector<2xi16>, vector<2xbf16>, f32) -> vector<2xi16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_fp8_f16(%a0: vector<2xi16>, %a1: vector<2xf16>, %a2: f32) {
  %r = "rocdl.cvt.scalef32.pk.fp8.f16"(%a0, %a1, %a2) <{dstLoHiSel = true}> : (vector<2xi16>, vector<2xf16>, f32) -> vector<2xi16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk_fp8_f32(%a0: vector<2xi16>, %a1: f32, %a2: f32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.pk.fp8.f32"(%a0, %a1, %a2, %a3) <{dstLoHiSel = true}> : (vector<2xi16>, f32, f32, f32) -> vector<2xi16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk16_bf6_bf16(%a0: vector<16xbf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk16.bf6.bf16"(%a0, %a1) : (vector<16xbf16>, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk16_bf6_f16(%a0: vector<16xf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk16.bf6.f16"(%a0, %a1) : (vector<16xf16>, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk16_bf6_f32(%a0: vector<16xf32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk16.bf6.f32"(%a0, %a1) : (vector<16xf32>, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk16_fp6_bf16(%a0: vector<16xbf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk16.fp6.bf16"(%a0, %a1) : (vector<16xbf16>, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk16_fp6_f16(%a0: vector<16xf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk16.fp6.f16"(%a0, %a1) : (vector<16xf16>, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk16_fp6_f32(%a0: vector<16xf32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk16.fp6.f32"(%a0, %a1) : (vector<16xf32>, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_bf16_bf6(%a0: vector<6xi32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.bf16.bf6"(%a0, %a1) : (vector<6xi32>, f32) -> vector<32xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_bf16_fp6(%a0: vector<6xi32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.bf16.fp6"(%a0, %a1) : (vector<6xi32>, f32) -> vector<32xbf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_bf6_bf16(%a0: vector<32xbf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.bf6.bf16"(%a0, %a1) : (vector<32xbf16>, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_bf6_f16(%a0: vector<32xf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.bf6.f16"(%a0, %a1) : (vector<32xf16>, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_f16_bf6(%a0: vector<6xi32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.f16.bf6"(%a0, %a1) : (vector<6xi32>, f32) -> vector<32xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_f16_fp6(%a0: vector<6xi32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.f16.fp6"(%a0, %a1) : (vector<6xi32>, f32) -> vector<32xf16>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_f32_bf6(%a0: vector<6xi32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.f32.bf6"(%a0, %a1) : (vector<6xi32>, f32) -> vector<32xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_f32_fp6(%a0: vector<6xi32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.f32.fp6"(%a0, %a1) : (vector<6xi32>, f32) -> vector<32xf32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_fp6_bf16(%a0: vector<32xbf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.fp6.bf16"(%a0, %a1) : (vector<32xbf16>, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk32_fp6_f16(%a0: vector<32xf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk32.fp6.f16"(%a0, %a1) : (vector<32xf16>, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_bf8_bf16(%a0: vector<8xbf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.bf8.bf16"(%a0, %a1) : (vector<8xbf16>, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_bf8_f16(%a0: vector<8xf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.bf8.f16"(%a0, %a1) : (vector<8xf16>, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_bf8_f32(%a0: vector<8xf32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.bf8.f32"(%a0, %a1) : (vector<8xf32>, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_fp4_bf16(%a0: vector<8xbf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.fp4.bf16"(%a0, %a1) : (vector<8xbf16>, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_fp4_f16(%a0: vector<8xf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.fp4.f16"(%a0, %a1) : (vector<8xf16>, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_fp4_f32(%a0: vector<8xf32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.fp4.f32"(%a0, %a1) : (vector<8xf32>, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_fp8_bf16(%a0: vector<8xbf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.fp8.bf16"(%a0, %a1) : (vector<8xbf16>, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_fp8_f16(%a0: vector<8xf16>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.fp8.f16"(%a0, %a1) : (vector<8xf16>, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_pk8_fp8_f32(%a0: vector<8xf32>, %a1: f32) {
  %r = "rocdl.cvt.scalef32.pk8.fp8.f32"(%a0, %a1) : (vector<8xf32>, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_bf8_bf16(%a0: i32, %a1: bf16, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.bf8.bf16"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, bf16, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_bf8_f16(%a0: i32, %a1: f16, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.bf8.f16"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, f16, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_bf8_f32(%a0: i32, %a1: f32, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.bf8.f32"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, f32, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_fp8_bf16(%a0: i32, %a1: bf16, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.fp8.bf16"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, bf16, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_fp8_f16(%a0: i32, %a1: f16, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.fp8.f16"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, f16, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_fp8_f32(%a0: i32, %a1: f32, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.fp8.f32"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, f32, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk_fp4_bf16(%a0: i32, %a1: vector<2xbf16>, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk.fp4.bf16"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, vector<2xbf16>, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk_fp4_f16(%a0: i32, %a1: vector<2xf16>, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk.fp4.f16"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, vector<2xf16>, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk_fp4_f32(%a0: i32, %a1: vector<2xf32>, %a2: i32, %a3: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk.fp4.f32"(%a0, %a1, %a2, %a3) <{dstSelIndex = 1 : i32}> : (i32, vector<2xf32>, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk16_bf6_bf16(%a0: vector<16xbf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk16.bf6.bf16"(%a0, %a1, %a2) : (vector<16xbf16>, i32, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk16_bf6_f16(%a0: vector<16xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk16.bf6.f16"(%a0, %a1, %a2) : (vector<16xf16>, i32, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk16_bf6_f32(%a0: vector<16xf32>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk16.bf6.f32"(%a0, %a1, %a2) : (vector<16xf32>, i32, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk16_fp6_bf16(%a0: vector<16xbf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk16.fp6.bf16"(%a0, %a1, %a2) : (vector<16xbf16>, i32, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk16_fp6_f16(%a0: vector<16xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk16.fp6.f16"(%a0, %a1, %a2) : (vector<16xf16>, i32, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk16_fp6_f32(%a0: vector<16xf32>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk16.fp6.f32"(%a0, %a1, %a2) : (vector<16xf32>, i32, f32) -> vector<3xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk32_bf6_bf16(%a0: vector<32xbf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk32.bf6.bf16"(%a0, %a1, %a2) : (vector<32xbf16>, i32, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk32_bf6_f16(%a0: vector<32xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk32.bf6.f16"(%a0, %a1, %a2) : (vector<32xf16>, i32, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk32_bf6_f32(%a0: vector<32xf32>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk32.bf6.f32"(%a0, %a1, %a2) : (vector<32xf32>, i32, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk32_fp6_bf16(%a0: vector<32xbf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk32.fp6.bf16"(%a0, %a1, %a2) : (vector<32xbf16>, i32, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk32_fp6_f16(%a0: vector<32xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk32.fp6.f16"(%a0, %a1, %a2) : (vector<32xf16>, i32, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk32_fp6_f32(%a0: vector<32xf32>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk32.fp6.f32"(%a0, %a1, %a2) : (vector<32xf32>, i32, f32) -> vector<6xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_bf8_bf16(%a0: vector<8xbf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.bf8.bf16"(%a0, %a1, %a2) : (vector<8xbf16>, i32, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_bf8_f16(%a0: vector<8xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.bf8.f16"(%a0, %a1, %a2) : (vector<8xf16>, i32, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_bf8_f32(%a0: vector<8xf32>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.bf8.f32"(%a0, %a1, %a2) : (vector<8xf32>, i32, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_fp4_bf16(%a0: vector<8xbf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.fp4.bf16"(%a0, %a1, %a2) : (vector<8xbf16>, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_fp4_f16(%a0: vector<8xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.fp4.f16"(%a0, %a1, %a2) : (vector<8xf16>, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_fp4_f32(%a0: vector<8xf32>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.fp4.f32"(%a0, %a1, %a2) : (vector<8xf32>, i32, f32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_fp8_bf16(%a0: vector<8xbf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.fp8.bf16"(%a0, %a1, %a2) : (vector<8xbf16>, i32, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_fp8_f16(%a0: vector<8xf16>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.fp8.f16"(%a0, %a1, %a2) : (vector<8xf16>, i32, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_scalef32_sr_pk8_fp8_f32(%a0: vector<8xf32>, %a1: i32, %a2: f32) {
  %r = "rocdl.cvt.scalef32.sr.pk8.fp8.f32"(%a0, %a1, %a2) : (vector<8xf32>, i32, f32) -> vector<2xi32>
  llvm.return
}
llvm.func @rocdl_cvt_sr_bf8_f32(%a0: f32, %a1: i32, %a2: i32) {
  %r = "rocdl.cvt.sr.bf8.f32"(%a0, %a1, %a2) <{byteSel = 1 : i32}> : (f32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_cvt_sr_fp8_f32(%a0: f32, %a1: i32, %a2: i32) {
  %r = "rocdl.cvt.sr.fp8.f32"(%a0, %a1, %a2) <{byteSel = 1 : i32}> : (f32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_ds_atomic_async_barrier_arrive_b64(%a0: !llvm.ptr<3>) {
  "rocdl.ds.atomic.async.barrier.arrive.b64"(%a0) : (!llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_ds_atomic_barrier_arrive_rtn_b64(%a0: !llvm.ptr<3>, %a1: i64) {
  %r = "rocdl.ds.atomic.barrier.arrive.rtn.b64"(%a0, %a1) : (!llvm.ptr<3>, i64) -> i64
  llvm.return
}
llvm.func @rocdl_ds_load_tr16_b128(%a0: !llvm.ptr<3>) {
  %r = "rocdl.ds.load.tr16.b128"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_ds_load_tr4_b64(%a0: !llvm.ptr<3>) {
  %r = "rocdl.ds.load.tr4.b64"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_ds_load_tr6_b96(%a0: !llvm.ptr<3>) {
  %r = "rocdl.ds.load.tr6.b96"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_ds_load_tr8_b64(%a0: !llvm.ptr<3>) {
  %r = "rocdl.ds.load.tr8.b64"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_ds_read_tr16_b64(%a0: !llvm.ptr<3>) {
  %r = "rocdl.ds.read.tr16.b64"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_ds_read_tr4_b64(%a0: !llvm.ptr<3>) {
  %r = "rocdl.ds.read.tr4.b64"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_ds_read_tr6_b96(%a0: !llvm.ptr<3>) {
  %r = "rocdl.ds.read.tr6.b96"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_ds_read_tr8_b64(%a0: !llvm.ptr<3>) {
  %r = "rocdl.ds.read.tr8.b64"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_ds_bpermute(%a0: i32, %a1: i32) {
  %r = "rocdl.ds_bpermute"(%a0, %a1) : (i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_ds_swizzle(%a0: i32) {
  %c1 = llvm.mlir.constant(2 : i32) : i32
  %r = "rocdl.ds_swizzle"(%a0, %c1) : (i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_exp2(%a0: f32) {
  %r = "rocdl.exp2"(%a0) : (f32) -> f32
  llvm.return
}
llvm.func @rocdl_flat_prefetch(%a0: !llvm.ptr<0>) {
  "rocdl.flat.prefetch"(%a0) <{scope = 1 : i32}> : (!llvm.ptr<0>) -> ()
  llvm.return
}
llvm.func @rocdl_fmed3(%a0: f32, %a1: f32, %a2: f32) {
  %r = "rocdl.fmed3"(%a0, %a1, %a2) : (f32, f32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_global_load_async_to_lds_b128(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>) {
  "rocdl.global.load.async.to.lds.b128"(%a0, %a1) <{offset = 1 : i32, aux = 2 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_global_load_async_to_lds_b32(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>) {
  "rocdl.global.load.async.to.lds.b32"(%a0, %a1) <{offset = 1 : i32, aux = 2 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_global_load_async_to_lds_b64(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>) {
  "rocdl.global.load.async.to.lds.b64"(%a0, %a1) <{offset = 1 : i32, aux = 2 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_global_load_async_to_lds_b8(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>) {
  "rocdl.global.load.async.to.lds.b8"(%a0, %a1) <{offset = 1 : i32, aux = 2 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_global_load_lds(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>) {
  "rocdl.global.load.lds"(%a0, %a1) <{size = 1 : i32, offset = 2 : i32, aux = 3 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_global_load_tr_b128(%a0: !llvm.ptr<1>) {
  %r = "rocdl.global.load.tr.b128"(%a0) : (!llvm.ptr<1>) -> i32
  llvm.return
}
llvm.func @rocdl_global_load_tr_b64(%a0: !llvm.ptr<1>) {
  %r = "rocdl.global.load.tr.b64"(%a0) : (!llvm.ptr<1>) -> i32
  llvm.return
}
llvm.func @rocdl_global_load_tr4_b64(%a0: !llvm.ptr<1>) {
  %r = "rocdl.global.load.tr4.b64"(%a0) : (!llvm.ptr<1>) -> i32
  llvm.return
}
llvm.func @rocdl_global_load_tr6_b96(%a0: !llvm.ptr<1>) {
  %r = "rocdl.global.load.tr6.b96"(%a0) : (!llvm.ptr<1>) -> i32
  llvm.return
}
llvm.func @rocdl_global_prefetch(%a0: !llvm.ptr<1>) {
  "rocdl.global.prefetch"(%a0) <{scope = 1 : i32}> : (!llvm.ptr<1>) -> ()
  llvm.return
}
llvm.func @rocdl_grid_dim_x() {
  %r = "rocdl.grid.dim.x"() : () -> i64
  llvm.return
}
llvm.func @rocdl_grid_dim_y() {
  %r = "rocdl.grid.dim.y"() : () -> i64
  llvm.return
}
llvm.func @rocdl_grid_dim_z() {
  %r = "rocdl.grid.dim.z"() : () -> i64
  llvm.return
}
llvm.func @rocdl_iglp_opt() {
  "rocdl.iglp.opt"() <{variant = 1 : i32}> : () -> ()
  llvm.return
}
llvm.func @rocdl_load_to_lds(%a0: !llvm.ptr, %a1: !llvm.ptr<3>) {
  "rocdl.load.to.lds"(%a0, %a1) <{size = 1 : i32, offset = 2 : i32, aux = 3 : i32}> : (!llvm.ptr, !llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_log(%a0: f32) {
  %r = "rocdl.log"(%a0) : (f32) -> f32
  llvm.return
}
llvm.func @rocdl_make_buffer_rsrc(%a0: !llvm.ptr, %a1: i16, %a2: i64, %a3: i32) {
  %r = "rocdl.make.buffer.rsrc"(%a0, %a1, %a2, %a3) : (!llvm.ptr, i16, i64, i32) -> !llvm.ptr
  llvm.return
}
llvm.func @rocdl_mbcnt_hi(%a0: i32, %a1: i32) {
  %r = "rocdl.mbcnt.hi"(%a0, %a1) : (i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_mbcnt_lo(%a0: i32, %a1: i32) {
  %r = "rocdl.mbcnt.lo"(%a0, %a1) : (i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x16bf16_1k(%a0: vector<4xi16>, %a1: vector<4xi16>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x16bf16.1k"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x16f16(%a0: vector<4xf16>, %a1: vector<4xf16>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x16f16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x1f32(%a0: f32, %a1: f32, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x1f32"(%a0, %a1, %a2, %c3, %c4, %c5) : (f32, f32, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x2bf16(%a0: vector<2xi16>, %a1: vector<2xi16>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x2bf16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<2xi16>, vector<2xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x32_bf16(%a0: vector<8xbf16>, %a1: vector<8xbf16>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x32.bf16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<8xbf16>, vector<8xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x32_bf8_bf8(%a0: i64, %a1: i64, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x32.bf8.bf8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x32_bf8_fp8(%a0: i64, %a1: i64, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x32.bf8.fp8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x32_f16(%a0: vector<8xf16>, %a1: vector<8xf16>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x32.f16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<8xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x32_fp8_bf8(%a0: i64, %a1: i64, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x32.fp8.bf8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x32_fp8_fp8(%a0: i64, %a1: i64, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x32.fp8.fp8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x4bf16_1k(%a0: vector<4xi16>, %a1: vector<4xi16>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x4bf16.1k"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xi16>, vector<4xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x4f16(%a0: vector<4xf16>, %a1: vector<4xf16>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x4f16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x4f32(%a0: f32, %a1: f32, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x4f32"(%a0, %a1, %a2, %c3, %c4, %c5) : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x8_xf32(%a0: vector<2xf32>, %a1: vector<2xf32>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x8.xf32"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<2xf32>, vector<2xf32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_16x16x8bf16(%a0: vector<2xi16>, %a1: vector<2xi16>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.16x16x8bf16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<2xi16>, vector<2xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x16_bf16(%a0: vector<8xbf16>, %a1: vector<8xbf16>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x16.bf16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x16_bf8_bf8(%a0: i64, %a1: i64, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x16.bf8.bf8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x16_bf8_fp8(%a0: i64, %a1: i64, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x16.bf8.fp8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x16_f16(%a0: vector<8xf16>, %a1: vector<8xf16>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x16.f16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<8xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x16_fp8_bf8(%a0: i64, %a1: i64, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x16.fp8.bf8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x16_fp8_fp8(%a0: i64, %a1: i64, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x16.fp8.fp8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x1f32(%a0: f32, %a1: f32, %a2: vector<32xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x1f32"(%a0, %a1, %a2, %c3, %c4, %c5) : (f32, f32, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x2bf16(%a0: vector<2xi16>, %a1: vector<2xi16>, %a2: vector<32xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x2bf16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<2xi16>, vector<2xi16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x2f32(%a0: f32, %a1: f32, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x2f32"(%a0, %a1, %a2, %c3, %c4, %c5) : (f32, f32, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x4_xf32(%a0: vector<2xf32>, %a1: vector<2xf32>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x4.xf32"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<2xf32>, vector<2xf32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x4bf16(%a0: vector<2xi16>, %a1: vector<2xi16>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x4bf16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<2xi16>, vector<2xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x4bf16_1k(%a0: vector<4xi16>, %a1: vector<4xi16>, %a2: vector<32xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x4bf16.1k"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xi16>, vector<4xi16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x4f16(%a0: vector<4xf16>, %a1: vector<4xf16>, %a2: vector<32xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x4f16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xf16>, vector<4xf16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x8bf16_1k(%a0: vector<4xi16>, %a1: vector<4xi16>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x8bf16.1k"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xi16>, vector<4xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_32x32x8f16(%a0: vector<4xf16>, %a1: vector<4xf16>, %a2: vector<16xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.32x32x8f16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_4x4x1f32(%a0: f32, %a1: f32, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.4x4x1f32"(%a0, %a1, %a2, %c3, %c4, %c5) : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_4x4x2bf16(%a0: vector<2xi16>, %a1: vector<2xi16>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.4x4x2bf16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<2xi16>, vector<2xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_4x4x4bf16_1k(%a0: vector<4xi16>, %a1: vector<4xi16>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.4x4x4bf16.1k"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xi16>, vector<4xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f32_4x4x4f16(%a0: vector<4xf16>, %a1: vector<4xf16>, %a2: vector<4xf32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f32.4x4x4f16"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_f64_16x16x4f64(%a0: f64, %a1: f64, %a2: vector<4xf64>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f64.16x16x4f64"(%a0, %a1, %a2, %c3, %c4, %c5) : (f64, f64, vector<4xf64>, i32, i32, i32) -> vector<4xf64>
  llvm.return
}
llvm.func @rocdl_mfma_f64_4x4x4f64(%a0: f64, %a1: f64, %a2: f64) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.f64.4x4x4f64"(%a0, %a1, %a2, %c3, %c4, %c5) : (f64, f64, f64, i32, i32, i32) -> f64
  llvm.return
}
llvm.func @rocdl_mfma_i32_16x16x16i8(%a0: i32, %a1: i32, %a2: vector<4xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.16x16x16i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}
llvm.func @rocdl_mfma_i32_16x16x32_i8(%a0: i64, %a1: i64, %a2: vector<4xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.16x16x32.i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}
llvm.func @rocdl_mfma_i32_16x16x4i8(%a0: i32, %a1: i32, %a2: vector<16xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.16x16x4i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i32, i32, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}
llvm.func @rocdl_mfma_i32_16x16x64_i8(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.16x16x64.i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}
llvm.func @rocdl_mfma_i32_32x32x16_i8(%a0: i64, %a1: i64, %a2: vector<16xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.32x32x16.i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i64, i64, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}
llvm.func @rocdl_mfma_i32_32x32x32_i8(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<16xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.32x32x32.i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (vector<4xi32>, vector<4xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}
llvm.func @rocdl_mfma_i32_32x32x4i8(%a0: i32, %a1: i32, %a2: vector<32xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.32x32x4i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i32, i32, vector<32xi32>, i32, i32, i32) -> vector<32xi32>
  llvm.return
}
llvm.func @rocdl_mfma_i32_32x32x8i8(%a0: i32, %a1: i32, %a2: vector<16xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.32x32x8i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i32, i32, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}
llvm.func @rocdl_mfma_i32_4x4x4i8(%a0: i32, %a1: i32, %a2: vector<4xi32>) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.mfma.i32.4x4x4i8"(%a0, %a1, %a2, %c3, %c4, %c5) : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}
llvm.func @rocdl_permlane16_swap(%a0: i32, %a1: i32) {
  %r = "rocdl.permlane16.swap"(%a0, %a1) <{fi = true, boundControl = false}> : (i32, i32) -> !llvm.struct<(i32, i32)>
  llvm.return
}
llvm.func @rocdl_permlane32_swap(%a0: i32, %a1: i32) {
  %r = "rocdl.permlane32.swap"(%a0, %a1) <{fi = true, boundControl = false}> : (i32, i32) -> !llvm.struct<(i32, i32)>
  llvm.return
}
llvm.func @rocdl_permlanex16(%a0: i32, %a1: i32, %a2: i32, %a3: i32) {
  %r = "rocdl.permlanex16"(%a0, %a1, %a2, %a3) <{fi = true, boundControl = false}> : (i32, i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_raw_buffer_atomic_cmpswap(%a0: i32, %a1: i32, %a2: vector<4xi32>, %a3: i32, %a4: i32) {
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.raw.buffer.atomic.cmpswap"(%a0, %a1, %a2, %a3, %a4, %c5) : (i32, i32, vector<4xi32>, i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_raw_buffer_atomic_smax(%a0: i32, %a1: vector<4xi32>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.buffer.atomic.smax"(%a0, %a1, %a2, %a3, %c4) : (i32, vector<4xi32>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_buffer_atomic_umin(%a0: i32, %a1: vector<4xi32>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.buffer.atomic.umin"(%a0, %a1, %a2, %a3, %c4) : (i32, vector<4xi32>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_buffer_load(%a0: vector<4xi32>, %a1: i32, %a2: i32) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %r = "rocdl.raw.buffer.load"(%a0, %a1, %a2, %c3) : (vector<4xi32>, i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_raw_buffer_store(%a0: i32, %a1: vector<4xi32>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.buffer.store"(%a0, %a1, %a2, %a3, %c4) : (i32, vector<4xi32>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_ptr_buffer_atomic_cmpswap(%a0: i32, %a1: i32, %a2: !llvm.ptr<8>, %a3: i32, %a4: i32) {
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.raw.ptr.buffer.atomic.cmpswap"(%a0, %a1, %a2, %a3, %a4, %c5) : (i32, i32, !llvm.ptr<8>, i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_raw_ptr_buffer_atomic_smax(%a0: i32, %a1: !llvm.ptr<8>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.ptr.buffer.atomic.smax"(%a0, %a1, %a2, %a3, %c4) : (i32, !llvm.ptr<8>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_ptr_buffer_atomic_umin(%a0: i32, %a1: !llvm.ptr<8>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.ptr.buffer.atomic.umin"(%a0, %a1, %a2, %a3, %c4) : (i32, !llvm.ptr<8>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_ptr_buffer_load(%a0: !llvm.ptr<8>, %a1: i32, %a2: i32) {
  %c3 = llvm.mlir.constant(4 : i32) : i32
  %r = "rocdl.raw.ptr.buffer.load"(%a0, %a1, %a2, %c3) : (!llvm.ptr<8>, i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_raw_ptr_buffer_load_lds(%a0: !llvm.ptr<8>, %a1: !llvm.ptr<3>, %a3: i32, %a4: i32) {
  %c2 = llvm.mlir.constant(3 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %c6 = llvm.mlir.constant(7 : i32) : i32
  "rocdl.raw.ptr.buffer.load.lds"(%a0, %a1, %c2, %a3, %a4, %c5, %c6) : (!llvm.ptr<8>, !llvm.ptr<3>, i32, i32, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_ptr_buffer_store(%a0: i32, %a1: !llvm.ptr<8>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.ptr.buffer.store"(%a0, %a1, %a2, %a3, %c4) : (i32, !llvm.ptr<8>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_rcp(%a0: f32) {
  %r = "rocdl.rcp"(%a0) : (f32) -> f32
  llvm.return
}
llvm.func @rocdl_readfirstlane(%a0: i32) {
  %r = "rocdl.readfirstlane"(%a0) : (i32) -> i32
  llvm.return
}
llvm.func @rocdl_readlane(%a0: i32, %a1: i32) {
  %r = "rocdl.readlane"(%a0, %a1) : (i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_s_barrier() {
  "rocdl.s.barrier"() : () -> ()
  llvm.return
}
llvm.func @rocdl_s_barrier_init(%a0: !llvm.ptr<3>) {
  "rocdl.s.barrier.init"(%a0) <{memberCnt = 1 : i32}> : (!llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_s_barrier_join(%a0: !llvm.ptr<3>) {
  "rocdl.s.barrier.join"(%a0) : (!llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_s_barrier_leave() {
  "rocdl.s.barrier.leave"() <{id = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_barrier_signal() {
  "rocdl.s.barrier.signal"() <{id = 1 : i32}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_barrier_signal_isfirst() {
  %r = "rocdl.s.barrier.signal.isfirst"() <{id = 1 : i32}> : () -> i1
  llvm.return
}
llvm.func @rocdl_s_barrier_signal_var(%a0: !llvm.ptr<3>) {
  "rocdl.s.barrier.signal.var"(%a0) <{memberCnt = 1 : i32}> : (!llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_s_barrier_wait() {
  "rocdl.s.barrier.wait"() <{id = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_get_barrier_state() {
  %r = "rocdl.s.get.barrier.state"() <{id = 1 : i32}> : () -> i32
  llvm.return
}
llvm.func @rocdl_s_get_named_barrier_state(%a0: !llvm.ptr<3>) {
  %r = "rocdl.s.get.named.barrier.state"(%a0) : (!llvm.ptr<3>) -> i32
  llvm.return
}
llvm.func @rocdl_s_nop() {
  "rocdl.s.nop"() <{count = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_setprio() {
  "rocdl.s.setprio"() <{priority = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_sleep() {
  "rocdl.s.sleep"() <{count = 1 : i32}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_wait_asynccnt() {
  "rocdl.s.wait.asynccnt"() <{count = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_wait_dscnt() {
  "rocdl.s.wait.dscnt"() <{count = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_wait_expcnt() {
  "rocdl.s.wait.expcnt"() <{count = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_wait_loadcnt() {
  "rocdl.s.wait.loadcnt"() <{count = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_wait_storecnt() {
  "rocdl.s.wait.storecnt"() <{count = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_wait_tensorcnt() {
  "rocdl.s.wait.tensorcnt"() <{count = 1 : i16}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_waitcnt() {
  "rocdl.s.waitcnt"() <{bitfield = 1 : i32}> : () -> ()
  llvm.return
}
llvm.func @rocdl_s_wakeup_barrier(%a0: !llvm.ptr<3>) {
  "rocdl.s.wakeup.barrier"(%a0) : (!llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @rocdl_sched_barrier() {
  "rocdl.sched.barrier"() <{mask = 1 : i32}> : () -> ()
  llvm.return
}
llvm.func @rocdl_sched_group_barrier() {
  "rocdl.sched.group.barrier"() <{mask = 1 : i32, size = 2 : i32, groupId = 3 : i32}> : () -> ()
  llvm.return
}
llvm.func @rocdl_sin(%a0: f32) {
  %r = "rocdl.sin"(%a0) : (f32) -> f32
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x128_bf8_bf8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x128.bf8.bf8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x128_bf8_fp8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x128.bf8.fp8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x128_fp8_bf8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x128.fp8.bf8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x128_fp8_fp8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x128.fp8.fp8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x32_bf16(%a0: vector<4xi16>, %a1: vector<8xi16>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x32.bf16"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi16>, vector<8xi16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x32_f16(%a0: vector<4xf16>, %a1: vector<8xf16>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x32.f16"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x64_bf16(%a0: vector<8xbf16>, %a1: vector<16xbf16>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x64.bf16"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<8xbf16>, vector<16xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x64_bf8_bf8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x64.bf8.bf8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x64_bf8_fp8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x64.bf8.fp8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x64_f16(%a0: vector<8xf16>, %a1: vector<16xf16>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x64.f16"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<8xf16>, vector<16xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x64_fp8_bf8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x64.fp8.bf8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_16x16x64_fp8_fp8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<4xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.16x16x64.fp8.fp8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x16_bf16(%a0: vector<4xi16>, %a1: vector<8xi16>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x16.bf16"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi16>, vector<8xi16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x16_f16(%a0: vector<4xf16>, %a1: vector<8xf16>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x16.f16"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xf16>, vector<8xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x32_bf16(%a0: vector<8xbf16>, %a1: vector<16xbf16>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x32.bf16"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<8xbf16>, vector<16xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x32_bf8_bf8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x32.bf8.bf8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x32_bf8_fp8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x32.bf8.fp8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x32_f16(%a0: vector<8xf16>, %a1: vector<16xf16>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x32.f16"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<8xf16>, vector<16xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x32_fp8_bf8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x32.fp8.bf8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x32_fp8_fp8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x32.fp8.fp8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x64_bf8_bf8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x64.bf8.bf8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x64_bf8_fp8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x64.bf8.fp8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x64_fp8_bf8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x64.fp8.bf8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_f32_32x32x64_fp8_fp8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<16xf32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.f32.32x32x64.fp8.fp8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_smfmac_i32_16x16x128_i8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<4xi32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.i32.16x16x128.i8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}
llvm.func @rocdl_smfmac_i32_16x16x64_i8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<4xi32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.i32.16x16x64.i8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
  llvm.return
}
llvm.func @rocdl_smfmac_i32_32x32x32_i8(%a0: vector<2xi32>, %a1: vector<4xi32>, %a2: vector<16xi32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.i32.32x32x32.i8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<2xi32>, vector<4xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}
llvm.func @rocdl_smfmac_i32_32x32x64_i8(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<16xi32>, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  %c5 = llvm.mlir.constant(6 : i32) : i32
  %r = "rocdl.smfmac.i32.32x32x64.i8"(%a0, %a1, %a2, %a3, %c4, %c5) : (vector<4xi32>, vector<8xi32>, vector<16xi32>, i32, i32, i32) -> vector<16xi32>
  llvm.return
}
llvm.func @rocdl_sqrt(%a0: f32) {
  %r = "rocdl.sqrt"(%a0) : (f32) -> f32
  llvm.return
}
llvm.func @rocdl_tanh(%a0: f32) {
  %r = "rocdl.tanh"(%a0) : (f32) -> f32
  llvm.return
}
llvm.func @rocdl_tensor_load_to_lds(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<4xi32>, %a3: vector<4xi32>) {
  "rocdl.tensor.load.to.lds"(%a0, %a1, %a2, %a3) <{cachePolicy = 1 : i32}> : (vector<4xi32>, vector<8xi32>, vector<4xi32>, vector<4xi32>) -> ()
  llvm.return
}
llvm.func @rocdl_tensor_load_to_lds_d2(%a0: vector<4xi32>, %a1: vector<8xi32>) {
  "rocdl.tensor.load.to.lds.d2"(%a0, %a1) <{cachePolicy = 1 : i32}> : (vector<4xi32>, vector<8xi32>) -> ()
  llvm.return
}
llvm.func @rocdl_tensor_store_from_lds(%a0: vector<4xi32>, %a1: vector<8xi32>, %a2: vector<4xi32>, %a3: vector<4xi32>) {
  "rocdl.tensor.store.from.lds"(%a0, %a1, %a2, %a3) <{cachePolicy = 1 : i32}> : (vector<4xi32>, vector<8xi32>, vector<4xi32>, vector<4xi32>) -> ()
  llvm.return
}
llvm.func @rocdl_tensor_store_from_lds_d2(%a0: vector<4xi32>, %a1: vector<8xi32>) {
  "rocdl.tensor.store.from.lds.d2"(%a0, %a1) <{cachePolicy = 1 : i32}> : (vector<4xi32>, vector<8xi32>) -> ()
  llvm.return
}
llvm.func @rocdl_update_dpp(%a0: i32, %a1: i32) {
  %r = "rocdl.update.dpp"(%a0, %a1) <{dppCtrl = 1 : i32, rowMask = 2 : i32, bankMask = 3 : i32, boundCtrl = false}> : (i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_wavefrontsize() {
  %r = "rocdl.wavefrontsize"() : () -> i32
  llvm.return
}
llvm.func @rocdl_wmma_bf16_16x16x16_bf16(%a0: i32, %a1: i32, %a2: i32) {
  %r = "rocdl.wmma.bf16.16x16x16.bf16"(%a0, %a1, %a2) <{opsel = true}> : (i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_wmma_bf16_16x16x32_bf16(%a0: bf16, %a1: bf16, %a2: bf16) {
  %r = "rocdl.wmma.bf16.16x16x32.bf16"(%a0, %a1, %a2) <{signA = true, signB = false, modC = 3 : i16, reuseA = false, reuseB = true}> : (bf16, bf16, bf16) -> bf16
  llvm.return
}
llvm.func @rocdl_wmma_bf16f32_16x16x32_bf16(%a0: bf16, %a1: bf16, %a2: f32) {
  %r = "rocdl.wmma.bf16f32.16x16x32.bf16"(%a0, %a1, %a2) <{signA = true, signB = false, modC = 3 : i16, reuseA = false, reuseB = true}> : (bf16, bf16, f32) -> bf16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x128_bf8_bf8(%a0: i32, %a1: i32, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x128.bf8_bf8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x128_bf8_fp8(%a0: i32, %a1: i32, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x128.bf8_fp8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x128_fp8_bf8(%a0: i32, %a1: i32, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x128.fp8_bf8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x128_fp8_fp8(%a0: i32, %a1: i32, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x128.fp8_fp8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x16_f16(%a0: f16, %a1: f16, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x16.f16"(%a0, %a1, %a2) <{opsel = true}> : (f16, f16, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x32_f16(%a0: f16, %a1: f16, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x32.f16"(%a0, %a1, %a2) <{signA = true, signB = false, modC = 3 : i16, reuseA = false, reuseB = true}> : (f16, f16, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x64_bf8_bf8(%a0: i32, %a1: i32, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x64.bf8_bf8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x64_bf8_fp8(%a0: i32, %a1: i32, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x64.bf8_fp8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x64_fp8_bf8(%a0: i32, %a1: i32, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x64.fp8_bf8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f16_16x16x64_fp8_fp8(%a0: i32, %a1: i32, %a2: f16) {
  %r = "rocdl.wmma.f16.16x16x64.fp8_fp8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f16) -> f16
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x128_bf8_bf8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x128.bf8_bf8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x128_bf8_fp8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x128.bf8_fp8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x128_fp8_bf8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x128.fp8_bf8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x128_fp8_fp8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x128.fp8_fp8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x16_bf16(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x16.bf16"(%a0, %a1, %a2) : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x16_bf8_bf8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x16.bf8_bf8"(%a0, %a1, %a2) : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x16_bf8_fp8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x16.bf8_fp8"(%a0, %a1, %a2) : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x16_f16(%a0: f16, %a1: f16, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x16.f16"(%a0, %a1, %a2) : (f16, f16, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x16_fp8_bf8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x16.fp8_bf8"(%a0, %a1, %a2) : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x16_fp8_fp8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x16.fp8_fp8"(%a0, %a1, %a2) : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x32_bf16(%a0: bf16, %a1: bf16, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x32.bf16"(%a0, %a1, %a2) <{signA = true, signB = false, modC = 3 : i16, reuseA = false, reuseB = true}> : (bf16, bf16, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x32_f16(%a0: f16, %a1: f16, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x32.f16"(%a0, %a1, %a2) <{signA = true, signB = false, modC = 3 : i16, reuseA = false, reuseB = true}> : (f16, f16, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x4_f32(%a0: f32, %a1: f32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x4.f32"(%a0, %a1, %a2) <{signA = true, signB = false, modC = 3 : i16, reuseA = false, reuseB = true}> : (f32, f32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x64_bf8_bf8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x64.bf8_bf8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x64_bf8_fp8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x64.bf8_fp8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x64_fp8_bf8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x64.fp8_bf8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_f32_16x16x64_fp8_fp8(%a0: i32, %a1: i32, %a2: f32) {
  %r = "rocdl.wmma.f32.16x16x64.fp8_fp8"(%a0, %a1, %a2) <{modC = 1 : i16, reuseA = false, reuseB = true}> : (i32, i32, f32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_i32_16x16x16_iu4(%a0: i32, %a1: i32, %a2: i32) {
  %r = "rocdl.wmma.i32.16x16x16.iu4"(%a0, %a1, %a2) <{signA = true, signB = false, clamp = true}> : (i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_wmma_i32_16x16x16_iu8(%a0: i32, %a1: i32, %a2: i32) {
  %r = "rocdl.wmma.i32.16x16x16.iu8"(%a0, %a1, %a2) <{signA = true, signB = false, clamp = true}> : (i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_wmma_i32_16x16x32_iu4(%a0: i32, %a1: i32, %a2: i32) {
  %r = "rocdl.wmma.i32.16x16x32.iu4"(%a0, %a1, %a2) <{signA = true, signB = false, clamp = true}> : (i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_wmma_i32_16x16x64_iu8(%a0: i32, %a1: i32, %a2: i32) {
  %r = "rocdl.wmma.i32.16x16x64.iu8"(%a0, %a1, %a2) <{signA = true, signB = false, reuseA = true, reuseB = false, clamp = true}> : (i32, i32, i32) -> i32
  llvm.return
}
llvm.func @rocdl_wmma_scale_f32_32x16x128_f4(%a0: i32, %a1: i32, %a2: f32, %a3: i32, %a4: i32) {
  %r = "rocdl.wmma.scale.f32.32x16x128.f4"(%a0, %a1, %a2, %a3, %a4) <{modC = 1 : i16, scaleAType = 2 : i32, fmtScaleA = 3 : i32, scaleBType = 4 : i32, fmtScaleB = 5 : i32, reuseA = false, reuseB = true}> : (i32, i32, f32, i32, i32) -> f32
  llvm.return
}
llvm.func @rocdl_wmma_scale16_f32_32x16x128_f4(%a0: i32, %a1: i32, %a2: f32, %a3: i64, %a4: i64) {
  %r = "rocdl.wmma.scale16.f32.32x16x128.f4"(%a0, %a1, %a2, %a3, %a4) <{modC = 1 : i16, scaleAType = 2 : i32, fmtScaleA = 3 : i32, scaleBType = 4 : i32, fmtScaleB = 5 : i32, reuseA = false, reuseB = true}> : (i32, i32, f32, i64, i64) -> f32
  llvm.return
}
llvm.func @rocdl_workgroup_dim_x() {
  %r = "rocdl.workgroup.dim.x"() : () -> i64
  llvm.return
}
llvm.func @rocdl_workgroup_dim_y() {
  %r = "rocdl.workgroup.dim.y"() : () -> i64
  llvm.return
}
llvm.func @rocdl_workgroup_dim_z() {
  %r = "rocdl.workgroup.dim.z"() : () -> i64
  llvm.return
}
llvm.func @rocdl_workgroup_id_x() {
  %r = "rocdl.workgroup.id.x"() : () -> i32
  llvm.return
}
llvm.func @rocdl_workgroup_id_y() {
  %r = "rocdl.workgroup.id.y"() : () -> i32
  llvm.return
}
llvm.func @rocdl_workgroup_id_z() {
  %r = "rocdl.workgroup.id.z"() : () -> i32
  llvm.return
}
llvm.func @rocdl_workitem_id_x() {
  %r = "rocdl.workitem.id.x"() : () -> i32
  llvm.return
}
llvm.func @rocdl_workitem_id_y() {
  %r = "rocdl.workitem.id.y"() : () -> i32
  llvm.return
}
llvm.func @rocdl_workitem_id_z() {
  %r = "rocdl.workitem.id.z"() : () -> i32
  llvm.return
}
llvm.func @arm_sve_intr_add(%a0: vector<[4]xi1>, %a1: vector<[4]xi32>, %a2: vector<[4]xi32>) {
  %r = "arm_sve.intr.add"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_mul(%a0: vector<[4]xi1>, %a1: vector<[4]xi32>, %a2: vector<[4]xi32>) {
  %r = "arm_sve.intr.mul"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_sub(%a0: vector<[4]xi1>, %a1: vector<[4]xi32>, %a2: vector<[4]xi32>) {
  %r = "arm_sve.intr.sub"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_sdiv(%a0: vector<[4]xi1>, %a1: vector<[4]xi32>, %a2: vector<[4]xi32>) {
  %r = "arm_sve.intr.sdiv"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_udiv(%a0: vector<[4]xi1>, %a1: vector<[4]xi32>, %a2: vector<[4]xi32>) {
  %r = "arm_sve.intr.udiv"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_fadd(%a0: vector<[4]xi1>, %a1: vector<[4]xf32>, %a2: vector<[4]xf32>) {
  %r = "arm_sve.intr.fadd"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  llvm.return
}
llvm.func @arm_sve_intr_fmul(%a0: vector<[4]xi1>, %a1: vector<[4]xf32>, %a2: vector<[4]xf32>) {
  %r = "arm_sve.intr.fmul"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  llvm.return
}
llvm.func @arm_sve_intr_fsub(%a0: vector<[4]xi1>, %a1: vector<[4]xf32>, %a2: vector<[4]xf32>) {
  %r = "arm_sve.intr.fsub"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  llvm.return
}
llvm.func @arm_sve_intr_fdiv(%a0: vector<[4]xi1>, %a1: vector<[4]xf32>, %a2: vector<[4]xf32>) {
  %r = "arm_sve.intr.fdiv"(%a0, %a1, %a2) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  llvm.return
}
llvm.func @arm_sve_intr_sdot(%a0: vector<[4]xi32>, %a1: vector<[16]xi8>, %a2: vector<[16]xi8>) {
  %r = "arm_sve.intr.sdot"(%a0, %a1, %a2) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_udot(%a0: vector<[4]xi32>, %a1: vector<[16]xi8>, %a2: vector<[16]xi8>) {
  %r = "arm_sve.intr.udot"(%a0, %a1, %a2) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_smmla(%a0: vector<[4]xi32>, %a1: vector<[16]xi8>, %a2: vector<[16]xi8>) {
  %r = "arm_sve.intr.smmla"(%a0, %a1, %a2) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_ummla(%a0: vector<[4]xi32>, %a1: vector<[16]xi8>, %a2: vector<[16]xi8>) {
  %r = "arm_sve.intr.ummla"(%a0, %a1, %a2) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_usmmla(%a0: vector<[4]xi32>, %a1: vector<[16]xi8>, %a2: vector<[16]xi8>) {
  %r = "arm_sve.intr.usmmla"(%a0, %a1, %a2) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sve_intr_convert_from_svbool(%a0: vector<[16]xi1>) {
  %r = "arm_sve.intr.convert.from.svbool"(%a0) : (vector<[16]xi1>) -> vector<[4]xi1>
  llvm.return
}
llvm.func @arm_sve_intr_convert_to_svbool(%a0: vector<[4]xi1>) {
  %r = "arm_sve.intr.convert.to.svbool"(%a0) : (vector<[4]xi1>) -> vector<[16]xi1>
  llvm.return
}
llvm.func @arm_sve_intr_psel(%a0: vector<[16]xi1>, %a1: vector<[4]xi1>, %a2: i32) {
  %r = "arm_sve.intr.psel"(%a0, %a1, %a2) : (vector<[16]xi1>, vector<[4]xi1>, i32) -> vector<[16]xi1>
  llvm.return
}
llvm.func @arm_sve_intr_whilelt(%a0: i64, %a1: i64) {
  %r = "arm_sve.intr.whilelt"(%a0, %a1) : (i64, i64) -> vector<[4]xi1>
  llvm.return
}
llvm.func @rocdl_raw_buffer_atomic_fadd(%a0: f32, %a1: vector<4xi32>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.buffer.atomic.fadd"(%a0, %a1, %a2, %a3, %c4) : (f32, vector<4xi32>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_buffer_atomic_fmax(%a0: f32, %a1: vector<4xi32>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.buffer.atomic.fmax"(%a0, %a1, %a2, %a3, %c4) : (f32, vector<4xi32>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_ptr_buffer_atomic_fadd(%a0: f32, %a1: !llvm.ptr<8>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.ptr.buffer.atomic.fadd"(%a0, %a1, %a2, %a3, %c4) : (f32, !llvm.ptr<8>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_raw_ptr_buffer_atomic_fmax(%a0: f32, %a1: !llvm.ptr<8>, %a2: i32, %a3: i32) {
  %c4 = llvm.mlir.constant(5 : i32) : i32
  "rocdl.raw.ptr.buffer.atomic.fmax"(%a0, %a1, %a2, %a3, %c4) : (f32, !llvm.ptr<8>, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @rocdl_mfma_scale_f32_16x16x128_f8f6f4(%a0: vector<8xi32>, %a1: vector<8xi32>, %a2: vector<4xf32>, %a6: i32, %a8: i32) {
  %c3 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(2 : i32) : i32
  %c5 = llvm.mlir.constant(3 : i32) : i32
  %c7 = llvm.mlir.constant(5 : i32) : i32
  %r = "rocdl.mfma.scale.f32.16x16x128.f8f6f4"(%a0, %a1, %a2, %c3, %c4, %c5, %a6, %c7, %a8) : (vector<8xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
llvm.func @rocdl_mfma_scale_f32_32x32x64_f8f6f4(%a0: vector<8xi32>, %a1: vector<8xi32>, %a2: vector<16xf32>, %a6: i32, %a8: i32) {
  %c3 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(2 : i32) : i32
  %c5 = llvm.mlir.constant(3 : i32) : i32
  %c7 = llvm.mlir.constant(5 : i32) : i32
  %r = "rocdl.mfma.scale.f32.32x32x64.f8f6f4"(%a0, %a1, %a2, %c3, %c4, %c5, %a6, %c7, %a8) : (vector<8xi32>, vector<8xi32>, vector<16xf32>, i32, i32, i32, i32, i32, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @rocdl_wmma_scale_f32_16x16x128_f8f6f4(%a0: vector<16xi32>, %a1: vector<16xi32>, %a2: vector<8xf32>, %a3: i32, %a4: i32) {
  %r = "rocdl.wmma.scale.f32.16x16x128.f8f6f4"(%a0, %a1, %a2, %a3, %a4) <{fmtA = 1 : i32, fmtB = 2 : i32, modC = 3 : i16, scaleAType = 4 : i32, fmtScaleA = 5 : i32, scaleBType = 6 : i32, fmtScaleB = 7 : i32, reuseA = false, reuseB = true}> : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i32, i32) -> vector<8xf32>
  llvm.return
}
llvm.func @rocdl_wmma_scale16_f32_16x16x128_f8f6f4(%a0: vector<16xi32>, %a1: vector<16xi32>, %a2: vector<8xf32>, %a3: i64, %a4: i64) {
  %r = "rocdl.wmma.scale16.f32.16x16x128.f8f6f4"(%a0, %a1, %a2, %a3, %a4) <{fmtA = 1 : i32, fmtB = 2 : i32, modC = 3 : i16, scaleAType = 4 : i32, fmtScaleA = 5 : i32, scaleBType = 6 : i32, fmtScaleB = 7 : i32, reuseA = false, reuseB = true}> : (vector<16xi32>, vector<16xi32>, vector<8xf32>, i64, i64) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_avx512_mask_rndscale_ps_512(%a0: vector<16xf32>, %a2: vector<16xf32>, %a3: i16) {
  %a1 = llvm.mlir.constant(4 : i32) : i32
  %a4 = llvm.mlir.constant(4 : i32) : i32
  %r = llvm.call_intrinsic "llvm.x86.avx512.mask.rndscale.ps.512"(%a0, %a1, %a2, %a3, %a4) : (vector<16xf32>, i32, vector<16xf32>, i16, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @x86_avx512_mask_rndscale_pd_512(%a0: vector<8xf64>, %a2: vector<8xf64>, %a3: i8) {
  %a1 = llvm.mlir.constant(4 : i32) : i32
  %a4 = llvm.mlir.constant(4 : i32) : i32
  %r = llvm.call_intrinsic "llvm.x86.avx512.mask.rndscale.pd.512"(%a0, %a1, %a2, %a3, %a4) : (vector<8xf64>, i32, vector<8xf64>, i8, i32) -> vector<8xf64>
  llvm.return
}
llvm.func @x86_avx512_mask_scalef_ps_512(%a0: vector<16xf32>, %a1: vector<16xf32>, %a2: vector<16xf32>, %a3: i16) {
  %a4 = llvm.mlir.constant(4 : i32) : i32
  %r = llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"(%a0, %a1, %a2, %a3, %a4) : (vector<16xf32>, vector<16xf32>, vector<16xf32>, i16, i32) -> vector<16xf32>
  llvm.return
}
llvm.func @x86_avx512_mask_scalef_pd_512(%a0: vector<8xf64>, %a1: vector<8xf64>, %a2: vector<8xf64>, %a3: i8) {
  %a4 = llvm.mlir.constant(4 : i32) : i32
  %r = llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.pd.512"(%a0, %a1, %a2, %a3, %a4) : (vector<8xf64>, vector<8xf64>, vector<8xf64>, i8, i32) -> vector<8xf64>
  llvm.return
}
llvm.func @x86_avx512_vp2intersect_d_512(%a0: vector<16xi32>, %a1: vector<16xi32>) {
  %r = llvm.call_intrinsic "llvm.x86.avx512.vp2intersect.d.512"(%a0, %a1) : (vector<16xi32>, vector<16xi32>) -> !llvm.struct<(vector<16xi1>, vector<16xi1>)>
  llvm.return
}
llvm.func @x86_avx512_vp2intersect_q_512(%a0: vector<8xi64>, %a1: vector<8xi64>) {
  %r = llvm.call_intrinsic "llvm.x86.avx512.vp2intersect.q.512"(%a0, %a1) : (vector<8xi64>, vector<8xi64>) -> !llvm.struct<(vector<8xi1>, vector<8xi1>)>
  llvm.return
}
llvm.func @x86_avx512_mask_compress(%a0: vector<16xf32>, %a1: vector<16xf32>, %a2: vector<16xi1>) {
  %r = llvm.call_intrinsic "llvm.x86.avx512.mask.compress"(%a0, %a1, %a2) : (vector<16xf32>, vector<16xf32>, vector<16xi1>) -> vector<16xf32>
  llvm.return
}
llvm.func @x86_avx_rsqrt_ps_256(%a0: vector<8xf32>) {
  %r = llvm.call_intrinsic "llvm.x86.avx.rsqrt.ps.256"(%a0) : (vector<8xf32>) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_avx_dp_ps_256(%a0: vector<8xf32>, %a1: vector<8xf32>) {
  %a2 = llvm.mlir.constant(4 : i8) : i8
  %r = llvm.call_intrinsic "llvm.x86.avx.dp.ps.256"(%a0, %a1, %a2) : (vector<8xf32>, vector<8xf32>, i8) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_avx2_vpdpbssd_128(%a0: vector<4xi32>, %a1: vector<16xi8>, %a2: vector<16xi8>) {
  %r = llvm.call_intrinsic "llvm.x86.avx2.vpdpbssd.128"(%a0, %a1, %a2) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  llvm.return
}
llvm.func @x86_avx2_vpdpbssd_256(%a0: vector<8xi32>, %a1: vector<32xi8>, %a2: vector<32xi8>) {
  %r = llvm.call_intrinsic "llvm.x86.avx2.vpdpbssd.256"(%a0, %a1, %a2) : (vector<8xi32>, vector<32xi8>, vector<32xi8>) -> vector<8xi32>
  llvm.return
}
llvm.func @x86_avx512bf16_dpbf16ps_128(%a0: vector<4xf32>, %a1: vector<8xbf16>, %a2: vector<8xbf16>) {
  %r = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.128"(%a0, %a1, %a2) : (vector<4xf32>, vector<8xbf16>, vector<8xbf16>) -> vector<4xf32>
  llvm.return
}
llvm.func @x86_avx512bf16_dpbf16ps_256(%a0: vector<8xf32>, %a1: vector<16xbf16>, %a2: vector<16xbf16>) {
  %r = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.256"(%a0, %a1, %a2) : (vector<8xf32>, vector<16xbf16>, vector<16xbf16>) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_avx512bf16_dpbf16ps_512(%a0: vector<16xf32>, %a1: vector<32xbf16>, %a2: vector<32xbf16>) {
  %r = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%a0, %a1, %a2) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
  llvm.return
}
llvm.func @x86_avx512bf16_cvtneps2bf16_256(%a0: vector<8xf32>) {
  %r = llvm.call_intrinsic "llvm.x86.avx512bf16.cvtneps2bf16.256"(%a0) : (vector<8xf32>) -> vector<8xbf16>
  llvm.return
}
llvm.func @x86_avx512bf16_cvtneps2bf16_512(%a0: vector<16xf32>) {
  %r = llvm.call_intrinsic "llvm.x86.avx512bf16.cvtneps2bf16.512"(%a0) : (vector<16xf32>) -> vector<16xbf16>
  llvm.return
}
llvm.func @x86_vcvtneebf162ps128(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vcvtneebf162ps128"(%a0) : (!llvm.ptr) -> vector<4xf32>
  llvm.return
}
llvm.func @x86_vcvtneebf162ps256(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vcvtneebf162ps256"(%a0) : (!llvm.ptr) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_vcvtneeph2ps128(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vcvtneeph2ps128"(%a0) : (!llvm.ptr) -> vector<4xf32>
  llvm.return
}
llvm.func @x86_vcvtneeph2ps256(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vcvtneeph2ps256"(%a0) : (!llvm.ptr) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_vcvtneobf162ps128(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vcvtneobf162ps128"(%a0) : (!llvm.ptr) -> vector<4xf32>
  llvm.return
}
llvm.func @x86_vcvtneobf162ps256(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vcvtneobf162ps256"(%a0) : (!llvm.ptr) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_vcvtneoph2ps128(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vcvtneoph2ps128"(%a0) : (!llvm.ptr) -> vector<4xf32>
  llvm.return
}
llvm.func @x86_vcvtneoph2ps256(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vcvtneoph2ps256"(%a0) : (!llvm.ptr) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_vbcstnebf162ps256(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vbcstnebf162ps256"(%a0) : (!llvm.ptr) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_vbcstnebf162ps128(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vbcstnebf162ps128"(%a0) : (!llvm.ptr) -> vector<4xf32>
  llvm.return
}
llvm.func @x86_vbcstnesh2ps256(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vbcstnesh2ps256"(%a0) : (!llvm.ptr) -> vector<8xf32>
  llvm.return
}
llvm.func @x86_vbcstnesh2ps128(%a0: !llvm.ptr) {
  %r = llvm.call_intrinsic "llvm.x86.vbcstnesh2ps128"(%a0) : (!llvm.ptr) -> vector<4xf32>
  llvm.return
}
// Tiles are made and used in one function.
llvm.func @tiles(%p: !llvm.ptr, %stride: i64, %rows: i16, %columns: i16) {
  %0 = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%rows, %columns) : (i16, i16) -> !llvm.x86_amx
  %1 = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%rows, %columns, %p, %stride) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
  %2 = llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"(%rows, %rows, %columns, %0, %1, %1) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
  %3 = llvm.call_intrinsic "llvm.x86.tdpfp16ps.internal"(%rows, %rows, %columns, %2, %1, %1) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
  %4 = llvm.call_intrinsic "llvm.x86.tdpbssd.internal"(%rows, %rows, %columns, %3, %1, %1) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
  %5 = llvm.call_intrinsic "llvm.x86.tdpbusd.internal"(%rows, %rows, %columns, %4, %1, %1) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
  %6 = llvm.call_intrinsic "llvm.x86.tdpbsud.internal"(%rows, %rows, %columns, %5, %1, %1) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
  %7 = llvm.call_intrinsic "llvm.x86.tdpbuud.internal"(%rows, %rows, %columns, %6, %1, %1) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
  llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%rows, %columns, %p, %stride, %7) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()
  llvm.return
}
// The bounds of what is read.
llvm.func @ranges() -> i64 {
  %0 = rocdl.workitem.id.x range <i32, 0, 64> : i32
  %1 = rocdl.grid.dim.y range <i64, 3, 9> : i64
  llvm.return %1 : i64
}
// By its name.
llvm.func @by_name(%a: i32, %b: i32) -> i32 {
  %0 = llvm.call_intrinsic "llvm.amdgcn.readlane.i32"(%a, %b) : (i32, i32) -> i32
  %c = llvm.mlir.constant(true) : i1
  %1 = llvm.call_intrinsic "llvm.ctlz.i32"(%0, %c) : (i32, i1) -> i32
  llvm.return %1 : i32
}
