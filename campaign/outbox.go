package campaign

import (
	"context"
	"time"
)

// A Channel is a way by which notices reach people.
type Channel string

const (
	ChannelInbox Channel = "inbox" // the page, always there
	ChannelMail  Channel = "mail"  // to an address that its owner has confirmed
	ChannelPush  Channel = "push"  // to browsers that a member has allowed it
	ChannelHook  Channel = "hook"  // to an address of the club's choosing; not a member's
)

// MemberChannels are those that a member chooses among, in the order in which they are offered.
var MemberChannels = []Channel{ChannelInbox, ChannelMail, ChannelPush}

// A Parcel is word of one act on its way to one place. It is kept until it has
// arrived, or was given up.
type Parcel struct {
	ID      ID
	Club    ID
	Member  ID // "" for a hook
	Channel Channel
	To      ID    // the device or the hook; "" for mail
	Act     int64 // 0 for a letter that asks its reader to confirm their address
	Made    time.Time
	Due     time.Time // not tried before
	Tries   int       // that failed
	Lost    bool      // given up: an organiser sees it
	Trouble string    // what the last try failed for
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

// A HookForm is how a hook wants to be told.
type HookForm string

const (
	FormJSON    HookForm = "json"    // the program's own
	FormDiscord HookForm = "discord" // a message with embeds, as Discord and those who imitate it take it
)

// HookForms are all forms, in the order in which they are offered.
var HookForms = []HookForm{FormDiscord, FormJSON}

// A Hook is an address that is told of what happens in a club.
type Hook struct {
	ID      ID
	Club    ID
	By      ID // who made it
	Name    string
	URL     string
	Secret  string // signs what is sent
	Form    HookForm
	Topics  []Topic
	Lang    string
	Private bool // also of private campaigns
	Made    time.Time
}

// An Outbox keeps parcels and where they go. It is part of the Store.
type Outbox interface {
	// Told returns the number of the last act of a club of which parcels were made.
	Told(ctx context.Context, club ID) (int64, error)
	// Tell stores the parcels of the acts after one up to another and that they
	// are made, in one transaction. It is Stale when they were made already.
	Tell(ctx context.Context, club ID, after, upto int64, parcels []Parcel) error
	// Behind returns the clubs with acts of which no parcels were made yet.
	Behind(ctx context.Context) ([]ID, error)
	// SaveParcel stores a parcel in place of any for the same act and place.
	SaveParcel(ctx context.Context, p Parcel) error
	// Due returns up to so many parcels that are due, the longest due first.
	Due(ctx context.Context, now time.Time, most int) ([]Parcel, error)
	// Settle removes parcels and stores how others stand now, in one transaction.
	Settle(ctx context.Context, club ID, done []ID, again []Parcel) error
	// Lost returns up to so many lost parcels of a club, the newest first.
	Lost(ctx context.Context, club ID, most int) ([]Parcel, error)
	// SweepLost removes lost parcels that were made before a moment.
	SweepLost(ctx context.Context, before time.Time) error
	// Parcels counts those that wait and those that are lost.
	Parcels(ctx context.Context) (waiting, lost int, err error)

	// SaveDevice stores a device; one with the same endpoint in the club is
	// replaced, whoever's it was.
	SaveDevice(ctx context.Context, d Device) error
	// Devices returns all devices of a club, oldest first.
	Devices(ctx context.Context, club ID) ([]Device, error)
	// DropDevice removes a device and its parcels; one that is not there is no error.
	DropDevice(ctx context.Context, club, id ID) error

	// SaveHook stores a hook.
	SaveHook(ctx context.Context, h Hook) error
	// Hooks returns all hooks of a club, oldest first.
	Hooks(ctx context.Context, club ID) ([]Hook, error)
	// DropHook removes a hook and its parcels; one that is not there is no error.
	DropHook(ctx context.Context, club, id ID) error

	// AllChoices returns what is remembered about every member of a club.
	AllChoices(ctx context.Context, club ID) (map[ID]map[string]string, error)
	// ForgetMember removes what is remembered about a member that is no act:
	// choices, devices, parcels.
	ForgetMember(ctx context.Context, club, member ID) error
	// Secret returns the site's secret of a name; the one offered when there was none.
	Secret(ctx context.Context, name, offered string) (string, error)
}
