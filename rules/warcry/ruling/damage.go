package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// Health holds the Wounds of a fighter and the damage allocated to it so far (WC-DMG-1).
type Health struct {
	Wounds    int `json:"wounds" in:"1..300"`
	Allocated int `json:"allocated" in:"0..299" default:"0"`
}

// Left returns how much damage the fighter can still take.
func (h Health) Left() int { return h.Wounds - h.Allocated }

// TakenDown reports whether the allocated damage has reached the Wounds (WC-DMG-2).
func (h Health) TakenDown() bool { return h.Left() <= 0 }

// Suffer allocates damage and returns how much was allocated; damage beyond the Wounds is lost
// (WC-DMG-4, ruling A-52).
func (h *Health) Suffer(damage int) int {
	damage = min(damage, max(0, h.Left()))
	h.Allocated += damage
	return damage
}

// Heal removes allocated damage and returns how much was removed.
func (h *Health) Heal(damage int) int {
	damage = min(damage, h.Allocated)
	h.Allocated -= damage
	return damage
}

// check returns a fault for a fighter that is taken down already.
func (h Health) check(path string) *rules.Fault {
	if !h.TakenDown() {
		return nil
	}
	return rules.Faultf(rules.OutOfRange, rules.Join(path, "allocated"), "%d damage is not less than %d Wounds", h.Allocated, h.Wounds)
}

// A Hazard deals damage by one die: an impact, or deadly terrain.
type Hazard string

// The hazards.
const (
	Impact Hazard = "impact" // WC-IMP-1
	Deadly Hazard = "deadly" // WC-TER-8
)

// amount returns the damage of a face, without regard to the Wounds.
func (h Hazard) amount(face int) int {
	switch {
	case h == Deadly:
		return face
	case face == 1:
		return 3
	case face <= 3:
		return 1
	}
	return 0
}

// throw throws the die of a hazard and returns its face, which stands for all faces with the
// same damage.
func (h Hazard) throw(c *rules.Roller, label string) int {
	if h == Impact {
		return c.Pool(label, 1, 6, 2, 4)[0]
	}
	return c.Roll(label, 1, 6)[0]
}

// throwEach throws one die of a hazard for each fighter and returns the faces in their order.
// Left is the damage that each can still take. When whoMatters is false, fighters that can take
// equally much throw together, and a face stands for all that are equal for the odds of damage
// or taken_down.
func (h Hazard) throwEach(c *rules.Roller, left []int, whoMatters bool) []int {
	faces := make([]int, len(left))
	if whoMatters {
		for i := range faces {
			faces[i] = h.throw(c, string(h))
		}
		return faces
	}
	for strength := 1; strength <= safeStrength; strength++ {
		var alike []int
		for i, l := range left {
			if min(l, safeStrength) == strength {
				alike = append(alike, i)
			}
		}
		roll := dice.Roll{Why: string(h), N: len(alike), Sides: 6, Read: dice.Pool, Cuts: h.cuts(c, strength)}
		if h == Deadly && strength >= 6 && !c.Matters("taken_down") {
			roll.Read, roll.Cuts = dice.Sum, nil
		}
		for k, face := range c.Throw(roll) {
			faces[alike[k]] = face
		}
	}
	return faces
}

// safeStrength is the damage that a fighter must be able to take so that no die of a hazard
// takes it down.
const safeStrength = 7

// cuts returns the faces where the result for a fighter changes that can take so much more
// damage, as far as the caller reads it (Roller.Matters).
func (h Hazard) cuts(c *rules.Roller, strength int) []int {
	var cuts []int
	for face := 2; face <= 6; face++ {
		before, now := h.amount(face-1), h.amount(face)
		if c.Matters("damage") && min(before, strength) != min(now, strength) ||
			c.Matters("taken_down") && (before >= strength) != (now >= strength) {
			cuts = append(cuts, face)
		}
	}
	if cuts == nil {
		return []int{7} // all faces are equal
	}
	return cuts
}

// ThrowHazards throws the dice of several hazards against one fighter, one after the other,
// until it is taken down, and returns those that were thrown. When whichMatters is false, it
// throws all of them together: dice after the last wound change nothing.
func ThrowHazards(c *rules.Roller, h *Health, hazards []LabelledHazard, whichMatters bool) (thrown []LabelledHazard) {
	if whichMatters {
		for _, z := range hazards {
			if h.TakenDown() {
				break
			}
			h.Suffer(z.amount(z.throw(c, z.label)))
			thrown = append(thrown, z)
		}
		return thrown
	}
	blows, spikes := 0, 0
	for _, z := range hazards {
		if z.Hazard == Impact {
			blows++
		} else {
			spikes++
		}
	}
	fell := c.Count("impact", blows, 6, 2, 4)
	h.Suffer(3*fell[0] + fell[1] + c.Sum("deadly", spikes, 6))
	return hazards
}

// LabelledHazard is a hazard with the label of its die.
type LabelledHazard struct {
	Hazard
	label string
}

// HazardDamage is the damage that one of several fighters suffers.
type HazardDamage struct {
	ID             string `json:"id"`
	Amount         int    `json:"amount"`
	Damage         int    `json:"damage"`
	AllocatedAfter int    `json:"allocated_after"`
	TakenDown      bool   `json:"taken_down"`
}

// HazardTarget is a fighter that a hazard strikes.
type HazardTarget struct {
	ID string `json:"id" in:"1..200"`
	Health
}

// ResolveHazard lets each fighter suffer one die of a hazard, in order (WC-IMP-1, WC-TER-8).
func ResolveHazard(c *rules.Roller, h Hazard, fighters []HazardTarget, whoMatters bool) []HazardDamage {
	left := make([]int, len(fighters))
	for i, f := range fighters {
		left[i] = f.Left()
	}
	wounds := make([]HazardDamage, len(fighters))
	for i, face := range h.throwEach(c, left, whoMatters) {
		f := fighters[i]
		amount := h.amount(face)
		damage := f.Suffer(amount)
		wounds[i] = HazardDamage{ID: f.ID, Amount: amount, Damage: damage, AllocatedAfter: f.Allocated, TakenDown: f.TakenDown()}
	}
	return wounds
}

type terrainDamage struct {
	Kind     Hazard         `json:"kind" in:"impact|deadly"`
	Fighters []HazardTarget `json:"fighters" len:"1..15" distinct:"id"`
}

type terrainDamageResult struct {
	Fighters  []HazardDamage `json:"fighters"`
	Damage    int            `json:"damage"`
	TakenDown int            `json:"taken_down"`
}

var terrainDamageRuling = rules.CheckedRuling("terrain-damage",
	"WC-IMP-1 WC-TER-8 WC-FALL-6 WC-MABL-3 WC-DMG-1 WC-DMG-2 WC-DMG-4", "damage taken_down",
	func(in terrainDamage) *rules.Fault { return checkEach("fighters", in.Fighters, HazardTarget.check) },
	func(c *rules.Roller, in terrainDamage) terrainDamageResult {
		r := terrainDamageResult{Fighters: ResolveHazard(c, in.Kind, in.Fighters, c.Matters("fighters"))}
		for _, w := range r.Fighters {
			r.Damage += w.Damage
			if w.TakenDown {
				r.TakenDown++
			}
		}
		return r
	}).WithOddsByField()
