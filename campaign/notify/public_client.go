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
	"strconv"
	"strings"
	"syscall"
	"time"

	"oriflamme/campaign"
)

// publicClient asks servers whose addresses people have entered. This is the only file
// of the program that asks other servers by HTTP.
type publicClient struct {
	client       *http.Client
	allowPrivate bool
}

const (
	dialTimeout    = 5 * time.Second
	requestTimeout = 10 * time.Second
	maxAnswer      = 4 << 10 // bytes read of an answer
)

// What a Parcel's Trouble begins with, or is, where it is no message of another program.
const (
	ErrorStatus  = "status "    // and the status of HTTP that was answered
	ErrorPrivate = "not-public" // the address leads inwards
)

var errPrivate = errors.New(ErrorPrivate)

func newPublicClient(private bool) *publicClient {
	dial := &net.Dialer{Timeout: dialTimeout}
	if !private {
		// Asked after the name was resolved and for each address that is tried, so
		// that a name cannot mean one thing when it is checked and another when it is used.
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
		Transport: &http.Transport{ // no proxy: it would be asked in the place of the address that is checked
			DialContext: dial.DialContext, DisableKeepAlives: true, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: dialTimeout, ResponseHeaderTimeout: requestTimeout, MaxResponseHeaderBytes: 16 << 10,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// nonPublic are parts of the address space that look public and lead inwards, stand
// for other addresses, or are nobody's.
var nonPublic = prefixes("0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10")

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		all[i] = netip.MustParsePrefix(t)
	}
	return all
}

// isPublic reports whether an address is one of the isPublic Internet. The addresses
// at which clouds tell their machines secrets are link-local or private.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.Zone() != "" {
		return false
	}
	for _, p := range nonPublic {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// checkURL refuses, before anything is asked, an address that can be told to be wrong.
func (o *publicClient) checkURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && (u.Scheme != "http" || !o.allowPrivate) {
		return &campaign.Error{Code: campaign.Invalid, Field: "url", Key: "not-https"}
	}
	if at, err := netip.ParseAddr(u.Hostname()); err == nil && !o.allowPrivate && !isPublic(at) {
		return &campaign.Error{Code: campaign.Invalid, Field: "url", Key: "not-public"}
	}
	return nil
}

// CheckURL refuses the address of a hook that can be told to be wrong beforehand.
func (c *Deliverer) CheckURL(address string) error { return c.http.checkURL(address) }

// An Answer is what another server said.
type Answer struct {
	Status int
	Text   string // the beginning of it
}

// post sends a body and returns the answer. The error tells what is to be done:
// an PermanentError, a RetryError, or try again.
func (o *publicClient) post(ctx context.Context, address string, header map[string]string, body []byte) (Answer, error) {
	if err := o.checkURL(address); err != nil {
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
	res, err := o.client.Do(req)
	if err != nil {
		var whole *url.Error // holds the address, which may be a secret
		if errors.As(err, &whole) {
			err = whole.Err
		}
		if errors.Is(err, errPrivate) {
			return Answer{}, &PermanentError{errPrivate}
		}
		return Answer{}, err
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(res.Body, maxAnswer)) // only to be shown
	answer := Answer{res.StatusCode, strings.ToValidUTF8(string(text), "?")}
	return answer, classifyStatus(res)
}

// classifyStatus turns a status into what is to be done.
func classifyStatus(res *http.Response) error {
	err := errors.New(ErrorStatus + strconv.Itoa(res.StatusCode))
	switch code := res.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable:
		seconds, _ := strconv.ParseFloat(res.Header.Get("Retry-After"), 64) // or a date, or nothing: then the usual pause
		return &RetryError{err, time.Duration(min(max(seconds, 0), 1e6) * float64(time.Second))}
	case code == http.StatusRequestTimeout || code == http.StatusTooEarly || code >= 500:
		return err
	}
	return &PermanentError{err}
}
