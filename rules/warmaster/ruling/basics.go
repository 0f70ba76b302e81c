package ruling

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
	"oriflamme/rules/rect"
)

// newRuling makes a rules.Ruling of a rule: check looks for contradictions across
// fields and forbidden requests, settle throws the dice and tells the result.
func newRuling[I, O any](name, ids, odds string, check func(I) *rules.Fault, settle func(*rules.Roller, I) O) rules.Ruling {
	return rules.NewRuling(name, ids, odds, func(in I) (rules.Resolver, error) {
		if check != nil {
			if fault := check(in); fault != nil {
				return nil, fault
			}
		}
		return func(c *rules.Roller) any { return settle(c, in) }, nil
	})
}

// newRulingWithoutDice makes a rules.Ruling of a rule without dice.
func newRulingWithoutDice[I, O any](name, ids string, check func(I) *rules.Fault, settle func(I) O) rules.Ruling {
	return newRuling(name, ids, "", check, func(_ *rules.Roller, in I) O { return settle(in) })
}

// withComputedOdds gives a ruling odds that are withComputedOdds out of walks of its parts; the input
// is checked before.
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

// FirstFault returns the FirstFault fault there is.
func FirstFault(faults ...*rules.Fault) *rules.Fault {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// OutOfRangeIf is the fault of a field that does not fit the others.
func OutOfRangeIf(broken bool, field, why string) *rules.Fault {
	return faultIf(broken, rules.OutOfRange, field, why)
}

// MissingFieldIf is the fault of a field that others make necessary.
func MissingFieldIf(broken bool, field, why string) *rules.Fault {
	return faultIf(broken, rules.MissingField, field, why)
}

// UnknownFieldIf is the fault of a field that others leave no room for.
func UnknownFieldIf(broken bool, field, why string) *rules.Fault {
	return faultIf(broken, rules.UnknownField, field, why)
}

func faultIf(broken bool, code rules.Code, field, why string) *rules.Fault {
	if broken {
		return rules.Faultf(code, field, "%s", why)
	}
	return nil
}

// ForbidIf is the fault of a field that a rule forbids.
func ForbidIf(broken bool, rule, field, why string) *rules.Fault {
	if broken {
		return rules.Breaks(rule, field, "%s", why)
	}
	return nil
}

// repeatedID is the fault of a list two of whose members have the same id. Inputs are
// checked for it after their single fields, so not by their tags.
func repeatedID[T any](list string, members []T, id func(T) string) *rules.Fault {
	seen := make(map[string]bool, len(members))
	for i, m := range members {
		if seen[id(m)] {
			return rules.Faultf(rules.OutOfRange, rules.At(list, i)+".id", "%q is there twice", id(m))
		}
		seen[id(m)] = true
	}
	return nil
}

// IndexByID returns the index of the member with an id, or -1.
func IndexByID[T any](members []T, id string, of func(T) string) int {
	return slices.IndexFunc(members, func(m T) bool { return of(m) == id })
}

// BoolToInt is 1 for true.
func BoolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// CeilDiv divides and rounds up; b is positive, a not negative.
func CeilDiv(a, b int) int { return (a + b - 1) / b }

// A Side is "a" or "b".
type Side string

func (s Side) opponent() Side {
	if s == "a" {
		return "b"
	}
	return "a"
}

// BySide holds something for each side.
type BySide[T any] struct {
	A T `json:"a"`
	B T `json:"b"`
}

func (b *BySide[T]) Of(s Side) *T {
	if s == "a" {
		return &b.A
	}
	return &b.B
}

// orNull is a text of a result that is null when empty: a rule id, an edge, a reason.
type orNull string

// MarshalJSON writes the empty text as null.
func (s orNull) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(s))
}

// CM is a whole number of centimetres as a length.
func CM(n int) rules.Dec { return rules.Dec(n) * rules.One }

// exactNum is a length as a number of package rect.
func exactNum(d rules.Dec) rect.Num { return rect.Ratio(int64(d), int64(rules.One)) }

// rounded rounds a number for a result: six decimals, half away from zero.
func rounded(n rect.Num) rules.Dec { return rules.Dec(n.Millionths()) }

// roundedRoot rounds the square root of a number for a result.
func roundedRoot(square rect.Num) rules.Dec { return rules.Dec(square.RootMillionths()) }

// armour values and the least die that cancels a hit; 7 never does.
const armours = "0|6+|5+|4+|3+"

func LeastSave(armour string) int {
	if armour == "0" {
		return 7
	}
	return int(armour[0] - '0')
}

// EffectiveProtection tells how a unit is protected: only infantry and artillery can be
// (WR-SHOOT-10, WR-PROV-5).
func EffectiveProtection(troop, protection string) string {
	if troop == "infantry" || troop == "artillery" {
		return protection
	}
	return "none"
}

// toHit is the least die that hits a target (WR-SHOOT-10, WR-HIT-1).
func toHit(protection string) int {
	switch protection {
	case "defended":
		return 5
	case "fortified":
		return 6
	}
	return 4
}

// rollOff has the sides throw a die each until they differ and tells all pairs:
// a, then b. The higher die wins.
func rollOff(c *rules.Roller, why string) (higher Side, pairs [][]int) {
	roll := dice.Roll{
		Why: why, N: 2, Sides: 6, Seats: []int{0, 1}, CacheKey: "roll-off",
		Until:   func(f []int) bool { return f[0] != f[1] },
		ClassOf: func(f []int) int { return BoolToInt(f[1] > f[0]) },
	}
	for {
		faces := c.Throw(roll)
		pairs = append(pairs, faces)
		if roll.Until(faces) {
			return [2]Side{"a", "b"}[roll.ClassOf(faces)], pairs
		}
	}
}

// throwVolley throws attack dice and then the armour dice of what they hit.
func throwVolley(c *rules.Roller, n, need, save int) (hits, saved int) {
	hits = c.Count("to-hit", n, 6, need)[1]
	if save <= 6 {
		saved = c.Count("armour", hits, 6, save)[1]
	}
	return hits, saved
}

// TakeHits takes hits from stands of some Hits value: how many stands go, at most
// all, and what stays marked (WR-SHOOT-13, WR-CAS-1).
func TakeHits(stands, value, marked, hits int) (removed, after int) {
	total := marked + hits
	if removed = total / value; removed >= stands {
		return stands, 0
	}
	return removed, total % value
}
