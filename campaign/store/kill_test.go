package store_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
)

// childEnv names the database to a copy of this test that is to be killed.
const childEnv = "ORIFLAMME_TEST_KILL"

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		if err := writeUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	pgtest.Stop()
	os.Exit(code)
}

// writeUntilKilled does acts from several goroutines and says so, line by line,
// once each is acknowledged.
func writeUntilKilled(path string) error {
	s, err := store.Open(path)
	if err != nil {
		return err
	}
	h := campaign.NewHall(s, nil, time.Now)
	clubs, err := h.Clubs(ctx)
	if err != nil {
		return err
	}
	state, err := h.State(ctx, clubs[0])
	if err != nil {
		return err
	}
	by := campaign.Actor{Member: state.Acts[0].By}
	failed := make(chan error)
	for range 8 {
		go func() {
			for i := 0; ; i++ {
				a, err := h.Do(ctx, by, clubs[0], campaign.NewToken(), remark(i))
				if err != nil {
					failed <- err
					return
				}
				fmt.Fprintf(os.Stdout, "%d %s\n", a.No, a.Hash)
			}
		}()
	}
	return <-failed
}

// TestKill: a server that is killed at any moment has lost no act that it had
// acknowledged, and its chain holds.
func TestKill(t *testing.T) {
	kills := 15
	if testing.Short() {
		kills = 4
	}
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	club, _ := found(t, campaign.NewHall(s, nil, time.Now))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	acknowledged := map[int64]string{}
	for range kills {
		killOne(t, path, acknowledged)
		check(t, path, club, acknowledged)
	}
	if len(acknowledged) < kills {
		t.Errorf("only %d acts were acknowledged in %d runs: the test shows little", len(acknowledged), kills)
	}
	t.Logf("%d kills, %d acknowledged acts, none lost", kills, len(acknowledged))
}

func killOne(t *testing.T, path string, acknowledged map[int64]string) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childEnv+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(out)
	first := true
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break // the pipe of a killed process ends; half a line promises nothing
		}
		var no int64
		var hash string
		if _, err := fmt.Sscanf(line, "%d %s\n", &no, &hash); err != nil {
			t.Fatalf("the child says %q", line)
		}
		if old, ok := acknowledged[no]; ok && old != hash {
			t.Fatalf("act %d was acknowledged twice with different hashes", no)
		}
		acknowledged[no] = hash
		if first {
			first = false
			time.AfterFunc(time.Duration(rand.IntN(120_000))*time.Microsecond, func() { child.Process.Kill() })
		}
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the child ended by itself")
	}
}

func check(t *testing.T, path string, club campaign.ID, acknowledged map[int64]string) {
	t.Helper()
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	acts, err := s.Acts(ctx, club, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := campaign.Verify(acts); err != nil {
		t.Error(err)
	}
	for no, hash := range acknowledged {
		if no > int64(len(acts)) || acts[no-1].Hash != hash {
			t.Fatalf("act %d was acknowledged and is lost", no)
		}
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}
