package web

// cachedRoutes are pages of clubs that anyone may open and that follow from the club's acts alone.
var cachedRoutes = map[string]bool{
	clubURL(":club"): true, clubURL(":club") + "/campaigns": true, clubURL(":club") + "/ratings/:game": true,
	campaignURL(":club", ":campaign"): true, campaignURL(":club", ":campaign") + "/standings": true, campaignURL(":club", ":campaign") + "/battles": true,
	campaignURL(":club", ":campaign") + "/chronicle": true, campaignURL(":club", ":campaign") + "/rosters": true, rosterURL(":club", ":roster"): true,
}
