package web

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// battleState is a battle as the engine in a player's browser takes it up, to try commands on without a network. Where hands
// are hidden it stays with the site.
func (s *playHandlers) battleState(c echo.Context) error {
	v, b, _, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	if !isUnderway(b) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	live, err := s.Service.Live(c.Request().Context(), v.club, b.ID)
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
	}{live.Setup.Game, live.Number, v.state.Seat(b, v.member.ID), state})
}
