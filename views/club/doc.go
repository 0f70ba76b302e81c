// Package club draws the pages of a club as a whole: its front page, members, images, notifications and settings, the home
// page of the site, and what operators see (outbox, server status, permissions).
//
// Begin with club.templ. Pages of one campaign are in package league.
package club
