// Directives and verification of irdl's operations.
#include "ops/irdl.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/text.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)

// custom<SingleBlockRegion>($body): a region, or nothing for an empty one
static bool parse_body(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  Region *region = custom_add_region(p, state, &args[0]);
  if (parse_optional_region(p, region, NULL, 0, false) == PARSE_FAILED) return false;
  if (region_is_empty(region)) block_append(region, block_new(state->module));
  return true;
}

static void print_body(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const Region *region = custom_region(op, &args[0]);
  if (region->first && region->first->first) print_region(p, region, false, true, false);
}

// ---------------------------------------------------------------------------------------------
// custom<NamedValueList>($args, $names), custom<NamedValueListWithVariadicity>($args, $names, $variadicity):
// `(` (name `:` (`single` | `optional` | `variadic`)? operand (`,` …)*)? `)`

static const char *const variadicities[] = {"single", "optional", "variadic"};
enum { SINGLE_VALUE };

typedef struct Named {
  CustomArg *operands;
  AttrVec names, variadicities;
  bool has_variadicity;
} Named;

static bool parse_named(Parser *p, void *data) {
  Named *self = data;
  Context *ctx = parser_context(p);
  Str name;
  if (!parse_any_keyword(p, &name) || !parse_colon(p)) return false;
  uint64_t variadicity = SINGLE_VALUE;
  for (uint32_t i = 0; self->has_variadicity && i < countof(variadicities); i++) {
    if (!parse_optional_keyword(p, variadicities[i])) continue;
    variadicity = i;
    break;
  }
  Operand *operand = custom_add_operand(p, self->operands);
  vec_push(parser_scratch(p), &self->names, attr_string(ctx, name));
  vec_push(parser_scratch(p), &self->variadicities, attr_from_params(ctx, &irdl_variadicity_attr, &variadicity));
  return operand && parse_operand(p, operand);
}

static bool parse_named_list(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state;
  Context *ctx = parser_context(p);
  Named self = {.operands = &args[0], .has_variadicity = count > 2};
  if (!parse_list(p, DELIM_PAREN, parse_named, &self, "")) return false;
  custom_set_attr(&args[1], attr_array(ctx, self.names.data, self.names.count));
  if (count < 3) return true;
  uint64_t word = param_word(attr_array(ctx, self.variadicities.data, self.variadicities.count));
  custom_set_attr(&args[2], attr_from_params(ctx, &irdl_variadicity_array_attr, &word));
  return true;
}

static void print_named_list(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  Span span = custom_span(op, &args[0]);
  const ArrayAttr *names = (const ArrayAttr *)custom_attr(op, &args[1]);
  const ArrayAttr *kinds = count > 2 ? (const ArrayAttr *)attr_param_attr(custom_attr(op, &args[2]), 0) : NULL;
  print_char(p, '(');
  for (uint32_t i = 0; i < span_size(span) && names && i < names->count; i++) {
    if (i) print_text(p, ", ");
    print_str(p, attr_str(names->items[i]));
    print_text(p, ": ");
    uint64_t kind = kinds && i < kinds->count ? attr_param(kinds->items[i], 0) : SINGLE_VALUE;
    if (kind != SINGLE_VALUE && kind < countof(variadicities)) {
      print_text(p, variadicities[kind]);
      print_char(p, ' ');
    }
    print_operand(p, op_operand(op, span.begin + i));
  }
  print_char(p, ')');
}

// custom<AttributesOp>($attributeValues, $attributeValueNames): (`{` string `=` operand (`,` …)* `}`)?
static bool parse_attributes(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec names = {0};
  if (parser_consume_if(p, TOK_L_BRACE)) {
    do {
      Str name;
      if (!parse_string(p, &name) || !parse_equal(p)) return false;
      Operand *operand = custom_add_operand(p, &args[0]);
      if (!operand || !parse_operand(p, operand)) return false;
      vec_push(parser_scratch(p), &names, attr_string(parser_context(p), name));
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_brace(p)) return false;
  }
  custom_set_attr(&args[1], attr_array(parser_context(p), names.data, names.count));
  return true;
}

static void print_attributes(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span span = custom_span(op, &args[0]);
  const ArrayAttr *names = (const ArrayAttr *)custom_attr(op, &args[1]);
  if (!span_size(span)) return;
  print_char(p, '{');
  for (uint32_t i = 0; i < span_size(span) && names && i < names->count; i++) {
    if (i) print_text(p, ", ");
    print_attr(p, names->items[i]);
    print_text(p, " = ");
    print_operand(p, op_operand(op, span.begin + i));
  }
  print_char(p, '}');
}

static const CustomDirective directives[] = {
  {"AttributesOp", parse_attributes, print_attributes, NULL, NULL},
  {"NamedValueList", parse_named_list, print_named_list, NULL, NULL},
  {"NamedValueListWithVariadicity", parse_named_list, print_named_list, NULL, NULL},
  {"irdl.SingleBlockRegion", parse_body, print_body, NULL, NULL},
  {0},
};

void init_irdl(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

// ---------------------------------------------------------------------------------------------
// Verification

bool verify_irdl_dialect(Verifier *v, const Operation *op) {
  Str name = attr_str(op_prop_at(op, IRDL_DIALECT_SYM_NAME));
  bool ok = name.size && (char_is_alpha(name.data[0]) || name.data[0] == '_');
  for (size_t i = 0; i < name.size && ok; i++) ok = char_is_alnum(name.data[i]) || name.data[i] == '_' || name.data[i] == '$';
  return ok || REFUSE("invalid dialect name");
}

bool verify_irdl_base(Verifier *v, const Operation *op) {
  A name = op_prop_at(op, IRDL_BASE_BASE_NAME);
  if (!name == !op_prop_at(op, IRDL_BASE_BASE_REF)) return REFUSE("the base type or attribute should be specified by either a name or a reference");
  if (!name) return true;
  Str text = attr_str(name);
  return (text.size && (text.data[0] == '!' || text.data[0] == '#')) || REFUSE("the base type or attribute name should start with '!' or '#'");
}

bool verify_irdl_attributes(Verifier *v, const Operation *op) {
  uint64_t names = ((const ArrayAttr *)op_prop_at(op, IRDL_ATTRIBUTES_ATTRIBUTE_VALUE_NAMES))->count;
  if (names == op->operand_count) return true;
  return REFUSE("the number of attribute names and their constraints must be the same but got %llu and %u respectively", (unsigned long long)names, op->operand_count);
}
