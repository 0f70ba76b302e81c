package campaign

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Code says what kind of error it is; the web turns it into a status.
type Code string

const (
	Invalid         Code = "invalid"         // the request makes no sense or breaks a rule: 422
	NotFound        Code = "not-found"       // no such thing, or not for this person: 404
	Forbidden       Code = "forbidden"       // the role does not allow it: 403
	Conflict        Code = "conflict"        // the state does not allow it now: 409
	Stale           Code = "stale"           // drawn from an older state: 409
	Unauthenticated Code = "unauthenticated" // nobody is signed in, or the link is spent: 401
	TooMany         Code = "too-many"        // too often: 429
	Unavailable     Code = "unavailable"     // the disk or the database cannot do it now: 503
)

// An Error is what this package answers to a request that it refuses. People
// are shown the sentence of APIKey, translated, with the figures of With.
type Error struct {
	Code   Code
	Field  string            // of the request, as in its JSON; "" for the whole
	Key    string            // of the sentence: "no-border"
	Rule   string            // rule id: CAMP-MAP-2, or the game's own
	Params map[string]string // names and figures of the sentence
	Err    error             // what the database said of an Unavailable; for logs, never for people
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	s := string(e.Code) + ": " + e.Key
	if e.Field != "" {
		s += " (" + e.Field + ")"
	}
	if e.Rule != "" {
		s += " by " + e.Rule
	}
	if len(e.Params) > 0 {
		s += fmt.Sprintf(" %v", e.Params)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// CodeOf returns the code of an error of this package, or "".
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// refuse returns an Error; with lists names and values in turn.
func refuse(code Code, field, key, rule string, with ...string) *Error {
	e := &Error{Code: code, Field: field, Key: key, Rule: rule}
	for i := 0; i+1 < len(with); i += 2 {
		if e.Params == nil {
			e.Params = map[string]string{}
		}
		e.Params[with[i]] = with[i+1]
	}
	return e
}

func notFound(field, what string, id ID) *Error {
	return refuse(NotFound, field, "no-"+what, "", "id", id)
}

// checkLength checks the length of a checkLength that a person wrote, in characters.
func checkLength(field, s string, lo, hi int) error {
	n := len([]rune(s))
	switch {
	case !utf8.ValidString(s) || strings.ContainsRune(s, 0):
		return refuse(Invalid, field, "not-text", "") // PostgreSQL could not keep it
	case n < lo && n == 0:
		return refuse(Invalid, field, "required", "")
	case n < lo || n > hi:
		return refuse(Invalid, field, "length", "", "from", fmt.Sprint(lo), "to", fmt.Sprint(hi))
	}
	return nil
}
