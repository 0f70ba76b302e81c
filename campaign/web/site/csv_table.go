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

// A CSVTable is a table on its way into a file for spreadsheets.
type CSVTable struct {
	Frame views.Frame
	Rows  [][]string
}

// AddRow adds a line; figures stay figures, and no text can be taken for a formula.
func (l *CSVTable) AddRow(cells ...any) {
	line := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case int:
			line[i] = strconv.Itoa(c)
		case time.Time:
			if !c.IsZero() {
				line[i] = l.Frame.InZone(c).Format("2006-01-02 15:04")
			}
		case string:
			line[i] = EscapeFormula(c)
		}
	}
	l.Rows = append(l.Rows, line)
}

// EscapeFormula puts an apostrophe before a text that a spreadsheet would carry out.
func EscapeFormula(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

// AddHeader are the names of columns, in the reader's language.
func (l *CSVTable) AddHeader(keys ...string) {
	var names []any
	for _, k := range keys {
		names = append(names, l.Frame.Say("csv."+k))
	}
	l.AddRow(names...)
}

// Send writes the file as spreadsheets of the reader's language open it: with a mark of UTF-8, and semicolons where the
// comma is a decimal point.
func (l *CSVTable) Send(c echo.Context, name string) error {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	w.Comma = rune(l.Frame.Catalog.Conventions.CellSeparator[0])
	if err := w.WriteAll(l.Rows); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	return SendWithETag(c, "text/csv; charset=utf-8", b.Bytes())
}
