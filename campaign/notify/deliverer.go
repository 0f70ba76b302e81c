package notify

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
)

// A Outbox keeps parcels until they are delivered, and where they go.
type Outbox interface {
	// WebhookMessage returns the number of the last act of a club of which parcels were made.
	NotifiedUpTo(ctx context.Context, club campaign.ID) (int64, error)
	// Tell stores the parcels of the acts after one up to another and that they
	// are made, in one transaction. It is Stale when they were made already.
	Enqueue(ctx context.Context, club campaign.ID, after, upto int64, deliveries []campaign.Delivery) error
	// Behind returns the clubs with acts of which no parcels were made yet.
	ClubsBehind(ctx context.Context) ([]campaign.ID, error)
	// Due returns up to so many parcels that are due, the longest due first.
	DueDeliveries(ctx context.Context, now time.Time, limit int) ([]campaign.Delivery, error)
	// Settle removes parcels and stores how others stand now, in one transaction.
	FinishDeliveries(ctx context.Context, club campaign.ID, done []campaign.ID, again []campaign.Delivery) error
	// SweepLost removes lost parcels that were made before a moment.
	SweepFailed(ctx context.Context, before time.Time) error
	// AllChoices returns what is remembered about every member of a club.
	AllChoices(ctx context.Context, club campaign.ID) (map[campaign.ID]map[string]string, error)
	// Devices returns all devices of a club, oldest first.
	Devices(ctx context.Context, club campaign.ID) ([]campaign.Device, error)
	// DropDevice removes a device and its parcels; one that is not there is no error.
	DropDevice(ctx context.Context, club, id campaign.ID) error
	// Hooks returns all hooks of a club, oldest first.
	Webhooks(ctx context.Context, club campaign.ID) ([]campaign.Webhook, error)
	// Secret returns the site's secret of a name; the one offered when there was none.
	Secret(ctx context.Context, name, offered string) (string, error)
}

// A Summary is a notice in words: what happened, about what, and the path of the page where one sees it.
type Summary struct{ Title, Text, Path string }

// Config is what a courier works with. All fields up to Lines are required.
type Config struct {
	Service  *campaign.Service
	Outbox   Outbox
	Catalogs map[string]*phrases.Catalog // by language
	Now      func() time.Time
	// Lines says what a tiding is called and where it leads.
	Summarise func(*phrases.Catalog, *campaign.State, campaign.Notification) Summary

	Base    string         // how people reach the site, without a slash at the end
	Zone    *time.Location // of the clubs; nil is UTC
	Mail    Mailer         // nil sends no letters
	Private bool           // hooks and push services may be on this machine or network, without TLS: for tests
	Log     *slog.Logger   // nil discards
	Count   func(c campaign.Channel, result string, n int)
}

// A Deliverer makes parcels of acts and brings them to where they go.
type Deliverer struct {
	Config
	http *publicClient
	keys keys
	wake chan struct{}
}

// New returns a courier whose keys are those of the database, made when there are none.
func New(ctx context.Context, c Config) (*Deliverer, error) {
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Count == nil {
		c.Count = func(campaign.Channel, string, int) {}
	}
	k, err := loadKeys(ctx, c.Outbox)
	if err != nil {
		return nil, err
	}
	return &Deliverer{Config: c, http: newPublicClient(c.Private), keys: k, wake: make(chan struct{}, 1)}, nil
}

// Offers reports whether a channel can be chosen on this site.
func (c *Deliverer) Offers(channel campaign.Channel) bool {
	return channel != campaign.ChannelMail || c.Mail != nil
}

// Wake has a running courier look into the outbox at once.
func (c *Deliverer) Wake() {
	select {
	case c.wake <- struct{}{}:
	default: // it rings already
	}
}

const (
	gatherTime      = 500 * time.Millisecond // for acts that come together to be told together
	pollInterval    = 15 * time.Second       // between looks for what has become due
	backlogInterval = 10 * time.Minute       // between looks for acts of which nobody told
	failedLife      = 30 * 24 * time.Hour    // what was lost
)

// Run tells and delivers until ctx is done.
func (c *Deliverer) Run(ctx context.Context) {
	changes := c.Service.Changes()
	defer changes.Stop()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	surveyed := time.Time{}
	for {
		clubs, missed := changes.Take()
		if missed || time.Since(surveyed) >= backlogInterval {
			surveyed = time.Now()
			behind, err := c.Outbox.ClubsBehind(ctx)
			c.report(ctx, "outbox", err)
			c.report(ctx, "outbox", c.Outbox.SweepFailed(ctx, c.Now().Add(-failedLife)))
			clubs = append(clubs, behind...)
		}
		c.report(ctx, "notices", c.RunOnce(ctx, clubs...))
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		case <-tick.C:
		case <-changes.C:
			select {
			case <-ctx.Done():
				return
			case <-time.After(gatherTime):
			}
		}
	}
}

// report logs an error, unless it only says that the work is over.
func (c *Deliverer) report(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		c.Log.Error(what+" failed", "error", err)
	}
}

// RunOnce makes the parcels of what was done in the given clubs and then delivers
// all that is due in any.
func (c *Deliverer) RunOnce(ctx context.Context, clubs ...campaign.ID) error {
	for _, club := range clubs {
		if err := c.enqueue(ctx, club); err != nil {
			return err
		}
	}
	return c.deliver(ctx)
}

// catalog is that of a language, or of the club when there is none.
func (c *Deliverer) catalog(lang string, s *campaign.State) *phrases.Catalog {
	if b := c.Catalogs[lang]; b != nil {
		return b
	}
	return phrases.ForLanguage(c.Catalogs, s.Club.Lang)
}

// absoluteURL is a path as other programs reach it.
func (c *Deliverer) absoluteURL(path string) string { return c.Base + path }

// host is what the site calls itself, for identities of letters.
func (c *Deliverer) host() string {
	if u, err := url.Parse(c.Base); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}
