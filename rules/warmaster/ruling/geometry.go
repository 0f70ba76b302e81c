package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
)

// A Heading is a direction of two integers whose length is a whole number.
type Heading rect.Heading

// DecodeJSON reads a list of two integers.
func (h *Heading) DecodeJSON(tree any, path string) *rules.Fault {
	var in struct {
		Value []int64 `json:"value" len:"2..2" each:"-1000..1000"`
	}
	if fault := decodeAlone(tree, path, &in); fault != nil {
		return fault
	}
	*h = Heading(in.Value)
	_, ok := rect.Heading(*h).Length()
	return rules.OutOfRangeIf(!ok, path, "the length is 0 or not whole")
}

// A Stand is an oriented rectangle on the table, in centimetres.
type Stand struct {
	X       rules.Dec `json:"x_cm" in:"-1000..1000" digits:"4"`
	Y       rules.Dec `json:"y_cm" in:"-1000..1000" digits:"4"`
	Heading Heading   `json:"heading"`
	Front   rules.Dec `json:"front_cm" in:"0.1..200" digits:"4" default:"4"`
	Depth   rules.Dec `json:"depth_cm" in:"0.1..200" digits:"4" default:"2"`
}

func (s Stand) rect() rect.Rect {
	centre := rect.Vec{X: exactNum(s.X), Y: exactNum(s.Y)}
	return rect.New(centre, rect.Heading(s.Heading).Reduced(), exactNum(s.Front), exactNum(s.Depth))
}

func rects(stands []Stand) []rect.Rect {
	all := make([]rect.Rect, len(stands))
	for i, s := range stands {
		all[i] = s.rect()
	}
	return all
}

// standPosition is the centre of a stand on the table, in centimetres, and the direction in
// which the stand faces.
type standPosition struct {
	X       rules.Dec `json:"x_cm" in:"-1000..1000" digits:"4"`
	Y       rules.Dec `json:"y_cm" in:"-1000..1000" digits:"4"`
	Heading Heading   `json:"heading"`
}

// ClosestPairs is the least distance between two units, squared, and the pairs of stands
// that are this near.
type ClosestPairs struct {
	square rect.Num
	Pairs  [][2]int
}

// gapBetween finds the closest pairs of stands of two units.
func gapBetween(a, b []rect.Rect) (g ClosestPairs) {
	for i, r := range a {
		for j, s := range b {
			square, _, _ := rect.Nearest(r, s)
			g.add(square, i, j)
		}
	}
	return g
}

// add adds a pair of stands at a squared distance, unless nearer ones are known.
func (g *ClosestPairs) add(square rect.Num, i, j int) {
	if g.Pairs == nil || square.Less(g.square) {
		*g = ClosestPairs{square: square}
	}
	if square.Cmp(g.square) == 0 {
		g.Pairs = append(g.Pairs, [2]int{i, j})
	}
}

// touchesAny reports whether a stand touches or overlaps any stand of a unit.
func touchesAny(r rect.Rect, unit []rect.Rect) bool {
	return slices.ContainsFunc(unit, func(s rect.Rect) bool { return rect.Meet(r, s) != rect.Apart })
}

// SideNames names the sides of a stand in results, in the order of rect.Side.
var SideNames = [4]string{"front", "right", "rear", "left"}

var cornerNames = [4]string{"front-left", "front-right", "rear-right", "rear-left"}

// partName names an edge or a corner in results.
func partName(p rect.OutlinePart) string {
	if p.Corner {
		return cornerNames[p.At]
	}
	return SideNames[p.Side]
}

// Direction returns the index of a heading in rect.Directions; ok is false when it is not
// one of them.
func (h Heading) Direction() (index int, ok bool) {
	length, ok := rect.Heading(h).Length()
	if !ok || (h[0]*rect.Grain)%length != 0 || (h[1]*rect.Grain)%length != 0 {
		return 0, false
	}
	long := rect.Heading{h[0] * rect.Grain / length, h[1] * rect.Grain / length}
	index = slices.Index(rect.Directions[:], long)
	return index, index >= 0
}
