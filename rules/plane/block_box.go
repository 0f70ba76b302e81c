package plane

// A Box is the bounding box of a block or line, in thousandths, for a quick test before the
// exact one.
type Box struct{ MinX, MinY, MaxX, MaxY, Bottom, Top int64 }

// Box returns the bounding box of the prism.
func (b Prism) Box() Box {
	first := b.Polygon[0]
	x := Box{first.X, first.Y, first.X, first.Y, b.Bottom, b.Top}
	for _, c := range b.Polygon {
		x.MinX, x.MinY = min(x.MinX, c.X), min(x.MinY, c.Y)
		x.MaxX, x.MaxY = max(x.MaxX, c.X), max(x.MaxY, c.Y)
	}
	return x
}

// Box returns the bounding box of the cylinder.
func (b Cylinder) Box() Box {
	return Box{b.Centre.X - b.Radius, b.Centre.Y - b.Radius, b.Centre.X + b.Radius, b.Centre.Y + b.Radius, b.Bottom, b.Top}
}

// Around returns the bounding box of a straight line.
func Around(from, to Point3) Box {
	return Box{min(from.X, to.X), min(from.Y, to.Y), max(from.X, to.X), max(from.Y, to.Y), min(from.Z, to.Z), max(from.Z, to.Z)}
}

// Misses reports that no line with the bounding box line can cross a block with the
// bounding box x. False does not mean that it crosses.
func (b *Box) Misses(line *Box) bool {
	return line.MaxX < b.MinX || b.MaxX < line.MinX || line.MaxY < b.MinY || b.MaxY < line.MinY ||
		line.Top < b.Bottom || b.Top <= line.Bottom
}
