package provider_test

import (
	"context"
	"errors"
	"flag"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"deaddrop/mailer/provider"
)

var update = flag.Bool("update", false, "write docs/mail-providers.md anew")

// The page about providers is made from the table.
func TestPageIsCurrent(t *testing.T) {
	const page = "../../docs/mail-providers.md"
	want := provider.Markdown()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != want {
		t.Errorf("%s is not what the table says (go test ./mailer/provider -update): %v", page, err)
	}
}

// Each provider of the table has all that is needed, and no two have the same.
func TestTable(t *testing.T) {
	var ids, domains, senders []string
	for _, p := range provider.All() {
		ids, domains, senders = append(ids, p.ID), append(domains, p.Domains...), append(senders, p.SMTP.Addr)
		for _, s := range []provider.Server{p.IMAP, p.SMTP} {
			_, port, err := net.SplitHostPort(s.Addr)
			modes := map[string]string{"993": "tls", "465": "tls", "587": "starttls", "1143": "starttls", "1025": "starttls"}
			if err != nil || modes[port] != s.TLS {
				t.Errorf("%s: %+v, %v", p.ID, s, err)
			}
		}
		for _, text := range []string{p.Name, p.Password, p.Note, p.Spam} {
			if strings.TrimSpace(text) == "" || strings.Contains(text, "  ") || strings.Contains(text, "\n") {
				t.Errorf("%s: %q", p.ID, text)
			}
		}
		if !strings.HasPrefix(p.Page, "https://") {
			t.Errorf("%s: its page is %q", p.ID, p.Page)
		}
		if !slices.Contains([]provider.Login{provider.App, provider.Own, provider.Token, provider.Bridge}, p.Login) {
			t.Errorf("%s: login %q", p.ID, p.Login)
		}
		complete := p.OAuth.TokenURL != "" && p.OAuth.DeviceURL != "" && p.OAuth.Auth != "" && len(p.OAuth.Scopes) > 0
		if complete != (p.Login == provider.Token) {
			t.Errorf("%s: tokens come from %+v", p.ID, p.OAuth)
		}
	}
	for _, all := range [][]string{ids, domains, senders} {
		slices.Sort(all)
		if n := len(all); len(slices.Compact(all)) != n {
			t.Errorf("something is there twice: %q", all)
		}
	}
	for _, name := range []string{"gmail", "microsoft", "outlook", "fastmail", "yahoo", "icloud", "gmx", "webde", "mailbox",
		"posteo", "proton", "migadu"} {
		if provider.ByID(name) == nil {
			t.Errorf("there is no %s", name)
		}
	}
}

// A server is known by its name, and a bridge on this machine by its port.
func TestByServer(t *testing.T) {
	for addr, want := range map[string]string{"imap.gmail.com:993": "gmail", "IMAP.Gmail.com:143": "gmail", "smtp.office365.com:587": "microsoft",
		"127.0.0.1:1143": "proton", "127.0.0.1:143": "", "imap.example.org:993": "", "nonsense": ""} {
		got := ""
		if p := provider.ByServer(addr); p != nil {
			got = p.ID
		}
		if got != want {
			t.Errorf("%s is %q, want %q", addr, got, want)
		}
	}
}

// dns is a DNS with these records.
type dns struct {
	srv map[string]*net.SRV // by "_imaps.example.org"
	mx  map[string][]string
}

var errNoRecord = errors.New("no such record")

func (d dns) LookupSRV(_ context.Context, service, _, name string) (string, []*net.SRV, error) {
	if r := d.srv["_"+service+"."+name]; r != nil {
		return "", []*net.SRV{r}, nil
	}
	return "", nil, errNoRecord
}

func (d dns) LookupMX(_ context.Context, name string) (all []*net.MX, err error) {
	for i, host := range d.mx[name] {
		all = append(all, &net.MX{Host: host, Pref: uint16(10 * (len(d.mx[name]) - i))})
	}
	if all == nil {
		err = errNoRecord
	}
	return all, err
}

const file = `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="x.example">
<incomingServer type="pop3"><hostname>pop.x.example</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
<incomingServer type="imap"><hostname>plain.x.example</hostname><port>143</port><socketType>plain</socketType></incomingServer>
<incomingServer type="imap"><hostname>imap.x.example</hostname><port>143</port><socketType>STARTTLS</socketType>
<username>%EMAILLOCALPART%</username></incomingServer>
<outgoingServer type="smtp"><hostname>smtp.x.example</hostname><port>587</port><socketType>STARTTLS</socketType></outgoingServer>
<outgoingServer type="smtp"><hostname>smtps.x.example</hostname><port>465</port><socketType>SSL</socketType>
<username>%EMAILADDRESS%</username></outgoingServer>
</emailProvider></clientConfig>`

// away sends all requests to one server, whatever host they are for.
type away struct{ to *httptest.Server }

func (a away) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("X-Host", req.URL.Host)
	out.URL.Host = a.to.Listener.Addr().String()
	return a.to.Client().Transport.RoundTrip(out)
}

// Servers are found by the table, by what the domain says in the DNS or on the web, and by who takes its mail.
func TestFind(t *testing.T) {
	var asked []string
	web := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("X-Host")+r.URL.Path)
		switch r.Header.Get("X-Host") + r.URL.Path {
		case "autoconfig.x.example/mail/config-v1.1.xml", "y.example/.well-known/autoconfig/mail/config-v1.1.xml":
			_, _ = w.Write([]byte(file))
		case "autoconfig.plain.example/mail/config-v1.1.xml":
			http.Redirect(w, r, "http://x.example/mail/config-v1.1.xml", http.StatusFound)
		case "autoconfig.odd.example/mail/config-v1.1.xml":
			_, _ = w.Write([]byte(strings.ReplaceAll(file, "imap.x.example", "imap.x.example\"\nevil = \"")))
		case "autoconfig.long.example/mail/config-v1.1.xml":
			_, _ = w.Write([]byte("<clientConfig>" + strings.Repeat("<x></x>", 100_000) + file))
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	f := &provider.Finder{HTTP: &http.Client{Transport: away{web}}, DNS: dns{
		srv: map[string]*net.SRV{
			"_imaps.own.example": {Target: "mail.own.example.", Port: 9993}, "_submissions.own.example": {Target: "out.own.example.", Port: 465},
			"_imap.old.example": {Target: "mail.old.example.", Port: 143}, "_submission.old.example": {Target: "mail.old.example.", Port: 587},
			"_imaps.fm.example": {Target: "imap.fastmail.com.", Port: 993}, "_submissions.fm.example": {Target: "smtp.fastmail.com.", Port: 465},
			"_imaps.half.example": {Target: "mail.half.example.", Port: 993}, "_submission.half.example": {Target: "."},
		},
		mx: map[string][]string{
			"half.example": {"backup.example.", "aspmx.l.google.com."}, "firm.example": {"firm-example.mail.protection.outlook.com."},
			"evil.example": {"notgoogle.com."},
		},
	}}
	for address, want := range map[string]struct{ provider, imap, smtp, user, sender, source string }{
		"gm@gmail.com":    {"gmail", "imap.gmail.com:993 tls", "smtp.gmail.com:465 tls", "gm@gmail.com", "gm@gmail.com", "the table"},
		"gm@GMail.com":    {"gmail", "imap.gmail.com:993 tls", "smtp.gmail.com:465 tls", "gm@GMail.com", "gm@GMail.com", "the table"},
		"gm@own.example":  {"", "mail.own.example:9993 tls", "out.own.example:465 tls", "gm@own.example", "gm@own.example", "SRV"},
		"gm@old.example":  {"", "mail.old.example:143 starttls", "mail.old.example:587 starttls", "gm@old.example", "gm@old.example", "SRV"},
		"gm@fm.example":   {"fastmail", "imap.fastmail.com:993 tls", "smtp.fastmail.com:465 tls", "gm@fm.example", "gm@fm.example", "SRV"},
		"gm@x.example":    {"", "imap.x.example:143 starttls", "smtps.x.example:465 tls", "gm", "gm@x.example", "autoconfig.x.example"},
		"gm@y.example":    {"", "imap.x.example:143 starttls", "smtps.x.example:465 tls", "gm", "gm@y.example", "https://y.example"},
		"gm@half.example": {"gmail", "imap.gmail.com:993 tls", "smtp.gmail.com:465 tls", "gm@half.example", "gm@half.example", "MX"},
		"gm@firm.example": {"microsoft", "outlook.office365.com:993 tls", "smtp.office365.com:587 starttls", "gm@firm.example", "gm@firm.example", "MX"},
	} {
		got, err := f.Find(t.Context(), address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		id := ""
		if got.Provider != nil {
			id = got.Provider.ID
		}
		if id != want.provider || got.IMAP.Addr+" "+got.IMAP.TLS != want.imap || got.SMTP.Addr+" "+got.SMTP.TLS != want.smtp ||
			got.User != want.user || got.Sender != want.sender || !strings.Contains(got.Source, want.source) {
			t.Errorf("%s: %+v (%s)", address, got, id)
		}
	}
	for _, address := range []string{"gm@evil.example", "gm@plain.example", "gm@odd.example", "gm@long.example", "gm@nowhere.example"} {
		if got, err := f.Find(t.Context(), address); !errors.Is(err, provider.ErrUnknown) {
			t.Errorf("%s: %+v, %v", address, got, err)
		}
	}
	if slices.ContainsFunc(asked, func(a string) bool { return strings.HasPrefix(a, "x.example/mail") }) {
		t.Errorf("a redirection without encryption was followed: %q", asked)
	}
}
