package store_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

// history makes a closed SQLite file with a club of some acts and returns its archive. The
// file was checked once, so that the state hash is stored.
func history(t *testing.T, path string) (club campaign.ID, archive []byte) {
	t.Helper()
	s, err := store.Open(path)
	must(t, err)
	h := campaign.NewService(s, nil, time.Now)
	club, by := foundClub(t, h)
	for i := range 12 {
		d := remark(i)
		d.Why = fmt.Sprint("because ", i)
		_, err := h.Do(ctx, by, club, fmt.Sprint("key", i), d)
		must(t, err)
	}
	void := campaign.ActRequest{Body: campaign.Void{Acts: []int64{4}}, Why: "twice"}
	_, err = h.Do(ctx, by, club, "void", void)
	must(t, err)
	clean(t, h)
	var out bytes.Buffer
	must(t, h.Export(ctx, campaign.Actor{}, club, &out))
	must(t, s.Close())
	must(t, store.Compact(path))
	return club, out.Bytes()
}

// checkFile checks a file as "oriflamme check" does and returns everything that is wrong with it.
func checkFile(t *testing.T, path string) (found string, archive []byte) {
	t.Helper()
	s, err := store.Open(path)
	if err != nil {
		return err.Error(), nil
	}
	defer s.Close()
	h := campaign.NewService(s, nil, time.Now)
	wrong, err := h.Check(ctx)
	if err != nil {
		return err.Error(), nil
	}
	if len(wrong) > 0 {
		return fmt.Sprint(wrong), nil
	}
	clubs, err := h.Clubs(ctx)
	if err != nil {
		return err.Error(), nil
	}
	var out bytes.Buffer
	for _, club := range clubs {
		if err := h.Export(ctx, campaign.Actor{}, club, &out); err != nil {
			return err.Error(), nil
		}
	}
	return "", out.Bytes()
}

// TestEveryColumnIsGuarded changes a byte in every column of an act, at both ends and in the middle, without the triggers:
// each change is found, and the act is named.
func TestEveryColumnIsGuarded(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "x.db")
	history(t, whole)
	original, err := os.ReadFile(whole)
	must(t, err)
	var columns []string
	rows, err := openRaw(t, whole).Query("SELECT name FROM pragma_table_info('acts')")
	must(t, err)
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		columns = append(columns, name)
	}
	if len(columns) != 11 {
		t.Fatalf("columns %v", columns)
	}
	tried := 0
	for _, column := range columns {
		for _, at := range []float64{0, 0.5, 1} {
			path := filepath.Join(t.TempDir(), "x.db")
			must(t, os.WriteFile(path, original, 0o600))
			flipColumn(t, path, column, at)
			found, _ := checkFile(t, path)
			if !strings.Contains(found, "act 7") {
				t.Errorf("%s at %v of its length: found %q", column, at, found)
			}
			tried++
		}
	}
	t.Logf("%d changes, all found and named", tried)
}

// flipColumn flips a bit in a text or number of act 7.
func flipColumn(t *testing.T, path, column string, at float64) {
	t.Helper()
	db := openRaw(t, path)
	db.SetMaxOpenConns(1)
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := db.Exec(statement, args...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	var trigger string
	must(t, db.QueryRow("SELECT sql FROM sqlite_schema WHERE name = 'acts_stay'").Scan(&trigger))
	exec("DROP TRIGGER acts_stay")
	exec("PRAGMA ignore_check_constraints = 1")
	var value any
	must(t, db.QueryRow("SELECT "+column+" FROM acts WHERE no = 7").Scan(&value))
	switch v := value.(type) {
	case int64:
		if column == "no" {
			v += 100 // the database itself refuses a number that is in use
		} else {
			v ^= 1 << int(at*20)
		}
		value = v
	case string:
		b := []byte(v)
		b[int(at*float64(len(b)-1))] ^= 0x10
		value = string(b)
	default:
		t.Fatalf("%s is a %T", column, value)
	}
	exec("UPDATE acts SET "+column+" = ? WHERE no = 7", value)
	exec(trigger)
	must(t, db.Close())
}

// flips is how many bytes of a file are flipped, one at a time.
const flips = 200

// TestFlippedBytes flips bytes anywhere in the file. Either the check finds an error, or the
// club's archive is unchanged to the byte, because the byte was unused, of a session, or of
// a value that can be computed again.
func TestFlippedBytes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	_, archive := history(t, path)
	original, err := os.ReadFile(path)
	must(t, err)
	dice := rand.New(rand.NewPCG(11, 21))
	found, harmless := 0, 0
	// First among all bytes, then only among those that are not zero.
	var written []int
	for i, b := range original {
		if b != 0 {
			written = append(written, i)
		}
	}
	for i := range flips {
		at := dice.IntN(len(original))
		if i >= flips/4 {
			at = written[dice.IntN(len(written))]
		}
		hurt := bytes.Clone(original)
		hurt[at] ^= 1 << dice.IntN(8)
		for _, beside := range []string{"-wal", "-shm", ".before-2", ".before-3", ".before-4", ".before-5"} {
			_ = os.Remove(path + beside) // left by the round before, if any
		}
		must(t, os.WriteFile(path, hurt, 0o600))
		wrong, now := checkFile(t, path)
		switch {
		case wrong != "":
			found++
		case bytes.Equal(now, archive):
			harmless++
		default:
			t.Errorf("byte %d, %s to %s: not found, and the acts are others", at, hex.EncodeToString(original[at:at+1]), hex.EncodeToString(hurt[at:at+1]))
		}
	}
	if found < flips/4 {
		t.Errorf("only %d of %d were found: the test shows little", found, flips)
	}
	t.Logf("%d bytes flipped: %d found by the check, %d without harm, none missed", flips, found, harmless)
}
