package notice_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/notice"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
)

// club is a club with an owner and a player, whose clock stands still until it is moved.
type club struct {
	t             *testing.T
	db            *store.Store
	hall          *campaign.Hall
	courier       *notice.Courier
	id            campaign.ID
	owner, player campaign.Actor
	mail          *box

	mu  sync.Mutex
	now time.Time
	did int
}

// box keeps the letters it is given, or refuses them.
type box struct {
	mu      sync.Mutex
	letters []notice.Letter
	refuse  error
}

func (b *box) Send(_ context.Context, l notice.Letter) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.refuse != nil {
		return b.refuse
	}
	b.letters = append(b.letters, l)
	return nil
}

// take returns the letters since it was called last.
func (b *box) take() []notice.Letter {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.letters
	b.letters = nil
	return all
}

func (c *club) clock() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// later moves the clock and brings what is due then.
func (c *club) later(d time.Duration) {
	c.t.Helper()
	c.mu.Lock()
	c.now = c.now.Add(d)
	c.mu.Unlock()
	c.round()
}

func newClub(t *testing.T) *club {
	t.Helper()
	return newClubIn(t, filepath.Join(t.TempDir(), "club.db"), func(*notice.Config) {})
}

func newClubIn(t *testing.T, name string, change func(*notice.Config)) *club {
	t.Helper()
	db, err := store.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &club{t: t, db: db, mail: &box{}, now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)}
	c.hall = campaign.NewHall(db, nil, c.clock)
	begun, err := c.hall.Found(t.Context(), campaign.FoundClub{Name: "Les Hussards", Lang: "fr", Owner: "Camille"})
	if err != nil {
		t.Fatal(err)
	}
	c.id, c.owner, c.player = begun.Club, campaign.Actor{Member: begun.Member}, campaign.Actor{Member: "ines"}
	c.joins("ines", "Inès")
	c.courier = c.courierOn(db, change)
	return c
}

// courierOn is a courier as another process would have it.
func (c *club) courierOn(db *store.Store, change func(*notice.Config)) *notice.Courier {
	c.t.Helper()
	config := notice.Config{Hall: c.hall, Box: db, Books: content.Books(), Now: c.clock, Lines: web.NoticeLine, Base: "https://club.example", Mail: c.mail, Private: true}
	change(&config)
	courier, err := notice.New(c.t.Context(), config)
	if err != nil {
		c.t.Fatal(err)
	}
	return courier
}

func (c *club) do(by campaign.Actor, d campaign.Draft) campaign.Act {
	c.t.Helper()
	c.did++
	act, err := c.hall.Do(c.t.Context(), by, c.id, fmt.Sprint("act", c.did), d)
	if err != nil {
		c.t.Fatal(err)
	}
	return act
}

// remark has somebody say something about the founding, of which the owner is told.
func (c *club) remark(by campaign.Actor, text string) campaign.Act {
	c.t.Helper()
	return c.do(by, campaign.Draft{Body: campaign.Comment{On: 1, Text: text}})
}

func (c *club) round() {
	c.t.Helper()
	if err := c.courier.Round(c.t.Context(), c.id); err != nil {
		c.t.Fatal(err)
	}
}

// write gives the owner an address that is confirmed.
func (c *club) write(address string) {
	c.t.Helper()
	if err := c.hall.SetAddress(c.t.Context(), c.owner, c.id, address); err != nil {
		c.t.Fatal(err)
	}
	if err := c.hall.ConfirmAddress(c.t.Context(), c.id, c.owner.Member, address); err != nil {
		c.t.Fatal(err)
	}
	c.round()
	c.mail.take()
}

// lost is what was given up.
func (c *club) lost() []campaign.Parcel {
	c.t.Helper()
	all, err := c.hall.LostParcels(c.t.Context(), c.owner, c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	return all
}

// waits is how many parcels are on their way.
func (c *club) waits() int {
	c.t.Helper()
	n, _, err := c.hall.Parcels(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return n
}

// joins has the owner add a player.
func (c *club) joins(id campaign.ID, name string) {
	c.t.Helper()
	c.do(c.owner, campaign.Draft{Body: campaign.Join{Member: id, Name: name, Role: campaign.Player}})
}
