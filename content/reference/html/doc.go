// Package html renders the pages of the reference: Markdown by goldmark, and around it the templ components of
// views/reference, for which it gathers the models. Examples, tables and diagrams are played by the engine here, and one
// whose outcome differs from what the block says is refused.
//
// It decides nothing about what a page is or where it leads; package build did. The same bytes are served by the app
// and written into the folder, with relative links only, no scripts and no style attributes.
//
// Begin with RenderChapter in markdown.go and RenderBody in page.go; example.go shows how a block is played.
package html
