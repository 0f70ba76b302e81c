package notify

// IsPublic reports whether an address may be called.
var IsPublic = isPublic
