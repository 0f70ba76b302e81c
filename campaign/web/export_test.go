package web

// RoutePermissions is the table of permissions by route.
var RoutePermissions = routePermissions

// Gzipped is the middleware that packs answers.
var Gzipped = withGzip
