package roster

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// unitPage shows the service record of a unit, each line with what caused it.
func (s *Handlers) unitPage(c echo.Context, v site.Visit, r *campaign.Roster) error {
	camp := v.State.Campaigns[r.Campaign]
	unit, err := url.PathUnescape(c.Param("unit"))
	if err != nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-unit"}
	}
	name, ok := site.UnitNamesOf(r)[unit]
	if !ok {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-unit"}
	}
	f := s.Frame(c, name, views.SectionRoster)
	f.Sub, f.Back = r.List.Name, site.RosterURL(v.Club, r.ID)
	m := rosterviews.UnitPage{Name: name, Side: r.List.Name, SideURL: f.Back, Emblem: site.RosterEmblem(r)}
	rec := r.Records[unit]
	m.Facts = []views.Fact{{Name: f.Say("service.battles"), Value: strconv.Itoa(rec.Battles)}, {Name: f.Say("muster.kills"), Value: strconv.Itoa(rec.Kills)},
		{Name: f.Say("muster.xp"), Value: strconv.Itoa(rec.Experience)}}
	for _, h := range rec.Honours {
		m.Ribbons = append(m.Ribbons, views.MarkLine{Kind: string(rules.EffectHonour), Key: h.Key, Name: site.MarkName(f.Catalog, camp.Settings.Game, rules.EffectHonour, h)})
	}
	m.Lines = s.unitLife(f, v, camp, r, unit)
	if rec.Lost != nil {
		m.Gone = f.Say("service.lost_at", "day", f.Day(rec.Lost.At))
	}
	return s.Render(c, http.StatusOK, rosterviews.Unit(f, m))
}

// A datedLine is a line with the act that it comes from, by which lines are sorted.
type datedLine struct {
	act  campaign.ActNo
	line rosterviews.UnitEvent
}

// unitLife returns everything that happened to a unit, newest first.
func (s *Handlers) unitLife(f views.Frame, v site.Visit, camp *campaign.Campaign, r *campaign.Roster, unit string) []rosterviews.UnitEvent {
	rec, game := r.Records[unit], camp.Settings.Game
	var all []datedLine
	for _, x := range rec.Fights {
		if b := v.State.Battles[x.Battle]; b != nil {
			all = append(all, datedLine{x.ActNo, fightLine(f, v, camp, r, b, x)})
		}
	}
	mark := func(icon string, kind rules.EffectKind, m campaign.Mark) {
		line := rosterviews.UnitEvent{At: m.At, Icon: icon, Text: f.Say("service."+string(kind), "what", site.MarkName(f.Catalog, game, kind, m)), Note: m.Note, Cause: site.ActLink(f, v, camp, m.ActNo)}
		if kind == rules.EffectHonour {
			line.Ribbon = m.Key
		}
		if b := v.State.Battles[m.Battle]; b != nil {
			line.Battle = views.Link{Text: f.Say("battle.number", "n", b.Number), URL: site.BattleURL(v.Club, b.ID)}
		}
		all = append(all, datedLine{m.ActNo, line})
	}
	for _, m := range rec.Honours {
		mark("ribbon", rules.EffectHonour, m)
	}
	for _, m := range rec.Scars {
		mark("scar", rules.EffectScar, m)
	}
	if rec.Lost != nil {
		mark("cross", rules.EffectLost, *rec.Lost)
	}
	all = append(all, grantLines(f, v, camp, r, unit)...)
	slices.SortStableFunc(all, func(a, b datedLine) int { return cmp.Compare(b.act, a.act) })
	lines := make([]rosterviews.UnitEvent, len(all))
	for i, x := range all {
		lines[i] = x.line
	}
	return lines
}

// fightLine describes a battle of a unit: its result, what the unit did, and the land that its side took.
func fightLine(f views.Frame, v site.Visit, camp *campaign.Campaign, r *campaign.Roster, b *campaign.Battle, x campaign.Fight) rosterviews.UnitEvent {
	outcome := "loss"
	switch {
	case b.Result.Winner == rules.Nobody:
		outcome = "draw"
	case b.Seats[b.Result.Winner] == r.ID:
		outcome = "win"
	}
	var taken []string
	text := f.Say("service.fight", "outcome", f.Say("outcome."+outcome), "against", site.RosterNames(v.State, x.Against, ", "), "kills", x.Kills, "xp", x.Experience)
	for _, capture := range b.Captures {
		if region := camp.Map.Region(capture.Region); region != nil && capture.To == r.ID {
			taken = append(taken, region.Name)
		}
	}
	if len(taken) > 0 {
		text += " " + f.Say("service.taken", "land", strings.Join(taken, ", "))
	}
	return rosterviews.UnitEvent{At: b.FinalAt, Icon: "swords", Text: text, Battle: views.Link{Text: f.Say("battle.number", "n", b.Number), URL: site.BattleURL(v.Club, b.ID)},
		Sheet: views.Link{Text: f.Say("frozen.link"), URL: site.BattleURL(v.Club, b.ID) + "/sheets"}, Cause: site.ActLink(f, v, camp, x.ActNo)}
}

// grantLines returns the experience and kills that the arbiter gave a unit; they have no mark of their own.
func grantLines(f views.Frame, v site.Visit, camp *campaign.Campaign, r *campaign.Roster, unit string) []datedLine {
	var all []datedLine
	for _, a := range v.State.Acts {
		if v.State.Voided[a.No] != 0 || a.Amends != 0 {
			continue
		}
		body := a.Body
		if by, ok := v.State.Act(v.State.Amended[a.No]); ok {
			body = by.Body
		}
		if g, ok := body.(campaign.Grant); ok && g.Roster == r.ID && g.Unit == unit && (g.What == rules.EffectExperience || g.What == rules.EffectKill) {
			all = append(all, datedLine{campaign.ActNo(a.No), rosterviews.UnitEvent{At: a.At, Icon: "star", Text: f.Say("service.granted_"+string(g.What), "n", g.Amount), Note: a.Why, Cause: site.ActLink(f, v, camp, campaign.ActNo(a.No))}})
		}
	}
	return all
}

// cemetery lists the lost units of a campaign.
func (s *Handlers) cemetery(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, site.CatalogOf(c).Say("cemetery.title"), views.SectionCampaign)
	m := rosterviews.CemeteryPage{CampaignHead: site.CampaignHead(&f, v, camp, "/cemetery"), Graves: site.Graves(f, v, camp)}
	return s.Render(c, http.StatusOK, rosterviews.Cemetery(f, m))
}
