package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/diff"
	"oriflamme/views"
	arbiterviews "oriflamme/views/arbiter"
)

// showCorrection shows what a correction would change, and what would then have become impossible; nothing has changed yet.
func (s *arbiterHandlers) showCorrection(c echo.Context, v visit, b *campaign.Battle, body campaign.Correct, also []int64, trouble string, status int) error {
	result := body.Result
	why := c.FormValue("why")
	then, impossible, err := v.state.PreviewAct(v.actor.Member, s.Now(), campaign.ActRequest{Body: body, Why: why}, also...)
	if err != nil {
		if _, whole, ok := fieldErrors(catalogOf(c), err); ok {
			return s.showCase(c, whole, http.StatusUnprocessableEntity)
		}
		return err
	}
	f := s.frame(c, catalogOf(c).Say("correct.title"), views.SectionArbiter)
	f.Sub, f.Back = sidesTitle(f.Catalog, v.state, b), caseURL(v, b)
	camp := v.state.Campaigns[b.Campaign]
	m := arbiterviews.CorrectionPage{Title: f.Sub, Line: battleWhere(f.Catalog, camp, b), Action: caseURL(v, b), Trouble: trouble, Why: why,
		Was: resultText(f.Catalog, v.state, b, *b.Result), Now: resultText(f.Catalog, v.state, b, result), Changes: s.differences(f, v, then, camp)}
	m.Hidden = append(m.Hidden, views.Option{Value: "take", Text: "other"}, views.Option{Value: "winner", Text: strconv.Itoa(int(result.Winner))})
	for i, n := range result.Scores {
		m.Hidden = append(m.Hidden, views.Option{Value: "score." + strconv.Itoa(i), Text: strconv.Itoa(n)})
	}
	m.Hidden = append(m.Hidden, hiddenEffects(body, b.Stakes)...)
	for _, no := range also {
		if a, ok := v.state.Act(no); ok {
			m.Also = append(m.Also, s.actLine(c, v, a, false))
		}
	}
	for _, x := range impossible {
		line := s.actLine(c, v, x.Act, false)
		line.Why = errorText(f.Catalog, x.Err)
		m.Impossible = append(m.Impossible, line)
	}
	return s.render(c, status, arbiterviews.Correction(f, m))
}

// additionalVoids are the acts that the arbiter has decided to void with a correction.
func additionalVoids(c echo.Context) ([]int64, error) {
	form, err := c.FormParams()
	if err != nil {
		return nil, err
	}
	var acts []int64
	for _, text := range form["also"] {
		if no, err := strconv.ParseInt(text, 10, 64); err == nil {
			acts = append(acts, no)
		}
	}
	return acts, nil
}

// correctBattle corrects a result that is settled: the form first leads to the preview, whose button does it.
func (s *arbiterHandlers) correctBattle(c echo.Context, v visit, b *campaign.Battle, result campaign.Result) error {
	also, err := additionalVoids(c)
	if err != nil {
		return err
	}
	body := campaign.Correct{Battle: b.ID, Result: result}
	if body.Effects, body.Lands, err = readCorrectedEffects(c, v.state, b); err != nil {
		_, whole, _ := fieldErrors(catalogOf(c), err)
		return s.showCase(c, whole, http.StatusUnprocessableEntity)
	}
	if c.FormValue("do") != "correct" {
		return s.showCorrection(c, v, b, body, also, "", http.StatusOK)
	}
	_, err = s.Service.Correct(c.Request().Context(), v.actor, v.club, formIdempotencyKey(c), body, also, c.FormValue("why"))
	if err == nil {
		return s.redirectWithNotice(c, battleURL(v.club, b.ID), "ruled")
	}
	if _, whole, ok := fieldErrors(catalogOf(c), err); ok {
		return s.showCorrection(c, v, b, body, also, whole, http.StatusUnprocessableEntity)
	}
	return err
}

// differences tells what is otherwise in a campaign then, in the words of the site.
func (s *arbiterHandlers) differences(f views.Frame, v visit, then *campaign.State, camp *campaign.Campaign) []arbiterviews.DifferenceLine {
	game := camp.Settings.Game
	named := func(id campaign.ID) string {
		if id == "" {
			return f.Say("map.free")
		}
		return rosterName(v.state, id)
	}
	var list []arbiterviews.DifferenceLine
	for _, d := range diff.OfStates(v.state, then, camp.ID) {
		line := arbiterviews.DifferenceLine{Name: rosterName(v.state, d.Roster), What: f.Say("correct.what_" + d.What), Was: d.Was, Now: d.Now}
		if r := v.state.Rosters[d.Roster]; r != nil && d.Unit != "" {
			line.Name = f.Say("schedule.side", "name", unitNamesOf(r)[d.Unit], "player", r.List.Name)
		}
		switch d.What {
		case diff.DiffersRegion:
			line.Name, line.Was, line.Now = camp.Map.Region(d.Key).Name, named(d.Was), named(d.Now)
		case diff.DiffersHonour, diff.DiffersScar:
			line.What = markName(f.Catalog, game, d.What, campaign.Mark{Key: d.Key})
		case diff.DiffersResource:
			line.What = gainName(f.Catalog, game, "resource", d.Key)
		case diff.DiffersRating:
			line.Name = memberName(v.state, d.Key)
		case diff.DiffersStatus:
			line.Name = f.Say("battle.number", "n", v.state.Battles[d.Key].Number)
			line.Was, line.Now = phaseName(f, d.Was), phaseName(f, d.Now)
		}
		list = append(list, line)
	}
	return list
}

func phaseName(f views.Frame, phase string) string {
	if phase == "" {
		return f.Say("correct.gone")
	}
	return f.Say("phase." + phase)
}
