package notify

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
	maxBatch        = 400 // deliveries handled in one pass
	parallelTargets = 4   // targets served in parallel
	maxInEmail      = 50  // deliveries in one e-mail
	maxEmbeds       = 10  // deliveries in one webhook message, by Discord's limit
	deliverTimeout  = 30 * time.Second
)

// retryDelays is how long to wait after each failure. After the last the delivery has failed for good.
var retryDelays = []time.Duration{time.Minute, 5 * time.Minute, 20 * time.Minute, time.Hour, 3 * time.Hour, 8 * time.Hour, 24 * time.Hour}

// A PermanentError says that trying again is of no use.
type PermanentError struct{ Err error }

func (e *PermanentError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *PermanentError) Unwrap() error { return e.Err }

// A RetryError says how long to pause before trying again.
type RetryError struct {
	Err   error
	After time.Duration
}

func (e *RetryError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *RetryError) Unwrap() error { return e.Err }

// errNoTarget says that the target of a delivery does not exist any more.
var errNoTarget = errors.New("the place is gone")

// batch is the deliveries that go to one target in one message.
type batch struct {
	club, member, to campaign.ID
	channel          campaign.Channel
	deliveries       []campaign.Delivery
}

// deliver sends everything that is due, to parallelTargets targets at a time.
func (d *Deliverer) deliver(ctx context.Context) error {
	for ctx.Err() == nil {
		due, err := d.Outbox.DueDeliveries(ctx, d.Now(), maxBatch)
		if err != nil {
			return err
		}
		var wait sync.WaitGroup
		places := make(chan []batch)
		errs := make([]error, parallelTargets)
		for i := range parallelTargets {
			wait.Go(func() {
				for place := range places {
					for _, b := range place {
						if ctx.Err() == nil {
							errs[i] = errors.Join(errs[i], d.deliverBatch(ctx, b))
						}
					}
				}
			})
		}
		for _, place := range batchesOf(due) {
			places <- place
		}
		close(places)
		wait.Wait()
		if err := errors.Join(errs...); err != nil || len(due) < maxBatch {
			return err
		}
	}
	return ctx.Err()
}

// batchesOf groups deliveries by target in the order of their acts, and splits each group
// into messages of allowed size. A request for confirmation is a message of its own.
func batchesOf(due []campaign.Delivery) [][]batch {
	index := map[batchKey]int{}
	var all [][]batch
	for _, p := range due {
		key := batchKey{p.Club, p.Member, p.Target, p.Channel, p.Act == 0}
		at, ok := index[key]
		if !ok {
			at = len(all)
			index[key] = at
			all = append(all, nil)
		}
		limit := maxInEmail
		if p.Channel == campaign.ChannelWebhook {
			limit = maxEmbeds
		}
		if n := len(all[at]); n == 0 || len(all[at][n-1].deliveries) == limit {
			all[at] = append(all[at], batch{club: p.Club, member: p.Member, to: p.Target, channel: p.Channel})
		}
		last := &all[at][len(all[at])-1]
		last.deliveries = append(last.deliveries, p)
	}
	return all
}

type batchKey struct {
	club, member, to campaign.ID
	channel          campaign.Channel
	confirmation     bool
}

// deliverBatch sends a batch and updates its deliveries in the outbox. It returns errors of
// the outbox only; an error of the target is stored with the deliveries.
func (d *Deliverer) deliverBatch(ctx context.Context, b batch) error {
	s, err := d.Service.State(ctx, b.club)
	if err != nil {
		return err
	}
	p, err := d.targets(ctx, b.club)
	if err != nil {
		return err
	}
	now := d.Now()
	if b.deliveries[0].Act != 0 && b.member != "" {
		if until := p.prefs[b.member].HeldUntil(now, d.Zone); !until.IsZero() {
			for i := range b.deliveries {
				b.deliveries[i].Due = until
			}
			return d.Outbox.FinishDeliveries(ctx, b.club, nil, b.deliveries)
		}
	}
	try, cancel := context.WithTimeout(ctx, deliverTimeout)
	defer cancel()
	err = d.send(try, s, p, b)
	if ctx.Err() != nil {
		return ctx.Err() // the program stops, which says nothing about the target
	}
	switch {
	case err == nil:
		d.Count(b.channel, "delivered", len(b.deliveries))
		return d.Outbox.FinishDeliveries(ctx, b.club, ids(b.deliveries), nil)
	case errors.Is(err, errNoTarget):
		d.Count(b.channel, "dropped", len(b.deliveries))
		return d.Outbox.FinishDeliveries(ctx, b.club, ids(b.deliveries), nil)
	}
	again := afterFailure(b.deliveries, now, err)
	result := "failed"
	if again[0].Failed {
		result = "lost"
	}
	d.Count(b.channel, result, len(again))
	d.Log.Warn("notice not delivered", "channel", string(b.channel), "result", result, "tries", again[0].Attempts)
	return d.Outbox.FinishDeliveries(ctx, b.club, nil, again)
}

func ids(deliveries []campaign.Delivery) []campaign.ID {
	all := make([]campaign.ID, len(deliveries))
	for i, p := range deliveries {
		all[i] = p.ID
	}
	return all
}

// afterFailure returns the deliveries of a batch after a failed attempt: all due at the same
// later time, or failed for good.
func afterFailure(deliveries []campaign.Delivery, now time.Time, err error) []campaign.Delivery {
	var never *PermanentError
	var busy *RetryError
	tries := 0
	for _, p := range deliveries {
		tries = max(tries, p.Attempts)
	}
	lost := errors.As(err, &never) || tries >= len(retryDelays)
	due := now
	if !lost {
		pause := retryDelays[tries]
		due = now.Add(pause + rand.N(pause/10))
	}
	if errors.As(err, &busy) && busy.After > 0 {
		due = now.Add(min(busy.After, 24*time.Hour))
	}
	for i := range deliveries {
		p := &deliveries[i]
		p.Attempts, p.Failed, p.Due, p.LastError = tries+1, lost, due, truncate(strings.ToValidUTF8(err.Error(), "?"), 300)
	}
	return deliveries
}

// truncate cuts a text to at most limit characters.
func truncate(s string, limit int) string {
	if r := []rune(s); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return s
}

// send makes the message of a batch and gives it to its transport. It leaves out acts that
// are voided by now and topics that the member has muted.
func (d *Deliverer) send(ctx context.Context, s *campaign.State, p targets, b batch) error {
	if b.channel == campaign.ChannelWebhook {
		return d.sendWebhook(ctx, s, p, b)
	}
	m := s.Members[b.member]
	if m == nil || m.HasLeft {
		return errNoTarget
	}
	w := p.prefs[b.member]
	if b.deliveries[0].Act == 0 {
		return d.sendConfirmation(ctx, s, m, w)
	}
	notifications := slices.DeleteFunc(s.NotificationsOf(actNumbers(b.deliveries)), func(t campaign.Notification) bool { return !w.Wants(b.channel, t.Topic) })
	if len(notifications) == 0 {
		return errNoTarget
	}
	if b.channel == campaign.ChannelMail {
		return d.sendEmail(ctx, s, m, w, notifications, b.deliveries[0].ID)
	}
	for _, device := range p.devices {
		if device.ID == b.to && device.Member == b.member {
			return d.push(ctx, s, w, device, notifications, b.deliveries[0].ID)
		}
	}
	return errNoTarget
}

func actNumbers(deliveries []campaign.Delivery) []int64 {
	acts := make([]int64, len(deliveries))
	for i, p := range deliveries {
		acts[i] = p.Act
	}
	return acts
}

func (d *Deliverer) sendWebhook(ctx context.Context, s *campaign.State, p targets, b batch) error {
	for _, h := range p.webhooks {
		if h.ID != b.to {
			continue
		}
		notifications := slices.DeleteFunc(s.NotificationsOf(actNumbers(b.deliveries)), func(t campaign.Notification) bool { return !wantsNotification(s, h, t) })
		if len(notifications) == 0 {
			return errNoTarget
		}
		_, err := d.postWebhook(ctx, s, h, notifications, b.deliveries[0].ID)
		return err
	}
	return errNoTarget
}
