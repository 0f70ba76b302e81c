package auth

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/passkey"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// passkeySite returns this site as devices know it. A site whose address is a number has no passkeys.
func (s *Handlers) passkeySite(c echo.Context) (passkey.Site, error) {
	at, err := passkey.NewSite(s.BaseURL(c))
	if err != nil {
		return at, &campaign.Error{Code: campaign.Conflict, Key: "passkey-nowhere", Err: err}
	}
	return at, nil
}

// sendQuestion stores a challenge and sends it to the browser.
func (s *Handlers) sendQuestion(c echo.Context, club, member campaign.ID, q passkey.Question) error {
	if err := s.Service.SavePasskeyChallenge(c.Request().Context(), club, member, q.Challenge, q.Session); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, q.Options)
}

// passkeyQuestion asks a device for a signature by any passkey of this site.
func (s *Handlers) passkeyQuestion(c echo.Context) error {
	if err := s.LimitSignIn(c); err != nil {
		return err
	}
	at, err := s.passkeySite(c)
	if err != nil {
		return err
	}
	q, err := at.BeginLogin()
	if err != nil {
		return err
	}
	return s.sendQuestion(c, "", "", q)
}

// passkeySignIn signs in by passkey.
func (s *Handlers) passkeySignIn(c echo.Context) error {
	p, err := s.verifyPasskey(c)
	if err != nil {
		return s.showSpentLink(c, err)
	}
	begun, err := s.Service.SignInWithPasskey(c.Request().Context(), p)
	return s.startSession(c, begun, err)
}

// handleOf returns the handle under which a device keeps a member's passkeys of one club.
func handleOf(club, member campaign.ID) string { return club + "/" + member }

// verifyPasskey verifies what a device has signed and returns its passkey with a new record.
func (s *Handlers) verifyPasskey(c echo.Context) (p campaign.Passkey, err error) {
	at, err := s.passkeySite(c)
	if err != nil {
		return p, err
	}
	ctx, answer := c.Request().Context(), []byte(c.FormValue("credential"))
	challenge := passkey.Challenge(answer)
	kept, err := s.Service.TakePasskeyChallenge(ctx, "", "", challenge)
	if err != nil {
		return p, err
	}
	var refused error
	record, err := at.FinishLogin(challenge, kept, answer, func(credential, handle string) (passkey.Person, error) {
		if p, refused = s.Service.PasskeyByCredential(ctx, credential); refused != nil {
			return passkey.Person{}, refused
		}
		if p.Site != at.Name || handle != handleOf(p.Club, p.Member) {
			return passkey.Person{}, errPasskey
		}
		return passkey.Person{Handle: handle, Records: []json.RawMessage{p.Record}}, nil
	})
	switch {
	case refused != nil:
		return p, refused
	case err != nil:
		return p, errPasskey
	}
	p.Record = record
	return p, nil
}

// errPasskey refuses a signature of another site, another challenge or another key.
var errPasskey = &campaign.Error{Code: campaign.Unauthenticated, Key: "passkey-unknown"}

// passkeyPerson returns the reader as the owner of passkeys.
func (s *Handlers) passkeyPerson(ctx context.Context, v site.Visit) (passkey.Person, error) {
	p := passkey.Person{Handle: handleOf(v.Club, v.Member.ID), Name: v.Member.Name + " (" + v.State.Club.Name + ")"}
	own, err := s.Service.Passkeys(ctx, v.Actor, v.Club)
	for _, one := range own {
		p.Records = append(p.Records, one.Record)
	}
	return p, err
}

// passkeyMake asks the reader's device to make a passkey.
func (s *Handlers) passkeyMake(c echo.Context, v site.Visit) error {
	if err := s.LimitLinks(c, v); err != nil {
		return err
	}
	at, err := s.passkeySite(c)
	if err != nil {
		return err
	}
	p, err := s.passkeyPerson(c.Request().Context(), v)
	if err != nil {
		return err
	}
	q, err := at.BeginRegistration(p)
	if err != nil {
		return err
	}
	return s.sendQuestion(c, v.Club, v.Member.ID, q)
}

// passkeyAdd stores the passkey that the reader's device has made.
func (s *Handlers) passkeyAdd(c echo.Context, v site.Visit) error {
	if err := s.savePasskey(c, v); err != nil {
		if campaign.CodeOf(err) == campaign.Unauthenticated { // the device is not authenticated; the reader is
			err = &campaign.Error{Code: campaign.Invalid, Key: "passkey-failed"}
		}
		return s.showMember(c, v, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/me", "passkey_added")
}

func (s *Handlers) savePasskey(c echo.Context, v site.Visit) error {
	at, err := s.passkeySite(c)
	if err != nil {
		return err
	}
	ctx, answer := c.Request().Context(), []byte(c.FormValue("credential"))
	challenge := passkey.Challenge(answer)
	kept, err := s.Service.TakePasskeyChallenge(ctx, v.Club, v.Member.ID, challenge)
	if err != nil {
		return err
	}
	p, err := s.passkeyPerson(ctx, v)
	if err != nil {
		return err
	}
	credential, record, err := at.FinishRegistration(p, challenge, kept, answer)
	if err != nil {
		return errPasskey
	}
	_, err = s.Service.AddPasskey(ctx, v.Actor, v.Club, campaign.Passkey{Site: at.Name, Credential: credential, Record: record, Name: c.FormValue("passkey")})
	return err
}

// passkeyRename renames one of the reader's passkeys.
func (s *Handlers) passkeyRename(c echo.Context, v site.Visit) error {
	if err := s.Service.RenamePasskey(c.Request().Context(), v.Actor, v.Club, c.Param("passkey"), c.FormValue("passkey")); err != nil {
		return s.showMember(c, v, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/me", "saved")
}

// passkeyRemove removes one of the reader's passkeys.
func (s *Handlers) passkeyRemove(c echo.Context, v site.Visit) error {
	if err := s.Service.RemovePasskey(c.Request().Context(), v.Actor, v.Club, c.Param("passkey")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/me", "passkey_removed")
}

// passkeyLines returns the reader's own passkeys.
func (s *Handlers) passkeyLines(c echo.Context, f views.Frame, v site.Visit, base string) ([]clubviews.PasskeyLine, error) {
	own, err := s.Service.Passkeys(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return nil, err
	}
	var lines []clubviews.PasskeyLine
	for _, p := range own {
		lines = append(lines, clubviews.PasskeyLine{ID: p.ID, Name: p.Name, Line: f.Say("member.passkey_line", "date", f.Day(p.Created), "seen", f.Moment(p.Seen)), URL: base + "/passkeys/" + p.ID})
	}
	return lines, nil
}
