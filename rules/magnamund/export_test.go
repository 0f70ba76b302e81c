package magnamund

import "oriflamme/rules"

// Together reports for each unit of the acting side whether its troops are together.
func Together(b rules.Battle) map[string]bool {
	m := b.(*Battle)
	list := map[string]bool{}
	for u := range m.units {
		if m.units[u].side == m.s.Side {
			list[m.units[u].id] = m.groupsOf(u, noUnit).groups < 2
		}
	}
	return list
}
