// The same of dialects that are known by name only, or not at all (vcix): their operations are read in generic form.
llvm.func @arm_sme_intr_ld1b_horiz(%a0: vector<[16]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1b.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1b_vert(%a0: vector<[16]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1b.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1d_horiz(%a0: vector<[2]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1d.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[2]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1d_vert(%a0: vector<[2]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1d.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[2]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1h_horiz(%a0: vector<[8]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1h.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1h_vert(%a0: vector<[8]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1h.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1q_horiz(%a0: vector<[1]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1q.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[1]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1q_vert(%a0: vector<[1]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1q.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[1]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1w_horiz(%a0: vector<[4]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1w.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_ld1w_vert(%a0: vector<[4]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.ld1w.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_mopa(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.mopa"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_mopa_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.mopa.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_mops(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.mops"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_mops_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.mops.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_smopa_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.smopa.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_smopa_za32(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.smopa.za32"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_smops_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.smops.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_smops_za32(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.smops.za32"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1b_horiz(%a0: vector<[16]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1b.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1b_vert(%a0: vector<[16]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1b.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1d_horiz(%a0: vector<[2]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1d.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[2]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1d_vert(%a0: vector<[2]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1d.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[2]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1h_horiz(%a0: vector<[8]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1h.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1h_vert(%a0: vector<[8]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1h.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1q_horiz(%a0: vector<[1]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1q.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[1]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1q_vert(%a0: vector<[1]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1q.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[1]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1w_horiz(%a0: vector<[4]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1w.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_st1w_vert(%a0: vector<[4]xi1>, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.st1w.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_str(%a0: i32, %a1: !llvm.ptr, %a2: i32) {
  "arm_sme.intr.str"(%a0, %a1, %a2) : (i32, !llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_sumopa_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.sumopa.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_sumops_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.sumops.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_umopa_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.umopa.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_umopa_za32(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.umopa.za32"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_umops_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.umops.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_umops_za32(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.umops.za32"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_usmopa_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.usmopa.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_usmops_wide(%a0: vector<[4]xi1>, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>, %a3: vector<[4]xf32>) {
  "arm_sme.intr.usmops.wide"(%a0, %a1, %a2, %a3) <{tile_id = 1 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_write_horiz(%a0: i32, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>) {
  "arm_sme.intr.write.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (i32, vector<[4]xi1>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_write_vert(%a0: i32, %a1: vector<[4]xi1>, %a2: vector<[4]xf32>) {
  "arm_sme.intr.write.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (i32, vector<[4]xi1>, vector<[4]xf32>) -> ()
  llvm.return
}
llvm.func @arm_sme_intr_zero() {
  "arm_sme.intr.zero"() <{tile_mask = 1 : i32}> : () -> ()
  llvm.return
}
llvm.func @nvvm_rcp_approx_ftz_f(%a0: f32) {
  %r = "nvvm.rcp.approx.ftz.f"(%a0) : (f32) -> f32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_aggr_smem_size() {
  %r = "nvvm.read.ptx.sreg.aggr.smem.size"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_clock() {
  %r = "nvvm.read.ptx.sreg.clock"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_clock64() {
  %r = "nvvm.read.ptx.sreg.clock64"() : () -> i64
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_cluster_ctaid_x() {
  %r = "nvvm.read.ptx.sreg.cluster.ctaid.x"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_cluster_ctaid_y() {
  %r = "nvvm.read.ptx.sreg.cluster.ctaid.y"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_cluster_ctaid_z() {
  %r = "nvvm.read.ptx.sreg.cluster.ctaid.z"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_cluster_ctarank() {
  %r = "nvvm.read.ptx.sreg.cluster.ctarank"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_cluster_nctaid_x() {
  %r = "nvvm.read.ptx.sreg.cluster.nctaid.x"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_cluster_nctaid_y() {
  %r = "nvvm.read.ptx.sreg.cluster.nctaid.y"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_cluster_nctaid_z() {
  %r = "nvvm.read.ptx.sreg.cluster.nctaid.z"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_cluster_nctarank() {
  %r = "nvvm.read.ptx.sreg.cluster.nctarank"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_clusterid_x() {
  %r = "nvvm.read.ptx.sreg.clusterid.x"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_clusterid_y() {
  %r = "nvvm.read.ptx.sreg.clusterid.y"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_clusterid_z() {
  %r = "nvvm.read.ptx.sreg.clusterid.z"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_ctaid_x() {
  %r = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_ctaid_y() {
  %r = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_ctaid_z() {
  %r = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_dynamic_smem_size() {
  %r = "nvvm.read.ptx.sreg.dynamic.smem.size"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_envreg31() {
  %r = "nvvm.read.ptx.sreg.envreg31"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_globaltimer() {
  %r = "nvvm.read.ptx.sreg.globaltimer"() : () -> i64
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_globaltimer_lo() {
  %r = "nvvm.read.ptx.sreg.globaltimer.lo"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_gridid() {
  %r = "nvvm.read.ptx.sreg.gridid"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_laneid() {
  %r = "nvvm.read.ptx.sreg.laneid"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_lanemask_eq() {
  %r = "nvvm.read.ptx.sreg.lanemask.eq"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_lanemask_ge() {
  %r = "nvvm.read.ptx.sreg.lanemask.ge"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_lanemask_gt() {
  %r = "nvvm.read.ptx.sreg.lanemask.gt"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_lanemask_le() {
  %r = "nvvm.read.ptx.sreg.lanemask.le"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_lanemask_lt() {
  %r = "nvvm.read.ptx.sreg.lanemask.lt"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_nclusterid_x() {
  %r = "nvvm.read.ptx.sreg.nclusterid.x"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_nclusterid_y() {
  %r = "nvvm.read.ptx.sreg.nclusterid.y"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_nclusterid_z() {
  %r = "nvvm.read.ptx.sreg.nclusterid.z"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_nctaid_x() {
  %r = "nvvm.read.ptx.sreg.nctaid.x"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_nctaid_y() {
  %r = "nvvm.read.ptx.sreg.nctaid.y"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_nctaid_z() {
  %r = "nvvm.read.ptx.sreg.nctaid.z"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_nsmid() {
  %r = "nvvm.read.ptx.sreg.nsmid"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_ntid_x() {
  %r = "nvvm.read.ptx.sreg.ntid.x"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_ntid_y() {
  %r = "nvvm.read.ptx.sreg.ntid.y"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_ntid_z() {
  %r = "nvvm.read.ptx.sreg.ntid.z"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_nwarpid() {
  %r = "nvvm.read.ptx.sreg.nwarpid"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_smid() {
  %r = "nvvm.read.ptx.sreg.smid"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_tid_x() {
  %r = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_tid_y() {
  %r = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_tid_z() {
  %r = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_total_smem_size() {
  %r = "nvvm.read.ptx.sreg.total.smem.size"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_warpid() {
  %r = "nvvm.read.ptx.sreg.warpid"() : () -> i32
  llvm.return
}
llvm.func @nvvm_read_ptx_sreg_warpsize() {
  %r = "nvvm.read.ptx.sreg.warpsize"() : () -> i32
  llvm.return
}
llvm.func @vcix_v_iv(%a0: vector<[4]xi32>) {
  %r = "vcix.v.iv"(%a0) <{opcode = 3 : i64, imm = 5 : i64}> : (vector<[4]xi32>) -> vector<[4]xi32>
  llvm.return
}
llvm.func @vcix_v_sv(%a0: vector<[4]xi32>, %a1: i32) {
  %r = "vcix.v.sv"(%a0, %a1) <{opcode = 3 : i64}> : (vector<[4]xi32>, i32) -> vector<[4]xi32>
  llvm.return
}
llvm.func @arm_sme_intr_cntsd() {
  %r = "arm_sme.intr.cntsd"() : () -> i64
  llvm.return
}
llvm.func @arm_sme_intr_read_horiz(%a0: vector<[4]xf32>, %a1: vector<[4]xi1>, %a2: i32) {
  %r = "arm_sme.intr.read.horiz"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[4]xf32>, vector<[4]xi1>, i32) -> vector<[4]xf32>
  llvm.return
}
llvm.func @arm_sme_intr_read_vert(%a0: vector<[4]xf32>, %a1: vector<[4]xi1>, %a2: i32) {
  %r = "arm_sme.intr.read.vert"(%a0, %a1, %a2) <{tile_id = 1 : i32}> : (vector<[4]xf32>, vector<[4]xi1>, i32) -> vector<[4]xf32>
  llvm.return
}
llvm.func @ranges() -> i32 {
  %0 = "nvvm.read.ptx.sreg.ntid.y"() <{range = #llvm.constant_range<i32, 0, 5>}> : () -> i32
  llvm.return %0 : i32
}
llvm.func @vcix_kinds(%a: vector<[4]xi32>, %v: vector<4xi32>, %x: i64, %y: i32, %f: f32, %vf: vector<[4]xf32>) {
  %3 = "vcix.v.sv"(%a, %f) <{opcode = 3 : i64}> : (vector<[4]xi32>, f32) -> vector<[4]xf32>
  %4 = "vcix.v.sv"(%a, %a) <{opcode = 3 : i64}> : (vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xf32>
  %5 = "vcix.v.sv"(%v, %v, %x) <{opcode = 3 : i64}> : (vector<4xi32>, vector<4xi32>, i64) -> vector<4xi32>
  %6 = "vcix.v.sv"(%a, %x) <{opcode = 3 : i64}> : (vector<[4]xi32>, i64) -> vector<[4]xf32>
  llvm.return
}
