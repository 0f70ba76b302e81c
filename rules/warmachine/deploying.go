package warmachine

import (
	"math"

	"oriflamme/rules"
)

// playDeploy sets up a unit, or what is left of an army. After all of them
// everybody with Focus Manipulation begins with its FOCUS (WM-SETUP-9), and the
// first turn begins.
func (b *Battle) playDeploy(t *rules.Turn, c Deploy) *rules.Fault {
	if b.board {
		if fault := b.setUp(t, c); fault != nil {
			return fault
		}
		for i := range b.cards {
			if b.cards[i].seat == c.Seat && !b.s.Troops[i].Placed {
				return nil
			}
		}
	} else if c.Unit != "" || c.At != nil {
		return unknown("unit")
	}
	t.Emit(Deployed{c.Seat})
	for _, done := range b.s.Deployed {
		if !done {
			return nil
		}
	}
	for i := range b.cards {
		if b.cards[i].p.Focus > 0 {
			t.Emit(FocusReceived{b.cards[i].id, b.cards[i].p.Focus, "WM-SETUP-9"})
		}
	}
	b.beginTurnOf(t, b.s.Order[0])
	return nil
}

// setUp places a unit where the command says, or the rest of the army in a line.
func (b *Battle) setUp(t *rules.Turn, c Deploy) *rules.Fault {
	if c.Unit == "" {
		if c.At != nil {
			return unknown("at")
		}
		return b.lineUp(t, c)
	}
	i, known := b.ids[c.Unit]
	switch {
	case !known || b.cards[i.i].seat != c.Seat || i.k > 0:
		return strange("unit", "%q is no unit of yours", c.Unit)
	case b.s.Troops[i.i].Placed:
		return rules.Breaks("WM-SETUP-4", "unit", "is set up already")
	case c.At == nil:
		return missing("at")
	case b.advanced(i.i) && b.unplaced(c.Seat, false):
		return rules.Breaks("WM-X-AD-1", "unit", "is set up after the others")
	}
	spots := b.block(i.i, *c.At, b.outlook(c.Seat))
	if rule := b.misplaced(i.i, spots); rule != "" {
		return rules.Breaks(rule, "at", "it may not be set up there")
	}
	b.place(t, i.i, spots)
	return nil
}

func (b *Battle) place(t *rules.Turn, i int, spots []Spot) {
	law := "WM-SETUP-4"
	if b.advanced(i) {
		law = "WM-X-AD-1"
	}
	t.Emit(Placed{b.cards[i].id, spots, law})
}

// advanced tells whether a troop is set up beyond the zone, after the others (WM-X-AD-1).
func (b *Battle) advanced(i int) bool {
	return b.combat && b.cards[i].p.has("advance-deployment")
}

// unplaced tells whether a seat has anything left to set up, of those with
// advance deployment or of the others.
func (b *Battle) unplaced(seat rules.Seat, advanced bool) bool {
	for i := range b.cards {
		if b.cards[i].seat == seat && !b.s.Troops[i].Placed && b.advanced(i) == advanced {
			return true
		}
	}
	return false
}

// advanceBy is how far beyond its zone a troop with advance deployment may be (WM-X-AD-1).
const advanceBy = 6 * Inch

// reachOf is the zone in which a troop is set up.
func (b *Battle) reachOf(i int) area {
	z := b.zone(b.cards[i].seat)
	if !b.advanced(i) {
		return z
	}
	deeper := func(l Inches) *Inches { l += advanceBy; return &l }
	switch z.Shape {
	case "edge":
		z.Depth = deeper(z.depth())
	case "corner":
		z.Radius = deeper(z.radius())
	}
	return z
}

// misplaced is the rule that forbids setting a troop up at spots, or "".
func (b *Battle) misplaced(i int, spots []Spot) string {
	zone, radius := b.reachOf(i), b.cards[i].radius
	for k, at := range spots {
		d := Disc{Place{at.X, at.Y}, radius}
		if ok, rule := zone.holds(b.table, d); !ok {
			return rule
		}
		if b.crowded(d, i) || b.barred(d.point(), d.point(), radius, true) {
			return "WM-PLACE-3"
		}
		for _, other := range spots[:k] {
			if d.overlaps(Disc{Place{other.X, other.Y}, radius}) {
				return "WM-PLACE-3"
			}
		}
		if k > 0 && b.cards[i].p.Kind == "unit" && !inFormation(d, Disc{Place{spots[0].X, spots[0].Y}, radius}, b.command(i)) {
			return "WM-SETUP-5"
		}
	}
	return ""
}

// crowded tells whether a base overlaps one on the table that is not of a troop.
func (b *Battle) crowded(d Disc, but int) bool {
	for i := range b.s.Troops {
		t := &b.s.Troops[i]
		if i == but || !t.Placed || b.extent(i).farFrom(d.X, d.Y, d.Radius+b.cards[i].radius) {
			continue
		}
		for k := range t.Models {
			m := &t.Models[k]
			if !m.Gone && d.overlaps(Disc{Place{m.X, m.Y}, b.cards[i].radius}) {
				return true
			}
		}
	}
	return false
}

// command is the command range of a unit's commander.
func (b *Battle) command(i int) Inches { return Inches(b.cards[i].p.Cmd) * Inch }

// outlook is the heading of a seat's army: away from its edge, or toward the
// middle of the table.
func (b *Battle) outlook(seat rules.Seat) Degrees {
	z := b.zone(seat)
	if z.Shape == "edge" {
		return map[string]Degrees{"south": 90_000, "north": 270_000, "east": 180_000, "west": 0}[z.Edge]
	}
	at := b.heart(z)
	return heading(float64(b.Width/2-at.X), float64(b.Depth/2-at.Y))
}

// heart is the point of a zone from which an army forms up.
func (b *Battle) heart(z area) Point {
	if z.Shape == "corner" {
		p := b.corner(z.Corner)
		part := func(from, to Inches) Inches { return from + (to-from)*z.radius()*2/5/max(1, abs(to-from)) }
		return Point{part(p.X, b.Width/2), part(p.Y, b.Depth/2)}
	}
	box := z.box(b.table)
	return Point{(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2}
}

func abs(l Inches) Inches { return max(l, -l) }

// block arrays the models of a troop in ranks of five behind and beside its
// commander, all looking one way.
func (b *Battle) block(i int, at Point, facing Degrees) []Spot {
	const rank = 5
	n, step := b.cards[i].size, float64(2*b.cards[i].radius+250)
	ux, uy := facing.unit()
	spots := make([]Spot, n)
	for k := range spots {
		row, col := k/rank, k%rank
		side := float64((col+1)/2) * step
		if col%2 == 1 {
			side = -side
		}
		back := float64(row) * step
		spots[k] = Spot{round(float64(at.X) - uy*side - ux*back), round(float64(at.Y) + ux*side - uy*back), facing}
	}
	return spots
}

// span is how far the block of a troop reaches to the left and to the right of its commander.
func (b *Battle) halfFront(i int) Inches {
	step := 2*b.cards[i].radius + 250
	return Inches(min(b.cards[i].size, 5)/2)*step + b.cards[i].radius
}

// lineUp sets up all that is left of an army side by side, row behind row.
func (b *Battle) lineUp(t *rules.Turn, c Deploy) *rules.Fault {
	if x := &b.recent; b.noting && x.placed != nil && x.stamp == b.stamp && x.line == c.Line {
		for _, e := range x.placed {
			if e, is := e.(Placed); is {
				t.Emit(e)
			}
		}
		return nil
	}
	facing := b.outlook(c.Seat)
	ux, uy := facing.unit()
	for _, late := range [2]bool{false, true} {
		for i := range b.cards {
			if b.cards[i].seat != c.Seat || b.s.Troops[i].Placed || b.advanced(i) != late {
				continue
			}
			spots, ok := b.firstRoom(i, c.Line, facing, ux, uy)
			if !ok {
				return rules.Breaks("WM-PLACE-2", "line", "there is no room for %s", b.cards[i].name)
			}
			b.place(t, i, spots)
		}
	}
	return nil
}

// Steps in which a line looks for room, along its front and in depth.
const frontStep, rowStep = 1500, 1500

// firstRoom is where a troop first fits: as far forward as it may, and from the
// middle of the zone, its left or its right outward.
func (b *Battle) firstRoom(i int, line string, facing Degrees, ux, uy float64) ([]Spot, bool) {
	zone := b.reachOf(i)
	heart := b.heart(zone)
	deep, wide := Inches(math.Hypot(zoneDepth(b, zone))/2), max(b.Width, b.Depth)/2
	var start Inches
	switch line {
	case "left":
		start = -wide / 2
	case "right":
		start = wide / 2
	}
	half := b.halfFront(i)
	for back := -deep + b.cards[i].radius + 50; back <= deep; back += rowStep {
		for k := range Inches(4*wide/frontStep) + 1 {
			off := start + (k+1)/2*frontStep
			if k%2 == 1 {
				off = start - (k+1)/2*frontStep
			}
			if abs(off)+half > wide {
				continue
			}
			at := Point{round(float64(heart.X) + uy*float64(off) - ux*float64(back)), round(float64(heart.Y) - ux*float64(off) - uy*float64(back))}
			d := Disc{Place(at), b.cards[i].radius}
			if ok, _ := zone.holds(b.table, d); !ok || b.crowded(d, none) {
				continue
			}
			if spots := b.block(i, at, facing); b.misplaced(i, spots) == "" {
				return spots, true
			}
		}
	}
	return b.scatter(i, facing)
}

// scatterStep is how closely a troop that has no room in ranks looks for places.
const scatterStep = 600

// scatter sets the models of a troop up one by one wherever there is room.
func (b *Battle) scatter(i int, facing Degrees) ([]Spot, bool) {
	zone, radius := b.reachOf(i), b.cards[i].radius
	var spots []Spot
	for y := radius; y <= b.Depth-radius; y += scatterStep {
		for x := radius; x <= b.Width-radius; x += scatterStep {
			if ok, _ := zone.holds(b.table, Disc{Place{x, y}, radius}); !ok {
				continue
			}
			if more := append(spots, Spot{x, y, facing}); b.misplaced(i, more) == "" {
				if spots = more; len(spots) == b.cards[i].size {
					return spots, true
				}
			}
		}
	}
	return nil, false
}

// zoneDepth is the extent of a zone along its outlook.
func zoneDepth(b *Battle, z area) (float64, float64) {
	switch z.Shape {
	case "edge":
		return float64(z.depth()), 0
	case "corner":
		return float64(z.radius()), float64(z.radius())
	}
	box := z.box(b.table)
	return float64(box.x1 - box.x0), float64(box.y1 - box.y0)
}
