package web_test

import (
	"net/http"
	"net/http/cookiejar"
)

func newCookieJar() http.CookieJar {
	jar, err := cookiejar.New(nil)
	if err != nil {
		panic(err) // it takes no options that could be wrong
	}
	return jar
}
