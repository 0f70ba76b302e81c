package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// mayPickUp checks a pick-up in a move action (WC-TRE-1 to WC-TRE-3).
func (b *Battle) mayPickUp(c *Move, i int, closest rules.Dec) *rules.Fault {
	if c.PickUp == "" {
		return nil
	}
	k := b.treasure(c.PickUp)
	if k < 0 {
		return rules.Faultf(rules.OutOfRange, "pick_up", "no treasure %q", c.PickUp)
	}
	if b.s.Treasures[k].Carrier >= 0 {
		return rules.Breaks("WC-TRE-1", "pick_up", "is carried already")
	}
	faults := ruling.TreasureFaults(ruling.TreasureInput{
		Act: "pick-up", Action: "move", Runemarks: b.info[i].profile.Runemarks, Carrying: b.s.Fighters[i].Carrying >= 0, ClosestDistance: &closest,
	})
	if n := len(faults); n > 0 { // a rule about the fighter is more useful than one about the distance
		return rules.Breaks(faults[n-1], "pick_up", "cannot be picked up")
	}
	return nil
}

// playDrop drops a treasure as an action (WC-TRE-7, WC-TRE-9).
func (b *Battle) playDrop(t *rules.Turn, c DropTreasure, i int) *rules.Fault {
	if f := b.mayAct(i, false, "drop-treasure"); f != nil {
		return f
	}
	w := &b.s.Fighters[i]
	at := w.At
	if b.board && c.At != nil {
		if at = *c.At; !b.dropsAt(i, at) {
			return rules.Breaks("WC-TRE-9", "at", "must be floor or platform within 1 inch, not above the fighter")
		}
	}
	t.Emit(Dropped{Fighter: b.id(i), Treasure: b.field.Victory.Treasures[w.Carrying].ID, At: at, Action: true})
	return nil
}

// dropsAt reports whether a fighter may drop its treasure at a point (WC-TRE-9).
func (b *Battle) dropsAt(i int, at Point) bool {
	w := &b.s.Fighters[i]
	on, part := b.onSurface(at.flat(), at.z())
	if b.exactTerrain() && at != w.At && !b.seesPoint(i, at) {
		return false
	}
	p := ruling.DropPoint{Horizontal: roundOutward(max(0, at.flat().sub(w.At.flat()).length()-b.info[i].radius)), Level: "same", Visible: true, Surface: "floor"}
	switch {
	case at.Z < w.At.Z:
		p.Level = "lower"
	case at.Z > w.At.Z:
		p.Level = "higher"
	}
	if part >= 0 {
		p.Surface = "platform"
	}
	return on && b.onBattlefield(at.flat(), 0) && p.Legal()
}

// dropOnFall drops the treasure of a fighter that is taken down; its player chooses the point
// (WC-TRE-8, WC-TRE-9).
func (b *Battle) dropOnFall(t *rules.Turn, i int) {
	w := &b.s.Fighters[i]
	at := w.At
	if b.board {
		at.Z = b.groundZ(at)
		if b.placesAnywhere() {
			at = b.askDrop(t, i, at)
			t.Emit(Dropped{Fighter: b.id(i), Treasure: b.field.Victory.Treasures[w.Carrying].ID, At: at})
			return
		}
		options, spots := []string{"drop-here"}, []Point{at}
		for name, y := range [2]rules.Dec{-900_000, 900_000} {
			p := Point{at.X, at.Y + y, at.Z}
			if b.dropsAt(i, p) {
				options, spots = append(options, [2]string{"drop-south", "drop-north"}[name]), append(spots, p)
			}
		}
		at = spots[t.Ask("WC-TRE-9", b.info[i].seat, "drop-point", options...)]
	}
	t.Emit(Dropped{Fighter: b.id(i), Treasure: b.field.Victory.Treasures[w.Carrying].ID, At: at})
}

// askDrop asks where the treasure of a fighter that is taken down lies: under it, or at any other
// point that the rules allow (WC-TRE-9).
func (b *Battle) askDrop(t *rules.Turn, i int, here Point) Point {
	at := func(key string, p Point) rules.Offer[Point] {
		return rules.Offer[Point]{Key: key, Value: p, Spots: []rules.Spot{{X: p.X.Float(), Y: p.Y.Float(), Z: p.z()}}}
	}
	offers := []rules.Offer[Point]{at("drop-here", here)}
	for k, name := range compass {
		sin, cos := ringAt(k, len(compass))
		p := pointAt(b.s.Fighters[i].pos.add(vec{(b.info[i].radius + 0.9) * cos, (b.info[i].radius + 0.9) * sin}), 0)
		p.Z = b.groundZ(Point{p.X, p.Y, b.s.Fighters[i].At.Z})
		if b.dropFault(i, p) == nil {
			offers = append(offers, at("drop-"+name, p))
		}
	}
	q := rules.ValueQuestion{Rule: "WC-TRE-9", Seat: b.info[i].seat, Why: "drop-point", Of: rules.ShapePoint, Unit: b.id(i)}
	return rules.AskValue(t, q, offers, func(p Point) *rules.Fault { return b.dropFault(i, p) })
}

// dropFault returns a fault when a fighter cannot drop its treasure at a point.
func (b *Battle) dropFault(i int, at Point) *rules.Fault {
	return rules.ForbidIf(!b.dropsAt(i, at), "WC-TRE-9", "", "must be floor or platform in sight within 1 inch, not above the fighter")
}
