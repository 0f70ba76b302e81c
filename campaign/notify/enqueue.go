package notify

import (
	"context"
	"slices"

	"oriflamme/campaign"
)

// enqueue makes the deliveries of all acts of a club that have none yet.
func (d *Deliverer) enqueue(ctx context.Context, club campaign.ID) error {
	s, err := d.Service.State(ctx, club)
	if err != nil {
		return err
	}
	after, err := d.Outbox.NotifiedUpTo(ctx, club)
	if err != nil || after >= s.No {
		return err
	}
	deliveries, err := d.deliveriesAfter(ctx, s, after)
	if err != nil {
		return err
	}
	err = d.Outbox.Enqueue(ctx, club, after, s.No, deliveries)
	if campaign.CodeOf(err) == campaign.Stale {
		return nil // another process was faster
	}
	return err
}

// targets are the possible targets of a club's notifications.
type targets struct {
	prefs    map[campaign.ID]campaign.NotificationPrefs
	devices  []campaign.Device
	webhooks []campaign.Webhook
}

func (d *Deliverer) targets(ctx context.Context, club campaign.ID) (p targets, err error) {
	choices, err := d.Outbox.AllChoices(ctx, club)
	if err != nil {
		return p, err
	}
	p.prefs = map[campaign.ID]campaign.NotificationPrefs{}
	for member, own := range choices {
		p.prefs[member] = campaign.ParseNotificationPrefs(own)
	}
	if p.devices, err = d.Outbox.Devices(ctx, club); err != nil {
		return p, err
	}
	p.webhooks, err = d.Outbox.Webhooks(ctx, club)
	return p, err
}

// wantsEmail reports whether a member has a confirmed address.
func (t targets) wantsEmail(member campaign.ID) bool { return t.prefs[member].Confirmed }

// empty reports whether a club has no targets.
func (t targets) empty() bool {
	for member := range t.prefs {
		if t.wantsEmail(member) {
			return false
		}
	}
	return len(t.devices) == 0 && len(t.webhooks) == 0
}

// deliveriesAfter returns the deliveries of the acts after a number: one for each act and
// target that wants it.
func (d *Deliverer) deliveriesAfter(ctx context.Context, s *campaign.State, after int64) ([]campaign.Delivery, error) {
	p, err := d.targets(ctx, s.Club.ID)
	if err != nil || p.empty() {
		return nil, err
	}
	now := d.Now()
	var all []campaign.Delivery
	pack := func(t campaign.Notification, channel campaign.Channel, member, to campaign.ID) {
		all = append(all, campaign.Delivery{ID: campaign.NewID(now), Club: s.Club.ID, Member: member, Channel: channel, Target: to, Act: t.Act.No, Made: now, Due: now})
	}
	for _, t := range s.Notifications(after) {
		for _, member := range t.To {
			if d.Mail != nil && p.wantsEmail(member) && p.prefs[member].Wants(campaign.ChannelMail, t.Topic) {
				pack(t, campaign.ChannelMail, member, "")
			}
			for _, device := range p.devices {
				if device.Member == member && p.prefs[member].Wants(campaign.ChannelPush, t.Topic) {
					pack(t, campaign.ChannelPush, member, device.ID)
				}
			}
		}
		for _, h := range p.webhooks {
			if wantsNotification(s, h, t) {
				pack(t, campaign.ChannelWebhook, "", h.ID)
			}
		}
	}
	return all, nil
}

// wantsNotification reports whether a webhook gets a notification. It gets what visitors
// cannot see, such as a private campaign, only if Webhook.Private is set.
func wantsNotification(s *campaign.State, h campaign.Webhook, t campaign.Notification) bool {
	if !slices.Contains(h.Topics, t.Topic) || t.Act.At.Before(h.Made) {
		return false
	}
	inCampaign := s.Campaigns[t.Campaign]
	return h.Private || inCampaign != nil && inCampaign.Settings.Listed()
}
