package campaign

import (
	"fmt"
	"math"

	"oriflamme/campaign/cells"
)

// A Picture lies beneath the regions of a map, in the units of the drawing of package
// cells, whose point 0, 0 is the middle of the place 0, 0 of hexagons.
type Picture struct {
	Image   string `json:"image"` // hash of an Image of the club
	X       int    `json:"x"`     // of its left edge
	Y       int    `json:"y"`     // of its upper edge
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Opacity int    `json:"opacity"` // in per cent
}

// The bounds of pictures, in units of the drawing and per cent.
const (
	mostPlace   = 20000
	leastSide   = 20
	mostSide    = 40000
	leastOpaque = 10
)

func (p *Picture) check() error {
	if p == nil {
		return nil
	}
	if ImageHash(ImageScheme+p.Image) == "" {
		return missing("map.picture.image", "image", p.Image)
	}
	for _, n := range []struct {
		field      string
		is, lo, hi int
	}{{"x", p.X, -mostPlace, mostPlace}, {"y", p.Y, -mostPlace, mostPlace}, {"width", p.Width, leastSide, mostSide},
		{"height", p.Height, leastSide, mostSide}, {"opacity", p.Opacity, leastOpaque, 100}} {
		if n.is < n.lo || n.is > n.hi {
			return refuse(Invalid, "map.picture."+n.field, "range", "", "from", fmt.Sprint(n.lo), "to", fmt.Sprint(n.hi))
		}
	}
	return nil
}

// box is the smallest rectangle round all regions, in units of the drawing; of an empty
// map round its first place.
func (m *Map) box() (x, y, width, height float64) {
	lo, hi := cells.Point{X: math.Inf(1), Y: math.Inf(1)}, cells.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	reach := func(q, r int) {
		c := cells.Hexagon(q, r)
		if m.Shape == Free {
			c = cells.Free(m.Seed, q, r)
		}
		for _, p := range c.Ring {
			lo = cells.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
			hi = cells.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
		}
	}
	for _, r := range m.Regions {
		reach(r.Q, r.R)
	}
	if len(m.Regions) == 0 {
		reach(0, 0)
	}
	return lo.X, lo.Y, hi.X - lo.X, hi.Y - lo.Y
}

// shore is how far the sheet reaches beyond the regions of a map.
const shore = 46

// Under lays an image of so many pixels beneath a map: in its middle, just large
// enough to cover the regions and the sea about them.
func (m *Map) Under(image string, width, height int) *Picture {
	x, y, w, h := m.box()
	x, y, w, h = x-shore, y-shore, w+2*shore, h+2*shore
	scale := max(w/float64(width), h/float64(height))
	p := &Picture{Image: image, Width: round(float64(width) * scale), Height: round(float64(height) * scale), Opacity: 70}
	p.X, p.Y = round(x+(w-float64(p.Width))/2), round(y+(h-float64(p.Height))/2)
	return p.within()
}

// Moves are what Moved does with a picture.
var Moves = []string{"left", "up", "down", "right", "smaller", "larger", "fainter", "stronger"}

// Moved returns the picture moved by a fifth of a hexagon, an eighth larger or smaller
// about its middle, or a tenth fainter or stronger; p stays as it is. What would leave
// the bounds stays within.
func (p *Picture) Moved(how string) *Picture {
	const step, part = 20, 8
	n := *p
	switch how {
	case "left":
		n.X -= step
	case "right":
		n.X += step
	case "up":
		n.Y -= step
	case "down":
		n.Y += step
	case "larger":
		n.Width, n.Height = p.Width+p.Width/part, p.Height+p.Height/part
	case "smaller":
		n.Width, n.Height = p.Width-p.Width/(part+1), p.Height-p.Height/(part+1)
	case "fainter":
		n.Opacity -= 10
	case "stronger":
		n.Opacity += 10
	}
	n.X, n.Y = n.X+(p.Width-n.Width)/2, n.Y+(p.Height-n.Height)/2
	return n.within()
}

// within keeps a picture inside its bounds.
func (p *Picture) within() *Picture {
	p.X, p.Y = min(max(p.X, -mostPlace), mostPlace), min(max(p.Y, -mostPlace), mostPlace)
	p.Width, p.Height = min(max(p.Width, leastSide), mostSide), min(max(p.Height, leastSide), mostSide)
	p.Opacity = min(max(p.Opacity, leastOpaque), 100)
	return p
}

func round(x float64) int { return int(math.Round(x)) }
