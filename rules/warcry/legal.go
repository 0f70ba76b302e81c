package warcry

import (
	"oriflamme/rules"
)

// Legal returns commands that can be given now. It is complete for choices that
// can be listed; places and paths on a board, and divisions of a warband, are a
// sample. In a measured battle commands carry plausible facts to be corrected.
func (b *Battle) Legal() []rules.Command {
	s := &b.s
	switch s.Phase {
	case phaseMuster:
		return []rules.Command{RollRoles{given{0}}, RollRoles{given{1}}}
	case phaseGroups:
		return b.legalDivisions()
	case phaseOrient:
		return []rules.Command{Orient{given{s.Next}, false}, Orient{given{s.Next}, true}}
	case phaseColours:
		return []rules.Command{RollColours{given{0}}, RollColours{given{1}}}
	case phaseDeploy, phaseReserve:
		return b.legalDeployments()
	case phaseRound:
		return []rules.Command{RollInitiative{given{0}}, RollInitiative{given{1}}}
	case phaseWild:
		return b.legalWild()
	case phaseAwaken:
		list := []rules.Command{Awaken{given{s.Next}, ""}}
		for k := range s.Objectives {
			if !s.Objectives[k].Awake {
				list = append(list, Awaken{given{s.Next}, b.field.Victory.Objectives[k].ID})
			}
		}
		return list
	case phaseFirst:
		return []rules.Command{FirstTurn{given{s.Initiative}, 0}, FirstTurn{given{s.Initiative}, 1}}
	case phaseTally:
		return b.legalTallies()
	case phaseCombat:
		if s.Acting < 0 {
			return b.legalActivations()
		}
		return b.legalActions(s.Acting)
	}
	return nil
}

func (b *Battle) legalDivisions() []rules.Command {
	seat := b.s.Next
	var ids []string
	monster := ""
	for i := range b.cards {
		switch {
		case b.cards[i].seat != seat:
		case b.cards[i].monster:
			monster = b.cards[i].id
		default:
			ids = append(ids, b.cards[i].id)
		}
	}
	var list []rules.Command
	for first := range 3 {
		var groups [3][]string
		if monster != "" {
			groups[first] = []string{monster}
			for k, id := range ids {
				g := (first + 1 + k%2) % 3
				groups[g] = append(groups[g], id)
			}
		} else {
			for k, id := range ids {
				g := (first + k) % 3
				groups[g] = append(groups[g], id)
			}
		}
		list = append(list, Divide{given{seat}, groups[0], groups[1], groups[2]})
	}
	return list
}

func (b *Battle) legalDeployments() []rules.Command {
	seat, group, ok := b.due()
	if !ok {
		return nil
	}
	if !b.board {
		return []rules.Command{Deploy{given{seat}, groupNames[group], nil}}
	}
	var list []rules.Command
	trial := &Battle{theatre: b.theatre, s: b.s}
	trial.s.Warriors = make([]warrior, len(b.s.Warriors))
	for _, from := range [2]float64{0, 0.9} {
		copy(trial.s.Warriors, b.s.Warriors)
		if places := trial.formation(seat, group, from); places != nil {
			list = append(list, Deploy{given{seat}, groupNames[group], places})
		}
	}
	return list
}

// formation places a group round its point, from a ring outwards, in a battle of
// its own; nil when that is against the rules.
func (b *Battle) formation(seat rules.Seat, group int, from float64) []Place {
	s := b.spot(seat, group)
	var places []Place
	for i := range b.cards {
		w := &b.s.Warriors[i]
		if w.seat != seat || w.Group != group {
			continue
		}
		centre := vec{s.X.Float(), s.Y.Float()}
		if s.Line != nil {
			centre = b.inward(vec{(s.Line.X1 + s.Line.X2).Float() / 2, (s.Line.Y1 + s.Line.Y2).Float() / 2}, w.r+0.1)
		}
		at, ok := b.roomNear(i, centre, from, 24)
		if !ok {
			return nil
		}
		if b.placeFault(i, at) != "" {
			if at, ok = b.room(i); !ok || b.placeFault(i, at) != "" {
				return nil
			}
		}
		w.put(at)
		w.Placed = true
		places = append(places, Place{b.cards[i].id, at})
	}
	return places
}

// mostUses is how many wild dice one declaration may name.
const mostUses = 21

func (b *Battle) legalWild() []rules.Command {
	seat := b.s.Next
	g, c := given{seat}, &b.s.Camps[seat]
	list := []rules.Command{DeclareWild{g, nil}}
	if c.Wild == 0 {
		return list
	}
	list = append(list, DeclareWild{g, []WildUse{{Use: "single"}}})
	if c.Wild > 1 {
		all := make([]WildUse, min(c.Wild, mostUses))
		for k := range all {
			all[k].Use = "single"
		}
		list = append(list, DeclareWild{g, all})
	}
	var joins []WildUse
	for v := 1; v <= 6; v++ {
		if c.Singles[v] || c.Dice[v] >= 2 && c.Dice[v] < 4 {
			value := v
			use := WildUse{Use: "upgrade", Value: &value}
			joins = append(joins, use)
			list = append(list, DeclareWild{g, []WildUse{use}})
		}
	}
	if c.Wild > 1 && len(joins) > 1 {
		list = append(list, DeclareWild{g, joins[:min(c.Wild, len(joins))]})
	}
	return list
}

// legalTallies offers each objective held by either side or by nobody.
func (b *Battle) legalTallies() []rules.Command {
	var alive [2]int
	for i := range b.cards {
		if b.inPlay(i) {
			alive[b.cards[i].seat]++
		}
	}
	var list []rules.Command
	for seat := range rules.Seat(2) {
		for variant := range 3 {
			t := Tally{given: given{seat}}
			for k, m := range b.field.Victory.Objectives {
				n := Count{ID: m.ID}
				if side := (k + variant) % 3; side == 0 {
					n.A = min(1, alive[0])
				} else if side == 1 {
					n.B = min(1, alive[1])
				}
				t.Objectives = append(t.Objectives, n)
			}
			if variant > 0 && alive[variant-1] > 0 {
				t.Through = []rules.Seat{rules.Seat(variant - 1)}
			}
			list = append(list, t)
		}
	}
	return list
}

func (b *Battle) legalActivations() []rules.Command {
	list := make([]rules.Command, 0, 16)
	for i := range b.cards {
		if b.cards[i].seat == b.s.Turn && b.engagement(i).standing().MayBeActivated {
			list = append(list, Activate{b.doing(i)})
		}
	}
	return list
}

func (b *Battle) doing(i int) doing { return doing{given{b.cards[i].seat}, b.cards[i].id} }
