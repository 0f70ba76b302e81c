package notify

import (
	"context"
	"slices"

	"oriflamme/campaign"
)

// enqueue makes the deliveries of all acts of a club that have none yet.
func (c *Deliverer) enqueue(ctx context.Context, club campaign.ID) error {
	s, err := c.Service.State(ctx, club)
	if err != nil {
		return err
	}
	after, err := c.Outbox.NotifiedUpTo(ctx, club)
	if err != nil || after >= s.No {
		return err
	}
	deliveries, err := c.deliveriesAfter(ctx, s, after)
	if err != nil {
		return err
	}
	err = c.Outbox.Enqueue(ctx, club, after, s.No, deliveries)
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

func (c *Deliverer) targets(ctx context.Context, club campaign.ID) (p targets, err error) {
	choices, err := c.Outbox.AllChoices(ctx, club)
	if err != nil {
		return p, err
	}
	p.prefs = map[campaign.ID]campaign.NotificationPrefs{}
	for member, own := range choices {
		p.prefs[member] = campaign.ParseNotificationPrefs(own)
	}
	if p.devices, err = c.Outbox.Devices(ctx, club); err != nil {
		return p, err
	}
	p.webhooks, err = c.Outbox.Webhooks(ctx, club)
	return p, err
}

// wantsEmail reports whether a member has a confirmed address.
func (p targets) wantsEmail(member campaign.ID) bool { return p.prefs[member].Confirmed }

// empty reports whether a club has no targets.
func (p targets) empty() bool {
	for member := range p.prefs {
		if p.wantsEmail(member) {
			return false
		}
	}
	return len(p.devices) == 0 && len(p.webhooks) == 0
}

// deliveriesAfter returns the deliveries of the acts after a number: one for each act and
// target that wants it.
func (c *Deliverer) deliveriesAfter(ctx context.Context, s *campaign.State, after int64) ([]campaign.Delivery, error) {
	p, err := c.targets(ctx, s.Club.ID)
	if err != nil || p.empty() {
		return nil, err
	}
	now := c.Now()
	var all []campaign.Delivery
	pack := func(t campaign.Notification, channel campaign.Channel, member, to campaign.ID) {
		all = append(all, campaign.Delivery{ID: campaign.NewID(now), Club: s.Club.ID, Member: member, Channel: channel, Target: to, Act: t.Act.No, Made: now, Due: now})
	}
	for _, t := range s.Notifications(after) {
		for _, member := range t.To {
			if c.Mail != nil && p.wantsEmail(member) && p.prefs[member].Wants(campaign.ChannelMail, t.Topic) {
				pack(t, campaign.ChannelMail, member, "")
			}
			for _, d := range p.devices {
				if d.Member == member && p.prefs[member].Wants(campaign.ChannelPush, t.Topic) {
					pack(t, campaign.ChannelPush, member, d.ID)
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
