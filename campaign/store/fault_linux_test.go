package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

// tinyDisk mounts a disk of one or two megabytes. The test is skipped if it may not mount.
func tinyDisk(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("no right to mount a disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// TestDiskFull fills a real disk to its last byte under a store and frees it again.
func TestDiskFull(t *testing.T) {
	disk := tinyDisk(t)
	s := open(t, filepath.Join(disk, "x.db"))
	h := campaign.NewService(s, nil, time.Now)
	club, by := foundClub(t, h)
	filler := filepath.Join(disk, "filler")
	acknowledged := map[int64]string{}
	for round := range 3 {
		fill(t, filler)
		var err error
		for i := 0; err == nil; i++ {
			var a campaign.Act
			if a, err = h.Do(ctx, by, club, fmt.Sprint(round, "-", i), remark(i)); err == nil {
				acknowledged[a.No] = a.Hash
			}
		}
		refused(t, err, "disk-full")
		if _, err := h.State(ctx, club); err != nil {
			t.Errorf("reading on a full disk: %v", err)
		}
		if err := s.Backup(ctx, filepath.Join(disk, "copy.db")); err == nil {
			t.Error("a copy on a full disk")
		}
		must(t, os.Remove(filler))
		a, err := h.Do(ctx, by, club, fmt.Sprint("space", round), remark(round))
		if err != nil {
			t.Fatalf("there is space again: %v", err)
		}
		acknowledged[a.No] = a.Hash
	}
	acts, err := s.Acts(ctx, club, 0)
	must(t, err)
	for no, hash := range acknowledged {
		if no > int64(len(acts)) || acts[no-1].Hash != hash {
			t.Errorf("act %d was acknowledged and is lost", no)
		}
	}
	clean(t, h)
	if left, _ := filepath.Glob(filepath.Join(disk, "copy*")); len(left) > 0 {
		t.Errorf("what is left of failed copies: %v", left)
	}
}

// fill writes a file until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	must(t, err)
	defer f.Close()
	for size := 1 << 16; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadOnlyDisk: a database on a read-only disk is refused at start with the reason.
func TestReadOnlyDisk(t *testing.T) {
	disk := tinyDisk(t)
	path := filepath.Join(disk, "x.db")
	s, err := store.Open(path)
	must(t, err)
	club, _ := foundClub(t, campaign.NewService(s, nil, time.Now))
	must(t, s.Close())
	must(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	if s, err := store.Open(path); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("opened on a read-only disk: %v %v", s, err)
	}
	must(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT, ""))
	if _, err := campaign.NewService(open(t, path), nil, time.Now).State(ctx, club); err != nil {
		t.Errorf("the disk takes writes again: %v", err)
	}
}
