package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// playRollOff lets both players roll off, records it and returns the winner (WC-GEN-10).
func playRollOff(t *rules.Turn, about string) rules.Seat {
	winner, times := ruling.RollOff(t.Roller)
	t.Emit(RolledOff{For: about, Winner: seatOf(winner), Times: times})
	return seatOf(winner)
}

func (b *Battle) playRoles(t *rules.Turn) {
	winner := playRollOff(t, "roles")
	attacker := winner
	if t.Ask("WC-SET-3", winner, "role", "attacker", "defender") == 1 {
		attacker = opponent(winner)
	}
	t.Emit(RolesSet{Attacker: attacker})
	t.Emit(PhaseBegan{Phase: phaseGroups, Seat: opponent(attacker)})
}

// playDivide splits a warband; the defender does so first (WC-R-19).
func (b *Battle) playDivide(t *rules.Turn, c Divide) *rules.Fault {
	rule, fault := b.divisionFault(c)
	if fault != nil {
		return fault
	}
	t.Emit(Divided{Seat: c.Seat, Dagger: c.Dagger, Shield: c.Shield, Hammer: c.Hammer, Law: rule})
	if !b.s.Sides[opponent(c.Seat)].Divided {
		t.Emit(PhaseBegan{Phase: phaseGroups, Seat: opponent(c.Seat)})
		return nil
	}
	b.startBattleplan(t)
	return nil
}

// divisionFault checks that every fighter of the warband is in one group and that the groups have
// the required sizes. Rule is the rule that requires them.
func (b *Battle) divisionFault(c Divide) (rule string, fault *rules.Fault) {
	var seen [30]bool
	n := 0
	rule = "WC-R-17"
	monsterGroup := ""
	for g, ids := range [][]string{c.Dagger, c.Shield, c.Hammer} {
		for k, id := range ids {
			i := b.find(id)
			if i < 0 || b.info[i].seat != c.Seat {
				return rule, rules.Faultf(rules.OutOfRange, rules.At(ruling.GroupNames[g], k), "%q is no fighter of yours", id)
			}
			if seen[i] {
				return rule, rules.Breaks("WC-R-17", rules.At(ruling.GroupNames[g], k), "%q is in two groups", id)
			}
			seen[i] = true
			n++
			if b.info[i].monster {
				rule, monsterGroup = "WC-R-18", ruling.GroupNames[g]
			}
		}
	}
	if all := len(b.setup.Rosters[c.Seat].Units); n != all {
		return rule, rules.Breaks("WC-R-17", "dagger", "%d of %d fighters are in a group", n, all)
	}
	if !(ruling.GroupSizes{Dagger: len(c.Dagger), Shield: len(c.Shield), Hammer: len(c.Hammer)}).DividedWell(n, monsterGroup) {
		return rule, rules.Breaks(rule, "dagger", "the groups are not as equal as they must be")
	}
	return rule, nil
}

func (b *Battle) playOrient(t *rules.Turn, c Orient) {
	t.Emit(Oriented{Seat: c.Seat, Turned: c.Turned})
	t.Emit(PhaseBegan{Phase: phaseColours, Seat: rules.Nobody})
}

func (b *Battle) playColours(t *rules.Turn) {
	winner := playRollOff(t, "colours")
	red := winner
	if t.Ask("WC-SET-8", winner, "colour", "red", "blue") == 1 {
		red = opponent(winner)
	}
	t.Emit(ColoursSet{Red: red})
	t.Emit(PhaseBegan{Phase: phaseDeploy, Seat: b.s.Attacker})
	b.afterPlacing(t)
}

// spot returns the deployment point of a battle group, in the orientation of the card.
func (b *Battle) spot(seat rules.Seat, group int) Spot {
	set := &b.field.Deployment.Blue
	if seat == b.s.Red {
		set = &b.field.Deployment.Red
	}
	s := *[3]*Spot{&set.Dagger, &set.Shield, &set.Hammer}[group]
	if !b.s.Turned {
		return s
	}
	w, l := b.field.Width, b.field.Length
	s.X, s.Y = w-s.X, l-s.Y
	if s.Line != nil {
		s.Line = &EdgeLine{w - s.Line.X1, l - s.Line.Y1, w - s.Line.X2, l - s.Line.Y2}
	}
	return s
}

// role returns "attacker" or "defender" for a seat, as input for the rulings; "" for Nobody.
func (b *Battle) role(seat rules.Seat) string {
	switch seat {
	case rules.Nobody:
		return ""
	case b.s.Attacker:
		return "attacker"
	}
	return "defender"
}

// seatIn returns the seat with a role.
func (b *Battle) seatIn(role string) rules.Seat {
	if role == "attacker" {
		return b.s.Attacker
	}
	return opponent(b.s.Attacker)
}

// nextGroup returns the battle group to be placed next, before the battle (WC-SET-9)
// or in the reserve phase of the round (WC-RES-1, WC-RES-2).
func (b *Battle) nextGroup() (seat rules.Seat, group int, ok bool) {
	round := 1
	if b.s.Phase == phaseReserve {
		round = b.s.Round
	}
	return b.nextGroupOfRound(round)
}

// nextGroupOfRound returns the next battle group to be placed in a round; 1 is before the battle.
func (b *Battle) nextGroupOfRound(round int) (seat rules.Seat, group int, ok bool) {
	var buffer [6]ruling.ReserveGroup
	var order [6]ruling.BattleGroup
	reserve := buffer[:0]
	for seat := range rules.Seat(2) {
		for g, name := range ruling.GroupNames {
			if later := b.spot(seat, g).Round; later > 1 {
				reserve = append(reserve, ruling.ReserveGroup{BattleGroup: ruling.BattleGroup{Role: b.role(seat), Group: name}, Round: later})
			}
		}
	}
	for _, next := range ruling.DeploymentOrder(order[:0], round, reserve, b.role(b.s.Initiative)) {
		if seat, group := b.seatIn(next.Role), groupIndex(next.Group); b.unplaced(seat, group) {
			return seat, group, true
		}
	}
	return 0, 0, false
}

// unplaced reports whether a group has fighters that are not on the battlefield yet.
func (b *Battle) unplaced(seat rules.Seat, group int) bool {
	return !b.s.Sides[seat].Placed[group] && b.groupSize(seat, group) > 0
}

// groupSize returns the number of fighters in a group.
func (b *Battle) groupSize(seat rules.Seat, group int) (n int) {
	for i := range b.info {
		if b.info[i].seat == seat && b.s.Fighters[i].Group == group {
			n++
		}
	}
	return n
}

func (b *Battle) playDeploy(t *rules.Turn, c Deploy) *rules.Fault {
	seat, group, ok := b.nextGroup()
	rule := "WC-SET-9"
	if b.s.Phase == phaseReserve {
		rule = "WC-RES-2"
	}
	if !ok || c.Seat != seat {
		return rules.Breaks(rule, "by", "the other player places a group now")
	}
	if groupIndex(c.Group) != group {
		return rules.Breaks(rule, "group", "the %s is placed now", ruling.GroupNames[group])
	}
	if b.tableKnows() {
		if fault := b.contactFault(&c, group); fault != nil {
			return fault
		}
		if !b.askContact(t, seat, len(c.Contacts)) {
			return nil
		}
	}
	if len(c.Places) == 0 && !b.board {
		for i := range b.info {
			if b.info[i].seat == seat && b.s.Fighters[i].Group == group {
				e := Deployed{Fighter: b.id(i), Reserve: b.s.Phase == phaseReserve}
				if b.tableKnows() {
					e.Near = contactsOf(c.Contacts, b.id(i))
				}
				t.Emit(e)
			}
		}
	} else if fault := b.placeGroup(t, c, group); fault != nil {
		return fault
	}
	t.Emit(GroupPlaced{Seat: seat, Group: c.Group})
	b.afterPlacing(t)
	return nil
}

func (b *Battle) placeGroup(t *rules.Turn, c Deploy, group int) *rules.Fault {
	if want := b.groupSize(c.Seat, group); len(c.Places) != want {
		return rules.Breaks("WC-SET-10", "places", "the group has %d fighters, not %d", want, len(c.Places))
	}
	for k, p := range c.Places {
		i := b.find(p.Fighter)
		if i < 0 || b.info[i].seat != c.Seat || b.s.Fighters[i].Group != group || b.s.Fighters[i].Placed {
			return rules.Breaks("WC-SET-10", rules.At("places", k)+".fighter", "is not of this group, or is placed twice")
		}
		if b.board {
			if rule := b.placeFault(i, p.At); rule != "" {
				return rules.Breaks(rule, rules.At("places", k)+".at", "cannot be placed there")
			}
		}
		t.Emit(Deployed{Fighter: p.Fighter, At: p.At, Reserve: b.s.Phase == phaseReserve})
	}
	return nil
}

// placeFault returns the rule that forbids to place a fighter of a group at a point, or "".
func (b *Battle) placeFault(i int, at Point) string {
	if !b.mayStand(i, at) {
		return "WC-SET-10"
	}
	rule := b.reachFault(i, at)
	if rule == "" {
		return ""
	}
	// A fighter without room is placed as near as possible (WC-RES-4).
	best, ok := b.freePlace(i)
	switch {
	case !ok || b.reachFault(i, best) == "":
		return rule
	case b.placementOf(i, at).Reach > b.placementOf(i, best).Reach+tolerance:
		return "WC-RES-4"
	}
	return ""
}

// placementOf checks a point against the deployment point or line of a fighter's group.
func (b *Battle) placementOf(i int, at Point) ruling.Placement {
	s := b.spot(b.info[i].seat, b.s.Fighters[i].Group)
	d := ruling.DeployedFighter{PlanePoint: ruling.PlanePoint{X: at.X, Y: at.Y}, Radius: b.info[i].profile.Base / 2, Monster: b.info[i].monster}
	if l := s.Line; l != nil {
		return d.Place(ruling.PlanePoint{X: l.X1, Y: l.Y1}.Plane(), ruling.PlanePoint{X: l.X2, Y: l.Y2}.Plane(), true)
	}
	p := ruling.PlanePoint{X: s.X, Y: s.Y}.Plane()
	return d.Place(p, p, false)
}

func (b *Battle) reachFault(i int, at Point) string {
	if p := b.placementOf(i, at); !p.Legal {
		return p.Faults[0]
	}
	return ""
}

// freePlace returns the free place for a fighter, on the floor or a platform, that is nearest to
// its deployment point. It searches in rings.
func (b *Battle) freePlace(i int) (Point, bool) {
	s := b.spot(b.info[i].seat, b.s.Fighters[i].Group)
	if b.placesAnywhere() {
		return b.nearestPlace(i, &s)
	}
	return (&placeSearch{centre: b.centreOf(&s, b.info[i].radius)}).next(b, i)
}

// searchStep is the distance between places that nearestPlace tries, in inches.
const searchStep = 0.45

// nearestPlace returns the free place for a fighter that is nearest to a deployment point, in rings
// around it, or to a deployment line, in rows along it. The places that it tries look the same from
// either edge of the battlefield, so that none is favoured.
func (b *Battle) nearestPlace(i int, s *Spot) (Point, bool) {
	r := b.info[i].radius
	free := func(p vec) (Point, bool) {
		at := pointAt(p, 0)
		at.Z = b.topAt(p)
		return at, b.mayStand(i, at)
	}
	if s.Line == nil {
		centre := vec{s.X.Float(), s.Y.Float()}
		for ring := 0.0; ring <= maxSearchRadius; ring += searchStep {
			n := 2 * (1 + int(ring*3.5))
			for k := range n {
				sin, cos := ringAt(k, n)
				if at, ok := free(vec{centre.x + ring*cos, centre.y + ring*sin}); ok {
					return at, true
				}
			}
		}
		return Point{}, false
	}
	from, to := vec{s.Line.X1.Float(), s.Line.Y1.Float()}, vec{s.Line.X2.Float(), s.Line.Y2.Float()}
	middle, half := from.to(to, 0.5), to.sub(from).scale(0.5)
	inward := vec{-half.y, half.x}
	if inward.dot(b.farCorner.scale(0.5).sub(middle)) < 0 {
		inward = inward.scale(-1)
	}
	length := half.length()
	if length == 0 {
		return Point{}, false
	}
	along := half.scale(1 / length)
	inward = inward.scale(1 / length)
	for depth := r; depth <= maxSearchRadius; depth += searchStep {
		for k := 0; float64(k)*searchStep <= length; k++ {
			for _, side := range [2]float64{1, -1} {
				if at, ok := free(middle.add(along.scale(side * float64(k) * searchStep)).add(inward.scale(depth))); ok {
					return at, true
				}
			}
		}
	}
	return Point{}, false
}

// centreOf returns a deployment point or the middle of a deployment line, which it moves away from
// the edge so that a base of radius r fits on the battlefield.
func (b *Battle) centreOf(s *Spot, r float64) vec {
	if s.Line == nil {
		return vec{s.X.Float(), s.Y.Float()}
	}
	x, y := (s.Line.X1+s.Line.X2).Float()/2, (s.Line.Y1+s.Line.Y2).Float()/2
	return vec{max(r, min(b.field.Width.Float()-r, x)), max(r, min(b.field.Length.Float()-r, y))}
}

// A placeSearch tries places in rings around a point, from the nearest to the farthest.
type placeSearch struct {
	centre vec
	ring   float64 // radius of the current ring, inches
	k      int     // index of the place on it
}

// maxSearchRadius is the radius up to which places are searched for, in inches.
const maxSearchRadius = 24.0

// next returns the next free place for a fighter, starting with the place it returned last.
func (s *placeSearch) next(b *Battle, i int) (Point, bool) {
	for ; s.ring <= maxSearchRadius; s.ring += 0.45 {
		for n := 1 + int(s.ring*7); s.k < n; s.k++ {
			sin, cos := ringAt(s.k, n)
			p := vec{s.centre.x + s.ring*cos, s.centre.y + s.ring*sin}
			at := pointAt(p, 0)
			at.Z = b.topAt(p)
			if b.mayStand(i, at) {
				return at, true
			}
		}
		s.k = 0
	}
	return Point{}, false
}

// topAt returns the height of the highest surface at a point.
func (b *Battle) topAt(p vec) rules.Dec {
	return b.groundZ(Point{thousandths(p.x), thousandths(p.y), 100 * rules.One})
}

// afterPlacing starts the next phase when no group is left to place.
func (b *Battle) afterPlacing(t *rules.Turn) {
	if _, _, more := b.nextGroup(); more {
		return
	}
	if b.s.Phase == phaseReserve {
		b.startCombat(t)
		return
	}
	t.Emit(PhaseBegan{Phase: phaseRound, Round: 1, Seat: rules.Nobody})
}
