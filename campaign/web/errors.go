package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/views"
)

// errForged is a form that did not come from this site, or from a page so old that its cookie is gone.
var errForged = &campaign.Error{Code: campaign.Forbidden, Key: "forged"}

// statuses tells each kind of error of the campaign as a status of HTTP.
var statuses = map[campaign.Code]int{
	campaign.Invalid:         http.StatusUnprocessableEntity,
	campaign.NotFound:        http.StatusNotFound,
	campaign.Forbidden:       http.StatusForbidden,
	campaign.Conflict:        http.StatusConflict,
	campaign.Stale:           http.StatusConflict,
	campaign.Unauthenticated: http.StatusUnauthorized,
	campaign.TooMany:         http.StatusTooManyRequests,
}

func statusOf(err error) int {
	var he *echo.HTTPError
	switch {
	case errors.As(err, &he):
		return he.Code
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable
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

// sentence translates an error for a person: the sentence of its key, else that of its status. Nothing internal is told.
func sentence(b *phrases.Book, err error) string {
	var e *campaign.Error
	if errors.As(err, &e) && b.Has("refusal."+e.Key) {
		return b.SayMap("refusal."+e.Key, e.With)
	}
	return b.Say("error.text." + family(statusOf(err)))
}

// family groups statuses by what one can say about them.
func family(status int) string {
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

// wrongs sorts the error of a form: the sentence for the field it is about, if that is one of fields, else for the whole.
// An error that is no refusal is not for the form; then ok is false.
func wrongs(b *phrases.Book, err error, fields ...string) (field map[string]string, whole string, ok bool) {
	var e *campaign.Error
	if !errors.As(err, &e) {
		return nil, "", false
	}
	switch e.Code {
	case campaign.Invalid, campaign.Conflict, campaign.Stale, campaign.TooMany:
	case campaign.NotFound:
		if e.Field == "" {
			return nil, "", false
		}
	default:
		return nil, "", false
	}
	for _, f := range fields {
		if e.Field == f || strings.HasSuffix(e.Field, "."+f) || strings.HasPrefix(e.Field, f+"[") || strings.HasPrefix(e.Field, f+".") {
			return map[string]string{f: sentence(b, err)}, "", true
		}
	}
	return nil, sentence(b, err), true
}

// fail answers an error with its status and a page that a person understands; programs that ask for JSON get JSON. A
// visitor without rights is sent to the door and comes back afterwards.
func (s *site) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	// The request's own time is over here; the page that says so still has to be drawn.
	c.SetRequest(c.Request().WithContext(context.WithoutCancel(c.Request().Context())))
	status := statusOf(err)
	reference := ""
	if status >= http.StatusInternalServerError {
		reference = rand.Text()[:8]
		s.Log.Error("request failed", "reference", reference, "method", c.Request().Method, "route", c.Path(), "error", err)
	}
	if status == http.StatusUnauthorized && c.Request().Method == http.MethodGet && wantsPage(c) {
		_ = c.Redirect(http.StatusSeeOther, signInURL(c))
		return
	}
	book, ok := c.Get(langCookie).(*phrases.Book)
	if !ok {
		book = s.book(c)
		c.Set(langCookie, book)
	}
	if c.Request().Method == http.MethodHead {
		_ = c.NoContent(status)
		return
	}
	if !wantsPage(c) {
		_ = c.JSON(status, errorBody(book, err, reference))
		return
	}
	m := views.ErrorPage{Status: status, Title: book.Say("error.title." + family(status)), Text: sentence(book, err), Reference: reference,
		Button: book.Say("error.home"), URL: "/"}
	var e *campaign.Error
	if errors.As(err, &e) && e.Rule != "" {
		m.Rules = []views.Cite{s.cite(bookOf(c).Lang, e.Rule)}
	}
	f := s.frame(c, m.Title, views.SectionNowhere)
	f.Back = "/"
	if failed := s.page(c, status, views.Error(f, m)); failed != nil {
		s.Log.Error("error page failed", "error", failed)
		_ = c.String(http.StatusInternalServerError, "Oriflamme")
	}
}

// wantsPage tells a browser from a program.
func wantsPage(c echo.Context) bool {
	return !under(c.Request().URL.Path, "/api/") && !strings.Contains(c.Request().Header.Get(echo.HeaderAccept), echo.MIMEApplicationJSON)
}

// errorBody is an error as JSON: {"error": {"code", "text", "field", "rule", "reference"}}.
func errorBody(b *phrases.Book, err error, reference string) map[string]any {
	body := map[string]any{"code": family(statusOf(err)), "text": sentence(b, err)}
	var e *campaign.Error
	if errors.As(err, &e) {
		body["code"], body["key"] = e.Code, e.Key
		if e.Field != "" {
			body["field"] = e.Field
		}
		if e.Rule != "" {
			body["rule"] = e.Rule
		}
	}
	if reference != "" {
		body["reference"] = reference
	}
	return map[string]any{"error": body}
}
