package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"oriflamme/campaign"
)

// actRow is an act as stored.
type actRow struct {
	Club   string `gorm:"primaryKey"`
	No     int64  `gorm:"primaryKey;autoIncrement:false"`
	Author string
	At     int64 // milliseconds
	Kind   string
	Body   string
	Why    string
	Amends int64
	Idem   string
	Prev   string
	Hash   string
}

func (actRow) TableName() string { return "acts" }

func actRowOf(a campaign.Act) actRow {
	return actRow{a.Club, a.No, a.By, a.At.UnixMilli(), string(a.Kind), string(a.Raw()), a.Why, a.Amends, a.Key, a.Prev, a.Hash}
}

func (r actRow) act() (campaign.Act, error) {
	return campaign.RestoreAct(campaign.Act{No: r.No, Club: r.Club, By: r.Author, At: timeOf(r.At), Kind: campaign.Kind(r.Kind),
		Why: r.Why, Amends: r.Amends, Key: r.Idem, Prev: r.Prev, Hash: r.Hash}, []byte(r.Body))
}

func timeOf(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// Append implements campaign.Store.
func (s *Store) Append(a campaign.Act) <-chan error {
	r := actRowOf(a)
	return s.send(func(tx *gorm.DB) error {
		// In plain SQL for speed: acts are the most frequent writes.
		return conflictOr(tx.Exec(`INSERT INTO acts (club, no, author, at, kind, body, why, amends, idem, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			r.Club, r.No, r.Author, r.At, r.Kind, r.Body, r.Why, r.Amends, r.Idem, r.Prev, r.Hash).Error, "act")
	})
}

// outOfTurn is the message of the trigger on acts for an act that does not follow the last.
const outOfTurn = "an act must follow the last"

// conflictOr turns errors of the database's constraints and triggers into a Conflict.
func conflictOr(err error, what string) error {
	if err == nil {
		return nil
	}
	if isUniqueViolation(err) || strings.Contains(err.Error(), outOfTurn) {
		return &campaign.Error{Code: campaign.Conflict, Key: "stored-already", Params: map[string]string{"what": what}}
	}
	return wrapFault("store "+what, err)
}

// Acts implements campaign.Store.
func (s *Store) Acts(ctx context.Context, club campaign.ID, after int64) ([]campaign.Act, error) {
	var rows []actRow
	if err := s.reader(ctx).Where("club = ? AND no > ?", club, after).Order("no").Find(&rows).Error; err != nil {
		return nil, wrapFault("read acts", err)
	}
	acts := make([]campaign.Act, len(rows))
	for i, r := range rows {
		a, err := r.act()
		if err != nil {
			return nil, fmt.Errorf("read act %d: %w", r.No, err)
		}
		acts[i] = a
	}
	return acts, nil
}

// Clubs implements campaign.Store.
func (s *Store) Clubs(ctx context.Context) ([]campaign.ID, error) {
	var ids []campaign.ID
	err := s.reader(ctx).Model(&actRow{}).Where("no = 1").Order("at, club").Pluck("club", &ids).Error
	if err != nil {
		return nil, wrapFault("read clubs", err)
	}
	return ids, nil
}

// cacheRow is a state hash as stored.
type cacheRow struct {
	Club string `gorm:"primaryKey"`
	No   int64
	Hash string
}

func (cacheRow) TableName() string { return "caches" }

// SaveCache implements campaign.Store.
func (s *Store) SaveCache(_ context.Context, club campaign.ID, no int64, hash string) error {
	return s.do(func(tx *gorm.DB) error { return tx.Save(&cacheRow{club, no, hash}).Error })
}

// Cache implements campaign.Store.
func (s *Store) Cache(ctx context.Context, club campaign.ID) (no int64, hash string, err error) {
	var row cacheRow
	err = s.reader(ctx).Where("club = ?", club).Limit(1).Find(&row).Error
	if err != nil {
		return 0, "", wrapFault("read state hash", err)
	}
	return row.No, row.Hash, nil
}

// Restore implements campaign.Store.
func (s *Store) Restore(_ context.Context, a campaign.Archive) error {
	return s.do(func(tx *gorm.DB) error {
		var acts []actRow
		for _, act := range a.Acts {
			acts = append(acts, actRowOf(act))
		}
		// If the club exists already, the trigger refuses its first act.
		if err := conflictOr(create(tx, acts), "club"); err != nil {
			return err
		}
		var lives []liveRow
		for _, h := range a.Lives {
			lives = append(lives, liveRowOf(h))
		}
		if err := create(tx, lives); err != nil {
			return wrapFault("restore", err)
		}
		var steps []stepRow
		for _, r := range a.Steps {
			steps = append(steps, stepRowOf(r))
		}
		if err := create(tx, steps); err != nil {
			return wrapFault("restore", err)
		}
		for _, i := range a.Images {
			row := imageRowOf(i)
			if err := tx.Create(&row).Error; err != nil {
				return wrapFault("restore", err)
			}
		}
		if len(acts) == 0 {
			return nil
		}
		return wrapFault("restore", setNotifiedUpTo(tx, acts[0].Club, acts[len(acts)-1].No)) // nobody is notified of old acts
	})
}

func create[T any](tx *gorm.DB, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.CreateInBatches(rows, 200).Error
}
