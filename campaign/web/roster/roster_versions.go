package roster

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/diff"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// versions lists every version of a roster's list: who made it, why, and what it changed. ?a= and ?b= compare any two.
func (s *Handlers) versions(c echo.Context, v site.Visit, r *campaign.Roster) error {
	return s.showVersions(c, v, r, http.StatusOK, nil)
}

func (s *Handlers) showVersions(c echo.Context, v site.Visit, r *campaign.Roster, status int, failed error) error {
	camp := v.State.Campaigns[r.Campaign]
	trouble, ok := site.RefusalText(site.CatalogOf(c), failed)
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("versions.title"), views.SectionRoster)
	f.Sub, f.Back = r.List.Name, site.RosterURL(v.Club, r.ID)
	m := rosterviews.VersionsPage{Roster: r.List.Name, Trouble: trouble, Action: f.Back + "/versions"}
	mayRestore := !r.Retired && v.Member != nil && v.State.MayDo(v.Actor, campaign.ReviseRoster{Roster: r.ID})
	for i := len(r.Versions) - 1; i >= 0; i-- {
		x := r.Versions[i]
		line := rosterviews.RosterVersion{Number: i + 1, At: x.At, Note: x.Note, By: versionBy(v, x), Units: len(x.List.Units), Cause: site.ActLink(f, v, camp, x.ActNo)}
		if i > 0 {
			line.Changes = listChanges(f, camp, diff.OfLists(r.Versions[i-1].List, x.List))
		}
		if mayRestore && i < len(r.Versions)-1 {
			line.Restore = f.Back + "/versions/" + strconv.Itoa(i+1) + "/restore"
		}
		m.List = append(m.List, line)
	}
	n := len(r.Versions)
	a, b := versionNumber(c, "a", max(1, n-1), n), versionNumber(c, "b", n, n)
	m.A, m.B = views.Field{Name: "a", Label: f.Say("versions.from")}, views.Field{Name: "b", Label: f.Say("versions.to")}
	for i := range r.Versions {
		o := views.Option{Value: strconv.Itoa(i + 1), Text: f.Say("versions.one", "n", i+1, "day", f.Day(r.Versions[i].At))}
		m.As, m.Bs = append(m.As, o), append(m.Bs, o)
		m.As[i].Chosen, m.Bs[i].Chosen = i+1 == a, i+1 == b
	}
	if n > 1 {
		m.Compared = f.Say("versions.compared", "a", a, "b", b)
		m.Changes = listChanges(f, camp, diff.OfLists(r.Versions[a-1].List, r.Versions[b-1].List))
	}
	return s.Render(c, status, rosterviews.Versions(f, m))
}

func versionBy(v site.Visit, x campaign.Version) string {
	a, _ := v.State.Act(int64(x.ActNo))
	return site.MemberName(v.State, a.By)
}

func versionNumber(c echo.Context, name string, otherwise, most int) int {
	n, err := strconv.Atoi(c.QueryParam(name))
	if err != nil || n < 1 || n > most {
		return otherwise
	}
	return n
}

func listChanges(f views.Frame, camp *campaign.Campaign, all []diff.ListChange) []rosterviews.ListChangeLine {
	var lines []rosterviews.ListChangeLine
	for _, x := range all {
		line := rosterviews.ListChangeLine{Was: x.Was, Now: x.Now}
		switch x.What {
		case diff.UnitAdded, diff.UnitDropped:
			line.Text, line.Was, line.Now = f.Say("versions."+x.What, "name", x.Name), "", ""
			line.Added, line.Dropped = x.What == diff.UnitAdded, x.What == diff.UnitDropped
		case diff.UnitChanged, diff.ListExtra:
			line.Text, line.Field = x.Name, fieldName(f, camp, x.Field)
		default:
			line.Text = f.Say("versions." + x.What)
		}
		lines = append(lines, line)
	}
	return lines
}

// fieldName returns the game's name of a profile's field, or else its path.
func fieldName(f views.Frame, camp *campaign.Campaign, path string) string {
	for _, key := range []string{camp.Settings.Game + ".stat." + path, camp.Settings.Game + ".field." + path} {
		if f.Catalog.Has(key) {
			return f.Say(key)
		}
	}
	return path
}

// restoreVersion makes an earlier list the newest version.
func (s *Handlers) restoreVersion(c echo.Context, v site.Visit, r *campaign.Roster) error {
	n, err := strconv.Atoi(c.Param("version"))
	if err != nil || n < 1 || n > len(r.Versions) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-version"}
	}
	body := campaign.ReviseRoster{Roster: r.ID, List: r.Versions[n-1].List, Heraldry: r.Heraldry, Unfinished: r.Unfinished}
	why := site.CatalogOf(c).Say("versions.restored", "n", n)
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, Why: why, LastSeen: site.FormHead(c)}); err != nil {
		return s.showVersions(c, v, r, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.RosterURL(v.Club, r.ID)+"/versions", "saved")
}
