package web

import (
	"net"
	"net/netip"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"oriflamme/campaign"
)

// Secrets cannot be guessed, but nobody needs to try often; nor to found clubs or to make links by the dozen. A club may
// sit behind one address: so it is wrong secrets that are counted, and a right one opens however many were wrong before.
const (
	wrongBurst, wrongEvery     = 20, time.Minute      // of an address
	foundBurst, foundEvery     = 20, 10 * time.Minute // of an address
	linkBurst, linkEvery       = 30, 2 * time.Minute  // of a member: invitations, links, keys and passkeys
	askedBurst, askedEvery     = 200, 3 * time.Second // of an address: passkeys and passwords at the door, which a whole hall may use at once
	guessBurst, guessEvery     = 10, time.Minute      // of a name and an address: passwords
	guessedBurst, guessedEvery = 100, time.Minute     // of a name, from anywhere
	mailBurst, mailEvery       = 5, 2 * time.Hour     // of a member, and to an address: letters that ask to confirm it
)

// gates are what is counted, each for itself, in this process.
type gates struct{ wrong, found, link, asked, guess, guessed, letter middleware.RateLimiterStore }

func newGates() gates {
	gate := func(burst int, every time.Duration) middleware.RateLimiterStore {
		return middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
			Rate: rate.Every(every), Burst: burst, ExpiresIn: time.Duration(burst+1) * every})
	}
	return gates{wrong: gate(wrongBurst, wrongEvery), found: gate(foundBurst, foundEvery), link: gate(linkBurst, linkEvery), asked: gate(askedBurst, askedEvery),
		guess: gate(guessBurst, guessEvery), guessed: gate(guessedBurst, guessedEvery), letter: gate(mailBurst, mailEvery)}
}

// through counts one for somebody, and refuses when they are too many.
func through(c echo.Context, gate middleware.RateLimiterStore, who string) error {
	if ok, err := gate.Allow(who); err != nil || ok {
		return err
	}
	c.Response().Header().Set("Retry-After", "60")
	return &campaign.Error{Code: campaign.TooMany, Key: "too-often"}
}

// wrongSecret counts a secret that opens nothing against the address it came from.
func (s *site) wrongSecret(c echo.Context, err error) error {
	if campaign.CodeOf(err) != campaign.Unauthenticated {
		return err
	}
	if many := through(c, s.gates.wrong, addressOf(c)); many != nil {
		return many
	}
	return err
}

// makesLinks counts what a member makes that lets others or programs in.
func (s *site) makesLinks(c echo.Context, v visit) error {
	return through(c, s.gates.link, v.club+"/"+v.member.ID)
}

// addressOf is who a connection comes from, as far as one can be told from another: of IPv6, where everybody has many, the
// network.
func addressOf(c echo.Context) string {
	a, err := netip.ParseAddr(c.RealIP())
	if err != nil {
		return "unknown"
	}
	if a = a.Unmap().WithZone(""); a.Is6() {
		p, _ := a.Prefix(64) // 64 bits fit
		return p.String()
	}
	return a.String()
}

// extractor finds the address of whoever asks. What a request claims about itself counts only when it comes through a
// proxy that is trusted.
func extractor(proxies []netip.Prefix) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		trust = append(trust, echo.TrustIPRange(&net.IPNet{IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen())}))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}
