// Metadata: nodes made from attributes, each once, and their numbers `!0`
// (https://llvm.org/docs/LangRef.html#metadata).
#ifndef RUNG_EXPORT_LLVM_IR_METADATA_H
#define RUNG_EXPORT_LLVM_IR_METADATA_H

#include "ir/op.h"
#include "support/map.h"
#include "support/strbuf.h"

typedef struct IrNode IrNode;

// What stands between the parentheses of a node.
typedef struct IrField {
  const char *label;   // "name" or "name:", of specialized nodes; NULL in tuples
  uint32_t operand;    // LLVM numbers nodes by this order; 0 for what is no node
  IrNode *node;        // a node, or NULL
  Str text;            // without node: as it stands; "": null
} IrField;

struct IrNode {
  const char *kind;    // "DIFile", or a text that begins with it and a space; NULL: a tuple
  bool distinct;
  bool in_place;       // written where it is used: !DIExpression
  int number;          // -1: none yet
  VEC(IrField) fields;
};

typedef struct IrAttachment { const char *kind; IrNode *node; } IrAttachment;
typedef struct IrAttachments { VEC(IrAttachment) items; } IrAttachments;
typedef struct IrNamedNode { const char *name; VEC(IrNode *) nodes; } IrNamedNode;

typedef struct IrMetadata {
  Context *ctx;
  Arena *arena;
  Map of_attr;                  // attribute -> IrNode *
  Map of_text;                  // of tuples that are equal -> IrNode *
  VEC(IrNode *) numbered;
  VEC(IrNamedNode) named;
  VEC(const char *) kinds;      // of attachments that LLVM has no number for, in the order they come up
  Map children;                 // compile units -> the list of their globals
  A subprogram;                 // of the function that is being written, or NULL
} IrMetadata;

void ir_metadata_init(IrMetadata *self, Context *ctx, Arena *arena);
IrNode *ir_node(IrMetadata *self, const char *kind, bool distinct);
void ir_node_text(IrMetadata *self, IrNode *node, const char *label, Str text);          // owned by the arena already
void ir_node_string(IrMetadata *self, IrNode *node, const char *label, Str text);        // !"text"
void ir_node_number(IrMetadata *self, IrNode *node, const char *type, int64_t value);    // i32 7
void ir_node_node(IrMetadata *self, IrNode *node, const char *label, uint32_t operand, IrNode *of);
// The equal one that was made before, or itself.
IrNode *ir_node_unique(IrMetadata *self, IrNode *node);
void ir_named_add(IrMetadata *self, const char *name, IrNode *node);
uint32_t ir_table_number(const char **at);   // of the texts that say what nodes have

// Give numbers to a node and all it leads to.
void ir_node_enumerate(IrMetadata *self, IrNode *node);
void ir_put_node(StrBuf *out, const IrNode *node);                     // `!7`, or the node itself
void ir_put_attachments(StrBuf *out, const IrAttachments *attachments);   // `, !tbaa !3`
void ir_put_metadata(IrMetadata *self, StrBuf *out);                   // the named nodes, and all that have numbers

void ir_attach(IrMetadata *self, IrAttachments *to, const char *kind, IrNode *node);

// --- Nodes of attributes
IrNode *ir_tbaa_node(IrMetadata *self, A tag);
IrNode *ir_scopes_node(IrMetadata *self, A scopes);        // a list of alias scopes
IrNode *ir_scope_node(IrMetadata *self, A scope);
IrNode *ir_access_groups_node(IrMetadata *self, A groups);
IrNode *ir_loop_node(IrMetadata *self, A annotation);
IrNode *ir_weights_node(IrMetadata *self, A weights);
IrNode *ir_memory_model_node(IrMetadata *self, A tags);    // #llvm.mmra_tag<…>, or a list of them; NULL: an empty list, or something else
IrNode *ir_call_counts_node(IrMetadata *self, A entries);  // a list of #llvm.cgprofile_entry<…>
IrNode *ir_profile_node(IrMetadata *self, A summary);      // #llvm.profile_summary<…>

// --- Debug information (debug.c)
IrNode *ir_debug_node(IrMetadata *self, A attr);            // of #llvm.di_…; NULL: none
IrNode *ir_location_node(IrMetadata *self, A loc, A scope, IrNode *inlined_at);

#endif
