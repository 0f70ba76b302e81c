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
