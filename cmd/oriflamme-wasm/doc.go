//go:build js

// Oriflamme-wasm is the engine for browsers: package pocket behind one function. It is compiled for js/wasm only, by
//
//	go generate ./public
//
// which writes the packed file that package public embeds, and beside it what it was made from; a test says when it has
// fallen behind the sources.
package main
