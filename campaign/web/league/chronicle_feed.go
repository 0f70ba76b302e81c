package league

import (
	"encoding/xml"
	"html"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// An atomFeed is a chronicle in the format of RFC 4287.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Author  atomPerson  `xml:"author"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type atomPerson struct {
	Name string `xml:"name"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Content struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	} `xml:"content"`
}

// feedLength is the number of events in a feed.
const feedLength = 40

// chronicleFeed sends the chronicle as an Atom feed, in the language of the address, because feed readers keep no cookies. ?only=
// keeps one kind, as on the page.
func (s *Handlers) chronicleFeed(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	book := s.Catalogs[c.Param("lang")]
	if book == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	f := s.Frame(c, camp.Settings.Name, views.SectionCampaign)
	f.Catalog = book
	t := chronicleDescriber{f: f, v: v, camp: camp, game: s.Service.Game(camp.Settings.Game), only: chapterKind(c.QueryParam("only")), limit: feedLength, imageBase: s.BaseURL(c)}
	chapters, _ := t.describe(v.State.No + 1)
	base := t.imageBase
	feed := atomFeed{Lang: book.Lang, ID: base + site.CampaignURL(v.Club, camp.ID) + "/chronicle", Title: camp.Settings.Name, Updated: camp.StartedAt.UTC().Format(time.RFC3339),
		Author: atomPerson{v.State.Club.Name},
		Links:  []atomLink{{"self", base + c.Request().URL.RequestURI()}, {"alternate", base + site.CampaignURL(v.Club, camp.ID) + "/chronicle"}}}
	for _, ch := range chapters {
		for _, e := range ch.Events {
			if e.No > 0 && !e.Struck {
				feed.Entries = append(feed.Entries, atomEntryOf(v, camp, e, base))
			}
		}
	}
	if len(feed.Entries) > 0 {
		feed.Updated = feed.Entries[0].Updated
	}
	out, err := xml.MarshalIndent(feed, "", " ")
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/atom+xml; charset=utf-8", append([]byte(xml.Header), out...))
}

func atomEntryOf(v site.Visit, camp *campaign.Campaign, e leagueviews.ChronicleEvent, base string) atomEntry {
	one := atomEntry{ID: base + site.CampaignURL(v.Club, camp.ID) + "/acts/" + strconv.FormatInt(e.No, 10), Title: e.Title, Updated: e.At.UTC().Format(time.RFC3339),
		Link: atomLink{"alternate", base + site.ActURL(v, camp, e.No)}}
	one.Content.Type, one.Content.Text = "html", html.EscapeString(e.Text)
	if e.Story != nil {
		one.Title, one.Content.Text = e.Story.Title, e.Story.HTML
	}
	if one.Title == "" {
		one.Title = e.Text
	}
	return one
}
