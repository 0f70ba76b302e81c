package campaign

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"oriflamme/rules"
)

// A Club is the club that everything else in a State belongs to.
type Club struct {
	ID      ID
	Name    string
	Lang    string // language code of its public pages and prints, for example "fr"
	Place   string // town, as the club writes it
	Founded time.Time
	ActNo   ActNo
}

// A Member is a member of the club, or a guest.
type Member struct {
	ID      ID
	Name    string
	Role    Role
	Joined  time.Time
	HasLeft bool // the name stays in the records
	ActNo   ActNo

	Forgotten bool `hash:"-"` // the name is replaced, and HasLeft is set
}

// FoundClub is the first act of every club; its author is the owner.
type FoundClub struct {
	Name  string `json:"name"`
	Lang  string `json:"lang"`
	Place string `json:"place"`
	Owner string `json:"owner"` // name of the person
}

// Kind returns "found".
func (FoundClub) Kind() Kind { return KindFound }

func (FoundClub) subject() Subject { return Subject{staleKey: "club"} }

func (b FoundClub) names(_ *State, check nameChecker) {
	check("name", b.Name)
	check("place", b.Place)
	check("owner", b.Owner)
}

func (b FoundClub) apply(f *fold, a *Act) error {
	if f.Club.ID != "" {
		return refuse(Conflict, "", "founded-already", "")
	}
	if err := firstError(checkLength("name", b.Name, 1, 80), checkLanguage(b.Lang), checkLength("place", b.Place, 0, 80), checkLength("owner", b.Owner, 1, 60)); err != nil {
		return err
	}
	f.Club = Club{ID: a.Club, Name: b.Name, Lang: b.Lang, Place: b.Place, Founded: a.At, ActNo: ActNo(a.No)}
	f.Members[a.By] = &Member{ID: a.By, Name: b.Owner, Role: Owner, Joined: a.At, ActNo: ActNo(a.No)}
	return nil
}

// EditClub changes the club's name, language or place.
type EditClub struct {
	Name  string `json:"name"`
	Lang  string `json:"lang"`
	Place string `json:"place"`
}

// Kind returns "club".
func (EditClub) Kind() Kind { return KindClub }

func (EditClub) subject() Subject { return Subject{staleKey: "club"} }

func (b EditClub) names(s *State, check nameChecker) {
	check("name", b.Name, s.Club.Name)
	check("place", b.Place, s.Club.Place)
}

func (b EditClub) apply(f *fold, a *Act) error {
	if err := firstError(checkLength("name", b.Name, 1, 80), checkLanguage(b.Lang), checkLength("place", b.Place, 0, 80)); err != nil {
		return err
	}
	f.Club.Name, f.Club.Lang, f.Club.Place = b.Name, b.Lang, b.Place
	return nil
}

// Join adds a member. A member who was invited is the act's author, else an organiser is.
type Join struct {
	Member ID     `json:"member"`
	Name   string `json:"name"`
	Role   Role   `json:"role"`
	Invite string `json:"invite"` // the invitation's ID, or "" if an organiser adds the member
}

// Kind returns "join".
func (Join) Kind() Kind { return KindJoin }

func (b Join) subject() Subject { return ofMember(b.Member) }

func (b Join) guard(_ *State, by *Member) error { return by.checkRank(Guest, b.Role) }

func (b Join) fill(g idFiller) Body {
	b.Member = g.id(b.Member)
	return b
}

func (b Join) names(_ *State, check nameChecker) { check("name", b.Name) }

func (b Join) apply(f *fold, a *Act) error {
	if err := firstError(checkLength("member", b.Member, 1, 40), checkLength("name", b.Name, 1, 60)); err != nil {
		return err
	}
	if !b.Role.valid() {
		return refuse(Invalid, "role", "unknown-role", "", "role", string(b.Role))
	}
	if f.Members[b.Member] != nil {
		return refuse(Conflict, "member", "member-already", "", "name", f.Members[b.Member].Name)
	}
	m := &Member{ID: b.Member, Name: b.Name, Role: b.Role, Joined: a.At, ActNo: ActNo(a.No)}
	f.Members[m.ID] = m
	f.markOwn(m)
	return nil
}

// EditMember changes a member's name or role. A club always keeps an owner (CAMP-CLUB-1).
type EditMember struct {
	Member ID     `json:"member"`
	Name   string `json:"name"`
	Role   Role   `json:"role"`
}

// Kind returns "member".
func (EditMember) Kind() Kind { return KindMember }

func (b EditMember) subject() Subject { return ofMember(b.Member) }

func (b EditMember) ownedBy(s *State, by ID) bool { return s.isSelf(by, b.Member) }

func (b EditMember) guard(s *State, by *Member) error {
	if m := s.Members[b.Member]; m != nil && (m != by || b.Role != m.Role) {
		return by.checkRank(m.Role, b.Role)
	}
	return nil
}

func (b EditMember) names(s *State, check nameChecker) {
	was := ""
	if m := s.Members[b.Member]; m != nil {
		was = m.Name
	}
	check("name", b.Name, was)
}

func (b EditMember) apply(f *fold, a *Act) error {
	m := f.Members[b.Member]
	switch {
	case m == nil || m.Forgotten:
		return notFound("member", "member", b.Member)
	case !b.Role.valid():
		return refuse(Invalid, "role", "unknown-role", "", "role", string(b.Role))
	case m.Role == Owner && b.Role != Owner && f.owners() == 1:
		return refuse(Conflict, "role", "last-owner", "CAMP-CLUB-1")
	}
	if err := checkLength("name", b.Name, 1, 60); err != nil {
		return err
	}
	m = f.editMember(b.Member)
	m.Name, m.Role = b.Name, b.Role
	return nil
}

// Leave ends a membership. What the member did stays.
type Leave struct {
	Member ID `json:"member"`
}

// Kind returns "leave".
func (Leave) Kind() Kind { return KindLeave }

func (b Leave) subject() Subject { return ofMember(b.Member) }

func (b Leave) ownedBy(s *State, by ID) bool { return s.isSelf(by, b.Member) }

func (b Leave) guard(s *State, by *Member) error { return s.checkRemoval(by, b.Member) }

func (b Leave) apply(f *fold, a *Act) error {
	m := f.Members[b.Member]
	switch {
	case m == nil || m.HasLeft:
		return notFound("member", "member", b.Member)
	case m.Role == Owner && f.owners() == 1:
		return refuse(Conflict, "member", "last-owner", "CAMP-CLUB-1")
	}
	f.editMember(b.Member).HasLeft = true
	return nil
}

func (s *State) owners() int {
	n := 0
	for _, m := range s.Members {
		if m.Role == Owner && !m.HasLeft {
			n++
		}
	}
	return n
}

// checkLanguage accepts any code of two letters, such as "fr". Which languages exist is up
// to the site, and may change without making old acts invalid.
func checkLanguage(lang string) error {
	if len(lang) != 2 || strings.Trim(lang, "abcdefghijklmnopqrstuvwxyz") != "" {
		return refuse(Invalid, "lang", "unknown-language", "", "lang", lang)
	}
	return nil
}

// firstError returns the first error that is not nil, or nil.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// find returns the first element for which wanted is true, or nil.
func find[T any](all []T, wanted func(*T) bool) *T {
	for i := range all {
		if wanted(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// pick returns the first element for which wanted is true, or the error none. It passes on
// the error of the call that listed the elements.
func pick[T any](all []T, err error, wanted func(T) bool, none error) (v T, _ error) {
	if err != nil {
		return v, err
	}
	if i := slices.IndexFunc(all, wanted); i >= 0 {
		return all[i], nil
	}
	return v, none
}

// A Sheet is data of a game that its rulebook does not print and that the club has
// entered. It replaces or adds one element of a section of the game's pack. This package
// does not interpret it.
type Sheet struct {
	Game  string
	ID    string // of the element
	Data  json.RawMessage
	ActNo ActNo
}

// sheetKey returns the key of a sheet in State.Sheets.
func sheetKey(game, id string) string { return game + "/" + id }

// EnterSheet enters or replaces a sheet of the club. Without data it removes the sheet, so
// that the pack's own data applies again.
type EnterSheet struct {
	Game  string          `json:"game"`
	Sheet string          `json:"sheet"` // its id
	Data  json.RawMessage `json:"data"`
}

// Kind returns "sheet".
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

// WithClubSheets returns a pack in which the club's sheets replace the elements of the same
// ID; the club's other sheets are appended.
func (s *State) WithClubSheets(g *rules.Game, p rules.Pack) rules.Pack {
	if g.DataSheets == nil || len(s.Sheets) == 0 {
		return p
	}
	parts := make(map[string][]json.RawMessage, len(p.Parts))
	maps.Copy(parts, p.Parts)
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

// SheetsOf returns the sheets that the club has entered for a game, sorted by ID.
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

// checkSheet has the game decode a sheet and refuses what it cannot decode. Numbers may be
// missing: a battle that needs them says so.
func (s *Service) checkSheet(b EnterSheet) error {
	g := s.games[b.Game]
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
