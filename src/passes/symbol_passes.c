// symbol-dce and symbol-privatize (after mlir/lib/Transforms/{SymbolDCE,SymbolPrivatize}.cpp).
#include "ir/verify.h"
#include "rewrite/pass.h"

static const PassOption option_exclude = {"exclude", OPTION_LIST, NULL, NULL,
  "Comma separated list of symbols that should not be marked private"};

#define MAX_NESTING 1000u   // of symbol tables that are looked into

static bool is_symbol(const Operation *op) {
  return op_has(op, TRAIT_SYMBOL) || (op_has(op, TRAIT_OPTIONAL_SYMBOL) && symbol_name(op).size);
}

// ---------------------------------------------------------------------------------------------
// symbol-dce

typedef struct Liveness {
  PassRun *run;
  SymbolTables tables;
  Map live;            // symbols known to be needed
  OpVec symbol_tables;
} Liveness;

typedef struct Uses {
  Liveness *self;
  Operation *table;
  OpVec *worklist;
} Uses;

static void mark(Liveness *self, Operation *op, OpVec *worklist) {
  if (map_get(&self->live, op)) return;
  map_set(&self->live, op, op);
  vec_push(self->run->arena, worklist, op);
}

// Nobody knows in which table an operation that is kept as written looks names up: it may be any around it.
static void note_kept_use(const Uses *uses, A ref) {
  const SymbolRefAttr *path = attr_as_symbol(ref);
  for (Operation *around = uses->table; around; around = op_parent(around)) {
    Operation *table = around;
    for (uint64_t i = 0; i < path->count && table; i++) {
      table = symbol_lookup_in(&uses->self->tables, table, attr_str(path->path[i]));
      if (table) mark(uses->self, table, uses->worklist);
    }
  }
}

// Every symbol on the path to the one that is named is needed; names without a definition do not count.
static bool note_use(Operation *user, A ref, void *data) {
  const Uses *uses = data;
  const SymbolRefAttr *path = attr_as_symbol(ref);
  if (op_has(user, TRAIT_KEPT) || !symbol_lookup_path_in(&uses->self->tables, uses->table, ref)) {
    if (uses->self->run->ctx->keeps_unknown) note_kept_use(uses, ref);
    return true;
  }
  Operation *table = uses->table;
  for (uint64_t i = 0; i < path->count; i++) {
    table = symbol_lookup_in(&uses->self->tables, table, attr_str(path->path[i]));
    mark(uses->self, table, uses->worklist);
  }
  return true;
}

static bool compute_liveness(Liveness *self, Operation *table, bool hidden, uint32_t depth) {
  OpVec worklist = {0};
  region_each_block(op_region(table, 0), block)
    block_each_op(block, op) {
      bool discardable = is_symbol(op) && symbol_visibility(op) != SYMBOL_PUBLIC &&
                         (hidden || symbol_visibility(op) == SYMBOL_PRIVATE);
      if (!is_symbol(op)) vec_push(self->run->arena, &worklist, op);
      else if (!discardable) mark(self, op, &worklist);
    }
  while (worklist.count) {
    Operation *op = vec_pop(&worklist);
    if (op_is_symbol_table(op) && depth < MAX_NESTING &&
        !compute_liveness(self, op, hidden || !is_symbol(op) || symbol_visibility(op) == SYMBOL_PRIVATE, depth + 1))
      return false;
    Uses uses = {self, op_parent(op), &worklist};
    if (symbol_walk_uses(self->run->ctx, op, note_use, &uses)) continue;
    op_error_plain(self->run->module, op, "operation contains potentially unknown symbol table, meaning that we can't "
                   "reliable compute symbol uses");
    return false;
  }
  return true;
}

static WalkResult note_table(Operation *op, void *data) {
  Liveness *self = data;
  if (op_is_symbol_table(op)) vec_push(self->run->arena, &self->symbol_tables, op);
  return WALK_ADVANCE;
}

static bool run_dce(PassRun *run, Operation *op) {
  if (!op_is_symbol_table(op)) {
    op_error(run->module, op, " was scheduled to run under SymbolDCE, but does not define a symbol table");
    return false;
  }
  Liveness self = {.run = run};
  symbol_tables_init(&self.tables, run->arena);
  map_init(&self.live, run->arena);
  bool hidden = !op_parent(op) || !is_symbol(op) || symbol_visibility(op) == SYMBOL_PRIVATE;
  if (!compute_liveness(&self, op, hidden, 0)) return false;
  op_walk_pre(op, note_table, &self);
  // The innermost tables first: those in a dead symbol go with it.
  while (self.symbol_tables.count) {
    Operation *table = vec_pop(&self.symbol_tables);
    region_each_block(op_region(table, 0), block)
      for (Operation *symbol = block->first, *next; symbol; symbol = next) {
        next = symbol->next;
        if (!is_symbol(symbol) || map_get(&self.live, symbol)) continue;
        op_erase(symbol);
        run->changed = true;
        run->statistics[0]++;
      }
  }
  return true;
}

const PassDef symbol_dce_pass = {
  .name = "symbol-dce", .class_name = "SymbolDCE", .summary = "remove symbols that are not needed", .run = run_dce,
  .statistics = (const char *const[]){"(S) num-dce'd - Number of symbols DCE'd", NULL},
};

// ---------------------------------------------------------------------------------------------
// symbol-privatize

static bool run_privatize(PassRun *run, Operation *op) {
  StrVec kept = {0};
  pass_list(run, &option_exclude, &kept);
  A private = attr_string(run->ctx, STR("private"));
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(op_region(op, r), block)
      block_each_op(block, inner) {
        bool keep = !is_symbol(inner);
        for (uint32_t i = 0; i < kept.count && !keep; i++) keep = str_equal(kept.data[i], symbol_name(inner));
        if (keep || symbol_visibility(inner) == SYMBOL_PRIVATE) continue;
        op_set_attr(run->module, inner, STR("sym_visibility"), private);
        run->changed = true;
      }
  return true;
}

const PassDef symbol_privatize_pass = {
  .name = "symbol-privatize", .class_name = "SymbolPrivatize", .summary = "make symbols private", .run = run_privatize,
  PASS_OPTIONS(&option_exclude),
};
