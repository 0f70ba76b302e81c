package underworlds

import (
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/aftermath"
)

// steadyHandMark is an honour of campaigns: once a battle a fighter with it may re-roll one
// die of an attack roll (WU-HOUSE-10). Odds before an attack leave it out, because the
// player chooses when to use it.
const steadyHandMark = "steady-hand"

// Steadied states that a fighter has used its re-roll.
type Steadied fighterEvent

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

// Effect is the mark of the upgrade.
func (e Kept) Effect() rules.Effect {
	return rules.Effect{Unit: e.Fighter, Kind: rules.EffectHonour, Key: keptUpgradeMark + e.Card, Amount: 1}
}

// keptUpgrade returns the id of the card that a fighter keeps, "" for none.
func (f *fighterInfo) keptUpgrade() string {
	for _, m := range f.marks {
		if card, ok := strings.CutPrefix(m, keptUpgradeMark); ok {
			return card
		}
	}
	return ""
}

// legalKeeps offers the upgrades that a side may keep, or to keep none. It is empty without
// such upgrades.
func (b *Battle) legalKeeps(seat rules.Seat) (list []aftermath.Offer) {
	kept := 0
	for i := range b.fighters {
		if f := &b.fighters[i]; f.seat == seat && f.keptUpgrade() != "" {
			kept++
		}
	}
	if kept >= maxKept {
		return nil
	}
	for i := range b.fightersOf(seat) {
		if b.fighters[i].keptUpgrade() != "" {
			continue
		}
		for _, card := range b.s.Fighters[i].Upgrades {
			k := Kept{b.id(i), b.card(card).ID}
			list = append(list, aftermath.Offer{
				Command: Keep{fighterCommand{bySeat{seat}, k.Fighter}, k.Card},
				Do:      func(t *rules.Turn) { t.Emit(k) },
			})
		}
	}
	if list != nil {
		list = append(list, aftermath.Offer{Command: Done{bySeat{seat}}})
	}
	return list
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
		k := slices.IndexFunc(*deck, func(card int16) bool { return b.card(card).ID == id && b.meetsRestrictions(card, i) })
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

// Effect is the mark of a rival.
func (e RivalryBegan) Effect() rules.Effect {
	return rules.Effect{Unit: e.Fighter, Kind: rules.EffectScar, Key: rivalMark + e.Warband, Amount: 1}
}

// Effect is the experience.
func (e Avenged) Effect() rules.Effect {
	return rules.Effect{Unit: e.Fighter, Kind: rules.EffectExperience, Amount: e.Amount}
}

// rivalry returns what a battle changes in a fighter's rivalries.
func (b *Battle) rivalry(i int) []rules.Event {
	f, w := &b.fighters[i], &b.s.Fighters[i]
	warband := b.setup.Rosters[opponent(f.seat)].Faction
	if warband == "" || len(rivalMark+warband) > maxMarkLength {
		return nil
	}
	rival := slices.Contains(f.marks, rivalMark+warband)
	switch {
	case rival && w.Kills > 0:
		return []rules.Event{Avenged{f.id, warband, w.Kills}}
	case !rival && w.Felled:
		return []rules.Event{RivalryBegan{f.id, warband}}
	}
	return nil
}
