// Affine expressions, maps and integer sets (https://mlir.llvm.org/docs/Dialects/Affine/).
#include "asm/printer_impl.h"

// Print dimension or symbol `position`: d0 and s0, or SSA values.
typedef struct AffineNames {
  Printer *p;                 // NULL: d0, s0
  const Operation *op;
  uint32_t dims, symbols;     // first operand of each kind
  uint32_t end;               // operands past this one do not exist
} AffineNames;

static void print_variable(StrBuf *out, E expr, const AffineNames *names) {
  bool is_symbol = expr->kind == AFFINE_SYMBOL;
  if (!names) {
    strbuf_char(out, is_symbol ? 's' : 'd');
    strbuf_u64(out, (uint64_t)expr->value);
    return;
  }
  uint64_t index = (is_symbol ? names->symbols : names->dims) + (uint64_t)expr->value;
  if (is_symbol) strbuf_lit(out, "symbol(");
  print_value_id(names->p, index < names->end ? op_operand(names->op, (uint32_t)index) : NULL, true);
  if (is_symbol) strbuf_char(out, ')');
}

static bool is_const(E expr, int64_t *value) {
  if (expr->kind != AFFINE_CONST) return false;
  *value = expr->value;
  return true;
}

static int64_t negated(int64_t value) { return (int64_t)(0 - (uint64_t)value); }

static const char *const operator_text[] = {
  [AFFINE_MUL] = " * ", [AFFINE_MOD] = " mod ", [AFFINE_FLOORDIV] = " floordiv ", [AFFINE_CEILDIV] = " ceildiv ",
};

// `tight`: an operand of anything but an addition, so a compound expression takes parentheses.
static void print_expr(StrBuf *out, E expr, bool tight, const AffineNames *names) {
  switch (expr->kind) {
    case AFFINE_DIM: case AFFINE_SYMBOL: print_variable(out, expr, names); return;
    case AFFINE_CONST: strbuf_i64(out, expr->value); return;
    default: break;
  }
  int64_t value;
  E lhs = expr->lhs, rhs = expr->rhs;
  if (tight) strbuf_char(out, '(');
  if (expr->kind != AFFINE_ADD) {
    if (expr->kind == AFFINE_MUL && is_const(rhs, &value) && value == -1) {
      strbuf_char(out, '-');
      print_expr(out, lhs, true, names);
    } else {
      const char *text = operator_text[expr->kind];
      print_expr(out, lhs, true, names);
      strbuf_bytes(out, text, strlen(text));
      print_expr(out, rhs, true, names);
    }
  } else {
    print_expr(out, lhs, false, names);
    if (rhs->kind == AFFINE_MUL && is_const(rhs->rhs, &value) && value < 0) {
      strbuf_lit(out, " - ");
      if (value == -1) {
        print_expr(out, rhs->lhs, rhs->lhs->kind == AFFINE_ADD, names);
      } else {
        print_expr(out, rhs->lhs, true, names);
        strbuf_lit(out, " * ");
        strbuf_i64(out, negated(value));
      }
    } else if (is_const(rhs, &value) && value < 0) {
      strbuf_lit(out, " - ");
      strbuf_i64(out, negated(value));
    } else {
      strbuf_lit(out, " + ");
      print_expr(out, rhs, false, names);
    }
  }
  if (tight) strbuf_char(out, ')');
}

static void print_variables(StrBuf *out, char letter, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(out, ", ");
    strbuf_char(out, letter);
    strbuf_u64(out, i);
  }
}

static void print_space(StrBuf *out, uint32_t dims, uint32_t symbols) {
  strbuf_char(out, '(');
  print_variables(out, 'd', dims);
  strbuf_char(out, ')');
  if (!symbols) return;
  strbuf_char(out, '[');
  print_variables(out, 's', symbols);
  strbuf_char(out, ']');
}

void print_affine_map_text(StrBuf *out, const AffineMap *map) {
  print_space(out, map->dim_count, map->symbol_count);
  strbuf_lit(out, " -> (");
  for (uint32_t i = 0; i < map->result_count; i++) {
    if (i) strbuf_lit(out, ", ");
    print_expr(out, map->results[i], false, NULL);
  }
  strbuf_char(out, ')');
}

void print_integer_set_text(StrBuf *out, const IntegerSet *set) {
  print_space(out, set->dim_count, set->symbol_count);
  strbuf_lit(out, " : (");
  for (uint32_t i = 0; i < set->constraint_count; i++) {
    if (i) strbuf_lit(out, ", ");
    print_expr(out, set->constraints[i], false, NULL);
    strbuf_bytes(out, set->equalities[i] ? " == 0" : " >= 0", 5);
  }
  strbuf_char(out, ')');
}

void print_affine_map(Printer *p, const AffineMap *map) {
  if (!p->collecting) print_affine_map_text(p->out, map);
}

void print_affine_expr(Printer *p, E expr) { print_expr(p->out, expr, false, NULL); }

void print_affine_map_of_ssa(Printer *p, const AffineMap *map, const Operation *op, Span operands) {
  if (p->collecting) return;
  AffineNames names = {p, op, operands.begin, operands.begin + map->dim_count, operands.end};
  for (uint32_t i = 0; i < map->result_count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_expr(p->out, map->results[i], false, &names);
  }
}

void print_affine_expr_of_ssa(Printer *p, E expr, const Operation *op, Span dims, Span symbols) {
  if (p->collecting) return;
  uint32_t end = dims.end > symbols.end ? dims.end : symbols.end;
  AffineNames names = {p, op, dims.begin, symbols.begin, end};
  print_expr(p->out, expr, false, &names);
}
