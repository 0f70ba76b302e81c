package warcry

import (
	"slices"

	"oriflamme/rules"
)

// A Profile is a fighter card in the field names of the public warcry_data JSON,
// with what a board needs besides: base and height in inches.
type Profile struct {
	ID            string      `json:"_id" in:"0..200" default:"\"\""`
	Name          string      `json:"name" in:"0..200" default:"\"\""`
	Warband       string      `json:"warband" in:"1..200"` // faction named by the faction runemark
	Subfaction    string      `json:"subfaction" in:"0..200" default:"\"\""`
	GrandAlliance string      `json:"grand_alliance" in:"chaos|death|destruction|order"`
	Movement      int         `json:"movement" in:"0..30"` // inches
	Toughness     int         `json:"toughness" in:"1..30"`
	Wounds        int         `json:"wounds" in:"1..300"`
	Points        int         `json:"points" in:"0..2000"`
	Runemarks     []string    `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Weapons       []Weapon    `json:"weapons" len:"0..10"`
	Role          *string     `json:"role" in:"member|ally|thrall|monster" default:"null" null:"true"` // as what it is included; null: worked out
	Base          rules.Dec   `json:"base" in:"0.1..10" digits:"3" default:"1.26"`                     // diameter of the round base
	Height        rules.Dec   `json:"height" in:"0.1..20" digits:"3" default:"1.5"`                    // of the model
	DamageTable   []DamageRow `json:"damage_table" len:"0..10" default:"[]"`                           // of a monster (WC-MON-2)
	Abilities     []string    `json:"abilities" len:"0..20" each:"1..64" default:"[]"`                 // faction abilities by id, beside those its runemarks allow
}

// A Weapon is one line of weapon characteristics.
type Weapon struct {
	Attacks  int    `json:"attacks" in:"1..30"`
	Strength int    `json:"strength" in:"1..30"`
	DmgHit   int    `json:"dmg_hit" in:"0..100"`
	DmgCrit  int    `json:"dmg_crit" in:"0..100"`
	MinRange int    `json:"min_range" in:"0..100" default:"0"` // inches; 0: none
	MaxRange int    `json:"max_range" in:"1..100"`             // inches
	Runemark string `json:"runemark" in:"0..200" default:"\"\""`
}

// A DamageRow replaces characteristics while allocated damage is From to To.
type DamageRow struct {
	From int  `json:"from" in:"0..300"`
	To   *int `json:"to" in:"0..300" default:"null" null:"true"`
	Characteristics
}

func newCard(seat rules.Seat, u rules.Unit) (card, error) {
	c := card{id: u.ID, name: u.Name, seat: seat}
	if err := rules.Decode(u.Profile, &c.p); err != nil {
		return c, err
	}
	if len(c.p.Weapons) == 0 {
		return c, rules.Breaks("WC-R-15", "weapons", "a fighter has at least one weapon")
	}
	for i, w := range c.p.Weapons {
		if w.MinRange >= w.MaxRange {
			return c, rules.Faultf(rules.OutOfRange, rules.Join(rules.At("weapons", i), "min_range"), "is not less than max_range")
		}
	}
	has := func(mark string) bool { return slices.Contains(c.p.Runemarks, mark) }
	c.hero, c.monster, c.beast, c.mount, c.fly = has("hero"), has("monster"), has("beast"), has("mount"), has("fly")
	for _, m := range u.Marks {
		c.steady = c.steady || m == steadyHand
		applyMark(&c.p, m)
	}
	for monsters := range c.core {
		for k, id := range coreAbilities {
			if barredAbility(id, c.p.Runemarks, monsters == 1) == "" && (id != "inspiring-presence" || c.hero) {
				c.core[monsters] = append(c.core[monsters], k)
			}
		}
	}
	d := doing{given{seat}, c.id}
	c.often = often{activate: Activate{d}, wait: Wait{d}, end: EndActivation{d}, ended: ActivationEnded{Fighter: c.id}}
	for n := range c.often.activated {
		c.often.activated[n] = Activated{Fighter: c.id, Actions: n}
	}
	c.often.again = Activated{Fighter: c.id, Actions: 1, Second: true}
	c.often.waited = [2]rules.Event{Waited{Fighter: c.id}, Waited{Fighter: c.id, Waiting: true}}
	c.radius, c.height = c.p.Base.Float()/2, c.p.Height.Float()
	return c, c.tabulate()
}
