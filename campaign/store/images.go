package store

import (
	"context"

	"gorm.io/gorm"

	"oriflamme/campaign"
)

// imageRow is an image as stored.
type imageRow struct {
	Club   string `gorm:"primaryKey"`
	Hash   string `gorm:"primaryKey"`
	Kind   string
	Width  int
	Height int
	Size   int
	Author string
	At     int64
	Data   []byte
}

func (imageRow) TableName() string { return "images" }

// BeforeSave stores empty bytes as an empty value, because the column refuses NULL.
func (r *imageRow) BeforeSave(*gorm.DB) error {
	r.normalise()
	return nil
}

// AfterFind makes empty bytes the same for both drivers.
func (r *imageRow) AfterFind(*gorm.DB) error {
	r.normalise()
	return nil
}

func (r *imageRow) normalise() {
	if r.Data == nil {
		r.Data = []byte{}
	}
}

func imageRowOf(i campaign.Image) imageRow {
	return imageRow{i.Club, i.Hash, i.Type, i.Width, i.Height, i.Size, i.By, i.At.UnixMilli(), i.Data}
}

func (r imageRow) image() campaign.Image {
	return campaign.Image{Club: r.Club, Hash: r.Hash, Type: r.Kind, Width: r.Width, Height: r.Height, Size: r.Size, By: r.Author, At: timeOf(r.At), Data: r.Data}
}

// SaveImage implements campaign.Store.
func (s *Store) SaveImage(_ context.Context, i campaign.Image, limit int) error {
	return s.do(func(tx *gorm.DB) error {
		var there []imageRow
		if err := ofImage(tx, i.Club, i.Hash).Omit("data").Find(&there).Error; err != nil {
			return wrapFault("store image", err)
		}
		if len(there) > 0 && there[0].Size > 0 {
			return nil
		}
		var held int
		if err := tx.Raw("SELECT COALESCE(SUM(size), 0) FROM images WHERE club = ?", i.Club).Scan(&held).Error; err != nil {
			return wrapFault("store image", err)
		}
		if held+i.Size > limit {
			return &campaign.Error{Code: campaign.Conflict, Field: "image", Key: "images-full"}
		}
		row := imageRowOf(i)
		return wrapFault("store image", tx.Save(&row).Error)
	})
}

// Images implements campaign.Store.
func (s *Store) Images(ctx context.Context, club campaign.ID) ([]campaign.Image, error) {
	return list("images", s.reader(ctx).Where("club = ?", club).Omit("data").Order("hash"), imageRow.image)
}

// Image implements campaign.Store.
func (s *Store) Image(ctx context.Context, club campaign.ID, hash string) (campaign.Image, error) {
	return first("image", ofImage(s.reader(ctx), club, hash), imageRow.image, &campaign.Error{Code: campaign.NotFound, Key: "no-image"})
}

// EmptyImage implements campaign.Store.
func (s *Store) EmptyImage(_ context.Context, club campaign.ID, hash string) error {
	return s.do(func(tx *gorm.DB) error {
		return wrapFault("take image away", ofImage(tx.Model(&imageRow{}), club, hash).Updates(map[string]any{"data": []byte{}, "size": 0}).Error)
	})
}

// DropImage implements campaign.Store.
func (s *Store) DropImage(_ context.Context, club campaign.ID, hash string) error {
	return s.do(func(tx *gorm.DB) error {
		return wrapFault("remove image", ofImage(tx, club, hash).Delete(&imageRow{}).Error)
	})
}

// ofImage restricts a query to one image.
func ofImage(db *gorm.DB, club campaign.ID, hash string) *gorm.DB {
	return db.Where("club = ? AND hash = ?", club, hash)
}
