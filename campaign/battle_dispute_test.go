package campaign_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/rules"
)

// TestAppealIsAnswered: in a league, where a ruled battle is final at once, an appeal is open until the arbiter dismisses it with
// a reason or grants it by a correction. Both sides are notified, and evidence from before the answer stays valid.
func TestAppealIsAnswered(t *testing.T) {
	c := newClub(t, false)
	ruled := func() campaign.ID {
		b := c.schedule()
		c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 12, 10)})
		c.do(c.cleo, campaign.Report{Battle: b, Seat: 1, Result: won(1, 10, 12)})
		c.do(c.anne, campaign.Rule{Battle: b, Result: won(0, 12, 10)})
		return b
	}
	notified := func(by campaign.Actor, kind campaign.Kind) bool {
		return slices.ContainsFunc(c.state().InboxOf(by.Member, 3), func(n campaign.InboxEntry) bool { return n.Act.Kind == kind })
	}
	first := ruled()
	c.refused(c.anne, campaign.Dismiss{Battle: first}, campaign.Conflict, "battle", "no-appeal", "CAMP-BAT-12")
	if c.state().Battles[first].AwaitsRuling() {
		t.Error("ruled, and evidence is still accepted")
	}
	c.do(c.cleo, campaign.Appeal{Battle: first, Reason: "the sheet is of another battle"})
	if b := c.state().Battles[first]; b.Status != campaign.Final || !b.AwaitsRuling() || !b.AppealPending() {
		t.Fatalf("an appeal after the end: %s, heard %v", b.Status, b.AwaitsRuling())
	}
	if err := c.show(c.cleo, first, "the sheet", 1); err != nil {
		t.Error(err)
	}
	c.refused(c.bob, campaign.Dismiss{Battle: first}, campaign.Forbidden, "", "not-allowed", "CAMP-ROLE-1")
	_, err := c.Do(ctx, c.anne, c.id, "without a reason", campaign.ActRequest{Body: campaign.Dismiss{Battle: first}})
	wantError(t, err, campaign.Invalid, "why", "required", "")
	dismissed := c.do(c.anne, campaign.Dismiss{Battle: first})
	if b := c.state().Battles[first]; b.AwaitsRuling() || b.AppealAnswer == nil || b.AppealAnswer.By != c.anne.Member || b.AppealAnswer.Reason != dismissed.Why || b.Result.Winner != 0 {
		t.Errorf("dismissed: %+v", b.AppealAnswer)
	}
	if !notified(c.bob, "dismiss") || !notified(c.cleo, "dismiss") {
		t.Error("a side is not notified that the appeal was dismissed")
	}
	c.refused(c.anne, campaign.Dismiss{Battle: first}, campaign.Conflict, "battle", "no-appeal", "CAMP-BAT-12")
	wantError(t, c.show(c.cleo, first, "too late", 2), campaign.Conflict, "battle", "no-hearing", "CAMP-BAT-11")

	second := ruled()
	c.do(c.cleo, campaign.Appeal{Battle: second, Reason: "look"})
	if err := c.show(c.cleo, second, "the right sheet", 3); err != nil {
		t.Error(err)
	}
	granted := c.do(c.anne, campaign.Correct{Battle: second, Result: won(1, 10, 12)})
	if b := c.state().Battles[second]; b.AwaitsRuling() || b.AppealAnswer == nil || b.AppealAnswer.ActNo != campaign.ActNo(granted.No) || b.Result.Winner != 1 {
		t.Errorf("granted: %+v", b.AppealAnswer)
	}
	if !notified(c.bob, "correct") || !notified(c.cleo, "correct") {
		t.Error("a side is not notified that the appeal was granted")
	}
	c.refused(c.anne, campaign.Dismiss{Battle: second}, campaign.Conflict, "battle", "no-appeal", "CAMP-BAT-12")
	c.do(c.anne, campaign.Void{Acts: []int64{granted.No}})
	if b := c.state().Battles[second]; !b.AwaitsRuling() || b.Result.Winner != 0 {
		t.Error("without the correction the appeal waits no more")
	}
	c.do(c.anne, campaign.Dismiss{Battle: second})
	c.do(c.anne, campaign.Void{Acts: []int64{dismissed.No}})
	if !c.state().Battles[first].AwaitsRuling() {
		t.Error("without the dismissal the appeal waits no more")
	}
	c.clean()
}

// TestOldAppealsFold: evidence that an older program accepted after a correction and before the aftermath still folds.
func TestOldAppealsFold(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 12, 10)})
	c.do(c.cleo, campaign.RaiseDispute{Battle: b, Reason: "no"})
	c.do(c.anne, campaign.Rule{Battle: b, Result: won(0, 12, 10)})
	c.do(c.cleo, campaign.Appeal{Battle: b, Reason: "look"})
	c.do(c.anne, campaign.Correct{Battle: b, Result: won(1, 10, 12)})
	refs, err := c.AddImage(ctx, c.cleo, c.id, dot(t, 9))
	must(t, err)
	c.do(c.cleo, campaign.SubmitEvidence{Battle: b, Image: refs.Hash, Alt: "late"})
	if s, err := campaign.Fold(c.state().Acts); err != nil || len(s.Battles[b].Evidence) != 1 {
		t.Errorf("folded again: %v", err)
	}
	c.clean()
}

// dot returns an image that differs for each shade.
func dot(t *testing.T, shade uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 4, 3))
	img.SetGray(1, 1, color.Gray{shade})
	var b bytes.Buffer
	must(t, png.Encode(&b, img))
	return b.Bytes()
}

// show submits an image to the arbiter.
func (c *club) show(by campaign.Actor, battle campaign.ID, alt string, shade uint8) error {
	c.keys++
	_, err := c.SubmitEvidence(ctx, by, c.id, alt, battle, alt, dot(c.t, shade))
	return err
}

// TestEvidence: only the players of a battle submit images to the arbiter, while it is disputed or under appeal. The images
// belong to the dispute and stay when their member is forgotten.
func TestEvidence(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 14, 11)})
	wantError(t, c.show(c.bob, b, "the table", 1), campaign.Conflict, "battle", "no-hearing", "CAMP-BAT-11")
	dispute := c.do(c.cleo, campaign.RaiseDispute{Battle: b, Reason: "no"})
	inv, err := c.Invite(ctx, c.anne, c.id, campaign.Player, 1, c.clock.now().AddDate(0, 0, 1), "")
	must(t, err)
	dora, err := c.AcceptInvitation(ctx, inv.Token, "Dora")
	must(t, err)
	wantError(t, c.show(campaign.Actor{Member: dora.Member}, b, "the table", 1), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	wantError(t, c.show(c.bob, b, " ", 1), campaign.Invalid, "alt", "required", "")
	if held, err := c.Images(ctx, c.anne, c.id); err != nil || len(held) > 0 {
		t.Errorf("what was refused is kept: %v %v", held, err)
	}
	c.refused(c.bob, campaign.SubmitEvidence{Battle: b, Image: strings.Repeat("0", 64), Alt: "the table"}, campaign.Invalid, "image", "no-image", "")
	for shade, by := range []campaign.Actor{c.bob, c.cleo, c.anne, c.bob} {
		must(t, c.show(by, b, "shot "+string(rune('a'+shade)), uint8(shade+1)))
	}
	if err := c.show(c.bob, b, "shot d", 4); err != nil { // the same form sent twice
		t.Fatal(err)
	}
	var seats []rules.Seat
	for _, image := range c.state().Battles[b].Evidence {
		seats = append(seats, image.Seat)
	}
	if !slices.Equal(seats, []rules.Seat{0, 1, rules.Nobody, 0}) {
		t.Errorf("shown by the seats %v", seats)
	}
	for shade := range uint8(campaign.MaxEvidenceImages - 2) {
		must(t, c.show(c.bob, b, "more "+string(rune('a'+shade)), 20+shade))
	}
	wantError(t, c.show(c.bob, b, "one more", 40), campaign.Conflict, "image", "shots-shown", "CAMP-BAT-11")

	t.Run("without the dispute they could not be", func(t *testing.T) {
		if bad := c.state().Preview(dispute.No); len(bad) != campaign.MaxEvidenceImages+2 {
			t.Errorf("%d acts become impossible", len(bad))
		}
	})
	t.Run("a draft from before is no older for them", func(t *testing.T) {
		head := c.state().No
		must(t, c.show(c.anne, b, "a rule", 50))
		if _, err := c.Do(ctx, c.cleo, c.id, "exhibit from before", campaign.ActRequest{LastSeen: head, Body: campaign.SubmitEvidence{Battle: b, Image: c.state().Battles[b].Evidence[1].Image, Alt: "again"}}); err != nil {
			t.Error(err)
		}
		_, err := c.Do(ctx, campaign.Actor{Member: c.anne.Member}, c.id, "ruled from before", campaign.ActRequest{LastSeen: head, Why: "so", Body: campaign.Rule{Battle: b, Result: won(0, 14, 11)}})
		wantError(t, err, campaign.Stale, "head", "changed-since", "CAMP-ACT-5")
	})
	if err := c.show(c.bob, b, "more a", 20); err != nil {
		t.Errorf("the same form once more, with all shown: %v", err)
	}
	c.do(c.anne, campaign.Rule{Battle: b, Result: won(0, 14, 11)})
	if err := c.show(c.bob, b, "more a", 20); err != nil {
		t.Errorf("the same form once more, after the ruling: %v", err)
	}
	wantError(t, c.show(c.cleo, b, "too late", 60), campaign.Conflict, "battle", "no-hearing", "CAMP-BAT-11")
	c.do(c.cleo, campaign.Appeal{Battle: b, Reason: "look"})
	if err := c.show(c.cleo, b, "the sheet", 61); err != nil {
		t.Error(err)
	}

	t.Run("who is forgotten leaves them", func(t *testing.T) {
		before := len(c.state().Battles[b].Evidence)
		loose, err := c.AddImage(ctx, c.cleo, c.id, dot(t, 70))
		must(t, err)
		must(t, c.Forget(ctx, c.cleo, c.id, "forget", c.cleo.Member, ""))
		if _, err := c.Image(ctx, c.id, loose.Hash); campaign.CodeOf(err) != campaign.NotFound {
			t.Errorf("an image that nothing names: %v", err)
		}
		images := c.state().Battles[b].Evidence
		if len(images) != before {
			t.Fatalf("%d of %d exhibits", len(images), before)
		}
		for _, image := range images {
			if _, err := c.Image(ctx, c.id, image.Image); err != nil {
				t.Errorf("%s: %v", image.Alt, err)
			}
		}
	})
	t.Run("the archive and a copy hold them", func(t *testing.T) {
		export := func(h *campaign.Service) string {
			var b strings.Builder
			must(t, h.Export(ctx, campaign.Actor{}, c.id, &b))
			return b.String()
		}
		want := export(c.Service)
		if n := strings.Count(want, `"kind":"exhibit"`); n != campaign.MaxEvidenceImages+5 {
			t.Fatalf("%d exhibits in the archive", n)
		}
		for name, fill := range map[string]func(*store.Store, *campaign.Service) error{
			"imported": func(_ *store.Store, h *campaign.Service) error {
				_, err := h.Import(ctx, strings.NewReader(want))
				return err
			},
			"copied": func(s *store.Store, _ *campaign.Service) error { return store.Copy(ctx, s, c.store) },
		} {
			s, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
			must(t, err)
			h := campaign.NewService(s, []*rules.Game{toy}, c.clock.now)
			must(t, fill(s, h))
			if export(h) != want {
				t.Errorf("%s: the archive differs", name)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	c.clean()
}
