package web

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/picture"
	"oriflamme/views"
)

// uploadLimit bounds requests that bring an image along.
const uploadLimit = "7M"

// uploads are the routes whose forms may hold an image, by path.
var uploads = map[string]bool{
	campaignURL(":club", ":campaign") + "/stories":  true,
	campaignURL(":club", ":campaign") + "/map/edit": true,
	exhibitsURL(":club", ":battle"):                 true,
	battleURL(":club", ":battle") + "/dispute":      true,
	apiPrefix + exhibitsURL(":club", ":battle"):     true,
}

// imagePolicy lets an image that is opened by itself do nothing at all.
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox"

// imagesURL is where the images are that a campaign shows, without the hash.
func imagesURL(club, camp campaign.ID) string { return campaignURL(club, camp) + "/images/" }

// albumURL is the page of all images of a club.
func albumURL(club campaign.ID) string { return clubURL(club) + "/images" }

// image sends an image: to members any of their club, to others what the campaign shows.
func (s *site) image(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	if v.member == nil && !v.state.Shows(camp.ID, c.Param("image")) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-image"}
	}
	return s.sendImage(c, v)
}

// sendImage sends the image of the address, but to a member not what was laid before an arbiter; it never changes under its
// name.
func (s *site) sendImage(c echo.Context, v visit) error {
	hash := c.Param("image")
	if v.member != nil && v.state.Veiled(v.member.ID)[hash] {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-image"}
	}
	i, err := s.Hall.Image(c.Request().Context(), v.club, hash)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", imagePolicy)
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Content-Disposition", `inline; filename="`+hash[:12]+strings.Replace(i.Type, "image/", ".", 1)+`"`)
	return c.Blob(http.StatusOK, i.Type, i.Data)
}

// uploaded keeps the image that a form brought along in a field; nil when there is none.
func (s *site) uploaded(c echo.Context, v visit, field string) (*campaign.Image, error) {
	raw, err := upload(c, field)
	if err != nil || raw == nil {
		return nil, err
	}
	i, err := s.Hall.AddImage(c.Request().Context(), v.actor, v.club, raw)
	return &i, err
}

// upload is the file that a form brought along in a field, and no more of it than is looked at; nil when there is none.
func upload(c echo.Context, field string) ([]byte, error) {
	head, err := c.FormFile(field)
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) || err == nil && head.Size == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "image-kind"}
	}
	file, err := head.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, picture.MostBytes+1))
}

// imageField is the field of a form that takes an image.
func imageField(f views.Frame, wrong map[string]string) views.ImageField {
	return views.ImageField{Name: "image", Label: f.Say("image.choose"), Hint: f.Say("image.hint", "bytes", picture.MostBytes>>20), Accept: picture.Kinds, Wrong: wrong["image"], Side: picture.Side}
}

// album shows every image of the club, who uploaded it, and whether anything shows it.
func (s *site) album(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	all, err := s.Hall.Images(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return err
	}
	f := s.frame(c, bookOf(c).Say("image.title"), views.SectionClub)
	f.Back = clubURL(v.club)
	m := views.Album{Club: v.state.Club.Name, Most: bytesOf(f, campaign.MostImages)}
	size := 0
	for _, i := range all {
		size += i.Size
		one := views.AlbumImage{URL: albumURL(v.club) + "/" + i.Hash, By: memberName(v.state, i.By), At: i.At, Width: i.Width, Height: i.Height, Size: bytesOf(f, i.Size), Shown: i.Named}
		if i.By == v.actor.Member || v.can(campaign.ActionImages) {
			one.RemoveURL = one.URL + "/remove"
		}
		m.Images = append(m.Images, one)
	}
	m.Held = bytesOf(f, size)
	return s.page(c, http.StatusOK, views.ShowAlbum(f, m))
}

// bytesOf says in words how much room something takes.
func bytesOf(f views.Frame, n int) string {
	if n < 1<<20 {
		return f.Say("image.kilobytes", "n", (n+1023)>>10)
	}
	return f.Say("status.megabytes", "n", f.Book.Decimal(float64(n)/(1<<20), 1))
}

// albumImage sends an image of the club to its members.
func (s *site) albumImage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	return s.sendImage(c, v)
}

// removeImage takes an image away for good.
func (s *site) removeImage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if err := s.Hall.RemoveImage(c.Request().Context(), v.actor, v.club, c.Param("image")); err != nil {
		return err
	}
	return s.done(c, albumURL(v.club), "removed")
}
