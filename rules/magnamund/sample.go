package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Sample returns a legal command at random without listing all of them: it looks
// round from a random piece for something to do, now and then for a skill or a
// spell, and ends the step when there is nothing, or by chance.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	if b.s.Phase == phaseOver || b.s.Phase == phaseInitiative || b.measured() && b.s.Phase == phaseDeploy {
		return among(b.Legal(), pick)
	}
	if b.measured() {
		return b.sampleStated(pick)
	}
	if b.s.Phase == phaseDeploy {
		if all := b.legalAttunements(); all != nil {
			return all[pick(len(all))]
		}
		return b.sampleDeployment(pick)
	}
	if len(b.s.Hands) > 0 && pick(12) == 0 {
		if c := b.sampleCast(pick); c != nil {
			return c
		}
	}
	if b.s.Phase == phaseMorale {
		if t := b.testers(); t != nil {
			u := t[pick(len(t))]
			return TestMorale{given: given{b.troops[u].seat}, Unit: b.troops[u].id}
		}
	} else if pick(16) > 0 {
		if c := b.sampleDeed(pick); c != nil {
			return c
		}
	}
	if b.s.Phase == phaseMovement {
		if i, path := b.closing(); i != none {
			return Move{given: given{b.seatOf(i)}, Piece: b.id(i), Path: path}
		}
	}
	return EndStep{given: given{b.anySeat(b.s.Side)}}
}

// sampleDeed looks for what a piece of the side can do in its step.
func (b *Battle) sampleDeed(pick func(n int) int) rules.Command {
	if b.gifted && (b.s.Phase == phaseFire1 || b.s.Phase == phaseMovement) && pick(6) == 0 {
		all := b.legalSkills(nil)
		if b.s.Phase == phaseMovement {
			all = b.legalDrives(all)
		}
		if len(all) > 0 {
			return all[pick(len(all))]
		}
	}
	own := b.afield[b.s.Side]
	for i := pick(len(b.figures)); !own.empty(); {
		i = own.from(i)
		own.drop(i)
		switch b.s.Phase {
		case phaseFire1, phaseFire2:
			if c := b.sampleShot(pick, i); c != nil {
				return c
			}
		case phaseMovement:
			if c := b.sampleWalk(pick, i); c != nil {
				return c
			}
		case phaseCombat:
			if c := b.sampleBlow(pick, i); c != nil {
				return c
			}
		}
	}
	return nil
}

// sampleShot is a shot of a piece that has a target, half of the time with others of its unit.
func (b *Battle) sampleShot(pick func(n int) int, i int) rules.Command {
	if !b.mayFire(i) {
		return nil
	}
	j := b.mark(pick, i)
	if j == none {
		return nil
	}
	c := Shoot{given: given{b.seatOf(i)}, Shooters: b.figures[i].alone, Target: b.id(j)}
	u := b.figures[i].unit
	if u == none || b.entranced(i) || pick(2) == 0 || !b.coveredAlike(j) {
		return c
	}
	long := b.reaches(i, j) > b.figures[i].short
	for _, k := range b.troops[u].figures {
		if k != i && b.alive(k) && !b.entranced(k) && b.fires(k) && b.aimsAt(k, j) && b.reaches(k, j) > b.figures[k].short == long {
			c.Shooters = append(c.Shooters, b.id(k))
		}
	}
	return c
}

// mark is one of the targets of a piece, or none.
func (b *Battle) mark(pick func(n int) int, i int) (at int) {
	g := &b.glances[i]
	if at = none; g.aimsIn == b.scene && !g.aims {
		return none
	}
	b.sight(i, pick(len(b.figures)), func(j int) bool { at = j; return false })
	g.aimsIn, g.aims = b.scene, at != none
	return at
}

// mostStrides is how many steps a sampled move has at most.
const mostStrides = 6

// gaits are the steps that a sampled move is made of, by how often they are tried:
// half of them go forward. Only those who can leap try the leaps behind.
var gaits, leapingGaits = func() (on []*stride, leaping []*stride) {
	for n := range strides[:walks] {
		if s := &strides[n]; s != stepForward {
			on = append(on, s, stepForward)
		}
	}
	leaping = append(leaping, on...)
	for n := range strides[walks:] {
		leaping = append(leaping, &strides[walks+n])
	}
	return on, leaping
}()

// sampleWalk takes a piece a few random steps, as far as it goes without leaving its unit.
func (b *Battle) sampleWalk(pick func(n int) int, i int) rules.Command {
	if b.mayMove(i) != nil {
		return nil
	}
	start := b.marchOf(i)
	leaps := start.mayLeap && start.leaps < leapsPerBattle
	if start.left == 0 && !leaps {
		return nil
	}
	blind := b.burden(i).blinded
	if blind && b.guide(i) == none {
		return nil
	}
	tried := gaits
	if leaps {
		tried = leapingGaits
	}
	var trail [mostStrides]piece
	var words [mostStrides]*stride
	m := start
	n, most := 0, 1+pick(mostStrides)
	if blind {
		most = 1
	}
	for tries := 2 * most; n < most && tries > 0 && (m.left > 0 || leaps); tries-- {
		if s := tried[pick(len(tried))]; m.stride(s) == nil {
			trail[n], words[n] = m.piece, s
			n++
		}
	}
	d := b.bondOf(i)
	for ; n > 0; n-- {
		if !d.strays(trail[n-1]) {
			if m = b.marched(i, words[:n]); !b.mayPart(i, &d, &m) {
				return b.walk(i, words[:n])
			}
		}
	}
	for k, at := 0, pick(len(strides)); k < len(strides); k++ {
		s := &strides[(at+k)%len(strides)]
		if m = start; m.stride(s) == nil && !d.strays(m.piece) {
			words[0] = s
			if !b.mayPart(i, &d, &m) {
				return b.walk(i, words[:1])
			}
		}
	}
	return nil
}

// marched is the march of a piece along a path that it can take.
func (b *Battle) marched(i int, path []*stride) march {
	m := b.marchOf(i)
	for _, s := range path {
		if m.stride(s) != nil {
			break
		}
	}
	return m
}

// walk is the move of a piece along a path.
func (b *Battle) walk(i int, path []*stride) rules.Command {
	c := Move{given: given{b.seatOf(i)}, Piece: b.id(i)}
	if len(path) == 1 {
		c.Path = path[0].alone
		return c
	}
	c.Path = b.page(len(path))
	for n, s := range path {
		c.Path[n] = s.word
	}
	return c
}

// page is room for so many words of a sampled command. Pages are cut off one sheet
// after another, which costs less than to make each of them.
func (b *Battle) page(n int) []string {
	if len(b.sheet) < n {
		b.sheet = make([]string, max(n, 64))
	}
	page := b.sheet[:n:n]
	b.sheet = b.sheet[n:]
	return page
}

func (b *Battle) sampleBlow(pick func(n int) int, i int) rules.Command {
	if b.s.Pieces[i].Attacks > 0 {
		if all := b.legalSeconds(nil, i); all != nil {
			return all[pick(len(all))]
		}
		return nil
	}
	prey := *b.prey(i)
	if prey.empty() || b.mayStrike(i) != nil {
		return nil
	}
	j := prey.from(pick(len(b.figures)))
	if b.veiled(j) {
		return nil
	}
	c := Strike{given: given{b.seatOf(i)}, Attackers: b.figures[i].alone, Target: b.id(j)}
	if u := b.figures[i].unit; u != none && !b.entranced(i) && pick(2) == 0 && b.coveredAlike(j) {
		for _, k := range b.troops[u].figures {
			if k != i && b.alive(k) && !b.entranced(k) && b.mayStrike(k) == nil && b.prey(k).has(j) {
				c.Attackers = append(c.Attackers, b.id(k))
			}
		}
	}
	return c
}

// sampleCast looks for a target for a random card of a random magician.
func (b *Battle) sampleCast(pick func(n int) int) rules.Command {
	if len(b.s.Hands) == 0 {
		return nil
	}
	h := &b.s.Hands[pick(len(b.s.Hands))]
	if len(h.Cards) == 0 || !b.alive(h.Piece) {
		return nil
	}
	c := Cast{given: given{b.seatOf(h.Piece)}, Caster: b.id(h.Piece), Spell: h.Cards[pick(len(h.Cards))]}
	if _, f := b.castBy(c); f != nil {
		return nil
	}
	if !aimed(c.Spell) {
		return c
	}
	n := len(b.figures)
	for k, from := 0, pick(n); k < n; k++ {
		j := (from + k) % n
		if !b.alive(j) {
			continue
		}
		if c.Target, c.Wound = b.id(j), 0; c.Spell == "heal" && b.s.Pieces[j].Hurts > 0 {
			c.Wound = pick(b.s.Pieces[j].Hurts)
		}
		if _, f := b.castAt(h.Piece, c); f == nil {
			return c
		}
	}
	return nil
}

// sampleDeployment tries blocks at random places, and lists them all when none fits.
func (b *Battle) sampleDeployment(pick func(n int) int) rules.Command {
	for i, f := range b.figures {
		if f.side != b.s.Side || b.s.Pieces[i].Placed {
			continue
		}
		unit := f.id
		if f.unit != none {
			unit = b.troops[f.unit].id
		}
		z, n := b.zones[f.side], len(b.company(unit))
		for range 24 {
			ranks := 1 + pick(min(3, n))
			at := grid.Cell{X: z.XMin + pick(z.XMax-z.XMin+1), Y: z.YMin + pick(z.YMax-z.YMin+1)}
			c := Deploy{given{f.seat}, unit, b.block(i, n, (n+ranks-1)/ranks, at), inward(z, b.base), f.mayHide && pick(2) == 0}
			if b.checkDeploy(c) == nil {
				return c
			}
		}
		break
	}
	all := b.legalDeployments()
	return all[pick(len(all))]
}
