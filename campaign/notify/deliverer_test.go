package notify_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
)

var link = regexp.MustCompile(`https://club\.example(/letters/(confirm|end)/\S+)`)

// secretIn returns the secret of the link of a purpose in an e-mail.
func secretIn(t *testing.T, l notify.Email, purpose notify.Purpose) string {
	t.Helper()
	for _, m := range link.FindAllStringSubmatch(l.Text, -1) {
		if m[2] == string(purpose) {
			return m[1][strings.LastIndex(m[1], "/")+1:]
		}
	}
	t.Fatalf("no link to %s in\n%s", purpose, l.Text)
	return ""
}

// TestAddressIsConfirmed: an address gets one e-mail that asks to confirm it, and nothing else before it was confirmed by
// the link in it. Another address needs another confirmation.
func TestAddressIsConfirmed(t *testing.T) {
	c := newClub(t)
	must(t, c.service.SetAddress(t.Context(), c.owner, c.id, "camille@poste.example"))
	c.remark(c.player, "avant")
	c.round()
	emails := c.mail.take()
	if len(emails) != 1 || emails[0].To != "camille@poste.example" || !strings.Contains(emails[0].Subject, "Confirmez") {
		t.Fatalf("first emails: %+v", emails)
	}
	secret := secretIn(t, emails[0], notify.PurposeConfirm)
	signed, err := c.deliverer.VerifyLink(secret, notify.PurposeConfirm)
	if err != nil || signed.Address != "camille@poste.example" || signed.Member != c.owner.Member {
		t.Fatalf("the link says %+v %v", signed, err)
	}
	other := "A" // the first letter of a wrong secret
	if secret[0] == 'A' {
		other = "B"
	}
	for _, wrong := range []string{"", "x", secret[:len(secret)-2], other + secret[1:]} {
		if _, err := c.deliverer.VerifyLink(wrong, notify.PurposeConfirm); campaign.CodeOf(err) != campaign.Unauthenticated {
			t.Errorf("%q opens: %v", wrong, err)
		}
	}
	if _, err := c.deliverer.VerifyLink(secret, notify.PurposeUnsubscribe); err == nil {
		t.Error("a link to confirm ends emails")
	}
	must(t, c.service.ConfirmAddress(t.Context(), signed.Club, signed.Member, signed.Address))
	c.remark(c.player, "après")
	c.round()
	if emails = c.mail.take(); len(emails) != 1 || !strings.Contains(emails[0].Text, "Inès a fait une remarque") || strings.Contains(emails[0].Text, "avant") {
		t.Fatalf("after confirming: %+v", emails)
	}
	must(t, c.service.SetAddress(t.Context(), c.owner, c.id, "autre@poste.example"))
	c.remark(c.player, "ailleurs")
	c.round()
	if emails = c.mail.take(); len(emails) != 1 || !strings.Contains(emails[0].Subject, "Confirmez") {
		t.Errorf("to another address: %+v", emails)
	}
	if err := c.service.ConfirmAddress(t.Context(), signed.Club, signed.Member, signed.Address); campaign.CodeOf(err) != campaign.NotFound {
		t.Errorf("the old link confirms the new address: %v", err)
	}
	c.advance(8 * 24 * time.Hour)
	if _, err := c.deliverer.VerifyLink(secret, notify.PurposeConfirm); err == nil {
		t.Error("a link confirms for ever")
	}
}

// TestAddresses: a text that could become two recipients or another header is no address.
func TestAddresses(t *testing.T) {
	c := newClub(t)
	for _, wrong := range []string{"camille", "a@b", "a@b.example, c@d.example", "A <a@b.example>", "a@b.example\r\nBcc: c@d.example", "a b@c.example", `"a b"@c.example`, "a@[127.0.0.1]", "é@b.example",
		strings.Repeat("a", 65) + "@b.example", "a@" + strings.Repeat("b", 250) + ".example"} {
		if err := c.service.SetAddress(t.Context(), c.owner, c.id, wrong); campaign.CodeOf(err) != campaign.Invalid {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestRecipients: members are notified only of others' acts, of topics that are not muted, once, and not of acts voided by
// then. The link in an e-mail ends the e-mails.
func TestRecipients(t *testing.T) {
	c := newClub(t)
	c.confirmEmail("camille@poste.example")
	c.remark(c.owner, "à moi-même")
	c.round()
	if emails := c.mail.take(); len(emails) != 0 {
		t.Errorf("notified of their own act: %+v", emails)
	}
	c.remark(c.player, "une")
	c.round()
	c.round()
	emails := c.mail.take()
	if len(emails) != 1 || emails[0].UnsubscribeURL == "" || !strings.Contains(emails[0].HTML, "<a href=") {
		t.Fatalf("notified %d times: %+v", len(emails), emails)
	}
	void := c.remark(c.player, "deux")
	c.do(c.owner, campaign.ActRequest{Body: campaign.Void{Acts: []int64{void.No}}, Why: "une erreur"})
	c.round()
	if emails := c.mail.take(); len(emails) != 0 {
		t.Errorf("notified of a voided act: %+v", emails)
	}
	w, err := c.service.NotificationPrefs(t.Context(), c.owner, c.id)
	must(t, err)
	w.Muted[campaign.ChannelMail] = []campaign.Topic{campaign.TopicStories}
	must(t, c.service.SetNotificationPrefs(t.Context(), c.owner, c.id, w))
	c.remark(c.player, "trois")
	c.round()
	if emails := c.mail.take(); len(emails) != 0 {
		t.Errorf("notified of a muted topic: %+v", emails)
	}
	w.Muted[campaign.ChannelMail] = nil
	must(t, c.service.SetNotificationPrefs(t.Context(), c.owner, c.id, w))
	c.remark(c.player, "quatre")
	signed, err := c.deliverer.VerifyLink(secretIn(t, emails[0], notify.PurposeUnsubscribe), notify.PurposeUnsubscribe)
	must(t, err)
	must(t, c.service.StopEmail(t.Context(), signed.Club, signed.Member))
	c.round()
	if emails := c.mail.take(); len(emails) != 0 || c.waiting() != 0 {
		t.Errorf("after the link that ends them: %+v, %d wait", emails, c.waiting())
	}
}

// TestQuietHours: what happens at night in the member's own time zone is sent in the morning, as one e-mail.
func TestQuietHours(t *testing.T) {
	c := newClub(t) // 18:00 UTC
	c.confirmEmail("camille@poste.example")
	err := c.service.SetNotificationPrefs(t.Context(), c.owner, c.id, campaign.NotificationPrefs{Lang: "en", Zone: "Asia/Tokyo", QuietHours: campaign.DailyHours{From: 22 * 60, Until: 7*60 + 30}})
	must(t, err)
	for _, text := range []string{"one", "two", "three"} {
		c.remark(c.player, text) // 03:00 in Tokyo
		c.advance(time.Hour)
	}
	c.advance(29 * time.Minute)
	if emails := c.mail.take(); len(emails) != 0 || c.waiting() != 3 {
		t.Fatalf("in the night: %+v, %d wait", emails, c.waiting())
	}
	c.advance(time.Hour + time.Minute) // 07:30 in Tokyo
	emails := c.mail.take()
	if len(emails) != 1 || strings.Count(emails[0].Text, "Inès commented") != 3 || !strings.HasPrefix(emails[0].Subject, "3 pieces of news") {
		t.Fatalf("in the morning: %+v", emails)
	}
	c.remark(c.player, "four")
	c.round()
	if emails := c.mail.take(); len(emails) != 1 {
		t.Errorf("by day: %+v", emails)
	}
}

// TestHeldUntil checks the end of quiet hours on days on which clocks change.
func TestHeldUntil(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	must(t, err)
	night := campaign.DailyHours{From: 22 * 60, Until: 7 * 60}
	for _, test := range []struct {
		quiet     campaign.DailyHours
		now, want string // want is "" if not held
	}{
		{night, "2026-11-21T21:59:59+01:00", ""},
		{night, "2026-11-21T22:00:00+01:00", "2026-11-22T07:00:00+01:00"},
		{night, "2026-11-22T06:59:59+01:00", "2026-11-22T07:00:00+01:00"},
		{night, "2026-11-22T07:00:00+01:00", ""},
		{night, "2026-03-28T23:30:00+01:00", "2026-03-29T07:00:00+02:00"},
		{night, "2026-10-24T23:30:00+02:00", "2026-10-25T07:00:00+01:00"},
		{night, "2026-12-31T23:30:00+01:00", "2027-01-01T07:00:00+01:00"},
		{campaign.DailyHours{From: 12 * 60, Until: 14 * 60}, "2026-11-21T13:00:00+01:00", "2026-11-21T14:00:00+01:00"},
		{campaign.DailyHours{From: 12 * 60, Until: 14 * 60}, "2026-11-21T11:00:00+01:00", ""},
		{campaign.DailyHours{}, "2026-11-21T03:00:00+01:00", ""},
	} {
		now, err := time.Parse(time.RFC3339, test.now)
		must(t, err)
		got := ""
		if until := (campaign.NotificationPrefs{QuietHours: test.quiet}).HeldUntil(now, paris); !until.IsZero() {
			got = until.Format(time.RFC3339)
		}
		if got != test.want {
			t.Errorf("%v at %s: until %q, want %q", test.quiet, test.now, got, test.want)
		}
	}
	for _, wrong := range []string{"22:00", "22:00-", "-", "25:00-07:00", "22:00-07:61", "a-b"} {
		if h, err := campaign.ParseDailyHours(wrong); err == nil {
			t.Errorf("%q reads as %v", wrong, h)
		}
	}
}

// TestRetries: a delivery that fails is tried again after growing pauses, then shown to the organiser, who may retry or drop
// it. The e-mail address is not shown.
func TestRetries(t *testing.T) {
	c := newClub(t)
	c.confirmEmail("camille@poste.example")
	c.mail.refuse = errors.New("no route to camille@poste.example")
	c.remark(c.player, "une")
	c.round()
	tries := 0
	for c.waiting() > 0 && tries < 20 {
		tries++
		c.advance(27 * time.Hour)
	}
	lost := c.failed()
	if tries != 7 || len(lost) != 1 || lost[0].Attempts != 8 || lost[0].LastError != "no route to …" {
		t.Fatalf("after %d days: %+v", tries, lost)
	}
	c.mail.refuse = nil
	if err := c.service.RetryDelivery(t.Context(), c.player, c.id, lost[0].ID); campaign.CodeOf(err) != campaign.Forbidden {
		t.Errorf("a player sends again: %v", err)
	}
	must(t, c.service.RetryDelivery(t.Context(), c.owner, c.id, lost[0].ID))
	c.round()
	if emails := c.mail.take(); len(emails) != 1 || len(c.failed()) != 0 || c.waiting() != 0 {
		t.Errorf("tried again: %+v", emails)
	}
	c.mail.refuse = &notify.PermanentError{Err: errors.New("550 no such user")}
	c.remark(c.player, "deux")
	c.round()
	if lost = c.failed(); len(lost) != 1 || lost[0].Attempts != 1 {
		t.Fatalf("refused for good: %+v", lost)
	}
	if err := c.service.DropDelivery(t.Context(), c.owner, c.id, lost[0].ID); err != nil || len(c.failed()) != 0 {
		t.Errorf("thrown away: %v, %d are left", err, len(c.failed()))
	}
	c.mail.refuse = errors.New("away")
	c.remark(c.player, "trois")
	c.round()
	c.advance(30 * time.Second)
	if n := c.waiting(); n != 1 {
		t.Fatalf("%d wait", n)
	}
	c.mail.refuse = nil
	c.advance(time.Minute)
	if emails := c.mail.take(); len(emails) != 1 {
		t.Errorf("a minute and a half later: %+v", emails)
	}
}

// TestForgottenGetNothing: a forgotten member has no address any more, and no deliveries.
func TestForgottenGetNothing(t *testing.T) {
	c := newClub(t)
	must(t, c.service.SetAddress(t.Context(), c.player, c.id, "ines@poste.example"))
	must(t, c.service.Forget(t.Context(), c.player, c.id, "forget", c.player.Member, ""))
	c.round()
	w, err := c.service.NotificationPrefs(t.Context(), c.player, c.id)
	if emails := c.mail.take(); len(emails) != 0 || c.waiting() != 0 || w.Address != "" || err != nil {
		t.Errorf("emails %+v, %d wait, address %q, %v", emails, c.waiting(), w.Address, err)
	}
}

// TestSeveralProcesses: several Deliverers on one PostgreSQL database that see the same acts send each notification once;
// Run sends what is done while it runs, and one of three processes is elected.
func TestSeveralProcesses(t *testing.T) {
	name := pgtest.Fresh(t)
	c := newClubIn(t, name, func(*notify.Config) {})
	c.confirmEmail("camille@poste.example")
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	defer ended.Wait()
	defer stop()
	for range 3 {
		db, err := store.Open(name)
		must(t, err)
		t.Cleanup(func() { _ = db.Close() })
		service := campaign.NewService(db, nil, c.clock)
		ended.Go(func() { _ = service.Follow(ctx) })
		deliverer := c.delivererOn(db, func(config *notify.Config) { config.Service = service })
		ended.Go(func() { _ = db.Elected(ctx, "notices", deliverer.Run) })
	}
	notifications := 0
	tell := func(remarks int) {
		for range remarks {
			c.remark(c.player, "encore")
		}
		want := notifications + remarks
		for end := time.Now().Add(60 * time.Second); notifications < want && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			for _, l := range c.mail.take() {
				notifications += strings.Count(l.Text, "Inès a fait une remarque")
			}
		}
	}
	tell(10)
	// Notifications are sent in the order of acts: when the last remark has arrived, any act that was sent twice has been counted twice.
	tell(1)
	if notifications != 11 {
		t.Errorf("notified %d times of 11 remarks", notifications)
	}
}
