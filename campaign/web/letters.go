package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/notice"
	"oriflamme/views"
)

// letterLink shows a button: programs that fetch links in advance must not carry them out.
func (s *site) letterLink(purpose notice.Purpose) echo.HandlerFunc {
	return func(c echo.Context) error {
		pass, err := s.opened(c, purpose)
		if err != nil {
			return s.spent(c, err)
		}
		return s.letterPage(c, purpose, pass, false)
	}
}

// letterDone carries out what the link is for; doing it twice is the same as once.
func (s *site) letterDone(purpose notice.Purpose) echo.HandlerFunc {
	return func(c echo.Context) error {
		pass, err := s.opened(c, purpose)
		if err != nil {
			return s.spent(c, err)
		}
		if purpose == notice.PurposeEnd {
			err = s.Hall.EndLetters(c.Request().Context(), pass.Club, pass.Member)
		} else {
			err = s.Hall.ConfirmAddress(c.Request().Context(), pass.Club, pass.Member, pass.Address)
		}
		if campaign.CodeOf(err) == campaign.NotFound {
			err = &campaign.Error{Code: campaign.Unauthenticated, Key: "link-spent"} // another address since
		}
		if err != nil {
			return s.spent(c, err)
		}
		return s.letterPage(c, purpose, pass, true)
	}
}

func (s *site) opened(c echo.Context, purpose notice.Purpose) (notice.Pass, error) {
	if s.Notices == nil {
		return notice.Pass{}, &campaign.Error{Code: campaign.NotFound, Key: "no-channel"}
	}
	return s.Notices.Open(c.Param("token"), purpose)
}

func (s *site) letterPage(c echo.Context, purpose notice.Purpose, pass notice.Pass, done bool) error {
	st, err := s.Hall.State(c.Request().Context(), pass.Club)
	if err != nil {
		return err
	}
	what := "letter." + string(purpose)
	f := s.frame(c, bookOf(c).Say(what+"_title"), views.SectionNowhere)
	m := views.LetterGate{Text: f.Say(what+"_text", "club", st.Club.Name, "address", pass.Address), Button: f.Say(what + "_button"), Home: noticesURL(pass.Club), HomeText: f.Say("notices.title")}
	if done {
		m.Text, m.Button = f.Say(what+"_done", "club", st.Club.Name, "address", pass.Address), ""
	}
	c.Response().Header().Set("Referrer-Policy", "no-referrer")
	return s.page(c, http.StatusOK, views.LetterDoor(f, m))
}
