package campaign_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"oriflamme/campaign"
)

func TestDecodeBody(t *testing.T) {
	for _, c := range []struct{ kind, raw, field, key string }{
		{"dance", `{}`, "kind", "unknown-kind"},
		{"report", `{"battle":7}`, "battle", "wrong-type"},
		{"report", `{"result":{"winner":"me"}}`, "result.winner", "wrong-type"},
		{"report", `{"seats":1}`, "seats", "unknown-field"},
		{"schedule", `{"at":"tomorrow"}`, "body", "not-a-time"},
		{"leave", `{} {}`, "body", "not-a-body"},
		{"leave", `{`, "body", "not-a-body"},
	} {
		_, err := campaign.DecodeBody(campaign.Kind(c.kind), []byte(c.raw))
		wantError(t, err, campaign.Invalid, c.field, c.key, "")
	}
	for _, kind := range campaign.Kinds() {
		body, err := campaign.DecodeBody(kind, []byte(`{}`))
		if err != nil || body.Kind() != kind {
			t.Errorf("%s reads as %v: %v", kind, body, err)
		}
	}
}

// TestActJSON: an act is decoded as it was encoded, with the same hash.
func TestActJSON(t *testing.T) {
	for _, a := range newHistory(6, 12).State().Acts {
		one, err := json.Marshal(a)
		must(t, err)
		var back campaign.Act
		must(t, json.Unmarshal(one, &back))
		two, err := json.Marshal(back)
		must(t, err)
		if string(one) != string(two) {
			t.Errorf("written\n%s\nread and written\n%s", one, two)
		}
	}
}

// FuzzBody: every body is either done or refused with a code, and never breaks the fold.
func FuzzBody(f *testing.F) {
	grown := newHistory(8, 25).State()
	for _, a := range grown.Acts {
		f.Add(string(a.Kind), []byte(a.Raw()))
	}
	for _, kind := range campaign.Kinds() {
		f.Add(string(kind), []byte(`{"battle":"b1","seat":-3,"part":"aftermath","campaign":"c","acts":[-1],"stakes":["A1"],"seats":["r0","r1"],"attacker":-9}`))
		f.Add(string(kind), []byte(`{"battle":"b1"}`))
		f.Add(string(kind), []byte(`null`))
	}
	state, err := campaign.Fold(grown.Acts)
	must(f, err)
	hash := state.Hash()
	f.Fuzz(func(t *testing.T, kind string, raw []byte) {
		body, err := campaign.DecodeBody(campaign.Kind(kind), raw)
		if err != nil {
			return
		}
		last := state.Acts[len(state.Acts)-1]
		a, err := campaign.NewAct(&last, clubID, ownerID, last.At.Add(time.Hour), "fuzz", campaign.ActRequest{Body: body, Why: "fuzz"})
		if err != nil {
			t.Skip()
		}
		next, err := state.Next(a)
		var e *campaign.Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Errorf("refused without a code: %v", err)
		case err == nil:
			whole, err := campaign.Fold(next.Acts)
			if err != nil || whole.Hash() != next.Hash() {
				t.Errorf("one act more and the whole fold differ: %v", err)
			}
			next.Chronicle("")
			next.Standings("c", 0)
		}
		if state.Hash() != hash {
			t.Error("the state before was changed")
		}
	})
}
