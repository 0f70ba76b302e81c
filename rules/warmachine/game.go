package warmachine

import (
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// gameID and the versions are constants of their own because battles need them without Game. A
// battle goes on under the version with which it began.
const (
	gameID         = "warmachine"
	oldestVersion  = 3 // records of this version still replay
	currentVersion = 6 // Battle.sinceVersion6 is true from here on
)

// sinceVersion4 reports whether the battle began under version 4 or later. Since version 4 a
// model that has cast a spell or used its feat does not run in that activation (WM-RUN-3), a
// unit charges only what one of its troopers can reach (WM-CHARGE-8), and a modifier entered
// by hand needs a reason.
func (b *Battle) sinceVersion4() bool { return b.setup.Version >= 4 }

// sinceVersion5 reports whether the battle began under version 5 or later. Since version 5 a
// trooper out of formation must go back to its commander (WM-UNIT-3), and objectives count
// on their player's own turn and when the other side agrees (WM-VICT-3).
func (b *Battle) sinceVersion5() bool { return b.setup.Version >= 5 }

// sinceVersion6 reports whether the battle began under version 6 or later. Since version 6 the
// solos of a group make their command checks and flee one by one (WM-RULING-9), nobody
// counter-charges a solo that fell as it moved (WM-ABIL-2), and who follows a push turns to the
// pushed model (WM-MOVE-5).
func (b *Battle) sinceVersion6() bool { return b.setup.Version >= 6 }

// Game is WARMACHINE as a value of the frame.
var Game = &rules.Game{
	ID: gameID, Name: "WARMACHINE", Edition: "MkII, 2010", Version: currentVersion,
	OneSource: true,
	Rulings:   ruling.Rulings,
	CheckPack: checkPack, CheckRoster: checkRoster, PointsField: "army_points", Budgets: budgets, Choices: choices, PlayFormats: playFormats, Begin: begin, Load: load, Aftermath: aftermathDefinition.New,
	Options: options, Decks: decks,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// decks are the parts of a pack from which a battlefield is drawn.
var decks = []rules.Deck{{Field: "terrain", Part: "terrain", Member: "pieces"}}

// covered are the rules that battles and aftermaths must show in tests.
var covered = strings.Fields(`
	WM-ABIL-2 WM-ACT-1 WM-ACT-3 WM-ACT-4 WM-ACT-5 WM-ACTION-1 WM-ACTION-2 WM-ACTP-1 WM-ACTP-3 WM-ACTP-5 WM-ADV-1 WM-CHARGE-10 WM-CHARGE-15
	WM-CHARGE-16 WM-CHARGE-17 WM-CHARGE-18 WM-CHARGE-19 WM-CHARGE-20 WM-CHARGE-22 WM-CHARGE-4 WM-CHARGE-5 WM-CHARGE-6 WM-CHARGE-7
	WM-CHARGE-8 WM-CHARGE-9 WM-COMBAT-1 WM-COMBAT-10 WM-COMBAT-11 WM-COMBAT-12 WM-COMBAT-17 WM-COMBAT-3 WM-COMBAT-4
	WM-COMBAT-6 WM-COMBAT-7 WM-COMBAT-8 WM-COMBAT-9 WM-CTRL-1 WM-CTRL-2 WM-CTRL-3 WM-FOCUS-1 WM-FOCUS-2 WM-FOCUS-3
	WM-FOCUS-4 WM-FOCUS-5 WM-FOCUS-6 WM-FOCUS-7 WM-HOUSE-1 WM-HOUSE-2 WM-HOUSE-3 WM-HOUSE-4 WM-HOUSE-5 WM-LOS-1 WM-MAINT-1
	WM-MAINT-2 WM-MAINT-3 WM-MOVE-1 WM-MOVE-3 WM-MOVE-5 WM-MOVE-7 WM-MOVE-8 WM-MULTI-5 WM-MULTI-6 WM-MULTI-8 WM-OOA-1 WM-OOA-2 WM-OOA-3
	WM-OOA-4 WM-OOA-5 WM-PLACE-1 WM-RUN-1 WM-RUN-6
	WM-RUN-3 WM-SETUP-3 WM-SETUP-4 WM-SETUP-5 WM-SETUP-6 WM-SETUP-7 WM-SETUP-9 WM-SKILL-1 WM-SKILL-2 WM-SPEC-1 WM-TURN-1 WM-TURN-2 WM-TURN-3 WM-TURN-4
	WM-UNIT-1 WM-UNIT-2 WM-UNIT-5 WM-UNIT-6 WM-VICT-2 WM-VICT-4 WM-X-AD-1 WM-X-AOE-1 WM-X-AOE-2 WM-X-ATK-1 WM-X-ATK-3 WM-X-CE-2
	WM-X-COMB-1 WM-X-DIS-1 WM-X-DMG-1 WM-X-FOC-2 WM-X-FOC-3 WM-X-FOC-4 WM-X-FOC-5 WM-X-FOC-6 WM-X-FOC-7 WM-X-FOC-8
	WM-X-CAV-1 WM-X-CMD-1 WM-X-CMD-2 WM-X-CMD-3 WM-X-GRID-1 WM-X-GRID-6 WM-X-KD-1 WM-X-LEAD-1 WM-X-MELEE-2 WM-X-MELEE-3 WM-X-PA-0 WM-X-PA-1 WM-X-PA-3
	WM-X-PA-4 WM-X-PA-6 WM-X-PA-7 WM-X-RNG-1 WM-X-RNG-3 WM-X-SPR-1 WM-X-STAT-2`)

// budgets returns what an army may spend and has spent: army points, the warjack points of each
// battlegroup, warcasters, and copies of limited entries (WM-ARMY-5, WM-ARMY-6, WM-ARMY-9,
// WM-ARMY-21).
func budgets(r rules.Roster) []rules.Budget {
	m, faults := readRoster(r)
	if len(faults) > 0 || len(m.unknownIDs()) > 0 {
		return nil
	}
	a := m.army()
	sum := a.Totals()
	all := []rules.Budget{{Key: "army-points", Used: sum.ArmyPointsSpent, Max: a.ArmyPoints, Rule: "WM-ARMY-5"}}
	led := 0
	for i, p := range m.profiles {
		if p.Kind == "warcaster" {
			c := sum.Battlegroups[led]
			led++
			all = append(all, rules.Budget{
				Key: "warjack-points", Unit: r.Units[i].ID, Used: c.WarjackPointsSpent, Max: c.WarjackPoints, Rule: "WM-ARMY-9",
			})
		}
	}
	all = append(all, rules.Budget{Key: "warcasters", Used: led, Max: sum.MaxWarcasters, Rule: "WM-ARMY-6"})
	seen := map[string]int{} // by profile: its number among the budgets, from 1
	for i, p := range m.profiles {
		most, limited := p.FieldAllowance.Copies(led)
		if !limited || p.Kind == "warcaster" {
			continue
		}
		if seen[p.ID] == 0 {
			all = append(all, rules.Budget{Key: "copies", Unit: r.Units[i].ID, ByProfile: true, Max: most, Rule: "WM-ARMY-21"})
			seen[p.ID] = len(all)
		}
		all[seen[p.ID]-1].Used++
	}
	return all
}

// encounterSizes are the sizes of encounters, smallest first (WM-ARMY-6).
var encounterSizes = []string{"duel", "skirmish", "grand-melee", "battle-royale", "war", "apocalypse"}

// choices returns what a list builder asks besides the entries: the size of the encounter and
// its points (WM-ARMY-1), the size of each unit (WM-ARMY-19), the controller of each warjack
// (WM-ARMY-16), and two rare choices: a contract of mercenaries (WM-ARMY-2) and the rules that
// the scenario lifts (WM-ARMY-4).
func choices(r rules.Roster) []rules.Choice {
	m, faults := readRoster(r)
	if len(faults) > 0 {
		return nil
	}
	sizes := ruling.MapEach(encounterSizes, func(name string) rules.Pick { return rules.Pick{Key: name} })
	size := rules.Choice{Field: "encounter_size", Current: m.extra.EncounterSize, Picks: sizes}
	all := []rules.Choice{size, pointsChoice(m.extra), {Field: "contract", MaxText: maxContractLength, Rare: true, Current: m.extra.Contract}, waiverChoice(m.extra)}
	var leaders []rules.Pick
	for i, p := range m.profiles {
		if p.Kind == "warcaster" || p.JackMarshal {
			leaders = append(leaders, rules.Pick{Key: r.Units[i].ID, Unit: r.Units[i].ID})
		}
	}
	for i, p := range m.profiles {
		switch {
		case p.Kind == "warjack" && len(leaders) > 0:
			q := rules.Choice{Unit: r.Units[i].ID, Field: "control", Picks: leaders}
			if by := m.controller(i); by >= 0 {
				q.Current = r.Units[by].ID
			}
			all = append(all, q)
		case len(p.Options) > 0:
			picks := ruling.MapEach(p.Options, func(o UnitOption) rules.Pick {
				return rules.Pick{Key: o.Name, Points: o.Points, With: map[string]string{"models": strconv.Itoa(o.Models), "points": strconv.Itoa(o.Points)}}
			})
			all = append(all, rules.Choice{Unit: r.Units[i].ID, Field: "options", Current: m.size(i), Picks: picks})
		}
	}
	return all
}

// maxContractLength is the most characters that the name of a contract may have.
const maxContractLength = 80

// waivable are the rules of composition that a scenario may lift, in the order in which they are
// checked.
var waivable = []string{
	"WM-ARMY-1", "WM-ARMY-27", "WM-ARMY-6", "WM-ARMY-7", "WM-ARMY-2", "WM-ARMY-15", "WM-ARMY-20", "WM-ARMY-18", "WM-ARMY-21", "WM-ARMY-5", "WM-X-JM-1",
}

// waiverChoice returns the choice of the rules that the scenario lifts.
func waiverChoice(e Extra) rules.Choice {
	picks := ruling.MapEach(waivable, func(id string) rules.Pick { return rules.Pick{Key: id, Rule: id} })
	return rules.Choice{Field: "waived_rules", Multiple: true, Rare: true, Selected: e.Waived, Picks: picks}
}

// pointsChoice returns the choice among the army points of an encounter.
func pointsChoice(e Extra) rules.Choice {
	q := rules.Choice{Field: "army_points", Number: true}
	values := ruling.Encounters[e.EncounterSize].Points
	if ruling.Encounters[e.EncounterSize].OpenEnded {
		values = []int{200, 250, 300}
	}
	for _, n := range values {
		q.Picks = append(q.Picks, rules.Pick{Key: strconv.Itoa(n)})
		if n == e.ArmyPoints {
			q.Current = strconv.Itoa(n)
		}
	}
	return q
}

// options are the rules that an organiser may change.
var options = []rules.Option{
	{ID: "combat-module", Rule: "WM-COMBAT-17", Values: []string{"on", "off"}, Default: "on",
		StopGap: func(_ rules.Setup, value string) bool { return value == "on" }},
	{ID: "without-warcasters", Rule: "WM-VICT-6", Values: []string{"play-on", "out"}, Default: "play-on",
		StopGap: func(s rules.Setup, _ string) bool { return len(s.Rosters) > 2 }},
	{ID: "walls", Rule: "WM-LOS-FIG-6", Values: []string{"volume", "simple"}, Default: "volume"},
}

// playFormats are the numbers of sides that a battle may have (WM-SETUP-1, WM-MULTI-1).
var playFormats = []string{"two-player", "teams", "free-for-all"}
