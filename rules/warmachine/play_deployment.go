package warmachine

import (
	"math"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// playDeploy sets up a unit, or what is left of an army. After the last army every model
// with Focus Manipulation receives focus equal to its FOCUS (WM-SETUP-9), and the first turn
// begins.
func (b *Battle) playDeploy(t *rules.Turn, c Deploy) *rules.Fault {
	if b.board {
		if fault := b.setUp(t, c); fault != nil {
			return fault
		}
		if b.countUnits(func(i int) bool { return b.info[i].seat == c.Seat && !b.s.Units[i].Placed }) > 0 {
			return nil
		}
	} else if c.Unit != "" || c.At != nil || len(c.Models) > 0 || c.Facing != nil {
		return rules.Unexpected("unit")
	}
	t.Emit(Deployed{c.Seat})
	if slices.Contains(b.s.Deployed, false) {
		return nil
	}
	for i := range b.info {
		if b.info[i].profile.Focus > 0 {
			t.Emit(FocusReceived{b.info[i].id, b.info[i].profile.Focus, law{"WM-SETUP-9"}})
		}
	}
	b.beginTurnOf(t, b.s.Order[0], 1)
	return nil
}

// setUp places a unit where the command says, or the rest of the army in a line.
func (b *Battle) setUp(t *rules.Turn, c Deploy) *rules.Fault {
	if c.Unit == "" {
		switch {
		case c.At != nil:
			return rules.Unexpected("at")
		case len(c.Models) > 0:
			return rules.Unexpected("models")
		case c.Facing != nil:
			return rules.Unexpected("facing")
		}
		return b.lineUp(t, c)
	}
	i, known := b.ids[c.Unit]
	switch {
	case !known || b.info[i.unit].seat != c.Seat || i.model > 0:
		return ruling.BadValue("unit", "%q is no unit of yours", c.Unit)
	case b.s.Units[i.unit].Placed:
		return rules.Breaks("WM-SETUP-4", "unit", "is set up already")
	case b.hasAdvanceDeployment(i.unit) && b.unplaced(c.Seat, false):
		return rules.Breaks("WM-X-AD-1", "unit", "is set up after the others")
	}
	spots, fault := b.spotsOf(i.unit, c)
	if fault != nil {
		return fault
	}
	if k, rule := b.placeRefusal(i.unit, spots); rule != "" {
		if len(c.Models) > 0 {
			return rules.Breaks(rule, rules.At("models", k), "%s may not be set up there", b.info[i.unit].models[k])
		}
		return rules.Breaks(rule, "at", "it may not be set up there")
	}
	b.place(t, i.unit, spots)
	return nil
}

// spotsOf returns the places and facings that a command gives the models of a unit: one by one,
// or in a block around its commander.
func (b *Battle) spotsOf(i int, c Deploy) ([]Spot, *rules.Fault) {
	switch {
	case len(c.Models) > 0 && c.At != nil:
		return nil, rules.Unexpected("at")
	case len(c.Models) > 0 && c.Facing != nil:
		return nil, rules.Unexpected("facing")
	case len(c.Models) > 0 && len(c.Models) != b.info[i].size:
		return nil, rules.Faultf(rules.OutOfRange, "models", "has %d members, the unit has %d models", len(c.Models), b.info[i].size)
	case len(c.Models) > 0:
		spots := slices.Clone(c.Models)
		for k := range spots {
			spots[k].Facing = spots[k].Facing.Whole()
		}
		return spots, nil
	case c.At == nil:
		return nil, rules.Missing("at")
	}
	facing := b.armyHeading(c.Seat)
	if c.Facing != nil {
		facing = ruling.Degrees(*c.Facing * 1000 / rules.One).Whole()
	}
	return b.blockOf(i, *c.At, facing), nil
}

// place sets up the models of a unit at spots.
func (b *Battle) place(t *rules.Turn, i int, spots []Spot) {
	rule := "WM-SETUP-4"
	if b.hasAdvanceDeployment(i) {
		rule = "WM-X-AD-1"
	}
	t.Emit(Placed{b.info[i].id, spots, law{rule}})
}

// hasAdvanceDeployment reports whether a unit is set up beyond the zone, after the others
// (WM-X-AD-1).
func (b *Battle) hasAdvanceDeployment(i int) bool {
	return b.combat && b.info[i].profile.hasAbility("advance-deployment")
}

// unplaced reports whether a seat has units left to set up: those with advance deployment,
// or the others.
func (b *Battle) unplaced(seat rules.Seat, advanced bool) bool {
	return b.countUnits(func(i int) bool {
		return b.info[i].seat == seat && !b.s.Units[i].Placed && b.hasAdvanceDeployment(i) == advanced
	}) > 0
}

// advanceBy is how far beyond its zone a unit with advance deployment may be set up
// (WM-X-AD-1).
const advanceBy = 6 * ruling.Inch

// deploymentArea returns the zone in which a unit is set up.
func (b *Battle) deploymentArea(i int) ruling.Zone {
	z := b.zone(b.info[i].seat)
	if !b.hasAdvanceDeployment(i) {
		return z
	}
	deeper := func(l ruling.Inches) *ruling.Inches { l += advanceBy; return &l }
	switch z.Shape {
	case "edge":
		z.Depth = deeper(z.DepthOf())
	case "corner":
		z.Radius = deeper(z.RadiusOf())
	}
	return z
}

// placeRule returns the rule that forbids setting up a unit at spots, or "".
func (b *Battle) placeRule(i int, spots []Spot) string {
	_, rule := b.placeRefusal(i, spots)
	return rule
}

// placeRefusal returns the first model of a unit that may not be set up at its spot and the rule
// that forbids it, or "".
func (b *Battle) placeRefusal(i int, spots []Spot) (k int, rule string) {
	zone, radius := b.deploymentArea(i), b.info[i].radius
	for k, at := range spots {
		d := ruling.Disc{Place: ruling.Place{X: at.X, Y: at.Y}, Radius: radius}
		if ok, rule := zone.Holds(b.GamingTable, d); !ok {
			return k, rule
		}
		if b.overlapsModel(d, i) || b.barred(d.Point(), d.Point(), radius, true) {
			return k, "WM-PLACE-3"
		}
		for _, other := range spots[:k] {
			if d.Overlaps(ruling.Disc{Place: ruling.Place{X: other.X, Y: other.Y}, Radius: radius}) {
				return k, "WM-PLACE-3"
			}
		}
		if k > 0 && b.info[i].profile.Kind == "unit" && !ruling.InFormation(d, ruling.Disc{Place: ruling.Place{X: spots[0].X, Y: spots[0].Y}, Radius: radius}, b.commandRange(i)) {
			return k, "WM-SETUP-5"
		}
	}
	return 0, ""
}

// overlapsModel reports whether a base overlaps a base on the table that does not belong to
// unit but.
func (b *Battle) overlapsModel(d ruling.Disc, but int) bool {
	for i := range b.s.Units {
		t := &b.s.Units[i]
		if i == but || !t.Placed || b.extent(i).farFrom(d.X, d.Y, d.Radius+b.info[i].radius) {
			continue
		}
		for k := range t.Models {
			m := &t.Models[k]
			if !m.Gone && d.Overlaps(ruling.Disc{Place: ruling.Place{X: m.X, Y: m.Y}, Radius: b.info[i].radius}) {
				return true
			}
		}
	}
	return false
}

// commandRange returns the command range of a unit's commander.
func (b *Battle) commandRange(i int) ruling.Inches {
	return ruling.Inches(b.info[i].profile.Cmd) * ruling.Inch
}

// armyHeading returns the facing of a seat's army: away from its edge, or toward the middle
// of the table.
func (b *Battle) armyHeading(seat rules.Seat) ruling.Degrees {
	z := b.zone(seat)
	if z.Shape == "edge" {
		return map[string]ruling.Degrees{"south": 90_000, "north": 270_000, "east": 180_000, "west": 0}[z.Edge]
	}
	at := b.formUpPoint(z)
	return ruling.Heading(float64(b.Width/2-at.X), float64(b.Depth/2-at.Y))
}

// formUpPoint returns the point of a zone from which an army forms up.
func (b *Battle) formUpPoint(z ruling.Zone) ruling.Point {
	if z.Shape == "corner" {
		p := b.Corner(z.Corner)
		part := func(from, to ruling.Inches) ruling.Inches {
			return from + (to-from)*z.RadiusOf()*2/5/max(1, abs(to-from))
		}
		return ruling.Point{X: part(p.X, b.Width/2), Y: part(p.Y, b.Depth/2)}
	}
	box := z.Bounds(b.GamingTable)
	return ruling.Point{X: (box.X0 + box.X1) / 2, Y: (box.Y0 + box.Y1) / 2}
}

func abs(l ruling.Inches) ruling.Inches { return max(l, -l) }

// blockOf places the models of a unit in ranks of five behind and beside its commander, all
// with the same facing.
func (b *Battle) blockOf(i int, at ruling.Point, facing ruling.Degrees) []Spot {
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
		spots[k] = Spot{ruling.RoundInches(float64(at.X) - uy*side - ux*back), ruling.RoundInches(float64(at.Y) + ux*side - uy*back), facing}
	}
	return spots
}

// halfFront returns how far the block of a unit reaches to the left and to the right of its
// commander.
func (b *Battle) halfFront(i int) ruling.Inches {
	step := 2*b.info[i].radius + 250
	return ruling.Inches(min(b.info[i].size, 5)/2)*step + b.info[i].radius
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

// Steps in which firstRoom looks for room, along the front and in depth.
const frontStep, rowStep = 1500, 1500

// firstRoom returns the first place with room for a unit: as far forward as possible, and
// outward from the middle, the left or the right of the zone.
func (b *Battle) firstRoom(i int, line string, facing ruling.Degrees, ux, uy float64) ([]Spot, bool) {
	zone := b.deploymentArea(i)
	heart := b.formUpPoint(zone)
	deep, wide := ruling.Inches(math.Hypot(zoneDepth(b, zone))/2), max(b.Width, b.Depth)/2
	var start ruling.Inches
	switch line {
	case "left":
		start = -wide / 2
	case "right":
		start = wide / 2
	}
	half := b.halfFront(i)
	for back := -deep + b.info[i].radius + 50; back <= deep; back += rowStep {
		for k := range ruling.Inches(4*wide/frontStep) + 1 {
			off := start + (k+1)/2*frontStep
			if k%2 == 1 {
				off = start - (k+1)/2*frontStep
			}
			if abs(off)+half > wide {
				continue
			}
			at := ruling.Point{X: ruling.RoundInches(float64(heart.X) + uy*float64(off) - ux*float64(back)), Y: ruling.RoundInches(float64(heart.Y) - ux*float64(off) - uy*float64(back))}
			d := ruling.Disc{Place: ruling.Place(at), Radius: b.info[i].radius}
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

// scatterStep is the step in which scatter looks for places.
const scatterStep = 600

// scatter sets up the models of a unit one by one wherever there is room; ok if all have
// room.
func (b *Battle) scatter(i int, facing ruling.Degrees) ([]Spot, bool) {
	zone, radius := b.deploymentArea(i), b.info[i].radius
	var spots []Spot
	for y := radius; y <= b.Depth-radius; y += scatterStep {
		for x := radius; x <= b.Width-radius; x += scatterStep {
			if ok, _ := zone.Holds(b.GamingTable, ruling.Disc{Place: ruling.Place{X: x, Y: y}, Radius: radius}); !ok {
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

// zoneDepth returns the extent of a zone along its facing.
func zoneDepth(b *Battle, z ruling.Zone) (float64, float64) {
	switch z.Shape {
	case "edge":
		return float64(z.DepthOf()), 0
	case "corner":
		return float64(z.RadiusOf()), float64(z.RadiusOf())
	}
	box := z.Bounds(b.GamingTable)
	return float64(box.X1 - box.X0), float64(box.Y1 - box.Y0)
}

// playStart determines the order of turns, and on a board the edge from which the first
// player deploys.
func (b *Battle) playStart(t *rules.Turn) {
	if b.format == "free-for-all" {
		b.startAll(t)
	} else {
		b.startSides(t)
	}
	if b.board && b.zones == nil && b.format != "free-for-all" {
		edges := []string{"south", "north", "east", "west"}
		t.Emit(EdgeChosen{edges[t.Ask("WM-SETUP-4", b.s.Order[0], "edge", edges...)]})
	}
}

// startSides has two sides roll for the first turn, and then name their players in turn
// (WM-SETUP-3, WM-MULTI-5, WM-MULTI-6, ruling A-11).
func (b *Battle) startSides(t *rules.Turn) {
	var left [2][]rules.Seat
	for seat, side := range b.teams {
		left[side] = append(left[side], rules.Seat(seat))
	}
	winner, rolls := ruling.RollOff(t.Roller, int(left[0][0]), int(left[1][0]))
	t.Emit(RolledOff{left[winner][0], len(rolls)})
	rule, named := "WM-SETUP-3", "WM-SETUP-7"
	if b.format == "teams" {
		rule, named = "WM-MULTI-5", "WM-MULTI-6"
	}
	side := ruling.FirstSide(winner, [2]string{"self", "opponent"}[t.Ask(rule, left[winner][0], "first-player", "self", "opponent")])
	for place := range b.teams {
		if len(left[side]) == 0 {
			side = 1 - side
		}
		k := t.Ask("WM-MULTI-6", left[side][0], "next-player", ruling.MapEach(left[side], func(seat rules.Seat) string { return b.setup.Rosters[seat].Name })...)
		t.Emit(PlaceTaken{left[side][k], place + 1, law{named}})
		left[side] = slices.Delete(left[side], k, k+1)
		side = 1 - side
	}
}

// startAll has all players roll and then choose a free place in the order, highest roll
// first (WM-MULTI-8).
func (b *Battle) startAll(t *rules.Turn) {
	in := ruling.FreeForAll{Players: seatNames[:len(b.teams)]}
	order := ruling.RollOrder(t.Roller, in)
	if len(order.ChoosingOrder) == 0 { // odds report the first chooser alone
		others := slices.DeleteFunc(slices.Clone(in.Players), func(name string) bool { return name == order.FirstChooser })
		order.ChoosingOrder = append([]string{order.FirstChooser}, others...)
	}
	var free []string
	for place := range in.Players {
		free = append(free, strconv.Itoa(place+1))
	}
	for _, name := range order.ChoosingOrder {
		seat := rules.Seat(slices.Index(in.Players, name))
		k := t.Ask("WM-MULTI-8", seat, "place", free...)
		place, _ := strconv.Atoi(free[k])
		free = slices.Delete(free, k, k+1)
		t.Emit(PlaceTaken{seat, place, law{"WM-MULTI-8"}})
	}
}

// seatNames are the names of the players in rulings.
var seatNames = [8]string{"1", "2", "3", "4", "5", "6", "7", "8"}

// corners are the corners of a free-for-all in the order of turns (WM-MULTI-10).
var corners = [4]string{"south-west", "north-east", "south-east", "north-west"}

// zone returns the zone in which a seat deploys (WM-SETUP-4, WM-SETUP-6, WM-MULTI-7,
// WM-MULTI-10).
func (b *Battle) zone(seat rules.Seat) ruling.Zone {
	switch {
	case b.zones != nil:
		return b.zones[seat]
	case b.format == "free-for-all":
		return ruling.Zone{Shape: "corner", Corner: corners[slices.Index(b.s.Order, seat)]}
	case b.hostile(seat, b.s.Order[0]):
		return ruling.Zone{Shape: "edge", Edge: ruling.OppositeEdge[b.s.Edge]}
	}
	return ruling.Zone{Shape: "edge", Edge: b.s.Edge}
}
