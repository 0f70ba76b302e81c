// Package packs reads and writes packs of profiles as YAML.
//
// A pack is one or more YAML files. Each is a map with any of the fields of
// rules.Pack: game, id, name, edition, author, licence and language, each in one
// file only; units and parts, which are joined over all files in the order of
// their names. The reading is strict: a field that a pack does not have, a key
// written twice, an alias, a number that JSON would not take is a Fault with its
// file and line, and so is whatever the game itself finds wrong in a profile.
//
// Wherever a map has the keys fr and en and no others, the French text is set
// with French typography. The package knows no game and keeps nothing: a game is
// given to it, and a pack is handed back.
package packs
