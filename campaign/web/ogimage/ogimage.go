// Package ogimage draws the Open Graph images that messengers show beside a link: a title, a few lines, and the map of a campaign
// as hexagons. It knows nothing of clubs. The colours are those of the light theme.
package ogimage

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Width and Height are the size in pixels that messengers ask for.
const (
	Width  = 1200
	Height = 630
)

// An Image is the content of an image.
type Image struct {
	Kicker string // in small letters above the title
	Title  string
	Lines  []string // below the title; at most six are drawn
	Land   []Hex    // the map beside the text; may be empty
}

// A Hex is a region, in axial coordinates with pointed tops; its tincture is "" for free land.
type Hex struct {
	Q, R     int
	Tincture string
	Capital  bool
}

var (
	background = color.RGBA{0xf1, 0xf3, 0xee, 0xff}
	ink        = color.RGBA{0x16, 0x21, 0x2b, 0xff}
	soft       = color.RGBA{0x45, 0x51, 0x5b, 0xff}
	accent     = color.RGBA{0xae, 0x26, 0x1a, 0xff}
	freeLand   = color.RGBA{0xe5, 0xe9, 0xe2, 0xff}

	tinctures = map[string]color.RGBA{
		"or": {0xdf, 0xae, 0x36, 0xff}, "argent": {0xfb, 0xfb, 0xf7, 0xff}, "gules": {0xb3, 0x29, 0x1d, 0xff}, "azure": {0x25, 0x54, 0x90, 0xff},
		"vert": {0x2d, 0x6c, 0x45, 0xff}, "purpure": {0x6b, 0x38, 0x7b, 0xff}, "sable": {0x1a, 0x22, 0x2a, 0xff}, "tenny": {0xad, 0x63, 0x28, 0xff},
	}
)

// fonts are parsed once. Faces are made for each image, because they may not be shared.
var fonts = sync.OnceValues(func() (both [2]*opentype.Font, err error) {
	for i, ttf := range [][]byte{goregular.TTF, gobold.TTF} {
		if both[i], err = opentype.Parse(ttf); err != nil {
			return both, fmt.Errorf("card: %w", err)
		}
	}
	return both, nil
})

// PNG returns the image as a PNG file.
func (i Image) PNG() ([]byte, error) {
	p, err := newPainter()
	if err != nil {
		return nil, err
	}
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	draw.Draw(p.img, image.Rect(0, 0, 28, Height), image.NewUniform(accent), image.Point{}, draw.Src)
	const left = 84
	right := Width - 72
	if len(i.Land) > 0 {
		right = 640
		p.land(i.Land, image.Rect(680, 60, Width-60, Height-60))
	}
	y := p.lines(p.small, soft, left, 110, right, 1, i.Kicker)
	y = p.lines(p.title, ink, left, y+34, right, 3, i.Title)
	draw.Draw(p.img, image.Rect(left, y-26, right, y-22), image.NewUniform(ink), image.Point{}, draw.Src)
	y += 26
	for _, line := range i.Lines[:min(6, len(i.Lines))] {
		y = p.lines(p.text, ink, left, y, right, 1, line)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, p.img); err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	return out.Bytes(), nil
}

type painter struct {
	img                *image.RGBA
	title, text, small font.Face
}

func newPainter() (*painter, error) {
	both, err := fonts()
	if err != nil {
		return nil, err
	}
	p := &painter{img: image.NewRGBA(image.Rect(0, 0, Width, Height))}
	for _, want := range []struct {
		face *font.Face
		font *opentype.Font
		size float64
	}{{&p.title, both[1], 58}, {&p.text, both[0], 32}, {&p.small, both[0], 28}} {
		if *want.face, err = opentype.NewFace(want.font, &opentype.FaceOptions{Size: want.size, DPI: 72, Hinting: font.HintingNone}); err != nil {
			return nil, fmt.Errorf("card: %w", err)
		}
	}
	return p, nil
}

// lines draws a text in at most limit lines between two margins, and returns the baseline after it. It ends a text that
// does not fit with an ellipsis.
func (p *painter) lines(face font.Face, ink color.Color, left, y, right, limit int, text string) int {
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(ink), Face: face}
	step := face.Metrics().Height.Ceil() + 6
	fits := func(s string) bool { return d.MeasureString(s).Ceil() <= right-left }
	words := strings.Fields(text)
	for n := 1; n <= limit && len(words) > 0; n++ {
		take := 1
		for take < len(words) && fits(strings.Join(words[:take+1], " ")) {
			take++
		}
		if n == limit {
			take = len(words)
		}
		line := strings.Join(words[:take], " ")
		for cut := []rune(line); !fits(line) && len(cut) > 1; line = strings.TrimRight(string(cut), " ,.") + "…" {
			cut = cut[:len(cut)-1]
		}
		d.Dot = fixed.P(left, y)
		d.DrawString(line)
		words = words[take:]
		y += step
	}
	return y
}

// land draws hexagons as large as the frame allows.
func (p *painter) land(all []Hex, frame image.Rectangle) {
	spot := func(h Hex) (x, y float64) { return math.Sqrt(3) * (float64(h.Q) + float64(h.R)/2), 1.5 * float64(h.R) }
	lox, loy, hix, hiy := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, h := range all {
		x, y := spot(h)
		lox, loy, hix, hiy = min(lox, x-.87), min(loy, y-1), max(hix, x+.87), max(hiy, y+1)
	}
	side := min(float64(frame.Dx())/(hix-lox), float64(frame.Dy())/(hiy-loy))
	midx, midy := float64(frame.Min.X+frame.Max.X)/2, float64(frame.Min.Y+frame.Max.Y)/2
	for _, h := range all {
		x, y := spot(h)
		x, y = midx+(x-(lox+hix)/2)*side, midy+(y-(loy+hiy)/2)*side
		p.hexagon(x, y, side, ink)
		fill, owned := tinctures[h.Tincture]
		if !owned {
			fill = freeLand
		}
		p.hexagon(x, y, side*.94, fill)
		if h.Capital {
			p.hexagon(x, y, side*.3, background)
		}
	}
}

func (p *painter) hexagon(x, y, side float64, fill color.Color) {
	// The rasterizer is only as large as the hexagon, because it processes its whole area.
	box := image.Rect(int(x-side)-1, int(y-side)-1, int(x+side)+2, int(y+side)+2)
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i := range 6 {
		at := math.Pi/3*float64(i) + math.Pi/6
		px, py := float32(x+side*math.Cos(at)-float64(box.Min.X)), float32(y+side*math.Sin(at)-float64(box.Min.Y))
		if i == 0 {
			r.MoveTo(px, py)
		} else {
			r.LineTo(px, py)
		}
	}
	r.ClosePath()
	r.Draw(p.img, box, image.NewUniform(fill), image.Point{})
}
