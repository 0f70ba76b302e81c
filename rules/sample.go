package rules

// A Sampler is a battle that can give a legal command at random without listing
// all of them. Play accepts every command that it gives, and every kind of
// command in Legal comes up sooner or later; kinds need not come as often as in
// the list. It gives nil once the battle is over. Pick returns a number from 0 to n-1.
// What it measures it may note in the battle, to be quicker when the command is
// played: a battle is sampled once at a time.
type Sampler interface {
	Sample(pick func(n int) int) Command
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

// Choose returns the next command of a battle between bots, one for each seat,
// or nil when none is legal. The list of legal commands is only made for a bot
// that looks at it.
func Choose(b Battle, bots []Bot, pick func(n int) int) Command {
	if s, ok := b.(Sampler); ok {
		c := s.Sample(pick)
		if c == nil || bots[max(0, c.By())].Any {
			return c
		}
	}
	legal := b.Legal()
	if len(legal) == 0 {
		return nil
	}
	return bots[max(0, legal[0].By())].Choose(b, legal, pick)
}
