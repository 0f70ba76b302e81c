package campaign_test

import (
	"slices"
	"testing"

	"oriflamme/campaign"
)

// TestAppealIsAnswered: in a league, where a ruled battle is final at once, an appeal is heard until the arbiter dismisses it with
// a reason or grants it by a correction; both sides are told, and an exhibit from before the answer stays possible.
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
	_, err := c.try(c.anne, campaign.Dismiss{Battle: first})
	wantError(t, err, campaign.Conflict, "battle", "no-appeal", "CAMP-BAT-12")
	if c.state().Battles[first].AwaitsRuling() {
		t.Error("ruled, and still heard")
	}
	c.do(c.cleo, campaign.Appeal{Battle: first, Reason: "the sheet is of another battle"})
	if b := c.state().Battles[first]; b.Status != campaign.Final || !b.AwaitsRuling() || !b.AppealPending() {
		t.Fatalf("an appeal after the end: %s, heard %v", b.Status, b.AwaitsRuling())
	}
	if err := c.show(c.cleo, first, "the sheet", 1); err != nil {
		t.Error(err)
	}
	_, err = c.try(c.bob, campaign.Dismiss{Battle: first})
	wantError(t, err, campaign.Forbidden, "", "not-allowed", "CAMP-ROLE-1")
	_, err = c.Do(ctx, c.anne, c.id, "without a reason", campaign.ActRequest{Body: campaign.Dismiss{Battle: first}})
	wantError(t, err, campaign.Invalid, "why", "required", "")
	dismissed := c.do(c.anne, campaign.Dismiss{Battle: first})
	if b := c.state().Battles[first]; b.AwaitsRuling() || b.AppealAnswer == nil || b.AppealAnswer.By != c.anne.Member || b.AppealAnswer.Reason != dismissed.Why || b.Result.Winner != 0 {
		t.Errorf("dismissed: %+v", b.AppealAnswer)
	}
	if !notified(c.bob, "dismiss") || !notified(c.cleo, "dismiss") {
		t.Error("a side is not told that the appeal was dismissed")
	}
	_, err = c.try(c.anne, campaign.Dismiss{Battle: first})
	wantError(t, err, campaign.Conflict, "battle", "no-appeal", "CAMP-BAT-12")
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
		t.Error("a side is not told that the appeal was granted")
	}
	_, err = c.try(c.anne, campaign.Dismiss{Battle: second})
	wantError(t, err, campaign.Conflict, "battle", "no-appeal", "CAMP-BAT-12")
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

// TestOldAppealsFold: exhibits that an older program took after a correction, before the aftermath, are still possible.
func TestOldAppealsFold(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 12, 10)})
	c.do(c.cleo, campaign.RaiseDispute{Battle: b, Reason: "no"})
	c.do(c.anne, campaign.Rule{Battle: b, Result: won(0, 12, 10)})
	c.do(c.cleo, campaign.Appeal{Battle: b, Reason: "look"})
	c.do(c.anne, campaign.Correct{Battle: b, Result: won(1, 10, 12)})
	refs, err := c.AddImage(ctx, c.cleo, c.id, dot(t, 9))
	if err != nil {
		t.Fatal(err)
	}
	c.do(c.cleo, campaign.SubmitEvidence{Battle: b, Image: refs.Hash, Alt: "late"})
	if s, err := campaign.Fold(c.state().Acts); err != nil || len(s.Battles[b].Evidence) != 1 {
		t.Errorf("folded again: %v", err)
	}
	c.clean()
}
