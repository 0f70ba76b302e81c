package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
)

// TestMapThroughTime asks for the map of the demonstration after each of its acts: the
// land is held as in the history that ends there.
func TestMapThroughTime(t *testing.T) {
	site := newDemoSite(t)
	state := site.state(t)
	camp := state.AllCampaigns()[0]
	shown, changes, before := 0, 0, ""
	for i, act := range state.Acts {
		if act.No < int64(camp.ActNo) {
			continue
		}
		past, err := campaign.Fold(state.Acts[: i+1 : i+1])
		if err != nil {
			t.Fatal(err)
		}
		got, want := regionHoldersOnPage(t, fmt.Sprintf("%s/clubs/%s/campaigns/%s?lang=fr&act=%d", site.url, site.club, camp.ID, act.No)), regionHolders(past, camp.ID)
		if got != want {
			t.Fatalf("after act %d (%s) the page shows\n%s\nthe history says\n%s", act.No, act.Kind, got, want)
		}
		shown++
		if want != before {
			changes++
		}
		before = want
	}
	if shown < 100 || changes < 10 {
		t.Errorf("%d moments, in which the land changed %d times: the test shows little", shown, changes)
	}
	t.Logf("%d moments, the land changed %d times", shown, changes)
}

// regionHolders writes who holds each region of a campaign, a line a region.
func regionHolders(s *campaign.State, camp campaign.ID) string {
	var lines []string
	m := s.Campaigns[camp].Map
	for _, r := range m.Regions {
		line := r.Name + ": "
		switch {
		case r.Terrain == campaign.Sea:
		case r.Owner == "":
			line += "terre libre"
		default:
			line += s.Rosters[r.Owner].List.Name
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// regionHoldersOnPage reads the same from the list beneath the map.
func regionHoldersOnPage(t *testing.T, address string) string {
	t.Helper()
	res, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	page, err := goquery.NewDocumentFromReader(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	page.Find(".as-list tbody tr").Each(func(_ int, row *goquery.Selection) {
		who := row.Find("td").First()
		who.Find("small, svg").Remove()
		lines = append(lines, row.Find("th").Text()+": "+strings.TrimSpace(who.Text()))
	})
	return strings.Join(lines, "\n")
}
