package warmachine

import (
	"errors"

	"oriflamme/rules"
)

// A Profile is an army list entry: a warcaster, a warjack, a unit, a solo or a
// group of solos bought together. The book prints none; packs bring them. Its
// stats are those that its rules read, and those from outside it (WM-X-STAT-1).
type Profile struct {
	ID             string          `json:"id" in:"1..64"`
	Name           string          `json:"name" in:"1..80"`
	Title          rules.Text      `json:"title" default:"{}"` // the name in every language that has one
	Kind           string          `json:"kind" in:"warcaster|warjack|unit|solo|solo-group"`
	Faction        string          `json:"faction" in:"1..80"`
	Mercenary      bool            `json:"mercenary" default:"false"`
	WorksFor       []string        `json:"works_for" len:"0..20" each:"1..80" distinct:"true" default:"[]"`
	Character      bool            `json:"character" default:"false"`
	Points         int             `json:"points" in:"0..999" default:"0"`        // of one copy; 0 for warcasters
	WarjackPoints  int             `json:"warjack_points" in:"0..99" default:"0"` // that a warcaster gives
	FieldAllowance Allowance       `json:"field_allowance" default:"\"unlimited\""`
	Models         int             `json:"models" in:"1..100" default:"1"`                   // in one copy, without options
	Options        []UnitOption    `json:"options" len:"0..10" distinct:"name" default:"[]"` // sizes of a unit with their costs
	JackMarshal    bool            `json:"jack_marshal" default:"false"`
	Base           string          `json:"base" in:"small|medium|large"`
	Spd            int             `json:"spd" in:"0..20"`
	Str            int             `json:"str" in:"0..20"`
	Mat            int             `json:"mat" in:"0..20"`
	Rat            int             `json:"rat" in:"0..20"`
	Def            int             `json:"def" in:"0..40"`
	Arm            int             `json:"arm" in:"0..60"`
	Cmd            int             `json:"cmd" in:"0..20" default:"0"`
	Focus          int             `json:"focus" in:"0..20" default:"0"`                   // FOCUS; 0: no Focus Manipulation
	Boxes          int             `json:"boxes" in:"1..100" default:"1"`                  // of each model without a grid
	Grid           []Column        `json:"grid" len:"0..6" default:"[]"`                   // six columns of a warjack
	Weapons        []WeaponProfile `json:"weapons" len:"0..12" distinct:"id" default:"[]"` // of each model
	Spells         []SpellProfile  `json:"spells" len:"0..12" distinct:"id" default:"[]"`
	Feat           *FeatProfile    `json:"feat" default:"-"`                              // of a warcaster
	Actions        []ActionProfile `json:"actions" len:"0..6" distinct:"id" default:"[]"` // special actions
	Abilities      []string        `json:"abilities" len:"0..20" each:"1..64" distinct:"true" default:"[]"`
}

// A UnitOption is one of the sizes in which a unit is bought (WM-ARMY-19).
type UnitOption struct {
	Name   string `json:"name" in:"1..80"`
	Points int    `json:"points" in:"0..999"`
	Models int    `json:"models" in:"1..100"`
}

// A WeaponProfile is a weapon of a profile. Power is POW, with STR in melee.
type WeaponProfile struct {
	ID     string     `json:"id" in:"1..64"`
	Name   rules.Text `json:"name" default:"{}"`
	Kind   string     `json:"kind" in:"melee|ranged"`
	Power  int        `json:"power" in:"0..60"`
	Rof    int        `json:"rof" in:"1..20" default:"-"`      // of ranged weapons
	Range  Inches     `json:"range" in:"0.1..100" default:"-"` // RNG of ranged weapons
	Reach  bool       `json:"reach" default:"false"`           // of melee weapons
	Aoe    Inches     `json:"aoe" in:"3..5" default:"-"`       // of ranged weapons: the diameter of what it blasts
	Spray  bool       `json:"spray" default:"false"`           // SP, of ranged weapons: Range is 6, 8 or 10
	Fist   bool       `json:"open_fist" default:"false"`       // an Open Fist, of a warjack
	Mount  bool       `json:"mount" default:"false"`           // what cavalry makes impact attacks with
	OnHit  string     `json:"on_hit" in:"fire|corrosion|knock-down|stationary" default:"-"`
	OnCrit string     `json:"on_critical" in:"fire|corrosion|knock-down|stationary" default:"-"`
	System string     `json:"system" in:"left-arm|right-arm|head" default:"-"`

	// Special marks a special attack made with the weapon of that id, which it
	// counts against (WM-COMBAT-5, WM-COMBAT-14).
	Special string `json:"special" in:"1..64" default:"-"`
}

// check looks for what contradicts itself in a profile.
func (p *Profile) check() *rules.Fault {
	warcaster, warjack := p.Kind == "warcaster", p.Kind == "warjack"
	fault := FirstFault(
		FaultIf(warcaster && p.Points > 0, BadValue("points", "a warcaster costs nothing (WM-ARMY-8)")),
		FaultIf(!warcaster && p.WarjackPoints > 0, BadValue("warjack_points", "only warcasters give them (WM-ARMY-9)")),
		FaultIf(warcaster && p.Focus == 0, BadValue("focus", "a warcaster has FOCUS")),
		FaultIf(p.Kind != "unit" && len(p.Options) > 0, BadValue("options", "only units have sizes")),
		FaultIf((warcaster || warjack || p.Kind == "solo") && p.Models > 1, BadValue("models", "is one model")),
		FaultIf((warcaster || warjack) && p.JackMarshal, BadValue("jack_marshal", "is no 'jack marshal")),
		FaultIf(warjack && len(p.Grid) != GridColumns, BadValue("grid", "a warjack has six columns")),
		FaultIf(!warjack && len(p.Grid) > 0, BadValue("grid", "only warjacks have one")),
		FaultIf(warjack && p.hasAbility("tough"), BadValue("abilities", "a warjack is not Tough")),
		FaultIf(p.Mercenary != (len(p.WorksFor) > 0), BadValue("works_for", "belongs to mercenaries")),
		FaultIf(!warcaster && p.Feat != nil, BadValue("feat", "only warcasters have one")),
		FaultIf(p.Focus == 0 && len(p.Spells) > 0, BadValue("spells", "need FOCUS")),
		FaultIf(p.Models > 1 && p.hasAbility(counterCharge), BadValue("abilities", "Counter-Charge belongs to single models")),
	)
	if fault != nil {
		return fault
	}
	if fault := p.checkMagic(); fault != nil {
		return fault
	}
	for i, w := range p.Weapons {
		fault := FirstFault(
			CheckPresence(w.Kind == Ranged, w.Rof > 0, MemberPath("weapons", i, "rof")),
			CheckPresence(w.Kind == Ranged, w.Range > 0, MemberPath("weapons", i, "range")),
			FaultIf(w.Kind == Ranged && w.Reach, UnknownField(MemberPath("weapons", i, "reach"))),
			FaultIf(w.Kind == Melee && w.Aoe > 0, UnknownField(MemberPath("weapons", i, "aoe"))),
			FaultIf(w.Special != "" && (p.weapon(w.Special) < 0 || w.Special == w.ID), BadValue(MemberPath("weapons", i, "special"), "is no weapon of the profile")),
			FaultIf(!warjack && w.System != "", UnknownField(MemberPath("weapons", i, "system"))),
			p.checkOddWeapon(i),
		)
		if fault != nil {
			return fault
		}
	}
	return nil
}

// checkOddWeapon looks at what marks sprays, fists and mounts.
func (p *Profile) checkOddWeapon(i int) *rules.Fault {
	w := &p.Weapons[i]
	arm := w.System == "left-arm" || w.System == "right-arm"
	return FirstFault(
		FaultIf(w.Spray && w.Range != 6*Inch && w.Range != 8*Inch && w.Range != 10*Inch, BadValue(MemberPath("weapons", i, "range"), "a spray reaches 6, 8 or 10 inches")),
		FaultIf(w.Spray && w.Aoe > 0, UnknownField(MemberPath("weapons", i, "aoe"))),
		FaultIf(w.Fist && (w.Kind != Melee || !arm), BadValue(MemberPath("weapons", i, "open_fist"), "is at the end of an arm")),
		FaultIf(w.Mount && (w.Kind != Melee || !p.rides()), BadValue(MemberPath("weapons", i, "mount"), "belongs to cavalry")),
	)
}

// rides tells whether a profile is of cavalry, light or not.
func (p *Profile) rides() bool { return p.hasAbility("cavalry") || p.hasAbility("light-cavalry") }

// readProfile decodes and checks a profile; path is put before its faults.
func readProfile(raw []byte, path string) (Profile, *rules.Fault) {
	var p Profile
	if err := rules.Decode(raw, &p); err != nil {
		return p, withPath(path, err)
	}
	if fault := p.check(); fault != nil {
		return p, withPath(path, fault)
	}
	return p, nil
}

// withPath puts a path before the field of a fault.
func withPath(path string, err error) *rules.Fault {
	var f *rules.Fault
	if !errors.As(err, &f) {
		return rules.Faultf(rules.WrongType, path, "%v", err)
	}
	moved := *f
	moved.Field = path
	if f.Field != "" {
		moved.Field = rules.Join(path, f.Field)
	}
	return &moved
}

// An AbilityInfo tells what an ability of profiles is.
type AbilityInfo struct {
	ID   string     `json:"id" in:"1..64"`
	Name rules.Text `json:"name"`
	Text rules.Text `json:"text"`
}

// A FactionInfo is a Faction of a pack.
type FactionInfo struct {
	ID   string     `json:"id" in:"1..64"`
	Name rules.Text `json:"name"`
	Text rules.Text `json:"text"`
}

// checkPack checks the profiles and cards of a pack, strictly.
func checkPack(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	for i, u := range p.Units {
		path := rules.Join(rules.At("units", i), "profile")
		profile, fault := readProfile(u.Profile, path)
		if fault == nil && profile.Points != u.Points {
			fault = BadValue(rules.Join(path, "points"), "the pack says %d", u.Points)
		}
		if fault != nil {
			faults = append(faults, *fault)
		}
	}
	for part, card := range map[string]func() any{
		"abilities": func() any { return new(AbilityInfo) }, "factions": func() any { return new(FactionInfo) },
	} {
		for i, raw := range p.Parts[part] {
			if err := rules.Decode(raw, card()); err != nil {
				faults = append(faults, *withPath(rules.At(rules.Join("parts", part), i), err))
			}
		}
	}
	return faults
}
