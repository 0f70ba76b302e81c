package campaign

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"slices"
)

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
