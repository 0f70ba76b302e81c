package ruling

import (
	"slices"

	"oriflamme/rules"
)

// SidesInput are the armies of all players of a game.
type SidesInput struct {
	Mode   string       `json:"mode" in:"two-player|teams|free-for-all"`
	Armies []PlayerArmy `json:"armies" len:"1..12"`
}

// PlayerArmy is the army of one player with what the rules of teams need.
type PlayerArmy struct {
	Player       string   `json:"player" in:"1..80"`
	Team         string   `json:"team" in:"1..80" default:"-"`
	AllMercenary bool     `json:"all_mercenary" default:"false"`
	Faction      string   `json:"faction" in:"1..80" default:"-"`
	Contract     string   `json:"contract" in:"1..80" default:"-"`
	WorksFor     []string `json:"works_for" len:"0..20" each:"1..80" default:"[]"`
	Characters   []string `json:"characters" len:"0..100" each:"1..80" default:"[]"`
}

// SidesResult is the sides of a game with the rules that they break.
type SidesResult struct {
	Legal         bool     `json:"legal"`
	Violations    []Breach `json:"violations"`
	ViolatedRules []string `json:"violated_rules"`
	Teams         []team   `json:"teams"`
}

type team struct {
	Team     string             `json:"team"`
	Players  []string           `json:"players"`
	Faction  rules.NullableText `json:"faction"`
	Contract rules.NullableText `json:"contract"`
}

func (in SidesInput) check() *rules.Fault {
	players := MapEach(in.Armies, func(s PlayerArmy) string { return s.Player })
	return rules.FirstFault(
		EachFault(in.Armies, func(i int, s PlayerArmy) *rules.Fault {
			return rules.FirstFault(
				CheckPresence(in.Mode == "teams", s.Team != "", MemberPath("armies", i, "team")),
				CheckPresence(!s.AllMercenary, s.Faction != "", MemberPath("armies", i, "faction")),
				CheckPresence(s.AllMercenary, s.Contract != "", MemberPath("armies", i, "contract")),
			)
		}),
		firstRepeat(players, func(i int) string { return MemberPath("armies", i, "player") }),
	)
}

// teams returns the names of teams in order of first appearance.
func (in SidesInput) teams() []string {
	var names []string
	for _, s := range in.Armies {
		if in.Mode == "teams" && !slices.Contains(names, s.Team) {
			names = append(names, s.Team)
		}
	}
	return names
}

func (in SidesInput) members(team string) []PlayerArmy {
	return slices.DeleteFunc(slices.Clone(in.Armies), func(s PlayerArmy) bool { return s.Team != team })
}

// allegianceOf returns the one Faction of the armies of a team that have one, and the one
// contract of a team of mercenaries only; each is empty if there is none or more than one.
func allegianceOf(members []PlayerArmy) (faction, contract string) {
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

// united reports whether a team has one Faction or one contract (WM-MULTI-3).
func united(members []PlayerArmy) bool {
	faction, contract := allegianceOf(members)
	if faction == "" {
		return contract != ""
	}
	return !slices.ContainsFunc(members, func(s PlayerArmy) bool { return s.AllMercenary && !slices.Contains(s.WorksFor, faction) })
}

// Validate checks the sides of a game against the rules of teams (WM-MULTI).
func (in SidesInput) Validate() SidesResult {
	var r SidesResult
	var broken breachList
	names := in.teams()
	broken.note(in.Mode == "two-player" && len(in.Armies) != 2, "WM-SETUP-1", "")
	broken.note(in.Mode == "teams" && len(names) != 2, "WM-MULTI-2", "")
	for _, s := range in.Armies {
		for _, id := range repeatedAmong([][]string{s.Characters}, true) {
			broken = append(broken, Breach{"WM-ARMY-18", id})
		}
	}
	for _, name := range names {
		members := in.members(name)
		broken.note(!united(members), "WM-MULTI-3", name)
		for _, id := range repeatedAmong(MapEach(members, func(s PlayerArmy) []string { return s.Characters }), false) {
			broken = append(broken, Breach{"WM-MULTI-4", id})
		}
		faction, contract := allegianceOf(members)
		players := MapEach(members, func(s PlayerArmy) string { return s.Player })
		r.Teams = append(r.Teams, team{name, players, rules.NullableText(faction), rules.NullableText(contract)})
	}
	r.Legal, r.Violations, r.ViolatedRules = len(broken) == 0, broken, rulesOf(broken)
	return r
}

// repeatedAmong returns the ids that are in more than one of the lists or, if copies is set,
// more than once anywhere, in order of first appearance.
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

var sidesValidateRuling = rules.DicelessRuling("sides-validate",
	"WM-ARMY-18 WM-ARMY-26 WM-SETUP-1 WM-MULTI-1 WM-MULTI-2 WM-MULTI-3 WM-MULTI-4",
	SidesInput.check, SidesInput.Validate)
