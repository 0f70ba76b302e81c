package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content/reference"
	"oriflamme/public"
	"oriflamme/rules"
	"oriflamme/views"
)

// mostKept is how many pages a browser is asked to keep for its reader; the worker holds a few more that were looked at.
const mostKept = 85

// offlinePage is what a browser shows in place of a page that it has not kept.
func (s *site) offlinePage(c echo.Context) error {
	f := s.frame(c, bookOf(c).Say("queue.none_title"), views.SectionNowhere)
	m := views.ErrorPage{Title: f.Title, Text: f.Say("queue.none"), Button: bookOf(c).Say("error.home"), URL: "/"}
	return s.page(c, http.StatusOK, views.Error(f, m))
}

// offlineList names the pages that the reader wants at the table: their own sides and battles, with the forms that report
// them, the maps, tables and story forms of their campaigns, and the odds.
func (s *site) offlineList(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	pages := []string{"/offline", "/", clubURL(v.club), clubURL(v.club) + "/menu", "/battles", "/rosters", "/waiting", oddsPath}
	if s.Reference != nil {
		pages = append(pages, "/rules/", "/rules/search")
		for _, lang := range reference.Languages {
			pages = append(pages, s.Reference().HomeURL(lang, ""))
		}
	}
	for _, g := range s.Games {
		if first(g) != nil {
			pages = append(pages, oddsPath+"?game="+g.ID)
		}
	}
	mine := v.state.BattlesBy(v.member.ID)
	slices.Reverse(mine)
	for _, b := range mine {
		if b.Phase == campaign.Scheduled || b.Phase == campaign.Reported {
			pages = append(pages, battleURL(v.club, b.ID), battleURL(v.club, b.ID)+"/report")
		}
	}
	camps := map[campaign.ID]bool{}
	for _, r := range v.state.RostersBy(v.member.ID) {
		if camp := v.state.Campaigns[r.Campaign]; !camp.Closed && !r.Retired {
			pages = append(pages, rosterURL(v.club, r.ID))
			camps[camp.ID] = true
		}
	}
	for _, camp := range v.state.AllCampaigns() {
		if camps[camp.ID] {
			url := campaignURL(v.club, camp.ID)
			pages = append(pages, url, url+"/standings", url+"/battles", url+"/rosters", url+"/chronicle")
			if g := s.Hall.Game(camp.Settings.Game); g != nil && g.Begin != nil {
				pages = append(pages, url+"/duel")
			}
			if v.can(campaign.KindStory) {
				pages = append(pages, url+"/stories/new")
			}
		}
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, map[string][]string{"pages": pages[:min(mostKept, len(pages))], "assets": worn(), "books": s.books(v)})
}

// books are the addresses of the rules, in every language, of the games that a member plays in campaigns.
func (s *site) books(v visit) []string {
	all := []string{}
	if s.Reference == nil {
		return all
	}
	played := map[string]bool{}
	for _, r := range v.state.RostersBy(v.member.ID) {
		if camp := v.state.Campaigns[r.Campaign]; !camp.Closed && !r.Retired {
			played[camp.Settings.Game] = true
		}
	}
	for _, g := range s.Games {
		for _, lang := range reference.Languages {
			if root := s.Reference().HomeURL(lang, g.ID); played[g.ID] && root != "" {
				all = append(all, root)
			}
		}
	}
	return all
}

// worn are the files that the kept pages load.
func worn() []string {
	var urls []string
	for _, name := range []string{public.Sheet, "icons/mark.svg", "js/oriflamme.js", "js/sheets.js", "js/offline.js", "js/battle.js", "js/phone.js", "js/duel.js", "js/clocks.js",
		public.RulesSheet, public.RulesScript, "js/search.js",
		"fonts/alegreya-sans-latin-400-normal.woff2", "fonts/alegreya-sans-latin-700-normal.woff2", "fonts/brygada-1918-latin-wght-normal.woff2"} {
		urls = append(urls, public.URL(name))
	}
	return urls
}

// worker is the service worker, which has to be served at the root of what it looks after.
func (s *site) worker(c echo.Context) error {
	return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", public.Worker())
}

// tooLate turns a report that was typed without a network, and arrived when its battle was settled otherwise, into an
// objection that the arbiter sees, or beside a battle that is final into a remark: nothing that was typed is lost. A
// report that says what holds already has nothing to add. ok is false when the report was not late or its refusal is
// another.
func (s *site) tooLate(c echo.Context, v visit, b *campaign.Battle, body campaign.Report, failed error) (ok bool, err error) {
	if c.FormValue("_late") == "" || campaign.CodeOf(failed) != campaign.Conflict {
		return false, nil
	}
	if b.Result != nil && b.Result.Same(body.Result) || slices.ContainsFunc(b.Reports, func(r campaign.Statement) bool { return r.Seat == body.Seat && r.Result.Same(body.Result) }) {
		return true, nil
	}
	winner := bookOf(c).Say("outcome.draw")
	if n := int(body.Result.Winner); body.Result.Winner != rules.Nobody && n >= 0 && n < len(b.Seats) {
		winner = bookOf(c).Say("report.won", "name", rosterName(v.state, b.Seats[n]))
	}
	score := ""
	for i, n := range body.Result.Scores {
		if i > 0 {
			score += "–"
		}
		score += strconv.Itoa(n)
	}
	text := bookOf(c).Say("queue.objection", "winner", winner, "score", score, "note", body.Note)
	key := formKey(c) + "-late"
	_, err = s.Hall.Do(c.Request().Context(), v.actor, v.club, key, campaign.Draft{Body: campaign.RaiseDispute{Battle: b.ID, Reason: text}})
	if campaign.CodeOf(err) == campaign.Conflict && len(b.Acts) > 0 {
		_, err = s.Hall.Do(c.Request().Context(), v.actor, v.club, key+"r", campaign.Draft{Body: campaign.Comment{On: int64(b.Acts[0]), Text: text}})
	}
	return err == nil, err
}
