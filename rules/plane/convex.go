package plane

import "slices"

// Convex splits a simple polygon into convex ones that cover it without overlapping, each
// with its corners counter-clockwise. A convex polygon is its own only piece. It is not ok
// when the polygon crosses or touches itself, or has no area.
func Convex(polygon []Point) (pieces [][]Point, ok bool) {
	if !isSimple(polygon) {
		return nil, false
	}
	p := slices.Clone(polygon)
	if isClockwise(p) {
		slices.Reverse(p)
	}
	if isConvex(p) {
		return [][]Point{p}, true
	}
	return mergeConvex(triangulate(withoutFlatCorners(p))), true
}

// turn is positive when the path from a over b to c turns left, 0 when it is straight.
func turn(a, b, c Point) int64 { return (b.X-a.X)*(c.Y-b.Y) - (b.Y-a.Y)*(c.X-b.X) }

// cornerAt returns corner i of a polygon, counted cyclically: -1 is the last.
func cornerAt(p []Point, i int) Point { return p[(i+len(p))%len(p)] }

// isClockwise reports whether the corners go clockwise.
func isClockwise(p []Point) bool {
	area := int64(0)
	for i := range p {
		a, b := p[i], cornerAt(p, i+1)
		area += a.X*b.Y - a.Y*b.X
	}
	return area < 0
}

// isConvex reports whether a simple polygon turns left, or not at all, at every corner.
func isConvex(p []Point) bool {
	for i := range p {
		if turn(cornerAt(p, i-1), p[i], cornerAt(p, i+1)) < 0 {
			return false
		}
	}
	return true
}

// isSimple reports whether a polygon has an area and its sides meet only at its corners.
func isSimple(p []Point) bool {
	n := len(p)
	if n < 3 {
		return false
	}
	for i := range p {
		a, b, c := p[i], cornerAt(p, i+1), cornerAt(p, i+2)
		back := turn(a, b, c) == 0 && (b.X-a.X)*(c.X-b.X)+(b.Y-a.Y)*(c.Y-b.Y) <= 0
		if a == b || back {
			return false
		}
		for j := i + 2; j < n; j++ {
			if (j+1)%n != i && segmentsMeet(a, b, p[j], cornerAt(p, j+1)) {
				return false
			}
		}
	}
	return true
}

// segmentsMeet reports whether two straight segments have a common point.
func segmentsMeet(a, b, c, d Point) bool {
	ac, ad, ca, cb := sign(turn(a, b, c)), sign(turn(a, b, d)), sign(turn(c, d, a)), sign(turn(c, d, b))
	if ac*ad < 0 && ca*cb < 0 {
		return true
	}
	return ac == 0 && isBetween(a, b, c) || ad == 0 && isBetween(a, b, d) || ca == 0 && isBetween(c, d, a) || cb == 0 && isBetween(c, d, b)
}

func sign(v int64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

// isBetween reports whether a point of the line through a and b is between them.
func isBetween(a, b, p Point) bool {
	return min(a.X, b.X) <= p.X && p.X <= max(a.X, b.X) && min(a.Y, b.Y) <= p.Y && p.Y <= max(a.Y, b.Y)
}

// withoutFlatCorners returns a polygon without the corners at which it goes straight on.
func withoutFlatCorners(p []Point) (rest []Point) {
	for i := range p {
		if turn(cornerAt(p, i-1), p[i], cornerAt(p, i+1)) != 0 {
			rest = append(rest, p[i])
		}
	}
	return rest
}

// triangulate splits a simple polygon into triangles by cutting off one ear after another.
func triangulate(p []Point) (list [][]Point) {
	p = slices.Clone(p)
	for len(p) > 3 {
		for i := range p {
			if isEar(p, i) {
				list = append(list, []Point{cornerAt(p, i-1), p[i], cornerAt(p, i+1)})
				p = withoutFlatCorners(slices.Delete(p, i, i+1))
				break
			}
		}
	}
	return append(list, p)
}

// isEar reports whether the triangle at a corner is inside the polygon and contains none of
// its other corners. Every simple polygon has an ear.
func isEar(p []Point, i int) bool {
	a, b, c := cornerAt(p, i-1), p[i], cornerAt(p, i+1)
	if turn(a, b, c) <= 0 {
		return false
	}
	for _, q := range p {
		if q != a && q != b && q != c && turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0 {
			return false
		}
	}
	return true
}

// mergeConvex joins pieces with a common side where the result is convex.
func mergeConvex(pieces [][]Point) [][]Point {
	for i := 0; i < len(pieces); i++ {
		for j := i + 1; j < len(pieces); j++ {
			if both := joinPair(pieces[i], pieces[j]); both != nil && isConvex(both) {
				pieces[i] = both
				pieces = slices.Delete(pieces, j, j+1)
				j = i // the larger piece may have new neighbours
			}
		}
	}
	return pieces
}

// joinPair returns the outline of two pieces with a common side, or nil when they have none.
func joinPair(p, q []Point) []Point {
	for i := range p {
		for j := range q {
			if p[i] == cornerAt(q, j+1) && cornerAt(p, i+1) == q[j] {
				both := slices.Concat(p[i+1:], p[:i+1])
				for k := 2; k < len(q); k++ {
					both = append(both, cornerAt(q, j+k))
				}
				return both
			}
		}
	}
	return nil
}
