package play_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"

	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// TestGroupsAreDealtInOneForm: one form asks for the battle group of each of the player's fighters, and the groups become what
// was pressed.
func TestGroupsAreDealtInOneForm(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	live := w.PlayUntil("divide")
	by := live.Battle.Legal()[0].By()
	mine := map[string]bool{}
	for _, u := range live.Battle.View(by).Units {
		if u.Seat == by {
			mine[u.Name] = true
		}
	}
	p := w.ToBattle(w.Phone(w.TurnOf(live)))
	before := w.Steps()
	var names []string
	var pairs []string
	p.Page.Find(".ask form.inputs fieldset").Each(func(n int, row *goquery.Selection) {
		name := strings.TrimSpace(row.Find("legend").Text())
		names = append(names, name)
		answers := row.Find("input[type=radio]")
		if !mine[strings.TrimSuffix(name, " (Garde de Hautecombe)")] || answers.Length() != 3 || answers.Filter("[checked]").Length() != 1 {
			t.Errorf("%q is asked for with %d answers, %d of them chosen", name, answers.Length(), answers.Filter("[checked]").Length())
		}
		pairs = append(pairs, answers.First().AttrOr("name", ""), answers.Eq(n%3).AttrOr("value", ""))
	})
	own := 0
	for _, is := range mine {
		if is {
			own++
		}
	}
	if len(names) != own {
		t.Fatalf("the form asks for %q, not for each of %d fighters", names, own)
	}
	p.Send(".ask form.inputs", pairs...)
	if w.Steps() != before+1 {
		t.Fatalf("%d steps, want %d: %s", w.Steps(), before+1, p.Text(".ask"))
	}
	var divided struct{ Kind, Group string }
	var groups map[string]any
	w.LastCommand(&divided)
	w.LastCommand(&groups)
	if divided.Kind != "divide" {
		t.Fatalf("the last command is %q", divided.Kind)
	}
	for i := 0; i < len(pairs); i += 2 {
		id := pairs[i][strings.LastIndex(pairs[i], ".")+1:]
		list, _ := groups[pairs[i+1]].([]any)
		if !slices.Contains(list, any(id)) {
			t.Errorf("%s was put into %s: %v", id, pairs[i+1], groups)
		}
	}
}

// TestGroupsStandInARow: on a phone the three groups of a fighter are side by side.
func TestGroupsStandInARow(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	ctx := w.OpenBrowser(w.TurnOf(w.PlayUntil("divide")))
	rulestest.Must(t, chromedp.Run(ctx, chromedp.Navigate(w.Server.URL+w.BattlePath("battles", w.Battle))))
	w.WaitFor(ctx, "the form", `document.querySelectorAll(".ask .seg").length > 2`)
	for _, width := range []int64{390, 360} {
		var broken, wide int
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 844),
			chromedp.Evaluate(`[...document.querySelectorAll(".ask .seg")].filter(s => new Set([...s.children].map(c => c.offsetTop)).size > 1).length`, &broken),
			chromedp.Evaluate(`document.documentElement.scrollWidth - innerWidth`, &wide)); err != nil {
			t.Fatal(err)
		}
		if broken > 0 || wide > 0 {
			t.Errorf("at %d px %d choices take two rows, the page is %d px too wide", width, broken, wide)
		}
	}
}

// TestScoreIsCountedInOneForm: at the end of a round one form asks how many fighters are around each objective, by its name,
// and the answers are scored.
func TestScoreIsCountedInOneForm(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	live := w.PlayUntil("tally")
	p := w.ToBattle(w.Phone(w.TurnOf(live)))
	before := w.Steps()
	var pairs, labels []string
	p.Page.Find(".ask form.inputs input[inputmode=decimal]").Each(func(n int, count *goquery.Selection) {
		name := count.AttrOr("name", "")
		labels = append(labels, strings.TrimSpace(p.Page.Find("label[for='"+name+"']").Text()))
		value := "0"
		if n%2 == 0 {
			value = "2"
		}
		pairs = append(pairs, name, value)
	})
	if len(pairs) == 0 {
		t.Fatalf("nothing can be counted: %s", p.Text(".ask"))
	}
	for n, label := range labels {
		if want := []string{"Garde de Hautecombe", "Corbeaux d’Aigremont"}[n%2]; label != want {
			t.Errorf("count %d is of %q, want %q", n, label, want)
		}
	}
	if text := p.Text(".ask"); strings.Contains(text, "objective-") || strings.Contains(text, "milestone") || p.Page.Find(".ask form.inputs input.input").Length() > 0 {
		t.Errorf("the form shows ids, or asks for them: %s", text)
	}
	p.Send(".ask form.inputs", pairs...)
	if p.Status >= 400 || w.Steps() == before {
		t.Fatalf("status %d: %s", p.Status, p.Text(".ask"))
	}
	var tally struct {
		Kind       string
		Objectives []struct {
			ID   string
			A, B int
		}
	}
	w.LastCommand(&tally)
	if tally.Kind != "tally" || len(tally.Objectives)*2 != len(pairs)/2 {
		t.Fatalf("the last command is %+v after %d counts", tally, len(pairs)/2)
	}
	for _, o := range tally.Objectives {
		if o.A != 2 || o.B != 0 {
			t.Errorf("%s: %d against %d, want 2 against 0", o.ID, o.A, o.B)
		}
	}
}
