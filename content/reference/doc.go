// Package reference makes the rules reference: it turns the Markdown of
// content into pages, checks them, and lays them out for the app and as a plain
// folder.
//
// A book is one game in one language. Every rule of it has its id as an anchor,
// the same in all languages; ids.lock remembers the ids and addresses once
// published, and Build refuses to lose one. Examples and tables are played by the
// engine while the pages are made, so a page that contradicts the rules does not
// build. Search looks words up in an index made here, with the same steps in Go
// and in the browser.
//
// The package writes the inside of a page (Page.Body), byte for byte the same in
// the app and in the folder; the frame around it belongs to whoever serves it. It
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
// Example, Table, Diagram and Erratum, whose comments list every field).
//
// What players say when they look for a rule stands beside the chapters in asks.yaml,
// by the number of the rule: the search knows it, pages do not show it.
package reference
