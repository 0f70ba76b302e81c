package rulestest

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
)

// leastStatements is the number of statements that the book of a game holds at least.
const leastStatements = 150

// Statements runs the statement book of a game: testdata/statements/*.txt. A statement is a
// sentence of the rulebook that commands or forbids, with the ids of its rules, a situation
// and what must be offered, refused or follow there:
//
//	situation duel
//	  setup duel
//	  play roll-roles seat=0 | dice 6 1 | choose 0
//
//	[WC-MOVE-3] A fighter within 1" of an enemy cannot begin a move.
//	  from duel
//	  set fighters.b1.at = {"x": 10.5, "y": 10}
//	  refused WC-MOVE-3 move seat=0 fighter=a1 to=[14,10]
//	  offered disengage fighter=a1
//
// CONTRIBUTING.md explains every line. Statements fails unless there are at least 150
// statements, and one at least for each rule that the game carries out in battles (Game.Covered).
func Statements(t *testing.T, g *rules.Game) {
	t.Helper()
	book := &statementBook{game: g, situations: map[string]*statement{}, begun: map[string]rules.Battle{}}
	files, err := filepath.Glob("testdata/statements/*.txt")
	Must(t, err)
	for _, file := range files {
		book.read(t, file)
	}
	for _, name := range slices.Sorted(maps.Keys(book.situations)) {
		Must(t, book.begin(name, nil))
	}
	count := map[string]int{}
	for _, s := range book.statements {
		for _, id := range s.rules {
			count[id]++
		}
		t.Run(s.name(), func(t *testing.T) {
			t.Parallel()
			if err := book.run(s); err != nil {
				t.Errorf("%s: %s\n%v", s.at(s.line), s.title, err)
			}
		})
	}
	t.Logf("%s: %d statements about %d rules in %d files", g.ID, len(book.statements), len(count), len(files))
	if len(book.statements) < leastStatements {
		t.Errorf("%d statements, want at least %d", len(book.statements), leastStatements)
	}
	var without []string
	for _, id := range g.Covered {
		if count[id] == 0 {
			without = append(without, id)
		}
	}
	if len(without) > 0 {
		t.Errorf("%d rules have no statement: %s", len(without), strings.Join(without, " "))
	}
}

// A statementBook holds the statements of a game and the situations that they begin from.
type statementBook struct {
	game       *rules.Game
	statements []*statement
	situations map[string]*statement
	begun      map[string]rules.Battle // by situation; read only while statements run
}

// A statement is one block of a book: a statement or a named situation.
type statement struct {
	file  string
	line  int
	rules []string // of a statement
	title string   // its sentence, or the name of a situation
	lines []statementLine
}

// A statementLine is one line of a statement.
type statementLine struct {
	number int
	verb   string // its first words
	rest   string
}

// at names a line of the file.
func (s *statement) at(line int) string { return fmt.Sprintf("%s:%d", s.file, line) }

// name is the name of the subtest.
func (s *statement) name() string {
	return fmt.Sprintf("%s/%s", strings.TrimSuffix(filepath.Base(s.file), ".txt"), s.rules[0])
}

var (
	statementHead = regexp.MustCompile(`^\[([^\]]+)\] +(.+)$`)
	situationHead = regexp.MustCompile(`^situation +(\S+)$`)
)

// statementVerbs are the first words of all lines of statements, the longer ones before those
// that they begin with.
var statementVerbs = []string{
	"from", "setup", "with", "play", "until", "set", "aftermath", // make the situation
	"refused", "offered", "not offered", "asks", "rolls", "event", "no event", "now", "phase", "turn", "over", "not over",
	"begun", "not begun", "list accepted", "list refused", // about the setup
}

// read reads a file of the book.
func (book *statementBook) read(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	Must(t, err)
	var s *statement
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		trimmed := strings.TrimSpace(line)
		head, name := statementHead.FindStringSubmatch(strings.TrimRight(line, "\n")), situationHead.FindStringSubmatch(strings.TrimRight(line, "\n"))
		switch {
		case trimmed == "" || strings.HasPrefix(trimmed, "#"):
		case head != nil:
			s = &statement{file: file, line: n, rules: strings.FieldsFunc(head[1], func(c rune) bool { return c == ' ' || c == ',' }), title: head[2]}
			book.statements = append(book.statements, s)
		case name != nil:
			s = &statement{file: file, line: n, title: name[1]}
			if book.situations[s.title] != nil {
				t.Fatalf("%s: there is another situation %s", s.at(n), s.title)
			}
			book.situations[s.title] = s
		case s == nil || trimmed == strings.TrimRight(line, "\n"):
			t.Fatalf("%s:%d: neither a statement, nor a situation, nor an indented line: %s", file, n, trimmed)
		default:
			at := statementLine{number: n}
			for _, verb := range statementVerbs {
				if rest, is := strings.CutPrefix(trimmed+" ", verb+" "); is && len(verb) > len(at.verb) {
					at.verb, at.rest = verb, strings.TrimSpace(rest)
				}
			}
			if at.verb == "" {
				t.Fatalf("%s: no such line: %s", s.at(n), trimmed)
			}
			s.lines = append(s.lines, at)
		}
	}
}

// begin plays a situation once, with those that it begins from.
func (book *statementBook) begin(name string, before []string) error {
	s := book.situations[name]
	switch {
	case book.begun[name] != nil:
		return nil
	case s == nil:
		return fmt.Errorf("there is no situation %s", name)
	case slices.Contains(before, name):
		return fmt.Errorf("situation %s begins from itself", name)
	}
	for _, line := range s.lines {
		if line.verb == "from" {
			if err := book.begin(line.rest, append(before, name)); err != nil {
				if book.situations[line.rest] == nil || slices.Contains(before, line.rest) {
					err = fmt.Errorf("%s: %w", s.at(line.number), err)
				}
				return err
			}
		}
	}
	r := statementRun{book: book}
	if err := r.run(s); err != nil {
		return fmt.Errorf("situation %s: %w", name, err)
	}
	b, err := r.now()
	if err != nil {
		return fmt.Errorf("situation %s: %w", name, err)
	}
	book.begun[name] = b
	return nil
}

// run runs a statement.
func (book *statementBook) run(s *statement) error {
	r := statementRun{book: book}
	if err := r.run(s); err != nil {
		return err
	}
	if !r.checked {
		return errors.New("the statement checks nothing")
	}
	return nil
}
