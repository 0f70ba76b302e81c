package ruling_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

var (
	sectionHead = regexp.MustCompile("^[0-9]+\\. `([a-z-]+)`")
	tableRow    = regexp.MustCompile("(?m)^\\| (`[^|]*?`) \\| ([^|]+) \\| ([^|]+) \\| [^|]*\\|$")
	quoted      = regexp.MustCompile("`([^`]+)`")
	spanOf      = regexp.MustCompile(`^integers? (-?[0-9]+) to (-?[0-9]+)`)
	listOf      = regexp.MustCompile(`^list \((?:exactly )?([0-9]+)(?: to ([0-9]+))?\) of (.*)$`)
)

// sharedTables are the tables of objects that several procedures share, each with a procedure and field in which it is swept.
var sharedTables = []struct{ heading, procedure, parent string }{
	{"**Board** object:", "measure", "board."},
	{"**Keywords** object", "combat", "attack.keywords."},
	{"**Keywords** object", "attack-context", "keywords."},
}

func TestInputTables(t *testing.T) {
	rulestest.Sweep(t, rulestest.Tables{
		Game:          underworlds.Game,
		Rows:          contractRows,
		Break:         breakField,
		RangeMessages: regexp.MustCompile(`, not |none of`),
		MinRows:       191, MinTried: 15800,
	})
}

func contractRows(_ *testing.T, contract string) (rows []rulestest.Row) {
	table := func(procedure, parent, body string) {
		for _, m := range tableRow.FindAllStringSubmatch(body, -1) {
			for _, name := range rulestest.FirstGroups(quoted, m[1]) {
				rows = append(rows, rulestest.Row{Procedure: procedure, Path: parent + name, Kind: m[2], Absent: m[3]})
			}
		}
	}
	for _, c := range sharedTables {
		_, body, _ := strings.Cut(contract, c.heading)
		body, _, _ = strings.Cut(body, "\n\n")
		table(c.procedure, c.parent, body)
	}
	for _, section := range strings.Split(contract, "\n## ")[1:] {
		m := sectionHead.FindStringSubmatch(section)
		if m == nil {
			continue
		}
		_, body, _ := strings.Cut(section, "**Input**")
		body, _, _ = strings.Cut(body, "\n\n")
		table(m[1], "", body)
	}
	return rows
}

func breakField(f *rulestest.Field) {
	f.Unknown()
	switch {
	case f.Absent == "required":
		f.Required()
	case !strings.Contains(f.Absent, "required") && !strings.Contains(f.Absent, "see below") && f.Name != "rolloff_winner":
		f.Optional()
	}
	if f.Value() == nil && f.Absent != "required" && strings.Contains(f.Absent, "allowed") {
		return // the rest of this input forbids the field
	}
	f.Null(strings.HasSuffix(f.Kind, "or null"))
	switch kind := f.Kind; {
	case strings.HasPrefix(kind, "list"):
		breakList(f)
	case strings.HasPrefix(kind, "object"), strings.HasPrefix(kind, "`{"), kind == "Board", kind == "Keywords", kind == "Tokens", kind == "Rerolls", kind == "Pair":
		f.Object()
	case strings.HasPrefix(kind, "boolean"):
		f.Boolean()
	case strings.HasPrefix(kind, "one of"), strings.HasPrefix(kind, "Player"):
		f.WrongType(1)
		f.OutOfRange("zz", "")
		for _, word := range rulestest.FirstGroups(quoted, kind) {
			f.Accepts(word)
		}
	case strings.HasPrefix(kind, "text"):
		f.Text(60)
		f.OutOfRange("")
	case strings.HasPrefix(kind, "Hex"):
		breakHex(f)
	default:
		if low, high, ok := span(kind); ok {
			f.Integer(low, high)
			f.WrongType(strconv.Itoa(low))
		}
	}
}

func span(kind string) (low, high int, ok bool) {
	m := spanOf.FindStringSubmatch(kind)
	if m == nil {
		return 0, 0, false
	}
	low, high = rulestest.Span(m[1], m[2])
	return low, high, true
}

func breakHex(f *rulestest.Field) {
	most := 51
	if strings.Contains(f.Kind, "-100") {
		most = 101
	}
	f.WrongType("x", []any{1}, []any{1, 0.5}, []any{1, "1"})
	f.OutOfRange([]any{most, 0}, []any{0, -most})
}

func breakList(f *rulestest.Field) {
	m := listOf.FindStringSubmatch(f.Kind)
	if m == nil {
		f.WrongType(map[string]any{}, "x")
		return // its length depends on another field
	}
	low, high := rulestest.Span(m[1], m[2])
	f.List(low, high)
	if old, _ := f.Value().([]any); len(old) == 0 {
		return
	}
	first := f.FaultPath() + "[0]"
	f.WantFault("member type", rules.WrongType, first, f.SetFirst(true, 0))
	each := m[3]
	switch below, above, whole := span(each); {
	case whole:
		f.WantFault("member below", rules.OutOfRange, first, f.SetFirst(below-1, 0))
		f.WantFault("member above", rules.OutOfRange, first, f.SetFirst(above+1, 0))
	case strings.HasPrefix(each, "text"), strings.HasPrefix(each, "distinct text"):
		f.WantFault("member empty", rules.OutOfRange, first, f.SetFirst("", 0))
		f.WantFault("member long", rules.OutOfRange, first, f.SetFirst(strings.Repeat("x", 61), 0))
	case strings.Contains(each, "Hex") && !strings.Contains(each, "{"):
		f.WantFault("member far", rules.OutOfRange, first, f.SetFirst([]any{51, 0}, 0))
	}
	if strings.HasPrefix(each, "distinct") {
		f.Duplicate(high, "")
	}
	if strings.HasPrefix(each, "Fighter") {
		f.Duplicate(high, "id")
	}
}
