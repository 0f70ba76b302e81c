// Command oriflamme-load plays an event day against a server of its own and prints how long people waited: phones
// that read pages, fight battles by the rules, change what is theirs and follow their battle live, over real HTTP and
// with a real database on disk.
//
// The server and the phones share one process, so the figures include what the phones cost. The command exits with 1
// when anything failed or the bar was missed. Begin with run; event.go makes the club, phone.go is one player.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "oriflamme-load:", err)
		if errors.Is(err, errUsage) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

var errUsage = errors.New("usage")

// run prepares an event, lets the phones play it, and prints the figures.
func run(ctx context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("oriflamme-load", flag.ContinueOnError)
	f.SetOutput(out)
	phones := f.Int("phones", 128, "`number` of phones, two a battle")
	lasting := f.Duration("for", 30*time.Second, "`time` that the day lasts")
	pause := f.Duration("pause", time.Second, "mean `time` between an answer and the next request of a phone; 0 for none")
	bar := f.Duration("bar", 100*time.Millisecond, "`time` in which 99 of 100 answers must come; 0 asks nothing")
	db := f.String("db", "", "empty database to use: a `file`, or postgres://user:password@host/name; default: a file that is removed")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if *phones < 2 || f.NArg() > 0 {
		return fmt.Errorf("%w: at least two phones, and no arguments", errUsage)
	}
	if *db == "" {
		folder, err := os.MkdirTemp("", "oriflamme-load")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		*db = filepath.Join(folder, "club.db")
	}
	e, err := newEvent(ctx, *db, *phones/2)
	if err != nil {
		return fmt.Errorf("prepare: %w", err)
	}
	defer e.close()
	fmt.Fprintf(out, "%d phones, %d battles, %v, one request in %v each\n", len(e.phones), len(e.phones)/2, *lasting, *pause)
	day, end := context.WithTimeout(ctx, *lasting)
	defer end()
	before, began := cpuTime(), time.Now()
	t := newStats()
	e.run(day, *pause, t)
	busy, took := cpuTime()-before, time.Since(began)
	t.print(out)
	// On a machine that runs other programs too, processor time shows the cost better than elapsed time.
	fmt.Fprintf(out, "\nprocessor time, server and phones together: %v, %.0f %% of one core, %v an answer\n",
		busy.Round(time.Millisecond), 100*busy.Seconds()/took.Seconds(), short(busy/time.Duration(max(1, len(t.allDurations())))))
	if err := e.verify(ctx); err != nil {
		return err
	}
	if n := t.failed(); n > 0 {
		return fmt.Errorf("%d requests failed", n)
	}
	if p99 := t.allDurations().quantile(0.99); *bar > 0 && p99 > *bar {
		return fmt.Errorf("99 of 100 answers took up to %v, not %v", p99, *bar)
	}
	return ctx.Err()
}
