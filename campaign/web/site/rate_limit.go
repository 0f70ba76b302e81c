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

// The rate limits of the site. Secrets are too long to guess, but nobody needs to try often, found many clubs or make many
// links. A whole club may share one address, so only wrong secrets count, and a right secret always works. All processes on a
// database count together.
var (
	wrongSecretLimit  = RateLimit{"wrong", 20, time.Minute}      // by address
	NewClubLimit      = RateLimit{"found", 20, 10 * time.Minute} // by address
	NewLinkLimit      = RateLimit{"link", 30, 2 * time.Minute}   // by member: invitations, links, keys and passkeys
	PasswordLimit     = RateLimit{"guess", 10, time.Minute}      // passwords, by login name and address
	PasswordNameLimit = RateLimit{"guessed", 100, time.Minute}   // passwords, by login name, from any address
	MailLimit         = RateLimit{"letter", 5, 2 * time.Hour}    // e-mails that ask to confirm an address, by member and by address
)

// A RateLimit allows a number of tries at once, and one more after each period.
type RateLimit struct {
	name  string
	burst int
	every time.Duration
}

// CountTry counts one try for who, and refuses it when the limit is reached.
func (s *Base) CountTry(c echo.Context, g RateLimit, who string) error {
	if ok, err := s.Service.Allow(c.Request().Context(), g.name, who, g.burst, g.every); err != nil || ok {
		return err
	}
	return tooManyRequests(c)
}

// newSignInLimiter limits sign-ins by passkey and password for each address, which a whole club may share. It saves the
// processor time of this machine, so each process counts for itself.
func newSignInLimiter() middleware.RateLimiterStore {
	const burst, every = 200, 3 * time.Second
	return middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
		Rate: rate.Every(every), Burst: burst, ExpiresIn: (burst + 1) * every})
}

// LimitSignIn counts a sign-in, before anything is computed for it.
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

// CountWrongSecret counts a wrong secret for the address that sent it.
func (s *Base) CountWrongSecret(c echo.Context, err error) error {
	if campaign.CodeOf(err) != campaign.Unauthenticated {
		return err
	}
	if many := s.CountTry(c, wrongSecretLimit, ClientAddress(c)); many != nil {
		return many
	}
	return err
}

// LimitLinks counts the links and keys that a member makes.
func (s *Base) LimitLinks(c echo.Context, v Visit) error {
	return s.CountTry(c, NewLinkLimit, v.Club+"/"+v.Member.ID)
}

// ClientAddress returns the address of a client. For IPv6 it returns the network, because one person has many addresses.
func ClientAddress(c echo.Context) string {
	a, err := netip.ParseAddr(c.RealIP())
	if err != nil {
		return "unknown"
	}
	if a = a.Unmap().WithZone(""); a.Is6() {
		p, _ := a.Prefix(64) // 64 bits are valid
		return p.String()
	}
	return a.String()
}

// IPExtractor returns the function that finds a client's address. Headers of the request count only if a trusted proxy set them.
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
