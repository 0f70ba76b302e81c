package campaign

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Code is a kind of error. The web maps each to an HTTP status.
type Code string

const (
	Invalid         Code = "invalid"         // the request makes no sense or breaks a rule: 422
	NotFound        Code = "not-found"       // no such thing, or not for this person: 404
	Forbidden       Code = "forbidden"       // the role does not allow it: 403
	Conflict        Code = "conflict"        // the state does not allow it now: 409
	Stale           Code = "stale"           // the request was made from an older state: 409
	Unauthenticated Code = "unauthenticated" // nobody is signed in, or the link is used up: 401
	TooMany         Code = "too-many"        // the rate limit is reached: 429
	Unavailable     Code = "unavailable"     // the disk or the database fails now: 503
)

// An Error says why this package refuses a request. People see the translated sentence
// of Key, with the values of Params.
type Error struct {
	Code   Code
	Field  string            // path in the request's JSON, "" for the whole request
	Key    string            // key of the sentence, for example "no-border"
	Rule   string            // rule id, for example CAMP-MAP-2, or one of the game's own
	Params map[string]string // values in the sentence, by name
	Err    error             // the cause of an Unavailable; for logs, never shown to people
}

// Unwrap returns Err.
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

// refuse returns an Error; params are names and values in turn.
func refuse(code Code, field, key, rule string, params ...string) *Error {
	e := &Error{Code: code, Field: field, Key: key, Rule: rule}
	for i := 0; i+1 < len(params); i += 2 {
		if e.Params == nil {
			e.Params = map[string]string{}
		}
		e.Params[params[i]] = params[i+1]
	}
	return e
}

func notFound(field, what string, id ID) *Error {
	return refuse(NotFound, field, "no-"+what, "", "id", id)
}

// checkLength checks that a text that a person wrote is valid and has from lo to hi characters.
func checkLength(field, s string, lo, hi int) error {
	n := len([]rune(s))
	switch {
	case !utf8.ValidString(s) || strings.ContainsRune(s, 0):
		return refuse(Invalid, field, "not-text", "") // PostgreSQL could not store it
	case n < lo && n == 0:
		return refuse(Invalid, field, "required", "")
	case n < lo || n > hi:
		return refuse(Invalid, field, "length", "", "from", fmt.Sprint(lo), "to", fmt.Sprint(hi))
	}
	return nil
}
