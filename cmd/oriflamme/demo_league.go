package main

import (
	"fmt"
	"strconv"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// leagueRounds is how many rounds of the league have been played.
const leagueRounds = 3

// leagueAndLadder gives the club a league in its third round, with honours, and a ladder with two challenges fought.
// All results are reported from the table.
func (d *demo) leagueAndLadder() error {
	league := d.newContest("swiss", "Ligue d’automne")
	if err := league.open(3); err != nil {
		return err
	}
	for round := 1; round <= leagueRounds; round++ {
		state, err := league.service.State(league.ctx, league.club)
		if err != nil {
			return err
		}
		drawn, err := state.Draw(league.campaign, round, campaign.Swiss, nil, uint64(round))
		if err != nil {
			return err
		}
		act, err := league.service.Do(league.ctx, league.actor(0), league.club, league.key(), campaign.ActRequest{Body: drawn})
		if err != nil {
			return err
		}
		for i, g := range act.Body.(campaign.DrawRound).Games {
			if g.Battle == "" {
				continue
			}
			if err := league.reportAndConfirm(g.Battle, round*3+i); err != nil {
				return fmt.Errorf("round %d: %w", round, err)
			}
		}
	}
	ladder := d.newContest("ladder", "Échelle du jeudi")
	if err := ladder.open(9); err != nil {
		return err
	}
	for i, pair := range [][2]int{{3, 1}, {5, 4}} {
		from, to := ladder.sides[pair[0]], ladder.sides[pair[1]]
		act, err := ladder.service.Do(ladder.ctx, ladder.actor(pair[0]), ladder.club, ladder.key(), campaign.ActRequest{Body: campaign.RaiseChallenge{Campaign: ladder.campaign, From: from.roster, To: to.roster}})
		if err != nil {
			return err
		}
		answer := campaign.AnswerChallenge{Campaign: ladder.campaign, Challenge: act.Body.(campaign.RaiseChallenge).Challenge, Accept: true}
		if act, err = ladder.service.Do(ladder.ctx, ladder.actor(pair[1]), ladder.club, ladder.key(), campaign.ActRequest{Body: answer}); err != nil {
			return err
		}
		if err := ladder.reportAndConfirm(act.Body.(campaign.AnswerChallenge).Battle, i*2); err != nil {
			return err
		}
	}
	return nil
}

// newContest prepares another campaign of the same game with a preset.
func (d *demo) newContest(preset, name string) *contest {
	e := *d
	e.sides = append([]side(nil), d.sides...)
	set := campaign.PresetOf(preset).Settings(name, d.game.ID)
	set.Limit = 1000
	return &contest{e, set}
}

// A contest is a campaign whose battles are reported from the table.
type contest struct {
	demo
	set campaign.Settings
}

// open creates the campaign with the honours of its game and enters everybody's warband. The seeds of the lists count
// up from seeds.
func (c *contest) open(seeds int) error {
	if err := c.createCampaign(c.set, nil); err != nil {
		return err
	}
	for i := range c.sides {
		list, err := c.newRoster(c.sides[i].band, c.set.Preset+strconv.Itoa(i+1)+"-", uint64(seeds+i))
		if err != nil {
			return err
		}
		if err := c.enterRoster(i, list, c.sides[i].force, ""); err != nil {
			return err
		}
	}
	return nil
}

// reportAndConfirm has one side report a battle and the other confirm it; turn selects the result.
func (c *contest) reportAndConfirm(battle campaign.ID, turn int) error {
	state, err := c.service.State(c.ctx, c.club)
	if err != nil {
		return err
	}
	b := state.Battles[battle]
	scores := [][]int{{7, 4}, {3, 9}, {6, 6}, {8, 2}, {5, 6}}[turn%5]
	r := campaign.Result{Winner: rules.Nobody, Scores: scores}
	switch {
	case scores[0] > scores[1]:
		r.Winner = 0
	case scores[1] > scores[0]:
		r.Winner = 1
	}
	for seat, id := range b.Seats {
		r.Effects = append(r.Effects, rules.Effect{Seat: rules.Seat(seat), Unit: state.Rosters[id].List.Units[turn%3].ID, Kind: rules.EffectKill, Amount: 1 + scores[seat]/4})
	}
	by := func(seat int) campaign.Actor {
		return campaign.Actor{Member: state.Rosters[b.Seats[seat]].Member}
	}
	if _, err := c.service.Report(c.ctx, by(0), c.club, c.key(), campaign.Report{Battle: battle, Seat: 0, Result: r}); err != nil {
		return err
	}
	_, err = c.service.Confirm(c.ctx, by(1), c.club, c.key(), campaign.Confirm{Battle: battle, Seat: 1})
	return err
}
