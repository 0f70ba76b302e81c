package web

import (
	"oriflamme/campaign"
	"oriflamme/rules"
)

// seat is the visitor's in a battle, or Nobody.
func (v visit) seat(b *campaign.Battle) rules.Seat {
	if v.member == nil {
		return rules.Nobody
	}
	return v.state.Seat(b, v.member.ID)
}
