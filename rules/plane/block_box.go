package plane

// A Box is the upright box round a block, in thousandths: a look before the
// exact answer of the block itself.
type Box struct{ MinX, MinY, MaxX, MaxY, Bottom, Top int64 }

// Box returns the box round the prism.
func (b Prism) Box() Box {
	first := b.Polygon[0]
	x := Box{first.X, first.Y, first.X, first.Y, b.Bottom, b.Top}
	for _, c := range b.Polygon {
		x.MinX, x.MinY = min(x.MinX, c.X), min(x.MinY, c.Y)
		x.MaxX, x.MaxY = max(x.MaxX, c.X), max(x.MaxY, c.Y)
	}
	return x
}

// Box returns the box round the cylinder.
func (b Cylinder) Box() Box {
	return Box{b.Centre.X - b.Radius, b.Centre.Y - b.Radius, b.Centre.X + b.Radius, b.Centre.Y + b.Radius, b.Bottom, b.Top}
}

// Around returns the box round a straight line.
func Around(from, to Point3) Box {
	return Box{min(from.X, to.X), min(from.Y, to.Y), max(from.X, to.X), max(from.Y, to.Y), min(from.Z, to.Z), max(from.Z, to.Z)}
}

// Misses tells whether a block in the box cannot be crossed by a line in the
// other, seen from above or by its height.
func (x *Box) Misses(line *Box) bool {
	return line.MaxX < x.MinX || x.MaxX < line.MinX || line.MaxY < x.MinY || x.MaxY < line.MinY ||
		line.Top < x.Bottom || x.Top <= line.Bottom
}
