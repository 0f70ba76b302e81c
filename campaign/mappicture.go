package campaign

import (
	"fmt"
	"math"

	"oriflamme/campaign/cells"
)

// A Backdrop lies beneath the regions of a map, in the units of the drawing of package
// cells, whose point 0, 0 is the middle of the place 0, 0 of hexagons.
type Backdrop struct {
	Image   string `json:"image"` // hash of an Image of the club
	X       int    `json:"x"`     // of its left edge
	Y       int    `json:"y"`     // of its upper edge
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Opacity int    `json:"opacity"`        // in per cent
	Turn    int    `json:"turn,omitempty"` // about its middle, in degrees, clockwise; 0 to 359
}

// The bounds of pictures, in units of the drawing, per cent and degrees.
const (
	maxOffset  = 20000
	minSide    = 20
	maxSide    = 40000
	minOpacity = 10
	fullTurn   = 360
)

func (p *Backdrop) check() error {
	if p == nil {
		return nil
	}
	if ImageHash(ImageScheme+p.Image) == "" {
		return notFound("map.picture.image", "image", p.Image)
	}
	for _, n := range []struct {
		field      string
		is, lo, hi int
	}{{"x", p.X, -maxOffset, maxOffset}, {"y", p.Y, -maxOffset, maxOffset}, {"width", p.Width, minSide, maxSide},
		{"height", p.Height, minSide, maxSide}, {"opacity", p.Opacity, minOpacity, 100}, {"turn", p.Turn, 0, fullTurn - 1}} {
		if n.is < n.lo || n.is > n.hi {
			return refuse(Invalid, "map.picture."+n.field, "range", "", "from", fmt.Sprint(n.lo), "to", fmt.Sprint(n.hi))
		}
	}
	return nil
}

// extent is the smallest rectangle round all regions, in units of the drawing; of an empty
// map round its first place.
func (m *Map) extent() (x, y, width, height float64) {
	lo, hi := cells.Point{X: math.Inf(1), Y: math.Inf(1)}, cells.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	reach := func(q, r int) {
		for _, p := range m.lattice().Cell(q, r).Ring {
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

// seaMargin is how far the sheet reaches beyond the regions of a map.
const seaMargin = 46

// NewBackdrop lays an image of so many pixels beneath a map: in its middle, just large
// enough to cover the regions and the sea about them.
func (m *Map) NewBackdrop(image string, width, height int) *Backdrop {
	x, y, w, h := m.extent()
	x, y, w, h = x-seaMargin, y-seaMargin, w+2*seaMargin, h+2*seaMargin
	scale := max(w/float64(width), h/float64(height))
	p := &Backdrop{Image: image, Width: round(float64(width) * scale), Height: round(float64(height) * scale), Opacity: 70}
	p.X, p.Y = round(x+(w-float64(p.Width))/2), round(y+(h-float64(p.Height))/2)
	return p.clamped()
}

// BackdropMoves are what Moved does with a picture.
var BackdropMoves = []string{"left", "up", "down", "right", "smaller", "larger", "back", "on", "fainter", "stronger"}

// Moved returns the picture moved by a fifth of a hexagon, an eighth larger or smaller
// about its middle, turned back or on by five degrees, or a tenth fainter or stronger; p stays as it is. What would leave
// the bounds stays within.
func (p *Backdrop) Moved(how string) *Backdrop {
	const step, part, turn = 20, 8, 5
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
	case "back":
		n.Turn -= turn
	case "on":
		n.Turn += turn
	case "fainter":
		n.Opacity -= 10
	case "stronger":
		n.Opacity += 10
	}
	n.X, n.Y = n.X+(p.Width-n.Width)/2, n.Y+(p.Height-n.Height)/2
	return n.clamped()
}

// Placed returns the picture with its middle at a point, so wide, in its proportions,
// and so turned; p stays as it is. What would leave the bounds stays within.
func (p *Backdrop) Placed(x, y, width, turn int) *Backdrop {
	n := *p
	n.Width = min(max(width, minSide), maxSide)
	n.Height = round(float64(n.Width) * float64(p.Height) / float64(p.Width))
	n.X, n.Y, n.Turn = x-n.Width/2, y-n.Height/2, turn
	return n.clamped()
}

// Middle is the point about which the picture turns.
func (p *Backdrop) Middle() (x, y int) { return p.X + p.Width/2, p.Y + p.Height/2 }

// clamped keeps a picture inside its bounds.
func (p *Backdrop) clamped() *Backdrop {
	p.X, p.Y = min(max(p.X, -maxOffset), maxOffset), min(max(p.Y, -maxOffset), maxOffset)
	p.Width, p.Height = min(max(p.Width, minSide), maxSide), min(max(p.Height, minSide), maxSide)
	p.Opacity = min(max(p.Opacity, minOpacity), 100)
	p.Turn = (p.Turn%fullTurn + fullTurn) % fullTurn
	return p
}

func round(x float64) int { return int(math.Round(x)) }
