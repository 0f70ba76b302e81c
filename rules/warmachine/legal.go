package warmachine

import "oriflamme/rules"

// Legal lists commands that can be given now: every troop, weapon and target, with
// distances and facts that let them succeed, and a charge that fails.
func (b *Battle) Legal() []rules.Command {
	switch b.s.Stage {
	case stageStart:
		return []rules.Command{Start{}}
	case stageDeploy:
		return []rules.Command{Deploy{b.s.Turn}}
	case stageControl:
		return append(b.allocations(), EndControl{b.s.Turn})
	case stageOver:
		return nil
	}
	var all []rules.Command
	if b.s.Acting == none {
		all = b.activations()
	} else {
		all = append(b.moves(), b.attacks()...)
		if a := b.s.Act; a.Movement != charge || a.Attacks > 0 || !b.alive(a.Target) {
			all = append(all, EndActivation{b.s.Turn})
		}
	}
	if b.hopeless(b.s.Turn) {
		all = append(all, Concede{b.s.Turn})
	}
	return all
}

// hopeless tells whether a side has lost so much that giving up is worth listing.
// It may give up earlier too.
func (b *Battle) hopeless(seat rules.Seat) bool {
	had, has := 0, 0
	for i, c := range b.cards {
		if c.seat == seat {
			had++
			if b.alive(i) {
				has++
			}
		}
	}
	return 4*has <= had
}

func (b *Battle) allocations() []rules.Command {
	var all []rules.Command
	for i, c := range b.cards {
		if c.seat != b.s.Turn || c.p.Kind != "warjack" || !b.alive(i) || b.inert(i) || b.cards[c.owner].p.Focus == 0 || b.crippled(i)[cortexSystem] {
			continue
		}
		for n := 1; n <= min(mostAllocated-b.s.Troops[i].Focus, b.s.Troops[c.owner].Focus); n++ {
			all = append(all, Allocate{b.s.Turn, c.id, n, true})
		}
	}
	return all
}

func (b *Battle) activations() []rules.Command {
	var all []rules.Command
	for i, c := range b.cards {
		if !b.waits(i) {
			continue
		}
		orders := []string{"none"}
		if c.p.Kind == "unit" {
			orders = []string{"none", run, charge}
		}
		for _, o := range orders {
			all = append(all, Activate{b.s.Turn, c.id, o})
		}
	}
	return all
}

// enemies are the troops that may be attacked.
func (b *Battle) enemies() []int {
	var all []int
	for i, c := range b.cards {
		if c.seat != b.s.Turn && b.alive(i) {
			all = append(all, i)
		}
	}
	return all
}

// moves are the uses of the normal movement, each as far as it goes.
func (b *Battle) moves() []rules.Command {
	if b.s.Act.Movement != "" || b.s.Act.Attacks > 0 {
		return nil
	}
	spd := Inches(b.spd(b.s.Acting)) * Inch
	all := []rules.Command{Move{Seat: b.s.Turn, Movement: forfeit, LOS: true, InReach: true}}
	add := func(m Move) {
		m.Seat, m.LOS = b.s.Turn, true
		if b.mayMove(m) {
			all = append(all, m)
		}
	}
	add(Move{Movement: fullAdvance, Distance: spd.dec(), InReach: true})
	add(Move{Movement: run, Distance: (2 * spd).dec(), InReach: true})
	for k, j := range b.enemies() {
		far := (spd + chargeBonus*Inch).dec()
		add(Move{Movement: charge, Target: b.cards[j].id, Distance: far, InReach: true})
		if k == 0 {
			add(Move{Movement: charge, Target: b.cards[j].id, Distance: far})
			add(Move{Movement: charge, Target: b.cards[j].id, Distance: Inch.dec(), InReach: true})
		}
	}
	return all
}

// mayMove tells whether the active troop may make a kind of movement at all.
func (b *Battle) mayMove(m Move) bool {
	i := b.s.Acting
	p, focus, lame := &b.cards[i].p, b.s.Troops[i].Focus, b.crippled(i)[movementSystem]
	unled := p.modelType() == "trooper"
	switch m.Movement {
	case run:
		return !lame && !(p.Kind == "warjack" && focus == 0) && !(unled && b.s.Act.Order == "none")
	case charge:
		return !lame && !(p.Kind == "warjack" && focus == 0) && !(unled && b.s.Act.Order != charge) && p.armed(melee)
	}
	return true
}

// attacks are all attacks that the active troop may make now.
func (b *Battle) attacks() []rules.Command {
	var all []rules.Command
	p := &b.cards[b.s.Acting].p
	focus := p.spends() && b.s.Troops[b.s.Acting].Focus > 0
	for _, j := range b.enemies() {
		for w, card := range p.Weapons {
			c := Attack{Seat: b.s.Turn, Target: b.cards[j].id, Weapon: card.ID, LOS: true, InReach: true, Distance: card.Range.dec()}
			for _, c.Additional = range [2]bool{false, true} {
				s := strike{Attack: c, by: b.s.Acting, at: j, weapon: w, card: card}
				if b.checkTarget(s) != nil || b.checkAttack(s) != nil {
					continue
				}
				all = append(all, c)
				if focus {
					boosted := c
					boosted.BoostAttack, boosted.BoostDamage = true, true
					all = append(all, boosted)
				}
			}
		}
	}
	return all
}
