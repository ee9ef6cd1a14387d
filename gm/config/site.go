package config

import (
	"errors"
	"net/url"
	"strings"
)

// Site is the settings for the public pages of the games.
type Site struct {
	Dir    string   // directory of the pages; "" for none
	URL    string   // public address of the pages, ending with a slash; "" if unknown, so that feeds have no links
	Title  string   // title of the club; "" for the name in the configuration
	Theme  string   // directory with files that replace the program's own; "" if none
	Except []string // names of games without pages
}

// check returns an error for an invalid address.
func (s Site) check() error {
	if s.URL == "" {
		return nil
	}
	if u, err := url.Parse(s.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("url is not the address of a web site, such as \"https://games.example.org/\"")
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
