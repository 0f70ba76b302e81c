// Package book has the pages of the rules, which need no club: the reference, the odds of a ruling, and the engine that
// phones keep.
//
// Begin with reference.go; odds.go is the calculator.
package book

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
)

// Handlers are the pages of the rules: the reference, the odds and the engine for phones.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes mounts the pages.
func (s *Handlers) Routes(e *echo.Echo) {
	s.referenceRoutes(e)
	e.GET(site.OddsPath, s.oddsPage)
	e.GET(site.OddsFormsPath, s.oddsForms)
	e.GET(site.ComparePath, s.comparePage)

	// the engine for phones
	e.GET(enginePath, s.engineFiles)
	e.GET(enginePath+"/:lang/:game", s.enginePhrases)
}
