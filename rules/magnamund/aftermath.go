package magnamund

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// survivedMark is the mark of a battle that a hero survived; each gives one more power in
// the next battle (MG-CAMP-1, MG-CAMP-3). A chosen power is a mark as well, by its id.
const survivedMark = "survived"

// applyMarks applies the marks of a hero: battles survived since those in the profile, and
// the powers chosen after them.
func (p *Profile) applyMarks(marks []string) {
	p.Powers = slices.Clone(p.Powers)
	for _, m := range marks {
		p.Survived += rules.BoolToInt(m == survivedMark)
		if w := ruling.Power(m); (w.IsKai() || w.IsHeroic() || w.IsEvil()) && !p.has(w) && p.Category != "soldier" {
			p.Powers = append(p.Powers, w)
		}
	}
}

// growthRule is the rule by which a surviving hero gains a power. It is "" for heroes whose
// powers are printed and for those who roll for them.
func (p *Profile) growthRule(random bool) string {
	switch {
	case p.Category == "kai-lord" && !random:
		return "MG-CAMP-1"
	case p.Category == "hero" && ruling.PrintedPowers[p.Card] == nil:
		return "MG-CAMP-3"
	}
	return ""
}

// powerChoices lists the powers that a hero may add: those of the hero's kind, and masteries
// of weapons for which the Game Sheet has numbers (MG-R-9, MG-R-10, MG-R-12, MG-R-13, ruling
// MG-AMB-56).
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

// hasWeapon reports whether the sheet has every number of a weapon.
func (s *Sheet) hasWeapon(weapon string) bool {
	if r := s.Ranges[weapon]; r.Short != nil && r.Long != nil {
		return s.Fire[weapon].missing() == ""
	}
	table, there := s.Combat[weapon]
	return there && table.missing() == ""
}

// Grow chooses a power for a surviving hero's coming battles; with Power "" the choice is
// put off (MG-CAMP-1, MG-CAMP-3).
type Grow struct {
	bySeat
	Troop string `json:"piece" in:"1..70"`
	Power string `json:"power" in:"0..64" default:"\"\""`
}

// Kind returns "grow".
func (Grow) Kind() string { return "grow" }

// Grown is the power that a hero chose; Power "" is none yet.
type Grown struct {
	Troop string `json:"piece"`
	Power string `json:"power"`
	Law   string `json:"law"`
}

// Kind returns "grown".
func (Grown) Kind() string { return "grown" }

// Rule returns the rule that the event follows.
func (e Grown) Rule() string { return e.Law }

// An Aftermath is what follows a battle for the campaign: each surviving hero whose powers
// are not printed chooses one more. It does not use the package aftermath, because the book
// knows no injuries, experience or resources, each hero chooses by itself instead of its side,
// and only the end of the battle and these choices have effects.
type Aftermath struct {
	battle *Battle
	state  aftermathState
}

// aftermathState is what the aftermath has settled so far.
type aftermathState struct {
	Grown []Grown `json:"grown"`
}

// newAftermath begins the aftermath of a battle that is over.
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

// growingHeroes lists the heroes who may still choose a power after this battle. Choices
// from earlier battles may be made at any time.
func (a *Aftermath) growingHeroes() (all []int) {
	b := a.battle
	for i := range b.troops {
		p := b.troops[i].profile
		done := slices.ContainsFunc(a.state.Grown, func(g Grown) bool { return g.Troop == b.id(i) })
		if !done && b.inPlay(i) && p.growthRule(b.throwsDisciplines) != "" && len(p.Powers) < ruling.PowerCount(p.Category, p.Survived+1) && len(p.powerChoices()) > 0 {
			all = append(all, i)
		}
	}
	return all
}

// Legal lists every choice of every hero who grows.
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
	i := a.battle.find(g.Troop)
	if i < 0 || !slices.Contains(a.growingHeroes(), i) || a.battle.troops[i].seat != g.Seat {
		return rules.Breaks("MG-CAMP-3", "piece", "%q does not grow", g.Troop)
	}
	p := a.battle.troops[i].profile
	if g.Power != "" && !slices.Contains(p.powerChoices(), ruling.Power(g.Power)) {
		return rules.Breaks("MG-R-9", "power", "he cannot take it")
	}
	t.Emit(Grown{g.Troop, g.Power, p.growthRule(a.battle.throwsDisciplines)})
	return nil
}

// Apply changes the aftermath as an event says.
func (a *Aftermath) Apply(e rules.Event) {
	if g, ok := e.(Grown); ok {
		a.state.Grown = append(a.state.Grown, g)
	}
}

// Outcome is the outcome of the battle with its effects, once every hero has chosen.
func (a *Aftermath) Outcome() (rules.Outcome, bool) {
	if len(a.growingHeroes()) > 0 {
		return rules.Outcome{}, false
	}
	o, _ := a.battle.Outcome()
	o.Effects = a.battle.effects()
	for _, g := range a.state.Grown {
		if g.Power != "" {
			seat := a.battle.troops[a.battle.find(g.Troop)].seat
			o.Effects = append(o.Effects, rules.Effect{Seat: seat, Unit: g.Troop, Kind: rules.EffectHonour, Key: g.Power, Amount: 1, Rule: g.Law})
		}
	}
	return o, true
}

// Clone returns a copy that shares nothing that changes.
func (a *Aftermath) Clone() rules.Battle {
	return &Aftermath{a.battle, aftermathState{slices.Clone(a.state.Grown)}}
}

// View shows the battlefield at the end of the battle, as the seat may see it.
func (a *Aftermath) View(seat rules.Seat) rules.View {
	v := a.battle.View(seat)
	v.Phase = "aftermath"
	if growing := a.growingHeroes(); len(growing) > 0 {
		v.ToAct = a.battle.troops[growing[0]].seat
	}
	return v
}

// MarshalJSON writes the battle with its aftermath.
func (a *Aftermath) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedBattle{Setup: a.battle.setup, State: a.battle.s, Aftermath: &a.state})
}

// effects lists what the battle did to the campaign: kills by unit and hero, heroes and
// monsters lost, and a survived battle for each other hero (MG-CAMP-5).
func (b *Battle) effects() []rules.Effect {
	all := []rules.Effect{}
	for u, t := range b.units {
		kills := 0
		for _, i := range t.troops {
			kills += b.s.Troops[i].Kills
		}
		if kills > 0 {
			all = append(all, rules.Effect{Seat: b.units[u].seat, Unit: t.id, Kind: rules.EffectKill, Amount: kills, Rule: "MG-CAMP-5"})
		}
	}
	for i := range b.troops {
		f, p := &b.troops[i], &b.s.Troops[i]
		if f.unit != noUnit {
			continue
		}
		e := rules.Effect{Seat: f.seat, Unit: f.id, Rule: "MG-CAMP-5"}
		if p.Kills > 0 {
			e.Kind, e.Amount = rules.EffectKill, p.Kills
			all = append(all, e)
			e.Amount = 0
		}
		if p.Out {
			e.Kind = rules.EffectLost
			all = append(all, e)
		} else if law := f.profile.growthRule(b.throwsDisciplines); law != "" {
			e.Kind, e.Key, e.Rule = rules.EffectHonour, survivedMark, law
			all = append(all, e)
		}
	}
	return all
}

// steadfastMark is an honour of campaigns: once a battle, a unit that bears it may test its
// morale again (MG-HOUSE-4). Odds of a test leave it out, because the player chooses when to
// use it.
const steadfastMark = "steadfast"

// Steeled is a unit that tests its morale again.
type Steeled struct {
	Unit string `json:"unit"`
}

// Kind returns "steeled".
func (Steeled) Kind() string { return "steeled" }

// Rule returns "MG-HOUSE-4".
func (Steeled) Rule() string { return "MG-HOUSE-4" }

// retestAnswers are the answers to the question whether to test again; odds take the first.
var retestAnswers = []string{"accept", "test-again"}

// askRetest asks whether a unit that bears the honour tests its morale again.
func (b *Battle) askRetest(t *rules.Turn, u int) bool {
	if !b.units[u].steadfast || b.s.Units[u].Steeled || t.ForOdds() && t.PresetDice() == 0 ||
		t.Ask("MG-HOUSE-4", b.units[u].seat, "steadfast", retestAnswers...) != 1 {
		return false
	}
	t.Emit(Steeled{b.units[u].id})
	return true
}
