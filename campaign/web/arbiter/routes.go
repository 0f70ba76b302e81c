// Package arbiter has the pages of the arbiter: what is missing, late or disputed, and the pages that rule on a battle, correct
// it or void acts.
// Begin with arbiter.go.
package arbiter

import (
	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// Handlers has the handlers of the arbiter's pages.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes lists the pages.
func (s *Handlers) Routes() []site.Route {
	arbiter := site.ClubURL(":club") + "/arbiter"
	return []site.Route{
		site.GET("/arbiter", site.Anyone, s.arbiterPage),
		site.GET(arbiter, campaign.KindRule, s.arbiterPage),
		site.GET(arbiter+"/battles/:battle", campaign.KindRule, s.arbiterCase),
		site.POST(arbiter+"/battles/:battle", campaign.KindRule, s.arbiterRule),
		site.POST(arbiter+"/battles/:battle/dismiss", campaign.KindDismiss, s.arbiterDismiss),
		site.GET(arbiter+"/void", campaign.KindVoid, s.voidPage),
		site.POST(arbiter+"/void", campaign.KindVoid, s.voidActs),
	}
}
