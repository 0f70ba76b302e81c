package store

import (
	"context"
	"errors"
	"fmt"
	"os"

	"gorm.io/gorm"
)

// Copy copies everything in one database to another, which must be empty: acts, battles,
// images, sessions, links and deliveries, as they are at one moment. Both may be of either
// kind. After an error the target is empty.
func Copy(ctx context.Context, to, from *Store) error {
	return from.read.WithContext(ctx).Transaction(func(out *gorm.DB) error {
		return to.do(func(in *gorm.DB) error {
			in = in.WithContext(ctx)
			var held int64
			if err := in.Raw("SELECT (SELECT COUNT(*) FROM acts) + (SELECT COUNT(*) FROM tokens)").Scan(&held).Error; err != nil {
				return fmt.Errorf("copy: %w", err)
			}
			if held > 0 {
				return errors.New("copy: the database to copy to is not empty")
			}
			return errors.Join(
				copyRows[actRow](in, out, "acts", "club, no", manyRows),
				copyRows[liveRow](in, out, "lives", "club, battle, part", manyRows),
				copyRows[stepRow](in, out, "steps", "club, battle, part, number", manyRows),
				copyRows[pendingRow](in, out, "pending", "club, battle, part", manyRows),
				copyRows[tokenRow](in, out, "tokens", "hash", manyRows),
				copyRows[passkeyRow](in, out, "passkeys", "credential", manyRows),
				copyRows[passwordRow](in, out, "passwords", "club, member", manyRows),
				copyRows[cacheRow](in, out, "caches", "club", manyRows),
				copyRows[choiceRow](in, out, "choices", "club, member, name", manyRows),
				copyRows[notifiedRow](in, out, "told", "club", manyRows),
				copyRows[deliveryRow](in, out, "parcels", "club, id", manyRows),
				copyRows[deviceRow](in, out, "devices", "club, id", manyRows),
				copyRows[webhookRow](in, out, "hooks", "club, id", manyRows),
				copyRows[secretRow](in, out, "secrets", "name", manyRows),
				copyRows[rateLimitRow](in, out, "tries", "who", manyRows),
				copyRows[imageRow](in, out, "images", "club, hash", fewRows),
			)
		})
	}, from.backend.snapshot())
}

// How many rows are held in memory at a time: few for a table with large rows.
const (
	manyRows = 200
	fewRows  = 8
)

// copyRows copies a table, limit rows at a time.
func copyRows[T any](to, from *gorm.DB, table, order string, limit int) error {
	rows, err := from.Model(new(T)).Order(order).Rows()
	if err != nil {
		return fmt.Errorf("copy %s: %w", table, err)
	}
	defer rows.Close()
	var some []T
	flush := func() error {
		err := create(to, some)
		some = some[:0]
		return err
	}
	for rows.Next() {
		var row T
		if err := from.ScanRows(rows, &row); err != nil {
			return fmt.Errorf("copy %s: %w", table, err)
		}
		if some = append(some, row); len(some) == limit {
			if err := flush(); err != nil {
				return fmt.Errorf("copy %s: %w", table, err)
			}
		}
	}
	if err := errors.Join(rows.Err(), flush()); err != nil {
		return fmt.Errorf("copy %s: %w", table, err)
	}
	return nil
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
