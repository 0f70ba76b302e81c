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

// A Channel is a way by which notices reach people.
type Channel string

const (
	ChannelInbox   Channel = "inbox" // the page, always there
	ChannelMail    Channel = "mail"  // to an address that its owner has confirmed
	ChannelPush    Channel = "push"  // to browsers that a member has allowed it
	ChannelWebhook Channel = "hook"  // to an address of the club's choosing; not a member's
)

// MemberChannels are those that a member chooses among, in the order in which they are offered.
var MemberChannels = []Channel{ChannelInbox, ChannelMail, ChannelPush}

// A Delivery is word of one act on its way to one place. It is kept until it has
// arrived, or was given up.
type Delivery struct {
	ID        ID
	Club      ID
	Member    ID // "" for a hook
	Channel   Channel
	Target    ID    // the device or the hook; "" for mail
	Act       int64 // 0 for a letter that asks its reader to confirm their address
	Made      time.Time
	Due       time.Time // not tried before
	Attempts  int       // that failed
	Failed    bool      // given up: an organiser sees it
	LastError string    // what the last try failed for
}

// A Device is a browser that a member lets the site push notices to, as its push
// service described it (RFC 8030, RFC 8291).
type Device struct {
	ID           ID
	Club, Member ID
	Endpoint     string // https address at the push service
	Key          string // of the browser: an uncompressed point of P-256, base64url
	Auth         string // 16 bytes that only browser and site know, base64url
	Label        string // what the browser calls itself
	Made         time.Time
}

// A WebhookFormat is how a hook wants to be told.
type WebhookFormat string

const (
	WebhookJSON    WebhookFormat = "json"    // the program's own
	WebhookDiscord WebhookFormat = "discord" // a message with embeds, as Discord and those who imitate it take it
)

// WebhookFormats are all forms, in the order in which they are offered.
var WebhookFormats = []WebhookFormat{WebhookDiscord, WebhookJSON}

// A Webhook is an address that is told of what happens in a club.
type Webhook struct {
	ID      ID
	Club    ID
	By      ID // who made it
	Name    string
	URL     string
	Secret  string // signs what is sent
	Format  WebhookFormat
	Topics  []Topic
	Lang    string
	Private bool // also of private campaigns
	Made    time.Time
}

// An Outbox keeps parcels.
type Outbox interface {
	// SaveParcel stores a parcel in place of any for the same act and place.
	SaveDelivery(ctx context.Context, p Delivery) error
	// Settle removes parcels and stores how others stand now, in one transaction.
	FinishDeliveries(ctx context.Context, club ID, done []ID, again []Delivery) error
	// Lost returns up to so many lost parcels of a club, the newest first.
	FailedDeliveries(ctx context.Context, club ID, limit int) ([]Delivery, error)
	// Parcels counts those that wait and those that are lost.
	DeliveryCounts(ctx context.Context) (waiting, lost int, err error)
}

// A WebhookStore keeps the hooks of clubs.
type WebhookStore interface {
	// SaveHook stores a hook.
	SaveWebhook(ctx context.Context, h Webhook) error
	// Hooks returns all hooks of a club, oldest first.
	Webhooks(ctx context.Context, club ID) ([]Webhook, error)
	// DropHook removes a hook and its parcels; one that is not there is no error.
	DropWebhook(ctx context.Context, club, id ID) error
}

// maxWebhooks is how many hooks a club may have.
const maxWebhooks = 10

// WebhookSecretPrefix marks the secret of a hook, as the Standard Webhooks do.
const WebhookSecretPrefix = "whsec_"

// AddWebhook has an address told of what happens in the club and returns it with its
// ID and secret. Permission: notices.
func (h *Service) AddWebhook(ctx context.Context, by Actor, club ID, k Webhook) (Webhook, error) {
	own, err := h.Webhooks(ctx, by, club)
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
	k.Club, k.By, k.Made = club, by.Member, h.now()
	k.ID, k.Secret = NewID(k.Made), WebhookSecretPrefix+base64.StdEncoding.EncodeToString(secret[:])
	return k, h.webhooks.SaveWebhook(ctx, k)
}

// Webhooks lists the club's hooks, oldest first. Permission: notices.
func (h *Service) Webhooks(ctx context.Context, by Actor, club ID) ([]Webhook, error) {
	if _, err := h.stateFor(ctx, by, club, ActionNotifications); err != nil {
		return nil, err
	}
	return h.webhooks.Webhooks(ctx, club)
}

// Webhook returns one hook. Permission: notices.
func (h *Service) Webhook(ctx context.Context, by Actor, club, id ID) (Webhook, error) {
	all, err := h.Webhooks(ctx, by, club)
	if err != nil {
		return Webhook{}, err
	}
	for _, k := range all {
		if k.ID == id {
			return k, nil
		}
	}
	return Webhook{}, refuse(NotFound, "", "no-hook", "")
}

// DropWebhook ends the telling of an address. Permission: notices.
func (h *Service) DropWebhook(ctx context.Context, by Actor, club, id ID) error {
	if _, err := h.Webhook(ctx, by, club, id); err != nil {
		return err
	}
	return h.webhooks.DropWebhook(ctx, club, id)
}

// maxFailedListed is how many lost parcels are shown.
const maxFailedListed = 100

// FailedDeliveries lists what could not be brought to where it should go, the newest
// first. Permission: notices.
func (h *Service) FailedDeliveries(ctx context.Context, by Actor, club ID) ([]Delivery, error) {
	if _, err := h.stateFor(ctx, by, club, ActionNotifications); err != nil {
		return nil, err
	}
	return h.outbox.FailedDeliveries(ctx, club, maxFailedListed)
}

// RetryDelivery has a lost parcel tried anew. Permission: notices.
func (h *Service) RetryDelivery(ctx context.Context, by Actor, club, id ID) error {
	p, err := h.failedDelivery(ctx, by, club, id)
	if err != nil {
		return err
	}
	p.Failed, p.Attempts, p.Due = false, 0, h.now()
	return h.outbox.FinishDeliveries(ctx, club, nil, []Delivery{p})
}

// DropDelivery removes a lost parcel. Permission: notices.
func (h *Service) DropDelivery(ctx context.Context, by Actor, club, id ID) error {
	if _, err := h.failedDelivery(ctx, by, club, id); err != nil {
		return err
	}
	return h.outbox.FinishDeliveries(ctx, club, []ID{id}, nil)
}

func (h *Service) failedDelivery(ctx context.Context, by Actor, club, id ID) (Delivery, error) {
	all, err := h.FailedDeliveries(ctx, by, club)
	if err != nil {
		return Delivery{}, err
	}
	for _, p := range all {
		if p.ID == id {
			return p, nil
		}
	}
	return Delivery{}, refuse(NotFound, "", "no-parcel", "")
}

// DeliveryCounts counts what waits to be brought, and what was lost, in all clubs.
func (h *Service) DeliveryCounts(ctx context.Context) (waiting, lost int, err error) {
	return h.outbox.DeliveryCounts(ctx)
}

// A DeviceStore keeps the browsers that are told of notices.
type DeviceStore interface {
	// SaveDevice stores a device; one with the same endpoint in the club is
	// replaced, whoever's it was.
	SaveDevice(ctx context.Context, d Device) error
	// Devices returns all devices of a club, oldest first.
	Devices(ctx context.Context, club ID) ([]Device, error)
	// DropDevice removes a device and its parcels; one that is not there is no error.
	DropDevice(ctx context.Context, club, id ID) error
}

// maxDevices is how many browsers a member may have notices pushed to.
const maxDevices = 10

// AddDevice has notices pushed to a browser of the actor; ID, Club, Member and
// Made are set. Permission: view.
func (h *Service) AddDevice(ctx context.Context, by Actor, club ID, d Device) error {
	if _, err := h.stateFor(ctx, by, club, ActionView); err != nil {
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
	own, err := h.Devices(ctx, by, club)
	if err != nil {
		return err
	}
	if len(own) >= maxDevices && !slices.ContainsFunc(own, func(o Device) bool { return o.Endpoint == d.Endpoint }) {
		return refuse(Conflict, "", "too-many-devices", "", "most", "10")
	}
	d.Club, d.Member, d.Made = club, by.Member, h.now()
	d.ID = NewID(d.Made)
	return h.devices.SaveDevice(ctx, d)
}

func decodeBase64URL(s string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
}

// checkURL checks the address of another server. Whether it may be asked is for
// who asks it to find out, when they do.
func checkURL(field, address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return refuse(Invalid, field, "not-a-web-address", "")
	}
	return checkLength(field, address, 1, 1000)
}

// Devices lists the actor's own, oldest first.
func (h *Service) Devices(ctx context.Context, by Actor, club ID) ([]Device, error) {
	all, err := h.devices.Devices(ctx, club)
	return slices.DeleteFunc(all, func(d Device) bool { return d.Member != by.Member }), err
}

// DropDevice ends the pushing to one of the actor's own browsers.
func (h *Service) DropDevice(ctx context.Context, by Actor, club, id ID) error {
	own, err := h.Devices(ctx, by, club)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(own, func(d Device) bool { return d.ID == id }) {
		return notFound("device", "device", id)
	}
	return h.devices.DropDevice(ctx, club, id)
}
