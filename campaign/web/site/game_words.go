package site

import (
	"strings"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// GamePhrase returns the game's phrase for a key, or else the phrase that all games share, or else the game's word for the last
// part of the key, or else that part in plain words.
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

// MarkName returns the name of a mark: as the arbiter named it, or else by the game's phrase.
func MarkName(book *phrases.Catalog, game string, kind rules.EffectKind, m campaign.Mark) string {
	if m.Name != "" {
		return m.Name
	}
	if m.Key == "" || kind == rules.EffectLost {
		return book.Say("fight.effect." + string(kind))
	}
	if k := game + ".mark." + m.Key; book.Has(k) {
		return book.Say(k)
	}
	return GamePhrase(book, game, string(kind)+"."+m.Key)
}

// GainName returns the name of experience, kills or a resource. A resource has the game's name.
func GainName(book *phrases.Catalog, game string, kind rules.EffectKind, key string) string {
	if kind != rules.EffectResource || key == "" {
		return GamePhrase(book, game, "effect."+string(kind))
	}
	for _, k := range []string{game + ".resource." + key, game + ".counter." + key, game + ".stat." + key} {
		if book.Has(k) {
			return book.Say(k)
		}
	}
	return GamePhrase(book, game, "resource."+key)
}

// Pack returns the pack of an id, or else the game's first pack, or nil when the game has none.
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
