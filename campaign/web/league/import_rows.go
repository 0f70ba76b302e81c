package league

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
)

// An importKind is a kind of table: its columns in order, those that every line needs, and how a line is read.
type importKind struct {
	columns, needed []string
	read            func(s *Handlers, in *importRun, row tableRow) (importEntry, error)
}

// An importRun is a table that is being imported into a campaign.
type importRun struct {
	site.Visit
	c       echo.Context
	camp    *campaign.Campaign
	claimed map[string]bool // battles by id, and players by name, that an earlier line names
}

var (
	importPlayers  = importKind{[]string{"name", "role"}, []string{"name"}, (*Handlers).importPlayer}
	importFixtures = importKind{[]string{"round", "first", "second", "at", "table", "mission", "score_first", "score_second", "winner"}, []string{"first", "second"}, (*Handlers).importFixture}
)

// cellError returns the fault of one cell.
func cellError(column, key string, with ...string) error {
	e := &campaign.Error{Code: campaign.Invalid, Field: column, Key: key, Params: map[string]string{}}
	for i := 0; i+1 < len(with); i += 2 {
		e.Params[with[i]] = with[i+1]
	}
	return e
}

// importPlayer reads name and role. A role may be an id or a name in any language.
func (s *Handlers) importPlayer(in *importRun, row tableRow) (importEntry, error) {
	name, role := row.cells["name"], campaign.Player
	if n := len([]rune(name)); n < 1 || n > 60 {
		return importEntry{}, cellError("name", "length", "from", "1", "to", "60")
	}
	if in.claimed[site.FoldName(name)] || slices.ContainsFunc(in.State.AllMembers(), func(m *campaign.Member) bool { return strings.EqualFold(m.Name, name) }) {
		return importEntry{}, nil
	}
	in.claimed[site.FoldName(name)] = true
	if text := row.cells["role"]; text != "" {
		i := slices.IndexFunc(campaign.Roles, func(r campaign.Role) bool { return s.matchesName(text, string(r), "role."+string(r)) })
		if i < 0 {
			return importEntry{}, cellError("role", "unknown-role")
		}
		role = campaign.Roles[i]
	}
	body := campaign.Join{Name: name, Role: role}
	if !in.State.MayDo(in.Actor, body) {
		return importEntry{}, cellError("role", "unknown-role")
	}
	return importEntry{text: name, acts: []campaign.ActRequest{{Body: body}}}, nil
}

// matchesName reports whether a text is an id, or the phrase for it in any language.
func (s *Handlers) matchesName(text, id, phrase string) bool {
	if strings.EqualFold(text, id) {
		return true
	}
	for _, b := range s.Catalogs {
		if site.FoldName(text) == site.FoldName(b.Say(phrase)) {
			return true
		}
	}
	return false
}

// fixtureTimes are the formats in which people write a date, with and without the hour.
var fixtureTimes = []string{"2006-01-02 15:04", site.LocalTime, "2006-01-02", "02/01/2006 15:04", "02/01/2006"}

// importFixture reads a battle of two sides and, if the line has one, its result, which becomes a ruling of the importer.
func (s *Handlers) importFixture(in *importRun, row tableRow) (importEntry, error) {
	body, err := s.readFixture(in.Visit, in.camp, row)
	if err != nil {
		return importEntry{}, err
	}
	result, described, err := s.readFixtureResult(in.Visit, body.Seats, row)
	if err != nil {
		return importEntry{}, err
	}
	e := importEntry{text: site.RosterName(in.State, body.Seats[0]) + ", " + site.RosterName(in.State, body.Seats[1])}
	if body.Round > 0 {
		e.text = strconv.Itoa(body.Round) + ". " + e.text
	}
	rule := campaign.ActRequest{Why: site.CatalogOf(in.c).Say("import.why")}
	if b := in.matchBattle(body, result, described); b != nil {
		if b.Seats[0] != body.Seats[0] {
			result = mirroredResult(result)
		}
		if !described || b.Result != nil && b.Result.Same(result) {
			return importEntry{}, nil
		}
		rule.Body = campaign.Rule{Battle: b.ID, Result: result}
		e.acts = []campaign.ActRequest{rule}
		_, _, err := s.Service.WhatIf(in.c.Request().Context(), in.Actor, in.Club, rule)
		return e, err
	}
	body.Battle = campaign.NewID(s.Now())
	e.acts = []campaign.ActRequest{{Body: body}}
	// The fold finds the other faults: retired or unfinished sides, the same side twice.
	then, _, err := s.Service.WhatIf(in.c.Request().Context(), in.Actor, in.Club, e.acts[0])
	if err != nil || !described {
		return e, err
	}
	rule.Body = campaign.Rule{Battle: body.Battle, Result: result}
	if !then.MayDo(in.Actor, rule.Body) {
		return importEntry{}, cellError("winner", "own-battle")
	}
	e.acts = append(e.acts, rule)
	return e, nil
}

// matchBattle returns the battle that a line describes, among those of its round and sides that no other line describes: one
// with the same result, or one without a result if the line has none; those of the same day first. It returns nil if there is none.
func (in *importRun) matchBattle(body campaign.Schedule, result campaign.Result, described bool) *campaign.Battle {
	var best *campaign.Battle
	most := -1
	for _, b := range in.State.BattlesOf(in.camp.ID) {
		if b.Round != body.Round || len(b.Seats) != 2 || in.claimed[b.ID] || !slices.Contains(b.Seats, body.Seats[0]) || !slices.Contains(b.Seats, body.Seats[1]) {
			continue
		}
		as := result
		if b.Seats[0] != body.Seats[0] {
			as = mirroredResult(result)
		}
		like := 0
		switch {
		case described && b.Result != nil && b.Result.Same(as), !described && b.Result == nil:
			like = 4
		case described && b.Result == nil:
			like = 2
		}
		if b.At.Equal(body.At) {
			like++
		}
		if like > most {
			best, most = b, like
		}
	}
	if best != nil {
		in.claimed[best.ID] = true
	}
	return best
}

// readFixture reads the part of a line that arranges a battle.
func (s *Handlers) readFixture(v site.Visit, camp *campaign.Campaign, row tableRow) (campaign.Schedule, error) {
	body := campaign.Schedule{Campaign: camp.ID, Attacker: rules.Nobody, Table: row.cells["table"], Mission: row.cells["mission"], Seats: make([]campaign.ID, 2)}
	var err error
	if text := row.cells["round"]; text != "" {
		if body.Round, err = strconv.Atoi(text); err != nil || body.Round < 0 {
			return body, site.NotANumber("round")
		}
	}
	for i, column := range []string{"first", "second"} {
		if body.Seats[i] = sideByName(v, camp, row.cells[column]); body.Seats[i] == "" {
			return body, cellError(column, "no-such-side", "name", row.cells[column])
		}
	}
	if at := row.cells["at"]; at != "" {
		for _, form := range fixtureTimes {
			if body.At, err = time.ParseInLocation(form, at, s.Zone); err == nil {
				return body, nil
			}
		}
		return body, cellError("at", "not-a-time")
	}
	return body, nil
}

// sideByName returns the side of a campaign with a name, or "".
func sideByName(v site.Visit, camp *campaign.Campaign, name string) campaign.ID {
	for _, r := range v.State.RostersOf(camp.ID) {
		if strings.EqualFold(r.List.Name, name) {
			return r.ID
		}
	}
	return ""
}

// readFixtureResult reads the result of a battle; told is false if the line has none. Without a winner, the side with more points
// wins.
func (s *Handlers) readFixtureResult(v site.Visit, seats []campaign.ID, row tableRow) (r campaign.Result, described bool, err error) {
	r.Winner = rules.Nobody
	for i, column := range []string{"score_first", "score_second"} {
		text := row.cells[column]
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return r, false, site.NotANumber(column)
		}
		if i > len(r.Scores) {
			return r, false, cellError("score_first", "required")
		}
		r.Scores = append(r.Scores, n)
	}
	if len(r.Scores) == 1 {
		return r, false, cellError("score_second", "required")
	}
	if name := row.cells["winner"]; name != "" {
		i := slices.IndexFunc(seats, func(id campaign.ID) bool { return strings.EqualFold(site.RosterName(v.State, id), name) })
		if i < 0 && !s.matchesName(name, "-", "outcome.draw") {
			return r, false, cellError("winner", "no-such-side", "name", name)
		}
		r.Winner = rules.Seat(i)
		return r, true, nil
	}
	if len(r.Scores) == 2 && r.Scores[0] != r.Scores[1] {
		r.Winner = 0
		if r.Scores[1] > r.Scores[0] {
			r.Winner = 1
		}
	}
	return r, len(r.Scores) == 2, nil
}

// mirroredResult returns a result with the sides exchanged.
func mirroredResult(r campaign.Result) campaign.Result {
	if r.Winner != rules.Nobody {
		r.Winner = 1 - r.Winner
	}
	r.Scores = slices.Clone(r.Scores)
	slices.Reverse(r.Scores)
	return r
}
