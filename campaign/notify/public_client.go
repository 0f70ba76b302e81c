package notify

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"oriflamme/campaign"
)

// publicClient calls servers whose addresses people have entered. This is the only file of
// the program that calls other servers by HTTP.
type publicClient struct {
	client       *http.Client
	allowPrivate bool
}

const (
	dialTimeout    = 5 * time.Second
	requestTimeout = 10 * time.Second
	maxAnswer      = 4 << 10 // bytes of an answer that are read
)

// Values of Delivery.LastError that are not messages of another program, or begin so.
const (
	ErrorStatus  = "status "    // followed by the HTTP status
	ErrorPrivate = "not-public" // the address is not public
)

var errPrivate = errors.New(ErrorPrivate)

func newPublicClient(private bool) *publicClient {
	dial := &net.Dialer{Timeout: dialTimeout}
	if !private {
		// Called after the name was resolved and for each address that is tried, so
		// that a name cannot resolve to one address when it is checked and to another when it is used.
		dial.Control = func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil || !isPublic(at.Addr()) {
				return errPrivate
			}
			return nil
		}
	}
	return &publicClient{allowPrivate: private, client: &http.Client{
		Timeout: requestTimeout,
		Transport: &http.Transport{ // no proxy: the check would see the proxy's address instead of the server's
			DialContext: dial.DialContext, DisableKeepAlives: true, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: dialTimeout, ResponseHeaderTimeout: requestTimeout, MaxResponseHeaderBytes: 16 << 10,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// nonPublic are address ranges that look public but are private, represent other
// addresses, or are unassigned.
var nonPublic = prefixes("0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10")

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		all[i] = netip.MustParsePrefix(t)
	}
	return all
}

// isPublic reports whether an address is a public Internet address. The addresses of cloud
// metadata services, which return secrets, are link-local or private.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.Zone() != "" {
		return false
	}
	return !slices.ContainsFunc(nonPublic, func(p netip.Prefix) bool { return p.Contains(a) })
}

// checkURL refuses a URL that can be known to be wrong before any call.
func (c *publicClient) checkURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && (u.Scheme != "http" || !c.allowPrivate) {
		return &campaign.Error{Code: campaign.Invalid, Field: "url", Key: "not-https"}
	}
	if at, err := netip.ParseAddr(u.Hostname()); err == nil && !c.allowPrivate && !isPublic(at) {
		return &campaign.Error{Code: campaign.Invalid, Field: "url", Key: "not-public"}
	}
	return nil
}

// CheckURL refuses the URL of a webhook that can be known to be wrong before any call.
func (d *Deliverer) CheckURL(address string) error { return d.http.checkURL(address) }

// An Answer is the answer of another server.
type Answer struct {
	Status int
	Text   string // first maxAnswer bytes of the body
}

// post sends a body and returns the answer. The error is a PermanentError, a RetryError, or
// another one, after which the call is tried again with the usual pause.
func (c *publicClient) post(ctx context.Context, address string, header map[string]string, body []byte) (Answer, error) {
	if err := c.checkURL(address); err != nil {
		return Answer{}, &PermanentError{err}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return Answer{}, &PermanentError{errors.New("the address cannot be asked")}
	}
	req.Header.Set("User-Agent", "Oriflamme")
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := c.client.Do(req)
	if err != nil {
		var whole *url.Error // contains the URL, which may be a secret
		if errors.As(err, &whole) {
			err = whole.Err
		}
		if errors.Is(err, errPrivate) {
			return Answer{}, &PermanentError{errPrivate}
		}
		return Answer{}, err
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(res.Body, maxAnswer)) // only shown, so an error does not matter
	answer := Answer{res.StatusCode, strings.ToValidUTF8(string(text), "?")}
	return answer, classifyStatus(res)
}

// classifyStatus returns the error for a status: nil, a PermanentError, a RetryError, or another.
func classifyStatus(res *http.Response) error {
	err := errors.New(ErrorStatus + strconv.Itoa(res.StatusCode))
	switch code := res.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable:
		seconds, _ := strconv.ParseFloat(res.Header.Get("Retry-After"), 64) // a date or nothing gives 0, the usual pause
		return &RetryError{err, time.Duration(min(max(seconds, 0), 1e6) * float64(time.Second))}
	case code == http.StatusRequestTimeout || code == http.StatusTooEarly || code >= 500:
		return err
	}
	return &PermanentError{err}
}
