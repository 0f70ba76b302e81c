// Package pairing draws the rounds of leagues: Swiss rounds as one matching of all
// players at the least cost, and round robins by the circle method.
//
// A pairing has a cost at each criterion, and the criteria are compared in a fixed
// order, each outweighing all below it together: a rematch, a second bye, the gap in
// scores (squared), two members of one club, two of one travelling group, a mission
// and a table that a player has had before. Each pairing carries its own costs, so
// that a page can say why it was made.
//
// The package knows no game and no store; players are numbers from 0. Begin with
// swiss.go; matching.go holds the minimum-cost matching.
package pairing
