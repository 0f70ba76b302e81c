// Package imagesanitize makes uploaded images safe to store and to show. It checks the
// header before it decodes, decodes within limits, and encodes the image again: what
// Sanitize returns holds the pixels and nothing else, neither the place where a
// photograph was taken nor a second file appended to the first.
//
// The package stores nothing and knows no members: package campaign does.
package imagesanitize

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // decoded only; encoded as PNG
	"image/jpeg"
	"image/png"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // decoded only; encoded as PNG or JPEG
)

// The limits of uploads and of results.
const (
	MaxBytes  = 6 << 20  // bytes of an upload
	MaxPixels = 13 << 20 // pixels of an upload: 4,160 × 3,120 and a little more
	maxMemory = 56 << 20 // bytes of the pixels once decoded
	MaxSide   = 1600     // longer side of a result in pixels
	maxOutput = 1 << 20  // bytes of a result
)

// The media types of results.
const (
	PNG  = "image/png"
	JPEG = "image/jpeg"
)

// The reasons why an upload is refused. Every error of Sanitize wraps one of these.
var (
	ErrKind  = errors.New("no PNG, JPEG, GIF or WebP image") // or a broken one
	ErrLarge = errors.New("image too large")                 // in bytes or pixels
)

// An Image is a cleaned image.
type Image struct {
	Data          []byte
	Type          string // PNG or JPEG
	Width, Height int    // in pixels
}

// Sanitize decodes a PNG, JPEG, GIF (first frame) or WebP image and encodes it again:
// upright, no side longer than MaxSide, photographs as JPEG and everything else as PNG.
func Sanitize(raw []byte) (Image, error) {
	if len(raw) > MaxBytes {
		return Image{}, fmt.Errorf("%w: %d bytes", ErrLarge, len(raw))
	}
	// Only the header is read here, so that an image that would decode to a huge size is
	// refused before it takes memory.
	head, format, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return Image{}, fmt.Errorf("%w: %w", ErrKind, err)
	}
	if head.Width < 1 || head.Height < 1 {
		return Image{}, fmt.Errorf("%w: %d by %d pixels", ErrKind, head.Width, head.Height)
	}
	if !withinLimits(head) {
		return Image{}, fmt.Errorf("%w: %d by %d pixels", ErrLarge, head.Width, head.Height)
	}
	img, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return Image{}, fmt.Errorf("%w: %w", ErrKind, err)
	}
	if got := img.Bounds(); got.Dx() < 1 || got.Dy() < 1 || got.Dx() > head.Width || got.Dy() > head.Height {
		return Image{}, fmt.Errorf("%w: other than its head says", ErrKind)
	}
	turn := 1
	if format == "jpeg" {
		turn = orientation(raw)
	}
	return write(upright(fit(img), turn), format)
}

// withinLimits reports whether an image may be decoded.
func withinLimits(c image.Config) bool {
	if c.Width > 1<<16 || c.Height > 1<<16 {
		return false
	}
	pixels := int64(c.Width) * int64(c.Height)
	return pixels <= MaxPixels && pixels*depth(c.ColorModel) <= maxMemory
}

// depth returns how many bytes a decoded pixel takes.
func depth(m color.Model) int64 {
	switch m {
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	case color.GrayModel, color.AlphaModel:
		return 1
	case color.Gray16Model, color.Alpha16Model:
		return 2
	}
	if _, ok := m.(color.Palette); ok {
		return 1
	}
	return 4
}

// fit returns a copy of an image in NRGBA, scaled down to MaxSide.
func fit(img image.Image) *image.NRGBA {
	from := img.Bounds()
	w, h := from.Dx(), from.Dy()
	if long := max(w, h); long > MaxSide {
		w, h = max(1, w*MaxSide/long), max(1, h*MaxSide/long)
	}
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	if w == from.Dx() && h == from.Dy() {
		draw.Draw(out, out.Bounds(), img, from.Min, draw.Src)
	} else {
		draw.CatmullRom.Scale(out, out.Bounds(), img, from, draw.Src, nil)
	}
	return out
}

// write encodes an image: as JPEG if it came as JPEG or would be too large as PNG, else as PNG.
func write(img *image.NRGBA, format string) (Image, error) {
	opaque := img.Opaque()
	if !opaque || format == "png" || format == "gif" {
		p, err := encode(img, PNG)
		if err != nil || len(p.Data) <= maxOutput {
			return p, err
		}
	}
	if !opaque {
		img = onWhite(img)
	}
	p, err := encode(img, JPEG)
	if err == nil && len(p.Data) > maxOutput {
		err = fmt.Errorf("%w: %d bytes once written anew", ErrLarge, len(p.Data))
	}
	return p, err
}

func encode(img *image.NRGBA, kind string) (Image, error) {
	var b bytes.Buffer
	var err error
	if kind == PNG {
		err = png.Encode(&b, img)
	} else {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: 85})
	}
	if err != nil {
		return Image{}, fmt.Errorf("write image: %w", err)
	}
	return Image{Data: b.Bytes(), Type: kind, Width: img.Rect.Dx(), Height: img.Rect.Dy()}, nil
}

// onWhite draws an image with transparency on white, since JPEG has no transparency.
func onWhite(img *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(img.Rect)
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, img.Rect.Min, draw.Over)
	return out
}

// Types is the "accept" attribute of an upload form.
var Types = strings.Join([]string{PNG, JPEG, "image/gif", "image/webp"}, ",")

// Verify returns an error if an image's type or size differs from what its bytes say.
func (i Image) Verify() error {
	head, format, err := image.DecodeConfig(bytes.NewReader(i.Data))
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrKind, err)
	case "image/"+format != i.Type || i.Type != PNG && i.Type != JPEG:
		return fmt.Errorf("%w: %s, not %s", ErrKind, format, i.Type)
	case head.Width != i.Width || head.Height != i.Height:
		return fmt.Errorf("%w: %d by %d pixels, not %d by %d", ErrKind, head.Width, head.Height, i.Width, i.Height)
	}
	return nil
}
