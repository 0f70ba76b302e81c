package league

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	leagueviews "oriflamme/views/league"
)

// addRemarks adds the comments on an act to its line, and the form for a comment to battles and stories.
func (d chronicleDescriber) addRemarks(e campaign.Entry, line *leagueviews.ChronicleEvent) {
	for _, r := range d.v.State.Comments {
		if int64(r.On) == e.Act.No {
			line.Remarks = append(line.Remarks, leagueviews.Remark{By: site.MemberName(d.v.State, r.By), At: r.At, Text: r.Text})
		}
	}
	_, storyText := e.Body.(campaign.PostStory)
	if d.mayRemark && e.VoidedBy == 0 && (storyText || e.Battle != "") {
		line.RemarkURL = site.CampaignURL(d.v.Club, d.camp.ID) + "/chronicle/" + strconv.FormatInt(e.Act.No, 10) + "/comments"
	}
}

// addRemark comments on an act of the chronicle.
func (s *Handlers) addRemark(c echo.Context) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	no, err := strconv.ParseInt(c.Param("act"), 10, 64)
	a, ok := v.State.Act(no)
	if err != nil || !ok || !inChronicle(v, camp, no) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-act"}
	}
	body := campaign.Comment{On: a.No, Text: strings.TrimSpace(c.FormValue("remark"))}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body}); err != nil {
		if trouble, ok := site.RefusalText(site.CatalogOf(c), err); ok {
			return s.showChronicle(c, site.StatusOf(err), trouble)
		}
		return err
	}
	return s.RedirectWithNotice(c, site.ActURL(v, camp, no), "saved")
}

// inChronicle reports whether an act belongs to a campaign.
func inChronicle(v site.Visit, camp *campaign.Campaign, no int64) bool {
	for _, e := range v.State.Chronicle(camp.ID) {
		if e.Act.No == no {
			return true
		}
	}
	return false
}
