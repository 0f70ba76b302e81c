// Package pairing draws the rounds of leagues: Swiss rounds as one matching of all
// players at the least cost, and round robins by the circle method.
//
// Costs are compared in a fixed order, each level outweighing all below it
// together: a game already played, a second bye, the gap in scores (squared), two
// members of one club, of one travelling group, a mission and a table that somebody
// had before. What cannot be avoided is paid once, by whom it costs least; each
// pairing carries its own bill.
//
// The package knows no game and no store; players are numbers from 0.
package pairing
