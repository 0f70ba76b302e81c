package play

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
)

// battleState sends the state of a battle to the engine in a player's browser, which tries commands without a network. It refuses
// battles with hidden hands.
func (s *Handlers) battleState(c echo.Context, v site.Visit, b *campaign.Battle) error {
	if !site.IsUnderway(b) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	live, err := s.Service.Live(c.Request().Context(), v.Club, b.ID)
	if err != nil {
		return err
	}
	if s.Service.HasSecrets(live) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "record-secret"}
	}
	state, err := live.Battle.MarshalJSON()
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, struct {
		Game  string          `json:"game"`
		Step  int             `json:"step"`
		Seat  rules.Seat      `json:"seat"`
		State json.RawMessage `json:"state"`
	}{live.Setup.Game, live.Number, v.State.Seat(b, v.Member.ID), state})
}
