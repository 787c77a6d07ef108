// Verification of the acc dialect.
#include "dialects/acc/acc.h"

#include "dialects/common/atomic.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define REFUSE_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)

static uint32_t values_of(const Operation *op, const char *name) { return span_size(op_operands_named(op, name)); }
static const ArrayAttr *array_named(const Operation *op, const char *name) {
  A attr = op_prop(op, name);
  return attr && attr_kind(attr) == ATTR_ARRAY ? (const ArrayAttr *)attr : NULL;
}

// ---------------------------------------------------------------------------------------------
// Clauses about one variable

#define CLAUSE(name) (1u << ACC_DATA_CLAUSE_ACC_##name)
#define MODIFIER(name) ACC_DATA_CLAUSE_MODIFIER_##name
enum { CHECKS_VAR = 1, CHECKS_TYPES = 2, MAY_BE_DECOMPOSED = 4 };
// An operation, what messages call it, the clauses that it may stand for, the modifiers that these may have, and what else is checked.
typedef struct DataClause { uint16_t code; const char *name; uint32_t clauses, modifiers; int checks; } DataClause;
static const DataClause data_clauses[] = {
  {OP_ACC_ATTACH, "attach", CLAUSE(ATTACH), 0, CHECKS_VAR | CHECKS_TYPES},
  {OP_ACC_CACHE, "cache", CLAUSE(CACHE) | CLAUSE(CACHE_READONLY), MODIFIER(READONLY), CHECKS_VAR | CHECKS_TYPES | MAY_BE_DECOMPOSED},
  {OP_ACC_COPYIN, "copyin", CLAUSE(COPYIN) | CLAUSE(COPYIN_READONLY) | CLAUSE(COPY) | CLAUSE(REDUCTION),
   MODIFIER(READONLY) | MODIFIER(ALWAYS) | MODIFIER(CAPTURE), CHECKS_VAR | CHECKS_TYPES | MAY_BE_DECOMPOSED},
  {OP_ACC_COPYOUT, "copyout", CLAUSE(COPYOUT) | CLAUSE(COPYOUT_ZERO) | CLAUSE(COPY) | CLAUSE(REDUCTION),
   MODIFIER(ZERO) | MODIFIER(ALWAYS) | MODIFIER(CAPTURE), CHECKS_VAR | CHECKS_TYPES | MAY_BE_DECOMPOSED},
  {OP_ACC_CREATE, "create", CLAUSE(CREATE) | CLAUSE(CREATE_ZERO) | CLAUSE(COPYOUT) | CLAUSE(COPYOUT_ZERO),
   MODIFIER(ZERO) | MODIFIER(ALWAYS) | MODIFIER(CAPTURE), CHECKS_VAR | CHECKS_TYPES | MAY_BE_DECOMPOSED},
  {OP_ACC_DECLARE_DEVICE_RESIDENT, "device_resident", CLAUSE(DECLARE_DEVICE_RESIDENT), 0, CHECKS_VAR | CHECKS_TYPES},
  {OP_ACC_DECLARE_LINK, "link", CLAUSE(DECLARE_LINK), 0, CHECKS_VAR | CHECKS_TYPES},
  {OP_ACC_DELETE, "delete",
   CLAUSE(DELETE) | CLAUSE(CREATE) | CLAUSE(CREATE_ZERO) | CLAUSE(COPYIN) | CLAUSE(COPYIN_READONLY) | CLAUSE(PRESENT) | CLAUSE(NO_CREATE) |
     CLAUSE(DECLARE_DEVICE_RESIDENT) | CLAUSE(DECLARE_LINK),
   MODIFIER(ZERO) | MODIFIER(READONLY) | MODIFIER(ALWAYS) | MODIFIER(CAPTURE), MAY_BE_DECOMPOSED},
  {OP_ACC_DETACH, "detach", CLAUSE(DETACH) | CLAUSE(ATTACH), 0, MAY_BE_DECOMPOSED},
  {OP_ACC_DEVICEPTR, "deviceptr", CLAUSE(DEVICEPTR), 0, CHECKS_VAR | CHECKS_TYPES},
  {OP_ACC_FIRSTPRIVATE, "firstprivate", CLAUSE(FIRSTPRIVATE), 0, CHECKS_VAR},
  {OP_ACC_FIRSTPRIVATE_MAP, "firstprivate", CLAUSE(FIRSTPRIVATE), 0, CHECKS_VAR},
  {OP_ACC_NOCREATE, "no_create", CLAUSE(NO_CREATE), 0, CHECKS_VAR | CHECKS_TYPES},
  {OP_ACC_PRESENT, "present", CLAUSE(PRESENT), 0, CHECKS_VAR | CHECKS_TYPES},
  {OP_ACC_PRIVATE, "private", CLAUSE(PRIVATE), 0, CHECKS_VAR},
  {OP_ACC_REDUCTION, "reduction", CLAUSE(REDUCTION), 0, CHECKS_VAR},
  {OP_ACC_UPDATE_DEVICE, "device", CLAUSE(UPDATE_DEVICE), 0, CHECKS_VAR | CHECKS_TYPES | MAY_BE_DECOMPOSED},
  {OP_ACC_UPDATE_HOST, "host", CLAUSE(UPDATE_HOST) | CLAUSE(UPDATE_SELF), 0, CHECKS_VAR | CHECKS_TYPES | MAY_BE_DECOMPOSED},
  {OP_ACC_USE_DEVICE, "use_device", CLAUSE(USE_DEVICE), 0, CHECKS_VAR | CHECKS_TYPES | MAY_BE_DECOMPOSED},
};

// The keyword of bits, or those of each joined, as a message says them.
static const char *modifier_words(Verifier *v, int64_t bits) {
  const char *name = enum_name(&acc_data_clause_modifier, bits);
  if (name) return name;
  const char *out = "";
  for (EnumCase c = {0}; enum_next(&acc_data_clause_modifier, &c);) {
    if (!c.value || (bits & c.value) != c.value || c.value == MODIFIER(ALWAYS)) continue;
    out = arena_printf(v->arena, "%s%s%s", out, *out ? "," : "", c.name).data;
    if (!out) return "";
  }
  return out;
}

static T var_type_of(const Operation *op) {
  A attr = op_prop(op, "varType");
  return attr && attr_kind(attr) == ATTR_TYPE ? ((const TypeAttr *)attr)->type : NULL;
}

bool verify_acc_data_clause(Verifier *v, const Operation *op) {
  const DataClause *row = data_clauses;
  while (row < data_clauses + countof(data_clauses) - 1 && row->code != op_code(op)) row++;
  int64_t clause = acc_enum_of(op_prop(op, "dataClause")), modifiers = acc_enum_of(op_prop(op, "modifiers"));
  A implicit = op_prop(op, "implicit");
  bool any_clause = op_is(op, OP_ACC_COPYIN) && implicit && attr_to_i64(implicit);
  if (!any_clause && (clause < 0 || !(row->clauses >> clause & 1)))
    return REFUSE_PLAIN("data clause associated with %s operation must match its intent%s", row->name,
                        row->checks & MAY_BE_DECOMPOSED ? " or specify original clause this operation was decomposed from" : "");
  if (row->checks & CHECKS_VAR) {
    T var = op_operand_type(op, op_operands_named(op, "var").begin);
    if (acc_is_pointer_like(var) && var_type_of(op) == var) return REFUSE_PLAIN("varType must capture the element type of var");
    if (row->checks & CHECKS_TYPES) {
      T other = op->result_count ? op_result(op, 0)->type : op_operand_type(op, op_operands_named(op, "accVar").begin);
      if (var != other) return REFUSE_PLAIN("input and output types must match");
    }
  }
  if (modifiers <= 0 || !(modifiers & ~(int64_t)row->modifiers)) return true;
  if (!row->modifiers) return REFUSE_PLAIN("no data clause modifiers are allowed");
  return REFUSE_PLAIN("invalid data clause modifiers: %s", modifier_words(v, modifiers & ~(int64_t)row->modifiers));
}

// Copies for each thread have a recipe.
static bool check_recipe(Verifier *v, const Operation *op, const char *name, uint32_t recipe) {
  if (!verify_acc_data_clause(v, op)) return false;
  A symbol = op_prop(op, "recipe");
  if (!symbol) return REFUSE("recipe expected for %s", name);
  return op_is(symbol_lookup(v->symbols, op, symbol), recipe) ||
         REFUSE("expected symbol reference %s to point to a %s declaration", attr_text(v->ctx, symbol), name);
}
bool verify_acc_private(Verifier *v, const Operation *op) { return check_recipe(v, op, "private", OP_ACC_PRIVATE_RECIPE); }
bool verify_acc_firstprivate(Verifier *v, const Operation *op) { return check_recipe(v, op, "firstprivate", OP_ACC_FIRSTPRIVATE_RECIPE); }
bool verify_acc_reduction(Verifier *v, const Operation *op) { return check_recipe(v, op, "reduction", OP_ACC_REDUCTION_RECIPE); }

bool verify_acc_bounds(Verifier *v, const Operation *op) {
  return values_of(op, "extent") || values_of(op, "upperbound") || REFUSE_PLAIN("expected extent or upperbound.");
}

// ---------------------------------------------------------------------------------------------
// Where operands come from

// All operands of the group are results of operations that are allowed; `codes` ends with 0.
static bool are_results_of(const Operation *op, const char *group, const uint16_t *codes) {
  Span span = op_operands_named(op, group);
  for (uint32_t i = span.begin; i < span.end; i++) {
    const Operation *def = value_def(op_operand(op, i));
    const uint16_t *code = codes;
    while (def && *code && !op_is(def, *code)) code++;
    if (!def || !*code) return false;
  }
  return true;
}

static const uint16_t of_data[] = {OP_ACC_ATTACH, OP_ACC_COPYIN, OP_ACC_COPYOUT, OP_ACC_CREATE, OP_ACC_DELETE, OP_ACC_DETACH,
                                   OP_ACC_DEVICEPTR, OP_ACC_GETDEVICEPTR, OP_ACC_NOCREATE, OP_ACC_PRESENT, 0};
static const uint16_t of_declare[] = {OP_ACC_COPYIN, OP_ACC_COPYOUT, OP_ACC_CREATE, OP_ACC_DEVICEPTR, OP_ACC_GETDEVICEPTR, OP_ACC_PRESENT,
                                      OP_ACC_DECLARE_DEVICE_RESIDENT, OP_ACC_DECLARE_LINK, 0};
static const uint16_t of_update[] = {OP_ACC_UPDATE_DEVICE, OP_ACC_UPDATE_HOST, OP_ACC_GETDEVICEPTR, 0};
static const uint16_t of_enter_data[] = {OP_ACC_ATTACH, OP_ACC_CREATE, OP_ACC_COPYIN, 0};
static const uint16_t of_host_data[] = {OP_ACC_USE_DEVICE, 0};

static bool check_data_operands(Verifier *v, const Operation *op, const uint16_t *codes) {
  return are_results_of(op, "dataClauseOperands", codes) ||
         REFUSE_PLAIN("expect data entry/exit operation or acc.getdeviceptr as defining op");
}

static bool check_copies(Verifier *v, const Operation *op, const char *group, const char *name, uint16_t code) {
  Span span = op_operands_named(op, group);
  for (uint32_t i = span.begin; i < span.end; i++) {
    for (uint32_t k = span.begin; k < i; k++)
      if (op_operand(op, i) == op_operand(op, k)) return REFUSE("%s operand appears more than once", name);
    if (!op_is(value_def(op_operand(op, i)), code)) return REFUSE("expected %s as defining op", name);
  }
  return true;
}

static bool check_all_copies(Verifier *v, const Operation *op) {
  return check_copies(v, op, "privateOperands", "private", OP_ACC_PRIVATE) &&
         check_copies(v, op, "firstprivateOperands", "firstprivate", OP_ACC_FIRSTPRIVATE) &&
         check_copies(v, op, "reductionOperands", "reduction", OP_ACC_REDUCTION);
}

// ---------------------------------------------------------------------------------------------
// Values for types of devices

static bool has_device(const ArrayAttr *devices, int64_t device) {
  for (uint32_t i = 0; devices && i < devices->count; i++)
    if (acc_enum_of(devices->items[i]) == device) return true;
  return false;
}

static bool check_counts(Verifier *v, const Operation *op, const char *group, const char *devices, const char *name) {
  const ArrayAttr *list = array_named(op, devices);
  uint32_t count = values_of(op, group);
  return !count || (list && list->count == count) || REFUSE("%s operands count must match %s device_type count", name, name);
}

static bool check_groups(Verifier *v, const Operation *op, const char *group, const char *sizes_name, const char *devices, const char *name,
                         int64_t most) {
  A sizes = op_prop(op, sizes_name);
  const ArrayAttr *list = array_named(op, devices);
  uint64_t count = sizes ? ((const DenseArrayAttr *)sizes)->count : 0, sum = 0;
  for (uint64_t i = 0; i < count; i++) {
    int64_t size = dense_array_i64(sizes, i);
    if (most && size > most) return REFUSE("%s expects a maximum of %d values per segment", name, (int)most);
    sum += (uint64_t)size;
  }
  uint32_t values = values_of(op, group);
  if (sum != values || (!list && values)) return REFUSE("%s operand count does not match count in segments", name);
  return !list || list->count == count || REFUSE("%s segment count does not match device_type count", name);
}

static bool check_wait(Verifier *v, const Operation *op) {
  return check_groups(v, op, "waitOperands", "waitOperandsSegments", "waitOperandsDeviceType", "wait", 0);
}
static bool check_async(Verifier *v, const Operation *op) { return check_counts(v, op, "asyncOperands", "asyncOperandsDeviceType", "async"); }

// A clause without values and one with values are not for the same device.
static bool check_conflicts(Verifier *v, const Operation *op) {
  for (EnumCase c = {0}; enum_next(&acc_device_type, &c);) {
    if (c.value == ACC_DEVICE_TYPE_RADEON) continue;   // the last one is not checked upstream
    if (has_device(array_named(op, "asyncOperandsDeviceType"), c.value) && has_device(array_named(op, "asyncOnly"), c.value))
      return REFUSE_PLAIN("asyncOnly attribute cannot appear with asyncOperand");
    if (has_device(array_named(op, "waitOperandsDeviceType"), c.value) && has_device(array_named(op, "waitOnly"), c.value))
      return REFUSE_PLAIN("wait attribute cannot appear with waitOperands");
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Constructs

bool verify_acc_compute(Verifier *v, const Operation *op) {
  if (!op_is(op, OP_ACC_KERNELS) && !check_all_copies(v, op)) return false;
  if (!op_is(op, OP_ACC_SERIAL) && !check_groups(v, op, "numGangs", "numGangsSegments", "numGangsDeviceType", "num_gangs", 3)) return false;
  if (!check_wait(v, op)) return false;
  if (!op_is(op, OP_ACC_SERIAL) && (!check_counts(v, op, "numWorkers", "numWorkersDeviceType", "num_workers") ||
                                    !check_counts(v, op, "vectorLength", "vectorLengthDeviceType", "vector_length")))
    return false;
  return check_async(v, op) && check_conflicts(v, op) && check_data_operands(v, op, of_data);
}

bool verify_acc_data(Verifier *v, const Operation *op) {
  if (!op->operand_count && !op_prop(op, "defaultAttr"))
    return REFUSE_PLAIN("at least one operand or the default attribute must appear on the data operation");
  return check_data_operands(v, op, of_data) && check_conflicts(v, op);
}

bool verify_acc_host_data(Verifier *v, const Operation *op) {
  if (!values_of(op, "dataClauseOperands")) return REFUSE_PLAIN("at least one operand must appear on the host_data operation");
  return are_results_of(op, "dataClauseOperands", of_host_data) || REFUSE_PLAIN("expect data entry operation as defining op");
}

static bool check_unit_clauses(Verifier *v, const Operation *op) {
  if (values_of(op, "asyncOperand") && op_prop(op, "async")) return REFUSE_PLAIN("async attribute cannot appear with asyncOperand");
  if (!op_is(op, OP_ACC_WAIT) && values_of(op, "waitOperands") && op_prop(op, "wait"))
    return REFUSE_PLAIN("wait attribute cannot appear with waitOperands");
  return !values_of(op, "waitDevnum") || values_of(op, "waitOperands") || REFUSE_PLAIN("wait_devnum cannot appear without waitOperands");
}

bool verify_acc_enter_data(Verifier *v, const Operation *op) {
  if (!values_of(op, "dataClauseOperands"))
    return REFUSE_PLAIN("at least one operand must be present in dataOperands on the enter data operation");
  if (!check_unit_clauses(v, op)) return false;
  return are_results_of(op, "dataClauseOperands", of_enter_data) || REFUSE_PLAIN("expect data entry operation as defining op");
}

bool verify_acc_exit_data(Verifier *v, const Operation *op) {
  if (!values_of(op, "dataClauseOperands"))
    return REFUSE_PLAIN("at least one operand must be present in dataOperands on the exit data operation");
  return check_unit_clauses(v, op);
}

bool verify_acc_wait(Verifier *v, const Operation *op) { return check_unit_clauses(v, op); }

bool verify_acc_update(Verifier *v, const Operation *op) {
  if (!values_of(op, "dataClauseOperands")) return REFUSE_PLAIN("at least one value must be present in dataOperands");
  return check_async(v, op) && check_wait(v, op) && check_conflicts(v, op) && check_data_operands(v, op, of_update);
}

bool verify_acc_declare(Verifier *v, const Operation *op) {
  bool may_be_empty = op_is(op, OP_ACC_DECLARE_EXIT) && values_of(op, "token");
  if (!values_of(op, "dataClauseOperands") && !may_be_empty) return REFUSE_PLAIN("at least one operand must appear on the declare operation");
  return are_results_of(op, "dataClauseOperands", of_declare) ||
         REFUSE_PLAIN("expect valid declare data entry operation or acc.getdeviceptr as defining op");
}

bool verify_acc_outside_compute(Verifier *v, const Operation *op) {
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent))
    if (op_is(parent, OP_ACC_PARALLEL) || op_is(parent, OP_ACC_SERIAL) || op_is(parent, OP_ACC_KERNELS) || op_is(parent, OP_ACC_LOOP))
      return REFUSE("cannot be nested in a compute operation");
  return true;
}

bool verify_acc_set(Verifier *v, const Operation *op) {
  if (!verify_acc_outside_compute(v, op)) return false;
  return op_prop(op, "device_type") || values_of(op, "defaultAsync") || values_of(op, "deviceNum") ||
         REFUSE("at least one default_async, device_num, or device_type operand must appear");
}

bool verify_acc_routine(Verifier *v, const Operation *op) {
  static const char *const levels[] = {"worker", "vector", "seq"};
  uint32_t of_all = 0;
  for (EnumCase c = {0}; enum_next(&acc_device_type, &c);) {
    if (c.value == ACC_DEVICE_TYPE_RADEON) continue;   // the last one is not checked upstream
    uint32_t count = has_device(array_named(op, "gang"), c.value) || has_device(array_named(op, "gangDimDeviceType"), c.value);
    for (uint32_t i = 0; i < countof(levels); i++) count += has_device(array_named(op, levels[i]), c.value);
    if (c.value == ACC_DEVICE_TYPE_NONE) of_all = count;
    else count += of_all && count;
    if (count <= 1) continue;
    if (c.value == ACC_DEVICE_TYPE_NONE) return REFUSE_PLAIN("only one of `gang`, `worker`, `vector`, `seq` can be present at the same time");
    return REFUSE_PLAIN("only one of `gang`, `worker`, `vector`, `seq` can be present at the same time for device_type `%s`", c.name);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Recipes: `name`'s region takes the type as its first arguments

static T type_of_recipe(const Operation *op) { return ((const TypeAttr *)op_prop(op, "type"))->type; }

static bool takes(const Region *region, T type, uint32_t count) {
  const Block *entry = region->first;
  if (entry->arg_count < count) return false;
  for (uint32_t i = 0; i < count; i++)
    if (entry->args[i]->type != type) return false;
  return true;
}

static bool check_region(Verifier *v, const Operation *op, uint32_t index, const char *name, const char *kind) {
  if (!op->regions[index].first) return REFUSE("expects non-empty %s region", name);
  return takes(&op->regions[index], type_of_recipe(op), 1) || REFUSE("expects %s region first argument of the %s type", name, kind);
}

bool verify_acc_private_recipe_regions(Verifier *v, const Operation *op) {
  return check_region(v, op, 0, "init", "privatization") && (!op->regions[1].first || check_region(v, op, 1, "destroy", "privatization"));
}

bool verify_acc_firstprivate_recipe_regions(Verifier *v, const Operation *op) {
  if (!check_region(v, op, 0, "init", "privatization")) return false;
  const Region *copy = &op->regions[1];
  if (!copy->first) return REFUSE("expects non-empty copy region");
  if (copy->first->arg_count < 2 || !takes(copy, type_of_recipe(op), 1)) return REFUSE("expects copy region with two arguments of the privatization type");
  return !op->regions[2].first || check_region(v, op, 2, "destroy", "privatization");
}

bool verify_acc_reduction_recipe_regions(Verifier *v, const Operation *op) {
  if (!check_region(v, op, 0, "init", "reduction")) return false;
  const Region *combiner = &op->regions[1];
  T type = type_of_recipe(op);
  if (!combiner->first) return REFUSE("expects non-empty combiner region");
  if (!takes(combiner, type, 2)) return REFUSE("expects combiner region with the first two arguments of the reduction type");
  region_each_block(combiner, block)
    block_each_op(block, inner)
      if (op_is(inner, OP_ACC_YIELD) && (inner->operand_count != 1 || op_operand_type(inner, 0) != type))
        return REFUSE("expects combiner region to yield a value of the reduction type");
  return true;
}

// ---------------------------------------------------------------------------------------------
// Loops

// The first device that stands in the list again; NULL: none does.
static A twice(const ArrayAttr *devices) {
  for (uint32_t i = 0; devices && i < devices->count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (devices->items[i] == devices->items[k]) return devices->items[i];
  return NULL;
}

static bool check_not_twice(Verifier *v, const Operation *op, const char *name) {
  A device = twice(array_named(op, name));
  return !device || REFUSE("duplicate device_type `%s` found in %s attribute", enum_name(&acc_device_type, acc_enum_of(device)), name);
}

static bool check_loop_levels(Verifier *v, const Operation *op) {
  const ArrayAttr *collapse = array_named(op, "collapse"), *collapse_devices = array_named(op, "collapseDeviceType");
  if (collapse && !collapse_devices) return REFUSE("collapse device_type attr must be define when collapse attr is present");
  if (collapse && collapse->count != collapse_devices->count) return REFUSE("collapse attribute count must match collapse device_type count");
  if (!check_not_twice(v, op, "collapseDeviceType")) return false;
  if (values_of(op, "gangOperands")) {
    const ArrayAttr *kinds = array_named(op, "gangOperandsArgType");
    if (!kinds) return REFUSE("gangOperandsArgType attribute must be defined when gang operands are present");
    if (kinds->count != values_of(op, "gangOperands")) return REFUSE("gangOperandsArgType attribute count must match gangOperands count");
  }
  return check_not_twice(v, op, "gang") && check_groups(v, op, "gangOperands", "gangOperandsSegments", "gangOperandsDeviceType", "gang", 0) &&
         check_not_twice(v, op, "worker") && check_not_twice(v, op, "workerNumOperandsDeviceType") &&
         check_counts(v, op, "workerNumOperands", "workerNumOperandsDeviceType", "worker") && check_not_twice(v, op, "vector") &&
         check_not_twice(v, op, "vectorOperandsDeviceType") && check_counts(v, op, "vectorOperands", "vectorOperandsDeviceType", "vector") &&
         check_groups(v, op, "tileOperands", "tileOperandsSegments", "tileOperandsDeviceType", "tile", 0);
}

// How the loop runs: `auto`, `independent` and `seq` exclude each other, and `seq` levels of parallelism.
static bool check_loop_modes(Verifier *v, const Operation *op) {
  static const char *const modes[] = {"auto_", "independent", "seq"};
  static const char *const levels[] = {"gang", "worker", "vector", "workerNumOperandsDeviceType", "vectorOperandsDeviceType", "gangOperandsDeviceType"};
  bool any = false;
  for (EnumCase c = {0}; enum_next(&acc_device_type, &c);) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < countof(modes); i++) count += has_device(array_named(op, modes[i]), c.value) + (twice(array_named(op, modes[i])) != NULL);
    if (count > 1) return REFUSE_PLAIN("only one of auto, independent, seq can be present at the same time");
    any = any || (count && c.value == ACC_DEVICE_TYPE_NONE);
  }
  if (!any) return REFUSE_PLAIN("at least one of auto, independent, seq must be present");
  for (EnumCase c = {0}; enum_next(&acc_device_type, &c);)
    for (uint32_t i = 0; has_device(array_named(op, "seq"), c.value) && i < countof(levels); i++)
      if (has_device(array_named(op, levels[i]), c.value)) return REFUSE_PLAIN("gang, worker or vector cannot appear with seq");
  return true;
}

typedef struct LoopSearch { const Operation *outer, *around; uint64_t left; bool found_sibling; } LoopSearch;

static const Operation *loop_around(const Operation *op) {
  const Operation *parent = op_parent(op);
  while (parent && !op_def_has_trait(parent->def, TRAIT_ID_LOOP_LIKE)) parent = op_parent(parent);
  return parent;
}

static WalkResult find_loop(Operation *op, void *data) {
  LoopSearch *search = data;
  if (!op_is_registered(op) && op->region_count) {   // it may be the loops
    search->left = 0;
    return WALK_STOP;
  }
  if (op == search->outer || !op_def_has_trait(op->def, TRAIT_ID_LOOP_LIKE)) return WALK_ADVANCE;
  if (loop_around(op) != search->around) {
    search->found_sibling = true;
    return WALK_STOP;
  }
  search->around = op;
  return --search->left ? WALK_ADVANCE : WALK_STOP;
}

// A loop without bounds is about those inside of it, as many as are collapsed.
static bool check_contained_loops(Verifier *v, const Operation *op) {
  const ArrayAttr *collapse = array_named(op, "collapse");
  LoopSearch search = {op, op, 1, false};
  for (uint32_t i = 0; collapse && i < collapse->count; i++)
    if ((uint64_t)attr_to_i64(collapse->items[i]) > search.left) search.left = (uint64_t)attr_to_i64(collapse->items[i]);
  op_walk_pre((Operation *)(uintptr_t)op, find_loop, &search);
  if (search.found_sibling) return REFUSE_PLAIN("found sibling loops inside container-like acc.loop");
  return !search.left || REFUSE_PLAIN("failed to find enough loop-like operations inside container-like acc.loop");
}

bool verify_acc_loop(Verifier *v, const Operation *op) {
  uint32_t upper = values_of(op, "upperbound");
  A inclusive = op_prop(op, "inclusiveUpperbound");
  if (upper != values_of(op, "step")) return REFUSE_PLAIN("number of upperbounds expected to be the same as number of steps");
  if (upper != values_of(op, "lowerbound")) return REFUSE_PLAIN("number of upperbounds expected to be the same as number of lowerbounds");
  if (upper && inclusive && ((const DenseArrayAttr *)inclusive)->count != upper)
    return REFUSE_PLAIN("inclusiveUpperbound size is expected to be the same as upperbound size");
  if (!check_loop_levels(v, op) || !check_loop_modes(v, op) || !check_all_copies(v, op)) return false;
  if (!op->regions[0].first) return REFUSE_PLAIN("expected non-empty body.");
  bool unstructured = op_prop(op, "unstructured") != NULL;
  if (unstructured && upper) return REFUSE_PLAIN("unstructured acc.loop must not have induction variables");
  return unstructured || upper || check_contained_loops(v, op);
}

// ---------------------------------------------------------------------------------------------
// Atomic accesses

bool verify_acc_atomic_read(Verifier *v, const Operation *op) { return verify_atomic_read(v, op); }
bool verify_acc_atomic_write(Verifier *v, const Operation *op) { return verify_atomic_write(v, op); }
bool verify_acc_atomic_update(Verifier *v, const Operation *op) { return verify_atomic_update(v, op); }
bool verify_acc_atomic_update_regions(Verifier *v, const Operation *op) { return verify_atomic_update_region(v, op); }
bool verify_acc_atomic_capture_regions(Verifier *v, const Operation *op) {
  static const AtomicOps ops = {OP_ACC_ATOMIC_READ, OP_ACC_ATOMIC_UPDATE, OP_ACC_ATOMIC_WRITE};
  return verify_atomic_capture_region(v, op, &ops);
}
