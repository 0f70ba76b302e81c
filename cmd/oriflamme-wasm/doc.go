//go:build js

// Oriflamme-wasm is the engine for browsers: package engineapi behind one function. It is compiled for js/wasm only,
// by
//
//	go generate ./public
//
// which writes the compressed file that package public embeds, and beside it the digests of the rules it applies. A test
// fails when the rules have changed since; pages refuse an engine of other rules than the site's.
package main
