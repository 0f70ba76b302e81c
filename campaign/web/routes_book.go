package web

import (
	"github.com/labstack/echo/v4"
)

// bookHandlers are the pages of the rules: the reference, the odds and the engine for phones.
type bookHandlers struct {
	*Base
}

// newBook returns the handlers of a site.
func newBook(b *Base) *bookHandlers { return &bookHandlers{Base: b} }

// Routes mounts the pages.
func (s *bookHandlers) Routes(e *echo.Echo) {
	s.referenceRoutes(e)
	e.GET(oddsPath, s.oddsPage)
	e.GET(oddsFormsPath, s.oddsForms)
	e.GET(comparePath, s.comparePage)

	// the engine for phones
	e.GET(enginePath, s.engineFiles)
	e.GET(enginePath+"/:lang/:game", s.enginePhrases)
}
