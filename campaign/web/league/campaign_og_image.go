package league

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/ogimage"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
)

// clubOGImage sends the Open Graph image of a club.
func (s *Handlers) clubOGImage(c echo.Context, v site.Visit) error {
	pic := ogimage.Image{Kicker: v.State.Club.Place, Title: v.State.Club.Name}
	for _, camp := range v.State.AllCampaigns() {
		if !camp.Closed && camp.Settings.Listed() {
			pic.Lines = append(pic.Lines, camp.Settings.Name)
		}
	}
	return s.SendOGImage(c, pic)
}

// campaignOGImage sends the Open Graph image of a campaign.
func (s *Handlers) campaignOGImage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, camp.Settings.Name, views.SectionCampaign)
	pic := ogimage.Image{Kicker: v.State.Club.Name + ", " + site.GameName(f, camp.Settings.Game), Title: camp.Settings.Name, Land: landHexes(v, camp)}
	for _, row := range v.State.Standings(camp.ID, 0) {
		pic.Lines = append(pic.Lines, fmt.Sprintf("%d. %s, %s", row.Rank, site.RosterName(v.State, row.Roster), f.Say("common.points", "n", row.Points)))
	}
	return s.SendOGImage(c, pic)
}

func landHexes(v site.Visit, camp *campaign.Campaign) []ogimage.Hex {
	if camp.Map == nil {
		return nil
	}
	realms := site.RealmsOf(v, camp)
	var land []ogimage.Hex
	for _, r := range camp.Map.Regions {
		h := ogimage.Hex{Q: r.Q, R: r.R, Capital: r.Capital}
		if i, ok := realms.Index[r.Owner]; ok {
			h.Tincture = realms.List[i].Tincture
		}
		land = append(land, h)
	}
	return land
}

// battleOGImage sends the Open Graph image of a battle.
func (s *Handlers) battleOGImage(c echo.Context, v site.Visit, b *campaign.Battle) error {
	camp := v.State.Campaigns[b.Campaign]
	f := s.Frame(c, "", views.SectionBattle)
	pic := ogimage.Image{Kicker: v.State.Club.Name + ", " + camp.Settings.Name, Title: site.SidesTitle(f.Catalog, v.State, b)}
	if b.Mission != "" {
		pic.Lines = append(pic.Lines, b.Mission)
	}
	if b.Result != nil {
		at, outcome := 0, f.Say("outcome.draw")
		if b.Result.Winner != rules.Nobody {
			at = int(b.Result.Winner)
			outcome = f.Say("report.won", "name", site.RosterName(v.State, b.Seats[at]))
		}
		pic.Lines = append(pic.Lines, outcome+site.ScoreSuffix(f, b.Result.Scores, at)) // the score continues the sentence
	} else if !b.At.IsZero() {
		pic.Lines = append(pic.Lines, f.Moment(b.At))
	}
	return s.SendOGImage(c, pic)
}
