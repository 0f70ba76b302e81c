// Package phrases holds every sentence that the program says, by language and key, and how each language counts and dates.
//
// A Catalog is read from YAML. Keys of <lang>/ui.yaml (and of any <lang>/ui-*.yaml)
// stand as they are, those of <lang>/<game>/phrases.yaml behind "<game>."; nested
// maps are joined by dots. A sentence may hold
//
//	{name}             the value given under that name
//	{n|point|points}   the first form for a singular number n, else the second
//	{n|# point|# points}   the same, with the number itself for #
//	{a=yes|no}         the first text when the value is true, there or not nought, else the second, either with the value for #
//	{a= (# point)| (# points)|no}   the same, with a form for a singular number before
//	{{ and }}          braces
//
// <lang>/language.yaml holds what a language does its own way: see Conventions.
//
// Sentences of a language whose typography is French are set with French spaces and apostrophes as they are read,
// so that the files may be typed on any keyboard. The package knows no key and no
// game, and decides nothing about pages.
package phrases
