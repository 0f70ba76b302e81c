package play

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// defaultMinutes is the time that the form of a clock proposes.
const defaultMinutes = 120

// clockFields are the form of a battle's clock; 0 minutes take the clock away.
type clockFields struct {
	Minutes int  `form:"minutes" label:"clock.minutes" in:"0..600" required:"true"`
	Each    bool `form:"each"`
	Runs    bool `form:"runs"`
}

// battleClock sets, starts or stops the clock of a battle.
func (s *Handlers) battleClock(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in clockFields
	err := s.ReadForm(c, &in)
	if err == nil {
		err = s.Service.SetClock(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c), campaign.SetClock{Battle: b.ID, Minutes: in.Minutes, Each: in.Each, Runs: in.Runs})
	}
	if err != nil {
		if campaign.CodeOf(err) == campaign.Invalid {
			return s.showLiveBattle(c, v, b, url.Values{}, http.StatusUnprocessableEntity, err)
		}
		return s.finishPlay(c, v, b, nil, err)
	}
	return c.Redirect(http.StatusSeeOther, battlePath(c, v, b))
}

// fillClockFault adds a fault of the input to the form of the clock.
func fillClockFault(c echo.Context, m *playviews.BattleClock, err error) bool {
	var wrong *campaign.Error
	if m == nil || m.Set || !errors.As(err, &wrong) || wrong.Field != m.Field.Name {
		return false
	}
	m.Field.Wrong, m.Field.Value = site.ErrorText(site.CatalogOf(c), err), c.FormValue(m.Field.Name)
	return true
}

// clockModel returns the model of a battle's clock, or nil when there is none and the reader may not set one.
func (s *Handlers) clockModel(c echo.Context, v site.Visit, b *campaign.Battle, live *campaign.LiveSnapshot, sides []playviews.BattleSide) *playviews.BattleClock {
	if b.Status != campaign.Scheduled || live.Part != campaign.PartBattle {
		return nil
	}
	m := &playviews.BattleClock{Field: minutesField(c)}
	if v.Member != nil && v.State.MayDo(v.Actor, campaign.SetClock{Battle: b.ID}) {
		m.Path = battlePath(c, v, b) + "/clock"
	}
	clock := b.Clock
	if clock == nil {
		if m.Path == "" || live.Over {
			return nil
		}
		return m
	}
	m.Set, m.Minutes, m.Each, m.Runs = true, clock.Minutes, clock.Each, clock.Runs() && !live.Over
	acts := rules.Nobody
	if !live.Over {
		acts = live.Battle.View(rules.Nobody).ToAct
	}
	for i, left := range clock.Remaining(live, len(b.Seats), s.Now()) {
		f := playviews.ClockFace{Seconds: int(left / time.Second), Runs: m.Runs && (!clock.Each || acts == rules.Seat(i))}
		if clock.Each && i < len(sides) {
			f.Label = sides[i].Name
		}
		m.Faces = append(m.Faces, f)
	}
	return m
}

// minutesField returns the field for the minutes of a clock.
func minutesField(c echo.Context) views.Field {
	return views.Field{Name: "minutes", Label: site.CatalogOf(c).Say("clock.minutes"), Type: "number", Min: "1", Upto: strconv.Itoa(campaign.MaxClockMinutes), Required: true, Value: strconv.Itoa(defaultMinutes)}
}
