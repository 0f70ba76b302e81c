package warmachine

// This file holds facts from outside the rulebook: what kinds of terrain do. The
// book has obstacles, obstructions and impassable terrain stop charges or forbid
// placing, and terrain features block lines of sight.

// traits are the kinds of terrain (WM-X-TER-1 to WM-X-TER-5).
var traits = map[string]trait{
	"hill":        {lifts: true, blocks: true},
	"forest":      {slows: true, hides: true, screens: true},
	"rough":       {slows: true},
	"rubble":      {slows: true, shields: true},
	"water":       {slows: true},
	"obstacle":    {stops: true, shields: true, blocks: true},
	"obstruction": {bars: true, stops: true, shields: true, blocks: true},
	"impassable":  {bars: true, stops: true},
	"cloud":       {hides: true, screens: true},
}

const (
	forestDepth = 3 * Inch // lines of sight pass through so much of a forest (WM-X-TER-3)
	coverReach  = 1 * Inch // behind what covers (WM-X-TER-5)
)

// throughForest tells whether sight passes a forest: to or from what is in it,
// and through no more than three inches of it between the centres.
func (p *piece) throughForest(a, b Point) bool {
	if !p.holds(a) && !p.holds(b) {
		return false
	}
	lo, hi := p.Polygon.Within(a, b)
	return RoundInches((hi-lo)*b.Minus(a).Length()) <= forestDepth
}

// sheltered tells whether a target has concealment or cover against a shot from a
// point (WM-X-RNG-4): in a forest or a cloud, or within an inch of what shields
// and behind it, or in rubble.
func (s *scenery) sheltered(from, to Point, radius Inches) (concealment, cover bool) {
	for i := range s.pieces {
		p := &s.pieces[i]
		if !p.hides && !p.shields || !p.near(to, to, radius+coverReach) {
			continue
		}
		concealment = concealment || p.hides && p.holds(to)
		if !p.shields || cover {
			continue
		}
		lo, hi := p.Polygon.Within(from, to)
		behind := hi > lo && p.Polygon.Distance(to)-radius <= coverReach
		cover = behind && p.stops || p.slows && p.holds(to)
	}
	return concealment, cover
}
