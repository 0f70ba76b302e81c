package magnamund

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// troopInfo is what never changes of a troop.
type troopInfo struct {
	id           string
	idList       []string // id alone, for commands
	name         string   // name for people
	seat         rules.Seat
	side         int
	unit         int // index of its unit, or noUnit
	profile      *Profile
	costs        ruling.Costs
	damage       *ruling.DamageTable
	points       int // movement points
	pointsRusted int // movement points without armour, after Rust
	shortRange   int // of its ranged weapon
	longRange    int
	fire         Armoured
	combat       Armoured
	cover        [ruling.CoverKinds]int // modifier of each kind of cover for a shot of the troop
	coverOptions []string               // the covers that change a shot of the troop, after "no-cover"
	mayHide      bool
	masterRanged bool // has mastered its ranged weapon
	masterMelee  bool // has mastered its melee weapon
	poisoner     bool
	mounted      bool
	monster      bool // counts as a monster for morale, as Ironhide does (ruling MG-AMB-28)
}

// unitInfo is what never changes of a unit of soldiers.
type unitInfo struct {
	id        string
	seat      rules.Seat
	side      int
	troops    []int
	profile   *Profile
	steadfast bool // bears the steadfast mark
}

// allGround has a cell of each terrain and a side of each feature: at a measured table any
// of them may occur.
var allGround = func() *ruling.Ground {
	g := ruling.NewGround(max(int(ruling.TerrainCount), int(ruling.FeatureCount)), 1)
	for i := range g.Land {
		g.Land[i], g.North[i] = ruling.Terrain(i)%ruling.TerrainCount, ruling.Feature(i)%ruling.FeatureCount
	}
	return g
}()

// assignSheet gives a profile its Game Sheet, and refuses a sheet without a number that the
// battle needs (MG-GEO-6).
func (th *fixed) assignSheet(p *Profile) *rules.Fault {
	for n := range th.sheets {
		if p.sheet = &th.sheets[n]; p.sheet.ID != p.Sheet {
			continue
		}
		ground := th.bareBoard
		if th.setup.Mode == rules.Measured {
			ground = allGround
		}
		if f := p.checkComplete(ground); f != nil {
			f.Field = rules.At("field.sheets", n) + "." + f.Field
			return f
		}
		return nil
	}
	f := rules.Faultf(rules.MissingField, "field.sheets", "there is no Game Sheet %q", p.Sheet)
	f.With = map[string]string{"sheet": p.Sheet}
	return f
}

// equip sets a troop's profile and what follows from it.
func (f *troopInfo) equip(p *Profile) {
	f.profile, f.costs, f.damage = p, p.sheet.Costs.Read(), &ruling.HeroTable
	f.masterRanged, f.masterMelee, f.poisoner = p.mastery(p.Ranged), p.mastery(p.Melee), p.has("poisoner")
	f.mounted, f.monster = p.Mounted, p.Category == "monster" || p.Card == "ironhide"
	if p.Category == "monster" {
		f.damage = p.sheet.Damage
	}
	if p.has("hunting") && !p.Mounted {
		f.costs.ApplyHunting()
	}
	f.shortRange, f.longRange = 0, 0
	if r := p.sheet.Ranges[p.Ranged]; r.Short != nil && r.Long != nil {
		f.shortRange, f.longRange = *r.Short, *r.Long
	}
	f.fire, f.combat = p.sheet.Fire[p.Ranged], p.sheet.Combat[p.Melee]
	f.cover = [ruling.CoverKinds]int{}
	for kind, modifier := range p.sheet.FireModifiers.Cover {
		f.cover[slices.Index(ruling.CoverNames[:], kind)] = modifier
	}
	f.coverOptions = []string{"no-cover"}
	for kind, modifier := range f.cover {
		if modifier != 0 {
			f.coverOptions = append(f.coverOptions, ruling.CoverNames[kind])
		}
	}
	f.points, f.pointsRusted = p.pointsIn(p.Armour), p.pointsIn("none")
}

// pointsIn is the number of movement points in an armour, 0 if the sheet has none.
func (p *Profile) pointsIn(armour string) int {
	allowance := p.CardPoints
	if allowance == nil {
		allowance = p.sheet.Points.of(armour)
	}
	return rules.ValueOr(allowance, 0) + ruling.OrientationBonus*rules.BoolToInt(p.has("path-lore"))
}

// addTroops makes the troops of a unit, or the single troop of a hero or monster.
func (th *fixed) addTroops(seat rules.Seat, side int, u rules.Unit, p *Profile, hide bool) (made []int) {
	id := u.ID
	f := troopInfo{seat: seat, side: side, unit: noUnit, mayHide: hide}
	f.equip(p)
	n := 1
	if p.Category == "soldier" {
		n, f.unit = p.Strength, len(th.units)
	}
	for k := range n {
		f.id, f.name = id, u.Name
		if p.Category == "soldier" {
			f.id, f.name = id+"#"+strconv.Itoa(k+1), u.Name+" "+strconv.Itoa(k+1)
		}
		f.idList = []string{f.id}
		if _, twice := th.index[f.id]; twice {
			return nil
		}
		if p.has("aura-of-goodness") || p.has("terror") {
			th.auraBearers = append(th.auraBearers, len(th.troops))
		}
		if p.has("rally") {
			th.rallies = append(th.rallies, len(th.troops))
		}
		th.index[f.id] = len(th.troops)
		th.anyPower = th.anyPower || len(p.Powers) > 0
		made = append(made, len(th.troops))
		th.troops = append(th.troops, f)
	}
	if f.unit != noUnit {
		if slices.ContainsFunc(th.units, func(t unitInfo) bool { return t.id == id }) {
			return nil
		}
		th.units = append(th.units, unitInfo{id, seat, side, made, p, slices.Contains(u.Marks, steadfastMark)})
	}
	return made
}
