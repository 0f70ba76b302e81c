package phrases

import (
	"math/big"
	"strconv"
	"strings"
)

const (
	narrowNBSP = "\u202f" // narrow no-break space
	nbsp       = "\u00a0" // no-break space
)

// Number writes an integer. Thousands are separated from five digits on: 1500, 12 500 in French, 12,500 in English.
func (c *Catalog) Number(n int) string { return c.groupDigits(strconv.Itoa(n)) }

// Decimal writes a number rounded to at most that many decimals, without zeros at the end: 2,5 in French, 2.5 in
// English.
func (c *Catalog) Decimal(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	whole, frac, _ := strings.Cut(s, ".")
	frac = strings.TrimRight(frac, "0")
	if frac == "" {
		if whole == "-0" {
			return "0"
		}
		return c.groupDigits(whole)
	}
	return c.groupDigits(whole) + c.Conventions.Point + frac
}

// Percent writes a probability from 0 to 1 with one decimal: 12,5 % or 12.5%. Only an impossible event reads 0 %, and
// only a certain one 100 %.
func (c *Catalog) Percent(p float64) string {
	sign := c.Conventions.Percent
	switch {
	case p > 0 && p < 0.0005:
		return "<" + nbsp + c.Decimal(0.1, 1) + sign
	case p < 1 && p >= 0.9995:
		return ">" + nbsp + c.Decimal(99.9, 1) + sign
	}
	return c.Decimal(p*100, 1) + sign
}

// Fraction writes an exact probability: 7/36, or 1 for a certain one.
func (c *Catalog) Fraction(r *big.Rat) string {
	if r.IsInt() {
		return c.groupDigits(r.Num().String())
	}
	return c.groupDigits(r.Num().String()) + "/" + c.groupDigits(r.Denom().String())
}

// Rank writes a place in an order: 1er, 2e; 1st, 2nd.
func (c *Catalog) Rank(n int) string {
	m, at := c.Conventions, n
	if m.RanksByLast {
		at = n % 10
		if n%100 >= 11 && n%100 <= 13 {
			at = 0
		}
	}
	if at < 0 || at >= len(m.Ranks) {
		at = 0
	}
	return c.Number(n) + m.Ranks[at]
}

func (c *Catalog) groupDigits(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "−", digits[1:]
	}
	if len(digits) < 5 {
		return sign + digits
	}
	head := (len(digits)-1)%3 + 1
	out := digits[:head]
	for i := head; i < len(digits); i += 3 {
		out += c.Conventions.Thousands + digits[i:i+3]
	}
	return sign + out
}
