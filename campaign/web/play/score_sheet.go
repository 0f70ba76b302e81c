package play

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// scoreSheetRounds is the number of rounds on a score sheet when the mission does not say how many are played.
const scoreSheetRounds = 4

// printScoreSheets shows the score sheet of a battle or, with "round" in the query, those of all battles of its round.
func (s *Handlers) printScoreSheets(c echo.Context, v site.Visit, b *campaign.Battle) error {
	camp := v.State.Campaigns[b.Campaign]
	printed := []*campaign.Battle{b}
	m := playviews.ScoreSheetsPage{}
	if c.QueryParam("round") != "" {
		printed = nil
		for _, o := range v.State.BattlesOf(camp.ID) {
			if o.Round == b.Round && o.Status == campaign.Scheduled {
				printed = append(printed, o)
			}
		}
		slices.SortStableFunc(printed, site.ByTable)
	} else if b.Round > 0 {
		m.Whole = site.BattleURL(v.Club, b.ID) + "/slip?round=1"
	}
	for _, o := range printed {
		one, err := s.scoreSheet(c, v, o, camp)
		if err != nil {
			return err
		}
		m.Slips = append(m.Slips, one)
	}
	if len(m.Slips) == 0 {
		m.None = site.CatalogOf(c).Say("slip.none", "n", b.Round)
	}
	f := s.Frame(c, site.CatalogOf(c).Say("slip.title"), views.SectionBattle)
	f.Back = site.BattleURL(v.Club, b.ID)
	return s.Render(c, http.StatusOK, playviews.PrintScoreSheets(f, m))
}

func (s *Handlers) scoreSheet(c echo.Context, v site.Visit, b *campaign.Battle, camp *campaign.Campaign) (playviews.ScoreSheet, error) {
	book := site.CatalogOf(c)
	zone := views.Frame{Catalog: book, Zone: s.Zone}
	sheet := playviews.ScoreSheet{Club: v.State.Club.Name, Campaign: camp.Settings.Name, Table: b.Table, Mission: b.Mission, Code: strconv.Itoa(b.Number)}
	if b.Round > 0 {
		sheet.When = book.Say("slip.round-n", "n", b.Round)
	}
	if !b.At.IsZero() {
		if sheet.When != "" {
			sheet.When += ", "
		}
		sheet.When += zone.Moment(b.At)
	}
	if camp.Settings.Limit > 0 {
		sheet.Limit = book.Say("common.points", "n", camp.Settings.Limit)
	}
	for i := range scoreSheetRounds {
		sheet.Rounds = append(sheet.Rounds, book.Say("slip.r", "n", i+1))
	}
	for _, id := range b.Seats {
		if r := v.State.Rosters[id]; r != nil {
			sheet.Sides = append(sheet.Sides, playviews.ScoreSheetSide{Name: r.List.Name, Player: site.PlayerNames(v.State, r), Emblem: site.RosterEmblem(r)})
		}
	}
	var err error
	sheet.QR, err = site.QRCode(s.BaseURL(c)+site.BattleURL(v.Club, b.ID), book.Say("slip.qr"))
	return sheet, err
}
