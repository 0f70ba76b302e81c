package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"oriflamme/campaign"
)

// Secrets cannot be guessed, but nobody needs to try often, nor to found clubs by the dozen.
const (
	doorRate  = rate.Limit(0.5) // a second, for each address
	doorBurst = 30
)

// limited slows down whoever knocks too often at the doors: entering, joining, founding. The address is that of the
// connection, so that nobody escapes by claiming another; behind a proxy all visitors share the allowance of doors.
func limited() echo.MiddlewareFunc {
	return middleware.RateLimiterWithConfig(middleware.RateLimiterConfig{
		Skipper: func(c echo.Context) bool {
			if c.Request().Method != http.MethodPost {
				return true
			}
			path := c.Request().URL.Path
			return path != "/enter" && path != "/sign-in" && path != "/clubs" && !under(path, "/join/")
		},
		Store: middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{Rate: doorRate, Burst: doorBurst, ExpiresIn: 10 * time.Minute}),
		DenyHandler: func(c echo.Context, _ string, _ error) error {
			c.Response().Header().Set("Retry-After", "60")
			return &campaign.Error{Code: campaign.TooMany, Key: "too-often"}
		},
	})
}
