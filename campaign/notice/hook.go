package notice

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
)

// Told is what a hook of the program's own form is sent.
type Told struct {
	ID      campaign.ID `json:"id"`
	Club    campaign.ID `json:"club"`
	Name    string      `json:"name"` // of the club
	Test    bool        `json:"test"`
	Notices []ToldAct   `json:"notices"`
}

// ToldAct is one act of Told.
type ToldAct struct {
	No       int64          `json:"no"`
	Kind     string         `json:"kind"`
	Topic    campaign.Topic `json:"topic"`
	At       time.Time      `json:"at"`
	By       campaign.ID    `json:"by"`
	Campaign campaign.ID    `json:"campaign"`
	Battle   campaign.ID    `json:"battle"`
	Title    string         `json:"title"`
	Text     string         `json:"text"`
	URL      string         `json:"url"`
}

// discord is a message as Discord takes it (Execute Webhook).
type discord struct {
	Content  string   `json:"content"`
	Username string   `json:"username"`
	Embeds   []embed  `json:"embeds"`
	Mentions mentions `json:"allowed_mentions"`
}

type embed struct {
	Title       string    `json:"title"`
	Description string    `json:"description,omitempty"`
	URL         string    `json:"url,omitempty"`
	Timestamp   time.Time `json:"timestamp"`
	Color       int       `json:"color"`
}

// mentions names who may be called by a message: nobody, whatever people are called.
type mentions struct {
	Parse []string `json:"parse"`
}

const flame = 0xb3261e // of the banner

// TestHook tells a hook that this is a test and returns its answer.
func (c *Courier) TestHook(ctx context.Context, s *campaign.State, h campaign.Hook) (Answer, error) {
	return c.call(ctx, s, h, nil, campaign.NewID(c.Now()))
}

// call tells a hook of some tidings; of none for a test.
func (c *Courier) call(ctx context.Context, s *campaign.State, h campaign.Hook, told []campaign.Tiding, id campaign.ID) (Answer, error) {
	b := c.book(h.Lang, s)
	var message any = c.told(b, s, told, id)
	if h.Form == campaign.FormDiscord {
		message = c.discord(b, s, told)
	}
	body, err := json.Marshal(message)
	if err != nil {
		return Answer{}, err
	}
	header := sign(h.Secret, id, c.Now(), body)
	header["Content-Type"] = "application/json"
	return c.out.post(ctx, h.URL, header, body)
}

func (c *Courier) told(b *phrases.Book, s *campaign.State, told []campaign.Tiding, id campaign.ID) Told {
	m := Told{ID: id, Club: s.Club.ID, Name: s.Club.Name, Test: len(told) == 0, Notices: []ToldAct{}}
	for _, t := range told {
		line := c.Lines(b, s, t)
		m.Notices = append(m.Notices, ToldAct{t.Act.No, string(t.Act.Kind), t.Topic, t.Act.At, t.Act.By, t.Campaign, t.Battle, line.Title, line.Text, c.address(line.Path)})
	}
	return m
}

func (c *Courier) discord(b *phrases.Book, s *campaign.State, told []campaign.Tiding) discord {
	m := discord{Content: short(plain(s.Club.Name), 200), Username: "Oriflamme", Embeds: []embed{}, Mentions: mentions{[]string{}}}
	if len(told) == 0 {
		m.Content = short(plain(b.Say("hook.hello", "club", s.Club.Name)), 2000)
	}
	for _, t := range told {
		line := c.Lines(b, s, t)
		e := embed{Title: short(plain(line.Title), 256), Description: short(plain(line.Text), 1000), Timestamp: t.Act.At, Color: flame}
		if strings.HasPrefix(c.Base, "http") {
			e.URL = c.address(line.Path)
		}
		m.Embeds = append(m.Embeds, e)
	}
	return m
}

// markup is what Discord would read as links, emphasis or calls in a name.
var markup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "@", "@\u200b")

func plain(s string) string { return markup.Replace(s) }

// sign makes the headers by which a hook knows who calls, and when, as the
// Standard Webhooks do: an HMAC-SHA256 over number, seconds and body.
func sign(secret string, id campaign.ID, at time.Time, body []byte) map[string]string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, campaign.SecretPrefix))
	if err != nil {
		key = []byte(secret)
	}
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte(id + "." + seconds + "."))
	_, _ = h.Write(body)
	return map[string]string{"webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))}
}
