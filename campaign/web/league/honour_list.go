package league

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// honoursPage shows the catalogue of a campaign: how each honour is earned, its effect, who has it and by which act.
func (s *Handlers) honoursPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.showHonours(c, v, camp, http.StatusOK, nil)
}

// showHonours shows it with what was wrong with a request.
func (s *Handlers) showHonours(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, failed error) error {
	in, open := honourFields{To: campaign.HonourEach}, c.FormValue("do") == "write"
	if open {
		in.Key = c.FormValue("write")
	} else if h := camp.Honour(c.QueryParam("write")); h != nil {
		in, open = fieldsOfHonour(*h), true
	}
	in.Conditions = append(in.Conditions, make([]conditionRow, max(0, conditionRows-len(in.Conditions)))...)
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("honours.title"), views.SectionCampaign)
	base := site.CampaignURL(v.Club, camp.ID)
	m := leagueviews.HonoursPage{CampaignHead: site.CampaignHead(&f, v, camp, "/honours"), Trouble: form.Trouble(), Grants: base + "/grants"}
	if v.Can(campaign.KindHonours) {
		m.Action = base + "/honours"
		m.Adopt = len(camp.Honours) < len(withGameHonours(camp))
		m.Write = honourForm(f, camp, in, open, form)
	}
	holders := s.holders(f, v, camp)
	for _, h := range camp.Honours {
		m.List = append(m.List, leagueviews.HonourEntry{Key: h.Key, Name: site.HonourName(f, camp, h), How: honourConditions(f, camp, h), Effect: honourEffect(f, camp, h), Off: h.Disabled, Holders: holders[h.Key]})
	}
	if v.Can(campaign.KindGrant) && !camp.Closed {
		for _, h := range camp.Honours {
			if !h.Disabled {
				m.Keys = append(m.Keys, views.Option{Value: h.Key, Text: site.HonourName(f, camp, h)})
			}
		}
		_, m.Units = sideOptions(f, v, camp)
		m.Units = slices.DeleteFunc(m.Units, func(o views.Option) bool { return !strings.Contains(o.Value, " ") })
	}
	return s.Render(c, status, leagueviews.Honours(f, m))
}

// changeHonours switches honours on and off, or adds those of the game that the catalogue lacks.
func (s *Handlers) changeHonours(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	list := slices.Clone(camp.Honours)
	switch c.FormValue("do") {
	case "adopt":
		list = withGameHonours(camp)
	case "write":
		var in honourFields
		var h campaign.Honour
		if err = s.ReadForm(c, &in); err == nil {
			h, err = statedHonour(in)
		}
		if err != nil {
			return s.showHonours(c, v, camp, site.StatusOf(err), err)
		}
		list = replaceHonour(list, h)
	default:
		for i := range list {
			list[i].Disabled = !slices.Contains(form["on"], list[i].Key)
		}
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: campaign.SetHonours{Campaign: camp.ID, Honours: list}, LastSeen: site.FormHead(c)}); err != nil {
		return s.showHonours(c, v, camp, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/honours", "saved")
}

// grantHonour grants an honour of the catalogue by hand.
func (s *Handlers) grantHonour(c echo.Context, v site.Visit, camp *campaign.Campaign, body campaign.Grant, why string) error {
	if h := camp.Honour(body.Key); h != nil {
		body.Name = h.Name
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, Why: why}); err != nil {
		return s.showHonours(c, v, camp, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/honours", "granted")
}

// withGameHonours returns the catalogue with the honours of the game that it lacks.
func withGameHonours(camp *campaign.Campaign) []campaign.Honour {
	list := slices.Clone(camp.Honours)
	for _, h := range Catalogue(camp.Settings.Game) {
		if camp.Honour(h.Key) == nil {
			list = append(list, h)
		}
	}
	return list
}

// holders returns the units that have each honour, and what gave it to them.
func (s *Handlers) holders(f views.Frame, v site.Visit, camp *campaign.Campaign) map[string][]leagueviews.HonourHolder {
	all := map[string][]leagueviews.HonourHolder{}
	for _, r := range v.State.RostersOf(camp.ID) {
		names := site.UnitNamesOf(r)
		for _, unit := range slices.Sorted(maps.Keys(r.Records)) {
			for _, m := range r.Records[unit].Honours {
				all[m.Key] = append(all[m.Key], leagueviews.HonourHolder{Unit: names[unit], Side: r.List.Name, URL: site.UnitURL(v.Club, r.ID, unit), Cause: site.MarkSource(f, v, camp, m)})
			}
		}
	}
	return all
}

// honourConditions says how an honour is earned.
func honourConditions(f views.Frame, camp *campaign.Campaign, h campaign.Honour) string {
	if h.To == "" {
		return f.Say("honours.by_hand")
	}
	all := ""
	for _, w := range h.When {
		key := "honours.fact_" + w.Fact
		if w.Most != nil && f.Catalog.Has(key+"_most") {
			key += "_most"
		}
		n := w.Least
		if w.Most != nil {
			n = *w.Most
		}
		what := ""
		switch w.Fact {
		case "resource":
			what = site.GainName(f.Catalog, camp.Settings.Game, "resource", w.Key)
		case "mark":
			what = site.MarkName(f.Catalog, camp.Settings.Game, rules.EffectScar, campaign.Mark{Key: w.Key})
		}
		if one := f.Say(key, "n", n, "what", what); all == "" {
			all = one
		} else {
			all = f.Say("honours.and", "a", all, "b", one)
		}
	}
	return f.Say("honours.to_"+h.To, "when", all)
}

// honourEffect describes the effect of an honour of the catalogue in battles, or returns "".
func honourEffect(f views.Frame, camp *campaign.Campaign, h campaign.Honour) string {
	if h.ActsAs != "" {
		return effectText(f, camp, h.ActsAs)
	}
	return effectText(f, camp, h.Key)
}

// effectText describes the effect of an honour in battles, or returns "".
func effectText(f views.Frame, camp *campaign.Campaign, key string) string {
	if k := camp.Settings.Game + ".mark." + key + ".text"; f.Catalog.Has(k) {
		return f.Say(k)
	}
	return ""
}
