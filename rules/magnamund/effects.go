package magnamund

import "oriflamme/rules"

// survived is the mark of a battle that a hero lived through; each gives him a
// power more in the next (MG-CAMP-1, MG-CAMP-3).
const survived = "survived"

// season counts the battles that a hero has survived: those in his profile and
// those that the campaign has marked.
func (p *Profile) season(marks []string) {
	for _, m := range marks {
		p.Survived += count(m == survived)
	}
}

// effects is what the battle did to the campaign: kills by unit and hero, heroes
// and monsters lost, and the battles that the others survived (MG-CAMP-5).
func (b *Battle) effects() []rules.Effect {
	all := []rules.Effect{}
	for u, t := range b.troops {
		kills := 0
		for _, i := range t.figures {
			kills += b.s.Pieces[i].Kills
		}
		if kills > 0 {
			all = append(all, rules.Effect{Seat: b.troops[u].seat, Unit: t.id, Kind: "kill", Amount: kills, Rule: "MG-CAMP-5"})
		}
	}
	for i := range b.figures {
		f, p := &b.figures[i], &b.s.Pieces[i]
		if f.unit != none {
			continue
		}
		e := rules.Effect{Seat: f.seat, Unit: f.id, Rule: "MG-CAMP-5"}
		if p.Kills > 0 {
			e.Kind, e.Amount = "kill", p.Kills
			all = append(all, e)
			e.Amount = 0
		}
		switch {
		case p.Out:
			e.Kind = "lost"
			all = append(all, e)
		case f.p.Category == "kai-lord":
			e.Kind, e.Key, e.Rule = "honour", survived, "MG-CAMP-1"
			all = append(all, e)
		case f.p.Category == "hero" && printedPowers[f.p.Card] == nil:
			e.Kind, e.Key, e.Rule = "honour", survived, "MG-CAMP-3"
			all = append(all, e)
		}
	}
	return all
}
