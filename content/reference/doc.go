// Package reference makes the rules reference out of the Markdown of content, and
// serves it: a Site answers for pages, files and searches, writes itself as a plain
// folder, and packs a book for use without a network. A Preview does the same for
// books that somebody is writing.
//
// The work is done in packages that import each other one way only: locale, parse
// (files to sources), build (sources to books and pages), search (the index of each
// book), html (pages as HTML). Begin with Build in site.go, which calls them in
// this order.
//
// A book is one game in one language. Every rule of it has its id as an anchor,
// the same in all languages; build/ids.lock lists the ids and addresses that were
// published, and Build refuses to lose one. The engine plays examples and tables
// while the pages are made, so a page that contradicts the rules does not build.
//
// The package writes the inside of a page (build.Page.Body), byte for byte the same
// in the app and in the folder; the frame around it belongs to the server. It
// knows no web framework and no rule of any game.
//
// # What a chapter may hold
//
// A file is Markdown with tables and definition lists, and a YAML head with id,
// title, slug, summary and, for house rules, house: true. Raw HTML is dropped. On
// top of Markdown there are
//
//	## Title {#wc-attack}            a section; its id is required
//	### Title {#WC-ATK-3}            a rule with a title
//	**[WC-ATK-3] [WC-ATK-4]** text   a rule without one, also in a list or a table
//	[[WC-ATK-3]] [[WC-ATK-3|text]]   a reference to a rule, a section or a page
//	[[t:cover]] [[t:cover|text]]     a word of the glossary
//	[[!cover]]                       the word, which does not link itself here
//	### Cover {#t-cover}             a word's entry, in the glossary
//	Aliases: covered, in cover       other forms of the word, below its title
//
// and the fenced blocks example and table, which the engine plays, diagram, which draws
// a board, and erratum, which tells at a rule that its text is another than before (see
// html.Example, html.Table, html.Diagram and parse.Erratum, whose comments list every field).
//
// What players say when they look for a rule stands beside the chapters in asks.yaml,
// by the number of the rule: the search knows it, pages do not show it.
package reference
