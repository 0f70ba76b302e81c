package ruling

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
	"oriflamme/rules/rect"
)

// withComputedOdds gives a ruling odds that chances works out from the odds of its parts, in
// place of a walk over all dice. The input has passed the ruling's check before.
func withComputedOdds[I any](r rules.Ruling, chances func(in I, most int) (map[string]odds.Dist[string], error)) rules.Ruling {
	r.Chances = func(tree any, most int) (map[string]odds.Dist[string], error) {
		var in I
		if err := rules.DecodeTree(tree, "", &in); err != nil {
			return nil, err
		}
		return chances(in, most)
	}
	return r
}

// A Condition is the id of a rule, a reason or a tag, and whether it holds. It is an alias, so
// that tables of conditions in other packages need no field names: go vet asks for them in
// values of a type with a name.
type Condition = struct {
	Holds bool
	ID    string
}

// Holding lists the ids of the conditions that hold, in their order.
func Holding(conditions []Condition) (ids []string) {
	for _, c := range conditions {
		if c.Holds {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// IndexByID returns the index of the member with an id, or -1.
func IndexByID[T any](members []T, id string, of func(T) string) int {
	return slices.IndexFunc(members, func(m T) bool { return of(m) == id })
}

// decodeAlone decodes a tree into the only field, "value", of a struct. Its faults have the path
// of the tree.
func decodeAlone(tree any, path string, into any) *rules.Fault {
	fault, _ := rules.DecodeTree(map[string]any{"value": tree}, "", into).(*rules.Fault)
	if fault != nil {
		fault.Field = path + fault.Field[len("value"):]
	}
	return fault
}

// LeastOf returns the members with the least value, in their order.
func LeastOf[T any, V cmp.Ordered](all []T, value func(T) V) (members []T) {
	var least V
	for _, m := range all {
		v := value(m)
		if members == nil || v < least {
			least, members = v, nil
		}
		if v == least {
			members = append(members, m)
		}
	}
	return members
}

// CeilDiv divides and rounds up; b is positive, a not negative.
func CeilDiv(a, b int) int { return (a + b - 1) / b }

// A Side is "a" or "b", a player in the contract.
type Side string

// sides lists both sides.
var sides = [2]Side{"a", "b"}

func (s Side) opponent() Side { return sides[rules.BoolToInt(s == "a")] }

// BySide holds a value for each side.
type BySide[T any] struct {
	A T `json:"a"`
	B T `json:"b"`
}

// Of returns the value of a side, to read or to change.
func (b *BySide[T]) Of(s Side) *T {
	if s == "a" {
		return &b.A
	}
	return &b.B
}

// CM is a whole number of centimetres as a length.
func CM(n int) rules.Dec { return rules.Dec(n) * rules.One }

// exactNum converts a length to a number of package rect.
func exactNum(d rules.Dec) rect.Num { return rect.Ratio(int64(d), int64(rules.One)) }

// rounded rounds a number for a result to six decimals, half away from zero.
func rounded(n rect.Num) rules.Dec { return rules.Dec(n.Millionths()) }

// roundedRoot rounds the square root of a number for a result to six decimals.
func roundedRoot(square rect.Num) rules.Dec { return rules.Dec(square.RootMillionths()) }

// armours lists the armour values, best last.
const armours = "0|6+|5+|4+|3+"

// LeastSave is the lowest die that saves a hit with an armour; 7 when no die does.
func LeastSave(armour string) int {
	if armour == "0" {
		return 7
	}
	return int(armour[0] - '0')
}

// EffectiveProtection is the protection that a unit has from its cover: only infantry and
// artillery can have any (WR-SHOOT-10, WR-PROV-5).
func EffectiveProtection(troop, protection string) string {
	if troop == "infantry" || troop == "artillery" {
		return protection
	}
	return "none"
}

// toHit is the lowest die that hits a target (WR-SHOOT-10, WR-HIT-1).
func toHit(protection string) int { return 4 + ProtectionClass(protection) }

// rollOff has each side throw a die until the dice differ; the higher one wins. pairs holds
// all throws, a's die first.
func rollOff(c *rules.Roller, why string) (higher Side, pairs [][]int) {
	roll := dice.Roll{
		Why: why, N: 2, Sides: 6, Seats: []int{0, 1}, CacheKey: "roll-off",
		Until:   func(f []int) bool { return f[0] != f[1] },
		ClassOf: func(f []int) int { return rules.BoolToInt(f[1] > f[0]) },
	}
	for {
		faces := c.Throw(roll)
		pairs = append(pairs, faces)
		if roll.Until(faces) {
			return sides[roll.ClassOf(faces)], pairs
		}
	}
}

// throwVolley throws attack dice, then an armour die for each hit.
func throwVolley(c *rules.Roller, n, need, save int) (hits, saved int) {
	hits = c.Count("to-hit", n, 6, need)[1]
	if save <= 6 {
		saved = c.Count("armour", hits, 6, save)[1]
	}
	return hits, saved
}

// TakeHits applies hits to a number of stands that take value hits each. It returns how many
// stands are removed and how many hits stay marked (WR-SHOOT-13, WR-CAS-1).
func TakeHits(stands, value, marked, hits int) (removed, after int) {
	total := marked + hits
	if removed = total / value; removed >= stands {
		return stands, 0
	}
	return removed, total % value
}
