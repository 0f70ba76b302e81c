package play

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// battleLists shows the lists of a battle as they were when it was opened or first reported. It reads neither packs nor the present
// rosters.
func (s *Handlers) battleLists(c echo.Context, v site.Visit, b *campaign.Battle) error {
	camp := v.State.Campaigns[b.Campaign]
	f := s.Frame(c, site.CatalogOf(c).Say("frozen.title"), views.SectionCampaign)
	f.Back = site.BattleURL(v.Club, b.ID)
	m := rosterviews.BattleListsPage{Title: f.Title, Line: site.BattleWhere(f.Catalog, camp, b)}
	form := battleview.Form{Catalog: f.Catalog, Game: camp.Settings.Game}
	for i, list := range b.RosterSnapshots {
		hash, err := listHash(list)
		if err != nil {
			return err
		}
		side := rosterviews.ListSide{Name: list.Name, Emblem: site.RosterEmblem(v.State.Rosters[b.Seats[i]]), Hash: hash}
		for _, u := range list.Units {
			unit := rosterviews.ListUnit{Name: u.Name, Card: form.Card(u.Profile)}
			for _, key := range u.Marks {
				unit.Marks = append(unit.Marks, site.MarkName(f.Catalog, camp.Settings.Game, rules.EffectHonour, campaign.Mark{Key: key}))
			}
			side.Units = append(side.Units, unit)
		}
		m.Sides = append(m.Sides, side)
	}
	return s.Render(c, http.StatusOK, rosterviews.BattleLists(f, m))
}

// listHash returns the SHA-256 of a list as JSON.
func listHash(list rules.Roster) (string, error) {
	text, err := json.Marshal(list)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
