// Package site is what all parts of the site share: the configuration, who visits, how pages are rendered, refused, cached and
// sent, the addresses, and the words for battles, campaigns and sides that several parts show.
// It has no page of its own and imports no part of the site. Begin with site.go (Config, Base), route.go (Route), session.go
// (Visit) and render.go.
package site
