package magnamund

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// attunement is the disciplines that a Kai Lord's roll before a battle gave (MG-CAMP-2).
type attunement struct {
	Troop  int            `json:"piece"`
	Powers []ruling.Power `json:"powers"`
}

// Attune rolls 1D10 for the number of disciplines of a Kai Lord, which the player then
// chooses (MG-CAMP-2).
type Attune struct {
	bySeat
	Troop string `json:"piece" in:"1..70"`
}

// Kind returns "attune".
func (Attune) Kind() string { return "attune" }

// Attuned is a Kai Lord with the disciplines of this battle.
type Attuned struct {
	Troop  string   `json:"piece"`
	Roll   int      `json:"roll"`
	Powers []string `json:"powers"`
}

// Kind returns "attuned".
func (Attuned) Kind() string { return "attuned" }

// Rule returns "MG-CAMP-2".
func (Attuned) Rule() string { return "MG-CAMP-2" }

// unattuned lists the Kai Lords who have still to roll.
func (b *Battle) unattuned() (all []int) {
	if !b.throwsDisciplines {
		return nil
	}
	for i := range b.troops {
		done := slices.ContainsFunc(b.s.Attuned, func(a attunement) bool { return a.Troop == i })
		if b.troops[i].profile.Category == "kai-lord" && !done {
			all = append(all, i)
		}
	}
	return all
}

func (b *Battle) playAttune(t *rules.Turn, c Attune) *rules.Fault {
	i := b.find(c.Troop)
	if !slices.Contains(b.unattuned(), i) || b.troops[i].seat != c.Seat {
		return rules.Breaks("MG-CAMP-2", "piece", "%q has nothing to throw for", c.Troop)
	}
	bare := *b.troops[i].profile
	bare.Powers = nil
	e := Attuned{Troop: c.Troop, Roll: t.Roll("disciplines", 1, 10)[0]}
	for left := bare.powerChoices(); len(e.Powers) < e.Roll && len(left) > 0; {
		names := make([]string, len(left))
		for n, p := range left {
			names[n] = string(p)
		}
		n := t.Ask("MG-CAMP-2", c.Seat, "discipline", names...)
		e.Powers = append(e.Powers, names[n])
		left = slices.Delete(left, n, n+1)
	}
	t.Emit(e)
	return nil
}

func (b *Battle) applyAttuned(e Attuned) {
	a := attunement{Troop: b.find(e.Troop)}
	for _, p := range e.Powers {
		a.Powers = append(a.Powers, ruling.Power(p))
	}
	b.s.Attuned = append(b.s.Attuned, a)
	b.fixed = b.fixed.withAttunement(a)
}

// withAttunement returns a copy of the fixed part with a Kai Lord's disciplines; battles
// that share the old one keep it. Lone Wolf bears the weapons of his masteries (MG-R-14).
func (th *fixed) withAttunement(a attunement) *fixed {
	next := *th
	next.troops = slices.Clone(th.troops)
	f := &next.troops[a.Troop]
	p := *f.profile
	p.Powers = a.Powers
	if p.Card == "lone-wolf" {
		p.rearmLoneWolf()
	}
	f.equip(&p)
	next.anyPower = next.anyPower || len(p.Powers) > 0
	return &next
}

// rearmLoneWolf gives Lone Wolf the first weapon of each kind that he has mastered, and his
// sword if there is none for melee.
func (p *Profile) rearmLoneWolf() {
	p.Ranged, p.Melee = "", ""
	for _, w := range ruling.LoneWolfWeapons(p.Powers) {
		kind := &p.Ranged
		if slices.Contains(ruling.MeleeWeapons, w) {
			kind = &p.Melee
		}
		*kind = cmp.Or(*kind, w)
	}
}
