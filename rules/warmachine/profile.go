package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// A Profile is an army list entry: a warcaster, a warjack, a unit, a solo or a group of solos
// bought together. The book prints none, so packs supply them. A profile has the stats that the
// rules of the book read and those from outside it (WM-X-STAT-1).
type Profile struct {
	ID             string           `json:"id" in:"1..64"`
	Name           string           `json:"name" in:"1..80"`
	Title          rules.Text       `json:"title" default:"{}"` // name in every language that has one
	Kind           string           `json:"kind" in:"warcaster|warjack|unit|solo|solo-group"`
	Faction        string           `json:"faction" in:"1..80"`
	Mercenary      bool             `json:"mercenary" default:"false"`
	WorksFor       []string         `json:"works_for" len:"0..20" each:"1..80" distinct:"true" default:"[]"`
	Character      bool             `json:"character" default:"false"`
	Points         int              `json:"points" in:"0..999" default:"0"`        // cost of one copy; 0 for warcasters
	WarjackPoints  int              `json:"warjack_points" in:"0..99" default:"0"` // warjack points that a warcaster brings
	FieldAllowance ruling.Allowance `json:"field_allowance" default:"\"unlimited\""`
	Models         int              `json:"models" in:"1..100" default:"1"`                   // models of one copy, without options
	Options        []UnitOption     `json:"options" len:"0..10" distinct:"name" default:"[]"` // sizes of a unit with their costs
	JackMarshal    bool             `json:"jack_marshal" default:"false"`
	Base           string           `json:"base" in:"small|medium|large"`
	Spd            int              `json:"spd" in:"0..20"`
	Str            int              `json:"str" in:"0..20"`
	Mat            int              `json:"mat" in:"0..20"`
	Rat            int              `json:"rat" in:"0..20"`
	Def            int              `json:"def" in:"0..40"`
	Arm            int              `json:"arm" in:"0..60"`
	Cmd            int              `json:"cmd" in:"0..20" default:"0"`
	Focus          int              `json:"focus" in:"0..20" default:"0"`                   // FOCUS; 0: no Focus Manipulation
	Boxes          int              `json:"boxes" in:"1..100" default:"1"`                  // boxes of each model without a grid
	Grid           []ruling.Column  `json:"grid" len:"0..6" default:"[]"`                   // the six columns of a warjack's grid
	Weapons        []WeaponProfile  `json:"weapons" len:"0..12" distinct:"id" default:"[]"` // of each model
	Spells         []SpellProfile   `json:"spells" len:"0..12" distinct:"id" default:"[]"`
	Feat           *FeatProfile     `json:"feat" default:"-"`                              // of a warcaster
	Actions        []ActionProfile  `json:"actions" len:"0..6" distinct:"id" default:"[]"` // special actions
	Abilities      []string         `json:"abilities" len:"0..20" each:"1..64" distinct:"true" default:"[]"`
}

// A UnitOption is one of the sizes in which a unit is bought (WM-ARMY-19).
type UnitOption struct {
	Name   string `json:"name" in:"1..80"`
	Points int    `json:"points" in:"0..999"`
	Models int    `json:"models" in:"1..100"`
}

// A WeaponProfile is a weapon of a profile. Power is POW, with STR in melee.
type WeaponProfile struct {
	ID     string        `json:"id" in:"1..64"`
	Name   rules.Text    `json:"name" default:"{}"`
	Kind   string        `json:"kind" in:"melee|ranged"`
	Power  int           `json:"power" in:"0..60"`
	Rof    int           `json:"rof" in:"1..20" default:"-"`      // of ranged weapons
	Range  ruling.Inches `json:"range" in:"0.1..100" default:"-"` // RNG of ranged weapons
	Reach  bool          `json:"reach" default:"false"`           // of melee weapons
	Aoe    ruling.Inches `json:"aoe" in:"3..5" default:"-"`       // of ranged weapons: diameter of the area of effect
	Spray  bool          `json:"spray" default:"false"`           // SP, of ranged weapons: Range is 6, 8 or 10
	Fist   bool          `json:"open_fist" default:"false"`       // an Open Fist, of a warjack
	Mount  bool          `json:"mount" default:"false"`           // cavalry makes impact attacks with it
	OnHit  string        `json:"on_hit" in:"fire|corrosion|knock-down|stationary" default:"-"`
	OnCrit string        `json:"on_critical" in:"fire|corrosion|knock-down|stationary" default:"-"`
	System string        `json:"system" in:"left-arm|right-arm|head" default:"-"`

	// Special marks a special attack and names the weapon with which it is made and against
	// whose attacks it counts (WM-COMBAT-5, WM-COMBAT-14).
	Special string `json:"special" in:"1..64" default:"-"`
}

// check returns the first contradiction within a profile, nil if there is none.
func (p *Profile) check() *rules.Fault {
	warcaster, warjack := p.Kind == "warcaster", p.Kind == "warjack"
	return rules.FirstFault(
		rules.FaultIf(warcaster && p.Points > 0, ruling.BadValue("points", "a warcaster costs nothing (WM-ARMY-8)")),
		rules.FaultIf(!warcaster && p.WarjackPoints > 0, ruling.BadValue("warjack_points", "only warcasters give them (WM-ARMY-9)")),
		rules.FaultIf(warcaster && p.Focus == 0, ruling.BadValue("focus", "a warcaster has FOCUS")),
		rules.FaultIf(p.Kind != "unit" && len(p.Options) > 0, ruling.BadValue("options", "only units have sizes")),
		rules.FaultIf((warcaster || warjack || p.Kind == "solo") && p.Models > 1, ruling.BadValue("models", "is one model")),
		rules.FaultIf((warcaster || warjack) && p.JackMarshal, ruling.BadValue("jack_marshal", "is no 'jack marshal")),
		rules.FaultIf(warjack && len(p.Grid) != ruling.GridColumns, ruling.BadValue("grid", "a warjack has six columns")),
		rules.FaultIf(!warjack && len(p.Grid) > 0, ruling.BadValue("grid", "only warjacks have one")),
		rules.FaultIf(warjack && p.hasAbility("tough"), ruling.BadValue("abilities", "a warjack is not Tough")),
		rules.FaultIf(p.Mercenary != (len(p.WorksFor) > 0), ruling.BadValue("works_for", "belongs to mercenaries")),
		rules.FaultIf(!warcaster && p.Feat != nil, ruling.BadValue("feat", "only warcasters have one")),
		rules.FaultIf(p.Focus == 0 && len(p.Spells) > 0, ruling.BadValue("spells", "need FOCUS")),
		rules.FaultIf(p.Models > 1 && p.hasAbility(counterCharge), ruling.BadValue("abilities", "Counter-Charge belongs to single models")),
		ruling.EachFault(p.Spells, checkSpell),
		p.checkFeat(),
		ruling.EachFault(p.Weapons, p.checkWeapon),
	)
}

// checkWeapon returns the first contradiction within weapon i, nil if there is none.
func (p *Profile) checkWeapon(i int, w WeaponProfile) *rules.Fault {
	at := func(name string) string { return ruling.MemberPath("weapons", i, name) }
	melee, ranged := w.Kind == ruling.Melee, w.Kind == ruling.Ranged
	arm := w.System == "left-arm" || w.System == "right-arm"
	sprays := w.Range == 6*ruling.Inch || w.Range == 8*ruling.Inch || w.Range == 10*ruling.Inch
	return rules.FirstFault(
		ruling.CheckPresence(ranged, w.Rof > 0, at("rof")),
		ruling.CheckPresence(ranged, w.Range > 0, at("range")),
		rules.FaultIf(ranged && w.Reach, rules.Unexpected(at("reach"))),
		rules.FaultIf(melee && w.Aoe > 0, rules.Unexpected(at("aoe"))),
		rules.FaultIf(w.Special != "" && (p.weapon(w.Special) < 0 || w.Special == w.ID), ruling.BadValue(at("special"), "is no weapon of the profile")),
		rules.FaultIf(p.Kind != "warjack" && w.System != "", rules.Unexpected(at("system"))),
		rules.FaultIf(w.Spray && !sprays, ruling.BadValue(at("range"), "a spray reaches 6, 8 or 10 inches")),
		rules.FaultIf(w.Spray && w.Aoe > 0, rules.Unexpected(at("aoe"))),
		rules.FaultIf(w.Fist && !(melee && arm), ruling.BadValue(at("open_fist"), "is at the end of an arm")),
		rules.FaultIf(w.Mount && !(melee && p.rides()), ruling.BadValue(at("mount"), "belongs to cavalry")),
	)
}

// rides reports whether a profile is of cavalry, light or not.
func (p *Profile) rides() bool { return p.hasAbility("cavalry") || p.hasAbility("light-cavalry") }

// readProfile decodes and checks a profile; path is put before its faults.
func readProfile(raw []byte, path string) (Profile, *rules.Fault) {
	var p Profile
	if err := rules.Decode(raw, &p); err != nil {
		return p, rules.Within(path, err)
	}
	if fault := p.check(); fault != nil {
		return p, rules.Within(path, fault)
	}
	return p, nil
}

// A Description describes an ability or a faction of a pack.
type Description struct {
	ID   string     `json:"id" in:"1..64"`
	Name rules.Text `json:"name"`
	Text rules.Text `json:"text"`
}

// checkPack returns every fault of the parts of a pack, strictly decoded.
func checkPack(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	for i, u := range p.Units {
		path := rules.Join(rules.At("units", i), "profile")
		profile, fault := readProfile(u.Profile, path)
		if fault == nil && profile.Points != u.Points {
			fault = ruling.BadValue(rules.Join(path, "points"), "the pack says %d", u.Points)
		}
		if fault != nil {
			faults = append(faults, *fault)
		}
	}
	for _, part := range []string{"abilities", "factions"} {
		for i, raw := range p.Parts[part] {
			if err := rules.Decode(raw, new(Description)); err != nil {
				faults = append(faults, *rules.Within(rules.At(rules.Join("parts", part), i), err))
			}
		}
	}
	return faults
}

// A SpellProfile is a spell of a profile. The book has upkeep spells but prints no spell, so
// packs supply them, with effects that the battle knows.
type SpellProfile struct {
	ID        string        `json:"id" in:"1..64"`
	Name      rules.Text    `json:"name" default:"{}"`
	Text      rules.Text    `json:"text" default:"{}"`
	Cost      int           `json:"cost" in:"1..10"`
	On        string        `json:"on" in:"self|friend|enemy"`
	Range     ruling.Inches `json:"range" in:"0.1..100" default:"-"` // RNG; 0: the caster alone
	Aoe       ruling.Inches `json:"aoe" in:"3..5" default:"-"`
	Power     int           `json:"power" in:"0..40" default:"0"`
	Upkeep    bool          `json:"upkeep" default:"false"`
	Offensive bool          `json:"offensive" default:"false"` // a magic attack roll must hit
	Effects   []Effect      `json:"effects" len:"0..6" default:"[]"`
}

// A FeatProfile is the feat of a warcaster. It affects all friendly or all enemy units in the
// warcaster's control area.
type FeatProfile struct {
	ID      string     `json:"id" in:"1..64"`
	Name    rules.Text `json:"name" default:"{}"`
	Text    rules.Text `json:"text" default:"{}"`
	On      string     `json:"on" in:"friends|enemies"`
	Effects []Effect   `json:"effects" len:"1..6"`
}

// An Effect is one thing that a spell or feat does. Most effects last one round, or as long as
// the spell is upkept. The kinds from fire on happen at once. Charge has models charge outside
// their activation (WM-OOA-1), move changes the normal movement alone (WM-MOVE-9), and place
// puts a model up to a number of inches away (WM-PLACE-1).
type Effect struct {
	Kind   string `json:"kind" in:"spd|mat|rat|def|arm|attack|damage|damage-dice|move|slow|stealth|concealment|fire|corrosion|knock-down|stationary|heal|focus|charge|place"`
	Amount int    `json:"amount" in:"-10..10" default:"1"`
}

// An ActionProfile is a special action of a profile (WM-SPEC-1): it gives a friendly warjack a
// die of boxes back, after a skill check if Skill is not 0.
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

// enchantment is an effect of a spell or feat on a unit.
type enchantment struct {
	By    int    `json:"by"`
	Spell string `json:"spell"`
	On    int    `json:"on"`
	Until int    `json:"until"` // number of the turn that ends it; 0: as long as it is upkept
}

// lasts reports whether an effect stays in play.
func (e Effect) lasts() bool {
	return !slices.Contains([]string{fire, corrosion, knockDown, stationary, healing, energy, onward, placing}, e.Kind)
}

// spell returns the index of a spell of a profile, or noUnit.
func (p *Profile) spell(id string) int {
	return indexOf(p.Spells, func(s *SpellProfile) bool { return s.ID == id })
}

// checkSpell returns the first contradiction within spell i of a profile, nil if there is none.
func checkSpell(i int, s SpellProfile) *rules.Fault {
	at := func(name string) string { return ruling.MemberPath("spells", i, name) }
	lasting := slices.ContainsFunc(s.Effects, Effect.lasts)
	urges := slices.ContainsFunc(s.Effects, func(e Effect) bool { return e.Kind == onward })
	return rules.FirstFault(
		ruling.CheckPresence(s.On != "self", s.Range > 0, at("range")),
		rules.FaultIf(s.On != "enemy" && (s.Offensive || s.Power > 0 || s.Aoe > 0), ruling.BadValue(at("on"), "what attacks is on enemies")),
		rules.FaultIf(s.places() != 0 && (s.On == "enemy" || s.places() < 0), ruling.BadValue(at("effects"), "friends alone are put elsewhere")),
		rules.FaultIf(urges && s.On != "friend", ruling.BadValue(at("on"), "only friends charge outside their activation")),
		rules.FaultIf(s.Power > 0 && !s.Offensive, ruling.BadValue(at("offensive"), "what hurts must hit")),
		rules.FaultIf(s.Aoe > 0 && s.Power == 0, ruling.BadValue(at("aoe"), "is of what hurts")),
		rules.FaultIf(s.Upkeep && !lasting, ruling.BadValue(at("upkeep"), "nothing of it lasts")),
		rules.FaultIf(s.Power == 0 && len(s.Effects) == 0, ruling.BadValue(at("effects"), "it does nothing")),
	)
}

// checkFeat refuses effects that a feat cannot have on several units at once.
func (p *Profile) checkFeat() *rules.Fault {
	if p.Feat == nil {
		return nil
	}
	return ruling.EachFault(p.Feat.Effects, func(i int, e Effect) *rules.Fault {
		wrong := e.Kind == placing || e.Kind == onward && p.Feat.On != "friends"
		return rules.FaultIf(wrong, ruling.BadValue(rules.Join("feat", ruling.MemberPath("effects", i, "kind")), "a feat does no such thing"))
	})
}
