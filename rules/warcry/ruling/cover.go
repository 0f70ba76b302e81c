package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// coverFacts holds what players measured about cover.
type coverFacts struct {
	Distance         rules.Dec `json:"distance" in:"0..1000" digits:"3"`
	Line             string    `json:"line" in:"clear|through-obstacle|over-obstacle|through-low-terrain" default:"\"clear\""`
	OnlyNearAttacker bool      `json:"only_within_half_inch_of_attacker" default:"false"`
	TargetOnPlatform bool      `json:"target_on_platform" default:"false"`
	AttackerBelowBy  rules.Dec `json:"attacker_below_by" in:"-100..100" digits:"3" default:"0"`
}

// coverBase is the base of a fighter in an attack action.
type coverBase struct {
	PlanePoint
	Z      rules.Dec `json:"z" in:"0..100" digits:"3" default:"0"`
	Radius rules.Dec `json:"radius" in:"0.01..10" digits:"3"`
}

func (b coverBase) plane() plane.Base {
	return baseOrMarker(b).plane()
}

// coverBoard holds the positions of fighters and obstacles.
type coverBoard struct {
	Attacker coverBase `json:"attacker"`
	Target   struct {
		coverBase
		OnPlatform bool `json:"on_platform" default:"false"`
	} `json:"target"`
	Terrain []terrainBlock `json:"terrain" len:"0..30" distinct:"id" default:"[]"`
}

type coverInput struct {
	Facts *coverFacts `json:"facts" default:"null" null:"true"`
	Board *coverBoard `json:"board" default:"null" null:"true"`
}

type coverResult struct {
	InCover        bool     `json:"in_cover"`
	Reasons        []string `json:"reasons"`
	Obstacles      []string `json:"obstacles"`
	Distance       float64  `json:"distance"`
	ToughnessBonus int      `json:"toughness_bonus"`
}

const (
	lowTerrain  = plane.One     // greatest height of terrain that gives no cover, in thousandths of an inch (ruling A-2)
	coverHeight = 2 * plane.One // least height of a target above its attacker for platform cover (WC-COV-6)
	lineWidth   = 1 / 25.4      // width of the cover line, 1 mm, in inches (WC-COV-2)
	coverIgnore = 0.5           // inches of the line next to a distant attacker that are ignored (WC-COV-4)
	coverNear   = 1.0           // distance in inches up to which the whole line counts
)

// GivesPlatformCover reports whether a target on a platform is so far above its attacker, in
// thousandths of an inch, that it is in cover (WC-COV-6).
func GivesPlatformCover(onPlatform bool, attackerBelowBy int64) bool {
	return onPlatform && attackerBelowBy >= coverHeight
}

// GivesObstacleCover reports whether an obstacle lies in the cover line of two fighters
// (WC-COV-2 to WC-COV-5): a strip 1 mm wide between the nearest points of their bases, which
// rises or falls evenly. The part next to a distant attacker is ignored.
func GivesObstacleCover(attacker, target plane.Base, obstacle plane.Prism) bool {
	if obstacle.Top-obstacle.Bottom <= lowTerrain {
		return false
	}
	line, some := plane.NearestLine(attacker, target, lineWidth)
	if !some {
		return false
	}
	from, to := 0.0, 1.0
	if d := plane.Distance(attacker, target); !plane.AtMost(d, coverNear) {
		from = coverIgnore / d
	}
	rise := float64(target.Z - attacker.Z)
	if rise == 0 {
		if attacker.Z < obstacle.Bottom || attacker.Z >= obstacle.Top {
			return false
		}
	} else {
		enter, leave := float64(obstacle.Bottom-attacker.Z)/rise, float64(obstacle.Top-attacker.Z)/rise
		from, to = max(from, min(enter, leave)), min(to, max(enter, leave))
	}
	gap := line.To
	line.From, line.To = from*gap, to*gap
	return line.Overlaps(obstacle.Polygon)
}

// cover returns whether a target is in cover, by measured facts (WC-COV-1 to WC-COV-6).
func (f coverFacts) cover() coverResult {
	r := coverResult{Distance: f.Distance.Float()}
	if f.Line == "through-obstacle" && !(f.Distance > rules.One && f.OnlyNearAttacker) {
		r.addReason("obstacle")
	}
	if GivesPlatformCover(f.TargetOnPlatform, Mils(f.AttackerBelowBy)) {
		r.addReason("platform")
	}
	return r
}

// cover returns whether a target is in cover, by positions.
func (b coverBoard) cover() coverResult {
	attacker, target := b.Attacker.plane(), b.Target.plane()
	r := coverResult{Distance: plane.Distance(attacker, target)}
	for _, s := range b.Terrain {
		if GivesObstacleCover(attacker, target, s.prism()) {
			r.Obstacles = append(r.Obstacles, s.ID)
		}
	}
	if len(r.Obstacles) > 0 {
		r.addReason("obstacle")
	}
	if GivesPlatformCover(b.Target.OnPlatform, target.Z-attacker.Z) {
		r.addReason("platform")
	}
	return r
}

func (r *coverResult) addReason(reason string) {
	r.Reasons = append(r.Reasons, reason)
	r.InCover, r.ToughnessBonus = true, 1
}

// check returns a fault unless there are facts or a board.
func (in coverInput) check() *rules.Fault {
	if in.Board == nil {
		return rules.FaultIf(in.Facts == nil, rules.Faultf(rules.MissingField, "facts", "facts or a board are needed"))
	}
	return rules.FirstFault(
		rules.FaultIf(in.Facts != nil, rules.Faultf(rules.OutOfRange, "facts", "facts go without a board")),
		checkEach("board.terrain", in.Board.Terrain, terrainBlock.check),
	)
}

var checkCoverRuling = rules.CheckedRuling("check-cover",
	"WC-COV-1 WC-COV-2 WC-COV-3 WC-COV-4 WC-COV-5 WC-COV-6 WC-TER-2 WC-TER-3", "", coverInput.check,
	func(_ *rules.Roller, in coverInput) coverResult {
		if in.Facts != nil {
			return in.Facts.cover()
		}
		return in.Board.cover()
	})
