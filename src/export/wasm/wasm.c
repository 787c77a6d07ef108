#include "export/wasm/wasm.h"

#include <stdarg.h>

#include "export/wasm/lower.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "ops/builtin.h"

// Pointers of 64 bits, as on x86-64: sizes and offsets are the same there.
static const char default_layout[] = "e-i64:64-i128:128-f80:128-n8:16:32:64-S128";

bool lower_refuse(Lower *self, const Operation *op, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Str why = arena_vprintf(&self->arena, format, args);
  va_end(args);
  if (!self->failed) op_error(self->module, op, "cannot run: %.*s", STR_ARG(why));
  self->failed = true;
  return false;
}

// ---------------------------------------------------------------------------------------------
// What there is

static bool list_functions(Lower *self) {
  block_each_op(op_region(self->module->op, 0)->first, op) {
    Str name = symbol_name(op);
    if (name.size && !map_find_str(&self->symbols, name)) map_put_str(&self->symbols, name)->value = (uintptr_t)op;
    if (op_is(op, OP_BUILTIN_MODULE)) continue;
    if (!op_is_of(self->ctx, op, &llvm_dialect)) return lower_refuse(self, op, "it is not of the llvm dialect");
    if (!op_is(op, OP_LLVM_FUNC) || region_is_empty(op_region(op, 0))) continue;
    Str signature;
    const LLVMFuncType *type = llvm_as_func(((const TypeAttr *)op_prop_at(op, LLVM_FUNC_FUNCTION_TYPE))->type);
    if (type->is_vararg) return lower_refuse(self, op, "a definition with a variable number of arguments");
    if (!signature_of(self, type, &signature)) return lower_refuse(self, op, "a function of this type");
    vec_push(&self->arena, &self->functions, ((Function){.op = op, .name = symbol_name(op), .type = type_index(self, signature)}));
    map_put_str(&self->function_of, symbol_name(op))->value = self->functions.count;
  }
  return true;
}

// Constructors by priority, the lowest first.
static bool call_constructors(Lower *self) {
  typedef struct Constructor { int64_t priority; A function; } Constructor;
  VEC(Constructor) all = {0};
  block_each_op(op_region(self->module->op, 0)->first, op) {
    if (!op_is(op, OP_LLVM_MLIR_GLOBAL_CTORS)) continue;
    const ArrayAttr *functions = (const ArrayAttr *)op_prop_at(op, LLVM_MLIR_GLOBAL_CTORS_CTORS), *priorities = (const ArrayAttr *)op_prop_at(op, LLVM_MLIR_GLOBAL_CTORS_PRIORITIES);
    for (uint64_t i = 0; i < functions->count; i++) {
      Constructor made = {i < priorities->count ? attr_to_i64(priorities->items[i]) : 0, functions->items[i]};
      uint32_t at = all.count;
      vec_push(&self->arena, &all, made);
      for (; at > 0 && all.data[at - 1].priority > made.priority; at--) all.data[at] = all.data[at - 1];
      all.data[at] = made;
    }
  }
  for (uint32_t i = 0; i < all.count; i++) {
    MapEntry *own = map_find_str(&self->function_of, attr_symbol_root(all.data[i].function));
    if (!own) return lower_refuse(self, self->module->op, "a constructor that is not defined here");
    NodeRef call = code_pin(self->code, NODE_CALL, W_NONE, 0, 0, 0, own->value - 1);
    code_node(self->code, call)->args[1] = 0;
  }
  return true;
}

// Code of no operation. It has one block that returns.
static Code *begin_code(Lower *self) {
  Code *code = arena_new(&self->arena, Code, 1);
  if (!code) return NULL;
  code_init(code, &self->arena);
  vec_push(&self->arena, &code->blocks, ((CodeBlock){.loop = NO_BLOCK, .end = END_RETURN}));
  self->code = code;
  self->function = self->module->op;
  map_clear(&self->values);
  return code_order(code) ? code : NULL;
}

// What is done before anything else: globals that need code, then constructors.
static bool lower_start(Lower *self, Function *out) {
  Code *code = begin_code(self);
  if (!code || !fill_globals(self) || !call_constructors(self)) return false;
  *out = (Function){.name = STR("rung.start"), .type = type_index(self, (Str){"\0\0", 2}), .code = code};
  return code_place(code);
}

// ---------------------------------------------------------------------------------------------
// The bytes

typedef struct Sections { StrBuf *out; StrBuf content; } Sections;

static void end_section(Sections *self, uint8_t id) {
  strbuf_char(self->out, (char)id);
  put_sized(self->out, &self->content);
  self->content.size = 0;
}

static void put_import(StrBuf *out, const char *name, uint8_t kind) {
  put_binary_name(out, STR("env"));
  put_binary_name(out, str_from(name));
  strbuf_char(out, (char)kind);
}

static uint32_t function_index(const Lower *self, uint32_t place) { return place & IMPORTED ? place & ~IMPORTED : self->imports.count + place; }

static void put_types(Lower *self, Sections *s) {
  leb_unsigned(&s->content, self->types.count);
  for (uint32_t i = 0; i < self->types.count; i++) {
    strbuf_char(&s->content, 0x60);
    strbuf_str(&s->content, self->types.data[i]);
  }
  end_section(s, 1);
}

static void put_imports(Lower *self, Sections *s) {
  leb_unsigned(&s->content, self->imports.count + 2);
  for (uint32_t i = 0; i < self->imports.count; i++) {
    put_binary_name(&s->content, STR("env"));
    put_binary_name(&s->content, self->imports.data[i].name);
    strbuf_char(&s->content, 0);
    leb_unsigned(&s->content, self->imports.data[i].type);
  }
  put_import(&s->content, "memory", 2);
  strbuf_bytes(&s->content, "\0\1", 2);
  put_import(&s->content, "__stack_pointer", 3);
  strbuf_bytes(&s->content, "\x7f\1", 2);
  end_section(s, 2);
}

static void put_table(Lower *self, Sections *s) {
  strbuf_bytes(&s->content, "\1\x70\0", 3);
  leb_unsigned(&s->content, self->table.count + 1);
  end_section(s, 4);
  // The address of the data, set at the start.
  strbuf_char(&s->content, self->watched ? 3 : 1);
  strbuf_bytes(&s->content, "\x7e\1\x42\0\x0b", 5);
  for (int i = 0; self->watched && i < 2; i++) strbuf_bytes(&s->content, "\x7f\1\x41\0\x0b", 5);
  end_section(s, 6);
}

static void put_exports(Lower *self, Sections *s, uint32_t defined) {
  static const struct { const char *name; uint8_t index; } watched[] = {{"rung.freed", FREED}, {"rung.freed_size", FREED_SIZE}};
  leb_unsigned(&s->content, defined + (self->watched ? 3 : 1));
  for (size_t i = 0; self->watched && i < countof(watched); i++) {
    put_binary_name(&s->content, str_from(watched[i].name));
    strbuf_char(&s->content, 3);
    leb_unsigned(&s->content, watched[i].index);
  }
  for (uint32_t i = 0; i < defined; i++) {
    put_binary_name(&s->content, self->functions.data[i].name);
    strbuf_char(&s->content, 0);
    leb_unsigned(&s->content, function_index(self, i));
  }
  put_binary_name(&s->content, STR("__indirect_function_table"));
  strbuf_bytes(&s->content, "\1\0", 2);
  end_section(s, 7);
}

static void put_elements(Lower *self, Sections *s) {
  if (!self->table.count) return;
  strbuf_bytes(&s->content, "\1\0\x41\1\x0b", 5);
  leb_unsigned(&s->content, self->table.count);
  for (uint32_t i = 0; i < self->table.count; i++) leb_unsigned(&s->content, function_index(self, self->table.data[i]));
  end_section(s, 9);
}

// Ask for the memory, copy the data, then what lower_start() made.
static void put_entry(Lower *self, StrBuf *body, uint32_t start, uint32_t aligned_alloc) {
  uint64_t size = (self->data.size + self->data_align - 1) / self->data_align * self->data_align;
  leb_unsigned(body, 0);
  put_const_instruction(body, W_I64, self->data_align);
  put_const_instruction(body, W_I64, size);
  strbuf_char(body, 0x10);
  leb_unsigned(body, aligned_alloc);
  strbuf_char(body, 0x24);
  leb_unsigned(body, DATA_BASE);
  strbuf_char(body, 0x23);
  leb_unsigned(body, DATA_BASE);
  strbuf_char(body, (char)NODE_I32_WRAP_I64);
  put_const_instruction(body, W_I32, 0);
  put_const_instruction(body, W_I32, self->data.size);
  strbuf_bytes(body, "\xfc\x08\0\0", 4);   // memory.init
  strbuf_char(body, 0x10);
  leb_unsigned(body, start);
  strbuf_char(body, 0x0b);
}

static bool put_code(Lower *self, Sections *s, uint32_t aligned_alloc, CodeLines *lines) {
  uint32_t count = self->functions.count;
  StrBuf body;
  bool ok = true;
  strbuf_init(&body, s->out->mem);
  leb_unsigned(&s->content, count + 1);
  for (uint32_t i = 0; ok && i < count; i++) {
    CodeLines own = {0};
    body.size = 0;
    self->functions.data[i].code->import_count = self->imports.count;
    ok = code_emit(self->functions.data[i].code, &body, &own) && body.size < MAX_FUNCTION;
    if (!ok) lower_refuse(self, self->functions.data[i].op ? self->functions.data[i].op : self->module->op, "a function of this size");
    leb_unsigned(&s->content, body.size);
    for (uint32_t k = 0; k < own.count; k++) vec_push(&self->arena, lines, ((CodeLine){own.data[k].at + (uint32_t)s->content.size, own.data[k].source}));
    strbuf_str(&s->content, strbuf_view(&body));
  }
  body.size = 0;
  put_entry(self, &body, function_index(self, count - 1), aligned_alloc);
  put_sized(&s->content, &body);
  strbuf_free(&body);
  // Places in the section become places in the module: behind its id and size.
  uint32_t head = 1, size = (uint32_t)s->content.size;
  do head++; while (size >>= 7);
  for (uint32_t i = 0; i < lines->count; i++) lines->data[i].at += (uint32_t)s->out->size + head;
  end_section(s, 10);
  return ok;
}

static void put_names(Lower *self, Sections *s) {
  StrBuf names;
  strbuf_init(&names, s->out->mem);
  leb_unsigned(&names, self->imports.count + self->functions.count);
  for (uint32_t i = 0; i < self->imports.count + self->functions.count; i++) {
    leb_unsigned(&names, i);
    put_binary_name(&names, i < self->imports.count ? self->imports.data[i].name : self->functions.data[i - self->imports.count].name);
  }
  put_binary_name(&s->content, STR("name"));
  strbuf_bytes(&s->content, "\0\x8\7program", 10);   // engines show it in traces
  strbuf_char(&s->content, 1);
  put_sized(&s->content, &names);
  strbuf_free(&names);
  end_section(s, 0);
}

static void put_lines(Sections *s, const CodeLines *lines) {
  CodeLine last = {0};
  put_binary_name(&s->content, STR("rung.lines"));
  for (uint32_t i = 0; i < lines->count; i++) {
    leb_unsigned(&s->content, lines->data[i].at - last.at);
    leb_signed(&s->content, (int64_t)lines->data[i].source - last.source);
    last = lines->data[i];
  }
  end_section(s, 0);
}

static bool put_module(Lower *self, StrBuf *out) {
  Sections s = {.out = out};
  CodeLines lines = {0};
  strbuf_init(&s.content, out->mem);
  uint32_t aligned_alloc = import_named(self, runtime_function(STR("aligned_alloc"))), entry = type_index(self, (Str){"\0\0", 2});
  uint32_t defined = self->functions.count - 1;
  strbuf_bytes(out, "\0asm\1\0\0\0", 8);
  put_types(self, &s);
  put_imports(self, &s);
  leb_unsigned(&s.content, self->functions.count + 1);
  for (uint32_t i = 0; i < self->functions.count; i++) leb_unsigned(&s.content, self->functions.data[i].type);
  leb_unsigned(&s.content, entry);
  end_section(&s, 3);
  put_table(self, &s);
  put_exports(self, &s, defined);
  leb_unsigned(&s.content, self->imports.count + self->functions.count);
  end_section(&s, 8);
  put_elements(self, &s);
  leb_unsigned(&s.content, 1);
  end_section(&s, 12);
  bool ok = put_code(self, &s, aligned_alloc, &lines);
  leb_unsigned(&s.content, 1);
  leb_unsigned(&s.content, 1);
  put_sized(&s.content, &self->data);
  end_section(&s, 11);
  put_names(self, &s);
  put_lines(&s, &lines);
  strbuf_free(&s.content);
  return ok;
}

// Whether anything can be freed: else nothing needs to be watched.
static bool frees(Lower *self) {
  return global_named(self, STR("free")) || global_named(self, STR("realloc")) || global_named(self, STR("_mlir_memref_to_llvm_free"));
}

bool export_wasm(Module *module, WasmTelling telling, StrBuf *out) {
  Context *ctx = module->context;
  Lower self = {.module = module, .ctx = ctx, .traced = telling == WASM_TRACED, .watched = telling != WASM_PLAIN};
  size_t before = out->size;
  Map *maps[] = {&self.symbols, &self.shapes, &self.values, &self.data_at, &self.blocks, &self.loops, &self.function_of, &self.import_of, &self.type_of};
  arena_init(&self.arena, &ctx->mem);
  for (size_t i = 0; i < countof(maps); i++) map_init(maps[i], &self.arena);
  strbuf_init(&self.data, &ctx->mem);
  bool ok = op_is(module->op, OP_BUILTIN_MODULE) && !region_is_empty(op_region(module->op, 0));
  if (!ok) lower_refuse(&self, module->op, "an empty module");
  ok = ok && (ir_layout_init_with(&self.layout, module, &self.arena, str_from(default_layout)) || lower_refuse(&self, module->op, "its data layout"));
  ok = ok && list_functions(&self) && place_globals(&self);
  self.watched = self.watched && frees(&self);
  for (uint32_t i = 0; ok && i < self.functions.count; i++) ok = lower_function(&self, &self.functions.data[i]);
  Function start;
  ok = ok && lower_start(&self, &start);
  if (ok) {
    vec_push(&self.arena, &self.functions, start);
    ok = put_module(&self, out);
  }
  if (!ok || ctx->mem.exhausted) out->size = before;
  strbuf_free(&self.data);
  arena_free(&self.arena);
  return ok && !ctx->mem.exhausted;
}
