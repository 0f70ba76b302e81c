package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
)

type placedUnit struct {
	ID     string  `json:"id" in:"1..64"`
	Side   Side    `json:"side" in:"a|b"`
	Stands []Stand `json:"stands" len:"1..6"`
}

type contactsInput struct {
	Units []placedUnit `json:"units" len:"1..10"`
}

type contactEnd struct {
	Unit    string `json:"unit"`
	Stand   int    `json:"stand"`
	Part    string `json:"part"`
	Flanked bool   `json:"flanked"`
}

type contactResult struct {
	Kind   string     `json:"kind"`
	First  contactEnd `json:"first"`
	Second contactEnd `json:"second"`
}

type brigade struct {
	Units []string `json:"units"`
	MayBe bool     `json:"may_be_one_brigade"`
}

type standContacts struct {
	Fights  bool     `json:"fights"`
	Flanked bool     `json:"flanked"`
	Enemies []string `json:"enemies"`
}

type unitContacts struct {
	ID              string          `json:"id"`
	Engaged         bool            `json:"engaged"`
	EdgeEnemyStands EdgeCounts      `json:"edge_enemy_stands"`
	Stands          []standContacts `json:"stands"`
}

type contactsResult struct {
	Contacts    []contactResult `json:"contacts"`
	Engagements [][]string      `json:"engagements"`
	Brigades    []brigade       `json:"brigades"`
	Units       []unitContacts  `json:"units"`
}

// placed is a stand on the table with the index of its unit.
type placed struct {
	unit, stand int
	rect        rect.Rect
}

// placed lists all stands on the table with their units.
func (in contactsInput) placed() (all []placed) {
	for i, u := range in.Units {
		for k, r := range rects(u.Stands) {
			all = append(all, placed{i, k, r})
		}
	}
	return all
}

func (in contactsInput) check() *rules.Fault {
	if f := rules.RepeatedID("units", in.Units, func(u placedUnit) string { return u.ID }); f != nil {
		return f
	}
	all := in.placed()
	for i, p := range all {
		for _, q := range all[:i] {
			if rect.Meet(p.rect, q.rect) == rect.Overlap {
				return rules.Breaks("WR-GAP-4", rules.At(rules.At("units", p.unit)+".stands", p.stand), "overlaps an earlier stand")
			}
		}
	}
	return nil
}

// standContact is a contact between stands of two units.
type standContact struct {
	a, b placed
	how  rect.Contact
}

// touches lists the contacts between stands of different units.
func (in contactsInput) touches() (enemies, friends []standContact) {
	all := in.placed()
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.unit == b.unit || rect.Meet(a.rect, b.rect) == rect.Apart {
				continue
			}
			if in.Units[a.unit].Side == in.Units[b.unit].Side {
				friends = append(friends, standContact{a: a, b: b})
			} else {
				enemies = append(enemies, standContact{a, b, rect.ContactOf(a.rect, b.rect)})
			}
		}
	}
	return enemies, friends
}

// Flanked reports whether a contact costs a stand an Attack: an enemy's front on
// its flank, rear or rear corner (WR-ATT-10).
func Flanked(own, enemy rect.OutlinePart) bool {
	weak := !own.Corner && own.Side != rect.Front || own.Corner && (own.At == rect.RearLeft || own.At == rect.RearRight)
	fore := !enemy.Corner && enemy.Side == rect.Front || enemy.Corner && (enemy.At == rect.FrontLeft || enemy.At == rect.FrontRight)
	return weak && fore
}

// resolve lists all contacts and what follows from them (WR-GEOM-3 to WR-GEOM-5, WR-ENG-1,
// WR-ENG-2).
func (in contactsInput) resolve() (r contactsResult) {
	enemies, friends := in.touches()
	for _, u := range in.Units {
		r.Units = append(r.Units, unitContacts{ID: u.ID, Stands: make([]standContacts, len(u.Stands))})
	}
	met := make([][4][]placed, len(in.Units)) // enemy stands by edge of each unit
	for _, t := range enemies {
		c := contactResult{Kind: "corner", First: in.contactEnd(t.a, t.how.A, t.how.B), Second: in.contactEnd(t.b, t.how.B, t.how.A)}
		if t.how.Along {
			c.Kind = "edge"
			met[t.a.unit][t.how.A.Side] = appendMissing(met[t.a.unit][t.how.A.Side], t.b)
			met[t.b.unit][t.how.B.Side] = appendMissing(met[t.b.unit][t.how.B.Side], t.a)
		}
		r.Contacts = append(r.Contacts, c)
		r.note(t.a, c.First.Flanked)
		r.note(t.b, c.Second.Flanked)
	}
	in.nameEnemies(&r, enemies)
	for i, m := range met {
		r.Units[i].EdgeEnemyStands = EdgeCounts{len(m[rect.Front]), len(m[rect.Left]), len(m[rect.Right]), len(m[rect.Rear])}
	}
	r.Engagements = in.groups(enemies)
	for _, g := range in.groups(friends) {
		r.Brigades = append(r.Brigades, brigade{g, len(g) <= MaxInBrigade})
	}
	return r
}

func (in contactsInput) contactEnd(p placed, own, enemy rect.OutlinePart) contactEnd {
	return contactEnd{in.Units[p.unit].ID, p.stand, partName(own), Flanked(own, enemy)}
}

func appendMissing(stands []placed, p placed) []placed {
	if slices.ContainsFunc(stands, func(q placed) bool { return q.unit == p.unit && q.stand == p.stand }) {
		return stands
	}
	return append(stands, p)
}

// note records that a stand touches an enemy.
func (r *contactsResult) note(p placed, flanked bool) {
	r.Units[p.unit].Engaged = true
	s := &r.Units[p.unit].Stands[p.stand]
	s.Fights = true
	s.Flanked = s.Flanked || flanked
}

// nameEnemies lists, for each stand, the enemy units that it touches, in input order.
func (in contactsInput) nameEnemies(r *contactsResult, enemies []standContact) {
	for e, u := range in.Units {
		for _, t := range enemies {
			for _, way := range [2][2]placed{{t.a, t.b}, {t.b, t.a}} {
				s := &r.Units[way[0].unit].Stands[way[0].stand]
				if way[1].unit == e && !slices.Contains(s.Enemies, u.ID) {
					s.Enemies = append(s.Enemies, u.ID)
				}
			}
		}
	}
}

// groups lists the groups of two or more units that are linked by contacts, in input order.
func (in contactsInput) groups(links []standContact) (all [][]string) {
	group := make([]int, len(in.Units))
	for i := range group {
		group[i] = i
	}
	for _, t := range links {
		from, to := group[t.b.unit], group[t.a.unit]
		for i, g := range group {
			if g == from {
				group[i] = to
			}
		}
	}
	done := map[int]bool{}
	for _, g := range group {
		var ids []string
		for i, h := range group {
			if h == g {
				ids = append(ids, in.Units[i].ID)
			}
		}
		if !done[g] && len(ids) > 1 {
			all = append(all, ids)
		}
		done[g] = true
	}
	return all
}

var contactsRuling = rules.DicelessRuling("contacts",
	"WR-GEOM-3 WR-GEOM-4 WR-GEOM-5 WR-ENG-1 WR-ENG-2 WR-ATT-3 WR-ATT-10 WR-RET-2 WR-BRIG-1 WR-ARMY-12 WR-CHARGE-9 WR-CHARGE-15",
	contactsInput.check, contactsInput.resolve)
