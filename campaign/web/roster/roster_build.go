package roster

import (
	"bytes"
	"cmp"
	"encoding/json"
	"hash/fnv"
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

// maxUnits is the greatest number of units of a list in the builder; the rows tag of draftFields is the same number.
const maxUnits = 200

// draftFields are the form of the builder, in which the list travels until it is saved, with its buttons. The questions of
// the game stand beside them.
type draftFields struct {
	Member  campaign.ID `form:"member"`
	Name    string      `form:"name"`
	Faction string      `form:"faction"`
	Extra   string      `form:"extra"`
	Home    campaign.ID `form:"home"`
	Units   []draftUnit `rows:"200"`
	Add     string      `form:"add"`  // a profile
	Band    string      `form:"band"` // a ready-made list
	Drop    string      `form:"drop"` // index of a unit
	Lead    string      `form:"lead"` // index of a unit
	Rare    string      `form:"rare"` // the questions that few lists need are open
	Save    string      `form:"save"`
	Draft   string      `form:"draft"` // save an unfinished list
}

type draftUnit struct {
	ID      string `form:"u.#.id"`
	Profile string `form:"u.#.profile"`
	Name    string `form:"u.#.name"`
}

// A draft is a list being built, as the form carries it.
type draft struct {
	in      draftFields
	roster  *campaign.Roster // the roster being changed; nil for a new one
	member  campaign.ID      // the player of a new roster
	camp    *campaign.Campaign
	game    *rules.Game
	pack    *rules.Pack
	list    rules.Roster
	extra   string
	removed map[string]bool // units that were just removed
	refused error           // why the form cannot be read
}

// newRoster shows the builder with an empty list.
func (s *Handlers) newRoster(c echo.Context, v site.Visit) error {
	d, err := s.draft(c, v)
	if err != nil {
		return err
	}
	return s.showBuilder(c, v, d, "", http.StatusOK)
}

// draft returns the draft of the roster in the address, or of a new one in its campaign.
func (s *Handlers) draft(c echo.Context, v site.Visit) (*draft, error) {
	d := &draft{extra: "{}"}
	d.refused = s.ReadForm(c, &d.in)
	var err error
	if c.Param("roster") != "" {
		if d.roster, err = v.Roster(c); err != nil {
			return nil, err
		}
		d.camp = v.State.Campaigns[d.roster.Campaign]
		d.list = d.roster.List
		d.list.Units = slices.Clone(d.list.Units)
		d.extra = string(d.list.Extra)
	} else if d.camp, err = v.Campaign(c); err != nil {
		return nil, err
	} else if d.member, err = playerToEnter(v, d.camp.ID, d.in.Member); err != nil {
		return nil, err
	}
	d.game = s.Service.Game(d.camp.Settings.Game)
	if d.game != nil {
		d.pack = s.Pack(d.game, "")
	}
	return d, nil
}

// playerToEnter returns the member who will play a new side: the one that a member who may act for others has named, else the reader.
func playerToEnter(v site.Visit, camp, id campaign.ID) (campaign.ID, error) {
	if id == "" {
		return v.Member.ID, nil
	}
	if m := v.State.Members[id]; m == nil || m.HasLeft {
		return "", &campaign.Error{Code: campaign.NotFound, Key: "no-member"}
	}
	if !v.State.MayDo(v.Actor, campaign.NewRoster{Campaign: camp, Member: id}) {
		return "", &campaign.Error{Code: campaign.Forbidden, Key: "not-yours", Rule: "CAMP-ROLE-2"}
	}
	return id, nil
}

// editRoster shows the builder with the list of a roster.
func (s *Handlers) editRoster(c echo.Context, v site.Visit) error {
	d, err := s.draft(c, v)
	if err != nil {
		return err
	}
	if !v.State.MayDo(v.Actor, campaign.ReviseRoster{Roster: d.roster.ID}) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-yours", Rule: "CAMP-ROLE-2"}
	}
	return s.showBuilder(c, v, d, "", http.StatusOK)
}

// saveRoster takes the form of the builder: it changes the draft and shows it again, or saves the list.
func (s *Handlers) saveRoster(c echo.Context, v site.Visit) error {
	d, err := s.draft(c, v)
	if err != nil {
		return err
	}
	trouble := d.read(c)
	if d.refused != nil {
		var ok bool
		if trouble, ok = site.RefusalText(site.CatalogOf(c), d.refused); !ok {
			return d.refused
		}
	}
	if trouble == "" {
		d.readChoices(c)
	}
	d.change(c)
	if trouble == "" {
		d.dropStaleChoices()
	}
	unfinished := d.in.Draft != ""
	if trouble != "" || d.in.Save == "" && !unfinished {
		status := http.StatusOK
		if trouble != "" {
			status = http.StatusUnprocessableEntity
		}
		return s.showBuilder(c, v, d, trouble, status)
	}
	var body campaign.Body
	if d.roster != nil {
		body = campaign.ReviseRoster{Roster: d.roster.ID, List: d.list, Heraldry: d.roster.Heraldry, Unfinished: unfinished}
	} else {
		body = campaign.NewRoster{Campaign: d.camp.ID, Member: d.member, List: d.list, Home: d.in.Home, Unfinished: unfinished}
	}
	act, err := s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c)})
	if err != nil {
		if whole, ok := site.RefusalText(site.CatalogOf(c), err); ok {
			if faults := s.faultsOf(c, d.camp.Settings, d.list); faults.n > 0 {
				whole = site.CatalogOf(c).Say("muster.not-legal", "n", faults.n)
			}
			return s.showBuilder(c, v, d, whole, http.StatusUnprocessableEntity)
		}
		return err
	}
	return s.RedirectWithNotice(c, site.RosterURL(v.Club, campaign.SubjectOf(act.Body).Roster), "saved")
}

// read reads the list from the form. It returns a sentence about what is wrong with it, or "".
func (d *draft) read(c echo.Context) (trouble string) {
	d.list.Name, d.list.Faction, d.extra = d.in.Name, d.in.Faction, cmp.Or(d.in.Extra, "{}")
	d.list.Extra = json.RawMessage(`{}`)
	var extra map[string]any
	if json.Unmarshal([]byte(d.extra), &extra) != nil {
		trouble = site.CatalogOf(c).Say("muster.bad-extra")
	} else {
		d.list.Extra = json.RawMessage(d.extra)
	}
	kept := map[string]rules.Unit{}
	for _, u := range d.list.Units {
		kept[u.ID] = u
	}
	d.list.Units = nil
	for _, row := range d.in.Units {
		if row.ID == "" {
			break
		}
		u, known := kept[row.ID]
		if !known {
			p, ok := d.profile(row.Profile)
			if !ok {
				continue
			}
			u = rules.Unit{ID: row.ID, Profile: p.Profile, Marks: []string{}}
		}
		u.Name = row.Name
		d.list.Units = append(d.list.Units, u)
	}
	return trouble
}

func (d *draft) profile(id string) (rules.Profile, bool) {
	if d.pack != nil {
		for _, p := range d.pack.Units {
			if p.ID == id {
				return p, true
			}
		}
	}
	return rules.Profile{}, false
}

// change does what the button that was pressed says.
func (d *draft) change(c echo.Context) {
	if p, ok := d.profile(d.in.Add); ok && len(d.list.Units) < maxUnits {
		d.add(p)
	}
	if i, ok := d.index(d.in.Drop); ok {
		d.removed = map[string]bool{d.list.Units[i].ID: true}
		d.list.Units = slices.Delete(d.list.Units, i, i+1)
	}
	if i, ok := d.index(d.in.Lead); ok {
		u := d.list.Units[i]
		d.list.Units = slices.Insert(slices.Delete(d.list.Units, i, i+1), 0, u)
	}
	if d.in.Band != "" && d.pack != nil {
		for _, b := range packs.ReadyLists(*d.pack) {
			if b.ID == d.in.Band {
				d.list.Faction = b.Faction
				if d.list.Name == "" {
					d.list.Name = b.Name.In(site.CatalogOf(c).Lang)
				}
				for _, id := range b.Units {
					if p, ok := d.profile(id); ok {
						d.add(p)
					}
				}
			}
		}
	}
}

func (d *draft) index(text string) (int, bool) {
	i, err := strconv.Atoi(text)
	return i, err == nil && i >= 0 && i < len(d.list.Units)
}

// add appends a unit of a profile, with an id that no unit of the campaign has and a name of its own.
func (d *draft) add(p rules.Profile) {
	id := campaign.NewToken()[:12]
	sum := fnv.New64a()
	sum.Write([]byte(id))
	name := packs.NewNamer("fr", sum.Sum64()).Next()
	d.list.Units = append(d.list.Units, rules.Unit{ID: id, Name: name, Profile: p.Profile, Marks: []string{}})
	if d.list.Faction == "" {
		d.list.Faction = p.Faction
	}
}

// showBuilder shows the list with its faults and the profiles that can be added.
func (s *Handlers) showBuilder(c echo.Context, v site.Visit, d *draft, trouble string, status int) error {
	book := site.CatalogOf(c)
	m := rosterviews.BuilderPage{
		Title: book.Say("muster.new"), Where: d.camp.Settings.Name, Cancel: site.CampaignURL(v.Club, d.camp.ID) + "/rosters",
		Action: site.CampaignURL(v.Club, d.camp.ID) + "/rosters/new", Limit: d.camp.Settings.Limit, Trouble: trouble,
		Name:    views.Field{Name: "name", Label: book.Say("muster.name"), Value: d.list.Name, Max: 80},
		Faction: views.Field{Name: "faction", Label: book.Say("muster.faction")},
		Extra:   views.Field{Name: "extra", Value: compactJSON(d.extra)},
		Checked: d.game != nil && d.game.CheckRoster != nil,
	}
	if d.roster != nil {
		m.Title, m.Action, m.Cancel = d.list.Name, site.RosterURL(v.Club, d.roster.ID)+"/edit", site.RosterURL(v.Club, d.roster.ID)
	} else {
		fillPlayerChoice(c, v, d, &m)
		if d.camp.Map != nil {
			m.Homes = capitalOptions(c, d.camp, d.in.Home)
		}
	}
	types := s.unitTypes(c, d.game, d.list)
	faults := listFaults{}
	if len(d.list.Units) > 0 || trouble != "" {
		faults = s.faultsOf(c, d.camp.Settings, d.list)
	}
	m.Faults = faults.whole
	m.Budgets = s.listBudgets(c, d, types)
	m.Choices, m.Rare = s.listChoices(c, d)
	m.Unusual = d.showsRare()
	for i, u := range d.list.Units {
		e := rosterviews.BuilderEntry{No: i, ID: u.ID, Profile: types.profiles[i].ID, Name: u.Name, Type: types.name(i), Points: types.points(i), First: i == 0, Faults: faults.unit[i]}
		e.Choices = s.entryChoices(c, d, &e)
		m.Points += e.Points
		m.Entries = append(m.Entries, e)
	}
	if d.pack != nil {
		d.fillOffers(c, &m)
	}
	f := s.Frame(c, m.Title, views.SectionRoster)
	f.Sub, f.Back, f.Scripts = m.Where, m.Cancel, []string{"js/battle.js"}
	return s.Render(c, status, rosterviews.Builder(f, m))
}

// fillPlayerChoice lets members who may act for others choose who plays a new side. The act names its author as well.
func fillPlayerChoice(c echo.Context, v site.Visit, d *draft, m *rosterviews.BuilderPage) {
	if !v.Can(campaign.ActionOthers) {
		return
	}
	m.For = views.Field{Name: "member", Label: site.CatalogOf(c).Say("muster.for")}
	for _, p := range v.State.AllMembers() {
		if p.Role != campaign.Guest || p.ID == d.member {
			m.Members = append(m.Members, views.Option{Value: p.ID, Text: p.Name, Chosen: p.ID == d.member})
		}
	}
	if d.member != v.Member.ID {
		m.Behalf = site.CatalogOf(c).Say("behalf.for_by", "name", site.MemberName(v.State, d.member), "by", v.Member.Name)
	}
}

// listBudgets returns the limits of the list that the game counts, and that of the campaign.
func (s *Handlers) listBudgets(c echo.Context, d *draft, kinds unitTypes) []rosterviews.BuilderBudget {
	if d.game == nil || d.game.Budgets == nil || len(d.list.Units) == 0 {
		return nil
	}
	book, rule := site.CatalogOf(c), s.RuleLink(site.CatalogOf(c).Lang, d.game.ID)
	var all []rosterviews.BuilderBudget
	for _, b := range d.game.Budgets(d.game.WithPoints(d.list, d.camp.Settings.Limit)) {
		line := rosterviews.BuilderBudget{Label: site.GamePhrase(book, d.game.ID, "budget."+b.Key), Used: b.Used, Most: b.Max, Rule: views.RuleRef{ID: b.Rule, URL: rule(b.Rule)}}
		for i, u := range d.list.Units {
			if u.ID == b.Unit && b.ByProfile {
				line.Label = kinds.name(i)
			} else if u.ID == b.Unit {
				line.Label += ", " + u.Name
			}
		}
		all = append(all, line)
	}
	return all
}

// fillOffers fills in the profiles of the pack, those of the faction first.
func (d *draft) fillOffers(c echo.Context, m *rosterviews.BuilderPage) {
	lang := site.CatalogOf(c).Lang
	names := site.FactionNames(d.pack, lang)
	form := battleview.Form{Catalog: site.CatalogOf(c), Game: d.game.ID, Pack: d.pack}
	faction := d.list.Faction
	for _, p := range d.pack.Units {
		if faction == "" {
			faction = p.Faction
		}
		if name := names.Of(p.Faction); !slices.ContainsFunc(m.Factions, func(o views.Option) bool { return o.Value == p.Faction }) {
			m.Factions = append(m.Factions, views.Option{Value: p.Faction, Text: name, Chosen: p.Faction == faction})
		}
		card := form.Card(p.Profile)
		o := rosterviews.BuilderOffer{ID: p.ID, Name: p.Name.In(lang), Faction: names.Of(p.Faction), Points: p.Points,
			Stats: statLine(card), Words: strings.Join(card.Words, ", "), Missing: packs.UnmodelledAbilities(*d.pack, p, lang)}
		if p.Faction == faction {
			m.Offers = append(m.Offers, o)
		} else {
			m.Others = append(m.Others, o)
		}
	}
	for _, b := range packs.ReadyLists(*d.pack) {
		m.Bands = append(m.Bands, views.Option{Value: b.ID, Text: b.Name.In(lang)})
	}
}

func statLine(card rosterviews.ProfileCard) string {
	parts := make([]string, len(card.Stats))
	for i, s := range card.Stats {
		parts[i] = s.Label + " " + s.Value
	}
	return strings.Join(parts, ", ")
}

// capitalOptions returns the free regions that a new roster may take as its capital.
func capitalOptions(c echo.Context, camp *campaign.Campaign, chosen campaign.ID) []views.Option {
	all := []views.Option{{Value: "", Text: site.CatalogOf(c).Say("muster.no-home"), Chosen: chosen == ""}}
	for _, r := range camp.Map.Regions {
		if r.Owner == "" && !r.Capital && r.Terrain != campaign.Sea {
			all = append(all, views.Option{Value: r.ID, Text: r.Name, Chosen: chosen == r.ID})
		}
	}
	return all
}

func compactJSON(text string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text
	}
	return b.String()
}
