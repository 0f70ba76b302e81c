package web

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
	sessionsKept  = 6 // clubs a browser may be signed in to at once
	sessionAge    = 90 * 24 * 3600
)

// login is a session with the cookie it came by.
type login struct {
	campaign.Session
	cookie string
}

// withSession finds out who asks, by the session cookie: one session a club. A visitor is nobody; that is no error.
func (s *Base) withSession(next echo.HandlerFunc) echo.HandlerFunc {
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
		var all []login
		renewed := false // a secret: the browser must have the new one
		for i, secret := range strings.Split(ck.Value, ".") {
			if i == sessionsKept {
				break
			}
			found, err := s.Service.Session(c.Request().Context(), secret)
			switch {
			case err == nil && found.Cookie != "":
				all, renewed = append(all, login{found, found.Cookie}), true
			case err == nil:
				all = append(all, login{found, secret})
			case campaign.CodeOf(err) == "":
				return err
			}
		}
		if c.Set(sessionCookie, all); renewed {
			s.writeSessions(c, all)
		}
		return next(c)
	}
}

func sessionsOf(c echo.Context) []login {
	all, _ := c.Get(sessionCookie).([]login)
	return all
}

// writeSessions writes the session cookie: the newest session first, one a club.
func (s *Base) writeSessions(c echo.Context, all []login) {
	secrets := make([]string, 0, len(all))
	for _, one := range all {
		secrets = append(secrets, one.cookie)
	}
	age := sessionAge
	if len(secrets) == 0 {
		age = -1
	}
	c.SetCookie(s.newCookie(c, sessionCookie, strings.Join(secrets, "."), age))
	c.Set(sessionCookie, all)
}

// addSession keeps a session that has just begun in front of those of other clubs.
func (s *Base) addSession(c echo.Context, fresh campaign.Session) {
	all := []login{{fresh, fresh.Cookie}}
	for _, old := range sessionsOf(c) {
		if old.Club != fresh.Club && len(all) < sessionsKept {
			all = append(all, old)
		}
	}
	s.writeSessions(c, all)
}

// A visit is a club as somebody sees it in one request.
type visit struct {
	club   campaign.ID
	state  *campaign.State
	actor  campaign.Actor
	member *campaign.Member // nil for a visitor
}

// visit opens the club named in the address, else that of the newest session; without either one has to sign in.
func (s *Base) visit(c echo.Context) (visit, error) {
	v := visit{club: c.Param("club")}
	all := sessionsOf(c)
	if v.club == "" {
		if len(all) == 0 {
			return v, &campaign.Error{Code: campaign.Unauthenticated, Key: "sign-in"}
		}
		v.club = all[0].Club
	}
	var err error
	if v.state, err = s.Service.State(c.Request().Context(), v.club); err != nil {
		return v, err
	}
	for _, one := range all {
		if m := v.state.Members[one.Member]; one.Club == v.club && m != nil && !m.HasLeft {
			v.member, v.actor = m, campaign.Actor{Member: m.ID}
		}
	}
	c.Set("visit", v)
	return v, nil
}

// memberVisit is visit for pages that only members of the club may open.
func (s *Base) memberVisit(c echo.Context) (visit, error) {
	v, err := s.visit(c)
	if err == nil && v.member == nil {
		err = &campaign.Error{Code: campaign.Unauthenticated, Key: "sign-in"}
	}
	return v, err
}

// memberRoster is the roster of the address with its campaign, for a member.
func (s *Base) memberRoster(c echo.Context) (visit, *campaign.Roster, *campaign.Campaign, error) {
	v, err := s.memberVisit(c)
	if err != nil {
		return visit{}, nil, nil, err
	}
	r, camp, err := v.roster(c)
	return v, r, camp, err
}

// can reports whether the visitor's role allows an action at all.
func (v visit) can(a campaign.Action) bool { return v.member != nil && campaign.Can(v.member.Role, a) }

// sees reports whether the visitor may read a campaign.
func (v visit) sees(c *campaign.Campaign) bool { return !c.Settings.Private || v.member != nil }

// lists reports whether a campaign is named to the visitor where they did not ask for it.
func (v visit) lists(c *campaign.Campaign) bool { return c.Settings.Listed() || v.member != nil }

// campaign opens the campaign named in the address.
func (v visit) campaign(c echo.Context) (*campaign.Campaign, error) {
	camp := v.state.Campaigns[c.Param("campaign")]
	if camp == nil || !v.sees(camp) {
		return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-campaign"}
	}
	return camp, nil
}

// battle opens the battle named in the address with its campaign.
func (v visit) battle(c echo.Context) (*campaign.Battle, *campaign.Campaign, error) {
	b := v.state.Battles[c.Param("battle")]
	if b == nil || !v.sees(v.state.Campaigns[b.Campaign]) {
		return nil, nil, &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	return b, v.state.Campaigns[b.Campaign], nil
}

// memberCampaign is memberVisit with the campaign of the address.
func (s *Base) memberCampaign(c echo.Context) (visit, *campaign.Campaign, error) {
	v, err := s.memberVisit(c)
	if err != nil {
		return v, nil, err
	}
	camp, err := v.campaign(c)
	return v, camp, err
}

// memberBattle is memberVisit with the battle of the address and its campaign.
func (s *Base) memberBattle(c echo.Context) (visit, *campaign.Battle, *campaign.Campaign, error) {
	v, err := s.memberVisit(c)
	if err != nil {
		return v, nil, nil, err
	}
	b, camp, err := v.battle(c)
	return v, b, camp, err
}

// do has the visitor do an act. The form's key makes sending it twice the same as once.
func (s *Base) do(c echo.Context, v visit, d campaign.ActRequest) (campaign.Act, error) {
	return s.Service.Do(c.Request().Context(), v.actor, v.club, formIdempotencyKey(c), d)
}

// formIdempotencyKey is the idempotency key that the page was drawn with, told apart by what the form does: a page may hold several.
func formIdempotencyKey(c echo.Context) string {
	key := c.FormValue("_key")
	if key == "" || len(key) > 60 {
		return rand.Text()
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(c.Request().URL.Path))
	return key + "-" + strconv.FormatUint(uint64(h.Sum32()), 36)
}

// formHead is the number of the last act its page knew of; 0 when the form does not say.
func formHead(c echo.Context) int64 {
	n, err := strconv.ParseInt(c.FormValue("_head"), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// fillBadges puts the reader, their club and the places they may go into the frame.
func (s *Base) fillBadges(c echo.Context, f *views.Frame) {
	v, ok := c.Get("visit").(visit)
	if !ok && len(sessionsOf(c)) > 0 {
		if newest, err := s.newestVisit(c); err == nil {
			v, ok = newest, true
		}
	}
	if !ok || v.state == nil {
		s.fillMenu(f, visit{}, nil)
		return
	}
	st := v.state
	f.Club = &views.ClubBadge{Name: st.Club.Name, Line: clubLine(*f, st), URL: clubURL(v.club), Emblem: clubEmblem(st)}
	f.Head = st.No
	var todo []clubviews.Waiting
	if v.member != nil {
		f.Reader = &views.ReaderBadge{ID: v.club + "/" + v.member.ID, Name: v.member.Name, URL: clubURL(v.club) + "/me", Emblem: memberEmblem(st, v.member.ID)}
		todo = waitingActions(st, v.member, f.Catalog, s.Now())
		f.Waiting = len(todo)
		for _, r := range slices.Backward(st.RostersBy(v.member.ID)) {
			if !r.Retired {
				f.Emblems = append(f.Emblems, rosterEmblem(r))
			}
		}
	}
	s.fillMenu(f, v, todo)
	s.fillTitleSwitch(c, f, v)
	s.rememberVisit(c, v)
}

// newestVisit is the club of the newest session, for pages that are of no club.
func (s *Base) newestVisit(c echo.Context) (visit, error) {
	one := sessionsOf(c)[0]
	st, err := s.Service.State(c.Request().Context(), one.Club)
	if err != nil {
		return visit{}, err
	}
	return visit{club: one.Club, state: st, actor: campaign.Actor{Member: one.Member}, member: st.Members[one.Member]}, nil
}
