package club

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// hookFields declares the form of a new webhook.
type hookFields struct {
	Name    string                 `form:"name" label:"hook.name" hint:"hook.name_hint" len:"1..80"`
	URL     string                 `form:"url" as:"url" label:"hook.url" hint:"hook.url_hint" len:"1..1000" auto:"off"`
	Format  campaign.WebhookFormat `form:"form" label:"hook.form"`
	Lang    string                 `form:"language" label:"notices.lang"`
	Topics  []string               `form:"topics" error:"topics"`
	Private bool                   `form:"private"`
}

// outboxResult is what the response to the organiser shows once.
type outboxResult struct {
	made       campaign.Webhook
	failed     error
	testedName string // name of the webhook that was tested
	answer     clubviews.HookAnswer
}

// outboxPage shows the organiser the club's webhooks and its failed deliveries.
func (s *Handlers) outboxPage(c echo.Context, v site.Visit) error {
	return s.showOutbox(c, v, http.StatusOK, outboxResult{})
}

// makeHook adds a webhook and shows its secret once.
func (s *Handlers) makeHook(c echo.Context, v site.Visit) error {
	if s.Deliverer == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-channel"}
	}
	var in hookFields
	err := s.ReadForm(c, &in)
	h := campaign.Webhook{Name: in.Name, URL: in.URL, Format: in.Format, Lang: in.Lang, Private: in.Private}
	for _, t := range in.Topics {
		h.Topics = append(h.Topics, campaign.Topic(t))
	}
	if err == nil {
		err = s.RequireLanguage(h.Lang)
	}
	if err == nil {
		err = s.Deliverer.CheckURL(h.URL)
	}
	if err == nil {
		h, err = s.Service.AddWebhook(c.Request().Context(), v.Actor, v.Club, h)
	}
	if err != nil {
		return s.showOutbox(c, v, site.StatusOf(err), outboxResult{failed: err})
	}
	return s.showOutbox(c, v, http.StatusOK, outboxResult{made: h})
}

// testHook sends a test message to a webhook and shows the response.
func (s *Handlers) testHook(c echo.Context, v site.Visit) error {
	if s.Deliverer == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-channel"}
	}
	if err := s.CountTry(c, site.NewLinkLimit, v.Club+"/"+v.Member.ID); err != nil {
		return err
	}
	h, err := s.Service.Webhook(c.Request().Context(), v.Actor, v.Club, c.Param("hook"))
	if err != nil {
		return err
	}
	try, cancel := context.WithTimeout(c.Request().Context(), site.RequestTimeout*7/10)
	defer cancel()
	start := time.Now()
	answer, err := s.Deliverer.TestWebhook(try, v.State, h)
	f := s.Frame(c, "", views.SectionNowhere)
	shown := clubviews.HookAnswer{Good: err == nil, Text: answer.Text}
	switch {
	case answer.Status != 0:
		shown.Line = f.Say("hook.answered", "status", http.StatusText(answer.Status), "code", answer.Status, "took", duration(f, time.Since(start).Seconds()))
	default:
		shown.Line, shown.Text = f.Say("hook.silent"), deliveryError(f, err.Error())
	}
	return s.showOutbox(c, v, http.StatusOK, outboxResult{testedName: h.Name, answer: shown})
}

// dropHook removes a webhook.
func (s *Handlers) dropHook(c echo.Context, v site.Visit) error {
	if err := s.Service.DropWebhook(c.Request().Context(), v.Actor, v.Club, c.Param("hook")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.OutboxURL(v.Club), "hook_dropped")
}

// retryDelivery queues a failed delivery again.
func (s *Handlers) retryDelivery(c echo.Context, v site.Visit) error {
	if err := s.Service.RetryDelivery(c.Request().Context(), v.Actor, v.Club, c.Param("parcel")); err != nil {
		return err
	}
	if s.Deliverer != nil {
		s.Deliverer.Wake()
	}
	return s.RedirectWithNotice(c, site.OutboxURL(v.Club), "parcel_again")
}

// dropDelivery removes a failed delivery.
func (s *Handlers) dropDelivery(c echo.Context, v site.Visit) error {
	if err := s.Service.DropDelivery(c.Request().Context(), v.Actor, v.Club, c.Param("parcel")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.OutboxURL(v.Club), "parcel_dropped")
}

func (s *Handlers) showOutbox(c echo.Context, v site.Visit, status int, shown outboxResult) error {
	in := hookFields{Format: campaign.WebhookDiscord, Lang: v.State.Club.Lang}
	for _, t := range campaign.Topics {
		in.Topics = append(in.Topics, string(t))
	}
	form, err := site.NewForm(c, in, shown.failed)
	if err != nil {
		return err
	}
	hooks, err := s.Service.Webhooks(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	lost, err := s.Service.FailedDeliveries(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("hook.title"), views.SectionClub)
	f.Back = site.ClubURL(v.Club) + "/settings"
	m := clubviews.OutboxPage{Action: site.OutboxURL(v.Club) + "/hooks", Trouble: form.Trouble(), TopicsWrong: form.Wrong("topics"), Secret: shown.made.Secret, Tested: shown.testedName, Answer: shown.answer,
		Name: form.Field("name"), URL: form.Field("url"), Private: form.Checkbox("private").On}
	if shown.made.Secret != "" {
		c.Response().Header().Set("Cache-Control", "no-store")
	}
	m.Form, m.Forms = form.Choice("form", site.Options(f.Catalog, "hook.form_", campaign.WebhookFormats))
	m.Lang, m.Langs = form.Choice("language", s.LangOptions())
	m.Topics = form.Options("topics", site.Options(f.Catalog, "inbox.topic.", campaign.Topics))
	for i, t := range campaign.Topics {
		m.Topics[i].Hint = f.Say("inbox.topic_hint." + string(t))
	}
	for _, h := range hooks {
		m.Hooks = append(m.Hooks, hookLine(f, v, h))
	}
	for _, p := range lost {
		m.Lost = append(m.Lost, failedLine(f, v, hooks, p))
	}
	return s.Render(c, status, clubviews.Outbox(f, m))
}

func hookLine(f views.Frame, v site.Visit, h campaign.Webhook) clubviews.HookLine {
	var topics []string
	for _, t := range h.Topics {
		topics = append(topics, f.Say("inbox.topic."+string(t)))
	}
	line := strings.Join(topics, ", ")
	if h.Private {
		line += ", " + f.Say("hook.with_private")
	}
	base := site.OutboxURL(v.Club) + "/hooks/" + h.ID
	return clubviews.HookLine{Name: h.Name, Line: line, Made: f.Say("hook.made_by", "name", site.MemberName(v.State, h.By), "date", f.Day(h.Made), "form", f.Say("hook.form_"+string(h.Format))), TestURL: base + "/test", DropURL: base + "/drop"}
}

func failedLine(f views.Frame, v site.Visit, hooks []campaign.Webhook, p campaign.Delivery) clubviews.FailedDelivery {
	to := site.MemberName(v.State, p.Member)
	for _, h := range hooks {
		if h.ID == p.Target {
			to = h.Name
		}
	}
	title := f.Say("hook.lost_confirm")
	for _, t := range v.State.NotificationsOf([]int64{p.Act}) {
		title = site.NotificationLine(f.Catalog, v.State, t).Title
	}
	base := site.OutboxURL(v.Club) + "/lost/" + p.ID
	return clubviews.FailedDelivery{Title: title, To: f.Say("hook.lost_to", "channel", f.Say("notices.channel."+string(p.Channel)), "name", to), When: f.Moment(p.Made),
		Trouble: f.Say("hook.lost_why", "n", p.Attempts, "why", deliveryError(f, p.LastError)), AgainURL: base + "/again", DropURL: base + "/drop"}
}

// deliveryError describes why a delivery failed. Messages of other programs are shown as they are.
func deliveryError(f views.Frame, trouble string) string {
	if code, ok := strings.CutPrefix(trouble, notify.ErrorStatus); ok {
		return f.Say("hook.trouble_status", "code", code)
	}
	if strings.HasSuffix(trouble, notify.ErrorPrivate) {
		return f.Say("refusal.not-public")
	}
	return f.Say("hook.trouble_said", "text", trouble)
}
