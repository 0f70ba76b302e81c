package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// fall carries out a fall; the opponent chooses the point (WC-FALL-1 to WC-FALL-6).
func (b *Battle) fall(t *rules.Turn, i int, cause string) {
	w := &b.s.Fighters[i]
	f := ruling.FallInput{
		Fighter: ruling.Faller{Runemarks: b.info[i].profile.Runemarks, Health: b.health(i)}, Controller: playerOf(b.info[i].seat), Cause: cause,
		ClimbingOn: w.ClimbsOn, Height: w.At.Z,
	}
	var to []Point
	names := measuredFalls
	if b.board {
		f.BaseCentreOnPlatform, _ = b.onSurface(w.At.flat(), w.At.z())
		f.BaseCentreOnPlatform = f.BaseCentreOnPlatform && w.At.Z > 0
		f.Candidates, to, names = b.fallPoints(i)
	} else {
		f.BaseCentreOnPlatform, f.Height = cause == "fall-test" && w.ClimbsOn == "", 3*rules.One
		f.Candidates = []ruling.LandingPoint{{Height: 2 * rules.One}, {}, {Height: 2 * rules.One, DeadlyWithin1: 1}, {DeadlyWithin1: 1}}
	}
	chosen := 0
	if len(names) > 0 {
		chosen = t.Ask("WC-FALL-2", opponent(b.info[i].seat), "fall-point", names...)
	}
	if chosen >= len(f.Candidates) {
		f.Candidates = nil
	} else {
		f.Chosen = &chosen
		if l := f.Candidates[chosen]; l.DeadlyWithin1 > 0 && f.Height-l.Height >= ruling.MinImpactDrop {
			f.DeadlyFirst = t.Ask("WC-GEN-12", b.s.Turn, "fall-order", "impact-first", "deadly-first") == 1
		}
	}
	b.resolveFall(t, i, f, to)
}

func (b *Battle) resolveFall(t *rules.Turn, i int, f ruling.FallInput, to []Point) {
	r := ruling.ResolveFall(t.Roller, f)
	if r.Point == nil {
		if r.TakenDown {
			b.takeDown(t, i, noUnit, "no-fall-point")
		}
		return
	}
	at := b.s.Fighters[i].At
	if b.board {
		at = to[*r.Point]
	}
	t.Emit(Fell{Fighter: b.id(i), To: at, Drop: r.Drop})
	parts := [2]struct {
		damage int
		cause  string
	}{{r.ImpactDamage, "fall"}, {r.DeadlyDamage, "deadly-terrain"}}
	if f.DeadlyFirst {
		parts[0], parts[1] = parts[1], parts[0]
	}
	for _, p := range parts {
		if p.damage > 0 && b.inPlay(i) {
			b.allocateDamage(t, i, p.damage, noUnit, p.cause)
		}
	}
}

// measuredFalls holds the options of the question how a fighter falls in a measured battle.
var measuredFalls = []string{"fall-short", "fall-long", "fall-short-deadly", "fall-long-deadly", "fall-nowhere"}

// maxFallPoints is the number of points that the opponent is offered.
const maxFallPoints = 5

// compass holds the names of eight directions on the board, counter-clockwise from +x.
var compass = [8]string{"east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"}

// fallNames holds the options for the points that fallPoints samples.
var fallNames = func() (names [17]string) {
	names[0] = "fall-here"
	for k, c := range compass {
		names[1+k], names[9+k] = "fall-"+c, "fall-far-"+c
	}
	return names
}()

// fallPoints returns legal points below a fighter, on the floor and on platforms, that it samples
// straight below and in two rings (WC-FALL-2).
func (b *Battle) fallPoints(i int) (list []ruling.LandingPoint, to []Point, names []string) {
	list, to = make([]ruling.LandingPoint, 0, maxFallPoints), make([]Point, 0, maxFallPoints)
	w := &b.s.Fighters[i]
	for n := range fallNames {
		radius := [3]float64{0, 1, 1.9}[(n+7)/8]
		sin, cos := ringAt((n+7)%8, 8)
		p := vec{w.pos.x + radius*cos, w.pos.y + radius*sin}
		at := pointAt(p, 0)
		at.Z = b.groundZ(Point{at.X, at.Y, max(0, w.At.Z-1)})
		if at.Z >= w.At.Z || !b.mayStand(i, at) {
			continue
		}
		list = append(list, ruling.LandingPoint{Horizontal: thousandths(radius), Height: at.Z, DeadlyWithin1: b.deadlyNear(i, at)})
		to, names = append(to, at), append(names, fallNames[n])
		if len(list) == maxFallPoints {
			break
		}
	}
	return list, to, names
}

// deadlyNear counts the deadly terrain within 1 inch of a fighter at a point (WC-FALL-6).
func (b *Battle) deadlyNear(i int, at Point) int {
	n := 0
	for k := range b.parts {
		s := &b.parts[k]
		if s.kind == "deadly" && b.partStands(k) && at.z() < s.top+1 && s.distance(at.flat(), at.flat()) <= b.info[i].radius+1+tolerance {
			n++
		}
	}
	return n
}
