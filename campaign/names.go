package campaign

import (
	"fmt"
	"slices"
	"unicode"

	"oriflamme/rules"
)

// invisibleRunes are characters that are letters or signs to Unicode and are drawn as empty space.
var invisibleRunes = []rune{0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0}

// checkReadable refuses a name that nobody could read: nothing but spaces, combining marks and invisible characters, or with
// characters that control the terminal or turn the direction of what follows. An empty name is the business of text.
func checkReadable(field, name string) error {
	seen := name == ""
	for _, r := range name {
		switch {
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), unicode.Is(unicode.Bidi_Control, r) && !isDirectionMark(r):
			return refuse(Invalid, field, "unreadable-name", "")
		case slices.Contains(invisibleRunes, r):
		case unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S):
			seen = true
		}
	}
	if !seen {
		return refuse(Invalid, field, "unreadable-name", "")
	}
	return nil
}

// isDirectionMark tells the characters that only say in which direction a word goes, which names in Hebrew and Arabic may hold.
func isDirectionMark(r rune) bool { return r == 0x200E || r == 0x200F || r == 0x061C }

// checkNames refuses a body with a name that nobody could read. It is asked when an act is done, never when it is folded:
// names that were taken before stay, also where a body only carries them on.
func (s *State) checkNames(body Body) error {
	var wrong error
	if b, ok := body.(namer); ok {
		b.names(s, func(field, name string, was ...string) {
			if wrong == nil && !slices.Contains(was, name) {
				wrong = checkReadable(field, name)
			}
		})
	}
	return wrong
}

// A nameChecker is told the names of a body one by one, each with those that were there before.
type nameChecker func(field, name string, was ...string)

// list checks the names of a list; r is the roster that had another before, or nil.
func (check nameChecker) list(now rules.Roster, r *Roster) {
	var was []string
	if r != nil {
		was = append(was, r.List.Name, r.List.Faction)
		for _, u := range r.List.Units {
			was = append(was, u.Name)
		}
	}
	check("list.name", now.Name, was...)
	check("list.faction", now.Faction, was...)
	for i, u := range now.Units {
		check(fmt.Sprintf("list.units[%d].name", i), u.Name, was...)
	}
}

func (check nameChecker) settings(now, was Settings) {
	check("name", now.Name, was.Name)
	for i, h := range now.HouseRules {
		check(fmt.Sprintf("house[%d].name", i), h.Name, namesOf(was.HouseRules, func(h HouseRule) string { return h.Name })...)
	}
	for _, p := range now.Tables {
		check("tables", p.Name, namesOf(was.Tables, func(p Table) string { return p.Name })...)
	}
}

func (check nameChecker) mapNames(now, was *Map) {
	if now == nil {
		return
	}
	if was == nil {
		was = &Map{}
	}
	check("map.name", now.Name, was.Name)
	before := namesOf(was.Regions, func(r Region) string { return r.Name })
	for i, r := range now.Regions {
		check(fmt.Sprintf("map.regions[%d].name", i), r.Name, before...)
	}
}

func (check nameChecker) honours(now, was []Honour) {
	before := namesOf(was, func(h Honour) string { return h.Name })
	for i, h := range now {
		check(fmt.Sprintf("honours[%d].name", i), h.Name, before...)
	}
}

func namesOf[T any](all []T, name func(T) string) []string {
	names := make([]string, len(all))
	for i, x := range all {
		names[i] = name(x)
	}
	return names
}
