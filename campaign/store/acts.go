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
	return ids, wrapFault("read clubs", err)
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
	return row.No, row.Hash, wrapFault("read state hash", err)
}

// Restore implements campaign.Store.
func (s *Store) Restore(_ context.Context, a campaign.Archive) error {
	return s.do(func(tx *gorm.DB) error {
		// If the club exists already, the trigger refuses its first act.
		if err := conflictOr(create(tx, convert(a.Acts, actRowOf)), "club"); err != nil {
			return err
		}
		if err := create(tx, convert(a.Lives, liveRowOf)); err != nil {
			return wrapFault("restore", err)
		}
		if err := create(tx, convert(a.Steps, stepRowOf)); err != nil {
			return wrapFault("restore", err)
		}
		for _, i := range a.Images {
			row := imageRowOf(i)
			if err := tx.Create(&row).Error; err != nil {
				return wrapFault("restore", err)
			}
		}
		if len(a.Acts) == 0 {
			return nil
		}
		return wrapFault("restore", setNotifiedUpTo(tx, a.Acts[0].Club, a.Acts[len(a.Acts)-1].No)) // nobody is notified of old acts
	})
}

// convert returns the elements of a list in another form.
func convert[A, B any](all []A, to func(A) B) []B {
	converted := make([]B, len(all))
	for i, v := range all {
		converted[i] = to(v)
	}
	return converted
}

// list returns the rows that a query finds; what says in errors what they are.
func list[R, T any](what string, query *gorm.DB, of func(R) T) ([]T, error) {
	var rows []R
	if err := query.Find(&rows).Error; err != nil {
		return nil, wrapFault("read "+what, err)
	}
	return convert(rows, of), nil
}

// first returns the first row that a query finds, or the error none if it finds none.
func first[R, T any](what string, query *gorm.DB, of func(R) T, none error) (v T, err error) {
	all, err := list(what, query.Limit(1), of)
	if err != nil {
		return v, err
	}
	if len(all) == 0 {
		return v, none
	}
	return all[0], nil
}

func create[T any](tx *gorm.DB, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.CreateInBatches(rows, 200).Error
}
