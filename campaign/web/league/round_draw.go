package league

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// requestedGamesShown is how many games of their own an organiser may write into a round at once.
const requestedGamesShown = 4

// drawRequest is what a round was asked with.
type drawRequest struct {
	round          int
	roundText      string
	method         campaign.DrawMethod
	seed           uint64
	requestedGames []campaign.RequestedGame
}

// readDraw takes it from the query or the form; what is not written gets what is usual.
func readDraw(c echo.Context, v site.Visit, camp *campaign.Campaign) (drawRequest, error) {
	d := drawRequest{round: camp.Round, method: campaign.Swiss, seed: rand.Uint64(), roundText: c.FormValue("round")}
	for _, b := range v.State.BattlesOf(camp.ID) {
		if b.Round == d.round {
			d.round++
			break
		}
	}
	d.round = max(d.round, 1)
	if camp.Settings.Method != "" {
		d.method = camp.Settings.Method
	}
	if m := c.FormValue("method"); m != "" {
		d.method = campaign.DrawMethod(m)
	}
	if n, err := strconv.ParseUint(c.FormValue("seed"), 10, 64); err == nil {
		d.seed = n
	}
	for i := range requestedGamesShown {
		if w := (campaign.RequestedGame{A: c.FormValue("a" + strconv.Itoa(i)), B: c.FormValue("b" + strconv.Itoa(i))}); w.A != "" {
			d.requestedGames = append(d.requestedGames, w)
		}
	}
	if d.roundText != "" {
		n, err := strconv.Atoi(d.roundText)
		if err != nil {
			return d, site.NotANumber("round")
		}
		d.round = n
	}
	if d.round < 1 || d.round > 100 {
		return d, &campaign.Error{Code: campaign.Invalid, Field: "round", Key: "range", Params: map[string]string{"from": "1", "to": "100"}}
	}
	return d, nil
}

// drawPage proposes the next round.
func (s *Handlers) drawPage(c echo.Context) error { return s.showDraw(c, http.StatusOK, nil) }

// startRound opens the round as it was proposed: the same seed and wishes give the same pairings.
func (s *Handlers) startRound(c echo.Context) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	// Sent twice, the second finds everybody playing already and would draw another round.
	for _, a := range v.State.Acts {
		if a.Key == site.FormIdempotencyKey(c) && a.By == v.Member.ID && a.Kind == (campaign.DrawRound{}).Kind() {
			return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/battles", "drawn")
		}
	}
	d, err := readDraw(c, v, camp)
	if err != nil {
		return s.showDraw(c, http.StatusUnprocessableEntity, err)
	}
	body, err := v.State.Draw(camp.ID, d.round, d.method, d.requestedGames, d.seed)
	if err != nil {
		return s.showDraw(c, site.StatusOf(err), err)
	}
	for name, to := range map[string]*time.Time{"at": &body.At, "deadline": &body.Deadline} {
		if text := c.FormValue(name); text != "" && len(body.Games) > 0 { // a round of nobody has no such fields
			if *to, err = time.ParseInLocation(site.LocalTime, text, s.Zone); err != nil {
				return s.showDraw(c, http.StatusUnprocessableEntity, &campaign.Error{Code: campaign.Invalid, Field: name, Key: "not-a-time"})
			}
		}
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c)}); err != nil {
		return s.showDraw(c, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/battles", "drawn")
}

func (s *Handlers) showDraw(c echo.Context, status int, failed error) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	if !v.Can(campaign.KindDraw) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	d, err := readDraw(c, v, camp)
	var body campaign.DrawRound
	if err == nil {
		body, err = v.State.Draw(camp.ID, d.round, d.method, d.requestedGames, d.seed)
	}
	if failed == nil && err != nil {
		failed, status = err, site.StatusOf(err)
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "round", "method", "at", "deadline")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("draw.title"), views.SectionArbiter)
	f.Back = site.CampaignURL(v.Club, camp.ID)
	m := leagueviews.DrawPage{Campaign: camp.Settings.Name, Trouble: whole, Action: f.Back + "/draw", Back: f.Back, Seed: strconv.FormatUint(d.seed, 10)}
	m.Round = views.Field{Name: "round", Type: "number", Label: f.Say("schedule.round"), Value: d.roundText, Min: "1", Upto: "100", Required: true, Wrong: wrong["round"]}
	if d.roundText == "" {
		m.Round.Value = strconv.Itoa(d.round)
	}
	m.Method = views.Field{Name: "method", Label: f.Say("draw.method"), Wrong: wrong["method"]}
	for _, method := range campaign.DrawMethods {
		m.Methods = append(m.Methods, views.Option{Value: string(method), Text: f.Say("draw.method_" + string(method)), Chosen: method == d.method})
	}
	m.At = views.Field{Name: "at", Type: "datetime-local", Label: f.Say("schedule.at"), Value: c.FormValue("at"), Wrong: wrong["at"]}
	m.Deadline = views.Field{Name: "deadline", Type: "datetime-local", Label: f.Say("draw.deadline"), Value: c.FormValue("deadline"), Wrong: wrong["deadline"]}
	if days := camp.Settings.RoundDays; m.Deadline.Value == "" && days > 0 {
		m.Deadline.Value = s.Now().In(s.Zone).AddDate(0, 0, days).Format(site.LocalTime)
	}
	requestedGameRows(f, v, camp, d, &m)
	for _, g := range body.Games {
		m.Games = append(m.Games, drawnLine(f, v.State, g))
	}
	for name, values := range d.query() {
		m.Hidden = append(m.Hidden, views.Option{Value: name, Text: values[0]})
	}
	m.Away, m.AwayURL = awayLines(f, v.State, camp, d.round), f.Back+"/conduct#f-away"
	if last := camp.Settings.Rounds; last > 0 && d.round > last {
		m.Games, m.Over = nil, f.Say("draw.over", "n", last)
		if v.Can(campaign.KindSettings) {
			m.CloseURL = f.Back + "/settings#closed"
		}
	}
	if open := openBattles(v.State, camp.ID, d.round); open > 0 {
		m.Unplayed = f.Say("draw.unplayed", "n", open)
	}
	return s.Render(c, status, leagueviews.Draw(f, m))
}

// query is a drawing as the fields it is asked with.
func (d drawRequest) query() url.Values {
	q := url.Values{"round": {strconv.Itoa(d.round)}, "method": {string(d.method)}, "seed": {strconv.FormatUint(d.seed, 10)}}
	for i, w := range d.requestedGames {
		q.Set("a"+strconv.Itoa(i), w.A)
		q.Set("b"+strconv.Itoa(i), w.B)
	}
	return q
}

func requestedGameRows(f views.Frame, v site.Visit, camp *campaign.Campaign, d drawRequest, m *leagueviews.DrawPage) {
	for i := range requestedGamesShown {
		var w campaign.RequestedGame
		if i < len(d.requestedGames) {
			w = d.requestedGames[i]
		}
		row := leagueviews.RequestedGameRow{A: views.Field{Name: "a" + strconv.Itoa(i), Label: f.Say("draw.side_a", "n", i+1)}, B: views.Field{Name: "b" + strconv.Itoa(i), Label: f.Say("draw.side_b")},
			SideA: []views.Option{{Text: f.Say("common.none")}}, SideB: []views.Option{{Text: f.Say("outcome.bye")}}}
		for _, r := range v.State.RostersOf(camp.ID) {
			if r.Retired || r.Unfinished {
				continue
			}
			row.SideA = append(row.SideA, views.Option{Value: r.ID, Text: r.List.Name, Chosen: r.ID == w.A})
			row.SideB = append(row.SideB, views.Option{Value: r.ID, Text: r.List.Name, Chosen: r.ID == w.B})
		}
		m.Wishes = append(m.Wishes, row)
	}
}

// openBattles counts the battles of earlier rounds whose points may still change the table.
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
