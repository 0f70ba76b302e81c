package web

import "oriflamme/rules"

// pack returns the pack of an id, or the game's first, or nil when it has none.
func (s *site) pack(g *rules.Game, id string) *rules.Pack {
	all := s.Packs[g.ID]
	for i := range all {
		if all[i].ID == id {
			return &all[i]
		}
	}
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}
