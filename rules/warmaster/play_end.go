package warmaster

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// endSideOf is the state of a side for the ruling on the end of the battle.
func (b *Battle) endSideOf(seat rules.Seat) (h ruling.EndSide) {
	for i := range b.info {
		if b.counts(i) && b.info[i].seat == seat {
			h.Units++
			h.Destroyed += rules.BoolToInt(b.s.Units[i].Gone)
		}
	}
	h.Conceded, h.GeneralLeft = b.s.Conceded[seat], b.s.Fled[seat]
	return h
}

// checkEnd asks the ruling whether the battle is over and who won.
func (b *Battle) checkEnd() ruling.EndResult {
	in := ruling.EndInput{TurnsPlayed: b.s.Turns / 2, BySide: ruling.BySide[ruling.EndSide]{A: b.endSideOf(0), B: b.endSideOf(1)}}
	limit, _ := strconv.Atoi(b.option("turns"))
	in.TurnLimit = &limit
	r := in.Resolve()
	for _, seat := range [2]rules.Seat{0, 1} {
		in := in
		in.Withdrawal, in.TurnLimit = b.withdrawal(seat), nil
		other := in.Of(sideOf(opponent(seat)))
		*other = ruling.EndSide{Units: other.Units}
		if slices.Contains(in.Resolve().Reasons, "withdrawal") {
			r.Over, r.Reasons = true, append(r.Reasons, "withdrawal")
			r.Withdraws = append(r.Withdraws, sideOf(seat))
		}
	}
	return r
}

// endBattle ends the battle and counts the score (WR-END-4, WR-PROV-11).
func (b *Battle) endBattle(t *rules.Turn) {
	r := b.checkEnd()
	scores := []int{b.score(0), b.score(1)}
	e := Ended{Winner: rules.Nobody, Scores: scores, Reason: "turn-limit"}
	if len(r.Reasons) > 0 {
		e.Reason = r.Reasons[0]
	}
	if b.losesGeneral() && !b.s.Conceded[0] && !b.s.Conceded[1] {
		e.Reason = "general-dead"
	}
	fallen := [2]bool{b.generalFell(0), b.generalFell(1)}
	switch {
	case b.s.Conceded[0] != b.s.Conceded[1]:
		e.Winner = rules.Seat(rules.BoolToInt(b.s.Conceded[0]))
	case b.needsGeneral() && b.option("general") == "loses" && fallen[0] != fallen[1]:
		e.Winner = rules.Seat(rules.BoolToInt(fallen[0]))
	case scores[0] != scores[1]:
		e.Winner = rules.Seat(rules.BoolToInt(scores[1] > scores[0]))
	}
	t.Emit(e)
}

// score is what the losses of the other side are worth to a seat: points, or the number of
// units. A General who fell counts (WR-PROV-11, WR-PROV-15).
func (b *Battle) score(seat rules.Seat) int {
	if b.option("score") == "points" {
		return b.s.Amended[seat] + b.pointsLost(opponent(seat))
	}
	return b.s.Amended[seat] + b.endSideOf(opponent(seat)).Destroyed + rules.BoolToInt(b.needsGeneral() && b.generalFell(opponent(seat)))
}

// generalFell reports whether the General of a seat left the table or is dead.
func (b *Battle) generalFell(seat rules.Seat) bool {
	if b.s.Fled[seat] {
		return true
	}
	return slices.ContainsFunc(b.generals(seat), func(i int) bool { return b.s.Units[i].Gone })
}

// generals lists the Generals of a seat; an army has one.
func (b *Battle) generals(seat rules.Seat) (all []int) {
	for i := range b.info {
		if b.info[i].seat == seat && b.info[i].profile.Type == "general" {
			all = append(all, i)
		}
	}
	return all
}

// losesGeneral reports whether the death of a General ends a battle that is not over
// (WR-PROV-15). That he leaves the table ends it without this option (WR-END-3).
func (b *Battle) losesGeneral() bool {
	if !b.needsGeneral() || b.option("general") == "goes-on" || b.s.Phase == phaseOver || b.s.Fled[0] || b.s.Fled[1] {
		return false
	}
	return b.generalFell(0) || b.generalFell(1)
}

// pointsLost are the points of a side's losses. A unit reduced to half its stands counts
// half; a General who left the table is a casualty (WR-END-3).
func (b *Battle) pointsLost(seat rules.Seat) (n int) {
	for i := range b.info {
		c, p := &b.info[i], &b.s.Units[i]
		switch {
		case c.seat != seat:
		case p.Gone || c.profile.Type == "general" && b.s.Fled[seat]:
			n += c.points
		case !c.isCharacter() && 2*p.Stands <= c.size:
			n += c.points / 2
		}
	}
	return n
}
