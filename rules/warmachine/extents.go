package warmachine

// extent is the box around the centres of a troop's models in play. Most questions of
// a board are about a few models that stand near each other: whole troops are left out
// by it first.
type extent struct {
	lowX, highX, lowY, highY Inches
	valid                    bool
}

// extent returns that of a troop, worked out anew after the troop has moved.
func (b *Battle) extent(i int) *extent {
	if i < len(b.extents) && b.extents[i].valid {
		return &b.extents[i]
	}
	return b.measureExtent(i)
}

// measureExtent works the extent of a troop out.
func (b *Battle) measureExtent(i int) *extent {
	if b.extents == nil {
		b.extents = make([]extent, len(b.info))
	}
	e := &b.extents[i]
	*e = extent{valid: true}
	empty := true
	for k := range b.s.Units[i].Models {
		m := &b.s.Units[i].Models[k]
		switch {
		case m.Gone:
		case empty:
			e.lowX, e.highX, e.lowY, e.highY, empty = m.X, m.X, m.Y, m.Y, false
		default:
			e.lowX, e.highX, e.lowY, e.highY = min(e.lowX, m.X), max(e.highX, m.X), min(e.lowY, m.Y), max(e.highY, m.Y)
		}
	}
	return e
}

// beside tells whether a troop lies beside a box by more than some room.
func (e *extent) beside(lowX, highX, lowY, highY, room Inches) bool {
	return e.highX+room < lowX || e.lowX-room > highX || e.highY+room < lowY || e.lowY-room > highY
}

// farFrom tells whether a troop is farther from a point than so much.
func (e *extent) farFrom(x, y, reach Inches) bool { return e.beside(x, x, y, y, reach) }

// forgetExtent forgets the extent of a troop that moves.
func (b *Battle) forgetExtent(i int) {
	if b.extents != nil {
		b.extents[i].valid = false
	}
}
