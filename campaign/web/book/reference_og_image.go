package book

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/ogimage"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
)

// ruleOGImage sends the Open Graph image of a page of rules.
func (s *Handlers) ruleOGImage(c echo.Context, at string) error {
	p := s.Reference().Page(at)
	if p == nil {
		return echo.ErrNotFound
	}
	book := s.Catalogs[p.Lang]
	pic := ogimage.Image{Kicker: book.Say("site.name") + ", " + book.Say("nav.rules"), Title: p.Title}
	if p.Game != "" {
		pic.Kicker = site.GameName(views.Frame{Catalog: book, GameNames: s.GameNames}, p.Game)
	}
	for _, section := range p.Sections {
		pic.Lines = append(pic.Lines, section.Title)
	}
	return s.SendOGImage(c, pic)
}
