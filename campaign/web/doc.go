// Package web is the site: it answers browsers and programs for clubs, campaigns and battles. Only it and the packages below
// it import echo.
//
// Begin with server.go: New makes the handler from a Config, Serve runs it. routes.go mounts the parts of the site, which are
// the packages auth, club, league, play, arbiter, roster, book and api; each lists its routes in its routes.go,
// one row each with who may open it. The parts share package site and never import each other.
//
// A handler reads the request, calls the campaign's service once, and renders a component of package views into a buffer, so
// that a page is whole or is an error. Every page works without scripts: forms post and are answered by a redirect, or by the
// same form with what was typed and the sentence that says what is wrong. The package holds no rule of the games or of
// campaigns.
package web
