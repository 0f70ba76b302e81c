package warmachine_test

import (
	"os"
	"path/filepath"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

func setups(t testing.TB) []rules.Setup {
	t.Helper()
	files, err := filepath.Glob("testdata/setups/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no setups: %v", err)
	}
	var list []rules.Setup
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var s rules.Setup
		if err := rules.Decode(text, &s); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		list = append(list, s)
	}
	return list
}

func TestRun(t *testing.T) { rulestest.Run(t, warmachine.Game, setups(t), 40) }

func TestRostersAreLegal(t *testing.T) {
	for _, s := range setups(t) {
		for _, r := range s.Rosters {
			for _, f := range warmachine.Game.Check(r) {
				t.Errorf("%s: %v", r.Name, &f)
			}
		}
	}
}
