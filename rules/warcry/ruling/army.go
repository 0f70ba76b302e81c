package ruling

import (
	"slices"
	"strings"

	"oriflamme/rules"
)

// Candidate is a fighter profile of the public warcry_data JSON, with its field names, and the
// role in which the fighter joins a warband.
type Candidate struct {
	ID            string   `json:"_id" in:"0..200" default:"\"\""`
	Name          string   `json:"name" in:"0..200" default:"\"\""`
	Subfaction    string   `json:"subfaction" in:"0..200" default:"\"\""`
	Warband       string   `json:"warband" in:"1..200"` // the faction that its faction runemark names
	GrandAlliance string   `json:"grand_alliance" in:"chaos|death|destruction|order"`
	Movement      *int     `json:"movement" in:"0..30" default:"null" null:"true"`
	Toughness     *int     `json:"toughness" in:"1..30" default:"null" null:"true"`
	Wounds        *int     `json:"wounds" in:"1..300" default:"null" null:"true"`
	Points        int      `json:"points" in:"0..2000"`
	Runemarks     []string `json:"runemarks" len:"0..10" each:"1..200" distinct:"true"`
	Weapons       []Weapon `json:"weapons" len:"0..10"`
	Role          string   `json:"role" in:"member|ally|thrall|monster" default:"null" null:"true"`
}

// WarbandInput is a warband that is checked against the rules of warband building.
type WarbandInput struct {
	Faction       string      `json:"faction" in:"1..200"`
	GrandAlliance string      `json:"grand_alliance" in:"chaos|death|destruction|order"`
	City          string      `json:"city" in:"tempests-eye|living-city|phoenicium|anvilgard|hammerhal|greywater-fastness|hallowheart" default:"null" null:"true"`
	PointsLimit   int         `json:"points_limit" in:"0..10000" default:"1000"`
	Leader        int         `json:"leader" in:"0..59" default:"0"` // index of the first fighter chosen
	Fighters      []Candidate `json:"fighters" len:"0..60"`
}

// violation is a broken rule of warband building and the indexes of the fighters that break it.
type violation struct {
	Rule     string `json:"rule"`
	Fighters []int  `json:"fighters"`
}

type warbandCounts struct {
	Fighters int `json:"fighters"`
	Heroes   int `json:"heroes"`
	Allies   int `json:"allies"`
	Thralls  int `json:"thralls"`
	Monsters int `json:"monsters"`
}

// WarbandResult says whether a warband is valid and which rules it breaks.
type WarbandResult struct {
	Valid      bool          `json:"valid"`
	Violations []violation   `json:"violations"`
	Roles      []string      `json:"roles"`
	Points     int           `json:"points"`
	Counts     warbandCounts `json:"counts"`
}

// Limits of a warband (WC-R-1, WC-R-4, WC-R-8, WC-R-11, WC-R-13, WC-R-14).
const (
	minFighters, maxFighters = 3, 15
	maxHeroes                = 3
	maxAllies                = 2
	maxThralls               = 3
	maxMonsters              = 1
	maxRunemarks             = 3
)

// Kebab returns a faction name in lower case with hyphens, for comparison.
func Kebab(name string) string {
	plain := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "'", ""), "’", "")
	return strings.Join(strings.FieldsFunc(plain, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }), "-")
}

func (w WarbandInput) own(f Candidate) bool { return Kebab(f.Warband) == Kebab(w.Faction) }

func (w WarbandInput) allied(f Candidate) bool { return f.GrandAlliance == w.GrandAlliance }

// role returns the role in which a fighter joins the warband; without an explicit role it
// follows from its runemarks and faction.
func (w WarbandInput) role(f Candidate) string {
	switch {
	case f.Role != "":
		return f.Role
	case HasRunemark(f.Runemarks, "monster"):
		return "monster"
	case HasRunemark(f.Runemarks, "thrall"):
		return "thrall"
	case w.own(f):
		return "member"
	case HasRunemark(f.Runemarks, "hero") || HasRunemark(f.Runemarks, "ally"):
		return "ally"
	}
	return "member"
}

// Validate returns every rule of warband building that the warband breaks (WC-R-1 to WC-R-16).
func (w WarbandInput) Validate() WarbandResult {
	var r WarbandResult
	for _, f := range w.Fighters {
		r.Roles = append(r.Roles, w.role(f))
		r.Points += f.Points
	}
	which := func(is func(f Candidate, role string) bool) []int {
		var found []int
		for i, f := range w.Fighters {
			if is(f, r.Roles[i]) {
				found = append(found, i)
			}
		}
		return found
	}
	mark := func(name string) func(Candidate, string) bool {
		return func(f Candidate, _ string) bool { return HasRunemark(f.Runemarks, name) }
	}
	heroes := which(mark("hero"))
	allies := which(func(_ Candidate, role string) bool { return role == "ally" })
	thralls := which(func(f Candidate, role string) bool {
		return role == "thrall" || role == "member" && HasRunemark(f.Runemarks, "thrall") // ruling A-46
	})
	monsters := which(func(f Candidate, role string) bool { return role == "monster" || HasRunemark(f.Runemarks, "monster") })
	r.Counts = warbandCounts{len(w.Fighters), len(heroes), len(allies), len(thralls), len(monsters)}

	broken := func(is bool, rule string, fighters []int) {
		if is {
			r.Violations = append(r.Violations, violation{rule, fighters})
		}
	}
	each := func(rule string, is func(f Candidate, role string) bool) {
		fighters := which(is)
		broken(len(fighters) > 0, rule, fighters)
	}
	n := len(w.Fighters)
	broken(n < minFighters || n > maxFighters, "WC-R-1", nil)
	each("WC-R-2", func(f Candidate, role string) bool { return role == "member" && !w.own(f) })
	if n == 0 {
		broken(true, "WC-R-3", nil)
	} else {
		broken(!w.mayLead(w.Fighters[w.Leader], r.Roles[w.Leader]), "WC-R-3", []int{w.Leader})
	}
	broken(len(heroes) > maxHeroes, "WC-R-4", heroes)
	broken(r.Points > w.PointsLimit, "WC-R-5", nil)
	each("WC-R-6", func(f Candidate, role string) bool {
		return role == "ally" && (w.own(f) || !HasRunemark(f.Runemarks, "hero") && !HasRunemark(f.Runemarks, "ally"))
	})
	each("WC-R-7", func(f Candidate, role string) bool { return role == "ally" && !w.allied(f) })
	broken(len(allies) > maxAllies, "WC-R-8", allies)
	foreign := w.foreignHeroes(heroes, r.Roles)
	broken(len(foreign) > 0, "WC-R-9", foreign)
	each("WC-R-10", func(f Candidate, role string) bool {
		return role == "thrall" && (!HasRunemark(f.Runemarks, "thrall") || !w.allied(f))
	})
	broken(len(thralls) > maxThralls, "WC-R-11", thralls)
	each("WC-R-12", func(f Candidate, role string) bool {
		return role == "monster" && (!HasRunemark(f.Runemarks, "monster") || !w.allied(f))
	})
	broken(len(monsters) > maxMonsters, "WC-R-13", monsters)
	each("WC-R-14", func(f Candidate, _ string) bool { return len(f.Runemarks) > maxRunemarks })
	each("WC-R-15", func(f Candidate, _ string) bool { return len(f.Weapons) == 0 })
	broken(Kebab(w.Faction) == "cities-of-sigmar" && w.City == "", "WC-R-16", nil)
	r.Valid = len(r.Violations) == 0
	return r
}

// mayLead reports whether a fighter is a Hero of the warband's own faction and neither thrall
// nor monster (WC-R-3, ruling A-46).
func (w WarbandInput) mayLead(f Candidate, role string) bool {
	return role == "member" && w.own(f) && HasRunemark(f.Runemarks, "hero") && !HasRunemark(f.Runemarks, "thrall") && !HasRunemark(f.Runemarks, "monster")
}

// foreignHeroes returns the leader if it is an ally, and all Heroes if all of them are allies
// (WC-R-9).
func (w WarbandInput) foreignHeroes(heroes []int, roles []string) []int {
	var found []int
	if len(roles) > 0 && roles[w.Leader] == "ally" {
		found = append(found, w.Leader)
	}
	if len(heroes) > 0 && !slices.ContainsFunc(heroes, func(i int) bool { return roles[i] != "ally" }) {
		found = append(found, heroes...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// check returns a fault for a weapon without range and for a leader that does not exist.
func (w WarbandInput) check() *rules.Fault {
	return rules.FirstFault(
		checkEach("fighters", w.Fighters, func(f Candidate, at string) *rules.Fault {
			return checkEach(rules.Join(at, "weapons"), f.Weapons, Weapon.checkRange)
		}),
		rules.FaultIf(w.Leader >= max(1, len(w.Fighters)), rules.Faultf(rules.OutOfRange, "leader", "there is no fighter %d", w.Leader)),
	)
}

var validateWarbandRuling = rules.CheckedRuling("validate-warband",
	"WC-R-1 WC-R-2 WC-R-3 WC-R-4 WC-R-5 WC-R-6 WC-R-7 WC-R-8 WC-R-9 WC-R-10 WC-R-11 WC-R-12 WC-R-13 WC-R-14 WC-R-15 WC-R-16", "",
	WarbandInput.check, func(_ *rules.Roller, in WarbandInput) WarbandResult { return in.Validate() })
