package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
)

// EdgeCounts counts enemy stands by the side of the unit or stand that they touch.
type EdgeCounts struct {
	Front int `json:"front" in:"0..12" default:"0"`
	Left  int `json:"left" in:"0..12" default:"0"`
	Right int `json:"right" in:"0..12" default:"0"`
	Rear  int `json:"rear" in:"0..12" default:"0"`
}

// Of returns the count of a side, to read or to change.
func (e *EdgeCounts) Of(s rect.Side) *int {
	return [4]*int{&e.Front, &e.Right, &e.Rear, &e.Left}[s]
}

// inTableOrder lists the counts in the order of TableOrder.
func (e EdgeCounts) inTableOrder() [4]int { return [4]int{e.Front, e.Left, e.Right, e.Rear} }

// Sum is the number of enemy stands on all sides.
func (e EdgeCounts) Sum() int { return e.Front + e.Left + e.Right + e.Rear }

// Directions lists the sides with the most enemy stands (WR-RET-2).
func (e EdgeCounts) Directions() (names []string) {
	all := e.inTableOrder()
	most := slices.Max(all[:])
	for i, n := range all {
		if n == most {
			names = append(names, SideNames[TableOrder[i]])
		}
	}
	return names
}

// RetreatObstacle is something that a stand meets on its retreat.
type RetreatObstacle struct {
	What   string  `json:"what" in:"enemy-stand|engaged-friend|retreated-friend|impassable-terrain|friend|unengaged-enemy-contact|table-edge"`
	Friend *string `json:"friend" in:"1..64" default:"-" null:"true"`
}

// RetreatingStand is a stand of the losing unit.
type RetreatingStand struct {
	EnemyStands EdgeCounts        `json:"enemy_stands" default:"{}"`
	Meets       []RetreatObstacle `json:"meets" len:"0..6" default:"[]"`
	Position    *standPosition    `json:"position" default:"-" null:"true"`
}

// FriendInWay is a friendly unit on the way of the retreat; lengths are in cm.
type FriendInWay struct {
	ID       string    `json:"id" in:"1..64"`
	MakesWay bool      `json:"makes_way"`
	Needed   rules.Dec `json:"needed_cm" in:"0..200" digits:"4" default:"0"`
	FullPace rules.Dec `json:"full_pace_cm" in:"0..200" digits:"4" default:"20"`
}

// clears reports whether a friend moves out of the way (WR-PROV-8).
func (f FriendInWay) clears() bool { return f.MakesWay && f.Needed <= f.FullPace }

// RetreatInput is a losing unit that retreats.
type RetreatInput struct {
	Difference  int               `json:"difference" in:"1..200"`
	LosingUnits int               `json:"losing_units" in:"1..12" default:"1"`
	Type        string            `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines"`
	Protection  string            `json:"protection" in:"none|defended|fortified" default:"\"none\""`
	HitsMarked  int               `json:"hits_marked" in:"0..19" default:"0"`
	Formation   string            `json:"formation" in:"regular|irregular" default:"\"regular\""`
	EnemyStands EdgeCounts        `json:"enemy_stands" default:"{}"`
	AwayFrom    string            `json:"away_from" in:"front|left|right|rear" default:"-" null:"true"`
	Guide       *int              `json:"guide" in:"0..11" default:"-" null:"true"`
	Stands      []RetreatingStand `json:"stands" len:"1..12"`
	Friends     []FriendInWay     `json:"friends" len:"0..8" default:"[]"`
}

type standRetreat struct {
	Destroyed bool               `json:"destroyed"`
	Reason    rules.NullableText `json:"reason"`
	End       *standPosition     `json:"end"`
}

// RetreatResult is the way of a retreat and what it did to each stand.
type RetreatResult struct {
	RetreatCm       int            `json:"retreat_cm"`
	Directions      []string       `json:"directions"`
	AwayFrom        string         `json:"away_from"`
	Guides          []int          `json:"guides"`
	Guide           *int           `json:"guide"`
	Stands          []standRetreat `json:"stands"`
	StandsDestroyed int            `json:"stands_destroyed"`
	StandsLeft      int            `json:"stands_left"`
	UnitDestroyed   bool           `json:"unit_destroyed"`
	HitsMarked      int            `json:"hits_marked"`
	ProtectionAfter string         `json:"protection_after"`
	LeavesTable     bool           `json:"leaves_table"`
	FriendsPassed   []string       `json:"friends_passed"`
	UnitConfused    bool           `json:"unit_confused"`
	ConfusedFriends []string       `json:"confused_friends"`
}

func (in RetreatInput) friend(id string) int {
	return IndexByID(in.Friends, id, func(f FriendInWay) string { return f.ID })
}

// Regular reports whether the unit is in a regular formation.
func (in RetreatInput) Regular() bool { return in.Formation == "regular" }

// guides lists the stands that may lead an irregular unit: those with the most enemies
// (WR-RET-3).
func (in RetreatInput) guides() (all []int) {
	most := 0
	for _, s := range in.Stands {
		most = max(most, s.EnemyStands.Sum())
	}
	for i, s := range in.Stands {
		if s.EnemyStands.Sum() == most {
			all = append(all, i)
		}
	}
	return all
}

// LeadingStand is the index of the stand whose facing defines the directions.
func (in RetreatInput) LeadingStand() int {
	switch {
	case in.Regular():
		return 0
	case in.Guide != nil:
		return *in.Guide
	}
	return in.guides()[0]
}

// Counts returns the enemy stands that decide the direction, and the field that holds them.
func (in RetreatInput) Counts() (counts EdgeCounts, field string) {
	if in.Regular() {
		return in.EnemyStands, "enemy_stands"
	}
	g := in.LeadingStand()
	return in.Stands[g].EnemyStands, rules.At("stands", g) + ".enemy_stands"
}

// Check refuses a retreat whose guide, direction or friends do not fit the counts.
func (in RetreatInput) Check() *rules.Fault {
	if f := rules.FirstFault(
		rules.RepeatedID("friends", in.Friends, func(f FriendInWay) string { return f.ID }),
		in.checkMeets(),
		rules.UnknownFieldIf(in.Regular() && in.Guide != nil, "guide", "a regular unit has none"),
		rules.OutOfRangeIf(in.Guide != nil && *in.Guide >= len(in.Stands), "guide", "there is no such stand"),
	); f != nil {
		return f
	}
	counts, field := in.Counts()
	return rules.FirstFault(
		rules.OutOfRangeIf(counts.Sum() == 0, field, "nobody is there to retreat from"),
		rules.ForbidIf(!in.Regular() && !slices.Contains(in.guides(), in.LeadingStand()), "WR-RET-3", "guide", "another stand has more enemies"),
		rules.ForbidIf(in.AwayFrom != "" && !slices.Contains(counts.Directions(), in.AwayFrom), "WR-RET-2", "away_from", "more enemies are elsewhere"),
	)
}

func (in RetreatInput) checkMeets() *rules.Fault {
	for i, s := range in.Stands {
		for j, m := range s.Meets {
			at := rules.At(rules.At("stands", i)+".meets", j) + ".friend"
			if f := rules.FirstFault(
				rules.MissingFieldIf(m.What == "friend" && m.Friend == nil, at, "which?"),
				rules.UnknownFieldIf(m.What != "friend" && m.Friend != nil, at, "only friends have one"),
			); f != nil {
				return f
			}
			if m.Friend != nil && in.friend(*m.Friend) < 0 {
				return rules.Faultf(rules.OutOfRange, at, "there is no friend %q", *m.Friend)
			}
		}
	}
	return nil
}

// blockedBy is the rule that destroys a stand which meets an obstacle, or "" (WR-RET-5,
// WR-RET-6).
func (in RetreatInput) blockedBy(m RetreatObstacle) string {
	switch m.What {
	case "table-edge":
		return ""
	case "unengaged-enemy-contact":
		return "WR-RET-6"
	case "friend":
		if in.Friends[in.friend(*m.Friend)].clears() {
			return ""
		}
	}
	return "WR-RET-5"
}

// destroyedBy is the rule that destroys a stand on its retreat, or "" (WR-RET-9).
func (in RetreatInput) destroyedBy(s RetreatingStand) string {
	if in.Type == "artillery" {
		return "WR-RET-9"
	}
	for _, m := range s.Meets {
		if rule := in.blockedBy(m); rule != "" {
			return rule
		}
	}
	return ""
}

// way is the unit vector of the retreat; ok is false when the leading stand has no position.
func (in RetreatInput) way(awayFrom string) (v rect.Vec, ok bool) {
	at := in.Stands[in.LeadingStand()].Position
	if at == nil {
		return v, false
	}
	u := rect.Heading(at.Heading).Unit()
	left := rect.Vec{X: u.Y.Neg(), Y: u.X}
	switch awayFrom {
	case "front":
		u = u.Times(rect.Int(-1))
	case "left":
		u = left.Times(rect.Int(-1))
	case "right":
		u = left
	}
	return u, true
}

// Resolve moves a losing unit back, stand by stand (WR-RET-1 to WR-RET-10, WR-DEST-1).
func (in RetreatInput) Resolve(c *rules.Roller) (r RetreatResult) {
	counts, _ := in.Counts()
	r = RetreatResult{
		RetreatCm: CeilDiv(in.Difference, in.LosingUnits), Directions: counts.Directions(), AwayFrom: in.AwayFrom,
		ProtectionAfter: "none", HitsMarked: in.HitsMarked,
	}
	if r.AwayFrom == "" {
		r.AwayFrom = r.Directions[0]
	}
	if !in.Regular() {
		guide := in.LeadingStand()
		r.Guides, r.Guide = in.guides(), &guide
	}
	way, found := in.way(r.AwayFrom)
	step := way.Times(rect.Int(int64(r.RetreatCm)))
	for _, s := range in.Stands {
		back := standRetreat{Reason: rules.NullableText(in.destroyedBy(s))}
		back.Destroyed = back.Reason != ""
		if back.Destroyed {
			r.StandsDestroyed++
		} else if p := s.Position; p != nil && found {
			back.End = &standPosition{rounded(exactNum(p.X).Plus(step.X)), rounded(exactNum(p.Y).Plus(step.Y)), p.Heading}
		}
		r.Stands = append(r.Stands, back)
	}
	r.StandsLeft = len(in.Stands) - r.StandsDestroyed
	if r.UnitDestroyed = r.StandsLeft == 0; r.UnitDestroyed {
		r.HitsMarked = 0
	}
	in.pass(c, &r)
	return r
}

// pass throws the confusion dice for the unit and for the friends that it passes (WR-RET-7).
func (in RetreatInput) pass(c *rules.Roller, r *RetreatResult) {
	meets := func(is func(RetreatObstacle) bool) bool {
		for i, s := range in.Stands {
			if !r.Stands[i].Destroyed && slices.ContainsFunc(s.Meets, is) {
				return true
			}
		}
		return false
	}
	r.LeavesTable = meets(func(m RetreatObstacle) bool { return m.What == "table-edge" })
	for _, f := range in.Friends {
		if !f.clears() || !meets(func(m RetreatObstacle) bool { return m.Friend != nil && *m.Friend == f.ID }) {
			continue
		}
		r.FriendsPassed = append(r.FriendsPassed, f.ID)
		if !r.UnitConfused {
			r.UnitConfused = throwConfusion(c, "confusion")
		}
		if throwConfusion(c, "friend-confusion") {
			r.ConfusedFriends = append(r.ConfusedFriends, f.ID)
		}
	}
}

var retreatRuling = rules.CheckedRuling("retreat",
	"WR-RES-8 WR-RES-9 WR-RET-1 WR-RET-2 WR-RET-3 WR-RET-4 WR-RET-5 WR-RET-6 WR-RET-7 WR-RET-9 WR-RET-10 WR-DEST-1 WR-RES-13 WR-PROV-5 WR-PROV-6 WR-PROV-8",
	"unit_confused", RetreatInput.Check,
	func(c *rules.Roller, in RetreatInput) RetreatResult { return in.Resolve(c) })
