package engineapi

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"reflect"

	"oriflamme/rules"
)

// Digests returns for each game, by id, a hash of its rules as the engine applies them: the version, all that the game
// declares, and the requests and answers of this package. Engines with equal digests of a game answer alike about it. A
// change that no declaration shows, such as another modifier within a ruling, changes the digest by rules.Game.Version.
func Digests(games []*rules.Game) map[string]string {
	all := map[string]string{}
	for _, g := range games {
		d := digester{sha256.New(), map[reflect.Type]bool{}}
		d.add(phrasePrefixes)
		d.add(g.ID, g.Version, g.DiceFirst, g.OneSource, g.Modes, g.Options, g.PointsField, g.ScoreResource, g.PlayFormats, g.CommandRules, g.Secret, g.Faces)
		for _, r := range g.Rulings {
			d.add("ruling", r.Name, r.Rules, r.Odds, r.OddsByField)
			d.addType(reflect.TypeOf(r.Input))
		}
		for _, c := range g.Commands {
			d.add("command", c.Kind())
			d.addType(reflect.TypeOf(c))
		}
		for _, e := range g.Events {
			d.add("event", e.Kind())
			d.addType(reflect.TypeOf(e))
		}
		for _, m := range g.Measures {
			d.add("measure", m.Name)
		}
		for _, b := range g.Bots {
			d.add("bot", b.Name, b.Any)
		}
		for _, m := range messages {
			d.add("message", m.operation)
			d.addType(reflect.TypeOf(m.request))
			d.addType(reflect.TypeOf(m.answer))
		}
		all[g.ID] = fmt.Sprintf("%x", d.Sum(nil)[:8])
	}
	return all
}

// messages are the operations whose requests the pages of the site write and whose answers they draw.
var messages = []struct {
	operation       string
	request, answer any
}{
	{AddPhrases, PhraseSet{}, struct{}{}},
	{ComputeOdds, OddsRequest{}, OddsResult{}},
	{Try, TryRequest{}, TryResult{}},
	{Simulate, SimulateRequest{}, SimulateResult{}},
}

// A digester hashes declarations. Names of Go types, and of fields that have another name in JSON, do not count.
type digester struct {
	hash.Hash
	entered map[reflect.Type]bool // the types around the one being added
}

// add hashes values as JSON.
func (d digester) add(values ...any) {
	if err := json.NewEncoder(d).Encode(values); err != nil {
		panic("engineapi: " + err.Error()) // the caller passes texts, numbers, and lists and maps of them
	}
}

// addType hashes how values of a type are read and written in JSON: the kinds of its parts, and the tags of its fields.
func (d digester) addType(t reflect.Type) {
	d.add(t.Kind().String())
	if d.entered[t] {
		return
	}
	d.entered[t] = true
	defer delete(d.entered, t)
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		d.addType(t.Elem())
	case reflect.Map:
		d.addType(t.Key())
		d.addType(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				d.add(f.Tag)
				if f.Tag.Get("json") == "" {
					d.add(f.Name)
				}
				d.addType(f.Type)
			}
		}
		d.add("end")
	}
}
