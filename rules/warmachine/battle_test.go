package warmachine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

// setups returns the battles of testdata whose names begin with prefix.
func setups(t testing.TB, prefix string) []rules.Setup {
	t.Helper()
	list, _ := rulestest.Setups(t, prefix)
	return list
}

func TestRun(t *testing.T) { rulestest.Run(t, warmachine.Game, setups(t, ""), 20, wrongCommands) }

// TestGolden replays a battle of each setup to its end.
func TestGolden(t *testing.T) { rulestest.Golden(t, warmachine.Game) }

// TestStatements runs the statement book of testdata/statements.
func TestStatements(t *testing.T) { rulestest.Statements(t, warmachine.Game) }

// wrongCommands returns commands that some rule may forbid: too far, too early, by the wrong
// player, at unseen or destroyed models, with any weapon.
func wrongCommands(b rules.Battle) []string {
	v := b.View(rules.Nobody)
	var all []string
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	by := max(0, v.ToAct)
	add(`{"kind":"start"}`)
	add(`{"kind":"fulfil","by":%d}`, by)
	add(`{"kind":"deploy","by":%d}`, by)
	add(`{"kind":"end-control","by":%d}`, 1-by)
	add(`{"kind":"end-activation","by":%d}`, by)
	add(`{"kind":"concede","by":%d}`, 1-by)
	add(`{"kind":"move","by":%d,"movement":"full-advance","distance":40}`, by)
	add(`{"kind":"move","by":%d,"movement":"run","distance":1}`, by)
	var near, fallen string
	for _, u := range v.Units {
		switch {
		case u.Seat == by:
			add(`{"kind":"allocate","by":%d,"warjack":%q,"points":5,"in_control_area":true}`, by, u.ID)
			add(`{"kind":"allocate","by":%d,"warjack":%q,"points":1,"in_control_area":false}`, by, u.ID)
			add(`{"kind":"activate","by":%d,"unit":%q,"order":"charge"}`, by, u.ID)
		case u.Gone:
			fallen = u.ID
		default:
			near = u.ID
		}
	}
	for _, target := range []string{near, fallen} {
		add(`{"kind":"move","by":%d,"movement":"charge","target":%q,"distance":1}`, by, target)
		add(`{"kind":"move","by":%d,"movement":"charge","target":%q,"distance":1,"los":true,"in_reach":true}`, by, target)
		add(`{"kind":"move","by":%d,"movement":"charge","target":%q,"distance":40,"los":true,"in_reach":true}`, by, target)
		add(`{"kind":"move","by":%d,"movement":"charge","target":%q,"los":false,"in_reach":true}`, by, target)
	}
	for _, weapon := range []string{"rivet-pistol", "ladle-hammer", "breech-cannon", "chain-mallet", "ember-rifle", "bayonet", "sabre", "twin-carbine", "harpoon", "gaff"} {
		for _, more := range []string{"", `,"los":true,"in_reach":true,"distance":1`, `,"additional":true`, `,"los":false`, `,"in_reach":false`, `,"boost_attack":true`, `,"engaged":true`, `,"los":true,"in_reach":true,"distance":1,"attack_modifier":1,"modifier_reason":"by hand"`} {
			add(`{"kind":"attack","by":%d,"target":%q,"weapon":%q%s}`, by, near, weapon, more)
		}
	}
	return all
}

func TestRostersAreLegal(t *testing.T) { rulestest.RostersAreLegal(t, warmachine.Game) }

// A scriptedBattle plays commands on a battle with given dice.
type scriptedBattle struct {
	t testing.TB
	b rules.Battle
}

// newScriptedBattle begins the first battle of testdata: seat 0 wins the roll and plays
// first.
func newScriptedBattle(t testing.TB) *scriptedBattle {
	t.Helper()
	b := rulestest.Begin(t, warmachine.Game, setups(t, "measured-furnace")[0])
	tb := &scriptedBattle{t, b}
	tb.do(`{"kind":"start"}`, []int{0}, 5, 2)
	tb.do(`{"kind":"deploy","by":0}`, nil)
	tb.do(`{"kind":"deploy","by":1}`, nil)
	return tb
}

func (tb *scriptedBattle) try(command string, choices []int, faces ...int) error {
	c, err := warmachine.Game.DecodeCommand([]byte(command))
	if err != nil {
		return err
	}
	after, _, err := rules.Play(tb.b, c, dice.NewTape(faces...), rules.ChooseFrom(rules.Options(choices...)))
	if err == nil {
		tb.b = after
	}
	return err
}

func (tb *scriptedBattle) do(command string, choices []int, faces ...int) {
	tb.t.Helper()
	if err := tb.try(command, choices, faces...); err != nil {
		tb.t.Fatalf("%s: %v", command, err)
	}
}

// charge has the warjack a2 charge from six inches away, with points of focus.
func (tb *scriptedBattle) charge(target string, points int) {
	tb.t.Helper()
	tb.do(fmt.Sprintf(`{"kind":"allocate","by":0,"warjack":"a2","points":%d,"in_control_area":true}`, points), nil)
	tb.do(`{"kind":"end-control","by":0}`, nil)
	tb.do(`{"kind":"activate","by":0,"unit":"a2"}`, nil)
	tb.do(fmt.Sprintf(`{"kind":"move","by":0,"movement":"charge","target":%q,"distance":6,"los":true,"in_reach":true}`, target), []int{0}) // b8 does not counter-charge
}

func (tb *scriptedBattle) refused(command, rule string) {
	tb.t.Helper()
	var f *rules.Fault
	if err := tb.try(command, nil); !errors.As(err, &f) || f.Rule != rule {
		tb.t.Errorf("%s: got %v, want %s", command, err, rule)
	}
}

// track returns a figure or the number of tokens of a unit in the view.
func (tb *scriptedBattle) track(id, key string) int {
	tb.t.Helper()
	for _, u := range tb.b.View(0).Units {
		for _, track := range u.Tracks {
			if u.ID == id && track.Key == key {
				return track.Now
			}
		}
		for _, token := range u.Tokens {
			if u.ID == id && token.Key == key {
				return token.Value
			}
		}
	}
	tb.t.Fatalf("%s has no %s", id, key)
	return 0
}

func (tb *scriptedBattle) is(what string, got, want int) {
	tb.t.Helper()
	if got != want {
		tb.t.Errorf("%s: got %d, want %d", what, got, want)
	}
}

// TestFocusOfATurn follows focus from the start of the game through a turn: a1 is the
// warcaster of FOCUS 6, a2 its heavy warjack and b1 the enemy of FOCUS 7.
func TestFocusOfATurn(t *testing.T) {
	tb := newScriptedBattle(t)
	tb.is("focus of the second player's warcaster at the start", tb.track("b1", "focus"), 7)
	tb.refused(`{"kind":"allocate","by":0,"warjack":"a2","points":4,"in_control_area":true}`, "WM-X-FOC-2")
	tb.refused(`{"kind":"allocate","by":0,"warjack":"a2","points":1,"in_control_area":false}`, "WM-FOCUS-2")
	tb.refused(`{"kind":"allocate","by":0,"warjack":"a5","points":1,"in_control_area":true}`, "WM-FOCUS-1")
	tb.do(`{"kind":"allocate","by":0,"warjack":"a2","points":3,"in_control_area":true}`, nil)
	tb.do(`{"kind":"allocate","by":0,"warjack":"a3","points":3,"in_control_area":true}`, nil)
	tb.refused(`{"kind":"allocate","by":0,"warjack":"a4","points":1,"in_control_area":true}`, "WM-CTRL-2")
	tb.do(`{"kind":"end-control","by":0}`, nil)
	tb.is("left on the warcaster", tb.track("a1", "focus"), 0)
	tb.do(`{"kind":"activate","by":0,"unit":"a2"}`, nil)
	tb.refused(`{"kind":"activate","by":0,"unit":"a1"}`, "WM-ACT-3")
	tb.refused(`{"kind":"move","by":0,"movement":"charge","target":"b2","distance":7.001,"los":true,"in_reach":true}`, "WM-CHARGE-10")
	tb.do(`{"kind":"move","by":0,"movement":"charge","target":"b2","distance":7,"los":true,"in_reach":true}`, []int{0}) // b8 does not counter-charge
	tb.is("after paying for the charge", tb.track("a2", "focus"), 2)
	tb.refused(`{"kind":"end-activation","by":0}`, "WM-CHARGE-17")
	tb.refused(`{"kind":"attack","by":0,"target":"b3","weapon":"drop-hammer"}`, "WM-CHARGE-18")
}

// TestChargeAttackOnAGrid charges, hits, and fills the third column of b2 with three damage
// dice and no focus, because a charge attack is boosted.
func TestChargeAttackOnAGrid(t *testing.T) {
	tb := newScriptedBattle(t)
	tb.charge("b2", 3)
	// MAT 6 against DEF 10; 18 and 12 against ARM 19: 11 damage from column 3 on.
	tb.do(`{"kind":"attack","by":0,"target":"b2","weapon":"drop-hammer"}`, nil, 3, 2, 4, 4, 4, 3)
	tb.is("boxes filled", tb.track("b2", "boxes"), 11)
	tb.refused(`{"kind":"attack","by":0,"target":"b2","weapon":"drop-hammer"}`, "WM-COMBAT-3")
	tb.do(`{"kind":"attack","by":0,"target":"b2","weapon":"shield-plate"}`, nil, 1, 1)
	tb.do(`{"kind":"attack","by":0,"target":"b2","weapon":"drop-hammer","additional":true,"boost_damage":true}`, nil, 6, 6, 1, 1, 1, 5)
	tb.is("focus after an attack and a boost", tb.track("a2", "focus"), 0)
	tb.is("boxes filled after 21 against 19", tb.track("b2", "boxes"), 13)
	tb.refused(`{"kind":"attack","by":0,"target":"b2","weapon":"drop-hammer","additional":true}`, "WM-COMBAT-11")
	if slices.ContainsFunc(tb.b.View(0).Units, func(u rules.UnitView) bool { return u.ID == "b2" && slices.Contains(u.Tags, "crippled-cortex") }) {
		t.Error("the cortex of b2 has boxes left in column 4")
	}
}

func TestBeginRefuses(t *testing.T) {
	rulestest.RefusesSetups(t, warmachine.Game, setups(t, "measured")[0], []rulestest.BadSetup{
		{"another way", func(s *rules.Setup) { s.Mode = "by-post" }, "mode"},
		{"another version", func(s *rules.Setup) { s.Version = 99 }, "version"},
		{"three armies", func(s *rules.Setup) { s.Rosters = append(s.Rosters, s.Rosters[0]) }, "rosters"},
		{"an option", func(s *rules.Setup) { s.Options = map[string]string{"fog": "on"} }, "options.fog"},
		{"a strange battlefield", rulestest.BadField(`{"hills":2}`), "field.hills"},
		{"a dented hill", rulestest.BadField(`{"terrain":[{"kind":"hill","polygon":[[0,0],[4,0],[1,1],[0,4]]}]}`), "field.terrain[0].polygon"},
		{"teams of two", rulestest.BadField(`{"play":"teams","teams":[0,0]}`), "field.teams"},
		{"zones too near", rulestest.BadField(`{"zones":[{"shape":"edge","edge":"south"},{"shape":"edge","edge":"north","depth":11}]}`), "field.zones[1]"},
		{"the same units twice", func(s *rules.Setup) { s.Rosters = []rules.Roster{s.Rosters[0], s.Rosters[0]} }, "rosters[1].units[0].id"},
		{"nobody to lead", func(s *rules.Setup) {
			r := s.Rosters[0]
			r.Units = r.Units[4:5]
			s.Rosters = []rules.Roster{r, s.Rosters[1]}
		}, "rosters[0].units"},
		{"a strange profile", func(s *rules.Setup) {
			r := s.Rosters[0]
			r.Units = append([]rules.Unit{{ID: "x", Name: "x", Profile: json.RawMessage(`{}`)}}, r.Units...)
			s.Rosters = []rules.Roster{r, s.Rosters[1]}
		}, "rosters[0].units[0].profile.id"},
	})
}

// TestUnitChargesWhatItCanReach: a whole unit charges only if one of its troopers reaches
// the target; an order to charge does not turn into a run that was not asked for.
func TestUnitChargesWhatItCanReach(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-25-slag")
	refused, charged := 0, 0
	for n := range 3 {
		rng := rand.New(rand.NewPCG(uint64(n), 11))
		b := rulestest.Begin(t, warmachine.Game, list[0])
		choose := rules.ChooseRandom(rng.IntN)
		bots := warmachine.Game.Bots
		for {
			for _, legal := range b.Legal() {
				m, is := legal.(warmachine.Move)
				if !is || m.Who != "" {
					continue
				}
				for _, u := range b.View(rules.Nobody).Units {
					if u.Seat == m.By() {
						continue
					}
					c := m
					c.Movement, c.Target, c.Path = "charge", u.ID, nil
					_, step, err := rules.Play(b, c, dice.Seeded("charge"), rules.ChooseFirst)
					if err != nil {
						refused++
						continue
					}
					charges, runs := 0, 0 // a charger that a free strike stops counts too
					for _, e := range step.Events {
						if e, is := e.(warmachine.AttackRolled); is && e.Free {
							charges++
						}
						if e, is := e.(warmachine.Moved); is && e.Movement == "charge" {
							charges++
						} else if is && e.Movement == "run" {
							runs++
						}
					}
					if charges == 0 && runs > 0 {
						t.Fatalf("a charge of %s at %s is a run of %d models", m.Who, u.ID, runs)
					}
					charged++
				}
				break
			}
			c := rules.Choose(b, bots, rng.IntN)
			if c == nil {
				break
			}
			_, err := rules.PlayInPlace(b, c, dice.Seeded(fmt.Sprint(rng.Uint64())), choose)
			rulestest.Must(t, err)
		}
	}
	t.Logf("%d charges, %d refused", charged, refused)
	if charged == 0 || refused == 0 {
		t.Errorf("%d charges and %d refused show nothing", charged, refused)
	}
}
