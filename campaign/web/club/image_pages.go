package club

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// campaignImage sends an image: to members any of their club, to others those that the campaign shows.
func (s *Handlers) campaignImage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	if v.Member == nil && !v.State.ShowsImage(camp.ID, c.Param("image")) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-image"}
	}
	return s.clubImage(c, v)
}

// clubImage sends the image of the address, unless it is evidence that this member may not see; its route lets only members in,
// campaignImage also visitors. An image never changes under its address.
func (s *Handlers) clubImage(c echo.Context, v site.Visit) error {
	hash := c.Param("image")
	if v.Member != nil && v.State.HiddenImages(v.Member.ID)[hash] {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-image"}
	}
	i, err := s.Service.Image(c.Request().Context(), v.Club, hash)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", site.ImagePolicy)
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Content-Disposition", `inline; filename="`+hash[:12]+strings.Replace(i.Type, "image/", ".", 1)+`"`)
	return c.Blob(http.StatusOK, i.Type, i.Data)
}

// clubImagesPage shows every image of the club, who uploaded it, and whether anything shows it.
func (s *Handlers) clubImagesPage(c echo.Context, v site.Visit) error {
	all, err := s.Service.Images(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("image.title"), views.SectionClub)
	f.Back = site.ClubURL(v.Club)
	m := clubviews.ImagesPage{Club: v.State.Club.Name, Most: site.SizeText(f, campaign.MaxImageBytes)}
	size := 0
	for _, i := range all {
		size += i.Size
		one := clubviews.ClubImage{URL: site.ClubImagesURL(v.Club) + "/" + i.Hash, By: site.MemberName(v.State, i.By), At: i.At, Width: i.Width, Height: i.Height, Size: site.SizeText(f, i.Size), Shown: i.InUse}
		if i.By == v.Actor.Member || v.Can(campaign.ActionImages) {
			one.RemoveURL = one.URL + "/remove"
		}
		m.Images = append(m.Images, one)
	}
	m.Held = site.SizeText(f, size)
	return s.Render(c, http.StatusOK, clubviews.Images(f, m))
}

// removeImage removes an image for good.
func (s *Handlers) removeImage(c echo.Context, v site.Visit) error {
	if err := s.Service.RemoveImage(c.Request().Context(), v.Actor, v.Club, c.Param("image")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.ClubImagesURL(v.Club), "removed")
}
