package warmaster

import (
	"strconv"

	"oriflamme/rules"
)

// sheetNotes is the engagement sheet before the dice: for each unit what its
// stands bring one by one, why, and at what number they hit.
func (b *Battle) sheetNotes() (all []rules.Note) {
	f := &b.s.Fight
	all = append(all, rules.Note{Key: "round", Rule: "WR-SEQ-10", With: map[string]string{"n": strconv.Itoa(f.Round)}})
	in := b.supposed()
	for _, side := range [2]Side{"a", "b"} {
		targets := in.targets(side)
		for _, u := range in.of(side).Units {
			r := u.attacker().attacks(targets, in.Round, in.Floor)
			sum := ""
			for k, s := range r.Stands {
				if k > 0 {
					sum += " + "
				}
				sum += strconv.Itoa(s.Attacks)
			}
			for _, c := range u.CharacterAttacks {
				sum += " + " + strconv.Itoa(c.Attacks)
			}
			for _, t := range r.ByTarget {
				if t.Dice > 0 {
					all = append(all, rules.Note{Key: "sheet", Rule: "WR-ATT-12", With: map[string]string{
						"unit": u.ID, "target": t.ID, "sum": sum, "dice": strconv.Itoa(t.Dice), "hit": strconv.Itoa(t.ToHit),
					}})
				}
			}
			for _, rule := range u.causes(targets, in.Round) {
				all = append(all, rules.Note{Key: "cause." + rule, Rule: rule, With: map[string]string{"unit": u.ID}})
			}
		}
	}
	return all
}

// supposed is the sheet of the round with the first choice wherever a stand has one.
func (b *Battle) supposed() combatInput {
	f := &b.s.Fight
	in := combatInput{Round: f.Round, Floor: count(b.option("attacks-floor") == "1"), Active: sideOf(b.s.Turn)}
	for _, seat := range [2]rules.Seat{0, 1} {
		side := in.of(sideOf(seat))
		for _, i := range b.left(f.Units[seat]) {
			e := b.engagedUnit(i)
			e.Stands = b.fightingStands(nil, i)
			e.CharacterAttacks = b.characterAttacks(i, e.Stands)
			side.Units = append(side.Units, e)
		}
	}
	return in
}
