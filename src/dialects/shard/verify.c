// Verification of the shard dialect: the grids that operations name, and the shapes of what their devices hold.
#include "ops/shard.h"

#include "asm/params.h"
#include "dialects/common/view_like.h"
#include "ir/verifier.h"

#include <stdio.h>

#define REFUSE(...) verify_fail_plain(v, op, __VA_ARGS__)

// Operations that name a grid have it first; those that name axes of it have these behind it.
enum { GRID = 0, AXES = 1 };

typedef struct Group {
  A shape;           // of the grid
  A axes;            // along which the devices are that work together
} Group;

static uint64_t list_size(A list) { return list ? ((const DenseArrayAttr *)list)->count : 0; }

bool verify_shard_grid(Verifier *v, const Operation *op) {
  A shape = op_prop_at(op, SHARD_GRID_SHAPE);
  if (!list_size(shape)) return verify_fail(v, op, "rank of grid is expected to be a positive integer");
  for (uint64_t i = 0; i < list_size(shape); i++) {
    int64_t size = dense_array_i64(shape, i);
    if (size < 0 && size != DYNAMIC) return verify_fail(v, op, "dimension size of a grid is expected to be non-negative or dynamic");
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// The grid

static const Operation *find_grid(Verifier *v, const Operation *op) {
  A name = op_prop_at(op, GRID);
  const Operation *grid = symbol_lookup(v->symbols, op, name);
  if (op_is(grid, OP_SHARD_GRID)) return grid;
  Str text = attr_symbol_root(name);
  REFUSE("Undefined required grid symbol \"%.*s\".", STR_ARG(text));
  return NULL;
}

static bool verify_axes(Verifier *v, const Operation *op, const Operation *grid, A axes) {
  for (uint64_t i = 0; i < list_size(axes); i++)
    for (uint64_t k = 0; k < i; k++)
      if (dense_array_i64(axes, i) == dense_array_i64(axes, k)) return REFUSE("Grid axes contains duplicate elements.");
  int64_t rank = (int64_t)list_size(op_prop_at(grid, SHARD_GRID_SHAPE));
  for (uint64_t i = 0; i < list_size(axes); i++) {
    int64_t axis = dense_array_i64(axes, i);
    if (axis >= 0 && axis < rank) continue;
    Str name = symbol_name(grid);
    return REFUSE("0-based grid axis index %lld is out of bounds. The referenced grid \"%.*s\" is of rank %lld.", (long long)axis, STR_ARG(name), (long long)rank);
  }
  return true;
}

static bool find_group(Verifier *v, const Operation *op, Group *out) {
  const Operation *grid = find_grid(v, op);
  if (!grid || !verify_axes(v, op, grid, op_prop_at(op, AXES))) return false;
  *out = (Group){op_prop_at(grid, SHARD_GRID_SHAPE), op_prop_at(op, AXES)};
  return true;
}

static int64_t group_axis_size(const Group *group, uint64_t i) { return dense_array_i64(group->shape, (uint64_t)dense_array_i64(group->axes, i)); }

static int64_t group_size(const Group *group) {
  int64_t size = 1;
  for (uint64_t i = 0; i < list_size(group->axes); i++) {
    int64_t devices = group_axis_size(group, i);
    if (devices == DYNAMIC) return DYNAMIC;
    size = (int64_t)((uint64_t)size * (uint64_t)devices);
  }
  return size;
}

static bool names_grid(Verifier *v, const Operation *op) { return find_grid(v, op) != NULL; }
bool verify_shard_process_linear_index(Verifier *v, const Operation *op) { return names_grid(v, op); }
bool verify_shard_neighbors_linear_indices(Verifier *v, const Operation *op) { return names_grid(v, op); }
bool verify_shard_update_halo(Verifier *v, const Operation *op) { return names_grid(v, op); }

// A result for each axis, or for each of the grid's when none is named.
static bool verify_index_results(Verifier *v, const Operation *op) {
  Group group;
  if (!find_group(v, op, &group)) return false;
  uint64_t expected = list_size(group.axes) ? list_size(group.axes) : list_size(group.shape);
  return op->result_count == expected || REFUSE("Unexpected number of results %u. Expected %llu.", op->result_count, (unsigned long long)expected);
}
bool verify_shard_grid_shape(Verifier *v, const Operation *op) { return verify_index_results(v, op); }
bool verify_shard_process_multi_index(Verifier *v, const Operation *op) { return verify_index_results(v, op); }

// ---------------------------------------------------------------------------------------------
// shard.sharding

static const ArrayAttr *split_axes(const Operation *op) {
  return (const ArrayAttr *)attr_param_attr(op_prop_at(op, SHARD_SHARDING_SPLIT_AXES), 0);
}

static bool has_axis(A axes, uint64_t count, int64_t axis) {
  for (uint64_t i = 0; i < count; i++)
    if (dense_array_i64(axes, i) == axis) return true;
  return false;
}

bool verify_shard_sharding(Verifier *v, const Operation *op) {
  const ArrayAttr *rows = split_axes(op);
  uint64_t halos = list_size(op_prop_at(op, SHARD_SHARDING_STATIC_HALO_SIZES)), divided = 0;
  uint64_t offsets = list_size(op_prop_at(op, SHARD_SHARDING_STATIC_SHARDED_DIMS_OFFSETS));
  for (uint64_t i = 0; i < rows->count; i++) {
    uint64_t count = list_size(rows->items[i]);
    divided += count != 0;
    for (uint64_t k = 0; k < count; k++) {
      int64_t axis = dense_array_i64(rows->items[i], k);
      if (axis < 0) return REFUSE("grid axis is expected to be non-negative");
      bool seen = has_axis(rows->items[i], k, axis);
      for (uint64_t before = 0; before < i && !seen; before++) seen = has_axis(rows->items[before], list_size(rows->items[before]), axis);
      if (seen) return REFUSE("grid axis duplicated");
    }
  }
  if (halos && offsets) return verify_fail(v, op, "halo sizes and shard offsets are mutually exclusive");
  return !halos || halos == divided * 2 || REFUSE("halo sizes must be specified for all split axes.");
}

// The offsets of one dimension: one more than it has parts, in order. `*at` is where they begin, and then where they end.
static bool verify_offsets(Verifier *v, const Operation *op, A shape, A axes, A offsets, uint64_t *at) {
  int64_t last = 0;
  uint64_t parts = 0;
  for (uint64_t i = 0; i < list_size(axes); i++) {
    int64_t axis = dense_array_i64(axes, i);
    if (axis >= (int64_t)list_size(shape)) return REFUSE("0-based grid axis index %lld is out of bounds.", (long long)axis);
    parts += (uint64_t)dense_array_i64(shape, (uint64_t)axis);
  }
  for (uint64_t i = 0; i <= parts; i++) {
    if (*at >= list_size(offsets)) return REFUSE("sharded dims offsets has wrong size.");
    int64_t offset = dense_array_i64(offsets, (*at)++);
    if (offset == DYNAMIC) continue;
    if (offset < last) return REFUSE("sharded dims offsets must be non-decreasing.");
    last = offset;
  }
  return true;
}

bool verify_shard_sharding_symbols(Verifier *v, const Operation *op) {
  const Operation *grid = find_grid(v, op);
  if (!grid) return false;
  A shape = op_prop_at(grid, SHARD_GRID_SHAPE), offsets = op_prop_at(op, SHARD_SHARDING_STATIC_SHARDED_DIMS_OFFSETS);
  if (!list_size(offsets)) return true;
  if (has_axis(shape, list_size(shape), DYNAMIC))
    return REFUSE("sharded dims offsets are not allowed for device grids with dynamic shape.");
  const ArrayAttr *rows = split_axes(op);
  uint64_t at = 0;
  for (uint64_t i = 0; i < rows->count; i++)
    if (list_size(rows->items[i]) && !verify_offsets(v, op, shape, rows->items[i], offsets, &at)) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// What the devices of a group exchange

static bool verify_device(Verifier *v, const Operation *op, const Group *group, const char *name, A device) {
  uint64_t axes = list_size(group->axes);
  if (list_size(device) != axes)
    return REFUSE("In-group device \"%s\" has unexpected multi-index size %llu. Expected %llu.", name, (unsigned long long)list_size(device),
                  (unsigned long long)axes);
  for (uint64_t i = 0; i < axes; i++) {
    int64_t at = dense_array_i64(device, i), size = group_axis_size(group, i);
    if (at != DYNAMIC && size != DYNAMIC && size <= at)
      return REFUSE("Out of bounds coordinate %llu for in-group device \"%s\". Got %lld, but expected value in the range [0, %lld].", (unsigned long long)i, name,
                    (long long)at, (long long)size - 1);
  }
  return true;
}

static const ShapedType *input_type(const Operation *op) { return (const ShapedType *)op_operand_type(op, 0); }
static const ShapedType *output_type(const Operation *op) { return (const ShapedType *)op_result_type(op, 0); }

static bool verify_size(Verifier *v, const Operation *op, int64_t expected, uint64_t axis) {
  int64_t size = output_type(op)->dims[axis];
  char text[24] = "dynamic";
  if (size == DYNAMIC || size == expected) return true;
  if (expected != DYNAMIC) snprintf(text, sizeof text, "%lld", (long long)expected);
  return REFUSE("Dimension size mismatch for result axis %llu. Expected %s, but got %lld.", (unsigned long long)axis, text, (long long)size);
}

// All dimensions but two are the same.
static bool verify_other_sizes(Verifier *v, const Operation *op, int64_t but, int64_t and) {
  const ShapedType *input = input_type(op);
  for (uint64_t i = 0; i < input->rank; i++)
    if ((int64_t)i != but && (int64_t)i != and && !verify_size(v, op, input->dims[i], i)) return false;
  return true;
}

static bool is_axis(Verifier *v, const Operation *op, int64_t axis, const char *name) {
  const ShapedType *output = output_type(op);
  return (axis >= 0 && (uint64_t)axis < output->rank) || REFUSE("%s axis %lld is out of bounds [0, %llu).", name, (long long)axis, (unsigned long long)output->rank);
}

static bool verify_gathered(Verifier *v, const Operation *op, const Group *group, int64_t axis) {
  const ShapedType *input = input_type(op);
  if (!is_axis(v, op, axis, "Gather")) return false;
  for (uint64_t i = 0; i < input->rank; i++)
    if (!verify_size(v, op, (int64_t)i == axis ? dynamic_mul(group_size(group), input->dims[i]) : input->dims[i], i)) return false;
  return true;
}

static bool verify_part(Verifier *v, const Operation *op, const Group *group, int64_t axis, const char *name) {
  if (!is_axis(v, op, axis, name) || !verify_other_sizes(v, op, axis, axis)) return false;
  int64_t size = input_type(op)->dims[axis], devices = group_size(group), expected = DYNAMIC;
  if (size != DYNAMIC && devices != DYNAMIC) {
    if (!devices || size % devices)
      return REFUSE("Operand dimension size %lld is not divisible by collective device group size %lld for tensor axis %lld.", (long long)size, (long long)devices,
                    (long long)axis);
    expected = size / devices;
  }
  return verify_size(v, op, expected, (uint64_t)axis);
}

bool verify_shard_all_gather(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group) && verify_gathered(v, op, &group, op_prop_i64_at(op, SHARD_ALL_GATHER_GATHER_AXIS));
}

bool verify_shard_all_reduce(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group);
}

bool verify_shard_all_slice(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group) && verify_part(v, op, &group, op_prop_i64_at(op, SHARD_ALL_SLICE_SLICE_AXIS), "Slice");
}

bool verify_shard_all_to_all(Verifier *v, const Operation *op) {
  Group group;
  if (!find_group(v, op, &group)) return false;
  int64_t split = op_prop_i64_at(op, SHARD_ALL_TO_ALL_SPLIT_AXIS), concat = op_prop_i64_at(op, SHARD_ALL_TO_ALL_CONCAT_AXIS);
  if (!is_axis(v, op, split, "Split") || !is_axis(v, op, concat, "Concat")) return false;
  if (split == concat) return verify_other_sizes(v, op, -1, -1);
  if (!verify_other_sizes(v, op, split, concat)) return false;
  const ShapedType *input = input_type(op);
  int64_t devices = group_size(&group), size = input->dims[split];
  bool divides = size != DYNAMIC && devices != DYNAMIC && devices && size % devices == 0;
  return verify_size(v, op, dynamic_mul(input->dims[concat], devices), (uint64_t)concat) &&
         verify_size(v, op, divides ? size / devices : DYNAMIC, (uint64_t)split);
}

bool verify_shard_broadcast(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group) && verify_device(v, op, &group, "root", op_prop_at(op, SHARD_BROADCAST_ROOT));
}

bool verify_shard_gather(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group) && verify_device(v, op, &group, "root", op_prop_at(op, SHARD_GATHER_ROOT)) &&
         verify_gathered(v, op, &group, op_prop_i64_at(op, SHARD_GATHER_GATHER_AXIS));
}

bool verify_shard_recv(Verifier *v, const Operation *op) {
  Group group;
  A source = op_prop_at(op, SHARD_RECV_SOURCE);
  return find_group(v, op, &group) && (!source || verify_device(v, op, &group, "source", source));
}

bool verify_shard_reduce(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group) && verify_device(v, op, &group, "root", op_prop_at(op, SHARD_REDUCE_ROOT));
}

bool verify_shard_reduce_scatter(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group) && verify_part(v, op, &group, op_prop_i64_at(op, SHARD_REDUCE_SCATTER_SCATTER_AXIS), "Scatter");
}

bool verify_shard_scatter(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group) && verify_device(v, op, &group, "root", op_prop_at(op, SHARD_SCATTER_ROOT)) &&
         verify_part(v, op, &group, op_prop_i64_at(op, SHARD_SCATTER_SCATTER_AXIS), "Scatter");
}

bool verify_shard_send(Verifier *v, const Operation *op) {
  Group group;
  return find_group(v, op, &group) && verify_device(v, op, &group, "destination", op_prop_at(op, SHARD_SEND_DESTINATION));
}

bool verify_shard_shift(Verifier *v, const Operation *op) {
  Group group;
  if (!find_group(v, op, &group)) return false;
  int64_t axis = op_prop_i64_at(op, SHARD_SHIFT_SHIFT_AXIS);
  return has_axis(group.axes, list_size(group.axes), axis) || REFUSE("Invalid shift axis %lld. It must be one of the grouping grid axes.", (long long)axis);
}
