package underworlds

import (
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// steadyHandMark is an honour of campaigns: once a battle a fighter with it may re-roll one
// die of an attack roll (WU-HOUSE-10). Odds before an attack leave it out, because the
// player chooses when to use it.
const steadyHandMark = "steady-hand"

// Steadied states that a fighter has used its re-roll.
type Steadied struct {
	Fighter string `json:"fighter"`
}

// Kind returns "steadied".
func (Steadied) Kind() string { return "steadied" }

// Rule returns "WU-HOUSE-10".
func (Steadied) Rule() string { return "WU-HOUSE-10" }

// hasSteadyHand reports whether a fighter has not used its re-roll yet.
func (b *Battle) hasSteadyHand(i int) bool {
	return !b.s.Fighters[i].Steadied && slices.Contains(b.fighters[i].marks, steadyHandMark)
}

// Kept upgrades (WU-HOUSE-7): after a battle one survivor of a warband may keep one of its
// upgrades. It begins later battles with the upgrade, whose card is then not in the power
// deck. A fighter keeps one upgrade for good, a warband at most three. A kept upgrade whose
// card is not in the deck of a battle has no effect in that battle.

// keptUpgradeMark is the prefix of the mark of a kept upgrade; the id of its card follows.
const keptUpgradeMark = "kept-"

// maxKept is the most upgrades that a warband keeps.
const maxKept = 3

// Keep has a fighter keep an upgrade for later battles.
type Keep struct {
	fighterCommand
	Card string `json:"card" in:"1..60"`
}

// Kept states that a fighter keeps an upgrade.
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

// keptUpgrade returns the id of the card that a fighter keeps, "" for none.
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
		for _, card := range b.s.Fighters[i].Upgrades {
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

// giveKeptUpgrades moves the upgrades that fighters keep from the decks to those fighters.
func (b *Battle) giveKeptUpgrades() {
	for i := range b.fighters {
		f := &b.fighters[i]
		id := f.keptUpgrade()
		if id == "" {
			continue
		}
		deck := &b.s.Sides[f.seat].Decks[powerDeck]
		k := slices.IndexFunc(*deck, func(card int16) bool { return b.cards[card].ID == id && b.meetsRestrictions(card, i) })
		if k < 0 {
			continue
		}
		b.s.Fighters[i].Upgrades = append(b.s.Fighters[i].Upgrades, (*deck)[k])
		*deck = slices.Delete(*deck, k, k+1)
	}
}

// Rivalries (WU-HOUSE-8, WU-HOUSE-9): a fighter taken out of action by an enemy fighter
// becomes a rival of that warband. In later battles it gains one more experience for each
// fighter of that warband that it takes out of action.

// rivalMark is the prefix of the mark of a rival; the id of the warband follows.
const rivalMark = "rival-"

// maxMarkLength is the most characters of a mark in a campaign.
const maxMarkLength = 80

// RivalryBegan makes a fighter a rival of a warband.
type RivalryBegan struct {
	Fighter string `json:"fighter"`
	Warband string `json:"warband"`
}

// Avenged is the experience of a rival that took fighters of the warband out of action.
type Avenged struct {
	Fighter string `json:"fighter"`
	Warband string `json:"warband"`
	Amount  int    `json:"amount"`
}

// Kind returns "rivalry-began".
func (RivalryBegan) Kind() string { return "rivalry-began" }

// Kind returns "avenged".
func (Avenged) Kind() string { return "avenged" }

// Rule returns WU-HOUSE-8.
func (RivalryBegan) Rule() string { return "WU-HOUSE-8" }

// Rule returns WU-HOUSE-9.
func (Avenged) Rule() string { return "WU-HOUSE-9" }

// rivalry resolves what a battle changes in a fighter's rivalries.
func (a *Aftermath) rivalry(t *rules.Turn, i int) {
	b := a.battle
	f, w := &b.fighters[i], &b.s.Fighters[i]
	warband := b.setup.Rosters[opponent(f.seat)].Faction
	if warband == "" || len(rivalMark+warband) > maxMarkLength {
		return
	}
	rival := slices.Contains(f.marks, rivalMark+warband)
	switch {
	case rival && w.Kills > 0:
		t.Emit(Avenged{f.id, warband, w.Kills})
	case !rival && w.Felled:
		t.Emit(RivalryBegan{f.id, warband})
	}
}
