package web

// uploadRoutes are the routes whose forms may hold an image, by path.
var uploadRoutes = map[string]bool{
	campaignURL(":club", ":campaign") + "/stories":  true,
	campaignURL(":club", ":campaign") + "/map/edit": true,
	evidenceURL(":club", ":battle"):                 true,
	battleURL(":club", ":battle") + "/dispute":      true,
	apiPrefix + evidenceURL(":club", ":battle"):     true,
}
