package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"oriflamme/campaign"
)

// tokenRow is a token as stored.
type tokenRow struct {
	Hash    string `gorm:"primaryKey"`
	ID      string
	Kind    string
	Club    string
	Member  string
	Role    string
	Uses    int
	Note    string
	Created int64
	Seen    int64
	Expires int64
	Scopes  string
}

func (tokenRow) TableName() string { return "tokens" }

func (r tokenRow) token() campaign.Token {
	return campaign.Token{ID: r.ID, Hash: r.Hash, Kind: campaign.TokenKind(r.Kind), Club: r.Club, Member: r.Member,
		Role: campaign.Role(r.Role), Scopes: r.Scopes, Uses: r.Uses, Note: r.Note, Created: timeOf(r.Created), Seen: timeOf(r.Seen), Expires: timeOf(r.Expires)}
}

// SaveToken implements campaign.Store. It also deletes tokens that expired long ago, and all
// expired challenges, because anybody can cause one to be stored.
func (s *Store) SaveToken(_ context.Context, t campaign.Token) error {
	return s.do(func(tx *gorm.DB) error {
		old := tx.Where("expires < ?", t.Created.AddDate(0, -1, 0).UnixMilli()).
			Or("kind = ? AND expires < ?", string(campaign.TokenPasskeyChallenge), t.Created.UnixMilli())
		if err := old.Delete(&tokenRow{}).Error; err != nil {
			return wrapFault("store token", err)
		}
		row := tokenRow{t.Hash, t.ID, string(t.Kind), t.Club, t.Member, string(t.Role), t.Uses, t.Note,
			t.Created.UnixMilli(), t.Seen.UnixMilli(), t.Expires.UnixMilli(), t.Scopes}
		return conflictOr(tx.Create(&row).Error, "token")
	})
}

// Token implements campaign.Store.
func (s *Store) Token(ctx context.Context, hash string) (campaign.Token, error) {
	// In plain SQL for speed: nearly every request reads a token.
	rows, err := s.reader(ctx).Raw(`SELECT hash, id, kind, club, member, role, uses, note, created, seen, expires, scopes FROM tokens WHERE hash = ?`, hash).Rows()
	if err != nil {
		return campaign.Token{}, wrapFault("read token", err)
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return campaign.Token{}, wrapFault("read token", err)
		}
		return campaign.Token{}, errNoToken
	}
	var r tokenRow
	if err := rows.Scan(&r.Hash, &r.ID, &r.Kind, &r.Club, &r.Member, &r.Role, &r.Uses, &r.Note, &r.Created, &r.Seen, &r.Expires, &r.Scopes); err != nil {
		return campaign.Token{}, wrapFault("read token", err)
	}
	return r.token(), nil
}

var errNoToken = &campaign.Error{Code: campaign.NotFound, Field: "token", Key: "no-token"}

// SpendToken implements campaign.Store. It checks and counts down in one statement, so that
// two requests can never share the last use.
func (s *Store) SpendToken(_ context.Context, hash string, now time.Time) (t campaign.Token, err error) {
	err = s.do(func(tx *gorm.DB) error {
		done := tx.Model(&tokenRow{}).Where("hash = ? AND uses > 0 AND expires > ?", hash, now.UnixMilli()).
			Update("uses", gorm.Expr("uses - 1"))
		if done.Error != nil {
			return wrapFault("spend token", done.Error)
		}
		if done.RowsAffected == 0 {
			return &campaign.Error{Code: campaign.Unauthenticated, Field: "token", Key: "link-spent", Rule: "CAMP-CLUB-2"}
		}
		var err error
		t, err = first("token", tx.Where("hash = ?", hash), tokenRow.token, errNoToken)
		t.Uses++
		return err
	})
	return t, err
}

// TouchToken implements campaign.Store.
func (s *Store) TouchToken(_ context.Context, hash string, seen, expires time.Time) error {
	return s.do(func(tx *gorm.DB) error {
		return tx.Model(&tokenRow{}).Where("hash = ?", hash).
			Updates(map[string]any{"seen": seen.UnixMilli(), "expires": expires.UnixMilli()}).Error
	})
}

// Tokens implements campaign.Store.
func (s *Store) Tokens(ctx context.Context, club campaign.ID, kind campaign.TokenKind) ([]campaign.Token, error) {
	return list("tokens", s.reader(ctx).Where("club = ? AND kind = ?", club, string(kind)).Order("id"), tokenRow.token)
}

// DropToken implements campaign.Store.
func (s *Store) DropToken(_ context.Context, club, id campaign.ID) error {
	return s.do(func(tx *gorm.DB) error {
		return tx.Where("club = ? AND id = ?", club, id).Delete(&tokenRow{}).Error
	})
}
