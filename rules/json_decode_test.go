package rules_test

import (
	"encoding/json"
	"errors"
	"testing"

	"oriflamme/rules"
)

func TestParseDecimal(t *testing.T) {
	for _, c := range []struct {
		text   string
		digits int
		want   int64
		ok     bool
	}{
		{"0", 3, 0, true}, {"-0.0", 3, 0, true}, {"1", 3, 1000, true}, {"0.1", 3, 100, true},
		{"1e-1", 3, 100, true}, {"1E2", 3, 100_000, true}, {"12.3450", 3, 12345, true},
		{"0.0001", 3, 0, false}, {"-2.5", 1, -25, true}, {"1e400", 3, 0, false},
		{"0e999999999999", 3, 0, true}, {"1e-999999999999", 3, 0, false},
		{"9223372036854775", 3, 9223372036854775000, true}, {"9223372036854776", 3, 0, false},
	} {
		got, ok := rules.ParseDecimal(c.text, c.digits)
		if got != c.want || ok != c.ok {
			t.Errorf("%s with %d digits: got %d %v, want %d %v", c.text, c.digits, got, ok, c.want, c.ok)
		}
	}
}

func TestDecRoundTrip(t *testing.T) {
	for _, text := range []string{"0", "1.5", "-0.25", "-3", "1000.000001"} {
		var d rules.Dec
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		if out, err := json.Marshal(d); err != nil || string(out) != text || d.String() != text {
			t.Errorf("%s: got %s, %s, %v", text, out, d, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"count":2,"names":["a"],"deep":[{"id":"a"}],"length":1.25}`)
	f.Add(`{"count":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		var in throwIn
		err := rules.Decode([]byte(text), &in)
		var fault *rules.Fault
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("%s: %v is no fault", text, err)
		}
		if err == nil && (in.Count < 1 || in.Count > 30 || len(in.Names) > 3) {
			t.Errorf("%s let through: %+v", text, in)
		}
	})
}
