package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"oriflamme/campaign"
)

// rateLimitRow is the count of tries of one key: the time, in milliseconds, at which the
// count will be 0.
type rateLimitRow struct {
	Who   string `gorm:"primaryKey"`
	Until int64
}

func (rateLimitRow) TableName() string { return "tries" }

var _ campaign.RateLimiter = (*Store)(nil)

// Allow implements campaign.RateLimiter.
func (s *Store) Allow(ctx context.Context, who string, limit int, while time.Duration, now time.Time) (bool, error) {
	at, one := now.UnixMilli(), while.Milliseconds()
	latest := at + int64(limit-1)*one // the latest Until with which one more try is within the limit
	var rows []rateLimitRow
	if err := s.reader(ctx).Where("who = ?", who).Limit(1).Find(&rows).Error; err != nil {
		return false, wrapFault("read tries", err)
	}
	if len(rows) > 0 && rows[0].Until > latest {
		return false, nil // refused tries cost a read but no write
	}
	ok := false
	err := s.do(func(tx *gorm.DB) error {
		if err := tx.Where("until <= ?", at).Delete(&rateLimitRow{}).Error; err != nil {
			return wrapFault("forget tries", err)
		}
		// Another process may have counted since the read.
		done := tx.Exec("INSERT INTO tries VALUES (?, ?) ON CONFLICT (who) DO UPDATE SET until = tries.until + ? WHERE tries.until <= ?", who, at+one, one, latest)
		ok = done.RowsAffected > 0
		return wrapFault("count a try", done.Error)
	})
	return ok && err == nil, err
}
