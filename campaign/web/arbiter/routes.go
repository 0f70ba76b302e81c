// Package arbiter has the arbiter's arbiter: what is missing, late or disputed, and the pages that rule on a battle, correct
// it or void acts.
//
// Begin with arbiter.go.
package arbiter

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
)

// Handlers are the pages of the arbiter's arbiter.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes mounts the pages.
func (s *Handlers) Routes(e *echo.Echo) {
	e.GET("/arbiter", s.arbiterPage)
	arbiter := site.ClubURL(":club") + "/arbiter"
	e.GET(arbiter, s.arbiterPage)
	e.GET(arbiter+"/battles/:battle", s.arbiterCase)
	e.POST(arbiter+"/battles/:battle", s.arbiterRule)
	e.POST(arbiter+"/battles/:battle/dismiss", s.arbiterDismiss)
	e.GET(arbiter+"/void", s.voidPage)
	e.POST(arbiter+"/void", s.voidActs)
}
