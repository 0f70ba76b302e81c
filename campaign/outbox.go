package campaign

import (
	"context"
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
