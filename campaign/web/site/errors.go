package site

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/apitypes"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/views"
)

// errForged refuses a form that did not come from this site, or from a page so old that its cookie has expired.
var errForged = &campaign.Error{Code: campaign.Forbidden, Key: "forged"}

// statuses maps each kind of error of the campaign to an HTTP status.
var statuses = map[campaign.Code]int{
	campaign.Invalid:         http.StatusUnprocessableEntity,
	campaign.NotFound:        http.StatusNotFound,
	campaign.Forbidden:       http.StatusForbidden,
	campaign.Conflict:        http.StatusConflict,
	campaign.Stale:           http.StatusConflict,
	campaign.Unauthenticated: http.StatusUnauthorized,
	campaign.TooMany:         http.StatusTooManyRequests,
	campaign.Unavailable:     http.StatusServiceUnavailable,
}

func StatusOf(err error) int {
	var he *echo.HTTPError
	switch {
	case errors.As(err, &he):
		return he.Code
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable
	}
	if isEngineError(err) {
		return http.StatusUnprocessableEntity
	}
	var e *campaign.Error
	if errors.As(err, &e) && e.Code == campaign.NotFound && e.Field != "" && e.Field != "club" {
		return http.StatusUnprocessableEntity // what a field names is missing, not the page
	}
	if status, ok := statuses[campaign.CodeOf(err)]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// ErrorText translates an error for a person: by its key, or else by its status. It reveals no internal details.
func ErrorText(b *phrases.Catalog, err error) string {
	var e *campaign.Error
	if errors.As(err, &e) && b.Has("refusal."+e.Key) {
		said := b.SayMap("refusal."+e.Key, e.Params)
		if strings.HasPrefix(e.Rule, MapRule) { // the page of house rules explains these at length
			said += " (" + e.Rule + ")"
		}
		return said
	}
	return b.Say("error.text." + statusFamily(StatusOf(err)))
}

// statusFamily groups statuses that have the same sentence.
func statusFamily(status int) string {
	switch status {
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return "missing"
	case http.StatusUnauthorized:
		return "stranger"
	case http.StatusForbidden:
		return "forbidden"
	case http.StatusConflict:
		return "conflict"
	case http.StatusTooManyRequests:
		return "toomany"
	case http.StatusRequestEntityTooLarge:
		return "large"
	case http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return "slow"
	}
	if status < http.StatusInternalServerError {
		return "invalid"
	}
	return "broken"
}

// RefusalText returns the sentence of an error that a page shows beside the form. ok is false for other errors, such as a page
// that is missing or forbidden.
func RefusalText(b *phrases.Catalog, err error) (text string, ok bool) {
	var e *campaign.Error
	if !errors.As(err, &e) {
		return "", false
	}
	switch e.Code {
	case campaign.Invalid, campaign.Conflict, campaign.Stale, campaign.TooMany, campaign.Unavailable:
	case campaign.NotFound:
		if e.Field == "" {
			return "", false
		}
	default:
		return "", false
	}
	return ErrorText(b, err), true
}

// HandleError answers an error with its status and a page that explains it, or with JSON for programs that ask for it. A
// visitor without permission is sent to the sign-in page and comes back afterwards.
func (s *Base) HandleError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	// The request's time is over, but the page that says so must still be rendered.
	c.SetRequest(c.Request().WithContext(context.WithoutCancel(c.Request().Context())))
	status := StatusOf(err)
	reference := ""
	if status >= http.StatusInternalServerError {
		reference = rand.Text()[:8]
		s.Log.Error("request failed", "reference", reference, "method", c.Request().Method, "route", c.Path(), "error", err)
	}
	if status == http.StatusUnauthorized && c.Request().Method == http.MethodGet && WantsHTML(c) {
		_ = c.Redirect(http.StatusSeeOther, signInURL(c))
		return
	}
	if campaign.CodeOf(err) == campaign.Unavailable {
		c.Response().Header().Set("Retry-After", "30")
	}
	book, ok := c.Get(langCookie).(*phrases.Catalog)
	if !ok {
		book = s.findCatalog(c)
		c.Set(langCookie, book)
	}
	if c.Request().Method == http.MethodHead {
		_ = c.NoContent(status)
		return
	}
	if !WantsHTML(c) {
		body, failed := rules.EncodeResult(apiRefusal(book, err, reference))
		if failed != nil {
			s.Log.Error("error body failed", "error", failed)
		}
		_ = c.JSONBlob(status, body)
		return
	}
	m := views.ErrorPage{Status: status, Title: book.Say("error.title." + statusFamily(status)), Text: ErrorText(book, err), Reference: reference,
		Button: book.Say("error.home"), URL: "/"}
	var e *campaign.Error
	if errors.As(err, &e) && e.Rule != "" {
		m.Rules = []views.RuleRef{s.cite(CatalogOf(c).Lang, e.Rule)}
	}
	f := s.Frame(c, m.Title, views.SectionNowhere)
	f.Back = "/"
	if failed := s.Render(c, status, views.Error(f, m)); failed != nil {
		s.Log.Error("error page failed", "error", failed)
		_ = c.String(http.StatusInternalServerError, "Oriflamme")
	}
}

// WantsHTML reports whether the client wants a page: a browser, not a program.
func WantsHTML(c echo.Context) bool {
	return !isAPIRequest(c) && !strings.Contains(c.Request().Header.Get(echo.HeaderAccept), echo.MIMEApplicationJSON)
}

// apiRefusal returns the JSON form of an error for programs.
func apiRefusal(b *phrases.Catalog, err error, reference string) apitypes.Refusal {
	r := apitypes.Error{Code: statusFamily(StatusOf(err)), Text: ErrorText(b, err), Reference: reference}
	var e *campaign.Error
	var fault *rules.Fault
	var need *dice.MissingError
	switch {
	case errors.As(err, &e):
		r.Code, r.Key, r.Field, r.Rule = string(e.Code), e.Key, e.Field, e.Rule
	case errors.As(err, &fault):
		r.Code, r.Text, r.Field, r.Rule = string(fault.Code), fault.Message, fault.Field, fault.Rule
	case errors.As(err, &need):
		r.Code, r.Field, r.Text = string(rules.NotEnoughDice), "dice", need.Error()
		r.Need = &apitypes.Need{For: need.Roll.Label(len(need.Present)), Dice: need.Roll.N - len(need.Present), Sides: need.Roll.Sides}
	case errors.As(err, &r.Ask):
		r.Code, r.Field, r.Text = "choice", "choices", r.Ask.Error()
	case isEngineError(err):
		r.Code, r.Field, r.Text = string(rules.BadDie), "dice", err.Error()
	}
	return apitypes.Refusal{Error: r}
}

// isEngineError reports whether an error is of a command in the engine: a fault, or dice or a choice that are missing or wrong.
func isEngineError(err error) bool {
	var fault *rules.Fault
	var need *dice.MissingError
	var bad *dice.FaceError
	var ask *rules.Question
	return errors.As(err, &fault) || errors.As(err, &need) || errors.As(err, &bad) || errors.As(err, &ask)
}
