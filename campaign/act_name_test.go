package campaign_test

import (
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// unreadable are names that show nothing or mislead the reader.
var unreadable = map[string]string{
	"a space": " ", "a no-break space": "\u00a0\u202f", "a byte order mark": "\ufeff", "combining marks": "\u0301\u0302\u0489", "joiners": "\u200b\u200d",
	"a Hangul filler": "\u3164", "an empty Braille cell": "\u2800", "a bidi override": "Anne\u202egro.live", "an isolate": "\u2067Anne",
	"an escape": "Anne\x1b[2J", "a line": "Anne\r\nBcc: b@example", "a tab": "Anne\tB", "a line separator": "Anne\u2028B",
}

// readable are names that people have.
var readable = []string{"Léa", "Łukasz Żak", "李小龍", "محمد", "\u200fדוד", "👨\u200d👩\u200d👧", "!!!", "7", "e\u0301", "Ngô Đình"}

// TestUnreadableNames: every act that gives a name refuses one that cannot be read.
func TestUnreadableNames(t *testing.T) {
	c := newClub(t, false)
	fighters := func(name, unit string) rules.Roster {
		l := list(3, 2)
		l.Name, l.Units[0].Name = name, unit
		return l
	}
	takes := map[string]func(name string) error{
		"a club": func(name string) error {
			_, err := c.try(c.anne, campaign.EditClub{Name: name, Lang: "fr"})
			return err
		},
		"a new club": func(name string) error {
			_, err := c.FoundClub(ctx, campaign.FoundClub{Name: name, Lang: "fr", Owner: "Dora"})
			return err
		},
		"its owner": func(name string) error {
			_, err := c.FoundClub(ctx, campaign.FoundClub{Name: "Club", Lang: "fr", Owner: name})
			return err
		},
		"a member": func(name string) error {
			_, err := c.try(c.anne, campaign.Join{Member: campaign.NewID(c.clock.now()), Name: name, Role: campaign.Player})
			return err
		},
		"who joins": func(name string) error {
			inv, err := c.Invite(ctx, c.anne, c.id, campaign.Player, 1, c.clock.now().AddDate(0, 0, 1), "")
			must(t, err)
			_, err = c.AcceptInvitation(ctx, inv.Token, name)
			if _, still := c.Invitation(ctx, inv.Token); err != nil && still != nil {
				t.Error("a name that was refused spent the invitation")
			}
			return err
		},
		"a member anew": func(name string) error {
			_, err := c.try(c.anne, campaign.EditMember{Member: c.bob.Member, Name: name, Role: campaign.Player})
			return err
		},
		"a campaign": func(name string) error {
			_, err := c.try(c.anne, campaign.NewCampaign{Settings: campaign.DefaultSettings(name, "toy")})
			return err
		},
		"a roster": func(name string) error {
			_, err := c.try(c.bob, campaign.ReviseRoster{Roster: c.rBob, List: fighters(name, "Brune")})
			return err
		},
		"a unit": func(name string) error {
			_, err := c.try(c.bob, campaign.ReviseRoster{Roster: c.rBob, List: fighters("Garde", name)})
			return err
		},
		"a key": func(name string) error {
			_, err := c.IssueAPIKey(ctx, c.anne, c.id, name, nil, c.clock.now().AddDate(0, 0, 1))
			return err
		},
	}
	for thing, take := range takes {
		for what, name := range unreadable {
			if err := take(name); campaign.CodeOf(err) != campaign.Invalid {
				t.Errorf("%s with %s is taken: %v", thing, what, err)
			}
		}
		for _, name := range readable {
			if err := take(name); err != nil {
				t.Errorf("%s named %q: %v", thing, name, err)
			}
		}
	}
}

// TestOldNamesStay: a name that an older program accepted still folds, and the thing that has it can still be changed.
func TestOldNamesStay(t *testing.T) {
	c := newClub(t, false)
	s := c.state()
	last := s.Acts[len(s.Acts)-1]
	old, err := campaign.NewAct(&last, c.id, c.anne.Member, last.At, "old", campaign.ActRequest{Body: campaign.EditMember{Member: c.bob.Member, Name: "\ufeff", Role: campaign.Player}})
	must(t, err)
	if s, err = campaign.Fold(append(s.Acts[:len(s.Acts):len(s.Acts)], old)); err != nil || s.Members[c.bob.Member].Name != "\ufeff" {
		t.Fatalf("an old name: %v", err)
	}
	if err := s.CheckNames(campaign.EditMember{Member: c.bob.Member, Name: "\ufeff", Role: campaign.Arbiter}); err != nil {
		t.Errorf("another role under the old name: %v", err)
	}
	if err := s.CheckNames(campaign.EditMember{Member: c.bob.Member, Name: " ", Role: campaign.Arbiter}); err == nil {
		t.Error("another name that shows nothing")
	}
}
