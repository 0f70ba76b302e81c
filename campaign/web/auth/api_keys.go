package auth

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
)

// keysPage shows the reader's keysPage for programs, and the form of another.
func (s *Handlers) keysPage(c echo.Context) error {
	return s.showKeys(c, http.StatusOK, campaign.APIKey{}, nil)
}

// makeKey makes a key and shows its secret once.
func (s *Handlers) makeKey(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	if err := s.LimitLinks(c, v); err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	var scopes []campaign.Scope
	for _, text := range form["scopes"] {
		scopes = append(scopes, campaign.Scope(text))
	}
	days, err := strconv.Atoi(c.FormValue("until"))
	if err != nil {
		days = 0
	}
	key, err := s.Service.IssueAPIKey(c.Request().Context(), v.Actor, v.Club, c.FormValue("name"), scopes, s.Now().Add(time.Duration(days)*24*time.Hour))
	if err != nil {
		return s.showKeys(c, site.StatusOf(err), campaign.APIKey{}, err)
	}
	return s.showKeys(c, http.StatusOK, key, nil)
}

// revokeKey ends one of the reader's keys.
func (s *Handlers) revokeKey(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	if err := s.Service.RevokeAPIKey(c.Request().Context(), v.Actor, v.Club, c.Param("key")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.KeysURL(v.Club), "key_revoked")
}

func (s *Handlers) showKeys(c echo.Context, status int, made campaign.APIKey, failed error) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "name", "until", "scopes")
	if failed != nil && !ok {
		return failed
	}
	own, err := s.Service.APIKeys(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("key.title"), views.SectionMembers)
	f.Back = site.ClubURL(v.Club) + "/me"
	days := c.FormValue("until")
	if days == "" {
		days = "90"
	}
	m := authviews.KeysPage{Action: site.KeysURL(v.Club), Trouble: whole, Description: site.APIPrefix + "/openapi.json",
		Name: views.Field{Name: "name", Label: f.Say("key.name"), Hint: f.Say("key.name_hint"), Value: c.FormValue("name"), Required: true, Max: 80, Wrong: wrong["name"]},
		Days: views.Field{Name: "until", Type: "number", Label: f.Say("key.days"), Value: days, Min: "1", Upto: "366", Required: true, Wrong: wrong["until"]}}
	if m.Trouble == "" {
		m.Trouble = wrong["scopes"]
	}
	for _, scope := range campaign.Scopes {
		m.Scopes = append(m.Scopes, views.Option{Value: string(scope), Text: f.Say("key.scope." + string(scope)), Hint: f.Say("key.scope_hint." + string(scope))})
	}
	for _, k := range own {
		m.Keys = append(m.Keys, authviews.KeyLine{Name: k.Name, Line: keyLine(f, k), RevokeURL: site.KeysURL(v.Club) + "/" + k.ID + "/revoke"})
	}
	if made.Secret != "" {
		c.Response().Header().Set("Cache-Control", "no-store")
		m.Secret, m.Name.Value = made.Secret, ""
		m.Feed = s.BaseURL(c) + site.CalendarPath + "/" + made.Secret
		m.Example = "curl -H 'Authorization: Bearer " + made.Secret + "' " + s.BaseURL(c) + site.APIPrefix + "/me"
	}
	return s.Render(c, status, authviews.Keys(f, m))
}

func keyLine(f views.Frame, k campaign.APIKey) string {
	words := []string{f.Say("key.scope.read")}
	for _, scope := range k.Scopes {
		words = append(words, f.Say("key.scope."+string(scope)))
	}
	return f.Say("key.line", "scopes", strings.Join(words, ", "), "seen", f.Ago(k.Seen), "date", f.Day(k.Expires))
}
