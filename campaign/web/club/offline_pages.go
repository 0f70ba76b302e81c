package club

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/content/reference/locale"
	"oriflamme/public"
	"oriflamme/views"
)

// maxOfflinePages is how many pages a browser is asked to keep for its reader. The service worker keeps a few more that were opened.
const maxOfflinePages = 85

// offlinePage shows what a browser displays instead of a page that it has not kept.
func (s *Handlers) offlinePage(c echo.Context) error {
	f := s.Frame(c, site.CatalogOf(c).Say("queue.none_title"), views.SectionNowhere)
	m := views.ErrorPage{Title: f.Title, Text: f.Say("queue.none"), Button: site.CatalogOf(c).Say("error.home"), URL: "/"}
	return s.Render(c, http.StatusOK, views.Error(f, m))
}

// offlineList lists the pages that the reader needs at the table: their own sides and battles with the report forms, the maps,
// standings and story forms of their campaigns, and the odds.
func (s *Handlers) offlineList(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	pages := []string{"/offline", "/", site.ClubURL(v.Club), site.ClubURL(v.Club) + "/menu", "/battles", "/rosters", "/waiting", site.OddsPath}
	if s.Reference != nil {
		pages = append(pages, "/rules/", "/rules/search")
		for _, lang := range locale.Languages {
			pages = append(pages, s.Reference().HomeURL(lang, ""))
		}
	}
	for _, g := range s.Games {
		if site.DefaultRuling(g) != nil {
			pages = append(pages, site.OddsPath+"?game="+g.ID)
		}
	}
	mine := v.State.BattlesBy(v.Member.ID)
	slices.Reverse(mine)
	for _, b := range mine {
		if b.Status == campaign.Scheduled || b.Status == campaign.Reported {
			pages = append(pages, site.BattleURL(v.Club, b.ID), site.BattleURL(v.Club, b.ID)+"/report")
		}
	}
	camps := map[campaign.ID]bool{}
	for _, r := range v.State.RostersBy(v.Member.ID) {
		if camp := v.State.Campaigns[r.Campaign]; !camp.Closed && !r.Retired {
			pages = append(pages, site.RosterURL(v.Club, r.ID))
			camps[camp.ID] = true
		}
	}
	for _, camp := range v.State.AllCampaigns() {
		if camps[camp.ID] {
			url := site.CampaignURL(v.Club, camp.ID)
			pages = append(pages, url, url+"/standings", url+"/battles", url+"/rosters", url+"/chronicle")
			if g := s.Service.Game(camp.Settings.Game); g != nil && g.Begin != nil {
				pages = append(pages, url+"/duel")
			}
			if v.Can(campaign.KindStory) {
				pages = append(pages, url+"/stories/new")
			}
		}
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, map[string][]string{"pages": pages[:min(maxOfflinePages, len(pages))], "assets": site.PageAssets(), "books": s.offlineBooks(v)})
}

// offlineBooks returns the addresses of the rules, in every language, of the games that a member plays in campaigns.
func (s *Handlers) offlineBooks(v site.Visit) []string {
	all := []string{}
	if s.Reference == nil {
		return all
	}
	played := map[string]bool{}
	for _, r := range v.State.RostersBy(v.Member.ID) {
		if camp := v.State.Campaigns[r.Campaign]; !camp.Closed && !r.Retired {
			played[camp.Settings.Game] = true
		}
	}
	for _, g := range s.Games {
		for _, lang := range locale.Languages {
			if root := s.Reference().HomeURL(lang, g.ID); played[g.ID] && root != "" {
				all = append(all, root)
			}
		}
	}
	return all
}

// serviceWorker sends the service worker, which must be served at the root of the pages that it controls.
func (s *Handlers) serviceWorker(c echo.Context) error {
	return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", public.Worker())
}
