// Hooks of spirv's operations, as the table in ops.c names them.
#ifndef RUNG_DIALECTS_SPIRV_HOOKS_H
#define RUNG_DIALECTS_SPIRV_HOOKS_H

#include "asm/format.h"
#include "dialects/spirv/attrs.h"
#include "dialects/spirv/types.h"

// structure.c: modules and what stands in them
extern const OpHooks
    spirv_module_hooks, spirv_func_hooks, spirv_entry_point_hooks, spirv_execution_mode_hooks, spirv_global_hooks,
    spirv_graph_hooks, spirv_graph_entry_point_hooks;
// constants.c
extern const OpHooks
    spirv_addressof_hooks, spirv_constant_hooks, spirv_referenceof_hooks, spirv_replicate_hooks, spirv_spec_composite_hooks,
    spirv_spec_constant_hooks, spirv_spec_operation_hooks, spirv_spec_replicate_hooks;
// control.c
extern const OpHooks
    spirv_branch_conditional_hooks, spirv_call_hooks, spirv_loop_hooks, spirv_select_hooks, spirv_selection_hooks,
    spirv_switch_hooks, spirv_unreachable_hooks;
// memory.c
extern const OpHooks
    spirv_access_chain_hooks, spirv_atomic_float_hooks, spirv_atomic_hooks, spirv_barrier_hooks, spirv_block_access_hooks,
    spirv_block_write_hooks, spirv_coop_access_hooks, spirv_coop_mul_add_hooks, spirv_copy_memory_hooks, spirv_load_hooks,
    spirv_mesh_tasks_hooks, spirv_store_hooks, spirv_variable_hooks;
// values.c: composites, matrices and images
extern const OpHooks
    spirv_composite_construct_hooks, spirv_composite_extract_hooks, spirv_composite_insert_hooks, spirv_image_hooks,
    spirv_image_query_size_hooks, spirv_matrix_times_matrix_hooks, spirv_matrix_times_scalar_hooks,
    spirv_matrix_times_vector_hooks, spirv_shuffle_hooks, spirv_transpose_hooks, spirv_vector_times_matrix_hooks,
    spirv_vector_times_scalar_hooks;
// arithmetic.c: arithmetic, casts and groups
extern const OpHooks
    spirv_bitcast_hooks, spirv_broadcast_hooks, spirv_clamp_hooks, spirv_convert_any_hooks, spirv_convert_width_hooks,
    spirv_dot_hooks, spirv_extended_hooks, spirv_frexp_hooks, spirv_from_generic_hooks, spirv_group_broadcast_hooks,
    spirv_group_hooks, spirv_ldexp_hooks, spirv_non_uniform_hooks, spirv_ptr_to_u_hooks, spirv_rotate_hooks, spirv_shift_hooks,
    spirv_shuffle_lanes_hooks, spirv_to_generic_hooks, spirv_u_to_ptr_hooks;

extern const CustomDirective spirv_directives[];

// --- Shared by those files

// Report and return false: with "'name' op " in front, or plainly.
bool spirv_fail(Verifier *v, const Operation *op, const char *message);
bool spirv_fail_plain(Verifier *v, const Operation *op, const char *message);
// "<message>'type'<middle>'type'".
bool spirv_fail_types(Verifier *v, const Operation *op, bool plain, const char *message, T a, const char *middle, T b);

// A string with an enum's cases, for the attribute `words`: "expected … attribute specified as string".
bool parse_spirv_enum_string(Parser *p, const SpirvEnum *def, const char *words, int64_t *out);
// The same, set as an attribute of the operation.
bool parse_spirv_enum_attr(Parser *p, OpState *state, const char *name, const SpirvEnum *def, const AttrDef *attr, int64_t *out);
// ` "case"`, and an operand.
void print_spirv_enum_string(Printer *p, const SpirvEnum *def, int64_t value);
// An attribute of one kind: "invalid kind of attribute specified". `type` as in parse_attr.
A parse_spirv_attr(Parser *p, AttrKind kind, T type);
A parse_spirv_symbol(Parser *p);                    // flat
bool parse_spirv_dict(Parser *p, OpState *state);   // `{…}` or nothing
// (`bind` `(` set `,` binding `)` | `built_in` `(` name `)`)? attr-dict?, and its printing.
bool parse_spirv_decorations(Parser *p, OpState *state);
void print_spirv_decorations(Printer *p, const Operation *op, const char *const *elided);

// What a constant operation holds, as a 32-bit integer. False: no integer constant.
bool spirv_constant_i32(const Operation *op, int32_t *out);
bool spirv_is_op(const Operation *op, const char *name);   // NULL is no operation
const Operation *spirv_symbol(Verifier *v, const Operation *op, A symbol, const char *kind);   // NULL: not there, or another op
T spirv_type_prop(const Operation *op, const char *name);
// At most one of the memory orders.
bool verify_spirv_semantics(Verifier *v, const Operation *op, const char *name);
// The SPIR-V module around the operation; NULL: none.
const Operation *spirv_module_of(const Operation *op);
static inline int64_t spirv_lanes(T type) { return type_is_vector(type) ? type_num_elements(type) : 1; }

// After `!spirv.` when no type has the mnemonic.
T parse_spirv_type(Parser *p);

#endif
