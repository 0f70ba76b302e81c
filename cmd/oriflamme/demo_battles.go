package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/packs"
	"oriflamme/rules"
)

// playBattle schedules a battle and plays or reports it as far as its result says.
func (d *demo) playBattle(b demoBattle) error {
	if err := d.playRound(b.week); err != nil {
		return err
	}
	stakes, err := d.chooseStakes(b)
	if err != nil {
		return err
	}
	by := b.attacker
	if len(stakes) == 0 {
		by = 0 // a battle for no land needs an organiser's leave
	}
	at := d.now.Add(time.Hour)
	if b.result == "tonight" {
		at = d.end.Add(time.Hour)
	}
	act, err := d.service.Schedule(d.ctx, d.actor(by), d.club, d.key(), campaign.Schedule{
		Campaign: d.campaign, Round: b.week, Table: fmt.Sprint(1 + (b.attacker+b.defender)%4), At: at, Deadline: at.Add(10 * 24 * time.Hour),
		Seats: []campaign.ID{d.sides[b.attacker].roster, d.sides[b.defender].roster}, Attacker: 0, Stakes: stakes, IgnoreBorder: len(stakes) == 0,
	})
	if err != nil {
		return err
	}
	battle := act.Body.(campaign.Schedule).Battle
	d.skip(at)
	switch b.result {
	case "engine":
		return d.playWithEngine(b, battle, -1)
	case "half":
		return d.playWithEngine(b, battle, 14)
	case "slip":
		return d.reportOnPaper(b, battle, b.scores)
	case "disputed":
		return d.reportOnPaper(b, battle, []int{b.scores[1], b.scores[0]})
	}
	return nil
}

// playRound moves the campaign on to a round, unless it is there already.
func (d *demo) playRound(week int) error {
	state, err := d.service.State(d.ctx, d.club)
	if err != nil || state.Campaigns[d.campaign].Round >= week {
		return err
	}
	_, err = d.service.Do(d.ctx, d.actor(0), d.club, d.key(), campaign.ActRequest{Body: campaign.SetRound{Campaign: d.campaign, Round: week}})
	return err
}

// chooseStakes returns a region at the border that the attacker wants: one of the defender's first, then a free one,
// none when the two realms share no border.
func (d *demo) chooseStakes(b demoBattle) ([]campaign.ID, error) {
	state, err := d.service.State(d.ctx, d.club)
	if err != nil {
		return nil, err
	}
	land := state.Campaigns[d.campaign].Map
	if land == nil {
		return nil, nil
	}
	contested := state.Contested(d.campaign)
	for _, owner := range []campaign.ID{d.sides[b.defender].roster, ""} {
		for _, r := range land.Regions {
			if r.Owner == owner && !r.Capital && len(contested[r.ID]) == 0 && land.Borders(r.ID, d.sides[b.attacker].roster) {
				return []campaign.ID{r.ID}, nil
			}
		}
	}
	return nil, nil
}

// reportOnPaper enters a result played on paper: one side reports it, and the other confirms it or, when other are
// different scores, reports those.
func (d *demo) reportOnPaper(b demoBattle, battle campaign.ID, other []int) error {
	result := campaign.Result{Winner: rules.Seat(b.winner), Scores: b.scores}
	_, err := d.service.Report(d.ctx, d.actor(b.attacker), d.club, d.key(), campaign.Report{Battle: battle, Seat: 0, Result: result})
	if err != nil {
		return err
	}
	if slices.Equal(other, b.scores) {
		if _, err := d.service.Confirm(d.ctx, d.actor(b.defender), d.club, d.key(), campaign.Confirm{Battle: battle, Seat: 1}); err != nil {
			return err
		}
		return d.postWarcryAftermath(b, battle)
	}
	mine := campaign.Result{Winner: 1, Scores: other}
	_, err = d.service.Report(d.ctx, d.actor(b.defender), d.club, d.key(), campaign.Report{Battle: battle, Seat: 1, Result: mine,
		Note: "Le dernier objectif était à moi : ma porteuse était à moins d’un pouce."})
	return err
}

// postWarcryAftermath posts the aftermath that the two sides of a battle of the main campaign, which is of
// Warcry, rolled on paper: experience for all fighters, and for some an honour or a scar.
func (d *demo) postWarcryAftermath(b demoBattle, battle campaign.ID) error {
	honours := []string{"first-blood", "treasure-bearer", "last-standing", "unbreakable"}
	state, err := d.service.State(d.ctx, d.club)
	if err != nil {
		return err
	}
	for seat, i := range []int{b.attacker, b.defender} {
		units := state.Rosters[d.sides[i].roster].BattleList().Units
		var effects []rules.Effect
		for _, u := range units {
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: u.ID, Kind: rules.EffectExperience, Key: "experience", Amount: 1 + d.dice.IntN(2), Rule: "WC-HOUSE-4"})
		}
		honour := 2
		if b.winner >= 0 {
			honour = 1
		}
		if b.winner == seat {
			honour = 3
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: units[d.dice.IntN(len(units))].ID, Kind: rules.EffectHonour, Key: honours[d.dice.IntN(len(honours))], Amount: 1, Rule: "WC-HOUSE-5"})
		} else {
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: units[1+d.dice.IntN(len(units)-1)].ID, Kind: rules.EffectScar, Key: "limp", Amount: 1, Rule: "WC-HOUSE-3"})
		}
		effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Kind: rules.EffectResource, Key: "glory", Amount: honour, Rule: "WC-HOUSE-6"})
		if _, err := d.service.PostAftermath(d.ctx, d.actor(i), d.club, d.key(), battle, effects); err != nil {
			return err
		}
	}
	return nil
}

// playWithEngine lets bots play a battle with the program's dice, on a board if the game has one: at most steps
// commands, or, when steps is negative, the whole battle and its aftermath.
func (d *demo) playWithEngine(b demoBattle, battle campaign.ID, steps int) error {
	state, err := d.service.State(d.ctx, d.club)
	if err != nil {
		return err
	}
	mode := rules.Board
	if !d.game.Plays(mode) {
		mode = d.game.Modes[0]
	}
	setup := rules.Setup{Mode: mode, Options: map[string]string{}}
	for _, i := range []int{b.attacker, b.defender} {
		setup.Rosters = append(setup.Rosters, state.Rosters[d.sides[i].roster].BattleList())
	}
	if setup.Field, err = d.drawField(setup.Rosters); err != nil {
		return err
	}
	if _, err := d.service.OpenBattle(d.ctx, d.actor(b.attacker), d.club, battle, setup, d.key()); err != nil {
		return err
	}
	over, err := d.playBots(b, battle, steps)
	if err != nil || !over {
		return err
	}
	for _, i := range []int{b.attacker, b.defender} {
		if _, err := d.service.FinishBattle(d.ctx, d.actor(i), d.club, battle, d.key()); err != nil {
			return err
		}
	}
	if d.game.Aftermath == nil {
		return nil
	}
	if _, err := d.service.OpenAftermath(d.ctx, d.actor(b.attacker), d.club, battle, d.key()); err != nil {
		return err
	}
	if _, err := d.playBots(b, battle, -1); err != nil {
		return err
	}
	_, err = d.service.FinishBattle(d.ctx, d.actor(b.attacker), d.club, battle, d.key())
	return err
}

// drawField draws a card of each deck that the pack has cards for.
func (d *demo) drawField(rosters []rules.Roster) (json.RawMessage, error) {
	choice := map[string]string{}
	for _, deck := range d.game.Decks {
		if deck.FromRosters != nil {
			continue
		}
		cards, err := packs.Cards(d.pack, deck.Part)
		if err != nil {
			return nil, err
		}
		if len(cards) > 0 {
			choice[deck.Field] = cards[d.dice.IntN(len(cards))].ID
		}
	}
	return packs.DrawField(d.pack, d.game, choice, rosters...)
}

// halfwayCommands is the number of commands after which a battle of bots is left unfinished.
const halfwayCommands = 5000

// playBots has the strongest bot give commands for both sides, steps of them unless steps is negative. It reports
// whether the battle is over.
func (d *demo) playBots(b demoBattle, battle campaign.ID, steps int) (over bool, err error) {
	bot := d.game.Bots[len(d.game.Bots)-1]
	for n := 0; n != steps && n < halfwayCommands; n++ {
		live, err := d.service.Live(d.ctx, d.club, battle)
		if err != nil || live.Over {
			return live != nil && live.Over, err
		}
		command := bot.Choose(live.Battle, live.Battle.Legal(), d.dice.IntN)
		raw, err := rules.EncodeCommand(command)
		if err != nil {
			return false, err
		}
		who := b.attacker
		if command.By() == 1 {
			who = b.defender
		}
		if err := d.sendCommand(who, battle, campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: d.key()}); err != nil {
			return false, err
		}
	}
	return false, nil
}

// sendCommand sends a command and answers its questions at random. Only the side that is asked, or an organiser, may
// answer: the organiser sends the command with all answers.
func (d *demo) sendCommand(who int, battle campaign.ID, m campaign.Move) error {
	for {
		by := d.actor(who)
		if len(m.Choices) > 0 {
			by = d.actor(0)
		}
		_, err := d.service.Play(d.ctx, by, d.club, battle, m)
		var q *rules.Question
		if !errors.As(err, &q) {
			return err
		}
		m.Choices = append(m.Choices, rules.Reply{Option: d.dice.IntN(len(q.Options))})
	}
}
