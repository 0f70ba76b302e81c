package book

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/site"
	"oriflamme/content/engineapi"
	"oriflamme/public"
	"oriflamme/views"
	bookviews "oriflamme/views/book"
)

const (
	enginePath = "/pocket"
)

// workerPolicy is the policy of the worker in which a browser runs the engine. Compiling WebAssembly needs a keyword that no
// page gets, because only the worker loads the engine.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// WithAssetPolicy gives the worker its own policy, and all other files under public.Prefix the usual one.
func WithAssetPolicy(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/"+public.EngineScript) {
			w.Header().Set("Content-Security-Policy", workerPolicy)
		}
		next.ServeHTTP(w, r)
	})
}

// engineFiles lists what a browser keeps to compute odds without a network: the engine, its phrases, the calculators.
func (s *Handlers) engineFiles(c echo.Context) error {
	list := struct {
		Assets []string `json:"assets"`
		Words  []string `json:"words"`
		Pages  []string `json:"pages"`
	}{Assets: site.PageAssets(), Words: []string{}, Pages: []string{site.OddsPath}}
	for _, name := range []string{public.EngineScript, "js/wasm_exec.js"} {
		list.Assets = append(list.Assets, public.URL(name))
	}
	list.Assets = append(list.Assets, public.EngineURL())
	for _, g := range s.Games {
		list.Words = append(list.Words, enginePath+"/"+site.CatalogOf(c).Lang+"/"+g.ID)
		if site.DefaultRuling(g) != nil {
			list.Pages = append(list.Pages, site.OddsPath+"?game="+g.ID, site.OddsFormsPath+"?game="+g.ID)
		}
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, list)
}

// enginePhrases sends the phrases that the engine in a browser needs for a game.
func (s *Handlers) enginePhrases(c echo.Context) error {
	for _, book := range s.Catalogs {
		for _, g := range s.Games {
			if book.Lang == c.Param("lang") && g.ID == c.Param("game") {
				return c.JSON(http.StatusOK, engineapi.PhraseSetOf(book, g.ID))
			}
		}
	}
	return echo.NewHTTPError(http.StatusNotFound)
}

// oddsForms lists the calculators of a game, with their forms for a browser without a network.
func (s *Handlers) oddsForms(c echo.Context) error {
	game, _ := s.oddsRuling(c)
	if game == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	book := site.CatalogOf(c)
	form := battleview.Form{Catalog: book, Game: game.ID, RuleURL: s.RuleLink(book.Lang, game.ID)}
	m := bookviews.OddsFormsPage{Game: game.Name, Action: site.OddsPath, Hidden: []views.Hidden{{Name: "game", Value: game.ID}}}
	for _, r := range game.Rulings {
		if len(r.Odds) > 0 {
			at := url.Values{"game": {game.ID}, "ruling": {r.Name}}
			m.Forms = append(m.Forms, bookviews.OddsForm{
				Ruling: r.Name, Title: site.GamePhrase(book, game.ID, "ruling."+r.Name), URL: site.OddsPath + "?" + at.Encode(),
				Inputs: form.Inputs(r.InputType(nil), map[string]any{}, site.OddsPrefix),
			})
		}
	}
	f := s.Frame(c, book.Say("odds.all"), views.SectionOdds)
	f.Sub, f.Back = game.Name, site.OddsPath+"?game="+game.ID
	return s.Render(c, http.StatusOK, bookviews.OddsForms(f, m))
}
