package book_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

func TestOddsAreExact(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(campaign.Session{})
	// Four attacks of Strength 4 on Toughness 4, with 2 damage for a hit and 5 for a critical hit, and seven wounds: the chance to
	// take the target down is the question most often asked.
	q := url.Values{"game": {"warcry"}, "ruling": {"resolve-attack"}, "asked": {"1"},
		"in.weapon": {"1"}, "in.weapon.attacks": {"4"}, "in.weapon.strength": {"4"}, "in.weapon.dmg_hit": {"2"}, "in.weapon.dmg_crit": {"5"}, "in.weapon.max_range": {"2"},
		"in.target": {"1"}, "in.target.toughness": {"3"}, "in.target.in_cover": {"true"}, "in.target.wounds": {"7"}}
	p.Get("/odds?" + q.Encode())
	if p.Status != http.StatusOK || p.Text(".answer .num") != "44,7" {
		t.Errorf("chance that the target falls: %q, want 44,7", p.Text(".answer .big"))
	}
	if !strings.Contains(strings.ReplaceAll(p.Text(".answer .mute"), "\u202f", ""), "193 chances sur 432") && !strings.Contains(p.Text(".answer .mute"), "579") {
		t.Errorf("exactly: %q, want 579/1296", p.Text(".answer .mute"))
	}
	if p.Page.Find(".histogram rect").Length() < 8 || p.Page.Find(".what-ifs li").Length() == 0 {
		t.Errorf("%d columns, %d comparisons", p.Page.Find(".histogram rect").Length(), p.Page.Find(".what-ifs li").Length())
	}
	// The same attack without cover is one of the comparisons.
	found := false
	for _, text := range strings.Split(p.Text(".what-ifs"), "%") {
		found = found || strings.Contains(text, "55,6")
	}
	if !found {
		t.Errorf("no comparison without cover at 55,6: %s", p.Text(".what-ifs"))
	}
}

func TestOddsFormComesBackWithWhatIsWrong(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(campaign.Session{}).Get("/odds")
	if p.Page.Find(".answer .num").Length() != 1 {
		t.Fatalf("the first visit answers nothing: %s", p.Text(".answer"))
	}
	p.Send("form.part.inputs", "in.weapon.attacks", "99")
	if v := p.Page.Find("input[name='in.weapon.attacks']"); v.AttrOr("value", "") != "99" || v.AttrOr("aria-invalid", "") != "true" {
		t.Errorf("the field does not say that it is wrong: %q", v.AttrOr("value", ""))
	}
	if p.Page.Find(".answer .notice.bad").Length() != 1 || p.Page.Find(".answer .num").Length() != 0 {
		t.Errorf("a wrong figure is answered: %s", p.Text(".answer"))
	}
}

func TestTwoProfilesFillTheForm(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(campaign.Session{}).Get("/odds")
	p.Send("form.inputs:has(select[name=from])", "from", "lantern-captain", "to", "vitrified-queen")
	if got := p.Page.Find("input[name='in.target.wounds']").AttrOr("value", ""); got != "22" {
		t.Errorf("wounds of the target: %q, want those of its card, 22", got)
	}
}

func TestEveryRulingHasAForm(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(campaign.Session{}).Get("/odds")
	var names []string
	for _, o := range p.Page.Find("select[name=ruling] option").Nodes {
		for _, a := range o.Attr {
			if a.Key == "value" {
				names = append(names, a.Val)
			}
		}
	}
	if len(names) < 8 {
		t.Fatalf("%d rulings with odds", len(names))
	}
	for _, name := range names {
		if p.Get("/odds?game=warcry&ruling=" + name); p.Status != http.StatusOK || p.Page.Find("form.part.inputs input").Length() == 0 {
			t.Errorf("%s: status %d", name, p.Status)
		}
	}
}
