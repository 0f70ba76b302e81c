package store_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
	"oriflamme/rules"
)

// square returns an image of one colour.
func square(t testing.TB, shade uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 30, 20))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	img.SetGray(0, 0, color.Gray{255 - shade})
	var b bytes.Buffer
	must(t, png.Encode(&b, img))
	return b.Bytes()
}

// imageClub is a club with a campaign whose story names an image, and an image that no act names.
type imageClub struct {
	*campaign.Service
	club           campaign.ID
	anne           campaign.Actor
	named, unnamed campaign.Image
}

func newGallery(t testing.TB, s *store.Store, now func() time.Time) imageClub {
	t.Helper()
	g := imageClub{Service: campaign.NewService(s, []*rules.Game{coins}, now)}
	g.club, g.anne = foundClub(t, g.Service)
	campaignID := g.do(t, g.anne, campaign.NewCampaign{Settings: campaign.DefaultSettings("Coins", "coin")}).(campaign.NewCampaign).Campaign
	g.named, g.unnamed = g.add(t, g.anne, 10), g.add(t, g.anne, 20)
	g.do(t, g.anne, campaign.PostStory{Campaign: campaignID, Title: "The bridge", Text: "![a bridge](image:" + g.named.Hash + ")", Lang: "en"})
	return g
}

func (c imageClub) do(t testing.TB, by campaign.Actor, b campaign.Body) campaign.Body {
	t.Helper()
	a, err := c.Do(ctx, by, c.club, campaign.NewID(time.Now()), campaign.ActRequest{Body: b})
	must(t, err)
	return a.Body
}

func (c imageClub) add(t testing.TB, by campaign.Actor, shade uint8) campaign.Image {
	t.Helper()
	i, err := c.AddImage(ctx, by, c.club, square(t, shade))
	must(t, err)
	return i
}

// list returns the images of a club by their first letters, with "!" after those that acts name.
func (c imageClub) list(t testing.TB) string {
	t.Helper()
	all, err := c.Images(ctx, c.anne, c.club)
	must(t, err)
	var out []string
	for _, i := range all {
		one := i.Hash[:4]
		if i.InUse {
			one += "!"
		}
		out = append(out, one)
	}
	return strings.Join(out, " ")
}

func TestImages(t *testing.T) { eachBackend(t, keepsImages) }

func keepsImages(t *testing.T, name string) {
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	s := open(t, name)
	g := newGallery(t, s, func() time.Time { return now })
	again := g.add(t, g.anne, 10)
	if again.Hash != g.named.Hash || len(strings.Fields(g.list(t))) != 2 {
		t.Errorf("the same image twice: %s", g.list(t))
	}
	got, err := g.Image(ctx, g.club, g.named.Hash)
	if err != nil || !bytes.Equal(got.Data, g.named.Data) || got.Width != 30 || got.Height != 20 || got.By != g.anne.Member || !got.At.Equal(now) {
		t.Errorf("kept %+v: %v", got, err)
	}
	if _, err := g.Image(ctx, "another", g.named.Hash); campaign.CodeOf(err) != campaign.NotFound {
		t.Errorf("from another club: %v", err)
	}
	for text, want := range map[string]string{
		"![a](image:" + strings.Repeat("0", 64) + ")": "no-image",
		"![ ](image:" + g.named.Hash + ")":            "image-alt",
	} {
		st, err := g.State(ctx, g.club)
		must(t, err)
		for id := range st.Campaigns {
			_, err = g.Do(ctx, g.anne, g.club, text, campaign.ActRequest{Body: campaign.PostStory{Campaign: id, Title: "x", Text: text, Lang: "en"}})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	// Without space an unused image is dropped, but only after a day.
	over := campaign.Image{Club: g.club, Hash: strings.Repeat("a", 64), Type: "image/png", Size: 5, By: "x", At: now, Data: []byte("12345")}
	if err := s.SaveImage(ctx, over, g.named.Size+g.unnamed.Size+4); campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("more than the club may keep: %v", err)
	}
	if err := s.SaveImage(ctx, over, g.named.Size+g.unnamed.Size+5); err != nil {
		t.Errorf("just as much as the club may keep: %v", err)
	}
	if err := g.RemoveImage(ctx, campaign.Actor{}, g.club, over.Hash); campaign.CodeOf(err) != campaign.Unauthenticated {
		t.Errorf("a stranger takes an image away: %v", err)
	}
	if err := g.RemoveImage(ctx, g.anne, g.club, over.Hash); err != nil {
		t.Error(err)
	}
	// An image that a story shows leaves its row behind, and comes back when it is uploaded again.
	must(t, g.RemoveImage(ctx, g.anne, g.club, g.named.Hash))
	if _, err := g.Image(ctx, g.club, g.named.Hash); campaign.CodeOf(err) != campaign.NotFound {
		t.Errorf("taken away: %v", err)
	}
	clean(t, g.Service)
	g.add(t, g.anne, 10)
	if got, err := g.Image(ctx, g.club, g.named.Hash); err != nil || !bytes.Equal(got.Data, g.named.Data) {
		t.Errorf("uploaded again: %v", err)
	}
}

// TestImagesTravel: archive, copy and backup contain every image, to either database and back, byte for byte.
func TestImagesTravel(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "a.db"))
	g := newGallery(t, s, time.Now)
	gone := g.add(t, g.anne, 30)
	must(t, s.EmptyImage(ctx, g.club, gone.Hash))
	archive := func(h *campaign.Service) string {
		var b strings.Builder
		must(t, h.Export(ctx, campaign.Actor{}, g.club, &b))
		return b.String()
	}
	want := archive(g.Service)
	if strings.Count(want, `"hash":"`+g.named.Hash) != 1 || !strings.Contains(want, gone.Hash) {
		t.Fatal("images are missing from the archive")
	}
	wantImages := func(what string, s *store.Store) {
		h := campaign.NewService(s, []*rules.Game{coins}, time.Now)
		if wrong, err := h.Check(ctx); err != nil || len(wrong) > 0 {
			t.Errorf("%s: check %v %v", what, wrong, err)
		}
		if archive(h) != want {
			t.Errorf("%s: the archive differs", what)
		}
	}
	imported := open(t, filepath.Join(dir, "b.db"))
	_, err := campaign.NewService(imported, []*rules.Game{coins}, time.Now).Import(ctx, strings.NewReader(want))
	must(t, err)
	wantImages("imported", imported)
	server, back := open(t, pgtest.Fresh(t)), open(t, filepath.Join(dir, "c.db"))
	for _, way := range []struct {
		what     string
		to, from *store.Store
	}{{"copied to a server", server, imported}, {"copied back", back, server}} {
		must(t, store.Copy(ctx, way.to, way.from))
		wantImages(way.what, way.to)
	}
	for i, from := range []*store.Store{s, server} {
		path := filepath.Join(dir, fmt.Sprint("backup", i))
		must(t, from.Backup(ctx, path))
		wantImages("backup", open(t, path))
	}
	forged := strings.Replace(want, `"data":"iVBOR`, `"data":"iVBOS`, 1)
	if _, err := campaign.ReadArchive(strings.NewReader(forged)); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Errorf("a forged image: %v", err)
	}
}

// TestImagesAreGuarded: one flipped bit of an image is found, and so is a missing image.
func TestImagesAreGuarded(t *testing.T) { eachBackend(t, findsFlippedImages) }

func findsFlippedImages(t *testing.T, name string) {
	s := open(t, name)
	g := newGallery(t, s, time.Now)
	db := openRaw(t, name)
	found := func() string {
		wrong, err := g.Check(ctx)
		must(t, err)
		return fmt.Sprint(wrong)
	}
	set := func(data []byte) {
		place := "UPDATE images SET data = ? WHERE hash = ?"
		if store.Remote(name) {
			place = "UPDATE images SET data = $1 WHERE hash = $2"
		}
		_, err := db.Exec(place, data, g.named.Hash)
		must(t, err)
	}
	for _, at := range []int{0, len(g.named.Data) / 2, len(g.named.Data) - 1} {
		flipped := bytes.Clone(g.named.Data)
		flipped[at] ^= 1
		set(flipped)
		if got := found(); !strings.Contains(got, g.named.Hash+": was changed") {
			t.Errorf("bit at %d: %s", at, got)
		}
	}
	set(g.named.Data)
	if got := found(); got != "[]" {
		t.Errorf("put back: %s", got)
	}
	must(t, s.DropImage(ctx, g.club, g.named.Hash))
	if got := found(); !strings.Contains(got, g.named.Hash+": acts name it") {
		t.Errorf("taken out of the database: %s", got)
	}
}

// TestForgottenImages: the unused images of a forgotten member are removed.
func TestForgottenImages(t *testing.T) {
	g := newGallery(t, open(t, filepath.Join(t.TempDir(), "x.db")), time.Now)
	bob := campaign.Actor{Member: g.do(t, g.anne, campaign.Join{Name: "Bob", Role: campaign.Player}).(campaign.Join).Member}
	his := g.add(t, bob, 40)
	var account strings.Builder
	if err := g.Account(context.Background(), bob, g.club, &account); err != nil || !strings.Contains(account.String(), his.Hash) {
		t.Errorf("his account lacks his image: %v", err)
	}
	if strings.Contains(account.String(), g.unnamed.Hash) {
		t.Error("his account holds another's image")
	}
	if err := g.RemoveImage(ctx, bob, g.club, g.unnamed.Hash); campaign.CodeOf(err) != campaign.Forbidden {
		t.Errorf("a player takes another's image away: %v", err)
	}
	before := g.list(t)
	must(t, g.Forget(ctx, bob, g.club, "bye", bob.Member, ""))
	if now := g.list(t); strings.Contains(now, his.Hash[:4]) || len(strings.Fields(now)) != len(strings.Fields(before))-1 {
		t.Errorf("before %s, after %s", before, now)
	}
}
