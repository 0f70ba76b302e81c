package store

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"oriflamme/campaign"
)

// pendingRow is the move that waits for dice or a choice in a part of a battle.
type pendingRow struct {
	Club   string `gorm:"primaryKey"`
	Battle string `gorm:"primaryKey"`
	Part   string `gorm:"primaryKey"`
	Number int
	Stamp  string
	Turn   int
	Author string

	LastAnswer string `gorm:"column:said"`
	Move       string
}

func (pendingRow) TableName() string { return "pending" }

func (r pendingRow) pending() campaign.PendingRow {
	return campaign.PendingRow{Club: r.Club, Battle: r.Battle, Part: campaign.Part(r.Part), Number: r.Number, Stamp: r.Stamp,
		Turn: r.Turn, By: r.Author, LastAnswer: r.LastAnswer, Move: json.RawMessage(r.Move)}
}

// SavePending implements campaign.Store.
func (s *Store) SavePending(_ context.Context, p campaign.PendingRow, was string) error {
	return s.do(func(tx *gorm.DB) error {
		if err := checkLastStep(tx, p.Club, p.Battle, p.Part, p.Number); err != nil {
			return err
		}
		if err := dropPending(tx, p.Club, p.Battle, p.Part, was, p.Number); err != nil {
			return err
		}
		if len(p.Move) == 0 {
			return nil
		}
		// If nothing was to be replaced and there is a row, it is another player's move.
		row := pendingRow{p.Club, p.Battle, string(p.Part), p.Number, p.Stamp, p.Turn, p.By, p.LastAnswer, string(p.Move)}
		err := conflictOr(tx.Create(&row).Error, "move")
		if campaign.CodeOf(err) == campaign.Conflict {
			return stale(p.Number)
		}
		return err
	})
}

// dropPending removes the pending move with a stamp. It returns Stale if there is none; for
// stamp "" it does nothing.
func dropPending(tx *gorm.DB, club, battle campaign.ID, part campaign.Part, stamp string, last int) error {
	if stamp == "" {
		return nil
	}
	gone := ofPart(tx, club, battle, part).Where("stamp = ?", stamp).Delete(&pendingRow{})
	if gone.Error != nil {
		return wrapFault("store move", gone.Error)
	}
	if gone.RowsAffected == 0 {
		return stale(last)
	}
	return nil
}

// clearPending removes the pending move of a part, if there is one.
func clearPending(tx *gorm.DB, club, battle campaign.ID, part campaign.Part) error {
	return wrapFault("store move", ofPart(tx, club, battle, part).Delete(&pendingRow{}).Error)
}

// Pending implements campaign.Store.
func (s *Store) Pending(ctx context.Context, club, battle campaign.ID, part campaign.Part) (campaign.PendingRow, error) {
	return first("move", ofPart(s.reader(ctx), club, battle, part), pendingRow.pending, nil)
}
