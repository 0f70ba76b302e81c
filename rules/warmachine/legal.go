package warmachine

import "oriflamme/rules"

// Legal lists commands that can be given now. On a measured table it names every
// troop, weapon and target, with facts that let the command succeed, and a charge
// that fails; on a board it is a sample of ways, and whole for everything else.
func (b *Battle) Legal() []rules.Command {
	switch b.s.Stage {
	case stageStart:
		return []rules.Command{Start{}}
	case stageDeploy:
		return b.deployments()
	case stageControl:
		return b.withEnds(b.controls())
	case stageOver:
		return nil
	}
	switch {
	case b.s.Pending != nil:
		return b.withEnds(b.settlements())
	case b.s.Acting == none:
		return b.withEnds(b.activations())
	}
	all := append(b.moves(), b.attacks()...)
	all = append(all, b.powerAttacks()...)
	all = append(append(all, b.casts()...), b.specials()...)
	all = append(append(all, b.lockBreaks()...), b.fears()...)
	if b.mayEnd() {
		all = append(all, EndActivation{b.s.Turn})
	}
	return b.withEnds(all)
}

// withEnds adds what ends a battle at any moment.
func (b *Battle) withEnds(all []rules.Command) []rules.Command {
	if b.hopeless(b.s.Turn) || b.weary(b.s.Turn) {
		all = append(all, Concede{b.s.Turn})
	}
	if b.aims {
		all = append(all, Fulfil{b.s.Turn})
	}
	return all
}

// mayEnd tells whether nobody owes an attack after a charge (WM-CHARGE-17).
func (b *Battle) mayEnd() bool {
	for k := range b.s.Act.Doing {
		if b.owesAttack(k) {
			return false
		}
	}
	return true
}

// hopeless tells whether a side has lost so much that giving up is worth listing.
// It may give up earlier too.
func (b *Battle) hopeless(seat rules.Seat) bool {
	had, has := 0, 0
	for i := range b.cards {
		if b.cards[i].seat == seat {
			had++
			if b.alive(i) {
				has++
			}
		}
	}
	return 3*has <= had
}

// long is a round that no battle between people comes to. The rules know no last one
// (WM-TURN-1), and two armies that cannot hurt each other would fight for ever.
const long = 60

// weary tells whether a side sees no end to a long battle in which it is not ahead.
func (b *Battle) weary(seat rules.Seat) bool {
	if b.round() < long {
		return false
	}
	mine, theirs := 0, 0
	for i := range b.cards {
		switch {
		case !b.alive(i):
		case b.hostile(b.cards[i].seat, seat):
			theirs++
		case b.cards[i].seat == seat:
			mine++
		}
	}
	return mine <= theirs
}

// lines are the ways in which a whole army is set up.
var lines = [3]string{"centre", "left", "right"}

func (b *Battle) deployments() []rules.Command {
	seat := b.s.Turn
	if !b.board {
		return []rules.Command{Deploy{Seat: seat, Line: "centre"}}
	}
	var all []rules.Command
	for _, line := range lines {
		if c := (Deploy{Seat: seat, Line: line}); b.fitsLine(c) {
			all = append(all, c)
		}
	}
	for i := range b.cards {
		if b.cards[i].seat != seat || b.s.Troops[i].Placed || b.advanced(i) && b.unplaced(seat, false) {
			continue
		}
		for k := range unitPlaces {
			if c, ok := b.unitDeployment(i, k); ok {
				all = append(all, c)
			}
		}
	}
	return all
}

// fitsLine tries a line on a copy: troops of one that lack room are too many to foresee.
func (b *Battle) fitsLine(c Deploy) bool {
	_, step, err := rules.Play(b, c, nil, rules.First)
	if err == nil && b.noting {
		b.recent = recent{stamp: b.stamp, line: c.Line, placed: step.Events}
	}
	return err == nil
}

// unitPlaces is how many places are offered for one unit.
const unitPlaces = 10

// unitDeployment sets one unit up at one of a row of places across its zone.
func (b *Battle) unitDeployment(i, k int) (rules.Command, bool) {
	zone := b.reachOf(i)
	heart, facing := b.heart(zone), b.outlook(b.cards[i].seat)
	ux, uy := facing.unit()
	depth, _ := zoneDepth(b, zone)
	off, deep := float64(k%5-2)*7000, float64(k/5)*depth/3
	if zone.Shape == "corner" {
		off, deep = off/3, deep/2
	}
	at := Point{round(float64(heart.X) - uy*off - ux*(deep-depth/6)), round(float64(heart.Y) + ux*off - uy*(deep-depth/6))}
	if b.misplaced(i, b.block(i, at, facing)) != "" {
		return nil, false
	}
	return Deploy{Seat: b.cards[i].seat, Unit: b.cards[i].id, Line: "centre", At: &at}, true
}

func (b *Battle) controls() []rules.Command {
	var all []rules.Command
	for i := range b.cards {
		for n := 1; n <= b.allocable(i); n++ {
			all = append(all, Allocate{b.s.Turn, b.cards[i].id, n, true})
		}
		if b.shakes(i) {
			all = append(all, Shake{b.s.Turn, b.cards[i].id})
		}
	}
	for _, keep := range b.keeps() {
		all = append(all, EndControl{b.s.Turn, keep})
	}
	return all
}

// allocable is how much focus a warjack may be given now.
func (b *Battle) allocable(i int) int {
	c := &b.cards[i]
	if c.seat != b.s.Turn || c.p.Kind != "warjack" || !b.alive(i) || b.inert(i) || b.cards[c.owner].p.Focus == 0 {
		return 0
	}
	if b.s.Troops[c.owner].Focus == 0 || b.combat && b.crippled(i, cortexSystem) || !b.inControl(c.owner, i, true) {
		return 0
	}
	return min(mostAllocated-b.s.Troops[i].Focus, b.s.Troops[c.owner].Focus)
}

// shakes tells whether a troop may shake off being knocked down or stationary now.
func (b *Battle) shakes(i int) bool {
	t := &b.s.Troops[i]
	return b.combat && b.cards[i].seat == b.s.Turn && b.cards[i].p.spends() && t.Left > 0 && t.Focus > 0 && t.Models[0].helpless()
}

// keeps are the lists of spells that may be upkept: none, each, and as many as can be paid.
func (b *Battle) keeps() [][]string {
	if !b.upkeeps() {
		return noKeeps
	}
	all := [][]string{{}}
	var most []string
	left := map[int]int{}
	for n, e := range b.s.Effects {
		if e.Until > 0 || b.cards[e.By].seat != b.s.Turn || b.keptBefore(n) || b.s.Troops[e.By].Focus < upkeepCost {
			continue
		}
		all = append(all, []string{e.Spell})
		if left[e.By] += upkeepCost; left[e.By] <= b.s.Troops[e.By].Focus {
			most = append(most, e.Spell)
		}
	}
	if len(most) > 1 {
		all = append(all, most)
	}
	return all
}

// noKeeps is the choice of who has no spell to upkeep.
var noKeeps = [][]string{{}}

// upkeeps tells whether the player has spells in play that are upkept.
func (b *Battle) upkeeps() bool {
	for _, e := range b.s.Effects {
		if e.Until == 0 && b.cards[e.By].seat == b.s.Turn {
			return true
		}
	}
	return false
}

// keptBefore tells whether the spell of an effect is among those before it.
func (b *Battle) keptBefore(n int) bool {
	for _, e := range b.s.Effects[:n] {
		if e.Spell == b.s.Effects[n].Spell && e.Until == 0 {
			return true
		}
	}
	return false
}

func (b *Battle) activations() []rules.Command {
	var all []rules.Command
	for i := range b.cards {
		if b.waits(i) {
			all = append(all, b.cards[i].orders...)
			if m := &b.s.Troops[i].Models[b.s.Troops[i].Lead]; m.Down && m.Still == 0 {
				all = append(all, Activate{Seat: b.s.Turn, Unit: b.cards[i].id, Order: "none", Rise: "action", InCommandRange: true})
			}
		}
	}
	return all
}

// enemies are the troops that may be attacked.
func (b *Battle) enemies() []int {
	var all []int
	for i := range b.cards {
		if b.hostile(b.cards[i].seat, b.s.Turn) && b.alive(i) {
			all = append(all, i)
		}
	}
	return all
}
