package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// A Ruling is one procedure of a game that can be asked for by itself: a pure function of its
// input and its dice. The contract of each game defines its rulings.
type Ruling struct {
	Name        string
	Rules       []string // ids of the rules it follows, for readers
	Odds        []string // result fields, dotted within objects, that have odds
	OddsByField bool     // odds are walked once for each field; Roller.Matters reports which

	// Input is the zero value of the struct that Read decodes; its tags document the fields.
	Input any
	// InputOf, if set, returns that zero value for an input whose type depends on one of its
	// fields, such as which spell is cast.
	InputOf func(tree any) any
	// Read decodes and checks an input. The resolver throws the dice and returns the result, a
	// struct of always the same type.
	Read func(tree any) (Resolver, error)
	// OddsOf, if set, returns the fields of Odds that apply to an input; without it all apply.
	OddsOf func(tree any) []string
	// FieldsFrom, if set, returns the struct that has the fields of Odds, when the result
	// itself does not have them.
	FieldsFrom func(result any) any
	// Chances, if set, computes the odds of an input from walks of its parts, because a walk
	// over all its dice may be too long. It fails with odds.ErrTooMany beyond maxOutcomes
	// (0: odds.Limit). Odds by face still walk the ruling itself.
	Chances func(tree any, maxOutcomes int) (map[string]odds.Dist[string], error)
	// CorrectMeans, if set, corrects the means of an odds answer: a walk does not see how
	// often an unbounded roll is repeated (see Roller.Until), but the number has a mean.
	CorrectMeans func(tree any, mean map[string]float64)
}

// InputType returns the type of the struct that Read decodes for an input.
func (r Ruling) InputType(tree any) reflect.Type {
	if r.InputOf != nil {
		return reflect.TypeOf(r.InputOf(tree))
	}
	return reflect.TypeOf(r.Input)
}

// A Resolver carries out a ruling on a checked input with the dice of a roller and returns
// the result.
type Resolver func(*Roller) any

// NewRuling returns a ruling whose input is an I, decoded by its tags. The function resolver
// checks the input across fields and returns its Resolver. Ids (of rules) and oddsFields are
// lists separated by spaces.
func NewRuling[I any](name, ids, oddsFields string, resolver func(in I) (Resolver, error)) Ruling {
	var zero I
	return Ruling{
		Name: name, Rules: strings.Fields(ids), Odds: strings.Fields(oddsFields), Input: zero,
		Read: func(tree any) (Resolver, error) {
			var in I
			if err := DecodeTree(tree, "", &in); err != nil {
				return nil, err
			}
			return resolver(in)
		},
	}
}

// CheckedRuling is NewRuling for a procedure of two functions: check, which may be nil, refuses
// contradictions between fields and forbidden requests; settle throws the dice and returns the
// result.
func CheckedRuling[I, O any](name, ids, oddsFields string, check func(I) *Fault, settle func(*Roller, I) O) Ruling {
	return NewRuling(name, ids, oddsFields, func(in I) (Resolver, error) {
		if check != nil {
			if fault := check(in); fault != nil {
				return nil, fault
			}
		}
		return func(c *Roller) any { return settle(c, in) }, nil
	})
}

// DicelessRuling is CheckedRuling for a procedure that throws no dice.
func DicelessRuling[I, O any](name, ids string, check func(I) *Fault, answer func(I) O) Ruling {
	return CheckedRuling(name, ids, "", check, func(_ *Roller, in I) O { return answer(in) })
}

// WithOddsByField returns the ruling with OddsByField set.
func (r Ruling) WithOddsByField() Ruling {
	r.OddsByField = true
	return r
}

// Resolve carries out a ruling with the dice of a source. The error is a *Fault or the
// source's own. Resolve does not refuse unused dice of a Tape: the caller checks Tape.Left.
func (r *Ruling) Resolve(tree any, src dice.Source) (result any, thrown []dice.Die, err error) {
	resolver, err := r.Read(tree)
	if err != nil {
		return nil, nil, err
	}
	c := NewRoller(src)
	result, err = runResolver(resolver, c)
	return result, c.thrown, err
}

// RunRule runs a rule with the dice of a source, outside a ruling, such as within a step of an
// odds.Chain. The error is the source's, or the fault of Roller.Fail.
func RunRule[T any](src dice.Source, rule func(*Roller) T) (t T, err error) {
	defer recoverStop(&err)
	return rule(NewRoller(src)), nil
}

func runResolver(resolver Resolver, c *Roller) (result any, err error) {
	defer recoverStop(&err)
	return resolver(c), nil
}

// A Distribution holds the exact odds of the fields of a ruling.
type Distribution struct {
	Fields []string                     // the fields with odds, in the order of Ruling.Odds
	Odds   map[string]odds.Dist[string] // by field, then by value as text
	Mean   map[string]float64           // by field, of the fields whose values are all numbers
}

// Distribution walks the ruling over every outcome of its dice.
func (r *Ruling) Distribution(tree any) (Distribution, error) {
	return r.distribution(tree, odds.Walk{})
}

// DistributionWithin is Distribution that fails with odds.ErrTooMany after maxOutcomes, for
// answers that somebody waits for.
func (r *Ruling) DistributionWithin(tree any, maxOutcomes int) (Distribution, error) {
	return r.distribution(tree, odds.Walk{MaxOutcomes: maxOutcomes})
}

// DistributionByFace is Distribution that visits every ordered set of faces. It is slow and
// serves to check Distribution.
func (r *Ruling) DistributionByFace(tree any) (Distribution, error) {
	return r.distribution(tree, odds.Walk{ByFace: true})
}

func (r *Ruling) distribution(tree any, how odds.Walk) (Distribution, error) {
	d := Distribution{Fields: r.Odds, Odds: map[string]odds.Dist[string]{}, Mean: map[string]float64{}}
	resolver, err := r.Read(tree)
	if err != nil {
		return d, err
	}
	if r.OddsOf != nil {
		d.Fields = r.OddsOf(tree)
	}
	if r.Chances != nil && !how.ByFace {
		err := r.fillChances(tree, how.MaxOutcomes, &d)
		return d, err
	}
	passes := [][]string{d.Fields}
	if r.OddsByField {
		passes = nil
		for _, f := range d.Fields {
			passes = append(passes, []string{f})
		}
	}
	if r.FieldsFrom != nil {
		whole := resolver
		resolver = func(c *Roller) any { return r.FieldsFrom(whole(c)) }
	}
	for _, fields := range passes {
		onlyField := ""
		if r.OddsByField {
			onlyField = fields[0]
		}
		if err := walkFields(resolver, fields, onlyField, how, &d); err != nil {
			return d, err
		}
	}
	if r.CorrectMeans != nil {
		r.CorrectMeans(tree, d.Mean)
	}
	return d, nil
}

// fillChances fills a distribution with the odds that Chances computes.
func (r *Ruling) fillChances(tree any, maxOutcomes int, d *Distribution) error {
	all, err := r.Chances(tree, maxOutcomes)
	if err != nil {
		return err
	}
	for _, f := range d.Fields {
		d.Odds[f] = all[f]
		if allIntegers(all[f]) {
			d.Mean[f] = meanOf(all[f])
		}
	}
	return nil
}

// allIntegers reports whether all values of a distribution are integers.
func allIntegers(d odds.Dist[string]) bool {
	for text := range d {
		if _, err := strconv.Atoi(text); err != nil {
			return false
		}
	}
	return true
}

// walkFields walks a ruling once and fills the distributions of some fields. onlyField is the field that Roller.Matters reports, or "" for all.
func walkFields(resolver Resolver, fields []string, onlyField string, how odds.Walk, d *Distribution) error {
	tallies := make([]fieldTally, len(fields))
	for i, f := range fields {
		tallies[i].field = f
	}
	w := odds.Walk{ByFace: how.ByFace, MaxOutcomes: how.MaxOutcomes}
	var c Roller
	err := w.Over(func(src dice.Source) error {
		c = Roller{source: src, onlyField: onlyField}
		result, err := runResolver(resolver, &c)
		if err != nil {
			return err
		}
		v := reflect.ValueOf(result)
		for i := range tallies {
			tallies[i].add(&w, v)
		}
		return nil
	})
	for i := range tallies {
		t := &tallies[i]
		d.Odds[t.field] = t.dist()
		switch {
		case t.notNumeric:
		case t.hasTexts:
			d.Mean[t.field] = meanOf(d.Odds[t.field])
		default:
			d.Mean[t.field] = t.numbers.Mean()
		}
	}
	return err
}

// A fieldTally adds up the weights of the values of one result field.
type fieldTally struct {
	field      string
	index      []int // of the field in the result; nil when lookupField must find it
	notNumeric bool  // not all values are numbers
	isBool     bool  // numbers holds 0 for false and 1 for true

	numbers  odds.IntTally
	texts    odds.Tally[string] // of values other than whole numbers
	hasTexts bool
}

// add counts the field of a result under the outcome that w visits.
func (t *fieldTally) add(w *odds.Walk, result reflect.Value) {
	if t.index == nil {
		t.index = fieldIndex(result, t.field)
	}
	var v reflect.Value
	switch {
	case t.index == nil:
		v = lookupField(result, t.field)
	case len(t.index) == 1:
		v = result.Field(t.index[0])
	default:
		v = result.FieldByIndex(t.index)
	}
	switch v.Kind() {
	case reflect.Int:
		t.numbers.Add(w, v.Int())
	case reflect.Bool:
		t.notNumeric, t.isBool = true, true
		t.numbers.Add(w, int64(BoolToInt(v.Bool())))
	default:
		text, number := asText(v)
		t.notNumeric, t.hasTexts = t.notNumeric || !number, true
		t.texts.Add(w, text)
	}
}

func (t *fieldTally) dist() odds.Dist[string] {
	d := t.texts.Dist()
	t.numbers.Each(func(n int64, p *big.Rat) {
		text := strconv.FormatInt(n, 10)
		if t.isBool {
			text = strconv.FormatBool(n == 1)
		}
		if d[text] != nil {
			p.Add(p, d[text])
		}
		d[text] = p
	})
	return d
}

// fieldIndex returns the index of a field of the result's own struct, or nil.
func fieldIndex(v reflect.Value, name string) []int {
	if v.Kind() != reflect.Struct {
		return nil
	}
	if f := fieldNamed(FieldsOf(v.Type()), name); f != nil {
		return f.Index
	}
	return nil
}

// lookupField returns the field of a result at a dotted path of JSON names; it panics when
// there is no such field. The value is invalid below a nil pointer.
func lookupField(v reflect.Value, path string) reflect.Value {
	name, rest, deeper := strings.Cut(path, ".")
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return reflect.Value{}
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Map {
		v = v.MapIndex(reflect.ValueOf(name))
	} else {
		f := fieldNamed(FieldsOf(v.Type()), name)
		if f == nil {
			panic(fmt.Sprintf("rules: result %s has no field %s", v.Type(), name))
		}
		v = v.FieldByIndex(f.Index)
	}
	if deeper {
		return lookupField(v, rest)
	}
	return v
}

// asText returns a value as text, and whether it is a number; a nil pointer is "null".
func asText(v reflect.Value) (text string, number bool) {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	if !v.IsValid() {
		return "null", false
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool()), false
	case reflect.String:
		return v.String(), false
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64), true
	default:
		return strconv.FormatInt(v.Int(), 10), true
	}
}

// meanOf returns the mean of a distribution of numbers, computed exactly and then rounded.
func meanOf(d odds.Dist[string]) float64 {
	sum, den := new(big.Int), big.NewInt(1) // one common denominator: most divide the greatest, so reducing each sum would cost time
	var times, rest, shared, term big.Int
	for text, p := range d {
		num, of := p.Num(), p.Denom()
		if x, err := strconv.ParseInt(text, 10, 64); err == nil {
			num = term.Mul(num, big.NewInt(x))
		} else {
			x, ok := new(big.Rat).SetString(text)
			if !ok {
				panic("rules: mean of " + text)
			}
			num, of = term.Mul(num, x.Num()), new(big.Int).Mul(of, x.Denom())
		}
		if times.QuoRem(den, of, &rest); rest.Sign() != 0 {
			shared.GCD(nil, nil, den, of)
			times.Quo(of, &shared)
			den, sum = new(big.Int).Mul(den, &times), sum.Mul(sum, &times)
			times.Quo(den, of)
		}
		sum.Add(sum, term.Mul(num, &times))
	}
	f, _ := new(big.Rat).SetFrac(sum, den).Float64()
	return f
}

// MarshalJSON writes {"odds": …, "mean": …} with the fields in order.
func (d Distribution) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`{"odds":{`)
	for i, f := range d.Fields {
		if i > 0 {
			b.WriteByte(',')
		}
		chances := make(map[string]float64, len(d.Odds[f]))
		for v, p := range d.Odds[f] {
			chances[v], _ = p.Float64()
		}
		text, err := json.Marshal(chances)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q:%s", f, text)
	}
	means, err := json.Marshal(d.Mean)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, `},"mean":%s}`, means)
	return b.Bytes(), nil
}
