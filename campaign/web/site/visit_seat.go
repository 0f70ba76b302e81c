package site

import (
	"oriflamme/campaign"
	"oriflamme/rules"
)

// Seat returns the visitor's seat in a battle, or Nobody.
func (v Visit) Seat(b *campaign.Battle) rules.Seat {
	if v.Member == nil {
		return rules.Nobody
	}
	return v.State.Seat(b, v.Member.ID)
}
