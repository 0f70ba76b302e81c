// Package auth draws the pages on which people sign in, join, found a club and handle their API keys, and the text of e-mails.
//
// It holds no state and checks no password: handlers fill the models. Begin with signin.templ.
package auth
