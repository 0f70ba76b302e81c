// Package describe puts what the engine says into the words of a language, and reads forms that people filled in.
//
// Odds, faults, events and commands become sentences; the fields of a form become the JSON that rules.Decode reads.
// The package draws nothing and knows no page, no club and no network: the pages of the site and the engine in a
// reader's browser use it alike. What has no phrase is shown as its key in plain words.
//
// Begin with BattleDescriber in battle.go; form.go reads forms, field.go reads the struct tags, odds_main.go and
// odds_summary.go describe odds.
package describe
