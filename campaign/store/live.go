package store

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"oriflamme/campaign"
)

// liveRow is the head of a battle's part as stored.
type liveRow struct {
	Club   string `gorm:"primaryKey"`
	Battle string `gorm:"primaryKey"`
	Part   string `gorm:"primaryKey"`
	Setup  string
	Seed   string
}

func (liveRow) TableName() string { return "lives" }

func liveRowOf(h campaign.LiveHead) liveRow {
	return liveRow{h.Club, h.Battle, string(h.Part), string(h.Setup), h.Seed}
}

func (r liveRow) head() campaign.LiveHead {
	return campaign.LiveHead{Club: r.Club, Battle: r.Battle, Part: campaign.Part(r.Part), Setup: json.RawMessage(r.Setup), Seed: r.Seed}
}

// stepRow is one step as stored.
type stepRow struct {
	Club   string `gorm:"primaryKey"`
	Battle string `gorm:"primaryKey"`
	Part   string `gorm:"primaryKey"`
	Number int    `gorm:"primaryKey;autoIncrement:false"`
	Author string
	At     int64
	Roll   string
	Idem   string
	Line   string
}

func (stepRow) TableName() string { return "steps" }

func stepRowOf(s campaign.StepRow) stepRow {
	return stepRow{s.Club, s.Battle, string(s.Part), s.Number, s.By, s.At.UnixMilli(), string(s.Roll), s.Key, string(s.Line)}
}

func (r stepRow) step() campaign.StepRow {
	return campaign.StepRow{Club: r.Club, Battle: r.Battle, Part: campaign.Part(r.Part), Number: r.Number, By: r.Author,
		At: timeOf(r.At), Roll: campaign.Roll(r.Roll), Key: r.Idem, Line: json.RawMessage(r.Line)}
}

// ofPart restricts a query to one part of a battle.
func ofPart(tx *gorm.DB, club, battle campaign.ID, part campaign.Part) *gorm.DB {
	return tx.Where("club = ? AND battle = ? AND part = ?", club, battle, string(part))
}

// SaveLive implements campaign.Store.
func (s *Store) SaveLive(_ context.Context, h campaign.LiveHead) error {
	return s.do(func(tx *gorm.DB) error {
		var steps int64
		if err := ofPart(tx.Model(&stepRow{}), h.Club, h.Battle, h.Part).Count(&steps).Error; err != nil {
			return wrapFault("store battle", err)
		}
		if steps > 0 {
			return &campaign.Error{Code: campaign.Conflict, Field: "battle", Key: "open-already"}
		}
		if err := clearPending(tx, h.Club, h.Battle, h.Part); err != nil {
			return err
		}
		row := liveRowOf(h)
		return tx.Save(&row).Error
	})
}

// Lives implements campaign.Store.
func (s *Store) Lives(ctx context.Context, club campaign.ID) ([]campaign.LiveHead, error) {
	return list("battles", s.reader(ctx).Where("club = ?", club).Order("battle, part DESC"), liveRow.head)
}

// Live implements campaign.Store.
func (s *Store) Live(ctx context.Context, club, battle campaign.ID, part campaign.Part) (campaign.LiveHead, error) {
	return first("battle", ofPart(s.reader(ctx), club, battle, part), liveRow.head, &campaign.Error{Code: campaign.NotFound, Field: "battle", Key: "no-live"})
}

// AppendStep implements campaign.Store.
func (s *Store) AppendStep(_ context.Context, r campaign.StepRow) error {
	return s.do(func(tx *gorm.DB) error {
		last := r.Number - 1
		if err := checkLastStep(tx, r.Club, r.Battle, r.Part, last); err != nil {
			return err
		}
		if r.After != "" {
			// The last step may be another one of the same number, if another process undid and
			// replayed it.
			var before stepRow
			if err := ofPart(tx, r.Club, r.Battle, r.Part).Where("number = ?", last).Limit(1).Find(&before).Error; err != nil {
				return wrapFault("read steps", err)
			}
			if before.Idem != r.After {
				return stale(last)
			}
		}
		if err := dropPending(tx, r.Club, r.Battle, r.Part, r.Stamp, last); err != nil {
			return err
		}
		if err := clearPending(tx, r.Club, r.Battle, r.Part); err != nil {
			return err
		}
		row := stepRowOf(r)
		return conflictOr(tx.Create(&row).Error, "step")
	})
}

// DropStep implements campaign.Store.
func (s *Store) DropStep(_ context.Context, club, battle campaign.ID, part campaign.Part, number int) error {
	return s.do(func(tx *gorm.DB) error {
		if err := checkLastStep(tx, club, battle, part, number); err != nil {
			return err
		}
		if err := clearPending(tx, club, battle, part); err != nil {
			return err
		}
		return ofPart(tx, club, battle, part).Where("number = ?", number).Delete(&stepRow{}).Error
	})
}

// checkLastStep returns Stale if the last step of a part has another number.
func checkLastStep(tx *gorm.DB, club, battle campaign.ID, part campaign.Part, number int) error {
	var last int
	err := ofPart(tx.Model(&stepRow{}), club, battle, part).Select("COALESCE(MAX(number), 0)").Scan(&last).Error
	if err == nil && last != number {
		return stale(last)
	}
	return wrapFault("read steps", err)
}

func stale(last int) error {
	return &campaign.Error{Code: campaign.Stale, Field: "number", Key: "changed-since", Params: map[string]string{"number": fmt.Sprint(last)}}
}

// Steps implements campaign.Store.
func (s *Store) Steps(ctx context.Context, club, battle campaign.ID, part campaign.Part) ([]campaign.StepRow, error) {
	return list("steps", ofPart(s.reader(ctx), club, battle, part).Order("number"), stepRow.step)
}
