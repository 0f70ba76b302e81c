package magnamund

import (
	"slices"
	"strconv"

	"oriflamme/rules"
)

// figure is what never changes of a piece.
type figure struct {
	id       string
	alone    []string // the id
	name     string   // for people
	seat     rules.Seat
	side     int
	unit     int // or none
	p        *Profile
	costs    costs
	table    *damageTable
	points   int // of movement
	rusted   int // points of movement once its armour is eaten
	short    int // of its ranged weapon
	long     int
	fire     Armoured
	combat   Armoured
	cover    [kinds]int // what each kind of it takes from a shot of the piece
	mayHide  bool
	fireUp   bool // mastery of its ranged weapon
	meleeUp  bool // of its melee weapon
	poisoner bool
	mounted  bool
	monster  bool // for morale: Ironhide too (ruling MG-AMB-28)
}

// troop is what never changes of a unit of soldiers.
type troop struct {
	id      string
	seat    rules.Seat
	side    int
	figures []int
	p       *Profile
	tough   bool // bears the honour of the steadfast
}

// everyGround has a cell of each terrain and a side of each feature: on a measured
// table any may lie.
var everyGround = func() *ground {
	g := newGround(max(int(terrains), int(features)), 1)
	for i := range g.land {
		g.land[i], g.north[i] = terrain(i)%terrains, feature(i)%features
	}
	return g
}()

// sheetOf gives a profile its Game Sheet and wants every number there that the
// battle needs (MG-GEO-6).
func (th *theatre) sheetOf(p *Profile) *rules.Fault {
	for n := range th.sheets {
		if p.sheet = &th.sheets[n]; p.sheet.ID != p.Sheet {
			continue
		}
		ground := th.base
		if th.setup.Mode == rules.Measured {
			ground = everyGround
		}
		if f := p.lacks(ground); f != nil {
			f.Field = rules.At("field.sheets", n) + "." + f.Field
			return f
		}
		return nil
	}
	f := rules.Faultf(rules.MissingField, "field.sheets", "there is no Game Sheet %q", p.Sheet)
	f.With = map[string]string{"sheet": p.Sheet}
	return f
}

// equip gives a figure its profile and what follows from it.
func (f *figure) equip(p *Profile) {
	f.p, f.costs, f.table = p, p.sheet.Costs.read(), &heroTable
	f.fireUp, f.meleeUp, f.poisoner = p.mastery(p.Ranged), p.mastery(p.Melee), p.has("poisoner")
	f.mounted, f.monster = p.Mounted, p.Category == "monster" || p.Card == "ironhide"
	if p.Category == "monster" {
		f.table = p.sheet.Damage
	}
	if p.has("hunting") && !p.Mounted {
		f.costs.hunt()
	}
	f.short, f.long = 0, 0
	if r := p.sheet.Ranges[p.Ranged]; r.Short != nil && r.Long != nil {
		f.short, f.long = *r.Short, *r.Long
	}
	f.fire, f.combat = p.sheet.Fire[p.Ranged], p.sheet.Combat[p.Melee]
	f.cover = [kinds]int{}
	for kind, modifier := range p.sheet.FireModifiers.Cover {
		f.cover[slices.Index(kindNames[:], kind)] = modifier
	}
	f.points, f.rusted = p.pointsIn(p.Armour), p.pointsIn("none")
}

// pointsIn are the movement points in an armour, 0 where the sheet has none.
func (p *Profile) pointsIn(armour string) int {
	allowance := p.CardPoints
	if allowance == nil {
		allowance = p.sheet.Points.of(armour)
	}
	return said(allowance, 0) + orientationBonus*count(p.has("path-lore"))
}

// muster makes the pieces of a unit, or the single piece of a hero or monster.
func (th *theatre) muster(seat rules.Seat, side int, u rules.Unit, p *Profile, hide bool) (made []int) {
	id := u.ID
	f := figure{seat: seat, side: side, unit: none, mayHide: hide}
	f.equip(p)
	n := 1
	if p.Category == "soldier" {
		n, f.unit = p.Strength, len(th.troops)
	}
	for k := range n {
		f.id, f.name = id, u.Name
		if p.Category == "soldier" {
			f.id, f.name = id+"#"+strconv.Itoa(k+1), u.Name+" "+strconv.Itoa(k+1)
		}
		f.alone = []string{f.id}
		if _, twice := th.index[f.id]; twice {
			return nil
		}
		if p.has("aura-of-goodness") || p.has("terror") {
			th.haunters = append(th.haunters, len(th.figures))
		}
		if p.has("rally") {
			th.rallies = append(th.rallies, len(th.figures))
		}
		th.index[f.id] = len(th.figures)
		th.gifted = th.gifted || len(p.Powers) > 0
		made = append(made, len(th.figures))
		th.figures = append(th.figures, f)
	}
	if f.unit != none {
		for _, t := range th.troops {
			if t.id == id {
				return nil
			}
		}
		th.troops = append(th.troops, troop{id, seat, side, made, p, slices.Contains(u.Marks, steadfastMark)})
	}
	return made
}
