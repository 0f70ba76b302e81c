package warmachine_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

func BenchmarkBattle(b *testing.B) {
	rulestest.BenchmarkBattles(b, warmachine.Game, setups(b, "board-25"))
}

func FuzzCommand(f *testing.F) {
	rulestest.FuzzCommands(f, warmachine.Game,
		`{"kind":"start"}`, `{"kind":"deploy","by":0,"unit":"a5","at":[24,5]}`, `{"kind":"end-control","by":0,"keep":["forge-ward"]}`,
		`{"kind":"move","by":0,"movement":"charge","target":"b4.2","path":[[24,30]]}`,
		`{"kind":"move","by":1,"movement":"run","path":[[24,20],[26,22]],"facing":90}`,
		`{"kind":"attack","by":0,"target":"b4","weapon":"ember-rifle","with":["a5.2","a5.3"],"cover":true}`,
		`{"kind":"cast","by":0,"spell":"rivet-storm","target":"b4","through":"a3","boost_damage":true}`,
		`{"kind":"feat","by":1,"on":["a1"]}`, `{"kind":"special","by":0,"action":"repair","target":"a2"}`,
		`{"kind":"power-attack","by":0,"attack":"push","target":"b2"}`, `{"kind":"blast","by":0,"under":["b4.1"]}`,
		`{"kind":"activate","by":0,"unit":"a5","order":"charge","strays":["a5.2"]}`, `{"kind":"settle","by":0,"destroyed":true}`,
	)
}

// BenchmarkAttackOdds asks for the odds of one attack in a battle: a boosted charge attack
// of a heavy warjack on another, down to the column of the grid.
func BenchmarkAttackOdds(b *testing.B) {
	tb := newScriptedBattle(b)
	tb.charge("b2", 3)
	c, err := warmachine.Game.DecodeCommand([]byte(`{"kind":"attack","by":0,"target":"b2","weapon":"drop-hammer","boost_attack":true}`))
	rulestest.Must(b, err)
	for b.Loop() {
		_, err := rules.Odds(warmachine.Game, tb.b, c, nil)
		rulestest.Must(b, err)
	}
}
