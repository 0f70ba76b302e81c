package store_test

import (
	"errors"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
)

func delivery(club campaign.ID, member, to string, channel campaign.Channel, act int64, due time.Time) campaign.Delivery {
	return campaign.Delivery{ID: campaign.NewID(due), Club: club, Member: member, Channel: channel, Target: to, Act: act, Made: due, Due: due}
}

// TestOutbox: deliveries are made once even if several processes make them, are returned in the order in which they are due,
// and are removed with their target and their member.
func TestOutbox(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		s := open(t, name)
		h := campaign.NewService(s, nil, time.Now)
		club, by := foundClub(t, h)
		for i := range 3 {
			_, err := h.Do(ctx, by, club, string(rune('a'+i)), remark(i))
			must(t, err)
		}
		now := time.UnixMilli(1_800_000_000_000).UTC()
		if behind, err := s.ClubsBehind(ctx); err != nil || !reflect.DeepEqual(behind, []campaign.ID{club}) {
			t.Fatalf("behind: %v %v", behind, err)
		}
		made := []campaign.Delivery{delivery(club, "m1", "", campaign.ChannelMail, 2, now.Add(time.Hour)), delivery(club, "m1", "d1", campaign.ChannelPush, 3, now), delivery(club, "m2", "d2", campaign.ChannelPush, 3, now.Add(time.Minute))}
		var wait sync.WaitGroup
		errs := make([]error, 4)
		for i := range errs {
			wait.Go(func() { errs[i] = s.Enqueue(ctx, club, 0, 4, made) })
		}
		wait.Wait()
		stale := 0
		for _, err := range errs {
			if campaign.CodeOf(err) == campaign.Stale {
				stale++
			} else if err != nil {
				t.Error(err)
			}
		}
		if stale != 3 {
			t.Errorf("%d of four who made the parcels were too late, want 3: %v", stale, errors.Join(errs...))
		}
		if behind, err := s.ClubsBehind(ctx); err != nil || len(behind) != 0 {
			t.Errorf("still behind after all deliveries: %v %v", behind, err)
		}
		due, err := s.DueDeliveries(ctx, now.Add(time.Minute), 10)
		if err != nil || len(due) != 2 || due[0] != made[1] || due[1] != made[2] {
			t.Fatalf("due: %+v %v", due, err)
		}
		due[0].Failed, due[0].Attempts, due[0].LastError = true, 8, "no answer"
		must(t, s.FinishDeliveries(ctx, club, []campaign.ID{due[1].ID}, due[:1]))
		if lost, err := s.FailedDeliveries(ctx, club, 10); err != nil || len(lost) != 1 || lost[0] != due[0] {
			t.Errorf("lost: %+v %v", lost, err)
		}
		if waiting, lost, err := s.DeliveryCounts(ctx); waiting != 1 || lost != 1 || err != nil {
			t.Errorf("%d wait, %d lost, %v", waiting, lost, err)
		}
		must(t, s.DropDevice(ctx, club, "d1"))
		must(t, s.FinishDeliveries(ctx, club, nil, due[:1]))
		if waiting, lost, _ := s.DeliveryCounts(ctx); waiting != 1 || lost != 0 {
			t.Errorf("after its device went: %d wait, %d lost", waiting, lost)
		}
		must(t, s.SaveChoice(ctx, club, "m1", "mail", "a@b.example"))
		must(t, s.ForgetMember(ctx, club, "m1"))
		choices, err := s.AllChoices(ctx, club)
		if waiting, _, _ := s.DeliveryCounts(ctx); waiting != 0 || len(choices) != 0 || err != nil {
			t.Errorf("of who was forgotten %d parcels and %v are left, %v", waiting, choices, err)
		}
	})
}

// TestDeviceAndWebhookTargets: a browser belongs to the member who added it last; webhooks and the site's own keys stay as
// they were stored, in a copy too.
func TestDeviceAndWebhookTargets(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		s := open(t, name)
		made := time.UnixMilli(1_800_000_000_000).UTC()
		first := campaign.Device{ID: "1", Club: "c", Member: "m1", Endpoint: "https://push.example/1", Key: "k", Auth: "a", Label: "Firefox", Made: made}
		second := first
		second.ID, second.Member = "2", "m2"
		for _, d := range []campaign.Device{first, second} {
			must(t, s.SaveDevice(ctx, d))
		}
		hook := campaign.Webhook{ID: "h", Club: "c", By: "m1", Name: "Salon", URL: "https://hook.example/x?y=1", Secret: "whsec_AA==", Format: campaign.WebhookDiscord,
			Topics: []campaign.Topic{campaign.TopicArbiter, campaign.TopicStories}, Lang: "fr", Private: true, Made: made}
		must(t, s.SaveWebhook(ctx, hook))
		if stored, err := s.Secret(ctx, "vapid", "one"); stored != "one" || err != nil {
			t.Errorf("the first secret: %q %v", stored, err)
		}
		var copied *store.Store
		if store.Remote(name) {
			copied = open(t, filepath.Join(t.TempDir(), "copy.db"))
		} else {
			copied = open(t, pgtest.Fresh(t))
		}
		must(t, store.Copy(ctx, copied, s))
		for _, s := range []*store.Store{s, copied} {
			if devices, err := s.Devices(ctx, "c"); err != nil || !reflect.DeepEqual(devices, []campaign.Device{second}) {
				t.Errorf("devices: %+v %v", devices, err)
			}
			if hooks, err := s.Webhooks(ctx, "c"); err != nil || !reflect.DeepEqual(hooks, []campaign.Webhook{hook}) {
				t.Errorf("hooks: %+v %v", hooks, err)
			}
			if stored, err := s.Secret(ctx, "vapid", "two"); stored != "one" || err != nil {
				t.Errorf("the secret offered later: %q %v", stored, err)
			}
		}
	})
}

// TestOldActsAreNotNotified: nobody is notified of acts from before a database had notifications, or from an archive.
func TestOldActsAreNotNotified(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "x.db"))
	club, by := foundClub(t, campaign.NewService(s, nil, time.Now))
	acts, err := s.Acts(ctx, club, 0)
	must(t, err)
	into := open(t, filepath.Join(t.TempDir(), "y.db"))
	must(t, into.Restore(ctx, campaign.Archive{Acts: acts}))
	if behind, err := into.ClubsBehind(ctx); err != nil || len(behind) != 0 {
		t.Errorf("of an archive: %v %v", behind, err)
	}
	_, err = campaign.NewService(into, nil, time.Now).Do(ctx, by, club, "k", remark(1))
	must(t, err)
	if behind, err := into.ClubsBehind(ctx); err != nil || len(behind) != 1 {
		t.Errorf("of an act after it: %v %v", behind, err)
	}
}
