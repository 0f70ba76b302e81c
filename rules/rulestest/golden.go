package rulestest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oriflamme/rules"
)

// Update is the flag -update: tests write their golden files.
var Update = flag.Bool("update", false, "write golden files anew")

// Setups reads the setups of testdata/setups whose names begin with prefix. It fails the test
// when there are none.
func Setups(t testing.TB, prefix string) (list []rules.Setup, names []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/setups/" + prefix + "*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no setups %s: %v", prefix, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		Must(t, err)
		var s rules.Setup
		if err := rules.Decode(text, &s); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		list, names = append(list, s), append(names, strings.TrimSuffix(filepath.Base(f), ".json"))
	}
	return list, names
}

// Golden replays the record testdata/battles/NAME.jsonl of every setup NAME, and every record
// in testdata/battles/former, to the end of the battle. Records in former come from an earlier
// Version of the game and must replay as they were played. With -update, the second bot of the
// game first plays the other records against itself.
func Golden(t *testing.T, g *rules.Game) {
	t.Helper()
	list, names := Setups(t, "")
	for i, s := range list {
		file := "testdata/battles/" + names[i] + ".jsonl"
		if *Update {
			_, rec := PlayBattle(t, g, s, "golden "+names[i], g.Bots[1])
			var text bytes.Buffer
			Must(t, rules.WriteRecord(&text, rec))
			Must(t, os.WriteFile(file, text.Bytes(), 0o644))
		}
		replayFile(t, g, file)
	}
	former, err := filepath.Glob("testdata/battles/former/*.jsonl")
	Must(t, err)
	for _, file := range former {
		if rec := replayFile(t, g, file); rec.Setup.Version >= g.Version {
			t.Errorf("%s is of version %d, the game is at %d", file, rec.Setup.Version, g.Version)
		}
	}
}

// replayFile replays a record, which must reach the end of its battle, and returns it.
func replayFile(t *testing.T, g *rules.Game, file string) rules.Record {
	t.Helper()
	text, err := os.ReadFile(file)
	Must(t, err)
	_, rec, err := rules.ReadRecord(bytes.NewReader(text), func(string) *rules.Game { return g })
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	b, err := rules.Replay(g, rec)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return rec
	}
	if _, over := b.Outcome(); !over {
		t.Errorf("%s does not end", file)
	}
	return rec
}
