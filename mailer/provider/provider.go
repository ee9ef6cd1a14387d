// Package provider knows mail providers: their servers, how a program logs in there, what they limit, and how the
// servers of a domain are found. It is data, from public documentation, in providers.toml.
//
// It reads and writes no mail, and asks nobody for a password.
package provider

import (
	_ "embed"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// A Provider is a mail provider.
type Provider struct {
	ID, Name string
	Domains  []string // domains of addresses at this provider
	MX       []string // ends of the names of mail exchangers, for domains of customers
	IMAP     Server
	SMTP     Server
	Login    Login
	Password string // how to get it, in sentences
	Page     string // the provider's page about that
	Plus     bool   // addresses with a plus are of use
	Spam     string // the folder for spam
	// Names of the folders for letters that were handled, and that can't be; "": as everywhere.
	Processed, Failed string
	CAFile            string `toml:"ca_file"` // of a server with a certificate of its own
	// Limits for outgoing mail; 0: none is published.
	PerMinute   int `toml:"per_minute"`
	PerDay      int `toml:"per_day"`
	Connections int
	Note        string
	Tried       bool
	OAuth       OAuth
}

// A Server is where a server is, and how it is encrypted.
type Server struct {
	Addr string // host:port
	TLS  string // "tls" or "starttls"
}

// Host returns the server's name.
func (s Server) Host() string {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return s.Addr
	}
	return host
}

// A Login is how a program logs in.
type Login string

// The ways to log in.
const (
	App    Login = "app"      // log in with a password that is made for one program
	Own    Login = "password" // log in with the password of the account
	Token  Login = "oauth"    // log in with an access token
	Bridge Login = "bridge"   // through a program on this machine
)

// An OAuth is where access tokens come from (RFC 8628).
type OAuth struct {
	DeviceURL string `toml:"device_url"`
	TokenURL  string `toml:"token_url"`
	Scopes    []string
	Auth      string // the mechanism by which a token logs in
}

//go:embed providers.toml
var table string

// All returns all providers, as the table lists them.
var All = sync.OnceValue(func() []Provider {
	var in struct{ Provider []Provider }
	meta, err := toml.Decode(table, &in)
	if err == nil && len(meta.Undecoded()) > 0 {
		err = fmt.Errorf("no setting %v", meta.Undecoded()[0])
	}
	if err != nil {
		panic(fmt.Sprintf("provider: providers.toml: %v", err))
	}
	return in.Provider
})

// find returns the first provider for which is returns true, or nil.
func find(is func(Provider) bool) *Provider {
	i := slices.IndexFunc(All(), is)
	if i < 0 {
		return nil
	}
	return &All()[i]
}

// ByID returns the provider of that name, or nil.
func ByID(id string) *Provider {
	return find(func(p Provider) bool { return p.ID == id })
}

// ByDomain returns the provider of an address's domain, or nil.
func ByDomain(domain string) *Provider {
	return find(func(p Provider) bool { return slices.Contains(p.Domains, strings.ToLower(domain)) })
}

// ByServer returns the provider to which a server with a port belongs, or nil. A server on this machine is nobody's
// but that of a bridge, which is known by its port.
func ByServer(addr string) *Provider {
	host := (Server{Addr: addr}).Host()
	return find(func(p Provider) bool {
		if p.Login == Bridge {
			return addr == p.IMAP.Addr || addr == p.SMTP.Addr
		}
		return strings.EqualFold(host, p.IMAP.Host()) || strings.EqualFold(host, p.SMTP.Host())
	})
}

// byMX returns the provider that takes the mail of a domain with this mail exchanger, or nil.
func byMX(exchanger string) *Provider {
	name := strings.TrimSuffix(strings.ToLower(exchanger), ".")
	return find(func(p Provider) bool {
		return slices.ContainsFunc(p.MX, func(end string) bool { return name == end || strings.HasSuffix(name, "."+end) })
	})
}
