package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// achievement is a bit of fighterState.Achievements, from which honours follow.
type achievement int

// The achievements. Their bits are stored in records, so their order must not change.
const (
	tookDownMonster   achievement = 1 << iota // took down a monster
	tookDownLeader                            // took down the enemy leader
	tookDownByCounter                         // took down an enemy with Counter
	survivedFall                              // fell and survived
	foundTreasure                             // picked up a treasure
	lostHalfWounds                            // lost half its Wounds or more
)

// Apply changes the battle by an event.
func (b *Battle) Apply(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case RolesSet:
		s.Attacker = e.Attacker
	case Divided:
		b.applyDivided(e)
	case CardDrawn:
		b.applyDrawn(e)
	case Oriented:
		s.Turned = e.Turned
	case ColoursSet:
		s.Red = e.Red
	case Deployed:
		w := b.w(e.Fighter)
		b.put(w, e.At)
		w.Placed = true
		b.moved(e.Fighter, e.Near)
	case GroupPlaced:
		s.Sides[e.Seat].Placed[groupIndex(e.Group)] = true
	case PhaseBegan:
		b.applyPhase(e)
	case InitiativeRolled:
		s.Initiative = e.Holder
		s.Sides[0].sortDice(e.A)
		s.Sides[1].sortDice(e.B)
		s.Tied = s.Sides[0].singles() == s.Sides[1].singles()
	case WildGranted:
		s.Sides[0].Wild++
		s.Sides[1].Wild++
	case WildDeclared:
		s.Sides[e.Seat].declare(e.Uses)
	case InitiativeSettled:
		s.Initiative = e.Holder
	case Awakened:
		if i := b.objective(e.Objective); i >= 0 {
			s.Objectives[i].Awake = true
		}
	case TurnBegan:
		s.Turn = e.Seat
		if b.inspiresOnce() {
			s.Inspired = noUnit
		}
	case Controlled:
		s.Objectives[b.objective(e.Objective)].Controller = e.Seat
	case PresenceNoted:
		b.applyPresence(e)
	case Scored:
		c := &s.Sides[e.Seat]
		c.VP += e.VP
		c.Rounds[s.Round-1] += e.VP
	case RoundEnded:
		b.applyRoundEnd()
	case Demolished:
		b.applyDemolished(e)
	case Amended:
		b.applyAmended(e)
	case HandPlayed:
		if e.To != nil {
			b.put(b.w(e.Fighter), *e.To)
		}
	default:
		b.applyFighterEvent(e)
	}
}

// applyFighterEvent applies the events that change fighters.
func (b *Battle) applyFighterEvent(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case Activated:
		b.applyActivated(e)
	case Moved:
		w := b.w(e.Fighter)
		b.put(w, e.To)
		w.ClimbsOn, w.Climbing = e.On, b.partIndex(e.Part)
		b.moved(e.Fighter, e.Near)
		b.spend(e.Bonus, bonusAttack)
	case Attacked:
		b.spend(e.Bonus, 0)
		b.noteAttack(e)
		if t := b.find(e.Target); s.Act.Aim && b.info[t].monster {
			s.Act.Aim = false
		}
	case Steadied:
		b.w(e.Fighter).UsedSteadyHand = true
	case Reacted:
		w := b.w(e.Fighter)
		if w.Waiting {
			w.Waiting = false
		} else {
			w.Reactions++
		}
	case Damaged:
		i := b.find(e.Fighter)
		w := &s.Fighters[i]
		w.Damage += e.Amount
		if 2*w.Damage >= b.info[i].profile.Wounds {
			w.Achievements |= int(lostHalfWounds)
		}
	case Healed:
		b.w(e.Fighter).Damage -= e.Amount
	case TakenDown:
		b.applyTakenDown(e)
	case Fell:
		w := b.w(e.Fighter)
		b.put(w, e.To)
		w.ClimbsOn, w.Climbing = "", noUnit
		w.Achievements |= int(survivedFall)
		b.moved(e.Fighter, e.Near)
	case Disengaged:
		b.put(b.w(e.Fighter), e.To)
		b.moved(e.Fighter, nil)
		b.spend(false, 0)
	case Waited:
		b.w(e.Fighter).Waiting = e.Waiting
		s.Act.Actions, s.Act.Bonus = 0, 0
		s.Act.Made++
	case PickedUp:
		i, t := b.find(e.Fighter), b.treasure(e.Treasure)
		s.Fighters[i].Carrying, s.Treasures[t].Carrier = t, i
		s.Fighters[i].Achievements |= int(foundTreasure)
	case Dropped:
		i, t := b.find(e.Fighter), b.treasure(e.Treasure)
		s.Fighters[i].Carrying = noUnit
		s.Treasures[t] = treasureState{At: e.At, Carrier: noUnit}
		if e.Action {
			b.spend(false, 0)
		}
	case AbilityUsed:
		b.applyAbility(e)
	case BonusForgone:
		s.Act.Bonus = 0
	case Hampered:
		b.applyHampered(e)
	case Inspired:
		s.Inspired = b.find(e.Fighter)
	case Placed:
		w := b.w(e.Fighter)
		b.put(w, e.At)
		w.ClimbsOn, w.Climbing = "", noUnit
		b.moved(e.Fighter, e.Near)
	case ActivationEnded:
		s.Acting, s.Act = noUnit, activationState{}
	}
}

// put places a fighter and forgets what was measured before.
func (b *Battle) put(w *fighterState, at Point) {
	b.memo.reset()
	w.put(at)
}

// w returns the state of the fighter with a unit id.
func (b *Battle) w(id string) *fighterState { return &b.s.Fighters[b.find(id)] }

func (b *Battle) applyDivided(e Divided) {
	for g, ids := range [][]string{e.Dagger, e.Shield, e.Hammer} {
		for _, id := range ids {
			b.w(id).Group = g
		}
	}
	b.s.Sides[e.Seat].Divided = true
}

func (b *Battle) applyPhase(e PhaseBegan) {
	s := &b.s
	s.Phase, s.Next = e.Phase, e.Seat
	if e.Round > s.Round {
		s.Round = e.Round
		for i := range s.Sides {
			s.Sides[i].Rounds = append(s.Sides[i].Rounds, 0)
		}
	}
}

// applyRoundEnd discards the dice of the round and makes every fighter ready (WC-INIT-5).
func (b *Battle) applyRoundEnd() {
	s := &b.s
	for i := range s.Sides {
		c := &s.Sides[i]
		c.Dice, c.Singles, c.Extra, c.Declared, c.BloodPoints, c.BrokenThrough = [7]int{}, [7]bool{}, 0, false, 0, 0
	}
	for i := range s.Fighters {
		w := &s.Fighters[i]
		w.Activated, w.Waiting, w.Reactions, w.Activations, w.TauntedBy = false, false, 0, 0, noUnit
	}
	s.Turn, s.Inspired = rules.Nobody, noUnit
}

func (b *Battle) applyActivated(e Activated) {
	s := &b.s
	i := b.find(e.Fighter)
	w := &s.Fighters[i]
	w.Activated, w.Waiting = true, false
	if b.info[i].monster {
		w.Activations++
	}
	if s.Inspired == i {
		s.Inspired = noUnit
	}
	s.Acting, s.Act = i, activationState{Actions: e.Actions, Second: e.Second}
}

// spend uses up an action, which ends the bonus actions of Rampage, or a bonus action, which
// leaves only the bonus actions in keep.
func (b *Battle) spend(bonus bool, keep int) {
	a := &b.s.Act
	if bonus {
		a.Bonus &= keep
		return
	}
	a.Actions--
	a.Made++
	a.Bonus = 0
}

func (b *Battle) applyTakenDown(e TakenDown) {
	s := &b.s
	b.memo.reset()
	i, by := b.find(e.Fighter), b.find(e.By)
	w, c := &s.Fighters[i], &b.info[i]
	w.Out, w.Waiting, w.Climbing, w.ClimbsOn = true, false, noUnit, ""
	b.moved(e.Fighter, nil)
	w.DownRound, w.DownCause, w.DownBy = s.Round, e.Cause, by
	s.Sides[opponent(c.seat)].BloodPoints += c.profile.Points
	for j := range s.Fighters {
		if s.Fighters[j].TauntedBy == i {
			s.Fighters[j].TauntedBy = noUnit
		}
	}
	if s.Inspired == i {
		s.Inspired = noUnit
	}
	if by < 0 || b.info[by].seat == c.seat {
		return
	}
	k := &s.Fighters[by]
	k.Kills++
	k.KillPoints += c.profile.Points
	if s.FirstBlood < 0 {
		s.FirstBlood = by
	}
	if c.monster {
		k.Achievements |= int(tookDownMonster)
	}
	if c.leader {
		k.Achievements |= int(tookDownLeader)
	}
	if e.Cause == "counter" {
		k.Achievements |= int(tookDownByCounter)
	}
}

func (b *Battle) applyAbility(e AbilityUsed) {
	a := &b.s.Act
	b.s.Sides[b.info[b.find(e.Fighter)].seat].Dice[e.Value] = 0
	a.Used = true
	switch e.Ability {
	case "rush":
		a.Rush = true
	case "onslaught":
		a.Onslaught = true
	case "rampage":
		a.Rampage, a.Bonus = true, bonusMove|bonusAttack
	case "aim-for-the-eyes":
		a.Aim = true
	case "monstrous-reach":
		a.Reach = true
	default:
		if j := b.ability(e.Ability); j >= 0 {
			a.Effect, a.EffectOf = j+1, e.Value
			if effect := b.field.Abilities[j].Effect; effect != nil {
				a.Bonus = effectBonus[effect.Kind]
			}
		}
	}
}

func (b *Battle) applyHampered(e Hampered) {
	w := b.w(e.Fighter)
	switch e.Effect {
	case "ropes":
		w.Ropes += e.Amount
	case "eyes":
		w.Eyes += e.Amount
	case "taunt":
		w.TauntedBy = b.find(e.By)
	}
}

func (b *Battle) applyDemolished(e Demolished) {
	b.memo.reset()
	b.s.Pairs = nil
	for i, p := range b.field.Terrain {
		if p.Feature == e.Feature || p.ID == e.Feature {
			b.s.RemovedParts |= 1 << i
		}
	}
	for i := range b.s.Objectives {
		o := &b.s.Objectives[i].At
		o.Z = b.groundZ(*o)
	}
	for i := range b.s.Treasures {
		t := &b.s.Treasures[i].At
		t.Z = b.groundZ(*t)
	}
}

// sortDice sorts initiative dice into singles and ability dice (WC-INIT-2, WC-INIT-3).
func (c *sideState) sortDice(faces [6]int) {
	c.Dice, c.Singles = [7]int{}, [7]bool{}
	for _, f := range faces {
		c.Dice[f]++
	}
	for v := range c.Dice {
		if c.Dice[v] == 1 {
			c.Dice[v], c.Singles[v] = 0, true
		}
	}
}

// singles returns the number of singles, including wild dice used as singles (WC-INIT-8).
func (c *sideState) singles() int {
	n := c.Extra
	for _, there := range c.Singles {
		if there {
			n++
		}
	}
	return n
}

// declare carries out the uses of wild dice (WC-INIT-8 to WC-INIT-10).
func (c *sideState) declare(uses []WildUse) {
	for _, u := range uses {
		switch u.Use {
		case "single":
			c.Wild--
			c.Extra++
		case "upgrade":
			c.Wild--
			if c.Singles[*u.Value] {
				c.Singles[*u.Value] = false
				c.Dice[*u.Value] = 2
			} else {
				c.Dice[*u.Value]++
			}
		}
	}
	c.Declared = true
}

// groupIndex returns the index of a battle group by name, or noUnit.
func groupIndex(name string) int { return slices.Index(ruling.GroupNames[:], name) }

// objective returns the index of an objective by id, or noUnit.
func (b *Battle) objective(id string) int { return markerIndex(b.field.Victory.Objectives, id) }

// treasure returns the index of a treasure token by id, or noUnit.
func (b *Battle) treasure(id string) int { return markerIndex(b.field.Victory.Treasures, id) }

func markerIndex(markers []Marker, id string) int {
	return slices.IndexFunc(markers, func(m Marker) bool { return m.ID == id })
}

// ability returns the index of a faction ability by id, or noUnit.
func (b *Battle) ability(id string) int {
	return slices.IndexFunc(b.field.Abilities, func(a Ability) bool { return a.ID == id })
}

// partIndex returns the index of a terrain part by id, or noUnit.
func (b *Battle) partIndex(id string) int {
	if id == "" {
		return noUnit
	}
	return slices.IndexFunc(b.field.Terrain, func(p Part) bool { return p.ID == id })
}
