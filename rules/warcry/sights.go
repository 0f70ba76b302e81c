package warcry

import "oriflamme/rules/plane"

// sees tells whether fighter j is visible to fighter i on the board: some line
// from body to body crosses neither terrain nor another fighter (WC-VIS-1 to
// WC-VIS-4). The lines tried run from the head to the chest and the flanks.
func (b *Battle) sees(i, j int) bool {
	n := &b.lately
	if n.looked && n.viewer == i && n.viewed == j {
		return n.visible
	}
	visible := i != j && b.someLine(i, j)
	if n.taking {
		n.looked, n.viewer, n.viewed, n.visible = true, i, j, visible
	}
	return visible
}

// someLine tells whether one of the lines from one fighter to another is clear.
func (b *Battle) someLine(i, j int) bool {
	a, c := &b.s.Warriors[i], &b.s.Warriors[j]
	if t := &b.field.Twist; t.Kind == "fog" && !plane.Within(a.base, c.base, int64(t.Amount)*plane.One) {
		return false
	}
	head := plane.Spot{X: a.base.X, Y: a.base.Y, Z: a.base.Z + a.tall*9/10}
	chest := plane.Spot{X: c.base.X, Y: c.base.Y, Z: c.base.Z + c.tall*7/10}
	if b.clear(i, j, head, chest) {
		return true
	}
	span := plane.Span(a.base.Flat(), c.base.Flat())
	if span == 0 {
		return true
	}
	across := 0.8 * float64(c.base.Radius) / span / plane.One
	dx, dy := int64(float64(a.base.Y-c.base.Y)*across), int64(float64(c.base.X-a.base.X)*across)
	return b.clear(i, j, head, plane.Spot{X: chest.X + dx, Y: chest.Y + dy, Z: chest.Z}) ||
		b.clear(i, j, head, plane.Spot{X: chest.X - dx, Y: chest.Y - dy, Z: chest.Z})
}

// clear tells whether a line between two fighters crosses nothing else.
func (b *Battle) clear(i, j int, from, to plane.Spot) bool {
	line := plane.Around(from, to)
	for k := range b.around {
		if !b.around[k].Misses(&line) && b.stands(k) && b.parts[k].prism.Crosses(from, to) {
			return false
		}
	}
	for k := range b.s.Warriors {
		w := &b.s.Warriors[k]
		x, y, r := w.base.X, w.base.Y, w.base.Radius
		if (x+r-line.MinX)|(line.MaxX+r-x)|(y+r-line.MinY)|(line.MaxY+r-y) < 0 || k == i || k == j || !w.Placed || w.Out {
			continue
		}
		if w.cylinder().Crosses(from, to) {
			return false
		}
	}
	return true
}

// halfLine is half the width of the cover line, rounded up, in thousandths of an inch.
const halfLine = 20

// covered tells whether j is in cover from i on the board (WC-COV-1 to WC-COV-6).
func (b *Battle) covered(i, j int) bool {
	a, c := &b.s.Warriors[i], &b.s.Warriors[j]
	if rise := c.base.Z - a.base.Z; rise > 0 {
		if _, part := b.surface(c.p, c.z); givesPlatformCover(part >= 0, rise) {
			return true
		}
	}
	line := plane.Around(plane.Spot{X: a.base.X, Y: a.base.Y, Z: a.base.Z}, plane.Spot{X: c.base.X, Y: c.base.Y, Z: c.base.Z})
	line.MinX, line.MinY, line.MaxX, line.MaxY = line.MinX-halfLine, line.MinY-halfLine, line.MaxX+halfLine, line.MaxY+halfLine
	for k := range b.around {
		if s := &b.parts[k]; s.cover && !b.around[k].Misses(&line) && b.stands(k) && givesObstacleCover(a.base, c.base, s.prism) {
			return true
		}
	}
	return false
}

// byOpenEdge tells whether a fighter is so near an open edge of the platform on
// which it stands that it must test for a fall (WC-TER-6).
func (b *Battle) byOpenEdge(i int) bool {
	w := &b.s.Warriors[i]
	if w.At.Z == 0 {
		return false
	}
	_, part := b.surface(w.p, w.z)
	if part < 0 {
		return false
	}
	corners := b.parts[part].prism.Polygon
	reach := nearEdge.Float() + float64(w.base.Radius)/plane.One
	for _, e := range b.parts[part].open {
		if plane.AtMost(plane.ToSegment(w.base.Flat(), corners[e], corners[(e+1)%len(corners)]), reach) {
			return true
		}
	}
	return false
}
