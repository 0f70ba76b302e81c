package warcry

import (
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// sees reports whether fighter j is visible to fighter i on the board: a line from body to body
// crosses neither terrain nor another fighter (WC-VIS-1 to WC-VIS-4). It tries lines from the
// head to the chest and the flanks, and uses the memo.
func (b *Battle) sees(i, j int) bool {
	n := b.memo
	if n != nil && n.hasSight && n.viewer == i && n.viewed == j {
		return n.visible
	}
	visible := i != j && b.hasClearLine(i, j)
	if n != nil && n.recording {
		n.hasSight, n.viewer, n.viewed, n.visible = true, i, j, visible
	}
	return visible
}

// hasClearLine reports whether one of the lines from one fighter to another is clear.
func (b *Battle) hasClearLine(i, j int) bool {
	a, c := &b.s.Fighters[i], &b.s.Fighters[j]
	if t := &b.field.Twist; t.Kind == "fog" && !plane.Within(a.base, c.base, int64(t.Amount)*plane.One) {
		return false
	}
	head := plane.Point3{X: a.base.X, Y: a.base.Y, Z: a.base.Z + a.heightMils*9/10}
	chest := plane.Point3{X: c.base.X, Y: c.base.Y, Z: c.base.Z + c.heightMils*7/10}
	if b.lineClear(i, j, head, chest) {
		return true
	}
	span := plane.Span(a.base.Flat(), c.base.Flat())
	if span == 0 {
		return true
	}
	across := 0.8 * float64(c.base.Radius) / span / plane.One
	dx, dy := int64(float64(a.base.Y-c.base.Y)*across), int64(float64(c.base.X-a.base.X)*across)
	return b.lineClear(i, j, head, plane.Point3{X: chest.X + dx, Y: chest.Y + dy, Z: chest.Z}) ||
		b.lineClear(i, j, head, plane.Point3{X: chest.X - dx, Y: chest.Y - dy, Z: chest.Z})
}

// lineClear reports whether a line between two fighters crosses no terrain and no other fighter.
func (b *Battle) lineClear(i, j int, from, to plane.Point3) bool {
	line := plane.Around(from, to)
	for k := range b.partBoxes {
		if !b.partBoxes[k].Misses(&line) && b.partStands(k) && b.parts[k].prism.Crosses(from, to) {
			return false
		}
	}
	for k := range b.s.Fighters {
		w := &b.s.Fighters[k]
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

// inCover reports whether fighter j is in cover from fighter i on the board (WC-COV-1 to
// WC-COV-6).
func (b *Battle) inCover(i, j int) bool {
	a, c := &b.s.Fighters[i], &b.s.Fighters[j]
	if rise := c.base.Z - a.base.Z; rise > 0 {
		if _, part := b.onSurface(c.pos, c.z); ruling.GivesPlatformCover(part >= 0, rise) {
			return true
		}
	}
	line := plane.Around(plane.Point3{X: a.base.X, Y: a.base.Y, Z: a.base.Z}, plane.Point3{X: c.base.X, Y: c.base.Y, Z: c.base.Z})
	line.MinX, line.MinY, line.MaxX, line.MaxY = line.MinX-halfLine, line.MinY-halfLine, line.MaxX+halfLine, line.MaxY+halfLine
	for k := range b.partBoxes {
		if s := &b.parts[k]; s.cover && !b.partBoxes[k].Misses(&line) && b.partStands(k) && ruling.GivesObstacleCover(a.base, c.base, s.prism) {
			return true
		}
	}
	return false
}

// nearOpenEdge reports whether a fighter is so near an open edge of its platform that an attack
// calls for a fall test (WC-TER-6).
func (b *Battle) nearOpenEdge(i int) bool {
	w := &b.s.Fighters[i]
	if w.At.Z == 0 {
		return false
	}
	_, part := b.onSurface(w.pos, w.z)
	if part < 0 {
		return false
	}
	corners := b.parts[part].prism.Polygon
	reach := ruling.NearEdge.Float() + float64(w.base.Radius)/plane.One
	for _, e := range b.parts[part].open {
		if plane.AtMost(plane.ToSegment(w.base.Flat(), corners[e], corners[(e+1)%len(corners)]), reach) {
			return true
		}
	}
	return false
}
