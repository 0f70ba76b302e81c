package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// call runs a subcommand as main does and returns its exit code and output.
func call(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	code = run(ctx, args, streams{strings.NewReader(in), &o, &e})
	return code, o.String(), e.String()
}

// wantCall runs a subcommand and fails the test unless it exits with a code and prints a text, on its output after 0 and
// else among its errors.
func wantCall(t *testing.T, code int, text string, args ...string) {
	t.Helper()
	got, out, errs := call(t, "", args...)
	if printed := map[bool]string{true: out, false: errs}[code == 0]; got != code || !strings.Contains(printed, text) {
		t.Errorf("%q: exit %d, want %d and %q\n%s%s", args, got, code, text, out, errs)
	}
}

const warcrySetup = "../../rules/warcry/testdata/setups/"

// warcryBoardSetup is a setup of a whole Warcry battle on a board.
func warcryBoardSetup(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(warcrySetup + "board*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no setups in %s: %v", warcrySetup, err)
	}
	return files[0]
}

func TestHelpAndUsage(t *testing.T) {
	wantCall(t, 0, "simulate", "help")
	wantCall(t, 2, "")
	wantCall(t, 2, "dance", "dance")
	for _, c := range commands {
		wantCall(t, 0, "Example:", c.name, "--help")
		wantCall(t, 0, c.summary, c.name, "--help")
		wantCall(t, 2, "no-such-flag", c.name, "--no-such-flag")
	}
}

// TestMailFlags: mail needs a sender, an address for its links, and a valid server; no refusal shows the password.
func TestMailFlags(t *testing.T) {
	for want, args := range map[string][]string{
		"--mail-from": {"--base", "https://club.example"},
		"--base":      {"--mail-from", "club@club.example"},
		"under TLS":   {"--base", "https://club.example", "--mail-from", "Club <club@club.example>", "--smtp", "smtp://me:hush@mail.example?tls=none"},
	} {
		t.Setenv(smtpEnv, "smtps://me:hush@mail.example")
		code, _, errs := call(t, "", append([]string{"serve", "--db", filepath.Join(t.TempDir(), "x.db")}, args...)...)
		if code != 2 || !strings.Contains(errs, want) || strings.Contains(errs, "hush") {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
}

func TestResolveGoesOnAfterABadLine(t *testing.T) {
	in := `{"id":"1","game":"warcry","procedure":"roll-dice","input":{"notation":"d6"},"dice":[4]}
nonsense

{"id":"2","game":"warcry","procedure":"roll-dice","input":{"notation":"d6"},"dice":[]}
{"id":"3","game":"warcry","procedure":"roll-dice","input":{"notation":"d6"},"seed":7}`
	code, out, _ := call(t, in, "resolve", "--jsonl")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 4 {
		t.Fatalf("exit %d, %d answers:\n%s", code, len(lines), out)
	}
	for i, want := range []string{`"total":4`, `"code":"wrong-type"`, `"code":"not-enough-dice"`, `"id":"3"`} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("answer %d: %s, want %s", i+1, lines[i], want)
		}
	}
	code, out, _ = call(t, `{"id":"1","game":"warcry","procedure":"fall-test","input":{"resting_on":"ladder"}}`, "odds")
	if code != 0 || !strings.Contains(out, "0.16666666666666666") {
		t.Errorf("odds: %d %s", code, out)
	}
	if code, _, _ := call(t, `{}`, "resolve"); code != 1 {
		t.Errorf("a single bad request: exit %d, want 1", code)
	}
}

// TestBalance: the table has every force of a game, and tells by the exit code whether one is outside a range.
func TestBalance(t *testing.T) {
	args := []string{"simulate", "--balance", "--game", "warmachine", "--bots", "random", "--battles", "1"}
	code, out, errs := call(t, "", args...)
	if code != 0 || strings.Count(out, "WARMACHINE, ") != 2 || strings.Count(out, "furnace-watch") != 2 || strings.Count(out, "neap-tide") != 2 {
		t.Fatalf("exit %d %s\n%s", code, errs, out)
	}
	// Of one battle from each seat neither force of the smaller pair can have 50.1 %, and all have from 0 to 100.
	if code, again, _ := call(t, "", append(args, "--within", "50.1,50.2")...); code != 1 || !strings.Contains(again, "NO") {
		t.Errorf("exit %d\n%s", code, again)
	}
	if code, again, _ := call(t, "", append(args, "--within", "0,100")...); code != 0 || strings.Contains(again, "NO") {
		t.Errorf("exit %d\n%s", code, again)
	}
	for want, wrong := range map[string][]string{
		"--within needs --balance":                   {"--within", "42,58"},
		"--game needs --balance":                     {"--game", "warcry"},
		"--setup and --balance exclude each other":   {"--balance", "--setup", "battle.json"},
		"--record and --balance exclude each other":  {"--balance", "--record", "battle.jsonl"},
		"no battles of bots of \"chess\"":            {"--balance", "--game", "warcry,chess"},
		"two percentages such as 42,58, not \"58,42": {"--balance", "--within", "58,42"},
		"not \"NaN,58\"":                             {"--balance", "--within", "NaN,58"},
		"not \"42\"":                                 {"--balance", "--within", "42"},
		"--battles must be at least 1":               {"--balance", "--battles", "0"},
		"no bot \"clever\" in Warcry":                {"--balance", "--bots", "clever"},
		"unexpected argument":                        {"--balance", "warcry"},
	} {
		wantCall(t, 2, want, append([]string{"simulate"}, wrong...)...)
	}
}

func TestPlaySimulateReplay(t *testing.T) {
	record := filepath.Join(t.TempDir(), "battle.jsonl")
	code, out, errs := call(t, "", "simulate", "--setup", warcryBoardSetup(t), "--battles", "5", "--record", record)
	if code != 0 || !strings.Contains(out, "5 battles") {
		t.Fatalf("simulate: %d %s %s", code, out, errs)
	}
	wantCall(t, 0, "steps", "replay", record)
	text, err := os.ReadFile(record)
	must(t, err)
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	var in strings.Builder
	in.WriteString(`{"legal":true}` + "\n" + `{"view":0}` + "\n")
	for _, line := range lines[1:] {
		var step struct {
			Command json.RawMessage `json:"command"`
			Dice    []struct {
				Value int `json:"value"`
			} `json:"dice"`
			Choices []rules.Reply `json:"choices"`
		}
		must(t, json.Unmarshal(line, &step))
		faces := []int{}
		for _, d := range step.Dice {
			faces = append(faces, d.Value)
		}
		again, err := json.Marshal(map[string]any{"command": step.Command, "dice": faces, "choices": step.Choices})
		must(t, err)
		in.Write(append(again, '\n'))
	}
	second := filepath.Join(t.TempDir(), "again.jsonl")
	code, out, errs = call(t, in.String(), "play", "--setup", record, "--record", second)
	if code != 0 || !strings.Contains(out, `"outcome"`) {
		t.Fatalf("play: %d %s %s", code, out[max(0, len(out)-500):], errs)
	}
	again, err := os.ReadFile(second)
	if err != nil || !bytes.Equal(again, text) {
		t.Errorf("played by hand the record differs (%v)", err)
	}
	last := bytes.LastIndex(text, []byte(`"for":"hit"`)) // the die of a hit roll comes before its label
	at := last - len(`"value":6,`) + len(`"value":`)
	changed := bytes.Clone(text)
	changed[at] = '1' + '6' - changed[at] // the opposite face
	must(t, os.WriteFile(second, changed, 0o600))
	wantCall(t, 1, "step", "replay", second) // a die is changed
	// Whatever the changed die does to the battle, it changes the hash, which the chain keeps.
	sum := fmt.Sprintf("%x", sha256.Sum256(text))
	wantCall(t, 0, sum, "replay", "--hash", sum, record)
	for _, at := range regexp.MustCompile(`"value":[1-6]`).FindAllIndex(text, -1) {
		changed := bytes.Clone(text)
		changed[at[1]-1] = '1' + '6' - changed[at[1]-1]
		must(t, os.WriteFile(second, changed, 0o600))
		if code, _, errs := call(t, "", "replay", "--hash", sum, second); code != 1 || !strings.Contains(errs, "another record") {
			t.Fatalf("a changed die at byte %d: exit %d, %s", at[0], code, errs)
		}
	}
}

func TestPlayAsksForDice(t *testing.T) {
	code, out, _ := call(t, `{"legal":true}`, "play", "--setup", warcryBoardSetup(t))
	if code != 0 {
		t.Fatal(out)
	}
	var legal struct{ Legal []json.RawMessage }
	if err := json.Unmarshal([]byte(out), &legal); err != nil || len(legal.Legal) == 0 {
		t.Fatalf("%v: %s", err, out)
	}
	line := `{"command":` + string(legal.Legal[0]) + `,"dice":[]}`
	_, out, _ = call(t, line, "play", "--setup", warcryBoardSetup(t))
	if !strings.Contains(out, `"need"`) || !strings.Contains(out, `"sides":6`) {
		t.Errorf("the first command of a battle is a roll-off; got %s", out)
	}
}

func TestArchiveBackupAndCheck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, second, copied := dir+"/a.db", dir+"/b.db", dir+"/c.db"
	must(t, makeDemo(context.Background(), first, time.Now()))
	for _, step := range [][]string{
		{"check", "--db", first},
		{"export", "--db", first, "--out", dir + "/a.json"},
		{"restore", "--db", second, dir + "/a.json"},
		{"export", "--db", second, "--out", dir + "/b.json"},
		{"check", "--db", second},
		{"backup", "--db", first, copied},
		{"check", "--db", copied},
	} {
		if code, out, errs := call(t, "", step...); code != 0 {
			t.Fatalf("%v: exit %d\n%s%s", step, code, out, errs)
		}
	}
	a, err1 := os.ReadFile(dir + "/a.json")
	b, err2 := os.ReadFile(dir + "/b.json")
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Errorf("exported, restored and exported again, the archive differs (%v, %v)", err1, err2)
	}
	wantCall(t, 1, "", "restore", "--db", second, dir+"/a.json") // the club is there
	forged := bytes.Replace(a, []byte("Camille"), []byte("Camilla"), 1)
	must(t, os.WriteFile(dir+"/f.json", forged, 0o600))
	wantCall(t, 1, "changed", "restore", "--db", dir+"/f.db", dir+"/f.json")
	wantCall(t, 1, "no database", "check", "--db", dir+"/none.db")
}

func TestBuildAndImport(t *testing.T) {
	dir := t.TempDir()
	if code, out, errs := call(t, "", "build", "--out", dir+"/rules"); code != 0 || !strings.Contains(out, "pages") {
		t.Fatalf("build: %d %s %s", code, out, errs)
	}
	if _, err := os.Stat(dir + "/rules/index.html"); err != nil {
		t.Error(err)
	}
	table := "id,name_fr,faction,grand_alliance,points,move,toughness,wounds,weapon1_range,weapon1_attacks,weapon1_strength,weapon1_damage,runemarks\n" +
		"cap,Capitaine,Garde,order,150,4,4,20,1,4,4,2/4,hero\nbad,Mauvais,Garde,order,x,4,4,20,1,4,4,2/4,\n"
	must(t, os.WriteFile(dir+"/club.csv", []byte(table), 0o600))
	code, out, errs := call(t, "", "import", "--out", dir+"/club.yaml", "csv", dir+"/club.csv")
	if code != 1 || !strings.Contains(errs, "line 3") || !strings.Contains(out, "written") {
		t.Errorf("import csv: exit %d\n%s%s", code, out, errs)
	}
	wantCall(t, 0, "", "import", "yaml", dir+"/club.yaml")
	real := "../../../shared/data/warcry_data/"
	if _, err := os.Stat(real); err != nil {
		return
	}
	code, out, errs = call(t, "", "import", "warcry-data", real+"fighters.json", real+"abilities.json", real+"battletraits.json", real+"french/abilities.json")
	if code != 0 || !strings.Contains(out, "1345") || !strings.Contains(out, "71") {
		t.Errorf("import warcry-data: exit %d\n%s%s", code, out, errs)
	}
}

func TestImportWMSelector(t *testing.T) {
	dir := t.TempDir()
	list := `{"name":"Marchers","version":"Warmaster Armies","units":{
 "Pikes":{"order":1,"type":"Infantry","attack":3,"hits":3,"armour":"5+","size":3,"points":60,"min":2},
 "Wall":{"order":2,"type":"Fortress","hits":3,"size":1,"points":1}}}`
	file, out := filepath.Join(dir, "marchers.json"), filepath.Join(dir, "marchers.yaml")
	must(t, os.WriteFile(file, []byte(list), 0o600))
	code, said, errs := call(t, "", "import", "--out", out, "wm-selector", file)
	if code != 1 || !strings.Contains(errs, "Wall") || !strings.Contains(said, "written") {
		t.Errorf("exit %d\n%s%s", code, said, errs)
	}
	wantCall(t, 0, "1", "import", "--game", "warmaster", "yaml", out)
}

// TestSearchCommand: a bad line of a search is answered like any other and the following lines are answered too; with
// a single request a fault also sets the exit code.
func TestSearchCommand(t *testing.T) {
	t.Parallel()
	in := `{"id":"1","lang":"fr","game":"warcry","query":"désengagement"}
nonsense

{"id":"2","lang":"de","game":null,"query":"x"}
{"id":"3","lang":"en","game":"chess","query":"x"}
{"id":"4","lang":"en","game":"warmachine","query":"zzzz"}
{"id":"5","lang":"fr","game":null,"query":"de la"}
{"id":"6","lang":"fr","query":5}
{"id":"7","lang":"en","game":"underworlds","query":"A-9"}
{"id":"8","lang":"fr","query":"repousser"}`
	code, out, _ := call(t, in, "search", "--jsonl")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 9 {
		t.Fatalf("exit %d, %d answers:\n%s", code, len(lines), out)
	}
	for i, want := range []string{
		`"id":"WC-DIS-1"`, `{"id":null,"error":{"code":"wrong-type"`, `{"id":"2","error":{"code":"out-of-range","field":"lang"`,
		`{"id":"3","error":{"code":"unknown-game","field":"game"`, `{"id":"4","hits":[]}`, `{"id":"5","hits":[]}`,
		`{"id":"6","error":{"code":"wrong-type","field":"query"`, `{"id":"A-9","title":`, `"hits":[{"id":"W`,
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("answer %d: %.200s, want %s", i+1, lines[i], want)
		}
	}
	var first struct {
		Hits []struct{ ID, Title, URL string }
	}
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || len(first.Hits) == 0 || !strings.HasSuffix(first.Hits[0].URL, "/#"+first.Hits[0].ID) {
		t.Errorf("the first answer is no place of a page: %+v (%v)", first, err)
	}
	if code, out, _ := call(t, `{"id":"1","lang":"en","query":"cover"}`, "search"); code != 0 || !strings.Contains(out, `"url"`) {
		t.Errorf("a single question: exit %d, %.200s", code, out)
	}
	if code, _, _ := call(t, `{}`, "search"); code != 1 {
		t.Errorf("a single bad question: exit %d, want 1", code)
	}
}

// tolerances is how far results may differ from a game's contract, whose numbers are rounded.
var tolerances = map[string]float64{"warmachine": 0.0011}

// TestVectorsThroughTheProgram builds the program and sends every case of the contracts of all games to its
// subcommands.
func TestVectorsThroughTheProgram(t *testing.T) {
	files, err := filepath.Glob("../../../shared/contract/vectors/*.json")
	must(t, err)
	if len(files) == 0 {
		t.Skip("no contracts beside the project")
	}
	rulestest.Slow(t)
	program := filepath.Join(t.TempDir(), "oriflamme")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sum := 0
	for _, g := range games.All {
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
	t.Logf("%d vectors of %d games", sum, len(games.All))
}
