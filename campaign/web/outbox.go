package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/notice"
	"oriflamme/views"
)

// outboxShown is what an answer to the organiser shows once.
type outboxShown struct {
	made   campaign.Hook
	failed error
	tested string // name of a hook that was tried
	answer views.HookAnswer
}

// outbox shows the organiser the club's hooks and what could not be brought.
func (s *site) outbox(c echo.Context) error { return s.outboxPage(c, http.StatusOK, outboxShown{}) }

// makeHook adds a hook and shows its secret once.
func (s *site) makeHook(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if s.Notices == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-channel"}
	}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	h := campaign.Hook{Name: c.FormValue("name"), URL: strings.TrimSpace(c.FormValue("url")), Form: campaign.HookForm(c.FormValue("form")), Lang: c.FormValue("language"), Private: c.FormValue("private") == "yes"}
	for _, t := range form["topics"] {
		h.Topics = append(h.Topics, campaign.Topic(t))
	}
	if err = s.speaks(h.Lang); err == nil {
		err = s.Notices.Admits(h.URL)
	}
	if err == nil {
		h, err = s.Hall.AddHook(c.Request().Context(), v.actor, v.club, h)
	}
	if err != nil {
		return s.outboxPage(c, statusOf(err), outboxShown{failed: err})
	}
	return s.outboxPage(c, http.StatusOK, outboxShown{made: h})
}

// testHook calls a hook at once and shows what it answered.
func (s *site) testHook(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if s.Notices == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-channel"}
	}
	if err := s.through(c, linkGate, v.club+"/"+v.member.ID); err != nil {
		return err
	}
	h, err := s.Hall.Hook(c.Request().Context(), v.actor, v.club, c.Param("hook"))
	if err != nil {
		return err
	}
	try, cancel := context.WithTimeout(c.Request().Context(), requestTime*7/10)
	defer cancel()
	start := time.Now()
	answer, err := s.Notices.TestHook(try, v.state, h)
	f := s.frame(c, "", views.SectionNowhere)
	shown := views.HookAnswer{Good: err == nil, Text: answer.Text}
	switch {
	case answer.Status != 0:
		shown.Line = f.Say("hook.answered", "status", http.StatusText(answer.Status), "code", answer.Status, "took", duration(f, time.Since(start).Seconds()))
	default:
		shown.Line, shown.Text = f.Say("hook.silent"), troubleText(f, err.Error())
	}
	return s.outboxPage(c, http.StatusOK, outboxShown{tested: h.Name, answer: shown})
}

// dropHook ends the telling of a hook.
func (s *site) dropHook(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if err := s.Hall.DropHook(c.Request().Context(), v.actor, v.club, c.Param("hook")); err != nil {
		return err
	}
	return s.done(c, outboxURL(v.club), "hook_dropped")
}

// retryParcel has what was given up tried anew.
func (s *site) retryParcel(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if err := s.Hall.RetryParcel(c.Request().Context(), v.actor, v.club, c.Param("parcel")); err != nil {
		return err
	}
	if s.Notices != nil {
		s.Notices.Ring()
	}
	return s.done(c, outboxURL(v.club), "parcel_again")
}

// dropParcel throws away what was given up.
func (s *site) dropParcel(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if err := s.Hall.DropParcel(c.Request().Context(), v.actor, v.club, c.Param("parcel")); err != nil {
		return err
	}
	return s.done(c, outboxURL(v.club), "parcel_dropped")
}

func (s *site) outboxPage(c echo.Context, status int, shown outboxShown) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := wrongs(bookOf(c), shown.failed, "name", "url", "topics")
	if shown.failed != nil && !ok {
		return shown.failed
	}
	hooks, err := s.Hall.Hooks(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return err
	}
	lost, err := s.Hall.LostParcels(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return err
	}
	f := s.frame(c, bookOf(c).Say("hook.title"), views.SectionClub)
	f.Back = clubURL(v.club) + "/settings"
	m := views.OutboxPage{Action: outboxURL(v.club) + "/hooks", Trouble: whole, TopicsWrong: wrong["topics"], Secret: shown.made.Secret, Tested: shown.tested, Answer: shown.answer,
		Name:    views.Field{Name: "name", Label: f.Say("hook.name"), Hint: f.Say("hook.name_hint"), Required: true, Max: 80, Wrong: wrong["name"]},
		URL:     views.Field{Name: "url", Type: "url", Label: f.Say("hook.url"), Hint: f.Say("hook.url_hint"), Required: true, Max: 1000, Auto: "off", Wrong: wrong["url"]},
		Form:    views.Field{Name: "form", Label: f.Say("hook.form")},
		Lang:    views.Field{Name: "language", Label: f.Say("notices.lang")},
		Private: shown.failed != nil && c.FormValue("private") == "yes"}
	if shown.made.Secret != "" {
		c.Response().Header().Set("Cache-Control", "no-store")
	}
	chosen := func(string) bool { return true }
	form, lang := string(campaign.FormDiscord), v.state.Club.Lang
	if shown.failed != nil {
		m.Name.Value, m.URL.Value, form, lang = c.FormValue("name"), c.FormValue("url"), c.FormValue("form"), c.FormValue("language")
		typed, err := c.FormParams()
		if err != nil {
			return err
		}
		chosen = func(t string) bool { return slices.Contains(typed["topics"], t) }
	}
	for _, k := range campaign.HookForms {
		m.Forms = append(m.Forms, views.Option{Value: string(k), Text: f.Say("hook.form_" + string(k)), Chosen: string(k) == form})
	}
	m.Langs = s.langs(lang)
	for _, t := range campaign.Topics {
		m.Topics = append(m.Topics, views.Option{Value: string(t), Text: f.Say("inbox.topic." + string(t)), Hint: f.Say("inbox.topic_hint." + string(t)), Chosen: chosen(string(t))})
	}
	for _, h := range hooks {
		m.Hooks = append(m.Hooks, hookLine(f, v, h))
	}
	for _, p := range lost {
		m.Lost = append(m.Lost, lostLine(f, v, hooks, p))
	}
	return s.page(c, status, views.Outbox(f, m))
}

func hookLine(f views.Frame, v visit, h campaign.Hook) views.HookLine {
	var topics []string
	for _, t := range h.Topics {
		topics = append(topics, f.Say("inbox.topic."+string(t)))
	}
	line := strings.Join(topics, ", ")
	if h.Private {
		line += ", " + f.Say("hook.with_private")
	}
	base := outboxURL(v.club) + "/hooks/" + h.ID
	return views.HookLine{Name: h.Name, Line: line, Made: f.Say("hook.made_by", "name", memberName(v.state, h.By), "date", f.Day(h.Made), "form", f.Say("hook.form_"+string(h.Form))), TestURL: base + "/test", DropURL: base + "/drop"}
}

func lostLine(f views.Frame, v visit, hooks []campaign.Hook, p campaign.Parcel) views.LostLine {
	to := memberName(v.state, p.Member)
	for _, h := range hooks {
		if h.ID == p.To {
			to = h.Name
		}
	}
	title := f.Say("hook.lost_confirm")
	for _, t := range v.state.Tell([]int64{p.Act}) {
		title = NoticeLine(f.Book, v.state, t).Title
	}
	base := outboxURL(v.club) + "/lost/" + p.ID
	return views.LostLine{Title: title, To: f.Say("hook.lost_to", "channel", f.Say("notices.channel."+string(p.Channel)), "name", to), When: f.Moment(p.Made),
		Trouble: f.Say("hook.lost_why", "n", p.Tries, "why", troubleText(f, p.Trouble)), AgainURL: base + "/again", DropURL: base + "/drop"}
}

// troubleText says why something did not arrive. What another program said is told as it said it.
func troubleText(f views.Frame, trouble string) string {
	if code, ok := strings.CutPrefix(trouble, notice.TroubleStatus); ok {
		return f.Say("hook.trouble_status", "code", code)
	}
	if strings.HasSuffix(trouble, notice.TroublePrivate) {
		return f.Say("refusal.not-public")
	}
	return f.Say("hook.trouble_said", "text", trouble)
}
