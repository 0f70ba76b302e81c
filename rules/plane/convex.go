package plane

import "slices"

// Convex splits a simple polygon into convex ones that cover it and overlap nowhere,
// each with its corners counter-clockwise; a convex polygon is its own and only
// piece. It is not ok when the polygon crosses or touches itself, or has no area.
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

// turn is positive where the way from a over b to c turns left, 0 where it goes on straight.
func turn(a, b, c Point) int64 { return (b.X-a.X)*(c.Y-b.Y) - (b.Y-a.Y)*(c.X-b.X) }

// cornerAt is a corner of a polygon, counted on beyond the last.
func cornerAt(p []Point, i int) Point { return p[(i+len(p))%len(p)] }

// isClockwise tells whether the corners go clockwise.
func isClockwise(p []Point) bool {
	area := int64(0)
	for i := range p {
		a, b := p[i], cornerAt(p, i+1)
		area += a.X*b.Y - a.Y*b.X
	}
	return area < 0
}

// isConvex tells whether a simple polygon turns left, or not at all, at every corner.
func isConvex(p []Point) bool {
	for i := range p {
		if turn(cornerAt(p, i-1), p[i], cornerAt(p, i+1)) < 0 {
			return false
		}
	}
	return true
}

// isSimple tells whether a polygon has an area and its sides meet in its corners alone.
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

// segmentsMeet tells whether two straight segments have a common point.
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

// isBetween tells whether a point of the line through a and b is between them.
func isBetween(a, b, p Point) bool {
	return min(a.X, b.X) <= p.X && p.X <= max(a.X, b.X) && min(a.Y, b.Y) <= p.Y && p.Y <= max(a.Y, b.Y)
}

// withoutFlatCorners is a polygon without the corners in the middle of a side.
func withoutFlatCorners(p []Point) (kept []Point) {
	for i := range p {
		if turn(cornerAt(p, i-1), p[i], cornerAt(p, i+1)) != 0 {
			kept = append(kept, p[i])
		}
	}
	return kept
}

// triangulate cuts ears off a simple polygon until nothing is left.
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

// isEar tells whether the triangle at a corner is inside the polygon and free of
// its other corners. Every simple polygon has one.
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

// mergeConvex puts pieces with a common side together as long as they stay convex.
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

// joinPair is the outline of two pieces with a common side, or nil.
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
