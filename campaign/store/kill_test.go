package store_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
)

// childEnv is the environment variable that names the database to the copy of this test that
// is killed; synchronousEnv names its synchronous setting, if not the usual one.
const (
	childEnv       = "ORIFLAMME_TEST_KILL"
	synchronousEnv = "ORIFLAMME_TEST_SYNCHRONOUS"
)

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

// writeUntilKilled does acts from several goroutines and prints a line for each act that was
// acknowledged.
func writeUntilKilled(path string) error {
	s, err := store.Open(path)
	if err != nil {
		return err
	}
	if setting := os.Getenv(synchronousEnv); setting != "" {
		if err := s.Pragma("synchronous = " + setting); err != nil {
			return err
		}
	}
	h := campaign.NewService(s, nil, time.Now)
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
	for range 32 {
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

// killsEnv is the environment variable for the number of kills on each database, for long runs.
const killsEnv = "ORIFLAMME_KILLS"

// TestKill: a server that is killed at any moment while 32 goroutines write loses no act that
// it has acknowledged, and its chain verifies and folds. On PostgreSQL every second kill
// hits the database server with all its processes.
func TestKill(t *testing.T) { eachBackend(t, kills) }

func kills(t *testing.T, name string) {
	if testing.Short() {
		t.Skip("long")
	}
	kills := 10
	if n, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil && n > 0 {
		kills = n
	}
	s, err := store.Open(name)
	must(t, err)
	club, _ := foundClub(t, campaign.NewService(s, nil, time.Now))
	must(t, s.Close())
	acknowledged := map[int64]string{}
	for i := range kills {
		killOne(t, name, store.Remote(name) && i%2 == 1, 1, acknowledged)
		check(t, name, club, acknowledged)
	}
	if len(acknowledged) < kills {
		t.Errorf("only %d acts were acknowledged in %d runs: the test shows little", len(acknowledged), kills)
	}
	checkTwice(t, name)
	t.Logf("%d kills, %d acknowledged acts, none lost", kills, len(acknowledged))
}

// checkTwice checks a database twice: the second time against the state hash that the first
// check has stored.
func checkTwice(t *testing.T, name string) {
	t.Helper()
	for range 2 {
		clean(t, campaign.NewService(open(t, name), nil, time.Now))
	}
}

// killOne lets a child process write, and kills it or its database server some time after at least least acts were acknowledged.
func killOne(t *testing.T, path string, database bool, least int, acknowledged map[int64]string) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childEnv+"="+path)
	kill := func() error { return child.Process.Kill() }
	if database {
		kill = pgtest.Crash
		defer pgtest.Restart(t)
	} else {
		child.Stderr = os.Stderr
	}
	killed := make(chan error, 1)
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	in := bufio.NewReader(out)
	notified := 0
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break // the pipe of a killed process ends; an incomplete line acknowledges nothing
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
		if notified++; notified == least {
			time.AfterFunc(time.Duration(rand.IntN(120_000))*time.Microsecond, func() { killed <- kill() })
		}
	}
	if err := child.Wait(); err == nil || notified < least {
		t.Fatal("the child ended by itself")
	}
	must(t, <-killed)
}

func check(t *testing.T, path string, club campaign.ID, acknowledged map[int64]string) {
	t.Helper()
	s, err := store.Open(path)
	must(t, err)
	defer s.Close()
	acts, err := s.Acts(ctx, club, 0)
	must(t, err)
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
