package rect

// An OutlinePart is an edge or a corner of a rectangle.
type OutlinePart struct {
	Corner bool
	Side   Side   // when it is an edge
	At     Corner // when it is a corner
}

// A Contact says where two rectangles touch.
type Contact struct {
	Along bool        // they share a part of their edges, not a single point
	A, B  OutlinePart // what each touches with
	Point Vec         // where they touch, unless Along
}

// ContactOf returns where two rectangles touch. It panics when they do not.
func ContactOf(a, b Rect) Contact {
	for s := Front; s <= Left; s++ {
		for t := Front; t <= Left; t++ {
			if shareStretch(a, s, b, t) {
				return Contact{Along: true, A: OutlinePart{Side: s}, B: OutlinePart{Side: t}}
			}
		}
	}
	for _, c := range a.Corners {
		if b.Contains(c) {
			return Contact{A: a.partAt(c), B: b.partAt(c), Point: c}
		}
	}
	for _, c := range b.Corners {
		if a.Contains(c) {
			return Contact{A: a.partAt(c), B: b.partAt(c), Point: c}
		}
	}
	panic("rect: the rectangles do not touch")
}

// shareStretch reports whether two edges lie on one line and overlap in more than a point.
func shareStretch(a Rect, s Side, b Rect, t Side) bool {
	p, q := a.Edge(s)
	v, w := b.Edge(t)
	d := q.Minus(p)
	if d.Cross(v.Minus(p)).Sign() != 0 || d.Cross(w.Minus(p)).Sign() != 0 {
		return false
	}
	end, from, to := d.Square(), d.Dot(v.Minus(p)), d.Dot(w.Minus(p))
	return maxNum(Num{}, minNum(from, to)).Less(minNum(end, maxNum(from, to)))
}

// partAt returns the corner at a point of the outline, or the edge in whose interior it lies.
func (r Rect) partAt(p Vec) OutlinePart {
	for i, c := range r.Corners {
		if c.Equal(p) {
			return OutlinePart{Corner: true, At: Corner(i)}
		}
	}
	for s := Front; s <= Left; s++ {
		if r.OnEdge(s, p) {
			return OutlinePart{Side: s}
		}
	}
	panic("rect: the point is not on the outline")
}

// OnEdge reports whether a point lies on an edge, ends included.
func (r Rect) OnEdge(s Side, p Vec) bool {
	from, to := r.Edge(s)
	d := to.Minus(from)
	if d.Cross(p.Minus(from)).Sign() != 0 {
		return false
	}
	k := d.Dot(p.Minus(from))
	return k.Sign() >= 0 && !d.Square().Less(k)
}
