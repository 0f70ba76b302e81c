package site

import (
	"errors"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/imagesanitize"
	"oriflamme/views"
)

// UploadLimit bounds requests that bring an image along.
const UploadLimit = "7M"

// ImagePolicy lets an image that is opened by itself do nothing at all.
const ImagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox"

// CampaignImagesURL is where the images are that a campaign shows, without the hash.
func CampaignImagesURL(club, camp campaign.ID) string { return CampaignURL(club, camp) + "/images/" }

// ClubImagesURL is the page of all images of a club.
func ClubImagesURL(club campaign.ID) string { return ClubURL(club) + "/images" }

// StoreUpload keeps the image that a form brought along in a field; nil when there is none.
func (s *Base) StoreUpload(c echo.Context, v Visit, field string) (*campaign.Image, error) {
	raw, err := ReadUpload(c, field)
	if err != nil || raw == nil {
		return nil, err
	}
	i, err := s.Service.AddImage(c.Request().Context(), v.Actor, v.Club, raw)
	return &i, err
}

// ReadUpload is the file that a form brought along in a field, and no more of it than is looked at; nil when there is none.
func ReadUpload(c echo.Context, field string) ([]byte, error) {
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
	return io.ReadAll(io.LimitReader(file, imagesanitize.MaxBytes+1))
}

// ImageField is the field of a form that takes an image.
func ImageField(f views.Frame, wrong string) views.ImageField {
	return views.ImageField{Name: "image", Label: f.Say("image.choose"), Hint: f.Say("image.hint", "bytes", imagesanitize.MaxBytes>>20), Accept: imagesanitize.Types, Wrong: wrong, Side: imagesanitize.MaxSide}
}

// SizeText says in words how much room something takes.
func SizeText(f views.Frame, n int) string {
	if n < 1<<20 {
		return f.Say("image.kilobytes", "n", (n+1023)>>10)
	}
	return f.Say("status.megabytes", "n", f.Catalog.Decimal(float64(n)/(1<<20), 1))
}
