package warmaster

import (
	"slices"
	"strconv"

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
	if fault := b.requireStated([2]*int{c.SupportA, c.SupportB}[b.s.Turn] != nil, [2]string{"support_a", "support_b"}[b.s.Turn]); fault != nil {
		return fault
	}
	f := &b.s.Fight
	support := ruling.BySide[int]{A: rules.ValueOr(c.SupportA, 0), B: rules.ValueOr(c.SupportB, 0)}
	if other := opponent(b.s.Turn); b.statesFacts() && b.maySupport(other) {
		*support.Of(sideOf(other)) = b.askSupport(t, other)
	}
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

// maySupport reports whether a side has infantry that could support.
func (b *Battle) maySupport(seat rules.Seat) bool {
	return slices.ContainsFunc(b.units(seat), func(i int) bool { return b.info[i].profile.Type == "infantry" && !b.s.Units[i].Confused })
}

// askSupport asks a side at a measured table how many of its stands support.
func (b *Battle) askSupport(t *rules.Turn, seat rules.Seat) int {
	most := 0
	for _, i := range b.units(seat) {
		if b.info[i].profile.Type == "infantry" && !b.s.Units[i].Confused {
			most += b.s.Units[i].Stands
		}
	}
	var keys []string
	for n := range min(most, mostSupport) + 1 {
		keys = append(keys, "supports-"+strconv.Itoa(n))
	}
	return t.Ask("WR-SUP-5", seat, "supports", keys...)
}

// mostSupport is the greatest number of supporting stands that a side may state.
const mostSupport = 12

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

// stillTouches reports whether a unit that retreated in this round is still in contact with an
// enemy that it fought, because it moved along the front of one.
func (b *Battle) stillTouches(i int) bool {
	f := &b.s.Fight
	return b.fightsOnInContact() && f.Winner >= 0 && b.info[i].seat != f.Winner && b.s.Units[i].Retreated > 0 &&
		slices.ContainsFunc(b.enemiesTouching(i), func(j int) bool { return slices.Contains(f.Units[f.Winner], j) })
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
		return b.inPlay(i) && b.engaged(i) && (b.s.Units[i].Pursues || b.stillTouches(i))
	})
	t.Emit(EngagementEnded{GoesOn: goesOn})
	if !goesOn {
		b.nextEngagement(t)
	}
}
