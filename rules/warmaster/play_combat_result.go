package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// play settles who won a round, after casualties are removed and supports counted
// (WR-RES-1 to WR-RES-9, ruling A-10).
func (c Result) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseResult); fault != nil {
		return fault
	}
	f := &b.s.Fight
	support := ruling.BySide[int]{A: rules.ValueOr(c.SupportA, 0), B: rules.ValueOr(c.SupportB, 0)}
	if b.board {
		support = ruling.BySide[int]{A: b.supports(0), B: b.supports(1)}
		if fault := rules.FirstFault(contradicts(c.SupportA, support.A, "WR-SUP-2", "support_a"), contradicts(c.SupportB, support.B, "WR-SUP-2", "support_b")); fault != nil {
			return fault
		}
	}
	shots := ruling.BySide[int]{A: f.ChargeHits[0], B: f.ChargeHits[1]}
	if f.Round > 1 {
		shots = ruling.BySide[int]{}
	}
	var r ruling.RoundResult
	ruling.RoundTally{
		Counted: ruling.BySide[int]{A: f.Counted[0], B: f.Counted[1]}, Wiped: ruling.BySide[bool]{A: f.Wiped[0], B: f.Wiped[1]}, Round: f.Round,
		Support: support, Shots: shots, Units: ruling.BySide[int]{A: len(f.Units[0]), B: len(f.Units[1])},
	}.Resolve(&r)
	e := RoundSettled{
		Totals: [2]int{r.Totals.A, r.Totals.B}, Support: [2]int{support.A, support.B}, Shots: [2]int{shots.A, shots.B},
		Winner: rules.Nobody, Retreat: r.RetreatCm,
	}
	switch {
	case r.Outcome == "draw":
		e.Waiting = b.stillInPlay(f.Units[0], f.Units[1])
	default:
		e.Winner = seatOf(ruling.Side(r.Outcome))
		e.Waiting = b.stillInPlay(f.Units[e.Winner])
		if e.Retreat > 0 {
			e.Retreat = b.retreatShare(r.Difference, e.Winner, e.Retreat)
			e.Waiting = b.stillInPlay(f.Units[opponent(e.Winner)])
		}
	}
	t.Emit(e)
	b.nextStep(t)
	return nil
}

// stillInPlay returns the units that are still on the table.
func (b *Battle) stillInPlay(lists ...[]int) []int {
	return slices.DeleteFunc(slices.Concat(lists...), func(i int) bool { return !b.inPlay(i) })
}

// retreatShare is how many cm each beaten unit retreats, by the options (WR-PROV-6).
func (b *Battle) retreatShare(difference int, winner rules.Seat, standard int) int {
	f := &b.s.Fight
	n := len(f.Units[opponent(winner)])
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
	return ruling.CeilDiv(difference, n)
}

// supports counts the stands of a side on the board that support a stand that fought to its
// front (WR-SUP-1 to WR-SUP-5).
func (b *Battle) supports(seat rules.Seat) int {
	var in ruling.SupportInput
	var fronts []rect.Block
	for _, f := range b.s.Fight.Front {
		i, k := f/100, f%100
		if b.info[i].seat == seat && b.inPlay(i) && k < len(b.s.Units[i].blocks) {
			in.Fighting = append(in.Fighting, ruling.FrontStand{Type: "infantry", ToFront: true})
			fronts = append(fronts, b.s.Units[i].blocks[k])
		}
	}
	if len(fronts) == 0 {
		return 0
	}
	for _, i := range b.units(seat) {
		for k, r := range b.s.Units[i].blocks {
			s := ruling.Supporter{Type: b.info[i].profile.Type, UnitConfused: b.s.Units[i].Confused}
			for n, f := range fronts {
				if f.Flush(rect.Rear, r) || f.Flush(rect.Right, r) || r.Flush(rect.Right, f) { // WR-SUP-2
					s.NextTo = append(s.NextTo, ruling.SupportContact{Stand: n, SameFacing: r.Dir == f.Dir})
				}
			}
			if len(s.NextTo) > 0 {
				s.TouchesEnemy = b.standEngaged(i, k)
				in.Candidates = append(in.Candidates, s)
			}
		}
	}
	return in.Resolve().Support
}

// nextStep begins the next step of a round when no unit has still to act.
func (b *Battle) nextStep(t *rules.Turn) {
	f := &b.s.Fight
	if len(f.Waiting) > 0 || len(f.FallBackRoll) > 0 || b.s.Phase == phaseOver {
		return
	}
	if b.s.Phase == phaseRetreat {
		t.Emit(PhaseBegan{Phase: phaseChoices})
		if len(f.Waiting) > 0 {
			return
		}
	}
	if b.s.Phase != phaseChoices {
		return
	}
	goesOn := slices.ContainsFunc(slices.Concat(f.Units[0], f.Units[1]), func(i int) bool {
		return b.inPlay(i) && b.s.Units[i].Pursues && b.engaged(i)
	})
	t.Emit(EngagementEnded{GoesOn: goesOn})
	if !goesOn {
		b.nextEngagement(t)
	}
}
