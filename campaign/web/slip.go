package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// slipRounds is how many rounds a sheet has room for when nobody says how many are played.
const slipRounds = 4

// slip prints the sheet of a battle; with "round" in the query those of all
// battles of its round.
func (s *site) slip(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	b, camp, err := v.battle(c)
	if err != nil {
		return err
	}
	printed := []*campaign.Battle{b}
	m := views.SlipPage{}
	if c.QueryParam("round") != "" {
		printed = nil
		for _, o := range v.state.BattlesOf(camp.ID) {
			if o.Round == b.Round && o.Phase == campaign.Scheduled {
				printed = append(printed, o)
			}
		}
		slices.SortStableFunc(printed, byTable)
	} else if b.Round > 0 {
		m.Whole = battleURL(v.club, b.ID) + "/slip?round=1"
	}
	for _, o := range printed {
		one, err := s.slipOf(c, v, o, camp)
		if err != nil {
			return err
		}
		m.Slips = append(m.Slips, one)
	}
	if len(m.Slips) == 0 {
		m.None = bookOf(c).Say("slip.none", "n", b.Round)
	}
	f := s.frame(c, bookOf(c).Say("slip.title"), views.SectionBattle)
	f.Back = battleURL(v.club, b.ID)
	return s.page(c, http.StatusOK, views.PrintSlips(f, m))
}

func (s *site) slipOf(c echo.Context, v visit, b *campaign.Battle, camp *campaign.Campaign) (views.Slip, error) {
	book := bookOf(c)
	zone := views.Frame{Book: book, Zone: s.Zone}
	slip := views.Slip{Club: v.state.Club.Name, Campaign: camp.Settings.Name, Table: b.Table, Mission: b.Mission, Code: strconv.Itoa(b.Number)}
	if b.Round > 0 {
		slip.When = book.Say("slip.round-n", "n", b.Round)
	}
	if !b.At.IsZero() {
		if slip.When != "" {
			slip.When += ", "
		}
		slip.When += zone.Moment(b.At)
	}
	if camp.Settings.Limit > 0 {
		slip.Limit = book.Say("common.points", "n", camp.Settings.Limit)
	}
	for i := range slipRounds {
		slip.Rounds = append(slip.Rounds, book.Say("slip.r", "n", i+1))
	}
	for _, id := range b.Seats {
		if r := v.state.Rosters[id]; r != nil {
			slip.Sides = append(slip.Sides, views.SlipSide{Name: r.List.Name, Player: players(v.state, r), Arms: rosterArms(r)})
		}
	}
	var err error
	slip.QR, err = qrCode(s.address(c)+battleURL(v.club, b.ID), book.Say("slip.qr"))
	return slip, err
}
