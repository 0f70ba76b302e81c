package warmachine

// This file holds facts from outside the rulebook: wrecks of warjacks, which are
// rough terrain of the size of their base and give cover (WM-X-GRID-6).

// hasObstacles tells whether anything lies on the table.
func (b *Battle) hasObstacles() bool { return len(b.pieces) > 0 || len(b.s.Wrecks) > 0 }

// rough is how many inches of a way lie in what slows: terrain, or wrecks.
func (b *Battle) rough(from, to Point) Inches {
	sum := b.scenery.rough(from, to)
	if len(b.s.Wrecks) == 0 {
		return sum
	}
	long := to.Minus(from).Length()
	if long == 0 {
		return sum
	}
	way := Course{from, float64(to.X-from.X) / long, float64(to.Y-from.Y) / long, 0}
	for _, w := range b.s.Wrecks {
		along, off := way.Meets(w.Point())
		half := OtherLeg(w.Radius, off)
		if part := min(long, along+half) - max(0, along-half); off < float64(w.Radius) && part > 0 {
			sum += RoundInches(part)
		}
	}
	return min(sum, RoundInches(long))
}

// sheltered tells whether a target has concealment or cover: by terrain, or in a wreck.
func (b *Battle) sheltered(from, to Point, radius Inches) (concealment, cover bool) {
	concealment, cover = b.scenery.sheltered(from, to, radius)
	for _, w := range b.s.Wrecks {
		cover = cover || near(w.Point(), to, w.Radius)
	}
	return concealment, cover
}
