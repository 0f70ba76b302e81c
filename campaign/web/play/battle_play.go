package play

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/site"
	"oriflamme/content/engineapi"
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// battlePlay takes a command, or the dice or the choice that a pending command waits for.
func (s *Handlers) battlePlay(c echo.Context, v site.Visit, b *campaign.Battle) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	if changesListLength(form) {
		return c.Redirect(http.StatusSeeOther, battlePath(c, v, b)+"?"+questionValues(form, "add", "drop").Encode())
	}
	step, err := strconv.Atoi(form.Get("step"))
	if err != nil {
		return &campaign.Error{Code: campaign.Invalid, Key: "changed-since"}
	}
	if form.Get("command") != "" {
		err = s.sendCommand(c, v, b, step, form)
	} else {
		_, err = s.Service.Answer(c.Request().Context(), v.Actor, v.Club, b.ID, step, readAnswer(form, site.FormIdempotencyKey(c)))
	}
	return s.finishPlay(c, v, b, form, err)
}

// changesListLength reports whether the form only adds or removes an item of a list field.
func changesListLength(form url.Values) bool {
	return form.Get("add") != "" || strings.HasPrefix(form.Get("drop"), "fact.")
}

// questionValues returns the values of a form that lead to the same question again, and those named in also.
func questionValues(form url.Values, also ...string) url.Values {
	q := url.Values{}
	for k, vs := range form {
		keep := k == "unit" || k == "do" || k == "free" || strings.HasPrefix(k, "f.") || strings.HasPrefix(k, "fact.") || slices.Contains(also, k)
		if keep {
			q[k] = vs
		}
	}
	return q
}

// sendCommand sends a command to the service, with the facts and dice of the form.
func (s *Handlers) sendCommand(c echo.Context, v site.Visit, b *campaign.Battle, step int, form url.Values) error {
	m := campaign.Move{Number: step, Command: json.RawMessage(form.Get("command")), Key: site.FormIdempotencyKey(c)}
	a := readAnswer(form, m.Key)
	switch {
	case a.SeatDice != nil && len(a.Dice) > 0:
		m.DiceBySeat = map[rules.Seat][]int{a.SeatDice.Seat: a.Dice}
	case a.SeatDice == nil:
		m.Dice = a.Dice
		if a.App {
			m.Roll = campaign.RollApp
		}
	}
	if form.Get("stated") != "" {
		live, err := s.Service.Live(c.Request().Context(), v.Club, b.ID)
		if err != nil {
			return err
		}
		if m.Command, err = commandWithFacts(s.newPresenter(c, v, b, live), m.Command, form); err != nil {
			return err
		}
	}
	live, err := s.Service.Offer(c.Request().Context(), v.Actor, v.Club, b.ID, m)
	if err == nil && a.App && a.SeatDice != nil && live.Pending != nil {
		a.Dice, a.Key = nil, m.Key+" app"
		_, err = s.Service.Answer(c.Request().Context(), v.Actor, v.Club, b.ID, step, a)
	}
	return err
}

// commandWithFacts returns the command with the facts of the form.
func commandWithFacts(sc *battleview.Presenter, raw json.RawMessage, form url.Values) (json.RawMessage, error) {
	command, err := sc.Game.DecodeCommand(raw)
	if err != nil {
		return nil, err
	}
	if command, err = sc.ReadFacts(command, form); err != nil {
		return nil, err
	}
	return rules.EncodeCommand(command)
}

// readAnswer reads the answer to a pending command.
func readAnswer(form url.Values, key string) campaign.Answer {
	a := campaign.Answer{
		Key:  key,
		Drop: form.Get("drop") != "", Back: form.Get("back") != "", App: form.Get("roll") != "", Dice: engineapi.DiceFromForm(form),
	}
	if r := new(rules.Reply); r.UnmarshalJSON([]byte(form.Get("choice"))) == nil {
		a.Choice = r
	}
	if n, err := strconv.Atoi(form.Get("turn")); err == nil {
		a.Turn = n
	}
	whose, other := strings.CutPrefix(form.Get("back"), "of:") // the last die of another seat than the one that is asked
	if !other {
		whose = form.Get("of")
	}
	of, err1 := strconv.Atoi(whose)
	at, err2 := strconv.Atoi(form.Get("at"))
	if err1 == nil && err2 == nil && of >= 0 && at >= 0 {
		a.SeatDice = &campaign.SeatDice{Seat: rules.Seat(of), Seen: at}
	}
	return a
}

// finishPlay redirects to the battle, or shows a refusal above the same question.
func (s *Handlers) finishPlay(c echo.Context, v site.Visit, b *campaign.Battle, form url.Values, err error) error {
	var fault *rules.Fault
	var bad *dice.FaceError
	switch {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, battlePath(c, v, b))
	case errors.As(err, &fault), errors.As(err, &bad):
		return s.showLiveBattle(c, v, b, questionValues(form), http.StatusUnprocessableEntity, err)
	case campaign.CodeOf(err) == campaign.Stale, campaign.CodeOf(err) == campaign.Forbidden, campaign.CodeOf(err) == campaign.Conflict:
		return s.showLiveBattle(c, v, b, url.Values{}, site.StatusOf(err), err)
	}
	return err
}

// battleUndo undoes the last step.
func (s *Handlers) battleUndo(c echo.Context, v site.Visit, b *campaign.Battle) error {
	step, err := strconv.Atoi(c.FormValue("step"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	_, err = s.Service.Undo(c.Request().Context(), v.Actor, v.Club, b.ID, step)
	return s.finishPlay(c, v, b, url.Values{}, err)
}

// battleFinish reports a battle that is over from its record, or posts the effects of its aftermath.
func (s *Handlers) battleFinish(c echo.Context, v site.Visit, b *campaign.Battle) error {
	if _, err := s.Service.FinishBattle(c.Request().Context(), v.Actor, v.Club, b.ID, site.FormIdempotencyKey(c)); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "reported")
}

// battleRecord sends the whole record as JSON lines.
func (s *Handlers) battleRecord(c echo.Context, v site.Visit, b *campaign.Battle) error {
	live, err := s.Service.LivePart(c.Request().Context(), v.Club, b.ID, campaign.PartBattle)
	if err != nil {
		return err
	}
	if s.Service.HasSecrets(live) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "record-secret"}
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "application/jsonl; charset=utf-8")
	h.Set(echo.HeaderContentDisposition, `attachment; filename="battle-`+strconv.Itoa(b.Number)+`.jsonl"`)
	c.Response().WriteHeader(http.StatusOK)
	return rules.WriteRecord(c.Response(), live.Record())
}
