package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// A mark is an honour or a scar that a fighter keeps, and what it changes on its card.
type mark struct {
	id        string
	scar      bool
	movement  int
	toughness int
	wounds    int
	attacks   int // of the first weapon
	strength  int
	crit      int
}

// marks are all honours and scars of the house, scars in the order of their D6.
var marks = []mark{
	{id: "limp", scar: true, movement: -1},
	{id: "cracked-ribs", scar: true, wounds: -2},
	{id: "weak-grip", scar: true, strength: -1},
	{id: "brittle", scar: true, toughness: -1},
	{id: "clouded-eye", scar: true, crit: -1},
	{id: "nightmares", scar: true, wounds: -1},
	{id: "first-blood", wounds: 1},
	{id: "monster-slayer", crit: 1},
	{id: "headhunter", wounds: 2},
	{id: "reaper", strength: 1},
	{id: "last-standing", wounds: 2},
	{id: "treasure-bearer", movement: 1},
	{id: "cold-riposte", attacks: 1},
	{id: "unbreakable", toughness: 1},
	{id: "cat-footed", movement: 1},
	{id: "giant-shoulders", wounds: 1},
}

// applyMark changes a profile by an honour or scar; figures stay playable. A
// mark that the game does not know changes nothing.
func applyMark(p *Profile, id string) {
	for _, m := range marks {
		if m.id != id {
			continue
		}
		p.Movement = max(min(p.Movement, 1), p.Movement+m.movement)
		p.Toughness = max(1, p.Toughness+m.toughness)
		p.Wounds = max(1, p.Wounds+m.wounds)
		if len(p.Weapons) > 0 {
			w := &p.Weapons[0]
			w.Attacks = max(1, w.Attacks+m.attacks)
			w.Strength = max(1, w.Strength+m.strength)
			w.DmgCrit = max(w.DmgHit, w.DmgCrit+m.crit)
		}
	}
}

// steadyHand is an honour of campaigns: once a battle its bearer may re-roll one hit
// roll of an attack action (WC-HOUSE-8). Odds before an attack leave it out, for it is
// the player's choice when to spend it.
const steadyHand = "steady-hand"

// Steadied is a fighter that has used its re-roll.
type Steadied struct {
	Fighter string `json:"fighter"`
}

// Kind returns "steadied".
func (Steadied) Kind() string { return "steadied" }

// Rule returns "WC-HOUSE-8".
func (Steadied) Rule() string { return "WC-HOUSE-8" }

// steady reports whether a fighter has its re-roll still.
func (b *Battle) steady(i int) bool { return b.info[i].steadyHand && !b.s.Fighters[i].UsedSteadyHand }

// offerReroll lets the attacking player re-roll a hit roll: of the misses or of the hits
// the lowest. To let it be comes first, which is what odds take.
func (b *Battle) offerReroll(t *rules.Turn, i int, r *ruling.AttackResult) {
	classes := r.HitClasses()
	options, dice := make([]string, 0, 4), make([]int, 0, 4)
	for _, class := range []string{"none", "miss", "hit"} {
		best := noUnit
		for k, face := range r.HitFaces {
			if classes[k] == class && (best == noUnit || face < r.HitFaces[best]) {
				best = k
			}
		}
		if class == "none" || best != noUnit {
			options, dice = append(options, class), append(dice, best)
		}
	}
	k := dice[t.Ask("WC-HOUSE-8", b.info[i].seat, "steady", options...)]
	if k == noUnit {
		return
	}
	r.HitFaces = slices.Clone(r.HitFaces)
	r.HitFaces[k] = t.Roll("hit-again", 1, 6)[0]
	t.Emit(Steadied{b.id(i)})
}
