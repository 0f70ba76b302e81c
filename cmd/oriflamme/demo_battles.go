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
	"oriflamme/rules/warcry"
)

// fight schedules a battle of the story and brings it as far as the story goes.
func (d *demo) fight(b bout) error {
	if err := d.round(b.week); err != nil {
		return err
	}
	stakes, err := d.stakes(b)
	if err != nil {
		return err
	}
	by := b.attacker
	if len(stakes) == 0 {
		by = 0 // a battle for no land needs an organiser's leave
	}
	at := d.now.Add(time.Hour)
	if b.how == "tonight" {
		at = d.real.Add(time.Hour)
	}
	act, err := d.hall.Schedule(d.ctx, d.by(by), d.club, d.key(), campaign.Schedule{
		Campaign: d.camp, Round: b.week, Table: fmt.Sprint(1 + (b.attacker+b.defender)%4), At: at, Deadline: at.Add(10 * 24 * time.Hour),
		Seats: []campaign.ID{d.sides[b.attacker].roster, d.sides[b.defender].roster}, Attacker: 0, Stakes: stakes, Leave: len(stakes) == 0,
	})
	if err != nil {
		return err
	}
	battle := act.Body.(campaign.Schedule).Battle
	d.skip(at)
	switch b.how {
	case "engine":
		return d.engine(b, battle, -1)
	case "half":
		return d.engine(b, battle, 14)
	case "slip":
		return d.slip(b, battle, b.scores)
	case "disputed":
		return d.slip(b, battle, []int{b.scores[1], b.scores[0]})
	}
	return nil
}

func (d *demo) round(week int) error {
	state, err := d.hall.State(d.ctx, d.club)
	if err != nil || state.Campaigns[d.camp].Round >= week {
		return err
	}
	_, err = d.hall.Do(d.ctx, d.by(0), d.club, d.key(), campaign.Draft{Body: campaign.SetRound{Campaign: d.camp, Round: week}})
	return err
}

// stakes is land at the border that the attacker wants: the defender's first,
// then free land; none when the two realms do not meet any.
func (d *demo) stakes(b bout) ([]campaign.ID, error) {
	state, err := d.hall.State(d.ctx, d.club)
	if err != nil {
		return nil, err
	}
	land := state.Campaigns[d.camp].Map
	if land == nil {
		return nil, nil
	}
	contested := state.Contested(d.camp)
	for _, owner := range []campaign.ID{d.sides[b.defender].roster, ""} {
		for _, r := range land.Regions {
			if r.Owner == owner && !r.Capital && len(contested[r.ID]) == 0 && land.Borders(r.ID, d.sides[b.attacker].roster) {
				return []campaign.ID{r.ID}, nil
			}
		}
	}
	return nil, nil
}

// slip enters a result played on paper: one side reports, the other confirms, or
// reports something else.
func (d *demo) slip(b bout, battle campaign.ID, other []int) error {
	result := campaign.Result{Winner: rules.Seat(b.winner), Scores: b.scores}
	_, err := d.hall.Report(d.ctx, d.by(b.attacker), d.club, d.key(), campaign.Report{Battle: battle, Seat: 0, Result: result})
	if err != nil {
		return err
	}
	if slices.Equal(other, b.scores) {
		if _, err := d.hall.Confirm(d.ctx, d.by(b.defender), d.club, d.key(), campaign.Confirm{Battle: battle, Seat: 1}); err != nil {
			return err
		}
		return d.tend(b, battle)
	}
	mine := campaign.Result{Winner: 1, Scores: other}
	_, err = d.hall.Report(d.ctx, d.by(b.defender), d.club, d.key(), campaign.Report{Battle: battle, Seat: 1, Result: mine,
		Note: "Le dernier objectif était à moi : ma porteuse était à moins d’un pouce."})
	return err
}

// tend posts the aftermath that the two sides rolled on paper.
func (d *demo) tend(b bout, battle campaign.ID) error {
	if d.game.After == nil {
		return nil
	}
	if d.game != warcry.Game {
		for _, i := range []int{b.attacker, b.defender} {
			if _, err := d.hall.PostAftermath(d.ctx, d.by(i), d.club, d.key(), battle, []rules.Effect{}); err != nil {
				return err
			}
		}
		return nil
	}
	return d.bindWounds(b, battle)
}

// bindWounds is an aftermath of Warcry: experience for all, and for some an
// honour or a scar.
func (d *demo) bindWounds(b bout, battle campaign.ID) error {
	honours := []string{"first-blood", "treasure-bearer", "last-standing", "unbreakable"}
	state, err := d.hall.State(d.ctx, d.club)
	if err != nil {
		return err
	}
	for seat, i := range []int{b.attacker, b.defender} {
		units := state.Rosters[d.sides[i].roster].Fielded().Units
		var effects []rules.Effect
		for _, u := range units {
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: u.ID, Kind: "experience", Key: "experience", Amount: 1 + d.dice.IntN(2), Rule: "WC-HOUSE-4"})
		}
		glory := 2
		if b.winner >= 0 {
			glory = 1
		}
		if b.winner == seat {
			glory = 3
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: units[d.dice.IntN(len(units))].ID, Kind: "honour", Key: honours[d.dice.IntN(len(honours))], Amount: 1, Rule: "WC-HOUSE-5"})
		} else {
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: units[1+d.dice.IntN(len(units)-1)].ID, Kind: "scar", Key: "limp", Amount: 1, Rule: "WC-HOUSE-3"})
		}
		effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Kind: "resource", Key: "glory", Amount: glory, Rule: "WC-HOUSE-6"})
		if _, err := d.hall.PostAftermath(d.ctx, d.by(i), d.club, d.key(), battle, effects); err != nil {
			return err
		}
	}
	return nil
}

// engine plays a battle with bots on a board, dice by the program; at most steps
// commands when that is not negative, else to the end and through the aftermath.
func (d *demo) engine(b bout, battle campaign.ID, steps int) error {
	state, err := d.hall.State(d.ctx, d.club)
	if err != nil {
		return err
	}
	setup := rules.Setup{Mode: rules.Board, Options: map[string]string{}}
	for _, i := range []int{b.attacker, b.defender} {
		setup.Rosters = append(setup.Rosters, state.Rosters[d.sides[i].roster].Fielded())
	}
	if setup.Field, err = d.field(setup.Rosters); err != nil {
		return err
	}
	if _, err := d.hall.OpenBattle(d.ctx, d.by(b.attacker), d.club, battle, setup, d.key()); err != nil {
		return err
	}
	over, err := d.play(b, battle, steps)
	if err != nil || !over {
		return err
	}
	for _, i := range []int{b.attacker, b.defender} {
		if _, err := d.hall.FinishBattle(d.ctx, d.by(i), d.club, battle, d.key()); err != nil {
			return err
		}
	}
	if _, err := d.hall.OpenAftermath(d.ctx, d.by(b.attacker), d.club, battle, d.key()); err != nil {
		return err
	}
	if _, err := d.play(b, battle, -1); err != nil {
		return err
	}
	_, err = d.hall.FinishBattle(d.ctx, d.by(b.attacker), d.club, battle, d.key())
	return err
}

func (d *demo) field(rosters []rules.Roster) (json.RawMessage, error) {
	choice := map[string]string{}
	for _, deck := range d.game.Decks {
		if deck.Brought != nil {
			continue
		}
		cards, err := packs.Cards(d.pack, deck.Part)
		if err != nil {
			return nil, err
		}
		choice[deck.Field] = cards[d.dice.IntN(len(cards))].ID
	}
	return packs.Draw(d.pack, d.game, choice, rosters...)
}

// mostCommands are those after which a battle of bots stays half-way.
const mostCommands = 5000

// play has the greedy bot give commands for both sides.
func (d *demo) play(b bout, battle campaign.ID, steps int) (over bool, err error) {
	bot := d.game.Bots[len(d.game.Bots)-1]
	for n := 0; n != steps && n < mostCommands; n++ {
		live, err := d.hall.Live(d.ctx, d.club, battle)
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
		if err := d.move(who, battle, campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: d.key()}); err != nil {
			return false, err
		}
	}
	return false, nil
}

// move sends a command and answers what it asks. What the other side is asked only they may answer, or an organiser, who
// then sends the whole.
func (d *demo) move(who int, battle campaign.ID, m campaign.Move) error {
	for {
		by := d.by(who)
		if len(m.Choices) > 0 {
			by = d.by(0)
		}
		_, err := d.hall.Play(d.ctx, by, d.club, battle, m)
		var q *rules.Question
		if !errors.As(err, &q) {
			return err
		}
		m.Choices = append(m.Choices, d.dice.IntN(len(q.Options)))
	}
}
