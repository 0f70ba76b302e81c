package magnamund_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// randomBattles are battles at random moments, on a board and at a measured table.
func randomBattles(t testing.TB) (all []rules.Battle) {
	list, names := rulestest.Setups(t, "")
	for n, s := range list {
		rng := rand.New(rand.NewPCG(uint64(n), 11))
		var b rules.Battle
		for b = range randomCommands(t, s, fmt.Sprint("moments ", names[n]), rng) {
			if rng.IntN(24) == 0 {
				all = append(all, b.Clone())
			}
		}
		all = append(all, b)
	}
	return all
}

// playsOrRefuses fails unless a line is played, or refused by a fault that names a field.
func playsOrRefuses(t *testing.T, b rules.Battle, line []byte) (played bool) {
	c, err := magnamund.Game.DecodeCommand(line)
	if err == nil {
		_, _, err = rules.Play(b, c, dice.Seeded("fuzz"), rules.ChooseFirst)
	}
	var f *rules.Fault
	switch {
	case err == nil:
		return true
	case !errors.As(err, &f):
		t.Errorf("%s: %v is no fault", line, err)
	case f.Code == "" || f.Field == "" && c != nil:
		t.Errorf("%s: the fault %+v names no field", line, f)
	}
	return false
}

func FuzzPlay(f *testing.F) {
	all := randomBattles(f)
	for n, b := range all {
		if legal := b.Legal(); len(legal) > 0 {
			line, err := rules.EncodeCommand(legal[0])
			rulestest.Must(f, err)
			f.Add(uint16(n), []byte(line))
		}
	}
	f.Fuzz(func(t *testing.T, moment uint16, line []byte) {
		playsOrRefuses(t, all[int(moment)%len(all)], line)
	})
}

// TestMutatedCommands gives legal commands at other moments, and randomly changed commands
// at their own; a refused command must not change its battle.
func TestMutatedCommands(t *testing.T) {
	rulestest.Slow(t)
	all := randomBattles(t)
	rng := rand.New(rand.NewPCG(4, 2))
	played, refused := 0, 0
	tell := func(b rules.Battle, line []byte) {
		if playsOrRefuses(t, b, line) {
			played++
		} else {
			refused++
		}
	}
	for _, b := range all {
		before, err := b.MarshalJSON()
		rulestest.Must(t, err)
		legal := b.Legal()
		for range min(60, 4*len(legal)) {
			line, err := rules.EncodeCommand(legal[rng.IntN(len(legal))])
			rulestest.Must(t, err)
			tell(all[rng.IntN(len(all))], line)
			changed := rulestest.Tree(t, string(line))
			for range 1 + rng.IntN(2) {
				changed = rulestest.MutateJSON(rng, changed, oddMembers)
			}
			odd, err := json.Marshal(changed)
			rulestest.Must(t, err)
			tell(b, odd)
		}
		if after, err := b.MarshalJSON(); err != nil || string(after) != string(before) {
			t.Fatalf("a command that was only tried changed the battle (%v)", err)
		}
	}
	t.Logf("%d moments, %d commands played, %d refused", len(all), played, refused)
	if played < 300 || refused < 3_000 {
		t.Errorf("%d commands played and %d refused are too few", played, refused)
	}
}

// oddMembers replace members of commands.
var oddMembers = []any{nil, true, 0, 1, 2, 3, 12, -1, 0.5, 1e9, "", "n", "soldier", "hero", "forward", "x", []any{}, map[string]any{}}
