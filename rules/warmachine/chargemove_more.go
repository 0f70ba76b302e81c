package warmachine

// At is the point so far along a course.
func (c Course) At(far Inches) Point {
	return Point{RoundInches(float64(c.From.X) + float64(far)*c.Ux), RoundInches(float64(c.From.Y) + float64(far)*c.Uy)}
}

// EndPoint is where a charge ends: rounded so that the bases touch and never overlap.
func (in *ChargeMoveInput) EndPoint(way Course, far Inches) Point {
	for ; far > 0; far-- {
		d, clash := Disc{Place(way.At(far)), in.Charger.Radius}, false
		clash = d.Overlaps(in.Target)
		for _, o := range in.Others {
			clash = clash || d.Overlaps(o)
		}
		if !clash {
			return d.Point()
		}
	}
	return way.From
}
