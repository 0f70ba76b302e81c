package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// diceInput is a roll by itself, outside the other procedures.
type diceInput struct {
	Notation  string `json:"notation" in:"d6|d3|d66"`
	Count     int    `json:"count" in:"1..30" default:"1"`
	Threshold *int   `json:"threshold" in:"2..6" default:"null" null:"true"`
	Reroll    []int  `json:"reroll" len:"0..30" each:"0..29" distinct:"true" default:"[]"`
}

type diceResult struct {
	Rolls     []int `json:"rolls"`
	Values    []int `json:"values"`
	Total     int   `json:"total"`
	Successes *int  `json:"successes"`
}

// dice returns how many D6 are thrown.
func (p diceInput) dice() int {
	if p.Notation == "d66" {
		return 2
	}
	return p.Count
}

// throw returns the faces after re-rolls (WC-GEN-11). For odds a die and its re-roll become one
// throw, with as many classes of faces as the wanted field needs.
func (p diceInput) throw(c *rules.Roller) []int {
	n := p.dice()
	if c.Matters("rolls") {
		faces := c.Roll("roll", n, 6)
		for _, i := range p.Reroll {
			faces[i] = c.Roll("re-roll", 1, 6)[0]
		}
		return faces
	}
	switch {
	case p.Notation == "d66":
		return c.Roll("roll", n, 6)
	case !c.Matters("total") && p.Threshold == nil:
		return c.Pool("roll", n, 6, 7)
	case !c.Matters("total") && p.Notation == "d3":
		return c.Pool("roll", n, 6, 2**p.Threshold-1)
	case !c.Matters("total"):
		return c.Pool("roll", n, 6, *p.Threshold)
	case p.Notation == "d3":
		return c.Pool("roll", n, 6, 3, 5)
	}
	return c.Throw(dice.Roll{Why: "roll", N: n, Sides: 6, Read: dice.Sum})
}

// resolve throws the dice and reads them as D6, D3 or D66 (WC-GEN-6 to WC-GEN-9).
func (p diceInput) resolve(c *rules.Roller) diceResult {
	r := diceResult{Rolls: p.throw(c)}
	switch p.Notation {
	case "d66":
		r.Values = []int{10*r.Rolls[0] + r.Rolls[1]}
	case "d3":
		for _, face := range r.Rolls {
			r.Values = append(r.Values, (face+1)/2)
		}
	default:
		r.Values = r.Rolls
	}
	hits := 0
	for _, v := range r.Values {
		r.Total += v
		if p.Threshold != nil && v >= *p.Threshold {
			hits++
		}
	}
	if p.Threshold != nil {
		r.Successes = &hits
	}
	return r
}

var rollDiceRuling = rules.CheckedRuling("roll-dice", "WC-GEN-6 WC-GEN-7 WC-GEN-8 WC-GEN-9 WC-GEN-11", "total successes",
	func(in diceInput) *rules.Fault {
		if in.Notation == "d66" && in.Count != 1 {
			return rules.Faultf(rules.OutOfRange, "count", "there is one D66, not %d", in.Count)
		}
		for i, die := range in.Reroll {
			if die >= in.dice() {
				return rules.Faultf(rules.OutOfRange, rules.At("reroll", i), "there is no die %d", die)
			}
		}
		return nil
	},
	func(c *rules.Roller, in diceInput) diceResult { return in.resolve(c) }).WithOddsByField()
