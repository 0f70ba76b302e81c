package html

import (
	"bytes"
	"html"
	"maps"
	"slices"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/public"
)

// Document returns the page as a file of its own for a plain folder. Its frame is smaller than the app's, its body the
// same.
func Document(page *build.Page) []byte {
	p := pageView{page}
	b := bytes.NewBuffer(make([]byte, 0, p.BodyLen()+1<<11))
	b.WriteString(p.documentHead())
	p.WriteBody(b)
	b.WriteString("</main>\n</body>\n</html>\n")
	return b.Bytes()
}

// documentHead returns what stands before the body.
func (p pageView) documentHead() string {
	up := strings.Repeat("../", strings.Count(p.Path, "/"))
	t := locale.In(p.Lang)
	var b strings.Builder
	writeDocumentHead(&b, p.Lang, p.Title, up)
	if p.Summary != "" {
		b.WriteString(`<meta name="description" content="` + html.EscapeString(p.Summary) + `">` + "\n")
	}
	for _, lang := range slices.Sorted(maps.Keys(p.Others)) {
		if o := p.Others[lang]; o != p.Page && o.TextIn == "" {
			b.WriteString(`<link rel="alternate" hreflang="` + lang + `" href="` + build.RelativeDir(p.Path, o.Path) + `index.html">` + "\n")
		}
	}
	home := up + p.Lang + "/" + t.RulesDir + "/index.html"
	b.WriteString("</head>\n<body class=\"folder\">\n<a class=\"skip\" href=\"#main\">" + html.EscapeString(t.Catalog.Say("nav.skip")) + "</a>\n")
	b.WriteString(`<header class="top"><a class="brand" href="` + home + `">` + html.EscapeString(t.Catalog.Say("site.name")) + `</a><p class="where">` + html.EscapeString(p.Title) + `</p>`)
	p.writeLanguageLink(&b, t)
	b.WriteString("</header>\n<main id=\"main\" tabindex=\"-1\">\n")
	return b.String()
}

// writeDocumentHead writes the head of a document. up leads to the root of the site, where assets lies.
func writeDocumentHead(b *strings.Builder, lang, title, up string) {
	b.WriteString("<!doctype html>\n<html lang=\"" + lang + "\">\n<head>\n<meta charset=\"utf-8\">\n" +
		`<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">` + "\n<title>" +
		html.EscapeString(title) + " · Oriflamme</title>\n" +
		`<link rel="icon" href="` + up + `assets/icons/mark.svg" type="image/svg+xml">` + "\n" +
		`<link rel="stylesheet" href="` + up + `assets/` + public.RulesSheet + `">` + "\n" +
		`<script src="` + up + `assets/js/reference.js" defer></script>` + "\n")
}

// LanguagesPage returns the first page of the folder, which lists the languages.
func LanguagesPage() string {
	var b strings.Builder
	writeDocumentHead(&b, locale.Languages[0], locale.In(locale.Languages[0]).Say("all"), "")
	b.WriteString("</head>\n<body class=\"folder\">\n<main id=\"main\"><div class=\"book\"><header class=\"head\"><h1>Oriflamme</h1></header><ol class=\"chapters\">")
	for _, lang := range locale.Languages {
		t := locale.In(lang)
		b.WriteString(`<li><a lang="` + lang + `" hreflang="` + lang + `" href="` + lang + "/" + t.RulesDir + `/index.html"><span class="no">` + lang + `</span><span><b>` + html.EscapeString(t.Say("all")) + `</b><small>` + html.EscapeString(t.Say("all-sub")) + "</small></span></a></li>")
	}
	b.WriteString("</ol></div></main>\n</body>\n</html>\n")
	return b.String()
}

// NotFoundPage returns the page that hosts show for a missing address. It may be shown at any depth, so its links begin
// with base.
func NotFoundPage(base string) string {
	door := LanguagesPage()
	for _, link := range []string{`href="assets/`, `src="assets/`, `href="fr/`, `href="en/`} {
		attribute, rest, _ := strings.Cut(link, `"`)
		door = strings.ReplaceAll(door, link, attribute+`"`+html.EscapeString(base)+rest)
	}
	return door
}

// RedirectPage returns a page that leads from an old address to the new one, without a script.
func RedirectPage(to string) string {
	return "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Oriflamme</title>\n" +
		`<meta http-equiv="refresh" content="0; url=` + to + `">` + "\n" + `<link rel="canonical" href="` + to + `">` + "\n" + `<p><a href="` + to + `">` + to + "</a></p>\n"
}
