package league

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// rulesPage shows the rules of a campaign: its settings, and each change from the book with its reason.
func (s *Handlers) rulesPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, site.CatalogOf(c).Say("rules.title"), views.SectionCampaign)
	base := site.CampaignURL(v.Club, camp.ID)
	m := leagueviews.RulesPage{CampaignHead: site.CampaignHead(&f, v, camp, "/rules"), Facts: settingFacts(f, camp.Settings, camp.Honours)}
	for i := range m.Facts {
		if m.Facts[i].Name == f.Say("rules.honours") {
			m.Facts[i].URL = base + "/honours"
		}
	}
	if from := v.State.Campaigns[camp.Settings.ClonedFrom]; from != nil && v.Lists(from) {
		m.Facts = append(m.Facts, leagueviews.SettingFact{Name: f.Say("rules.from"), Value: from.Settings.Name, URL: site.CampaignURL(v.Club, from.ID)})
	}
	m.Changes = s.ruleChanges(f, v, camp)
	if camp.Map != nil {
		for n := range site.MapRules {
			no := strconv.Itoa(n + 1)
			m.Map = append(m.Map, leagueviews.MapRule{ID: site.MapRule + no, Text: f.Say("mapping.rule_" + no)})
		}
	}
	if v.Can(campaign.KindCampaign) {
		m.Clone = site.ClubURL(v.Club) + "/campaigns/new?from=" + camp.ID
	}
	if v.Can(campaign.KindSettings) {
		m.Edit = base + "/settings"
	}
	return s.Render(c, http.StatusOK, leagueviews.Rules(f, m))
}

// ruleChanges returns the options that differ from the game's defaults, and then the club's own house rules.
func (s *Handlers) ruleChanges(f views.Frame, v site.Visit, camp *campaign.Campaign) []leagueviews.RuleChange {
	var all []leagueviews.RuleChange
	if g := s.Service.Game(camp.Settings.Game); g != nil {
		rule := s.RuleLink(f.Catalog.Lang, g.ID)
		for _, x := range v.State.OptionChanges(camp, g) {
			was, now := rulingChoice(f, g, x.Option, x.Option.Default), rulingChoice(f, g, x.Option, x.Now)
			all = append(all, leagueviews.RuleChange{Name: now.Field.Label, Rule: views.RuleRef{ID: x.Option.Rule, URL: rule(x.Option.Rule)},
				Was: site.ChosenText(was.Options), Now: site.ChosenText(now.Options), Why: x.Why, Since: site.ActLink(f, v, camp, x.ActNo)})
		}
	}
	for _, h := range camp.Settings.HouseRules {
		all = append(all, leagueviews.RuleChange{Name: h.Name, Was: h.Was, Now: h.Now, Why: h.Why})
	}
	return all
}

// settingFacts describes settings in a few lines.
func settingFacts(f views.Frame, set campaign.Settings, honours []campaign.Honour) []leagueviews.SettingFact {
	fact := func(name, value string) leagueviews.SettingFact {
		return leagueviews.SettingFact{Name: f.Say(name), Value: value}
	}
	list := []leagueviews.SettingFact{fact("rules.rounds", roundText(f, set))}
	if set.Ladder != nil {
		list = append(list, fact("ladder.title", ladderRulesText(f, *set.Ladder)))
	}
	points := f.Say("campaign.scoring", "win", set.Win, "draw", set.Draw, "loss", set.Loss, "bye", set.Bye) + marginText(f, set)
	if set.ScoreResource != "" {
		points += " " + f.Say("rules.fame", "what", f.Say(set.Game+".resource."+set.ScoreResource))
	}
	if set.Penalty > 0 {
		points += " " + f.Say("rules.penalty", "n", set.Penalty)
	}
	if set.ForfeitScore > 0 {
		points += " " + f.Say("rules.forfeit", "n", set.ForfeitScore)
	}
	if set.AbsencePoints > 0 {
		points += " " + f.Say("rules.absence", "n", set.AbsencePoints)
	}
	list = append(list, fact("table.points", points))
	var ties []string
	for i, t := range set.TieBreaks {
		name := f.Say("tie." + t)
		if i > 0 {
			name = midSentence(f, t)
		}
		ties = append(ties, name)
	}
	if len(ties) > 0 {
		list = append(list, fact("table.order", strings.Join(ties, ", ")))
	}
	if set.Limit > 0 {
		list = append(list, fact("rules.limit", f.Catalog.Number(set.Limit)))
	}
	on := 0
	for _, h := range honours {
		if !h.Disabled {
			on++
		}
	}
	if on > 0 {
		list = append(list, fact("rules.honours", f.Say("rules.honours_on", "n", on)))
	}
	if set.Aftermath {
		list = append(list, fact("rules.aftermath", f.Say("permission.yes")))
	}
	if len(set.Tables) > 0 {
		list = append(list, fact("rules.field_tables", strings.ReplaceAll(tableLines(set.Tables), "\n", " ; ")))
	}
	disputes := f.Say("rules.dispute_days", "n", set.DisputeDays, "appeals", set.AppealDays)
	if set.AutoConfirmDays > 0 {
		disputes += " " + f.Say("rules.silence_days", "n", set.AutoConfirmDays)
	}
	list = append(list, fact("rules.disputes", disputes))
	if set.Unrated {
		list = append(list, fact("rules.field_unrated", f.Say("found.unrated_hint")))
	}
	return list
}

func roundText(f views.Frame, set campaign.Settings) string {
	words := f.Say("rules.free")
	switch {
	case set.Groups > 1:
		words = f.Say("rules.groups", "n", set.Groups)
	case set.Method != "" && set.Method != campaign.Swiss:
		words = f.Say("draw.method_" + string(set.Method))
	case set.Method == campaign.Swiss:
		words = f.Say("draw.method_swiss")
	case set.Ladder != nil:
		words = f.Say("rules.by_challenge")
	}
	if set.Rounds > 0 {
		words += ", " + f.Say("rules.n_rounds", "n", set.Rounds)
	}
	if set.RoundDays > 0 {
		words += ", " + f.Say("rules.days", "n", set.RoundDays, "grace", set.GraceDays)
	}
	return words
}

func ladderRulesText(f views.Frame, l campaign.LadderRules) string {
	words := f.Say("ladder.words", "reach", l.Reach, "days", l.Days) + " "
	if l.Shift {
		words += f.Say("ladder.words_climb")
	} else {
		words += f.Say("ladder.words_swap")
	}
	if l.Yield {
		words += " " + f.Say("ladder.words_yield")
	}
	return words
}
