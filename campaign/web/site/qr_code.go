package site

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"
	"rsc.io/qr"
)

// QRCode draws a text as a QR code in SVG, with the quiet zone of four cells that cameras need.
func QRCode(text, label string) (templ.Component, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("qr code: %w", err)
	}
	const quiet = 4
	size := code.Size + 2*quiet
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="qr" viewBox="0 0 %d %d" role="img" aria-label="%s"><path class="qr-bg" d="M0 0h%dv%dH0z"/><path class="qr-fg" d="`, size, size, templ.EscapeString(label), size, size)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			start := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > start {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", start+quiet, y+quiet, x-start, x-start)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return templ.Raw(b.String()), nil
}
