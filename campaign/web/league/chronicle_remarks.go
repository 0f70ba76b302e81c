package league

import (
	"slices"
	"strconv"

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

// remarkFields are the form of a comment, which stands below each battle and story.
type remarkFields struct {
	Text string `form:"remark"`
}

// addRemark comments on an act of the chronicle.
func (s *Handlers) addRemark(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	no, err := strconv.ParseInt(c.Param("act"), 10, 64)
	a, ok := v.State.Act(no)
	if err != nil || !ok || !inChronicle(v, camp, no) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-act"}
	}
	var in remarkFields
	if err = s.ReadForm(c, &in); err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.Comment{On: a.No, Text: in.Text}})
	}
	if err != nil {
		return s.showChronicle(c, v, camp, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.ActURL(v, camp, no), "saved")
}

// inChronicle reports whether an act belongs to a campaign.
func inChronicle(v site.Visit, camp *campaign.Campaign, no int64) bool {
	return slices.ContainsFunc(v.State.Chronicle(camp.ID), func(e campaign.Entry) bool { return e.Act.No == no })
}
