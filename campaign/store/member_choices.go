package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"oriflamme/campaign"
)

// choiceRow is a stored value about a member that is not an act.
type choiceRow struct {
	Club   string `gorm:"primaryKey"`
	Member string `gorm:"primaryKey"`
	Name   string `gorm:"primaryKey"`
	Value  string
}

func (choiceRow) TableName() string { return "choices" }

// SaveChoice implements campaign.Store.
func (s *Store) SaveChoice(_ context.Context, club, member campaign.ID, name, value string) error {
	return s.do(func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&choiceRow{club, member, name, value}).Error
	})
}

// Choices implements campaign.Store.
func (s *Store) Choices(ctx context.Context, club, member campaign.ID) (map[string]string, error) {
	var rows []choiceRow
	if err := s.reader(ctx).Where("club = ? AND member = ?", club, member).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read choices: %w", err)
	}
	all := map[string]string{}
	for _, r := range rows {
		all[r.Name] = r.Value
	}
	return all, nil
}
