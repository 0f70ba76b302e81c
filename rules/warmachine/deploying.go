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
		for i := range b.info {
			if b.info[i].seat == c.Seat && !b.s.Units[i].Placed {
				return nil
			}
		}
	} else if c.Unit != "" || c.At != nil {
		return UnknownField("unit")
	}
	t.Emit(Deployed{c.Seat})
	for _, done := range b.s.Deployed {
		if !done {
			return nil
		}
	}
	for i := range b.info {
		if b.info[i].profile.Focus > 0 {
			t.Emit(FocusReceived{b.info[i].id, b.info[i].profile.Focus, "WM-SETUP-9"})
		}
	}
	b.beginTurnOf(t, b.s.Order[0])
	return nil
}

// setUp places a unit where the command says, or the rest of the army in a line.
func (b *Battle) setUp(t *rules.Turn, c Deploy) *rules.Fault {
	if c.Unit == "" {
		if c.At != nil {
			return UnknownField("at")
		}
		return b.lineUp(t, c)
	}
	i, known := b.ids[c.Unit]
	switch {
	case !known || b.info[i.unit].seat != c.Seat || i.model > 0:
		return BadValue("unit", "%q is no unit of yours", c.Unit)
	case b.s.Units[i.unit].Placed:
		return rules.Breaks("WM-SETUP-4", "unit", "is set up already")
	case c.At == nil:
		return MissingField("at")
	case b.hasAdvanceDeployment(i.unit) && b.unplaced(c.Seat, false):
		return rules.Breaks("WM-X-AD-1", "unit", "is set up after the others")
	}
	spots := b.blockOf(i.unit, *c.At, b.armyHeading(c.Seat))
	if rule := b.placeRule(i.unit, spots); rule != "" {
		return rules.Breaks(rule, "at", "it may not be set up there")
	}
	b.place(t, i.unit, spots)
	return nil
}

func (b *Battle) place(t *rules.Turn, i int, spots []Spot) {
	rule := "WM-SETUP-4"
	if b.hasAdvanceDeployment(i) {
		rule = "WM-X-AD-1"
	}
	t.Emit(Placed{b.info[i].id, spots, rule})
}

// hasAdvanceDeployment tells whether a troop is set up beyond the zone, after the others (WM-X-AD-1).
func (b *Battle) hasAdvanceDeployment(i int) bool {
	return b.combat && b.info[i].profile.hasAbility("advance-deployment")
}

// unplaced tells whether a seat has anything left to set up, of those with
// advance deployment or of the others.
func (b *Battle) unplaced(seat rules.Seat, advanced bool) bool {
	for i := range b.info {
		if b.info[i].seat == seat && !b.s.Units[i].Placed && b.hasAdvanceDeployment(i) == advanced {
			return true
		}
	}
	return false
}

// advanceBy is how far beyond its zone a troop with advance deployment may be (WM-X-AD-1).
const advanceBy = 6 * Inch

// deploymentArea is the zone in which a troop is set up.
func (b *Battle) deploymentArea(i int) Zone {
	z := b.zone(b.info[i].seat)
	if !b.hasAdvanceDeployment(i) {
		return z
	}
	deeper := func(l Inches) *Inches { l += advanceBy; return &l }
	switch z.Shape {
	case "edge":
		z.Depth = deeper(z.DepthOf())
	case "corner":
		z.Radius = deeper(z.RadiusOf())
	}
	return z
}

// placeRule is the rule that forbids setting a troop up at spots, or "".
func (b *Battle) placeRule(i int, spots []Spot) string {
	zone, radius := b.deploymentArea(i), b.info[i].radius
	for k, at := range spots {
		d := Disc{Place{at.X, at.Y}, radius}
		if ok, rule := zone.Holds(b.GamingTable, d); !ok {
			return rule
		}
		if b.overlapsModel(d, i) || b.barred(d.Point(), d.Point(), radius, true) {
			return "WM-PLACE-3"
		}
		for _, other := range spots[:k] {
			if d.Overlaps(Disc{Place{other.X, other.Y}, radius}) {
				return "WM-PLACE-3"
			}
		}
		if k > 0 && b.info[i].profile.Kind == "unit" && !InFormation(d, Disc{Place{spots[0].X, spots[0].Y}, radius}, b.commandRange(i)) {
			return "WM-SETUP-5"
		}
	}
	return ""
}

// overlapsModel tells whether a base overlaps one on the table that is not of a troop.
func (b *Battle) overlapsModel(d Disc, but int) bool {
	for i := range b.s.Units {
		t := &b.s.Units[i]
		if i == but || !t.Placed || b.extent(i).farFrom(d.X, d.Y, d.Radius+b.info[i].radius) {
			continue
		}
		for k := range t.Models {
			m := &t.Models[k]
			if !m.Gone && d.Overlaps(Disc{Place{m.X, m.Y}, b.info[i].radius}) {
				return true
			}
		}
	}
	return false
}

// commandRange is the commandRange range of a unit's commander.
func (b *Battle) commandRange(i int) Inches { return Inches(b.info[i].profile.Cmd) * Inch }

// armyHeading is the heading of a seat's army: away from its edge, or toward the
// middle of the table.
func (b *Battle) armyHeading(seat rules.Seat) Degrees {
	z := b.zone(seat)
	if z.Shape == "edge" {
		return map[string]Degrees{"south": 90_000, "north": 270_000, "east": 180_000, "west": 0}[z.Edge]
	}
	at := b.formUpPoint(z)
	return Heading(float64(b.Width/2-at.X), float64(b.Depth/2-at.Y))
}

// formUpPoint is the point of a zone from which an army forms up.
func (b *Battle) formUpPoint(z Zone) Point {
	if z.Shape == "corner" {
		p := b.Corner(z.Corner)
		part := func(from, to Inches) Inches { return from + (to-from)*z.RadiusOf()*2/5/max(1, abs(to-from)) }
		return Point{part(p.X, b.Width/2), part(p.Y, b.Depth/2)}
	}
	box := z.Bounds(b.GamingTable)
	return Point{(box.X0 + box.X1) / 2, (box.Y0 + box.Y1) / 2}
}

func abs(l Inches) Inches { return max(l, -l) }

// blockOf arrays the models of a troop in ranks of five behind and beside its
// commander, all looking one way.
func (b *Battle) blockOf(i int, at Point, facing Degrees) []Spot {
	const rank = 5
	n, step := b.info[i].size, float64(2*b.info[i].radius+250)
	ux, uy := facing.Unit()
	spots := make([]Spot, n)
	for k := range spots {
		row, col := k/rank, k%rank
		side := float64((col+1)/2) * step
		if col%2 == 1 {
			side = -side
		}
		back := float64(row) * step
		spots[k] = Spot{RoundInches(float64(at.X) - uy*side - ux*back), RoundInches(float64(at.Y) + ux*side - uy*back), facing}
	}
	return spots
}

// span is how far the block of a troop reaches to the left and to the right of its commander.
func (b *Battle) halfFront(i int) Inches {
	step := 2*b.info[i].radius + 250
	return Inches(min(b.info[i].size, 5)/2)*step + b.info[i].radius
}

// lineUp sets up all that is left of an army side by side, row behind row.
func (b *Battle) lineUp(t *rules.Turn, c Deploy) *rules.Fault {
	if x := &b.memo; b.recording && x.placed != nil && x.stamp == b.stamp && x.line == c.Line {
		for _, e := range x.placed {
			if e, is := e.(Placed); is {
				t.Emit(e)
			}
		}
		return nil
	}
	facing := b.armyHeading(c.Seat)
	ux, uy := facing.Unit()
	for _, late := range [2]bool{false, true} {
		for i := range b.info {
			if b.info[i].seat != c.Seat || b.s.Units[i].Placed || b.hasAdvanceDeployment(i) != late {
				continue
			}
			spots, ok := b.firstRoom(i, c.Line, facing, ux, uy)
			if !ok {
				return rules.Breaks("WM-PLACE-2", "line", "there is no room for %s", b.info[i].name)
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
	zone := b.deploymentArea(i)
	heart := b.formUpPoint(zone)
	deep, wide := Inches(math.Hypot(zoneDepth(b, zone))/2), max(b.Width, b.Depth)/2
	var start Inches
	switch line {
	case "left":
		start = -wide / 2
	case "right":
		start = wide / 2
	}
	half := b.halfFront(i)
	for back := -deep + b.info[i].radius + 50; back <= deep; back += rowStep {
		for k := range Inches(4*wide/frontStep) + 1 {
			off := start + (k+1)/2*frontStep
			if k%2 == 1 {
				off = start - (k+1)/2*frontStep
			}
			if abs(off)+half > wide {
				continue
			}
			at := Point{RoundInches(float64(heart.X) + uy*float64(off) - ux*float64(back)), RoundInches(float64(heart.Y) - ux*float64(off) - uy*float64(back))}
			d := Disc{Place(at), b.info[i].radius}
			if ok, _ := zone.Holds(b.GamingTable, d); !ok || b.overlapsModel(d, noUnit) {
				continue
			}
			if spots := b.blockOf(i, at, facing); b.placeRule(i, spots) == "" {
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
	zone, radius := b.deploymentArea(i), b.info[i].radius
	var spots []Spot
	for y := radius; y <= b.Depth-radius; y += scatterStep {
		for x := radius; x <= b.Width-radius; x += scatterStep {
			if ok, _ := zone.Holds(b.GamingTable, Disc{Place{x, y}, radius}); !ok {
				continue
			}
			if more := append(spots, Spot{x, y, facing}); b.placeRule(i, more) == "" {
				if spots = more; len(spots) == b.info[i].size {
					return spots, true
				}
			}
		}
	}
	return nil, false
}

// zoneDepth is the extent of a zone along its outlook.
func zoneDepth(b *Battle, z Zone) (float64, float64) {
	switch z.Shape {
	case "edge":
		return float64(z.DepthOf()), 0
	case "corner":
		return float64(z.RadiusOf()), float64(z.RadiusOf())
	}
	box := z.Bounds(b.GamingTable)
	return float64(box.X1 - box.X0), float64(box.Y1 - box.Y0)
}
