//go:build unix

// Package pgtest starts a real PostgreSQL server for tests: a cluster of its own in a
// temporary folder, reached by a socket in that folder and removed when the tests end. It
// does not touch a server that the machine may run. Begin with Fresh.
package pgtest

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver
)

// server is the only server of a test program.
var server struct {
	once   sync.Once
	folder string
	child  *exec.Cmd
	leash  io.Closer // the server ends when this closes, even if the tests are killed
	err    error
	made   atomic.Int64
}

var errNone = errors.New("PostgreSQL is not installed")

// Fresh returns the address of a new, empty database. If PostgreSQL is not installed, the
// test is skipped, or fails in CI.
func Fresh(t testing.TB) string {
	t.Helper()
	server.once.Do(func() { server.err = start() })
	switch {
	case errors.Is(server.err, errNone) && os.Getenv("CI") == "":
		t.Skip(server.err)
	case server.err != nil:
		t.Fatal(server.err)
	}
	name := fmt.Sprintf("club%d", server.made.Add(1))
	if err := execute("CREATE DATABASE " + name); err != nil {
		t.Fatalf("new database: %v", err)
	}
	return address(name)
}

// address returns the address of a database of the server.
func address(name string) string {
	u := url.URL{Scheme: "postgres", User: url.User(owner().Username), Path: "/" + name}
	u.RawQuery = url.Values{"host": {server.folder}}.Encode()
	return u.String()
}

func execute(statement string) error {
	db, err := sql.Open("pgx", address("postgres"))
	if err != nil {
		return err
	}
	_, err = db.Exec(statement)
	return errors.Join(err, db.Close())
}

// Crash kills the server and all its processes at once (SIGKILL), like a failing machine
// except that the system still writes its cached file data. Restart makes it recover.
func Crash() error {
	first, err := postmaster()
	if err != nil {
		return err
	}
	// The children are listed before their parent is gone. On systems other than Linux they
	// end by themselves.
	list, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", first))
	err = syscall.Kill(first, syscall.SIGKILL)
	for _, field := range strings.Fields(string(list)) {
		if pid, bad := strconv.Atoi(field); bad == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return err
}

// postmaster returns the process ID of the server's first process.
func postmaster() (int, error) {
	text, err := os.ReadFile(filepath.Join(server.folder, "data", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(strings.TrimSpace(line))
}

// Restart starts the server again after Crash and returns once it has recovered.
func Restart(t testing.TB) {
	t.Helper()
	_ = server.leash.Close()
	_ = server.child.Wait()
	if err := launch(); err != nil {
		t.Fatal(err)
	}
}

// Stop ends the server, if one was started. Call it when all tests are over.
func Stop() {
	if server.child != nil {
		_ = server.leash.Close()
		_ = server.child.Wait()
	}
	if server.folder != "" {
		_ = os.RemoveAll(server.folder)
	}
}

func start() error {
	bin, err := binaries()
	if err != nil {
		return err
	}
	// Not in a test's own folder: the path of a socket must be short.
	if server.folder, err = os.MkdirTemp("/tmp", "pg"); err != nil {
		return err
	}
	if os.Getuid() == 0 {
		uid, gid := ids()
		if err := os.Chown(server.folder, int(uid), int(gid)); err != nil {
			return err
		}
	}
	data := filepath.Join(server.folder, "data")
	initdb := asOwner(exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"))
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return launch()
}

// launch starts the server on the existing cluster.
func launch() (err error) {
	bin, err := binaries()
	if err != nil {
		return err
	}
	data := filepath.Join(server.folder, "data")
	const held = `"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server`
	server.child = asOwner(exec.Command("sh", "-c", held, "sh", filepath.Join(bin, "postgres"), "-D", data, "-k", server.folder, "-c", "listen_addresses=", "-c", "max_connections=60"))
	var output bytes.Buffer
	server.child.Stderr = &output
	if server.leash, err = server.child.StdinPipe(); err != nil {
		return err
	}
	if err := server.child.Start(); err != nil {
		return err
	}
	for wait := time.Now().Add(3 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		err := execute("SELECT 1")
		if err == nil {
			return nil
		}
		if time.Now().After(wait) {
			_ = server.leash.Close()
			_ = server.child.Wait() // it may write until it has ended
			return fmt.Errorf("the PostgreSQL server does not answer: %w\n%s", err, output.String())
		}
	}
}

// binaries returns the folder of the server's programs.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // where Debian installs them
	if err != nil || len(found) == 0 {
		return "", errNone
	}
	return filepath.Dir(found[len(found)-1]), nil
}

// owner returns the user that the server runs as, because it refuses to run as root.
func owner() *user.User {
	if os.Getuid() == 0 {
		for _, name := range []string{"postgres", "nobody"} {
			if u, err := user.Lookup(name); err == nil {
				return u
			}
		}
	}
	u, err := user.Current()
	if err != nil {
		return &user.User{}
	}
	return u
}

func ids() (uid, gid uint32) {
	u := owner()
	a, _ := strconv.ParseUint(u.Uid, 10, 32)
	b, _ := strconv.ParseUint(u.Gid, 10, 32)
	return uint32(a), uint32(b)
}

// asOwner makes a program run as the owner, in the server's folder.
func asOwner(c *exec.Cmd) *exec.Cmd {
	c.Dir = server.folder
	if os.Getuid() == 0 {
		uid, gid := ids()
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: gid}}
	}
	return c
}
