package warmaster

// A battle keeps the version of the rules that it began with, so that records
// replay as they were fought. Each of the following tells whether a battle
// follows a reading of the book that came with a later version than oldest.

// since tells whether a battle began with a version or a later one.
func (f *fixed) since(version int) bool { return f.setup.Version >= version }

// keepsHits: hits by shooting at a charger stay marked until the combat (WR-CSHOT-5).
func (f *fixed) keepsHits() bool { return f.since(2) }

// seesInside: terrain that hides what is behind it does not hide who stands in it (WR-LOS-2).
func (f *fixed) seesInside() bool { return f.since(2) }

// leavesRiders: a unit that moves in the Orders phase leaves its characters behind (WR-CHAR-1).
func (f *fixed) leavesRiders() bool { return f.since(2) }

// stopsAtEdge: a retreat over an edge of the table ends at that edge, and who is
// back finds a place along it (WR-EDGE-4).
func (f *fixed) stopsAtEdge() bool { return f.since(2) }

// sparesUnseen: stands that the shooters do not see neither set the number to
// hit nor fall before those that they see (WR-SHOOT-6, WR-SHOOT-12).
func (f *fixed) sparesUnseen() bool { return f.since(2) }

// openFirst: stands without protection fall to shooting before the others (WR-SHOOT-12).
func (f *fixed) openFirst() bool { return f.since(2) }
