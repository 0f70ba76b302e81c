package underworlds

import "oriflamme/rules"

// Commands that say the same whenever they are given are made once for a theatre,
// as they are offered far more often than given.

// ofSeat is the commands of a player without particulars.
type ofSeat struct {
	pass, drawPower, done rules.Command
	rollOff               rules.Command
	mulligans             [4]rules.Command
}

// ofCard is what the player of a card can do with it.
type ofCard struct {
	ploy, cycle, score, discard, replace rules.Command
	bearers                              []rules.Command // by fighter; nil for those of the other seat
}

// stock makes the commands of a theatre.
func (th *theatre) stock() {
	for seat := range rules.Seat(2) {
		by := given{seat}
		second := [2][]string{fourAttack, fourDefence}[seat]
		th.seats[seat] = ofSeat{
			pass: Pass{by}, drawPower: DrawPower{by}, done: Done{by}, rollOff: RollOff{by, fourAttack, second},
			mulligans: [4]rules.Command{Mulligan{by, "none"}, Mulligan{by, "objectives"}, Mulligan{by, "power"}, Mulligan{by, "all"}},
		}
	}
	for k := range th.cards {
		c := &th.cards[k]
		by := given{c.seat}
		c.offers = ofCard{
			ploy: PlayPloy{by, c.ID}, cycle: Cycle{by, c.ID}, score: Score{by, c.ID}, discard: Discard{by, c.ID}, replace: ReplaceObjective{by, c.ID},
		}
		if c.Kind != "upgrade" {
			continue
		}
		c.offers.bearers = make([]rules.Command, len(th.fighters))
		for i := range th.fighters {
			if th.fighters[i].seat == c.seat {
				c.offers.bearers[i] = PlayUpgrade{doing{by, th.ids[i]}, c.ID}
			}
		}
	}
}

var (
	fourAttack  = []string{"attack", "attack", "attack", "attack"}
	fourDefence = []string{"defence", "defence", "attack", "defence"}
)
