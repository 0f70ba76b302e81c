package league

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/encoding/charmap"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// A tableRow is a line of a table: its cells by the names of their columns.
type tableRow struct {
	line  int // line number in the text, from 1
	cells map[string]string
}

// readTableFile replaces the pasted text by the file of the form, so that the form shows it again.
func readTableFile(c echo.Context) error {
	raw, err := site.ReadUpload(c, "file")
	if err != nil || raw == nil {
		return err
	}
	c.Request().Form.Set("table", decodeWindows1252(raw))
	return nil
}

// decodeWindows1252 returns a text in UTF-8. It decodes texts in Windows-1252, which some spreadsheets write.
func decodeWindows1252(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	text, _ := charmap.Windows1252.NewDecoder().Bytes(raw) // every byte is valid there
	return string(text)
}

// parseTable reads lines of cells. The separator is the tab, semicolon or comma, whichever occurs most in the first line; copied
// spreadsheets have tabs. A first line of titles, in any language of the site, names the columns; otherwise they have the order
// of the kind. The apostrophe that keeps a text from being a formula is removed.
func (s *Handlers) parseTable(text string, kind importKind) ([]tableRow, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	head, _, _ := strings.Cut(text, "\n")
	comma := ','
	for _, other := range "\t;" {
		if strings.Count(head, string(other)) > strings.Count(head, string(comma)) {
			comma = other
		}
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = comma, -1, true
	var rows []tableRow
	columns, seen := kind.columns, map[string]bool{}
	for first := true; ; first = false {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, tableError(err)
		}
		for i, cell := range cells {
			cells[i] = unescapeFormula(cell)
		}
		if named := s.columnTitles(cells, kind); first && named != nil {
			columns = named
			continue
		}
		whole := strings.Join(cells, "\x00")
		if seen[whole] {
			continue // the line was pasted twice
		}
		seen[whole] = true
		row := tableRow{cells: map[string]string{}}
		row.line, _ = r.FieldPos(0)
		for i, cell := range cells[:min(len(cells), len(columns))] {
			row.cells[columns[i]] = cell
		}
		if rows = append(rows, row); len(rows) > maxImportLines {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "too-long", Params: map[string]string{"most": strconv.Itoa(maxImportLines)}}
		}
	}
	if len(rows) == 0 {
		return nil, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "required"}
	}
	return rows, nil
}

// tableError says at which line a table cannot be read.
func tableError(err error) error {
	var at *csv.ParseError
	if errors.As(err, &at) {
		return &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "not-a-line", Params: map[string]string{"n": strconv.Itoa(at.StartLine)}}
	}
	return &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "not-a-table"}
}

func unescapeFormula(cell string) string {
	cell = strings.TrimSpace(cell)
	if rest, ok := strings.CutPrefix(cell, "'"); ok && site.EscapeFormula(rest) != rest {
		return rest
	}
	return cell
}

// columnTitles are the columns that a line names, "" for those that an import does not read; nil when it is no line of columnTitles,
// because it does not name those that every line needs.
func (s *Handlers) columnTitles(cells []string, kind importKind) []string {
	columns := make([]string, len(cells))
	for i, cell := range cells {
		for _, name := range kind.columns {
			for _, b := range s.Catalogs {
				if site.FoldName(cell) == site.FoldName(b.Say("csv."+name)) {
					columns[i] = name
				}
			}
		}
	}
	for _, name := range kind.needed {
		if !slices.Contains(columns, name) {
			return nil
		}
	}
	return columns
}
