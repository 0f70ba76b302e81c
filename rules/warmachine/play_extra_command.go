package warmachine

import (
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

// makesCommandChecks reports whether a unit must make a command check if one is caused.
func (b *Battle) makesCommandChecks(i int) bool {
	t := &b.s.Units[i]
	return b.combat && !b.info[i].fearless && t.Left > 0 && !t.Tested && !t.Fleeing
}

// commandCheck makes a command check and reports whether it succeeds: two dice must not
// exceed CMD (WM-X-CMD-1). A unit that fails flees, and its activation ends if it was
// active.
func (b *Battle) commandCheck(t *rules.Turn, i int, why string) bool {
	cmd, leader := b.commandFor(t, i)
	passes := func(f []int) bool { return f[0]+f[1] <= cmd }
	f := t.Throw(dice.Roll{Why: "command", N: 2, Sides: 6, Read: dice.Pool, ClassOf: ruling.ClassIf(passes)})
	e := CommandChecked{Unit: b.info[i].id, For: why, Cmd: cmd, Total: f[0] + f[1], Success: passes(f)}
	if leader != noUnit {
		e.Leader = b.info[leader].id
	}
	t.Emit(e)
	if e.Success || why == causeRally {
		return e.Success
	}
	t.Emit(Fled{e.Unit})
	if b.s.Acting == i {
		b.endActivation(t, fleeRule)
	}
	return false
}

// commandFor returns the CMD that a unit checks with and the unit it belongs to: its own, or
// that of a commander of its Faction in whose command range it is, which on a measured table
// its player states.
func (b *Battle) commandFor(t *rules.Turn, i int) (cmd, leader int) {
	c := &b.info[i]
	cmd, leader = c.profile.Cmd, noUnit
	choices, leaders := []string{"own-cmd"}, []int{noUnit}
	for j := range b.info {
		o := &b.info[j]
		if j == i || !o.isCommander || b.hostile(c.seat, o.seat) || o.profile.Faction != c.profile.Faction || !b.unitInPlay(j) || b.s.Units[j].Fleeing || o.profile.Cmd <= c.profile.Cmd {
			continue
		}
		if !b.board {
			choices, leaders = append(choices, o.id), append(leaders, j)
		} else if o.profile.Cmd > cmd && b.inCommand(j, i, false) {
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

// checkFear has units make command checks for what the movement of the active unit has
// brought near: the other units for the active unit, and the active unit for the others.
func (b *Battle) checkFear(t *rules.Turn) {
	if len(b.terrifying) == 0 || !b.board || b.s.Acting == noUnit {
		return
	}
	i := b.s.Acting
	for _, a := range b.terrifying {
		if a != i {
			if why := b.fearOf(a, i); why != "" {
				b.commandCheck(t, i, why)
			}
		} else {
			for j := range b.info {
				if why := b.fearOf(a, j); j != a && why != "" {
					b.commandCheck(t, j, why)
				}
			}
		}
		if b.s.Phase == phaseOver || b.s.Acting != i {
			return
		}
	}
}

// fearOf returns why unit i near unit a must make a command check, or "": terror in melee
// range of an enemy, or an abomination within three inches of any unit.
func (b *Battle) fearOf(a, i int) string {
	c := &b.info[a]
	if !c.terror && !c.abomination || !b.makesCommandChecks(i) {
		return ""
	}
	terrible := c.terror && b.hostile(c.seat, b.info[i].seat)
	for k := range b.s.Units[a].Models {
		switch r := (modelRef{a, k}); {
		case !b.modelInPlay(r):
		case terrible && b.unitWithin(r, i, max(c.reach(), b.info[i].reach())):
			return causeTerror
		case c.abomination && b.unitWithin(r, i, horrorReach):
			return causeHorror
		}
	}
	return ""
}

// playDread makes the command check of a unit that the players state to be near what it
// fears.
func (b *Battle) playDread(t *rules.Turn, c Dread) *rules.Fault {
	i, of := b.find(c.Unit), b.find(c.Of)
	switch {
	case b.board:
		return rules.Breaks("WM-X-CMD-2", "", "the board shows who is near")
	case i == noUnit || of == noUnit || i == of || i != b.s.Acting && of != b.s.Acting:
		return ruling.BadValue("of", "one of them is active and the other near")
	case !b.unitInPlay(of) || !b.makesCommandChecks(i):
		return rules.Breaks("WM-X-CMD-2", "unit", "it has no check to make")
	}
	why := b.fearFrom(of, i)
	if why == "" {
		return rules.Breaks("WM-X-CMD-2", "of", "nobody need fear it")
	}
	b.commandCheck(t, i, why)
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
	i := b.s.Acting
	for j := range b.info {
		if j == i || !b.unitInPlay(j) {
			continue
		}
		if b.makesCommandChecks(i) && b.fearFrom(j, i) != "" {
			all = append(all, Dread{bySeat{b.s.Turn}, b.info[i].id, b.info[j].id})
		}
		if b.makesCommandChecks(j) && b.fearFrom(i, j) != "" {
			all = append(all, Dread{bySeat{b.s.Turn}, b.info[j].id, b.info[i].id})
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
		if x := &b.s.Units[i]; x.Lost > 0 && 2*x.Lost >= x.Left+x.Lost && b.info[i].profile.Kind == "unit" && b.makesCommandChecks(i) {
			b.commandCheck(t, i, causeCasualties)
		}
	}
}

// fleeActivation is the activation of a fleeing unit: each model runs straight away from the
// nearest enemy, and then the unit tries to rally.
func (b *Battle) fleeActivation(t *rules.Turn, i int) {
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
	if b.unitInPlay(i) {
		b.commandCheck(t, i, causeRally)
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
