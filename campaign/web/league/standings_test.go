package league_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

var addition = regexp.MustCompile(`^(-?\d+) = \(?([-\d +]+)\)?(?: ?÷ ?(\d+))?`)

// TestFiguresAddUp opens every figure of the standings and adds up the terms that are shown.
func TestFiguresAddUp(t *testing.T) {
	w := webtest.NewClubFixture(t)
	for i, winner := range []rules.Seat{0, 1, rules.Nobody, 0} {
		w.PlayBattle(i+1, winner, 9-i, 2+2*i)
	}
	w.Owner.Get(w.CampaignPath("/conduct")).Submit("/byes", "bye", w.PlayerSide, "bye-round", "5").Want(200)
	opened := 0
	for from := 0; from < len(campaign.TieBreakKeys); from += campaign.MaxTieBreaks {
		ties := campaign.TieBreakKeys[from:min(from+campaign.MaxTieBreaks, len(campaign.TieBreakKeys))]
		var pairs []string
		for i := range campaign.MaxTieBreaks {
			key := ""
			if i < len(ties) {
				key = ties[i]
			}
			pairs = append(pairs, "tie"+strconv.Itoa(i), key)
		}
		w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", pairs...).Want(200)
		w.Player.Get(w.CampaignPath("/standings"))
		cells := w.Player.Page.Find(".figures td a")
		if cells.Length() != 2*len(ties) {
			t.Fatalf("%d figures, want %d", cells.Length(), 2*len(ties))
		}
		cells.Each(func(_ int, cell *goquery.Selection) {
			figure := cell.Find("span").First().Contents().First().Text()
			path, id, _ := strings.Cut(cell.AttrOr("href", ""), "#")
			w.Player.Get(path).Want(200)
			box := w.Player.Page.Find("#" + id)
			if box.Length() != 1 || box.Find(".who b").Text() != figure {
				t.Fatalf("%s: the figure %s does not open", cell.AttrOr("href", ""), figure)
			}
			w.Player.Page.Find(".why-box .sum").Each(func(_ int, s *goquery.Selection) { addsUp(t, s) })
			opened++
		})
		w.Player.WantNot("a phrase is missing", "⟨")
	}
	if opened != 2*len(campaign.TieBreakKeys) {
		t.Errorf("%d figures opened", opened)
	}
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "tie0", "wins", "tie1", "wins").Want(422, "deux fois")
	w.Owner.WantValue("#tie1 option[selected]", "wins")
}

func addsUp(t *testing.T, s *goquery.Selection) {
	t.Helper()
	plain := strings.NewReplacer("\u202f", "", "\u00a0", "", "−", "-").Replace
	total, err := strconv.Atoi(plain(s.Find(".who b").Text()))
	rulestest.Must(t, err)
	line := plain(strings.TrimSpace(s.Find("small.num").Last().Text()))
	if line == "" {
		if total != 0 {
			t.Errorf("%s: %d of nothing", s.AttrOr("id", ""), total)
		}
		return
	}
	m := addition.FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("%s: no addition in %q", s.AttrOr("id", ""), line)
	}
	sum := 0
	for _, field := range strings.Fields(strings.NewReplacer("- ", "-", "+ ", "").Replace(m[2])) {
		n, err := strconv.Atoi(field)
		rulestest.Must(t, err)
		sum += n
	}
	if m[3] != "" {
		of, _ := strconv.Atoi(m[3])
		sum = int(math.Round(float64(sum) / float64(of)))
	}
	if sum != total || m[1] != strconv.Itoa(total) {
		t.Errorf("%s: %q shows %d under %d", s.AttrOr("id", ""), line, sum, total)
	}
}

// TestRatingsPage: winners rank first, with a chart and their games. Visitors do not see private campaigns.
func TestRatingsPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := "/clubs/" + w.ID + "/ratings/warmaster"
	w.Player.Get(page).Want(200, "Personne n’est encore coté")
	w.PlayBattle(1, 1, 2, 9)
	w.SetClock(w.Clock().AddDate(0, 0, 14))
	w.PlayBattle(2, 1, 3, 5)
	w.Player.Get(w.CampaignPath("/standings")).Get(w.Player.Link("Les cotes du club")).Want(200, "Cotes, Warmaster", "L’histoire d’Inès", "Aucune bataille", "Glicko-2")
	if row := w.Player.Page.Find(".ranking tbody tr").First(); !strings.Contains(row.Text(), "Inès") || !row.HasClass("me") {
		t.Errorf("first: %s", row.Text())
	}
	if n := w.Player.Page.Find("svg.rating-chart circle").Length(); n != 4 { // the start and three weeks
		t.Errorf("%d moments in the chart, want 4", n)
	}
	w.Player.Get(w.Player.Link("Camille")).Want(200, "L’histoire de Camille", "Défaite, Inès").WantNot("a phrase is missing", "⟨")
	w.Player.Get("/clubs/" + w.ID + "/ratings/chess").Want(404)
	w.Browser().Get(page).Want(200, "Inès")
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "private", "yes")
	w.Browser().Get(page).Want(404)
}
