package campaign

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"oriflamme/rules"
)

// A Sheet is data of a game that its rulebook does not print and the club has
// entered: a member of a part of a pack, in whose place it stands. The campaign
// does not know what it says.
type Sheet struct {
	Game  string
	ID    string // of the member
	Data  json.RawMessage
	ActNo ActNo
}

// sheetKey is where a sheet lies in the state.
func sheetKey(game, id string) string { return game + "/" + id }

// EnterSheet enters a sheet of the club's own, or another version of it. Without
// data it is taken back, and the pack's holds again.
type EnterSheet struct {
	Game  string          `json:"game"`
	Sheet string          `json:"sheet"` // its id
	Data  json.RawMessage `json:"data"`
}

// Kind is "sheet".
func (EnterSheet) Kind() Kind { return KindSheet }

func (b EnterSheet) subject() Subject { return Subject{staleKey: "sheet " + sheetKey(b.Game, b.Sheet)} }

func (b EnterSheet) checkByGame(h *Service, _ *State) error { return h.checkSheet(b) }

func (b EnterSheet) apply(f *fold, a *Act) error {
	if err := firstError(checkLength("game", b.Game, 1, 40), checkLength("sheet", b.Sheet, 1, 64)); err != nil {
		return err
	}
	key := sheetKey(b.Game, b.Sheet)
	if len(b.Data) == 0 || string(b.Data) == "null" {
		if f.Sheets[key] == nil {
			return notFound("sheet", "sheet", b.Sheet)
		}
		delete(f.Sheets, key)
		return nil
	}
	f.Sheets[key] = &Sheet{Game: b.Game, ID: b.Sheet, Data: b.Data, ActNo: ActNo(a.No)}
	return nil
}

// Sheet returns a sheet that the club has entered, or nil.
func (s *State) Sheet(game, id string) *Sheet { return s.Sheets[sheetKey(game, id)] }

// WithClubSheets is a pack with the club's own sheets in place of those of the same id,
// and behind them the others that it entered.
func (s *State) WithClubSheets(g *rules.Game, p rules.Pack) rules.Pack {
	if g.DataSheets == nil || len(s.Sheets) == 0 {
		return p
	}
	parts := make(map[string][]json.RawMessage, len(p.Parts))
	for name, members := range p.Parts {
		parts[name] = members
	}
	var members []json.RawMessage
	there := map[string]bool{}
	for _, raw := range p.Parts[g.DataSheets.Part] {
		id := idOfJSON(raw)
		there[id] = true
		if own := s.Sheet(g.ID, id); own != nil {
			raw = own.Data
		}
		members = append(members, raw)
	}
	for _, own := range s.SheetsOf(g.ID) {
		if !there[own.ID] {
			members = append(members, own.Data)
		}
	}
	parts[g.DataSheets.Part] = members
	p.Parts = parts
	return p
}

// SheetsOf lists the sheets that the club has entered for a game, by id.
func (s *State) SheetsOf(game string) []*Sheet {
	var all []*Sheet
	for _, key := range slices.Sorted(maps.Keys(s.Sheets)) {
		if s.Sheets[key].Game == game {
			all = append(all, s.Sheets[key])
		}
	}
	return all
}

func idOfJSON(raw json.RawMessage) string {
	var member struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(raw, &member) != nil {
		return ""
	}
	return member.ID
}

// checkSheet has the game read a sheet: it may lack numbers, which the battle that
// needs them names, but what it has is sound.
func (h *Service) checkSheet(b EnterSheet) error {
	g := h.games[b.Game]
	if g == nil || g.DataSheets == nil {
		return refuse(Invalid, "game", "unknown-game", "", "game", b.Game)
	}
	if len(b.Data) == 0 || string(b.Data) == "null" {
		return nil
	}
	into := reflect.New(reflect.TypeOf(g.DataSheets.Zero))
	if err := rules.Decode(b.Data, into.Interface()); err != nil {
		return err
	}
	if idOfJSON(b.Data) != b.Sheet {
		return refuse(Invalid, "sheet", "wrong-type", "", "kind", "sheet", "is", idOfJSON(b.Data))
	}
	return nil
}
