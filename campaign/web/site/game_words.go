package site

import (
	"strings"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// GamePhrase says a key as the game calls it, else as every game does, else by
// the game's word for its last part, else by that part itself.
func GamePhrase(book *phrases.Catalog, game, key string) string {
	if book.Has(game + "." + key) {
		return book.Say(game + "." + key)
	}
	if book.Has("fight." + key) {
		return book.Say("fight." + key)
	}
	last := key[strings.LastIndexByte(key, '.')+1:]
	if book.Has(game + ".word." + last) {
		return book.Say(game + ".word." + last)
	}
	return strings.NewReplacer("-", " ", "_", " ").Replace(last)
}

// MarkName is what a mark is called: as the arbiter named it, else by the game's phrase.
func MarkName(book *phrases.Catalog, game, kind string, m campaign.Mark) string {
	if m.Name != "" {
		return m.Name
	}
	if m.Key == "" || kind == "lost" {
		return book.Say("fight.effect." + kind)
	}
	if k := game + ".mark." + m.Key; book.Has(k) {
		return book.Say(k)
	}
	return GamePhrase(book, game, kind+"."+m.Key)
}

// GainName is what experience, kills or a resource are called: a resource by the
// game, the others as everywhere.
func GainName(book *phrases.Catalog, game, kind, key string) string {
	if kind != "resource" || key == "" {
		return GamePhrase(book, game, "effect."+kind)
	}
	for _, k := range []string{game + ".resource." + key, game + ".counter." + key, game + ".stat." + key} {
		if book.Has(k) {
			return book.Say(k)
		}
	}
	return GamePhrase(book, game, "resource."+key)
}

// Pack returns the Pack of an id, or the game's first, or nil when it has none.
func (s *Base) Pack(g *rules.Game, id string) *rules.Pack {
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
