package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// A Table is the battlefield: its size in centimetres and its terrain.
type Table struct {
	Width   rules.Dec `json:"width_cm" in:"80..300" digits:"0" default:"180"`
	Depth   rules.Dec `json:"depth_cm" in:"110..300" digits:"0" default:"120"`
	Terrain []Terrain `json:"terrain" len:"0..40" distinct:"id" default:"[]"`
}

// Terrain is a rectangular area of terrain. It faces one of the twenty directions of package
// rect; its sides are multiples of half a centimetre.
type Terrain struct {
	ID      string         `json:"id" in:"1..64"`
	Kind    string         `json:"kind" in:"road|gentle-hill|bridge|steep-hill|river|wood|marsh|ruins|buildings|other|fordable-river|low-obstacle|rampart|exceptional"`
	X       rules.Dec      `json:"x_cm" in:"0..300" digits:"2"`
	Y       rules.Dec      `json:"y_cm" in:"0..300" digits:"2"`
	Heading ruling.Heading `json:"heading" default:"[0, 1]"`
	Width   rules.Dec      `json:"width_cm" in:"0.5..300" digits:"1"`
	Depth   rules.Dec      `json:"depth_cm" in:"0.5..300" digits:"1"`
	Cover   string         `json:"cover" in:"none|defended|fortified" default:"\"none\""` // of infantry and artillery inside (WR-PROV-5)
	Agreed  bool           `json:"agreed" default:"false"`                                // open to all types to which an agreement may open it (WR-SET-5)
}

// battlefield is the table as the battle uses it.
type battlefield struct {
	width, depth int64 // in board units
	areas        []*terrainArea
}

// terrainArea is an area of terrain.
type terrainArea struct {
	Terrain
	block rect.Block
	dense bool // WR-CMD-5
	hides bool // WR-LOS-2
}

// headingOf is the heading of a direction in lowest terms.
func headingOf(dir int) ruling.Heading { return ruling.Heading(rect.Directions[dir].Reduced()) }

// boardUnits converts a length in centimetres to board units, rounded down.
func boardUnits(d rules.Dec) int64 { return int64(d) * boardUnitsPerCM / int64(rules.One) }

// fromBoardUnits converts a length in board units to centimetres.
func fromBoardUnits(n int64) rules.Dec { return rules.Dec(n) * rules.One / boardUnitsPerCM }

// readTable reads the battlefield.
func (f *fixed) readTable(raw []byte) *rules.Fault {
	var in struct {
		Table Table `json:"table" default:"{}"`
	}
	if len(raw) == 0 || string(raw) == "null" {
		raw = []byte("{}")
	}
	if err := rules.Decode(raw, &in); err != nil {
		fault, _ := err.(*rules.Fault)
		return fault
	}
	f.ground = battlefield{width: boardUnits(in.Table.Width), depth: boardUnits(in.Table.Depth)}
	for i, t := range in.Table.Terrain {
		at := rules.At("table.terrain", i)
		dir, ok := t.Heading.Direction()
		halfFront, halfDepth := boardUnits(t.Width)/2, boardUnits(t.Depth)/2
		if fault := rules.FirstFault(
			rules.OutOfRangeIf(!ok, at+".heading", "is none of the twenty directions"),
			rules.OutOfRangeIf(halfFront%rect.Grain != 0, at+".width_cm", "is no multiple of half a centimetre"),
			rules.OutOfRangeIf(halfDepth%rect.Grain != 0, at+".depth_cm", "is no multiple of half a centimetre"),
		); fault != nil {
			return fault
		}
		f.ground.areas = append(f.ground.areas, &terrainArea{
			Terrain: t, block: rect.NewBlock(rect.Point{X: boardUnits(t.X), Y: boardUnits(t.Y)}, dir, halfFront, halfDepth),
			dense: slices.Contains([]string{"wood", "ruins", "buildings"}, t.Kind), hides: ruling.BlocksSight(t.Kind),
		})
	}
	return nil
}

// mayEnter reports whether a unit may enter an area (WR-TERR-1 to WR-TERR-7).
func (f *fixed) mayEnter(i int, a *terrainArea) bool {
	troop := f.info[i].profile.Type
	if f.info[i].isCharacter() {
		troop = "infantry" // WR-CHAR-3
	}
	return ruling.PathTerrain{Terrain: a.Kind, Agreed: a.Agreed, Via: f.opening()}.IsOpenTo(troop)
}

// opening is what a path leads through a rampart by: nothing. Before version 3 ramparts were open.
func (f *fixed) opening() string {
	if f.closesRamparts() {
		return "none"
	}
	return ""
}

// onTable reports whether a block lies wholly on the table.
func (g *battlefield) onTable(b rect.Block) bool {
	lo, hi := rect.Bounds(b)
	return lo.X >= 0 && lo.Y >= 0 && hi.X <= g.width && hi.Y <= g.depth
}

// coverFrom is the protection of a stand from some enemy stands (WR-PROV-5).
func (b *Battle) coverFrom(i, stand int, enemies []rect.Block) string {
	p := &b.s.Units[i]
	if !b.board {
		return ruling.EffectiveProtection(b.info[i].profile.Type, p.Cover)
	}
	best := "none"
	if b.option("cover") == "none" || p.Charged {
		return best
	}
	for _, a := range b.ground.areas {
		if a.Cover != "none" && best != "fortified" && b.covers(a, p.blocks[stand], enemies) {
			best = a.Cover
		}
	}
	return ruling.EffectiveProtection(b.info[i].profile.Type, best)
}

// covers reports whether an area protects a stand from enemy stands. A low obstacle or a rampart
// protects who stands at it from enemies on its other side; other areas protect who is in them
// from all sides.
func (b *Battle) covers(a *terrainArea, r rect.Block, enemies []rect.Block) bool {
	if !b.coversOneSide() || a.Kind != "low-obstacle" && a.Kind != "rampart" {
		return a.block.RelationTo(r) == rect.Overlap
	}
	return a.block.RelationTo(r) != rect.Apart &&
		!slices.ContainsFunc(enemies, func(s rect.Block) bool { return !a.block.MeetsSegment(r.Centre, s.Centre) })
}

// protection is the best protection of the stands of a unit (ruling A-16).
func (b *Battle) protection(i int) string { return b.protectionFrom(i, nil) }

// protectionFrom is the best protection of the stands of a unit from some enemy stands.
func (b *Battle) protectionFrom(i int, enemies []rect.Block) string {
	best := ruling.ClassOpen
	for k := range b.s.Units[i].Stands {
		best = max(best, ruling.ProtectionClass(b.coverFrom(i, k, enemies)))
	}
	return ruling.Protections[best]
}

// inDenseTerrain reports whether a unit is even partly in dense terrain (WR-CMD-5).
func (b *Battle) inDenseTerrain(i int) bool {
	return slices.ContainsFunc(b.ground.areas, func(a *terrainArea) bool {
		return a.dense && anyOverlapping([]rect.Block{a.block}, b.s.Units[i].blocks)
	})
}
