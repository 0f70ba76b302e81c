package auth

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
)

// keyFields are the form of a new key.
type keyFields struct {
	Name   string   `form:"name" label:"key.name" hint:"key.name_hint" len:"1..80"`
	Days   int      `form:"until" label:"key.days" in:"1..366" required:"true"`
	Scopes []string `form:"scopes" error:"scopes"`
}

// keysPage shows the reader's API keys, and the form for another.
func (s *Handlers) keysPage(c echo.Context, v site.Visit) error {
	return s.showKeys(c, v, http.StatusOK, campaign.APIKey{}, nil)
}

// makeKey makes a key and shows its secret once.
func (s *Handlers) makeKey(c echo.Context, v site.Visit) error {
	if err := s.LimitLinks(c, v); err != nil {
		return err
	}
	var in keyFields
	err := s.ReadForm(c, &in)
	var scopes []campaign.Scope
	for _, text := range in.Scopes {
		scopes = append(scopes, campaign.Scope(text))
	}
	var key campaign.APIKey
	if err == nil {
		key, err = s.Service.IssueAPIKey(c.Request().Context(), v.Actor, v.Club, in.Name, scopes, s.Now().Add(time.Duration(in.Days)*24*time.Hour))
	}
	if err != nil {
		return s.showKeys(c, v, site.StatusOf(err), campaign.APIKey{}, err)
	}
	return s.showKeys(c, v, http.StatusOK, key, nil)
}

// revokeKey revokes one of the reader's keys.
func (s *Handlers) revokeKey(c echo.Context, v site.Visit) error {
	if err := s.Service.RevokeAPIKey(c.Request().Context(), v.Actor, v.Club, c.Param("key")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.KeysURL(v.Club), "key_revoked")
}

func (s *Handlers) showKeys(c echo.Context, v site.Visit, status int, made campaign.APIKey, failed error) error {
	form, err := site.NewForm(c, keyFields{Days: 90}, failed)
	if err != nil {
		return err
	}
	own, err := s.Service.APIKeys(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("key.title"), views.SectionMembers)
	f.Back = site.ClubURL(v.Club) + "/me"
	m := authviews.KeysPage{Action: site.KeysURL(v.Club), Trouble: form.Trouble() + form.Wrong("scopes"), Description: site.APIPrefix + "/openapi.json",
		Name: form.Field("name"), Days: form.Field("until"), Scopes: form.Options("scopes", site.Options(f.Catalog, "key.scope.", campaign.Scopes))}
	for i, scope := range campaign.Scopes {
		m.Scopes[i].Hint = f.Say("key.scope_hint." + string(scope))
	}
	for _, k := range own {
		m.Keys = append(m.Keys, authviews.KeyLine{Name: k.Name, Line: keyLine(f, k), RevokeURL: site.KeysURL(v.Club) + "/" + k.ID + "/revoke"})
	}
	if made.Secret != "" {
		c.Response().Header().Set("Cache-Control", "no-store")
		m.Secret = made.Secret
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
