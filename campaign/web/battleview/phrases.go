package battleview

import (
	"encoding/json"
	"reflect"

	"oriflamme/rules"
)

var (
	seatType = reflect.TypeFor[rules.Seat]()
	decType  = reflect.TypeFor[rules.Dec]()
	rawType  = reflect.TypeFor[json.RawMessage]()
)

// The methods below say things about the battle in words that package describe makes.

func (s *Presenter) phrase(with map[string]string, keys ...string) string {
	return s.describer.Say(with, keys...)
}
func (s *Presenter) phase(key string) string            { return s.describer.PhaseName(key) }
func (s *Presenter) note(n rules.Note) string           { return s.describer.NoteText(n) }
func (s *Presenter) stat(st rules.Stat) string          { return s.describer.StatText(st) }
func (s *Presenter) unitType(u rules.UnitView) string   { return s.describer.ProfileName(u) }
func (s *Presenter) word(v string) string               { return s.describer.DisplayName(v) }
func (s *Presenter) figures(v any) map[string]string    { return s.describer.FieldTexts(v) }
func (s *Presenter) text(v reflect.Value) string        { return s.describer.Text(v) }
func (s *Presenter) side(seat rules.Seat) string        { return s.describer.SideName(seat) }
func (s *Presenter) commandLine(c rules.Command) string { return s.describer.Command(c) }
func (s *Presenter) eventLine(e rules.Event) string     { return s.describer.Event(e) }
