package notify

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

// A WebhookMessage is what a webhook of format WebhookJSON receives.
type WebhookMessage struct {
	ID      campaign.ID  `json:"id"`
	Club    campaign.ID  `json:"club"`
	Name    string       `json:"name"` // name of the club
	Test    bool         `json:"test"`
	Notices []WebhookAct `json:"notices"`
}

// A WebhookAct is one act in a WebhookMessage.
type WebhookAct struct {
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

// discord is a message in the form of Discord's Execute Webhook.
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

// mentions lists whom a message may notify: nobody, whatever names it contains.
type mentions struct {
	Parse []string `json:"parse"`
}

const embedColour = 0xb3261e // the colour of the site's banner

// TestWebhook sends a test message to a webhook and returns the answer.
func (d *Deliverer) TestWebhook(ctx context.Context, s *campaign.State, h campaign.Webhook) (Answer, error) {
	return d.postWebhook(ctx, s, h, nil, campaign.NewID(d.Now()))
}

// postWebhook sends notifications to a webhook; without any it sends a test message.
func (d *Deliverer) postWebhook(ctx context.Context, s *campaign.State, h campaign.Webhook, notifications []campaign.Notification, id campaign.ID) (Answer, error) {
	b := d.catalog(h.Lang, s)
	var message any = d.webhookMessage(b, s, notifications, id)
	if h.Format == campaign.WebhookDiscord {
		message = d.discord(b, s, notifications)
	}
	body, err := json.Marshal(message)
	if err != nil {
		return Answer{}, err
	}
	header := signatureHeaders(h.Secret, id, d.Now(), body)
	header["Content-Type"] = "application/json"
	return d.http.post(ctx, h.URL, header, body)
}

func (d *Deliverer) webhookMessage(b *phrases.Catalog, s *campaign.State, notifications []campaign.Notification, id campaign.ID) WebhookMessage {
	m := WebhookMessage{ID: id, Club: s.Club.ID, Name: s.Club.Name, Test: len(notifications) == 0, Notices: []WebhookAct{}}
	for _, t := range notifications {
		line := d.Summarise(b, s, t)
		m.Notices = append(m.Notices, WebhookAct{t.Act.No, string(t.Act.Kind), t.Topic, t.Act.At, t.Act.By, t.Campaign, t.Battle, line.Title, line.Text, d.absoluteURL(line.Path)})
	}
	return m
}

func (d *Deliverer) discord(b *phrases.Catalog, s *campaign.State, notifications []campaign.Notification) discord {
	m := discord{Content: truncate(escapeDiscord(s.Club.Name), 200), Username: "Oriflamme", Embeds: []embed{}, Mentions: mentions{[]string{}}}
	if len(notifications) == 0 {
		m.Content = truncate(escapeDiscord(b.Say("hook.hello", "club", s.Club.Name)), 2000)
	}
	for _, t := range notifications {
		line := d.Summarise(b, s, t)
		e := embed{Title: truncate(escapeDiscord(line.Title), 256), Description: truncate(escapeDiscord(line.Text), 1000), Timestamp: t.Act.At, Color: embedColour}
		if strings.HasPrefix(d.Base, "http") {
			e.URL = d.absoluteURL(line.Path)
		}
		m.Embeds = append(m.Embeds, e)
	}
	return m
}

// discordMarkup escapes what Discord would read as links, emphasis or mentions in a name.
var discordMarkup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "@", "@\u200b")

func escapeDiscord(s string) string { return discordMarkup.Replace(s) }

// signatureHeaders returns the headers with which a webhook checks the sender and the time,
// by the Standard Webhooks specification: an HMAC-SHA256 over number, seconds and body.
func signatureHeaders(secret string, id campaign.ID, at time.Time, body []byte) map[string]string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, campaign.WebhookSecretPrefix))
	if err != nil {
		key = []byte(secret)
	}
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte(id + "." + seconds + "."))
	_, _ = h.Write(body)
	return map[string]string{"webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))}
}
