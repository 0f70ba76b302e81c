package site

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"oriflamme/campaign"
)

// markdownRenderer turns what people write into HTML. Raw HTML in it is dropped and dangerous addresses are emptied: that is
// goldmark's default. Images are the club's own; any other becomes a link to it.
var markdownRenderer = goldmark.New(goldmark.WithExtensions(extension.Strikethrough, extension.Table),
	goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(imageRewriter{}, 100))))

// imagesKey finds, in the context of a parser, where the images are that a text may show.
var imagesKey = parser.NewContextKey()

// RenderMarkdown turns Markdown into HTML that may stand in a page. images is the address of the images that it may show, without
// the hash; "" for a text that shows none.
func RenderMarkdown(markdown, images string) string {
	if strings.TrimSpace(markdown) == "" {
		return ""
	}
	ctx := parser.NewContext()
	ctx.Set(imagesKey, images)
	var b strings.Builder
	if err := markdownRenderer.Convert([]byte(markdown), &b, parser.WithContext(ctx)); err != nil {
		return "" // a strings.Builder does not fail
	}
	return b.String()
}

// A imageRewriter hangs the club's images where a text names them.
type imageRewriter struct{}

// Transform implements parser.ASTTransformer.
func (imageRewriter) Transform(doc *ast.Document, _ text.Reader, ctx parser.Context) {
	images, _ := ctx.Get(imagesKey).(string)
	var all []*ast.Image
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if i, ok := n.(*ast.Image); ok && entering {
			all = append(all, i)
		}
		return ast.WalkContinue, nil
	})
	for _, i := range all {
		if hash := campaign.ImageHash(string(i.Destination)); hash != "" && images != "" {
			i.Destination = []byte(images + hash)
			i.SetAttributeString("loading", []byte("lazy"))
			continue
		}
		link := ast.NewLink()
		link.Destination, link.Title = i.Destination, i.Title
		for c := i.FirstChild(); c != nil; c = i.FirstChild() {
			link.AppendChild(link, c)
		}
		i.Parent().ReplaceChild(i.Parent(), i, link)
	}
}

// EagerImages has the images of a text load before anybody scrolls to them, as paper asks for.
func EagerImages(html string) string { return strings.ReplaceAll(html, ` loading="lazy"`, "") }

// StripMarkdown drops the signs of Markdown from a quotation.
func StripMarkdown(text string) string {
	return strings.NewReplacer("**", "", "*", "", "_", "", "#", "", "> ", "", "`", "").Replace(text)
}
