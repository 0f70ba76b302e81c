package club

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// statusPage shows an organiser the condition of the server.
func (s *Handlers) statusPage(c echo.Context, v site.Visit) error {
	f := s.Frame(c, site.CatalogOf(c).Say("status.title"), views.SectionClub)
	f.Back = site.ClubURL(v.Club) + "/settings"
	return s.Render(c, http.StatusOK, clubviews.Status(f, clubviews.StatusPage{Club: v.State.Club.Name, Parts: []clubviews.StatusGroup{
		s.storeStatus(c.Request().Context(), f, v), s.requestStatus(f), s.workStatus(f)}}))
}

func (s *Handlers) storeStatus(ctx context.Context, f views.Frame, v site.Visit) clubviews.StatusGroup {
	p := clubviews.StatusGroup{ID: "store", Title: f.Say("status.store")}
	began := time.Now()
	if err := s.Service.Ready(ctx); err != nil {
		s.Log.Error("not ready", "error", err)
		p.Add(f.Say("status.database"), f.Say("status.database_away"), true)
	} else {
		p.Add(f.Say("status.database"), f.Say("status.database_ready", "took", duration(f, time.Since(began).Seconds())), false)
	}
	p.Add(f.Say("status.acts"), f.Catalog.Number(int(v.State.No)), false)
	p.Add(f.Say("status.hash"), v.State.Head[:min(16, len(v.State.Head))], false)
	p.Add(f.Say("status.waiting"), f.Catalog.Number(s.Service.Waiting()), s.Service.Waiting() > 500)
	last := s.Metrics.LastBackup.Load()
	switch {
	case s.Metrics.BackupFailed.Load():
		p.Add(f.Say("status.backup"), f.Say("status.backup_failed"), true)
	case last == 0:
		p.Add(f.Say("status.backup"), f.Say("status.backup_none"), false)
	default:
		p.Add(f.Say("status.backup"), f.Moment(time.Unix(last, 0)), false)
	}
	return p
}

func (s *Handlers) requestStatus(f views.Frame) clubviews.StatusGroup {
	p := clubviews.StatusGroup{ID: "requests", Title: f.Say("status.requests")}
	all := func([]string) bool { return true }
	p.Add(f.Say("status.since"), f.Moment(s.Metrics.Started), false)
	p.Add(f.Say("status.answered"), f.Catalog.Number(int(s.Metrics.Requests.Total(all))), false)
	broken := s.Metrics.Requests.Total(func(v []string) bool { return v[2] >= "500" })
	p.Add(f.Say("status.broken"), f.Catalog.Number(int(broken)), broken > 0)
	for _, q := range []struct {
		key   string
		share float64
	}{{"status.half", 0.5}, {"status.most", 0.99}} {
		if took, n := s.Metrics.Times.Quantile(q.share, all); n > 0 {
			p.Add(f.Say(q.key), duration(f, took), took > 1)
		}
	}
	p.Add(f.Say("status.streams"), f.Catalog.Number(s.Service.WatcherCount()), false)
	return p
}

func (s *Handlers) workStatus(f views.Frame) clubviews.StatusGroup {
	p := clubviews.StatusGroup{ID: "work", Title: f.Say("status.work")}
	for _, task := range campaign.Tasks {
		took, n := s.Metrics.Tasks.Quantile(0.99, func(v []string) bool { return v[0] == string(task) })
		if n > 0 {
			p.Add(f.Say("status.task."+string(task)), f.Say("status.task_took", "took", duration(f, took), "n", int(n)), false)
		}
	}
	p.Add(f.Say("status.memory"), f.Say("status.megabytes", "n", int(site.ReadMemory()>>20)), false)
	return p
}

// duration writes a time in the unit that people would use.
func duration(f views.Frame, seconds float64) string {
	switch {
	case seconds >= 1:
		return f.Say("status.seconds", "n", f.Catalog.Decimal(seconds, 1))
	case seconds >= 0.01:
		return f.Say("status.milliseconds", "n", f.Catalog.Decimal(seconds*1000, 0))
	}
	return f.Say("status.milliseconds", "n", f.Catalog.Decimal(seconds*1000, 2))
}
