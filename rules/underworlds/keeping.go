package underworlds

import (
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// Kept upgrades (WU-HOUSE-7): after a battle one survivor of a warband may keep an
// upgrade that it bears. It begins later battles with it, and the card is not in
// the power deck then. A fighter keeps one for good, a warband three in all; one
// that is not in the deck of a battle rests.

// keptUpgradeMark is what the mark of a kept upgrade begins with; the id of its card follows.
const keptUpgradeMark = "kept-"

// maxKept is how many upgrades a warband keeps.
const maxKept = 3

// Keep keeps an upgrade for the battles to come.
type Keep struct {
	fighterCommand
	Card string `json:"card" in:"1..60"`
}

// Kept is an upgrade that stays with its fighter.
type Kept struct {
	Fighter string `json:"fighter"`
	Card    string `json:"card"`
}

// Kind returns "keep".
func (Keep) Kind() string { return "keep" }

// Kind returns "kept".
func (Kept) Kind() string { return "kept" }

// Rule returns WU-HOUSE-7.
func (Kept) Rule() string { return "WU-HOUSE-7" }

// keptUpgrade is the card that a fighter keeps, "" for none.
func (f *fighterInfo) keptUpgrade() string {
	for _, m := range f.marks {
		if card, ok := strings.CutPrefix(m, keptUpgradeMark); ok {
			return card
		}
	}
	return ""
}

// legalKeeps adds the upgrades that a side may keep.
func (a *Aftermath) legalKeeps(list []rules.Command, seat rules.Seat) []rules.Command {
	b := a.battle
	kept := 0
	for i := range b.fighters {
		if f := &b.fighters[i]; f.seat == seat && f.keptUpgrade() != "" {
			kept++
		}
	}
	if kept >= maxKept {
		return list
	}
	for i := range b.fightersOf(seat) {
		if b.fighters[i].keptUpgrade() != "" {
			continue
		}
		for _, card := range b.s.Warriors[i].Upgrades {
			list = append(list, Keep{fighterCommand{bySeat{seat}, b.id(i)}, b.cards[card].ID})
		}
	}
	return list
}

// mayKeep refuses an upgrade that cannot be kept.
func (a *Aftermath) mayKeep(c Keep) *rules.Fault {
	switch {
	case a.battle.find(c.Fighter) == hex.None:
		return rules.Faultf(rules.OutOfRange, "fighter", "no fighter %q", c.Fighter)
	case !a.state.Tended[c.Seat]:
		return rules.Breaks("WU-HOUSE-1", "kind", "the warband recovers first")
	case !slices.Contains(a.legalKeeps(nil, c.Seat), rules.Command(c)):
		return rules.Breaks("WU-HOUSE-7", "card", "cannot be kept")
	}
	return nil
}

// giveKeptUpgrades takes the upgrades that fighters keep out of the decks and gives them
// to those who keep them.
func (b *Battle) giveKeptUpgrades() {
	for i := range b.fighters {
		f := &b.fighters[i]
		id := f.keptUpgrade()
		if id == "" {
			continue
		}
		deck := &b.s.Camps[f.seat].Decks[powerDeck]
		k := slices.IndexFunc(*deck, func(card int16) bool { return b.cards[card].ID == id && b.meetsRestrictions(card, i) })
		if k < 0 {
			continue
		}
		b.s.Warriors[i].Upgrades = append(b.s.Warriors[i].Upgrades, (*deck)[k])
		*deck = slices.Delete(*deck, k, k+1)
	}
}
