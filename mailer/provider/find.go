package provider

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// DNS is what a Finder asks; *net.Resolver is one.
type DNS interface {
	LookupSRV(ctx context.Context, service, proto, name string) (string, []*net.SRV, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
}

// A Finder finds the servers of an address.
type Finder struct {
	DNS  DNS
	HTTP *http.Client
}

// A Found is what was found for an address.
type Found struct {
	Provider *Provider // nil: none that is known
	IMAP     Server
	SMTP     Server
	User     string // user name at the IMAP server
	Sender   string // user name at the SMTP server
	Source   string // in words: "the records of example.org in the DNS (SRV)"
}

// ErrUnknown says that nothing was found.
var ErrUnknown = errors.New("no servers were found")

// lookTime limits one question to the DNS or a web server.
const lookTime = 5 * time.Second

// Find finds the servers of an address: in the table by its domain, else by what the domain itself says, first in
// its SRV records (RFC 6186, RFC 8314), then in a file for mail programs on its web server, else by its mail
// exchangers. A domain whose servers are those of a provider in the table is that provider's customer.
func (f *Finder) Find(ctx context.Context, address string) (Found, error) {
	name, domain, ok := strings.Cut(strings.ToLower(address), "@")
	if !ok || name == "" || domain == "" {
		return Found{}, fmt.Errorf("%q is not a mail address", address)
	}
	if p := ByDomain(domain); p != nil {
		return of(p, address, "the table of providers"), nil
	}
	for _, look := range []func(context.Context, string, string) (Found, error){f.bySRV, f.byFile, f.byMX} {
		found, err := look(ctx, address, domain)
		if err == nil {
			return found, nil
		}
		if ctx.Err() != nil {
			return Found{}, ctx.Err()
		}
	}
	return Found{}, ErrUnknown
}

// of returns the answer for an address of a provider.
func of(p *Provider, address, source string) Found {
	return Found{Provider: p, IMAP: p.IMAP, SMTP: p.SMTP, User: address, Sender: address, Source: source}
}

// bySRV finds servers by SRV records. A service that a domain says it does not offer has the target "." there.
func (f *Finder) bySRV(ctx context.Context, address, domain string) (Found, error) {
	found := Found{User: address, Sender: address, Source: "the records of " + domain + " in the DNS (SRV)"}
	for _, s := range []struct {
		to            *Server
		service, mode string
	}{
		{&found.IMAP, "imaps", "tls"}, {&found.IMAP, "imap", "starttls"},
		{&found.SMTP, "submissions", "tls"}, {&found.SMTP, "submission", "starttls"},
	} {
		if s.to.Addr != "" {
			continue
		}
		asking, cancel := context.WithTimeout(ctx, lookTime)
		_, records, err := f.DNS.LookupSRV(asking, s.service, "tcp", domain)
		cancel()
		if err != nil || len(records) == 0 || records[0].Target == "." {
			continue
		}
		*s.to = Server{net.JoinHostPort(strings.TrimSuffix(records[0].Target, "."), strconv.Itoa(int(records[0].Port))),
			s.mode}
	}
	return known(found)
}

// known adds the provider, if the servers are those of one. Both servers must be there.
func known(found Found) (Found, error) {
	if found.IMAP.Addr == "" || found.SMTP.Addr == "" {
		return Found{}, ErrUnknown
	}
	found.Provider = ByServer(found.IMAP.Addr)
	return found, nil
}

// byMX finds servers by the provider that takes a domain's mail.
func (f *Finder) byMX(ctx context.Context, address, domain string) (Found, error) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	records, err := f.DNS.LookupMX(ctx, domain)
	if err != nil {
		return Found{}, err
	}
	slices.SortStableFunc(records, func(a, b *net.MX) int { return cmp.Compare(a.Pref, b.Pref) })
	for _, r := range records {
		if p := byMX(r.Host); p != nil {
			return of(p, address, "the server that takes the mail of "+domain+" (MX)"), nil
		}
	}
	return Found{}, ErrUnknown
}

// A clientConfig is a file for mail programs.
type clientConfig struct {
	Provider struct {
		Incoming []fileServer `xml:"incomingServer"`
		Outgoing []fileServer `xml:"outgoingServer"`
	} `xml:"emailProvider"`
}

type fileServer struct {
	Type       string `xml:"type,attr"`
	Hostname   string `xml:"hostname"`
	Port       int    `xml:"port"`
	SocketType string `xml:"socketType"`
	Username   string `xml:"username"`
}

// maxFile is more than the length of any such file.
const maxFile = 64 << 10

// byFile finds servers by the file for mail programs that a domain has on its web server. It is only asked for by
// HTTPS: whoever could change it on the way would get the password.
func (f *Finder) byFile(ctx context.Context, address, domain string) (Found, error) {
	for _, page := range []string{
		"https://autoconfig." + domain + "/mail/config-v1.1.xml?emailaddress=" + url.QueryEscape(address),
		"https://" + domain + "/.well-known/autoconfig/mail/config-v1.1.xml",
	} {
		file, err := f.file(ctx, page)
		if err != nil {
			continue
		}
		found := Found{Source: "the file for mail programs at " + (&url.URL{Scheme: "https", Host: hostOf(page)}).String()}
		found.IMAP, found.User = chosen(file.Provider.Incoming, "imap", address)
		found.SMTP, found.Sender = chosen(file.Provider.Outgoing, "smtp", address)
		if found, err = known(found); err == nil {
			return found, nil
		}
	}
	return Found{}, ErrUnknown
}

func hostOf(page string) string {
	u, err := url.Parse(page)
	if err != nil {
		return ""
	}
	return u.Host
}

// file gets a file for mail programs.
func (f *Finder) file(ctx context.Context, page string) (file clientConfig, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return file, err
	}
	answer, err := f.client().Do(req)
	if err != nil {
		return file, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return file, fmt.Errorf("%s: %s", page, answer.Status)
	}
	return file, xml.NewDecoder(io.LimitReader(answer.Body, maxFile)).Decode(&file)
}

// client returns the HTTP client, which follows no redirection to an address without encryption.
func (f *Finder) client() *http.Client {
	c := http.Client{}
	if f.HTTP != nil {
		c = *f.HTTP
	}
	c.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if req.URL.Scheme != "https" || len(via) >= 5 {
			return errors.New("redirected to an address that is not safe to follow")
		}
		return nil
	}
	return &c
}

// chosen returns the first encrypted server of a kind, those with TLS from the start before others, and the user
// there.
func chosen(all []fileServer, kind, address string) (Server, string) {
	for _, mode := range []struct{ socket, tls string }{{"SSL", "tls"}, {"STARTTLS", "starttls"}} {
		for _, s := range all {
			if s.Type != kind || s.SocketType != mode.socket || !s.plausible() {
				continue
			}
			return Server{net.JoinHostPort(s.Hostname, strconv.Itoa(s.Port)), mode.tls}, filled(s.Username, address)
		}
	}
	return Server{}, ""
}

// plausible reports whether the server's name and port may be those of one.
func (s fileServer) plausible() bool { return isHost(s.Hostname) && s.Port > 0 }

// isHost reports whether a text from elsewhere looks like the name of a machine.
func isHost(name string) bool {
	return name != "" && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-.") == ""
}

// filled puts the address into a user's name that has placeholders.
func filled(user, address string) string {
	name, domain, _ := strings.Cut(address, "@")
	user = strings.NewReplacer("%EMAILADDRESS%", address, "%EMAILLOCALPART%", name, "%EMAILDOMAIN%", domain).Replace(user)
	return cmp.Or(strings.TrimSpace(user), address)
}
