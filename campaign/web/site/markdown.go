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

// markdownRenderer renders what people write as HTML. It drops raw HTML and empties dangerous addresses, which is goldmark's
// default. It shows images of the club only; any other image becomes a link.
var markdownRenderer = goldmark.New(goldmark.WithExtensions(extension.Strikethrough, extension.Table),
	goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(imageRewriter{}, 100))))

// imagesKey is the key, in the context of a parser, of the address of the images that a text may show.
var imagesKey = parser.NewContextKey()

// RenderMarkdown renders Markdown as HTML that is safe in a page. images is the address of the images that the text may show,
// without the hash, or "" for none.
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

// An imageRewriter puts the addresses of the club's images where a text names them.
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

// EagerImages lets the images of a text load before the reader scrolls to them, which printing needs.
func EagerImages(html string) string { return strings.ReplaceAll(html, ` loading="lazy"`, "") }

// StripMarkdown removes Markdown syntax from a quotation.
func StripMarkdown(text string) string {
	return strings.NewReplacer("**", "", "*", "", "_", "", "#", "", "> ", "", "`", "").Replace(text)
}
