package warcry

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// Versions of the game: a battle goes on under the version that it began with.
const (
	wholeJumps     = 2 // from this version on a jump is one descent, however many legs it has
	tableRemembers = 3 // from this version on the methods below hold
	bodiesCover    = 4 // from this version on the body of the platform under a fighter is an obstacle (WC-COV-2)

	currentVersion = bodiesCover
)

// since reports whether the battle began with at least a version.
func (fx *fixed) since(version int) bool { return fx.setup.Version >= version }

// drawsLater reports whether the cards of the battleplan may be drawn after the warbands are
// divided (WC-SET-1).
func (fx *fixed) drawsLater() bool { return fx.since(tableRemembers) }

// bonusFirst reports whether the bonus actions of an ability are made, or given up by a command,
// before any other action (WC-ABL-14).
func (fx *fixed) bonusFirst() bool { return fx.since(tableRemembers) }

// exactTerrain reports whether a base may be wider than the opening it passes (WC-TER-14), nothing
// moves through the body of terrain on its way down or under it (WC-MOVE-5), low terrain is not
// climbed (WC-TER-3), platforms give cover (WC-TER-2) and go with what carries them (WC-MABL-3), and
// one sees through openings, over what hides only a part, and as one is seen (WC-VIS-1).
func (fx *fixed) exactTerrain() bool { return fx.since(tableRemembers) }

// inspiresOnce reports whether a fighter that Inspiring Presence chose may only be activated right
// after the activation of the one that inspired it (WC-ABL-13).
func (fx *fixed) inspiresOnce() bool { return fx.since(tableRemembers) }

// placesAnywhere reports whether players answer with any point that the rules allow, of a fall or a
// treasure, and disengage along ways that bend (WC-FALL-2, WC-TRE-9, WC-DIS-1).
func (fx *fixed) placesAnywhere() bool { return fx.since(tableRemembers) }

// amends reports whether players put right by agreement whatever the battle holds (WC-HOUSE-9).
func (fx *fixed) amends() bool { return fx.since(tableRemembers) }

// keepsFacts reports whether a measured battle keeps what its players have said, until somebody
// moves, and takes no fact for granted that favours the player who gives the command.
func (fx *fixed) keepsFacts() bool { return fx.since(tableRemembers) }

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "warcry", Name: "Warcry", Edition: "second edition, 2022", Version: currentVersion,
	Rulings: ruling.Rulings,
	Options: options, Decks: decks, CheckPack: checkPack, CheckRoster: checkRoster, PointsField: "points_limit", Begin: begin, Load: load, Aftermath: aftermathDefinition.New,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// options holds the rulings that an organiser may change.
var options = []rules.Option{
	{ID: "counter-stops-attack", Rule: "A-15", Values: []string{"no", "yes"}, Default: "no", StopGap: rules.Always},
}

// covered holds the rules that battles carry out: each must occur in the log, in a question or in
// a refusal when rulestest.Run plays battles. TestEveryRule covers all others: rules that list
// building checks (WC-R-1 to WC-R-16), rules that only change a result within a ruling (such as
// WC-COV-2 to WC-COV-6), definitions, and what players do before the battle.
var covered = strings.Fields(`
	WC-GEN-1 WC-GEN-2 WC-GEN-4 WC-GEN-10 WC-GEN-12 WC-GEN-13
	WC-VIS-1
	WC-R-17 WC-R-18 WC-R-19
	WC-SET-1 WC-SET-3 WC-SET-4 WC-SET-7 WC-SET-8 WC-SET-9 WC-SET-10 WC-SET-11 WC-SET-12 WC-SET-13 WC-SET-14 WC-SET-15
	WC-SEQ-1 WC-SEQ-2 WC-SEQ-3
	WC-SCN-1 WC-SCN-2 WC-SCN-3
	WC-INIT-1 WC-INIT-2 WC-INIT-3 WC-INIT-4 WC-INIT-5 WC-INIT-6 WC-INIT-7 WC-INIT-8 WC-INIT-9 WC-INIT-10 WC-INIT-11
	WC-RES-1 WC-RES-2 WC-RES-3
	WC-ACT-1 WC-ACT-2 WC-ACT-3 WC-ACT-4 WC-ACT-5 WC-ACT-6 WC-ACT-7 WC-ACT-8 WC-ACT-9
	WC-WAIT-1 WC-WAIT-2 WC-WAIT-3 WC-WAIT-4 WC-WAIT-5 WC-WAIT-6
	WC-MOVE-1 WC-MOVE-2 WC-MOVE-4 WC-MOVE-5 WC-MOVE-6 WC-MOVE-7 WC-MOVE-8 WC-MOVE-9 WC-MOVE-10 WC-MOVE-11 WC-MOVE-12
	WC-MOVE-13 WC-MOVE-14 WC-MOVE-15 WC-MOVE-16
	WC-FALL-1 WC-FALL-2 WC-FALL-3 WC-FALL-4 WC-FALL-5
	WC-IMP-1
	WC-TER-6 WC-TER-7 WC-TER-8 WC-TER-9 WC-TER-11 WC-TER-15 WC-TER-17 WC-TER-18
	WC-ATK-1 WC-ATK-2 WC-ATK-3 WC-ATK-4 WC-ATK-5 WC-ATK-6 WC-ATK-7 WC-ATK-8 WC-ATK-9 WC-ATK-10 WC-ATK-11 WC-ATK-12
	WC-COV-1
	WC-DMG-1 WC-DMG-2 WC-DMG-3 WC-DMG-5
	WC-DIS-1 WC-DIS-3 WC-DIS-5
	WC-REA-1 WC-REA-2 WC-REA-3 WC-REA-4 WC-REA-6 WC-REA-7 WC-REA-10 WC-REA-11 WC-REA-12
	WC-ABL-1 WC-ABL-2 WC-ABL-3 WC-ABL-4 WC-ABL-5 WC-ABL-6 WC-ABL-10 WC-ABL-11 WC-ABL-12 WC-ABL-13 WC-ABL-14
	WC-HUNT-1 WC-HUNT-2 WC-HUNT-3
	WC-MABL-1 WC-MABL-2 WC-MABL-3
	WC-MON-4 WC-MON-5 WC-MON-7 WC-MON-8 WC-MON-9
	WC-CON-7
	WC-OBJ-2 WC-OBJ-3
	WC-TRE-1 WC-TRE-2 WC-TRE-3 WC-TRE-4 WC-TRE-5 WC-TRE-6 WC-TRE-7 WC-TRE-8 WC-TRE-9
	WC-HOUSE-1 WC-HOUSE-2 WC-HOUSE-3 WC-HOUSE-4 WC-HOUSE-5 WC-HOUSE-6 WC-HOUSE-7 WC-HOUSE-9`)

// decks holds the four decks of a battleplan (WC-SET-4) and the faction abilities that the
// warbands bring.
var decks = []rules.Deck{
	{Field: "terrain", Part: "terrain", Member: "parts", DrawnInBattle: true},
	{Field: "deployment", Part: "deployments", DrawnInBattle: true},
	{Field: "victory", Part: "victories", DrawnInBattle: true},
	{Field: "twist", Part: "twists", DrawnInBattle: true},
	{Field: "abilities", Part: "abilities", FromRosters: broughtAbilities},
}

// broughtAbilities returns the abilities that are for all warbands, for a warband that a profile
// names, or listed by id in a profile.
func broughtAbilities(all []json.RawMessage, rosters []rules.Roster) ([]json.RawMessage, error) {
	warbands, ids := []string{""}, []string{}
	for _, r := range rosters {
		for _, u := range r.Units {
			var profile struct {
				Warband   string   `json:"warband"`
				Abilities []string `json:"abilities"`
			}
			if err := json.Unmarshal(u.Profile, &profile); err != nil {
				return nil, fmt.Errorf("profile of %s: %w", u.ID, err)
			}
			warbands, ids = append(warbands, profile.Warband), append(ids, profile.Abilities...)
		}
	}
	brought := []json.RawMessage{}
	for _, raw := range all {
		var a struct {
			ID      string `json:"id"`
			Warband string `json:"warband"`
		}
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, fmt.Errorf("ability: %w", err)
		}
		if slices.Contains(warbands, a.Warband) || slices.Contains(ids, a.ID) {
			brought = append(brought, raw)
		}
	}
	return brought, nil
}

// measures holds the results that the odds of a command are about.
var measures = []rules.Measure{
	damageBy("damage", "attack", "ability", "strike-them-down"),
	damageBy("damage-back", "counter"),
	damageBy("damage-self", "impact", "fall", "deadly-terrain"),
	rules.SumOf("taken-down", func(TakenDown) int { return 1 }),
	{Name: "falls", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			if _, ok := e.(Fell); ok {
				return "true"
			}
		}
		return "false"
	}},
}

// damageBy is the measure of the damage with some causes.
func damageBy(name string, causes ...string) rules.Measure {
	return rules.SumOf(name, func(e Damaged) int { return e.Amount * rules.BoolToInt(slices.Contains(causes, e.Cause)) })
}
