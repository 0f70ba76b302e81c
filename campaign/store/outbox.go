package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"oriflamme/campaign"
)

// toldRow is how far the parcels of a club are made.
type toldRow struct {
	Club string `gorm:"primaryKey"`
	No   int64
}

func (toldRow) TableName() string { return "told" }

// parcelRow is word on its way.
type parcelRow struct {
	Club    string `gorm:"primaryKey"`
	ID      string `gorm:"primaryKey"`
	Member  string
	Channel string
	Target  string
	Act     int64
	Made    int64
	Due     int64
	Tries   int
	Lost    int // 1 when it was given up
	Trouble string
}

func (parcelRow) TableName() string { return "parcels" }

func parcelRowOf(p campaign.Parcel) parcelRow {
	row := parcelRow{Club: p.Club, ID: p.ID, Member: p.Member, Channel: string(p.Channel), Target: p.To, Act: p.Act,
		Made: p.Made.UnixMilli(), Due: p.Due.UnixMilli(), Tries: p.Tries, Trouble: p.Trouble}
	if p.Lost {
		row.Lost = 1
	}
	return row
}

func (r parcelRow) parcel() campaign.Parcel {
	return campaign.Parcel{ID: r.ID, Club: r.Club, Member: r.Member, Channel: campaign.Channel(r.Channel), To: r.Target, Act: r.Act,
		Made: moment(r.Made), Due: moment(r.Due), Tries: r.Tries, Lost: r.Lost == 1, Trouble: r.Trouble}
}

func parcels(rows []parcelRow) []campaign.Parcel {
	all := make([]campaign.Parcel, len(rows))
	for i, r := range rows {
		all[i] = r.parcel()
	}
	return all
}

// Told implements notice.Box.
func (s *Store) Told(ctx context.Context, club campaign.ID) (int64, error) {
	return toldOf(s.from(ctx), club)
}

func toldOf(tx *gorm.DB, club campaign.ID) (int64, error) {
	var row toldRow
	if err := tx.Where("club = ?", club).Limit(1).Find(&row).Error; err != nil {
		return 0, failed("read what was told", err)
	}
	return row.No, nil
}

// Tell implements notice.Box. Writers take turns, on either database, so that
// nobody comes between reading how far it is and writing it.
func (s *Store) Tell(_ context.Context, club campaign.ID, after, upto int64, made []campaign.Parcel) error {
	return s.do(func(tx *gorm.DB) error {
		now, err := toldOf(tx, club)
		if err != nil {
			return err
		}
		if now != after {
			return &campaign.Error{Code: campaign.Stale, Key: "changed-since"}
		}
		rows := make([]parcelRow, len(made))
		for i, p := range made {
			rows[i] = parcelRowOf(p)
		}
		if err := create(tx.Clauses(clause.OnConflict{DoNothing: true}), rows); err != nil {
			return failed("store parcels", err)
		}
		return failed("store what was told", tell(tx, club, upto))
	})
}

func tell(tx *gorm.DB, club campaign.ID, upto int64) error {
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&toldRow{club, upto}).Error
}

// Behind implements notice.Box.
func (s *Store) Behind(ctx context.Context) ([]campaign.ID, error) {
	var clubs []campaign.ID
	err := s.from(ctx).Raw(`SELECT acts.club FROM acts LEFT JOIN told ON told.club = acts.club
		GROUP BY acts.club HAVING MAX(acts.no) > COALESCE(MAX(told.no), 0) ORDER BY acts.club`).Scan(&clubs).Error
	if err != nil {
		return nil, failed("read what was told", err)
	}
	return clubs, nil
}

// SaveParcel implements campaign.Store.
func (s *Store) SaveParcel(_ context.Context, p campaign.Parcel) error {
	return s.do(func(tx *gorm.DB) error {
		err := tx.Where("club = ? AND member = ? AND channel = ? AND target = ? AND act = ?", p.Club, p.Member, string(p.Channel), p.To, p.Act).
			Delete(&parcelRow{}).Error
		if err != nil {
			return failed("store parcel", err)
		}
		row := parcelRowOf(p)
		return conflict(tx.Create(&row).Error, "parcel")
	})
}

// Due implements notice.Box.
func (s *Store) Due(ctx context.Context, now time.Time, most int) ([]campaign.Parcel, error) {
	var rows []parcelRow
	if err := s.from(ctx).Where("lost = 0 AND due <= ?", now.UnixMilli()).Order("due, club, act, id").Limit(most).Find(&rows).Error; err != nil {
		return nil, failed("read parcels", err)
	}
	return parcels(rows), nil
}

// Settle implements campaign.Store.
func (s *Store) Settle(_ context.Context, club campaign.ID, done []campaign.ID, again []campaign.Parcel) error {
	return s.do(func(tx *gorm.DB) error {
		if len(done) > 0 {
			if err := tx.Where("club = ? AND id IN ?", club, done).Delete(&parcelRow{}).Error; err != nil {
				return failed("settle parcels", err)
			}
		}
		for _, p := range again {
			row := parcelRowOf(p)
			// Not Save: what was removed meanwhile, with its device or its member, stays away.
			err := tx.Model(&parcelRow{}).Where("club = ? AND id = ?", club, p.ID).
				Updates(map[string]any{"due": row.Due, "tries": row.Tries, "lost": row.Lost, "trouble": row.Trouble}).Error
			if err != nil {
				return failed("settle parcels", err)
			}
		}
		return nil
	})
}

// Lost implements campaign.Store.
func (s *Store) Lost(ctx context.Context, club campaign.ID, most int) ([]campaign.Parcel, error) {
	var rows []parcelRow
	if err := s.from(ctx).Where("club = ? AND lost = 1", club).Order("made DESC, id DESC").Limit(most).Find(&rows).Error; err != nil {
		return nil, failed("read parcels", err)
	}
	return parcels(rows), nil
}

// SweepLost implements notice.Box.
func (s *Store) SweepLost(_ context.Context, before time.Time) error {
	return s.do(func(tx *gorm.DB) error {
		return failed("sweep parcels", tx.Where("lost = 1 AND made < ?", before.UnixMilli()).Delete(&parcelRow{}).Error)
	})
}

// Parcels implements campaign.Store.
func (s *Store) Parcels(ctx context.Context) (waiting, lost int, err error) {
	var counts []struct{ Lost, N int }
	err = s.from(ctx).Raw("SELECT lost, COUNT(*) AS n FROM parcels GROUP BY lost").Scan(&counts).Error
	if err != nil {
		return 0, 0, failed("count parcels", err)
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

// AllChoices implements notice.Box.
func (s *Store) AllChoices(ctx context.Context, club campaign.ID) (map[campaign.ID]map[string]string, error) {
	var rows []choiceRow
	if err := s.from(ctx).Where("club = ?", club).Find(&rows).Error; err != nil {
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
		for _, rows := range []any{&choiceRow{}, &deviceRow{}, &parcelRow{}} {
			if err := tx.Where("club = ? AND member = ?", club, member).Delete(rows).Error; err != nil {
				return failed("forget member", err)
			}
		}
		return nil
	})
}
