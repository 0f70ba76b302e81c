package ruling

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"oriflamme/rules"
)

// Inches is a length in thousandths of an inch. As JSON it is a number of inches.
type Inches int64

// Inch is one inch.
const Inch Inches = 1000

// Degrees is an angle in thousandths of a degree: 0 along +x, counter-clockwise.
type Degrees int64

const fullCircle Degrees = 360_000

// Float returns the length in inches.
func (l Inches) Float() float64 { return float64(l) / float64(Inch) }

// InchesOf converts a length of a command.
func InchesOf(d rules.Dec) Inches { return Inches(d * rules.Dec(Inch) / rules.One) }

// Dec converts a length for commands and events.
func (l Inches) Dec() rules.Dec { return rules.Dec(l) * rules.One / rules.Dec(Inch) }

func (l Inches) String() string { return thousandths(int64(l)) }

// MarshalJSON writes a plain decimal of inches.
func (l Inches) MarshalJSON() ([]byte, error) { return []byte(thousandths(int64(l))), nil }

// UnmarshalJSON reads a decimal of at most three digits after the point.
func (l *Inches) UnmarshalJSON(b []byte) error {
	v, ok := rules.ParseDecimal(string(b), 3)
	if !ok {
		return fmt.Errorf("%s is not a number of thousandths", b)
	}
	*l = Inches(v)
	return nil
}

// DecodeWithin reads a number of inches from a range.
func (l *Inches) DecodeWithin(tree any, path, in string) *rules.Fault {
	n, fault := decodeThousandths(tree, path, in)
	*l = Inches(n)
	return fault
}

// MarshalJSON writes a plain decimal of degrees.
func (d Degrees) MarshalJSON() ([]byte, error) { return []byte(thousandths(int64(d))), nil }

// UnmarshalJSON reads a decimal of at most three digits after the point.
func (d *Degrees) UnmarshalJSON(b []byte) error { return (*Inches)(d).UnmarshalJSON(b) }

// DecodeWithin reads a number of degrees from a range.
func (d *Degrees) DecodeWithin(tree any, path, in string) *rules.Fault {
	n, fault := decodeThousandths(tree, path, in)
	*d = Degrees(n)
	return fault
}

// Whole returns the angle within a full circle, from 0.
func (d Degrees) Whole() Degrees { return ((d % fullCircle) + fullCircle) % fullCircle }

func thousandths(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	s := fmt.Sprintf("%s%d.%03d", sign, n/1000, n%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

var (
	thousand = big.NewRat(1000, 1)
	// slack is how far a number may differ from a whole thousandth: programs with binary
	// floats write 0.30000000000000004.
	slack = big.NewRat(1, 1_000_000_000)
)

// decodeThousandths reads a number that is a multiple of 0.001 and lies in a range.
func decodeThousandths(tree any, path, in string) (int64, *rules.Fault) {
	num, ok := tree.(json.Number)
	if !ok {
		return 0, rules.Faultf(rules.WrongType, path, "want a number")
	}
	low, high, _ := strings.Cut(in, "..")
	strange := rules.Faultf(rules.OutOfRange, path, "is %s, not %s to %s in thousandths", num, low, high)
	// Rationals with very large exponents would need too much memory: floats exclude them
	// first.
	if f, err := strconv.ParseFloat(string(num), 64); err != nil || math.Abs(f) > 1e7 {
		return 0, strange
	}
	if n, ok := rules.ParseDecimal(string(num), 3); ok {
		lo, _ := rules.ParseDecimal(low, 3)
		hi, _ := rules.ParseDecimal(high, 3)
		if n < lo || n > hi {
			return 0, strange
		}
		return n, nil
	}
	if i := strings.IndexAny(string(num), "eE"); i >= 0 {
		if e, err := strconv.Atoi(string(num)[i+1:]); err != nil || e < -100 {
			return 0, strange
		}
	}
	exact, ok := new(big.Rat).SetString(string(num))
	if !ok || exact.Cmp(rat(low)) < 0 || exact.Cmp(rat(high)) > 0 {
		return 0, strange
	}
	near, _ := new(big.Rat).Mul(exact, thousand).Float64()
	n := int64(math.Round(near))
	off := new(big.Rat).Sub(exact, big.NewRat(n, 1000))
	if off.Abs(off).Cmp(slack) > 0 {
		return 0, strange
	}
	return n, nil
}

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("warmachine: bad range " + text)
	}
	return r
}

// RoundInches rounds a computed length in thousandths to the nearest whole one, halves up.
// The small addend corrects binary fractions that fall just below a half.
func RoundInches(thousandths float64) Inches { return Inches(math.Floor(thousandths + 0.5 + 1e-6)) }
