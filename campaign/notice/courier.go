package notice

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
)

// A Box keeps parcels until they are delivered, and where they go.
type Box interface {
	// Told returns the number of the last act of a club of which parcels were made.
	Told(ctx context.Context, club campaign.ID) (int64, error)
	// Tell stores the parcels of the acts after one up to another and that they
	// are made, in one transaction. It is Stale when they were made already.
	Tell(ctx context.Context, club campaign.ID, after, upto int64, parcels []campaign.Parcel) error
	// Behind returns the clubs with acts of which no parcels were made yet.
	Behind(ctx context.Context) ([]campaign.ID, error)
	// Due returns up to so many parcels that are due, the longest due first.
	Due(ctx context.Context, now time.Time, most int) ([]campaign.Parcel, error)
	// Settle removes parcels and stores how others stand now, in one transaction.
	Settle(ctx context.Context, club campaign.ID, done []campaign.ID, again []campaign.Parcel) error
	// SweepLost removes lost parcels that were made before a moment.
	SweepLost(ctx context.Context, before time.Time) error
	// AllChoices returns what is remembered about every member of a club.
	AllChoices(ctx context.Context, club campaign.ID) (map[campaign.ID]map[string]string, error)
	// Devices returns all devices of a club, oldest first.
	Devices(ctx context.Context, club campaign.ID) ([]campaign.Device, error)
	// DropDevice removes a device and its parcels; one that is not there is no error.
	DropDevice(ctx context.Context, club, id campaign.ID) error
	// Hooks returns all hooks of a club, oldest first.
	Hooks(ctx context.Context, club campaign.ID) ([]campaign.Hook, error)
	// Secret returns the site's secret of a name; the one offered when there was none.
	Secret(ctx context.Context, name, offered string) (string, error)
}

// A Line is a notice in words: what happened, about what, and the path of the page where one sees it.
type Line struct{ Title, Text, Path string }

// Config is what a courier works with. All fields up to Lines are required.
type Config struct {
	Hall  *campaign.Hall
	Box   Box
	Books map[string]*phrases.Book // by language
	Now   func() time.Time
	// Lines says what a tiding is called and where it leads.
	Lines func(*phrases.Book, *campaign.State, campaign.Tiding) Line

	Base    string         // how people reach the site, without a slash at the end
	Zone    *time.Location // of the clubs; nil is UTC
	Mail    Mailer         // nil sends no letters
	Private bool           // hooks and push services may be on this machine or network, without TLS: for tests
	Log     *slog.Logger   // nil discards
	Count   func(c campaign.Channel, result string, n int)
}

// A Courier makes parcels of acts and brings them to where they go.
type Courier struct {
	Config
	out   *outside
	keys  keys
	rings chan struct{}
}

// New returns a courier whose keys are those of the database, made when there are none.
func New(ctx context.Context, c Config) (*Courier, error) {
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Count == nil {
		c.Count = func(campaign.Channel, string, int) {}
	}
	k, err := loadKeys(ctx, c.Box)
	if err != nil {
		return nil, err
	}
	return &Courier{Config: c, out: newOutside(c.Private), keys: k, rings: make(chan struct{}, 1)}, nil
}

// Offers reports whether a channel can be chosen on this site.
func (c *Courier) Offers(channel campaign.Channel) bool {
	return channel != campaign.ChannelMail || c.Mail != nil
}

// Ring has a running courier look into the outbox at once.
func (c *Courier) Ring() {
	select {
	case c.rings <- struct{}{}:
	default: // it rings already
	}
}

const (
	gather = 500 * time.Millisecond // for acts that come together to be told together
	rest   = 15 * time.Second       // between looks for what has become due
	survey = 10 * time.Minute       // between looks for acts of which nobody told
	keep   = 30 * 24 * time.Hour    // what was lost
)

// Run tells and delivers until ctx is done.
func (c *Courier) Run(ctx context.Context) {
	stirs := c.Hall.Stirs()
	defer stirs.Stop()
	tick := time.NewTicker(rest)
	defer tick.Stop()
	surveyed := time.Time{}
	for {
		clubs, missed := stirs.Take()
		if missed || time.Since(surveyed) >= survey {
			surveyed = time.Now()
			behind, err := c.Box.Behind(ctx)
			c.report(ctx, "outbox", err)
			c.report(ctx, "outbox", c.Box.SweepLost(ctx, c.Now().Add(-keep)))
			clubs = append(clubs, behind...)
		}
		c.report(ctx, "notices", c.Round(ctx, clubs...))
		select {
		case <-ctx.Done():
			return
		case <-c.rings:
		case <-tick.C:
		case <-stirs.C:
			select {
			case <-ctx.Done():
				return
			case <-time.After(gather):
			}
		}
	}
}

// report logs an error, unless it only says that the work is over.
func (c *Courier) report(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		c.Log.Error(what+" failed", "error", err)
	}
}

// Round makes the parcels of what was done in the given clubs and then delivers
// all that is due in any.
func (c *Courier) Round(ctx context.Context, clubs ...campaign.ID) error {
	for _, club := range clubs {
		if err := c.tell(ctx, club); err != nil {
			return err
		}
	}
	return c.deliver(ctx)
}

// book is that of a language, or of the club when there is none.
func (c *Courier) book(lang string, s *campaign.State) *phrases.Book {
	if b := c.Books[lang]; b != nil {
		return b
	}
	return phrases.In(c.Books, s.Club.Lang)
}

// address is a path as other programs reach it.
func (c *Courier) address(path string) string { return c.Base + path }

// host is what the site calls itself, for identities of letters.
func (c *Courier) host() string {
	if u, err := url.Parse(c.Base); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}
