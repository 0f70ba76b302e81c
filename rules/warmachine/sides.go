package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// sides are the armies of all players of a game.
type sides struct {
	Mode   string `json:"mode" in:"two-player|teams|free-for-all"`
	Armies []side `json:"armies" len:"1..12"`
}

// side is the army of one player as the others see it.
type side struct {
	Player       string   `json:"player" in:"1..80"`
	Team         string   `json:"team" in:"1..80" default:"-"`
	AllMercenary bool     `json:"all_mercenary" default:"false"`
	Faction      string   `json:"faction" in:"1..80" default:"-"`
	Contract     string   `json:"contract" in:"1..80" default:"-"`
	WorksFor     []string `json:"works_for" len:"0..20" each:"1..80" default:"[]"`
	Characters   []string `json:"characters" len:"0..100" each:"1..80" default:"[]"`
}

type sidesResult struct {
	Legal         bool     `json:"legal"`
	Violations    []breach `json:"violations"`
	ViolatedRules []string `json:"violated_rules"`
	Teams         []team   `json:"teams"`
}

type team struct {
	Team     string   `json:"team"`
	Players  []string `json:"players"`
	Faction  orNull   `json:"faction"`
	Contract orNull   `json:"contract"`
}

func (in sides) check() *rules.Fault {
	for i, s := range in.Armies {
		fault := first(
			belongs(in.Mode == "teams", s.Team != "", under("armies", i, "team")),
			belongs(!s.AllMercenary, s.Faction != "", under("armies", i, "faction")),
			belongs(s.AllMercenary, s.Contract != "", under("armies", i, "contract")),
		)
		if fault != nil {
			return fault
		}
	}
	players := each(in.Armies, func(s side) string { return s.Player })
	return twice(players, func(i int) string { return under("armies", i, "player") })
}

// teams are the names of teams in order of first appearance.
func (in sides) teams() []string {
	var names []string
	for _, s := range in.Armies {
		if in.Mode == "teams" && !slices.Contains(names, s.Team) {
			names = append(names, s.Team)
		}
	}
	return names
}

func (in sides) members(team string) []side {
	return slices.DeleteFunc(slices.Clone(in.Armies), func(s side) bool { return s.Team != team })
}

// allegianceOf is the one Faction of the armies of a team that have one, and the
// one contract of a team of mercenaries alone; empty without, or with several.
func allegianceOf(members []side) (faction, contract string) {
	var factions, contracts []string
	for _, s := range members {
		if s.AllMercenary {
			contracts = append(contracts, s.Contract)
		} else {
			factions = append(factions, s.Faction)
		}
	}
	if len(factions) > 0 && len(slices.Compact(factions)) == 1 {
		faction = factions[0]
	}
	if len(factions) == 0 && len(slices.Compact(contracts)) == 1 {
		contract = contracts[0]
	}
	return faction, contract
}

// united tells whether a team serves one Faction or one contract (WM-MULTI-3).
func united(members []side) bool {
	faction, contract := allegianceOf(members)
	if faction == "" {
		return contract != ""
	}
	return !slices.ContainsFunc(members, func(s side) bool { return s.AllMercenary && !slices.Contains(s.WorksFor, faction) })
}

func (in sides) validate() sidesResult {
	var r sidesResult
	note := func(broken bool, rule, subject string) {
		if broken {
			r.Violations = append(r.Violations, breach{rule, subject})
		}
	}
	names := in.teams()
	note(in.Mode == "two-player" && len(in.Armies) != 2, "WM-SETUP-1", "")
	note(in.Mode == "teams" && len(names) != 2, "WM-MULTI-2", "")
	for _, s := range in.Armies {
		for _, id := range repeatedAmong([][]string{s.Characters}, true) {
			note(true, "WM-ARMY-18", id)
		}
	}
	for _, name := range names {
		members := in.members(name)
		note(!united(members), "WM-MULTI-3", name)
		for _, id := range repeatedAmong(each(members, func(s side) []string { return s.Characters }), false) {
			note(true, "WM-MULTI-4", id)
		}
		faction, contract := allegianceOf(members)
		players := each(members, func(s side) string { return s.Player })
		r.Teams = append(r.Teams, team{name, players, orNull(faction), orNull(contract)})
	}
	r.Legal, r.ViolatedRules = len(r.Violations) == 0, rulesOf(r.Violations)
	return r
}

// repeatedAmong returns the ids in more than one of the lists, or more than once
// anywhere when copies count, in order of first appearance.
func repeatedAmong(lists [][]string, copies bool) []string {
	var ids []string
	count := map[string]int{}
	for _, list := range lists {
		for i, id := range list {
			if count[id] == 0 {
				ids = append(ids, id)
			}
			if copies || !slices.Contains(list[:i], id) {
				count[id]++
			}
		}
	}
	return slices.DeleteFunc(ids, func(id string) bool { return count[id] < 2 })
}

var sidesValidateRuling = plain("sides-validate",
	"WM-ARMY-18 WM-ARMY-26 WM-SETUP-1 WM-MULTI-1 WM-MULTI-2 WM-MULTI-3 WM-MULTI-4",
	sides.check, sides.validate)
