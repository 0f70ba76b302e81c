package league

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

func pairingsURL(club, camp campaign.ID) string { return site.CampaignURL(club, camp) + "/pairings" }

// printPairings shows a sheet for the notice board: every player of a round by name, with table and opponent.
func (s *Handlers) printPairings(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	rounds := pairedRounds(v, camp)
	if len(rounds) == 0 {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	round := rounds[len(rounds)-1]
	if n, err := strconv.Atoi(c.QueryParam("round")); err == nil && slices.Contains(rounds, n) {
		round = n
	}
	f := s.Frame(c, site.CatalogOf(c).Say("pairings.title"), views.SectionCampaign)
	f.Back = site.CampaignURL(v.Club, camp.ID) + "/battles"
	m := leagueviews.PairingsPage{Club: v.State.Club.Name, Campaign: camp.Settings.Name, Round: roundTitle(f, round)}
	for _, n := range rounds {
		m.Rounds = append(m.Rounds, views.Tab{Text: roundTitle(f, n), URL: pairingsURL(v.Club, camp.ID) + "?round=" + strconv.Itoa(n), Current: n == round})
	}
	for _, b := range v.State.BattlesOf(camp.ID) {
		if b.Round == round {
			m.Lines = append(m.Lines, pairingLines(v.State, b)...)
		}
	}
	for _, away := range camp.Absences {
		if away.Round == round {
			m.Lines = append(m.Lines, playerLines(v.State, away.Roster, leagueviews.PairingLine{Against: f.Say("outcome.absent")})...)
		}
	}
	for _, bye := range camp.Byes {
		if bye.Round == round {
			m.Lines = append(m.Lines, playerLines(v.State, bye.Roster, leagueviews.PairingLine{Against: f.Say("pairings.bye")})...)
		}
	}
	slices.SortStableFunc(m.Lines, func(a, b leagueviews.PairingLine) int {
		return cmp.Or(strings.Compare(site.FoldName(a.Player), site.FoldName(b.Player)), strings.Compare(a.Table, b.Table))
	})
	return s.Render(c, http.StatusOK, leagueviews.PrintPairings(f, m))
}

// pairedRounds returns the rounds of a campaign that have battles or byes, in order; 0 is for battles without a round.
func pairedRounds(v site.Visit, camp *campaign.Campaign) []int {
	var rounds []int
	for _, b := range v.State.BattlesOf(camp.ID) {
		rounds = append(rounds, b.Round)
	}
	for _, bye := range camp.Byes {
		rounds = append(rounds, bye.Round)
	}
	slices.Sort(rounds)
	return slices.Compact(rounds)
}

func roundTitle(f views.Frame, n int) string {
	if n == 0 {
		return f.Say("campaign.no_round")
	}
	return f.Say("campaign.round", "n", n)
}

// pairingLines returns a line for each player of a battle.
func pairingLines(st *campaign.State, b *campaign.Battle) []leagueviews.PairingLine {
	var lines []leagueviews.PairingLine
	for i, id := range b.Seats {
		var against []string
		for j, other := range b.Seats {
			if r := st.Rosters[other]; r != nil && j != i {
				against = append(against, site.PlayerNames(st, r)+" ("+r.List.Name+")")
			}
		}
		lines = append(lines, playerLines(st, id, leagueviews.PairingLine{Table: b.Table, Against: strings.Join(against, ", ")})...)
	}
	return lines
}

// playerLines returns a line for each player of a side.
func playerLines(st *campaign.State, side campaign.ID, line leagueviews.PairingLine) []leagueviews.PairingLine {
	r := st.Rosters[side]
	if r == nil {
		return nil
	}
	var lines []leagueviews.PairingLine
	for _, member := range r.Players() {
		line.Player, line.Side = site.MemberName(st, member), r.List.Name
		lines = append(lines, line)
	}
	return lines
}

// clubWithPlace returns the name of a club with its town.
func clubWithPlace(c campaign.Club) string {
	if c.Place == "" {
		return c.Name
	}
	return c.Name + ", " + c.Place
}

// printPoster shows a poster with the QR code of the campaign.
func (s *Handlers) printPoster(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, site.CatalogOf(c).Say("poster.title"), views.SectionCampaign)
	path := site.CampaignURL(v.Club, camp.ID)
	f.Back = path + "/share"
	m := leagueviews.PosterPage{Club: clubWithPlace(v.State.Club), Campaign: camp.Settings.Name, Game: site.GameName(f, camp.Settings.Game), URL: f.Base + path}
	var err error
	if m.QR, err = site.QRCode(m.URL, camp.Settings.Name); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, leagueviews.PrintPoster(f, m))
}
