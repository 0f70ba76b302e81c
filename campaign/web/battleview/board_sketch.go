package battleview

import (
	"fmt"
	"slices"

	"oriflamme/rules"
	playviews "oriflamme/views/play"
)

// sketchOf draws the battlefield that a command results in, with a dot for each cell. It returns nil in games whose commands do not set up the
// battlefield.
func (s *Presenter) sketchOf(c rules.Command) *playviews.Sketch {
	b, sketches := s.Battle.(rules.Sketcher)
	if !sketches {
		return nil
	}
	field := b.Sketch(c)
	if field == nil {
		return nil
	}
	p := projection{shape: field.Shape, height: field.Height}
	p.upright = p.isWide(field)
	out := &playviews.Sketch{}
	_, out.Box = p.grid(field)
	dot := func(key, side string, x, y float64) {
		at := slices.IndexFunc(out.Parts, func(d playviews.SketchPart) bool { return d.Key == key && d.Side == side })
		if at < 0 {
			at = len(out.Parts)
			out.Parts = append(out.Parts, playviews.SketchPart{Key: key, Side: side})
		}
		x, y = p.toDrawing(x, y)
		out.Parts[at].Path += fmt.Sprintf("M%.0f %.0fh0", x, y)
	}
	for _, cell := range field.Cells {
		dot("cell", "", float64(cell[0]), float64(cell[1]))
	}
	ground := func(piece rules.Piece) bool { return kindOfPiece(piece.Key) == "territory" }
	pieces := slices.Clone(field.Pieces)
	slices.SortStableFunc(pieces, func(a, b rules.Piece) int { // pieces on the ground are drawn over it
		switch {
		case ground(a) == ground(b):
			return 0
		case ground(a):
			return -1
		}
		return 1
	})
	for _, piece := range pieces {
		dot(kindOfPiece(piece.Key), letter(piece.Seat), piece.Shape[0][0], piece.Shape[0][1])
	}
	return out
}
