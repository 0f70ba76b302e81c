package store_test

import (
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

// TestPasswords: each member has one password, each login name exists once on the server, a copy has them, and a dropped one is gone.
func TestPasswords(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		s := open(t, name)
		_, by := foundClub(t, campaign.NewService(s, nil, time.Now))
		p := campaign.Password{Club: "one", Member: by.Member, Name: "inès", Hash: "first", Changed: time.UnixMilli(1000).UTC()}
		must(t, s.SavePassword(ctx, p))
		p.Hash = "second"
		must(t, s.SavePassword(ctx, p))
		taken := campaign.Password{Club: "two", Member: by.Member, Name: "inès", Hash: "third"}
		if err := s.SavePassword(ctx, taken); campaign.CodeOf(err) != campaign.Conflict {
			t.Errorf("a name was given twice: %v", err)
		}
		copied := open(t, t.TempDir()+"/copy.db")
		must(t, store.Copy(ctx, copied, s))
		for _, from := range []*store.Store{s, copied} {
			if got, err := from.Password(ctx, "inès"); err != nil || got != p {
				t.Errorf("by name: %+v, %v", got, err)
			}
			if got, err := from.PasswordOf(ctx, "one", by.Member); err != nil || got != p {
				t.Errorf("by member: %+v, %v", got, err)
			}
		}
		must(t, s.DropPassword(ctx, "one", by.Member))
		for _, name := range []string{"inès", "", "personne"} {
			if _, err := s.Password(ctx, name); campaign.CodeOf(err) != campaign.NotFound {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}
