package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// engagements lists the groups of units linked by contacts of enemies that have still to
// fight in this phase; those that an advance entered come first (WR-ENG-1, WR-ADV-7).
func (b *Battle) engagements() (all [][]int) {
	var done []int
	var next [][]int
	for _, l := range b.s.Contacts {
		if slices.Contains(done, l[0]) {
			continue
		}
		group := b.linkedTo(l[0])
		done = append(done, group...)
		if !slices.ContainsFunc(group, func(i int) bool { return !b.s.Units[i].Fought }) {
			continue
		}
		all = append(all, group)
		if slices.ContainsFunc(group, func(i int) bool { return slices.Contains(b.s.NextToFight, i) }) {
			next = append(next, group)
		}
	}
	if len(next) > 0 {
		return next
	}
	return all
}

// play picks the engagement that is fought now.
func (c Engage) play(b *Battle, t *rules.Turn) *rules.Fault {
	i := b.find(c.Unit)
	if fault := rules.FirstFault(b.checkPhase(c.Seat, phaseCombat), rules.OutOfRangeIf(i < 0, "unit", "there is no such unit")); fault != nil {
		return fault
	}
	for _, group := range b.engagements() {
		if slices.Contains(group, i) {
			var ids [2][]string
			for _, j := range group {
				ids[b.info[j].seat] = append(ids[b.info[j].seat], b.id(j))
			}
			t.Emit(Engaged{ids[0], ids[1]})
			return nil
		}
	}
	return rules.Breaks("WR-ADV-7", "unit", "it is in no engagement that is fought now")
}

// play rolls all attacks of a round and removes the casualties.
func (c Fight) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseFight); fault != nil {
		return fault
	}
	in, fault := b.combatInputFor(t, c.Units)
	if fault != nil {
		return fault
	}
	r := in.Resolve(t.Roller)
	front := b.fightingToFront(in)
	b.emitAttacks(t, in, r)
	f := &b.s.Fight
	e := RoundFought{
		Round: f.Round, Counted: [2]int{r.CountedHits.A, r.CountedHits.B}, Removed: [2]int{r.StandsRemoved.A, r.StandsRemoved.B},
		Wiped: [2]bool{r.WipedOut.A, r.WipedOut.B}, Front: front, RollOff: len(r.RollOff) > 0,
	}
	order := []ruling.Side{"a", "b"}
	if r.RemovalOrder != nil {
		order, e.Early = *r.RemovalOrder, (*r.RemovalOrder)[0]
	}
	units := f.Units
	t.Emit(e)
	for _, side := range order {
		fallen := 0
		for _, i := range units[seatOf(side)] {
			if b.s.Units[i].Gone || b.s.Units[i].Off {
				continue
			}
			u := (*r.Units.Of(side))[fallen]
			fallen++
			if u.CountedHits > 0 {
				b.takeHits(t, i, b.creditedEnemy(in, r, side, u.ID), "combat", "WR-CAS-1", u.CountedHits, u.StandsRemoved, u.HitsMarked, nil)
			}
		}
	}
	t.Emit(PhaseBegan{Phase: phaseResult})
	return nil
}

// combatInputFor collects who attacks whom, stand by stand, as input of the ruling.
func (b *Battle) combatInputFor(t *rules.Turn, stated []Fighters) (in ruling.CombatInput, fault *rules.Fault) {
	f := &b.s.Fight
	in = ruling.CombatInput{Round: f.Round, Floor: rules.BoolToInt(b.option("attacks-floor") == "1"), Active: sideOf(b.s.Turn)}
	if fault := rules.OutOfRangeIf(b.board && len(stated) > 0, "units", "the board tells them"); fault != nil {
		return in, fault
	}
	for k, u := range stated {
		i := b.find(u.Unit)
		if fault := rules.FirstFault(
			rules.OutOfRangeIf(i < 0 || !slices.Contains(slices.Concat(f.Units[0], f.Units[1]), i), rules.At("units", k)+".unit", "it does not fight here"),
			rules.OutOfRangeIf(i >= 0 && len(u.Stands) != b.s.Units[max(i, 0)].Stands, rules.At("units", k)+".stands", "one line a stand"),
		); fault != nil {
			return in, fault
		}
	}
	if fault := b.checkSheet(t, stated); fault != nil {
		return in, fault
	}
	for _, seat := range [2]rules.Seat{0, 1} {
		side := in.Of(sideOf(seat))
		side.ChargeShots = 0
		if f.Round == 1 {
			side.ChargeShots = f.ChargeHits[seat]
		}
		for _, i := range f.Units[seat] {
			if b.s.Units[i].Gone || b.s.Units[i].Off {
				continue
			}
			e := b.engagedUnit(i)
			if k := slices.IndexFunc(stated, func(u Fighters) bool { return u.Unit == b.id(i) }); k >= 0 {
				for _, s := range stated[k].Stands {
					e.Stands = append(e.Stands, ruling.FightingStand{Target: s.Target, Flanked: s.Flanked, TouchesTerrifying: s.Terrifying})
				}
			} else {
				e.Stands = b.fightingStands(t, i)
			}
			e.CharacterAttacks = b.characterAttacks(i, e.Stands)
			side.Units = append(side.Units, e)
		}
	}
	if fault := in.Check(); fault != nil {
		fault.Field = "units"
		return in, fault
	}
	return in, b.checkTargetsTouch(in)
}

// checkSheet requires the attacks of all own units of the active player at a measured table. For
// what it states of the other side, which else attacks with all its stands, it asks that side.
func (b *Battle) checkSheet(t *rules.Turn, stated []Fighters) *rules.Fault {
	if !b.statesFacts() || t == nil {
		return nil
	}
	other := opponent(b.s.Turn)
	for _, i := range b.stillInPlay(b.s.Fight.Units[b.s.Turn]) {
		if !slices.ContainsFunc(stated, func(u Fighters) bool { return u.Unit == b.id(i) }) {
			return rules.Faultf(rules.MissingField, "units", "the attacks of %s must be stated", b.id(i))
		}
	}
	if slices.ContainsFunc(stated, func(u Fighters) bool { return b.info[b.find(u.Unit)].seat == other }) {
		agreed := t.Ask("WR-ATT-3", other, "sheet", "agree", "refuse") == 0
		return rules.ForbidIf(!agreed, "WR-ATT-3", "units", "the other player states something else")
	}
	return nil
}

// checkTargetsTouch refuses a stand that attacks a unit which its own unit does not touch
// (WR-ATT-3).
func (b *Battle) checkTargetsTouch(in ruling.CombatInput) *rules.Fault {
	for _, side := range [2]ruling.Side{"a", "b"} {
		for _, u := range in.Of(side).Units {
			for _, s := range u.Stands {
				if s.Target != "" && !slices.Contains(b.s.Contacts, newContact(b.find(u.ID), b.find(s.Target))) {
					return rules.Breaks("WR-ATT-3", "units", "%s does not touch %s", u.ID, s.Target)
				}
			}
		}
	}
	return nil
}

// engagedUnit is a unit of an engagement as input of the ruling, without its stands.
func (b *Battle) engagedUnit(i int) ruling.EngagedUnit {
	c, p := &b.info[i], &b.s.Units[i]
	e := ruling.EngagedUnit{
		ID: c.id, Type: c.profile.Type, Attack: c.profile.Attack, Hits: c.profile.Hits, Armour: c.profile.Armour, HitsMarked: p.Marked,
		Protection: b.weakestProtection(i), Charging: p.Charged, Pursuing: p.Pursues, Terrifying: c.terrifying || b.hasTerrifyingCharacter(i), Confused: p.Confused,
	}
	if p.Retreated > 0 {
		e.RetreatCm = &p.Retreated
	}
	return e
}

// hasTerrifyingCharacter reports whether a character with a unit makes it terrifying.
func (b *Battle) hasTerrifyingCharacter(i int) bool {
	for j := range b.info {
		if b.s.Units[j].Joined == i && b.inPlay(j) && b.info[j].terrifying {
			return true
		}
	}
	return false
}

// weakestProtection is the protection that every stand of a unit has; on a board that of every
// stand in contact from the enemies that it touches.
func (b *Battle) weakestProtection(i int) string {
	worst, fights := ruling.ClassFortified, false
	for k := range b.s.Units[i].Stands {
		var enemies []rect.Block
		if b.board && b.coversOneSide() {
			if enemies = b.enemyStandsAt(i, k); len(enemies) == 0 {
				continue
			}
		}
		worst, fights = min(worst, ruling.ProtectionClass(b.coverFrom(i, k, enemies))), true
	}
	if !fights {
		return b.protection(i)
	}
	return ruling.Protections[worst]
}

// enemyStandsAt lists the enemy stands in contact with a stand.
func (b *Battle) enemyStandsAt(i, stand int) (all []rect.Block) {
	for _, j := range b.enemiesTouching(i) {
		for _, q := range b.s.Units[j].blocks {
			if b.s.Units[i].blocks[stand].RelationTo(q) == rect.Touch {
				all = append(all, q)
			}
		}
	}
	return all
}

// fightingStands lists the targets of a unit's stands. On a board a stand that touches
// several units may choose (WR-ATT-3); without a turn it takes the first. At a measured
// table where nothing is stated, all attack an enemy that the unit touches.
func (b *Battle) fightingStands(t *rules.Turn, i int) (all []ruling.FightingStand) {
	touched := b.enemiesTouching(i)
	if !b.board {
		s := ruling.FightingStand{}
		if len(touched) > 0 {
			s.Target = b.id(touched[0])
			s.TouchesTerrifying = b.info[touched[0]].terrifying || b.hasTerrifyingCharacter(touched[0])
		}
		for range b.s.Units[i].Stands {
			all = append(all, s)
		}
		return all
	}
	for _, r := range b.s.Units[i].blocks {
		var s ruling.FightingStand
		var targets []string
		for _, j := range touched {
			meets := false
			for _, q := range b.s.Units[j].blocks {
				if r.RelationTo(q) == rect.Touch {
					meets = true
					how := rect.ContactOf(r.Rect(1), q.Rect(1))
					s.Flanked = s.Flanked || ruling.Flanked(how.A, how.B)
				}
			}
			if meets {
				targets = append(targets, b.id(j))
				s.TouchesTerrifying = s.TouchesTerrifying || b.info[j].terrifying || b.hasTerrifyingCharacter(j)
			}
		}
		if len(targets) > 0 {
			s.Target = targets[0]
			if t != nil {
				s.Target = targets[t.Ask("WR-ATT-3", b.info[i].seat, "target", targets...)]
			}
		}
		all = append(all, s)
	}
	return all
}

// characterAttacks lists what characters with a unit add (WR-PROV-9).
func (b *Battle) characterAttacks(i int, stands []ruling.FightingStand) (all []ruling.CharacterAttack) {
	if b.option("characters") == "none" {
		return nil
	}
	k := slices.IndexFunc(stands, func(s ruling.FightingStand) bool { return s.Target != "" })
	for j := range b.info {
		if k >= 0 && b.s.Units[j].Joined == i && b.inPlay(j) && b.info[j].extraAttacks > 0 {
			all = append(all, ruling.CharacterAttack{Attacks: b.info[j].extraAttacks, Target: stands[k].Target})
		}
	}
	return all
}

// fightingToFront lists the infantry stands on the board that fight to their front, as
// unit*100+stand. These can be supported (WR-SUP-2, WR-SUP-3).
func (b *Battle) fightingToFront(in ruling.CombatInput) (all []int) {
	if !b.board {
		return nil
	}
	for _, side := range [2]ruling.Side{"a", "b"} {
		for _, u := range in.Of(side).Units {
			i := b.find(u.ID)
			for k, s := range u.Stands {
				if u.Type == "infantry" && s.Target != "" && b.meetsToFront(i, k) {
					all = append(all, i*100+k)
				}
			}
		}
	}
	return all
}

// meetsToFront reports whether a stand has an enemy on its front edge or a front corner.
func (b *Battle) meetsToFront(i, stand int) bool {
	r := b.s.Units[i].blocks[stand]
	for _, j := range b.enemiesTouching(i) {
		for _, q := range b.s.Units[j].blocks {
			if r.RelationTo(q) != rect.Touch {
				continue
			}
			if own := rect.ContactOf(r.Rect(1), q.Rect(1)).A; !own.Corner && own.Side == rect.Front || own.Corner && (own.At == rect.FrontLeft || own.At == rect.FrontRight) {
				return true
			}
		}
	}
	return false
}

// creditedEnemy is the enemy whose attacks hit a unit most; it gets the credit for the unit.
func (b *Battle) creditedEnemy(in ruling.CombatInput, r ruling.CombatResult, side ruling.Side, id string) int {
	best, most := noUnit, 0
	for _, a := range r.Attacks {
		if a.Side != side && a.Target == id && a.UnsavedHits > most {
			best, most = b.find(a.Unit), a.UnsavedHits
		}
	}
	return best
}

// emitAttacks emits each block of attacks with what every stand contributed and why.
func (b *Battle) emitAttacks(t *rules.Turn, in ruling.CombatInput, r ruling.CombatResult) {
	stated := map[string]bool{}
	for _, a := range r.Attacks {
		e := Attacked{Unit: a.Unit, Target: a.Target, Dice: a.Dice, ToHit: a.ToHit, Hits: a.HitsScored, Saved: a.Saved, Unsaved: a.UnsavedHits}
		if !stated[a.Unit] {
			stated[a.Unit] = true
			units := in.Of(a.Side).Units
			u := units[ruling.IndexByID(units, a.Unit, func(e ruling.EngagedUnit) string { return e.ID })]
			targets := in.Targets(a.Side)
			e.Stands = u.Attacker().Attacks(targets, in.Round, in.Floor).Stands
			e.Causes = u.Causes(targets, in.Round)
		}
		t.Emit(e)
	}
}
