// Package telling puts what the engine says into the words of a book, and reads what people filled in.
//
// Distributions, faults, events and commands become sentences; fields of a form become the JSON that rules.Decode reads.
// It draws nothing and knows no page, no club and no network: the pages of the site and the engine in a reader's browser say
// the same with it. What has no phrase is said by its key in plain words.
package describe
