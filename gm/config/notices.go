package config

import (
	"errors"
	"fmt"
	"net/url"
)

// Notices is the webhook to which it is told what is public of the games.
type Notices struct {
	URL     string            // "": nobody is told
	Body    string            // a template; "": the notice as JSON
	Headers map[string]string // of each request
	Secret  string            // with which requests are signed
	Except  []string          // games of which nothing is told
}

// check refuses an address on the way to which others could read along.
func (n Notices) check() error {
	if n.URL == "" {
		if n.Body != "" || n.Secret != "" || len(n.Headers)+len(n.Except) > 0 {
			return errors.New("url is missing, to which the notices are sent")
		}
		return nil
	}
	u, err := url.Parse(n.URL)
	switch {
	case err != nil || u.Host == "": // which may be secret, so it is not shown
		return errors.New("url is no address such as \"https://chat.example.org/hook\"")
	case u.Scheme == "https", u.Scheme == "http" && IsHere(u.Hostname()):
		return nil
	}
	return fmt.Errorf("url begins with %s://; write https://, or http:// for a program on this machine", u.Scheme)
}
