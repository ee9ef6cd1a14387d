package config

import (
	"errors"
	"net/url"
	"strings"
)

// Site is where the public pages of the games are kept up to date.
type Site struct {
	Dir    string   // "": there are none
	URL    string   // at which they can be read, ending with a slash; "": feeds have no links
	Title  string   // of the club; "": the name in the configuration
	Theme  string   // a directory with files in place of the program's; "": none
	Except []string // games that have no page
}

// check refuses an address that is none.
func (s Site) check() error {
	if s.URL == "" {
		return nil
	}
	if u, err := url.Parse(s.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("url is no address of a web site, such as \"https://games.example.org/\"")
	}
	return nil
}

// Base returns the address of the pages, ending with a slash; "" if it is not known.
func (s Site) Base() string {
	if s.URL == "" {
		return ""
	}
	return strings.TrimSuffix(s.URL, "/") + "/"
}
