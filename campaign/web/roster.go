package web

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/battleview"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// rosterPage shows an army with its life.
func (s *rosterHandlers) rosterPage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	r, camp, err := v.roster(c)
	if err != nil {
		return err
	}
	m := s.rosterModel(c, v, r, camp)
	f := s.frame(c, m.Name, views.SectionRoster)
	f.Sub, f.Back = m.Campaign, campaignURL(v.club, camp.ID)
	return s.render(c, http.StatusOK, rosterviews.Roster(f, m))
}

// rosterPrint shows it as cards for paper.
func (s *rosterHandlers) rosterPrint(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	r, camp, err := v.roster(c)
	if err != nil {
		return err
	}
	m := s.rosterModel(c, v, r, camp)
	f := s.frame(c, m.Name, views.SectionRoster)
	f.Back = rosterURL(v.club, r.ID)
	return s.render(c, http.StatusOK, rosterviews.RosterPrint(f, m))
}

func (s *rosterHandlers) rosterModel(c echo.Context, v visit, r *campaign.Roster, camp *campaign.Campaign) rosterviews.RosterPage {
	book := catalogOf(c)
	g := s.Service.Game(camp.Settings.Game)
	types := s.unitTypes(c, g, r.List)
	m := rosterviews.RosterPage{
		Name: r.List.Name, Owner: playerNames(v.state, r), Campaign: camp.Settings.Name, CampaignURL: campaignURL(v.club, camp.ID),
		Emblem: rosterEmblem(r), EmblemText: emblemText(views.Frame{Catalog: book}, rosterEmblem(r)), Draft: r.Unfinished, Version: book.Say("muster.version", "n", len(r.Versions)),
		Print: rosterURL(v.club, r.ID) + "/print", Versions: rosterURL(v.club, r.ID) + "/versions",
	}
	if !r.Retired && v.state.MayDo(v.actor, campaign.ReviseRoster{Roster: r.ID}) {
		m.Edit = rosterURL(v.club, r.ID) + "/edit"
		m.EmblemURL = rosterURL(v.club, r.ID) + "/arms"
	}
	if !r.Retired && !camp.Closed && camp.Settings.Ladder == nil && v.state.MayDo(v.actor, campaign.SitOut{Campaign: camp.ID, Roster: r.ID}) {
		m.Away = rosterURL(v.club, r.ID) + "/away"
	}
	if r.Retired {
		m.Gone = book.Say("away.gone")
		if !camp.Closed && v.state.MayDo(v.actor, campaign.ReturnRoster{Roster: r.ID}) {
			m.Return, m.Gone = rosterURL(v.club, r.ID)+"/return", book.Say("away.gone_text")
		}
	}
	if !r.Retired && v.state.MayDo(v.actor, campaign.RetireRoster{Roster: r.ID}) {
		m.Withdraw = rosterURL(v.club, r.ID) + "/withdraw"
		m.SidePlayersURL = sidePlayersURL(v.club, r.ID)
	}
	if who := enteredFor(views.Frame{Catalog: book}, v.state, r); who != "" {
		m.Behalf = book.Say("behalf.entered", "who", who)
	}
	if r.Club != "" {
		m.Owner += " (" + r.Club + ")"
	}
	faults := s.faultsOf(c, camp.Settings, r.List)
	m.Faults = faults.whole
	m.Legal = g != nil && g.CheckRoster != nil && faults.n == 0 && !r.Unfinished
	points := 0
	var pack *rules.Pack
	if g != nil {
		pack = s.pack(g, "")
	}
	form := battleview.Form{Catalog: book, Game: camp.Settings.Game, Pack: pack}
	for i, u := range r.List.Units {
		line := rosterviews.RosterUnit{ID: u.ID, Name: u.Name, Type: types.name(i), Points: types.points(i), Card: form.Card(u.Profile), Faults: faults.unit[i]}
		line.URL = unitURL(v.club, r.ID, u.ID)
		s.fillServiceRecord(c, v, camp, r.Records[u.ID], &line)
		if lost := r.Records[u.ID].Lost; lost != nil {
			line.Gone = markName(catalogOf(c), camp.Settings.Game, "lost", *lost)
			m.Lost = append(m.Lost, line)
			continue
		}
		points += line.Points
		m.Units = append(m.Units, line)
	}
	m.Facts = s.rosterFacts(c, v, r, camp, points)
	return m
}

func (s *rosterHandlers) rosterFacts(c echo.Context, v visit, r *campaign.Roster, camp *campaign.Campaign, points int) []rosterviews.RosterFact {
	book := catalogOf(c)
	facts := []rosterviews.RosterFact{{Label: book.Say("muster.points"), Value: book.Number(points)}}
	if camp.Settings.Limit > 0 {
		facts[0].Of = book.Number(camp.Settings.Limit)
	}
	for _, row := range v.state.Standings(camp.ID, 0) {
		if row.Roster == r.ID {
			facts = append(facts, rosterviews.RosterFact{Label: book.Say("muster.won-drawn-lost"),
				Value: strconv.Itoa(row.Wins) + "–" + strconv.Itoa(row.Draws) + "–" + strconv.Itoa(row.Losses)})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(r.Resources)) {
		facts = append(facts, rosterviews.RosterFact{Label: gainName(catalogOf(c), camp.Settings.Game, "resource", key), Value: book.Number(r.Resources[key])})
	}
	if camp.Map != nil {
		facts = append(facts, rosterviews.RosterFact{Label: book.Say("muster.lands"), Value: strconv.Itoa(camp.Map.RegionCount(r.ID))})
	}
	return facts
}

// fillServiceRecord puts a unit's service record into its line.
func (s *rosterHandlers) fillServiceRecord(c echo.Context, v visit, camp *campaign.Campaign, rec campaign.ServiceRecord, line *rosterviews.RosterUnit) {
	line.Experience, line.Kills = rec.Experience, rec.Kills
	rule := s.ruleLink(catalogOf(c).Lang, camp.Settings.Game)
	mark := func(kind string, m campaign.Mark) views.MarkLine {
		h := views.MarkLine{Kind: kind, Key: m.Key, Name: markName(catalogOf(c), camp.Settings.Game, kind, m), Note: m.Note}
		if k := camp.Settings.Game + ".mark." + m.Key + ".text"; h.Note == "" && catalogOf(c).Has(k) {
			h.Note = catalogOf(c).Say(k)
		}
		if m.Rule != "" {
			h.Rule = views.RuleRef{ID: m.Rule, URL: rule(m.Rule)}
		}
		return h
	}
	for _, m := range rec.Honours {
		line.Honours = countMark(line.Honours, mark("honour", m))
	}
	for _, m := range rec.Scars {
		line.Scars = countMark(line.Scars, mark("scar", m))
	}
	for i := len(rec.Fights) - 1; i >= 0; i-- {
		fight := rec.Fights[i]
		b := v.state.Battles[fight.Battle]
		if b == nil {
			continue
		}
		var against []string
		for _, id := range fight.Against {
			against = append(against, rosterName(v.state, id))
		}
		line.Fights = append(line.Fights, rosterviews.FightLine{Name: catalogOf(c).Say("fight.numbered", "n", b.Number), URL: battleURL(v.club, b.ID),
			Against: strings.Join(against, ", "), Kills: fight.Kills, Experience: fight.Experience})
	}
}

// countMark adds a mark to the list, or counts it once more when it is there already.
func countMark(marks []views.MarkLine, m views.MarkLine) []views.MarkLine {
	for i, had := range marks {
		if had.Times = m.Times; had == m {
			marks[i].Times = max(marks[i].Times, 1) + 1
			return marks
		}
	}
	return append(marks, m)
}

// unitTypes tells of which profile each unit of a list is.
type unitTypes struct {
	list     rules.Roster
	profiles []rules.Profile // by unit; the zero profile where no pack has it
	lang     string
}

func (s *rosterHandlers) unitTypes(c echo.Context, g *rules.Game, list rules.Roster) unitTypes {
	t := unitTypes{list: list, profiles: make([]rules.Profile, len(list.Units)), lang: catalogOf(c).Lang}
	if g == nil {
		return t
	}
	for _, p := range s.Packs[g.ID] {
		byID := map[string]rules.Profile{}
		for _, u := range p.Units {
			byID[u.ID] = u
		}
		for i, id := range packs.ProfileIDs(p, list) {
			if u, ok := byID[id]; ok {
				t.profiles[i] = u
			}
		}
	}
	return t
}

// name is the profile's name in the pack, or the one it carries itself.
func (t unitTypes) name(i int) string {
	if name := t.profiles[i].Name.In(t.lang); name != "" {
		return name
	}
	var own struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(t.list.Units[i].Profile, &own) != nil {
		return ""
	}
	return own.Name
}

func (t unitTypes) points(i int) int {
	if p := t.profiles[i].Points; p > 0 {
		return p
	}
	var own struct {
		Points int `json:"points"`
	}
	if json.Unmarshal(t.list.Units[i].Profile, &own) != nil {
		return 0
	}
	return own.Points
}

// listFaults are the faults of a list: of the whole, and of units by index.
type listFaults struct {
	n     int
	whole []views.FaultLine
	unit  map[int][]views.FaultLine
}

func (s *rosterHandlers) faultsOf(c echo.Context, set campaign.Settings, list rules.Roster) listFaults {
	all := listFaults{unit: map[int][]views.FaultLine{}}
	rule := s.ruleLink(catalogOf(c).Lang, set.Game)
	for _, fault := range s.Service.Faults(set, list) {
		all.n++
		line := battleview.NewFaultLine(catalogOf(c), set.Game, &fault, rule, unitNames(list))
		if i, ok := unitIndex(fault.Field); ok && i < len(list.Units) {
			all.unit[i] = append(all.unit[i], line)
		} else {
			all.whole = append(all.whole, line)
		}
	}
	return all
}

// unitIndex reads the index out of a path such as units[3].profile.
func unitIndex(path string) (int, bool) {
	rest, ok := strings.CutPrefix(path, "units[")
	if !ok {
		return 0, false
	}
	inside, _, ok := strings.Cut(rest, "]")
	i, err := strconv.Atoi(inside)
	return i, ok && err == nil && i >= 0
}
