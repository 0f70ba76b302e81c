package importers

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/packs"
	"oriflamme/rules"
)

// Columns are the names that the header row of a table of Warcry profiles may hold, in any order. Ranges are written
// 1 or 3-15, damage 2/5, runemarks with spaces between them. The columns of the second and third weapon are those of
// the first with their number.
var Columns = append([]string{
	"id", "name_fr", "name_en", "faction", "subfaction", "grand_alliance", "points", "move", "toughness", "wounds",
	"runemarks", "base", "height",
}, weaponColumns()...)

// RequiredColumns are the columns that a table must have.
var RequiredColumns = []string{
	"id", "name_fr", "faction", "grand_alliance", "points", "move", "toughness", "wounds",
	"weapon1_range", "weapon1_attacks", "weapon1_strength", "weapon1_damage",
}

const maxWeapons = 3

func weaponColumns() []string {
	var names []string
	for i := 1; i <= maxWeapons; i++ {
		for _, c := range []string{"runemark", "range", "attacks", "strength", "damage"} {
			names = append(names, fmt.Sprintf("weapon%d_%s", i, c))
		}
	}
	return names
}

// CSV makes a pack of a table of Warcry profiles: a header row of Columns, then one fighter in each row. Fields are
// separated by commas, or by semicolons when the header has more of them. A row that cannot be read is refused with
// its line. An error means that the table as a whole cannot be read. The pack takes its id, name, author and licence
// from head; an empty author or licence is filled in.
func CSV(file packs.Source, head rules.Pack, game *rules.Game) (Result, error) {
	if len(file.Text) > MaxBytes {
		return Result{}, fmt.Errorf("importers: %s has more than %d bytes", file.Name, MaxBytes)
	}
	data := bytes.TrimPrefix(file.Text, []byte("\ufeff"))
	first, _, _ := bytes.Cut(data, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(data))
	if bytes.Count(first, []byte(";")) > bytes.Count(first, []byte(",")) {
		r.Comma = ';'
	}
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if err != nil {
		return Result{}, fmt.Errorf("importers: %s: header: %w", file.Name, err)
	}
	if err := checkHeader(header); err != nil {
		return Result{}, fmt.Errorf("importers: %s: %w", file.Name, err)
	}
	h := Result{Pack: head, Imported: map[string]int{}}
	h.Pack.Game, h.Pack.Units = game.ID, []rules.Profile{}
	h.Pack.Author, h.Pack.Licence = cmp.Or(head.Author, "anonymous"), cmp.Or(head.Licence, "none stated")
	origins := map[string]origin{}
	for rows := 0; ; rows++ {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if rows == MaxEntries {
			return Result{}, fmt.Errorf("importers: %s: more than %d rows", file.Name, MaxEntries)
		}
		var broken *csv.ParseError
		if errors.As(err, &broken) {
			return Result{}, fmt.Errorf("importers: %s:%d: %w", file.Name, broken.Line, broken.Err)
		}
		line, _ := r.FieldPos(0)
		row := row{header: header, cells: record}
		from := origin{file.Name, fmt.Sprintf("line %d", line)}
		profile, err := row.profile()
		if _, twice := origins[profile.ID]; err == nil && twice {
			err = errors.New("another fighter has this id")
		}
		if err != nil {
			h.refuse(from, row.text("id"), faultText(err))
			continue
		}
		origins[profile.ID] = from
		h.Pack.Units = append(h.Pack.Units, profile)
	}
	return h, h.refuseInvalid(game, origins)
}

func checkHeader(header []string) error {
	for i := range header {
		header[i] = strings.ToLower(strings.TrimSpace(header[i]))
		if !slices.Contains(Columns, header[i]) {
			return fmt.Errorf("header: no column is called %q; there are %s", header[i], strings.Join(Columns, ", "))
		}
		if slices.Contains(header[:i], header[i]) {
			return fmt.Errorf("header: %s is there twice", header[i])
		}
	}
	for _, name := range RequiredColumns {
		if !slices.Contains(header, name) {
			return fmt.Errorf("header: %s is missing", name)
		}
	}
	return nil
}

type row struct{ header, cells []string }

func (r row) text(column string) string {
	if i := slices.Index(r.header, column); i >= 0 && i < len(r.cells) {
		return strings.TrimSpace(r.cells[i])
	}
	return ""
}

func (r row) number(column string) (int, error) {
	n, err := strconv.Atoi(r.text(column))
	if err != nil {
		return 0, fmt.Errorf("%s: %q is no whole number", column, r.text(column))
	}
	return n, nil
}

// numberPair reads two numbers such as 3-15 or 2/5. With alone, a single number is allowed: it is the second, and the
// first is 0.
func (r row) numberPair(column, sep string, alone bool) (a, b int, err error) {
	first, second, both := strings.Cut(r.text(column), sep)
	if !both && alone {
		first, second, both = "0", first, true
	}
	a, errA := strconv.Atoi(strings.TrimSpace(first))
	b, errB := strconv.Atoi(strings.TrimSpace(second))
	if !both || errA != nil || errB != nil {
		return 0, 0, fmt.Errorf("%s: %q does not read like 3%s5", column, r.text(column), sep)
	}
	return a, b, nil
}

// profile reads one fighter; the tags of the struct check its values.
func (r row) profile() (rules.Profile, error) {
	f := fighterEntry{
		ID: r.text("id"), Name: r.text("name_fr"), Warband: r.text("faction"), Subfaction: r.text("subfaction"),
		GrandAlliance: r.text("grand_alliance"), Runemarks: strings.Fields(r.text("runemarks")),
	}
	for _, c := range []struct {
		column string
		into   *int
	}{{"points", &f.Points}, {"move", &f.Movement}, {"toughness", &f.Toughness}, {"wounds", &f.Wounds}} {
		n, err := r.number(c.column)
		if err != nil {
			return rules.Profile{}, err
		}
		*c.into = n
	}
	for i := 1; i <= maxWeapons; i++ {
		if i > 1 && r.text(fmt.Sprintf("weapon%d_attacks", i)) == "" {
			continue
		}
		w, err := r.weapon(fmt.Sprintf("weapon%d_", i))
		if err != nil {
			return rules.Profile{}, err
		}
		f.Weapons = append(f.Weapons, w)
	}
	raw, err := rules.EncodeResult(r.sized(f))
	if err != nil {
		return rules.Profile{}, err
	}
	if err := rules.Decode(raw, &sizedEntry{}); err != nil {
		return rules.Profile{}, err
	}
	names := rules.Text{"fr": f.Name}
	if en := r.text("name_en"); en != "" {
		names["en"] = en
	}
	return rules.Profile{ID: f.ID, Name: names, Faction: f.Warband, Points: f.Points, Profile: raw, Missing: []string{}}, nil
}

func (r row) weapon(prefix string) (w weaponEntry, err error) {
	w.Runemark = r.text(prefix + "runemark")
	if w.MinRange, w.MaxRange, err = r.numberPair(prefix+"range", "-", true); err != nil {
		return w, err
	}
	if w.MinRange >= w.MaxRange {
		return w, fmt.Errorf("%srange: the minimum is not less than the maximum", prefix)
	}
	if w.DmgHit, w.DmgCrit, err = r.numberPair(prefix+"damage", "/", false); err != nil {
		return w, err
	}
	if w.Attacks, err = r.number(prefix + "attacks"); err != nil {
		return w, err
	}
	w.Strength, err = r.number(prefix + "strength")
	return w, err
}

// sizedEntry is a fighter with the sizes that a board needs, in inches.
type sizedEntry struct {
	fighterEntry
	Base   rules.Dec `json:"base" in:"0.1..10" digits:"3"`
	Height rules.Dec `json:"height" in:"0.1..20" digits:"3"`
}

// sized adds base and height in inches. A missing value becomes that of a man; one that cannot be read becomes
// negative, so that the check refuses it.
func (r row) sized(f fighterEntry) sizedEntry {
	size := func(column, usual string) rules.Dec {
		n, ok := rules.ParseDecimal(cmp.Or(strings.Replace(r.text(column), ",", ".", 1), usual), 6)
		if !ok {
			return -rules.One
		}
		return rules.Dec(n)
	}
	return sizedEntry{f, size("base", "1.26"), size("height", "1.5")}
}
