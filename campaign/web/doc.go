// Package web is the site: it answers browsers for clubs, campaigns and battles. It is the only importer of echo.
//
// A handler reads the request, calls the Hall once, and renders a component of package views into a buffer, so that a page
// is whole or is an error. The routes stand in routes_PART.go, which routes.go mounts. Every page works without scripts:
// forms post and are answered by a redirect, or by the same form with what was typed and the sentence that says what is
// wrong. The package holds no rule of the games or of campaigns.
package web
