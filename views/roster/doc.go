// Package roster draws the pages of a side: its list, the list builder, its units and its lost units, its versions, its
// emblem and its players.
//
// Begin with roster.templ and its models in roster.go.
package roster
