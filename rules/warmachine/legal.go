package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Legal returns commands that can be given now. On a measured table it names every unit,
// weapon and target, with facts that let the command succeed, and a charge that fails; on a
// board it offers a sample of paths, and every command of other kinds.
func (b *Battle) Legal() []rules.Command {
	b = b.reader()
	switch b.s.Phase {
	case phaseStart:
		return []rules.Command{Start{}}
	case phaseDeploy:
		return b.deployments()
	case phaseControl:
		return b.withEnds(b.controlCommands())
	case phaseOver:
		return nil
	}
	switch {
	case b.s.Pending != nil:
		return b.withEnds(b.settlements())
	case b.s.Acting == noUnit:
		all := b.activations()
		if b.offersEndTurn() {
			all = append(all, EndTurn{bySeat{b.s.Turn}})
		}
		return b.withEnds(all)
	}
	if b.firstToReturn() != noUnit {
		return b.withEnds(b.moves())
	}
	all := append(b.moves(), b.attacks()...)
	all = append(all, b.powerAttacks()...)
	all = append(append(all, b.casts()...), b.specials()...)
	all = append(append(all, b.lockBreaks()...), b.fearCommands()...)
	if c, ok := b.byHand(); ok {
		all = append(all, c)
	}
	if b.mayEnd() {
		all = append(all, EndActivation{bySeat{b.s.Turn}})
	}
	return b.withEnds(all)
}

// offersEndTurn reports whether the end of the turn is listed: between two activations, from the
// first on. A player may end the turn in the middle of an activation too.
func (b *Battle) offersEndTurn() bool {
	begun := b.countUnits(func(i int) bool { return b.info[i].seat == b.s.Turn && b.s.Units[i].Activated }) > 0
	return begun && b.endTurnRefusal() == nil
}

// withEnds adds the commands that may end a battle at any moment.
func (b *Battle) withEnds(all []rules.Command) []rules.Command {
	if b.playing(b.s.Turn) && (b.hopeless(b.s.Turn) || b.seesNoEnd(b.s.Turn)) {
		all = append(all, Concede{bySeat{b.s.Turn}})
	}
	if b.hasObjectives && b.claimRefusal(b.s.Turn) == nil {
		all = append(all, Fulfil{bySeat{b.s.Turn}})
	}
	return all
}

// mayEnd reports whether no model owes an attack after a charge (WM-CHARGE-17).
func (b *Battle) mayEnd() bool {
	for k := range b.s.Activation.Models {
		if b.owesAttack(k) {
			return false
		}
	}
	return true
}

// hopeless reports whether a side has lost so much that giving up is listed. A side may give
// up earlier too.
func (b *Battle) hopeless(seat rules.Seat) bool {
	had := b.countUnits(func(i int) bool { return b.info[i].seat == seat })
	return 3*b.leftOf(seat) <= had
}

// longBattle is a round that battles between people do not reach. The rules know no last
// round (WM-TURN-1), so two armies that cannot hurt each other would fight for ever.
const longBattle = 60

// seesNoEnd reports whether a battle has become long and a side is not ahead in it.
func (b *Battle) seesNoEnd(seat rules.Seat) bool {
	return b.round() >= longBattle && b.leftOf(seat) <= len(b.enemiesOf(seat))
}

// deploymentLines are the places in the zone in which a whole army is set up in a line.
var deploymentLines = [3]string{"centre", "left", "right"}

// deployments returns the commands that set up the army of the next seat.
func (b *Battle) deployments() []rules.Command {
	seat := b.s.Turn
	if !b.board {
		return []rules.Command{Deploy{bySeat: bySeat{seat}, Line: "centre"}}
	}
	var all []rules.Command
	for _, line := range deploymentLines {
		if c := (Deploy{bySeat: bySeat{seat}, Line: line}); b.fitsLine(c) {
			all = append(all, c)
		}
	}
	for i := range b.info {
		if b.info[i].seat != seat || b.s.Units[i].Placed || b.hasAdvanceDeployment(i) && b.unplaced(seat, false) {
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

// fitsLine reports whether a line can be set up. It tries the line on a copy of the battle,
// because one unit that lacks room may move the others.
func (b *Battle) fitsLine(c Deploy) bool {
	_, step, err := rules.Play(b, c, nil, rules.ChooseFirst)
	if err == nil && b.recording {
		b.memo = memo{stamp: b.stamp, line: c.Line, placed: step.Events}
	}
	return err == nil
}

// unitPlaces is the number of places offered for one unit.
const unitPlaces = 10

// unitDeployment sets up unit i at place k of a row across its zone; ok if it fits there.
func (b *Battle) unitDeployment(i, k int) (rules.Command, bool) {
	zone := b.deploymentArea(i)
	heart, facing := b.formUpPoint(zone), b.armyHeading(b.info[i].seat)
	ux, uy := facing.Unit()
	depth, _ := zoneDepth(b, zone)
	off, deep := float64(k%5-2)*7000, float64(k/5)*depth/3
	if zone.Shape == "corner" {
		off, deep = off/3, deep/2
	}
	at := ruling.Point{X: ruling.RoundInches(float64(heart.X) - uy*off - ux*(deep-depth/6)), Y: ruling.RoundInches(float64(heart.Y) + ux*off - uy*(deep-depth/6))}
	if b.placeRule(i, b.blockOf(i, at, facing)) != "" {
		return nil, false
	}
	return Deploy{bySeat: bySeat{b.info[i].seat}, Unit: b.info[i].id, Line: "centre", At: &at}, true
}

// controlCommands returns the commands of the Control Phase.
func (b *Battle) controlCommands() []rules.Command {
	var all []rules.Command
	for i := range b.info {
		for n := 1; n <= b.allocable(i); n++ {
			all = append(all, Allocate{bySeat{b.s.Turn}, b.info[i].id, n, yes})
		}
		if b.shakes(i) {
			all = append(all, Shake{bySeat{b.s.Turn}, b.info[i].id})
		}
	}
	for _, keep := range b.upkeepChoices() {
		all = append(all, EndControl{bySeat{b.s.Turn}, keep})
	}
	return all
}

// allocable returns the most focus that a warjack may be given now.
func (b *Battle) allocable(i int) int {
	c := &b.info[i]
	if c.seat != b.s.Turn || c.profile.Kind != "warjack" || !b.unitInPlay(i) || b.inert(i) || b.info[c.controller].profile.Focus == 0 {
		return 0
	}
	if b.s.Units[c.controller].Focus == 0 || b.combat && b.crippled(i, cortexSystem) || !b.inControl(c.controller, i, true) {
		return 0
	}
	return min(ruling.MostAllocated-b.s.Units[i].Focus, b.s.Units[c.controller].Focus)
}

// shakes reports whether a unit may shake off being knocked down or stationary now.
func (b *Battle) shakes(i int) bool {
	t := &b.s.Units[i]
	return b.combat && b.info[i].seat == b.s.Turn && b.info[i].profile.spendsFocus() && t.Left > 0 && t.Focus > 0 && t.Models[0].helpless()
}

// upkeepChoices returns lists of spells that may be upkept: none, each one, and as many as
// can be paid for.
func (b *Battle) upkeepChoices() [][]string {
	all := [][]string{{}}
	var most []string
	left := map[int]int{}
	for n, e := range b.s.Effects {
		if e.Until > 0 || b.info[e.By].seat != b.s.Turn || b.listedBefore(n) || b.s.Units[e.By].Focus < ruling.UpkeepCost {
			continue
		}
		all = append(all, []string{b.upkeepName(e)})
		if left[e.By] += ruling.UpkeepCost; left[e.By] <= b.s.Units[e.By].Focus {
			most = append(most, b.upkeepName(e))
		}
	}
	if len(most) > 1 {
		all = append(all, most)
	}
	return all
}

// listedBefore reports whether an effect before the n-th is of the same spell of the same caster.
func (b *Battle) listedBefore(n int) bool {
	same := b.s.Effects[n]
	return slices.ContainsFunc(b.s.Effects[:n], func(e enchantment) bool {
		return e.Spell == same.Spell && e.Until == 0 && (e.By == same.By || !b.sinceVersion5())
	})
}

// activations returns the units that may be activated, with each order.
func (b *Battle) activations() []rules.Command {
	var all []rules.Command
	for i := range b.info {
		if b.awaitsActivation(i) && b.ofSolos(i) {
			for k := range b.s.Units[i].Models {
				m := &b.s.Units[i].Models[k]
				if m.Gone || m.Activated {
					continue
				}
				all = append(all, b.soloActivation(i, k, "movement"))
				if m.Down && m.StationaryUntil == 0 {
					all = append(all, b.soloActivation(i, k, "action"))
				}
			}
		} else if b.awaitsActivation(i) {
			all = append(all, b.info[i].orderCommands...)
			if m := &b.s.Units[i].Models[b.s.Units[i].Lead]; m.Down && m.StationaryUntil == 0 {
				all = append(all, Activate{bySeat: bySeat{b.s.Turn}, Unit: b.info[i].id, Order: "none", Rise: "action", InCommandRange: yes})
			}
		}
	}
	return all
}

// soloActivation returns the command that activates a solo of a group.
func (b *Battle) soloActivation(i, k int, rise string) Activate {
	return Activate{bySeat: bySeat{b.s.Turn}, Unit: b.info[i].models[k], Order: "none", Rise: rise, InCommandRange: yes}
}

// enemies returns the units that may be attacked.
func (b *Battle) enemies() []int { return b.enemiesOf(b.s.Turn) }
