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

// storyFields are the form of a story.
type storyFields struct {
	Title  string      `form:"title" label:"chronicle.title" len:"1..120"`
	Text   string      `form:"text" as:"textarea" label:"chronicle.text" hint:"chronicle.markdown" len:"1..40000"`
	Battle campaign.ID `form:"battle" label:"chronicle.about"`
	Alt    string      `form:"alt" label:"image.alt" hint:"image.alt_hint" len:"0..200"`
	Image  string      `form:"image" error:"image"` // a file
}

// newStory shows the form of a story.
func (s *Handlers) newStory(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.storyForm(c, v, camp, http.StatusOK, storyFields{Battle: c.QueryParam("battle")}, nil)
}

// postStory publishes a story.
func (s *Handlers) postStory(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in storyFields
	wrong := s.ReadForm(c, &in)
	// Browsers send the lines of a field with CR and LF.
	in.Text = strings.ReplaceAll(in.Text, "\r\n", "\n")
	err := s.illustrate(c, v, &in)
	if err == nil && c.FormValue("do") == "image" {
		return s.storyForm(c, v, camp, http.StatusOK, in, nil)
	}
	if err == nil {
		err = wrong
	}
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.PostStory{Campaign: camp.ID, Battle: in.Battle, Title: in.Title, Text: in.Text, Lang: site.CatalogOf(c).Lang}})
	}
	if err != nil {
		return s.storyForm(c, v, camp, site.StatusOf(err), in, err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/chronicle", "story")
}

// illustrate appends the image of the form to the story's text.
func (s *Handlers) illustrate(c echo.Context, v site.Visit, in *storyFields) error {
	alt := site.SingleLine(strings.NewReplacer("[", "(", "]", ")", "\\", "/").Replace(in.Alt))
	i, err := s.StoreUpload(c, v, "image")
	switch {
	case err != nil:
		return err
	case i == nil && c.FormValue("do") == "image":
		return &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "required"}
	case i == nil:
		return nil
	case alt == "":
		// A browser cannot fill in the file again, so the text names it and waits for its description.
		in.Text += imageMarkdown("", i.Hash)
		c.Request().Form.Set("text", in.Text)
		return &campaign.Error{Code: campaign.Invalid, Field: "text", Key: "image-alt"}
	}
	in.Text, in.Alt = in.Text+imageMarkdown(alt, i.Hash), ""
	c.Request().Form.Set("text", in.Text)
	c.Request().Form.Set("alt", "")
	return nil
}

func imageMarkdown(alt, hash string) string {
	return "\n\n![" + alt + "](" + campaign.ImageScheme + hash + ")\n"
}

func (s *Handlers) storyForm(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, in storyFields, failed error) error {
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("chronicle.write"), views.SectionCampaign)
	f.Back = site.CampaignURL(v.Club, camp.ID) + "/chronicle"
	f.Where = camp.Settings.Name
	m := leagueviews.StoryForm{Action: site.CampaignURL(v.Club, camp.ID) + "/stories", Cancel: f.Back, Trouble: form.Trouble(), Title: form.Field("title"), Text: form.Field("text"), Alt: form.Field("alt"),
		Image: site.ImageField(f, form.Wrong("image")), Album: site.ClubImagesURL(v.Club)}
	for _, shown := range campaign.ImageRefs(in.Text) {
		m.Shown = append(m.Shown, views.Link{Text: shown.Alt, URL: site.CampaignImagesURL(v.Club, camp.ID) + shown.Hash})
	}
	battles := []views.Option{{Text: f.Say("chronicle.whole")}}
	for _, b := range v.State.BattlesOf(camp.ID) {
		battles = append(battles, views.Option{Value: b.ID, Text: site.BattleTitle(f, v.State, b)})
	}
	m.Battle, m.Battles = form.Choice("battle", battles)
	return s.Render(c, status, leagueviews.WriteStory(f, m))
}
