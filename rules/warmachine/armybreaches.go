package warmachine

import "slices"

// A purchase is an entry of an army as the limits of composition see it.
type purchase struct {
	id        string
	copies    int
	allowance Allowance
	character bool
	allegiance
}

// purchases lists all of an army: each warcaster before its battlegroup, then the
// warjacks of 'jack marshals, those that nobody controls, and the rest.
func (a army) purchases() []purchase {
	var all []purchase
	warjack := func(j warjack) { all = append(all, purchase{j.ID, 1, j.FieldAllowance, j.Character, j.allegiance}) }
	for _, w := range a.Warcasters {
		all = append(all, purchase{w.ID, 1, Unlimited, w.Character, w.allegiance})
		for _, j := range w.Battlegroup {
			warjack(j)
		}
	}
	for _, j := range a.Marshalled {
		warjack(j.warjack)
	}
	for _, j := range a.Uncontrolled {
		warjack(j)
	}
	for _, e := range a.Others {
		all = append(all, purchase{e.ID, e.Count, e.FieldAllowance, e.Character, e.allegiance})
	}
	return all
}

// welcome tells whether a purchase may join the army (WM-ARMY-2).
func (a army) welcome(p purchase) bool {
	switch {
	case a.Contract != "":
		return p.Mercenary
	case a.Faction == "":
		return true
	case p.Mercenary:
		return slices.Contains(p.WorksFor, a.Faction)
	}
	return p.Faction == "" || p.Faction == a.Faction
}

// breaches lists every rule of composition that the army breaks.
func (a army) breaches(sum armyResult) []breach {
	var all []breach
	note := func(broken bool, rule, subject string) {
		if broken {
			all = append(all, breach{rule, subject})
		}
	}
	s := sizes[a.EncounterSize]
	note(!s.allows(a.ArmyPoints), "WM-ARMY-1", "")
	note(sum.WarcasterCount < leastWarcasters, "WM-ARMY-27", "")
	tooMany := "WM-ARMY-6"
	if s.open {
		tooMany = "WM-ARMY-7"
	}
	note(sum.WarcasterCount > sum.MaxWarcasters, tooMany, "")
	bought := a.purchases()
	all = append(all, a.strangers(bought)...)
	all = append(all, a.loose()...)
	for _, e := range a.Others {
		all = append(all, e.badOption()...)
	}
	all = append(all, a.crowds(bought)...)
	note(sum.ArmyPointsSpent > a.ArmyPoints, "WM-ARMY-5", "")
	if a.Outside {
		all = append(all, a.overburdened()...)
	}
	return all
}

// strangers are entries that may not join the army, each once.
func (a army) strangers(bought []purchase) []breach {
	var all []breach
	for _, p := range bought {
		b := breach{"WM-ARMY-2", p.id}
		if !a.welcome(p) && !slices.Contains(all, b) {
			all = append(all, b)
		}
	}
	return all
}

// loose are warjacks without anybody to control them (WM-ARMY-15).
func (a army) loose() []breach {
	var all []breach
	for _, j := range a.Uncontrolled {
		all = append(all, breach{"WM-ARMY-15", j.ID})
	}
	for _, j := range a.Marshalled {
		marshal := func(e entry) bool { return e.ID == j.Marshal && e.JackMarshal }
		if j.Marshal != "" && !slices.ContainsFunc(a.Others, marshal) {
			all = append(all, breach{"WM-ARMY-15", j.ID})
		}
	}
	return all
}

// badOption compares an entry with the option that was chosen for it (WM-ARMY-3, WM-ARMY-20).
func (e entry) badOption() []breach {
	if len(e.Options) == 0 {
		return nil
	}
	i := slices.IndexFunc(e.Options, func(o option) bool { return e.Option != nil && o.Name == *e.Option })
	switch {
	case i < 0:
		return []breach{{"WM-ARMY-20", e.ID}}
	case e.Points != e.Options[i].Points || e.ModelsEach != e.Options[i].ModelsEach:
		return []breach{{"WM-ARMY-3", e.ID}}
	}
	return nil
}

// crowds are entries with more copies than they may have: first characters
// (WM-ARMY-18), then those of a field allowance (WM-ARMY-21).
func (a army) crowds(bought []purchase) []breach {
	var ids []string
	sums := map[string]*purchase{}
	for _, p := range bought {
		unique := p.character || p.allowance == Unique
		if sum := sums[p.id]; sum != nil {
			sum.copies += p.copies
			sum.character = sum.character || unique
			continue
		}
		p.character = unique
		ids, sums[p.id] = append(ids, p.id), &p
	}
	var all []breach
	for _, id := range ids {
		if sums[id].character && sums[id].copies > 1 {
			all = append(all, breach{"WM-ARMY-18", id})
		}
	}
	for _, id := range ids {
		if most, limited := sums[id].allowance.copies(len(a.Warcasters)); limited && sums[id].allowance != Unique && sums[id].copies > most {
			all = append(all, breach{"WM-ARMY-21", id})
		}
	}
	return all
}
