package web

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
)

// A ledger is a table on its way into a file for spreadsheets.
type ledger struct {
	f    views.Frame
	rows [][]string
}

// row adds a line; figures stay figures, and no text can be taken for a formula.
func (l *ledger) row(cells ...any) {
	line := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case int:
			line[i] = strconv.Itoa(c)
		case time.Time:
			if !c.IsZero() {
				line[i] = l.f.In(c).Format("2006-01-02 15:04")
			}
		case string:
			line[i] = harmless(c)
		}
	}
	l.rows = append(l.rows, line)
}

// harmless puts an apostrophe before a text that a spreadsheet would carry out.
func harmless(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

// heads are the names of columns, in the reader's language.
func (l *ledger) heads(keys ...string) {
	var names []any
	for _, k := range keys {
		names = append(names, l.f.Say("csv."+k))
	}
	l.row(names...)
}

// send writes the file as spreadsheets of the reader's language open it: with a mark of UTF-8, and semicolons where the
// comma is a decimal point.
func (l *ledger) send(c echo.Context, name string) error {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	w.Comma = rune(l.f.Book.Manners.Cells[0])
	if err := w.WriteAll(l.rows); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	return tagged(c, "text/csv; charset=utf-8", b.Bytes())
}
