// Roads: see roads.h. One list of steps leads from everywhere to the llvm dialect; a text needs those that find something to do.
#include "passes/roads.h"

#include "dialects/registry.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/llvm.h"
#include "ops/vector.h"

// What stands for a trait of the whole text among names of dialects.
#define TENSORS "tensors"         // some value is one
#define ON_TENSORS "on-tensors"   // arithmetic on tensors
#define TRANSFERS "transfers"     // of vectors
#define BUFFERS "buffers"         // made of tensors
#define CASTS "casts"

typedef struct Step {
  const char *pass, *options;
  uint16_t anchor;      // opcode; 0: the pass runs where its PassDef says
  const char *takes;    // it is needed when one of these is there
  const char *makes;
  bool keeps;           // what it takes is still there afterwards
} Step;

static const Step steps[] = {
    {"tosa-make-broadcastable", NULL, OP_FUNC_FUNC, "tosa", NULL, true},
    {"tosa-to-linalg-named", NULL, OP_FUNC_FUNC, "tosa", "linalg tensor arith tensors", true},
    {"tosa-to-linalg", NULL, OP_FUNC_FUNC, "tosa", "linalg tensor arith math index tensors", true},
    {"tosa-to-scf", NULL, 0, "tosa", "scf tensor", true},
    {"tosa-to-arith", NULL, 0, "tosa", "arith", true},
    {"tosa-to-tensor", NULL, 0, "tosa", "tensor arith tensors"},
    {"convert-shape-constraints", NULL, 0, "shape", "cf", true},
    {"convert-shape-to-std", NULL, 0, "shape", "arith scf tensor tensors"},
    {"convert-elementwise-to-linalg", NULL, 0, ON_TENSORS, "linalg tensor"},
    {"one-shot-bufferize", "bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map", 0, "tensors bufferization tensor",
     "memref bufferization arith " BUFFERS},
    {"ownership-based-buffer-deallocation", NULL, 0, BUFFERS, "bufferization arith", true},
    {"canonicalize", NULL, 0, BUFFERS, NULL, true},
    {"buffer-deallocation-simplification", NULL, 0, BUFFERS, NULL, true},
    {"bufferization-lower-deallocations", NULL, 0, BUFFERS, "memref scf arith func", true},
    {"convert-bufferization-to-memref", NULL, 0, "bufferization", "memref arith scf"},
    {"convert-linalg-to-loops", NULL, 0, "linalg", "scf memref arith affine"},
    {"convert-vector-to-scf", NULL, 0, TRANSFERS, "scf memref arith vector affine"},
    {"expand-strided-metadata", NULL, 0, "memref", "affine arith", true},
    {"lower-affine", NULL, 0, "affine", "scf arith memref vector"},
    {"convert-scf-to-cf", NULL, 0, "scf", "cf arith"},
    {"convert-cf-to-llvm", NULL, 0, "cf", CASTS},
    {"convert-vector-to-llvm", NULL, 0, "vector", "arith " CASTS},
    {"convert-math-to-llvm", NULL, 0, "math", "arith " CASTS},
    {"convert-complex-to-llvm", NULL, 0, "complex", "arith " CASTS},
    {"convert-ub-to-llvm", NULL, 0, "ub", CASTS},
    {"convert-arith-to-llvm", NULL, 0, "arith", CASTS},
    {"convert-index-to-llvm", NULL, 0, "index", CASTS},
    {"finalize-memref-to-llvm", NULL, 0, "memref", CASTS},
    {"convert-func-to-llvm", NULL, 0, "func", CASTS},
    {"reconcile-unrealized-casts", NULL, 0, CASTS, NULL},
};

static bool has(const StrVec *set, Str name) {
  for (uint32_t i = 0; i < set->count; i++)
    if (str_equal(set->data[i], name)) return true;
  return false;
}

static void put(Arena *arena, StrVec *set, Str name) {
  if (!has(set, name)) vec_push(arena, set, name);
}

static void take(StrVec *set, Str name) {
  for (uint32_t i = 0; i < set->count; i++)
    if (str_equal(set->data[i], name)) set->data[i--] = set->data[--set->count];
}

// Each word of a list: `for (Str word; next_word(&list, &word);)`.
static bool next_word(const char **list, Str *word) {
  if (!*list) return false;
  *list += strspn(*list, " ");
  *word = (Str){*list, strcspn(*list, " ")};
  *list += word->size;
  return word->size > 0;
}

static bool has_any(const StrVec *set, const char *names) {
  for (Str word; next_word(&names, &word);)
    if (has(set, word)) return true;
  return false;
}

typedef struct Found {
  Arena *arena;
  StrVec set;
} Found;

static bool is_tensor(T type) { return type_kind(type) == TYPE_TENSOR || type_kind(type) == TYPE_UNRANKED_TENSOR; }

static WalkResult note(Operation *op, void *data) {
  Found *found = data;
  Str name = name_dialect(op_name(op));
  put(found->arena, &found->set, name);
  bool tensors = false;
  for (uint32_t i = 0; i < op->result_count; i++) tensors |= is_tensor(op_result_type(op, i));
  for (uint32_t i = 0; i < op->operand_count; i++) tensors |= is_tensor(op_operand_type(op, i));
  if (tensors) put(found->arena, &found->set, STR(TENSORS));
  if (tensors && op_def_has(op->def, TRAIT_ELEMENTWISE) && op->operand_count) put(found->arena, &found->set, STR(ON_TENSORS));
  if (op_is(op, OP_VECTOR_TRANSFER_READ) || op_is(op, OP_VECTOR_TRANSFER_WRITE)) put(found->arena, &found->set, STR(TRANSFERS));
  if (op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST)) put(found->arena, &found->set, STR(CASTS));
  return WALK_ADVANCE;
}

// Arguments of functions may be tensors that nobody uses.
static bool mentions_tensors(const Operation *op) {
  for (uint32_t i = 0; i < op->def->attr_count; i++) {
    const FunctionType *type = op->props[i] && attr_kind(op->props[i]) == ATTR_TYPE ? type_as_function(((const TypeAttr *)op->props[i])->type) : NULL;
    for (uint32_t k = 0; type && k < type->input_count; k++)
      if (is_tensor(type->types[k])) return true;
  }
  return false;
}

static WalkResult note_function(Operation *op, void *data) {
  Found *found = data;
  if (op_def_has(op->def, TRAIT_FUNCTION) && mentions_tensors(op)) put(found->arena, &found->set, STR(TENSORS));
  return WALK_ADVANCE;
}

static const Step *step_of(Str dialect) {
  for (size_t i = 0; i < countof(steps); i++) {
    const char *names = steps[i].takes;
    for (Str word; next_word(&names, &word);)
      if (str_equal(word, dialect)) return &steps[i];
  }
  return NULL;
}

static void add_step(Road *out, const Step *step, const PassDef *def) {
  uint32_t anchor = step->anchor ? step->anchor : def->anchor;
  bool is_nested = anchor && anchor != OP_BUILTIN_MODULE;
  if (out->passes++) strbuf_lit(&out->pipeline, ",");
  if (is_nested) strbuf_printf(&out->pipeline, "%.*s(", STR_ARG(def_name(op_by_opcode(anchor))));
  strbuf_str(&out->pipeline, str_from(step->pass));
  if (step->options) strbuf_printf(&out->pipeline, "{%s}", step->options);
  if (is_nested) strbuf_lit(&out->pipeline, ")");
}

void road_find(Arena *arena, const Operation *op, Road *out) {
  Found found = {.arena = arena};
  *out = (Road){0};
  strbuf_init(&out->pipeline, arena->mem);
  op_walk_pre((Operation *)(uintptr_t)op, note, &found);
  op_walk_pre((Operation *)(uintptr_t)op, note_function, &found);
  for (uint32_t i = 0; i < found.set.count; i++) {
    Str name = found.set.data[i];
    bool is_end = str_is(name, llvm_dialect.name) || str_is(name, builtin_dialect.name);
    if (!is_end && !step_of(name)) vec_push(arena, &out->left, name);
  }
  strbuf_printf(&out->pipeline, "%s.module(", builtin_dialect.name);
  for (size_t i = 0; i < countof(steps); i++) {
    const PassDef *def = pass_by_name(str_from(steps[i].pass));
    if (!def || !has_any(&found.set, steps[i].takes)) continue;
    add_step(out, &steps[i], def);
    const char *names = steps[i].takes;
    if (!steps[i].keeps)
      for (Str word; next_word(&names, &word);) take(&found.set, word);
    names = steps[i].makes;
    for (Str word; next_word(&names, &word);) put(arena, &found.set, word);
  }
  strbuf_lit(&out->pipeline, ")");
}
