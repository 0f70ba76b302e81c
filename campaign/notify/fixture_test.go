package notify_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web/site"
	"oriflamme/content"
	"oriflamme/rules/rulestest"
)

var must = rulestest.Must

// club is a club with an owner and a player, and a clock that only advance moves.
type club struct {
	t             *testing.T
	db            *store.Store
	service       *campaign.Service
	deliverer     *notify.Deliverer
	id            campaign.ID
	owner, player campaign.Actor
	mail          *mailbox

	mu       sync.Mutex
	now      time.Time
	keyCount int
}

// mailbox is a Mailer that keeps e-mails, or refuses them.
type mailbox struct {
	mu     sync.Mutex
	emails []notify.Email
	refuse error
}

func (m *mailbox) Send(_ context.Context, l notify.Email) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse != nil {
		return m.refuse
	}
	m.emails = append(m.emails, l)
	return nil
}

// take returns the e-mails since the last call.
func (m *mailbox) take() []notify.Email {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.emails
	m.emails = nil
	return all
}

func (c *club) clock() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// advance moves the clock and sends what is due then.
func (c *club) advance(d time.Duration) {
	c.t.Helper()
	c.mu.Lock()
	c.now = c.now.Add(d)
	c.mu.Unlock()
	c.round()
}

func newClub(t *testing.T) *club {
	t.Helper()
	return newClubIn(t, filepath.Join(t.TempDir(), "club.db"), func(*notify.Config) {})
}

func newClubIn(t *testing.T, name string, change func(*notify.Config)) *club {
	t.Helper()
	db, err := store.Open(name)
	must(t, err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &club{t: t, db: db, mail: &mailbox{}, now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)}
	c.service = campaign.NewService(db, nil, c.clock)
	session, err := c.service.FoundClub(t.Context(), campaign.FoundClub{Name: "Les Hussards", Lang: "fr", Owner: "Camille"})
	must(t, err)
	c.id, c.owner, c.player = session.Club, campaign.Actor{Member: session.Member}, campaign.Actor{Member: "ines"}
	c.joins("ines", "Inès")
	c.deliverer = c.delivererOn(db, change)
	return c
}

// delivererOn returns the Deliverer of another process on a database.
func (c *club) delivererOn(db *store.Store, change func(*notify.Config)) *notify.Deliverer {
	c.t.Helper()
	config := notify.Config{Service: c.service, Outbox: db, Catalogs: content.Catalogs(), Now: c.clock, Summarise: site.NotificationLine, Base: "https://club.example", Mail: c.mail, Private: true}
	change(&config)
	deliverer, err := notify.New(c.t.Context(), config)
	must(c.t, err)
	return deliverer
}

func (c *club) do(by campaign.Actor, d campaign.ActRequest) campaign.Act {
	c.t.Helper()
	c.keyCount++
	act, err := c.service.Do(c.t.Context(), by, c.id, fmt.Sprint("act", c.keyCount), d)
	must(c.t, err)
	return act
}

// remark comments on the founding, of which the owner is notified.
func (c *club) remark(by campaign.Actor, text string) campaign.Act {
	c.t.Helper()
	return c.do(by, campaign.ActRequest{Body: campaign.Comment{On: 1, Text: text}})
}

func (c *club) round() {
	c.t.Helper()
	must(c.t, c.deliverer.RunOnce(c.t.Context(), c.id))
}

// confirmEmail gives the owner a confirmed address.
func (c *club) confirmEmail(address string) {
	c.t.Helper()
	must(c.t, c.service.SetAddress(c.t.Context(), c.owner, c.id, address))
	must(c.t, c.service.ConfirmAddress(c.t.Context(), c.id, c.owner.Member, address))
	c.round()
	c.mail.take()
}

// failed returns the deliveries that failed for good.
func (c *club) failed() []campaign.Delivery {
	c.t.Helper()
	all, err := c.service.FailedDeliveries(c.t.Context(), c.owner, c.id)
	must(c.t, err)
	return all
}

// waiting returns how many deliveries wait.
func (c *club) waiting() int {
	c.t.Helper()
	n, _, err := c.service.DeliveryCounts(c.t.Context())
	must(c.t, err)
	return n
}

// joins adds a player, as the owner.
func (c *club) joins(id campaign.ID, name string) {
	c.t.Helper()
	c.do(c.owner, campaign.ActRequest{Body: campaign.Join{Member: id, Name: name, Role: campaign.Player}})
}
