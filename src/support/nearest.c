#include "support/nearest.h"

#define LONGEST 64u

uint32_t edit_distance(Str a, Str b, uint32_t limit) {
  size_t apart = a.size > b.size ? a.size - b.size : b.size - a.size;
  if (apart > limit || a.size > LONGEST || b.size > LONGEST) return limit + 1;
  if (limit > LONGEST) limit = LONGEST;
  // Three rows of the table, the one before last for swaps, and of each only the cells near the diagonal:
  // a cell farther from it than `limit` holds a distance above the limit.
  uint8_t rows[3][LONGEST + 2];
  for (size_t k = 0; k <= b.size && k <= limit + 1; k++) rows[0][k] = (uint8_t)k;
  for (size_t i = 1; i <= a.size; i++) {
    uint8_t *row = rows[i % 3];
    const uint8_t *above = rows[(i + 2) % 3], *swapped = rows[(i + 1) % 3];
    size_t first = i > limit ? i - limit : 1, last = i + limit < b.size ? i + limit : b.size;
    uint32_t least = row[first - 1] = (uint8_t)(first == 1 ? i : limit + 1);
    row[last + 1] = (uint8_t)(limit + 1);
    for (size_t k = first; k <= last; k++) {
      uint32_t best = above[k - 1] + (uint32_t)(a.data[i - 1] != b.data[k - 1]);
      if (above[k] + 1u < best) best = above[k] + 1u;
      if (row[k - 1] + 1u < best) best = row[k - 1] + 1u;
      if (i > 1 && k > 1 && a.data[i - 1] == b.data[k - 2] && a.data[i - 2] == b.data[k - 1] && swapped[k - 2] + 1u < best)
        best = swapped[k - 2] + 1u;
      row[k] = (uint8_t)best;
      if (best < least) least = best;
    }
    if (least > limit) return limit + 1;
  }
  uint32_t distance = rows[a.size % 3][b.size];
  return distance > limit ? limit + 1 : distance;
}

bool has_letters_more(Str name, Str other) {
  enum { MORE = 2 };
  if (!other.size || name.size <= other.size || name.size > other.size + MORE || memcmp(name.data, other.data, other.size)) return false;
  for (size_t i = other.size; i < name.size; i++)
    if (!char_is_alpha(name.data[i])) return false;
  return true;
}
