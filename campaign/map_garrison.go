package campaign

import (
	"fmt"
	"slices"

	"oriflamme/rules"
)

// maxGarrison is how many units may stand in one region.
const maxGarrison = 20

// Garrison says which units of its owner garrison a region from now on; none withdraws
// them all. A unit garrisons one region at a time, which must be joined to the capital by
// the owner's land (CAMP-MAP-8).
type Garrison struct {
	Campaign ID   `json:"campaign"`
	Region   ID   `json:"region"`
	Units    []ID `json:"units"`
}

// Kind returns "garrison".
func (Garrison) Kind() Kind { return KindGarrison }

func (b Garrison) subject() Subject {
	return Subject{Campaign: b.Campaign, staleKey: b.Campaign + " " + b.Region}
}

func (b Garrison) ownedBy(s *State, by ID) bool {
	c := s.Campaigns[b.Campaign]
	if c == nil {
		return true
	}
	r := c.Map.Region(b.Region)
	return r == nil || s.playsRoster(by, r.Owner)
}

func (b Garrison) apply(f *fold, a *Act) error {
	c, err := f.openCampaign(b.Campaign)
	if err != nil {
		return err
	}
	region := c.Map.Region(b.Region)
	if region == nil {
		return notFound("region", "region", b.Region)
	}
	holder := f.Rosters[region.Owner]
	switch {
	case holder == nil:
		return refuse(Invalid, "region", "garrison-of-nobody", "CAMP-MAP-8", "region", region.Name)
	case f.contested(c.ID, region.ID):
		return refuse(Conflict, "region", "garrison-fights", "CAMP-MAP-8", "region", region.Name)
	case len(b.Units) > maxGarrison:
		return refuse(Invalid, "units", "too-long", "", "most", fmt.Sprint(maxGarrison))
	}
	joined := c.Map.Supplied(holder.ID)[region.ID]
	for i, id := range b.Units {
		field := fmt.Sprintf("units[%d]", i)
		at := slices.IndexFunc(holder.List.Units, func(u rules.Unit) bool { return u.ID == id })
		switch {
		case at < 0:
			return refuse(Invalid, field, "unit-not-listed", "CAMP-ROS-2", "unit", id)
		case holder.Lost(id):
			return refuse(Invalid, field, "unit-lost", "CAMP-ROS-2", "unit", holder.List.Units[at].Name)
		case slices.Index(b.Units, id) != i:
			return refuse(Invalid, field, "unit-twice", "CAMP-ROS-1", "unit", id)
		case slices.Contains(region.Garrison, id):
			continue
		case !joined:
			return refuse(Conflict, "region", "garrison-cut", "CAMP-MAP-8", "region", region.Name)
		}
		if from := c.Map.garrisonOf(holder.ID, id); from != nil && f.contested(c.ID, from.ID) {
			return refuse(Conflict, field, "garrison-fights", "CAMP-MAP-8", "region", from.Name)
		}
	}
	land := f.editCampaign(c.ID).Map
	for i := range land.Regions {
		r := &land.Regions[i]
		if r.Owner == holder.ID {
			r.Garrison = slices.DeleteFunc(slices.Clone(r.Garrison), func(id ID) bool { return slices.Contains(b.Units, id) })
		}
	}
	land.Region(b.Region).Garrison = b.Units
	return nil
}

// garrisonOf returns the region of a roster that a unit garrisons, or nil.
func (m *Map) garrisonOf(roster, unit ID) *Region {
	for i := range m.Regions {
		if r := &m.Regions[i]; r.Owner == roster && slices.Contains(r.Garrison, unit) {
			return r
		}
	}
	return nil
}

// Garrison returns the units that garrison a region: those that were sent there, are not
// lost and are still in the owner's list.
func (s *State) Garrison(campaign, region ID) []rules.Unit {
	r := s.Campaigns[campaign].Map.Region(region)
	if r == nil || len(r.Garrison) == 0 {
		return nil
	}
	holder := s.Rosters[r.Owner]
	var all []rules.Unit
	for _, u := range holder.List.Units {
		if slices.Contains(r.Garrison, u.ID) && !holder.Lost(u.ID) {
			all = append(all, u)
		}
	}
	return all
}

// maxIncome is the most that one region may pay.
const maxIncome = 1000

// IncomeResource is the key of the resource that land pays.
const IncomeResource = "income"

// IncomeOf returns what the land of a roster would pay if a round began now. Each region
// pays by its terrain if it is joined to the capital and nobody fights over it
// (CAMP-MAP-7). A region with a garrison pays even if it is cut off (CAMP-MAP-8).
func (s *State) IncomeOf(roster ID) int {
	r := s.Rosters[roster]
	if r == nil || r.Retired {
		return 0
	}
	c := s.Campaigns[r.Campaign]
	if c.Map == nil || len(c.Settings.Income) == 0 {
		return 0
	}
	contested, supplied, sum := s.Contested(c.ID), c.Map.Supplied(roster), 0
	for _, region := range c.Map.Regions {
		if region.Owner == roster && len(contested[region.ID]) == 0 && (supplied[region.ID] || len(s.Garrison(c.ID, region.ID)) > 0) {
			sum += c.Settings.Income[region.Terrain]
		}
	}
	return sum
}

// payIncome adds to every roster of a campaign what its land pays.
func (f *fold) payIncome(c *Campaign, actNo ActNo) {
	for _, r := range f.RostersOf(c.ID) {
		if sum := f.IncomeOf(r.ID); sum > 0 {
			effect := rules.Effect{Kind: EffectResource, Key: IncomeResource, Amount: sum, Rule: "CAMP-MAP-7"}
			f.postEffect(f.editRoster(r.ID), effect, Mark{ActNo: actNo})
		}
	}
}
