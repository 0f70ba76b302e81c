package warmaster

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// View returns what a seat sees. Only places on a secret map are hidden, while the armies
// deploy.
func (b *Battle) View(seat rules.Seat) rules.View {
	b = b.reader()
	v := rules.View{Round: b.turnNumber(), Phase: b.s.Phase, ToAct: b.toAct()}
	for s, r := range b.setup.Rosters {
		seat := rules.Seat(s)
		h := b.endSideOf(seat)
		v.Sides = append(v.Sides, rules.SideView{
			Seat: seat, Name: r.Name, Score: b.score(seat),
			Counters: []rules.Counter{{Key: "units-left", Value: h.Units - h.Destroyed}},
		})
	}
	for i := range b.info {
		u := b.unitView(i)
		if b.s.Phase == phaseDeploy && b.option("deployment") == "secret-map" && b.info[i].seat != seat {
			u.Spot, u.Stands = nil, nil
		}
		v.Units = append(v.Units, u)
	}
	if b.board {
		v.Board = b.boardView()
	}
	v.Notes = b.notes()
	return v
}

func (b *Battle) unitView(i int) rules.UnitView {
	c, p := &b.info[i], &b.s.Units[i]
	u := rules.UnitView{ID: c.id, Seat: c.seat, Name: c.name, Type: c.profile.Name, Gone: p.Gone, Ready: b.ready(i)}
	if !c.isCharacter() {
		u.Tracks = append(u.Tracks, rules.Track{Key: "stands", Now: c.size - p.Stands, Max: c.size})
		if p.Marked > 0 {
			u.Tracks = append(u.Tracks, rules.Track{Key: "hits", Now: p.Marked, Max: c.profile.Hits})
		}
	}
	u.Tags = b.tags(i)
	u.Stats = b.stats(i)
	if b.inPlay(i) && len(p.Spots) > 0 {
		for _, s := range p.Spots {
			u.Stands = append(u.Stands, b.spotView(i, s))
		}
		u.Spot = &u.Stands[len(u.Stands)/2]
	}
	return u
}

// spotView converts the spot of a stand to centimetres.
func (b *Battle) spotView(i int, s Spot) rules.Spot {
	return rules.Spot{
		X: float64(s[0]) / boardUnitsPerCM, Y: float64(s[1]) / boardUnitsPerCM, Turn: turnOf(s[2]),
		Width: float64(2*b.info[i].halfFront) / boardUnitsPerCM, Depth: float64(2*b.info[i].halfDepth) / boardUnitsPerCM,
	}
}

// turnOf returns a direction of the board, by its index, as the turn of a spot on a view, in degrees.
func turnOf(dir int) float64 {
	return float64(dir/5*90) + [5]float64{0, 16.26, 36.87, 53.13, 73.74}[dir%5] - 90
}

func (b *Battle) stats(i int) (all []rules.Stat) {
	p := &b.info[i].profile
	add := func(key, value string) { all = append(all, rules.Stat{Key: key, Value: value}) }
	if p.isCharacter() {
		add("command", strconv.Itoa(b.commandOf(i)))
		add("attacks", "+"+strconv.Itoa(b.info[i].extraAttacks))
		return all
	}
	attacks := strconv.Itoa(p.Attack.Combat)
	if p.Attack.Shooting > 0 {
		attacks += "/" + strconv.Itoa(p.Attack.Shooting)
	}
	add("attacks", attacks)
	add("hits", strconv.Itoa(p.Hits))
	add("armour", p.Armour)
	add("pace", strconv.Itoa(b.info[i].pace.Full))
	return all
}

// tags lists the conditions of a unit that its tag shows.
func (b *Battle) tags(i int) []string {
	c, p := &b.info[i], &b.s.Units[i]
	tags := []ruling.Condition{
		{true, c.profile.Type}, {c.profile.Flying, "flyer"}, {c.terrifying, "terrifying"}, {p.Gone, "destroyed"}, {p.Off, "off-table"},
	}
	if !b.inPlay(i) {
		return ruling.Holding(tags)
	}
	unit := !c.isCharacter()
	tags = append(tags, []ruling.Condition{
		{p.Confused, "confused"}, {b.engaged(i), "engaged"}, {p.Charged && b.s.Turns > 0, "charged"},
		{unit && p.Form == "column", "column"}, {unit && p.Form == "irregular", "irregular"}, {p.Joined != noUnit, "with-unit"},
	}...)
	if unit && len(p.blocks) == p.Stands || !b.board {
		tags = append(tags, ruling.Condition{b.protection(i) != "none", b.protection(i)})
	}
	return ruling.Holding(tags)
}

// ready reports whether a unit may be chosen for a command now.
func (b *Battle) ready(i int) bool {
	if !b.inPlay(i) {
		return b.s.Phase == phaseDeploy && b.info[i].seat == b.s.Placing && !b.s.Units[i].Placed
	}
	switch b.s.Phase {
	case phaseOrders:
		return b.info[i].seat == b.s.Turn && !b.engaged(i) && !b.s.Units[i].Confused
	case phaseRetreat, phaseChoices:
		return slices.Contains(b.s.Fight.Waiting, i)
	case phaseShooting:
		return b.info[i].seat == b.s.Turn && b.info[i].profile.Attack.Shooting > 0 && !b.s.Units[i].Shot && !b.engaged(i)
	}
	return false
}

func (b *Battle) boardView() *rules.BoardView {
	v := &rules.BoardView{Shape: "plane", Width: float64(b.ground.width) / boardUnitsPerCM, Height: float64(b.ground.depth) / boardUnitsPerCM}
	for _, a := range b.ground.areas {
		p := rules.Piece{ID: a.ID, Key: a.Kind, Seat: rules.Nobody}
		for _, c := range []rect.Corner{rect.FrontLeft, rect.FrontRight, rect.RearRight, rect.RearLeft} {
			p.Shape = append(p.Shape, [2]float64{float64(a.block.Corners[c].X) / boardUnitsPerCM, float64(a.block.Corners[c].Y) / boardUnitsPerCM})
		}
		v.Pieces = append(v.Pieces, p)
	}
	return v
}

// notes are the state of the current fight, and the options that differ from their defaults,
// apart from the stop-gaps, which Game.StopGaps names.
func (b *Battle) notes() (all []rules.Note) {
	f := &b.s.Fight
	switch b.s.Phase {
	case phaseFight:
		all = append(all, rules.Note{Key: "round", Rule: "WR-SEQ-10", With: noteFigures("n", f.Round)})
	case phaseResult:
		first := rules.BoolToInt(f.Round == 1)
		with := noteFigures("a", f.Counted[0]+f.ChargeHits[0]*first, "b", f.Counted[1]+f.ChargeHits[1]*first)
		all = append(all, rules.Note{Key: "hits-so-far", Rule: "WR-RES-1", With: with})
	case phaseChoices:
		if len(f.FallBackRoll) > 0 {
			with := noteFigures("least", f.FallBackRoll[1], "most", f.FallBackRoll[2])
			with["unit"] = b.id(f.FallBackRoll[0])
			all = append(all, rules.Note{Key: "fall-back", Rule: "WR-FALL-1", With: with})
		}
	}
	for _, o := range options {
		if v := b.option(o.ID); v != o.Default && o.StopGap == nil {
			all = append(all, rules.Note{Key: "option." + o.ID + "." + v, Rule: o.Rule, With: map[string]string{}})
		}
	}
	return all
}
