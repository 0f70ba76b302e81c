package underworlds_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// give plays a command on a battle; it may draw any dice and takes the first answer to a
// question.
func give(t *testing.T, b rules.Battle, command string) (rules.Battle, error) {
	t.Helper()
	c, err := underworlds.Game.DecodeCommand([]byte(command))
	rulestest.Must(t, err)
	after, _, err := rules.Play(b, c, dice.Seeded("give"), rules.ChooseFirst)
	return after, err
}

// mustGive plays a command that must be accepted.
func mustGive(t *testing.T, b rules.Battle, command string) rules.Battle {
	t.Helper()
	after, err := give(t, b, command)
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return after
}

// refuses plays a command that a rule must forbid.
func refuses(t *testing.T, b rules.Battle, command, rule string) {
	t.Helper()
	_, err := give(t, b, command)
	if f, ok := err.(*rules.Fault); !ok || f.Rule != rule {
		t.Errorf("%s: got %v, want %s", command, err, rule)
	}
}

// TestRealDecks plays with two decks on the table, one listed and one not: nobody deals, and a
// drawn card is known to its owner alone once he names it.
func TestRealDecks(t *testing.T) {
	list, _ := rulestest.Setups(t, "own-decks")
	b := rulestest.Begin(t, underworlds.Game, list[0])
	src := dice.Seeded("decks")
	thrown := map[string]bool{}
	for b.View(rules.Nobody).Phase != "activation" {
		legal := b.Legal()
		step, err := rules.PlayInPlace(b, legal[0], src, rules.ChooseFirst)
		rulestest.Must(t, err)
		if step.Command.Kind() == "deal" {
			t.Error("somebody must deal")
		}
		for _, d := range step.Dice {
			thrown[d.For] = true
		}
	}
	if thrown["shuffle"] {
		t.Error("a deck is shuffled")
	}
	var roster struct{ Power []struct{ ID, Name string } }
	_ = json.Unmarshal(list[0].Rosters[0].Extra, &roster)
	listed, other := roster.Power[1].ID, roster.Power[3].ID
	hand := func(seat rules.Seat) rules.SideView { return b.View(seat).Sides[seat] }
	if n := len(hand(0).Cards); n != 8 || !strings.HasPrefix(hand(0).Cards[3].ID, "a-own-power-") {
		t.Fatalf("seat 0 holds %d cards: %+v", n, hand(0).Cards)
	}
	slot := hand(0).Cards[3].ID
	power := b
	for power.View(0).Phase != "power" {
		power = mustGive(t, power, `{"kind":"pass","by":`+map[bool]string{true: "0", false: "1"}[power.View(0).ToAct == 0]+`}`)
	}
	for _, seat := range []rules.Seat{power.View(0).ToAct} {
		refuses(t, power, `{"kind":"play-ploy","by":`+map[bool]string{true: "0", false: "1"}[seat == 0]+`,"card":"`+power.View(seat).Sides[seat].Cards[3].ID+`"}`, "WU-CARD-4")
	}
	refuses(t, b, `{"kind":"name-card","by":1,"card":"`+slot+`","listed":"`+listed+`"}`, "WU-CARD-4")
	refuses(t, b, `{"kind":"name-card","by":0,"card":"`+slot+`","listed":"nothing"}`, "WU-CARD-4")
	b = mustGive(t, b, `{"kind":"name-card","by":0,"card":"`+slot+`","listed":"`+listed+`"}`)
	if got := hand(0).Cards[3].ID; got != listed {
		t.Errorf("the card is %s", got)
	}
	refuses(t, b, `{"kind":"name-card","by":0,"card":"`+hand(0).Cards[4].ID+`","listed":"`+listed+`"}`, "WU-BUILD-5")
	b = mustGive(t, b, `{"kind":"name-card","by":0,"card":"`+listed+`","listed":"`+other+`"}`)
	b = mustGive(t, b, `{"kind":"name-card","by":1,"card":"`+hand(1).Cards[3].ID+`","name":"Shrapnel","type":"ploy","text":"1 dégât"}`)
	for _, seat := range []rules.Seat{0, rules.Nobody} {
		text, _ := json.Marshal(b.View(seat))
		if strings.Contains(string(text), "Shrapnel") || seat != 0 && strings.Contains(string(text), other) {
			t.Errorf("seat %d sees a card of the other hand", seat)
		}
	}
	if c := hand(1).Cards[3]; c.Names.In("fr") != "Shrapnel" || c.Type != "ploy" {
		t.Errorf("its owner sees %+v", c)
	}
	saved, err := b.MarshalJSON()
	rulestest.Must(t, err)
	again, err := underworlds.Game.Load(saved)
	rulestest.Must(t, err)
	if again.View(1).Sides[1].Cards[3].Names.In("fr") != "Shrapnel" {
		t.Error("the name is lost with a load")
	}
}

// TestCardsByHand plays a gambit by hand and scores an objective by hand: the other player says
// whether its condition is met.
func TestCardsByHand(t *testing.T) {
	s := newArrangedBattle(t)
	roster := s.state["setup"].(map[string]any)["rosters"].([]any)[0].(map[string]any)["extra"].(map[string]any)
	ploy := ""
	for _, c := range roster["power"].([]any) {
		if c := c.(map[string]any); c["kind"] == "ploy" && ploy == "" {
			ploy = c["id"].(string)
			delete(c, "effect")
		}
	}
	objectives := roster["objectives"].([]any)
	hand := []any{}
	for k, surge := range []bool{false, true} {
		c := objectives[k].(map[string]any)
		delete(c, "conditions")
		delete(c, "keywords")
		c["glory"] = 2
		if surge {
			c["keywords"] = []any{"surge"}
		}
		hand = append(hand, k)
	}
	plain, surge := objectives[0].(map[string]any)["id"].(string), objectives[1].(map[string]any)["id"].(string)
	s.hands([]string{ploy}, nil)
	s.side()["camps"].([]any)[0].(map[string]any)["hands"].([]any)[0] = hand
	s.side()["phase"] = "power"
	events, kinds := s.play(`{"kind":"play-ploy","by":0,"card":"`+ploy+`"}`, nil)
	if first[underworlds.PlayedByHand](t, events).Card != ploy || !strings.Contains(kinds, "played-by-hand discarded") {
		t.Errorf("events are %s", kinds)
	}
	shown := false
	for _, n := range s.b.View(1).Notes {
		shown = shown || n.Key == "by-hand" && n.With["card"] == ploy
	}
	if !shown || s.b.View(1).Names[ploy+"/text"] == nil {
		t.Error("the other player does not see the text of the card")
	}

	// A Surge card by hand is claimed at any time, also in the other player's go.
	b := s.b
	b = mustGive(t, b, `{"kind":"score","by":0,"card":"`+surge+`"}`)
	if v := b.View(1); v.ToAct != 1 || v.Names[surge] == nil || v.Sides[0].Score != 0 {
		t.Errorf("the claim: to act %d", v.ToAct)
	}
	refuses(t, b, `{"kind":"nod","by":0,"agree":true}`, "WU-OBJ-1")
	refuses(t, b, `{"kind":"pass","by":1}`, "WU-OBJ-1")
	refused := mustGive(t, b, `{"kind":"nod","by":1,"agree":false}`)
	if v := refused.View(1); v.Names[surge] != nil || len(refused.View(0).Sides[0].Cards) != 2 {
		t.Error("a claim that is not agreed to leaves the card in hand, unseen")
	}
	b = mustGive(t, b, `{"kind":"nod","by":1,"agree":true}`)
	b = mustGive(t, b, `{"kind":"pass","by":1}`)
	b = mustGive(t, b, `{"kind":"pass","by":0}`)
	if got := b.View(0).Sides[0].Score; got != 2 {
		t.Errorf("glory after the Surge step is %d", got)
	}

	// Another objective is claimed in the end phase.
	s.side()["phase"], s.side()["round"], s.side()["first"] = "score", 1, 0
	s.load(s.b)
	refuses(t, s.b, `{"kind":"score","by":0,"card":"`+surge+`"}`, "WU-SURGE-4")
	b = mustGive(t, s.b, `{"kind":"score","by":0,"card":"`+plain+`"}`)
	b = mustGive(t, b, `{"kind":"nod","by":1,"agree":true}`)
	if v := b.View(0); v.Sides[0].Score != 2 || v.ToAct != 0 {
		t.Errorf("score %d, to act %d", v.Sides[0].Score, v.ToAct)
	}
}

// TestUnnamedCardsAtTheEnd plays battles with decks of the players' own: whatever is offered can
// be played, and who holds cards that he has not named is given the time to name them.
func TestUnnamedCardsAtTheEnd(t *testing.T) {
	list, _ := rulestest.Setups(t, "own-decks")
	waited := map[string]int{}
	for n := range 20 {
		b := rulestest.Begin(t, underworlds.Game, list[0])
		pick := rand.New(rand.NewPCG(uint64(n), 18)).IntN
		src := dice.Seeded(fmt.Sprint("end", n))
		for legal := b.Legal(); len(legal) > 0; legal = b.Legal() {
			if phase := b.View(rules.Nobody).Phase; phase == "score" || phase == "upgrades" {
				for _, c := range legal {
					if _, _, err := rules.Play(b, c, src, rules.ChooseFirst); err != nil {
						t.Errorf("battle %d, %s: %+v is offered: %v", n, phase, c, err)
					}
				}
				if len(legal) > 1 && slices.ContainsFunc(legal, func(c rules.Command) bool { return c.Kind() == "name-card" }) {
					waited[phase]++
				}
			}
			_, err := rules.PlayInPlace(b, legal[pick(len(legal))], src, rules.ChooseRandom(pick))
			rulestest.Must(t, err)
		}
	}
	for _, phase := range []string{"score", "upgrades"} {
		if waited[phase] == 0 {
			t.Errorf("nobody could name a card in %s: %v", phase, waited)
		}
	}
}

// TestReactionsByHandNameTheirStep: a card by hand that reads as a reaction says at which step it is used, in a pack, in a
// roster and when its owner names it; he is then asked at that step.
func TestReactionsByHandNameTheirStep(t *testing.T) {
	list, _ := rulestest.Setups(t, "own-decks")
	roster := list[0].Rosters[0]
	var extra struct {
		Own        string           `json:"own_deck"`
		Objectives []map[string]any `json:"objectives"`
		Power      []map[string]any `json:"power"`
	}
	rulestest.Must(t, json.Unmarshal(roster.Extra, &extra))
	at := slices.IndexFunc(extra.Power, func(c map[string]any) bool { return c["id"] == "silence" })
	for _, text := range []string{"Réaction : après une attaque, poussez.", "+1 dé. réaction, après une attaque : poussez."} {
		card := extra.Power[at]
		delete(card, "when")
		card["text"] = map[string]string{"fr": text}
		var err error
		roster.Extra, err = json.Marshal(extra)
		rulestest.Must(t, err)
		field := fmt.Sprintf("extra.power[%d].when", at)
		if faults := underworlds.Game.CheckRoster(roster); len(faults) != 1 || faults[0].Rule != "WU-REACT-1" || faults[0].Field != field {
			t.Errorf("%s: the roster has %v, want WU-REACT-1 at %s", text, faults, field)
		}
		raw, err := json.Marshal(card)
		rulestest.Must(t, err)
		faults := underworlds.Game.CheckPack(rules.Pack{Parts: map[string][]json.RawMessage{"cards": {raw}}})
		if len(faults) != 1 || faults[0].Rule != "WU-REACT-1" || faults[0].Field != "parts.cards[0].when" {
			t.Errorf("%s: the pack has %v", text, faults)
		}
		card["text"] = map[string]string{"fr": "Poussez. Ce n'est pas une réaction, mais un subterfuge."}
		if roster.Extra, err = json.Marshal(extra); err != nil || underworlds.Game.CheckRoster(roster) != nil {
			t.Errorf("a gambit that is no reaction: %v %v", err, underworlds.Game.CheckRoster(roster))
		}
	}

	b := rulestest.Begin(t, underworlds.Game, list[0])
	src := dice.Seeded("steps")
	for b.View(rules.Nobody).Phase != "activation" {
		_, err := rules.PlayInPlace(b, b.Legal()[0], src, rules.ChooseFirst)
		rulestest.Must(t, err)
	}
	slot := b.View(1).Sides[1].Cards[3].ID
	name := `{"kind":"name-card","by":1,"card":"` + slot + `","name":"Esquive","type":"ploy","text":"Réaction : après une action, poussez."`
	refuses(t, b, name+`}`, "WU-REACT-1")
	b = mustGive(t, b, name+`,"when":"after-action"}`)
	c, err := underworlds.Game.DecodeCommand([]byte(fmt.Sprintf(`{"kind":"draw-power","by":%d}`, b.View(rules.Nobody).ToAct)))
	rulestest.Must(t, err)
	asked := false
	_, _, err = rules.Play(b, c, dice.Seeded("asked"), func(q *rules.Question) (rules.Reply, error) {
		asked = asked || q.Seat == 1 && q.Why == "react-after-action" && slices.Contains(q.Options, slot)
		return rules.Reply{}, nil
	})
	if rulestest.Must(t, err); !asked {
		t.Error("its owner is not asked after the action")
	}
}
