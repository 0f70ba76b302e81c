package magnamund_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// heavyBattle is a battle in which a whole unit stands round a monster that only the gravest
// wounds kill.
func heavyBattle(t testing.TB) (rules.Battle, rules.Command) {
	t.Helper()
	var found rules.Command
	var at rules.Battle
	s, most := setupOf(t, "brawl"), 0
	for n := range 12 {
		for b, c := range randomCommands(t, s, fmt.Sprint("heavy ", n), rand.New(rand.NewPCG(uint64(n), 5))) {
			if k, ok := c.(magnamund.Strike); ok && len(k.Attackers) > most && !strings.Contains(k.Target, "#") {
				most, found, at = len(k.Attackers), c, b.Clone()
			}
		}
	}
	if most < 3 {
		t.Fatalf("only %d attack a hero or monster together", most)
	}
	return at, found
}

// lightningBattle is a battle in which a magician may hit another with lightning.
func lightningBattle(t testing.TB) (rules.Battle, rules.Command) {
	t.Helper()
	s := setupOf(t, "magic")
	for n := range 40 {
		for b, c := range randomCommands(t, s, fmt.Sprint("lightning ", n), rand.New(rand.NewPCG(uint64(n), 6))) {
			if k, ok := c.(magnamund.Cast); ok && k.Spell == "lightning" && !strings.Contains(k.Target, "#") {
				return b, c
			}
		}
	}
	t.Fatal("nobody casts lightning")
	return nil, nil
}

// TestOddsOfMortalWounds compares the share of hits on heroes and monsters that kill with
// the share worked out by hand from their tables. Odds throw both dice of such a wound
// together.
func TestOddsOfMortalWounds(t *testing.T) {
	kills := 0
	for b, c := range randomCommands(t, setupOf(t, "brawl"), "mortal", rand.New(rand.NewPCG(3, 5))) {
		k, ok := c.(magnamund.Strike)
		if !ok || len(k.Attackers) > 1 || strings.Contains(k.Target, "#") {
			continue
		}
		exact, err := rules.Odds(magnamund.Game, b, c, nil)
		rulestest.Must(t, err)
		hit, dies := exact["wounded"]["1"], exact["killed"]["1"]
		if exact["wounded"].Total().Cmp(big.NewRat(1, 1)) != 0 || exact["killed"].Total().Cmp(big.NewRat(1, 1)) != 0 {
			t.Fatalf("%+v: odds %v", k, exact)
		}
		if hit == nil || dies == nil {
			continue
		}
		kills++
		after, err := rules.OddsGivenDice(magnamund.Game, b, c, []int{1, 100}, 0, func() rules.Chooser { return rules.ChooseFirst })
		rulestest.Must(t, err)
		if p := after["killed"]["1"]; p == nil || p.Cmp(big.NewRat(60, 100)) != 0 {
			t.Errorf("%+v: a critical hit kills by %v", k, after["killed"])
		}
		if share := new(big.Rat).Quo(dies, hit); !isKnownDeadlyShare(share) {
			t.Errorf("%+v: %v of the hits kill", k, share)
		}
	}
	if kills < 5 {
		t.Errorf("%d blows could kill", kills)
	}
}

// isKnownDeadlyShare reports whether a share of the wounds can follow from the tables of the
// setup: 10 in 100 (poisoned 30) are critical, and 60 in 100 of these hit head or body and
// kill.
func isKnownDeadlyShare(share *big.Rat) bool {
	return share.Cmp(big.NewRat(6, 100)) == 0 || share.Cmp(big.NewRat(18, 100)) == 0
}

// BenchmarkOddsInBattle measures the heaviest attacks: all troops that can strike a monster
// or hero at once, and lightning, which wounds either magician.
func BenchmarkOddsInBattle(b *testing.B) {
	for _, c := range []struct {
		name string
		find func(testing.TB) (rules.Battle, rules.Command)
	}{{"whole unit at a monster", heavyBattle}, {"lightning", lightningBattle}} {
		b.Run(c.name, func(b *testing.B) {
			at, command := c.find(b)
			for b.Loop() {
				_, err := rules.Odds(magnamund.Game, at, command, nil)
				rulestest.Must(b, err)
			}
		})
	}
}
