package notify

// IsPublic reports whether an address may be asked.
var IsPublic = isPublic
