package web

// Needs is the table of permissions by route.
var Needs = needs
