package notice

import (
	"context"
	"slices"

	"oriflamme/campaign"
)

// tell makes the parcels of all acts of a club that have none yet.
func (c *Courier) tell(ctx context.Context, club campaign.ID) error {
	s, err := c.Hall.State(ctx, club)
	if err != nil {
		return err
	}
	after, err := c.Box.Told(ctx, club)
	if err != nil || after >= s.No {
		return err
	}
	parcels, err := c.parcels(ctx, s, after)
	if err != nil {
		return err
	}
	err = c.Box.Tell(ctx, club, after, s.No, parcels)
	if campaign.CodeOf(err) == campaign.Stale {
		return nil // another process was faster
	}
	return err
}

// places are where notices of a club may go.
type places struct {
	wishes  map[campaign.ID]campaign.Wishes
	devices []campaign.Device
	hooks   []campaign.Hook
}

func (c *Courier) places(ctx context.Context, club campaign.ID) (p places, err error) {
	choices, err := c.Box.AllChoices(ctx, club)
	if err != nil {
		return p, err
	}
	p.wishes = map[campaign.ID]campaign.Wishes{}
	for member, own := range choices {
		p.wishes[member] = campaign.ReadWishes(own)
	}
	if p.devices, err = c.Box.Devices(ctx, club); err != nil {
		return p, err
	}
	p.hooks, err = c.Box.Hooks(ctx, club)
	return p, err
}

// letters reports whether a member is to get letters.
func (p places) letters(member campaign.ID) bool { return p.wishes[member].Confirmed }

// none holds where nobody asked to be told of anything.
func (p places) none() bool {
	for member := range p.wishes {
		if p.letters(member) {
			return false
		}
	}
	return len(p.devices) == 0 && len(p.hooks) == 0
}

// parcels are one for each act after a number and place that wants it.
func (c *Courier) parcels(ctx context.Context, s *campaign.State, after int64) ([]campaign.Parcel, error) {
	p, err := c.places(ctx, s.Club.ID)
	if err != nil || p.none() {
		return nil, err
	}
	now := c.Now()
	var all []campaign.Parcel
	pack := func(t campaign.Tiding, channel campaign.Channel, member, to campaign.ID) {
		all = append(all, campaign.Parcel{ID: campaign.NewID(now), Club: s.Club.ID, Member: member, Channel: channel, To: to, Act: t.Act.No, Made: now, Due: now})
	}
	for _, t := range s.Tidings(after) {
		for _, member := range t.To {
			if c.Mail != nil && p.letters(member) && p.wishes[member].Wants(campaign.ChannelMail, t.Topic) {
				pack(t, campaign.ChannelMail, member, "")
			}
			for _, d := range p.devices {
				if d.Member == member && p.wishes[member].Wants(campaign.ChannelPush, t.Topic) {
					pack(t, campaign.ChannelPush, member, d.ID)
				}
			}
		}
		for _, h := range p.hooks {
			if hears(s, h, t) {
				pack(t, campaign.ChannelHook, "", h.ID)
			}
		}
	}
	return all, nil
}

// hears reports whether a hook is to be told. What a visitor of the site cannot
// find, such as a private campaign, only where its organisers said so.
func hears(s *campaign.State, h campaign.Hook, t campaign.Tiding) bool {
	if !slices.Contains(h.Topics, t.Topic) || t.Act.At.Before(h.Made) {
		return false
	}
	camp := s.Campaigns[t.Campaign]
	return h.Private || camp != nil && camp.Settings.Listed()
}
