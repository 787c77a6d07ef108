// Users of values, as comments.
#include "asm/printer_impl.h"

static void print_op_id(Printer *p, const Operation *op) {
  const MapEntry *id = map_find(&p->op_ids, map_key(op));
  if (!id) {
    strbuf_lit(p->out, "<<UNKNOWN OPERATION>>");
    return;
  }
  strbuf_char(p->out, '%');
  strbuf_u64(p->out, id->value);
}

static void print_users_of(Printer *p, const Value *value) {
  if (!value->uses) strbuf_lit(p->out, "unused");
  Map seen;
  map_init(&seen, &p->arena);
  for (const Use *use = value->uses; use; use = use->next) {
    const Operation *user = use->owner;
    MapEntry *entry = map_put(&seen, map_key(user));
    if (entry->value) continue;
    entry->value = 1;
    if (use != value->uses) strbuf_lit(p->out, ", ");
    if (!user->result_count) print_op_id(p, user);
    for (uint32_t i = 0; i < user->result_count; i++) {
      if (i) strbuf_lit(p->out, ", ");
      print_value_id(p, &user->results[i], true);
    }
  }
}

void print_users_comment(Printer *p, const Operation *op) {
  if (!op->result_count) {
    if (!op->operand_count) return;
    strbuf_lit(p->out, " // id: ");
    print_op_id(p, op);
    return;
  }
  uint64_t users = 0, user_results = 0;
  Map seen;
  map_init(&seen, &p->arena);
  for (uint32_t i = 0; i < op->result_count; i++) {
    for (const Use *use = op->results[i].uses; use; use = use->next) {
      MapEntry *entry = map_put(&seen, map_key(use->owner));
      if (entry->value) continue;
      entry->value = 1;
      users++;
      user_results += use->owner->result_count;
    }
  }
  if (!users) {
    strbuf_lit(p->out, " // unused");
    return;
  }
  strbuf_lit(p->out, " // user");
  bool one = users <= 1 && user_results <= 1 && op->result_count == 1;
  if (!one) strbuf_char(p->out, 's');
  strbuf_lit(p->out, ": ");
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    if (op->result_count > 1) strbuf_char(p->out, '(');
    print_users_of(p, &op->results[i]);
    if (op->result_count > 1) strbuf_char(p->out, ')');
  }
}

void print_arg_users_comment(Printer *p, const Value *arg) {
  strbuf_pad(p->out, ' ', p->indent);
  strbuf_lit(p->out, "// ");
  print_value_id(p, arg, true);
  if (!arg->uses) {
    strbuf_lit(p->out, " is unused");
  } else {
    strbuf_lit(p->out, " is used by ");
    print_users_of(p, arg);
  }
  strbuf_char(p->out, '\n');
}
