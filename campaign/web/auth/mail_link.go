package auth

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// mailLinkPage shows a button, because programs that fetch links in advance must not carry them out.
func (s *Handlers) mailLinkPage(purpose notify.Purpose) echo.HandlerFunc {
	return func(c echo.Context) error {
		pass, err := s.openMailLink(c, purpose)
		if err != nil {
			return s.showSpentLink(c, err)
		}
		return s.showMailLink(c, purpose, pass, false)
	}
}

// confirmMailLink does what the link is for. Doing it twice changes nothing.
func (s *Handlers) confirmMailLink(purpose notify.Purpose) echo.HandlerFunc {
	return func(c echo.Context) error {
		pass, err := s.openMailLink(c, purpose)
		if err != nil {
			return s.showSpentLink(c, err)
		}
		if purpose == notify.PurposeUnsubscribe {
			err = s.Service.StopEmail(c.Request().Context(), pass.Club, pass.Member)
		} else {
			err = s.Service.ConfirmAddress(c.Request().Context(), pass.Club, pass.Member, pass.Address)
		}
		if campaign.CodeOf(err) == campaign.NotFound {
			err = &campaign.Error{Code: campaign.Unauthenticated, Key: "link-spent"} // the member has another address now
		}
		if err != nil {
			return s.showSpentLink(c, err)
		}
		return s.showMailLink(c, purpose, pass, true)
	}
}

func (s *Handlers) openMailLink(c echo.Context, purpose notify.Purpose) (notify.EmailLink, error) {
	if s.Deliverer == nil {
		return notify.EmailLink{}, &campaign.Error{Code: campaign.NotFound, Key: "no-channel"}
	}
	return s.Deliverer.VerifyLink(c.Param("token"), purpose)
}

func (s *Handlers) showMailLink(c echo.Context, purpose notify.Purpose, pass notify.EmailLink, done bool) error {
	st, err := s.Service.State(c.Request().Context(), pass.Club)
	if err != nil {
		return err
	}
	what := "letter." + string(purpose)
	f := s.Frame(c, site.CatalogOf(c).Say(what+"_title"), views.SectionNowhere)
	m := clubviews.MailLinkPage{Text: f.Say(what+"_text", "club", st.Club.Name, "address", pass.Address), Button: f.Say(what + "_button"), Home: site.NotificationPrefsURL(pass.Club), HomeText: f.Say("notices.title")}
	if done {
		m.Text, m.Button = f.Say(what+"_done", "club", st.Club.Name, "address", pass.Address), ""
	}
	c.Response().Header().Set("Referrer-Policy", "no-referrer")
	return s.Render(c, http.StatusOK, clubviews.MailLink(f, m))
}
