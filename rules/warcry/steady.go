package warcry

import (
	"slices"

	"oriflamme/rules"
)

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
func (b *Battle) offerReroll(t *rules.Turn, i int, r *AttackResult) {
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
