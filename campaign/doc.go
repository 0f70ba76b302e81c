// Package campaign keeps clubs.
package campaign
