package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// A mark is an honour or a scar of a fighter, and how it changes the profile.
type mark struct {
	id        string
	movement  int
	toughness int
	wounds    int
	attacks   int // of the first weapon, as are the next two
	strength  int
	crit      int
}

// marks holds all honours and scars of the house rules.
var marks = []mark{
	{id: "limp", movement: -1},
	{id: "cracked-ribs", wounds: -2},
	{id: "weak-grip", strength: -1},
	{id: "brittle", toughness: -1},
	{id: "clouded-eye", crit: -1},
	{id: "nightmares", wounds: -1},
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

// applyMark changes a profile by an honour or scar and keeps its characteristics within their
// limits. An unknown mark changes nothing.
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

// steadyHand is an honour with which a fighter may re-roll one hit roll of an attack action
// once a battle (WC-HOUSE-8). The odds of an attack leave it out, because the player chooses
// when to use it.
const steadyHand = "steady-hand"

// Steadied records that a fighter used its re-roll.
type Steadied struct {
	Fighter string `json:"fighter"`
}

// Kind returns "steadied".
func (Steadied) Kind() string { return "steadied" }

// Rule returns "WC-HOUSE-8".
func (Steadied) Rule() string { return "WC-HOUSE-8" }

// steady reports whether a fighter still has its re-roll.
func (b *Battle) steady(i int) bool { return b.info[i].steadyHand && !b.s.Fighters[i].UsedSteadyHand }

// offerReroll lets the attacking player re-roll the lowest miss or the lowest hit. Not to
// re-roll is the first option, which odds take.
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
