package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/shelf"
)

// tolerances is how far results may be off from a game's contract, whose numbers are rounded.
var tolerances = map[string]float64{"warmachine": 0.0011}

// TestVectorsThroughTheProgram builds the program and asks it, by its commands, every case of the contracts of all games.
func TestVectorsThroughTheProgram(t *testing.T) {
	files, err := filepath.Glob("../../../shared/contract/vectors/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no contracts beside the project")
	}
	if testing.Short() || rulestest.RaceDetector {
		t.Skip("a build is long")
	}
	program := filepath.Join(t.TempDir(), "oriflamme")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sum := 0
	for _, g := range shelf.All {
		t.Run(g.ID, func(t *testing.T) {
			tolerance := tolerances[g.ID]
			if tolerance == 0 {
				tolerance = 1e-6
			}
			n := rulestest.VectorsThrough(t, g, "../../../shared/contract/vectors/"+g.ID+".json", tolerance, func(command string, lines []byte) []byte {
				cmd := exec.CommandContext(t.Context(), program, command, "--jsonl")
				cmd.Stdin = bytes.NewReader(lines)
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%s: %v", command, err)
				}
				return out
			})
			t.Logf("%d vectors", n)
			sum += n
		})
	}
	t.Logf("%d vectors of %d games", sum, len(shelf.All))
}
