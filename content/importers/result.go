package importers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"oriflamme/content/packs"
	"oriflamme/rules"
)

// Limits of what an importer reads.
const (
	MaxBytes   = 16 << 20 // of one file
	MaxDepth   = 16       // of nested JSON
	MaxEntries = 20_000   // of one file
)

// A Refusal is an entry that was left out.
type Refusal struct {
	File   string
	Place  string // "entry 17", counted from 1, or "line 18"
	ID     string // as far as it could be read
	Reason string // English
}

func (r Refusal) String() string {
	if r.ID == "" {
		return fmt.Sprintf("%s: %s: %s", r.File, r.Place, r.Reason)
	}
	return fmt.Sprintf("%s: %s: %s: %s", r.File, r.Place, r.ID, r.Reason)
}

// A Result is the pack that an import made and what became of each entry.
type Result struct {
	Pack         rules.Pack
	Imported     map[string]int // entries taken over, by kind: "fighters", "abilities", …
	Refused      []Refusal      // entries left out, in the order of the files
	Untranslated []string       // ids of abilities without a French text
}

// origin is where a unit of the pack was read.
type origin struct{ file, place string }

// refuse leaves an entry out.
func (r *Result) refuse(from origin, id, why string) {
	r.Refused = append(r.Refused, Refusal{from.file, from.place, id, why})
}

// addPart adds a member to a part of the pack.
func (r *Result) addPart(part string, member any) error {
	raw, err := rules.EncodeResult(member)
	if err != nil {
		return fmt.Errorf("importers: %w", err)
	}
	r.Pack.Parts[part] = append(r.Pack.Parts[part], raw)
	return nil
}

// refuseInvalid lets the game check the pack and moves the units with faults from the pack to Refused. A fault
// elsewhere is an error, since the whole import is unfit then.
func (r *Result) refuseInvalid(game *rules.Game, origins map[string]origin) error {
	for {
		bad := map[int]rules.Fault{}
		for _, f := range packs.Check(r.Pack, game) {
			var i int
			if n, _ := fmt.Sscanf(f.Field, "units[%d]", &i); n != 1 {
				return fmt.Errorf("importers: %w", &f)
			}
			if _, known := bad[i]; !known {
				bad[i] = f
			}
		}
		if len(bad) == 0 {
			break
		}
		kept := r.Pack.Units[:0:0]
		for i, u := range r.Pack.Units {
			f, wrong := bad[i]
			if !wrong {
				kept = append(kept, u)
				continue
			}
			r.refuse(origins[u.ID], u.ID, faultText(&f))
		}
		r.Pack.Units = kept
	}
	r.Imported["fighters"] = len(r.Pack.Units)
	return nil
}

// faultText writes a fault in one line.
func faultText(err error) string {
	f, ok := err.(*rules.Fault)
	if !ok {
		return err.Error()
	}
	if f.Field == "" {
		return f.Message
	}
	return f.Field + " " + f.Message
}

// readList reads a file that holds one JSON list and returns its members.
func readList(file packs.Source) ([]json.RawMessage, error) {
	data, err := boundedText(file)
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		at := len(data)
		if broken := (*json.SyntaxError)(nil); errors.As(err, &broken) {
			at = int(broken.Offset) - 1
		} else if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
			return nil, fmt.Errorf("importers: %s: want a list, not %s", file.Name, wrong.Value)
		}
		return nil, fmt.Errorf("importers: %s:%d: %w", file.Name, lineAt(data, at), err)
	}
	if len(list) > MaxEntries {
		return nil, fmt.Errorf("importers: %s: more than %d entries", file.Name, MaxEntries)
	}
	return list, nil
}

// boundedText returns the text of a JSON file without a byte order mark. It fails when the file is too long or nested too
// deep.
func boundedText(file packs.Source) ([]byte, error) {
	if len(file.Text) > MaxBytes {
		return nil, fmt.Errorf("importers: %s has more than %d bytes", file.Name, MaxBytes)
	}
	data := bytes.TrimPrefix(file.Text, []byte("\ufeff"))
	if at := tooDeep(data); at >= 0 {
		return nil, fmt.Errorf("importers: %s:%d: nested more than %d deep", file.Name, lineAt(data, at), MaxDepth)
	}
	return data, nil
}

// tooDeep returns the offset at which JSON is nested deeper than MaxDepth, or -1.
func tooDeep(data []byte) int {
	depth, inText := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '[' || c == '{':
			if depth++; depth > MaxDepth {
				return i
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return -1
}

func lineAt(data []byte, offset int) int {
	return 1 + bytes.Count(data[:max(0, min(offset, len(data)))], []byte("\n"))
}
