package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// newStory shows the form of a story.
func (s *site) newStory(c echo.Context) error {
	return s.storyForm(c, http.StatusOK, campaign.PostStory{Battle: c.QueryParam("battle")}, nil)
}

// postStory publishes it.
func (s *site) postStory(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	body := campaign.PostStory{Campaign: c.Param("campaign"), Battle: c.FormValue("battle"), Title: c.FormValue("title"), Text: c.FormValue("text"), Lang: bookOf(c).Lang}
	if _, err := s.do(c, v, campaign.Draft{Body: body}); err != nil {
		return s.storyForm(c, statusOf(err), body, err)
	}
	return s.done(c, campaignURL(v.club, body.Campaign)+"/chronicle", "story")
}

func (s *site) storyForm(c echo.Context, status int, body campaign.PostStory, failed error) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := wrongs(bookOf(c), failed, "title", "text", "battle")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("chronicle.write"), views.SectionCampaign)
	f.Back = campaignURL(v.club, camp.ID) + "/chronicle"
	f.Where = camp.Settings.Name
	m := views.StoryForm{Action: campaignURL(v.club, camp.ID) + "/stories", Cancel: f.Back, Trouble: whole,
		Title:  views.Field{Name: "title", Label: f.Say("chronicle.title"), Value: body.Title, Wrong: wrong["title"], Required: true, Max: 120},
		Text:   views.Field{Name: "text", Type: "textarea", Label: f.Say("chronicle.text"), Hint: f.Say("chronicle.markdown"), Value: body.Text, Wrong: wrong["text"], Required: true, Max: 40000},
		Battle: views.Field{Name: "battle", Label: f.Say("chronicle.about"), Wrong: wrong["battle"]}}
	m.Battles = []views.Option{{Text: f.Say("chronicle.whole")}}
	for _, b := range v.state.BattlesOf(camp.ID) {
		m.Battles = append(m.Battles, views.Option{Value: b.ID, Text: battleTitle(f, v.state, b), Chosen: b.ID == body.Battle})
	}
	return s.page(c, status, views.WriteStory(f, m))
}
