package web

import (
	"sync"

	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
)

var (
	packsMu sync.Mutex
	shipped = map[string][]rules.Pack{}
)

// packsOf returns the packs that come with the program for a game, read once.
// Packs with faults are left out; the tests of the packs name them.
func packsOf(g *rules.Game) []rules.Pack {
	packsMu.Lock()
	defer packsMu.Unlock()
	all, read := shipped[g.ID]
	if !read {
		all, _ = packs.Load(content.FS, g)
		shipped[g.ID] = all
	}
	return all
}

// pack returns the pack of an id, or the first, or nil when the game has none.
func pack(g *rules.Game, id string) *rules.Pack {
	all := packsOf(g)
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
