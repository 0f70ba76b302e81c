package store

import (
	"context"

	"gorm.io/gorm"

	"oriflamme/campaign"
)

// passwordRow is a member's password.
type passwordRow struct {
	Club    string `gorm:"primaryKey"`
	Member  string `gorm:"primaryKey"`
	Name    string
	Hash    string
	Changed int64
}

func (passwordRow) TableName() string { return "passwords" }

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
		if err := tx.Save(&passwordRow{p.Club, p.Member, p.Name, p.Hash, p.Changed.UnixMilli()}).Error; err != nil {
			return wrapFault("store password", err)
		}
		return nil
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

// password returns the one that has what is set of a row.
func (s *Store) password(ctx context.Context, row passwordRow) (campaign.Password, error) {
	var rows []passwordRow
	if err := s.reader(ctx).Where(&row).Limit(1).Find(&rows).Error; err != nil {
		return campaign.Password{}, wrapFault("read password", err)
	}
	if len(rows) == 0 || row == (passwordRow{}) {
		return campaign.Password{}, &campaign.Error{Code: campaign.NotFound, Key: "no-password"}
	}
	r := rows[0]
	return campaign.Password{Club: r.Club, Member: r.Member, Name: r.Name, Hash: r.Hash, Changed: timeOf(r.Changed)}, nil
}

// DropPassword implements campaign.Store.
func (s *Store) DropPassword(_ context.Context, club, member campaign.ID) error {
	return s.do(func(tx *gorm.DB) error {
		return tx.Where("club = ? AND member = ?", club, member).Delete(&passwordRow{}).Error
	})
}
