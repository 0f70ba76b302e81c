//go:build js

// Oriflamme-wasm is the engine for browsers: package engineapi behind one function. It is compiled for js/wasm only,
// by
//
//	go generate ./public
//
// which writes the compressed file that package public embeds, and beside it a hash of the sources it was made from.
// A test fails when the sources have changed since.
package main
