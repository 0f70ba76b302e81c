package notify

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
)

// An Outbox stores deliveries until they have arrived, and their targets.
type Outbox interface {
	// NotifiedUpTo returns the number of the last act of a club whose deliveries were made.
	NotifiedUpTo(ctx context.Context, club campaign.ID) (int64, error)
	// Enqueue stores the deliveries of the acts after one up to another, and that they
	// are made, in one transaction. It returns Stale if they were made already.
	Enqueue(ctx context.Context, club campaign.ID, after, upto int64, deliveries []campaign.Delivery) error
	// ClubsBehind returns the clubs with acts whose deliveries were not made yet.
	ClubsBehind(ctx context.Context) ([]campaign.ID, error)
	// DueDeliveries returns up to limit deliveries that are due, the longest due first.
	DueDeliveries(ctx context.Context, now time.Time, limit int) ([]campaign.Delivery, error)
	// FinishDeliveries removes the deliveries done and updates those in again, in one
	// transaction.
	FinishDeliveries(ctx context.Context, club campaign.ID, done []campaign.ID, again []campaign.Delivery) error
	// SweepFailed removes failed deliveries that were made before a time.
	SweepFailed(ctx context.Context, before time.Time) error
	// AllChoices returns the stored choices of every member of a club.
	AllChoices(ctx context.Context, club campaign.ID) (map[campaign.ID]map[string]string, error)
	// Devices returns all devices of a club, oldest first.
	Devices(ctx context.Context, club campaign.ID) ([]campaign.Device, error)
	// DropDevice removes a device and its deliveries. It is no error if there is none.
	DropDevice(ctx context.Context, club, id campaign.ID) error
	// Webhooks returns all webhooks of a club, oldest first.
	Webhooks(ctx context.Context, club campaign.ID) ([]campaign.Webhook, error)
	// Secret returns the site's secret of a name. If there was none, it stores and returns
	// the one offered.
	Secret(ctx context.Context, name, offered string) (string, error)
}

// A Summary is a notification in words: what happened, to what, and the path of the page that shows it.
type Summary struct{ Title, Text, Path string }

// Config is what a Deliverer works with. All fields up to Summarise are required.
type Config struct {
	Service  *campaign.Service
	Outbox   Outbox
	Catalogs map[string]*phrases.Catalog // by language
	Now      func() time.Time
	// Summarise returns a notification in words of a language.
	Summarise func(*phrases.Catalog, *campaign.State, campaign.Notification) Summary

	Base    string         // public URL of the site, without a slash at the end
	Zone    *time.Location // time zone of the clubs; nil is UTC
	Mail    Mailer         // nil sends no e-mails
	Private bool           // webhooks and push services may be on this machine or network, without TLS: for tests
	Log     *slog.Logger   // nil discards
	Count   func(c campaign.Channel, result string, n int)
}

// A Deliverer makes deliveries of acts and sends them.
type Deliverer struct {
	Config
	http *publicClient
	keys keys
	wake chan struct{}
}

// New returns a Deliverer with the keys of the database, which it makes if there are none.
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

// Offers reports whether members of this site can choose a channel.
func (d *Deliverer) Offers(channel campaign.Channel) bool {
	return channel != campaign.ChannelMail || d.Mail != nil
}

// Wake makes a running Deliverer look into the outbox at once.
func (d *Deliverer) Wake() {
	select {
	case d.wake <- struct{}{}:
	default: // it is woken already
	}
}

const (
	gatherTime      = 500 * time.Millisecond // waiting time, so that acts done together are sent together
	pollInterval    = 15 * time.Second       // between checks for deliveries that have become due
	backlogInterval = 10 * time.Minute       // between checks for acts whose change was missed
	failedLife      = 30 * 24 * time.Hour    // how long failed deliveries are kept
)

// Run makes and sends deliveries until ctx is done.
func (d *Deliverer) Run(ctx context.Context) {
	changes := d.Service.Changes()
	defer changes.Stop()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	surveyed := time.Time{}
	for {
		clubs, missed := changes.Take()
		if missed || time.Since(surveyed) >= backlogInterval {
			surveyed = time.Now()
			behind, err := d.Outbox.ClubsBehind(ctx)
			d.report(ctx, "outbox", err)
			d.report(ctx, "outbox", d.Outbox.SweepFailed(ctx, d.Now().Add(-failedLife)))
			clubs = append(clubs, behind...)
		}
		d.report(ctx, "notices", d.RunOnce(ctx, clubs...))
		select {
		case <-ctx.Done():
			return
		case <-d.wake:
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

// report logs an error, unless ctx is done.
func (d *Deliverer) report(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		d.Log.Error(what+" failed", "error", err)
	}
}

// RunOnce makes the deliveries of new acts of the given clubs, and then sends everything
// that is due in any club.
func (d *Deliverer) RunOnce(ctx context.Context, clubs ...campaign.ID) error {
	for _, club := range clubs {
		if err := d.enqueue(ctx, club); err != nil {
			return err
		}
	}
	return d.deliver(ctx)
}

// catalog returns the phrases of a language, or those of the club's language if there are none.
func (d *Deliverer) catalog(lang string, s *campaign.State) *phrases.Catalog {
	if b := d.Catalogs[lang]; b != nil {
		return b
	}
	return phrases.ForLanguage(d.Catalogs, s.Club.Lang)
}

// absoluteURL returns the URL of a path of the site.
func (d *Deliverer) absoluteURL(path string) string { return d.Base + path }

// host returns the site's host name, used in Message-IDs.
func (d *Deliverer) host() string {
	if u, err := url.Parse(d.Base); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}
