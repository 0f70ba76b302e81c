package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"oriflamme/campaign"
)

var exportCommand = command{
	name: "export", args: "[CLUB]",
	summary: "Write everything of one club as a JSON archive to standard output or a file.",
	example: "oriflamme export --db oriflamme.db --out club.json",
	setup: func(f *flag.FlagSet) work {
		db := dbFlag(f)
		out := f.String("out", "-", "`file` to write; - is standard output")
		return func(ctx context.Context, w world, args []string) (err error) {
			hall, s, err := openHall(*db, false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			club, err := oneClub(ctx, hall, args)
			if err != nil {
				return err
			}
			if *out == "-" {
				return hall.Export(ctx, campaign.Actor{}, club, w.out)
			}
			file, err := os.OpenFile(*out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if err != nil {
				return err
			}
			buffered := bufio.NewWriter(file)
			return errors.Join(hall.Export(ctx, campaign.Actor{}, club, buffered), buffered.Flush(), file.Close())
		}
	},
}

// oneClub returns the club named in the arguments, or the only one there is.
func oneClub(ctx context.Context, hall *campaign.Hall, args []string) (campaign.ID, error) {
	if len(args) > 1 {
		return "", usagef("unexpected argument %q", args[1])
	}
	clubs, err := hall.Clubs(ctx)
	if err != nil {
		return "", err
	}
	if len(args) == 1 {
		for _, c := range clubs {
			if c == args[0] {
				return c, nil
			}
		}
		return "", fmt.Errorf("no club %q in the database; it has %v", args[0], clubs)
	}
	if len(clubs) != 1 {
		return "", usagef("name one of the clubs %v", clubs)
	}
	return clubs[0], nil
}

var restoreCommand = command{
	name: "restore", args: "ARCHIVE",
	summary: "Read a club's archive, verify it, and store it in a database that does not have the club.",
	example: "oriflamme restore --db new.db club.json",
	setup: func(f *flag.FlagSet) work {
		db := dbFlag(f)
		return func(ctx context.Context, w world, args []string) (err error) {
			if len(args) != 1 {
				return usagef("name one archive; - is standard input")
			}
			var in io.Reader = w.in
			if args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in = bufio.NewReader(file)
			}
			hall, s, err := openHall(*db, true)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			club, err := hall.Import(ctx, in)
			if err != nil {
				return err
			}
			state, err := hall.State(ctx, club)
			if err != nil {
				return err
			}
			fmt.Fprintf(w.out, "restored %s (%s): %d acts, state %s\n", state.Club.Name, club, len(state.Acts), state.Hash())
			return nil
		}
	},
}

var backupCommand = command{
	name: "backup", args: "FILE",
	summary: "Copy the database to a new file, also while it is served; the copy is examined.",
	example: "oriflamme backup --db oriflamme.db backup-2026-11-21.db",
	setup: func(f *flag.FlagSet) work {
		db := dbFlag(f)
		return func(ctx context.Context, w world, args []string) (err error) {
			if len(args) != 1 {
				return usagef("name the file of the copy")
			}
			_, s, err := openHall(*db, false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			if err := s.Backup(ctx, args[0]); err != nil {
				return err
			}
			info, err := os.Stat(args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(w.out, "%s: %d bytes\n", args[0], info.Size())
			return nil
		}
	},
}

var checkCommand = command{
	name:    "check",
	summary: "Verify a database: its pages, each club's chain and state, every recorded battle.",
	example: "oriflamme check --db oriflamme.db",
	setup: func(f *flag.FlagSet) work {
		db := dbFlag(f)
		return func(ctx context.Context, w world, args []string) (err error) {
			if err := noArgs(args); err != nil {
				return err
			}
			hall, s, err := openHall(*db, false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			found, err := hall.Check(ctx)
			if err != nil {
				return err
			}
			for _, wrong := range found {
				fmt.Fprintln(w.err, wrong.Error())
			}
			if len(found) > 0 {
				return errFound
			}
			clubs, err := hall.Clubs(ctx)
			if err != nil {
				return err
			}
			for _, id := range clubs {
				state, err := hall.State(ctx, id)
				if err != nil {
					return err
				}
				fmt.Fprintf(w.out, "%s (%s): %d acts, state %s: sound\n", state.Club.Name, id, len(state.Acts), state.Hash())
			}
			return nil
		}
	},
}
