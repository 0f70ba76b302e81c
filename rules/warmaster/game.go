package warmaster

import (
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// gameID and the versions are constants of their own because begin needs them and Game
// refers to begin.
const (
	gameID         = "warmaster"
	currentVersion = 4 // of battles that begin now
	oldestVersion  = 1 // of the oldest battles that can be replayed
)

// Game is Warmaster as package rules plays it.
var Game = &rules.Game{
	ID: gameID, Name: "Warmaster", Edition: "French rulebook, update of October 2006", Version: currentVersion,
	DiceFirst: true,
	Rulings:   ruling.Rulings,
	CheckPack: checkPack, CheckRoster: checkRoster, PointsField: "points_limit", Options: options, Decks: decks,
	Begin: begin, Load: load, Aftermath: aftermathDefinition.New,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// decks names the tables that a battle may be fought on.
var decks = []rules.Deck{{Field: "table", Part: "battlefields", Member: "table"}}

// covered lists the rules that must show in battles; the acceptance kit checks it.
var covered = strings.Fields(`
	WR-ADV-1 WR-ADV-4 WR-ADV-7 WR-ATT-2 WR-ATT-5 WR-ATT-6 WR-ATT-7 WR-ATT-9 WR-ATT-10 WR-ATT-11 WR-ATT-12
	WR-BRIG-1 WR-BRIG-3 WR-BRIG-4 WR-CAS-1 WR-CAS-2 WR-CAS-6 WR-CHAR-1 WR-CHAR-2 WR-CHAR-3 WR-CHARGE-1
	WR-CHARGE-3 WR-CHARGE-9 WR-CHARGE-11 WR-CHARGE-16 WR-CMD-1 WR-CMD-2 WR-CMD-3 WR-CMD-4 WR-CMD-5 WR-CMD-6
	WR-CMD-8 WR-CMD-9 WR-CMD-10 WR-CMD-13 WR-CMD-15 WR-CMD-17 WR-CONF-1 WR-CSHOT-1 WR-CSHOT-2 WR-CSHOT-5
	WR-DEST-1 WR-DRIVE-1 WR-DRIVE-3 WR-DRIVE-6 WR-DRIVE-8 WR-DRIVE-9 WR-DRIVE-10 WR-DRIVE-11 WR-DRIVE-13
	WR-EDGE-1 WR-EDGE-3 WR-EDGE-4 WR-EDGE-5 WR-END-1 WR-END-4 WR-ENG-1 WR-EVADE-2 WR-EVADE-6 WR-EVADE-8 WR-FALL-1
	WR-GAP-2 WR-GAP-4 WR-GEOM-2 WR-HOUSE-1 WR-HOUSE-2 WR-HOUSE-3 WR-HOUSE-4 WR-HOUSE-5 WR-HOUSE-6 WR-INIT-1
	WR-INIT-2 WR-INIT-6 WR-INIT-8 WR-LOS-3 WR-MOVE-1 WR-PROF-8 WR-PROV-2 WR-PROV-3 WR-PROV-4 WR-PROV-7 WR-PROV-8
	WR-PROV-9 WR-PROV-12 WR-PROV-13 WR-PROV-15 WR-PUR-1 WR-PUR-5 WR-PUR-7 WR-PUR-10 WR-PUR-18 WR-RES-1 WR-RES-3 WR-RES-4
	WR-RES-6 WR-RES-8 WR-RES-10 WR-RES-11 WR-RES-12 WR-RES-13 WR-RES-14 WR-RET-1 WR-RET-2 WR-RET-5 WR-RET-6
	WR-SEQ-1 WR-SEQ-2 WR-SEQ-3 WR-SEQ-6 WR-SEQ-7 WR-SEQ-8 WR-SEQ-9 WR-SEQ-10 WR-SET-1 WR-SET-2 WR-SET-3
	WR-SHOOT-1 WR-SHOOT-2 WR-SHOOT-4 WR-SHOOT-6 WR-SHOOT-7 WR-SHOOT-9 WR-SHOOT-13 WR-SHOOT-14 WR-SHOOT-16
	WR-STATE-3 WR-TERR-7`)

// A battle keeps the version of the rules that it began with, so that records replay as they
// were fought. Each of the following methods reports whether a battle follows a reading of
// the book that a later version than oldestVersion introduced.

// since reports whether a battle began with at least a version.
func (f *fixed) since(version int) bool { return f.setup.Version >= version }

// keepsHits reports whether hits by shooting at a charger stay marked until the combat
// (WR-CSHOT-5).
func (f *fixed) keepsHits() bool { return f.since(2) }

// seesInside reports whether troops inside terrain that hides what is behind it can be seen
// (WR-LOS-2).
func (f *fixed) seesInside() bool { return f.since(2) }

// leavesCharacters reports whether a unit that moves in the Orders phase leaves its characters
// behind (WR-CHAR-1).
func (f *fixed) leavesCharacters() bool { return f.since(2) }

// stopsAtEdge reports whether a retreat over an edge of the table ends at that edge, and a
// unit that returns finds a place along it (WR-EDGE-4).
func (f *fixed) stopsAtEdge() bool { return f.since(2) }

// sparesUnseen reports whether stands that the shooters do not see neither set the number to
// hit nor are removed before those in sight (WR-SHOOT-6, WR-SHOOT-12).
func (f *fixed) sparesUnseen() bool { return f.since(2) }

// removesOpenFirst reports whether shooting removes stands without protection before the others
// (WR-SHOOT-12).
func (f *fixed) removesOpenFirst() bool { return f.since(2) }

// countsUnitsOnly reports whether characters do not count for who places first (WR-SET-2).
func (f *fixed) countsUnitsOnly() bool { return f.since(3) }

// reformsBothSides reports whether units of both sides that fought may re-form (WR-PROV-4).
func (f *fixed) reformsBothSides() bool { return f.since(3) }

// fightsOnInContact reports whether an engagement goes on while a unit that retreats still
// touches a winner (WR-SEQ-10).
func (f *fixed) fightsOnInContact() bool { return f.since(3) }

// coversOneSide reports whether a low obstacle or a rampart protects only from enemies on its
// other side (WR-PROV-5).
func (f *fixed) coversOneSide() bool { return f.since(3) }

// needsGeneral reports whether the option about the death of a General applies (WR-PROV-15).
func (f *fixed) needsGeneral() bool { return f.since(3) }

// favoursNoEdge reports whether a unit that steps aside or comes back takes the same of two equal
// places on either side of the table.
func (f *fixed) favoursNoEdge() bool { return f.since(3) }

// sparesWhoFight reports whether a retreat is blocked only by contact with enemies who do not
// fight (WR-RET-6).
func (f *fixed) sparesWhoFight() bool { return f.since(3) }

// closesRamparts reports whether nobody walks over a rampart (WR-TERR-10).
func (f *fixed) closesRamparts() bool { return f.since(3) }

// seesExactly reports whether a line of sight may end on the edge of a stand, and be exactly 2 cm
// long inside a wood (WR-LOS-4).
func (f *fixed) seesExactly() bool { return f.since(3) }

// remembersRetreats reports whether a board remembers where a retreat began, to tell whether it
// went through terrain that is closed to a pursuer (WR-PUR-5).
func (f *fixed) remembersRetreats() bool { return f.board && f.since(3) }

// goesRound reports whether what separates units depends on where they stand (WR-INIT-8).
func (f *fixed) goesRound() bool { return f.since(3) }

// placesFreely reports whether players place the stands of their units where the rules leave it
// to them: after an evade and a drive-back, in a charge, an advance and a pursuit.
func (f *fixed) placesFreely() bool { return f.board && f.since(3) }

// statesFacts reports whether players at a measured table must state what helps them, and the
// battle remembers what it knows.
func (f *fixed) statesFacts() bool { return !f.board && f.since(3) }

// evadesFacingAnyWay reports whether a unit that finds no room to evade while it faces as before, away
// from the enemy or towards it is tried with every other facing (WR-EVADE-7).
func (f *fixed) evadesFacingAnyWay() bool { return f.since(4) }

// withdrawal is the number of units that an army may lose before it withdraws (WR-PROV-11).
func (f *fixed) withdrawal(seat rules.Seat) *int {
	n := 0
	for i := range f.info {
		n += rules.BoolToInt(f.counts(i) && f.info[i].seat == seat)
	}
	switch f.optionValues["withdrawal"] {
	case "half":
		n = ruling.CeilDiv(n, 2)
	case "third":
		n = ruling.CeilDiv(n, 3)
	}
	return &n // with the option off an army withdraws when it has lost all its units
}

// counts reports whether an entry counts as a unit of its army.
func (f *fixed) counts(i int) bool { return !f.info[i].isCharacter() && !f.info[i].profile.NoCount }

// options are the choices that the book leaves to the players, and those that replace its missing
// pages: the stop-gaps.
var options = []rules.Option{
	{ID: "turns", Rule: "WR-PROV-11", Values: []string{"3", "4", "5", "6", "7", "8", "10", "12"}, Default: "6"},
	{ID: "withdrawal", Rule: "WR-PROV-11", Values: []string{"off", "half", "third"}, Default: "half", Former: "off", Since: 3, StopGap: rules.Always},
	{ID: "score", Rule: "WR-PROV-11", Values: []string{"units", "points"}, Default: "points", Former: "units", Since: 3, StopGap: rules.Always},
	{ID: "general", Rule: "WR-PROV-15", Values: []string{"loses", "withdraws", "goes-on"}, Default: "loses", Former: "goes-on", Since: 3, StopGap: asksGeneral},
	{ID: "deployment", Rule: "WR-SET-2", Values: []string{"alternate-units", "secret-map"}, Default: "alternate-units"},
	{ID: "command", Rule: "WR-PROV-1", Values: []string{"profile", "eight"}, Default: "profile", StopGap: hasOfficer},
	{ID: "blunders", Rule: "WR-PROV-2", Values: []string{"told", "double-six-confuses"}, Default: "told", StopGap: hasOfficer},
	{ID: "fall-back", Rule: "WR-PROV-3", Values: []string{"free", "straight"}, Default: "free", StopGap: rules.Always},
	{ID: "re-form", Rule: "WR-PROV-4", Values: []string{"around-one-stand", "never"}, Default: "around-one-stand", StopGap: rules.Always},
	{ID: "cover", Rule: "WR-PROV-5", Values: []string{"terrain", "none"}, Default: "terrain", StopGap: hasCover},
	{ID: "divisor", Rule: "WR-PROV-6", Values: []string{"losing-units", "all-units", "one"}, Default: "losing-units", StopGap: rules.Always},
	{ID: "rounding", Rule: "WR-PROV-6", Values: []string{"up", "down"}, Default: "up", StopGap: rules.Always},
	{ID: "confusion", Rule: "WR-PROV-7", Values: []string{"next-orders", "next-turn"}, Default: "next-orders", StopGap: rules.Always},
	{ID: "make-way", Rule: "WR-PROV-8", Values: []string{"six", "safe"}, Default: "six", StopGap: rules.Always},
	{ID: "characters", Rule: "WR-PROV-9", Values: []string{"profile", "none"}, Default: "profile", StopGap: rules.Always},
	{ID: "flyers", Rule: "WR-PROV-10", Values: []string{"fly", "walk"}, Default: "fly", StopGap: hasFlyer},
	{ID: "artillery", Rule: "WR-PROV-12", Values: []string{"never-charges", "charges"}, Default: "never-charges", StopGap: hasArtillery},
	{ID: "magic", Rule: "WR-PROV-13", Values: []string{"off", "by-hand"}, Default: "off", StopGap: playsMagic},
	{ID: "hills", Rule: "WR-PROV-14", Values: []string{"block", "open"}, Default: "block", StopGap: hasHill},
	{ID: "attacks-floor", Rule: "WR-A-9", Values: []string{"0", "1"}, Default: "0", StopGap: rules.Always},
}

// asksGeneral reports whether a battle asks what the death of a General does.
func asksGeneral(s rules.Setup, _ string) bool { return s.Version >= 3 }

// has returns whether an army of a battle has an entry of which a condition holds.
func has(is func(*Profile) bool) func(rules.Setup, string) bool {
	return func(s rules.Setup, _ string) bool {
		return slices.ContainsFunc(s.Rosters, func(r rules.Roster) bool {
			return slices.ContainsFunc(r.Units, func(u rules.Unit) bool {
				var p Profile
				return rules.Decode(u.Profile, &p) == nil && is(&p)
			})
		})
	}
}

var (
	hasOfficer   = has(func(p *Profile) bool { return p.Type == "hero" || p.Type == "wizard" })
	hasWizard    = has(func(p *Profile) bool { return p.Type == "wizard" })
	hasFlyer     = has(func(p *Profile) bool { return p.Flying })
	hasArtillery = has(func(p *Profile) bool { return p.Type == "artillery" })
)

// playsMagic reports whether a battle asks what magic does.
func playsMagic(s rules.Setup, value string) bool { return value == "by-hand" || hasWizard(s, value) }

// hasCover reports whether terrain protects troops: of a table that the battle does not know, it may.
func hasCover(s rules.Setup, _ string) bool {
	return s.Mode == rules.Measured || hasTerrain(s, func(a *terrainArea) bool { return a.Cover != "none" })
}

// hasHill reports whether the board has a hill. At a measured table the players say what they see.
func hasHill(s rules.Setup, _ string) bool {
	return s.Mode == rules.Board && hasTerrain(s, func(a *terrainArea) bool { return a.Kind == "gentle-hill" || a.Kind == "steep-hill" })
}

func hasTerrain(s rules.Setup, is func(*terrainArea) bool) bool {
	var f fixed
	return f.readTable(s.Field) == nil && slices.ContainsFunc(f.ground.areas, is)
}

// measures are the figures for which a command's odds are given.
var measures = []rules.Measure{
	{Name: "success", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			if t, ok := e.(Tested); ok {
				return strconv.FormatBool(t.Success)
			}
		}
		return "-"
	}},
	rules.SumOf("hits", attackEvent.unsavedHits),
	rules.SumOf("stands", func(e HitsTaken) int { return e.Removed }),
}

// An attackEvent is an event that does hits.
type attackEvent interface {
	rules.Event
	unsavedHits() int
}

func (e Volleyed) unsavedHits() int { return e.Unsaved }
func (e Attacked) unsavedHits() int { return e.Unsaved }
