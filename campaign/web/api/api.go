// Package api is the JSON API: its operations, their handlers, and the OpenAPI document made from the same declarations.
//
// An operation names its path, permission, scope of the key and Go types; nothing is mounted that is not declared. Begin
// with api.go; api_club.go has the operations of clubs, api_engine.go those of the rules engine.
package api

import (
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/apitypes"
	"oriflamme/campaign/web/openapi"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
)

// An Operation is one method of one path of the API: what it needs, its description and its handler. Routes, permissions and
// the published description come from the same declarations, so they always agree.
type Operation struct {
	openapi.Operation
	Action campaign.Action
	scope  campaign.Scope // scope of the key; "" for operations that need no key or any key
	traits []site.Trait
	run    func(*Handlers, echo.Context) (any, error)
}

// Route returns the path in the form that echo needs.
func (op Operation) Route() string {
	return strings.NewReplacer("{", ":", "}", "").Replace(op.Path)
}

// readOperation declares an operation that changes nothing.
func readOperation[Out any](path, id, tag, summary string, run func(*Handlers, echo.Context) (Out, error), query ...openapi.Parameter) Operation {
	return Operation{
		Operation: openapi.Operation{Method: http.MethodGet, Path: site.APIPrefix + path, ID: id, Tag: tag, Summary: summary, Query: query,
			Out: reflect.TypeFor[Out](), Refusals: []int{http.StatusNotFound, http.StatusUnauthorized}},
		Action: site.Anyone,
		run:    func(s *Handlers, c echo.Context) (any, error) { return run(s, c) },
	}
}

// engineOperation declares an operation of the engine: it takes a body and changes nothing.
func engineOperation[In, Out any](path, id, summary string, run func(*Handlers, In) (Out, error)) Operation {
	return Operation{
		Operation: openapi.Operation{Method: http.MethodPost, Path: site.APIPrefix + path, ID: id, Tag: "engine", Summary: summary,
			In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](), Refusals: []int{http.StatusUnprocessableEntity, http.StatusTooManyRequests}},
		Action: site.Anyone,
		run: func(s *Handlers, c echo.Context) (any, error) {
			var in In
			if err := site.DecodeJSON(c, &in); err != nil {
				return nil, err
			}
			var out Out
			err := s.WithComputeSlot(c, func() (err error) {
				out, err = run(s, in)
				return err
			})
			return out, err
		},
	}
}

// writeOperation declares an operation that is carried out for a member's key, once for each idempotency key.
func writeOperation[In, Out any](path, id, tag, summary string, need campaign.Action, scope campaign.Scope,
	run func(*Handlers, echo.Context, In) (Out, error), traits ...site.Trait) Operation {
	return Operation{
		Operation: openapi.Operation{Method: http.MethodPost, Path: site.APIPrefix + path, ID: id, Tag: tag, Summary: summary, Key: true,
			Header: []openapi.Parameter{{Name: site.KeyHeader, About: "1 to 80 characters; the same key from the same member is carried out once", Required: true}},
			In:     reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
			Refusals: []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}},
		Action: need, scope: scope, traits: traits,
		run: func(s *Handlers, c echo.Context) (any, error) {
			var in In
			if n := len(c.Request().Header.Get(site.KeyHeader)); n < 1 || n > 80 {
				return nil, &campaign.Error{Code: campaign.Invalid, Field: site.KeyHeader, Key: "required"}
			}
			if err := site.DecodeJSON(c, &in); err != nil {
				return nil, err
			}
			return run(s, c, in)
		},
	}
}

// Operations returns all operations of the API.
var Operations = sync.OnceValue(func() []Operation {
	return append(append([]Operation{}, clubOperations()...), engineOperations()...)
})

// openAPIDocument returns the OpenAPI document of all operations.
var openAPIDocument = sync.OnceValues(func() ([]byte, error) {
	var all []openapi.Operation
	for _, op := range Operations() {
		all = append(all, op.Operation)
	}
	return openapi.Document(openapi.Info{Title: "Oriflamme", Version: "1",
		About: "Clubs, campaigns and battles, and the rules engine behind them. What is public is read without a key. " +
			"A member makes keys under their own page; with one, private campaigns of the club are read and, by scope, acts are done. " +
			"Answers to GET carry an ETag."},
		reflect.TypeFor[apitypes.Refusal](), all)
})

// Handlers are the handlers of the operations.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes returns the routes of the operations, of their description, and of the preflight requests of browsers (CORS).
func (s *Handlers) Routes() []site.Route {
	routes := []site.Route{
		site.GET(site.APIPrefix+"/openapi.json", site.Anyone, sendOpenAPI),
		site.NewRoute(http.MethodOptions, "/api/*", site.Anyone, func(c echo.Context) error { return c.NoContent(http.StatusNoContent) }),
	}
	for _, op := range Operations() {
		routes = append(routes, site.NewRoute(op.Method, op.Route(), op.Action, s.operationHandler(op), op.traits...))
	}
	return routes
}

func sendOpenAPI(c echo.Context) error {
	raw, err := openAPIDocument()
	if err != nil {
		return err
	}
	return site.SendWithETag(c, echo.MIMEApplicationJSON, raw)
}

// operationHandler returns the handler that carries out an operation and writes its response.
func (s *Handlers) operationHandler(op Operation) echo.HandlerFunc {
	return func(c echo.Context) error {
		key, _ := c.Get(site.KeyContextName).(campaign.APIKey)
		if !key.Allows(op.scope) {
			return &campaign.Error{Code: campaign.Forbidden, Key: "scope", Params: map[string]string{"scope": string(op.scope)}}
		}
		out, err := op.run(s, c)
		if err != nil {
			return err
		}
		raw, err := rules.EncodeResult(out)
		if err != nil {
			return err
		}
		return site.SendWithETag(c, echo.MIMEApplicationJSON, raw)
	}
}
