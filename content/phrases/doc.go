// Package phrases holds every sentence of the program by language and key, and how each language writes numbers and
// dates.
//
// A Catalog is read from YAML. Keys of <lang>/ui.yaml and <lang>/ui-*.yaml are used as they are; those of
// <lang>/<game>/phrases.yaml get the prefix "<game>.". Nested maps are joined by dots. A sentence may hold
//
//	{name}             the value given under that name
//	{n|point|points}   the first form for a singular number n, else the second
//	{n|# point|# points}   the same, with the number itself for #
//	{a=yes|no}         the first text when the value is true or neither empty nor 0, else the second, either with the value for #
//	{a= (# point)| (# points)|no}   the same, with a form for a singular number before
//	{{ and }}          braces
//
// <lang>/language.yaml holds the conventions of the language: see Conventions.
//
// When phrases are read, those of a language with French typography get French spaces and apostrophes, so that the
// files may be typed on any keyboard. The package knows no key and no game, and decides nothing about pages.
//
// Begin with Catalog in catalog.go; load.go reads the files, phrase.go parses and fills a sentence.
package phrases
