package magnamund

import (
	"slices"

	"oriflamme/rules"
)

// stated returns the commands of a measured battle. They are a sample: every
// enemy may be in reach as far as the program knows, with the facts that the
// players then change.
func (b *Battle) stated() (all []rules.Command) {
	if u := b.s.Fleeing - 1; u >= 0 {
		return b.statedFlights(u)
	}
	seat := given{b.anySeat(b.s.Side)}
	switch b.s.Phase {
	case phaseFire1:
		all = b.statedSkills(b.statedShots(all))
	case phaseFire2:
		all = b.statedShots(all)
	case phaseMovement:
		all = b.statedMoves(all)
	case phaseCombat:
		all = b.statedBlows(all)
	case phaseMorale:
		all = b.statedTests(all)
	}
	for i := range b.figures {
		if b.alive(i) && b.s.Pieces[i].Hidden {
			all = append(all, Reveal{given{b.seatOf(i)}, []string{b.id(i)}})
		}
	}
	if b.mayEnd() == nil {
		end := EndStep{given: seat}
		for i := range b.figures {
			if b.s.Phase == phaseMovement && b.alive(i) && b.sideOf(i) == b.s.Side && b.burden(i).blinded {
				end.Led = append(end.Led, b.id(i))
			}
		}
		if all = append(all, EndStep{given: seat}); end.Led != nil {
			all = append(all, end)
		}
	}
	return b.statedCasts(all)
}

// statedDeployments put the next unit of each seat of the side on the table.
func (b *Battle) statedDeployments() (all []rules.Command) {
	done := map[string]bool{}
	for i := range b.figures {
		f := &b.figures[i]
		if f.side != b.s.Side || b.s.Pieces[i].Placed {
			continue
		}
		unit := f.id
		if f.unit != none {
			unit = b.troops[f.unit].id
		}
		if done[unit] {
			continue
		}
		done[unit] = true
		all = append(all, Deploy{given{f.seat}, unit, nil, "n", false})
		if f.mayHide {
			all = append(all, Deploy{given{f.seat}, unit, nil, "n", true})
		}
	}
	return all
}

// rivals calls do for the first living piece of each unit, hero and monster that a
// piece may attack, which stands for the others of its unit.
func (b *Battle) rivals(i int, do func(j int)) {
	var met uint64 // of units, by bit; the others are all met
	for j := range b.figures {
		u := b.figures[j].unit
		if !b.alive(j) || b.s.Pieces[j].Hidden || b.enemies(i, j) != nil || u >= 0 && u < 64 && met&(1<<u) != 0 {
			continue
		}
		if u >= 0 && u < 64 {
			met |= 1 << u
		}
		do(j)
	}
}

// fellows are the pieces of a unit that may join one of them in a pool.
func (b *Battle) fellows(i int, ready func(k int) bool) (ids []string) {
	u := b.figures[i].unit
	if u == none || b.entranced(i) {
		return nil
	}
	for _, k := range b.troops[u].figures {
		if b.alive(k) && b.seatOf(k) == b.seatOf(i) && ready(k) {
			ids = append(ids, b.id(k))
		}
	}
	return ids
}

func (b *Battle) statedShots(all []rules.Command) []rules.Command {
	ready := func(i int) bool {
		p := &b.s.Pieces[i]
		return b.alive(i) && b.sideOf(i) == b.s.Side && p.Shots == 0 && b.mayShoot(i) == nil &&
			!(p.Loading && b.s.Phase == phaseFire2 && slow(b.figures[i].p.Ranged))
	}
	short := minRange
	led := map[int]bool{}
	for i := range b.figures {
		if !ready(i) {
			continue
		}
		fellows := b.fellows(i, ready)
		b.rivals(i, func(j int) {
			c := Shoot{given: given{b.seatOf(i)}, Shooters: []string{b.id(i)}, Target: b.id(j), Distance: &short}
			all = append(all, c)
			if u := b.figures[i].unit; len(fellows) > 1 && !led[u] {
				c.Shooters, c.Nearest = fellows, b.mates(j)
				all = append(all, c)
			}
		})
		if u := b.figures[i].unit; u != none {
			led[u] = true
		}
	}
	return all
}

// mates are the others of a unit, the next targets of a pool as far as nobody says otherwise.
func (b *Battle) mates(j int) (ids []string) {
	u := b.figures[j].unit
	if u == none {
		return nil
	}
	for _, k := range b.troops[u].figures {
		if k != j && b.alive(k) && !b.s.Pieces[k].Hidden && !b.veiled(k) && len(ids) < 6 {
			ids = append(ids, b.id(k))
		}
	}
	return ids
}

func (b *Battle) statedMoves(all []rules.Command) []rules.Command {
	for i := range b.figures {
		if lord := b.s.Pieces[i].Animal; lord != none && b.alive(i) && b.alive(lord) && b.sideOf(lord) == b.s.Side {
			all = append(all, Drive{given{b.seatOf(lord)}, b.id(i), nil, b.s.Pieces[i].Facing})
		}
		if !b.alive(i) || b.sideOf(i) != b.s.Side || b.mayMove(i) != nil {
			continue
		}
		c := Move{given: given{b.seatOf(i)}, Piece: b.id(i)}
		if b.burden(i).blinded {
			if c.Guide = b.someGuide(i); c.Guide == "" {
				continue
			}
		}
		w := walk{costs: &b.figures[i].costs, left: b.points(i), leaps: leapsPerBattle - b.s.Pieces[i].Leaps, facing: b.s.Pieces[i].Facing}
		if !b.figures[i].p.has("salmon-leap") {
			w.leaps = 0
		}
		for _, word := range [...]string{"forward", "pivot-e", "leap-n"} {
			if way := w; way.take(stepOf(word)) == nil {
				c.Path = []string{word}
				all = append(all, c)
			}
		}
	}
	return b.legalSenses(all)
}

// someGuide names a friend who could lead a blinded piece.
func (b *Battle) someGuide(i int) string {
	for k := range b.figures {
		if _, f := b.guideStated(Move{Guide: b.id(k), Path: []string{"forward"}}, i); f == nil {
			return b.id(k)
		}
	}
	return ""
}

func (b *Battle) statedBlows(all []rules.Command) []rules.Command {
	ready := func(i int) bool { return b.alive(i) && b.sideOf(i) == b.s.Side && b.mayStrike(i) == nil }
	led := map[int]bool{}
	for i := range b.figures {
		if !b.alive(i) || b.sideOf(i) != b.s.Side {
			continue
		}
		second := b.s.Pieces[i].Attacks == 1
		fellows := b.fellows(i, ready)
		b.rivals(i, func(j int) {
			c := Strike{given: given{b.seatOf(i)}, Attackers: []string{b.id(i)}, Target: b.id(j), Aspect: "front", Second: second}
			if second && b.checkSecond(i, j, &c, c.stated()) == nil {
				all = append(all, c)
			}
			if !ready(i) || b.veiled(j) {
				return
			}
			all = append(all, c)
			if u := b.figures[i].unit; len(fellows) > 1 && !led[u] {
				c.Attackers, c.Within = fellows, b.mates(j)
				all = append(all, c)
			}
		})
		if u := b.figures[i].unit; u != none && ready(i) {
			led[u] = true
		}
	}
	return all
}

func (b *Battle) statedTests(all []rules.Command) []rules.Command {
	for u := range b.troops {
		if b.troops[u].side != b.s.Side || b.s.Units[u].Tested || b.strength(u) == 0 {
			continue
		}
		c := TestMorale{given: given{b.troops[u].seat}, Unit: b.troops[u].id}
		if b.due(u) {
			all = append(all, c)
		}
		for i := range b.figures {
			if b.alive(i) && b.sideOf(i) == b.s.Side && b.free(i) && b.figures[i].p.has("brutality") && !b.s.Units[u].Brutal {
				c.Brute = b.id(i)
			}
			if b.alive(i) && b.sideOf(i) == b.s.Side && b.figures[i].p.has("rally") && !slices.Contains(c.Rally, b.id(i)) {
				c.Rally = append(c.Rally, b.id(i))
			}
		}
		if (c.Brute != "" || c.Rally != nil) && b.due(u) {
			all = append(all, c)
		}
		for _, h := range b.haunters {
			c.Auras = []string{b.id(h)}
			if o, f := b.ordealOf(&c, u); f == nil && b.alive(h) && len(o.triggers()) > 0 {
				all = append(all, c)
			}
		}
	}
	return all
}

// statedFlights tell of a unit that fled: none of it left the board, or a piece
// did; and, of a rout, whether another unit saw it.
func (b *Battle) statedFlights(u int) (all []rules.Command) {
	c := Flee{given: given{b.troops[u].seat}, Unit: b.troops[u].id}
	all = append(all, c)
	for v := range b.troops {
		if v != u && b.s.Units[u].Routed && b.troops[v].side == b.troops[u].side && !b.s.Units[v].Tested && b.strength(v) > 0 {
			c.Near = append(c.Near, b.troops[v].id)
		}
	}
	c.Left = b.members(b.troops[u].figures[b.firstAlive(u)])[:1]
	return append(all, c)
}

func (b *Battle) statedSkills(all []rules.Command) []rules.Command {
	for i := range b.figures {
		if len(b.figures[i].p.Powers) == 0 || !b.alive(i) || b.sideOf(i) != b.s.Side || !b.free(i) {
			continue
		}
		for _, skill := range skillNames {
			for j := range b.figures {
				if !b.alive(j) || !b.figures[i].p.skilled(skill) || skill == "sixth-sense" {
					continue
				}
				for w := 0; w == 0 || skill == "healing" && w < b.s.Pieces[j].Hurts; w++ {
					c := UseSkill{given: given{b.seatOf(i)}, Piece: b.id(i), Skill: skill, Target: b.id(j), Wound: w}
					if skill == "healing" {
						c.Distance = new(int)
						*c.Distance = count(i != j)
					}
					all = b.offer(all, c)
				}
			}
		}
	}
	return all
}

// legalSenses offers Sixth Sense, which measures nothing.
func (b *Battle) legalSenses(all []rules.Command) []rules.Command {
	for i := range b.figures {
		if b.figures[i].p.has("sixth-sense") && b.alive(i) && b.sideOf(i) == b.s.Side && b.free(i) && b.checkSense(i) == nil {
			all = append(all, UseSkill{given: given{b.seatOf(i)}, Piece: b.id(i), Skill: "sixth-sense"})
		}
	}
	return all
}

func (b *Battle) statedCasts(all []rules.Command) []rules.Command {
	for _, c := range b.legalCasts(nil) {
		k := c.(Cast)
		i := b.find(k.Caster)
		switch k.Spell {
		case "fireball":
			for j := range b.figures {
				if j != i && b.alive(j) && !b.s.Pieces[j].Hidden && b.sideOf(j) == b.sideOf(i) && k.Beside == "" && b.id(j) != k.Target {
					k.Beside = b.id(j)
				}
			}
		case "doom-and-despair":
			for u := range b.troops {
				if b.troops[u].side == b.figures[i].side && b.strength(u) > 0 && k.NearUnit == "" {
					k.NearUnit = b.troops[u].id
				}
			}
		}
		all = append(all, k)
	}
	return all
}
