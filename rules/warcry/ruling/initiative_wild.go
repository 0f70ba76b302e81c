package ruling

import (
	"slices"

	"oriflamme/rules"
)

// WildHand holds the initiative dice and the wild dice of a player, with the declared uses.
type WildHand struct {
	SingleValues []int        `json:"single_values" len:"0..6" each:"1..6" distinct:"true"`
	Groups       []DiceGroup  `json:"groups" len:"0..3" distinct:"value"`
	WildDice     int          `json:"wild_dice" in:"0..21"` // including the one of this round
	Uses         []WildDieUse `json:"uses" len:"0..21" default:"[]"`
}

// DiceGroup is a group of ability dice before wild dice are used.
type DiceGroup struct {
	Value int `json:"value" in:"1..6"`
	Dice  int `json:"dice" in:"2..6"`
}

// WildDieUse is what one wild die is used for (WC-INIT-8 to WC-INIT-10).
type WildDieUse struct {
	Use   string `json:"use" in:"single|upgrade|save"`
	Value *int   `json:"value" in:"1..6" default:"null" null:"true"` // for an upgrade: the score that the die joins
}

// PhraseKey is the key of the phrases that describe a wild die's use.
func (WildDieUse) PhraseKey() string { return "wild-use" }

// DeclaredHand holds the dice of a player after wild dice are used.
type DeclaredHand struct {
	Singles      int     `json:"singles"`       // remaining singles and wild dice used as singles
	SingleValues []int   `json:"single_values"` // remaining, ascending
	WildSingles  int     `json:"wild_singles"`
	Groups       []Group `json:"groups"` // ascending by value
	WildSaved    int     `json:"wild_saved"`
}

// Check returns a fault for a hand that cannot have been rolled and for uses that a rule
// forbids.
func (h WildHand) Check(path string) *rules.Fault {
	dice := len(h.SingleValues)
	for i, g := range h.Groups {
		if slices.Contains(h.SingleValues, g.Value) {
			return rules.Faultf(rules.OutOfRange, rules.Join(path, rules.At("groups", i)+".value"), "%d is also a single", g.Value)
		}
		dice += g.Dice
	}
	if dice != initiativeDice {
		return rules.Faultf(rules.OutOfRange, rules.Join(path, "groups"), "singles and groups are %d dice, not %d", dice, initiativeDice)
	}
	if len(h.Uses) > h.WildDice {
		return rules.Breaks("WC-INIT-6", rules.Join(path, "uses"), "%d uses of %d wild dice", len(h.Uses), h.WildDice)
	}
	_, fault := h.declare(path)
	return fault
}

// declare applies the declared uses in order. A score is upgraded once a round and never beyond
// four dice. A wild die used as a single has no score, so it cannot be upgraded (WC-INIT-9,
// ruling A-4).
func (h WildHand) declare(path string) (DeclaredHand, *rules.Fault) {
	var count [7]int
	for _, v := range h.SingleValues {
		count[v] = 1
	}
	for _, g := range h.Groups {
		count[g.Value] = g.Dice
	}
	var joined [7]bool
	d := DeclaredHand{WildSaved: h.WildDice}
	for i, u := range h.Uses {
		switch u.Use {
		case "single":
			d.WildSingles++
			d.WildSaved--
		case "upgrade":
			if u.Value == nil {
				return d, rules.Faultf(rules.MissingField, rules.Join(path, rules.At("uses", i))+".value", "an upgrade names the score it joins")
			}
			v := *u.Value
			if joined[v] || count[v] == 0 || count[v] >= 4 {
				return d, rules.Breaks("WC-INIT-9", rules.Join(path, rules.At("uses", i)), "no wild die can join score %d", v)
			}
			joined[v] = true
			count[v]++
			d.WildSaved--
		}
	}
	d.SingleValues, d.Groups = sortCounts(count)
	d.Singles = len(d.SingleValues) + d.WildSingles
	return d, nil
}

type wildDiceInput struct {
	Initiative Player   `json:"initiative" in:"a|b"`
	A          WildHand `json:"a"`
	B          WildHand `json:"b"`
}

type wildDiceResult struct {
	DeclarationOrder []Player     `json:"declaration_order"`
	A                DeclaredHand `json:"a"`
	B                DeclaredHand `json:"b"`
	Initiative       Player       `json:"initiative"`
	Seized           bool         `json:"seized"`
	RollOffs         int          `json:"roll_offs"`
}

// Seize recounts the singles after wild dice are used. The player without the initiative takes
// it with more singles; a new tie is rolled off; after an earlier tie the initiative stays
// (WC-INIT-11, ruling A-8). Seize returns who has the initiative now.
func Seize(c *rules.Roller, holder Player, before, after PerPlayer) (now Player, rollOffs int) {
	mine, theirs := *after.Of(holder), *after.Of(holder.other())
	switch {
	case theirs > mine:
		return holder.other(), 0
	case theirs == mine && before.A != before.B:
		return RollOff(c)
	}
	return holder, 0
}

var useWildDiceRuling = rules.CheckedRuling("use-wild-dice",
	"WC-INIT-6 WC-INIT-7 WC-INIT-8 WC-INIT-9 WC-INIT-10 WC-INIT-11 WC-GEN-10", "initiative",
	func(in wildDiceInput) *rules.Fault { return rules.FirstFault(in.A.Check("a"), in.B.Check("b")) },
	func(c *rules.Roller, in wildDiceInput) wildDiceResult {
		r := wildDiceResult{DeclarationOrder: []Player{in.Initiative, in.Initiative.other()}}
		r.A, _ = in.A.declare("a")
		r.B, _ = in.B.declare("b")
		before := PerPlayer{len(in.A.SingleValues), len(in.B.SingleValues)}
		r.Initiative, r.RollOffs = Seize(c, in.Initiative, before, PerPlayer{r.A.Singles, r.B.Singles})
		r.Seized = r.Initiative != in.Initiative
		return r
	})
