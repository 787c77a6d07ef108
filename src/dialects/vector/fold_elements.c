// Folds of extract, insert, shuffle, from_elements and to_elements.
#include "ops/ub.h"
#include "ops/vector.h"

#include "dialects/vector/fold.h"

#include "asm/params.h"
#include "dialects/ub/attrs.h"

enum { POISON_INDEX = -1 };

A vector_poison(Context *ctx) { return attr_from_params(ctx, &ub_poison_attr, NULL); }

static void set_position(Folder *f, Operation *op, const int64_t *at, uint32_t count) {
  op_set_attr(f->module, op, STR("static_position"), attr_i64_array(f->ctx, at, count));
}

// The position of an extract or insert; NULL without memory. `room` more entries can be appended.
static int64_t *positions(Folder *f, const Operation *op, uint32_t room, uint32_t *count) {
  const DenseArrayAttr *list = index_array(op_prop(op, "static_position"));
  int64_t *at = arena_new(f->arena, int64_t, list->count + room + 1);
  *count = (uint32_t)list->count;
  for (uint32_t i = 0; at && i < *count; i++) at[i] = index_at(list, i);
  return at;
}

static bool is_extract(const Operation *op) { return op_is(op, OP_VECTOR_EXTRACT); }
static bool has_dynamic_position(const Operation *op) { return op->operand_count > (is_extract(op) ? 1u : 2u); }
static const ShapedType *positioned_vector(const Operation *op) { return operand_vector(op, !is_extract(op)); }

static bool has_poison_position(const Operation *op) {
  const DenseArrayAttr *list = index_array(op_prop(op, "static_position"));
  for (uint64_t i = 0; i < list->count; i++)
    if (index_at(list, i) == POISON_INDEX) return true;
  return false;
}

// Index operands that are constants within bounds go into the position.
static bool take_constant_positions(Folder *f, Operation *op, const A *constants) {
  uint32_t fixed = is_extract(op) ? 1 : 2, next = fixed, kept = fixed, count;
  if (!has_dynamic_position(op)) return false;
  const ShapedType *vector = positioned_vector(op);
  int64_t *at = positions(f, op, 0, &count);
  Value **operands = arena_new(f->arena, Value *, op->operand_count);
  if (!at || !operands) return false;
  bool changed = false;
  for (uint32_t i = 0; i < fixed; i++) operands[i] = op_operand(op, i);
  for (uint32_t i = 0; i < count; i++) {
    if (at[i] != DYNAMIC) continue;
    if (next >= op->operand_count) return false;
    A constant = constants[next];
    Value *operand = op_operand(op, next++);
    int64_t value = constant && attr_kind(constant) == ATTR_INTEGER ? attr_to_i64(constant) : DYNAMIC;
    if (value >= POISON_INDEX && value < vector->dims[i]) {
      at[i] = value;
      changed = true;
    } else {
      operands[kept++] = operand;
    }
  }
  if (!changed) return false;
  set_position(f, op, at, count);
  op_set_operands(f->module, op, operands, kept);
  return true;
}

// ---------------------------------------------------------------------------------------------
// vector.extract

static A extract_from_dense(Folder *f, const Operation *op, const DenseAttr *dense) {
  T type = op_result_type(op, 0);
  const ShapedType *source = operand_vector(op, 0);
  if (dense->splat) return type_is_vector(type) ? dense_reshape(f->ctx, &dense->base, type) : dense_element_attr(f->ctx, &dense->base, 0);
  uint32_t count;
  int64_t *at = positions(f, op, (uint32_t)source->rank, &count);
  if (source->scalable || has_dynamic_position(op) || !at) return NULL;
  int64_t begin = linear_index(at, source->dims, (uint32_t)source->rank);
  if (begin < 0) return NULL;
  if (!type_is_vector(type)) return dense_element_attr(f->ctx, &dense->base, (uint64_t)begin);
  DenseBuilder b;
  if (!dense_begin(&b, f->ctx, type)) return NULL;
  for (uint64_t i = 0; i < b.count; i++) dense_copy(&b, i, &dense->base, (uint64_t)begin + i);
  return dense_end(&b, true);
}

// An extract of an extract takes both positions at once.
static bool extract_from_extracts(Folder *f, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_VECTOR_EXTRACT);
  if (!inner || has_dynamic_position(op)) return false;
  uint32_t total = (uint32_t)index_array(op_prop_at(op, VECTOR_EXTRACT_STATIC_POSITION))->count;
  Operation *root = inner;
  for (Operation *at = inner; at; at = operand_defined_by(at, 0, OP_VECTOR_EXTRACT)) {
    if (has_dynamic_position(at)) return false;
    total += (uint32_t)index_array(op_prop(at, "static_position"))->count;
    root = at;
  }
  int64_t *at = arena_new(f->arena, int64_t, total + 1);
  if (!at) return false;
  uint32_t end = total;
  for (Operation *next = op;; next = value_def(op_operand(next, 0))) {
    const DenseArrayAttr *list = index_array(op_prop(next, "static_position"));
    for (uint64_t i = list->count; i-- > 0;) at[--end] = index_at(list, i);
    if (next == root) break;
  }
  op_set_operand(op, 0, op_operand(root, 0));
  set_position(f, op, at, total);
  return true;
}

// The position of an extract on its way back through inserts and transposes; behind the entries of
// the position itself stand -1, -2, … for the dimensions that are extracted whole.
typedef struct Chain {
  int64_t *at;
  uint32_t count, extracted, whole;
} Chain;

static bool chain_keeps_order(const Chain *self) {
  for (uint32_t i = 0; i < self->whole; i++)
    if (self->at[self->extracted + i] != -1 - (int64_t)i) return false;
  return self->count == self->extracted + self->whole;
}

static bool is_prefix(const DenseArrayAttr *list, const Chain *chain, uint32_t limit) {
  if (list->count > limit) return false;
  for (uint64_t i = 0; i < list->count; i++)
    if (index_at(list, i) != chain->at[i]) return false;
  return true;
}

static bool may_overlap(const DenseArrayAttr *list, const Chain *chain) {
  for (uint64_t i = 0; i < list->count && i < chain->count; i++)
    if (chain->at[i] >= 0 && index_at(list, i) >= 0 && chain->at[i] != index_at(list, i)) return false;
  return true;
}

static bool extract_in_place(Folder *f, Operation *op, const Chain *chain, Value *source) {
  if (source == op_operand(op, 0) || !chain_keeps_order(chain)) return false;
  set_position(f, op, chain->at, chain->extracted);
  op_set_operand(op, 0, source);
  return fold_in_place(f);
}

static bool extract_from_chain(Folder *f, Operation *op) {
  Chain chain;
  uint32_t rank = (uint32_t)operand_vector(op, 0)->rank;
  if (has_dynamic_position(op)) return false;
  chain.at = positions(f, op, rank, &chain.extracted);
  if (!chain.at || chain.extracted > rank) return false;
  chain.count = rank;
  chain.whole = rank - chain.extracted;
  for (uint32_t i = 0; i < chain.whole; i++) chain.at[chain.extracted + i] = -1 - (int64_t)i;
  int64_t *permuted = arena_new(f->arena, int64_t, rank + 1);
  Value *source = op_operand(op, 0);
  for (Operation *def; permuted && (def = value_def(source));) {
    if (op_is(def, OP_VECTOR_TRANSPOSE)) {
      const DenseArrayAttr *permutation = index_array(op_prop(def, "permutation"));
      for (uint32_t i = 0; i < rank; i++) permuted[index_at(permutation, i)] = chain.at[i];
      memcpy(chain.at, permuted, rank * sizeof *permuted);
      source = op_operand(def, 0);
      continue;
    }
    if (!op_is(def, OP_VECTOR_INSERT)) break;
    const DenseArrayAttr *inserted = index_array(op_prop(def, "static_position"));
    if (!has_dynamic_position(def)) {
      Value *value = op_operand(def, 0);
      if (inserted->count == chain.extracted && is_prefix(inserted, &chain, chain.extracted) && chain_keeps_order(&chain))
        return value->type == op_result_type(op, 0) && fold_to_value(f, value);
      if (is_prefix(inserted, &chain, chain.count)) {
        if (inserted->count > chain.extracted) return false;
        chain.at += inserted->count;
        chain.count -= (uint32_t)inserted->count;
        chain.extracted -= (uint32_t)inserted->count;
        return extract_in_place(f, op, &chain, value);
      }
    }
    bool contained = chain.count <= inserted->count;
    for (uint32_t i = 0; i < chain.count && contained; i++) contained = chain.at[i] == index_at(inserted, i);
    if (contained || may_overlap(inserted, &chain)) return false;
    source = op_operand(def, 1);
  }
  return extract_in_place(f, op, &chain, source);
}

bool vector_is_broadcast_like(const Operation *op) {
  if (op_is(op, OP_VECTOR_BROADCAST)) return true;
  if (!op_is(op, OP_VECTOR_SHAPE_CAST)) return false;
  const ShapedType *from = operand_vector(op, 0), *to = result_vector(op);
  return to->rank >= from->rank && !memcmp(to->dims + (to->rank - from->rank), from->dims, from->rank * sizeof *from->dims);
}

// Any copy of a repeated element has the same value.
static bool extract_from_broadcast(Folder *f, Operation *op) {
  const Operation *def = value_def(op_operand(op, 0));
  if (!def || !vector_is_broadcast_like(def)) return false;
  Value *input = op_operand(def, 0);
  T type = op_result_type(op, 0);
  if (input->type == type) return fold_to_value(f, input);
  const ShapedType *from = as_vector(input->type);
  uint64_t rank = from ? from->rank : 0, result_rank = rank_of(type), source_rank = operand_vector(op, 0)->rank;
  if (result_rank > rank || !from) return false;
  uint64_t outer = rank - result_rank;
  if (result_rank && memcmp(((const ShapedType *)type)->dims, from->dims + outer, result_rank * sizeof *from->dims)) return false;
  uint32_t count, next = 1, kept = 1;
  int64_t *at = positions(f, op, (uint32_t)rank, &count), *to = arena_new(f->arena, int64_t, rank + 1);
  Value **operands = arena_new(f->arena, Value *, op->operand_count + 1);
  if (!at || !to || !operands || count != source_rank - result_rank) return false;
  operands[0] = input;
  for (uint32_t i = 0; i < count; i++) {
    Value *operand = at[i] == DYNAMIC ? op_operand(op, next++) : NULL;
    if (i < source_rank - rank) continue;
    uint64_t k = i - (source_rank - rank);
    to[k] = from->dims[k] == 1 ? 0 : at[i];
    if (to[k] == DYNAMIC) operands[kept++] = operand;
  }
  op_set_operands(f->module, op, operands, kept);
  set_position(f, op, to, (uint32_t)outer);
  return fold_in_place(f);
}

static bool extract_from_shuffle(Folder *f, Operation *op) {
  Operation *shuffle = operand_defined_by(op, 0, OP_VECTOR_SHUFFLE);
  if (!shuffle || result_vector(shuffle)->rank != 1 || has_dynamic_position(op)) return false;
  const DenseArrayAttr *mask = index_array(op_prop_at(shuffle, VECTOR_SHUFFLE_MASK)),
                       *position = index_array(op_prop_at(op, VECTOR_EXTRACT_STATIC_POSITION));
  int64_t at = position->count ? index_at(position, 0) : -1;
  if (at < 0 || at >= (int64_t)mask->count) return false;
  const ShapedType *first = operand_vector(shuffle, 0);
  int64_t from = index_at(mask, (uint64_t)at), size = first->rank ? first->dims[0] : 1;
  op_set_operand(op, 0, op_operand(shuffle, from >= size));
  if (from >= size) from -= size;
  set_position(f, op, &from, 1);
  return fold_in_place(f);
}

static bool extract_from_shape_cast(Folder *f, Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_VECTOR_SHAPE_CAST);
  if (!cast || has_dynamic_position(op)) return false;
  const ShapedType *from = operand_vector(cast, 0), *to = operand_vector(op, 0), *result = result_vector(op);
  uint64_t rank = result ? result->rank : 0;
  if (rank > from->rank) return false;
  for (uint64_t i = 0; i < rank; i++)
    if (from->dims[from->rank - 1 - i] != result->dims[rank - 1 - i]) return false;
  uint32_t count, outer = (uint32_t)(from->rank - rank);
  int64_t *at = positions(f, op, 0, &count), *position = arena_new(f->arena, int64_t, outer + 1);
  if (!at || !position) return false;
  for (uint32_t i = 0; i < count; i++)
    if (at[i] < 0) return false;
  uint64_t index = 0;
  for (uint32_t i = 0; i < count; i++) index = index * (uint64_t)to->dims[to->rank - rank - count + i] + (uint64_t)at[i];
  for (uint32_t i = outer; i-- > 0;) {
    position[i] = (int64_t)(i ? index % (uint64_t)from->dims[i] : index);
    index /= (uint64_t)from->dims[i];
  }
  set_position(f, op, position, outer);
  op_set_operand(op, 0, op_operand(cast, 0));
  return fold_in_place(f);
}

static bool extract_from_slice(Folder *f, Operation *op) {
  Operation *slice = operand_defined_by(op, 0, OP_VECTOR_EXTRACT_STRIDED_SLICE);
  if (!slice || has_dynamic_position(op)) return false;
  const ShapedType *source = operand_vector(slice, 0), *sliced = result_vector(slice);
  uint64_t offsets = strided_count(op_prop_at(slice, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS));
  while (offsets && !strided_item(op_prop_at(slice, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS), offsets - 1) &&
         sliced->dims[offsets - 1] == source->dims[offsets - 1])
    offsets--;
  uint32_t count;
  int64_t *at = positions(f, op, 0, &count);
  if (!at || rank_of(op_result_type(op, 0)) > source->rank - offsets || count < offsets) return false;
  for (uint64_t i = 0; i < offsets; i++) at[i] += strided_item(op_prop_at(slice, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS), i);
  op_set_operand(op, 0, op_operand(slice, 0));
  set_position(f, op, at, count);
  return fold_in_place(f);
}

static bool extract_from_inserted_slices(Folder *f, Operation *op) {
  uint64_t rank = rank_of(op_result_type(op, 0));
  if (has_dynamic_position(op)) return false;
  uint32_t count, kept;
  int64_t *at = positions(f, op, 0, &count), *position = arena_new(f->arena, int64_t, count + 1);
  Operation *insert = operand_defined_by(op, 0, OP_VECTOR_INSERT_STRIDED_SLICE);
  for (; insert && at && position; insert = operand_defined_by(insert, 1, OP_VECTOR_INSERT_STRIDED_SLICE)) {
    const ShapedType *value = operand_vector(insert, 0), *dest = operand_vector(insert, 1);
    uint64_t extra = dest->rank - value->rank;
    if (rank > value->rank) return false;
    bool disjoint = false;
    kept = 0;
    for (uint32_t i = 0; i < count && !disjoint; i++) {
      int64_t begin = strided_item(op_prop(insert, "offsets"), i), size = i < extra ? 1 : value->dims[i - extra];
      disjoint = at[i] < begin || at[i] >= begin + size;
      if (!disjoint && i >= extra) position[kept++] = at[i] - begin;
    }
    if (disjoint) continue;
    for (uint64_t i = value->rank - rank; i < value->rank; i++)
      if (value->dims[i] != dest->dims[i + extra]) return false;
    op_set_operand(op, 0, op_operand(insert, 0));
    set_position(f, op, position, kept);
    return fold_in_place(f);
  }
  return false;
}

static bool extract_from_elements(Folder *f, Operation *op) {
  Operation *from = operand_defined_by(op, 0, OP_VECTOR_FROM_ELEMENTS);
  const ShapedType *vector = operand_vector(op, 0);
  uint32_t count;
  int64_t *at = from && !has_dynamic_position(op) ? positions(f, op, 0, &count) : NULL;
  if (!at || op_result_type(op, 0) != vector->element || count != vector->rank) return false;
  int64_t index = linear_index(at, vector->dims, count);
  return index >= 0 && index < (int64_t)from->operand_count && fold_to_value(f, op_operand(from, (uint32_t)index));
}

bool fold_vector_extract(Folder *f, Operation *op, const A *constants) {
  if (!index_array(op_prop_at(op, VECTOR_EXTRACT_STATIC_POSITION))->count && op_operand_type(op, 0) == op_result_type(op, 0))
    return fold_to_value(f, op_operand(op, 0));
  if (is_poison(constants[0])) return fold_to_attr(f, constants[0]);
  bool had_poison = has_poison_position(op);
  bool changed = take_constant_positions(f, op, constants);
  if (had_poison) return fold_to_attr(f, vector_poison(f->ctx));
  const DenseAttr *dense = dense_or_null(constants[0]);
  if (dense && !has_poison_position(op) && fold_to(f, extract_from_dense(f, op, dense))) return true;
  if (extract_from_extracts(f, op)) return fold_in_place(f);
  return extract_from_chain(f, op) || extract_from_broadcast(f, op) || extract_from_shuffle(f, op) ||
         extract_from_shape_cast(f, op) || extract_from_slice(f, op) || extract_from_inserted_slices(f, op) ||
         extract_from_elements(f, op) || (changed && fold_in_place(f));
}

// ---------------------------------------------------------------------------------------------
// vector.insert

static bool same_position(const Operation *a, const Operation *b) {
  if (op_prop_at(a, VECTOR_INSERT_STATIC_POSITION) != op_prop_at(b, VECTOR_INSERT_STATIC_POSITION) || a->operand_count != b->operand_count)
    return false;
  for (uint32_t i = 2; i < a->operand_count; i++)
    if (op_operand(a, i) != op_operand(b, i)) return false;
  return true;
}

#define LARGE_CONSTANT 256   // elements; such a one is only made when it stands for the other

static A insert_into_dense(Folder *f, const Operation *op, A value, const DenseAttr *dest) {
  const ShapedType *type = operand_vector(op, 1);
  if (has_dynamic_position(op) || has_poison_position(op) || !value || !dest || type->scalable || is_poison(value)) return NULL;
  if (type_num_elements(&type->base) > LARGE_CONSTANT && !value_has_one_use(op_result(op, 0))) return NULL;
  uint32_t count;
  int64_t *at = positions(f, op, (uint32_t)type->rank, &count);
  DenseBuilder b;
  if (!at || !dense_begin(&b, f->ctx, &type->base)) return NULL;
  uint64_t begin = (uint64_t)linear_index(at, type->dims, (uint32_t)type->rank);
  const DenseAttr *values = dense_or_null(value);
  uint64_t inserted = values ? dense_count(value) : 1;
  bool ok = begin + inserted <= b.count && (!values || type_element(values->type) == b.element);
  for (uint64_t i = 0; i < b.count && ok; i++) {
    if (i < begin || i >= begin + inserted) dense_copy(&b, i, &dest->base, i);
    else if (values) dense_copy(&b, i, value, i - begin);
    else ok = dense_put(&b, i, value);
  }
  return dense_end(&b, ok);
}

bool fold_vector_insert(Folder *f, Operation *op, const A *constants) {
  if (!index_array(op_prop_at(op, VECTOR_INSERT_STATIC_POSITION))->count && op_operand_type(op, 0) == op_result_type(op, 0))
    return fold_to_value(f, op_operand(op, 0));
  bool had_poison = has_poison_position(op);
  bool changed = take_constant_positions(f, op, constants);
  Operation *before = operand_defined_by(op, 1, OP_VECTOR_INSERT);
  if (before && same_position(op, before)) {
    op_set_operand(op, 1, op_operand(before, 1));
    return fold_in_place(f);
  }
  if (had_poison) return fold_to_attr(f, vector_poison(f->ctx));
  return fold_to(f, insert_into_dense(f, op, constants[0], dense_or_null(constants[1]))) || (changed && fold_in_place(f));
}

// ---------------------------------------------------------------------------------------------
// vector.shuffle

static bool is_run(const DenseArrayAttr *mask, int64_t begin, int64_t count) {
  if ((int64_t)mask->count != count) return false;
  for (int64_t i = 0; i < count; i++)
    if (index_at(mask, (uint64_t)i) != begin + i) return false;
  return true;
}

bool fold_vector_shuffle(Folder *f, Operation *op, const A *constants) {
  const ShapedType *v1 = operand_vector(op, 0), *v2 = operand_vector(op, 1);
  const DenseArrayAttr *mask = index_array(op_prop_at(op, VECTOR_SHUFFLE_MASK));
  if (!v1->rank) return false;
  if (is_run(mask, 0, v1->dims[0])) return fold_to_value(f, op_operand(op, 0));
  if (is_run(mask, v1->dims[0], v2->dims[0])) return fold_to_value(f, op_operand(op, 1));
  if (!constants[0] || !constants[1]) return false;
  bool poison[2] = {is_poison(constants[0]), is_poison(constants[1])};
  if (poison[0] && poison[1]) return fold_to_attr(f, constants[0]);
  if (v1->rank != 1 || (!poison[0] && !dense_or_null(constants[0])) || (!poison[1] && !dense_or_null(constants[1]))) return false;
  DenseBuilder b;
  if (!dense_begin(&b, f->ctx, op_result_type(op, 0))) return false;
  // Poison may be any value, so it is taken to be the first element that is not poison.
  for (uint64_t i = 0; i < b.count; i++) {
    int64_t at = index_at(mask, i);
    bool second = at >= v1->dims[0];
    if (at == POISON_INDEX || poison[second]) dense_copy(&b, i, constants[poison[0]], 0);
    else dense_copy(&b, i, constants[second], (uint64_t)(second ? at - v1->dims[0] : at));
  }
  return fold_to(f, dense_end(&b, true));
}

// ---------------------------------------------------------------------------------------------
// vector.from_elements, vector.to_elements

static Value *elements_of_one_vector(const Operation *op) {
  Operation *to = op->operand_count ? operand_defined_by(op, 0, OP_VECTOR_TO_ELEMENTS) : NULL;
  if (!to || op_operand_type(to, 0) != op_result_type(op, 0)) return NULL;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand(op, i) != op_result(to, i)) return NULL;
  return op_operand(to, 0);
}

bool fold_vector_from_elements(Folder *f, Operation *op, const A *constants) {
  Value *vector = elements_of_one_vector(op);
  if (vector) return fold_to_value(f, vector);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!constants[i]) return false;
  DenseBuilder b;
  if (!dense_begin(&b, f->ctx, op_result_type(op, 0))) return false;
  bool ok = b.count == op->operand_count;
  for (uint32_t i = 0; i < op->operand_count && ok; i++) ok = dense_put(&b, i, constants[i]);
  return fold_to(f, dense_end(&b, ok));
}

bool fold_vector_to_elements(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  const Operation *def = value_def(op_operand(op, 0));
  bool lists = op_is(def, OP_VECTOR_FROM_ELEMENTS) && def->operand_count == op->result_count;
  if (!lists && !(op_is(def, OP_VECTOR_BROADCAST) && !operand_vector(def, 0))) return false;
  for (uint32_t i = 0; i < op->result_count; i++) fold_to_value(f, op_operand(def, lists ? i : 0));
  return true;
}
