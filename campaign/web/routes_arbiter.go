package web

import (
	"github.com/labstack/echo/v4"
)

// arbiterHandlers are the pages of the arbiter's desk.
type arbiterHandlers struct {
	*Base
}

// newArbiter returns the handlers of a site.
func newArbiter(b *Base) *arbiterHandlers { return &arbiterHandlers{Base: b} }

// Routes mounts the pages.
func (s *arbiterHandlers) Routes(e *echo.Echo) {
	e.GET("/arbiter", s.arbiterPage)
	desk := clubURL(":club") + "/arbiter"
	e.GET(desk, s.arbiterPage)
	e.GET(desk+"/battles/:battle", s.arbiterCase)
	e.POST(desk+"/battles/:battle", s.arbiterRule)
	e.POST(desk+"/battles/:battle/dismiss", s.arbiterDismiss)
	e.GET(desk+"/void", s.voidPage)
	e.POST(desk+"/void", s.voidActs)
}
