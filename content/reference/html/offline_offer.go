package html

import (
	"html"
	"strconv"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/content/reference/search"
)

// packKilobytes estimates the download size of a book: texts shrink to a sixth, and the frame and the shared words are
// about the same for all books.
func packKilobytes(b *build.Book, ix *search.Index) int {
	n := 0
	for _, p := range b.Pages {
		n += len(p.ChapterHTML)
	}
	for _, f := range ix.Files {
		n += len(f.Bytes())
	}
	return n/6000 + 16
}

// writeOfflineOffer writes the offer to keep the book for offline reading. The script shows it where the browser can do
// so.
func (p pageView) writeOfflineOffer(b *strings.Builder, t locale.Strings, lib *search.Library) {
	size := strconv.Itoa(packKilobytes(p.Book, lib.Indexes[parse.BookKey{Lang: p.Lang, Game: p.Game}]))
	b.WriteString(`<section class="offline" hidden data-pack data-worker="` + strings.Repeat("../", strings.Count(p.Path, "/")) + `sw.js"`)
	for _, say := range []string{"kept", "not-kept", "keeping", "keep-failed", "update"} {
		b.WriteString(` data-` + say + `="` + html.EscapeString(t.Say("offline-"+say, "size", size, "date", "#")) + `"`)
	}
	b.WriteString(`><h2>` + html.EscapeString(t.Say("offline")) + `</h2><p role="status"></p><p class="acts"><button class="btn" type="button" data-keep>` + html.EscapeString(t.Say("offline-keep")) +
		`</button> <button class="btn ghost" type="button" data-drop hidden>` + html.EscapeString(t.Say("offline-drop")) + "</button></p></section>\n")
}
