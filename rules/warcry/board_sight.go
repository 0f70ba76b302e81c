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
	wall := noUnit
	if b.lineClear(i, j, head, chest, &wall) {
		return true
	}
	span := plane.Span(a.base.Flat(), c.base.Flat())
	if span == 0 {
		return true
	}
	across := 0.8 * float64(c.base.Radius) / span / plane.One
	dx, dy := int64(float64(a.base.Y-c.base.Y)*across), int64(float64(c.base.X-a.base.X)*across)
	if b.lineClear(i, j, head, plane.Point3{X: chest.X + dx, Y: chest.Y + dy, Z: chest.Z}, &wall) ||
		b.lineClear(i, j, head, plane.Point3{X: chest.X - dx, Y: chest.Y - dy, Z: chest.Z}, &wall) {
		return true
	}
	if !b.exactTerrain() {
		return false
	}
	// What one sees is seen: the same lines from the other side, and from head to head.
	far := plane.Point3{X: c.base.X, Y: c.base.Y, Z: c.base.Z + c.heightMils*9/10}
	near := plane.Point3{X: a.base.X, Y: a.base.Y, Z: a.base.Z + a.heightMils*7/10}
	across = 0.8 * float64(a.base.Radius) / span / plane.One
	dx, dy = int64(float64(a.base.Y-c.base.Y)*across), int64(float64(c.base.X-a.base.X)*across)
	return b.lineClear(i, j, head, far, &wall) || b.lineClear(i, j, near, far, &wall) ||
		b.lineClear(i, j, plane.Point3{X: near.X + dx, Y: near.Y + dy, Z: near.Z}, far, &wall) ||
		b.lineClear(i, j, plane.Point3{X: near.X - dx, Y: near.Y - dy, Z: near.Z}, far, &wall)
}

// lineClear reports whether a line between two fighters crosses no terrain and no other fighter. Wall
// is the part that blocked a line beside it, or noUnit: it is tried first, and set to the part that
// blocks this line.
func (b *Battle) lineClear(i, j int, from, to plane.Point3, wall *int) bool {
	if *wall >= 0 && b.parts[*wall].prism.Crosses(from, to) {
		return false
	}
	line := plane.Around(from, to)
	for k := range b.partBoxes {
		if !b.partBoxes[k].Misses(&line) && b.partStands(k) && !b.parts[k].seenThrough && b.parts[k].prism.Crosses(from, to) {
			*wall = k
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

// seesPoint reports whether a point of the floor or of a platform is visible to a fighter and not
// inside terrain (WC-TRE-9). It tries lines from the head, and from its rim on the side of the point.
func (b *Battle) seesPoint(i int, at Point) bool {
	for k := range b.parts {
		if s := &b.parts[k]; !s.low && !s.seenThrough && b.partStands(k) && at.z() >= s.bottom && at.z() < s.top-1e-3 && s.holds(at.flat()) {
			return false
		}
	}
	w, to := &b.s.Fighters[i], at.base(0)
	mark := plane.Point3{X: to.X, Y: to.Y, Z: to.Z}
	head := plane.Point3{X: w.base.X, Y: w.base.Y, Z: w.base.Z + w.heightMils*9/10}
	wall := noUnit
	if b.lineClear(i, i, head, mark, &wall) {
		return true
	}
	span := plane.Span(w.base.Flat(), to.Flat())
	if span == 0 {
		return true
	}
	part := min(1, float64(w.base.Radius)/span/plane.One)
	rim := plane.Point3{X: head.X + int64(float64(mark.X-head.X)*part), Y: head.Y + int64(float64(mark.Y-head.Y)*part), Z: head.Z}
	return b.lineClear(i, i, rim, mark, &wall)
}

// halfLine is half the width of the cover line, rounded up, in thousandths of an inch.
const halfLine = 20

// inCover reports whether fighter j is in cover from fighter i on the board (WC-COV-1 to
// WC-COV-6). The body of the platform on which one of them stands is an obstacle like any other.
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
		if s := &b.parts[k]; s.cover && !b.partBoxes[k].Misses(&line) && b.partStands(k) && (b.since(bodiesCover) || !b.carriesOne(k, a, c)) && ruling.GivesObstacleCover(a.base, c.base, s.prism) {
			return true
		}
	}
	return false
}

// carriesOne reports whether a part is the platform on which one of two fighters stands, or belongs
// to it. Before version bodiesCover it gave no cover from those below.
func (b *Battle) carriesOne(k int, fighters ...*fighterState) bool {
	if b.parts[k].kind != "platform" {
		return false
	}
	for _, w := range fighters {
		if _, part := b.onSurface(w.pos, w.z); part >= 0 && b.featureOf(part) == b.featureOf(k) {
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
