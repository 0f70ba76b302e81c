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
	_ "image/gif" // read, and written as PNG
	"image/jpeg"
	"image/png"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // read, and written as PNG or JPEG
)

// The bounds of what is taken in and given out.
const (
	MaxBytes  = 6 << 20  // of an upload
	MaxPixels = 13 << 20 // of an upload: 4,160 × 3,120 and a little more
	maxMemory = 56 << 20 // bytes of the pixels once decoded
	MaxSide   = 1600     // the longer side of what is kept, at most, in pixels
	maxOutput = 1 << 20  // bytes of what is kept
)

// The kinds of what is kept.
const (
	PNG  = "image/png"
	JPEG = "image/jpeg"
)

// Why an upload is refused. Errors of Sanitize are one of these, wrapped.
var (
	ErrKind  = errors.New("no PNG, JPEG, GIF or WebP image") // or one that is broken
	ErrLarge = errors.New("image too large")                 // in bytes or pixels
)

// A Image is an image as it is kept.
type Image struct {
	Data          []byte
	Type          string // PNG or JPEG
	Width, Height int    // in pixels
}

// Sanitize reads an image of PNG, JPEG, GIF (its first frame) or WebP and writes it anew:
// upright, no larger than MaxSide, photographs as JPEG, all else as PNG.
func Sanitize(raw []byte) (Image, error) {
	if len(raw) > MaxBytes {
		return Image{}, fmt.Errorf("%w: %d bytes", ErrLarge, len(raw))
	}
	// Only the head is read here: a bomb says how large it would be before it goes off.
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

// withinLimits holds for images that may be decoded.
func withinLimits(c image.Config) bool {
	if c.Width > 1<<16 || c.Height > 1<<16 {
		return false
	}
	pixels := int64(c.Width) * int64(c.Height)
	return pixels <= MaxPixels && pixels*depth(c.ColorModel) <= maxMemory
}

// depth is how many bytes a decoded pixel takes.
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

// fit scales an image down to MaxSide, and copies it out of whatever it was decoded to.
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

// write encodes what was a photograph, or would be too large otherwise, as JPEG.
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

// onWhite lays an image with holes on white, since JPEG has none.
func onWhite(img *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(img.Rect)
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, img.Rect.Min, draw.Over)
	return out
}

// Types are the types that a form of uploads offers, as its "accept".
var Types = strings.Join([]string{PNG, JPEG, "image/gif", "image/webp"}, ",")

// Verify reports, as an error, whatever of a picture is not as its bytes say.
func (p Image) Verify() error {
	head, format, err := image.DecodeConfig(bytes.NewReader(p.Data))
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrKind, err)
	case "image/"+format != p.Type || p.Type != PNG && p.Type != JPEG:
		return fmt.Errorf("%w: %s, not %s", ErrKind, format, p.Type)
	case head.Width != p.Width || head.Height != p.Height:
		return fmt.Errorf("%w: %d by %d pixels, not %d by %d", ErrKind, head.Width, head.Height, p.Width, p.Height)
	}
	return nil
}
