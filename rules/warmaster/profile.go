package warmaster

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// A Profile is a unit or a character as an army list prints it. Maxima and minima come from
// the list; nil means none.
type Profile struct {
	ID      string             `json:"id" in:"1..80"`
	Name    string             `json:"name" in:"1..120"`
	Army    string             `json:"army" in:"0..80" default:"\"\""`
	Type    string             `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines|general|hero|wizard"`
	Flying  bool               `json:"flying" default:"false"`
	Attack  ruling.AttackValue `json:"attack" default:"0"` // of a character: what it adds to its unit
	Range   rules.Dec          `json:"range_cm" in:"0..1000" digits:"4" default:"0"`
	Around  bool               `json:"all_round" default:"false"`         // shoots in every direction
	Printed string             `json:"printed" in:"0..80" default:"\"\""` // attack and range as printed, if the numbers do not say everything
	Hits    int                `json:"hits" in:"0..20" default:"0"`
	Armour  string             `json:"armour" in:"0|6+|5+|4+|3+" default:"\"0\""`
	Size    int                `json:"size" in:"1..12" default:"3"`
	Command *int               `json:"command" in:"0..10" default:"-" null:"true"`
	Pace    *int               `json:"pace_cm" in:"0..100" default:"-" null:"true"` // if it differs from the table of paces; always for machines
	Points  int                `json:"points" in:"0..10000"`

	Min     *int     `json:"min" in:"0..50" default:"-" null:"true"` // for each full 1,000 points
	Max     *int     `json:"max" in:"0..50" default:"-" null:"true"` // for each full 1,000 points
	ArmyMin *int     `json:"army_min" in:"0..50" default:"-" null:"true"`
	ArmyMax *int     `json:"army_max" in:"0..50" default:"-" null:"true"`
	Shares  []string `json:"shares_max_with" len:"0..10" each:"1..80" default:"[]"`
	Joins   []string `json:"joins" len:"0..20" each:"1..80" default:"[]"` // profiles of units that its stands join, one to each unit
	NoCount bool     `json:"no_count" default:"false"`                    // is no unit of its own
	NoMagic bool     `json:"no_magic" default:"false"`                    // may carry no item

	Upgrades []string `json:"upgrades" len:"0..40" each:"1..80" default:"[]"` // that it may take, apart from items
	Rules    []string `json:"rules" len:"0..40" each:"1..120" default:"[]"`   // ids or texts of its special rules
}

func (p *Profile) isCharacter() bool { return ruling.IsCharacter(p.Type) }

// An Upgrade is a mount, an item or anything else that is added to a unit or a character.
type Upgrade struct {
	ID       string             `json:"id" in:"1..80"`
	Name     rules.Text         `json:"name" default:"{}"`
	Text     rules.Text         `json:"text" default:"{}"`
	Army     string             `json:"army" in:"0..80" default:"\"\""`
	Kind     string             `json:"kind" in:"mount|item|special"`
	Attack   ruling.AttackValue `json:"attack" default:"0"`
	Range    rules.Dec          `json:"range_cm" in:"0..1000" digits:"4" default:"0"`
	Printed  string             `json:"printed" in:"0..80" default:"\"\""` // as for a Profile
	Points   int                `json:"points" in:"0..1000"`
	Max      *int               `json:"max" in:"0..50" default:"-" null:"true"` // for each full 1,000 points
	ArmyMin  *int               `json:"army_min" in:"0..50" default:"-" null:"true"`
	ArmyMax  *int               `json:"army_max" in:"0..50" default:"-" null:"true"`
	Carriers []string           `json:"carriers" len:"0..9" each:"infantry|cavalry|chariots|monsters|artillery|machines|general|hero|wizard" default:"[]"` // of an item
	Needs    []string           `json:"needs" len:"0..10" each:"1..80" default:"[]"`                                                                       // profiles of which the army must have one
	Opens    []string           `json:"opens" len:"0..20" each:"1..80" default:"[]"`                                                                       // upgrades that its bearer may then take
	Rules    []string           `json:"rules" len:"0..40" each:"1..120" default:"[]"`
}

// displayName is the name for people, or the id without one.
func (u *Upgrade) displayName() string { return cmp.Or(u.Name.In("fr"), u.ID) }

// fault refuses a profile that contradicts itself or its entry in a pack.
func (p *Profile) fault(u rules.Profile) *rules.Fault {
	return rules.FirstFault(
		rules.OutOfRangeIf(p.ID != u.ID, "id", "is not that of the entry"),
		rules.OutOfRangeIf(p.Points != u.Points, "points", "are not those of the entry"),
		rules.OutOfRangeIf(p.Army != u.Faction, "army", "is not that of the entry"),
		rules.MissingFieldIf(!p.isCharacter() && p.Hits == 0, "hits", "a stand takes hits"),
		rules.MissingFieldIf(p.isCharacter() && p.Command == nil, "command", "a character commands"),
		rules.UnknownFieldIf(!p.isCharacter() && p.Command != nil, "command", "only characters command"),
		rules.OutOfRangeIf(p.isCharacter() && p.Size != 1, "size", "a character is one stand"),
		rules.OutOfRangeIf(slices.Contains(p.Upgrades, ""), "upgrades", "has an empty name"),
	)
}
