package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

var exportCommand = command{
	name: "export", args: "[CLUB]",
	summary: "Write everything of one club as a JSON archive to standard output or a file.",
	example: "oriflamme export --db oriflamme.db --out club.json",
	setup: func(f *flag.FlagSet) action {
		db := dbFlag(f)
		out := f.String("out", "-", "`file` to write; - is standard output")
		return func(ctx context.Context, w streams, args []string) (err error) {
			service, s, err := openService(*db, false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			club, err := clubFromArgs(ctx, service, args)
			if err != nil {
				return err
			}
			if *out == "-" {
				return service.Export(ctx, campaign.Actor{}, club, w.out)
			}
			file, err := os.OpenFile(*out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if err != nil {
				return err
			}
			buffered := bufio.NewWriter(file)
			return errors.Join(service.Export(ctx, campaign.Actor{}, club, buffered), buffered.Flush(), file.Close())
		}
	},
}

// clubFromArgs returns the club named in the arguments. Without an argument it returns the only club of the service,
// and fails when there are several.
func clubFromArgs(ctx context.Context, service *campaign.Service, args []string) (campaign.ID, error) {
	if len(args) > 1 {
		return "", usagef("unexpected argument %q", args[1])
	}
	clubs, err := service.Clubs(ctx)
	if err != nil {
		return "", err
	}
	if len(args) == 1 {
		if slices.Contains(clubs, args[0]) {
			return args[0], nil
		}
		return "", fmt.Errorf("no club %q in the database; it has %v", args[0], clubs)
	}
	if len(clubs) != 1 {
		return "", usagef("name one of the clubs %v", clubs)
	}
	return clubs[0], nil
}

var restoreCommand = command{
	name: "restore", args: "FILE",
	summary: "Put a backup in the place of a database nobody serves, or a club's archive into one that does not have it, with a link for its owner; verified.",
	example: "oriflamme restore --db oriflamme.db backups/oriflamme-20261121T030000.000Z.db\noriflamme restore --db new.db club.json",
	setup: func(f *flag.FlagSet) action {
		db, base := dbFlag(f), baseFlag(f)
		return func(ctx context.Context, w streams, args []string) (err error) {
			if err := checkBase(*base); err != nil {
				return err
			}
			if len(args) != 1 {
				return usagef("name one backup or archive; - is an archive from standard input")
			}
			if isBackup(args[0]) {
				return restoreBackup(ctx, w, *db, args[0])
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
			service, s, err := openService(*db, true)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			club, err := service.Import(ctx, in)
			if err != nil {
				return err
			}
			state, err := service.State(ctx, club)
			if err != nil {
				return err
			}
			fmt.Fprintf(w.out, "restored %s (%s): %d acts, state %s\n", state.Club.Name, club, len(state.Acts), state.Hash())
			owner := ownerOf(state)
			if owner == nil {
				return nil
			}
			// An archive holds no session, password or passkey: without a link nobody could sign in.
			return printLink(ctx, w, service, state, owner, *base)
		}
	},
}

// isBackup reports by the first bytes of a file whether it is a copy of a database; an archive is not.
func isBackup(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false // the next read of the file reports the error
	}
	defer file.Close()
	const magic = "SQLite format 3\x00"
	start := make([]byte, len(magic))
	_, err = io.ReadFull(file, start)
	return err == nil && string(start) == magic
}

// restoreBackup puts a copy in the place of the database and keeps the former database beside it.
func restoreBackup(ctx context.Context, w streams, db, copied string) error {
	if store.Remote(db) {
		return usagef("a backup goes into a file: restore it to one, then oriflamme copy FILE %s", db)
	}
	kept, err := store.RestoreFile(db, copied)
	if err != nil {
		return err
	}
	if kept != "" {
		fmt.Fprintf(w.out, "the database that was there is now %s\n", kept)
	}
	return checkDatabase(ctx, w, db)
}

var backupCommand = command{
	name: "backup", args: "FILE",
	summary: "Copy the database to a new file, also while it is served; the copy is examined.",
	example: "oriflamme backup --db oriflamme.db backup-2026-11-21.db",
	setup: func(f *flag.FlagSet) action {
		db := dbFlag(f)
		return func(ctx context.Context, w streams, args []string) (err error) {
			if len(args) != 1 {
				return usagef("name the file of the copy")
			}
			_, s, err := openService(*db, false)
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
	setup: func(f *flag.FlagSet) action {
		db := dbFlag(f)
		return func(ctx context.Context, w streams, args []string) error {
			if err := noArgs(args); err != nil {
				return err
			}
			return checkDatabase(ctx, w, *db)
		}
	},
}

// checkDatabase verifies a database and prints the result for each club.
func checkDatabase(ctx context.Context, w streams, db string) (err error) {
	service, s, err := openService(db, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	found, err := service.Check(ctx)
	if err != nil {
		return err
	}
	for _, wrong := range found {
		fmt.Fprintln(w.err, wrong.Error())
	}
	if len(found) > 0 {
		return errProblemsFound
	}
	states, err := clubStates(ctx, service)
	if err != nil {
		return err
	}
	for _, state := range states {
		fmt.Fprintf(w.out, "%s (%s): %d acts, state %s: sound\n", state.Club.Name, state.Club.ID, len(state.Acts), state.Hash())
	}
	return nil
}
