package magnamund

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// survivedMark is the mark of a battle that a hero lived through; each gives him a
// power more in the next (MG-CAMP-1, MG-CAMP-3). A power that he chose is a mark
// as well, by its id.
const survivedMark = "survived"

// applyMarks reads the marks of a hero: the battles that he has survived besides those
// in his profile, and the powers that he chose after them.
func (p *Profile) applyMarks(marks []string) {
	p.Powers = slices.Clone(p.Powers)
	for _, m := range marks {
		p.Survived += ruling.BoolToInt(m == survivedMark)
		if w := ruling.Power(m); (w.IsKai() || w.IsHeroic() || w.IsEvil()) && !p.has(w) && p.Category != "soldier" {
			p.Powers = append(p.Powers, w)
		}
	}
}

// growthRule is the rule by which a hero who lives gains a power, "" for those whose
// powers are printed and for those who throw for them.
func (p *Profile) growthRule(random bool) string {
	switch {
	case p.Category == "kai-lord" && !random:
		return "MG-CAMP-1"
	case p.Category == "hero" && ruling.PrintedPowers[p.Card] == nil:
		return "MG-CAMP-3"
	}
	return ""
}

// powerChoices lists the powers that a hero may take besides those that he has: those of
// his kind, and masteries of weapons for which his Game Sheet has numbers (MG-R-9,
// MG-R-10, MG-R-12, MG-R-13, ruling MG-AMB-56).
func (p *Profile) powerChoices() (all []ruling.Power) {
	var from []ruling.Power
	switch {
	case p.Category == "kai-lord":
		from = ruling.KaiDisciplines
	case p.Alignment == "good":
		from = ruling.HeroicPowers
	case p.Alignment == "evil":
		from = ruling.EvilPowers
	default:
		from = slices.Concat(ruling.HeroicPowers, ruling.EvilPowers)
	}
	h := ruling.ArmyHero{Race: p.Race}
	for _, w := range from {
		weapon, mastery := w.MasteredWeapon()
		switch {
		case p.has(w), (w == ruling.MindBlast || w == ruling.MindShield) && p.Race != "vordak" && p.Race != "helghast":
		case mastery && (!p.sheet.hasWeapon(weapon) || p.Category != "kai-lord" && h.StrangeWeapon(w)):
		default:
			all = append(all, w)
		}
	}
	return all
}

// hasWeapon tells of a weapon for which the sheet has every number.
func (s *Sheet) hasWeapon(weapon string) bool {
	if r := s.Ranges[weapon]; r.Short != nil && r.Long != nil {
		return s.Fire[weapon].missing() == ""
	}
	table, there := s.Combat[weapon]
	return there && table.missing() == ""
}

// Grow has a hero who survived choose a power for the battles to come; none with
// "" puts it off (MG-CAMP-1, MG-CAMP-3).
type Grow struct {
	bySeat
	Piece string `json:"piece" in:"1..70"`
	Power string `json:"power" in:"0..64" default:"\"\""`
}

// Kind names the command.
func (Grow) Kind() string { return "grow" }

// Grown is the power that a hero chose; "" is none yet.
type Grown struct {
	Piece string `json:"piece"`
	Power string `json:"power"`
	Law   string `json:"law"`
}

// Kind names the event.
func (Grown) Kind() string { return "grown" }

// Rule is the rule that the event follows.
func (e Grown) Rule() string { return e.Law }

// An Aftermath is what a battle that is over does to the campaign: those of the
// heroes who lived and whose powers are not printed choose one more.
type Aftermath struct {
	battle *Battle
	state  aftermathState
}

// aftermathState is the state of an aftermath.
type aftermathState struct {
	Grown []Grown `json:"grown"`
}

func newAftermath(b rules.Battle) (rules.Battle, error) {
	w, ok := b.(*Battle)
	if !ok {
		return nil, rules.Faultf(rules.WrongType, "", "no battle for the Magnamund")
	}
	if _, over := w.Outcome(); !over {
		return nil, rules.Faultf(rules.Illegal, "", "the battle is not over")
	}
	return &Aftermath{battle: w}, nil
}

// growingHeroes lists the heroes who may still choose. Who has room for more powers than
// this one, from battles before, chooses the others when he likes.
func (a *Aftermath) growingHeroes() (all []int) {
	b := a.battle
	for i := range b.troops {
		p := b.troops[i].profile
		done := slices.ContainsFunc(a.state.Grown, func(g Grown) bool { return g.Piece == b.id(i) })
		if !done && b.inPlay(i) && p.growthRule(b.throwsDisciplines()) != "" && len(p.Powers) < ruling.PowerCount(p.Category, p.Survived+1) && len(p.powerChoices()) > 0 {
			all = append(all, i)
		}
	}
	return all
}

// Legal returns every choice of every hero who grows.
func (a *Aftermath) Legal() (all []rules.Command) {
	for _, i := range a.growingHeroes() {
		f := &a.battle.troops[i]
		for _, w := range f.profile.powerChoices() {
			all = append(all, Grow{bySeat{f.seat}, f.id, string(w)})
		}
		all = append(all, Grow{bySeat{f.seat}, f.id, ""})
	}
	return all
}

// Play carries out a choice.
func (a *Aftermath) Play(t *rules.Turn, c rules.Command) error {
	g, ok := c.(Grow)
	if !ok {
		return rules.Breaks("MG-CAMP-3", "kind", "the battle is over")
	}
	i := a.battle.find(g.Piece)
	if i < 0 || !slices.Contains(a.growingHeroes(), i) || a.battle.troops[i].seat != g.Seat {
		return rules.Breaks("MG-CAMP-3", "piece", "%q does not grow", g.Piece)
	}
	p := a.battle.troops[i].profile
	if g.Power != "" && !slices.Contains(p.powerChoices(), ruling.Power(g.Power)) {
		return rules.Breaks("MG-R-9", "power", "he cannot take it")
	}
	t.Emit(Grown{g.Piece, g.Power, p.growthRule(a.battle.throwsDisciplines())})
	return nil
}

// Apply changes the aftermath as an event says.
func (a *Aftermath) Apply(e rules.Event) {
	if g, ok := e.(Grown); ok {
		a.state.Grown = append(a.state.Grown, g)
	}
}

// Outcome is that of the battle with its effects, once every hero has chosen.
func (a *Aftermath) Outcome() (rules.Outcome, bool) {
	if len(a.growingHeroes()) > 0 {
		return rules.Outcome{}, false
	}
	o, _ := a.battle.Outcome()
	o.Effects = a.battle.effects()
	for _, g := range a.state.Grown {
		if g.Power != "" {
			seat := a.battle.troops[a.battle.find(g.Piece)].seat
			o.Effects = append(o.Effects, rules.Effect{Seat: seat, Unit: g.Piece, Kind: "honour", Key: g.Power, Amount: 1, Rule: g.Law})
		}
	}
	return o, true
}

// Clone returns an aftermath that may go its own way.
func (a *Aftermath) Clone() rules.Battle {
	return &Aftermath{a.battle, aftermathState{slices.Clone(a.state.Grown)}}
}

// View is what a seat may see: the battlefield as it was left.
func (a *Aftermath) View(seat rules.Seat) rules.View {
	v := a.battle.View(seat)
	v.Phase = "aftermath"
	if growing := a.growingHeroes(); len(growing) > 0 {
		v.ToAct = a.battle.troops[growing[0]].seat
	}
	return v
}

// MarshalJSON writes the aftermath with the battle before it.
func (a *Aftermath) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedBattle{Setup: a.battle.setup, State: a.battle.s, Aftermath: &a.state})
}

// effects is what the battle did to the campaign: kills by unit and hero, heroes
// and monsters lost, and the battles that the others survived (MG-CAMP-5).
func (b *Battle) effects() []rules.Effect {
	all := []rules.Effect{}
	for u, t := range b.units {
		kills := 0
		for _, i := range t.troops {
			kills += b.s.Pieces[i].Kills
		}
		if kills > 0 {
			all = append(all, rules.Effect{Seat: b.units[u].seat, Unit: t.id, Kind: "kill", Amount: kills, Rule: "MG-CAMP-5"})
		}
	}
	for i := range b.troops {
		f, p := &b.troops[i], &b.s.Pieces[i]
		if f.unit != noUnit {
			continue
		}
		e := rules.Effect{Seat: f.seat, Unit: f.id, Rule: "MG-CAMP-5"}
		if p.Kills > 0 {
			e.Kind, e.Amount = "kill", p.Kills
			all = append(all, e)
			e.Amount = 0
		}
		if p.Out {
			e.Kind = "lost"
			all = append(all, e)
		} else if law := f.profile.growthRule(b.throwsDisciplines()); law != "" {
			e.Kind, e.Key, e.Rule = "honour", survivedMark, law
			all = append(all, e)
		}
	}
	return all
}
