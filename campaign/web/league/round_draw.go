package league

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// requestedGamesShown is the number of games that an organiser can request in the form.
const requestedGamesShown = 4

// drawFields are the form that has a round proposed.
type drawFields struct {
	Round     int                   `form:"round" label:"schedule.round" in:"1..100"`
	Method    campaign.DrawMethod   `form:"method" label:"draw.method"`
	Seed      string                `form:"seed"`
	Requested []requestedGameFields `rows:"4"`
}

// roundFields are the form that opens a round as it was proposed.
type roundFields struct {
	At       time.Time `form:"at" label:"schedule.at"`
	Deadline time.Time `form:"deadline" label:"draw.deadline"`
}

// requestedGameFields are a game that the organiser wants in the round.
type requestedGameFields struct {
	A campaign.ID `form:"a#" label:"draw.side_a"`
	B campaign.ID `form:"b#" label:"draw.side_b"`
}

// A drawRequest has the options of a draw.
type drawRequest struct {
	drawFields
	seed           uint64
	requestedGames []campaign.RequestedGame
}

// readDraw reads the options from the query or the form, with defaults for missing ones.
func (s *Handlers) readDraw(c echo.Context, v site.Visit, camp *campaign.Campaign) (drawRequest, error) {
	d := drawRequest{drawFields: drawFields{Round: camp.Round, Method: camp.Settings.Method}, seed: rand.Uint64()}
	for _, b := range v.State.BattlesOf(camp.ID) {
		if b.Round == d.Round {
			d.Round++
			break
		}
	}
	d.Round = max(d.Round, 1)
	if d.Method == "" {
		d.Method = campaign.Swiss
	}
	usual := d.Method
	err := s.ReadForm(c, &d.drawFields)
	if d.Method == "" {
		d.Method = usual
	}
	if n, wrong := strconv.ParseUint(d.Seed, 10, 64); wrong == nil {
		d.seed = n
	}
	for _, w := range d.Requested {
		if w.A != "" {
			d.requestedGames = append(d.requestedGames, campaign.RequestedGame(w))
		}
	}
	return d, err
}

// drawPage shows a proposal for the next round.
func (s *Handlers) drawPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.showDraw(c, v, camp, http.StatusOK, nil)
}

// startRound starts the round as it was proposed: the same seed and requests give the same pairings.
func (s *Handlers) startRound(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	// If the form is sent twice, everybody is paired already, and another round would be drawn.
	for _, a := range v.State.Acts {
		if a.Key == site.FormIdempotencyKey(c) && a.By == v.Member.ID && a.Kind == (campaign.DrawRound{}).Kind() {
			return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/battles", "drawn")
		}
	}
	d, err := s.readDraw(c, v, camp)
	if err != nil {
		return s.showDraw(c, v, camp, http.StatusUnprocessableEntity, err)
	}
	body, err := v.State.Draw(camp.ID, d.Round, d.Method, d.requestedGames, d.seed)
	if err != nil {
		return s.showDraw(c, v, camp, site.StatusOf(err), err)
	}
	var in roundFields
	if err := s.ReadForm(c, &in); err != nil {
		return s.showDraw(c, v, camp, site.StatusOf(err), err)
	}
	if len(body.Games) > 0 { // a round without games has no such fields
		body.At, body.Deadline = in.At, in.Deadline
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c)}); err != nil {
		return s.showDraw(c, v, camp, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/battles", "drawn")
}

func (s *Handlers) showDraw(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, failed error) error {
	if !v.Can(campaign.KindDraw) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	d, err := s.readDraw(c, v, camp)
	var body campaign.DrawRound
	if err == nil {
		body, err = v.State.Draw(camp.ID, d.Round, d.Method, d.requestedGames, d.seed)
	}
	if failed == nil && err != nil {
		failed, status = err, site.StatusOf(err)
	}
	d.Requested = append(d.Requested, make([]requestedGameFields, requestedGamesShown-len(d.Requested))...)
	over := camp.Settings.Rounds > 0 && d.Round > camp.Settings.Rounds
	shown := []any{d.drawFields}
	if len(body.Games) > 0 && !over {
		var round roundFields
		if days := camp.Settings.RoundDays; days > 0 {
			round.Deadline = s.Now().In(s.Zone).AddDate(0, 0, days)
		}
		shown = append(shown, round)
	}
	forms, err := site.NewForms(c, failed, shown...)
	if err != nil {
		return err
	}
	form := forms[0]
	f := s.Frame(c, site.CatalogOf(c).Say("draw.title"), views.SectionArbiter)
	f.Back = site.CampaignURL(v.Club, camp.ID)
	m := leagueviews.DrawPage{Campaign: camp.Settings.Name, Trouble: form.Trouble(), Action: f.Back + "/draw", Back: f.Back, Seed: strconv.FormatUint(d.seed, 10), Round: form.Field("round")}
	m.Round.Required = true
	m.Method, m.Methods = form.Choice("method", site.Options(f.Catalog, "draw.method_", campaign.DrawMethods))
	if over {
		m.Over = f.Say("draw.over", "n", camp.Settings.Rounds)
		if v.Can(campaign.KindSettings) {
			m.CloseURL = f.Back + "/settings#closed"
		}
	} else if len(forms) > 1 {
		m.At, m.Deadline = forms[1].Field("at"), forms[1].Field("deadline")
		for _, g := range body.Games {
			m.Games = append(m.Games, drawnLine(f, v.State, g))
		}
	}
	requestedGameRows(f, v, camp, form, &m)
	for name, values := range d.query() {
		m.Hidden = append(m.Hidden, views.Option{Value: name, Text: values[0]})
	}
	m.Away, m.AwayURL = awayLines(f, v.State, camp, d.Round), f.Back+"/conduct#f-away"
	if open := openBattles(v.State, camp.ID, d.Round); open > 0 {
		m.Unplayed = f.Say("draw.unplayed", "n", open)
	}
	return s.Render(c, status, leagueviews.Draw(f, m))
}

// query returns the options as the fields of the form.
func (d drawRequest) query() url.Values {
	q := url.Values{"round": {strconv.Itoa(d.Round)}, "method": {string(d.Method)}, "seed": {strconv.FormatUint(d.seed, 10)}}
	for i, w := range d.requestedGames {
		q.Set("a"+strconv.Itoa(i), w.A)
		q.Set("b"+strconv.Itoa(i), w.B)
	}
	return q
}

func requestedGameRows(f views.Frame, v site.Visit, camp *campaign.Campaign, form *form.Form, m *leagueviews.DrawPage) {
	a, b := []views.Option{{Text: f.Say("common.none")}}, []views.Option{{Text: f.Say("outcome.bye")}}
	for _, r := range v.State.RostersOf(camp.ID) {
		if !r.Retired && !r.Unfinished {
			side := views.Option{Value: r.ID, Text: r.List.Name}
			a, b = append(a, side), append(b, side)
		}
	}
	for i := range requestedGamesShown {
		var row leagueviews.RequestedGameRow
		row.A, row.SideA = form.Choice("a"+strconv.Itoa(i), a)
		row.B, row.SideB = form.Choice("b"+strconv.Itoa(i), b)
		m.Wishes = append(m.Wishes, row)
	}
}

// openBattles counts the battles of earlier rounds that may still change the standings.
func openBattles(st *campaign.State, camp campaign.ID, round int) int {
	n := 0
	for _, b := range st.BattlesOf(camp) {
		if b.Round < round && b.Status != campaign.Final {
			n++
		}
	}
	return n
}

func drawnLine(f views.Frame, st *campaign.State, g campaign.DrawnGame) leagueviews.ProposedLine {
	line := leagueviews.ProposedLine{A: site.RosterName(st, g.A), EmblemA: site.RosterEmblem(st.Rosters[g.A]), Table: g.Table, Mission: g.Mission, Fixed: g.Fixed, Bill: site.CostLines(f, g.Costs, g.B == "")}
	if g.B != "" {
		line.B, line.EmblemB = site.RosterName(st, g.B), site.RosterEmblem(st.Rosters[g.B])
	}
	return line
}
