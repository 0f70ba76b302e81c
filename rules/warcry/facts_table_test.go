package warcry

import (
	"encoding/json"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// tableBattle returns a measured battle of a setup in which the first fighter of seat 0 is activated
// and all are on the battlefield.
func tableBattle(t *testing.T, setup string) *Battle {
	t.Helper()
	list, _ := rulestest.Setups(t, setup)
	begun, err := begin(list[0])
	rulestest.Must(t, err)
	b := begun.(*Battle)
	b.s.Phase, b.s.Round, b.s.Initiative, b.s.Acting, b.s.Act.Actions = phaseCombat, 1, 0, 0, 2
	b.s.Sides[0].Rounds, b.s.Sides[1].Rounds = []int{0}, []int{0}
	for i := range b.s.Fighters {
		b.s.Fighters[i].Placed, b.s.Fighters[i].Group = true, 0
	}
	return b
}

// enemy returns the index of the n-th fighter of seat 1.
func (b *Battle) enemy(n int) int { return len(b.setup.Rosters[0].Units) + n }

func pointer[T any](v T) *T { return &v }

// TestTableRemembersContacts: a fighter that ended a move near an enemy cannot walk away, even when
// its player leaves the distance out (WC-MOVE-7).
func TestTableRemembersContacts(t *testing.T) {
	b := tableBattle(t, "measured-ley")
	i, j := 0, b.enemy(0)
	walk := Move{fighterCommand: b.fighterCommand(i), Path: []Leg{{Type: "normal", Horizontal: pointer(2 * rules.One)}}}
	wantFault(t, b, walk, "", "ends_near")
	walk.EndsNear = &[]string{b.id(i)}
	wantFault(t, b, walk, "", "ends_near[0]")
	hit := Attack{fighterCommand: b.fighterCommand(i), Target: b.id(j), Distance: pointer(rules.One), Visible: pointer(true)}
	wantFault(t, b, hit, "WC-GEN-2", "distance")
	walk.EndsNear = &[]string{b.id(j)}
	b = after(t, b, walk, "")
	b.s.Act.Actions = 2
	if !b.touching(i, j) || !b.touching(j, i) || !slices.Contains(b.tags(j), "engaged") {
		t.Fatal("the contact is not kept")
	}
	walk.EndsNear = &[]string{}
	wantFault(t, b, walk, "WC-MOVE-7", "path")
	walk.NearestEnemy = pointer(4 * rules.One)
	wantFault(t, b, walk, "WC-MOVE-7", "nearest_enemy")
	hit.Distance = nil
	hit.Visible = nil
	wantFault(t, b, hit, "", "visible")
	hit.Visible = pointer(true)
	b = struckInTheOpen(t, b, hit)
	leave := Disengage{fighterCommand: b.fighterCommand(i)}
	wantFault(t, b, leave, "", "nearest_enemy_at_end")
	leave.NearestAtEnd, leave.PathLength = pointer(2*rules.One), pointer(3*rules.One)
	b = after(t, b, leave, "[0]")
	if b.touching(i, j) || len(b.s.Pairs) > 0 {
		t.Error("a contact is kept after the fighter has left")
	}
}

// struckInTheOpen plays an attack on a target whose player says that it is in the open and does not
// react. All dice miss.
func struckInTheOpen(t *testing.T, b *Battle, c Attack) *Battle {
	t.Helper()
	asked := []string{}
	next, _, err := rules.Play(b, c, dice.Seeded("struck"), func(q *rules.Question) (rules.Reply, error) {
		asked = append(asked, q.Why)
		if q.Seat == c.Seat {
			t.Errorf("seat %d is asked: %s", q.Seat, q.Why)
		}
		return rules.Reply{}, nil
	})
	rulestest.Must(t, err)
	if asked[0] != "cover" {
		t.Errorf("asks %v, not first whether the target is in cover", asked)
	}
	return next.(*Battle)
}

// TestTableRemembersCover: what was said of an attack holds for the next one, and a contradiction is
// refused (WC-COV-1).
func TestTableRemembersCover(t *testing.T) {
	b := tableBattle(t, "measured-ley")
	i, j := 0, b.enemy(0)
	b.touch(i, j, true)
	hit := Attack{fighterCommand: b.fighterCommand(i), Target: b.id(j), Visible: pointer(true), InCover: pointer(true)}
	b = after(t, b, hit, "[0]", faces(b, i, 1)...)
	hit.InCover = pointer(false)
	wantFault(t, b, hit, "WC-COV-1", "in_cover")
	hit.InCover, hit.Visible = nil, nil
	if names := factNames(b.FactsOf(hit)); len(names) > 0 {
		t.Errorf("asks for %v again", names)
	}
	_, step, err := rules.Play(b, hit, dice.NewTape(faces(b, i, 1)...), chooser(t, "[0]"))
	rulestest.Must(t, err)
	if !slices.ContainsFunc(step.Events, func(e rules.Event) bool { a, ok := e.(Attacked); return ok && a.Cover }) {
		t.Error("the cover is forgotten")
	}
	text, err := json.Marshal(b)
	rulestest.Must(t, err)
	if _, err := load(text); err != nil {
		t.Error(err)
	}
}

// faces returns as many dice of a face as fighter i has attacks.
func faces(b *Battle, i, face int) []int {
	return slices.Repeat([]int{face}, b.stats(i).weapons[0].Attacks)
}

func factNames(facts []rules.Fact) (names []string) {
	for _, f := range facts {
		names = append(names, f.Name)
	}
	return names
}

// TestNobodyShootsPastAFriend: the table knows that a friend is within 1 inch of the target
// (WC-ATK-7).
func TestNobodyShootsPastAFriend(t *testing.T) {
	b := tableBattle(t, "measured-ley")
	i, weapon := noUnit, 0
	for k := range b.setup.Rosters[0].Units {
		for w, arm := range b.info[k].profile.Weapons {
			if arm.MaxRange > 3 {
				i, weapon = k, w
			}
		}
	}
	if i < 0 {
		t.Fatal("nobody can shoot")
	}
	b.s.Acting = i
	friend := (i + 1) % len(b.setup.Rosters[0].Units)
	j := b.enemy(1)
	b.touch(friend, j, true)
	shot := Attack{fighterCommand: b.fighterCommand(i), Weapon: weapon, Target: b.id(j), Distance: pointer(5 * rules.One), Visible: pointer(true)}
	wantFault(t, b, shot, "WC-ATK-7", "target")
	shot.FriendDistance = pointer(9 * rules.One)
	wantFault(t, b, shot, "WC-ATK-7", "other_friend_distance")
}

// TestCountIsAgreedOn: who is near which objective is named, the other player agrees, one fighter is
// not at objectives far apart, and who has not moved stands where it stood (WC-OBJ-2).
func TestCountIsAgreedOn(t *testing.T) {
	b := tableBattle(t, "measured-ley")
	b.s.Acting, b.s.Phase, b.s.Next = noUnit, phaseTally, rules.Nobody
	wantFault(t, b, Tally{}, "WC-OBJ-2", "kind")
	report := func(at map[string][]string) ReportControl {
		c := ReportControl{}
		for _, m := range b.field.Victory.Objectives {
			c.Objectives = append(c.Objectives, Presence{m.ID, at[m.ID]})
		}
		return c
	}
	wantFault(t, b, report(map[string][]string{"centre": {b.id(0)}, "north": {b.id(0)}}), "WC-OBJ-2", "objectives[4].fighters[0]")
	c := report(map[string][]string{"centre": {b.id(0)}})
	if same := after(t, b, c, "[1]"); same.s.Phase != phaseTally {
		t.Error("a count that the opponent refuses is scored")
	}
	b = after(t, b, c, "[0]")
	if b.s.Sides[0].VP != 1 || b.s.Round != 2 {
		t.Errorf("%d points, round %d", b.s.Sides[0].VP, b.s.Round)
	}
	b.s.Phase = phaseTally
	wantFault(t, b, report(map[string][]string{"west": {b.id(0)}}), "WC-OBJ-2", "objectives")
	for _, legal := range b.Legal() {
		after(t, b, legal, "")
	}
}
