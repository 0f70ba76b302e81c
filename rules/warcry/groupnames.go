package warcry

// GroupNames are the battle groups in the order in which they deploy (WC-R-17, WC-SET-9).
var GroupNames = [3]string{"dagger", "shield", "hammer"}
