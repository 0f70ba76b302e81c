package arbiter

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/diff"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	arbiterviews "oriflamme/views/arbiter"
)

// showCorrection shows what a correction would change and which acts would become impossible. It changes nothing.
func (s *Handlers) showCorrection(c echo.Context, v site.Visit, b *campaign.Battle, body campaign.Correct, also []int64, why, trouble string, status int) error {
	result := body.Result
	then, impossible, err := v.State.PreviewAct(v.Actor.Member, s.Now(), campaign.ActRequest{Body: body, Why: why}, also...)
	if err != nil {
		return s.showCase(c, v, b, http.StatusUnprocessableEntity, err)
	}
	f := s.Frame(c, site.CatalogOf(c).Say("correct.title"), views.SectionArbiter)
	f.Sub, f.Back = site.SidesTitle(f.Catalog, v.State, b), site.CaseURL(v, b)
	camp := v.State.Campaigns[b.Campaign]
	m := arbiterviews.CorrectionPage{Title: f.Sub, Line: site.BattleWhere(f.Catalog, camp, b), Action: site.CaseURL(v, b), Trouble: trouble, Why: why,
		Was: site.ResultText(f.Catalog, v.State, b, *b.Result), Now: site.ResultText(f.Catalog, v.State, b, result), Changes: s.differences(f, v, then, camp)}
	m.Hidden = append(m.Hidden, views.Option{Value: "take", Text: "other"}, views.Option{Value: "winner", Text: strconv.Itoa(int(result.Winner))})
	for i, n := range result.Scores {
		m.Hidden = append(m.Hidden, views.Option{Value: "score." + strconv.Itoa(i), Text: strconv.Itoa(n)})
	}
	m.Hidden = append(m.Hidden, hiddenEffects(body, b)...)
	for _, no := range also {
		if a, ok := v.State.Act(no); ok {
			m.Also = append(m.Also, s.actLine(c, v, a, false))
		}
	}
	for _, x := range impossible {
		line := s.actLine(c, v, x.Act, false)
		line.Why = site.ErrorText(f.Catalog, x.Err)
		m.Impossible = append(m.Impossible, line)
	}
	return s.Render(c, status, arbiterviews.Correction(f, m))
}

// actNumbers returns the numbers of acts that a form names.
func actNumbers(texts []string) []int64 {
	var acts []int64
	for _, text := range texts {
		if no, err := strconv.ParseInt(text, 10, 64); err == nil {
			acts = append(acts, no)
		}
	}
	return acts
}

// correctBattle corrects a settled result. The form leads to the preview, whose button does it.
func (s *Handlers) correctBattle(c echo.Context, v site.Visit, b *campaign.Battle, in rulingFields, result campaign.Result) error {
	also, body := actNumbers(in.Also), campaign.Correct{Battle: b.ID, Result: result}
	var err error
	if body.Effects, body.Lands, err = in.effects(v.State, b); err != nil {
		return s.showCase(c, v, b, http.StatusUnprocessableEntity, err)
	}
	if in.Do != "correct" {
		return s.showCorrection(c, v, b, body, also, in.Why, "", http.StatusOK)
	}
	_, err = s.Service.Correct(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c), body, also, in.Why)
	if err == nil {
		return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "ruled")
	}
	if whole, ok := site.RefusalText(site.CatalogOf(c), err); ok {
		return s.showCorrection(c, v, b, body, also, in.Why, whole, http.StatusUnprocessableEntity)
	}
	return err
}

// differences describes what would change in a campaign.
func (s *Handlers) differences(f views.Frame, v site.Visit, then *campaign.State, camp *campaign.Campaign) []arbiterviews.DifferenceLine {
	game := camp.Settings.Game
	named := func(id campaign.ID) string {
		if id == "" {
			return f.Say("map.free")
		}
		return site.RosterName(v.State, id)
	}
	var list []arbiterviews.DifferenceLine
	for _, d := range diff.OfStates(v.State, then, camp.ID) {
		line := arbiterviews.DifferenceLine{Name: site.RosterName(v.State, d.Roster), What: f.Say("correct.what_" + d.What), Was: d.Was, Now: d.Now}
		if r := v.State.Rosters[d.Roster]; r != nil && d.Unit != "" {
			line.Name = f.Say("schedule.side", "name", site.UnitNamesOf(r)[d.Unit], "player", r.List.Name)
		}
		switch d.What {
		case diff.DiffersRegion:
			line.Name, line.Was, line.Now = camp.Map.Region(d.Key).Name, named(d.Was), named(d.Now)
		case diff.DiffersHonour, diff.DiffersScar:
			line.What = site.MarkName(f.Catalog, game, rules.EffectKind(d.What), campaign.Mark{Key: d.Key})
		case diff.DiffersResource:
			line.What = site.GainName(f.Catalog, game, "resource", d.Key)
		case diff.DiffersRating:
			line.Name = site.MemberName(v.State, d.Key)
		case diff.DiffersStatus:
			line.Name = f.Say("battle.number", "n", v.State.Battles[d.Key].Number)
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
