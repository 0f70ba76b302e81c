package campaign

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"slices"
)

// A HookStore keeps the hooks of clubs.
type HookStore interface {
	// SaveHook stores a hook.
	SaveHook(ctx context.Context, h Hook) error
	// Hooks returns all hooks of a club, oldest first.
	Hooks(ctx context.Context, club ID) ([]Hook, error)
	// DropHook removes a hook and its parcels; one that is not there is no error.
	DropHook(ctx context.Context, club, id ID) error
}

// mostHooks is how many hooks a club may have.
const mostHooks = 10

// SecretPrefix marks the secret of a hook, as the Standard Webhooks do.
const SecretPrefix = "whsec_"

// AddHook has an address told of what happens in the club and returns it with its
// ID and secret. Permission: notices.
func (h *Hall) AddHook(ctx context.Context, by Actor, club ID, k Hook) (Hook, error) {
	own, err := h.Hooks(ctx, by, club)
	if err != nil {
		return Hook{}, err
	}
	if err := first(text("name", k.Name, 1, 80), legible("name", k.Name), webAddress("url", k.URL), language(k.Lang)); err != nil {
		return Hook{}, err
	}
	switch {
	case !slices.Contains(HookForms, k.Form):
		return Hook{}, refuse(Invalid, "form", "unknown-kind", "")
	case len(k.Topics) == 0:
		return Hook{}, refuse(Invalid, "topics", "required", "")
	case slices.ContainsFunc(k.Topics, func(t Topic) bool { return !slices.Contains(Topics, t) }):
		return Hook{}, refuse(Invalid, "topics", "unknown-kind", "")
	case len(own) >= mostHooks:
		return Hook{}, refuse(Conflict, "", "too-many-hooks", "", "most", "10")
	}
	var secret [24]byte
	_, _ = rand.Read(secret[:])
	k.Club, k.By, k.Made = club, by.Member, h.now()
	k.ID, k.Secret = NewID(k.Made), SecretPrefix+base64.StdEncoding.EncodeToString(secret[:])
	return k, h.hooks.SaveHook(ctx, k)
}

// Hooks lists the club's hooks, oldest first. Permission: notices.
func (h *Hall) Hooks(ctx context.Context, by Actor, club ID) ([]Hook, error) {
	if _, err := h.allowed(ctx, by, club, ActionNotices); err != nil {
		return nil, err
	}
	return h.hooks.Hooks(ctx, club)
}

// Hook returns one hook. Permission: notices.
func (h *Hall) Hook(ctx context.Context, by Actor, club, id ID) (Hook, error) {
	all, err := h.Hooks(ctx, by, club)
	if err != nil {
		return Hook{}, err
	}
	for _, k := range all {
		if k.ID == id {
			return k, nil
		}
	}
	return Hook{}, refuse(NotFound, "", "no-hook", "")
}

// DropHook ends the telling of an address. Permission: notices.
func (h *Hall) DropHook(ctx context.Context, by Actor, club, id ID) error {
	if _, err := h.Hook(ctx, by, club, id); err != nil {
		return err
	}
	return h.hooks.DropHook(ctx, club, id)
}

// mostLost is how many lost parcels are shown.
const mostLost = 100

// LostParcels lists what could not be brought to where it should go, the newest
// first. Permission: notices.
func (h *Hall) LostParcels(ctx context.Context, by Actor, club ID) ([]Parcel, error) {
	if _, err := h.allowed(ctx, by, club, ActionNotices); err != nil {
		return nil, err
	}
	return h.outbox.Lost(ctx, club, mostLost)
}

// RetryParcel has a lost parcel tried anew. Permission: notices.
func (h *Hall) RetryParcel(ctx context.Context, by Actor, club, id ID) error {
	p, err := h.lostParcel(ctx, by, club, id)
	if err != nil {
		return err
	}
	p.Lost, p.Tries, p.Due = false, 0, h.now()
	return h.outbox.Settle(ctx, club, nil, []Parcel{p})
}

// DropParcel removes a lost parcel. Permission: notices.
func (h *Hall) DropParcel(ctx context.Context, by Actor, club, id ID) error {
	if _, err := h.lostParcel(ctx, by, club, id); err != nil {
		return err
	}
	return h.outbox.Settle(ctx, club, []ID{id}, nil)
}

func (h *Hall) lostParcel(ctx context.Context, by Actor, club, id ID) (Parcel, error) {
	all, err := h.LostParcels(ctx, by, club)
	if err != nil {
		return Parcel{}, err
	}
	for _, p := range all {
		if p.ID == id {
			return p, nil
		}
	}
	return Parcel{}, refuse(NotFound, "", "no-parcel", "")
}

// Parcels counts what waits to be brought, and what was lost, in all clubs.
func (h *Hall) Parcels(ctx context.Context) (waiting, lost int, err error) {
	return h.outbox.Parcels(ctx)
}
