package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// This file holds facts from outside the rulebook: command checks and fleeing
// (WM-X-CMD-1 to WM-X-CMD-3). When exactly they are made is ours (WM-RULING-9):
// terror and abominations are judged after each movement, massive casualties at the
// end of each activation, and a troop checks once a turn at most.

const (
	rally      = "rally"
	casualties = "massive-casualties"
	terror     = "terror"
	horror     = "abomination"
	fleeLaw    = "WM-X-CMD-3"
)

// horrorReach is how far an abomination is felt (WM-X-CMD-2).
const horrorReach = 3 * Inch

// wavers tells whether a troop has a command check to make if something asks for it.
func (b *Battle) wavers(i int) bool {
	t := &b.s.Troops[i]
	return b.combat && !b.cards[i].steady && t.Left > 0 && !t.Tested && !t.Fleeing
}

// check makes a command check: two dice, no more than CMD (WM-X-CMD-1). Who fails
// flees, and if it was active its activation ends.
func (b *Battle) check(t *rules.Turn, i int, why string) bool {
	cmd, leader := b.commandOf(t, i)
	sum := func(f []int) int { return f[0] + f[1] }
	f := t.Throw(dice.Roll{Why: "command", N: 2, Sides: 6, Read: dice.Pool, Alike: func(f []int) int {
		if sum(f) <= cmd {
			return 1
		}
		return 0
	}})
	e := CommandChecked{Unit: b.cards[i].id, For: why, Cmd: cmd, Total: sum(f), Success: sum(f) <= cmd}
	if leader != none {
		e.Leader = b.cards[leader].id
	}
	t.Emit(e)
	if e.Success || why == rally {
		return e.Success
	}
	t.Emit(Fled{e.Unit})
	if b.s.Acting == i {
		b.endActivation(t, fleeLaw)
	}
	return false
}

// commandOf is the CMD by which a troop checks: its own, or that of a commander of
// its Faction in whose command range it is; on a measured table its player says.
func (b *Battle) commandOf(t *rules.Turn, i int) (cmd, leader int) {
	c := &b.cards[i]
	cmd, leader = c.p.Cmd, none
	choices, leaders := []string{"own-cmd"}, []int{none}
	for j := range b.cards {
		o := &b.cards[j]
		if j == i || !o.leads || b.hostile(c.seat, o.seat) || o.p.Faction != c.p.Faction || !b.alive(j) || b.s.Troops[j].Fleeing || o.p.Cmd <= c.p.Cmd {
			continue
		}
		if !b.board {
			choices, leaders = append(choices, o.id), append(leaders, j)
		} else if o.p.Cmd > cmd && b.inCommand(j, i, false) {
			cmd, leader = o.p.Cmd, j
		}
	}
	if !b.board {
		leader = leaders[t.Ask("WM-X-CMD-1", c.seat, "commander", choices...)]
		if leader != none {
			cmd = b.cards[leader].p.Cmd
		}
	}
	return cmd, leader
}

// dreads has troops check that the active one has brought near what they fear, or
// the active one itself.
func (b *Battle) dreads(t *rules.Turn) {
	if len(b.dread) == 0 || !b.board || b.s.Acting == none {
		return
	}
	i := b.s.Acting
	for _, a := range b.dread {
		if a != i {
			if why := b.frightens(a, i); why != "" {
				b.check(t, i, why)
			}
		} else {
			for j := range b.cards {
				if why := b.frightens(a, j); j != a && why != "" {
					b.check(t, j, why)
				}
			}
		}
		if b.s.Stage == stageOver || b.s.Acting != i {
			return
		}
	}
}

// frightens is why a troop has another check that stands near it, or "": terror in
// melee range of an enemy, or an abomination within three inches of anybody.
func (b *Battle) frightens(a, i int) string {
	c := &b.cards[a]
	if !c.terror && !c.horror || !b.wavers(i) {
		return ""
	}
	terrible := c.terror && b.hostile(c.seat, b.cards[i].seat)
	for k := range b.s.Troops[a].Models {
		switch r := (ref{a, k}); {
		case !b.up(r):
		case terrible && b.troopWithin(r, i, max(c.reach(), b.cards[i].reach())):
			return terror
		case c.horror && b.troopWithin(r, i, horrorReach):
			return horror
		}
	}
	return ""
}

// playDread takes the word of the players that somebody is near what it fears.
func (b *Battle) playDread(t *rules.Turn, c Dread) *rules.Fault {
	i, of := b.find(c.Unit), b.find(c.Of)
	switch {
	case b.board:
		return rules.Breaks("WM-X-CMD-2", "", "the board shows who is near")
	case i == none || of == none || i == of || i != b.s.Acting && of != b.s.Acting:
		return strange("of", "one of them is active and the other near")
	case !b.alive(of) || !b.wavers(i):
		return rules.Breaks("WM-X-CMD-2", "unit", "it has no check to make")
	}
	why := b.feared(of, i)
	if why == "" {
		return rules.Breaks("WM-X-CMD-2", "of", "nobody need fear it")
	}
	b.check(t, i, why)
	return nil
}

// feared is why a troop would have another check that is near it, or "".
func (b *Battle) feared(of, i int) string {
	switch c := &b.cards[of]; {
	case c.terror && b.hostile(c.seat, b.cards[i].seat):
		return terror
	case c.horror:
		return horror
	}
	return ""
}

// fears lists what the players of a measured table may tell of fear.
func (b *Battle) fears() []rules.Command {
	if len(b.dread) == 0 || b.board {
		return nil
	}
	var all []rules.Command
	i := b.s.Acting
	for j := range b.cards {
		if j == i || !b.alive(j) {
			continue
		}
		if b.wavers(i) && b.feared(j, i) != "" {
			all = append(all, Dread{b.s.Turn, b.cards[i].id, b.cards[j].id})
		}
		if b.wavers(j) && b.feared(i, j) != "" {
			all = append(all, Dread{b.s.Turn, b.cards[j].id, b.cards[i].id})
		}
	}
	return all
}

// rout has units check that lost half of their models or more this turn.
func (b *Battle) rout(t *rules.Turn) {
	if !b.combat {
		return
	}
	for i := range b.s.Troops {
		if x := &b.s.Troops[i]; x.Lost > 0 && 2*x.Lost >= x.Left+x.Lost && b.cards[i].p.Kind == "unit" && b.wavers(i) {
			b.check(t, i, casualties)
		}
	}
}

// runAway is the activation of a troop that flees: each model runs straight away from
// the nearest enemy, and then it tests to rally.
func (b *Battle) runAway(t *rules.Turn, i int) {
	for k := range b.s.Troops[i].Models {
		r := ref{i, k}
		if !b.up(r) || b.s.Act.Doing[k].Movement != "" {
			continue
		}
		most := 2 * Inches(b.spd(i)) * Inch
		e := Moved{Unit: b.cards[i].id, Model: k, Movement: run, Distance: most.dec(), Law: fleeLaw}
		if b.board {
			e = b.flightFrom(r, most)
		}
		b.step(t, r, e)
		if b.s.Stage == stageOver {
			return
		}
	}
	if b.alive(i) {
		b.check(t, i, rally)
	}
	b.endActivation(t, fleeLaw)
}

// flightFrom is how a model on a board runs from the nearest enemy.
func (b *Battle) flightFrom(r ref, most Inches) Moved {
	near, best := ref{none, none}, Inches(0)
	for j := range b.cards {
		if !b.alive(j) || !b.hostile(b.cards[j].seat, b.cards[r.i].seat) {
			continue
		}
		if o := b.nearest(r, j); near.i == none || b.between(r, o) < best {
			near, best = o, b.between(r, o)
		}
	}
	var v Point
	if near.i != none {
		v = b.model(r).at().minus(b.model(near).at())
	}
	e := b.stride(r, v, most, Move{Movement: run})
	e.Law = fleeLaw
	return e
}
