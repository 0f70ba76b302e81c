package campaign

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"time"
)

// A Channel is a way in which notifications are delivered.
type Channel string

const (
	ChannelInbox   Channel = "inbox" // the inbox page, always on
	ChannelMail    Channel = "mail"  // e-mail to an address that its owner has confirmed
	ChannelPush    Channel = "push"  // push to browsers that a member has added
	ChannelWebhook Channel = "hook"  // a webhook of the club; not of a member
)

// MemberChannels lists the channels that a member can choose, in display order.
var MemberChannels = []Channel{ChannelInbox, ChannelMail, ChannelPush}

// A Delivery is the notification of one act on its way to one target. It is stored until it
// has arrived, or has failed for good and is dropped.
type Delivery struct {
	ID        ID
	Club      ID
	Member    ID // "" for a webhook
	Channel   Channel
	Target    ID    // the device or the webhook; "" for e-mail
	Act       int64 // 0 for an e-mail that asks its reader to confirm their address
	Made      time.Time
	Due       time.Time // earliest time of the next attempt
	Attempts  int       // failed attempts so far
	Failed    bool      // failed for good: an organiser sees it
	LastError string    // error of the last attempt
}

// A Device is a browser that a member lets the site push notifications to: its subscription
// at its push service (RFC 8030, RFC 8291).
type Device struct {
	ID           ID
	Club, Member ID
	Endpoint     string // https URL at the push service
	Key          string // public key of the browser: an uncompressed point of P-256, base64url
	Auth         string // shared secret of browser and site: 16 bytes, base64url
	Label        string // the browser's name for itself
	Made         time.Time
}

// A WebhookFormat is the format of the messages that a webhook receives.
type WebhookFormat string

const (
	WebhookJSON    WebhookFormat = "json"    // this program's own format
	WebhookDiscord WebhookFormat = "discord" // a message with embeds, for Discord and compatible services
)

// WebhookFormats lists all formats in display order.
var WebhookFormats = []WebhookFormat{WebhookDiscord, WebhookJSON}

// A Webhook is a URL that is notified of what happens in a club.
type Webhook struct {
	ID      ID
	Club    ID
	By      ID // the member who added it
	Name    string
	URL     string
	Secret  string // key with which messages are signed
	Format  WebhookFormat
	Topics  []Topic
	Lang    string
	Private bool // private campaigns are included
	Made    time.Time
}

// An Outbox stores deliveries.
type Outbox interface {
	// SaveDelivery stores a delivery. It replaces one of the same act to the same target.
	SaveDelivery(ctx context.Context, p Delivery) error
	// FinishDeliveries removes the deliveries done and updates those in again, in one
	// transaction.
	FinishDeliveries(ctx context.Context, club ID, done []ID, again []Delivery) error
	// FailedDeliveries returns up to limit failed deliveries of a club, newest first.
	FailedDeliveries(ctx context.Context, club ID, limit int) ([]Delivery, error)
	// DeliveryCounts returns how many deliveries wait and how many have failed.
	DeliveryCounts(ctx context.Context) (waiting, lost int, err error)
}

// A WebhookStore stores the webhooks of clubs.
type WebhookStore interface {
	// SaveWebhook stores a webhook.
	SaveWebhook(ctx context.Context, h Webhook) error
	// Webhooks returns all webhooks of a club, oldest first.
	Webhooks(ctx context.Context, club ID) ([]Webhook, error)
	// DropWebhook removes a webhook and its deliveries. It is no error if there is none.
	DropWebhook(ctx context.Context, club, id ID) error
}

// maxWebhooks is how many webhooks a club may have.
const maxWebhooks = 10

// WebhookSecretPrefix is the prefix of a webhook's secret, as in the Standard Webhooks
// specification.
const WebhookSecretPrefix = "whsec_"

// AddWebhook adds a webhook of the club and returns it with its ID and secret. Permission:
// notices.
func (s *Service) AddWebhook(ctx context.Context, by Actor, club ID, k Webhook) (Webhook, error) {
	own, err := s.Webhooks(ctx, by, club)
	if err != nil {
		return Webhook{}, err
	}
	if err := firstError(checkLength("name", k.Name, 1, 80), checkReadable("name", k.Name), checkURL("url", k.URL), checkLanguage(k.Lang)); err != nil {
		return Webhook{}, err
	}
	switch {
	case !slices.Contains(WebhookFormats, k.Format):
		return Webhook{}, refuse(Invalid, "form", "unknown-kind", "")
	case len(k.Topics) == 0:
		return Webhook{}, refuse(Invalid, "topics", "required", "")
	case slices.ContainsFunc(k.Topics, func(t Topic) bool { return !slices.Contains(Topics, t) }):
		return Webhook{}, refuse(Invalid, "topics", "unknown-kind", "")
	case len(own) >= maxWebhooks:
		return Webhook{}, refuse(Conflict, "", "too-many-hooks", "", "most", "10")
	}
	var secret [24]byte
	_, _ = rand.Read(secret[:])
	k.Club, k.By, k.Made = club, by.Member, s.now()
	k.ID, k.Secret = NewID(k.Made), WebhookSecretPrefix+base64.StdEncoding.EncodeToString(secret[:])
	return k, s.webhooks.SaveWebhook(ctx, k)
}

// Webhooks returns the club's webhooks, oldest first. Permission: notices.
func (s *Service) Webhooks(ctx context.Context, by Actor, club ID) ([]Webhook, error) {
	if _, err := s.stateFor(ctx, by, club, ActionNotifications); err != nil {
		return nil, err
	}
	return s.webhooks.Webhooks(ctx, club)
}

// Webhook returns one webhook, or NotFound. Permission: notices.
func (s *Service) Webhook(ctx context.Context, by Actor, club, id ID) (Webhook, error) {
	all, err := s.Webhooks(ctx, by, club)
	return pick(all, err, func(k Webhook) bool { return k.ID == id }, refuse(NotFound, "", "no-hook", ""))
}

// DropWebhook removes a webhook. Permission: notices.
func (s *Service) DropWebhook(ctx context.Context, by Actor, club, id ID) error {
	if _, err := s.Webhook(ctx, by, club, id); err != nil {
		return err
	}
	return s.webhooks.DropWebhook(ctx, club, id)
}

// maxFailedListed is how many failed deliveries are listed.
const maxFailedListed = 100

// FailedDeliveries returns the deliveries that failed for good, newest first. Permission:
// notices.
func (s *Service) FailedDeliveries(ctx context.Context, by Actor, club ID) ([]Delivery, error) {
	if _, err := s.stateFor(ctx, by, club, ActionNotifications); err != nil {
		return nil, err
	}
	return s.outbox.FailedDeliveries(ctx, club, maxFailedListed)
}

// RetryDelivery queues a failed delivery again. Permission: notices.
func (s *Service) RetryDelivery(ctx context.Context, by Actor, club, id ID) error {
	p, err := s.failedDelivery(ctx, by, club, id)
	if err != nil {
		return err
	}
	p.Failed, p.Attempts, p.Due = false, 0, s.now()
	return s.outbox.FinishDeliveries(ctx, club, nil, []Delivery{p})
}

// DropDelivery removes a failed delivery. Permission: notices.
func (s *Service) DropDelivery(ctx context.Context, by Actor, club, id ID) error {
	if _, err := s.failedDelivery(ctx, by, club, id); err != nil {
		return err
	}
	return s.outbox.FinishDeliveries(ctx, club, []ID{id}, nil)
}

func (s *Service) failedDelivery(ctx context.Context, by Actor, club, id ID) (Delivery, error) {
	all, err := s.FailedDeliveries(ctx, by, club)
	return pick(all, err, func(p Delivery) bool { return p.ID == id }, refuse(NotFound, "", "no-parcel", ""))
}

// DeliveryCounts returns how many deliveries wait and how many have failed, in all clubs.
func (s *Service) DeliveryCounts(ctx context.Context) (waiting, lost int, err error) {
	return s.outbox.DeliveryCounts(ctx)
}

// A DeviceStore stores the browsers that get push notifications.
type DeviceStore interface {
	// SaveDevice stores a device. It replaces one with the same endpoint in the club,
	// even if that is another member's.
	SaveDevice(ctx context.Context, d Device) error
	// Devices returns all devices of a club, oldest first.
	Devices(ctx context.Context, club ID) ([]Device, error)
	// DropDevice removes a device and its deliveries. It is no error if there is none.
	DropDevice(ctx context.Context, club, id ID) error
}

// maxDevices is how many devices a member may have.
const maxDevices = 10

// AddDevice adds a device of the actor; it sets ID, Club, Member and Made. Permission: view.
func (s *Service) AddDevice(ctx context.Context, by Actor, club ID, d Device) error {
	if _, err := s.stateFor(ctx, by, club, ActionView); err != nil {
		return err
	}
	key, err1 := decodeBase64URL(d.Key)
	auth, err2 := decodeBase64URL(d.Auth)
	_, err3 := ecdh.P256().NewPublicKey(key)
	if err := firstError(checkURL("endpoint", d.Endpoint), checkLength("label", d.Label, 0, 80)); err != nil {
		return err
	}
	if firstError(err1, err2, err3) != nil || len(auth) != 16 {
		return refuse(Invalid, "device", "not-a-device", "")
	}
	own, err := s.Devices(ctx, by, club)
	if err != nil {
		return err
	}
	if len(own) >= maxDevices && !slices.ContainsFunc(own, func(o Device) bool { return o.Endpoint == d.Endpoint }) {
		return refuse(Conflict, "", "too-many-devices", "", "most", "10")
	}
	d.Club, d.Member, d.Made = club, by.Member, s.now()
	d.ID = NewID(d.Made)
	return s.devices.SaveDevice(ctx, d)
}

func decodeBase64URL(s string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
}

// checkURL checks that an address is an http or https URL of another server. Whether that
// server may be called is checked at the time of the call.
func checkURL(field, address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return refuse(Invalid, field, "not-a-web-address", "")
	}
	return checkLength(field, address, 1, 1000)
}

// Devices returns the actor's own devices, oldest first.
func (s *Service) Devices(ctx context.Context, by Actor, club ID) ([]Device, error) {
	all, err := s.devices.Devices(ctx, club)
	return slices.DeleteFunc(all, func(d Device) bool { return d.Member != by.Member }), err
}

// DropDevice removes one of the actor's own devices.
func (s *Service) DropDevice(ctx context.Context, by Actor, club, id ID) error {
	own, err := s.Devices(ctx, by, club)
	if _, err := pick(own, err, func(d Device) bool { return d.ID == id }, notFound("device", "device", id)); err != nil {
		return err
	}
	return s.devices.DropDevice(ctx, club, id)
}
