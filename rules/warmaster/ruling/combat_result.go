package ruling

import (
	"oriflamme/rules"
)

// roundUnit is what a combat round did to one unit before its casualties are taken.
type roundUnit struct {
	ID         string `json:"id" in:"1..64"`
	Type       string `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"\"infantry\""`
	Stands     int    `json:"size" in:"1..12"`
	Hits       int    `json:"hits" in:"1..20"` // that a stand takes
	Marked     int    `json:"hits_marked" in:"0..19" default:"0"`
	Suffered   int    `json:"hits_suffered" in:"0..200"`
	Protection string `json:"protection" in:"none|defended|fortified" default:"\"none\""`
}

// countedHits is the number of hits that count: no more than the unit could take (WR-RES-2).
func (s roundUnit) countedHits() int { return min(s.Suffered, s.Stands*s.Hits-s.Marked) }

// roundSide is a side of a round: its units, and what it adds to its hits.
type roundSide struct {
	Units       []roundUnit `json:"units" len:"1..8"`
	Support     int         `json:"support" in:"0..40" default:"0"`
	ChargeShots int         `json:"charge_shooting_hits" in:"0..200" default:"0"` // hits that it shot at chargers
}

type unitAfter struct {
	ID                 string `json:"id"`
	CountedHits        int    `json:"counted_hits"`
	StandsRemoved      int    `json:"stands_removed"`
	StandsLeft         int    `json:"stands_left"`
	HitsMarked         int    `json:"hits_marked"`
	Destroyed          bool   `json:"destroyed"`
	DestroyedByRetreat bool   `json:"destroyed_by_retreat"`
	MayHold            bool   `json:"may_hold"`
}

// RoundResult is the result of a combat round (WR-RES).
type RoundResult struct {
	CountedHits      BySide[int]         `json:"counted_hits"`
	Inflicted        BySide[int]         `json:"inflicted"`
	Totals           BySide[int]         `json:"totals"`
	SignedDifference int                 `json:"signed_difference"`
	Difference       int                 `json:"difference"`
	RemovalOrder     *[]Side             `json:"removal_order"` // nil when the order does not matter
	RollOff          [][]int             `json:"roll_off"`
	StandsRemoved    BySide[int]         `json:"stands_removed"`
	WipedOut         BySide[bool]        `json:"wiped_out"`
	Outcome          string              `json:"outcome"`
	RetreatCm        int                 `json:"retreat_cm"`
	PursuitBonus     int                 `json:"pursuit_bonus"`
	Units            BySide[[]unitAfter] `json:"units"`
}

// settleRound removes casualties, finds the winner, and rolls for the order of removal where
// the rules ask for it (WR-CAS-1 to WR-CAS-4, WR-RES-1 to WR-RES-9).
func settleRound(c *rules.Roller, round int, both BySide[roundSide]) (r RoundResult) {
	for _, side := range sides {
		r.casualties(side, both.Of(side).Units)
	}
	RoundTally{
		Counted: r.CountedHits, Wiped: r.WipedOut, Round: round,
		Support: BySide[int]{both.A.Support, both.B.Support}, Shots: BySide[int]{both.A.ChargeShots, both.B.ChargeShots},
		Units: BySide[int]{len(both.A.Units), len(both.B.Units)},
	}.Resolve(&r)
	if r.RetreatCm > 0 {
		r.PursuitBonus = pursuitBonus(r.RetreatCm)
	}
	r.removalOrderFor(c)
	for _, side := range sides {
		r.afterRetreat(side, both.Of(side).Units)
	}
	return r
}

// casualties removes the stands of one side and counts the hits on it for the other.
func (r *RoundResult) casualties(side Side, units []roundUnit) {
	wiped := true
	for _, u := range units {
		after := unitAfter{ID: u.ID, CountedHits: u.countedHits()}
		after.StandsRemoved, after.HitsMarked = TakeHits(u.Stands, u.Hits, u.Marked, u.Suffered)
		after.StandsLeft = u.Stands - after.StandsRemoved
		after.Destroyed = after.StandsLeft == 0
		wiped = wiped && after.Destroyed
		*r.CountedHits.Of(side.opponent()) += after.CountedHits
		*r.StandsRemoved.Of(side) += after.StandsRemoved
		*r.Units.Of(side) = append(*r.Units.Of(side), after)
	}
	*r.WipedOut.Of(side) = wiped
}

// RoundTally is everything that decides the winner of a round.
type RoundTally struct {
	Round   int
	Counted BySide[int] // hits scored by each side
	Wiped   BySide[bool]
	Support BySide[int]
	Shots   BySide[int]
	Units   BySide[int] // units, with those destroyed
}

// Resolve fills in totals, winner and retreat (WR-RES-1 to WR-RES-9, ruling A-17,
// WR-PROV-6).
func (t RoundTally) Resolve(r *RoundResult) {
	r.CountedHits, r.Inflicted, r.WipedOut = t.Counted, t.Counted, t.Wiped
	if t.Round == 1 {
		r.Inflicted.A += t.Shots.A
		r.Inflicted.B += t.Shots.B
	}
	r.Totals = BySide[int]{r.Inflicted.A + t.Support.A, r.Inflicted.B + t.Support.B}
	r.SignedDifference = r.Totals.A - r.Totals.B
	r.Difference = max(r.SignedDifference, -r.SignedDifference)
	r.Outcome, r.RetreatCm = roundOutcome(r.SignedDifference, t.Wiped, t.Units)
}

// roundOutcome returns the winner of a round and how many cm the loser retreats.
func roundOutcome(difference int, wiped BySide[bool], units BySide[int]) (outcome string, retreat int) {
	switch {
	case wiped.A && wiped.B:
		return "draw", 0
	case wiped.B || !wiped.A && difference > 0:
		outcome = "a"
	case wiped.A || difference < 0:
		outcome = "b"
	default:
		return "draw", 0
	}
	if loser := Side(outcome).opponent(); !*wiped.Of(loser) {
		retreat = CeilDiv(max(difference, -difference), *units.Of(loser))
	}
	return outcome, retreat
}

// removalOrderFor decides which side removes casualties first (ruling A-10).
func (r *RoundResult) removalOrderFor(c *rules.Roller) {
	var early Side
	switch {
	case r.WipedOut.A != r.WipedOut.B:
		early = sides[rules.BoolToInt(r.WipedOut.B)]
	case r.Inflicted.A != r.Inflicted.B:
		early = sides[rules.BoolToInt(r.Inflicted.B < r.Inflicted.A)]
	case r.StandsRemoved.A > 0 && r.StandsRemoved.B > 0:
		var higher Side
		higher, r.RollOff = rollOff(c, "roll-off")
		early = higher.opponent()
	default:
		return
	}
	r.RemovalOrder = &[]Side{early, early.opponent()}
}

// afterRetreat finds the units of a side that a retreat destroys and those that may hold
// their ground (WR-RES-6, WR-RES-10, WR-RET-9).
func (r *RoundResult) afterRetreat(side Side, units []roundUnit) {
	for i, u := range units {
		after := &(*r.Units.Of(side))[i]
		lost := r.Outcome == string(side.opponent())
		after.DestroyedByRetreat = lost && r.RetreatCm > 0 && u.Type == "artillery" && !after.Destroyed
		after.MayHold = !after.Destroyed && (r.Outcome == string(side) || r.Outcome == "draw" && EffectiveProtection(u.Type, u.Protection) != "none")
	}
}

type combatResultInput struct {
	Round int `json:"round" in:"1..50" default:"1"`
	BySide[roundSide]
}

func (in combatResultInput) check() *rules.Fault {
	for _, side := range sides {
		for i, u := range in.Of(side).Units {
			if f := rules.OutOfRangeIf(u.Marked >= u.Hits, rules.At(string(side)+".units", i)+".hits_marked", "would have removed a stand"); f != nil {
				return f
			}
		}
	}
	return twiceInEngagement(in.A.Units, in.B.Units, func(u roundUnit) string { return u.ID })
}

// twiceInEngagement refuses an id that two units of an engagement have. It looks at side a
// first.
func twiceInEngagement[T any](a, b []T, id func(T) string) *rules.Fault {
	if f := rules.RepeatedID("a.units", a, id); f != nil {
		return f
	}
	for i, u := range b {
		if IndexByID(a, id(u), id) >= 0 || IndexByID(b[:i], id(u), id) >= 0 {
			return rules.Faultf(rules.OutOfRange, rules.At("b.units", i)+".id", "%q is there twice", id(u))
		}
	}
	return nil
}

var combatResultRuling = rules.CheckedRuling("combat-result",
	"WR-CAS-1 WR-CAS-2 WR-CAS-4 WR-RES-1 WR-RES-2 WR-RES-3 WR-RES-4 WR-RES-5 WR-RES-6 WR-RES-7 WR-RES-8 WR-RES-9 WR-RES-10 "+
		"WR-SUP-5 WR-SUP-6 WR-RET-9 WR-PUR-19 WR-PROV-6", "", combatResultInput.check,
	func(c *rules.Roller, in combatResultInput) RoundResult { return settleRound(c, in.Round, in.BySide) })
