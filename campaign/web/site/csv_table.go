package site

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
)

// A CSVTable is a table that is written to a file for spreadsheets.
type CSVTable struct {
	Frame views.Frame
	Rows  [][]string
}

// AddRow adds a row. Numbers stay numbers, and no text can be taken for a formula.
func (t *CSVTable) AddRow(cells ...any) {
	line := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case int:
			line[i] = strconv.Itoa(c)
		case time.Time:
			if !c.IsZero() {
				line[i] = t.Frame.InZone(c).Format("2006-01-02 15:04")
			}
		case string:
			line[i] = EscapeFormula(c)
		}
	}
	t.Rows = append(t.Rows, line)
}

// EscapeFormula puts an apostrophe before a text that a spreadsheet would take for a formula.
func EscapeFormula(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

// AddHeader adds the names of the columns in the reader's language.
func (t *CSVTable) AddHeader(keys ...string) {
	var names []any
	for _, k := range keys {
		names = append(names, t.Frame.Say("csv."+k))
	}
	t.AddRow(names...)
}

// Send sends the file in the form that spreadsheets of the reader's language open: with a byte order mark, and with semicolons
// where the comma is the decimal separator.
func (t *CSVTable) Send(c echo.Context, name string) error {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	w.Comma = rune(t.Frame.Catalog.Conventions.CellSeparator[0])
	if err := w.WriteAll(t.Rows); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	return SendWithETag(c, "text/csv; charset=utf-8", b.Bytes())
}
