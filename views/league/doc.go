// Package league draws the pages of a campaign: map, standings, ratings, ladder, rounds and pairings, chronicle, honours,
// rules, settings and yearbook.
//
// Begin with campaign.templ. Battles are in package play, sides in package roster.
package league
