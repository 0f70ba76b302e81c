package packs

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"

	"oriflamme/rules"
)

// maxFiles bounds the files of one pack.
const maxFiles = 200

// Load reads the packs of a game from packs/<game> in fsys: the files in that folder are one pack, those of each
// folder in it another. Packs with faults are left out; a game without a folder has no packs and no faults.
func Load(fsys fs.FS, game *rules.Game) ([]rules.Pack, []Fault) {
	s := loader{fsys: fsys, game: game}
	files, folders := s.list(path.Join("packs", game.ID))
	s.add(path.Join("packs", game.ID), files)
	s.addFolders(folders)
	return s.packs, s.faults
}

// LoadFolder reads a club's own packs of a game from <game> in fsys: each file is one pack, and so are the files of
// each folder together. It is a fault when fsys itself cannot be read.
func LoadFolder(fsys fs.FS, game *rules.Game) ([]rules.Pack, []Fault) {
	if _, err := fs.Stat(fsys, "."); err != nil {
		return nil, []Fault{{Code: rules.WrongType, Message: err.Error()}}
	}
	s := loader{fsys: fsys, game: game}
	files, folders := s.list(game.ID)
	for _, file := range files {
		s.add(file, []string{file})
	}
	s.addFolders(folders)
	return s.packs, s.faults
}

// A loader collects the packs read so far and their faults.
type loader struct {
	fsys   fs.FS
	game   *rules.Game
	packs  []rules.Pack
	faults []Fault
}

// add reads the files of one pack. It is a fault when an earlier pack has the same id.
func (l *loader) add(name string, files []string) {
	if len(files) == 0 {
		return
	}
	pack, wrong := l.read(files)
	if len(wrong) > 0 {
		l.faults = append(l.faults, wrong...)
		return
	}
	for _, p := range l.packs {
		if p.ID == pack.ID {
			l.faults = append(l.faults, Fault{File: name, Code: rules.OutOfRange, Field: "id", Message: "another pack is called " + p.ID})
			return
		}
	}
	l.packs = append(l.packs, pack)
}

// addFolders reads each folder as a pack.
func (l *loader) addFolders(dirs []string) {
	for _, dir := range dirs {
		files, _ := l.list(dir)
		l.add(dir, files)
	}
}

// list lists the YAML files and the folders in a folder, none when there is no such folder.
func (l *loader) list(dir string) (files, folders []string) {
	entries, err := fs.ReadDir(l.fsys, dir)
	if err != nil {
		return nil, nil
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir():
			folders = append(folders, name)
		case path.Ext(name) == ".yaml":
			files = append(files, name)
		}
	}
	return files, folders
}

func (l *loader) read(files []string) (rules.Pack, []Fault) {
	sources := make([]Source, 0, len(files))
	for _, name := range files {
		raw, err := fs.ReadFile(l.fsys, name)
		if err != nil {
			return rules.Pack{}, []Fault{{File: name, Code: rules.WrongType, Message: err.Error()}}
		}
		sources = append(sources, Source{Name: name, Text: raw})
	}
	return Read(sources, l.game)
}

// A Source is one YAML file, such as an upload.
type Source struct {
	Name string // as faults name it
	Text []byte
}

// Read joins and decodes the files of one pack and lets the game check it. Use the pack only when there are no
// faults.
func Read(files []Source, game *rules.Game) (rules.Pack, []Fault) {
	var pack rules.Pack
	if len(files) > maxFiles {
		return pack, []Fault{{Code: rules.OutOfRange, Message: "has too many files"}}
	}
	positions := map[string]position{}
	whole := map[string]any{}
	for _, file := range files {
		if f := mergeFile(whole, positions, file); f != nil {
			return pack, []Fault{*f}
		}
	}
	for name, empty := range map[string]any{"units": []any{}, "parts": map[string]any{}} {
		if _, ok := whole[name]; !ok {
			whole[name] = empty
		}
	}
	if err := rules.DecodeTree(whole, "", &pack); err != nil {
		var f *rules.Fault
		errors.As(err, &f)
		return pack, []Fault{locate(f, positions)}
	}
	var faults []Fault
	for _, f := range Check(pack, game) {
		faults = append(faults, locate(&f, positions))
	}
	return pack, faults
}

// Check returns what is wrong with a decoded pack: that it is of another game, a missing id or name, an id given
// twice, and whatever the game finds.
func Check(pack rules.Pack, game *rules.Game) []rules.Fault {
	var faults []rules.Fault
	blame := func(code rules.Code, field, format string, args ...any) {
		faults = append(faults, *rules.Faultf(code, field, format, args...))
	}
	if pack.Game != game.ID {
		blame(rules.UnknownGame, "game", "is %q, not %q", pack.Game, game.ID)
	}
	for _, must := range []struct{ field, value string }{
		{"id", pack.ID}, {"name", pack.Name.In("fr")}, {"author", pack.Author}, {"licence", pack.Licence},
	} {
		if must.value == "" {
			blame(rules.OutOfRange, must.field, "is empty")
		}
	}
	seen := map[string]bool{}
	for i, u := range pack.Units {
		at := rules.At("units", i)
		if u.ID == "" {
			blame(rules.OutOfRange, at+".id", "is empty")
		}
		if seen[u.ID] {
			blame(rules.OutOfRange, at+".id", "%q is there twice", u.ID)
		}
		seen[u.ID] = true
		if u.Name.In("fr") == "" {
			blame(rules.OutOfRange, at+".name", "is empty")
		}
	}
	if faults == nil && game.CheckPack != nil {
		faults = game.CheckPack(pack)
	}
	return faults
}

// mergeFile adds one file to the whole pack. Lists of units and parts are joined; any other field may occur in one
// file only.
func mergeFile(whole map[string]any, positions map[string]position, file Source) *Fault {
	root, f := parse(file.Name, file.Text)
	if f != nil {
		return f
	}
	own := map[string]position{}
	tree, f := treeBuilder{file.Name, own}.build(root, "", 0)
	if f != nil {
		return f
	}
	obj, ok := tree.(map[string]any)
	if !ok {
		return &Fault{File: file.Name, Line: root.Line, Code: rules.WrongType, Message: "want a map of a pack's fields"}
	}
	j := fileMerge{file: file.Name, positions: own, shift: map[string]int{}}
	for _, name := range slices.Sorted(maps.Keys(obj)) {
		parts, ok := obj[name].(map[string]any)
		switch {
		case name == "parts" && ok:
			old, _ := whole[name].(map[string]any)
			if old == nil {
				old = map[string]any{}
				whole[name] = old
			}
			for _, part := range slices.Sorted(maps.Keys(parts)) {
				if f := j.appendList(old, part, parts[part], rules.Join(name, part)); f != nil {
					return f
				}
			}
		case name == "units":
			if f := j.appendList(whole, name, obj[name], name); f != nil {
				return f
			}
		case whole[name] != nil:
			return &Fault{File: file.Name, Line: own[name].line, Code: rules.OutOfRange, Field: name, Message: "is said in another file already"}
		default:
			whole[name] = obj[name]
		}
	}
	addPositions(own, j.shift, positions)
	return nil
}

// A fileMerge adds one file to the whole pack; shift is how many members each list had before it.
type fileMerge struct {
	file      string
	positions map[string]position
	shift     map[string]int
}

func (m *fileMerge) appendList(into map[string]any, name string, more any, path string) *Fault {
	list, ok := more.([]any)
	if !ok {
		return &Fault{File: m.file, Line: m.positions[path].line, Code: rules.WrongType, Field: path, Message: "want a list"}
	}
	had, _ := into[name].([]any)
	m.shift[path] = len(had)
	into[name] = append(had, list...)
	return nil
}
