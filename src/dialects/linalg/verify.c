// What linalg's operations must satisfy.
#include "dialects/linalg/hooks.h"
#include "ops/linalg.h"

#include "dialects/common/regions.h"
#include "asm/printer.h"
#include "ir/text.h"
#include "ir/type.h"

// ---------------------------------------------------------------------------------------------
// Attributes

static bool is_i64_vector(A attr, int64_t size) {
  const ShapedType *type = type_as_shaped(attr_value_type(attr));
  return type && type_has_rank(&type->base) && type->rank == 1 && type->dims[0] == size;
}

bool is_one_i64(A attr) { return is_i64_vector(attr, 1); }
bool are_two_i64(A attr) { return is_i64_vector(attr, 2); }
bool are_three_i64(A attr) { return is_i64_vector(attr, 3); }

static uint64_t count_of(A dims) { return ((const DenseArrayAttr *)dims)->count; }

bool is_increasing(A attr) {
  for (uint64_t i = 1; i < count_of(attr); i++)
    if (dense_array_i64(attr, i - 1) >= dense_array_i64(attr, i)) return false;
  return true;
}

static const char *quoted_type(const Verifier *v, T type) { return arena_printf(v->arena, "'%s'", type_text(v->ctx, type)).data; }

// ---------------------------------------------------------------------------------------------
// Shapes and maps

static const ShapedType *shape_of(T type) {
  const ShapedType *shaped = type_as_shaped(type);
  return shaped && type_has_rank(type) ? shaped : NULL;
}

static uint32_t rank_of(T type) {
  const ShapedType *shaped = shape_of(type);
  return shaped ? (uint32_t)shaped->rank : 0;
}

typedef struct Maps {
  Verifier *v;
  const Operation *op;
  AffineMapVec maps;
  I64Vec ends;      // of each loop; DYNAMIC
} Maps;

static const char *text_of_map(const Maps *m, const AffineMap *map) {
  StrBuf text;
  strbuf_init(&text, &m->v->ctx->mem);
  print_affine_map_text(&text, map);
  Str kept = arena_str(m->v->arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept.data;
}

// A loop goes as far as the first dimension that is the loop itself.
static bool find_ends(Maps *m, uint32_t loops) {
  for (uint32_t loop = 0; loop < loops; loop++) {
    bool found = false;
    for (uint32_t i = 0; i < m->maps.count && !found; i++) {
      const ShapedType *shape = shape_of(op_operand_type(m->op, i));
      for (uint32_t k = 0; k < m->maps.data[i]->result_count && !found; k++) {
        E expr = m->maps.data[i]->results[k];
        found = expr->kind == AFFINE_DIM && expr->value == loop;
        if (found) vec_push(m->v->arena, &m->ends, shape ? shape->dims[k] : 1);
      }
    }
    if (!found) return false;
  }
  return true;
}

static const AffineMap *all_maps(const Maps *m) {
  VEC(E) results = {0};
  for (uint32_t i = 0; i < m->maps.count; i++)
    for (uint32_t k = 0; k < m->maps.data[i]->result_count; k++) vec_push(m->v->arena, &results, m->maps.data[i]->results[k]);
  return affine_map(m->v->ctx, m->maps.count ? m->maps.data[0]->dim_count : 0, 0, results.data, results.count);
}

// The value at a point; the loops' numbers are constants.
static int64_t value_at(const Maps *m, E expr, const int64_t *point, uint32_t loops) {
  VEC(E) dims = {0};
  for (uint32_t i = 0; i < loops; i++) vec_push(m->v->arena, &dims, affine_const(m->v->ctx, point[i]));
  int64_t value = 0;
  affine_is_const(affine_replace(m->v->ctx, expr, dims.data, loops, NULL, 0), &value);
  return value;
}

static bool verify_ranges(const Maps *m) {
  uint32_t loops = m->ends.count;
  I64Vec first = {0}, last = {0};
  for (uint32_t i = 0; i < loops; i++) {
    if (m->ends.data[i] == DYNAMIC) return true;
    vec_push(m->v->arena, &first, 0);
    vec_push(m->v->arena, &last, m->ends.data[i] - 1);
  }
  for (uint32_t i = 0; i < m->maps.count; i++) {
    const ShapedType *shape = shape_of(op_operand_type(m->op, i));
    for (uint32_t k = 0; shape && k < shape->rank; k++) {
      if (shape->dims[k] == DYNAMIC || shape->dims[k] == 0) continue;
      E expr = m->maps.data[i]->results[k];
      int64_t start = value_at(m, expr, first.data, loops), end = value_at(m, expr, last.data, loops);
      int64_t size = (start > end ? start : end) + 1;
      if (start < 0 || end < 0) return verify_fail(m->v, m->op, "unexpected result less than 0 at expression #%u in %s", k, text_of_map(m, m->maps.data[i]));
      if (expr->kind == AFFINE_DIM && size != shape->dims[k])
        return verify_fail(m->v, m->op, "inferred input/output operand #%u has shape's dimension #%u to be %lld, but found %lld", i, k, (long long)size, (long long)shape->dims[k]);
      if (expr->kind != AFFINE_DIM && size > shape->dims[k])
        return verify_fail(m->v, m->op, "inferred input/output operand #%u has shape's dimension #%u to be greater than or equal to %lld, but found %lld", i, k,
                           (long long)size, (long long)shape->dims[k]);
    }
  }
  return true;
}

static bool verify_maps(Maps *m) {
  const Operation *op = m->op;
  if (m->maps.count != op->operand_count)
    return verify_fail(m->v, op, "expected the number of indexing_map (%u) to be equal to the number of input/output operands (%u)", m->maps.count, op->operand_count);
  for (uint32_t i = 0; i < m->maps.count; i++) {
    const AffineMap *map = m->maps.data[i];
    uint32_t rank = rank_of(op_operand_type(op, i));
    if (map->symbol_count) return verify_fail(m->v, op, "unexpected symbols in indexing_map #%u", i);
    if (map->result_count != rank)
      return verify_fail(m->v, op, "expected operand #%u rank (%u) to match the result rank of indexing_map (%u)", i, rank, map->result_count);
  }
  uint32_t loops = m->maps.count ? m->maps.data[0]->dim_count : 0;
  if (!find_ends(m, loops)) return verify_fail(m->v, op, "invalid indexing maps are non-invertible: (%s)", text_of_map(m, all_maps(m)));
  return verify_ranges(m);
}

// ---------------------------------------------------------------------------------------------
// The whole

// Whether all shaped operands are tensors, or all are memrefs.
static bool is_pure(const Operation *op) {
  bool tensors = false, memrefs = false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T type = op_operand_type(op, i);
    memrefs |= type_kind(type) == TYPE_MEMREF;
    tensors |= type_kind(type) == TYPE_TENSOR;
    if (type_kind(type) == TYPE_UNRANKED_MEMREF || type_kind(type) == TYPE_UNRANKED_TENSOR) return false;
  }
  return tensors != memrefs;
}

static void keep_maps(const Verifier *v, const Operation *op, const AffineMapVec *maps) {
  AttrVec attrs = {0};
  for (uint32_t i = 0; i < maps->count; i++) vec_push(v->arena, &attrs, attr_affine_map(v->ctx, maps->data[i]));
  A name = attr_string(v->ctx, STR("linalg.memoized_indexing_maps"));
  if (!op_discardable(op, attr_str(name))) op_set_discardable(v->module, (Operation *)(uintptr_t)op, name, attr_array(v->ctx, attrs.data, attrs.count));
}

static bool verify_body(Verifier *v, const Operation *op) {
  const Block *block = structured_body(op);
  if (!block || block->next) return verify_fail(v, op, "expects to have 1 region with 1 block");
  if (block->arg_count != op->operand_count)
    return verify_fail(v, op, "expected as many non-induction variable region arguments as the number of input/output operands");
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T wanted = element_or_self(op_operand_type(op, i)), type = block->args[i]->type;
    if (wanted != type)
      return verify_fail(v, op, "expected type of bb argument #%u (%s) to match element or self type of the corresponding operand (%s)", i,
                         quoted_type(v, type), quoted_type(v, wanted));
  }
  return true;
}

bool verify_structured(Verifier *v, const Operation *op) {
  const LinalgOp *asked = ask_linalg_op(op->def);
  if (!verify_destinations(v, op, structured_inits(op))) return false;
  if (op->operand_count && !is_pure(op)) return verify_fail(v, op, "expected to have pure tensor or buffer semantics");
  Maps m = {.v = v, .op = op};
  if (!asked->maps(v->ctx, op, v->arena, &m.maps) && !m.maps.count && op->operand_count) return verify_fail(v, op, "expected indexing maps");
  bool is_batch = op_is(op, OP_LINALG_BATCH_MATMUL) || op_is(op, OP_LINALG_BATCH_REDUCE_MATMUL);
  if (is_batch && m.maps.count != 3) return verify_fail(v, op, "Indexing_map attribute must have 3 affine maps.");
  if (!verify_maps(&m)) return false;
  IteratorVec iterators = {0};
  asked->iterators(op, v->arena, &iterators);
  for (uint32_t i = 0; i < m.maps.count; i++)
    if (m.maps.data[i]->dim_count != iterators.count)
      return verify_fail(v, op, "expected indexing_map #%u to have %u dim(s) to match the number of loops", i, iterators.count);
  if (named_keeps_maps(op->def)) keep_maps(v, op, &m.maps);
  return verify_body(v, op);
}

// ---------------------------------------------------------------------------------------------
// index, yield

bool verify_index(Verifier *v, const Operation *op) {
  const Operation *parent = op_parent(op);
  const LinalgOp *asked = parent ? ask_linalg_op(parent->def) : NULL;
  if (!asked) return verify_fail(v, op, "expected parent op with LinalgOp interface");
  IteratorVec loops = {0};
  asked->iterators(parent, v->arena, &loops);
  int64_t dim = op_prop_i64_at(op, LINALG_INDEX_DIM);
  if (loops.count > dim) return true;
  return verify_fail(v, op, "expected dim (%lld) to be lower than the number of loops (%u) of the enclosing LinalgOp", (long long)dim, loops.count);
}

bool verify_yield(Verifier *v, const Operation *op) {
  const Operation *parent = op_parent(op);
  if (!parent || parent->region_count != 1 || !parent->regions[0].first) return verify_fail(v, op, "expected single non-empty parent region");
  if (!ask_linalg_op(parent->def)) return verify_fail(v, op, "expected parent op with LinalgOp interface");
  Span inits = structured_inits(parent);
  if (op->operand_count != span_size(inits))
    return verify_fail(v, op, "expected number of yield values (%u) to match the number of inits / outs operands of the enclosing LinalgOp (%u)", op->operand_count, span_size(inits));
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T element = element_or_self(op_operand_type(parent, inits.begin + i)), type = op_operand_type(op, i);
    if (type != element)
      return verify_fail(v, op, "type of yield operand %u (%s) doesn't match the element type of the enclosing linalg.generic op (%s)", i + 1, quoted_type(v, type),
                         quoted_type(v, element));
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// map, reduce, transpose, broadcast

static const char *dims_text(const Verifier *v, const int64_t *dims, uint32_t rank) {
  StrBuf text;
  strbuf_init(&text, &v->ctx->mem);
  for (uint32_t i = 0; i < rank; i++) strbuf_printf(&text, "%s%lld", i ? ", " : "", (long long)dims[i]);
  Str kept = arena_str(v->arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept.data;
}

bool verify_linalg_map(Verifier *v, const Operation *op) {
  const Block *block = structured_body(op);
  if (block->arg_count != op->operand_count)
    return verify_fail(v, op, "expects number of operands to match the arity of mapper, but got: %u and %u", op->operand_count, block->arg_count);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T element = type_element(op_operand_type(op, i));
    if (block->args[i]->type != element)
      return verify_fail(v, op, "expected element type of %s %s to match bbArg type %s", i + 1 < op->operand_count ? "input" : "input", quoted_type(v, element), quoted_type(v, block->args[i]->type));
  }
  const ShapedType *init = shape_of(op_operand_type(op, op->operand_count - 1));
  for (uint32_t i = 0; i + 1 < op->operand_count; i++) {
    const ShapedType *input = shape_of(op_operand_type(op, i));
    if (input->rank != init->rank || memcmp(input->dims, init->dims, sizeof *init->dims * init->rank))
      return verify_fail(v, op, "expected shape of input (%s) to match shape of output (%s)", dims_text(v, input->dims, (uint32_t)input->rank),
                         dims_text(v, init->dims, (uint32_t)init->rank));
  }
  return true;
}

static bool have_same_shapes(Verifier *v, const Operation *op, Span span, const char *what, const char *index) {
  for (uint32_t i = span.begin + 1; i < span.end; i++) {
    const ShapedType *a = shape_of(op_operand_type(op, i)), *b = shape_of(op_operand_type(op, span.begin));
    if (a->rank == b->rank && !memcmp(a->dims, b->dims, sizeof *a->dims * a->rank)) continue;
    return verify_fail(v, op, "expects all %s to have the same shapes. Shape at %s %u is not equal to the shape at %s 0.", what, index, i - span.begin, index);
  }
  return true;
}

bool verify_linalg_reduce(Verifier *v, const Operation *op) {
  Span inputs = structured_inputs(op), inits = structured_inits(op);
  A dimensions = op_prop_at(op, LINALG_REDUCE_DIMENSIONS);
  if (!have_same_shapes(v, op, inputs, "inputs", "input-index") || !have_same_shapes(v, op, inits, "outputs", "output-index")) return false;
  if (inputs.begin == inputs.end) return true;
  const ShapedType *input = shape_of(op_operand_type(op, 0)), *init = shape_of(op_operand_type(op, inits.begin));
  I64Vec left = {0};
  for (uint64_t i = 0; i < count_of(dimensions); i++) {
    int64_t dim = dense_array_i64(dimensions, i);
    if (dim < 0 || dim >= (int64_t)input->rank)
      return verify_fail(v, op, "dimensions for reduction should be in the range [0, %lld].", (long long)input->rank - 1);
  }
  for (uint32_t i = 0; i < input->rank; i++) {
    bool is_reduced = false;
    for (uint64_t k = 0; k < count_of(dimensions); k++) is_reduced |= dense_array_i64(dimensions, k) == i;
    if (!is_reduced) vec_push(v->arena, &left, input->dims[i]);
  }
  if (left.count != init->rank)
    return verify_fail(v, op, "number of dimensions after reduction %u doesn't match the init rank %u", left.count, (uint32_t)init->rank);
  if (left.count && memcmp(left.data, init->dims, sizeof *left.data * left.count))
    return verify_fail(v, op, "init dimensions [%s] doesn't match input dimensions after reduction [%s]", dims_text(v, init->dims, (uint32_t)init->rank), dims_text(v, left.data, left.count));
  const Block *block = structured_body(op);
  if (block->arg_count != op->operand_count) return verify_fail(v, op, "mismatching number of operands and block arguments");
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T element = type_element(op_operand_type(op, i));
    if (element != block->args[i]->type)
      return verify_fail(v, op, "%s element type %s does not match corresponding block argument type %s", i < inputs.end ? "input" : "output", quoted_type(v, element),
                         quoted_type(v, block->args[i]->type));
  }
  return true;
}

bool verify_linalg_transpose(Verifier *v, const Operation *op) {
  A permutation = op_prop_at(op, LINALG_TRANSPOSE_PERMUTATION);
  const ShapedType *input = shape_of(op_operand_type(op, 0)), *init = shape_of(op_operand_type(op, 1));
  uint64_t count = count_of(permutation);
  for (uint64_t i = 0; i < count; i++) {
    int64_t dim = dense_array_i64(permutation, i);
    bool is_again = dim < 0 || dim >= (int64_t)count;
    for (uint64_t k = 0; k < i; k++) is_again |= dense_array_i64(permutation, k) == dim;
    if (is_again) return verify_fail(v, op, "permutation is not valid");
  }
  if (input->rank != init->rank) return verify_fail(v, op, "input rank %u does not match init rank %u", (uint32_t)input->rank, (uint32_t)init->rank);
  if (input->rank != count) return verify_fail(v, op, "size of permutation %u does not match the argument rank %u", (uint32_t)count, (uint32_t)input->rank);
  for (uint32_t i = 0; i < count; i++) {
    int64_t from = input->dims[dense_array_i64(permutation, i)];
    if (from != init->dims[i])
      return verify_fail(v, op, "dim(result, %u) = %lld doesn't match dim(input, permutation[%u]) = %lld", i, (long long)init->dims[i], i, (long long)from);
  }
  return true;
}

bool verify_linalg_broadcast(Verifier *v, const Operation *op) {
  A dimensions = op_prop_at(op, LINALG_BROADCAST_DIMENSIONS);
  const ShapedType *input = shape_of(op_operand_type(op, 0)), *init = shape_of(op_operand_type(op, 1));
  uint64_t count = count_of(dimensions);
  if (input->rank + count != init->rank)
    return verify_fail(v, op, "input rank plus added dimensions does not match init rank. input rank: %u, dimensions size: %u, init rank: %u", (uint32_t)input->rank,
                       (uint32_t)count, (uint32_t)init->rank);
  for (uint32_t i = 0; i < count; i++) {
    int64_t dim = dense_array_i64(dimensions, i);
    if (dim < 0 || dim >= (int64_t)init->rank)
      return verify_fail(v, op, "dimension %u is out of range. expected range: [0, %lld], got: %lld", i, (long long)init->rank - 1, (long long)dim);
  }
  for (uint32_t i = 0, from = 0; i < init->rank && from < input->rank; i++) {
    bool is_added = false;
    for (uint64_t k = 0; k < count; k++) is_added |= dense_array_i64(dimensions, k) == i;
    if (is_added) continue;
    if (input->dims[from] != init->dims[i])
      return verify_fail(v, op, "input dim %u should match init dim %u. input: %lld, init: %lld", from, i, (long long)input->dims[from], (long long)init->dims[i]);
    from++;
  }
  return true;
}

bool operands_of_one_element(const Operation *op) { return type_element_or_self(op_operand_type(op, 0)) == type_element_or_self(op_operand_type(op, 1)); }
