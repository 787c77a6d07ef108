// Two passes disagree about how wide an index is: 32 bits here, 64
// there. The casts between them cannot vanish.
func.func @area(%rows: index, %columns: index) -> index {
  %area = arith.muli %rows, %columns : index
  return %area : index
}
