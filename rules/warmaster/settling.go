package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// result tells who won a round, when casualties are gone and supports are
// counted (WR-RES-1 to WR-RES-9, ruling A-10).
func (b *Battle) result(t *rules.Turn, c Result) *rules.Fault {
	if fault := b.at(c.Seat, stageResult); fault != nil {
		return fault
	}
	f := &b.s.Fight
	support := both[int]{}
	if b.board {
		support = both[int]{b.supports(0), b.supports(1)}
		if fault := first(agrees(c.SupportA, support.A, "WR-SUP-2", "support_a"), agrees(c.SupportB, support.B, "WR-SUP-2", "support_b")); fault != nil {
			return fault
		}
	} else {
		if c.SupportA != nil {
			support.A = *c.SupportA
		}
		if c.SupportB != nil {
			support.B = *c.SupportB
		}
	}
	shots := both[int]{f.Stung[0], f.Stung[1]}
	if f.Round > 1 {
		shots = both[int]{}
	}
	var r roundResult
	tally{
		counted: both[int]{f.Counted[0], f.Counted[1]}, wiped: both[bool]{f.Wiped[0], f.Wiped[1]}, round: f.Round,
		support: support, shots: shots, units: both[int]{len(f.Units[0]), len(f.Units[1])},
	}.judge(&r)
	e := RoundSettled{
		Totals: [2]int{r.Totals.A, r.Totals.B}, Support: [2]int{support.A, support.B}, Shots: [2]int{shots.A, shots.B},
		Winner: rules.Nobody, Retreat: r.RetreatCm,
	}
	switch {
	case r.Outcome == "draw":
		e.Waiting = b.left(f.Units[0], f.Units[1])
	default:
		e.Winner = seatOf(Side(r.Outcome))
		e.Waiting = b.left(f.Units[e.Winner])
		if e.Retreat > 0 {
			e.Retreat = b.share(r.Difference, e.Winner, e.Retreat)
			e.Waiting = b.left(f.Units[other(e.Winner)])
		}
	}
	t.Emit(e)
	b.goOn(t)
	return nil
}

// left are the units that are still on the table.
func (b *Battle) left(lists ...[]int) (all []int) {
	for _, i := range slices.Concat(lists...) {
		if b.here(i) {
			all = append(all, i)
		}
	}
	return all
}

// share is how far each beaten unit retreats, as the options have it (WR-PROV-6).
func (b *Battle) share(difference int, winner rules.Seat, standard int) int {
	f := &b.s.Fight
	n := len(f.Units[other(winner)])
	switch b.option("divisor") {
	case "all-units":
		n += len(f.Units[winner])
	case "one":
		n = 1
	default:
		if b.option("rounding") == "up" {
			return standard
		}
	}
	if b.option("rounding") == "down" {
		return max(1, difference/n)
	}
	return ceil(difference, n)
}

// supports counts the stands of a side on the board that support one that fought
// to its front (WR-SUP-1 to WR-SUP-5).
func (b *Battle) supports(seat rules.Seat) int {
	var in supportInput
	var fronts []oblong.Block
	for _, f := range b.s.Fight.Front {
		i, k := f/100, f%100
		if b.cards[i].seat == seat && b.here(i) && k < len(b.s.Pieces[i].blocks) {
			in.Fighting = append(in.Fighting, frontStand{Type: "infantry", ToFront: true})
			fronts = append(fronts, b.s.Pieces[i].blocks[k])
		}
	}
	if len(fronts) == 0 {
		return 0
	}
	for _, i := range b.units(seat) {
		for k, r := range b.s.Pieces[i].blocks {
			s := supporter{Type: b.cards[i].p.Type, UnitConfused: b.s.Pieces[i].Confused}
			for n, f := range fronts {
				if r.Near(f, 0) && r != f && flush(f, r) {
					s.NextTo = append(s.NextTo, nextTo{n, r.Dir == f.Dir})
				}
			}
			if len(s.NextTo) > 0 {
				s.TouchesEnemy = b.standEngaged(i, k)
				in.Candidates = append(in.Candidates, s)
			}
		}
	}
	return in.judge().Support
}

// flush tells whether a stand is exactly behind or beside another (WR-SUP-2).
func flush(f, r oblong.Block) bool {
	is := func(a, b oblong.Corner, c, d oblong.Corner) bool {
		return f.Corners[a] == r.Corners[b] && f.Corners[c] == r.Corners[d]
	}
	return is(oblong.RearLeft, oblong.FrontLeft, oblong.RearRight, oblong.FrontRight) ||
		is(oblong.FrontRight, oblong.FrontLeft, oblong.RearRight, oblong.RearLeft) ||
		is(oblong.FrontLeft, oblong.FrontRight, oblong.RearLeft, oblong.RearRight)
}

// goOn leads from one step of a round to the next when nobody is waited for.
func (b *Battle) goOn(t *rules.Turn) {
	f := &b.s.Fight
	if len(f.Waiting) > 0 || len(f.Rolled) > 0 || b.s.Stage == stageOver {
		return
	}
	if b.s.Stage == stageRetreat {
		t.Emit(PhaseBegan{Phase: stageChoices})
		if len(f.Waiting) > 0 {
			return
		}
	}
	if b.s.Stage != stageChoices {
		return
	}
	goesOn := slices.ContainsFunc(slices.Concat(f.Units[0], f.Units[1]), func(i int) bool {
		return b.here(i) && b.s.Pieces[i].Pursues && b.engaged(i)
	})
	t.Emit(EngagementEnded{GoesOn: goesOn})
	if !goesOn {
		b.nextEngagement(t)
	}
}
