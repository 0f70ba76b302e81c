// Package book has the pages of the rules, which need no club: the reference, the odds of a ruling, and the engine that phones
// keep.
// Begin with reference.go; odds.go is the calculator.
package book

import (
	"oriflamme/campaign/web/site"
)

// Handlers has the handlers of the rules: the reference, the odds and the engine for phones.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes lists the pages.
func (s *Handlers) Routes() []site.Route {
	return append(s.referenceRoutes(),
		site.GET(site.OddsPath, site.Anyone, s.oddsPage, site.Indexed),
		site.GET(site.OddsFormsPath, site.Anyone, s.oddsForms, site.Indexed),
		site.GET(site.ComparePath, site.Anyone, s.comparePage, site.Indexed),

		// the engine for phones
		site.GET(enginePath, site.Anyone, s.engineFiles),
		site.GET(enginePath+"/:lang/:game", site.Anyone, s.enginePhrases),
	)
}
