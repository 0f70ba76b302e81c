package magnamund

import (
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// View returns what a seat sees: all but hidden troops and spell cards of other sides.
func (b *Battle) View(seat rules.Seat) rules.View {
	b = b.reader()
	side := noUnit
	if seat >= 0 && int(seat) < len(b.sideOfSeat) {
		side = b.sideOfSeat[seat]
	}
	v := rules.View{Round: b.s.Turn, Phase: b.s.Phase, ToAct: rules.Nobody, Notes: []rules.Note{}}
	if b.s.Phase != phaseOver && b.s.Phase != phaseInitiative {
		v.ToAct = b.anySeat(b.s.Side)
	}
	for n, s := range b.sideOfSeat {
		v.Sides = append(v.Sides, b.viewSide(rules.Seat(n), s, side == s))
	}
	for i := range b.troops {
		if !b.s.Troops[i].Hidden || b.troops[i].side == side {
			v.Units = append(v.Units, b.viewTroop(i))
		}
	}
	if b.s.Turn == 0 && !b.measured() {
		v.Notes = b.noteUnitsInParts(v.Notes, side)
	}
	if b.s.Phase == phaseMovement && b.mayEnd() == errUnitInParts {
		i, _ := b.closingMove()
		v.Notes = append(v.Notes, rules.Note{Key: "close-up", With: map[string]string{"unit": b.units[b.troops[i].unit].id}, Rule: "MG-COH-1"})
	}
	if u := b.s.Fleeing - 1; u >= 0 {
		v.ToAct = b.units[u].seat
	}
	if !b.measured() {
		v.Board = b.viewBoard()
	}
	return v
}

// noteUnitsInParts adds a note for each unit that is deployed with a hole in it, which is
// allowed (MG-COH-1); hidden units are known to their side alone.
func (b *Battle) noteUnitsInParts(notes []rules.Note, side int) []rules.Note {
	for u := range b.units {
		first := b.units[u].troops[0]
		if b.inPlay(first) && (!b.s.Troops[first].Hidden || b.units[u].side == side) && b.groupsOf(u, noUnit).groups > 1 {
			notes = append(notes, rules.Note{Key: "in-parts", With: map[string]string{"unit": b.units[u].id}, Rule: "MG-COH-1"})
		}
	}
	return notes
}

func (b *Battle) viewSide(seat rules.Seat, side int, own bool) rules.SideView {
	v := rules.SideView{Seat: seat, Name: b.setup.Rosters[seat].Name, Cards: []rules.CardView{}}
	alive, value := 0, 0
	for i, f := range b.troops {
		if f.seat != seat {
			continue
		}
		v.Score += b.s.Troops[i].Kills
		alive += rules.BoolToInt(b.inPlay(i))
		value += f.profile.valueOf() * rules.BoolToInt(!b.s.Troops[i].Out)
	}
	v.Counters = []rules.Counter{{Key: "alive", Value: alive}, {Key: "red", Value: rules.BoolToInt(b.s.Red == side)}, {Key: "value", Value: value}}
	for _, h := range b.s.Hands {
		if b.troops[h.Troop].seat != seat {
			continue
		}
		v.Counters = append(v.Counters, rules.Counter{Key: "spells", Value: len(h.Cards)})
		for _, card := range h.Cards {
			if own {
				v.Cards = append(v.Cards, rules.CardView{ID: card, Name: card, Text: "spell." + card})
			}
		}
	}
	return v
}

func (b *Battle) viewTroop(i int) rules.UnitView {
	f, p := &b.troops[i], &b.s.Troops[i]
	v := rules.UnitView{ID: f.id, Seat: f.seat, Name: f.name, Type: f.profile.Race, Gone: p.Out, Tracks: []rules.Track{}, Tags: []string{}, Stats: []rules.Stat{}}
	if b.inPlay(i) {
		v.Tracks = append(v.Tracks, rules.Track{Key: "points", Now: p.Spent, Max: b.pointsLeft(i) + p.Spent})
	}
	if b.inPlay(i) && !b.measured() {
		at := b.troopPlace(i)
		spot := rules.Spot{X: float64(at.Cell.X) + .5, Y: float64(at.Cell.Y) + .5, Turn: [...]float64{90, 0, 270, 180}[grid.North.Quarters(at.Facing)], Width: 0.8}
		if at.Mounted {
			spot.Depth = 1.8
		}
		v.Spot = &spot
	}
	if p.Hurts > 0 {
		v.Tokens = append(v.Tokens, rules.Counter{Key: "wounds", Value: p.Hurts})
	}
	for _, tag := range []struct {
		key   string
		holds bool
	}{
		{"stunned", b.stunned(i)}, {"blinded", b.burdenOf(i).Blinded}, {"veiled", b.veiled(i)}, {"entranced", b.entranced(i) || b.still(i)},
		{"hidden", p.Hidden}, {"parried", p.Debt}, {"rusted", p.Rusted}, {"moved", p.Moved}, {"attacked", p.Attacks > 0},
	} {
		if tag.holds {
			v.Tags = append(v.Tags, tag.key)
		}
	}
	v.Ready = b.inPlay(i) && b.sideOf(i) == b.s.Side && b.canAct(i)
	return v
}

func (b *Battle) viewBoard() *rules.BoardView {
	v := &rules.BoardView{Shape: "grid", Width: float64(b.bareBoard.Width), Height: float64(b.bareBoard.Height), Pieces: []rules.Piece{}}
	for n, a := range b.scenario.Terrain {
		x0, y0, x1, y1 := float64(a.From.X), float64(a.From.Y), float64(a.To.X)+1, float64(a.To.Y)+1
		v.Pieces = append(v.Pieces, rules.Piece{
			ID: "area-" + strconv.Itoa(n), Key: a.Type, Seat: rules.Nobody, Height: float64(a.Level),
			Shape: [][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}},
		})
	}
	for n, e := range b.scenario.Edges {
		x, y := float64(max(e.A.X, e.B.X)), float64(max(e.A.Y, e.B.Y))
		end := [2]float64{x, y + float64(e.Times)}
		if e.A.X == e.B.X {
			end = [2]float64{x + float64(e.Times), y}
		}
		v.Pieces = append(v.Pieces, rules.Piece{ID: "edge-" + strconv.Itoa(n), Key: e.Type, Seat: rules.Nobody, Shape: [][2]float64{{x, y}, end}})
	}
	for n, c := range b.scenario.Victory.Cells {
		v.Pieces = append(v.Pieces, rules.Piece{ID: "goal-" + strconv.Itoa(n), Key: "objective", Seat: rules.Nobody, Shape: [][2]float64{{float64(c.X) + .5, float64(c.Y) + .5}}})
	}
	return v
}

// Points shows where a move of one step leads.
func (b *Battle) Points(c rules.Command) (x, y float64, ok bool) {
	b = b.reader()
	m, is := c.(Move)
	if !is || len(m.Path) != 1 || b.measured() {
		return 0, 0, false
	}
	i := b.find(m.Troop)
	s := ruling.StepByName(m.Path[0])
	if i < 0 || s.Pivot {
		return 0, 0, false
	}
	at := b.s.Troops[i].Cell
	if s.Leap {
		at = at.Plus(s.Eighth.Times(ruling.LeapLength))
	} else {
		at = at.Plus(b.s.Troops[i].Facing.Eighths(s.Turn))
	}
	return float64(at.X) + .5, float64(at.Y) + .5, true
}
