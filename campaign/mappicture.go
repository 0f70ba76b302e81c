package campaign

import "fmt"

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
