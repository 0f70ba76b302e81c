package site

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
)

// A Route is one method of one address of the site: its handler, and all that the middleware must know of it. Each part of
// the site lists its own in its routes.go.
type Route struct {
	Method, Path string
	Need         campaign.Action              // what the role of the visitor must allow, or Anyone
	Handler      func(*Base) echo.HandlerFunc // see Handler
	Traits       []Trait
}

// Anyone is what a route needs that visitors may open too; private campaigns stay hidden from them all the same. Whether
// somebody may do it to this very thing, their own roster for one, the service decides when the act is done.
const Anyone campaign.Action = "anyone"

// A Trait says how the requests of a route are handled where that is not the rule.
type Trait uint8

const (
	Cached  Trait = iota // visitors get the page that was kept for them: it follows from the acts of the club alone
	Indexed              // search engines may list the page
	Upload               // the body may hold an image, and be of UploadLimit
	Stream               // the answer is written over a long time, or is compressed already
)

// A Handler answers the requests of a route. What it takes beside the request is found before it is called: the club as the
// sender sees it (Base.Visit), and the campaign, the roster or the battle of the address.
type Handler interface {
	echo.HandlerFunc |
		func(echo.Context) error |
		func(echo.Context, Visit) error |
		func(echo.Context, Visit, *campaign.Campaign) error |
		func(echo.Context, Visit, *campaign.Roster) error |
		func(echo.Context, Visit, *campaign.Battle) error
}

// NewRoute returns the route of a method and a path.
func NewRoute[H Handler](method, path string, need campaign.Action, handler H, traits ...Trait) Route {
	return Route{method, path, need, func(s *Base) echo.HandlerFunc { return handlerFunc(s, handler) }, traits}
}

// handlerFunc returns a handler as echo calls it.
func handlerFunc[H Handler](s *Base, handler H) echo.HandlerFunc {
	switch h := any(handler).(type) {
	case func(echo.Context, Visit) error:
		return func(c echo.Context) error {
			v, err := s.Visit(c)
			if err != nil {
				return err
			}
			return h(c, v)
		}
	case func(echo.Context, Visit, *campaign.Campaign) error:
		return handlerAt(s, Visit.Campaign, h)
	case func(echo.Context, Visit, *campaign.Roster) error:
		return handlerAt(s, Visit.Roster, h)
	case func(echo.Context, Visit, *campaign.Battle) error:
		return handlerAt(s, Visit.Battle, h)
	case func(echo.Context) error:
		return h
	default:
		return h.(echo.HandlerFunc)
	}
}

func handlerAt[T any](s *Base, find func(Visit, echo.Context) (T, error), handler func(echo.Context, Visit, T) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, at, err := VisitAt(s, c, find)
		if err != nil {
			return err
		}
		return handler(c, v, at)
	}
}

// VisitAt returns the visit, and the campaign, roster or battle of the address that find returns.
func VisitAt[T any](s *Base, c echo.Context, find func(Visit, echo.Context) (T, error)) (v Visit, at T, err error) {
	if v, err = s.Visit(c); err == nil {
		at, err = find(v, c)
	}
	return v, at, err
}

// GET returns a route that shows something.
func GET[H Handler](path string, need campaign.Action, handler H, traits ...Trait) Route {
	return NewRoute(http.MethodGet, path, need, handler, traits...)
}

// POST returns a route that does something.
func POST[H Handler](path string, need campaign.Action, handler H, traits ...Trait) Route {
	return NewRoute(http.MethodPost, path, need, handler, traits...)
}

// Is reports whether a route has a trait.
func (r Route) Is(t Trait) bool { return slices.Contains(r.Traits, t) }

// check refuses a route that does not say who may open it, or says what nobody can fulfil.
func (r Route) check() error {
	switch {
	case r.Need == Anyone:
		return nil
	case r.Need == "":
		return fmt.Errorf("%s %s does not say what it needs", r.Method, r.Path)
	case !strings.Contains(r.Path, "/:club"):
		return fmt.Errorf("%s %s needs %q, and outside of a club nobody has a role", r.Method, r.Path, r.Need)
	case !campaign.Can(campaign.Owner, r.Need):
		return fmt.Errorf("%s %s needs %q, which no role allows", r.Method, r.Path, r.Need)
	}
	return nil
}

// routeKey finds a route by its method and its path, as echo knows both.
type routeKey struct{ method, path string }

// Mount registers all routes of the site. It panics for one that does not say who may open it, and for one that is listed twice.
func (s *Base) Mount(e *echo.Echo, routes []Route) {
	s.routes = make(map[routeKey]Route, len(routes))
	for _, r := range routes {
		if err := r.check(); err != nil {
			panic(err)
		}
		key := routeKey{r.Method, r.Path}
		if _, twice := s.routes[key]; twice {
			panic(fmt.Errorf("%s %s is listed twice", r.Method, r.Path))
		}
		s.routes[key] = r
		e.Add(r.Method, r.Path, r.Handler(s))
	}
}

// RouteOf returns the route of a request; the zero Route when the site has none for it.
func (s *Base) RouteOf(c echo.Context) Route { return s.routes[routeKey{c.Request().Method, c.Path()}] }

// PageOf returns the route that shows the page at the address of a request, whatever its method.
func (s *Base) PageOf(c echo.Context) Route { return s.routes[routeKey{http.MethodGet, c.Path()}] }
