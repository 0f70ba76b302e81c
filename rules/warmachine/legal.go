package warmachine

import "oriflamme/rules"

// Legal lists commands that can be given now. On a measured table it names every
// troop, weapon and target, with facts that let the command succeed, and a charge
// that fails; on a board it is a sample of ways, and whole for everything else.
func (b *Battle) Legal() []rules.Command {
	switch b.s.Stage {
	case stageStart:
		return []rules.Command{Start{}}
	case stageDeploy:
		return b.deployments()
	case stageControl:
		return b.withEnds(b.controls())
	case stageOver:
		return nil
	}
	switch {
	case b.s.Pending != nil:
		return b.withEnds(b.settlements())
	case b.s.Acting == none:
		return b.withEnds(b.activations())
	}
	all := append(b.moves(), b.attacks()...)
	all = append(all, b.powerAttacks()...)
	all = append(append(all, b.casts()...), b.specials()...)
	all = append(append(all, b.lockBreaks()...), b.fears()...)
	if b.mayEnd() {
		all = append(all, EndActivation{b.s.Turn})
	}
	return b.withEnds(all)
}

// withEnds adds what ends a battle at any moment.
func (b *Battle) withEnds(all []rules.Command) []rules.Command {
	if b.hopeless(b.s.Turn) || b.weary(b.s.Turn) {
		all = append(all, Concede{b.s.Turn})
	}
	if b.aims {
		all = append(all, Fulfil{b.s.Turn})
	}
	return all
}

// mayEnd tells whether nobody owes an attack after a charge (WM-CHARGE-17).
func (b *Battle) mayEnd() bool {
	for k := range b.s.Act.Doing {
		if b.owesAttack(k) {
			return false
		}
	}
	return true
}

// hopeless tells whether a side has lost so much that giving up is worth listing.
// It may give up earlier too.
func (b *Battle) hopeless(seat rules.Seat) bool {
	had, has := 0, 0
	for i := range b.cards {
		if b.cards[i].seat == seat {
			had++
			if b.alive(i) {
				has++
			}
		}
	}
	return 3*has <= had
}

// long is a round that no battle between people comes to. The rules know no last one
// (WM-TURN-1), and two armies that cannot hurt each other would fight for ever.
const long = 60

// weary tells whether a side sees no end to a long battle in which it is not ahead.
func (b *Battle) weary(seat rules.Seat) bool {
	if b.round() < long {
		return false
	}
	mine, theirs := 0, 0
	for i := range b.cards {
		switch {
		case !b.alive(i):
		case b.hostile(b.cards[i].seat, seat):
			theirs++
		case b.cards[i].seat == seat:
			mine++
		}
	}
	return mine <= theirs
}

// lines are the ways in which a whole army is set up.
var lines = [3]string{"centre", "left", "right"}

func (b *Battle) deployments() []rules.Command {
	seat := b.s.Turn
	if !b.board {
		return []rules.Command{Deploy{Seat: seat, Line: "centre"}}
	}
	var all []rules.Command
	for _, line := range lines {
		if c := (Deploy{Seat: seat, Line: line}); b.fitsLine(c) {
			all = append(all, c)
		}
	}
	for i := range b.cards {
		if b.cards[i].seat != seat || b.s.Troops[i].Placed || b.advanced(i) && b.unplaced(seat, false) {
			continue
		}
		for k := range unitPlaces {
			if c, ok := b.unitDeployment(i, k); ok {
				all = append(all, c)
			}
		}
	}
	return all
}

// fitsLine tries a line on a copy: troops of one that lack room are too many to foresee.
func (b *Battle) fitsLine(c Deploy) bool {
	_, step, err := rules.Play(b, c, nil, rules.First)
	if err == nil && b.noting {
		b.recent = recent{stamp: b.stamp, line: c.Line, placed: step.Events}
	}
	return err == nil
}

// unitPlaces is how many places are offered for one unit.
const unitPlaces = 10

// unitDeployment sets one unit up at one of a row of places across its zone.
func (b *Battle) unitDeployment(i, k int) (rules.Command, bool) {
	zone := b.reachOf(i)
	heart, facing := b.heart(zone), b.outlook(b.cards[i].seat)
	ux, uy := facing.unit()
	depth, _ := zoneDepth(b, zone)
	off, deep := float64(k%5-2)*7000, float64(k/5)*depth/3
	if zone.Shape == "corner" {
		off, deep = off/3, deep/2
	}
	at := Point{round(float64(heart.X) - uy*off - ux*(deep-depth/6)), round(float64(heart.Y) + ux*off - uy*(deep-depth/6))}
	if b.misplaced(i, b.block(i, at, facing)) != "" {
		return nil, false
	}
	return Deploy{Seat: b.cards[i].seat, Unit: b.cards[i].id, Line: "centre", At: &at}, true
}

func (b *Battle) controls() []rules.Command {
	var all []rules.Command
	for i := range b.cards {
		for n := 1; n <= b.allocable(i); n++ {
			all = append(all, Allocate{b.s.Turn, b.cards[i].id, n, true})
		}
		if b.shakes(i) {
			all = append(all, Shake{b.s.Turn, b.cards[i].id})
		}
	}
	for _, keep := range b.keeps() {
		all = append(all, EndControl{b.s.Turn, keep})
	}
	return all
}

// allocable is how much focus a warjack may be given now.
func (b *Battle) allocable(i int) int {
	c := &b.cards[i]
	if c.seat != b.s.Turn || c.p.Kind != "warjack" || !b.alive(i) || b.inert(i) || b.cards[c.owner].p.Focus == 0 {
		return 0
	}
	if b.s.Troops[c.owner].Focus == 0 || b.combat && b.crippled(i, cortexSystem) || !b.inControl(c.owner, i, true) {
		return 0
	}
	return min(mostAllocated-b.s.Troops[i].Focus, b.s.Troops[c.owner].Focus)
}

// shakes tells whether a troop may shake off being knocked down or stationary now.
func (b *Battle) shakes(i int) bool {
	t := &b.s.Troops[i]
	return b.combat && b.cards[i].seat == b.s.Turn && b.cards[i].p.spends() && t.Left > 0 && t.Focus > 0 && t.Models[0].helpless()
}

// keeps are the lists of spells that may be upkept: none, each, and as many as can be paid.
func (b *Battle) keeps() [][]string {
	if !b.upkeeps() {
		return noKeeps
	}
	all := [][]string{{}}
	var most []string
	left := map[int]int{}
	for n, e := range b.s.Effects {
		if e.Until > 0 || b.cards[e.By].seat != b.s.Turn || b.keptBefore(n) || b.s.Troops[e.By].Focus < upkeepCost {
			continue
		}
		all = append(all, []string{e.Spell})
		if left[e.By] += upkeepCost; left[e.By] <= b.s.Troops[e.By].Focus {
			most = append(most, e.Spell)
		}
	}
	if len(most) > 1 {
		all = append(all, most)
	}
	return all
}

// noKeeps is the choice of who has no spell to upkeep.
var noKeeps = [][]string{{}}

// upkeeps tells whether the player has spells in play that are upkept.
func (b *Battle) upkeeps() bool {
	for _, e := range b.s.Effects {
		if e.Until == 0 && b.cards[e.By].seat == b.s.Turn {
			return true
		}
	}
	return false
}

// keptBefore tells whether the spell of an effect is among those before it.
func (b *Battle) keptBefore(n int) bool {
	for _, e := range b.s.Effects[:n] {
		if e.Spell == b.s.Effects[n].Spell && e.Until == 0 {
			return true
		}
	}
	return false
}

func (b *Battle) activations() []rules.Command {
	var all []rules.Command
	for i := range b.cards {
		if b.waits(i) {
			all = append(all, b.cards[i].orders...)
			if m := &b.s.Troops[i].Models[b.s.Troops[i].Lead]; m.Down && m.Still == 0 {
				all = append(all, Activate{Seat: b.s.Turn, Unit: b.cards[i].id, Order: "none", Rise: "action", InCommandRange: true})
			}
		}
	}
	return all
}

// enemies are the troops that may be attacked.
func (b *Battle) enemies() []int {
	var all []int
	for i := range b.cards {
		if b.hostile(b.cards[i].seat, b.s.Turn) && b.alive(i) {
			all = append(all, i)
		}
	}
	return all
}

// settlements are outcomes of an attack that waits for them.
func (b *Battle) settlements() []rules.Command {
	w := b.s.Pending
	if w.Power == 0 {
		return []rules.Command{Settle{b.s.Turn, 0, false}, Settle{b.s.Turn, 1, false}, Settle{b.s.Turn, 3, false}, Settle{b.s.Turn, 0, true}}
	}
	all := []rules.Command{Blast{b.s.Turn, []string{}}}
	t := &b.s.Troops[w.At]
	for k := range t.Models {
		if !t.Models[k].Gone && k != w.On {
			return append(all, Blast{b.s.Turn, []string{b.cards[w.At].models[k]}})
		}
	}
	return all
}

// attacks are all attacks that the active troop may make now: by weapon and target
// troop, as they are made by the first model that can.
func (b *Battle) attacks() []rules.Command {
	var all []rules.Command
	p := &b.cards[b.s.Acting].p
	focus := b.combat && p.spends() && b.s.Troops[b.s.Acting].Focus > 0
	for _, j := range b.enemies() {
		for w := range p.Weapons {
			for _, extra := range [2]bool{false, true} {
				c := b.plainAttack(w, j, extra)
				s, d := b.aimed(c)
				if d.rule != "" || b.board && s.far > 0 && inchesOf(s.facts.Distance) > s.far {
					continue
				}
				all = append(all, c)
				if focus && (!extra || b.s.Troops[b.s.Acting].Focus > 1) {
					c.BoostAttack, c.BoostDamage = true, true
					all = append(all, c)
				}
				if together, ok := b.together(c, s); ok {
					all = append(all, together)
				}
			}
		}
	}
	return all
}

// plainAttack is an attack with facts that let it succeed.
func (b *Battle) plainAttack(w, j int, extra bool) Attack {
	card := &b.cards[b.s.Acting].p.Weapons[w]
	c := Attack{Seat: b.s.Turn, Target: b.cards[j].id, Weapon: card.ID, With: []string{}, Under: []string{}, InReach: true, Additional: extra}
	c.LOS = true
	if !b.board {
		c.Distance = card.Range.dec()
	}
	return c
}

// together is an attack with everybody who can join in.
func (b *Battle) together(c Attack, s strike) (Attack, bool) {
	if b.cards[s.by.i].size == 1 || !b.combines(&c, &s) {
		return c, false
	}
	c.Who, c.Target = b.id(s.by), b.id(s.at)
	c.BoostAttack, c.BoostDamage = false, false
	for k := range b.s.Act.Doing {
		if b.joins(&c, &s, ref{s.by.i, k}) {
			c.With = append(c.With, b.cards[s.by.i].models[k])
		}
	}
	return c, len(c.With) > 0
}

// casts are the spells, the feat and the mending of the active model.
func (b *Battle) casts() []rules.Command {
	i := b.s.Acting
	p := &b.cards[i].p
	if !b.combat || b.sorcerer() != "" {
		return nil
	}
	var all []rules.Command
	for n := range p.Spells {
		if b.s.Troops[i].Focus < p.Spells[n].Cost {
			continue
		}
		for j := -1; j < len(b.cards); j++ {
			for _, c := range b.castings(n, j, "") {
				all = append(all, c)
			}
			for node := range b.cards {
				if j >= 0 && b.cards[node].owner == i && b.cards[node].p.has("arc-node") {
					for _, c := range b.castings(n, j, b.cards[node].id) {
						all = append(all, c)
					}
				}
			}
		}
	}
	if p.Feat != nil && !b.s.Troops[i].Feat {
		c := Feat{b.s.Turn, []string{}}
		all = append(all, c)
		if !b.board {
			for j := range b.cards {
				if b.alive(j) && b.hostile(b.cards[j].seat, b.s.Turn) == (p.Feat.On == "enemies") {
					c.On = append(c.On, b.cards[j].id)
				}
			}
			all = append(all, c)
		}
	}
	if n := b.mendable(); n > 0 {
		all = append(all, Mend{b.s.Turn, 1})
		if n > 1 {
			all = append(all, Mend{b.s.Turn, n})
		}
	}
	return all
}

// mendable is how much the active warcaster may mend.
func (b *Battle) mendable() int {
	i := b.s.Acting
	if !b.combat || b.cards[i].p.Kind != "warcaster" {
		return 0
	}
	return min(b.s.Troops[i].Focus, b.s.Troops[i].Models[0].Damage)
}

// castings are the ways to cast a spell on a troop, or on the caster for none.
func (b *Battle) castings(n, j int, through string) []Cast {
	if b.board && b.cards[b.s.Acting].p.Spells[n].places() > 0 {
		if c, ok := b.aimedCast(n, j, through); ok {
			return b.spots(c)
		}
		return nil
	}
	if c, ok := b.casting(n, j, through); ok {
		return []Cast{c}
	}
	return nil
}

// casting is a spell on a troop, or on the caster for none, when it may be cast.
func (b *Battle) casting(n, j int, through string) (Cast, bool) {
	c, ok := b.aimedCast(n, j, through)
	if !ok {
		return c, false
	}
	s, _, fault := b.spelled(c)
	if fault != nil || b.board && s.far > 0 && inchesOf(s.facts.Distance) > s.far {
		return c, false
	}
	return c, true
}

// aimedCast is that spell before it is looked at closely.
func (b *Battle) aimedCast(n, j int, through string) (Cast, bool) {
	card := &b.cards[b.s.Acting].p.Spells[n]
	if (card.On == "self") != (j < 0) || j >= 0 && (!b.alive(j) || b.hostile(b.cards[j].seat, b.s.Turn) != (card.On == "enemy")) {
		return Cast{}, false
	}
	origin := ref{b.s.Acting, 0}
	if through != "" {
		origin.i = b.find(through)
	}
	if b.board && j >= 0 && !b.troopWithin(origin, j, card.Range) {
		return Cast{}, false
	}
	c := Cast{Seat: b.s.Turn, Spell: card.ID, Through: through, Open: true}
	c.LOS = true
	if j >= 0 {
		c.Target = b.cards[j].id
	}
	return c, true
}

func (b *Battle) specials() []rules.Command {
	var all []rules.Command
	p := &b.cards[b.s.Acting].p
	for n := range p.Actions {
		for j := range b.cards {
			if b.cards[j].seat != b.s.Turn || b.cards[j].p.Kind != "warjack" || !b.alive(j) {
				continue
			}
			c := Special{Seat: b.s.Turn, Action: p.Actions[n].ID, Target: b.cards[j].id, Contact: true}
			if _, d := b.actor(c, ref{j, 0}); d.rule == "" {
				all = append(all, c)
			}
		}
	}
	return all
}
