package main

import (
	"bufio"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/rules/rulestest"
)

// sixthGame holds what the recipe "a game" of CONTRIBUTING.md asks for and nothing else: the folder of a game, its pack and
// its content. The one line of rules/games is added by the test.
const sixthGame = "testdata/sixthgame"

// TestSixthGame builds the program with one more game, made by the recipe only, and uses it as people do: the odds of a ruling on the command line
// and on the page, the rules, the demonstration's campaign with a battle, and a list.
func TestSixthGame(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	program := filepath.Join(t.TempDir(), "oriflamme")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlayWithSixthGame(t), "-o", program, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	odds := exec.CommandContext(t.Context(), program, "odds")
	odds.Stdin = strings.NewReader(`{"id":"1","game":"duel","procedure":"blow","input":{"dice":2}}`)
	answer, err := odds.Output()
	if err != nil || !strings.Contains(string(answer), `"1": 0.5`) {
		t.Errorf("odds: %v %s", err, answer)
	}

	v := demoVisitor(t, program)
	v.open("/?lang=fr")
	v.enter("Camille")
	club := v.at
	for lang, says := range map[string]struct{ rule, odds, profile string }{
		"fr": {"jetez ses dés", "blessures", "Maître d'armes"},
		"en": {"roll its dice", "wounds", "Fencing Master"},
	} {
		v.open(club + "?lang=" + lang)
		v.open("/rules/")
		v.follow("Duel")
		v.follow(map[string]string{"fr": "Le duel", "en": "The duel"}[lang])
		v.wants("DU-BLOW-1", says.rule)
		v.open("/odds")
		v.follow("Duel")
		v.wants(says.odds, "DU-BLOW-1")
		v.open(club + "/campaigns")
		v.follow("Duel")
		campaign := v.at
		v.followAddress("/battles/")
		v.wants("Duel")
		tonight := v.at
		v.open(campaign + "/battles")
		v.press("the battle that was fought", func(s *goquery.Selection) bool {
			at := s.AttrOr("href", "")
			return strings.Contains(at, "/battles/") && at != tonight
		})
		v.open(v.at + "/screen")
		if v.page.Find(`.log .die-symbol path[d^="M12 4"]`).Length() == 0 {
			t.Errorf("%s: no die shows the symbol of the pack", v.at)
		}
		v.open(campaign + "/rosters/new")
		v.wants(says.profile)
	}
}

// overlayWithSixthGame writes an overlay of the go command: the files of the sixth game where a game's files are, and one
// line more in the list of games.
func overlayWithSixthGame(t *testing.T) string {
	t.Helper()
	module, err := filepath.Abs(root)
	must(t, err)
	replace := map[string]string{}
	err = filepath.WalkDir(sixthGame, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(sixthGame, path)
		if err != nil {
			return err
		}
		full, err := filepath.Abs(path)
		replace[filepath.Join(module, rel)] = full
		return err
	})
	must(t, err)
	list := filepath.Join(module, "rules", "games", "games.go")
	text, err := os.ReadFile(list)
	must(t, err)
	with := strings.Replace(string(text), "\"oriflamme/rules\"\n", "\"oriflamme/rules\"\n\t\"oriflamme/rules/duel\"\n", 1)
	with = strings.Replace(with, "var All = []*rules.Game{\n", "var All = []*rules.Game{\n\tduel.Game,\n", 1)
	if strings.Count(with, "duel") != 2 {
		t.Fatal("rules/games/games.go is not as the recipe says")
	}
	dir := t.TempDir()
	replace[list] = filepath.Join(dir, "games.go")
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	must(t, err)
	for name, text := range map[string]string{"games.go": with, "overlay.json": string(raw)} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return filepath.Join(dir, "overlay.json")
}

// A visitor reads pages of a served demonstration and follows their links.
type visitor struct {
	t      *testing.T
	base   string
	client *http.Client
	at     string // path of the page that is open
	page   *goquery.Document
}

// demoVisitor serves the demonstration of a built program for the test.
func demoVisitor(t *testing.T, program string) *visitor {
	t.Helper()
	serve := exec.CommandContext(t.Context(), program, "demo", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "demo.db"))
	out, err := serve.StdoutPipe()
	must(t, err)
	var errs strings.Builder
	serve.Stderr = &errs
	must(t, serve.Start())
	t.Cleanup(func() {
		_ = serve.Process.Signal(os.Interrupt)
		_ = serve.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "Oriflamme: "); ok {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return &visitor{t: t, base: address, client: newVisitor(t)}
		}
	}
	t.Fatalf("the demonstration is not served: %s", errs.String())
	return nil
}

func (v *visitor) open(path string) {
	v.t.Helper()
	answer, err := v.client.Get(v.base + path)
	must(v.t, err)
	v.read(answer)
}

func (v *visitor) read(answer *http.Response) {
	v.t.Helper()
	defer func() { _ = answer.Body.Close() }()
	v.at = answer.Request.URL.RequestURI()
	if answer.StatusCode != http.StatusOK {
		v.t.Fatalf("%s: %s", v.at, answer.Status)
	}
	page, err := goquery.NewDocumentFromReader(answer.Body)
	must(v.t, err)
	v.page = page
}

// enter signs a person of the demonstration in.
func (v *visitor) enter(name string) {
	v.t.Helper()
	button := v.page.Find("form[action='/demo/enter'] button").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.Contains(s.Text(), name)
	})
	token := v.page.Find("input[name=_csrf]").First().AttrOr("value", "")
	answer, err := v.client.PostForm(v.base+"/demo/enter", url.Values{"_csrf": {token}, "member": {button.AttrOr("value", "")}})
	must(v.t, err)
	v.read(answer)
}

// follow opens the first link of the page that shows these words.
func (v *visitor) follow(words string) {
	v.t.Helper()
	v.press(words, func(s *goquery.Selection) bool { return strings.Contains(s.Text(), words) })
}

// followAddress opens the first link of the page whose address has this part.
func (v *visitor) followAddress(part string) {
	v.t.Helper()
	v.press(part, func(s *goquery.Selection) bool { return strings.Contains(s.AttrOr("href", ""), part) })
}

func (v *visitor) press(what string, is func(*goquery.Selection) bool) {
	v.t.Helper()
	link := v.page.Find("main a[href]").FilterFunction(func(_ int, s *goquery.Selection) bool { return is(s) }).First()
	if link.Length() == 0 {
		v.t.Fatalf("%s has no link to %s", v.at, what)
	}
	here, err := url.Parse(v.at)
	must(v.t, err)
	to, err := here.Parse(link.AttrOr("href", ""))
	must(v.t, err)
	v.open(to.RequestURI())
}

// wants fails unless the page has these words.
func (v *visitor) wants(words ...string) {
	v.t.Helper()
	text := strings.ReplaceAll(v.page.Find("body").Text(), "’", "'")
	for _, w := range words {
		if !strings.Contains(text, w) {
			v.t.Errorf("%s does not say %q", v.at, w)
		}
	}
}
