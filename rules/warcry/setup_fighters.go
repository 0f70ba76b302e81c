package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// A fighterInfo holds what never changes about a fighter during a battle.
type fighterInfo struct {
	id, name       string
	seat           rules.Seat
	profile        Profile
	radius, height float64
	leader         bool
	hero, monster  bool
	beast, mount   bool
	fly            bool
	steadyHand     bool     // it has this honour
	statsByDamage  []stats  // by allocated damage; the last entry is for all greater amounts
	openAbilities  [2][]int // indexes in ruling.CoreAbilities of those not barred to it, without and with a monster in play
	prebuilt       prebuilt
	ownAbilities   []int // indexes of the abilities in Field.Abilities that it may use
}

// prebuilt holds commands and events of a fighter that recur unchanged, to save allocations.
type prebuilt struct {
	activate, wait, end rules.Command
	activated           [3]rules.Event // by number of actions
	again               rules.Event    // the second activation of a fighter that waited
	waited              [2]rules.Event // without and with a second activation to come
	ended               rules.Event
}

func newFighterInfo(seat rules.Seat, u rules.Unit) (fighterInfo, error) {
	c := fighterInfo{id: u.ID, name: u.Name, seat: seat}
	if err := rules.Decode(u.Profile, &c.profile); err != nil {
		return c, err
	}
	if len(c.profile.Weapons) == 0 {
		return c, rules.Breaks("WC-R-15", "weapons", "a fighter has at least one weapon")
	}
	for i, w := range c.profile.Weapons {
		if w.MinRange >= w.MaxRange {
			return c, rules.Faultf(rules.OutOfRange, rules.Join(rules.At("weapons", i), "min_range"), "is not less than max_range")
		}
	}
	has := func(mark string) bool { return slices.Contains(c.profile.Runemarks, mark) }
	c.hero, c.monster, c.beast, c.mount, c.fly = has("hero"), has("monster"), has("beast"), has("mount"), has("fly")
	for _, m := range u.Marks {
		c.steadyHand = c.steadyHand || m == steadyHand
		applyMark(&c.profile, m)
	}
	for monsters := range c.openAbilities {
		for k, a := range ruling.CoreAbilities {
			if ruling.AbilityBarRule(a.ID, c.profile.Runemarks, monsters == 1) == "" && (a.ID != "inspiring-presence" || c.hero) {
				c.openAbilities[monsters] = append(c.openAbilities[monsters], k)
			}
		}
	}
	d := fighterCommand{bySeat{seat}, c.id}
	c.prebuilt = prebuilt{
		activate: Activate{d}, wait: Wait{d}, end: EndActivation{d}, ended: ActivationEnded{Fighter: c.id},
		activated: [3]rules.Event{Activated{Fighter: c.id}, Activated{Fighter: c.id, Actions: 1}, Activated{Fighter: c.id, Actions: 2}},
		again:     Activated{Fighter: c.id, Actions: 1, Second: true},
		waited:    [2]rules.Event{Waited{Fighter: c.id}, Waited{Fighter: c.id, Waiting: true}},
	}
	c.radius, c.height = c.profile.Base.Float()/2, c.profile.Height.Float()
	return c, c.tabulate()
}

// A Profile is a fighter profile with the field names of the public warcry_data JSON and, for
// boards, the base and height in inches.
type Profile struct {
	ID            string             `json:"_id" in:"0..200" default:"\"\""`
	Name          string             `json:"name" in:"0..200" default:"\"\""`
	Warband       string             `json:"warband" in:"1..200"` // faction named by the faction runemark
	Subfaction    string             `json:"subfaction" in:"0..200" default:"\"\""`
	GrandAlliance string             `json:"grand_alliance" in:"chaos|death|destruction|order"`
	Movement      int                `json:"movement" in:"0..30"` // inches
	Toughness     int                `json:"toughness" in:"1..30"`
	Wounds        int                `json:"wounds" in:"1..300"`
	Points        int                `json:"points" in:"0..2000"`
	Runemarks     []string           `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Weapons       []ruling.Weapon    `json:"weapons" len:"0..10"`
	Role          *string            `json:"role" in:"member|ally|thrall|monster" default:"null" null:"true"` // the role in which it joins a warband; null: it follows from the runemarks
	Base          rules.Dec          `json:"base" in:"0.1..10" digits:"3" default:"1.26"`                     // diameter of the round base
	Height        rules.Dec          `json:"height" in:"0.1..20" digits:"3" default:"1.5"`                    // of the model
	DamageTable   []ruling.DamageRow `json:"damage_table" len:"0..10" default:"[]"`                           // of a monster (WC-MON-2)
	Abilities     []string           `json:"abilities" len:"0..20" each:"1..64" default:"[]"`                 // faction abilities by id, in addition to those that its runemarks allow
}
