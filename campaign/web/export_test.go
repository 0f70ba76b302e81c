package web

// Needs is the table of permissions by route.
var Needs = needs

// Gzipped is the middleware that packs answers.
var Gzipped = gzipped
