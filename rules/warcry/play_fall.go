package warcry

import (
	"encoding/json"

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
	if b.board && b.placesAnywhere() {
		b.fallAnywhere(t, i, f)
		return
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

// fallAnywhere carries out a fall on a board to any point that the opponent names and the rules allow
// (WC-FALL-2, WC-FALL-3).
func (b *Battle) fallAnywhere(t *rules.Turn, i int, f ruling.FallInput) {
	w := &b.s.Fighters[i]
	on, part := b.onSurface(w.pos, w.z)
	f.BaseCentreOnPlatform = on && part >= 0
	offers := b.fallOffers(i)
	if len(offers) == 0 {
		b.resolveFall(t, i, f, nil)
		return
	}
	q := rules.ValueQuestion{Rule: "WC-FALL-2", Seat: opponent(b.info[i].seat), Why: "fall-point", Of: rules.ShapePoint, Unit: b.id(i)}
	at := rules.AskValue(t, q, offers, func(at Point) *rules.Fault { return b.fallFault(i, at) })
	first := 0
	f.Candidates, f.Chosen = []ruling.LandingPoint{b.landingPoint(i, at)}, &first
	if l := f.Candidates[0]; l.DeadlyWithin1 > 0 && f.Height-l.Height >= ruling.MinImpactDrop {
		f.DeadlyFirst = t.Ask("WC-GEN-12", b.s.Turn, "fall-order", "impact-first", "deadly-first") == 1
	}
	b.resolveFall(t, i, f, []Point{at})
}

// landingPoint describes a point to the ruling of falls. Its distance is that to the fighter's base;
// of a monster, any part of the base may be put on the point (WC-GEN-2, WC-MON-7).
func (b *Battle) landingPoint(i int, at Point) ruling.LandingPoint {
	return ruling.LandingPoint{Horizontal: b.fallDistance(i, at), Height: at.Z, DeadlyWithin1: b.deadlyNear(i, at)}
}

// fallDistance returns the horizontal distance of a point to a fighter, in the sense of landingPoint.
func (b *Battle) fallDistance(i int, at Point) rules.Dec {
	return roundOutward(max(0, at.flat().sub(b.s.Fighters[i].pos).length()-b.reachOfFall(i)+2))
}

// reachOfFall returns how far from where it was the centre of a fighter that falls may be put, in
// inches.
func (b *Battle) reachOfFall(i int) float64 {
	if b.info[i].monster {
		return 2 + 2*b.info[i].radius
	}
	return 2 + b.info[i].radius
}

// fallFault returns a fault when a fighter cannot fall to a point.
func (b *Battle) fallFault(i int, at Point) *rules.Fault {
	if l := (ruling.LandingPoint{Horizontal: b.fallDistance(i, at), Height: at.Z}); !l.Legal(b.s.Fighters[i].At.Z) {
		return rules.Breaks("WC-FALL-2", "", "the point is too far or not below the fighter")
	}
	if on, _ := b.onSurface(at.flat(), at.z()); !on {
		return rules.Breaks("WC-FALL-2", "", "the point is neither on the floor nor on a platform")
	}
	return rules.ForbidIf(!b.mayStand(i, at), "WC-FALL-3", "", "there is no room at the point")
}

// fallOffers returns points that a fighter can fall to: straight below and in rings or, where these
// are all taken, of a finer search; none where it can fall nowhere.
func (b *Battle) fallOffers(i int) (offers []rules.Offer[Point]) {
	far := b.reachOfFall(i)
	try := func(key string, radius, sin, cos float64) {
		if at := b.below(i, b.s.Fighters[i].pos.add(vec{radius * cos, radius * sin})); b.fallFault(i, at) == nil {
			offers = append(offers, rules.Offer[Point]{Key: key, Value: at, Spots: []rules.Spot{b.spotAt(i, at)}})
		}
	}
	offers = make([]rules.Offer[Point], 0, maxFallPoints)
	for n, key := range fallNames {
		if len(offers) >= maxFallPoints {
			break
		}
		sin, cos := ringAt((n+7)%8, 8)
		try(key, [3]float64{0, 1, far - 0.05}[(n+7)/8], sin, cos)
	}
	for radius := 0.25; len(offers) == 0 && radius < far; radius += 0.25 {
		for k := range 16 {
			sin, cos := ringAt(k, 16)
			try("fall-beside", radius, sin, cos)
		}
	}
	return offers
}

// below returns the point of the highest surface under a fighter's own height at a place.
func (b *Battle) below(i int, p vec) Point {
	at := pointAt(p, 0)
	at.Z = b.groundZ(Point{at.X, at.Y, max(0, b.s.Fighters[i].At.Z-1)})
	return at
}

// spotAt returns a fighter at a point, as views show it.
func (b *Battle) spotAt(i int, at Point) rules.Spot {
	return rules.Spot{X: at.X.Float(), Y: at.Y.Float(), Z: at.z(), Width: 2 * b.info[i].radius}
}

// ReplyAt returns the point that a person shows with a finger as the answer to the question where a
// fighter falls or where its treasure lies, at the nearest place where the rules allow it.
func (b *Battle) ReplyAt(q *rules.Question, spots []rules.Spot) (value json.RawMessage, at []rules.Spot, fault *rules.Fault) {
	i := b.find(q.Unit)
	if i < 0 || len(spots) != 1 {
		return nil, nil, rules.Faultf(rules.OutOfRange, "spots", "one place for one fighter")
	}
	fits, z := b.fallFault, max(0, b.s.Fighters[i].At.Z-1)
	switch q.Why {
	case "drop-point":
		fits, z = b.dropFault, b.s.Fighters[i].At.Z
	case "debris-point":
		fits = func(i int, p Point) *rules.Fault {
			return rules.ForbidIf(p.Z != 0 || !b.mayStand(i, p), "WC-MABL-3", "", "must be floor with room")
		}
	}
	for ring := range 9 {
		for k := range max(1, 8*ring) {
			sin, cos := ringAt(k, max(1, 8*ring))
			p := pointAt(vec{spots[0].X + 0.1*float64(ring)*cos, spots[0].Y + 0.1*float64(ring)*sin}, 0)
			p.Z = b.groundZ(Point{p.X, p.Y, z})
			if found := fits(i, p); found != nil {
				if fault == nil {
					fault = found
				}
				continue
			}
			text, err := json.Marshal(p)
			if err != nil {
				return nil, nil, rules.Faultf(rules.WrongType, "spots", "%v", err)
			}
			return text, []rules.Spot{b.spotAt(i, p)}, nil
		}
	}
	return nil, nil, fault
}

func (b *Battle) resolveFall(t *rules.Turn, i int, f ruling.FallInput, to []Point) {
	var near []string
	if f.Chosen != nil {
		near = b.askLanding(t, i)
	}
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
	t.Emit(Fell{Fighter: b.id(i), To: at, Drop: r.Drop, Near: near})
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
