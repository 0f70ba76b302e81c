package store

import (
	"context"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"oriflamme/campaign"
)

// deviceRow is a device as stored.
type deviceRow struct {
	Club     string `gorm:"primaryKey"`
	ID       string `gorm:"primaryKey"`
	Member   string
	Endpoint string
	P256dh   string `gorm:"column:p256dh"`
	Auth     string
	Label    string
	Made     int64
}

func (deviceRow) TableName() string { return "devices" }

func (r deviceRow) device() campaign.Device {
	return campaign.Device{ID: r.ID, Club: r.Club, Member: r.Member, Endpoint: r.Endpoint, Key: r.P256dh, Auth: r.Auth, Label: r.Label, Made: timeOf(r.Made)}
}

// SaveDevice implements campaign.Store.
func (s *Store) SaveDevice(_ context.Context, d campaign.Device) error {
	return s.do(func(tx *gorm.DB) error {
		var old []string
		if err := tx.Model(&deviceRow{}).Where("club = ? AND endpoint = ?", d.Club, d.Endpoint).Pluck("id", &old).Error; err != nil {
			return wrapFault("store device", err)
		}
		for _, id := range old {
			if err := dropTarget(tx, &deviceRow{}, campaign.ChannelPush, d.Club, id); err != nil {
				return err
			}
		}
		row := deviceRow{d.Club, d.ID, d.Member, d.Endpoint, d.Key, d.Auth, d.Label, d.Made.UnixMilli()}
		return conflictOr(tx.Create(&row).Error, "device")
	})
}

// Devices implements campaign.Store.
func (s *Store) Devices(ctx context.Context, club campaign.ID) ([]campaign.Device, error) {
	return list("devices", s.reader(ctx).Where("club = ?", club).Order("id"), deviceRow.device)
}

// DropDevice implements campaign.Store.
func (s *Store) DropDevice(_ context.Context, club, id campaign.ID) error {
	return s.do(func(tx *gorm.DB) error { return dropTarget(tx, &deviceRow{}, campaign.ChannelPush, club, id) })
}

// dropTarget removes a device or a webhook with its deliveries.
func dropTarget(tx *gorm.DB, row any, channel campaign.Channel, club, id campaign.ID) error {
	if err := tx.Where("club = ? AND channel = ? AND target = ?", club, string(channel), id).Delete(&deliveryRow{}).Error; err != nil {
		return wrapFault("drop parcels", err)
	}
	return wrapFault("drop "+string(channel), tx.Where("club = ? AND id = ?", club, id).Delete(row).Error)
}

// webhookRow is a webhook as stored.
type webhookRow struct {
	Club    string `gorm:"primaryKey"`
	ID      string `gorm:"primaryKey"`
	Author  string
	Name    string
	URL     string `gorm:"column:url"`
	Secret  string
	Form    string
	Topics  string // separated by spaces
	Lang    string
	Private int // 1 if private campaigns are included
	Made    int64
}

func (webhookRow) TableName() string { return "hooks" }

func (r webhookRow) webhook() campaign.Webhook {
	return campaign.Webhook{ID: r.ID, Club: r.Club, By: r.Author, Name: r.Name, URL: r.URL, Secret: r.Secret, Format: campaign.WebhookFormat(r.Form),
		Topics: convert(strings.Fields(r.Topics), func(word string) campaign.Topic { return campaign.Topic(word) }),
		Lang:   r.Lang, Private: r.Private == 1, Made: timeOf(r.Made)}
}

// SaveWebhook implements campaign.Store.
func (s *Store) SaveWebhook(_ context.Context, h campaign.Webhook) error {
	words := convert(h.Topics, func(t campaign.Topic) string { return string(t) })
	row := webhookRow{Club: h.Club, ID: h.ID, Author: h.By, Name: h.Name, URL: h.URL, Secret: h.Secret, Form: string(h.Format),
		Topics: strings.Join(words, " "), Lang: h.Lang, Made: h.Made.UnixMilli()}
	if h.Private {
		row.Private = 1
	}
	return s.do(func(tx *gorm.DB) error { return conflictOr(tx.Create(&row).Error, "hook") })
}

// Webhooks implements campaign.Store.
func (s *Store) Webhooks(ctx context.Context, club campaign.ID) ([]campaign.Webhook, error) {
	return list("hooks", s.reader(ctx).Where("club = ?", club).Order("id"), webhookRow.webhook)
}

// DropWebhook implements campaign.Store.
func (s *Store) DropWebhook(_ context.Context, club, id campaign.ID) error {
	return s.do(func(tx *gorm.DB) error { return dropTarget(tx, &webhookRow{}, campaign.ChannelWebhook, club, id) })
}

// secretRow is a secret of the site as stored.
type secretRow struct {
	Name  string `gorm:"primaryKey"`
	Value string
}

func (secretRow) TableName() string { return "secrets" }

// Secret implements notify.Outbox.
func (s *Store) Secret(ctx context.Context, name, offered string) (string, error) {
	var row secretRow
	err := s.reader(ctx).Where("name = ?", name).Limit(1).Find(&row).Error
	if err != nil || row.Value != "" {
		return row.Value, wrapFault("read secret", err)
	}
	err = s.do(func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&secretRow{name, offered}).Error; err != nil {
			return wrapFault("store secret", err)
		}
		return wrapFault("read secret", tx.Where("name = ?", name).Take(&row).Error)
	})
	return row.Value, err
}
