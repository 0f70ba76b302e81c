package ruling

import (
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// DrivingUnit is a unit that shot, with its distance in cm.
type DrivingUnit struct {
	ID       string    `json:"id" in:"1..64"`
	Distance rules.Dec `json:"distance_cm" in:"0..1000" digits:"4"`
}

// Obstacle is something on the way back, at a distance in cm from the start.
type Obstacle struct {
	What string    `json:"what" in:"enemy-unit|engaged-unit|friend-refuses|friend-makes-way|impassable-terrain|table-edge"`
	At   rules.Dec `json:"at_cm" in:"0..200" digits:"4"`
}

// DriveInput is a unit that shooting drives back.
type DriveInput struct {
	HitsSuffered int           `json:"hits_suffered" in:"0..40"`
	Type         string        `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines"`
	Flying       bool          `json:"flying" default:"false"`
	FullPace     *rules.Dec    `json:"full_pace_cm" in:"0..200" digits:"4" default:"-" null:"true"`
	Protection   string        `json:"protection" in:"none|defended|fortified" default:"\"none\""`
	Shooters     []DrivingUnit `json:"shooters" len:"0..20" default:"[]"`
	Obstacles    []Obstacle    `json:"obstacles" len:"0..8" default:"[]"`
}

// DriveResult is how far a unit was driven back and what it met.
type DriveResult struct {
	IgnoredHits     int       `json:"ignored_hits"`
	DiceCount       int       `json:"dice_count"`
	DistanceCm      int       `json:"distance_cm"`
	Dispersed       bool      `json:"dispersed"`
	DrivenBack      bool      `json:"driven_back"`
	Confused        bool      `json:"confused"`
	ConfusedFriends []int     `json:"confused_friends"`
	MovedCm         rules.Dec `json:"moved_cm"`
	StoppedBy       *int      `json:"stopped_by"`
	LeavesTable     bool      `json:"leaves_table"`
	DrivingPieces   []string  `json:"driving_pieces"`
}

// Check refuses a drive-back whose obstacles or pace contradict each other.
func (in DriveInput) Check() *rules.Fault {
	_, standard := PaceOf(in.Type, in.Flying)
	if f := rules.FirstFault(
		rules.RepeatedID("shooters", in.Shooters, func(s DrivingUnit) string { return s.ID }),
		rules.MissingFieldIf(in.FullPace == nil && !standard, "full_pace_cm", "the pace must be told"),
	); f != nil {
		return f
	}
	for i, o := range in.Obstacles {
		if f := rules.OutOfRangeIf(i > 0 && o.At < in.Obstacles[max(0, i-1)].At, rules.At("obstacles", i)+".at_cm", "is met before the last one"); f != nil {
			return f
		}
	}
	return nil
}

// driveState is a drive-back after the dice thrown so far.
type driveState struct {
	distance  int
	confused  bool
	dispersed bool
	stopped   int // index of the obstacle, -1 while the unit moves on
}

// Dice returns how many hits the unit's protection ignores and how many dice the others
// throw.
func (in DriveInput) Dice() (ignored, n int) {
	ignored = min(in.HitsSuffered, ignoredHits(EffectiveProtection(in.Type, in.Protection)))
	return ignored, in.HitsSuffered - ignored
}

// fullPace is how far, in cm, a unit may be driven before it disperses (WR-DRIVE-8).
func (in DriveInput) fullPace() rules.Dec {
	p, _ := PaceOf(in.Type, in.Flying)
	return rules.ValueOr(in.FullPace, CM(p.Full))
}

// applyDistance checks the distance against the unit's pace, when all dice of it have been
// thrown.
func (in DriveInput) applyDistance(d driveState) driveState {
	if d.dispersed = CM(d.distance) > in.fullPace(); d.dispersed {
		d.confused = false
	}
	return d
}

// meetObstacle moves the unit past an obstacle or stops it there. friend reports whether a
// friend who made way is confused (WR-DRIVE-9 to WR-DRIVE-13, WR-CONF-2 to WR-CONF-5).
func (in DriveInput) meetObstacle(c *rules.Roller, d driveState, i int) (after driveState, friend bool) {
	o := in.Obstacles[i]
	if d.dispersed || d.stopped >= 0 || CM(d.distance) <= o.At {
		return d, false
	}
	if o.What != "friend-makes-way" {
		d.stopped = i
	}
	switch o.What {
	case "table-edge":
		return d, false
	case "impassable-terrain", "friend-makes-way":
		if !d.confused {
			d.confused = throwConfusion(c, "confusion")
		}
	default:
		d.confused = true
	}
	return d, o.What == "friend-makes-way" && throwConfusion(c, "friend-confusion")
}

// throwConfusion throws a die that confuses on a 6.
func throwConfusion(c *rules.Roller, why string) bool { return c.Count(why, 1, 6, 6)[1] == 1 }

// A DriveThrow is what the dice of a drive-back show, before the unit moves.
type DriveThrow struct{ state driveState }

// Distance is the sum of the dice, in cm.
func (d DriveThrow) Distance() int { return d.state.distance }

// Dispersed reports whether the unit is dispersed and does not move (WR-DRIVE-12).
func (d DriveThrow) Dispersed() bool { return d.state.dispersed }

// Resolve throws the dice of a drive-back and moves the unit past its obstacles (WR-DRIVE-3
// to WR-DRIVE-13).
func (in DriveInput) Resolve(c *rules.Roller) (r DriveResult) { return in.Meet(c, in.Throw(c)) }

// Throw throws the dice for the distance (WR-DRIVE-3, WR-DRIVE-8, WR-DRIVE-12).
func (in DriveInput) Throw(c *rules.Roller) DriveThrow {
	d := driveState{stopped: -1}
	_, n := in.Dice()
	for _, face := range c.Pool("drive-back", n, 6) {
		d.distance += face
		d.confused = d.confused || face == 6
	}
	return DriveThrow{in.applyDistance(d)}
}

// Meet moves the unit past its obstacles (WR-DRIVE-9 to WR-DRIVE-13).
func (in DriveInput) Meet(c *rules.Roller, thrown DriveThrow) (r DriveResult) {
	d := thrown.state
	r.IgnoredHits, r.DiceCount = in.Dice()
	for i := range in.Obstacles {
		var friend bool
		if d, friend = in.meetObstacle(c, d, i); friend {
			r.ConfusedFriends = append(r.ConfusedFriends, i)
		}
	}
	r.DistanceCm, r.Dispersed, r.Confused = d.distance, d.dispersed, d.confused
	r.DrivenBack = r.DiceCount > 0 && !d.dispersed
	if r.DrivenBack {
		r.MovedCm = CM(d.distance)
	}
	if d.stopped >= 0 {
		r.MovedCm, r.StoppedBy = in.Obstacles[d.stopped].At, &d.stopped
		r.LeavesTable = in.leaves(d)
	}
	r.DrivingPieces = in.drivers()
	return r
}

func (in DriveInput) leaves(d driveState) bool {
	return d.stopped >= 0 && in.Obstacles[d.stopped].What == "table-edge"
}

// drivers lists the shooters nearest to the unit, which it is driven away from (WR-DRIVE-6).
func (in DriveInput) drivers() (ids []string) {
	for _, s := range LeastOf(in.Shooters, func(s DrivingUnit) rules.Dec { return s.Distance }) {
		ids = append(ids, s.ID)
	}
	return ids
}

// odds walks the dice one by one and then the obstacles, and merges equal states.
func (in DriveInput) odds(most int) (map[string]odds.Dist[string], error) {
	chain := odds.NewChain(driveState{stopped: -1})
	chain.MaxOutcomes = most
	_, n := in.Dice()
	for k := range n + 1 + len(in.Obstacles) {
		err := chain.Step(func(d driveState, src dice.Source) (driveState, error) {
			return rules.RunRule(src, func(c *rules.Roller) driveState {
				switch {
				case k < n:
					face := c.Roll("drive-back", 1, 6)[0]
					d.distance, d.confused = d.distance+face, d.confused || face == 6
				case k == n:
					d = in.applyDistance(d)
				default:
					d, _ = in.meetObstacle(c, d, k-n-1)
				}
				return d
			})
		})
		if err != nil {
			return nil, err
		}
	}
	end := chain.Dist()
	fact := func(of func(driveState) bool) odds.Dist[string] {
		return odds.GroupBy(end, func(d driveState) string { return strconv.FormatBool(of(d)) })
	}
	return map[string]odds.Dist[string]{
		"distance_cm":  odds.GroupBy(end, func(d driveState) string { return strconv.Itoa(d.distance) }),
		"dispersed":    fact(func(d driveState) bool { return d.dispersed }),
		"driven_back":  fact(func(d driveState) bool { return n > 0 && !d.dispersed }),
		"confused":     fact(func(d driveState) bool { return d.confused }),
		"leaves_table": fact(in.leaves),
	}, nil
}

var driveBackRuling = withComputedOdds(rules.CheckedRuling("drive-back",
	"WR-DRIVE-1 WR-DRIVE-3 WR-DRIVE-4 WR-DRIVE-5 WR-DRIVE-6 WR-DRIVE-8 WR-DRIVE-9 WR-DRIVE-10 WR-DRIVE-11 WR-DRIVE-12 WR-DRIVE-13 "+
		"WR-CONF-2 WR-CONF-3 WR-CONF-4 WR-CONF-5 WR-TERR-8",
	"distance_cm dispersed driven_back confused leaves_table", DriveInput.Check,
	func(c *rules.Roller, in DriveInput) DriveResult { return in.Resolve(c) }), DriveInput.odds)
