package warmachine

import (
	"iter"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine/ruling"
)

// This file holds facts from outside the rulebook: command checks and fleeing (WM-X-CMD-1 to
// WM-X-CMD-3). When exactly they are made is a ruling of this program (WM-RULING-9): for
// terror and abominations after each movement, for massive casualties at the end of each
// activation, and at most once a turn for each unit.

const (
	causeRally      = "rally"
	causeCasualties = "massive-casualties"
	causeTerror     = "terror"
	causeHorror     = "abomination"
	fleeRule        = "WM-X-CMD-3"
)

// horrorReach is the distance at which an abomination causes a command check (WM-X-CMD-2).
const horrorReach = 3 * ruling.Inch

// checker returns who makes the command checks of an id and flees by itself: a unit as a whole, or
// one solo of a group (WM-RULING-9).
func (b *Battle) checker(id string) modelRef {
	r := b.ids[id]
	if !b.checkAlone(r.unit) {
		r.model = noUnit
	}
	return r
}

// checkers yields those of an entry who check for themselves.
func (b *Battle) checkers(i int) iter.Seq[modelRef] {
	return func(yield func(modelRef) bool) {
		if !b.checkAlone(i) {
			yield(modelRef{i, noUnit})
			return
		}
		for k := range b.s.Units[i].Models {
			if !yield(modelRef{i, k}) {
				return
			}
		}
	}
}

// activeChecker returns who is active: the unit, or the solo of a group.
func (b *Battle) activeChecker() modelRef {
	if b.s.Acting == noUnit || !b.checkAlone(b.s.Acting) {
		return modelRef{b.s.Acting, noUnit}
	}
	return modelRef{b.s.Acting, b.s.Activation.Solo - 1}
}

// checkAlone reports whether an entry is a group of solos of whom each makes its own command
// checks; before version 6 a group made them as a unit does.
func (b *Battle) checkAlone(i int) bool { return b.ofSolos(i) && b.sinceVersion6() }

// checkerID returns the id by which events name a checker.
func (b *Battle) checkerID(c modelRef) string {
	if c.model == noUnit {
		return b.info[c.unit].id
	}
	return b.id(c)
}

// checkerInPlay reports whether a model of a checker is in play.
func (b *Battle) checkerInPlay(c modelRef) bool {
	return b.unitInPlay(c.unit) && (c.model == noUnit || b.modelInPlay(c))
}

// checkerWithin reports whether a checker is within a distance of a model.
func (b *Battle) checkerWithin(a, c modelRef, limit ruling.Inches) bool {
	if c.model == noUnit {
		return b.unitWithin(a, c.unit, limit)
	}
	return b.modelInPlay(c) && b.within(a, c, limit)
}

// courage returns where the battle keeps whether a checker made a check this turn, and whether it
// flees.
func (b *Battle) courage(c modelRef) (tested, fleeing *bool) {
	if t := &b.s.Units[c.unit]; c.model == noUnit {
		return &t.Tested, &t.Fleeing
	}
	m := b.model(c)
	return &m.Tested, &m.Fleeing
}

// flees reports whether a model flees, with its unit or as a solo.
func (b *Battle) flees(r modelRef) bool { return b.s.Units[r.unit].Fleeing || b.model(r).Fleeing }

// makesCommandChecks reports whether somebody must make a command check if one is caused.
func (b *Battle) makesCommandChecks(c modelRef) bool {
	tested, fleeing := b.courage(c)
	return b.combat && !b.info[c.unit].fearless && b.checkerInPlay(c) && !*tested && !*fleeing
}

// commandCheck makes a command check and reports whether it succeeds: two dice must not
// exceed CMD (WM-X-CMD-1). Who fails flees, and its activation ends if it was active.
func (b *Battle) commandCheck(t *rules.Turn, c modelRef, why string) bool {
	cmd, leader := b.commandFor(t, c)
	passes := func(f []int) bool { return f[0]+f[1] <= cmd }
	f := t.Throw(dice.Roll{Why: "command", N: 2, Sides: 6, Read: dice.Pool, ClassOf: ruling.ClassIf(passes)})
	e := CommandChecked{Unit: b.checkerID(c), For: why, Cmd: cmd, Total: f[0] + f[1], Success: passes(f)}
	if leader != noUnit {
		e.Leader = b.info[leader].id
	}
	t.Emit(e)
	if e.Success || why == causeRally {
		return e.Success
	}
	t.Emit(Fled{e.Unit})
	if b.activeChecker() == c {
		b.endActivation(t, fleeRule)
	}
	return false
}

// commandFor returns the CMD that somebody checks with and the unit it belongs to: its own, or
// that of a commander of its Faction in whose command range it is, which on a measured table
// its player states.
func (b *Battle) commandFor(t *rules.Turn, by modelRef) (cmd, leader int) {
	i, c := by.unit, &b.info[by.unit]
	cmd, leader = c.profile.Cmd, noUnit
	choices, leaders := []string{"own-cmd"}, []int{noUnit}
	for j := range b.info {
		o := &b.info[j]
		if j == i || !o.isCommander || b.hostile(c.seat, o.seat) || o.profile.Faction != c.profile.Faction || !b.unitInPlay(j) || b.flees(b.lead(j)) || o.profile.Cmd <= c.profile.Cmd {
			continue
		}
		if !b.board {
			choices, leaders = append(choices, o.id), append(leaders, j)
		} else if o.profile.Cmd > cmd && b.checkerWithin(b.lead(j), by, b.commandRange(j)) {
			cmd, leader = o.profile.Cmd, j
		}
	}
	if !b.board {
		leader = leaders[t.Ask("WM-X-CMD-1", c.seat, "commander", choices...)]
		if leader != noUnit {
			cmd = b.info[leader].profile.Cmd
		}
	}
	return cmd, leader
}

// checkFear has command checks made for what the movement of the active unit has brought near:
// by the others for the active unit, and by the active unit for the others.
func (b *Battle) checkFear(t *rules.Turn) {
	if len(b.terrifying) == 0 || !b.board || b.s.Acting == noUnit {
		return
	}
	active := b.activeChecker()
	for _, a := range b.terrifying {
		if a != active.unit {
			if why := b.fearOf(a, active); why != "" {
				b.commandCheck(t, active, why)
			}
		} else {
			for j := range b.info {
				for c := range b.checkers(j) {
					if why := b.fearOf(a, c); j != a && why != "" {
						b.commandCheck(t, c, why)
					}
				}
			}
		}
		if b.s.Phase == phaseOver || b.activeChecker() != active {
			return
		}
	}
}

// fearOf returns why somebody near unit a must make a command check, or "": terror in melee range
// of an enemy, or an abomination within three inches of anybody.
func (b *Battle) fearOf(a int, by modelRef) string {
	c := &b.info[a]
	if !c.terror && !c.abomination || !b.makesCommandChecks(by) {
		return ""
	}
	terrible := c.terror && b.hostile(c.seat, b.info[by.unit].seat)
	for k := range b.s.Units[a].Models {
		switch r := (modelRef{a, k}); {
		case !b.modelInPlay(r):
		case terrible && b.checkerWithin(r, by, max(c.reach(), b.info[by.unit].reach())):
			return causeTerror
		case c.abomination && b.checkerWithin(r, by, horrorReach):
			return causeHorror
		}
	}
	return ""
}

// playDread makes the command check of a unit, or a solo of a group, that the players state to be
// near what it fears.
func (b *Battle) playDread(t *rules.Turn, c Dread) *rules.Fault {
	i, of := b.find(c.Unit), b.find(c.Of)
	switch {
	case b.board:
		return rules.Breaks("WM-X-CMD-2", "", "the board shows who is near")
	case i == noUnit || of == noUnit || i == of || b.checker(c.Unit) != b.activeChecker() && of != b.s.Acting:
		return ruling.BadValue("of", "one of them is active and the other near")
	case b.checkAlone(i) && b.checker(c.Unit).model == noUnit:
		return ruling.BadValue("unit", "which one of the group?")
	case !b.unitInPlay(of) || !b.makesCommandChecks(b.checker(c.Unit)):
		return rules.Breaks("WM-X-CMD-2", "unit", "it has no check to make")
	}
	why := b.fearFrom(of, i)
	if why == "" {
		return rules.Breaks("WM-X-CMD-2", "of", "nobody need fear it")
	}
	b.commandCheck(t, b.checker(c.Unit), why)
	return nil
}

// fearFrom returns why unit i would make a command check near unit of, or "".
func (b *Battle) fearFrom(of, i int) string {
	switch c := &b.info[of]; {
	case c.terror && b.hostile(c.seat, b.info[i].seat):
		return causeTerror
	case c.abomination:
		return causeHorror
	}
	return ""
}

// fearCommands returns the commands that state fear on a measured table.
func (b *Battle) fearCommands() []rules.Command {
	if len(b.terrifying) == 0 || b.board {
		return nil
	}
	var all []rules.Command
	i, active := b.s.Acting, b.activeChecker()
	for j := range b.info {
		if j == i || !b.unitInPlay(j) {
			continue
		}
		if b.makesCommandChecks(active) && b.fearFrom(j, i) != "" {
			all = append(all, Dread{bySeat{b.s.Turn}, b.checkerID(active), b.info[j].id})
		}
		for c := range b.checkers(j) {
			if b.makesCommandChecks(c) && b.fearFrom(i, j) != "" {
				all = append(all, Dread{bySeat{b.s.Turn}, b.checkerID(c), b.info[i].id})
			}
		}
	}
	return all
}

// checkCasualties has units that lost at least half of their models this turn make command
// checks.
func (b *Battle) checkCasualties(t *rules.Turn) {
	if !b.combat {
		return
	}
	for i := range b.s.Units {
		if x := &b.s.Units[i]; x.Lost > 0 && 2*x.Lost >= x.Left+x.Lost && b.info[i].profile.Kind == "unit" && b.makesCommandChecks(modelRef{i, noUnit}) {
			b.commandCheck(t, modelRef{i, noUnit}, causeCasualties)
		}
	}
}

// fleeActivation is the activation of a fleeing unit or solo: each model runs straight away from
// the nearest enemy, and then it tries to rally.
func (b *Battle) fleeActivation(t *rules.Turn, i int) {
	active := b.activeChecker()
	for k := range b.s.Units[i].Models {
		r := modelRef{i, k}
		if !b.modelInPlay(r) || b.s.Activation.Models[k].Movement != "" {
			continue
		}
		most := 2 * ruling.Inches(b.spd(i)) * ruling.Inch
		e := Moved{Unit: b.info[i].id, Model: k, Movement: ruling.Run, Distance: most.Dec(), law: law{fleeRule}}
		if b.board {
			e = b.fleeMove(r, most)
		}
		b.moveModel(t, r, e)
		if b.s.Phase == phaseOver {
			return
		}
	}
	if b.checkerInPlay(active) {
		b.commandCheck(t, active, causeRally)
	}
	b.endActivation(t, fleeRule)
}

// fleeMove returns the run of a model on a board away from the nearest enemy.
func (b *Battle) fleeMove(r modelRef, most ruling.Inches) Moved {
	near, best := modelRef{noUnit, noUnit}, ruling.Inches(0)
	for _, j := range b.enemiesOf(b.info[r.unit].seat) {
		if o := b.nearest(r, j); near.unit == noUnit || b.distance(r, o) < best {
			near, best = o, b.distance(r, o)
		}
	}
	var v ruling.Point
	if near.unit != noUnit {
		v = b.model(r).at().Minus(b.model(near).at())
	}
	e := b.moveStraight(r, v, most, Move{Movement: ruling.Run})
	e.Law = fleeRule
	return e
}
