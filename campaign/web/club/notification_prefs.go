package club

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// notificationFields declares the form of notification preferences; the table of topics and channels is beside it.
type notificationFields struct {
	From  string `form:"from" as:"time" label:"notices.from" error:"quiet"`
	Until string `form:"until" as:"time" label:"notices.until"`
	Zone  string `form:"zone" label:"notices.zone" hint:"notices.zone_hint" len:"0..60"`
	Lang  string `form:"language" label:"notices.lang"`
}

// addressFields declares the form of the e-mail address.
type addressFields struct {
	Address string `form:"address" as:"email" label:"notices.address" hint:"notices.address_hint" len:"0..254" auto:"email"`
}

// notificationPrefsPage shows the notification preferences of the reader.
func (s *Handlers) notificationPrefsPage(c echo.Context, v site.Visit) error {
	w, err := s.Service.NotificationPrefs(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	return s.showNotificationPrefs(c, v, http.StatusOK, w, nil)
}

// offeredChannels returns the channels of this site that a member may choose.
func (s *Handlers) offeredChannels() []campaign.Channel {
	return slices.DeleteFunc(slices.Clone(campaign.MemberChannels), func(ch campaign.Channel) bool {
		return ch != campaign.ChannelInbox && (s.Deliverer == nil || !s.Deliverer.Offers(ch))
	})
}

func (s *Handlers) showNotificationPrefs(c echo.Context, v site.Visit, status int, w campaign.NotificationPrefs, failed error) error {
	in := notificationFields{Zone: w.Zone, Lang: w.Lang}
	if w.QuietHours != (campaign.DailyHours{}) {
		in.From, in.Until = campaign.FormatMinutes(w.QuietHours.From), campaign.FormatMinutes(w.QuietHours.Until)
	}
	if in.Lang == "" {
		in.Lang = v.State.Club.Lang
	}
	forms, err := site.NewForms(c, failed, in, addressFields{w.Address})
	if err != nil {
		return err
	}
	form := forms[0]
	f := s.Frame(c, site.CatalogOf(c).Say("notices.title"), views.SectionMembers)
	f.Back, f.Scripts = site.ClubURL(v.Club)+"/inbox", []string{"js/push.js"}
	m := clubviews.NotificationPrefsPage{Action: site.NotificationPrefsURL(v.Club), Trouble: form.Trouble(),
		From: form.Field("from"), Until: form.Field("until"), Zone: form.Field("zone")}
	m.Zone.Placeholder = s.Zone.String()
	m.Lang, m.Langs = form.Choice("language", s.LangOptions())
	channels := s.offeredChannels()
	for _, ch := range channels {
		m.Channels = append(m.Channels, views.Option{Value: string(ch), Text: f.Say("notices.channel." + string(ch)), Hint: f.Say("notices.channel_hint." + string(ch))})
	}
	for _, t := range campaign.Topics {
		row := clubviews.NotificationPrefsRow{Topic: string(t), Name: f.Say("inbox.topic." + string(t)), Hint: f.Say("inbox.topic_hint." + string(t))}
		for _, ch := range channels {
			row.On = append(row.On, w.Wants(ch, t))
		}
		m.Rows = append(m.Rows, row)
	}
	if slices.Contains(channels, campaign.ChannelMail) {
		m.Address = forms[1].Field("address")
		m.Asked, m.Confirmed = w.Address != "" && !w.Confirmed && failed == nil, w.Confirmed
	}
	if slices.Contains(channels, campaign.ChannelPush) {
		if err := s.fillPushDevices(c, f, v, &m); err != nil {
			return err
		}
	}
	return s.Render(c, status, clubviews.NotificationPrefs(f, m))
}

func (s *Handlers) fillPushDevices(c echo.Context, f views.Frame, v site.Visit, m *clubviews.NotificationPrefsPage) error {
	own, err := s.Service.Devices(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	m.PushKey = s.Deliverer.PushKey()
	for _, d := range own {
		m.Devices = append(m.Devices, clubviews.DeviceLine{Name: d.Label, Line: f.Say("notices.device_since", "date", f.Day(d.Made)), Endpoint: d.Endpoint,
			DropURL: site.NotificationPrefsURL(v.Club) + "/devices/" + d.ID + "/drop"})
	}
	return nil
}

// saveNotificationPrefs stores the preferences of the reader.
func (s *Handlers) saveNotificationPrefs(c echo.Context, v site.Visit) error {
	w, err := s.Service.NotificationPrefs(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	var in notificationFields
	err = s.ReadForm(c, &in)
	w.Zone, w.Lang = in.Zone, in.Lang
	for _, ch := range s.offeredChannels() {
		w.Muted[ch] = slices.DeleteFunc(slices.Clone(campaign.Topics), func(t campaign.Topic) bool { return slices.Contains(c.Request().Form[string(ch)], string(t)) })
	}
	quiet := ""
	if in.From != "" || in.Until != "" {
		quiet = in.From + "-" + in.Until
	}
	if err == nil {
		w.QuietHours, err = campaign.ParseDailyHours(quiet)
	}
	if err == nil && w.Lang != "" {
		err = s.RequireLanguage(w.Lang)
	}
	if err == nil {
		err = s.Service.SetNotificationPrefs(c.Request().Context(), v.Actor, v.Club, w)
	}
	if err != nil {
		return s.showNotificationPrefs(c, v, site.StatusOf(err), w, err)
	}
	return s.RedirectWithNotice(c, site.NotificationPrefsURL(v.Club), "saved")
}

// setMailAddress stores the reader's e-mail address, which they must then confirm.
func (s *Handlers) setMailAddress(c echo.Context, v site.Visit) error {
	if s.Deliverer == nil || !s.Deliverer.Offers(campaign.ChannelMail) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-channel"}
	}
	w, err := s.Service.NotificationPrefs(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return err
	}
	var in addressFields
	err = s.ReadForm(c, &in)
	address := in.Address
	if err == nil && address != "" && (address != w.Address || !w.Confirmed) {
		// Nobody may be flooded with e-mails that ask them to confirm their address.
		if err = s.CountTry(c, site.MailLimit, v.Club+"/"+v.Member.ID); err == nil {
			err = s.CountTry(c, site.MailLimit, strings.ToLower(address))
		}
	}
	if err == nil {
		err = s.Service.SetAddress(c.Request().Context(), v.Actor, v.Club, address)
	}
	if err != nil {
		w.Address, w.Confirmed = address, false
		return s.showNotificationPrefs(c, v, site.StatusOf(err), w, err)
	}
	s.Deliverer.Wake()
	return s.RedirectWithNotice(c, site.NotificationPrefsURL(v.Club), "saved")
}

// addPushDevice adds the reader's browser to those that get push notifications.
func (s *Handlers) addPushDevice(c echo.Context, v site.Visit) error {
	if s.Deliverer == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-channel"}
	}
	d := campaign.Device{Endpoint: c.FormValue("endpoint"), Key: c.FormValue("p256dh"), Auth: c.FormValue("auth"), Label: browserName(c.Request().UserAgent())}
	err := s.Deliverer.CheckURL(d.Endpoint)
	if err == nil {
		err = s.Service.AddDevice(c.Request().Context(), v.Actor, v.Club, d)
	}
	if err != nil {
		w, failed := s.Service.NotificationPrefs(c.Request().Context(), v.Actor, v.Club)
		if failed != nil {
			return failed
		}
		return s.showNotificationPrefs(c, v, site.StatusOf(err), w, err)
	}
	return s.RedirectWithNotice(c, site.NotificationPrefsURL(v.Club), "device_added")
}

// dropPushDevice removes one of the reader's browsers.
func (s *Handlers) dropPushDevice(c echo.Context, v site.Visit) error {
	if err := s.Service.DropDevice(c.Request().Context(), v.Actor, v.Club, c.Param("device")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.NotificationPrefsURL(v.Club), "device_dropped")
}

// browserName returns a name by which people recognise a browser in a list.
func browserName(agent string) string {
	name, system := "Web", ""
	for _, known := range [][2]string{{"Edg", "Edge"}, {"SamsungBrowser", "Samsung Internet"}, {"OPR/", "Opera"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"}, {"Chrome", "Chrome"}, {"CriOS", "Chrome"}, {"Safari", "Safari"}} {
		if strings.Contains(agent, known[0]) {
			name = known[1]
			break
		}
	}
	for _, known := range [][2]string{{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS", "macOS"}, {"Linux", "Linux"}} {
		if strings.Contains(agent, known[0]) {
			system = ", " + known[1]
			break
		}
	}
	return name + system
}
