// Constraints as trees of tests: what the terms of the language mean.
#ifndef RUNG_RECORDS_NODES_H
#define RUNG_RECORDS_NODES_H

#include "ir/opdef.h"
#include "records/model.h"

typedef enum NodeKind {
  // Types
  NODE_ANY_TYPE,
  NODE_TYPE_KIND,          // data
  NODE_FLOAT_KIND,         // data
  NODE_SIGNLESS,           // signless integer of any width
  NODE_INTEGER_WIDTH,      // signless, width
  NODE_INTEGER_WIDTHS,     // of any signedness (value: not signed), one of the widths whose sum is width
  NODE_SHAPED,             // data: kinds; args: element; rank, flags
  NODE_LIKE,               // args: the scalar
  NODE_COMPLEX,            // args: the element
  NODE_TYPE_DEF,           // decl
  // Attributes
  NODE_ANY_ATTR,
  NODE_ATTR_KIND,          // data
  NODE_INT_ATTR,           // width (0: index), value
  NODE_FLOAT_ATTR,         // data
  NODE_TYPE_ATTR,          // args: what the type must be; none: any
  NODE_TYPED_ATTR,
  NODE_FLAT_SYMBOL,
  NODE_SYMBOL_NAME,
  NODE_ARRAY,              // args: what each item must be
  NODE_DENSE_ARRAY,        // width
  NODE_INT_ELEMENTS,       // width; 0: any
  NODE_UNIT,
  NODE_UNIT_PROPERTY,
  NODE_OPTIONAL_INT,       // an i64 as a native property, or nothing: an array of one or none
  NODE_ENUM,               // decl
  NODE_FLAGS,              // decl: bits as a native property; text: the keyword before them
  NODE_ATTR_DEF,           // decl
  // Both
  NODE_NAMED,              // decl: another constraint
  NODE_ANY_OF, NODE_ALL_OF,   // args
  NODE_CHECK,              // text: a function
} NodeKind;

typedef enum NodeValue { NODE_VALUE_ANY, NODE_POSITIVE, NODE_NON_NEGATIVE, NODE_POWER_OF_TWO, NODE_AT_LEAST, NODE_BETWEEN, NODE_ONE_OF } NodeValue;

typedef struct Node Node;
struct Node {
  NodeKind kind;
  const Term *term;
  const Decl *decl;
  uint32_t data;           // of ir/
  Str text;
  uint32_t width;
  uint8_t value;
  bool is_static, is_strided, is_fixed, is_scalable, is_bool;
  uint32_t ranks;          // RANK_*: a bit for each; 0: any
  uint64_t lengths;        // of a vector: a bit for each (length_bit); 0: any
  VEC(uint16_t) numbers;   // of an integer: what it is compared with
  VEC(Node *) args;
  uint32_t id;             // for the code that writes it
};

// NULL: an error was reported in its file.
Node *type_node(RecordModel *model, const DialectSource *dialect, const Term *term);
// A constraint's, its alternatives as one node.
Node *constraint_node(RecordModel *model, const Decl *decl);

#endif
