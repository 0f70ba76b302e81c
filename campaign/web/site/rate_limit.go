package site

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
// All processes on a database count together.
var (
	wrongSecretLimit  = RateLimit{"wrong", 20, time.Minute}      // of an address
	NewClubLimit      = RateLimit{"found", 20, 10 * time.Minute} // of an address
	NewLinkLimit      = RateLimit{"link", 30, 2 * time.Minute}   // of a member: invitations, links, keys and passkeys
	PasswordLimit     = RateLimit{"guess", 10, time.Minute}      // of a name and an address: passwords
	PasswordNameLimit = RateLimit{"guessed", 100, time.Minute}   // of a name, from anywhere
	MailLimit         = RateLimit{"letter", 5, 2 * time.Hour}    // of a member, and to an address: letters that ask to confirm it
)

// RateLimit lets so many through at once, and one more after each while.
type RateLimit struct {
	name  string
	burst int
	every time.Duration
}

// CountTry counts one for somebody, and refuses when they are too many.
func (s *Base) CountTry(c echo.Context, g RateLimit, who string) error {
	if ok, err := s.Service.Allow(c.Request().Context(), g.name, who, g.burst, g.every); err != nil || ok {
		return err
	}
	return tooManyRequests(c)
}

// newSignInLimiter counts who asks for passkeys and passwords at the door, of an address, which a whole hall may use at once. It
// spares the processors of this machine, so each process counts for itself.
func newSignInLimiter() middleware.RateLimiterStore {
	const burst, every = 200, 3 * time.Second
	return middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
		Rate: rate.Every(every), Burst: burst, ExpiresIn: (burst + 1) * every})
}

// LimitSignIn counts who LimitSignIn at the door, before anything is computed for them.
func (s *Base) LimitSignIn(c echo.Context) error {
	if ok, err := s.signInLimiter.Allow(ClientAddress(c)); err != nil || ok {
		return err
	}
	return tooManyRequests(c)
}

func tooManyRequests(c echo.Context) error {
	c.Response().Header().Set("Retry-After", "60")
	return &campaign.Error{Code: campaign.TooMany, Key: "too-often"}
}

// CountWrongSecret counts a secret that opens nothing against the address it came from.
func (s *Base) CountWrongSecret(c echo.Context, err error) error {
	if campaign.CodeOf(err) != campaign.Unauthenticated {
		return err
	}
	if many := s.CountTry(c, wrongSecretLimit, ClientAddress(c)); many != nil {
		return many
	}
	return err
}

// LimitLinks counts what a member makes that lets others or programs in.
func (s *Base) LimitLinks(c echo.Context, v Visit) error {
	return s.CountTry(c, NewLinkLimit, v.Club+"/"+v.Member.ID)
}

// ClientAddress is who a connection comes from, as far as one can be told from another: of IPv6, where everybody has many, the
// network.
func ClientAddress(c echo.Context) string {
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

// IPExtractor finds the address of whoever asks. What a request claims about itself counts only when it comes through a
// proxy that is trusted.
func IPExtractor(proxies []netip.Prefix) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		trust = append(trust, echo.TrustIPRange(&net.IPNet{IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen())}))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}
