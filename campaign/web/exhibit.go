package web

import (
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

func exhibitsURL(club, battle campaign.ID) string { return battleURL(club, battle) + "/exhibits" }

// exhibit lays the photograph that the form brought along before the arbiter.
func (s *site) exhibit(c echo.Context) error {
	v, b, camp, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	raw, err := upload(c, "image")
	if err == nil && raw == nil {
		err = &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "required"}
	}
	if err == nil {
		_, err = s.Hall.Exhibit(c.Request().Context(), v.actor, v.club, formKey(c), b.ID, words(c.FormValue("alt")), raw)
	}
	if err != nil {
		return s.afterwards(c, v, b, camp, err)
	}
	return s.done(c, battleURL(v.club, b.ID), "exhibited")
}

// exhibitForm is the form by which one shows the arbiter a photograph; nil for who may not.
func exhibitForm(f views.Frame, v visit, b *campaign.Battle, alt string, wrong map[string]string) *views.ExhibitForm {
	if !b.Hearing() || !v.state.Allowed(v.actor, campaign.Exhibit{Battle: b.ID}) {
		return nil
	}
	return &views.ExhibitForm{Action: exhibitsURL(v.club, b.ID), Image: imageField(f, wrong),
		Alt: views.Field{Name: "alt", Label: f.Say("image.alt"), Hint: f.Say("image.alt_hint"), Value: alt, Required: true, Max: 200, Wrong: wrong["alt"]}}
}

// exhibits puts what was shown about a battle beside what its side has said. Only members see it.
func (s *site) exhibits(c echo.Context, v visit, b *campaign.Battle, reports []views.ReportLine) []views.ReportLine {
	if v.member == nil || len(b.Exhibits) == 0 {
		return reports
	}
	held, err := s.Hall.Images(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return reports
	}
	zone := views.Frame{Book: bookOf(c), Zone: s.Zone}
	lines := map[rules.Seat]int{}
	for i := len(b.Reports) - 1; i >= 0; i-- {
		lines[b.Reports[i].Seat] = i
	}
	for _, shot := range b.Exhibits {
		line, ok := lines[shot.Seat]
		if !ok {
			line, lines[shot.Seat] = len(reports), len(reports)
			reports = append(reports, views.ReportLine{By: s.speaker(c, v, b, shot.Seat)})
		}
		one := views.Shot{Alt: shot.Alt, By: memberName(v.state, shot.By), When: zone.Moment(shot.At)}
		if i := slices.IndexFunc(held, func(h campaign.Hanging) bool { return h.Hash == shot.Image }); i >= 0 {
			one.URL, one.Width, one.Height = albumURL(v.club)+"/"+shot.Image, held[i].Width, held[i].Height
		}
		reports[line].Shots = append(reports[line].Shots, one)
	}
	return reports
}

// speaker is the side of a seat by its name, or the arbiter.
func (s *site) speaker(c echo.Context, v visit, b *campaign.Battle, seat rules.Seat) string {
	if seat >= 0 && int(seat) < len(b.Seats) {
		return rosterName(v.state, b.Seats[seat])
	}
	return bookOf(c).Say("fight.arbiter")
}
