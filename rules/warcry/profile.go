package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

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
