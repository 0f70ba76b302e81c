package warcry

import "oriflamme/rules"

// Sample returns a legal command at random without listing the others, or nil
// when the battle is over. Where a list is long it begins with one of its ideas
// and goes on to the next until one comes to something.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	switch b.s.Phase {
	case phaseGroups:
		return b.division(pick(divisions))
	case phaseDeploy, phaseReserve:
		from := pick(len(formations))
		for k := range formations {
			if c, ok := b.deployment((from + k) % len(formations)); ok {
				return c
			}
		}
	case phaseWild:
		from := pick(wildIdeas)
		for k := range wildIdeas {
			if c, ok := b.wildIdea((from + k) % wildIdeas); ok {
				return c
			}
		}
	case phaseCombat:
		if b.s.Acting >= 0 {
			return b.sampleAction(b.s.Acting, pick)
		}
		return b.sampleActivation(pick)
	default:
		if legal := b.Legal(); len(legal) > 0 {
			return legal[pick(len(legal))]
		}
	}
	return nil
}

// sampleActivation begins the activation of one of the eligible fighters.
func (b *Battle) sampleActivation(pick func(n int) int) rules.Command {
	var eligible [32]int
	n := 0
	for i := range b.cards {
		if b.eligible(i) {
			eligible[n] = i
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return b.cards[eligible[pick(n)]].often.activate
}
