//go:build linux && cgo

package store_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

// TestPowerCut: after a power cut, which leaves only what was synced, the database has every act that was acknowledged before.
// The same test with a setting that most programs use shows that it can lose acts.
func TestPowerCut(t *testing.T) {
	library := filepath.Join(t.TempDir(), "powercut.so")
	out, err := exec.Command("gcc", "-shared", "-fPIC", "-O1", "-o", library, "testdata/powercut.c", "-ldl").CombinedOutput()
	if err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	for _, c := range []struct {
		synchronous string
		loses       bool
	}{{"FULL", false}, {"NORMAL", true}} {
		t.Run(c.synchronous, func(t *testing.T) {
			acknowledged, lost := 0, 0
			for range 3 {
				a, l := cutPower(t, library, c.synchronous)
				acknowledged, lost = acknowledged+a, lost+l
			}
			t.Logf("%d acknowledged acts, %d lost", acknowledged, lost)
			if acknowledged < 10 || (lost > 0) != c.loses {
				t.Errorf("%d of %d acknowledged acts are lost, want any: %v", lost, acknowledged, c.loses)
			}
		})
	}
}

// cutPower lets a child process write for a moment, discards everything that was not synced, and counts the missing acts.
func cutPower(t *testing.T, library, synchronous string) (acknowledged, lost int) {
	t.Helper()
	path, shadow := filepath.Join(t.TempDir(), "club.db"), t.TempDir()
	s, err := store.Open(path)
	must(t, err)
	club, _ := foundClub(t, campaign.NewService(s, nil, time.Now))
	must(t, s.Close())
	whole, err := os.ReadFile(path)
	must(t, err)
	after := filepath.Join(shadow, "club.db")
	must(t, os.WriteFile(after, whole, 0o600))
	t.Setenv("LD_PRELOAD", library)
	t.Setenv("ORIFLAMME_TEST_SHADOW", shadow)
	t.Setenv(synchronousEnv, synchronous)
	notified := map[int64]string{}
	killOne(t, path, false, 10, notified)
	acts, err := open(t, after).Acts(ctx, club, 0)
	must(t, err)
	if err := campaign.Verify(acts); err != nil {
		t.Error(err)
	}
	for no, hash := range notified {
		if no > int64(len(acts)) || acts[no-1].Hash != hash {
			lost++
		}
	}
	return len(notified), lost
}
