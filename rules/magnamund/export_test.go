package magnamund

import "oriflamme/rules"

// Together tells of each unit of the side in its step whether its pieces hang together.
func Together(b rules.Battle) map[string]bool {
	m := b.(*Battle)
	list := map[string]bool{}
	for u := range m.troops {
		if m.troops[u].side == m.s.Side {
			list[m.troops[u].id] = m.kinOf(u, none).groups < 2
		}
	}
	return list
}
