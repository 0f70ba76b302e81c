package notice

// Public reports whether an address may be asked.
var Public = public
