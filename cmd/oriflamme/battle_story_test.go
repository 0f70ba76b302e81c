package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/warcry"
)

// The phones play firstActs acts at the beginning of a long battle and lastActs at its end. The end is where bots would
// need about lastCommands more commands, and fewer each time that the phones have put it off; in the end the bots end it.
const (
	firstActs    = 30
	lastActs     = 30
	lastCommands = 10
)

// skipAhead lets bots fight the middle of a long battle until about left commands are missing. It first plays a copy of the battle
// to the end and then enters the dice of the copy as rolled at the table, so that the end comes where it was in the
// copy.
func (d demoSite) skipAhead(t *testing.T, battle campaign.ID, left int) {
	t.Helper()
	live := d.live(t, battle)
	state, game := d.state(t), d.service.Game(live.Setup.Game)
	coins := rand.New(rand.NewPCG(8, 13))
	steps := playAhead(t, game, live.Battle, coins)
	for len(steps) > left && !live.Over {
		step := steps[0]
		raw, err := rules.EncodeCommand(step.Command)
		must(t, err)
		m := campaign.Move{Number: live.Number, Command: raw, Key: "skip-" + strconv.Itoa(live.Number)}
		hidden, faces := false, []int{}
		for _, die := range step.Dice {
			if slices.Contains(game.Secret, die.For) {
				hidden = true
				continue
			}
			faces = append(faces, die.Value)
		}
		player := func(seat rules.Seat) campaign.Actor {
			return campaign.Actor{Member: state.Rosters[state.Battles[battle].Seats[seat]].Member}
		}
		live, err = d.service.Offer(t.Context(), player(step.Command.By()), d.club, battle, m)
		for choices := step.Choices; err == nil && live.Pending != nil; {
			by, answer := player(step.Command.By()), campaign.Answer{}
			var need *dice.MissingError
			var q *rules.Question
			switch {
			case errors.As(live.Pending.Err, &need):
				n := min(need.Roll.N-len(need.Present), len(faces))
				answer.App, answer.Dice, faces = n == 0, faces[:n], faces[n:]
			case errors.As(live.Pending.Err, &q) && len(choices) > 0:
				by, answer.Choice, choices = player(q.Seat), &choices[0], choices[1:]
			default:
				t.Fatalf("%s: waits for %v", raw, live.Pending.Err)
			}
			live, err = d.service.Answer(t.Context(), by, d.club, battle, live.Number, answer)
		}
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if steps = steps[1:]; hidden { // the program rolls hidden dice itself, with other faces than in the copy
			steps = playAhead(t, game, live.Battle, coins)
		}
	}
}

// playThrough has the phones play the beginning and the end of a battle that is open on them. When they put the end
// off, bots skip ahead again.
func (d demoSite) playThrough(t *testing.T, phones []tab, battle campaign.ID) {
	t.Helper()
	players := newPhonePlayers(t, phones)
	over := players.play(firstActs)
	for left := lastCommands; !over; left /= 2 {
		for !over && d.isWaiting(t, battle) { // a phone was asked for dice or a choice
			over = players.play(1)
		}
		if over {
			break
		}
		for _, phone := range phones {
			phone.leave()
		}
		d.skipAhead(t, battle, left)
		for _, phone := range phones {
			phone.open(d.url + "/clubs/" + d.club + "/battles/" + battle)
		}
		over = players.play(lastActs)
	}
	t.Log(players.done)
}

// isWaiting reports whether a command that was given still waits for an answer.
func (d demoSite) isWaiting(t *testing.T, battle campaign.ID) bool {
	t.Helper()
	return d.live(t, battle).Pending != nil
}

// playAhead plays a copy of a battle to its end with two bots and returns the steps.
func playAhead(t *testing.T, game *rules.Game, b rules.Battle, coins *rand.Rand) (steps []rules.Step) {
	t.Helper()
	b = b.Clone()
	bots := slices.Repeat(game.Bots[:1], 2)
	src := dice.Seeded("rehearsal" + strconv.Itoa(coins.Int()))
	choose := rules.ChooseRandom(coins.IntN)
	for {
		if _, over := b.Outcome(); over {
			return steps
		}
		step, err := rules.PlayInPlace(b, rules.Choose(b, bots, coins.IntN), src, choose)
		must(t, err)
		steps = append(steps, step)
	}
}

// TestStory plays tonight's battle of the demo club on two phones, from opening it to honours, land and standings.
func TestStory(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	phones := site.phones(b)
	battle := site.lastBattle(t, func(s *campaign.State, b *campaign.Battle) bool {
		return b.Status == campaign.Scheduled && len(b.EngineParts) == 0 && len(b.Stakes) > 0 && s.Seat(b, site.people["Camille"]) == 0
	})
	land := battle.Stakes[0]
	owner := func() campaign.ID {
		return site.state(t).Campaigns[battle.Campaign].Map.Region(land).Owner
	}
	before := owner()
	at := site.battleURL(battle)

	camille, yanis := phones[0], phones[1]
	camille.open(at)
	camille.click(`input[name=mode][value=board] + span, label:has(input[name=mode][value=board])`)
	camille.screenshot("story-1-setup")
	camille.click(`form[action$="/open"] button.flame, form[action$="/open"] button[type=submit], form[action$="/open"] .btn`)
	camille.wait(`document.querySelector(".ask")`)
	camille.screenshot("story-2-first-question")
	yanis.open(at)
	site.playThrough(t, phones, battle.ID)

	camille.open(at)
	camille.screenshot("story-3-over")
	camille.click(`form[action$="/finish"] button`)
	camille.wait(`document.querySelector("#reports")`)
	yanis.open(at)
	yanis.screenshot("story-4-confirm")
	yanis.click(`main a[href$="/report"]`)
	yanis.wait(`document.querySelector("form[action$='/confirm']")`)
	yanis.screenshot("story-4b-report")
	yanis.click(`form[action$="/confirm"] button`)
	yanis.wait(`!document.querySelector("form[action$='/confirm']")`)
	if got := site.state(t).Battles[battle.ID].Status; got != campaign.Confirmed {
		t.Fatalf("after both have spoken the battle is %s", got)
	}
	yanis.open(at)
	yanis.screenshot("story-5-settled")
	yanis.click(`form[action$="/aftermath"] button`)
	yanis.wait(`document.querySelector(".ask")`)
	camille.open(at)
	newPhonePlayers(t, phones).playOut()
	camille.open(at)
	camille.screenshot("story-6-aftermath")
	camille.click(`form[action$="/finish"] button`)
	camille.wait(`document.querySelector("#reports")`)
	camille.screenshot("story-7-final")

	after := site.state(t).Battles[battle.ID]
	if after.Status != campaign.Final || len(after.Effects) == 0 {
		t.Fatalf("in the end the battle is %s with %d effects", after.Status, len(after.Effects))
	}
	if after.Result.Winner == 0 && before == owner() || after.Result.Winner != 0 && before != owner() {
		t.Errorf("winner %d, land of %s before and %s after", after.Result.Winner, before, owner())
	}
	camille.open(site.url + "/clubs/" + site.club + "/campaigns/" + battle.Campaign + "/chronicle")
	if text := camille.text(); !strings.Contains(text, fmt.Sprintf("Bataille %d", battle.Number)) {
		t.Errorf("the chronicle lacks battle %d:\n%s", battle.Number, text)
	}
}

// TestEvenings plays the demo club's battle of every other game to its end on two phones, and both sides agree on the
// result.
func TestEvenings(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	for _, g := range games.All {
		if g.Begin == nil || g == warcry.Game {
			continue
		}
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			b := b
			b.t = t
			site := newDemoSite(t)
			phones, battle := site.phones(b), site.plannedBattle(t, g.ID)
			at := site.battleURL(battle)
			phones[0].open(at)
			phones[0].screenshot("evening-" + g.ID + "-setup")
			phones[0].click(`form[action$="/open"] .btn.flame`)
			phones[0].wait(`document.querySelector(".ask")`)
			phones[1].open(at)
			site.playThrough(t, phones, battle.ID)
			phones[0].open(at)
			phones[0].screenshot("evening-" + g.ID + "-over")
			phones[0].wantFits("the battle")
			phones[0].wantNoFaults("the battle")
			phones[0].click(`form[action$="/finish"] button`)
			phones[0].wait(`document.querySelector("#reports")`)
			phones[1].open(at + "/report")
			phones[1].click(`form[action$="/confirm"] button`)
			phones[1].wait(`!document.querySelector("form[action$='/confirm']")`)
			if got := site.state(t).Battles[battle.ID].Status; got != campaign.Confirmed && got != campaign.Final {
				t.Errorf("after both have spoken the battle is %s", got)
			}
		})
	}
}
