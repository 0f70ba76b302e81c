// Package html writes the pages of the reference: the chapters, play sheets, search pages, printed books and pages of changes,
// and the documents around them in a plain folder. Examples, tables and diagrams are played by the engine here, and one whose
// outcome differs from what the block says is refused.
//
// It decides nothing about what a page is or where it leads; package build did. The same bytes are served by the app
// and written into the folder, with relative links only, no scripts and no style attributes.
//
// Begin with RenderChapter in markdown.go and RenderBody in page_frame.go; example.go shows how a block is played.
package html
