package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/cdproto/input"

	"oriflamme/campaign"
)

// TestPictureByHand drags the backdrop of the map, rotates it with two fingers, and undoes both; meanwhile no region reacts.
func TestPictureByHand(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	camille := campaign.Actor{Member: site.people["Camille"]}
	camp := site.state(t).AllCampaigns()[0]
	var photo bytes.Buffer
	must(t, png.Encode(&photo, image.NewGray(image.Rect(0, 0, 80, 60))))
	i, err := site.service.AddImage(context.Background(), camille, site.club, photo.Bytes())
	must(t, err)
	under := *camp.Map
	under.Backdrop = under.NewBackdrop(i.Hash, i.Width, i.Height)
	_, err = site.service.Do(context.Background(), camille, site.club, "picture", campaign.ActRequest{Body: campaign.DrawMap{Campaign: camp.ID, Map: &under}})
	must(t, err)
	phone := b.person(1000, 800)
	site.signIn(phone, "Camille", "fr")
	phone.open(site.url + "/clubs/" + site.club + "/campaigns/" + camp.ID + "/map/edit")
	phone.wait(`document.querySelector("[data-hold]:not([hidden])")`)
	phone.click("[data-hold]")
	phone.wait(`document.querySelector("svg.map.held")`)
	var at [2]float64
	phone.eval(`(() => { const r = document.querySelector("svg.map").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 3]; })()`, &at)
	x, y := at[0], at[1]
	lies := func() (f struct{ X, Y, Width, Turn, Strokes int }) {
		phone.eval(`(() => {
			const of = (name) => Number(document.querySelector('[name="picture.' + name + '"]').value);
			return { X: of('x'), Y: of('y'), Width: of('width'), Turn: of('turn'), Strokes: JSON.parse(document.querySelector('[name=strokes]').value || '[]')?.length ?? 0 };
		})()`, &f)
		return f
	}
	strokes := func(n string) {
		phone.wait(`(JSON.parse(document.querySelector('[name=strokes]').value) ?? []).length == ` + n + ` && document.querySelector("svg.map.held")`)
	}
	first := lies()
	phone.run(input.DispatchMouseEvent(input.MousePressed, x, y).WithButton(input.Left).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, x+50, y+20).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseReleased, x+50, y+20).WithButton(input.Left).WithClickCount(1))
	strokes("1")
	dragged := lies()
	if dragged.X <= first.X || dragged.Y <= first.Y || dragged.Width != first.Width || dragged.Turn != 0 {
		t.Errorf("dragged from %+v to %+v", first, dragged)
	}
	fingers := func(dx, dy float64) []*input.TouchPoint {
		return []*input.TouchPoint{{X: x - dx, Y: y - dy, ID: 1}, {X: x + dx, Y: y + dy, ID: 2}}
	}
	phone.run(input.DispatchTouchEvent(input.TouchStart, fingers(60, 0)),
		input.DispatchTouchEvent(input.TouchMove, fingers(80, 80)),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	strokes("2")
	if turned := lies(); turned.Turn < 40 || turned.Turn > 50 || turned.Width <= dragged.Width*3/2 {
		t.Errorf("with two fingers from %+v to %+v", dragged, turned)
	}
	phone.click(`button[value=undo]`)
	strokes("1")
	if back := lies(); back != dragged {
		t.Errorf("after undo %+v, want %+v", back, dragged)
	}
}

// TestMapThroughTime asks for the map of the demo after each of its acts: each region is held by the side that held
// it after that act.
func TestMapThroughTime(t *testing.T) {
	t.Parallel()
	site := newDemoSite(t)
	state := site.state(t)
	camp := state.AllCampaigns()[0]
	shown, changes, before := 0, 0, ""
	for i, act := range state.Acts {
		if act.No < int64(camp.ActNo) {
			continue
		}
		past, err := campaign.Fold(state.Acts[: i+1 : i+1])
		must(t, err)
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

// regionHolders returns who holds each region of a campaign, one region in each line.
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

// regionHoldersOnPage reads the same from the list under the map.
func regionHoldersOnPage(t *testing.T, address string) string {
	t.Helper()
	var lines []string
	getPage(t, http.DefaultClient, address).Find(".as-list tbody tr").Each(func(_ int, row *goquery.Selection) {
		who := row.Find("td").First()
		who.Find("small, svg").Remove()
		lines = append(lines, row.Find("th").Text()+": "+strings.TrimSpace(who.Text()))
	})
	return strings.Join(lines, "\n")
}
