package store

// Driver is the name of the database driver in this build.
const Driver = driver

// Latest is the version of a new database.
var Latest = len(migrations)
