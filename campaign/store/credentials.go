package store

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"oriflamme/campaign"
)

// passkeyRow is a passkey as stored.
type passkeyRow struct {
	Credential string `gorm:"primaryKey"`
	ID         string
	Club       string
	Member     string
	Site       string
	Record     string
	Name       string
	Created    int64
	Seen       int64
}

func (passkeyRow) TableName() string { return "passkeys" }

func (r passkeyRow) passkey() campaign.Passkey {
	return campaign.Passkey{ID: r.ID, Club: r.Club, Member: r.Member, Site: r.Site, Credential: r.Credential,
		Record: json.RawMessage(r.Record), Name: r.Name, Created: timeOf(r.Created), Seen: timeOf(r.Seen)}
}

// SavePasskey implements campaign.Store.
func (s *Store) SavePasskey(_ context.Context, p campaign.Passkey) error {
	return s.do(func(tx *gorm.DB) error {
		row := passkeyRow{p.Credential, p.ID, p.Club, p.Member, p.Site, string(p.Record), p.Name, p.Created.UnixMilli(), p.Seen.UnixMilli()}
		return conflictOr(tx.Create(&row).Error, "passkey")
	})
}

// ChangePasskey implements campaign.Store.
func (s *Store) ChangePasskey(_ context.Context, p campaign.Passkey) error {
	return s.do(func(tx *gorm.DB) error {
		err := tx.Model(&passkeyRow{}).Where("club = ? AND id = ?", p.Club, p.ID).
			Updates(map[string]any{"name": p.Name, "record": string(p.Record), "seen": p.Seen.UnixMilli()}).Error
		return wrapFault("store passkey", err)
	})
}

// Passkey implements campaign.Store.
func (s *Store) Passkey(ctx context.Context, credential string) (campaign.Passkey, error) {
	return first("passkey", s.reader(ctx).Where("credential = ?", credential), passkeyRow.passkey, &campaign.Error{Code: campaign.NotFound, Key: "no-passkey"})
}

// Passkeys implements campaign.Store.
func (s *Store) Passkeys(ctx context.Context, club, member campaign.ID) ([]campaign.Passkey, error) {
	return list("passkeys", s.reader(ctx).Where("club = ? AND member = ?", club, member).Order("id"), passkeyRow.passkey)
}

// DropPasskey implements campaign.Store.
func (s *Store) DropPasskey(_ context.Context, club, id campaign.ID) error {
	return s.do(func(tx *gorm.DB) error {
		return tx.Where("club = ? AND id = ?", club, id).Delete(&passkeyRow{}).Error
	})
}

// passwordRow is a member's password as stored.
type passwordRow struct {
	Club    string `gorm:"primaryKey"`
	Member  string `gorm:"primaryKey"`
	Name    string
	Hash    string
	Changed int64
}

func (passwordRow) TableName() string { return "passwords" }

func (r passwordRow) password() campaign.Password {
	return campaign.Password{Club: r.Club, Member: r.Member, Name: r.Name, Hash: r.Hash, Changed: timeOf(r.Changed)}
}

// SavePassword implements campaign.Store.
func (s *Store) SavePassword(_ context.Context, p campaign.Password) error {
	return s.do(func(tx *gorm.DB) error {
		var others int64
		if err := tx.Model(&passwordRow{}).Where("name = ? AND (club <> ? OR member <> ?)", p.Name, p.Club, p.Member).Count(&others).Error; err != nil {
			return wrapFault("read passwords", err)
		}
		if others > 0 {
			return &campaign.Error{Code: campaign.Conflict, Field: "login", Key: "name-taken"}
		}
		return wrapFault("store password", tx.Save(&passwordRow{p.Club, p.Member, p.Name, p.Hash, p.Changed.UnixMilli()}).Error)
	})
}

// Password implements campaign.Store.
func (s *Store) Password(ctx context.Context, name string) (campaign.Password, error) {
	return s.password(ctx, passwordRow{Name: name})
}

// PasswordOf implements campaign.Store.
func (s *Store) PasswordOf(ctx context.Context, club, member campaign.ID) (campaign.Password, error) {
	return s.password(ctx, passwordRow{Club: club, Member: member})
}

// password returns the password that matches the fields that are set in row, or NotFound.
func (s *Store) password(ctx context.Context, row passwordRow) (campaign.Password, error) {
	none := &campaign.Error{Code: campaign.NotFound, Key: "no-password"}
	if row == (passwordRow{}) {
		return campaign.Password{}, none
	}
	return first("password", s.reader(ctx).Where(&row), passwordRow.password, none)
}

// DropPassword implements campaign.Store.
func (s *Store) DropPassword(_ context.Context, club, member campaign.ID) error {
	return s.do(func(tx *gorm.DB) error {
		return tx.Where("club = ? AND member = ?", club, member).Delete(&passwordRow{}).Error
	})
}
