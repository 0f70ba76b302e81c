package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
)

// layPicture lays the image that the form brought along beneath the map, as one more stroke.
func (s *site) layPicture(c echo.Context, k sketch) error {
	if !k.can("map") {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	drawn, err := mapOf(k.camp).Drawn(k.strokes, bookOf(c).Lang)
	if err != nil {
		return s.mapEditor(c, http.StatusOK, k) // the map was changed meanwhile: the editor says so
	}
	i, err := s.uploaded(c, k.visit, "image")
	if err == nil && i == nil {
		err = &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "required"}
	}
	if err != nil {
		k.failed = err
		return s.mapEditor(c, statusOf(err), k)
	}
	return s.addStroke(c, k, campaign.Stroke{Tool: "picture", Picture: drawn.Under(i.Hash, i.Width, i.Height)})
}

// movePicture moves the picture beneath the map, or takes it away.
func (s *site) movePicture(c echo.Context, k sketch, how string) error {
	drawn, err := mapOf(k.camp).Drawn(k.strokes, bookOf(c).Lang)
	if err != nil || drawn.Picture == nil || how != "away" && !slices.Contains(campaign.Moves, how) {
		return s.mapEditor(c, http.StatusOK, k)
	}
	stroke := campaign.Stroke{Tool: "picture"}
	if how != "away" {
		stroke.Picture = drawn.Picture.Moved(how)
	}
	return s.addStroke(c, k, stroke)
}
