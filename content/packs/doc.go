// Package packs reads and writes packs of profiles as YAML, and makes rosters and battlefields from them.
//
// A pack is one or more YAML files. Each is a map with any of the fields of rules.Pack: game, id, name, edition,
// author, licence and language, each in one file only; units and parts, which are joined over all files in the order
// of their names. Reading is strict: an unknown field, a key written twice, an alias, or a number that JSON does not
// allow is a Fault with its file and line, and so is whatever the game itself finds wrong in a profile.
//
// Wherever a map has the keys fr and en and no others, the French text is set with French typography. The package
// knows no game and keeps nothing: it is given a game and returns a pack.
//
// Begin with Load in read.go; yaml_tree.go keeps the lines of the files, roster.go and cards.go use a pack.
package packs
