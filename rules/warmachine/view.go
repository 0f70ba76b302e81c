package warmachine

import (
	"encoding/json"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// View returns what a seat sees: everything, because nothing is hidden in this game.
func (b *Battle) View(rules.Seat) rules.View {
	b = b.reader()
	v := rules.View{Round: b.round(), Phase: b.s.Phase, ToAct: b.s.Turn, Names: b.names}
	switch b.s.Phase {
	case phaseStart:
		v.ToAct = Start{}.By()
	case phaseOver:
		v.ToAct = rules.Nobody
	}
	for seat, r := range b.setup.Rosters {
		v.Sides = append(v.Sides, rules.SideView{
			Seat: rules.Seat(seat), Name: r.Name, Score: b.destroyedBy(rules.Seat(seat)),
			Counters: []rules.Counter{{Key: "warcasters", Value: b.warcasters(rules.Seat(seat))}},
		})
	}
	for i := range b.info {
		v.Units = append(v.Units, b.unitView(i))
		if b.info[i].size > 1 {
			for k := range b.info[i].models {
				v.Units = append(v.Units, b.modelView(modelRef{i, k}))
			}
		}
	}
	if b.board {
		v.Board = b.boardView()
	}
	v.Notes = b.notes()
	return v
}

// notes returns notes on the spells and feats in play and on the pending attack.
func (b *Battle) notes() []rules.Note {
	var all []rules.Note
	for _, e := range b.s.Effects {
		key, rule := "spell-in-play", "WM-X-FOC-7"
		if p := &b.info[e.By].profile; p.Feat != nil && p.Feat.ID == e.Spell {
			key, rule = "feat-in-play", "WM-X-FOC-6"
		} else if e.Until == 0 {
			key, rule = "upkeep-in-play", "WM-CTRL-3"
		}
		all = append(all, rules.Note{Key: key, Rule: rule, With: map[string]string{
			"spell": e.Spell, "unit": b.info[e.On].id, "by": b.info[e.By].id,
		}})
	}
	if w := b.s.Pending; w != nil {
		key := "to-settle"
		if w.Power > 0 {
			key = "to-blast"
		}
		all = append(all, rules.Note{Key: key, Rule: w.Law, With: map[string]string{"power": strconv.Itoa(w.Power)}})
	}
	return all
}

func (b *Battle) boardView() *rules.BoardView {
	board := &rules.BoardView{Shape: "plane", Width: b.Width.Float(), Height: b.Depth.Float()}
	for n := range b.pieces {
		p := rules.Piece{ID: "terrain-" + strconv.Itoa(n+1), Key: b.pieces[n].Kind, Seat: rules.Nobody, Height: b.pieces[n].Height.Float()}
		for _, c := range b.pieces[n].Polygon {
			p.Shape = append(p.Shape, [2]float64{c.X.Float(), c.Y.Float()})
		}
		board.Pieces = append(board.Pieces, p)
	}
	for n, w := range b.s.Wrecks {
		board.Pieces = append(board.Pieces, rules.Piece{ID: "wreck-" + strconv.Itoa(n+1), Key: "wreck", Seat: rules.Nobody, Shape: w.Corners()})
	}
	return board
}

// spot returns the place of a model, nil when it is not on a board.
func (b *Battle) spot(r modelRef) *rules.Spot {
	if !b.board || !b.s.Units[r.unit].Placed || !b.modelInPlay(r) {
		return nil
	}
	at := b.spotAt(r, b.model(r).Spot)
	return &at
}

// spotAt returns a place of a model as it is shown.
func (b *Battle) spotAt(r modelRef, at Spot) rules.Spot {
	return rules.Spot{X: at.X.Float(), Y: at.Y.Float(), Z: b.ground(at.at()).Float(), Turn: float64(at.Facing) / 1000, Width: 2 * b.info[r.unit].radius.Float()}
}

// ReplyAt returns the place that a person points at as the answer to a question for a place.
func (b *Battle) ReplyAt(q *rules.Question, spots []rules.Spot) (value json.RawMessage, at []rules.Spot, fault *rules.Fault) {
	r, known := b.ids[q.Unit]
	if q.Shape != rules.ShapePoint || len(spots) != 1 || !known || r.model < 0 {
		return nil, nil, ruling.BadValue("spots", "are no answer to this question")
	}
	p := ruling.Point{X: ruling.RoundInches(spots[0].X * 1000), Y: ruling.RoundInches(spots[0].Y * 1000)}
	raw, err := p.MarshalJSON()
	if err != nil {
		return nil, nil, ruling.BadValue("spots", "%v", err)
	}
	return raw, []rules.Spot{b.spotAt(r, Spot{p.X, p.Y, b.model(r).Facing})}, nil
}

// modelView returns the view of one model of a unit.
func (b *Battle) modelView(r modelRef) rules.UnitView {
	c, m := &b.info[r.unit], b.model(r)
	u := rules.UnitView{
		ID: c.models[r.model], ListedWith: c.id, Seat: c.seat, Name: c.name + " " + strconv.Itoa(r.model+1), Type: c.profile.Name, Gone: m.Gone, Spot: b.spot(r),
	}
	if c.profile.Boxes > 1 {
		u.Tracks = append(u.Tracks, rules.Track{Key: "boxes", Now: m.Damage, Max: c.profile.Boxes})
	}
	u.Tags = b.modelTags(r)
	if b.ofSolos(r.unit) {
		acts := b.s.Acting == r.unit && b.active() == r
		u.Ready = acts || b.s.Phase == phaseActivation && b.s.Acting == noUnit && !m.Gone && !m.Activated && b.awaitsActivation(r.unit)
		u.Tags = ruling.KeyList(u.Tags).When(acts, "acting").When(m.Activated, "activated").When(m.Fleeing, "fleeing")
	}
	return u
}

// modelTags returns the states of a model.
func (b *Battle) modelTags(r modelRef) []string {
	m := b.model(r)
	return ruling.KeyList(nil).
		When(b.tableRemembers() && b.knownEngaged(r, r), "in-melee").
		When(m.Down, "knocked-down").
		When(m.Fire, "burning").
		When(m.Corrode, "corroding").
		When(m.StationaryUntil > 0, stationary)
}

func (b *Battle) unitView(i int) rules.UnitView {
	c, t := &b.info[i], &b.s.Units[i]
	u := rules.UnitView{
		ID: c.id, Seat: c.seat, Name: c.name, Type: c.profile.Name, Gone: !b.unitInPlay(i),
		Ready: b.s.Phase == phaseActivation && b.s.Acting == noUnit && b.awaitsActivation(i) || b.s.Acting == i,
	}
	if c.size == 1 {
		u.Spot = b.spot(modelRef{i, 0})
	} else {
		u.Tracks = append(u.Tracks, rules.Track{Key: "models", Now: c.size - t.Left, Max: c.size})
	}
	if len(c.profile.Grid) > 0 {
		u.Grid = b.grid(i)
		u.Tracks = append(u.Tracks, rules.Track{Key: "boxes", Now: c.boxes - ruling.DamageGrid{Columns: c.profile.Grid, Filled: t.Filled}.Left(), Max: c.boxes})
	} else if c.profile.Boxes > 1 {
		u.Tracks = append(u.Tracks, rules.Track{Key: "boxes", Now: b.wounded(i), Max: c.profile.Boxes})
	}
	if c.profile.spendsFocus() {
		u.Tokens = append(u.Tokens, rules.Counter{Key: "focus", Value: t.Focus})
	}
	u.Tags = b.tags(i)
	for _, s := range []struct {
		key   string
		value int
	}{
		{"spd", b.spd(i)}, {"str", c.profile.Str}, {"mat", c.profile.Mat + b.effectBonus(i, "mat")}, {"rat", c.profile.Rat + b.effectBonus(i, "rat")},
		{"def", b.def(i)}, {"arm", b.arm(i)}, {"cmd", c.profile.Cmd},
	} {
		u.Stats = append(u.Stats, rules.Stat{Key: s.key, Value: strconv.Itoa(s.value)})
	}
	return u
}

// wounded returns the damage of the most damaged model of a unit.
func (b *Battle) wounded(i int) int {
	most := 0
	for k := range b.s.Units[i].Models {
		if m := &b.s.Units[i].Models[k]; !m.Gone {
			most = max(most, m.Damage)
		}
	}
	return most
}

// grid returns the damage grid of a warjack, column by column from the top.
func (b *Battle) grid(i int) []rules.Column {
	var cols []rules.Column
	for n, col := range b.info[i].profile.Grid {
		c := rules.Column{Filled: b.s.Units[i].Filled[n]}
		for k := range len(col) {
			key := ""
			for _, s := range ruling.Systems {
				if s.Letter == col[k] {
					key = s.Name
				}
			}
			c.Boxes = append(c.Boxes, key)
		}
		cols = append(cols, c)
	}
	return cols
}

// tags returns the states of a unit.
func (b *Battle) tags(i int) []string {
	t := &b.s.Units[i]
	tags := ruling.KeyList{b.info[i].profile.Kind}.
		When(b.s.Acting == i, "acting").
		When(t.Activated, "activated").
		When(b.info[i].size == 1, b.modelTags(modelRef{i, 0})...).
		When(t.Feat, "feat-used").
		When(t.Fleeing, "fleeing").
		When(b.holdsAny(i), "holding").
		When(b.inAnyLock(i) && !b.holdsAny(i), "held").
		When(b.unitInPlay(i) && b.inert(i), "inert").
		When(!b.unitInPlay(i), "destroyed")
	for s := range ruling.Systems {
		tags = tags.When(b.crippled(i, s), "crippled-"+ruling.Systems[s].Name)
	}
	return tags
}

// measures are the figures that the odds of a command report.
var measures = []rules.Measure{
	{Name: "hit", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			if a, ok := e.(AttackRolled); ok {
				return strconv.FormatBool(a.Hit)
			}
		}
		return "false"
	}},
	rules.SumOf("damage", func(e Damaged) int { return e.Amount }),
	rules.SumOf("destroyed", func(Fell) int { return 1 }),
	{Name: "success", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			switch e := e.(type) {
			case Opposed:
				return strconv.FormatBool(e.Won)
			case CommandChecked:
				return strconv.FormatBool(e.Success)
			case SkillRolled:
				return strconv.FormatBool(e.Success)
			}
		}
		return "false"
	}},
}
