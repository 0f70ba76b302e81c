package league

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// standingsPage shows the standings; ?why=<roster> opens the sums behind one rank, ?round=N shows them after a round.
func (s *Handlers) standingsPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	round, err := strconv.Atoi(c.QueryParam("round"))
	if err != nil || round < 0 {
		round = 0
	}
	f := s.Frame(c, site.CatalogOf(c).Say("campaign.table"), views.SectionCampaign)
	m := leagueviews.StandingsPage{CampaignHead: site.CampaignHead(&f, v, camp, "/standings"), Round: round, Scoring: scoringText(f, camp.Settings)}
	if camp.Settings.Ladder != nil {
		m.Scoring = f.Say("ladder.places") + " " + m.Scoring
	}
	base := site.CampaignURL(v.Club, camp.ID) + "/standings"
	m.Ratings = site.RatingsURL(v.Club, camp.Settings.Game)
	for _, t := range camp.Settings.TieBreaks {
		m.Columns = append(m.Columns, leagueviews.TieColumn{Short: f.Say("tie_short." + t), Name: f.Say("tie." + t),
			What: f.Say("tie_what."+t) + f.Say("table.and_bye", "what", f.Say("table.bye_"+campaign.TieBreakOf(t).Bye))})
	}
	rows := v.State.Standings(camp.ID, round)
	for i, row := range rows {
		m.Rows = append(m.Rows, standingRow(f, v, row, base, round))
		if row.Group > 0 && (i == 0 || rows[i-1].Group != row.Group) {
			m.Rows[i].Group = f.Say("table.group", "n", row.Group)
		}
		if row.Roster == c.QueryParam("why") {
			m.Rows[i].RankReasons = whyOf(f, v, camp, rows, i)
			m.Rows[i].WhyURL = base + roundQuery(round, "?")
		}
		if m.Rows[i].Mine && m.You == nil {
			m.You = []views.Fact{{Name: f.Say("table.rank"), Value: f.Catalog.Rank(row.Rank)}, {Name: f.Say("table.points"), Value: f.Catalog.Number(row.Points)},
				{Name: f.Say("table.played"), Value: f.Catalog.Number(row.Played)}}
		}
	}
	for n := 1; n <= lastRound(v.State, camp); n++ {
		m.Rounds = append(m.Rounds, views.Tab{Text: strconv.Itoa(n), URL: base + roundQuery(n, "?"), Current: n == round})
	}
	if len(m.Rounds) > 0 {
		m.Rounds = append(m.Rounds, views.Tab{Text: f.Say("map.now"), URL: base, Current: round == 0})
	}
	return s.Render(c, http.StatusOK, leagueviews.Standings(f, m))
}

func roundQuery(round int, sign string) string {
	if round == 0 {
		return ""
	}
	return sign + "round=" + strconv.Itoa(round)
}

func lastRound(st *campaign.State, camp *campaign.Campaign) int {
	last := 0
	for _, b := range st.BattlesOf(camp.ID) {
		if b.Status == campaign.Final {
			last = max(last, b.Round)
		}
	}
	return last
}

func standingRow(f views.Frame, v site.Visit, row campaign.Standing, base string, round int) leagueviews.StandingRow {
	r := v.State.Rosters[row.Roster]
	out := leagueviews.StandingRow{Rank: row.Rank, Name: r.List.Name, Player: site.PlayerNames(v.State, r), URL: site.RosterURL(v.Club, r.ID), Emblem: site.RosterEmblem(r),
		Points: row.Points, Mine: v.Member != nil && r.PlayedBy(v.Member.ID), WhyURL: base + "?why=" + r.ID + roundQuery(round, "&") + "#why"}
	if len(row.TieBreaks) > 0 {
		out.Tie = row.TieBreaks[0].Value
	}
	for _, t := range row.TieBreaks {
		out.Figures = append(out.Figures, leagueviews.TieCell{Value: t.Value, URL: base + "?why=" + r.ID + roundQuery(round, "&") + "#tie-" + t.Key,
			Of: f.Say("table.figure_of", "tie", f.Say("tie."+t.Key), "name", r.List.Name)})
	}
	classes := map[string]string{"win": "v", "draw": "n", "loss": "d", "bye": "l", "credit": "l", "absent": "l"}
	for _, t := range row.Results[max(0, len(row.Results)-6):] {
		out.Form = append(out.Form, leagueviews.FormMark{Letter: f.Say("form." + t.Outcome), Word: f.Say("outcome." + t.Outcome), Class: classes[t.Outcome]})
	}
	return out
}

// whyOf explains a rank: the first tie-break that separated it from the neighbours, and every figure of the row with its terms.
func whyOf(f views.Frame, v site.Visit, camp *campaign.Campaign, rows []campaign.Standing, at int) *leagueviews.RankReasons {
	row := rows[at]
	w := &leagueviews.RankReasons{Title: f.Say("table.why", "rank", f.Catalog.Rank(row.Rank)), Sums: []leagueviews.Sum{pointsSum(f, v, row)}}
	for _, t := range row.TieBreaks {
		w.Figures = append(w.Figures, tieSum(f, v, camp, row, t, false))
	}
	rival, level := -1, false
	for _, i := range []int{at - 1, at + 1} {
		if i >= 0 && i < len(rows) && rows[i].Points == row.Points && rows[i].Group == row.Group {
			rival, level = i, true
			break
		}
	}
	if camp.Settings.Ladder != nil {
		w.Text = f.Say("table.why_ladder", "name", site.RosterName(v.State, row.Roster), "n", camp.LadderPlace(row.Roster))
		return w
	}
	if !level {
		w.Text = f.Say("table.why_points", "name", site.RosterName(v.State, row.Roster), "n", row.Points)
		return w
	}
	other := rows[rival]
	for k, tie := range row.TieBreaks {
		if tie.Value == other.TieBreaks[k].Value {
			continue
		}
		w.Text = f.Say("table.why_tie", "a", site.RosterName(v.State, row.Roster), "b", site.RosterName(v.State, other.Roster), "n", row.Points, "tie", midSentence(f, tie.Key), "what", f.Say("tie_what."+tie.Key))
		w.Sums = append(w.Sums, tieSum(f, v, camp, row, tie, true), tieSum(f, v, camp, other, other.TieBreaks[k], true))
		var rest []string
		for _, t := range row.TieBreaks[k+1:] {
			rest = append(rest, midSentence(f, t.Key))
		}
		if len(rest) > 0 {
			w.More = f.Say("table.not_used", "list", strings.Join(rest, ", "))
		}
		return w
	}
	w.Text = f.Say("table.why_equal", "a", site.RosterName(v.State, row.Roster), "b", site.RosterName(v.State, other.Roster))
	return w
}

// midSentence writes the name of a tie-break in lower case, unless it is a person's name.
func midSentence(f views.Frame, tie string) string {
	name := f.Say("tie." + tie)
	if tie == "sonneborn" || tie == "koya" {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}

func pointsSum(f views.Frame, v site.Visit, row campaign.Standing) leagueviews.Sum {
	out := leagueviews.Sum{Name: f.Say("table.points"), Total: row.Points}
	var terms []term
	for _, t := range row.Results {
		name := f.Say("outcome." + t.Outcome)
		if len(t.Against) > 0 {
			name = f.Say("table.against", "outcome", name, "name", site.MemberName(v.State, v.State.Rosters[t.Against[0]].Member))
		}
		terms = append(terms, term{name, t.Points})
	}
	return sumOf(f, out, terms, nil, 0)
}

// A term is a summand with a name.
type term struct {
	name  string
	value int
}

// tieSum draws a tie-break: under the arms of its side when sides are compared, else under its own name.
func tieSum(f views.Frame, v site.Visit, camp *campaign.Campaign, row campaign.Standing, tie campaign.TieBreakScore, rivals bool) leagueviews.Sum {
	out := leagueviews.Sum{ID: "tie-" + tie.Key, Name: f.Say("tie." + tie.Key), Total: tie.Value}
	if rivals {
		arms := site.RosterEmblem(v.State.Rosters[row.Roster])
		out.ID, out.Name, out.Emblem = "", site.RosterName(v.State, row.Roster), &arms
	}
	var terms, cut []term
	for _, t := range tie.Parts {
		name := f.Say("outcome.bye")
		switch {
		case t.Region != "":
			name = camp.Map.Region(t.Region).Name
		case t.Won:
			name = f.Say("table.walkover", "name", site.RosterName(v.State, t.Roster))
		case t.Roster != "":
			name = site.RosterName(v.State, t.Roster)
		case t.Away:
			name = f.Say("outcome.absent")
		}
		if t.Cut {
			cut = append(cut, term{name, t.Value})
		} else {
			terms = append(terms, term{name, t.Value})
		}
	}
	return sumOf(f, out, terms, cut, tie.Of)
}

// sumOf draws a total as a bar of its terms, and writes out the addition. of, if not 0, divides the total.
func sumOf(f views.Frame, out leagueviews.Sum, terms, cut []term, of int) leagueviews.Sum {
	all := 0
	for _, t := range terms {
		all += max(t.value, 0)
	}
	line := ""
	for i, t := range terms {
		if t.value > 0 {
			out.Shares = append(out.Shares, views.Share{Fraction: float64(t.value) / float64(all), Name: t.name, Exact: strconv.Itoa(t.value), Style: len(out.Shares) % 4})
		}
		switch {
		case i == 0:
			line = f.Catalog.Number(t.value)
		case t.value < 0:
			line += " − " + f.Catalog.Number(-t.value)
		default:
			line += " + " + f.Catalog.Number(t.value)
		}
	}
	switch {
	case line == "":
	case of > 1:
		out.Line = f.Say("table.mean", "total", out.Total, "terms", line, "n", of)
	default:
		out.Line = f.Say("table.addition", "total", out.Total, "terms", line)
	}
	if len(cut) > 0 {
		var left []string
		for _, t := range cut {
			left = append(left, f.Say("table.left", "name", t.name, "n", t.value))
		}
		out.Cut = f.Say("table.without", "list", strings.Join(left, ", "))
	}
	return out
}
