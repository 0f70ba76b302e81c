package league

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
)

// addPicture lays the image that the form brought along beneath the map, as one more stroke.
func (s *Handlers) addPicture(c echo.Context, k mapDraft) error {
	if !k.Can(campaign.KindMap) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	drawn, err := mapOrEmpty(k.camp).WithStrokes(k.strokes, site.CatalogOf(c).Lang)
	if err != nil {
		return s.showMapEditor(c, http.StatusOK, k) // the map was changed meanwhile: the editor says so
	}
	i, err := s.StoreUpload(c, k.Visit, "image")
	if err == nil && i == nil {
		err = &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "required"}
	}
	if err != nil {
		k.failed = err
		return s.showMapEditor(c, site.StatusOf(err), k)
	}
	return s.addStroke(c, k, campaign.Stroke{Tool: "picture", Backdrop: drawn.NewBackdrop(i.Hash, i.Width, i.Height)})
}

// movePicture moves the picture beneath the map, places it by numbers, or takes it away.
func (s *Handlers) movePicture(c echo.Context, k mapDraft, how string) error {
	drawn, err := mapOrEmpty(k.camp).WithStrokes(k.strokes, site.CatalogOf(c).Lang)
	if err != nil || drawn.Backdrop == nil {
		return s.showMapEditor(c, http.StatusOK, k)
	}
	stroke := campaign.Stroke{Tool: "picture"}
	switch {
	case how == "place":
		var at [len(placementFields)]int
		for i, name := range placementFields {
			if at[i], err = strconv.Atoi(c.FormValue(name)); err != nil {
				k.failed = site.NotANumber(name)
				return s.showMapEditor(c, http.StatusUnprocessableEntity, k)
			}
		}
		stroke.Backdrop = drawn.Backdrop.Placed(at[0], at[1], at[2], at[3])
	case slices.Contains(campaign.BackdropMoves, how):
		stroke.Backdrop = drawn.Backdrop.Moved(how)
	case how != "away":
		return s.showMapEditor(c, http.StatusOK, k)
	}
	return s.addStroke(c, k, stroke)
}

// placementFields are the fields of where a picture lies: the point of its middle, its width, and how it is turned.
var placementFields = [...]string{"picture.x", "picture.y", "picture.width", "picture.turn"}

// placementRows are those fields as the picture lies now, or as they were filled in wrongly.
func placementRows(c echo.Context, f views.Frame, p *campaign.Backdrop, wrong map[string]string) []views.Field {
	x, y := p.Middle()
	fields := make([]views.Field, len(placementFields))
	for i, is := range [...]int{x, y, p.Width, p.Turn} {
		name := placementFields[i]
		fields[i] = views.Field{Name: name, Type: "number", Label: f.Say("atlas." + strings.Replace(name, ".", "_", 1)), Value: strconv.Itoa(is), Wrong: wrong[name]}
		if fields[i].Wrong != "" {
			fields[i].Value = c.FormValue(name)
		}
	}
	return fields
}
