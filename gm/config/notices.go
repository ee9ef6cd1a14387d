package config

import (
	"errors"
	"fmt"
	"net/url"
)

// Notices configures the webhook that is told about public events of the games.
type Notices struct {
	URL     string            // address of the webhook; "": there is none
	Body    string            // template of the body; "": the notice as JSON
	Headers map[string]string // additional headers of each request
	Secret  string            // key with which requests are signed
	Except  []string          // games that are excluded
}

// check returns an error if the webhook's address is invalid or not encrypted on the way to another machine.
func (n Notices) check() error {
	if n.URL == "" {
		if n.Body != "" || n.Secret != "" || len(n.Headers)+len(n.Except) > 0 {
			return errors.New("url is missing; it is the address to which notices are sent")
		}
		return nil
	}
	u, err := url.Parse(n.URL)
	switch {
	case err != nil || u.Host == "": // the address is not shown, as it may contain a secret
		return errors.New("url is not an address such as \"https://chat.example.org/hook\"")
	case u.Scheme == "https", u.Scheme == "http" && IsHere(u.Hostname()):
		return nil
	}
	return fmt.Errorf("url begins with %s://; write https://, or http:// for a program on this machine", u.Scheme)
}
