package roster

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
	"oriflamme/campaign/web/site"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// rosterPage shows a side: its list and the service records of its units.
func (s *Handlers) rosterPage(c echo.Context, v site.Visit, r *campaign.Roster) error {
	camp := v.State.Campaigns[r.Campaign]
	m := s.rosterModel(c, v, r, camp)
	f := s.Frame(c, m.Name, views.SectionRoster)
	f.Sub, f.Back = m.Campaign, site.CampaignURL(v.Club, camp.ID)
	return s.Render(c, http.StatusOK, rosterviews.Roster(f, m))
}

// rosterPrint shows the list as cards for printing.
func (s *Handlers) rosterPrint(c echo.Context, v site.Visit, r *campaign.Roster) error {
	camp := v.State.Campaigns[r.Campaign]
	m := s.rosterModel(c, v, r, camp)
	f := s.Frame(c, m.Name, views.SectionRoster)
	f.Back = site.RosterURL(v.Club, r.ID)
	return s.Render(c, http.StatusOK, rosterviews.RosterPrint(f, m))
}

func (s *Handlers) rosterModel(c echo.Context, v site.Visit, r *campaign.Roster, camp *campaign.Campaign) rosterviews.RosterPage {
	book := site.CatalogOf(c)
	g := s.Service.Game(camp.Settings.Game)
	types := s.unitTypes(c, g, r.List)
	m := rosterviews.RosterPage{
		Name: r.List.Name, Owner: site.PlayerNames(v.State, r), Campaign: camp.Settings.Name, CampaignURL: site.CampaignURL(v.Club, camp.ID),
		Emblem: site.RosterEmblem(r), EmblemText: emblemText(views.Frame{Catalog: book}, site.RosterEmblem(r)), Draft: r.Unfinished, Version: book.Say("muster.version", "n", len(r.Versions)),
		Print: site.RosterURL(v.Club, r.ID) + "/print", Versions: site.RosterURL(v.Club, r.ID) + "/versions",
	}
	if !r.Retired && v.State.MayDo(v.Actor, campaign.ReviseRoster{Roster: r.ID}) {
		m.Edit = site.RosterURL(v.Club, r.ID) + "/edit"
		m.EmblemURL = site.RosterURL(v.Club, r.ID) + "/arms"
	}
	if !r.Retired && !camp.Closed && camp.Settings.Ladder == nil && v.State.MayDo(v.Actor, campaign.SitOut{Campaign: camp.ID, Roster: r.ID}) {
		m.Away = site.RosterURL(v.Club, r.ID) + "/away"
	}
	if r.Retired {
		m.Gone = book.Say("away.gone")
		if !camp.Closed && v.State.MayDo(v.Actor, campaign.ReturnRoster{Roster: r.ID}) {
			m.Return, m.Gone = site.RosterURL(v.Club, r.ID)+"/return", book.Say("away.gone_text")
		}
	}
	if !r.Retired && v.State.MayDo(v.Actor, campaign.RetireRoster{Roster: r.ID}) {
		m.Withdraw = site.RosterURL(v.Club, r.ID) + "/withdraw"
		m.SidePlayersURL = site.SidePlayersURL(v.Club, r.ID)
	}
	if who := site.EnteredFor(views.Frame{Catalog: book}, v.State, r); who != "" {
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
		pack = s.Pack(g, "")
	}
	form := battleview.Form{Catalog: book, Game: camp.Settings.Game, Pack: pack}
	for i, u := range r.List.Units {
		line := rosterviews.RosterUnit{ID: u.ID, Name: u.Name, Type: types.name(i), Points: types.points(i), Card: form.Card(u.Profile), Faults: faults.unit[i]}
		line.URL = site.UnitURL(v.Club, r.ID, u.ID)
		s.fillServiceRecord(c, v, camp, r.Records[u.ID], &line)
		if lost := r.Records[u.ID].Lost; lost != nil {
			line.Gone = site.MarkName(site.CatalogOf(c), camp.Settings.Game, rules.EffectLost, *lost)
			m.Lost = append(m.Lost, line)
			continue
		}
		points += line.Points
		m.Units = append(m.Units, line)
	}
	m.Facts = s.rosterFacts(c, v, r, camp, points)
	return m
}

func (s *Handlers) rosterFacts(c echo.Context, v site.Visit, r *campaign.Roster, camp *campaign.Campaign, points int) []rosterviews.RosterFact {
	book := site.CatalogOf(c)
	facts := []rosterviews.RosterFact{{Label: book.Say("muster.points"), Value: book.Number(points)}}
	if camp.Settings.Limit > 0 {
		facts[0].Of = book.Number(camp.Settings.Limit)
	}
	for _, row := range v.State.Standings(camp.ID, 0) {
		if row.Roster == r.ID {
			facts = append(facts, rosterviews.RosterFact{Label: book.Say("muster.won-drawn-lost"),
				Value: strconv.Itoa(row.Wins) + "–" + strconv.Itoa(row.Draws) + "–" + strconv.Itoa(row.Losses)})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(r.Resources)) {
		facts = append(facts, rosterviews.RosterFact{Label: site.GainName(site.CatalogOf(c), camp.Settings.Game, "resource", key), Value: book.Number(r.Resources[key])})
	}
	if camp.Map != nil {
		facts = append(facts, rosterviews.RosterFact{Label: book.Say("muster.lands"), Value: strconv.Itoa(camp.Map.RegionCount(r.ID))})
	}
	return facts
}

// fillServiceRecord adds a unit's service record to its row.
func (s *Handlers) fillServiceRecord(c echo.Context, v site.Visit, camp *campaign.Campaign, rec campaign.ServiceRecord, line *rosterviews.RosterUnit) {
	line.Experience, line.Kills = rec.Experience, rec.Kills
	rule := s.RuleLink(site.CatalogOf(c).Lang, camp.Settings.Game)
	mark := func(kind rules.EffectKind, m campaign.Mark) views.MarkLine {
		h := views.MarkLine{Kind: string(kind), Key: m.Key, Name: site.MarkName(site.CatalogOf(c), camp.Settings.Game, kind, m), Note: m.Note}
		if k := camp.Settings.Game + ".mark." + m.Key + ".text"; h.Note == "" && site.CatalogOf(c).Has(k) {
			h.Note = site.CatalogOf(c).Say(k)
		}
		if m.Rule != "" {
			h.Rule = views.RuleRef{ID: m.Rule, URL: rule(m.Rule)}
		}
		return h
	}
	for _, m := range rec.Honours {
		line.Honours = countMark(line.Honours, mark(rules.EffectHonour, m))
	}
	for _, m := range rec.Scars {
		line.Scars = countMark(line.Scars, mark(rules.EffectScar, m))
	}
	for i := len(rec.Fights) - 1; i >= 0; i-- {
		fight := rec.Fights[i]
		b := v.State.Battles[fight.Battle]
		if b == nil {
			continue
		}
		var against []string
		for _, id := range fight.Against {
			against = append(against, site.RosterName(v.State, id))
		}
		line.Fights = append(line.Fights, rosterviews.FightLine{Name: site.CatalogOf(c).Say("fight.numbered", "n", b.Number), URL: site.BattleURL(v.Club, b.ID),
			Against: strings.Join(against, ", "), Kills: fight.Kills, Experience: fight.Experience})
	}
}

// countMark adds a mark to the list, or counts it once more if it is there.
func countMark(marks []views.MarkLine, m views.MarkLine) []views.MarkLine {
	for i, had := range marks {
		if had.Times = m.Times; had == m {
			marks[i].Times = max(marks[i].Times, 1) + 1
			return marks
		}
	}
	return append(marks, m)
}

// unitTypes holds the profile of each unit of a list.
type unitTypes struct {
	list     rules.Roster
	profiles []rules.Profile // by unit; the zero profile if no pack has it
	lang     string
}

func (s *Handlers) unitTypes(c echo.Context, g *rules.Game, list rules.Roster) unitTypes {
	t := unitTypes{list: list, profiles: make([]rules.Profile, len(list.Units)), lang: site.CatalogOf(c).Lang}
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

// name returns the profile's name in the pack, or else the name in the list.
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

// listFaults holds the faults of a list: those of the whole list, and those of units by index.
type listFaults struct {
	n     int
	whole []views.FaultLine
	unit  map[int][]views.FaultLine
}

func (s *Handlers) faultsOf(c echo.Context, set campaign.Settings, list rules.Roster) listFaults {
	all := listFaults{unit: map[int][]views.FaultLine{}}
	rule := s.RuleLink(site.CatalogOf(c).Lang, set.Game)
	for _, fault := range s.Service.Faults(set, list) {
		all.n++
		line := battleview.NewFaultLine(site.CatalogOf(c), set.Game, &fault, rule, site.UnitNames(list))
		if i, ok := unitIndex(fault.Field); ok && i < len(list.Units) {
			all.unit[i] = append(all.unit[i], line)
		} else {
			all.whole = append(all.whole, line)
		}
	}
	return all
}

// unitIndex returns the index in a path such as units[3].profile.
func unitIndex(path string) (int, bool) {
	rest, ok := strings.CutPrefix(path, "units[")
	if !ok {
		return 0, false
	}
	inside, _, ok := strings.Cut(rest, "]")
	i, err := strconv.Atoi(inside)
	return i, ok && err == nil && i >= 0
}
