package form_test

import (
	"net/url"
	"reflect"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/content"
	"oriflamme/rules/rulestest"
	"oriflamme/views"
)

type row struct {
	Lead int    `form:"lead#" label:"found.win" in:"0..9"`
	Note string `form:"lead#-note" len:"0..5" error:"leads[#].note"`
}

type fields struct {
	Name   string         `form:"name" label:"found.name" len:"1..4"`
	Text   string         `form:"text" as:"textarea"`
	Why    string         `form:"why" as:"textarea" len:"1..9"`
	Secret string         `form:"secret" as:"password"`
	Round  int            `form:"round" label:"found.rounds" in:"1..100" required:"true"`
	Days   int            `form:"days" in:"0..365"`
	Most   *int           `form:"most"`
	At     time.Time      `form:"at"`
	On     bool           `form:"on"`
	Topics []string       `form:"topics"`
	Role   campaign.Role  `form:"role"`
	Seats  []string       `form:"seat-#" rows:"3"`
	Rows   []row          `form:"" rows:"4" error:"leads"`
	Income map[string]int `form:"income.#" in:"0..10"`
}

func sent(pairs ...string) url.Values {
	q := url.Values{"name": {"Ost"}, "round": {"3"}, "why": {" so\n"}}
	for i := 0; i < len(pairs); i += 2 {
		q[pairs[i]] = append(q[pairs[i]], pairs[i+1])
		if len(q[pairs[i]]) > 1 && pairs[i] != "topics" {
			q[pairs[i]] = []string{pairs[i+1]}
		}
	}
	return q
}

func TestRead(t *testing.T) {
	zone := time.FixedZone("", 3600)
	got := fields{Days: 7, On: true, Seats: []string{"x"}}
	q := sent("name", " Ost ", "text", " a\n", "secret", " s ", "most", "4", "at", "2026-11-26T19:45", "topics", "a", "topics", "b", "role", "guest",
		"seat-0", "p", "seat-2", "q", "lead0", "1", "lead2", "5", "lead2-note", "n", "income.hill", "2", "days", "", "unknown", "1")
	rulestest.Must(t, form.Read(q, zone, &got))
	four := 4
	want := fields{Name: "Ost", Text: " a\n", Why: " so\n", Secret: " s ", Round: 3, Days: 7, Most: &four, At: time.Date(2026, 11, 26, 19, 45, 0, 0, zone), Topics: []string{"a", "b"}, Role: campaign.Guest,
		Seats: []string{"p", "", "q"}, Rows: []row{{Lead: 1}, {}, {Lead: 5, Note: "n"}}, Income: map[string]int{"hill": 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v\nwant %+v", got, want)
	}
}

func TestReadNamesTheField(t *testing.T) {
	for _, x := range []struct{ name, value, key string }{
		{"name", "", "required"}, {"name", "  ", "required"}, {"name", "Orifl", "length"}, {"text", "a\x00", "not-text"},
		{"why", "", "required"}, {"why", " \n", "required"}, {"why", "0123456789", "length"},
		{"round", "", "not-a-number-within"}, {"round", "drei", "not-a-number-within"}, {"round", "0", "range"}, {"round", "101", "range"}, {"days", "x", "not-a-number-within"},
		{"most", "viel", "not-a-number"}, {"at", "gestern", "not-a-time"}, {"lead1", "12", "range"}, {"lead3-note", "too long", "length"}, {"income.sea", "x", "not-a-number-within"},
	} {
		var in fields
		err, _ := form.Read(sent(x.name, x.value), time.UTC, &in).(*campaign.Error)
		if err == nil || err.Field != x.name || err.Key != x.key || err.Code != campaign.Invalid {
			t.Errorf("%s=%q: %+v", x.name, x.value, err)
		}
		if x.name != "name" && in.Name != "Ost" {
			t.Errorf("%s=%q: the name is not read", x.name, x.value)
		}
	}
	var in fields
	if err, _ := form.Read(url.Values{}, time.UTC, &in).(*campaign.Error); err == nil || err.Field != "name" {
		t.Errorf("nothing sent: %v", err)
	}
}

func TestFormShowsWhatWasSent(t *testing.T) {
	book := content.Catalogs()["fr"]
	in := fields{Name: "Est", Days: 3, On: true, Role: campaign.Player, Topics: []string{"a"}, Rows: []row{{Lead: 1}, {}}}
	options := []views.Option{{Value: "player"}, {Value: "guest"}, {Value: "a"}, {Value: "b"}}
	chosen := func(f *form.Form, name string) (all string) {
		for _, o := range f.Options(name, options) {
			if o.Chosen {
				all += o.Value + " "
			}
		}
		return all
	}
	f := form.New(book, in, sent("name", "Zzz"), nil)
	if d := f.Field("name"); d.Value != "Est" || d.Max != 4 || !d.Required || d.Wrong != "" || d.Label != book.Say("found.name") {
		t.Errorf("not refused: %+v", d)
	}
	if d := f.Field("days"); d.Type != "number" || d.Min != "0" || d.Upto != "365" || d.Value != "3" {
		t.Errorf("a number: %+v", d)
	}
	if d := f.Field("at"); d.Type != "datetime-local" || d.Value != "" {
		t.Errorf("a moment: %+v", d)
	}
	if !f.Checkbox("on").On || chosen(f, "role") != "player " || chosen(f, "topics") != "a " || f.Trouble() != "" {
		t.Error("the values of the struct are not shown")
	}
	for field, wrong := range map[string]string{"round": "round", "settings.round": "round", "leads[1].note": "lead1-note", "leads[1].other": "lead0", "leads": "lead0", "nothing": "", "": ""} {
		refusal := &form.Refusal{Err: &campaign.Error{Code: campaign.Invalid, Field: field}, Text: "no"}
		f := form.New(book, in, sent("round", "viel", "secret", "s", "role", "guest", "topics", "b"), refusal)
		other := form.New(book, struct {
			Round int `form:"other-round"`
		}{4}, sent(), refusal)
		if got := f.Field("round").Value; got != "viel" || f.Field("secret").Value != "" || f.Field("days").Value != "3" || f.Checkbox("on").On || chosen(f, "role") != "guest " || chosen(f, "topics") != "b " {
			t.Errorf("%s: what was sent is not shown: %s", field, got)
		}
		if other.Field("other-round").Value != "4" {
			t.Errorf("%s: the form beside it", field)
		}
		if (wrong == "") != (f.Trouble() == "no") || f.Trouble() != other.Trouble() {
			t.Errorf("%s: trouble %q", field, f.Trouble())
		}
		for _, name := range []string{"name", "round", "days", "lead0", "lead1-note"} {
			if (f.Field(name).Wrong == "no") != (name == wrong) {
				t.Errorf("%s: at %s stands %q", field, name, f.Field(name).Wrong)
			}
		}
	}
}
