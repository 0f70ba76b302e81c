package ruling

import (
	"slices"

	"oriflamme/rules"
)

// battleRecord is what happened in a battle so far.
type battleRecord struct {
	Rounds []struct {
		A int `json:"a" in:"0..100"`
		B int `json:"b" in:"0..100"`
	} `json:"rounds" len:"0..20"`
	LastRound int             `json:"last_round" in:"1..20" default:"4"`
	Fighters  []recordFighter `json:"fighters" len:"0..60" distinct:"id" default:"[]"`
	TakenDown []downedRecord  `json:"taken_down" len:"0..60" distinct:"fighter" default:"[]"`
}

// recordFighter is a fighter of either warband.
type recordFighter struct {
	ID     string `json:"id" in:"1..200"`
	Player Player `json:"player" in:"a|b"`
	Points int    `json:"points" in:"0..2000"`
}

// downedRecord is a fighter that was taken down, with the round, the cause and the enemy.
type downedRecord struct {
	Fighter string `json:"fighter" in:"1..200"`
	Round   int    `json:"round" in:"1..20"`
	Cause   string `json:"cause" in:"attack|counter|strike-them-down|fall|no-fall-point|impact|deadly-terrain|ability"`
	By      string `json:"by" in:"1..200" default:"null" null:"true"`
}

// fighterRecord is what happened to one fighter in a battle.
type fighterRecord struct {
	ID               string             `json:"id"`
	Survived         bool               `json:"survived"`
	TakenDownInRound *int               `json:"taken_down_in_round"`
	Cause            rules.NullableText `json:"cause"`
	Kills            int                `json:"kills"`
	PointsKilled     int                `json:"points_killed"`
}

// battleResult says whether a battle is over, who wins, and what happened to each fighter.
type battleResult struct {
	Over       bool            `json:"over"`
	VP         PerPlayer       `json:"vp"`
	Winner     Player          `json:"winner"`
	Draw       bool            `json:"draw"`
	Losses     PerPlayer       `json:"losses"`
	PointsLost PerPlayer       `json:"points_lost"`
	Fighters   []fighterRecord `json:"fighters"`
}

// Winner returns the player with more victory points, or nobody in a draw (WC-SCN-1, WC-SEQ-2).
func Winner(vp PerPlayer) Player { return Controls("", vp) }

func (b battleRecord) find(id string) int {
	return slices.IndexFunc(b.Fighters, func(f recordFighter) bool { return f.ID == id })
}

// Result returns the result of the battle so far. A battle ends with its last round and never
// earlier (WC-SEQ-3, ruling A-39).
func (b battleRecord) Result() battleResult {
	r := battleResult{Over: len(b.Rounds) == b.LastRound, Fighters: make([]fighterRecord, len(b.Fighters))}
	for _, round := range b.Rounds {
		r.VP.A += round.A
		r.VP.B += round.B
	}
	if r.Over {
		r.Winner = Winner(r.VP)
		r.Draw = r.Winner == ""
	}
	for i, f := range b.Fighters {
		r.Fighters[i] = fighterRecord{ID: f.ID, Survived: true}
	}
	for _, t := range b.TakenDown {
		i := b.find(t.Fighter)
		f := b.Fighters[i]
		*r.Losses.Of(f.Player)++
		*r.PointsLost.Of(f.Player) += f.Points
		r.Fighters[i].Survived, r.Fighters[i].TakenDownInRound, r.Fighters[i].Cause = false, &t.Round, rules.NullableText(t.Cause)
		if t.By != "" {
			by := &r.Fighters[b.find(t.By)]
			by.Kills++
			by.PointsKilled += f.Points
		}
	}
	return r
}

// check returns a fault for a record that contradicts itself.
func (b battleRecord) check() *rules.Fault {
	if len(b.Rounds) > b.LastRound {
		return rules.Faultf(rules.OutOfRange, "rounds", "there are %d rounds, not %d", b.LastRound, len(b.Rounds))
	}
	for i, t := range b.TakenDown {
		at, who := rules.At("taken_down", i), b.find(t.Fighter)
		if who < 0 {
			return rules.Faultf(rules.OutOfRange, at+".fighter", "there is no fighter %q", t.Fighter)
		}
		if t.By != "" {
			if by := b.find(t.By); by < 0 || b.Fighters[by].Player == b.Fighters[who].Player {
				return rules.Faultf(rules.OutOfRange, at+".by", "%q is no fighter of the other player", t.By)
			}
		}
		if t.Round > len(b.Rounds) {
			return rules.Faultf(rules.OutOfRange, at+".round", "round %d was not played", t.Round)
		}
	}
	return nil
}

var battleResultRuling = rules.CheckedRuling("battle-result", "WC-SCN-1 WC-SEQ-1 WC-SEQ-2 WC-SEQ-3 WC-SCN-3", "", battleRecord.check,
	func(_ *rules.Roller, in battleRecord) battleResult { return in.Result() })
