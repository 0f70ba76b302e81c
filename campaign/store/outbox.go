package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"oriflamme/campaign"
)

// notifiedRow is up to which act the deliveries of a club are made.
type notifiedRow struct {
	Club string `gorm:"primaryKey"`
	No   int64
}

func (notifiedRow) TableName() string { return "told" }

// deliveryRow is a delivery as stored.
type deliveryRow struct {
	Club    string `gorm:"primaryKey"`
	ID      string `gorm:"primaryKey"`
	Member  string
	Channel string
	Target  string
	Act     int64
	Made    int64
	Due     int64
	Tries   int
	Lost    int // 1 if it failed for good
	Trouble string
}

func (deliveryRow) TableName() string { return "parcels" }

func deliveryRowOf(p campaign.Delivery) deliveryRow {
	row := deliveryRow{Club: p.Club, ID: p.ID, Member: p.Member, Channel: string(p.Channel), Target: p.Target, Act: p.Act,
		Made: p.Made.UnixMilli(), Due: p.Due.UnixMilli(), Tries: p.Attempts, Trouble: p.LastError}
	if p.Failed {
		row.Lost = 1
	}
	return row
}

func (r deliveryRow) delivery() campaign.Delivery {
	return campaign.Delivery{ID: r.ID, Club: r.Club, Member: r.Member, Channel: campaign.Channel(r.Channel), Target: r.Target, Act: r.Act,
		Made: timeOf(r.Made), Due: timeOf(r.Due), Attempts: r.Tries, Failed: r.Lost == 1, LastError: r.Trouble}
}

// NotifiedUpTo implements notify.Outbox.
func (s *Store) NotifiedUpTo(ctx context.Context, club campaign.ID) (int64, error) {
	return notifiedUpTo(s.reader(ctx), club)
}

func notifiedUpTo(tx *gorm.DB, club campaign.ID) (int64, error) {
	var row notifiedRow
	err := tx.Where("club = ?", club).Limit(1).Find(&row).Error
	return row.No, wrapFault("read what was told", err)
}

// Enqueue implements notify.Outbox. Writers take turns on either database, so nobody can
// write between its reading and its writing.
func (s *Store) Enqueue(_ context.Context, club campaign.ID, after, upto int64, made []campaign.Delivery) error {
	return s.do(func(tx *gorm.DB) error {
		now, err := notifiedUpTo(tx, club)
		if err != nil {
			return err
		}
		if now != after {
			return &campaign.Error{Code: campaign.Stale, Key: "changed-since"}
		}
		if err := create(tx.Clauses(clause.OnConflict{DoNothing: true}), convert(made, deliveryRowOf)); err != nil {
			return wrapFault("store parcels", err)
		}
		return wrapFault("store what was told", setNotifiedUpTo(tx, club, upto))
	})
}

func setNotifiedUpTo(tx *gorm.DB, club campaign.ID, upto int64) error {
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&notifiedRow{club, upto}).Error
}

// ClubsBehind implements notify.Outbox.
func (s *Store) ClubsBehind(ctx context.Context) ([]campaign.ID, error) {
	var clubs []campaign.ID
	err := s.reader(ctx).Raw(`SELECT acts.club FROM acts LEFT JOIN told ON told.club = acts.club
		GROUP BY acts.club HAVING MAX(acts.no) > COALESCE(MAX(told.no), 0) ORDER BY acts.club`).Scan(&clubs).Error
	return clubs, wrapFault("read what was told", err)
}

// SaveDelivery implements campaign.Store.
func (s *Store) SaveDelivery(_ context.Context, p campaign.Delivery) error {
	return s.do(func(tx *gorm.DB) error {
		err := tx.Where("club = ? AND member = ? AND channel = ? AND target = ? AND act = ?", p.Club, p.Member, string(p.Channel), p.Target, p.Act).
			Delete(&deliveryRow{}).Error
		if err != nil {
			return wrapFault("store parcel", err)
		}
		row := deliveryRowOf(p)
		return conflictOr(tx.Create(&row).Error, "parcel")
	})
}

// DueDeliveries implements notify.Outbox.
func (s *Store) DueDeliveries(ctx context.Context, now time.Time, limit int) ([]campaign.Delivery, error) {
	return list("parcels", s.reader(ctx).Where("lost = 0 AND due <= ?", now.UnixMilli()).Order("due, club, act, id").Limit(limit), deliveryRow.delivery)
}

// FinishDeliveries implements campaign.Store.
func (s *Store) FinishDeliveries(_ context.Context, club campaign.ID, done []campaign.ID, again []campaign.Delivery) error {
	return s.do(func(tx *gorm.DB) error {
		if len(done) > 0 {
			if err := tx.Where("club = ? AND id IN ?", club, done).Delete(&deliveryRow{}).Error; err != nil {
				return wrapFault("settle parcels", err)
			}
		}
		for _, p := range again {
			row := deliveryRowOf(p)
			// An update, not Save: a delivery that was removed meanwhile must not come back.
			err := tx.Model(&deliveryRow{}).Where("club = ? AND id = ?", club, p.ID).
				Updates(map[string]any{"due": row.Due, "tries": row.Tries, "lost": row.Lost, "trouble": row.Trouble}).Error
			if err != nil {
				return wrapFault("settle parcels", err)
			}
		}
		return nil
	})
}

// FailedDeliveries implements campaign.Store.
func (s *Store) FailedDeliveries(ctx context.Context, club campaign.ID, limit int) ([]campaign.Delivery, error) {
	return list("parcels", s.reader(ctx).Where("club = ? AND lost = 1", club).Order("made DESC, id DESC").Limit(limit), deliveryRow.delivery)
}

// SweepFailed implements notify.Outbox.
func (s *Store) SweepFailed(_ context.Context, before time.Time) error {
	return s.do(func(tx *gorm.DB) error {
		return wrapFault("sweep parcels", tx.Where("lost = 1 AND made < ?", before.UnixMilli()).Delete(&deliveryRow{}).Error)
	})
}

// DeliveryCounts implements campaign.Store.
func (s *Store) DeliveryCounts(ctx context.Context) (waiting, lost int, err error) {
	var counts []struct{ Lost, N int }
	err = s.reader(ctx).Raw("SELECT lost, COUNT(*) AS n FROM parcels GROUP BY lost").Scan(&counts).Error
	if err != nil {
		return 0, 0, wrapFault("count parcels", err)
	}
	for _, c := range counts {
		if c.Lost == 1 {
			lost = c.N
		} else {
			waiting = c.N
		}
	}
	return waiting, lost, nil
}

// AllChoices implements notify.Outbox.
func (s *Store) AllChoices(ctx context.Context, club campaign.ID) (map[campaign.ID]map[string]string, error) {
	var rows []choiceRow
	if err := s.reader(ctx).Where("club = ?", club).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read choices: %w", err)
	}
	all := map[campaign.ID]map[string]string{}
	for _, r := range rows {
		if all[r.Member] == nil {
			all[r.Member] = map[string]string{}
		}
		all[r.Member][r.Name] = r.Value
	}
	return all, nil
}

// ForgetMember implements campaign.Store.
func (s *Store) ForgetMember(_ context.Context, club, member campaign.ID) error {
	return s.do(func(tx *gorm.DB) error {
		for _, rows := range []any{&choiceRow{}, &deviceRow{}, &deliveryRow{}} {
			if err := tx.Where("club = ? AND member = ?", club, member).Delete(rows).Error; err != nil {
				return wrapFault("forget member", err)
			}
		}
		return nil
	})
}
