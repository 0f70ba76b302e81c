package warcry

import (
	"math"

	"oriflamme/rules"
)

// Legal returns commands that can be given now. It is complete for choices that
// can be listed; places and paths on a board, and divisions of a warband, are a
// sample. In a measured battle commands carry plausible facts to be corrected.
func (b *Battle) Legal() []rules.Command {
	s := &b.s
	switch s.Phase {
	case phaseMuster:
		return []rules.Command{RollRoles{given{0}}, RollRoles{given{1}}}
	case phaseGroups:
		return b.legalDivisions()
	case phaseOrient:
		return []rules.Command{Orient{given{s.Next}, false}, Orient{given{s.Next}, true}}
	case phaseColours:
		return []rules.Command{RollColours{given{0}}, RollColours{given{1}}}
	case phaseDeploy, phaseReserve:
		return b.legalDeployments()
	case phaseRound:
		return []rules.Command{RollInitiative{given{0}}, RollInitiative{given{1}}}
	case phaseWild:
		return b.legalWild()
	case phaseAwaken:
		list := []rules.Command{Awaken{given{s.Next}, ""}}
		for k := range s.Objectives {
			if !s.Objectives[k].Awake {
				list = append(list, Awaken{given{s.Next}, b.field.Victory.Objectives[k].ID})
			}
		}
		return list
	case phaseFirst:
		return []rules.Command{FirstTurn{given{s.Initiative}, 0}, FirstTurn{given{s.Initiative}, 1}}
	case phaseTally:
		return b.legalTallies()
	case phaseCombat:
		if s.Acting < 0 {
			return b.legalActivations()
		}
		return b.legalActions(s.Acting)
	}
	return nil
}

func (b *Battle) legalDivisions() []rules.Command {
	seat := b.s.Next
	var ids []string
	monster := ""
	for i := range b.cards {
		switch {
		case b.cards[i].seat != seat:
		case b.cards[i].monster:
			monster = b.cards[i].id
		default:
			ids = append(ids, b.cards[i].id)
		}
	}
	var list []rules.Command
	for first := range 3 {
		var groups [3][]string
		if monster != "" {
			groups[first] = []string{monster}
			for k, id := range ids {
				g := (first + 1 + k%2) % 3
				groups[g] = append(groups[g], id)
			}
		} else {
			for k, id := range ids {
				g := (first + k) % 3
				groups[g] = append(groups[g], id)
			}
		}
		list = append(list, Divide{given{seat}, groups[0], groups[1], groups[2]})
	}
	return list
}

func (b *Battle) legalDeployments() []rules.Command {
	seat, group, ok := b.due()
	if !ok {
		return nil
	}
	if !b.board {
		return []rules.Command{Deploy{given{seat}, groupNames[group], nil}}
	}
	var list []rules.Command
	trial := &Battle{theatre: b.theatre, s: b.s}
	for _, from := range [2]float64{0, 0.9} {
		trial.s.Warriors = append(trial.s.Warriors[:0:0], b.s.Warriors...)
		if places := trial.formation(seat, group, from); places != nil {
			list = append(list, Deploy{given{seat}, groupNames[group], places})
		}
	}
	return list
}

// formation places a group round its point, from a ring outwards, in a battle of
// its own; nil when that is against the rules.
func (b *Battle) formation(seat rules.Seat, group int, from float64) []Place {
	s := b.spot(seat, group)
	var places []Place
	for i := range b.cards {
		w := &b.s.Warriors[i]
		if w.seat != seat || w.Group != group {
			continue
		}
		centre := vec{s.X.Float(), s.Y.Float()}
		if s.Line != nil {
			centre = b.inward(vec{(s.Line.X1 + s.Line.X2).Float() / 2, (s.Line.Y1 + s.Line.Y2).Float() / 2}, w.r+0.1)
		}
		at, ok := b.roomNear(i, centre, from, 24)
		if !ok {
			return nil
		}
		if b.placeFault(i, at) != "" {
			if at, ok = b.room(i); !ok || b.placeFault(i, at) != "" {
				return nil
			}
		}
		w.put(at)
		w.Placed = true
		places = append(places, Place{b.cards[i].id, at})
	}
	return places
}

// mostUses is how many wild dice one declaration may name.
const mostUses = 21

func (b *Battle) legalWild() []rules.Command {
	seat := b.s.Next
	g, c := given{seat}, &b.s.Camps[seat]
	list := []rules.Command{DeclareWild{g, nil}}
	if c.Wild == 0 {
		return list
	}
	list = append(list, DeclareWild{g, []WildUse{{Use: "single"}}})
	if c.Wild > 1 {
		all := make([]WildUse, min(c.Wild, mostUses))
		for k := range all {
			all[k].Use = "single"
		}
		list = append(list, DeclareWild{g, all})
	}
	var joins []WildUse
	for v := 1; v <= 6; v++ {
		if c.Singles[v] || c.Dice[v] >= 2 && c.Dice[v] < 4 {
			value := v
			use := WildUse{Use: "upgrade", Value: &value}
			joins = append(joins, use)
			list = append(list, DeclareWild{g, []WildUse{use}})
		}
	}
	if c.Wild > 1 && len(joins) > 1 {
		list = append(list, DeclareWild{g, joins[:min(c.Wild, len(joins))]})
	}
	return list
}

// legalTallies offers each objective held by either side or by nobody.
func (b *Battle) legalTallies() []rules.Command {
	var alive [2]int
	for i := range b.cards {
		if b.inPlay(i) {
			alive[b.cards[i].seat]++
		}
	}
	var list []rules.Command
	for seat := range rules.Seat(2) {
		for variant := range 3 {
			t := Tally{given: given{seat}}
			for k, m := range b.field.Victory.Objectives {
				n := Count{ID: m.ID}
				if side := (k + variant) % 3; side == 0 {
					n.A = min(1, alive[0])
				} else if side == 1 {
					n.B = min(1, alive[1])
				}
				t.Objectives = append(t.Objectives, n)
			}
			if variant > 0 && alive[variant-1] > 0 {
				t.Through = []rules.Seat{rules.Seat(variant - 1)}
			}
			list = append(list, t)
		}
	}
	return list
}

func (b *Battle) legalActivations() []rules.Command {
	list := make([]rules.Command, 0, 16)
	for i := range b.cards {
		if b.cards[i].seat == b.s.Turn && b.engagement(i).standing().MayBeActivated {
			list = append(list, Activate{b.doing(i)})
		}
	}
	return list
}

func (b *Battle) doing(i int) doing { return doing{given{b.cards[i].seat}, b.cards[i].id} }

// legalActions lists what the acting fighter can do.
func (b *Battle) legalActions(i int) []rules.Command {
	a, w := &b.s.Act, &b.s.Warriors[i]
	d := b.doing(i)
	list := make([]rules.Command, 0, 24)
	acts := a.Actions > 0
	engaged := b.board && b.engaged(i)
	if (acts || a.Bonus&bonusMove != 0) && !engaged {
		list = b.legalMoves(list, i, !acts || a.Bonus&bonusMove != 0)
	}
	if acts {
		list = b.legalAttacks(list, i, false)
	}
	if a.Bonus&bonusAttack != 0 {
		list = b.legalAttacks(list, i, true)
	}
	if acts {
		if w.Carrying < 0 && (engaged || !b.board) {
			list = b.legalDisengages(list, i)
		}
		if w.Carrying >= 0 {
			list = append(list, DropTreasure{doing: d})
		}
		if w.Reactions == 0 {
			list = append(list, Wait{d})
		}
	}
	if !acts || w.Reactions > 0 {
		list = append(list, EndActivation{d})
	}
	if !a.Used {
		list = b.legalAbilities(list, i)
	}
	return list
}

// legalAttacks lists every weapon on every enemy that it may be used on.
func (b *Battle) legalAttacks(list []rules.Command, i int, bonus bool) []rules.Command {
	weapons := b.cards[i].p.Weapons
	reach := 0
	for k := range weapons {
		reach = max(reach, weapons[k].MaxRange)
	}
	me := &b.s.Warriors[i]
	enemies := 0
	if b.board {
		enemies, _ = b.enemiesWithin(b.cards[i].seat, me.At, b.cards[i].radius, 1)
	}
	for j := range b.cards {
		if b.cards[j].seat == b.cards[i].seat || !b.inPlay(j) {
			continue
		}
		if !b.board {
			list = b.statedAttacks(list, i, j, bonus)
			continue
		}
		h, d := gaps(me.At, b.s.Warriors[j].At, b.cards[i].radius, b.cards[j].radius)
		if enemies > 0 && d > 1.01 && me.TauntedBy != j || d > float64(reach)+0.01 && !(b.s.Act.Reach && h <= float64(reach)) {
			continue
		}
		f := attackFacts{distance: measured(d), horizontal: measured(h), visible: b.sees(i, j), enemies: enemies}
		if !f.visible {
			continue
		}
		f.friend = b.otherFriend(i, j)
		for k := range weapons {
			if b.targetRule(i, j, b.weapon(i, k), f) == "" {
				list = append(list, Attack{doing: b.doing(i), Bonus: bonus, Weapon: k, Target: b.cards[j].id})
			}
		}
	}
	return list
}

// statedAttacks offers an attack of a measured battle with plausible facts.
func (b *Battle) statedAttacks(list []rules.Command, i, j int, bonus bool) []rules.Command {
	for k := range b.cards[i].p.Weapons {
		w := b.weapon(i, k)
		distance, one, zero := inches(w.MaxRange), 1, 0
		c := Attack{doing: b.doing(i), Bonus: bonus, Weapon: k, Target: b.cards[j].id, Distance: &distance, EnemiesWithin1: &zero}
		if w.MinRange == 0 && w.kind() == melee {
			distance = rules.One
			c.EnemiesWithin1 = &one
		}
		no, yes := false, true
		c.Visible, c.InCover = &yes, &no
		if _, weapon, f, fault := b.attackOf(&c, i); fault != nil || b.targetRule(i, j, weapon, f) != "" {
			continue
		}
		list = append(list, c)
		if k == 0 {
			c.InCover, c.NearOpenEdge = &yes, &yes
			list = append(list, c)
		}
	}
	return list
}

// legalDisengages samples ways out of the reach of enemies.
func (b *Battle) legalDisengages(list []rules.Command, i int) []rules.Command {
	if !b.board {
		one, two, three := rules.One, 2*rules.One, 3*rules.One
		c := Disengage{doing: b.doing(i), NearestAtStart: &one, NearestAtEnd: &two, PathLength: &three}
		for j := range b.cards {
			if b.cards[j].seat != b.cards[i].seat && b.inPlay(j) {
				c.Strikers = []string{b.cards[j].id}
				break
			}
		}
		return append(list, c)
	}
	me := &b.s.Warriors[i]
	if me.On != "" {
		return list
	}
	for k := range 6 {
		sin, cos := ringAt(k, 6)
		to := pointAt(me.p.add(vec{2.99 * cos, 2.99 * sin}), 0)
		to.Z = me.At.Z
		if !b.beside(me.seat, to.flat(), me.z, me.r+0.002) && b.open(i, me.p, to) {
			list = append(list, Disengage{doing: b.doing(i), To: &to})
		}
	}
	return list
}

// legalAbilities lists every ability with every group of dice and every target.
func (b *Battle) legalAbilities(list []rules.Command, i int) []rules.Command {
	best := b.bestGroup(b.cards[i].seat)
	if best < 2 {
		return list
	}
	for _, k := range b.core(i) {
		if id := coreAbilities[k]; coreCost[k] <= best && b.worthAfter(i, id) {
			list = b.legalUses(list, i, id, coreCost[k], abilityRules[id].needsTarget)
		}
	}
	for _, k := range b.cards[i].own {
		own := &b.field.Abilities[k]
		cost := diceOf[own.Cost]
		switch {
		case cost > best:
		case own.Effect != nil:
			list = b.legalUses(list, i, own.ID, cost, own.Effect.needsTarget())
		default:
			for v, n := range b.s.Camps[b.cards[i].seat].Dice {
				if n >= cost {
					list = append(list, Manual{given: given{b.cards[i].seat}, Ability: own.ID, Value: v, Fighter: b.cards[i].id})
				}
			}
		}
	}
	return list
}

// legalUses adds the uses of an ability that the rules allow, target by target,
// each with every group of dice that pays for it.
func (b *Battle) legalUses(list []rules.Command, i int, ability string, cost int, needsTarget bool) []rules.Command {
	dice := &b.s.Camps[b.cards[i].seat].Dice
	value := 0
	for v, n := range dice {
		if n >= cost {
			value = v
		}
	}
	c := UseAbility{doing: b.doing(i), Ability: ability, Value: value}
	try := func(c UseAbility) {
		if u, _, fault := b.abilityOf(&c, i); fault != nil || len(u.faults()) > 0 {
			return
		}
		for v, n := range dice {
			if n >= cost {
				c.Value = v
				list = append(list, c)
			}
		}
	}
	switch {
	case ability == "ferocious-demolition" && b.board:
		seen := map[string]bool{}
		for k := range b.parts {
			if f := b.featureOf(k); b.stands(k) && !seen[f] && b.partDistance(i, k) <= 1 {
				seen[f] = true
				c.Feature = f
				try(c)
			}
		}
	case !needsTarget:
		try(c)
	default:
		for j := range b.cards {
			if j == i || !b.inPlay(j) || b.pointless(ability, i, j) {
				continue
			}
			c.Target = b.cards[j].id
			if ability == "grab-and-maul" && b.board {
				c.At = b.grabSpot(i, j)
			}
			try(c)
		}
	}
	return list
}

// pointless leaves out targets at a glance.
func (b *Battle) pointless(ability string, i, j int) bool {
	friend := b.cards[i].seat == b.cards[j].seat
	switch ability {
	case "inspiring-presence":
		return !friend || b.s.Warriors[j].Activated
	case "ropes", "taunt":
		return friend || !b.cards[j].monster
	case "grab-and-maul":
		return friend || b.board && b.distance(i, j) > 6
	}
	return false
}

// grabSpot finds room for a grabbed fighter beside the monster, or nil.
func (b *Battle) grabSpot(i, j int) *Point {
	r := b.cards[i].radius + b.cards[j].radius + 0.3
	me := &b.s.Warriors[i]
	for k := range 12 {
		sin, cos := ringAt(k, 12)
		at := pointAt(me.At.flat().add(vec{r * cos, r * sin}), me.At.z())
		if b.grabRoom(i, j, at) {
			return &at
		}
	}
	return nil
}

// legalMoves samples move actions: to contact with enemies, to markers, a full
// move in some directions, climbs, jumps and flights.
func (b *Battle) legalMoves(list []rules.Command, i int, bonus bool) []rules.Command {
	if !b.board {
		return b.statedMoves(list, i, bonus)
	}
	s := sampler{b: b, i: i, list: list, bonus: bonus, reach: float64(b.mover(i).inForce())}
	s.kind = "normal"
	if b.cards[i].fly && b.s.Warriors[i].Carrying < 0 {
		s.kind = "fly"
	}
	me := &b.s.Warriors[i]
	if me.On == "" || s.kind == "fly" {
		s.towards()
	}
	s.climbs()
	if me.At.Z > 0 && me.On == "" {
		s.jumps()
	}
	return s.list
}

// sampler collects move actions of one fighter on the board.
type sampler struct {
	b     *Battle
	i     int
	list  []rules.Command
	bonus bool
	reach float64 // Move in force, inches
	kind  string  // of the legs
	room  [4]stretch
}

// add adds a move along legs when the rules allow it.
func (s *sampler) add(pickUp string, legs ...Leg) bool {
	c := Move{doing: s.b.doing(s.i), Bonus: s.bonus, Path: legs, PickUp: pickUp}
	w, fault := s.b.walkOnBoard(&c, s.i, s.room[:0])
	if fault != nil || len(w.faults()) > 0 || s.b.mayPickUp(&c, s.i, w.treasure) != nil {
		return false
	}
	s.list = append(s.list, c)
	return true
}

// straight adds a move of at most so many inches towards a place, or half of
// it. What add would find about one level leg is looked at before it is made.
func (s *sampler) straight(to vec, stop float64, pickUp string) {
	b, from := s.b, s.b.s.Warriors[s.i].At
	p := from.flat()
	d := to.sub(p)
	l := d.length()
	far := min(l-stop, s.reach) - 2e-3
	if far < 0.2 && pickUp == "" {
		return
	}
	far = max(far, 0.02)
	for range 2 {
		at := pointAt(p.add(d.times(far/max(l, 0.02))), 0)
		at.Z = from.Z
		if s.kind == "fly" {
			at.Z = b.topAt(at.flat())
		}
		if s.open(p, at) {
			if pickUp == "" {
				way := &struct {
					leg [1]Leg
					at  Point
				}{at: at}
				way.leg[0].Type, way.leg[0].To = s.kind, &way.at
				s.list = append(s.list, Move{doing: b.doing(s.i), Bonus: s.bonus, Path: way.leg[:]})
				return
			}
			to := at
			if s.add(pickUp, Leg{Type: s.kind, To: &to}) {
				return
			}
		}
		if pickUp != "" {
			return
		}
		far /= 2
	}
}

// open tells whether a normal leg, or a flight, may go straight to a point.
func (s *sampler) open(p vec, at Point) bool {
	if s.kind == "fly" {
		return s.b.free(s.i, at)
	}
	return s.b.open(s.i, p, at)
}

// towards samples ways to the nearest enemy, to treasure within reach, to the
// nearest other marker and in three directions.
func (s *sampler) towards() {
	b, me := s.b, &s.b.s.Warriors[s.i]
	from := me.At.flat()
	enemy, near := none, math.Inf(1)
	for j := range b.s.Warriors {
		if w := &b.s.Warriors[j]; w.seat != me.seat && w.Placed && !w.Out {
			if d := w.p.sub(from).length(); d < near {
				enemy, near = j, d
			}
		}
	}
	if enemy >= 0 {
		s.straight(b.s.Warriors[enemy].At.flat(), b.cards[s.i].radius+b.cards[enemy].radius+0.1, "")
	}
	best, at := math.Inf(1), vec{}
	for k := range b.s.Treasures {
		t := &b.s.Treasures[k]
		if t.Carrier >= 0 {
			continue
		}
		d := t.At.flat().sub(from).length()
		if d < s.reach+b.cards[s.i].radius+1 && me.Carrying < 0 && !b.cards[s.i].monster && !b.cards[s.i].beast {
			s.straight(t.At.flat(), b.cards[s.i].radius, b.field.Victory.Treasures[k].ID)
		} else if d < best {
			best, at = d, t.At.flat()
		}
	}
	for k := range b.s.Objectives {
		if o := &b.s.Objectives[k]; o.Controller != b.cards[s.i].seat {
			if d := o.At.flat().sub(from).length(); d < best {
				best, at = d, o.At.flat()
			}
		}
	}
	if !math.IsInf(best, 1) {
		s.straight(at, 0, "")
	}
	forward := 1.0
	if b.spot(b.cards[s.i].seat, 0).Y > b.field.Length/2 {
		forward = -1
	}
	s.straight(vec{from.x, from.y + 30*forward}, 0, "")
	s.straight(vec{from.x + 30, from.y}, 0, "")
	s.straight(vec{from.x - 30, from.y}, 0, "")
}

// climbs samples a climb of the nearest terrain part within reach: onto the top,
// or as far up as the Move allows.
func (s *sampler) climbs() {
	b, me := s.b, &s.b.s.Warriors[s.i]
	from, r := me.At.flat(), b.cards[s.i].radius
	found, gap := none, s.reach-1
	for k := range b.parts {
		p := &b.parts[k]
		if p.low || p.passage || p.top <= me.At.z() || p.bottom > me.At.z()+near || p.apart(from, from, r+gap) || !b.stands(k) {
			continue
		}
		if p.kind == "unclimbable" || b.cards[s.i].mount && p.kind != "stairs" {
			continue
		}
		if d := max(0, p.distance(from, from)-r); d < gap {
			found, gap = k, d
		}
	}
	if found >= 0 {
		p := &b.parts[found]
		s.climb(found, p, p.nearest(from), gap, r)
	}
}

func (s *sampler) climb(k int, p *block, foot vec, gap, r float64) {
	b, me := s.b, &s.b.s.Warriors[s.i]
	from := me.At.flat()
	id := b.field.Terrain[k].ID
	away := from.sub(foot)
	l := away.length()
	if l < near {
		return
	}
	away = away.times(1 / l)
	var legs []Leg
	at := me.At
	if gap > 0.04 && me.On == "" {
		at = pointAt(foot.add(away.times(r+0.02)), me.At.z())
		if !s.open(from, at) {
			return
		}
		to := at
		legs = append(legs, Leg{Type: "normal", To: &to})
	}
	left := s.reach - max(0, gap)
	up := at
	up.Z = b.field.Terrain[k].Top
	if top := up.Z.Float() - at.z(); p.platform && left >= top+r+0.3 {
		over := pointAt(foot.sub(away.times(0.25)), p.top)
		if s.add("", append(legs, Leg{Type: "climb", Part: id, To: &up}, Leg{Type: "climb", Part: id, To: &over})...) {
			return
		}
	}
	if p.kind != "stairs" && p.kind != "ladder" && b.s.Act.Actions < 2 {
		return // it would only fall
	}
	part := at
	part.Z = min(up.Z, at.Z+thousandths(max(0, left-0.05)))
	if part.Z > at.Z {
		s.add("", append(legs[:len(legs):len(legs)], Leg{Type: "climb", Part: id, To: &part})...)
	}
}

// jumps samples jumps from a platform to what lies below.
func (s *sampler) jumps() {
	b, me := s.b, &s.b.s.Warriors[s.i]
	for k := range 4 {
		sin, cos := ringAt(k, 4)
		for _, far := range [2]float64{2.5, s.reach - 0.01} {
			if far > s.reach {
				continue
			}
			at := pointAt(me.At.flat().add(vec{far * cos, far * sin}), 0)
			at.Z = b.groundZ(Point{at.X, at.Y, me.At.Z})
			if at.Z < me.At.Z && s.add("", Leg{Type: "jump", To: &at}) {
				break
			}
		}
	}
}

// nearest is the point of the footprint nearest to a place outside it.
func (s *block) nearest(p vec) vec {
	best, at := math.Inf(1), p
	for i, a := range s.poly {
		d := s.poly[(i+1)%len(s.poly)].sub(a)
		t := max(0, min(1, p.sub(a).dot(d)/max(d.dot(d), 1e-12)))
		q := a.add(d.times(t))
		if l := q.sub(p).length(); l < best {
			best, at = l, q
		}
	}
	return at
}

// statedMoves offers moves of a measured battle with plausible facts.
func (b *Battle) statedMoves(list []rules.Command, i int, bonus bool) []rules.Command {
	reach := inches(b.mover(i).inForce())
	two, up, half := 2*rules.One, min(reach, 3*rules.One), reach/2/1000*1000
	on := b.s.Warriors[i].On
	try := func(end, pickUp string, legs ...Leg) {
		c := Move{doing: b.doing(i), Bonus: bonus, Path: legs, End: end, PickUp: pickUp}
		if w, fault := b.walkStated(&c, i); fault == nil && len(w.faults()) == 0 && b.mayPickUp(&c, i, w.treasure) == nil {
			list = append(list, c)
		}
	}
	if on == "" {
		try("", "", Leg{Type: "normal", Horizontal: &reach})
		try("", "", Leg{Type: "jump", Horizontal: &half, Down: &two})
	}
	for _, part := range [...]string{"obstacle", "stairs", "deadly"} {
		if on == "" || on == part {
			try("climbing", "", Leg{Type: "climb", Up: &up, On: part})
		}
	}
	try("overhang", "", Leg{Type: "jump", Horizontal: &half})
	try("unclimbable", "", Leg{Type: "normal", Horizontal: &half})
	try("", "", Leg{Type: "fly", Horizontal: &reach})
	for k := range b.s.Treasures {
		if b.s.Treasures[k].Carrier < 0 {
			try("", b.field.Victory.Treasures[k].ID, Leg{Type: "normal", Horizontal: &reach})
		}
	}
	return list
}
