package campaign

import "oriflamme/rules"

// maxIncome is the most that one region may pay.
const maxIncome = 1000

// IncomeResource is the key of the resource that land pays.
const IncomeResource = "income"

// IncomeOf returns what the land of a roster would pay if a round began now: each
// region by its terrain, as long as it is joined to the capital and nobody fights
// over it (CAMP-MAP-7); land with a garrison pays though it is cut off (CAMP-MAP-8).
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

// payIncome credits every side of a campaign with what its land pays.
func (f *fold) payIncome(c *Campaign, actNo ActNo) {
	for _, r := range f.RostersOf(c.ID) {
		if sum := f.IncomeOf(r.ID); sum > 0 {
			effect := rules.Effect{Kind: EffectResource, Key: IncomeResource, Amount: sum, Rule: "CAMP-MAP-7"}
			f.postEffect(f.editRoster(r.ID), effect, Mark{ActNo: actNo})
		}
	}
}
