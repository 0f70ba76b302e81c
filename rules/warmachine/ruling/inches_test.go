package ruling

import (
	"encoding/json"
	"testing"

	"oriflamme/rules"
)

func TestInchesAreThousandths(t *testing.T) {
	for _, c := range []struct {
		text, in string
		want     Inches
		code     rules.Code
	}{
		{"9.5", "0..10", 9500, ""},
		{"0.30000000000000004", "0..10", 300, ""},
		{"-0.0000000005", "-1..1", 0, ""},
		{"1e1", "0..10", 10_000, ""},
		{"9.876", "0..10", 9876, ""},
		{"9.8765", "0..10", 0, rules.OutOfRange},
		{"1.000000002", "0..10", 0, rules.OutOfRange},
		{"10.001", "0..10", 0, rules.OutOfRange},
		{"10.0000000001", "0..10", 0, rules.OutOfRange},
		{"0.099", "0.1..5", 0, rules.OutOfRange},
		{"1e400", "0..10", 0, rules.OutOfRange},
		{"1e-99999999", "0..10", 0, rules.OutOfRange},
	} {
		var got Inches
		f := got.DecodeWithin(json.Number(c.text), "x", c.in)
		if c.code != "" && (f == nil || f.Code != c.code) || c.code == "" && (f != nil || got != c.want) {
			t.Errorf("%s: got %d and %v, want %d %s", c.text, got, f, c.want, c.code)
		}
	}
	if f := new(Inches).DecodeWithin("9", "x", "0..10"); f == nil || f.Code != rules.WrongType {
		t.Errorf("a text: got %v", f)
	}
}

func TestHalvesGoUp(t *testing.T) {
	for _, c := range []struct {
		thousandths float64
		want        Inches
	}{{2.5, 3}, {-2.5, -2}, {2.4999, 2}, {2.50000000001, 3}, {-0.4, 0}} {
		if got := RoundInches(c.thousandths); got != c.want {
			t.Errorf("%v: got %d, want %d", c.thousandths, got, c.want)
		}
	}
	if d := Degrees(359_999).Whole(); d != 359_999 {
		t.Errorf("got %d", d)
	}
	if d := Heading(1, -1e-9); d != 0 {
		t.Errorf("a heading just below +x: got %d, want 0", d)
	}
}
