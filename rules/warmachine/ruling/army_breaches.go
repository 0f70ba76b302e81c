package ruling

import "slices"

// A purchase is an entry of an army with what the limits of composition need.
type purchase struct {
	id        string
	copies    int
	allowance Allowance
	character bool
	Allegiance
}

// purchases returns all entries of an army: each warcaster before its battlegroup, then the
// warjacks of 'jack marshals, those without a controller, and the rest.
func (a ArmyInput) purchases() []purchase {
	var all []purchase
	warjack := func(j Warjack) { all = append(all, purchase{j.ID, 1, j.FieldAllowance, j.Character, j.Allegiance}) }
	for _, w := range a.Warcasters {
		all = append(all, purchase{w.ID, 1, Unlimited, w.Character, w.Allegiance})
		for _, j := range w.Battlegroup {
			warjack(j)
		}
	}
	for _, j := range a.Marshalled {
		warjack(j.Warjack)
	}
	for _, j := range a.Uncontrolled {
		warjack(j)
	}
	for _, e := range a.Others {
		all = append(all, purchase{e.ID, e.Count, e.FieldAllowance, e.Character, e.Allegiance})
	}
	return all
}

// mayJoin reports whether a purchase may join the army (WM-ARMY-2).
func (a ArmyInput) mayJoin(p purchase) bool {
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

// breaches returns every rule of composition that the army breaks.
func (a ArmyInput) breaches(sum ArmyResult) (all breachList) {
	s := Encounters[a.EncounterSize]
	all.note(!s.allows(a.ArmyPoints), "WM-ARMY-1", "")
	all.note(sum.WarcasterCount < minWarcasters, "WM-ARMY-27", "")
	tooMany := "WM-ARMY-6"
	if s.OpenEnded {
		tooMany = "WM-ARMY-7"
	}
	all.note(sum.WarcasterCount > sum.MaxWarcasters, tooMany, "")
	bought := a.purchases()
	all = append(all, a.outsiders(bought)...)
	all = append(all, a.uncontrolled()...)
	for _, e := range a.Others {
		all = append(all, e.badOption()...)
	}
	all = append(all, a.overLimit(bought)...)
	all.note(sum.ArmyPointsSpent > a.ArmyPoints, "WM-ARMY-5", "")
	if a.Outside {
		all = append(all, a.overloadedMarshals()...)
	}
	return all
}

// outsiders returns the entries that may not join the army, each once.
func (a ArmyInput) outsiders(bought []purchase) (all breachList) {
	for _, p := range bought {
		all.note(!a.mayJoin(p) && !slices.Contains(all, Breach{"WM-ARMY-2", p.id}), "WM-ARMY-2", p.id)
	}
	return all
}

// uncontrolled returns the warjacks without a controller (WM-ARMY-15).
func (a ArmyInput) uncontrolled() (all breachList) {
	for _, j := range a.Uncontrolled {
		all = append(all, Breach{"WM-ARMY-15", j.ID})
	}
	for _, j := range a.Marshalled {
		marshal := func(e Entry) bool { return e.ID == j.Marshal && e.JackMarshal }
		all.note(j.Marshal != "" && !slices.ContainsFunc(a.Others, marshal), "WM-ARMY-15", j.ID)
	}
	return all
}

// badOption returns how an entry differs from its chosen option (WM-ARMY-3, WM-ARMY-20).
func (e Entry) badOption() []Breach {
	if len(e.Options) == 0 {
		return nil
	}
	i := slices.IndexFunc(e.Options, func(o ArmyOption) bool { return e.Option != nil && o.Name == *e.Option })
	switch {
	case i < 0:
		return []Breach{{"WM-ARMY-20", e.ID}}
	case e.Points != e.Options[i].Points || e.ModelsEach != e.Options[i].ModelsEach:
		return []Breach{{"WM-ARMY-3", e.ID}}
	}
	return nil
}

// overLimit returns the entries with more copies than allowed: first characters
// (WM-ARMY-18), then those beyond their field allowance (WM-ARMY-21).
func (a ArmyInput) overLimit(bought []purchase) (all breachList) {
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
	for _, id := range ids {
		all.note(sums[id].character && sums[id].copies > 1, "WM-ARMY-18", id)
	}
	for _, id := range ids {
		most, limited := sums[id].allowance.Copies(len(a.Warcasters))
		all.note(limited && sums[id].allowance != Unique && sums[id].copies > most, "WM-ARMY-21", id)
	}
	return all
}
