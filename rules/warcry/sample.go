package warcry

import "oriflamme/rules"

// Sample returns a random legal command without listing the others, or nil when the battle is
// over. For long lists it starts at a random idea and tries the next ones until one leads to a
// command. A battle that is Remembering keeps the measurements in its memo.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	if b.memo == nil {
		return b.sampleCommand(pick)
	}
	b.memo.recording = true
	c := b.sampleCommand(pick)
	b.memo.recording = false
	return c
}

func (b *Battle) sampleCommand(pick func(n int) int) rules.Command {
	if b.s.Phase == phaseCombat {
		if b.s.Acting >= 0 {
			return b.sampleAction(b.s.Acting, pick)
		}
		return b.sampleActivation(pick)
	}
	n, idea := b.ideas()
	if n == 0 {
		return nil
	}
	from := pick(n)
	for k := range n {
		if c, ok := idea((from + k) % n); ok {
			return c
		}
	}
	return nil
}

// sampleActivation returns the command that activates a random eligible fighter.
func (b *Battle) sampleActivation(pick func(n int) int) rules.Command {
	var eligible [32]int
	n := 0
	for i := range b.info {
		if b.eligible(i) {
			eligible[n] = i
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return b.info[eligible[pick(n)]].prebuilt.activate
}

// offerWeights holds how often Sample starts with each offer, relative to the others.
var offerWeights = [offerCount]int{offerMoves: 6, offerAttacks: 6, offerBonusAttacks: 3, offerDisengages: 2, offerDrops: 1, offerWaits: 1, offerForgo: 1, offerEnds: 1, offerAbilities: 3}

// sampleAction returns a random command of the acting fighter. It starts at a random offer and
// tries the next ones until an idea leads to a command; the fighter can always end or wait.
func (b *Battle) sampleAction(i int, pick func(n int) int) rules.Command {
	s := sampler{b: b, i: i, single: true}
	var open [offerCount]bool
	open, s.bonusMove = b.openOffers(i)
	first := pickOffer(&open, pick)
	for k := range offerCount {
		if o := (first + k) % offerCount; open[o] {
			if c := s.sample(o, pick); c != nil {
				return c
			}
		}
	}
	return nil
}

// pickOffer returns one of the open offers at random.
func pickOffer(open *[offerCount]bool, pick func(n int) int) offer {
	total := 0
	for o, is := range open {
		if is {
			total += offerWeights[o]
		}
	}
	left := pick(total)
	for o, is := range open {
		if is {
			if left -= offerWeights[o]; left < 0 {
				return offer(o)
			}
		}
	}
	return offerEnds
}

// sample returns a command of an offer, or nil when none of its ideas leads to one.
func (s *sampler) sample(o offer, pick func(n int) int) rules.Command {
	n := s.ideas(o)
	if n == 0 {
		return nil
	}
	from := pick(n)
	for k := range n {
		s.try(o, (from+k)%n)
		if c := s.pickFound(pick); c != nil {
			return c
		}
	}
	return nil
}
