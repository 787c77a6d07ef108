// The purpose of types, in a few words.
#include "convert/llvm/explainer.h"

// "2 dimensions of f32"
static const char *shape(Explainer *e, const ShapedType *shaped) {
  const char *format = shaped->rank == 1 ? "%u dimension of %s" : "%u dimensions of %s";
  return arena_printf(e->facts->arena, format, (unsigned)shaped->rank, fact_type(e->facts, shaped->element).data).data;
}

static const char *of_shaped(Explainer *e, T type) {
  Arena *arena = e->facts->arena;
  const ShapedType *shaped = type_as_shaped(type);
  const char *element = fact_type(e->facts, shaped->element).data;
  bool has_dimensions = type_has_rank(type) && shaped->rank;
  switch (type_kind(type)) {
    case TYPE_VECTOR:
      if (!has_dimensions) return "a vector without dimensions: one element";
      return arena_printf(arena, "a vector: %s, computed on together", shape(e, shaped)).data;
    case TYPE_MEMREF:
      if (!has_dimensions) return arena_printf(arena, "a reference to memory: one %s", element).data;
      return arena_printf(arena, "a reference to memory: %s", shape(e, shaped)).data;
    case TYPE_UNRANKED_MEMREF:
      return arena_printf(arena, "a reference to memory: %s, in a number of dimensions known at run time", element).data;
    case TYPE_TENSOR:
      if (!has_dimensions) return "a value of one element, without a place in memory";
      return arena_printf(arena, "a value: %s, without a place in memory", shape(e, shaped)).data;
    default:
      return "a value of many elements, without a place in memory, in a number of dimensions known at run time";
  }
}

static const char *of_integer(Explainer *e, const IntegerType *type) {
  static const char *const signs[] = {[SIGNLESS] = "an", [SIGNED] = "a signed", [UNSIGNED] = "an unsigned"};
  return arena_printf(e->facts->arena, "%s integer of %u %s%s", signs[type->signedness], type->width, type->width == 1 ? "bit" : "bits",
                      type->signedness == SIGNLESS ? "; operations say whether it has a sign" : "").data;
}

static const char *of_function(Explainer *e, const FunctionType *type) {
  unsigned in = type->input_count, out = type->result_count;
  return arena_printf(e->facts->arena, "a function of %u %s with %u %s", in, in == 1 ? "argument" : "arguments", out,
                      out == 1 ? "result" : "results").data;
}

// NULL: the type belongs to another dialect.
static const char *meaning(Explainer *e, T type) {
  switch (type_kind(type)) {
    case TYPE_INDEX: return "an integer that counts and indexes, as wide as the target wants it";
    case TYPE_INTEGER: return of_integer(e, type_as_integer(type));
    case TYPE_FLOAT: return explainer_numbered(e, "a floating-point number of %llu bits", type_bits(type));
    case TYPE_COMPLEX: return "a complex number: two numbers in one";
    case TYPE_TUPLE: return "several values in one";
    case TYPE_FUNCTION: return of_function(e, type_as_function(type));
    default: break;
  }
  if (type_as_shaped(type)) return of_shaped(e, type);
  if (llvm_is_ptr(type)) return "an address in memory";
  if (llvm_is_array(type)) {
    uint64_t count = ((const LLVMArrayType *)type)->count;
    return explainer_numbered(e, count == 1 ? "an array of LLVM with %llu element" : "an array of LLVM: %llu elements, one after the other", count);
  }
  if (!llvm_is_struct(type)) return NULL;
  if (llvm_struct_is_opaque(type)) return "a struct of LLVM of which only the name is known";
  uint32_t count;
  llvm_struct_elements(type, &count);
  return explainer_numbered(e, count == 1 ? "a struct of LLVM with %llu field" : "a struct of LLVM with %llu fields", count);
}

void explain_meaning(Explainer *e, T type) {
  const char *text = meaning(e, type);
  if (text) explainer_add(e, ROLE_MEANING, "what it is", text);
}
