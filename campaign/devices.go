package campaign

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
)

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
