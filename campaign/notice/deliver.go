package notice

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"oriflamme/campaign"
)

const (
	mostAtOnce  = 400 // parcels taken up together
	hands       = 4   // places served side by side
	mostInOne   = 50  // parcels in a letter
	mostEmbeds  = 10  // in a message of a hook, as Discord limits them
	deliverTime = 30 * time.Second
)

// patience is how long to wait after each failure; after the last the parcel is lost.
var patience = []time.Duration{time.Minute, 5 * time.Minute, 20 * time.Minute, time.Hour, 3 * time.Hour, 8 * time.Hour, 24 * time.Hour}

// An Undeliverable says that trying again is no use.
type Undeliverable struct{ Cause error }

func (e *Undeliverable) Error() string { return e.Cause.Error() }

// Unwrap returns the cause.
func (e *Undeliverable) Unwrap() error { return e.Cause }

// A Busy asks for a pause.
type Busy struct {
	Cause error
	Pause time.Duration
}

func (e *Busy) Error() string { return e.Cause.Error() }

// Unwrap returns the cause.
func (e *Busy) Unwrap() error { return e.Cause }

// errNoPlace says that there is nobody any more to bring something to.
var errNoPlace = errors.New("the place is gone")

// bunch is what goes to one place in one piece.
type bunch struct {
	club, member, to campaign.ID
	channel          campaign.Channel
	parcels          []campaign.Parcel
}

// deliver brings everything that is due to its place, four places at a time.
func (c *Courier) deliver(ctx context.Context) error {
	for ctx.Err() == nil {
		due, err := c.Box.Due(ctx, c.Now(), mostAtOnce)
		if err != nil {
			return err
		}
		var wait sync.WaitGroup
		places := make(chan []bunch)
		errs := make([]error, hands)
		for i := range hands {
			wait.Go(func() {
				for place := range places {
					for _, b := range place {
						if ctx.Err() == nil {
							errs[i] = errors.Join(errs[i], c.bring(ctx, b))
						}
					}
				}
			})
		}
		for _, place := range bunches(due) {
			places <- place
		}
		close(places)
		wait.Wait()
		if err := errors.Join(errs...); err != nil || len(due) < mostAtOnce {
			return err
		}
	}
	return ctx.Err()
}

// bunches sorts parcels by place, in order of the acts, and cuts them to what a
// place takes at once. What asks for confirmation goes alone.
func bunches(due []campaign.Parcel) [][]bunch {
	index := map[bunchKey]int{}
	var all [][]bunch
	for _, p := range due {
		key := bunchKey{p.Club, p.Member, p.To, p.Channel, p.Act == 0}
		at, ok := index[key]
		if !ok {
			at = len(all)
			index[key] = at
			all = append(all, nil)
		}
		most := mostInOne
		if p.Channel == campaign.ChannelHook {
			most = mostEmbeds
		}
		if n := len(all[at]); n == 0 || len(all[at][n-1].parcels) == most {
			all[at] = append(all[at], bunch{club: p.Club, member: p.Member, to: p.To, channel: p.Channel})
		}
		last := &all[at][len(all[at])-1]
		last.parcels = append(last.parcels, p)
	}
	return all
}

type bunchKey struct {
	club, member, to campaign.ID
	channel          campaign.Channel
	asks             bool
}

// bring delivers a bunch and settles its parcels. The error is of the outbox,
// never of the place.
func (c *Courier) bring(ctx context.Context, b bunch) error {
	s, err := c.Hall.State(ctx, b.club)
	if err != nil {
		return err
	}
	p, err := c.places(ctx, b.club)
	if err != nil {
		return err
	}
	now := c.Now()
	if b.parcels[0].Act != 0 && b.member != "" {
		if until := p.wishes[b.member].Held(now, c.Zone); !until.IsZero() {
			return c.Box.Settle(ctx, b.club, nil, delayed(b.parcels, until))
		}
	}
	try, cancel := context.WithTimeout(ctx, deliverTime)
	defer cancel()
	err = c.hand(try, s, p, b)
	if ctx.Err() != nil {
		return ctx.Err() // cut off, which says nothing of the place
	}
	switch {
	case err == nil:
		c.Count(b.channel, "delivered", len(b.parcels))
		return c.Box.Settle(ctx, b.club, ids(b.parcels), nil)
	case errors.Is(err, errNoPlace):
		c.Count(b.channel, "dropped", len(b.parcels))
		return c.Box.Settle(ctx, b.club, ids(b.parcels), nil)
	}
	again := failedAt(b.parcels, now, err)
	result := "failed"
	if again[0].Lost {
		result = "lost"
	}
	c.Count(b.channel, result, len(again))
	c.Log.Warn("notice not delivered", "channel", string(b.channel), "result", result, "tries", again[0].Tries)
	return c.Box.Settle(ctx, b.club, nil, again)
}

func ids(parcels []campaign.Parcel) []campaign.ID {
	all := make([]campaign.ID, len(parcels))
	for i, p := range parcels {
		all[i] = p.ID
	}
	return all
}

func delayed(parcels []campaign.Parcel, until time.Time) []campaign.Parcel {
	for i := range parcels {
		parcels[i].Due = until
	}
	return parcels
}

// failedAt is how parcels stand after a try that failed: to be tried later, all
// together, or lost.
func failedAt(parcels []campaign.Parcel, now time.Time, err error) []campaign.Parcel {
	var never *Undeliverable
	var busy *Busy
	tries := 0
	for _, p := range parcels {
		tries = max(tries, p.Tries)
	}
	lost := errors.As(err, &never) || tries >= len(patience)
	due := now
	if !lost {
		pause := patience[tries]
		due = now.Add(pause + rand.N(pause/10))
	}
	if errors.As(err, &busy) && busy.Pause > 0 {
		due = now.Add(min(busy.Pause, 24*time.Hour))
	}
	for i := range parcels {
		p := &parcels[i]
		p.Tries, p.Lost, p.Due, p.Trouble = tries+1, lost, due, short(strings.ToValidUTF8(err.Error(), "?"), 300)
	}
	return parcels
}

// short cuts a text to so many characters.
func short(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// hand puts a bunch into words and gives it to its transport. What is void by
// now, or no longer wanted, is left out.
func (c *Courier) hand(ctx context.Context, s *campaign.State, p places, b bunch) error {
	if b.channel == campaign.ChannelHook {
		return c.handHook(ctx, s, p, b)
	}
	m := s.Members[b.member]
	if m == nil || m.Gone {
		return errNoPlace
	}
	w := p.wishes[b.member]
	if b.parcels[0].Act == 0 {
		return c.askAddress(ctx, s, m, w)
	}
	var told []campaign.Tiding
	for _, t := range s.Tell(actsOf(b.parcels)) {
		if w.Wants(b.channel, t.Topic) {
			told = append(told, t)
		}
	}
	if len(told) == 0 {
		return errNoPlace
	}
	if b.channel == campaign.ChannelMail {
		return c.sendLetter(ctx, s, m, w, told, b.parcels[0].ID)
	}
	for _, d := range p.devices {
		if d.ID == b.to && d.Member == b.member {
			return c.push(ctx, s, w, d, told, b.parcels[0].ID)
		}
	}
	return errNoPlace
}

func actsOf(parcels []campaign.Parcel) []int64 {
	acts := make([]int64, len(parcels))
	for i, p := range parcels {
		acts[i] = p.Act
	}
	return acts
}

func (c *Courier) handHook(ctx context.Context, s *campaign.State, p places, b bunch) error {
	for _, h := range p.hooks {
		if h.ID != b.to {
			continue
		}
		told := slices.DeleteFunc(s.Tell(actsOf(b.parcels)), func(t campaign.Tiding) bool { return !hears(s, h, t) })
		if len(told) == 0 {
			return errNoPlace
		}
		_, err := c.call(ctx, s, h, told, b.parcels[0].ID)
		return err
	}
	return errNoPlace
}
