package site

import (
	"crypto/rand"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

const (
	sessionCookie = "session"
	sessionsKept  = 6 // the most clubs that a browser may be signed in to
	sessionAge    = 90 * 24 * 3600
)

// A Login is a session with the cookie that it came with.
type Login struct {
	campaign.Session
	Cookie string
}

// WithSession finds the sessions in the session cookie, one for each club. A request without any is a visitor's, which is no error.
func (s *Base) WithSession(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if isAPIRequest(c) {
			if err := s.authenticateKey(c); err != nil {
				return err
			}
			return next(c)
		}
		ck, err := c.Cookie(sessionCookie)
		if err != nil || s.Service == nil || isEmbedRequest(c) {
			return next(c)
		}
		var all []Login
		renewed := false // the session has a new secret, which the browser must get
		for i, secret := range strings.Split(ck.Value, ".") {
			if i == sessionsKept {
				break
			}
			found, err := s.Service.Session(c.Request().Context(), secret)
			switch {
			case err == nil && found.Cookie != "":
				all, renewed = append(all, Login{found, found.Cookie}), true
			case err == nil:
				all = append(all, Login{found, secret})
			case campaign.CodeOf(err) == "":
				return err
			}
		}
		if c.Set(sessionCookie, all); renewed {
			s.WriteSessions(c, all)
		}
		return next(c)
	}
}

func SessionsOf(c echo.Context) []Login {
	all, _ := c.Get(sessionCookie).([]Login)
	return all
}

// WriteSessions writes the session cookie: the newest session first, one for each club.
func (s *Base) WriteSessions(c echo.Context, all []Login) {
	secrets := make([]string, 0, len(all))
	for _, one := range all {
		secrets = append(secrets, one.Cookie)
	}
	age := sessionAge
	if len(secrets) == 0 {
		age = -1
	}
	c.SetCookie(s.NewCookie(c, sessionCookie, strings.Join(secrets, "."), age))
	c.Set(sessionCookie, all)
}

// AddSession puts a new session before those of other clubs.
func (s *Base) AddSession(c echo.Context, fresh campaign.Session) {
	all := []Login{{fresh, fresh.Cookie}}
	for _, old := range SessionsOf(c) {
		if old.Club != fresh.Club && len(all) < sessionsKept {
			all = append(all, old)
		}
	}
	s.WriteSessions(c, all)
}

// A Visit is a club as the sender of a request sees it.
type Visit struct {
	Club   campaign.ID
	State  *campaign.State
	Actor  campaign.Actor
	Member *campaign.Member // nil for a visitor
}

// Visit returns the club named in the address, or else that of the newest session. Without either it returns Unauthenticated.
func (s *Base) Visit(c echo.Context) (Visit, error) {
	v := Visit{Club: c.Param("club")}
	all := SessionsOf(c)
	if v.Club == "" {
		if len(all) == 0 {
			return v, &campaign.Error{Code: campaign.Unauthenticated, Key: "sign-in"}
		}
		v.Club = all[0].Club
	}
	var err error
	if v.State, err = s.Service.State(c.Request().Context(), v.Club); err != nil {
		return v, err
	}
	for _, one := range all {
		if m := v.State.Members[one.Member]; one.Club == v.Club && m != nil && !m.HasLeft {
			v.Member, v.Actor = m, campaign.Actor{Member: m.ID}
		}
	}
	c.Set("visit", v)
	return v, nil
}

// MemberVisit is Visit for pages that only members of the club may open.
func (s *Base) MemberVisit(c echo.Context) (Visit, error) {
	v, err := s.Visit(c)
	if err == nil && v.Member == nil {
		err = &campaign.Error{Code: campaign.Unauthenticated, Key: "sign-in"}
	}
	return v, err
}

// Can reports whether the visitor's role allows an action at all.
func (v Visit) Can(a campaign.Action) bool { return v.Member != nil && campaign.Can(v.Member.Role, a) }

// Sees reports whether the visitor may read a campaign.
func (v Visit) Sees(c *campaign.Campaign) bool { return !c.Settings.Private || v.Member != nil }

// Lists reports whether pages name a campaign to the visitor.
func (v Visit) Lists(c *campaign.Campaign) bool { return c.Settings.Listed() || v.Member != nil }

// Campaign returns the campaign named in the address.
func (v Visit) Campaign(c echo.Context) (*campaign.Campaign, error) {
	camp := v.State.Campaigns[c.Param("campaign")]
	if camp == nil || !v.Sees(camp) {
		return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-campaign"}
	}
	return camp, nil
}

// Battle returns the battle named in the address.
func (v Visit) Battle(c echo.Context) (*campaign.Battle, error) {
	b := v.State.Battles[c.Param("battle")]
	if b == nil || !v.Sees(v.State.Campaigns[b.Campaign]) {
		return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	return b, nil
}

// Roster returns the roster named in the address.
func (v Visit) Roster(c echo.Context) (*campaign.Roster, error) {
	r := v.State.Rosters[c.Param("roster")]
	if r == nil || !v.Sees(v.State.Campaigns[r.Campaign]) {
		return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-roster"}
	}
	return r, nil
}

// Do does an act as the visitor. A form that is sent twice with the same key does it once.
func (s *Base) Do(c echo.Context, v Visit, d campaign.ActRequest) (campaign.Act, error) {
	return s.Service.Do(c.Request().Context(), v.Actor, v.Club, FormIdempotencyKey(c), d)
}

// FormIdempotencyKey returns the idempotency key of the form's page, with the form's action, because a page may have several forms.
func FormIdempotencyKey(c echo.Context) string {
	key := c.FormValue("_key")
	if key == "" || len(key) > 60 {
		return rand.Text()
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(c.Request().URL.Path))
	return key + "-" + strconv.FormatUint(uint64(h.Sum32()), 36)
}

// FormHead returns the number of the last act that the form's page knew, or 0.
func FormHead(c echo.Context) int64 {
	n, err := strconv.ParseInt(c.FormValue("_head"), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// fillBadges fills in the reader, their club and their navigation.
func (s *Base) fillBadges(c echo.Context, f *views.Frame) {
	v, ok := c.Get("visit").(Visit)
	if !ok && len(SessionsOf(c)) > 0 {
		if newest, err := s.newestVisit(c); err == nil {
			v, ok = newest, true
		}
	}
	if !ok || v.State == nil {
		s.fillMenu(f, Visit{}, nil)
		return
	}
	st := v.State
	f.Club = &views.ClubBadge{Name: st.Club.Name, Line: clubLine(*f, st), URL: ClubURL(v.Club), Emblem: ClubEmblem(st)}
	f.Head = st.No
	var todo []clubviews.Waiting
	if v.Member != nil {
		f.Reader = &views.ReaderBadge{ID: v.Club + "/" + v.Member.ID, Name: v.Member.Name, URL: ClubURL(v.Club) + "/me", Emblem: MemberEmblem(st, v.Member.ID)}
		todo = WaitingActions(st, v.Member, f.Catalog, s.Now())
		f.Waiting = len(todo)
		for _, r := range slices.Backward(st.RostersBy(v.Member.ID)) {
			if !r.Retired {
				f.Emblems = append(f.Emblems, RosterEmblem(r))
			}
		}
	}
	s.fillMenu(f, v, todo)
	s.fillTitleSwitch(c, f, v)
	s.rememberVisit(c, v)
}

// newestVisit returns the club of the newest session, for pages that belong to no club.
func (s *Base) newestVisit(c echo.Context) (Visit, error) {
	one := SessionsOf(c)[0]
	st, err := s.Service.State(c.Request().Context(), one.Club)
	if err != nil {
		return Visit{}, err
	}
	return Visit{Club: one.Club, State: st, Actor: campaign.Actor{Member: one.Member}, Member: st.Members[one.Member]}, nil
}
