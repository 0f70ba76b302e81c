package html

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/rules"
	"oriflamme/views/reference"
)

// A Table is the YAML of a fenced block named table: the engine fills it while the
// site is made.
//
//	title: Chances of at least one hit
//	procedure: attack
//	input: {toughness: 4}                   # common to all cells
//	rows: {head: Strength is, labels: [higher, equal], strength: [5, 4]}
//	columns: {attacks: [1, 2, 3]}           # or a list of cells, each with a head
//	cell: {odds: hits, at_least: 1}         # or {mean: hits}, {result: total}
//	format: percent                         # or fraction, number
type Table struct {
	Title     string         `yaml:"title"`
	Note      string         `yaml:"note"`
	Procedure string         `yaml:"procedure"`
	Input     map[string]any `yaml:"input"`
	Dice      []int          `yaml:"dice"` // for cells of a result
	Rows      Axis           `yaml:"rows"`
	Columns   Axis           `yaml:"columns"`
	Cell      Cell           `yaml:"cell"`
	Format    string         `yaml:"format"`
}

// An Axis is one side of a table. Its fields other than head and labels are
// paths of the input with a value for each row or column. Columns may be a list
// of cells instead.
type Axis struct {
	Head   string
	Labels []string
	Set    map[string][]any
	Cells  []Cell
}

// A Cell says what a cell shows: a chance (value, at_least or at_most of a field
// of the odds), a mean, or a field of the result.
type Cell struct {
	Head    string   `yaml:"head"`
	Odds    string   `yaml:"odds"`
	Value   *string  `yaml:"value"`
	AtLeast *float64 `yaml:"at_least"`
	AtMost  *float64 `yaml:"at_most"`
	Mean    string   `yaml:"mean"`
	Result  string   `yaml:"result"`
}

// UnmarshalYAML reads an axis of either form.
func (a *Axis) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return n.Decode(&a.Cells)
	}
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: want paths with lists of values", n.Line)
	}
	a.Set = map[string][]any{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i].Value, n.Content[i+1]
		var err error
		switch key {
		case "head":
			err = value.Decode(&a.Head)
		case "labels":
			err = value.Decode(&a.Labels)
		default:
			var list []any
			err = value.Decode(&list)
			a.Set[key] = list
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// UnmarshalYAML reads a cell; a plain text is a field of the result.
func (c *Cell) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&c.Result)
	}
	type plain Cell
	return n.Decode((*plain)(c))
}

// length returns the number of rows or columns of the axis.
func (a *Axis) length() (int, error) {
	if a.Cells != nil {
		return len(a.Cells), nil
	}
	n := -1
	for _, path := range slices.Sorted(maps.Keys(a.Set)) {
		count := len(a.Set[path])
		if n >= 0 && count != n {
			return 0, fmt.Errorf("%s has %d values, another path %d", path, count, n)
		}
		n = count
	}
	if n < 1 {
		return 0, fmt.Errorf("an axis has no values")
	}
	if a.Labels != nil && len(a.Labels) != n {
		return 0, fmt.Errorf("%d labels for %d values", len(a.Labels), n)
	}
	return n, nil
}

// label returns the heading of row or column i.
func (a *Axis) label(b *build.Book, t locale.Strings, i int) string {
	switch {
	case a.Cells != nil:
		return locale.Typeset(t.Lang, a.Cells[i].Head, 0, 0)
	case a.Labels != nil:
		return locale.Typeset(t.Lang, a.Labels[i], 0, 0)
	}
	var parts []string
	for _, path := range slices.Sorted(maps.Keys(a.Set)) {
		parts = append(parts, valueText(b, t, a.Set[path][i]))
	}
	return strings.Join(parts, ", ")
}

// apply sets the values of row or column i in an input.
func (a *Axis) apply(input map[string]any, i int) map[string]any {
	for path, values := range a.Set {
		input = setPath(input, strings.Split(path, "."), values[i])
	}
	return input
}

// setPath returns a copy of the tree with one value changed.
func setPath(tree map[string]any, path []string, v any) map[string]any {
	next := make(map[string]any, len(tree)+1)
	maps.Copy(next, tree)
	if len(path) == 1 {
		next[path[0]] = v
		return next
	}
	sub, _ := next[path[0]].(map[string]any)
	next[path[0]] = setPath(sub, path[1:], v)
	return next
}

func (s *Runner) runTable(p *build.Page, tab *Table) (string, *parse.BlockError) {
	name := fmt.Sprintf("table %q: ", tab.Title)
	rows, err := tab.Rows.length()
	if err != nil {
		return "", parse.BlockErrorf("%srows: %v", name, err)
	}
	columns, err := tab.Columns.length()
	if err != nil {
		return "", parse.BlockErrorf("%scolumns: %v", name, err)
	}
	t := locale.In(p.Lang)
	typeset := func(text string) string { return locale.Typeset(p.TextLang(), text, 0, 0) }
	m := reference.Table{Title: typeset(tab.Title), RowHead: typeset(tab.Rows.Head), Note: typeset(tab.Note)}
	for c := range columns {
		label := tab.Columns.label(p.Book, t, c)
		if tab.Columns.Head != "" {
			label += " " + typeset(tab.Columns.Head)
		}
		m.Columns = append(m.Columns, label)
	}
	for r := range rows {
		row := reference.TableRow{Head: tab.Rows.label(p.Book, t, r)}
		for c := range columns {
			cell := tab.Cell
			if tab.Columns.Cells != nil {
				cell = tab.Columns.Cells[c]
			}
			input := tab.Columns.apply(tab.Rows.apply(tab.Input, r), c)
			text, err := s.runCell(p, tab, cell, input)
			if err != nil {
				return "", parse.BlockErrorf("%srow %d, column %d: %v", name, r+1, c+1, err)
			}
			row.Cells = append(row.Cells, text)
		}
		m.Rows = append(m.Rows, row)
	}
	if m.Note == "" {
		m.Note = t.Say(map[bool]string{true: "percent-note", false: "table-note"}[tab.Format == "percent"])
	}
	return reference.HTML(reference.PlayedTable(m)), nil
}

// runCell asks the engine for one cell.
func (s *Runner) runCell(p *build.Page, tab *Table, c Cell, input map[string]any) (string, error) {
	t := locale.In(p.Lang)
	if c.Result != "" {
		a, err := s.resolve(p.Game, tab.Procedure, input, tab.Dice)
		if err != nil {
			return "", err
		}
		if a.Error != nil {
			return "", a.Error
		}
		v, err := decodeNumbers(a.Result)
		if err != nil {
			return "", err
		}
		for _, name := range strings.Split(c.Result, ".") {
			m, _ := v.(map[string]any)
			found, ok := m[name]
			if !ok {
				return "", fmt.Errorf("the result has no field %s", c.Result)
			}
			v = found
		}
		return valueText(p.Book, t, v), nil
	}
	a, err := s.odds(p.Game, tab.Procedure, input)
	if err != nil {
		return "", err
	}
	if a.Error != nil {
		return "", a.Error
	}
	if c.Mean != "" {
		m, ok := a.Odds.Mean[c.Mean]
		if !ok {
			return "", fmt.Errorf("%s has no mean", c.Mean)
		}
		return t.Number(fmt.Sprintf("%.2f", m)), nil
	}
	chance, err := c.chance(a.Odds)
	if err != nil {
		return "", err
	}
	switch tab.Format {
	case "percent", "":
		return percent(t, chance), nil
	case "fraction":
		return chance.RatString(), nil
	case "number":
		return t.Number(chance.FloatString(4)), nil
	}
	return "", fmt.Errorf("format %q is not percent, fraction or number", tab.Format)
}

// chance adds up the values of the odds that the cell asks for.
func (c Cell) chance(d *rules.Distribution) (*big.Rat, error) {
	dist, ok := d.Odds[c.Odds]
	if !ok {
		return nil, fmt.Errorf("odds have no field %q, there are %s", c.Odds, strings.Join(d.Fields, ", "))
	}
	if countTrue(c.Value != nil, c.AtLeast != nil, c.AtMost != nil) != 1 {
		return nil, fmt.Errorf("a cell of odds wants one of value, at_least and at_most")
	}
	sum := new(big.Rat)
	for value, p := range dist {
		if c.Value != nil {
			if value == *c.Value {
				sum.Add(sum, p)
			}
			continue
		}
		x, ok := new(big.Rat).SetString(value)
		if !ok {
			return nil, fmt.Errorf("%s is %s, no number to compare", c.Odds, value)
		}
		f, _ := x.Float64()
		if c.AtLeast != nil && f >= *c.AtLeast || c.AtMost != nil && f <= *c.AtMost {
			sum.Add(sum, p)
		}
	}
	return sum, nil
}

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return new(big.Rat)
	}
	return r
}

// percent writes a chance in per cent with one decimal. Only what is certain reads as 100, only what is impossible as 0.
func percent(t locale.Strings, p *big.Rat) string {
	hundred := new(big.Rat).Mul(p, big.NewRat(100, 1))
	s := hundred.FloatString(1)
	switch {
	case s == "100.0" && p.Cmp(big.NewRat(1, 1)) < 0:
		s = "99.9"
	case s == "0.0" && p.Sign() > 0:
		s = "0.1"
	}
	return t.Number(s)
}
