package book

import (
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/public"
	"oriflamme/views"
	bookviews "oriflamme/views/book"
)

// referenceRoutes returns the routes of the rules reference. Its pages have an address in each language; those under /rules/
// lead to the reader's own language.
func (s *Handlers) referenceRoutes() []site.Route {
	if s.Reference == nil {
		return nil
	}
	routes := []site.Route{
		site.GET("/rules", site.Anyone, s.redirectToReference),
		site.GET("/rules/*", site.Anyone, s.redirectToReference, site.Cached),
	}
	for _, lang := range locale.Languages {
		home := reference.Root(lang)
		toHome := func(c echo.Context) error { return c.Redirect(http.StatusPermanentRedirect, home) }
		routes = append(routes, site.GET(home+"*", site.Anyone, s.referencePage, site.Cached), site.GET(strings.TrimSuffix(home, "/"), site.Anyone, toHome))
	}
	return routes
}

// redirectToReference redirects from /rules/, /rules/search, /rules/GAME/ and /rules/RULE-ID to the page in the reader's
// language.
func (s *Handlers) redirectToReference(c echo.Context) error {
	lang, name := site.CatalogOf(c).Lang, strings.Trim(c.Param("*"), "/")
	first := ""
	for _, g := range s.Games {
		if first == "" && s.Reference().RuleURL(lang, g.ID, "search") != "" {
			first = g.ID
		}
		if name == g.ID {
			return c.Redirect(http.StatusSeeOther, s.Reference().HomeURL(lang, g.ID))
		}
		if name != "" && name != "search" {
			if to := s.Reference().RuleURL(lang, g.ID, name); to != "" {
				return c.Redirect(http.StatusSeeOther, to)
			}
		}
	}
	switch {
	case name == "":
		return c.Redirect(http.StatusSeeOther, s.Reference().HomeURL(lang, ""))
	case name == "search" && first != "":
		return c.Redirect(http.StatusSeeOther, s.Reference().RuleURL(lang, first, "search"))
	}
	return echo.ErrNotFound
}

// referencePage serves a page of the reference, or a file beside it. The body is the same, byte for byte, as in the folder
// that "oriflamme build" writes. Its links name index.html, so that address is answered as well.
func (s *Handlers) referencePage(c echo.Context) error {
	at := c.Request().URL.Path
	if body, ok := s.referenceFile(c, at); ok {
		if path.Ext(at) == ".bin" { // the pack of a whole book, whose name does not change
			return c.Blob(http.StatusOK, echo.MIMEOctetStream, body)
		}
		c.Response().Header().Set("Cache-Control", "public, max-age=31536000, immutable") // the name contains the file's hash
		return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", body)
	}
	if of, ok := strings.CutSuffix(at, site.OGImageURL("")); ok {
		return s.ruleOGImage(c, of+"/")
	}
	p := s.Reference().Page(at)
	if p == nil {
		if to, ok := s.Reference().Moved(at); ok {
			return c.Redirect(http.StatusPermanentRedirect, to)
		}
		return echo.ErrNotFound
	}
	if !strings.HasSuffix(at, "/") && path.Base(at) != "index.html" {
		return c.Redirect(http.StatusPermanentRedirect, at+"/")
	}
	query := c.QueryParam("q")
	if p.ID == "search" && !site.WantsHTML(c) {
		return c.JSON(http.StatusOK, s.searchHits(p, query))
	}
	f := s.Frame(c, p.Title, views.SectionRules)
	f.Catalog = s.Catalogs[p.Lang]
	f.Light, f.Print = true, p.IsWholeBook()
	if p.IsWholeBook() {
		c.Set(site.BestCompressionName, true)
	}
	f.OGImage = site.OGImageURL(strings.TrimSuffix("/"+p.Path, "/"))
	f.Translations = map[string]string{}
	for lang, o := range p.Others {
		f.Translations[lang] = "/" + o.Path
	}
	if p.Game != "" {
		f.Sub = site.GameName(f, p.Game)
		f.Back = s.Reference().HomeURL(p.Lang, p.Game)
		if p.Slug == "" {
			f.Back = s.Reference().HomeURL(p.Lang, "")
		}
	}
	uses, err := s.recentUses(c, f, p)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, bookviews.Reference(f, s.Reference().SearchBody(p, query), uses))
}

// referenceFile returns a file of the reference that is not a page, compressed for clients that accept it.
func (s *Handlers) referenceFile(c echo.Context, at string) ([]byte, bool) {
	for _, encoding := range []string{"br", "gzip"} {
		if !public.Accepts(c.Request(), encoding) {
			continue
		}
		if body, ok := s.Reference().Compressed(at, encoding); ok {
			c.Response().Header().Set(echo.HeaderContentEncoding, encoding)
			c.Response().Header().Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
			return body, true
		}
	}
	return s.Reference().Asset(at)
}

// maxRecentUses is the number of battles that a page of rules lists.
const maxRecentUses = 5

// recentUses returns the newest battles of the reader's clubs that used rules of a page. Visitors see none, so the page is
// the same for all of them.
func (s *Handlers) recentUses(c echo.Context, f views.Frame, p *build.Page) ([]bookviews.RecentUse, error) {
	if p.Chapter == 0 {
		return nil, nil
	}
	anchor := func(rule string) string {
		page, id, _ := strings.Cut(s.Reference().RuleURL(p.Lang, p.Game, rule), "#")
		if page != "/"+p.Path {
			return ""
		}
		return id
	}
	var lines []bookviews.RecentUse
	for _, one := range site.SessionsOf(c) {
		used, err := s.Service.RuleUses(c.Request().Context(), one.Club, p.Game, maxRecentUses-len(lines), func(rule string) bool { return anchor(rule) != "" })
		if err != nil {
			return nil, err
		}
		st, err := s.Service.State(c.Request().Context(), one.Club)
		if err != nil {
			return nil, err
		}
		if m := st.Members[one.Member]; m == nil || m.HasLeft {
			continue
		}
		for _, u := range used {
			line := bookviews.RecentUse{Title: site.SidesTitle(f.Catalog, st, u.Battle), URL: site.BattleURL(one.Club, u.Battle.ID), When: f.Day(u.Battle.FinalAt)}
			if u.Battle.FinalAt.IsZero() {
				line.When = site.BattleWhere(f.Catalog, st.Campaigns[u.Battle.Campaign], u.Battle)
			}
			for _, rule := range u.Rules {
				line.Rules = append(line.Rules, anchor(rule))
			}
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// A searchHit is a result of the search as programs get it.
type searchHit struct {
	URL     string   `json:"url"`
	Title   string   `json:"title"`
	Page    string   `json:"page"`
	Rules   []string `json:"rules"`
	Excerpt string   `json:"excerpt"`
}

func (s *Handlers) searchHits(p *build.Page, query string) []searchHit {
	hits := []searchHit{}
	for _, h := range s.Reference().Search(p.Lang, p.Game, query, 20) {
		rules := h.Rules
		if rules == nil {
			rules = []string{}
		}
		hits = append(hits, searchHit{h.URL(), site.SpanText(h.Title), h.Page.Title, rules, site.SpanText(h.Excerpt)})
	}
	return hits
}
