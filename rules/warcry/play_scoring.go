package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// closeRound ends a combat phase: it determines control, scores, and starts the next round or ends
// the battle. A measured battle asks for counts first.
func (b *Battle) closeRound(t *rules.Turn) {
	if !b.board && b.needsTally() {
		t.Emit(PhaseBegan{Phase: phaseTally, Round: b.s.Round, Seat: rules.Nobody})
		return
	}
	var through ruling.PerPlayer
	if b.board {
		for k := range b.s.Objectives {
			b.updateControl(t, k, b.nearObjective(k))
		}
		through = b.throughOnBoard()
	}
	b.scoreRound(t, through)
}

// needsTally reports whether the end of the round depends on positions of fighters.
func (b *Battle) needsTally() bool {
	return len(b.s.Objectives) > 0 || b.countsThrough()
}

// countsThrough reports whether fighters near the enemy's edge score at the end of this round.
func (b *Battle) countsThrough() bool {
	return slices.ContainsFunc(b.field.Victory.Scoring, func(s Score) bool { return s.Kind == "break-through" && b.scores(s) })
}

// scores reports whether a way to score counts at the end of this round.
func (b *Battle) scores(s Score) bool { return s.When == "round" || b.s.Round == b.rounds }

// nearObjective counts the fighters within 3 inches of an objective (WC-OBJ-2).
func (b *Battle) nearObjective(k int) ruling.PerPlayer {
	marker := b.s.Objectives[k].At.base(0)
	return b.countInPlay(func(i int) bool { return plane.Within(b.s.Fighters[i].base, marker, ruling.ControlRange) })
}

// countInPlay counts the fighters in play that fit, by player.
func (b *Battle) countInPlay(fits func(i int) bool) (n ruling.PerPlayer) {
	for i := range b.info {
		if b.inPlay(i) && fits(i) {
			*n.Of(playerOf(b.info[i].seat))++
		}
	}
	return n
}

func (b *Battle) updateControl(t *rules.Turn, k int, n ruling.PerPlayer) {
	was := b.s.Objectives[k].Controller
	if now := seatOf(ruling.Controls(playerOf(was), n)); now != was {
		t.Emit(Controlled{Objective: b.field.Victory.Objectives[k].ID, Seat: now})
	}
}

// playTally uses the counts of a measured battle and ends the round.
func (b *Battle) playTally(t *rules.Turn, c Tally) *rules.Fault {
	if b.keepsFacts() {
		return rules.Breaks("WC-OBJ-2", "kind", "the fighters near each objective are named")
	}
	alive := b.countInPlay(func(int) bool { return true })
	if len(c.Objectives) != len(b.s.Objectives) {
		return rules.Breaks("WC-OBJ-2", "objectives", "there are %d objectives", len(b.s.Objectives))
	}
	seen := map[int]bool{}
	for k, o := range c.Objectives {
		i := b.objective(o.ID)
		switch {
		case i < 0 || seen[i]:
			return rules.Faultf(rules.OutOfRange, rules.At("objectives", k)+".id", "%q is no other objective", o.ID)
		case o.A < 0 || o.B < 0 || o.A > alive.A || o.B > alive.B:
			return rules.Breaks("WC-OBJ-2", rules.At("objectives", k), "there are not so many fighters in play")
		}
		seen[i] = true
	}
	var through ruling.PerPlayer
	for _, seat := range c.Through {
		if seat == 0 || seat == 1 {
			*through.Of(playerOf(seat))++
		}
	}
	if through.A > alive.A || through.B > alive.B {
		return rules.Breaks("WC-SET-13", "through", "there are not so many fighters in play")
	}
	for _, o := range c.Objectives {
		b.updateControl(t, b.objective(o.ID), ruling.PerPlayer{A: o.A, B: o.B})
	}
	b.scoreRound(t, through)
	return nil
}

// throughOnBoard counts the fighters within 3 inches of the enemy's edge, which is the one with the
// enemy's dagger point.
func (b *Battle) throughOnBoard() ruling.PerPlayer {
	return b.countInPlay(func(i int) bool {
		y, r := b.s.Fighters[i].At.Y.Float(), b.info[i].radius
		gap := y - r
		if b.spot(opponent(b.info[i].seat), 0).Y > b.field.Length/2 {
			gap = b.field.Length.Float() - y - r
		}
		return gap <= 3+tolerance
	})
}

// scoreRound gives victory points and starts the next round or ends the battle (WC-SCN-1 to
// WC-SCN-3, WC-SEQ-1).
func (b *Battle) scoreRound(t *rules.Turn, through ruling.PerPlayer) {
	for _, s := range b.field.Victory.Scoring {
		if !b.scores(s) {
			continue
		}
		vp := b.scorePoints(s, through)
		for seat := range rules.Seat(2) {
			if n := *vp.Of(playerOf(seat)) * s.VP; n > 0 {
				t.Emit(Scored{Seat: seat, VP: n, For: s.Kind})
			}
		}
	}
	t.Emit(RoundEnded{Round: b.s.Round})
	if b.s.Round < b.rounds {
		t.Emit(PhaseBegan{Phase: phaseRound, Round: b.s.Round + 1, Seat: rules.Nobody})
		return
	}
	vp := ruling.PerPlayer{A: b.s.Sides[0].VP, B: b.s.Sides[1].VP}
	t.Emit(BattleEnded{Winner: seatOf(ruling.Winner(vp)), A: vp.A, B: vp.B})
	t.Emit(PhaseBegan{Phase: phaseOver, Round: b.s.Round, Seat: rules.Nobody})
}

// scorePoints returns how often each player scores by a way to score, not multiplied by its points.
func (b *Battle) scorePoints(s Score, through ruling.PerPlayer) (vp ruling.PerPlayer) {
	switch s.Kind {
	case "ley-lines":
		lines := make([]ruling.LeyLine, len(b.s.Objectives))
		for k, o := range b.s.Objectives {
			lines[k] = ruling.LeyLine{ID: b.field.Victory.Objectives[k].ID, Awakened: o.Awake, Controller: playerOf(o.Controller)}
		}
		_, vp = ruling.ScoreLeyLines(lines)
	case "reaper":
		var down []ruling.DownedFighter
		for i, w := range b.s.Fighters {
			if w.Out && w.DownRound == b.s.Round {
				down = append(down, ruling.DownedFighter{Owner: playerOf(b.info[i].seat), Points: b.info[i].profile.Points})
			}
		}
		_, vp = ruling.ScoreReaper(down)
	case "control", "majority":
		for _, o := range b.s.Objectives {
			if o.Controller != rules.Nobody {
				*vp.Of(playerOf(o.Controller))++
			}
		}
		if s.Kind == "majority" {
			vp = ruling.Majority(vp)
		}
	case "break-through":
		vp = through
	default:
		vp = b.scoreFighters(s)
	}
	return vp
}

// scoreFighters counts the fighters that carry treasure, survive or were taken down, for Score.
func (b *Battle) scoreFighters(s Score) (vp ruling.PerPlayer) {
	for i, w := range b.s.Fighters {
		mine, theirs := playerOf(b.info[i].seat), playerOf(opponent(b.info[i].seat))
		fell := w.Out && (s.When == "end" || w.DownRound == b.s.Round)
		switch {
		case s.Kind == "carry" && b.inPlay(i) && w.Carrying >= 0, s.Kind == "survive" && b.inPlay(i):
			*vp.Of(mine)++
		case s.Kind == "take-down" && fell, s.Kind == "assassinate" && fell && b.info[i].leader:
			*vp.Of(theirs)++
		}
	}
	return vp
}
