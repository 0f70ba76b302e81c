package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// campaignImage sends an campaignImage: to members any of their club, to others what the campaign shows.
func (s *clubHandlers) campaignImage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	if v.member == nil && !v.state.ShowsImage(camp.ID, c.Param("image")) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-image"}
	}
	return s.sendImage(c, v)
}

// sendImage sends the image of the address, but to a member not what was laid before an arbiter; it never changes under its
// name.
func (s *clubHandlers) sendImage(c echo.Context, v visit) error {
	hash := c.Param("image")
	if v.member != nil && v.state.HiddenImages(v.member.ID)[hash] {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-image"}
	}
	i, err := s.Service.Image(c.Request().Context(), v.club, hash)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", imagePolicy)
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Content-Disposition", `inline; filename="`+hash[:12]+strings.Replace(i.Type, "image/", ".", 1)+`"`)
	return c.Blob(http.StatusOK, i.Type, i.Data)
}

// clubImagesPage shows every image of the club, who uploaded it, and whether anything shows it.
func (s *clubHandlers) clubImagesPage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	all, err := s.Service.Images(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("image.title"), views.SectionClub)
	f.Back = clubURL(v.club)
	m := clubviews.ImagesPage{Club: v.state.Club.Name, Most: sizeText(f, campaign.MaxImageBytes)}
	size := 0
	for _, i := range all {
		size += i.Size
		one := clubviews.ClubImage{URL: clubImagesURL(v.club) + "/" + i.Hash, By: memberName(v.state, i.By), At: i.At, Width: i.Width, Height: i.Height, Size: sizeText(f, i.Size), Shown: i.InUse}
		if i.By == v.actor.Member || v.can(campaign.ActionImages) {
			one.RemoveURL = one.URL + "/remove"
		}
		m.Images = append(m.Images, one)
	}
	m.Held = sizeText(f, size)
	return s.render(c, http.StatusOK, clubviews.Images(f, m))
}

// clubImage sends an image of the club to its members.
func (s *clubHandlers) clubImage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	return s.sendImage(c, v)
}

// removeImage takes an image away for good.
func (s *clubHandlers) removeImage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if err := s.Service.RemoveImage(c.Request().Context(), v.actor, v.club, c.Param("image")); err != nil {
		return err
	}
	return s.redirectWithNotice(c, clubImagesURL(v.club), "removed")
}
