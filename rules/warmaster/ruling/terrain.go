package ruling

import (
	"oriflamme/rules"
)

// PathTerrain is a stretch of terrain on a path.
type PathTerrain struct {
	Terrain string `json:"terrain" in:"open-ground|road|gentle-hill|bridge|steep-hill|river|wood|marsh|ruins|buildings|other|fordable-river|low-obstacle|rampart|exceptional"`
	Via     string `json:"via" in:"none|gate|breach" default:"\"none\""`
	Agreed  bool   `json:"agreed" default:"false"`
}

type terrainInput struct {
	Type   string        `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines|character"`
	Flying bool          `json:"flying" default:"false"`
	As     string        `json:"terrain_as" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"-" null:"true"`
	Path   []PathTerrain `json:"path" len:"1..20"`
}

type terrainResult struct {
	MayEnter    []bool `json:"may_enter"`
	Completed   bool   `json:"completed"`
	StopsBefore *int   `json:"stops_before"`
}

func (in terrainInput) check() *rules.Fault {
	for i, p := range in.Path {
		if f := rules.OutOfRangeIf(p.Via != "none" && p.Terrain != "rampart", rules.At("path", i)+".via", "only a rampart has an opening"); f != nil {
			return f
		}
	}
	return nil
}

// IsOpenTo reports whether a troop type may enter terrain (WR-TERR-1 to WR-TERR-7).
// Agreement opens neither ramparts nor terrain that nobody can enter.
func (p PathTerrain) IsOpenTo(troop string) bool {
	switch p.Terrain {
	case "exceptional":
		return false
	case "rampart":
		return p.Via != "none"
	case "open-ground", "road", "gentle-hill", "bridge":
		return true
	case "fordable-river", "low-obstacle":
		return p.Agreed || troop == "infantry" || troop == "cavalry" || troop == "monsters"
	}
	return p.Agreed || troop == "infantry"
}

// resolve follows a path. Flyers may pass over anything, but must be able to enter where
// they land (WR-PROV-10).
func (in terrainInput) resolve() terrainResult {
	troop := in.Type
	if troop == "character" {
		troop = "infantry"
	}
	if in.As != "" {
		troop = in.As
	}
	r := terrainResult{Completed: true}
	for i, p := range in.Path {
		may := p.IsOpenTo(troop) || in.Flying && i < len(in.Path)-1
		r.MayEnter = append(r.MayEnter, may)
		if !may && r.Completed {
			r.Completed, r.StopsBefore = false, &i
		}
	}
	return r
}

var terrainEntryRuling = rules.DicelessRuling("terrain-entry",
	"WR-TERR-1 WR-TERR-2 WR-TERR-3 WR-TERR-4 WR-TERR-5 WR-TERR-6 WR-TERR-7 WR-TERR-8 WR-TERR-10 WR-SET-5 WR-CHAR-3 WR-PROV-10", terrainInput.check, terrainInput.resolve)
