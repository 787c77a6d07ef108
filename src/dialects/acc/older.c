// OpenACC as releases up to LLVM 16 had it: constructs held the variables themselves, and there were no types of devices.
#include "dialects/acc/acc.h"

#include "dialects/common/older.h"
#include "dialects/llvm/types.h"
#include "ir/ir_diag.h"

// ---------------------------------------------------------------------------------------------
// Forms

// custom<TypedValues>($values, type($values)): `%x: i32, %y: i64`
static bool parse_typed_values(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  do {
    T type;
    if (!parse_operand(p, custom_add_operand(p, &args[0])) || !parse_colon_type(p, &type)) return false;
    custom_add_type(p, &args[1], type);
  } while (parser_consume_if(p, TOK_COMMA));
  return true;
}

static void print_typed_values(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span values = custom_span(op, &args[0]);
  for (uint32_t i = values.begin; i < values.end; i++) {
    if (i > values.begin) print_text(p, ", ");
    print_operand(p, op_operand(op, i));
    print_text(p, ": ");
    print_type(p, op_operand_type(op, i));
  }
}

// custom<Body>($region): a region with one blank in front of it, also where a release has two in front of others
static bool parse_body(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  return parse_region(p, custom_add_region(p, state, &args[0]), NULL, 0, false);
}

static void print_body(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_region(p, custom_region(op, &args[0]), true, true, false);
}

const CustomDirective acc_older_directives[] = {
  {"acc.Body", parse_body, print_body, NULL, NULL},
  {"TypedValues", parse_typed_values, print_typed_values, NULL, NULL},
  {0},
};

// How a loop runs in parallel was a number of bits.
enum { VECTOR = 1, WORKER = 2, GANG = 4 };
enum { GANG_NUM, GANG_STATIC, WORKER_NUM, VECTOR_LENGTH, TILE, PRIVATE, REDUCTION, LOOP_GROUPS };

typedef struct LoopReader { OpState *state; int32_t sizes[LOOP_GROUPS]; } LoopReader;

// operand `:` type
static bool parse_loop_value(Parser *p, LoopReader *reader, uint32_t group) {
  Operand operand;
  T type;
  if (!parse_operand(p, &operand) || !parse_colon_type(p, &type)) return false;
  reader->sizes[group]++;
  return resolve_one(p, reader->state, &operand, type);
}

// (keyword `(` values `)`)?
static bool parse_loop_values(Parser *p, LoopReader *reader, const char *keyword, uint32_t group) {
  if (!parse_optional_keyword(p, keyword)) return true;
  if (!parse_l_paren(p)) return false;
  do {
    if (!parse_loop_value(p, reader, group)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  return parse_r_paren(p);
}

// `gang` (`(` (`num` `=` value)? `,`? (`static` `=` value)? `,`? `)`)?
static bool parse_loop_gang(Parser *p, LoopReader *reader) {
  if (!parser_consume_if(p, TOK_L_PAREN)) return true;
  if (parse_optional_keyword(p, "num") && (!parse_equal(p) || !parse_loop_value(p, reader, GANG_NUM))) return false;
  parser_consume_if(p, TOK_COMMA);
  if (parse_optional_keyword(p, "static") && (!parse_equal(p) || !parse_loop_value(p, reader, GANG_STATIC))) return false;
  parser_consume_if(p, TOK_COMMA);
  return parse_r_paren(p);
}

static bool parse_loop_level(Parser *p, LoopReader *reader, uint32_t group) {
  return !parser_consume_if(p, TOK_L_PAREN) || (parse_loop_value(p, reader, group) && parse_r_paren(p));
}

bool parse_acc_loop_until_16(Parser *p, OpState *state) {
  LoopReader reader = {.state = state};
  NamedAttrVec attrs = {0};
  TypeVec results = {0};
  int64_t levels = 0;
  if (parse_optional_keyword(p, "gang")) {
    levels |= GANG;
    if (!parse_loop_gang(p, &reader)) return false;
  }
  if (parse_optional_keyword(p, "worker")) {
    levels |= WORKER;
    if (!parse_loop_level(p, &reader, WORKER_NUM)) return false;
  }
  if (parse_optional_keyword(p, "vector")) {
    levels |= VECTOR;
    if (!parse_loop_level(p, &reader, VECTOR_LENGTH)) return false;
  }
  if (!parse_loop_values(p, &reader, "tile", TILE) || !parse_loop_values(p, &reader, "private", PRIVATE) ||
      !parse_loop_values(p, &reader, "reduction", REDUCTION) || !parse_optional_arrow_type_list(p, &results))
    return false;
  for (uint32_t i = 0; i < results.count; i++) op_state_add_type(state, results.data[i]);
  Region *region = op_state_add_region(state);
  if (!parse_region(p, region, NULL, 0, false)) return false;
  ensure_terminator(p, region, OP_ACC_YIELD, state->loc);
  op_state_set_prop(state, ACC_LOOP_UNTIL_16_EXEC_MAPPING, attr_i64(parser_context(p), parser_context(p)->types.i64, levels));
  op_state_operand_segments(state, reader.sizes, LOOP_GROUPS);
  if (!parse_optional_attr_dict_with_keyword(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  return true;
}

static void print_loop_values(Printer *p, const Operation *op, const char *before, const char *group) {
  Span values = op_operands_named(op, group);
  if (!span_size(values)) return;
  print_text(p, before);
  for (uint32_t i = values.begin; i < values.end; i++) {
    if (i > values.begin) print_text(p, ", ");
    print_operand(p, op_operand(op, i));
    print_text(p, ": ");
    print_type(p, op_operand_type(op, i));
  }
}

static uint32_t values_of(const Operation *op, const char *name) { return span_size(op_operands_named(op, name)); }

void print_acc_loop_until_16(Printer *p, const Operation *op) {
  static const char *const elided[] = {"exec_mapping", "operandSegmentSizes", "operand_segment_sizes", NULL};
  static const char *const words[] = {" tile(", " private(", " reduction("}, *const groups[] = {"tileOperands", "privateOperands", "reductionOperands"};
  A mapping = op_prop_at(op, ACC_LOOP_UNTIL_16_EXEC_MAPPING);
  int64_t levels = mapping ? attr_to_i64(mapping) : 0;
  if (levels & GANG) {
    bool num = values_of(op, "gangNum"), is_static = values_of(op, "gangStatic");
    print_text(p, " gang");
    print_loop_values(p, op, "(num=", "gangNum");
    print_loop_values(p, op, num ? ", static=" : "(static=", "gangStatic");
    if (num || is_static) print_char(p, ')');
  }
  if (levels & WORKER) {
    print_text(p, " worker");
    print_loop_values(p, op, "(", "workerNum");
    if (values_of(op, "workerNum")) print_char(p, ')');
  }
  if (levels & VECTOR) {
    print_text(p, " vector");
    print_loop_values(p, op, "(", "vectorLength");
    if (values_of(op, "vectorLength")) print_char(p, ')');
  }
  for (uint32_t i = 0; i < countof(words); i++) {
    print_loop_values(p, op, words[i], groups[i]);
    if (values_of(op, groups[i])) print_char(p, ')');
  }
  if (op->result_count) {
    print_text(p, " -> (");
    for (uint32_t i = 0; i < op->result_count; i++) {
      if (i) print_text(p, ", ");
      print_type(p, op_result(op, i)->type);
    }
    print_char(p, ')');
  }
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
  print_optional_attr_dict_with_keyword(p, op, elided);
}

// ---------------------------------------------------------------------------------------------
// Upgrades

static bool refuse(Module *module, Operation *op, const char *why) {
  op_error(module, op, "cannot be brought up to date: %s", why);
  return false;
}

static bool has_group(const OpDef *def, const char *name) {
  for (uint32_t i = 0; i < def->operand_count; i++)
    if (!strcmp(def_operand_name(def, i), name)) return true;
  return false;
}
static Span group_of(const Operation *op, const char *name) { return has_group(op->def, name) ? op_operands_named(op, name) : (Span){0, 0}; }

// What each group of variables became: an operation before the construct, and one behind it (0: none).
#define CLAUSE(name) ACC_DATA_CLAUSE_ACC_##name
typedef struct OlderGroup { const char *name; uint16_t before, behind; int64_t clause; } OlderGroup;
static const OlderGroup groups_of_regions[] = {
  {"copyOperands", OP_ACC_COPYIN, OP_ACC_COPYOUT, CLAUSE(COPY)},
  {"copyinOperands", OP_ACC_COPYIN, OP_ACC_DELETE, CLAUSE(COPYIN)},
  {"copyinReadonlyOperands", OP_ACC_COPYIN, OP_ACC_DELETE, CLAUSE(COPYIN_READONLY)},
  {"copyoutOperands", OP_ACC_CREATE, OP_ACC_COPYOUT, CLAUSE(COPYOUT)},
  {"copyoutZeroOperands", OP_ACC_CREATE, OP_ACC_COPYOUT, CLAUSE(COPYOUT_ZERO)},
  {"createOperands", OP_ACC_CREATE, OP_ACC_DELETE, CLAUSE(CREATE)},
  {"createZeroOperands", OP_ACC_CREATE, OP_ACC_DELETE, CLAUSE(CREATE_ZERO)},
  {"noCreateOperands", OP_ACC_NOCREATE, OP_ACC_DELETE, CLAUSE(NO_CREATE)},
  {"presentOperands", OP_ACC_PRESENT, OP_ACC_DELETE, CLAUSE(PRESENT)},
  {"deviceptrOperands", OP_ACC_DEVICEPTR, 0, CLAUSE(DEVICEPTR)},
  {"devicePtrOperands", OP_ACC_DEVICEPTR, 0, CLAUSE(DEVICEPTR)},
  {"attachOperands", OP_ACC_ATTACH, OP_ACC_DETACH, CLAUSE(ATTACH)},
  {0},
};
static const OlderGroup groups_of_enter_data[] = {
  {"copyinOperands", OP_ACC_COPYIN, 0, CLAUSE(COPYIN)},
  {"createOperands", OP_ACC_CREATE, 0, CLAUSE(CREATE)},
  {"createZeroOperands", OP_ACC_CREATE, 0, CLAUSE(CREATE_ZERO)},
  {"attachOperands", OP_ACC_ATTACH, 0, CLAUSE(ATTACH)},
  {0},
};
static const OlderGroup groups_of_exit_data[] = {
  {"copyoutOperands", OP_ACC_GETDEVICEPTR, OP_ACC_COPYOUT, CLAUSE(COPYOUT)},
  {"deleteOperands", OP_ACC_GETDEVICEPTR, OP_ACC_DELETE, CLAUSE(DELETE)},
  {"detachOperands", OP_ACC_GETDEVICEPTR, OP_ACC_DETACH, CLAUSE(DETACH)},
  {0},
};
static const OlderGroup groups_of_update[] = {
  {"hostOperands", OP_ACC_GETDEVICEPTR, OP_ACC_UPDATE_HOST, CLAUSE(UPDATE_HOST)},
  {"deviceOperands", OP_ACC_UPDATE_DEVICE, 0, CLAUSE(UPDATE_DEVICE)},
  {0},
};

typedef struct Upgrade {
  Module *module;
  Operation *op;
  Builder b;
  bool structured;
  VEC(Value *) data;       // what the operations before the construct give
} Upgrade;

static void set_named(OpState *state, const char *name, A value) {
  int slot = op_prop_slot(state->def, str_from(name));
  if (slot >= 0) op_state_set_prop(state, (uint32_t)slot, value);
}

static T var_type_of(T type) {
  T element = acc_pointee(type);
  return element || !llvm_is_ptr(type) ? element : llvm_pointee(type);
}

static A clause_attr(Context *ctx, int64_t clause) {
  uint64_t word = (uint64_t)clause;
  return attr_from_params(ctx, &acc_data_clause_attr, &word);
}

static void set_data(Upgrade *u, OpState *state, T var_type, int64_t clause) {
  set_named(state, "varType", attr_type(u->b.ctx, var_type));
  set_named(state, "dataClause", clause_attr(u->b.ctx, clause));
  set_named(state, "structured", attr_bool(u->b.ctx, u->structured));
}

static bool build_before(Upgrade *u, const OlderGroup *groups) {
  for (const OlderGroup *group = groups; group->name; group++) {
    Span span = group_of(u->op, group->name);
    for (uint32_t i = span.begin; i < span.end; i++) {
      Value *var = op_operand(u->op, i);
      T var_type = acc_is_pointer_like(var->type) ? var_type_of(var->type) : NULL;
      if (!var_type) return refuse(u->module, u->op, "the type of a variable does not say what it points to");
      OpState *state = builder_begin(&u->b, group->before);
      op_state_add_operand(state, var);
      op_state_operand_segments(state, (const int32_t[]){1, 0, 0, 0}, 4);
      set_data(u, state, var_type, group->clause);
      op_state_add_type(state, var->type);
      Value *value = builder_finish_value(&u->b);
      if (!value) return false;
      vec_push(&u->module->arena, &u->data, value);
    }
  }
  return true;
}

// The variables are still those of the older operation.
static void build_behind(Upgrade *u, const OlderGroup *groups) {
  uint32_t n = 0;
  for (const OlderGroup *group = groups; group->name; group++) {
    Span span = group_of(u->op, group->name);
    for (uint32_t i = span.begin; i < span.end; i++, n++) {
      if (!group->behind) continue;
      bool has_var = group->behind == OP_ACC_COPYOUT || group->behind == OP_ACC_UPDATE_HOST;
      Value *var = op_operand(u->op, i);
      OpState *state = builder_begin(&u->b, group->behind);
      op_state_add_operand(state, u->data.data[n]);
      if (has_var) op_state_add_operand(state, var);
      if (has_var) op_state_operand_segments(state, (const int32_t[]){1, 1, 0, 0}, 4);
      else op_state_operand_segments(state, (const int32_t[]){1, 0, 0}, 3);
      set_data(u, state, var_type_of(var->type), group->clause);
      builder_finish_typed(&u->b);
    }
  }
}

static A one_device(Context *ctx) {
  uint64_t none = ACC_DEVICE_TYPE_NONE;
  A device = attr_from_params(ctx, &acc_device_type_attr, &none);
  return attr_array(ctx, &device, 1);
}

// Today's groups that had another name.
static const char *older_name_of_group(const char *today) {
  static const char *const names[][2] = {
    {"asyncOperands", "asyncOperand"}, {"deviceNum", "deviceNumOperand"}, {"workerNumOperands", "workerNum"}, {"vectorOperands", "vectorLength"}};
  for (uint32_t i = 0; i < countof(names); i++)
    if (!strcmp(names[i][0], today)) return names[i][1];
  return today;
}

// What stands beside the values of a group today: they are for no type of device in particular.
static void describe_group(OpState *state, const char *group, uint32_t size, bool devnum) {
  Context *ctx = state->module->context;
  int32_t count = (int32_t)size;
  const char *device = arena_printf(state->arena, "%sDeviceType", group).data, *segments = arena_printf(state->arena, "%sSegments", group).data;
  if (!size || !device || !segments) return;
  set_named(state, device, one_device(ctx));
  set_named(state, segments, attr_i32_array(ctx, &count, 1));
  if (strcmp(group, "waitOperands") != 0) return;
  A has = attr_bool(ctx, devnum);
  set_named(state, "hasWaitDevnum", attr_array(ctx, &has, 1));
}

// The number of gangs and their chunk are one group, whose values say what they are.
static void take_gangs(const Upgrade *u, OpState *state) {
  static const struct { const char *group; uint64_t kind; } values[] = {{"gangNum", ACC_GANG_ARG_TYPE_NUM}, {"gangStatic", ACC_GANG_ARG_TYPE_STATIC}};
  A kinds[countof(values)];
  uint32_t count = 0;
  for (uint32_t i = 0; i < countof(values); i++) {
    Span span = group_of(u->op, values[i].group);
    op_state_take_operands(state, u->op, span.begin, span.end);
    if (span_size(span)) kinds[count++] = attr_from_params(u->b.ctx, &acc_gang_arg_type_attr, &values[i].kind);
  }
  if (count) set_named(state, "gangOperandsArgType", attr_array(u->b.ctx, kinds, count));
}

static OpState *begin_today(Upgrade *u, uint32_t code) {
  OpState *state = builder_begin(&u->b, code);
  const OpDef *today = state->def, *older = u->op->def;
  int32_t *sizes = arena_new(state->arena, int32_t, today->operand_count + 1u);
  if (!sizes) return NULL;
  for (uint32_t i = 0; i < today->operand_count; i++) {
    const char *name = def_operand_name(today, i);
    uint32_t before = state->operands.count;
    Span devnum = !strcmp(name, "waitOperands") && !has_group(today, "waitDevnum") ? group_of(u->op, "waitDevnum") : (Span){0, 0};
    Span span = group_of(u->op, has_group(older, name) ? name : older_name_of_group(name));
    if (!strcmp(name, "asyncOperands") && !span_size(span)) span = group_of(u->op, "async");
    if (!strcmp(name, "gangOperands")) take_gangs(u, state);
    if (!strcmp(name, "dataClauseOperands")) {
      for (uint32_t k = 0; k < u->data.count; k++) op_state_add_operand(state, u->data.data[k]);
    } else {
      op_state_take_operands(state, u->op, devnum.begin, devnum.end);
      op_state_take_operands(state, u->op, span.begin, span.end);
    }
    sizes[i] = (int32_t)(state->operands.count - before);
    describe_group(state, name, (uint32_t)sizes[i], span_size(devnum) != 0);
  }
  for (uint32_t slot = 0; slot < today->attr_count; slot++) {
    int was = op_prop_slot(older, str_from(def_attr_name(today, slot)));
    if (was >= 0 && op_prop_at(u->op, (uint32_t)was)) op_state_set_prop(state, slot, op_prop_at(u->op, (uint32_t)was));
  }
  op_state_operand_segments(state, sizes, today->operand_count);
  return state;
}

// An attribute of the older one without a value: today it is for no type of device in particular.
static void take_unit(const Upgrade *u, OpState *state, const char *older, const char *today) {
  int slot = op_prop_slot(u->op->def, str_from(older));
  if (slot >= 0 && op_prop_at(u->op, (uint32_t)slot)) set_named(state, today, one_device(u->b.ctx));
}

static bool upgrade_data(Module *module, Operation *op, uint32_t today, const OlderGroup *groups, bool structured) {
  static const char *const without[] = {"deviceTypeOperands", "gangPrivateOperands", "gangFirstPrivateOperands", "reductionOperands"};
  for (uint32_t i = 0; i < countof(without); i++)
    if (span_size(group_of(op, without[i])))
      return refuse(module, op, i ? "copies for each thread need a recipe today" : "types of devices are attributes today");
  Upgrade u = {.module = module, .op = op, .b = upgrade_begin(module, op), .structured = structured};
  if (!build_before(&u, groups)) return false;
  OpState *state = begin_today(&u, today);
  if (!state) return false;
  take_unit(&u, state, today == OP_ACC_UPDATE ? "async" : "asyncAttr", "asyncOnly");
  take_unit(&u, state, today == OP_ACC_UPDATE ? "wait" : "waitAttr", "waitOnly");
  upgrade_keep_attrs(state, op);
  for (uint32_t i = 0; i < op->region_count; i++) region_take_blocks(op_state_add_region(state), &op->regions[i], NULL);
  builder_finish_typed(&u.b);
  build_behind(&u, groups);
  op_erase(op);
  return true;
}

static const OlderGroup no_groups[] = {{0}};
bool upgrade_acc_data(Module *module, Operation *op) { return upgrade_data(module, op, OP_ACC_DATA, groups_of_regions, true); }
bool upgrade_acc_enter_data(Module *module, Operation *op) { return upgrade_data(module, op, OP_ACC_ENTER_DATA, groups_of_enter_data, false); }
bool upgrade_acc_exit_data(Module *module, Operation *op) { return upgrade_data(module, op, OP_ACC_EXIT_DATA, groups_of_exit_data, false); }
bool upgrade_acc_init(Module *module, Operation *op) { return upgrade_data(module, op, OP_ACC_INIT, no_groups, false); }
bool upgrade_acc_parallel(Module *module, Operation *op) { return upgrade_data(module, op, OP_ACC_PARALLEL, groups_of_regions, true); }
bool upgrade_acc_shutdown(Module *module, Operation *op) { return upgrade_data(module, op, OP_ACC_SHUTDOWN, no_groups, false); }
bool upgrade_acc_update(Module *module, Operation *op) { return upgrade_data(module, op, OP_ACC_UPDATE, groups_of_update, false); }

// Up to LLVM 19 the type of a variable was that which its pointer says.
bool complete_acc_var_type(Module *module, Operation *op) {
  T type = op_operand_type(op, op_operands_named(op, "var").begin), var_type = acc_is_pointer_like(type) ? var_type_of(type) : type;
  if (!var_type) return refuse(module, op, "the type of a variable does not say what it points to");
  op_set_attr(module, op, STR("varType"), attr_type(module->context, var_type));
  return true;
}

// Where nothing else was said, the iterations of a loop are independent.
bool upgrade_acc_loop(Module *module, Operation *op) {
  static const struct { int64_t level; const char *groups[2], *attr; } levels[] = {
    {GANG, {"gangNum", "gangStatic"}, "gang"}, {WORKER, {"workerNum", "workerNum"}, "worker"}, {VECTOR, {"vectorLength", "vectorLength"}, "vector"}};
  static const char *const modes[] = {"seq", "independent", "auto_"};
  if (values_of(op, "privateOperands") || values_of(op, "reductionOperands")) return refuse(module, op, "copies for each thread need a recipe today");
  Upgrade u = {.module = module, .op = op, .b = upgrade_begin(module, op)};
  A mapping = op_prop_at(op, ACC_LOOP_UNTIL_16_EXEC_MAPPING), collapse = op_prop(op, "collapse");
  OpState *state = begin_today(&u, OP_ACC_LOOP);
  if (!state) return false;
  for (uint32_t i = 0; i < countof(levels); i++)
    if (mapping && attr_to_i64(mapping) & levels[i].level && !values_of(op, levels[i].groups[0]) && !values_of(op, levels[i].groups[1]))
      set_named(state, levels[i].attr, one_device(u.b.ctx));
  const char *mode = "independent";
  for (uint32_t i = 0; i < countof(modes); i++) {
    if (op_prop(op, modes[i])) mode = modes[i];
    set_named(state, modes[i], NULL);
  }
  set_named(state, mode, one_device(u.b.ctx));
  set_named(state, "collapse", collapse ? attr_array(u.b.ctx, &collapse, 1) : NULL);
  if (collapse) set_named(state, "collapseDeviceType", one_device(u.b.ctx));
  for (uint32_t i = 0; i < op->result_count; i++) op_state_add_type(state, op_result(op, i)->type);
  upgrade_finish(&u.b, state, op);
  return true;
}
