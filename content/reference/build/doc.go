// Package build makes the Library: it joins the parsed files into books, one for each game and language, with their pages,
// addresses, anchors and words.
//
// It checks what no file can know alone: references to rules that are nowhere, ids that were published once and vanished
// (ids.lock), pages that one language lacks. It finds the words of the glossary that link themselves, and reads what is known of
// each rule (rule_status.txt). What only the making of pages needs lies behind one pointer in each Page and Book, which Compact
// drops; what stays is kept in few large pieces by an Interner.
//
// It writes no HTML and searches nothing. Begin with Assemble in assemble.go, then page.go and book.go.
package build
