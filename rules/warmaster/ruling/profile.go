package ruling

import (
	"encoding/json"
	"strconv"
	"strings"

	"oriflamme/rules"
)

// troops lists the troop types, in the order of Paces (WR-PROF-6).
const troops = "infantry|cavalry|chariots|monsters|artillery|machines"

// Pace is the full and the half pace of a troop type in cm (WR-MOVE-1); machines on the
// ground have no standard pace.
type Pace struct{ Full, Half int }

// Paces holds the standard paces by troop type, and that of characters.
var Paces = map[string]Pace{
	"infantry": {20, 10}, "cavalry": {30, 15}, "chariots": {30, 15}, "monsters": {20, 10}, "artillery": {10, 5}, "character": {60, 60},
}

// FlyingPace is the pace of every flyer.
var FlyingPace = Pace{100, 100}

// PaceOf returns the standard pace of a troop type; ok is false for machines on the ground.
func PaceOf(troop string, flying bool) (p Pace, ok bool) {
	if flying {
		return FlyingPace, true
	}
	p, ok = Paces[troop]
	return p, ok
}

// initiativeChoices lists what a unit may do on its own initiative (WR-INIT-6).
func initiativeChoices(troop string) []string {
	if troop == "artillery" {
		return []string{"evade"}
	}
	return []string{"charge", "evade"}
}

// ChargeBonus is the Attacks that a charge in the open adds to a stand (WR-ATT-6).
func ChargeBonus(troop string) int {
	switch troop {
	case "monsters", "chariots":
		return 2
	}
	return 1
}

// An AttackValue is the Attacks of a stand in combat and, after a slash, in shooting.
type AttackValue struct{ Combat, Shooting int }

// DecodeJSON reads an integer or a string such as "3/1".
func (a *AttackValue) DecodeJSON(tree any, path string) *rules.Fault {
	switch v := tree.(type) {
	case json.Number:
		var in struct {
			Value int `json:"value" in:"0..20"`
		}
		fault := decodeAlone(tree, path, &in)
		a.Combat = in.Value
		return fault
	case string:
		combat, shooting, both := strings.Cut(v, "/")
		if !digits(combat) || len(combat) > 2 || both && (!digits(shooting) || len(shooting) > 2) {
			return rules.Faultf(rules.OutOfRange, path, "%q is no attack value", v)
		}
		a.Combat, _ = strconv.Atoi(combat)
		a.Shooting, _ = strconv.Atoi(shooting)
		if a.Combat > maxAttacks || a.Shooting > maxAttacks {
			return rules.Faultf(rules.OutOfRange, path, "more than %d attacks", maxAttacks)
		}
		return nil
	}
	return rules.Faultf(rules.WrongType, path, "want an integer or a text")
}

// digits reports whether a text consists of one or more of the digits 0 to 9.
func digits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

const maxAttacks = 20

type profileInput struct {
	Type   string      `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines"`
	Flying bool        `json:"flying" default:"false"`
	Attack AttackValue `json:"attack"`
	Hits   int         `json:"hits" in:"1..20"`
	Armour string      `json:"armour" in:"0|6+|5+|4+|3+" default:"\"0\""`
	Size   int         `json:"size" in:"1..12" default:"3"`
}

type profileResult struct {
	AttacksCombat     int      `json:"attacks_combat"`
	AttacksShooting   int      `json:"attacks_shooting"`
	CanShoot          bool     `json:"can_shoot"`
	CombatDice        int      `json:"combat_dice"`
	ShootingDice      int      `json:"shooting_dice"`
	SavesOn           []int    `json:"saves_on"`
	HitsCapacity      int      `json:"hits_capacity"`
	FrontCm           *int     `json:"front_cm"`
	DepthCm           *int     `json:"depth_cm"`
	FullPaceCm        *int     `json:"full_pace_cm"`
	HalfPaceCm        *int     `json:"half_pace_cm"`
	CanSupport        bool     `json:"can_support"`
	CanBeProtected    bool     `json:"can_be_protected"`
	InitiativeChoices []string `json:"initiative_choices"`
	ChargeBonus       int      `json:"charge_bonus"`
}

// resolve explains the values of a profile (WR-PROF-2 to WR-PROF-6).
func (in profileInput) resolve() profileResult {
	r := profileResult{
		AttacksCombat: in.Attack.Combat, AttacksShooting: in.Attack.Shooting, CanShoot: in.Attack.Shooting > 0,
		CombatDice: in.Attack.Combat * in.Size, ShootingDice: in.Attack.Shooting * in.Size, HitsCapacity: in.Hits * in.Size,
		CanSupport: in.Type == "infantry", CanBeProtected: in.Type == "infantry" || in.Type == "artillery",
		InitiativeChoices: initiativeChoices(in.Type), ChargeBonus: ChargeBonus(in.Type),
	}
	if in.Type == "artillery" {
		r.ChargeBonus = 0
	}
	for face := LeastSave(in.Armour); face <= 6; face++ {
		r.SavesOn = append(r.SavesOn, face)
	}
	if front, depth, ok := StandSize(in.Type); ok {
		r.FrontCm, r.DepthCm = &front, &depth
	}
	if p, ok := PaceOf(in.Type, in.Flying); ok {
		r.FullPaceCm, r.HalfPaceCm = &p.Full, &p.Half
	}
	return r
}

// StandSize returns the standard size of a troop type's stand in cm; machines have none.
func StandSize(troop string) (front, depth int, ok bool) {
	switch {
	case troop == "infantry":
		return 4, 2, true
	case strings.Contains("cavalry chariots monsters artillery", troop):
		return 2, 4, true
	}
	return 0, 0, false
}

var profileRuling = rules.DicelessRuling("profile",
	"WR-PROF-2 WR-PROF-3 WR-PROF-4 WR-PROF-5 WR-PROF-6 WR-MOVE-1 WR-ATT-6 WR-SUP-1 WR-INIT-6 WR-SHOOT-9 WR-ATT-12", nil, profileInput.resolve)
