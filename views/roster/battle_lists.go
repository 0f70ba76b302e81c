package roster

import "strconv"

// anchor is the id of a side's part of the page.
func (ListSide) anchor(seat int) string { return "seat-" + strconv.Itoa(seat+1) }
