package campaign_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestPermissions compares the whole permission table with testdata/permissions.txt.
func TestPermissions(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s", "")
	for _, r := range campaign.Roles {
		fmt.Fprintf(&b, " %-9s", r)
	}
	b.WriteString("\n")
	for _, a := range campaign.Actions() {
		fmt.Fprintf(&b, "%-10s", a)
		for _, r := range campaign.Roles {
			mark := "-"
			if campaign.Can(r, a) {
				mark = "yes"
			}
			fmt.Fprintf(&b, " %-9s", mark)
		}
		b.WriteString("\n")
	}
	got := strings.ReplaceAll(b.String(), " \n", "\n")
	for strings.Contains(got, " \n") {
		got = strings.ReplaceAll(got, " \n", "\n")
	}
	want, err := os.ReadFile("testdata/permissions.txt")
	must(t, err)
	if got != string(want) {
		t.Errorf("the table is now:\n%s", got)
	}
}

// TestOwnBattle: an arbiter may rule on a battle of their own only if no other arbiter could.
func TestOwnBattle(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
	c.do(c.cleo, campaign.RaiseDispute{Battle: b, Reason: "no"})
	c.do(c.anne, campaign.EditMember{Member: c.bob.Member, Name: "Bob", Role: campaign.Arbiter})
	c.refused(c.bob, campaign.Rule{Battle: b, Result: won(0, 2, 0)}, campaign.Forbidden, "battle", "own-battle", "CAMP-ROLE-3")
	if c.state().MayDo(c.bob, campaign.Rule{Battle: b}) || !c.state().MayDo(c.anne, campaign.Rule{Battle: b}) {
		t.Error("Allowed differs from what is done")
	}
	c.refused(c.bob, campaign.EditMember{Member: c.cleo.Member, Name: "Cléo", Role: campaign.Guest}, campaign.Forbidden, "role", "above-you", "CAMP-ROLE-2")
}
