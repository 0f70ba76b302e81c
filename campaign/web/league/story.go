package league

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// newStory shows the form of a story.
func (s *Handlers) newStory(c echo.Context) error {
	return s.storyForm(c, http.StatusOK, campaign.PostStory{Battle: c.QueryParam("battle")}, nil)
}

// postStory publishes it.
func (s *Handlers) postStory(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	body := campaign.PostStory{Campaign: c.Param("campaign"), Battle: c.FormValue("battle"), Title: c.FormValue("title"), Text: c.FormValue("text"), Lang: site.CatalogOf(c).Lang}
	// A browser sends the lines of a field with CR and LF.
	body.Text = strings.ReplaceAll(body.Text, "\r\n", "\n")
	if err := s.illustrate(c, v, &body); err != nil {
		return s.storyForm(c, site.StatusOf(err), body, err)
	}
	if c.FormValue("do") == "image" {
		return s.storyForm(c, http.StatusOK, body, nil)
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body}); err != nil {
		return s.storyForm(c, site.StatusOf(err), body, err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, body.Campaign)+"/chronicle", "story")
}

// illustrate puts the image that the form brought along at the end of the story's text.
func (s *Handlers) illustrate(c echo.Context, v site.Visit, body *campaign.PostStory) error {
	alt := site.SingleLine(strings.NewReplacer("[", "(", "]", ")", "\\", "/").Replace(c.FormValue("alt")))
	i, err := s.StoreUpload(c, v, "image")
	switch {
	case err != nil:
		return err
	case i == nil && c.FormValue("do") == "image":
		return &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "required"}
	case i == nil:
		return nil
	case alt == "":
		// The file cannot be put into the form again: it stands in the text, and waits for its words there.
		body.Text += imageMarkdown("", i.Hash)
		return &campaign.Error{Code: campaign.Invalid, Field: "text", Key: "image-alt"}
	}
	body.Text += imageMarkdown(alt, i.Hash)
	return nil
}

func imageMarkdown(alt, hash string) string {
	return "\n\n![" + alt + "](" + campaign.ImageScheme + hash + ")\n"
}

func (s *Handlers) storyForm(c echo.Context, status int, body campaign.PostStory, failed error) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "title", "text", "battle", "image", "alt")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("chronicle.write"), views.SectionCampaign)
	f.Back = site.CampaignURL(v.Club, camp.ID) + "/chronicle"
	f.Where = camp.Settings.Name
	m := leagueviews.StoryForm{Action: site.CampaignURL(v.Club, camp.ID) + "/stories", Cancel: f.Back, Trouble: whole,
		Title:  views.Field{Name: "title", Label: f.Say("chronicle.title"), Value: body.Title, Wrong: wrong["title"], Required: true, Max: 120},
		Text:   views.Field{Name: "text", Type: "textarea", Label: f.Say("chronicle.text"), Hint: f.Say("chronicle.markdown"), Value: body.Text, Wrong: wrong["text"], Required: true, Max: 40000},
		Battle: views.Field{Name: "battle", Label: f.Say("chronicle.about"), Wrong: wrong["battle"]}}
	m.Image, m.Album = site.ImageField(f, wrong), site.ClubImagesURL(v.Club)
	m.Alt = views.Field{Name: "alt", Label: f.Say("image.alt"), Hint: f.Say("image.alt_hint"), Max: 200}
	for _, shown := range campaign.ImageRefs(body.Text) {
		m.Shown = append(m.Shown, views.Link{Text: shown.Alt, URL: site.CampaignImagesURL(v.Club, camp.ID) + shown.Hash})
	}
	m.Battles = []views.Option{{Text: f.Say("chronicle.whole")}}
	for _, b := range v.State.BattlesOf(camp.ID) {
		m.Battles = append(m.Battles, views.Option{Value: b.ID, Text: site.BattleTitle(f, v.State, b), Chosen: b.ID == body.Battle})
	}
	return s.Render(c, status, leagueviews.WriteStory(f, m))
}
