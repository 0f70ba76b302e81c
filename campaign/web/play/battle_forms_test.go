package play_test

import (
	"maps"
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

// TestScoreIsCountedInOneForm: at the end of a round one form asks which fighters are around each objective, by their names; the
// other side agrees, and the answers are scored.
func TestScoreIsCountedInOneForm(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	live := w.PlayUntil("report-control")
	p := w.ToBattle(w.Phone(w.TurnOf(live)))
	before := w.Steps()
	boxes := map[string]string{}
	p.Page.Find(".ask form.inputs input[type=checkbox]").Each(func(_ int, box *goquery.Selection) {
		name, id := box.AttrOr("name", ""), box.AttrOr("value", "")
		if label := strings.TrimSpace(box.Parent().Text()); label == "" || label == id {
			t.Errorf("%s: the fighter %s has no name: %q", name, id, label)
		}
		if boxes[name] == "" {
			boxes[name] = id
		}
	})
	objectives := len(boxes)
	if objectives == 0 {
		t.Fatalf("nothing can be counted: %s", p.Text(".ask"))
	}
	if text := p.Text(".ask"); strings.Contains(text, "objective-") || strings.Contains(text, "milestone") || p.Page.Find(".ask form.inputs input.input").Length() > 0 {
		t.Errorf("the form shows ids, or asks for them: %s", text)
	}
	first := slices.Sorted(maps.Keys(boxes))[0]
	p.Send(".ask form.inputs", first, boxes[first])
	if p.Status >= 400 {
		t.Fatalf("status %d: %s", p.Status, p.Text(".ask"))
	}
	asked := w.Odile
	if w.TurnOf(live).Member == w.Odile.Member {
		asked = w.Yanis
	}
	other := w.ToBattle(w.Phone(asked))
	other.Act(0)
	if w.Steps() == before {
		t.Fatalf("the count is not scored: %s", other.Text(".ask"))
	}
	var report struct {
		Kind       string
		Objectives []struct {
			ID       string
			Fighters []string
		}
	}
	w.LastCommand(&report)
	if report.Kind != "report-control" || len(report.Objectives) != objectives {
		t.Fatalf("the last command is %+v for %d objectives", report, objectives)
	}
	for n, o := range report.Objectives {
		if want := rules.BoolToInt(n == 0); len(o.Fighters) != want {
			t.Errorf("%s: %v, want %d", o.ID, o.Fighters, want)
		}
	}
}
