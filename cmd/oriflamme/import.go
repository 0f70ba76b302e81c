package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"oriflamme/content/importers"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/games"
)

var importCommand = command{
	name: "import", args: "FORMAT FILE...",
	summary: "Make a pack of profiles from files of other programs: warcry-data, wm-selector, csv or yaml.",
	example: `oriflamme import --out packs/warcry/club.yaml warcry-data fighters.json abilities.json battletraits.json french/abilities.json
oriflamme serve --packs packs`,
	setup: func(f *flag.FlagSet) action {
		out := f.String("out", "", "`file` that gets the pack as YAML; without it the files are only examined")
		game := f.String("game", "warcry", "which `game` the profiles are for (csv, yaml)")
		id := f.String("id", "", "the pack's id (csv); default: the name of the file")
		return func(_ context.Context, w streams, args []string) error {
			if len(args) < 2 {
				return usagef("name a format (warcry-data, wm-selector, csv, yaml) and the files")
			}
			files, err := readSources(args[1:])
			if err != nil {
				return err
			}
			h, err := importPack(args[0], files, *game, *id)
			if err != nil {
				return err
			}
			return printImport(w, h, *out)
		}
	},
}

func readSources(names []string) ([]packs.Source, error) {
	var files []packs.Source
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(io.LimitReader(f, importers.MaxBytes+1))
		f.Close()
		if err != nil {
			return nil, err
		}
		files = append(files, packs.Source{Name: name, Text: text})
	}
	return files, nil
}

func importPack(format string, files []packs.Source, gameID, id string) (importers.Result, error) {
	game := games.Find(gameID)
	if game == nil {
		return importers.Result{}, usagef("no game %q", gameID)
	}
	switch format {
	case "warcry-data":
		return importers.WarcryData(files, games.Find("warcry"))
	case "wm-selector":
		return importers.WMSelector(files, games.Find("warmaster"))
	case "csv":
		if len(files) != 1 {
			return importers.Result{}, usagef("csv takes one file")
		}
		name := strings.TrimSuffix(filepath.Base(files[0].Name), filepath.Ext(files[0].Name))
		if id == "" {
			id = name
		}
		return importers.CSV(files[0], rules.Pack{Game: game.ID, ID: id, Name: rules.Text{"fr": name, "en": name}}, game)
	case "yaml":
		pack, faults := packs.Read(files, game)
		h := importers.Result{Pack: pack, Imported: map[string]int{"units": len(pack.Units)}}
		if len(faults) > 0 {
			var list []string
			for _, f := range faults {
				list = append(list, f.Error())
			}
			return h, fmt.Errorf("%d faults:\n  %s", len(faults), strings.Join(list, "\n  "))
		}
		return h, nil
	}
	return importers.Result{}, usagef("no format %q: it is warcry-data, wm-selector, csv or yaml", format)
}

// printImport prints what was imported and names everything that was not.
func printImport(w streams, h importers.Result, out string) error {
	for _, kind := range slices.Sorted(maps.Keys(h.Imported)) {
		fmt.Fprintf(w.out, "%-14s %5d\n", kind, h.Imported[kind])
	}
	factions, missing := map[string]bool{}, map[string]bool{}
	for _, u := range h.Pack.Units {
		factions[u.Faction] = true
		for _, m := range u.Missing {
			missing[m] = true
		}
	}
	fmt.Fprintf(w.out, "%-14s %5d\n", "factions", len(factions))
	if len(missing) > 0 {
		fmt.Fprintf(w.out, "%d abilities are not modelled: the engine takes their dice, the players apply their text\n", len(missing))
	}
	if n := len(h.Untranslated); n > 0 {
		fmt.Fprintf(w.out, "%d abilities have no French text\n", n)
	}
	for _, r := range h.Refused {
		fmt.Fprintln(w.err, r)
	}
	if out != "" {
		text, err := packs.Write(h.Pack)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(out, text, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(w.out, "written to %s\n", out)
	}
	if len(h.Refused) > 0 {
		fmt.Fprintf(w.err, "%d entries were left out\n", len(h.Refused))
		return errProblemsFound
	}
	return nil
}
