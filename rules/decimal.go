package rules

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// A Dec is an exact decimal number in millionths, such as a length in JSON. Dec(2_500_000)
// is 2.5.
type Dec int64

// One is the Dec of 1.
const One Dec = 1_000_000

// Rat returns the exact value.
func (d Dec) Rat() *big.Rat { return big.NewRat(int64(d), int64(One)) }

// Float returns the nearest float64.
func (d Dec) Float() float64 { return float64(d) / float64(One) }

func (d Dec) String() string {
	neg, n := "", int64(d)
	if n < 0 {
		neg, n = "-", -n
	}
	s := neg + strconv.FormatInt(n/int64(One), 10)
	if part := n % int64(One); part != 0 {
		s += "." + strings.TrimRight(strconv.FormatInt(int64(One)+part, 10)[1:], "0")
	}
	return s
}

// MarshalJSON writes the number as a plain decimal.
func (d Dec) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalJSON reads a decimal of at most six digits after the point.
func (d *Dec) UnmarshalJSON(b []byte) error {
	v, ok := ParseDecimal(string(b), 6)
	if !ok {
		return fmt.Errorf("%s is not a decimal of at most six digits", b)
	}
	*d = Dec(v)
	return nil
}

// ParseDecimal reads a JSON number exactly and returns it times 10^digits. It is not ok when
// the number has more decimals than digits (trailing zeros do not count) or the result does
// not fit an int64.
func ParseDecimal(text string, digits int) (scaled int64, ok bool) {
	mantissa, exp := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		e, err := strconv.Atoi(text[i+1:])
		if err != nil {
			return 0, strings.Trim(text[:i], "-0.") == ""
		}
		mantissa, exp = text[:i], e
	}
	neg := strings.HasPrefix(mantissa, "-")
	mantissa = strings.TrimPrefix(mantissa, "-")
	whole, frac, _ := strings.Cut(mantissa, ".")
	all := strings.TrimLeft(whole+frac, "0")
	shift := exp - len(frac) + digits // value = all * 10^shift, scaled
	if all == "" {
		return 0, true
	}
	for shift < 0 && strings.HasSuffix(all, "0") {
		all, shift = all[:len(all)-1], shift+1
	}
	if shift < 0 || len(all)+shift > 19 {
		return 0, false
	}
	v, err := strconv.ParseInt(all+strings.Repeat("0", shift), 10, 64)
	if err != nil {
		return 0, false
	}
	if neg {
		v = -v
	}
	return v, true
}

// ValueOr returns a value that was stated, or otherwise if it was not.
func ValueOr[T any](stated *T, otherwise T) T {
	if stated != nil {
		return *stated
	}
	return otherwise
}

// BoolToInt returns 1 for true.
func BoolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
