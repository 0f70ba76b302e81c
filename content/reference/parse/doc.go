// Package parse reads the Markdown and YAML files of books into Sources: the tree of each file, the places in it that can be
// linked to (Place), the words of the glossary (Term), references, errata and blocks for the engine.
//
// Every fault is collected with its file and line (Diagnostics), so that a writer sees all of them at once. The package looks at
// one file at a time: whether a reference leads somewhere is the question of package build, and what a block means to the
// engine that of package html.
//
// Begin with ReadSources in source.go, then markdown.go, which walks the tree, and nodes.go, which lists what the reference adds
// to Markdown.
package parse
