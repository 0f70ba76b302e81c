package phrases

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A phrase is a sequence of literal texts and placeholders.
type phrase []segment

// A segment is a literal text, or a placeholder when it has a name. A placeholder with forms says the first for a
// singular number and the second for another; a conditional one says the first for a value that is present and the
// second for one that is not.
type segment struct {
	text, name  string
	forms       *[2]string
	conditional bool
	one         string // of a conditional: the form for a singular number; "" when it has none
}

func parse(text string) (phrase, error) {
	if !strings.ContainsAny(text, "{}") {
		return phrase{{text: text}}, nil
	}
	var p phrase
	var lit strings.Builder
	flush := func() {
		if lit.Len() > 0 {
			p = append(p, segment{text: lit.String()})
			lit.Reset()
		}
	}
	for text != "" {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			lit.WriteString(text)
			break
		}
		lit.WriteString(text[:i])
		brace := text[i]
		text = text[i+1:]
		if strings.HasPrefix(text, string(brace)) {
			lit.WriteByte(brace)
			text = text[1:]
			continue
		}
		inside, rest, closed := strings.Cut(text, "}")
		if brace == '}' || !closed {
			return nil, errors.New("a brace without its fellow")
		}
		s, err := placeholder(inside)
		if err != nil {
			return nil, err
		}
		flush()
		p, text = append(p, s), rest
	}
	flush()
	return slices.Clone(p), nil // without spare capacity
}

// placeholder parses the inside of a pair of braces.
func placeholder(inside string) (segment, error) {
	parts := strings.Split(inside, "|")
	name, yes, whether := strings.Cut(parts[0], "=")
	parts[0] = name
	for _, r := range parts[0] {
		if r != '_' && r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return segment{}, fmt.Errorf("{%s}: a name is of a-z, 0-9, - and _", inside)
		}
	}
	switch {
	case parts[0] == "":
		return segment{}, errors.New("a placeholder without a name")
	case whether && len(parts) <= 2:
		return segment{name: name, conditional: true, forms: &[2]string{yes, strings.Join(parts[1:], "")}}, nil
	case whether && len(parts) == 3:
		return segment{name: name, conditional: true, one: yes, forms: &[2]string{parts[1], parts[2]}}, nil
	case len(parts) == 1:
		return segment{name: parts[0]}, nil
	case len(parts) == 3:
		return segment{name: parts[0], forms: &[2]string{parts[1], parts[2]}}, nil
	}
	return segment{}, fmt.Errorf("{%s}: want a name and two forms", inside)
}

// say fills the placeholders of the phrase with the values that value returns by name.
func (p phrase) say(c *Catalog, key string, value func(string) (any, bool)) string {
	if len(p) == 1 && p[0].name == "" {
		return p[0].text
	}
	var out strings.Builder
	for _, s := range p {
		if s.name == "" {
			out.WriteString(s.text)
			continue
		}
		v, ok := value(s.name)
		switch {
		case s.conditional && (ok || isPresent(value, s.name)):
			form := s.forms[1]
			if isPresent(value, s.name) {
				form = s.forms[0]
				if s.one != "" && c.isSingular(v) {
					form = s.one
				}
			}
			c.writeContracted(&out, strings.ReplaceAll(form, "#", c.formatValue(v)))
		case !ok:
			out.WriteString(c.noteMissing(key+" {"+s.name+"}", s.name))
		case s.forms != nil:
			form := s.forms[1]
			if c.isSingular(v) {
				form = s.forms[0]
			}
			out.WriteString(strings.ReplaceAll(form, "#", c.formatValue(v)))
		default:
			c.writeContracted(&out, c.formatValue(v))
		}
	}
	return out.String()
}

// Condition returns the name under which SayMap is told whether the value of a name is present: "1" or "".
func Condition(name string) string { return name + "=" }

// isPresent reports whether a value is neither empty, false nor 0.
func isPresent(value func(string) (any, bool), name string) bool {
	v, ok := value(Condition(name))
	if !ok {
		v, ok = value(name)
	}
	return ok && v != nil && v != "" && v != false && v != 0
}

// formatValue writes a value as the language does.
func (c *Catalog) formatValue(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return c.Number(v)
	case int64:
		return c.Number(int(v))
	case float64:
		return c.Decimal(v, 2)
	case time.Time:
		return c.Date(v)
	}
	return fmt.Sprint(v)
}

// isSingular reports whether a number takes the singular: in French any number below two, in English one only.
func (c *Catalog) isSingular(v any) bool {
	n, err := strconv.ParseFloat(strings.ReplaceAll(fmt.Sprint(v), ",", "."), 64)
	if err != nil {
		return false
	}
	n = math.Abs(n)
	if c.Conventions.Singular == "below-two" {
		return n < 2
	}
	return n == 1
}
