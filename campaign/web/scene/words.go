package scene

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

// What the scene says, it says with the words of package telling.

func (s *Scene) say(with map[string]string, keys ...string) string { return s.tell.Say(with, keys...) }
func (s *Scene) phase(key string) string                           { return s.tell.Phase(key) }
func (s *Scene) note(n rules.Note) string                          { return s.tell.Note(n) }
func (s *Scene) stat(st rules.Stat) string                         { return s.tell.Stat(st) }
func (s *Scene) typeOf(u rules.UnitView) string                    { return s.tell.TypeOf(u) }
func (s *Scene) word(v string) string                              { return s.tell.Word(v) }
func (s *Scene) figures(v any) map[string]string                   { return s.tell.Figures(v) }
func (s *Scene) text(v reflect.Value) string                       { return s.tell.Text(v) }
func (s *Scene) side(seat rules.Seat) string                       { return s.tell.Side(seat) }
func (s *Scene) commandLine(c rules.Command) string                { return s.tell.Command(c) }
func (s *Scene) eventLine(e rules.Event) string                    { return s.tell.Event(e) }
