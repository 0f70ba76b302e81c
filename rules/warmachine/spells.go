package warmachine

import "oriflamme/rules"

// A SpellProfile is a spell of a profile. The book has upkeep spells but no spell;
// packs bring them, with effects that the battle knows.
type SpellProfile struct {
	ID        string     `json:"id" in:"1..64"`
	Name      rules.Text `json:"name" default:"{}"`
	Text      rules.Text `json:"text" default:"{}"`
	Cost      int        `json:"cost" in:"1..10"`
	On        string     `json:"on" in:"self|friend|enemy"`
	Range     Inches     `json:"range" in:"0.1..100" default:"-"` // RNG; 0: the caster alone
	Aoe       Inches     `json:"aoe" in:"3..5" default:"-"`
	Power     int        `json:"power" in:"0..40" default:"0"`
	Upkeep    bool       `json:"upkeep" default:"false"`
	Offensive bool       `json:"offensive" default:"false"` // a magic attack roll must hit
	Effects   []Effect   `json:"effects" len:"0..6" default:"[]"`
}

// A FeatProfile is the feat of a warcaster, on all friends or all enemies in its
// control area.
type FeatProfile struct {
	ID      string     `json:"id" in:"1..64"`
	Name    rules.Text `json:"name" default:"{}"`
	Text    rules.Text `json:"text" default:"{}"`
	On      string     `json:"on" in:"friends|enemies"`
	Effects []Effect   `json:"effects" len:"1..6"`
}

// An Effect is one thing that a spell or feat does. Most last: one round, or as
// long as the spell is upkept. From fire on they happen at once; charge has models
// charge outside their activation (WM-OOA-1), and move changes the normal movement
// alone (WM-MOVE-9), and place puts a model so many inches away (WM-PLACE-1).
type Effect struct {
	Kind   string `json:"kind" in:"spd|mat|rat|def|arm|attack|damage|damage-dice|move|slow|stealth|concealment|fire|corrosion|knock-down|stationary|heal|focus|charge|place"`
	Amount int    `json:"amount" in:"-10..10" default:"1"`
}

// An ActionProfile is a special action of a profile (WM-SPEC-1): on a skill check, if
// it has a value, a friendly warjack gets back a die of boxes.
type ActionProfile struct {
	ID    string     `json:"id" in:"1..64"`
	Name  rules.Text `json:"name" default:"{}"`
	Skill int        `json:"skill" in:"2..12" default:"-"` // 0: no check
	Boxes int        `json:"boxes" in:"3|6" default:"6"`   // sides of the die
}

// Effects that happen at once, or stay on a model until they end.
const (
	fire      = "fire"
	corrosion = "corrosion"
	knockDown = "knock-down"
	healing   = "heal"
	energy    = "focus"
	onward    = "charge"
)

// enchantment is a spell or feat in play on a troop.
type enchantment struct {
	By    int    `json:"by"`
	Spell string `json:"spell"`
	On    int    `json:"on"`
	Until int    `json:"until"` // the turn with which it ends; 0: as long as it is upkept
}

// lasts tells whether an effect stays in play.
func (e Effect) lasts() bool {
	switch e.Kind {
	case fire, corrosion, knockDown, stationary, healing, energy, onward, placing:
		return false
	}
	return true
}

// spell is the place of a spell on a profile, or none.
func (p *Profile) spell(id string) int {
	for i := range p.Spells {
		if p.Spells[i].ID == id {
			return i
		}
	}
	return noUnit
}

// checkMagic looks for what contradicts itself in spells.
func (p *Profile) checkMagic() *rules.Fault {
	for i, s := range p.Spells {
		lasting := false
		urges := false
		for _, e := range s.Effects {
			lasting, urges = lasting || e.lasts(), urges || e.Kind == onward
		}
		fault := FirstFault(
			CheckPresence(s.On != "self", s.Range > 0, MemberPath("spells", i, "range")),
			FaultIf(s.On != "enemy" && (s.Offensive || s.Power > 0 || s.Aoe > 0), BadValue(MemberPath("spells", i, "on"), "what attacks is on enemies")),
			FaultIf(s.places() != 0 && (s.On == "enemy" || s.places() < 0), BadValue(MemberPath("spells", i, "effects"), "friends alone are put elsewhere")),
			FaultIf(urges && s.On != "friend", BadValue(MemberPath("spells", i, "on"), "only friends charge outside their activation")),
			FaultIf(s.Power > 0 && !s.Offensive, BadValue(MemberPath("spells", i, "offensive"), "what hurts must hit")),
			FaultIf(s.Aoe > 0 && s.Power == 0, BadValue(MemberPath("spells", i, "aoe"), "is of what hurts")),
			FaultIf(s.Upkeep && !lasting, BadValue(MemberPath("spells", i, "upkeep"), "nothing of it lasts")),
			FaultIf(s.Power == 0 && len(s.Effects) == 0, BadValue(MemberPath("spells", i, "effects"), "it does nothing")),
		)
		if fault != nil {
			return fault
		}
	}
	return p.checkFeat()
}

// checkFeat looks for what a feat cannot do to many at once.
func (p *Profile) checkFeat() *rules.Fault {
	if p.Feat == nil {
		return nil
	}
	for i, e := range p.Feat.Effects {
		if e.Kind == placing || e.Kind == onward && p.Feat.On != "friends" {
			return BadValue(rules.Join("feat", MemberPath("effects", i, "kind")), "a feat does no such thing")
		}
	}
	return nil
}
