package rect

// Grain is the length of the headings of blocks. The half sides of blocks are multiples of
// it, so that all their corners have whole coordinates.
const Grain = 25

// Directions are the twenty headings of length Grain, counter-clockwise from +x.
// A quarter turn is five of them.
var Directions = [20]Heading{
	{25, 0}, {24, 7}, {20, 15}, {15, 20}, {7, 24},
	{0, 25}, {-7, 24}, {-15, 20}, {-20, 15}, {-24, 7},
	{-25, 0}, {-24, -7}, {-20, -15}, {-15, -20}, {-7, -24},
	{0, -25}, {7, -24}, {15, -20}, {20, -15}, {24, -7},
}

// A Point has whole coordinates.
type Point struct{ X, Y int64 }

// Plus returns p + q.
func (p Point) Plus(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Minus returns p - q.
func (p Point) Minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Times returns p stretched by k.
func (p Point) Times(k int64) Point { return Point{p.X * k, p.Y * k} }

// Toward returns the vector of length Grain in a direction, by its index in Directions.
func Toward(dir int) Point { return Point{Directions[dir][0], Directions[dir][1]} }

// Dot returns the scalar product.
func (p Point) Dot(q Point) int64 { return p.X*q.X + p.Y*q.Y }

// Cross is positive when q points to the left of p.
func (p Point) Cross(q Point) int64 { return p.X*q.Y - p.Y*q.X }

// Square returns the squared length.
func (p Point) Square() int64 { return p.Dot(p) }

// A Block is a closed oriented rectangle whose corners have whole coordinates, below thirty
// thousand. It does what a Rect does, but in 64-bit integers.
type Block struct {
	Centre               Point
	Dir                  int   // index in Directions of the heading, which the front edge faces
	HalfFront, HalfDepth int64 // half the width across the heading, half the depth along it
	Corners              [4]Point
	radius               int64 // of a circle that contains the block
}

// NewBlock returns the block around a centre; half sides are multiples of Grain.
func NewBlock(centre Point, dir int, halfFront, halfDepth int64) Block {
	fore, left := Toward(dir).Times(halfDepth/Grain), Toward((dir+5)%20).Times(halfFront/Grain)
	b := Block{Centre: centre, Dir: dir, HalfFront: halfFront, HalfDepth: halfDepth, radius: halfFront + halfDepth}
	b.Corners = [4]Point{
		centre.Plus(fore).Plus(left), centre.Plus(fore).Minus(left),
		centre.Minus(fore).Minus(left), centre.Minus(fore).Plus(left),
	}
	return b
}

// Ahead returns the heading as a vector of length Grain.
func (b Block) Ahead() Point { return Toward(b.Dir) }

// ToLeft returns the vector of length Grain to the left of the heading.
func (b Block) ToLeft() Point { return Point{-Directions[b.Dir][1], Directions[b.Dir][0]} }

// Moved returns the block shifted by a vector.
func (b Block) Moved(by Point) Block {
	b.Centre = b.Centre.Plus(by)
	for i := range b.Corners {
		b.Corners[i] = b.Corners[i].Plus(by)
	}
	return b
}

// Outward returns the index in Directions of the direction that an edge faces.
func (b Block) Outward(s Side) int { return (b.Dir + [4]int{0, 15, 10, 5}[s]) % 20 }

// Edge returns the ends of an edge, clockwise.
func (b Block) Edge(s Side) (from, to Point) { return b.Corners[s], b.Corners[(s+1)%4] }

// Half returns half the length of an edge, and its distance from the centre.
func (b Block) Half(s Side) (along, off int64) {
	if s == Front || s == Rear {
		return b.HalfFront, b.HalfDepth
	}
	return b.HalfDepth, b.HalfFront
}

// Rect returns the same rectangle in rational coordinates, divided by unit.
func (b Block) Rect(unit int64) Rect {
	return New(Vec{Ratio(b.Centre.X, unit), Ratio(b.Centre.Y, unit)}, Directions[b.Dir].Reduced(), Ratio(2*b.HalfFront, unit), Ratio(2*b.HalfDepth, unit))
}

// Near is a quick test whether two blocks may be within a distance of each other. False
// means that they are not.
func (b Block) Near(c Block, distance int64) bool {
	d := b.Centre.Minus(c.Centre)
	most := b.radius + c.radius + distance
	return d.X <= most && -d.X <= most && d.Y <= most && -d.Y <= most
}

// span returns the interval that the block covers along a vector.
func (b Block) span(axis Point) (lo, hi int64) {
	lo = b.Corners[0].Dot(axis)
	hi = lo
	for _, c := range b.Corners[1:] {
		p := c.Dot(axis)
		lo, hi = min(lo, p), max(hi, p)
	}
	return lo, hi
}

// Bounds returns the least and the greatest coordinates of the corners of blocks.
func Bounds(blocks ...Block) (lo, hi Point) {
	lo, hi = blocks[0].Corners[0], blocks[0].Corners[0]
	for i := range blocks {
		for _, c := range blocks[i].Corners {
			lo.X, lo.Y, hi.X, hi.Y = min(lo.X, c.X), min(lo.Y, c.Y), max(hi.X, c.X), max(hi.Y, c.Y)
		}
	}
	return lo, hi
}

// RelationTo returns whether two blocks are apart, touch or overlap; it is Meet for blocks.
func (b Block) RelationTo(c Block) Relation {
	if !b.Near(c, 0) {
		return Apart
	}
	worst := Overlap
	for _, axis := range [4]Point{b.Ahead(), b.ToLeft(), c.Ahead(), c.ToLeft()} {
		bLo, bHi := b.span(axis)
		cLo, cHi := c.span(axis)
		switch {
		case bHi < cLo || cHi < bLo:
			return Apart
		case bHi == cLo || cHi == bLo:
			worst = Touch
		}
	}
	return worst
}

// SweepRelation returns the relation of another block to the area that this block sweeps
// when it is shifted by a vector in a straight line, start and end included.
func (b Block) SweepRelation(by Point, c Block) Relation {
	worst := Overlap
	axes := [5]Point{b.Ahead(), b.ToLeft(), c.Ahead(), c.ToLeft(), {-by.Y, by.X}}
	for i, axis := range axes {
		if i == 4 && by == (Point{}) {
			break
		}
		bLo, bHi := b.span(axis)
		if d := by.Dot(axis); d < 0 {
			bLo += d
		} else {
			bHi += d
		}
		cLo, cHi := c.span(axis)
		switch {
		case bHi < cLo || cHi < bLo:
			return Apart
		case bHi == cLo || cHi == bLo:
			worst = Touch
		}
	}
	return worst
}

// FineUnits divides the unit of blocks: their squared distances are in units of
// 1/FineUnits².
const FineUnits = Grain

// offset returns the vector from the nearest point of the block to a point, along the
// block's own axes and in units of 1/FineUnits.
func (b Block) offset(p Point) (ahead, aside int64) {
	d := p.Minus(b.Centre)
	ahead, aside = d.Dot(b.Ahead()), d.Dot(b.ToLeft())
	return excess(ahead, b.HalfDepth*Grain), excess(aside, b.HalfFront*Grain)
}

// excess returns by how much x lies outside -most to most, with its sign.
func excess(x, most int64) int64 {
	switch {
	case x > most:
		return x - most
	case x < -most:
		return x + most
	}
	return 0
}

// Holds reports whether a point lies in the closed block.
func (b Block) Holds(p Point) bool {
	x, y := b.offset(p)
	return x == 0 && y == 0
}

// Distance returns the squared distance between two blocks in units of 1/FineUnits²; it is 0
// when they meet.
func (b Block) Distance(c Block) int64 { return b.Away(c).Square() / (Grain * Grain) }

// Away returns the vector from the closest point of another block to the closest
// point of this one, times FineUnits·Grain. It is 0 when they meet.
func (b Block) Away(c Block) Point {
	var vector Point
	if b.RelationTo(c) != Apart {
		return vector
	}
	least := int64(-1)
	take := func(of *Block, p Point, sign int64) {
		ahead, aside := of.offset(p)
		if s := ahead*ahead + aside*aside; least < 0 || s < least {
			least, vector = s, of.Ahead().Times(sign*ahead).Plus(of.ToLeft().Times(sign*aside))
		}
	}
	for i := range 4 {
		take(&c, b.Corners[i], 1)
		take(&b, c.Corners[i], -1)
	}
	return vector
}

// SharedEdge returns the length that two edges share, times Grain; it is 0 when they do not
// lie on one line or share at most a point.
func (b Block) SharedEdge(s Side, c Block, t Side) int64 {
	if (b.Outward(s)+10)%20 != c.Outward(t) && b.Outward(s) != c.Outward(t) {
		return 0
	}
	p, q := b.Edge(s)
	v, w := c.Edge(t)
	d := q.Minus(p)
	if d.Cross(v.Minus(p)) != 0 {
		return 0
	}
	axis := Toward((b.Outward(s) + 15) % 20) // clockwise along the edge
	pLo, pHi := ordered(p.Dot(axis), q.Dot(axis))
	vLo, vHi := ordered(v.Dot(axis), w.Dot(axis))
	return max(0, min(pHi, vHi)-max(pLo, vLo))
}

func ordered(a, b int64) (lo, hi int64) { return min(a, b), max(a, b) }

// Join returns the union of two blocks that share a whole edge and have the same heading. It
// is not ok for other blocks, or when the centre of the union is not whole.
func (b Block) Join(c Block) (one Block, ok bool) {
	if b.Dir != c.Dir {
		return one, false
	}
	switch {
	case b.HalfDepth == c.HalfDepth && (b.Flush(Right, c) || c.Flush(Right, b)):
		one = NewBlock(Point{}, b.Dir, b.HalfFront+c.HalfFront, b.HalfDepth)
	case b.HalfFront == c.HalfFront && (b.Flush(Rear, c) || c.Flush(Rear, b)):
		one = NewBlock(Point{}, b.Dir, b.HalfFront, b.HalfDepth+c.HalfDepth)
	default:
		return one, false
	}
	// The centre of the union is halfway between its outer corners.
	lo, hi := b.Corners[FrontLeft], c.Corners[RearRight]
	if c.Flush(Right, b) || c.Flush(Rear, b) {
		lo, hi = c.Corners[FrontLeft], b.Corners[RearRight]
	}
	sum := lo.Plus(hi)
	if sum.X%2 != 0 || sum.Y%2 != 0 {
		return one, false
	}
	return one.Moved(Point{sum.X / 2, sum.Y / 2}), true
}

// Flush reports whether an edge of this block, Right or Rear, is also the opposite edge of
// another block.
func (b Block) Flush(s Side, c Block) bool {
	if s == Right {
		return b.Corners[FrontRight] == c.Corners[FrontLeft] && b.Corners[RearRight] == c.Corners[RearLeft]
	}
	return b.Corners[RearLeft] == c.Corners[FrontLeft] && b.Corners[RearRight] == c.Corners[FrontRight]
}

// MeetsSegment reports whether the segment between two points meets the closed block.
func (b Block) MeetsSegment(p, q Point) bool {
	lo, hi := ordered(p.X, q.X)
	if b.Centre.X+b.radius < lo || b.Centre.X-b.radius > hi {
		return false
	}
	if lo, hi = ordered(p.Y, q.Y); b.Centre.Y+b.radius < lo || b.Centre.Y-b.radius > hi {
		return false
	}
	for i, axis := range [2]Point{b.Ahead(), b.ToLeft()} {
		half := b.HalfDepth
		if i == 1 {
			half = b.HalfFront
		}
		s, e := p.Minus(b.Centre).Dot(axis), q.Minus(b.Centre).Dot(axis)
		if most := half * Grain; s > most && e > most || s < -most && e < -most {
			return false
		}
	}
	d := q.Minus(p)
	left, right := false, false
	for _, c := range b.Corners {
		switch k := d.Cross(c.Minus(p)); {
		case k > 0:
			left = true
		case k < 0:
			right = true
		default:
			return true
		}
	}
	return left && right
}

// ClearsSegment reports whether the segment between two points stays at least a distance
// away from the block.
func (b Block) ClearsSegment(p, q Point, distance int64) bool {
	lo, hi := ordered(p.X, q.X)
	if b.Centre.X+b.radius+distance < lo || b.Centre.X-b.radius-distance > hi {
		return true
	}
	if lo, hi = ordered(p.Y, q.Y); b.Centre.Y+b.radius+distance < lo || b.Centre.Y-b.radius-distance > hi {
		return true
	}
	if b.MeetsSegment(p, q) {
		return false
	}
	fine := distance * FineUnits
	for _, end := range [2]Point{p, q} {
		if x, y := b.offset(end); x*x+y*y < fine*fine {
			return false
		}
	}
	d := q.Minus(p)
	square := d.Square()
	for _, c := range b.Corners {
		e := c.Minus(p)
		if k := d.Dot(e); k <= 0 || k >= square {
			continue
		}
		if off := d.Cross(e); off*off < distance*distance*square {
			return false
		}
	}
	return true
}
