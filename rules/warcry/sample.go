package warcry

import "oriflamme/rules"

// Sample returns a legal command at random without listing the others, or nil
// when the battle is over. Where a list is long it begins with one of its ideas
// and goes on to the next until one comes to something. It takes notes in the
// battle, which must not be sampled twice at once.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	b.memo.recording = true
	c := b.sampleCommand(pick)
	b.memo.recording = false
	return c
}

func (b *Battle) sampleCommand(pick func(n int) int) rules.Command {
	switch b.s.Phase {
	case phaseGroups:
		return b.division(pick(divisions))
	case phaseDeploy, phaseReserve:
		return sampleIdea(len(formations), b.deployment, pick)
	case phaseWild:
		return sampleIdea(wildIdeas, b.wildIdea, pick)
	case phaseCombat:
		if b.s.Acting >= 0 {
			return b.sampleAction(b.s.Acting, pick)
		}
		return b.sampleActivation(pick)
	case phaseMuster:
		return rollRoles[pick(len(rollRoles))]
	case phaseColours:
		return rollColours[pick(len(rollColours))]
	case phaseRound:
		return rollInitiatives[pick(len(rollInitiatives))]
	case phaseFirst:
		return firstTurns[b.s.Initiative][pick(2)]
	default:
		if legal := b.Legal(); len(legal) > 0 {
			return legal[pick(len(legal))]
		}
	}
	return nil
}

// allIdeas lists what n ideas come to.
func allIdeas[C rules.Command](n int, idea func(k int) (C, bool)) []rules.Command {
	var list []rules.Command
	for k := range n {
		if c, ok := idea(k); ok {
			list = append(list, c)
		}
	}
	return list
}

// sampleIdea is what sampleIdea of n ideas comes to, or the next that comes to anything.
func sampleIdea[C rules.Command](n int, idea func(k int) (C, bool), pick func(n int) int) rules.Command {
	from := pick(n)
	for k := range n {
		if c, ok := idea((from + k) % n); ok {
			return c
		}
	}
	return nil
}

// sampleActivation begins the activation of one of the eligible fighters.
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

// chance is how often Sample begins with an offer, against the others.
var chance = [offerCount]int{offerMoves: 6, offerAttacks: 6, offerBonusAttacks: 3, offerDisengages: 2, offerDrops: 1, offerWaits: 1, offerEnds: 1, offerAbilities: 3}

// sampleAction gives one command of the acting fighter: offers are looked through
// from one of them on until an idea comes to something. There is always an end
// or a wait.
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

// pickOffer is one of the open offers.
func pickOffer(open *[offerCount]bool, pick func(n int) int) offer {
	total := 0
	for o, is := range open {
		if is {
			total += chance[o]
		}
	}
	left := pick(total)
	for o, is := range open {
		if is {
			if left -= chance[o]; left < 0 {
				return offer(o)
			}
		}
	}
	return offerEnds
}

// sample gives a command of an offer, or nil when no idea of it comes to anything.
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
