package rules

// A Sampler is a battle that can return a random legal command without listing all of them.
// Play accepts every command that Sample returns, and every kind of command in Legal can
// come up, but not necessarily as often as in the list. Sample returns nil once the battle is
// over. Pick returns a number from 0 to n-1.
type Sampler interface {
	Sample(pick func(n int) int) Command
}

// A Rememberer is a battle that can remember what it measures. Remembering returns a copy of
// the battle that does, in itself; see the function Remembering.
type Rememberer interface {
	Remembering() Battle
}

// Remembering returns a copy of a battle for one goroutine that samples and plays many commands
// in a row. The copy may keep what its methods measure, so that the next ones are faster. Every
// other battle stays as it is when it is read: only Play and Apply change it, and any number of
// goroutines may read it at once. Clones of the copy do not remember.
func Remembering(b Battle) Battle {
	if r, ok := b.(Rememberer); ok {
		return r.Remembering()
	}
	return b.Clone()
}

// Sample returns a legal command at random, or nil when there is none.
func Sample(b Battle, pick func(n int) int) Command {
	if s, ok := b.(Sampler); ok {
		return s.Sample(pick)
	}
	legal := b.Legal()
	if len(legal) == 0 {
		return nil
	}
	return legal[pick(len(legal))]
}

// Choose returns the next command of a battle between bots, one for each seat, or nil when
// none is legal. It lists the legal commands only for a bot that needs the list.
func Choose(b Battle, bots []Bot, pick func(n int) int) Command {
	list := Battle.Legal
	if s, ok := b.(Sampler); ok {
		c := s.Sample(pick)
		if c == nil || bots[max(0, c.By())].Any {
			return c
		}
		if own := bots[max(0, c.By())].Legal; own != nil {
			list = own
		}
	}
	legal := list(b)
	if len(legal) == 0 {
		return nil
	}
	return bots[max(0, legal[0].By())].Choose(b, legal, pick)
}
