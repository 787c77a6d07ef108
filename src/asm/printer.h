// The printer: IR to text, byte-equal to mlir-opt 22 (mlir/lib/IR/AsmPrinter.cpp).
#ifndef RUNG_ASM_PRINTER_H
#define RUNG_ASM_PRINTER_H

#include "asm/format.h"
#include "ir/affine.h"
#include "ir/edition.h"
#include "support/strbuf.h"

typedef struct PrintOptions {
  bool generic;              // --mlir-print-op-generic
  bool debug_info;           // --mlir-print-debuginfo
  bool pretty_debug_info;    // --mlir-pretty-debuginfo
  bool local_scope;          // --mlir-print-local-scope
  bool value_users;          // --mlir-print-value-users
  bool nameloc_prefix;       // --mlir-use-nameloc-as-prefix
  bool skip_regions;         // --mlir-print-skip-regions
  bool unique_ssa_ids;       // --mlir-print-unique-ssa-ids
  bool no_external_resources;   // as the reference prints the IR around passes
  int64_t elide_elements_larger;      // --mlir-elide-elementsattrs-if-larger; -1: never
  int64_t elide_resources_larger;     // --mlir-elide-resource-strings-if-larger; -1: never
  int64_t hex_elements_larger;        // --mlir-print-elementsattrs-with-hex-if-larger; 100 by default, -1: never
  const Edition *edition;    // whose forms of records are written; NULL: LLVM 22
  struct OutputMap *map;              // when set, receives output range -> source range pairs
  // When set, is given the text so far after an operation inside a block, once there is a good deal
  // of it, and empties the buffer; what is left at the end stays there. Not together with `map`.
  void (*flush)(StrBuf *out, void *data);
  void *flush_data;
} PrintOptions;
#define PRINT_OPTIONS_DEFAULT \
  (PrintOptions) { .elide_elements_larger = -1, .elide_resources_larger = -1, .hex_elements_larger = 100 }

// Output [out_begin, out_end) came from source `src`; one entry per operation, in output order.
typedef struct OutputMapEntry { uint32_t out_begin, out_end; Range src; } OutputMapEntry;
typedef struct OutputMap { Arena *arena; VEC(OutputMapEntry) entries; } OutputMap;

// Print a module (or any op) as mlir-opt prints it, with a final newline.
void print_module(StrBuf *out, Module *module, Operation *op, const PrintOptions *options);
// One type, attribute, map as messages show them (no aliases).
void print_type_text(Context *ctx, StrBuf *out, T type);
void print_attr_text(Context *ctx, StrBuf *out, A attr);
void print_type_as(Context *ctx, StrBuf *out, T type, const Edition *edition);   // NULL: LLVM 22
// In generic form, on lines of its own when it has several: inside a message.
void print_quoted_op(Module *module, StrBuf *out, const Operation *op);
// The text of each of `ops`, which stand in `top`: in custom form with the names that values have in a print of all of `top`,
// without the contents of regions. In memory of `arena`.
void print_ops_apart(Module *module, const Operation *top, Operation *const *ops, uint32_t count, Str *texts, Arena *arena);
// Print operations one at a time, in custom form and with the names their source gives values, blocks and aliases. The host
// prints the contents of their regions; where it prints OUTLINE_MARK, that byte appears.
typedef struct Outline Outline;
typedef enum OutlineChild { OUTLINE_SKIP, OUTLINE_MARK, OUTLINE_PRINT } OutlineChild;
enum { OUTLINE_CHILD = 1 };
typedef struct OutlineHost {
  OutlineChild (*child)(void *data, Operation *op, bool is_elided);   // `is_elided`: a whole print would not show it
  Range (*name)(void *data, const Value *value);   // where the source names a value that does not know; empty: nowhere
  void *data;
} OutlineHost;
Outline *outline_new(Module *module, StrBuf *out, const OutlineHost *host);   // in the module's memory; NULL: that ran out
void outline_free(Outline *self);
void outline_op(Outline *self, const Operation *op);     // appends to `out`, as the others do
void outline_type(Outline *self, T type);                // as what an alias stands for
void outline_attr(Outline *self, A attr);
// `name` (without `#` or `!`) stands for a type or attribute until the next outline_drop_aliases().
void outline_use_alias(Outline *self, const void *key, Str name, bool is_type);
void outline_drop_aliases(Outline *self);
void print_affine_map_text(StrBuf *out, const AffineMap *map);
void print_integer_set_text(StrBuf *out, const IntegerSet *set);

// ---------------------------------------------------------------------------------------------
// For dialect hooks (OpAsmPrinter's vocabulary)

StrBuf *printer_out(Printer *p);
Context *printer_context(const Printer *p);
Module *printer_module(const Printer *p);
const Edition *printer_edition(const Printer *p);           // whose text is written
bool printer_writes_older(const Printer *p, uint32_t habit);  // it had the habit: OLDER_BARE_AFFINE …
static inline void print_str(Printer *p, Str text) { strbuf_str(printer_out(p), text); }
void print_text(Printer *p, const char *text);
void print_char(Printer *p, char c);
void print_i64(Printer *p, int64_t value);
void print_u64(Printer *p, uint64_t value);
void print_newline(Printer *p);                     // newline and the current indentation
void printer_indent(Printer *p, int more);          // what follows by so many spaces more
void print_operand(Printer *p, const Value *value); // %name, with #n for packs
void print_operands(Printer *p, const Operation *op, Span span);    // comma separated
void print_values(Printer *p, Value *const *values, uint32_t count);
void print_type(Printer *p, T type);                // through aliases
void print_types(Printer *p, const T *types, uint32_t count);
void print_operand_types(Printer *p, const Operation *op, Span span);
void print_result_types(Printer *p, const Operation *op, Span span);
void print_functional_type(Printer *p, const Operation *op);
// PREFIX `(` %a = %b, … `)`: `count` arguments and the operands from `first` on; nothing if there are none.
void print_assignments(Printer *p, const char *prefix, Value *const *args, uint32_t count, const Operation *op, uint32_t first);
void print_attr(Printer *p, A attr);                // through aliases, with type
void print_attr_without_type(Printer *p, A attr);
// The alias when there is one; false: nothing was written.
bool print_type_alias(Printer *p, T type);
bool print_attr_alias(Printer *p, A attr);
// A dialect type or attribute without `!dialect.name` (printStrippedAttrOrType): its alias, what its
// print function or parameters give, or, when that is nothing, the whole spelling.
void print_type_stripped(Printer *p, T type);
void print_attr_stripped(Printer *p, A attr);
// Around the body of a type that may contain itself; false: it is being printed already (write its
// name only, and do not pop).
bool printer_push_cyclic(Printer *p, const void *key);
void printer_pop_cyclic(Printer *p);
void print_affine_map(Printer *p, const AffineMap *map);
void print_affine_expr(Printer *p, E expr);
void print_affine_map_of_ssa(Printer *p, const AffineMap *map, const Operation *op, Span operands);
void print_affine_expr_of_ssa(Printer *p, E expr, const Operation *op, Span dims, Span symbols);
void print_symbol_name(Printer *p, Str name);       // @name, quoted when needed
void print_keyword_or_string(Printer *p, Str text);
void print_string(Printer *p, Str text);            // "escaped"
void print_float(Printer *p, APFloat value);
void print_dims(Printer *p, const int64_t *dims, uint32_t count);   // 4x?x…, no trailing x
// ` {…}` or nothing, from discardable attributes plus inherent ones not in `elided`
// (NULL-terminated list of names).
void print_optional_attr_dict(Printer *p, const Operation *op, const char *const *elided);
void print_optional_attr_dict_with_keyword(Printer *p, const Operation *op, const char *const *elided);
void print_attr_entries(Printer *p, const NamedAttr *attrs, uint32_t count);  // `{…}` of a given list, leading space when any
void print_region(Printer *p, const Region *region, bool print_entry_args, bool print_terminators, bool print_empty_block);
void print_region_argument(Printer *p, const Value *arg, A attr_dict, bool omit_type);
void print_successor(Printer *p, const Block *block);               // ^bb1
void print_successor_and_operands(Printer *p, const Operation *op, uint32_t i);
void print_generic_op(Printer *p, const Operation *op);
void print_op(Printer *p, const Operation *op);    // custom or generic, without indentation or newline
// `(args) -> results` with their attributes (arrays of dictionaries, or NULL). Arguments are named
// when `body` has blocks. `print_empty_result`: also ` -> ()`.
void print_signature(Printer *p, const T *args, uint32_t arg_count, A arg_attrs, bool variadic, const T *results,
                     uint32_t result_count, A result_attrs, const Region *body, bool print_empty_result);
void print_function_signature(Printer *p, const Operation *op, const T *args, uint32_t arg_count, bool variadic,
                              const T *results, uint32_t result_count);
// From result_names / arg_names hooks.
void printer_suggest_name(Printer *p, const Value *value, Str name);
// Alternative names of region entry arguments during printing (printRegion with shadowed names).
void printer_shadow_arg_names(Printer *p, const Region *region, Value *const *names, uint32_t count);

// ---------------------------------------------------------------------------------------------
// Directives and parameters of records

void format_print(Printer *p, const Format *format, const Operation *op);
// For custom directives.
Span custom_span(const Operation *op, const CustomArg *arg);      // operands, results (types too), regions, successors
A custom_attr(const Operation *op, const CustomArg *arg);         // NULL when absent
T custom_type(const Operation *op, const CustomArg *arg, uint32_t i);  // i-th type of CUSTOM_*_TYPES; NULL past the end
static inline const Region *custom_region(const Operation *op, const CustomArg *arg) { return &op->regions[arg->index]; }
// Sizes of the groups of a VARIADIC_OF_VARIADIC operand: its segments attribute (array<i32: …>) or NULL.
A custom_groups(const Operation *op, const CustomArg *arg);
// $attribute outside a group, by its constraint's form.
void print_attr_by_form(Printer *p, const RecordTable *table, const AttrConstraint *type, A value);
void print_enum(Printer *p, const EnumDef *def, int64_t value);
// Parameters: what follows the mnemonic.
void print_attr_params(Printer *p, A attr);
void print_type_params(Printer *p, T type);

#endif
