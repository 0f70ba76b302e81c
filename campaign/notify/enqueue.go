package notify

import (
	"context"
	"slices"

	"oriflamme/campaign"
)

// enqueue makes the parcels of all acts of a club that have none yet.
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

// targets are where notices of a club may go.
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

// wantsEmail reports whether a member is to get wantsEmail.
func (p targets) wantsEmail(member campaign.ID) bool { return p.prefs[member].Confirmed }

// empty holds where nobody asked to be told of anything.
func (p targets) empty() bool {
	for member := range p.prefs {
		if p.wantsEmail(member) {
			return false
		}
	}
	return len(p.devices) == 0 && len(p.webhooks) == 0
}

// deliveriesAfter are one for each act after a number and place that wants it.
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

// wantsNotification reports whether a hook is to be told. What a visitor of the site cannot
// find, such as a private campaign, only where its organisers said so.
func wantsNotification(s *campaign.State, h campaign.Webhook, t campaign.Notification) bool {
	if !slices.Contains(h.Topics, t.Topic) || t.Act.At.Before(h.Made) {
		return false
	}
	inCampaign := s.Campaigns[t.Campaign]
	return h.Private || inCampaign != nil && inCampaign.Settings.Listed()
}
