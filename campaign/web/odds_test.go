package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"oriflamme/campaign"
)

func TestOddsAreExact(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(campaign.Session{})
	// Four attacks of Strength 4 on Toughness 4, 2 damage a hit and 5 a critical,
	// seven wounds: a target that falls is the club's favourite question.
	q := url.Values{"game": {"warcry"}, "ruling": {"resolve-attack"}, "asked": {"1"},
		"in.weapon": {"1"}, "in.weapon.attacks": {"4"}, "in.weapon.strength": {"4"}, "in.weapon.dmg_hit": {"2"}, "in.weapon.dmg_crit": {"5"}, "in.weapon.max_range": {"2"},
		"in.target": {"1"}, "in.target.toughness": {"3"}, "in.target.in_cover": {"true"}, "in.target.wounds": {"7"}}
	p.get("/odds?" + q.Encode())
	if p.status != http.StatusOK || p.text(".answer .num") != "44,7" {
		t.Errorf("chance that the target falls: %q, want 44,7", p.text(".answer .big"))
	}
	if !strings.Contains(strings.ReplaceAll(p.text(".answer .mute"), "\u202f", ""), "193 chances sur 432") && !strings.Contains(p.text(".answer .mute"), "579") {
		t.Errorf("exactly: %q, want 579/1296", p.text(".answer .mute"))
	}
	if p.page.Find(".histogram rect").Length() < 8 || p.page.Find(".what-ifs li").Length() == 0 {
		t.Errorf("%d columns, %d comparisons", p.page.Find(".histogram rect").Length(), p.page.Find(".what-ifs li").Length())
	}
	// The same without cover is one of the comparisons.
	found := false
	for _, text := range strings.Split(p.text(".what-ifs"), "%") {
		found = found || strings.Contains(text, "55,6")
	}
	if !found {
		t.Errorf("no comparison without cover at 55,6: %s", p.text(".what-ifs"))
	}
}

func TestOddsFormComesBackWithWhatIsWrong(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(campaign.Session{}).get("/odds")
	if p.page.Find(".answer .num").Length() != 1 {
		t.Fatalf("the first visit answers nothing: %s", p.text(".answer"))
	}
	p.send("form.part.inputs", "in.weapon.attacks", "99")
	if v := p.page.Find("input[name='in.weapon.attacks']"); v.AttrOr("value", "") != "99" || v.AttrOr("aria-invalid", "") != "true" {
		t.Errorf("the field does not say that it is wrong: %q", v.AttrOr("value", ""))
	}
	if p.page.Find(".answer .notice.bad").Length() != 1 || p.page.Find(".answer .num").Length() != 0 {
		t.Errorf("a wrong figure is answered: %s", p.text(".answer"))
	}
}

func TestTwoProfilesFillTheForm(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(campaign.Session{}).get("/odds")
	p.send("form.inputs:has(select[name=from])", "from", "lantern-captain", "to", "vitrified-queen")
	if got := p.page.Find("input[name='in.target.wounds']").AttrOr("value", ""); got != "22" {
		t.Errorf("wounds of the target: %q, want those of its card, 22", got)
	}
}

func TestEveryRulingHasAForm(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(campaign.Session{}).get("/odds")
	var names []string
	for _, o := range p.page.Find("select[name=ruling] option").Nodes {
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
		if p.get("/odds?game=warcry&ruling=" + name); p.status != http.StatusOK || p.page.Find("form.part.inputs input").Length() == 0 {
			t.Errorf("%s: status %d", name, p.status)
		}
	}
}
