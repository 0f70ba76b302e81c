package campaign_test

import (
	"fmt"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

func TestIsle(t *testing.T) {
	t.Run("hexagons", func(t *testing.T) { testIsle(t, campaign.Isle) })
	t.Run("free", func(t *testing.T) { testIsle(t, campaign.FreeIsle) })
}

func TestNamesOfAnotherLanguage(t *testing.T) {
	german, err := campaign.Isle("sarle", 7, "de")
	if err != nil {
		t.Fatal(err)
	}
	english, err := campaign.Isle("sarle", 7, "en")
	if err != nil {
		t.Fatal(err)
	}
	if german.Name != english.Name {
		t.Errorf("an island is named %s in German, want %s as in English", german.Name, english.Name)
	}
	for _, lang := range []string{"", "d", "DE", "d1", "deu"} {
		if _, err := campaign.Isle("sarle", 7, lang); campaign.CodeOf(err) != campaign.Invalid {
			t.Errorf("language %q: %v", lang, err)
		}
	}
}

func testIsle(t *testing.T, draw func(seed string, size int, lang string) (*campaign.Map, error)) {
	for _, lang := range []string{"fr", "en"} {
		for _, size := range []int{7, 39, 200} {
			m, err := draw("sarle", size, lang)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := draw("sarle", size, lang)
			if fmt.Sprint(m) != fmt.Sprint(again) {
				t.Errorf("%s %d: the seed gives two islands", lang, size)
			}
			ids, names := map[string]bool{}, map[string]bool{}
			for i := range m.Regions {
				m.Regions[i].Owner = "x"
				ids[m.Regions[i].ID], names[m.Regions[i].Name] = true, true
			}
			if len(ids) != size || len(names) != size {
				t.Errorf("%s %d: %d ids, %d names", lang, size, len(ids), len(names))
			}
			m.Regions[0].Capital = true
			if got := len(m.Supplied("x")); got != size {
				t.Errorf("%s %d: only %d regions hang together", lang, size, got)
			}
			if strings.Contains(fmt.Sprint(m), "%!") {
				t.Errorf("%s %d: a name is not filled in", lang, size)
			}
		}
	}
	if _, err := draw("x", 6, "fr"); campaign.CodeOf(err) != campaign.Invalid {
		t.Errorf("size 6: %v", err)
	}
}

func TestSupply(t *testing.T) {
	m := strip()
	for _, i := range []int{0, 1, 3} {
		m.Regions[i].Owner = "x"
	}
	if len(m.Supplied("x")) != 0 {
		t.Error("supplied without a capital")
	}
	m.Regions[0].Capital = true
	if got := m.Supplied("x"); len(got) != 2 || !got["A1"] || !got["A2"] || got["A4"] {
		t.Errorf("supplied: %v", got)
	}
	if !m.Borders("A5", "x") || m.Borders("A1", "y") {
		t.Error("borders")
	}
}

// TestTieBreaks: four players, the sums done by hand. Points: win 3, draw 1.
//
//	r0 beats r1 4-1, r2 beats r3 2-0, r0 draws r2 1-1, r1 beats r3 5-0, r3 has a bye.
//	r0 4, r2 4, r1 3, r3 3 (the bye).
func TestTieBreaks(t *testing.T) {
	h := newHistory(1, 0)
	play := func(id string, one, two int, winner rules.Seat, a, b int) {
		h.must(ownerID, campaign.Schedule{Battle: id, Campaign: "c", Number: 1, Round: 1,
			Seats: []campaign.ID{fmt.Sprint("r", one), fmt.Sprint("r", two)}, Attacker: rules.Nobody})
		h.must(ownerID, campaign.Rule{Battle: id, Result: won(winner, a, b)})
	}
	play("a", 0, 1, 0, 4, 1)
	play("b", 2, 3, 0, 2, 0)
	play("c", 0, 2, rules.Nobody, 1, 1)
	play("d", 1, 3, 0, 5, 0)
	h.must(ownerID, campaign.Bye{Campaign: "c", Roster: "r3", Round: 3})
	set := campaign.DefaultSettings("Marches", "toy")
	for _, c := range []struct {
		ties []string
		want string
	}{
		// opposition: r0 3+4=7, r2 3+4=7, r1 4+3=7, r3 4+3=7: nothing is separated.
		{[]string{"opposition"}, "1:r0 1:r2 3:r1 3:r3"},
		// head: r0 and r2 drew, 1 each; r1 beat r3, 3 to 0.
		{[]string{"head"}, "1:r0 1:r2 3:r1 4:r3"},
		// battle points for: r0 5, r2 3, r1 6, r3 0.
		{[]string{"for"}, "1:r0 2:r2 3:r1 4:r3"},
		// sonneborn, doubled: r0 2*3+4=10, r2 2*3+4=10, r1 2*3=6, r3 0; then difference r0 +3, r2 +2.
		{[]string{"sonneborn", "difference"}, "1:r0 2:r2 3:r1 4:r3"},
	} {
		set.Ties = c.ties
		h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
		var got []string
		for _, r := range h.State().Standings("c", 0) {
			got = append(got, fmt.Sprintf("%d:%s", r.Rank, r.Roster))
			for _, f := range r.Ties {
				sum := 0
				for _, p := range f.Parts {
					sum += p.Value
				}
				if f.Parts != nil && sum != f.Value {
					t.Errorf("%v of %s: terms give %d, not %d", f.Key, r.Roster, sum, f.Value)
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: got %v, want %s", c.ties, got, c.want)
		}
	}
}

func TestChronicle(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	r := c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
	remark := c.do(c.anne, campaign.Comment{On: r.No, Text: "bien joué"})
	void := c.do(c.anne, campaign.Void{Acts: append(c.state().ActsOf(b), remark.No)})
	s := c.state()
	got := s.ChronicleOf(b)
	if len(got) != 4 || got[0].Act.No != void.No || got[2].Act.No != r.No || got[2].VoidedBy != void.No || got[1].Battle != b {
		t.Errorf("chronicle of the battle: %+v", got)
	}
	for _, e := range s.Chronicle(c.camp) {
		if e.Campaign != c.camp {
			t.Errorf("act %d is not of the campaign", e.Act.No)
		}
	}
	if s.InForce(r.No) || !s.InForce(void.No) {
		t.Error("in force")
	}
	past, err := c.StateAt(ctx, c.id, r.No)
	if err != nil || past.Battles[b] != nil || past.No != r.No {
		t.Errorf("the past by today's knowledge: %v", err)
	}
}
