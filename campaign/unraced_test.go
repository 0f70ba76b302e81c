//go:build !race

package campaign_test

const raced = false
