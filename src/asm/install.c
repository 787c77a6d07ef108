#include "asm/install.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/text.h"

void asm_install(Context *ctx) {
  static const TextHooks hooks = {
    .type = print_type_text, .attr = print_attr_text, .op = print_quoted_op, .read_attr = parse_attr_text,
    .fill_defaults = op_state_fill_defaults,
  };
  context_set_text_hooks(ctx, &hooks);
}
