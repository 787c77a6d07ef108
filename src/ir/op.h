// Making and changing operations, blocks, regions and values.
#ifndef RUNG_IR_OP_H
#define RUNG_IR_OP_H

#include "ir/opdef.h"

// What an operation is made from. The vectors live in the arena given to op_state_init and may be
// reused for the next operation (op_state_reset). Parser hooks fill one of these.
typedef struct OpState {
  Module *module;
  Arena *arena;
  const OpDef *def;
  Loc loc;
  ValueVec operands;
  TypeVec types;             // results
  NamedAttrVec attrs;        // discardable, any order, distinct names
  AttrVec props;             // by slot of def->attrs; op_state_init makes def->attr_count NULLs
  VEC(Region *) regions;     // detached regions; contents move into the operation
  BlockVec successors;
  const Attr *prop_dict;
} OpState;

void op_state_init(OpState *self, Module *module, Arena *arena, const OpDef *def, Loc loc);
void op_state_change_def(OpState *self, const OpDef *def);   // before any attribute is set
void op_state_reset(OpState *self, const OpDef *def, Loc loc);
Region *op_state_add_region(OpState *self);       // an empty detached region
// Set an attribute by name: into its slot when the record has one, else discardable.
void op_state_set_attr(OpState *self, Str name, A value);
A op_state_attr(const OpState *self, Str name);
// The same by the slot (ARITH_CMPI_PREDICATE), of an operation whose record is known.
static inline void op_state_set_prop(OpState *self, uint32_t slot, A value) {
  if (slot < self->props.count) self->props.data[slot] = value;
}
static inline A op_state_prop(const OpState *self, uint32_t slot) { return slot < self->props.count ? self->props.data[slot] : NULL; }
void op_state_add_operands(OpState *self, Value *const *values, uint32_t count);
void op_state_add_types(OpState *self, const T *types, uint32_t count);
void op_state_add_operand(OpState *self, Value *value);
void op_state_add_operand2(OpState *self, Value *a, Value *b);
void op_state_add_type(OpState *self, T type);
// Copy from `from`: its operands [begin, end), its result types, its inherent attribute `name` if it has one.
void op_state_take_operands(OpState *self, const Operation *from, uint32_t begin, uint32_t end);
void op_state_take_types(OpState *self, const Operation *from);
void op_state_take_prop(OpState *self, const Operation *from, const char *name);
// Fill "operandSegmentSizes"/"resultSegmentSizes" from counts, one per record entry.
void op_state_operand_segments(OpState *self, const int32_t *sizes, uint32_t count);
void op_state_result_segments(OpState *self, const int32_t *sizes, uint32_t count);

// Push the result types that operands, attributes and the record give (`infer` hook, same type as
// operand 0, buildable types, relations). False, with no types, when they cannot be told; true with
// nothing pushed when every result is optional or variadic.
bool op_state_infer_types(Context *ctx, OpState *self);
// A state that mirrors `op` (its regions included, borrowed), for code that reads one.
void op_state_mirror(OpState *self, const Operation *op);

// The operation `state` describes, detached; its regions take over the contents of state->regions.
Operation *op_create(OpState *state);

// --- Operations

static ALWAYS_INLINE Str op_name(const Operation *op) { return def_name(op->def); }
// The opcode, if the operation has one of Rung's own records; 0, or a greater number than those have, otherwise.
static ALWAYS_INLINE uint32_t op_code(const Operation *op) { return op->def->opcode; }
// Whether it is the operation of that opcode (OP_ARITH_ADDI); not one that is kept as written. NULL is none.
static inline bool op_is(const Operation *op, uint32_t opcode) { return op && op->def->opcode == opcode; }
// The same by name, for operations that Rung has no records of.
bool op_is_named_(const Operation *op, const char *name);
static inline bool op_is_named(const Operation *op, const char *name) {
#ifdef __OPTIMIZE_SIZE__
  return op_is_named_(op, name);
#else
  return op && str_is(op_name(op), name) && !(op->def->traits & TRAIT_KEPT);
#endif
}
static inline bool op_has(const Operation *op, uint64_t traits) { return (op->def->traits & traits) != 0; }
static inline bool op_is_registered(const Operation *op) { return !(op->def->traits & TRAIT_UNREGISTERED); }
static inline Value *op_operand(const Operation *op, uint32_t i) { return op->operands[i].value; }
static inline Value *op_result(const Operation *op, uint32_t i) { return (Value *)(uintptr_t)&op->results[i]; }
static inline T op_operand_type(const Operation *op, uint32_t i) { return op->operands[i].value->type; }
static inline T op_result_type(const Operation *op, uint32_t i) { return op->results[i].type; }
static inline Region *op_region(const Operation *op, uint32_t i) { return &op->regions[i]; }
static inline Block *op_successor(const Operation *op, uint32_t i) { return op->successors[i].block; }
Str op_dialect_name(const Operation *op);         // "" without a '.'
static inline bool op_in_dialect(const Operation *op, const char *dialect) {
  Str name = op_name(op);
  size_t size = strlen(dialect);
  return name.size > size && name.data[size] == '.' && memcmp(name.data, dialect, size) == 0;
}
// The same by the dialect's definition.
static inline bool op_is_of(Context *ctx, const Operation *op, const DialectDef *dialect) {
  const OpDef *def = op->def;
  if (!def->opcode) return op_dialect(ctx, def) == dialect;   // it has a record of its own
  return def >= dialect->ops && def < dialect->ops + (dialect->op_count + dialect->older_count);
}
// The same where every operation is asked: op_is_in(ctx, op, ARITH, arith).
#define op_is_in(ctx, op, DIALECT, dialect) (op_among((op), DIALECT) || (!(op)->def->opcode && op_is_of((ctx), (op), &dialect##_dialect)))
// Of names as text, which are not empty.
static inline bool name_has_dot(Str name) { return memchr(name.data, '.', name.size) != NULL; }
// The part before the first dot, or the whole name.
static inline Str name_dialect(Str name) {
  const char *dot = memchr(name.data, '.', name.size);
  return dot ? str_slice(name, 0, (size_t)(dot - name.data)) : name;
}
// The part after the first dot, or the whole name.
static inline Str name_without_dialect(Str name) {
  const char *dot = memchr(name.data, '.', name.size);
  return dot ? str_slice(name, (size_t)(dot - name.data) + 1, name.size) : name;
}

// Operands or results of one record entry: [begin, end).
typedef struct Span { uint32_t begin, end; } Span;
static ALWAYS_INLINE uint32_t span_size(Span s) { return s.end - s.begin; }
// False when the counts do not fit the record (the verifier reports that).
bool op_operand_span(const Operation *op, uint32_t entry, Span *out);
bool op_result_span(const Operation *op, uint32_t entry, Span *out);
uint64_t op_operands_named_(const Operation *op, const char *name);   // end, begin
static ALWAYS_INLINE Span op_operands_named(const Operation *op, const char *name) {  // empty when malformed
  uint64_t span = op_operands_named_(op, name);
  return (Span){(uint32_t)span, (uint32_t)(span >> 32)};
}
// Operands passed to successor `i` (from SuccessorDef.operands; segments for variadic ones).
Span op_successor_operands(const Operation *op, uint32_t i);

// Inherent or discardable attribute by name; NULL when absent (defaults are not filled in).
A op_attr(const Operation *op, const char *name);
A op_attr_str(const Operation *op, Str name);
A op_prop(const Operation *op, const char *name);        // inherent only
int64_t op_prop_i64(const Operation *op, const char *name);   // of an integer that is there
// The same by the slot (ARITH_CMPI_PREDICATE), of an operation whose record is known.
static inline A op_prop_at(const Operation *op, uint32_t slot) { return op->props[slot]; }
static inline int64_t op_prop_i64_at(const Operation *op, uint32_t slot) { return attr_to_i64(op_prop_at(op, slot)); }
A op_discardable(const Operation *op, Str name);
int op_prop_slot(const OpDef *def, Str name);            // -1: the operation has no such property
const char *op_segments_name(const OpDef *def, Str name);  // the name in full when `name` is that of its segment sizes, else NULL
// Whether mlir-opt looks at attribute `a` of the record before `b`: by name, then native properties, then segment sizes.
bool op_attr_before(const OpDef *def, uint32_t a, uint32_t b);
// The first of the inherent attributes among `attrs` that does not satisfy its constraint; -1: none.
int op_wrong_attr(const OpDef *def, const NamedAttrVec *attrs);
void op_set_attr(Module *module, Operation *op, Str name, A value);   // NULL removes
void op_set_prop(Operation *op, uint32_t slot, A value);
void op_set_discardable(Module *module, Operation *op, A name, A value);

// Append operands [begin, end) to `out`.
void op_push_operands(const Operation *op, uint32_t begin, uint32_t end, ValueVec *out, Arena *arena);
void op_set_operand(Operation *op, uint32_t i, Value *value);
void op_set_operands(Module *module, Operation *op, Value *const *values, uint32_t count);
void op_insert_operands(Module *module, Operation *op, uint32_t at, Value *const *values, uint32_t count);
void op_erase_operands(Operation *op, uint32_t at, uint32_t count);
void op_set_successor(Operation *op, uint32_t i, Block *block);

Operation *op_parent(const Operation *op);               // NULL at top level
bool op_is_before(Operation *a, Operation *b);           // same block; renumbers lazily
bool op_has_uses(const Operation *op);

void op_insert_before(Operation *op, Operation *before);
void op_append(Block *block, Operation *op);
void op_remove(Operation *op);                           // detach, keep
void op_move_before(Operation *op, Operation *before);
// Detach and drop all references of the op and everything inside. Uses of its results must be gone
// or inside it.
void op_erase(Operation *op);
// Erase; the memory of an operation without regions is used again after module_reuse_recycled(), which is called when
// nothing refers to it any more: between passes, and in a conversion when a function is done.
void op_recycle(Module *module, Operation *op);
void module_reuse_recycled(Module *module);
void op_drop_all_references(Operation *op);

// A deep copy, detached. `map` (value -> value, block -> block) gives replacements for values from
// outside and receives those made; it may be NULL.
Operation *op_clone(Module *module, const Operation *op, Map *map);

// --- Values

static inline Operation *value_def(const Value *v) { return v->is_arg ? NULL : (Operation *)v->owner; }
static inline Block *value_arg_block(const Value *v) { return v->is_arg ? (Block *)v->owner : NULL; }
Block *value_block(const Value *v);                      // of the argument or the defining op
Loc value_loc(const Value *v);
bool value_has_one_use(const Value *v);
void value_replace_all(Value *from, Value *to);
void value_replace_if(Value *from, Value *to, bool (*keep)(Use *use, void *data), void *data);
// The operation is to be verified again.
static inline void op_touched(Operation *op) { op->flags &= (uint16_t)~(OP_CHECKED | OP_PLAIN); }
// Index of a use among its owner's operands.
static inline uint32_t use_index(const Use *use) { return (uint32_t)(use - use->owner->operands); }

// --- Blocks and regions

Block *block_new(Module *module);                        // detached
Value *block_add_arg(Module *module, Block *block, T type, Loc loc);
Value *block_insert_arg(Module *module, Block *block, uint32_t at, T type, Loc loc);
void block_erase_arg(Block *block, uint32_t index);      // must have no uses
void block_append(Region *region, Block *block);
void block_insert_before(Block *block, Block *before);
void block_insert_after(Block *block, Block *after);
void block_remove(Block *block);                         // detach, keep
void block_erase(Block *block);                          // with its operations
// Move operations [from, end) to the end of `to`.
void block_splice(Block *to, Operation *before, Operation *first, Operation *last);
// Split before `op`: the new block (inserted after) holds op and what follows.
Block *block_split(Module *module, Operation *op);
Operation *block_parent_op(const Block *block);
static inline bool block_is_entry(const Block *block) { return block->region && block->region->first == block; }
Operation *block_terminator(const Block *block);         // last op if it has TRAIT_TERMINATOR (or is unregistered), else NULL
uint32_t region_block_count(const Region *region);
void region_take_blocks(Region *to, Region *from, Block *before);  // before NULL: at the end
static inline bool region_is_empty(const Region *region) { return !region->first; }
bool region_is_ancestor(const Region *ancestor, const Region *region);
Region *op_parent_region(const Operation *op);

#define region_each_block(region, b) for (Block *b = (region)->first; b; b = b->next)
#define block_each_op(block, o) for (Operation *o = (block)->first; o; o = o->next)
// For loops that go through much memory: the operations of a block mostly lie in order, so what comes
// soon is fetched ahead.
static inline void op_prefetch(const Operation *op) {
  enum { AHEAD = 1024, LINE = 64, LINES = 4 };
  for (unsigned i = 0; i < LINES; i++) __builtin_prefetch((const char *)op + AHEAD + LINE * i);
}
// The current op may be erased inside the loop.
#define block_each_op_safe(block, o) \
  for (Operation *o = (block)->first, *o##_next = o ? o->next : NULL; o; o = o##_next, o##_next = o ? o->next : NULL)

// Walk op and everything inside. Return WALK_SKIP from a pre-order callback to leave regions out.
// Iterative or depth-limited: never deeper than the parser's nesting limit.
typedef enum WalkResult { WALK_ADVANCE, WALK_SKIP, WALK_STOP } WalkResult;
typedef WalkResult WalkFn(Operation *op, void *data);
WalkResult op_walk_pre(Operation *op, WalkFn *fn, void *data);
WalkResult op_walk_post(Operation *op, WalkFn *fn, void *data);   // ops may be erased when visited

// --- Builder: where new operations go

typedef struct Builder {
  Module *module;
  Context *ctx;
  Block *block;
  Operation *before;       // NULL: at the end of the block
  Loc loc;
  void (*created)(void *data, Operation *op);  // told of each new op; may be NULL
  void *data;
  OpState state;           // reused by builder_create helpers
} Builder;

void builder_init(Builder *self, Module *module);
void builder_before(Builder *self, Operation *op);    // also takes op's location
void builder_after(Builder *self, Operation *op);
void builder_at_end(Builder *self, Block *block);
void builder_at_start(Builder *self, Block *block);
// Go to the end of a block, and back to where the builder was.
typedef struct BuilderPlace { Block *block; Operation *before; } BuilderPlace;
BuilderPlace builder_enter(Builder *self, Block *block);
void builder_leave(Builder *self, BuilderPlace place);
Operation *builder_insert(Builder *self, Operation *op);
// Begin an operation by its opcode (OP_ARITH_ADDI); fill the state (op_state_*), then finish. Result types are
// inferred from the record when none were given (same type, buildable, infer hook), absent attributes get
// their declared defaults.
OpState *builder_begin(Builder *self, uint32_t opcode);
OpState *builder_begin_def(Builder *self, const OpDef *def);   // … by its record
Operation *builder_finish(Builder *self);
Operation *builder_finish_typed(Builder *self);      // result types were given, if there are any
Value *builder_finish_value(Builder *self);           // the same: its result 0
// The common shapes in one call; the value is result 0.
Value *build1(Builder *self, uint32_t opcode, T type, Value *a);
Value *build2(Builder *self, uint32_t opcode, T type, Value *a, Value *b);
Value *build3(Builder *self, uint32_t opcode, T type, Value *a, Value *b, Value *c);

#endif
