package campaign

import (
	"fmt"
	"maps"
	"slices"
)

// An AbsenceRow records a round that a roster sits out.
type AbsenceRow struct {
	Roster ID
	Round  int
	ActNo  ActNo
}

// SitOut says, before a round is drawn, that a roster does not play in it (CAMP-ABS-1), or
// with Back that it does after all.
type SitOut struct {
	Campaign ID   `json:"campaign"`
	Roster   ID   `json:"roster"`
	Round    int  `json:"round"`
	Back     bool `json:"back,omitempty"` // the roster plays after all
}

// Kind returns "sit-out".
func (SitOut) Kind() Kind { return KindSitOut }

func (b SitOut) subject() Subject {
	return Subject{Campaign: b.Campaign, Roster: b.Roster, staleKey: b.Roster}
}

func (b SitOut) ownedBy(s *State, by ID) bool { return s.playsRoster(by, b.Roster) }

// concerns is true for members who draw the rounds.
func (SitOut) concerns(_ *State, m *Member, _ Entry) bool { return Can(m.Role, KindDraw) }

func (b SitOut) apply(f *fold, a *Act) error {
	c, err := f.openCampaign(b.Campaign)
	if err != nil {
		return err
	}
	r := f.Rosters[b.Roster]
	switch {
	case r == nil || r.Campaign != c.ID:
		return notFound("roster", "roster", b.Roster)
	case r.Retired:
		return refuse(Conflict, "roster", "roster-retired", "")
	case b.Round < 1 || b.Round > maxRounds || c.Settings.Rounds > 0 && b.Round > c.Settings.Rounds:
		return refuse(Invalid, "round", "range", "", "from", "1", "to", fmt.Sprint(c.lastRound()))
	case b.Back && !c.Absent(b.Roster, b.Round):
		return refuse(Conflict, "round", "not-absent", "CAMP-ABS-1")
	case b.Back:
		f.endAbsence(c, b.Roster, b.Round)
		return nil
	case c.Absent(b.Roster, b.Round):
		return refuse(Conflict, "round", "absent-already", "CAMP-ABS-1")
	case f.hasPairing(c, b.Roster, b.Round):
		return refuse(Conflict, "round", "drawn-already", "CAMP-ABS-1", "round", fmt.Sprint(b.Round))
	}
	c = f.editCampaign(c.ID)
	c.Absences = append(c.Absences, AbsenceRow{b.Roster, b.Round, ActNo(a.No)})
	return nil
}

// maxRounds is the highest number of a round.
const maxRounds = 100

// lastRound returns the number of the last round of a campaign.
func (c *Campaign) lastRound() int {
	if c.Settings.Rounds > 0 {
		return c.Settings.Rounds
	}
	return maxRounds
}

// Absent reports whether a roster sits a round out.
func (c *Campaign) Absent(roster ID, round int) bool {
	return slices.ContainsFunc(c.Absences, func(o AbsenceRow) bool { return o.Roster == roster && o.Round == round })
}

// hasPairing reports whether a roster has a battle or a bye in a round.
func (s *State) hasPairing(c *Campaign, roster ID, round int) bool {
	if slices.ContainsFunc(c.Byes, func(o ByeRow) bool { return o.Roster == roster && o.Round == round }) {
		return true
	}
	for _, b := range s.Battles {
		if b.Campaign == c.ID && b.Round == round && slices.Contains(b.Seats, roster) {
			return true
		}
	}
	return false
}

// endAbsence removes a roster's absence from a round that it plays after all.
func (f *fold) endAbsence(c *Campaign, roster ID, round int) {
	if c.Absent(roster, round) {
		c = f.editCampaign(c.ID)
		c.Absences = slices.DeleteFunc(c.Absences, func(o AbsenceRow) bool { return o.Roster == roster && o.Round == round })
	}
}

// NextRound returns the first round that is not over and has no battle or bye yet.
func (s *State) NextRound(campaign ID) int {
	c := s.Campaigns[campaign]
	next := max(c.Round, 1)
	for _, b := range s.Battles {
		if b.Campaign == campaign {
			next = max(next, b.Round+1)
		}
	}
	for _, bye := range c.Byes {
		next = max(next, bye.Round+1)
	}
	return next
}

// ReturnRoster brings a withdrawn roster back with all its results (CAMP-ABS-2).
type ReturnRoster struct {
	Roster ID `json:"roster"`
}

// Kind returns "return".
func (ReturnRoster) Kind() Kind { return KindReturn }

func (b ReturnRoster) subject() Subject { return ofRoster(b.Roster) }

func (b ReturnRoster) ownedBy(s *State, by ID) bool { return s.ownsRoster(by, b.Roster) }

func (b ReturnRoster) concerns(s *State, m *Member, e Entry) bool {
	return s.concernsWithdrawal(m, e.Campaign)
}

func (b ReturnRoster) apply(f *fold, a *Act) error {
	r := f.Rosters[b.Roster]
	switch {
	case r == nil:
		return notFound("roster", "roster", b.Roster)
	case !r.Retired:
		return refuse(Conflict, "roster", "not-retired", "CAMP-ABS-2")
	case f.Members[r.Member] == nil || f.Members[r.Member].HasLeft:
		return refuse(Conflict, "roster", "player-gone", "CAMP-ABS-2")
	}
	if _, err := f.openCampaign(r.Campaign); err != nil {
		return err
	}
	f.editRoster(b.Roster).Retired = false
	if f.Campaigns[r.Campaign].Settings.Ladder != nil {
		c := f.editCampaign(r.Campaign)
		c.Ladder = append(c.Ladder, r.ID)
	}
	return nil
}

// A LandLeft says what becomes of the land of a roster that withdraws.
type LandLeft string

const (
	LandStays     LandLeft = ""      // the roster keeps it
	LandFree      LandLeft = "free"  // nobody owns it from then on
	LandByArbiter LandLeft = "asked" // the roster keeps it until an arbiter gives it to another
)

// LandPolicies lists all values, the usual one first.
var LandPolicies = []LandLeft{LandFree, LandByArbiter, LandStays}

// freeLand takes the land from a roster that withdraws, if the settings say so (CAMP-MAP-9).
func (f *fold) freeLand(r *Roster, a *Act) {
	c := f.Campaigns[r.Campaign]
	if c.Map == nil || c.Settings.LandLeft != LandFree || c.Map.RegionCount(r.ID) == 0 {
		return
	}
	c = f.editCampaign(c.ID)
	for _, region := range c.Map.Regions {
		if region.Owner == r.ID {
			c.Map.setOwner(region.ID, "", false, ActNo(a.No))
		}
	}
}

// WithdrawnLand returns the regions of a campaign that withdrawn rosters own.
func (s *State) WithdrawnLand(campaign ID) []Region {
	var all []Region
	if c := s.Campaigns[campaign]; c != nil && c.Map != nil {
		for _, region := range c.Map.Regions {
			if r := s.Rosters[region.Owner]; r != nil && r.Retired {
				all = append(all, region)
			}
		}
	}
	return all
}

// RegionsFreedBy returns the regions that lost their owner by an act.
func (c *Campaign) RegionsFreedBy(act int64) []Region {
	var all []Region
	if c.Map == nil {
		return nil
	}
	for _, region := range c.Map.Regions {
		if slices.ContainsFunc(region.Owners, func(h Ownership) bool { return h.ActNo == ActNo(act) && h.Owner == "" }) {
			all = append(all, region)
		}
	}
	return all
}

// AbsencesOf returns the rounds that a roster sits out, in order.
func (c *Campaign) AbsencesOf(roster ID) []int {
	rounds := map[int]bool{}
	for _, o := range c.Absences {
		if o.Roster == roster {
			rounds[o.Round] = true
		}
	}
	return slices.Sorted(maps.Keys(rounds))
}
