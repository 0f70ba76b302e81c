package web

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// writer turns what people write into HTML. Raw HTML in it is dropped and dangerous addresses are emptied: that is
// goldmark's default.
var writer = goldmark.New(goldmark.WithExtensions(extension.Strikethrough, extension.Table))

// prose turns Markdown into HTML that may stand in a page.
func prose(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	var b strings.Builder
	if err := writer.Convert([]byte(text), &b); err != nil {
		return "" // a strings.Builder does not fail
	}
	return b.String()
}

// plainText drops the signs of Markdown from a quotation.
func plainText(text string) string {
	return strings.NewReplacer("**", "", "*", "", "_", "", "#", "", "> ", "", "`", "").Replace(text)
}
