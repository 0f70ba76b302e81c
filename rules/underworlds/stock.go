package underworlds

import "oriflamme/rules"

// Commands that say the same whenever they are given are made once for a theatre,
// as they are offered far more often than given.

// seatCommands is the commands of a player without particulars.
type seatCommands struct {
	pass, drawPower, done rules.Command
	rollOff               rules.Command
	mulligans             [4]rules.Command
}

// cardCommands is what the player of a card can do with it.
type cardCommands struct {
	ploy, cycle, score, discard, replace rules.Command
	bearers                              []rules.Command // by fighter; nil for those of the other seat
}

// makeCommands makes the commands of a theatre.
func (th *fixed) makeCommands() {
	for seat := range rules.Seat(2) {
		by := bySeat{seat}
		second := [2][]string{fourAttackDice, fourDefenceDice}[seat]
		th.seatCommands[seat] = seatCommands{
			pass: Pass{by}, drawPower: DrawPower{by}, done: Done{by}, rollOff: RollOff{by, fourAttackDice, second},
			mulligans: [4]rules.Command{Mulligan{by, "none"}, Mulligan{by, "objectives"}, Mulligan{by, "power"}, Mulligan{by, "all"}},
		}
	}
	for k := range th.cards {
		c := &th.cards[k]
		by := bySeat{c.seat}
		c.commands = cardCommands{
			ploy: PlayPloy{by, c.ID}, cycle: Cycle{by, c.ID}, score: Score{by, c.ID}, discard: Discard{by, c.ID}, replace: ReplaceObjective{by, c.ID},
		}
		if c.Kind != "upgrade" {
			continue
		}
		c.commands.bearers = make([]rules.Command, len(th.fighters))
		for i := range th.fighters {
			if th.fighters[i].seat == c.seat {
				c.commands.bearers[i] = PlayUpgrade{fighterCommand{by, th.ids[i]}, c.ID}
			}
		}
	}
}

var (
	fourAttackDice  = []string{"attack", "attack", "attack", "attack"}
	fourDefenceDice = []string{"defence", "defence", "attack", "defence"}
)
