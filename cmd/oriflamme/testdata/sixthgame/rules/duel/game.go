// Package duel is a game of dice, made by the recipe of CONTRIBUTING.md alone: two lines of
// duellists, one blow at a time. Begin with battle.go.
package duel

import (
	"errors"
	"strconv"

	"oriflamme/rules"
)

// Game is the Duel.
var Game = &rules.Game{
	ID: "duel", Name: "Duel", Edition: "2026", Version: 1,
	Modes:       []rules.Mode{rules.Measured},
	Rulings:     []rules.Ruling{blow},
	CheckPack:   checkPack,
	CheckRoster: checkRoster,
	Begin:       begin,
	Load:        load,
	Measures:    []rules.Measure{{Name: "wounds", Of: woundsDealt}},
	Bots:        []rules.Bot{{Name: "random", Any: true, Choose: chooseAny}},
	Commands:    []rules.Command{Strike{}},
	Events:      []rules.Event{Struck{}},
	CommandRules: map[string]string{
		"strike": "DU-BLOW-1",
	},
	Faces:   map[string][]string{"blow": {"1", "2", "3", "4", "5", "sword"}},
	Covered: []string{"DU-BLOW-1", "DU-BLOW-2", "DU-LINE-1", "DU-WIN-1"},
}

// A Profile is a duellist: the dice of a blow, the least face that wounds, and the wounds that put it out.
type Profile struct {
	Dice   int `json:"dice" in:"1..6"`
	Need   int `json:"need" in:"2..6"`
	Wounds int `json:"wounds" in:"1..9"`
}

func checkPack(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	for i, u := range p.Units {
		var fault *rules.Fault
		if errors.As(rules.Decode(u.Profile, new(Profile)), &fault) {
			fault.Field = rules.Join(rules.At("units", i), rules.Join("profile", fault.Field))
			faults = append(faults, *fault)
		}
	}
	return faults
}

func checkRoster(r rules.Roster) []rules.Fault {
	if n := len(r.Units); n < 1 || n > 5 {
		return []rules.Fault{*rules.Breaks("DU-LINE-1", "units", "has %d duellists, not 1 to 5", n)}
	}
	return nil
}

// BlowInput is what the ruling of one blow asks (DU-BLOW-1).
type BlowInput struct {
	Dice int `json:"dice" in:"1..6"`
	Need int `json:"need" in:"2..6" default:"4"`
}

// BlowResult is how many wounds a blow deals.
type BlowResult struct {
	Wounds int `json:"wounds"`
}

var blow = rules.NewRuling("blow", "DU-BLOW-1", "wounds", func(in BlowInput) (rules.Resolver, error) {
	return func(r *rules.Roller) any { return BlowResult{resolveBlow(r, in)} }, nil
})

// resolveBlow throws the dice of a blow and counts the faces that wound.
func resolveBlow(r *rules.Roller, in BlowInput) int { return r.Count("blow", in.Dice, 6, in.Need)[1] }

func woundsDealt(_, _ rules.Battle, events []rules.Event) string {
	return strconv.Itoa(events[0].(Struck).Wounds)
}

func chooseAny(_ rules.Battle, legal []rules.Command, pick func(n int) int) rules.Command {
	return legal[pick(len(legal))]
}
