package underworlds

import (
	"slices"

	"oriflamme/rules"
)

// Rivalries (WU-HOUSE-8, WU-HOUSE-9): a fighter that an enemy fighter takes out of
// action is from then on a rival of that warband. In later battles each fighter of
// it that the rival takes out is worth one experience more.

// rivalMark is what the mark of a rival begins with; the id of the warband follows.
const rivalMark = "rival-"

// maxMarkLength is the most characters that a campaign notes of a mark.
const maxMarkLength = 80

// RivalryBegan makes a fighter a rival of a warband.
type RivalryBegan struct {
	Fighter string `json:"fighter"`
	Warband string `json:"warband"`
}

// Avenged is the experience of a rival that took out fighters of the warband.
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

// rivalry tells what a battle made of a fighter's rivalries.
func (a *Aftermath) rivalry(t *rules.Turn, i int) {
	b := a.battle
	f, w := &b.fighters[i], &b.s.Warriors[i]
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
