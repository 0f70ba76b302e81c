package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/openapi"
	"oriflamme/campaign/web/wire"
	"oriflamme/rules"
)

const (
	apiPrefix  = "/api/v1"
	keyHeader  = "Idempotency-Key"
	mostAtOnce = 2 // requests to the engine that compute at a time
)

// toAPI tells the requests of programs: cookies do not count there.
func toAPI(c echo.Context) bool { return under(c.Request().URL.Path, "/api/") }

// An operation is one method of one path of the API: what it needs, what it says and the handler, so that the routes,
// the table of permissions and the published description can never part.
type operation struct {
	openapi.Operation
	need  campaign.Action
	scope campaign.Scope // of the key; "" for what anyone or any key may
	run   func(*site, echo.Context) (any, error)
}

// route is the path as echo knows it.
func (op operation) route() string {
	return strings.NewReplacer("{", ":", "}", "").Replace(op.Path)
}

// reading is an operation that changes nothing.
func reading[Out any](path, id, tag, summary string, run func(*site, echo.Context) (Out, error), query ...openapi.Parameter) operation {
	return operation{
		Operation: openapi.Operation{Method: http.MethodGet, Path: apiPrefix + path, ID: id, Tag: tag, Summary: summary, Query: query,
			Out: reflect.TypeFor[Out](), Refusals: []int{http.StatusNotFound, http.StatusUnauthorized}},
		run: func(s *site, c echo.Context) (any, error) { return run(s, c) },
	}
}

// asking is an operation of the engine: it takes a body and changes nothing.
func asking[In, Out any](path, id, summary string, run func(*site, In) (Out, error)) operation {
	return operation{
		Operation: openapi.Operation{Method: http.MethodPost, Path: apiPrefix + path, ID: id, Tag: "engine", Summary: summary,
			In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](), Refusals: []int{http.StatusUnprocessableEntity, http.StatusTooManyRequests}},
		run: func(s *site, c echo.Context) (any, error) {
			var in In
			if err := decode(c, &in); err != nil {
				return nil, err
			}
			var out Out
			err := s.computing(c, func() (err error) {
				out, err = run(s, in)
				return err
			})
			return out, err
		},
	}
}

// writing is an operation that a member's key carries out once for each idempotency key.
func writing[In, Out any](path, id, tag, summary string, need campaign.Action, scope campaign.Scope,
	run func(*site, echo.Context, In) (Out, error)) operation {
	return operation{
		Operation: openapi.Operation{Method: http.MethodPost, Path: apiPrefix + path, ID: id, Tag: tag, Summary: summary, Key: true,
			Header: []openapi.Parameter{{Name: keyHeader, About: "1 to 80 characters; the same key from the same member is carried out once", Required: true}},
			In:     reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
			Refusals: []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}},
		need: need, scope: scope,
		run: func(s *site, c echo.Context) (any, error) {
			var in In
			if n := len(c.Request().Header.Get(keyHeader)); n < 1 || n > 80 {
				return nil, &campaign.Error{Code: campaign.Invalid, Field: keyHeader, Key: "required"}
			}
			if err := decode(c, &in); err != nil {
				return nil, err
			}
			return run(s, c, in)
		},
	}
}

// operations are the whole API.
var operations = sync.OnceValue(func() []operation {
	return append(append([]operation{}, clubOperations()...), engineOperations()...)
})

// description is the OpenAPI document of all operations.
var description = sync.OnceValues(func() ([]byte, error) {
	var all []openapi.Operation
	for _, op := range operations() {
		all = append(all, op.Operation)
	}
	return openapi.Document(openapi.Info{Title: "Oriflamme", Version: "1",
		About: "Clubs, campaigns and battles, and the rules engine behind them. What is public is read without a key. " +
			"A member makes keys under their own page; with one, private campaigns of the club are read and, by scope, acts are done. " +
			"Answers to GET carry an ETag."},
		reflect.TypeFor[wire.Refusal](), all)
})

// apiRoutes are the operations, their description, and the answer to browsers of other sites that ask before they send.
func (s *site) apiRoutes(e *echo.Echo) {
	for _, op := range operations() {
		e.Add(op.Method, op.route(), s.operated(op))
	}
	e.GET(apiPrefix+"/openapi.json", func(c echo.Context) error {
		raw, err := description()
		if err != nil {
			return err
		}
		return tagged(c, echo.MIMEApplicationJSON, raw)
	})
	e.OPTIONS("/api/*", func(c echo.Context) error { return c.NoContent(http.StatusNoContent) })
}

// opened lets programs in browsers of other sites read: there are no cookies to abuse.
func opened(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, "+keyHeader)
	h.Set("Access-Control-Allow-Methods", "GET, POST")
	h.Set("Access-Control-Expose-Headers", "ETag")
	h.Set("Access-Control-Max-Age", "86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

const keyField = "key"

// unlock finds the member whose key came with the request; without one it is anyone's.
func (s *site) unlock(c echo.Context) error {
	secret, ok := strings.CutPrefix(c.Request().Header.Get(echo.HeaderAuthorization), "Bearer ")
	c.Response().Header().Add("Vary", echo.HeaderAuthorization)
	if !ok || s.Hall == nil {
		return nil
	}
	key, err := s.Hall.Key(c.Request().Context(), secret)
	if err != nil {
		return s.wrongSecret(c, err)
	}
	c.Set(keyField, key)
	c.Set(sessionCookie, []login{{Session: campaign.Session{Club: key.Club, Member: key.Member}}})
	return nil
}

// operated carries an operation out and writes its answer.
func (s *site) operated(op operation) echo.HandlerFunc {
	return func(c echo.Context) error {
		key, _ := c.Get(keyField).(campaign.Key)
		if !key.Has(op.scope) {
			return &campaign.Error{Code: campaign.Forbidden, Key: "scope", With: map[string]string{"scope": string(op.scope)}}
		}
		out, err := op.run(s, c)
		if err != nil {
			return err
		}
		raw, err := rules.EncodeResult(out)
		if err != nil {
			return err
		}
		return tagged(c, echo.MIMEApplicationJSON, raw)
	}
}

// tagged sends a body with its ETag, or says that the reader has it already.
func tagged(c echo.Context, kind string, body []byte) error {
	if c.Request().Method == http.MethodGet {
		sum := sha256.Sum256(body)
		// Weak, because the same body may be sent packed.
		tag := `W/"` + hex.EncodeToString(sum[:12]) + `"`
		c.Response().Header().Set("ETag", tag)
		for have := range strings.SplitSeq(c.Request().Header.Get("If-None-Match"), ",") {
			if strings.TrimSpace(have) == tag {
				return c.NoContent(http.StatusNotModified)
			}
		}
	}
	return c.Blob(http.StatusOK, kind, body)
}

// decode reads a body strictly.
func decode(c echo.Context, into any) error {
	raw, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	return rules.Decode(raw, into)
}

// computing runs what may take long while few others do; who finds no place is told to come again.
func (s *site) computing(c echo.Context, work func() error) error {
	select {
	case s.desks <- struct{}{}:
		defer func() { <-s.desks }()
		return work()
	case <-c.Request().Context().Done():
		c.Response().Header().Set("Retry-After", "5")
		return &campaign.Error{Code: campaign.TooMany, Key: "too-often"}
	}
}
