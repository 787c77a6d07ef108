// Folds of accesses to memory, transfers above all.
#include "ops/vector.h"
#include "ops/tensor.h"
#include "ops/memref.h"

#include "dialects/vector/fold.h"

#include "dialects/tensor/hooks.h"
#include "ir/affine.h"

// Access the memref that a cast was made from.
static bool skip_memref_casts(Folder *f, Operation *op) {
  bool changed = false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *cast = operand_defined_by(op, i, OP_MEMREF_CAST);
    if (!cast || type_kind(op_operand_type(cast, 0)) != TYPE_MEMREF) continue;
    op_set_operand(op, i, op_operand(cast, 0));
    changed = true;
  }
  return changed && fold_in_place(f);
}

bool fold_vector_memory(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return skip_memref_casts(f, op);
}

// ---------------------------------------------------------------------------------------------
// Transfers

bool transfer_of(const Operation *op, uint32_t opcode, Transfer *out) {
  if (!op_is(op, opcode)) return false;
  bool writes = op_is(op, OP_VECTOR_TRANSFER_WRITE);
  Span mask = op_operands_named(op, "mask");
  A map = op_prop(op, "permutation_map");
  *out = (Transfer){
    .op = op, .base = op_operand(op, writes), .mask = span_size(mask) ? op_operand(op, mask.begin) : NULL,
    .indices = op_operands_named(op, "indices"), .shaped = (const ShapedType *)op_operand_type(op, writes),
    .vector = writes ? operand_vector(op, 0) : result_vector(op), .map = ((const MapAttr *)map)->map,
  };
  return true;
}

bool transfer_dim_in_bounds(const Transfer *self, uint32_t i) {
  return attr_to_bool(((const ArrayAttr *)op_prop(self->op, "in_bounds"))->items[i]);
}

bool transfer_has_out_of_bounds(const Transfer *self) {
  for (uint32_t i = 0; i < self->map->result_count; i++)
    if (!transfer_dim_in_bounds(self, i)) return true;
  return false;
}

bool transfer_same_indices(const Transfer *a, const Transfer *b) {
  if (span_size(a->indices) != span_size(b->indices)) return false;
  for (uint32_t i = 0; i < span_size(a->indices); i++)
    if (op_operand(a->op, a->indices.begin + i) != op_operand(b->op, b->indices.begin + i)) return false;
  return true;
}

bool transfers_are_disjoint(const Transfer *a, const Transfer *b) {
  uint32_t count = span_size(a->indices), outer = count - a->map->result_count;
  if (a->vector != b->vector || count != span_size(b->indices)) return false;
  for (uint32_t i = 0; i < count; i++) {
    int64_t x, y;
    if (!constant_index(op_operand(a->op, a->indices.begin + i), &x) || !constant_index(op_operand(b->op, b->indices.begin + i), &y))
      continue;
    uint64_t distance = x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
    if (distance >= (i < outer ? 1 : (uint64_t)a->vector->dims[i - outer])) return true;
  }
  return false;
}

// A masked read that is padded with the splat that was written gives the splat.
static bool reads_written_splat(Context *ctx, const Transfer *write, const Transfer *read) {
  if (!read->mask || (write->mask && write->mask != read->mask)) return false;
  A written = value_constant(op_operand(write->op, 0));
  const DenseAttr *splat = dense_or_null(written);
  A padding = value_constant(op_operand(read->op, op_operands_named(read->op, "padding").begin));
  return splat && splat->splat && padding && type_element(splat->type) == attr_value_type(padding) &&
         dense_splat(ctx, splat->type, padding) == written;
}

static bool reads_what_is_written(Context *ctx, const Transfer *write, const Transfer *read) {
  return !transfer_has_out_of_bounds(write) && transfer_same_indices(write, read) && write->vector == read->vector &&
         write->map == read->map && ((!write->mask && !read->mask) || reads_written_splat(ctx, write, read));
}

static Value *value_read_back(Context *ctx, const Transfer *read) {
  Transfer write;
  if (type_kind(&read->shaped->base) != TYPE_TENSOR) return NULL;
  for (const Operation *def = value_def(read->base); transfer_of(def, OP_VECTOR_TRANSFER_WRITE, &write); def = value_def(write.base)) {
    if (reads_what_is_written(ctx, &write, read)) return op_operand(def, 0);
    if (!transfers_are_disjoint(&write, read)) return NULL;
  }
  return NULL;
}

static bool lies_in_bounds(const Transfer *self, uint32_t i, uint32_t dim) {
  int64_t index, size = self->shaped->dims[dim], wanted = self->vector->dims[i];
  return size != DYNAMIC && constant_index(op_operand(self->op, self->indices.begin + dim), &index) &&
         index <= size - wanted;
}

// Mark the dimensions that are known to lie in bounds. Dimensions that repeat have no bounds of their own.
static bool infer_in_bounds(Folder *f, Operation *op, const Transfer *self) {
  uint32_t rank = self->map->result_count;
  A *bounds = arena_new(f->arena, A, rank + 1), yes = f->ctx->attrs.true_, no = f->ctx->attrs.false_;
  bool changed = false, all = true;
  if (!rank || !bounds) return false;
  for (uint32_t i = 0; i < rank; i++) {
    bool in = transfer_dim_in_bounds(self, i);
    E expr = self->map->results[i];
    if (!in && expr->kind == AFFINE_DIM) {
      in = lies_in_bounds(self, i, (uint32_t)expr->value);
      changed |= in;
      all &= in;
    }
    bounds[i] = in ? yes : no;
  }
  for (uint32_t i = 0; i < rank && all; i++) {
    if (self->map->results[i]->kind != AFFINE_CONST || bounds[i] == yes) continue;
    bounds[i] = yes;
    changed = true;
  }
  if (!changed) return false;
  op_set_attr(f->module, op, STR("in_bounds"), attr_array(f->ctx, bounds, rank));
  return fold_in_place(f);
}

static bool drop_full_mask(Folder *f, Operation *op, const Transfer *self) {
  if (!self->mask || vector_mask_format(self->mask) != MASK_ALL_TRUE) return false;
  A sizes = op_prop(op, "operandSegmentSizes");
  int32_t counts[8];
  uint32_t entries = (uint32_t)((const DenseArrayAttr *)sizes)->count;
  if (entries > countof(counts)) return false;
  for (uint32_t i = 0; i < entries; i++) counts[i] = i + 1 == entries ? 0 : (int32_t)dense_array_i64(sizes, i);
  op_erase_operands(op, op_operands_named(op, "mask").begin, 1);
  op_set_attr(f->module, op, STR("operandSegmentSizes"), attr_i32_array(f->ctx, counts, entries));
  return fold_in_place(f);
}

static bool skip_tensor_casts(Folder *f, Operation *op) {
  bool changed = false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *cast = operand_defined_by(op, i, OP_TENSOR_CAST);
    if (!cast || !tensor_cast_loses_nothing(cast)) continue;
    op_set_operand(op, i, op_operand(cast, 0));
    changed = true;
  }
  return changed && fold_in_place(f);
}

bool fold_vector_transfer_read(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  Transfer read;
  transfer_of(op, OP_VECTOR_TRANSFER_READ, &read);
  Value *written = value_read_back(f->ctx, &read);
  if (written) return fold_to_value(f, written);
  return infer_in_bounds(f, op, &read) || drop_full_mask(f, op, &read) || skip_memref_casts(f, op) || skip_tensor_casts(f, op);
}

static bool all_zero_indices(const Transfer *self) {
  for (uint32_t i = self->indices.begin; i < self->indices.end; i++) {
    int64_t index;
    if (!constant_index(op_operand(self->op, i), &index) || index) return false;
  }
  return true;
}

// A whole tensor read and written into another is that tensor.
static bool copies_whole(const Transfer *read, const Transfer *write) {
  if (!read->map->result_count || read->map->result_count != write->map->result_count || !affine_map_is_minor_identity(read->map) ||
      !affine_map_is_minor_identity(write->map) || transfer_has_out_of_bounds(read) || transfer_has_out_of_bounds(write))
    return false;
  const ShapedType *tensor = write->shaped, *vector = read->vector;
  return read->shaped == tensor && vector == write->vector && vector->rank == tensor->rank &&
         !memcmp(vector->dims, tensor->dims, vector->rank * sizeof *vector->dims) && all_zero_indices(read) && all_zero_indices(write);
}

static bool writes_back(const Transfer *read, const Transfer *write) {
  return read->base == write->base && transfer_same_indices(read, write) && read->map == write->map && read->vector == write->vector &&
         !read->mask && !write->mask;
}

bool fold_vector_transfer_write(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  Transfer write, read;
  transfer_of(op, OP_VECTOR_TRANSFER_WRITE, &write);
  bool of_tensor = type_kind(&write.shaped->base) == TYPE_TENSOR;
  if (of_tensor && transfer_of(value_def(op_operand(op, 0)), OP_VECTOR_TRANSFER_READ, &read) &&
      (copies_whole(&read, &write) || writes_back(&read, &write)))
    return fold_to_value(f, read.base);
  return infer_in_bounds(f, op, &write) || drop_full_mask(f, op, &write) || skip_memref_casts(f, op);
}

// Verifiers of operations around it call this, too, before the operation itself was verified.
static bool is_pure_transfer(const Operation *op) {
  uint32_t base = op_is(op, OP_VECTOR_TRANSFER_WRITE);
  return base < op->operand_count && type_is_tensor(op_operand_type(op, base));
}

uint32_t transfer_effects(const Operation *op) {
  if (is_pure_transfer(op)) return 0;
  return op_is(op, OP_VECTOR_TRANSFER_WRITE) ? EFFECT_WRITE : EFFECT_READ;
}

Speculatability speculate_transfer(const Operation *op) { return is_pure_transfer(op) ? SPECULATABLE : NOT_SPECULATABLE; }
