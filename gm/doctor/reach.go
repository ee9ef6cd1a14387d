package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"deaddrop/gm/config"
	"deaddrop/mailer"
	"deaddrop/mailer/identity"
	"deaddrop/mailer/provider"
)

// A party is one of the two mail servers, with its settings.
type party struct {
	section  string // its section in the configuration
	protocol string
	tlsPort  string // its port if TLS is used from the start
	plain    string // its port if STARTTLS is used
	server   mailer.Server
}

// party returns what is needed to connect to a server, or reports why that is impossible.
func (d *Doctor) party(ctx context.Context, section string, from config.Server) (p party, ready bool) {
	p = party{section: section, protocol: "IMAP", tlsPort: "993", plain: "143"}
	if section == "smtp" {
		p.protocol, p.tlsPort, p.plain = "SMTP", "465", "587"
	}
	server, err := from.ForMailer(section)
	if d.tls != nil {
		server.TLSConfig = d.tls
	}
	p.server = server
	switch {
	case from.Addr == "":
		d.fault(fmt.Sprintf("Write the section [%s] with addr, user and password_file as in examples/deaddrop.toml; "+
			"your mail provider's help pages give the server's name.", section),
			"The configuration does not say which %s server to use.", p.protocol)
	case errors.Is(err, fs.ErrNotExist) && from.PasswordFile != "" && missing(from.PasswordFile):
		d.fault("Write the password into that file, on one line, and keep it to yourself: chmod 600 "+from.PasswordFile,
			"The file with the password for the %s server is missing: %s.", p.protocol, from.PasswordFile)
	case errors.Is(err, config.ErrOAuth):
		d.fault("Write it under [oauth] in the configuration; docs/mail-providers.md explains it."+
			of(provider.ByServer(from.Addr)),
			"The %s server can't be used, as nothing says how to get an access token for it: %v.", p.protocol, err)
	case err != nil:
		d.fault("Correct it under ["+section+"] in the configuration, or what is named there; the user who runs gm "+
			"must be able to read it.", "The %s server can't be used: %v.", p.protocol, err)
	case section == "imap" && from.User == "":
		d.fault("Write user = \"…\" under [imap]: the name of the mailbox, which at most providers is its whole "+
			"address.", "The configuration names no user for logging in to the IMAP server.")
	case from.User != "" && server.Secret == nil && server.Password == "":
		d.fault("Write password_file = \"password\" under ["+section+
			"], and the password into that file; examples/deaddrop.toml has other ways.",
			"The configuration gives no password for logging in to the %s server.", p.protocol)
	default:
		return p, d.secret(ctx, p)
	}
	return p, false
}

func missing(file string) bool {
	_, err := os.Stat(file)
	return errors.Is(err, fs.ErrNotExist)
}

// secret checks that the password can be read, and reports whether it can.
func (d *Doctor) secret(ctx context.Context, p party) bool {
	if p.server.User == "" || p.server.Secret == nil {
		return true
	}
	secret, err := p.server.Secret(ctx)
	if err == nil && strings.TrimSpace(secret) != secret {
		d.advise("Remove the spaces, unless they are part of the password.",
			"The password for the %s server begins or ends with a space.", p.protocol)
	}
	if err != nil {
		d.noPassword(p, err)
	}
	return err == nil
}

// unreachable reports why a server can't be used.
func (d *Doctor) unreachable(ctx context.Context, p party, err error) {
	failed := (*mailer.ProbeError)(nil)
	if !errors.As(err, &failed) {
		d.fault("Run gm doctor again; if the error remains, ask your mail provider.",
			"The %s server %s can't be examined: %v.", p.protocol, p.server.Addr, err)
		return
	}
	switch failed.Stage {
	case mailer.StageSettings:
		d.badServer(p, failed)
	case mailer.StageResolve:
		d.unknownHost(ctx, p, failed)
	case mailer.StageConnect:
		d.silentHost(p, failed)
	case mailer.StageSecure:
		d.insecure(p, failed)
	case mailer.StageGreeting:
		d.unfriendly(p, failed)
	case mailer.StageUpgrade:
		d.fault(fmt.Sprintf("Try tls = \"tls\" under [%s] with port %s, which most servers have. If this server "+
			"really offers no encryption, don't use it: your password could be read on the way.", p.section, p.tlsPort),
			"The %s server %s does not offer STARTTLS, so the connection can't be encrypted.", p.protocol,
			p.server.Addr)
	case mailer.StageHello:
		d.fault("Write below ["+p.section+"] the name that this machine has in the DNS, as in hello = "+
			"\"games.example.org\"; if it is already there, check its spelling.",
			"The %s server %s does not accept the name with which gm greets "+
				"it%s", p.protocol, p.server.Addr, said(failed.Answer))
	case mailer.StageLogin:
		d.locked(p, failed)
	case mailer.StageMailbox:
		d.fault("Check that the account is a mailbox and that your provider has switched IMAP on for it.",
			"The mailbox INBOX on %s can't be opened%s", p.server.Addr, said(failed.Answer))
	}
}

func (d *Doctor) badServer(p party, failed *mailer.ProbeError) {
	host, _, err := net.SplitHostPort(p.server.Addr)
	switch {
	case err != nil:
		d.fault(fmt.Sprintf("Write the server's name and its port, as in addr = \"mail.example.org:%s\".", p.tlsPort),
			"addr under [%s] is %q, which is not a server with a port.", p.section, p.server.Addr)
	case p.server.TLS == "none":
		d.fault(fmt.Sprintf("Write tls = \"tls\" with port %s, or tls = \"starttls\" with port %s, whichever your "+
			"provider names. \"none\" is for a server on this machine, such as localhost.", p.tlsPort, p.plain),
			"The configuration says tls = \"none\" for the %s server %s, which is another machine: passwords and "+
				"orders could be read on the way.", p.protocol, host)
	default:
		d.fault("tls is \"tls\", \"starttls\" or \"none\"; most providers want \"tls\". examples/deaddrop.toml "+
			"explains the rest.", "The section [%s] can't be used: %v.", p.section, failed.Err)
	}
}

func (d *Doctor) unknownHost(ctx context.Context, p party, failed *mailer.ProbeError) {
	host, _, _ := net.SplitHostPort(p.server.Addr)
	name := (*net.DNSError)(nil)
	if errors.As(failed.Err, &name) && !name.IsNotFound {
		d.fault("Check that this machine is connected to the Internet and can ask the DNS (/etc/resolv.conf); then "+
			"run gm doctor again.", "The name of the %s server, %s, could not be looked up: %v.", p.protocol, host,
			name.Err)
		return
	}
	if domain := identity.Organisation(host); domain != "" && identity.Public(host) && !d.delegated(ctx, domain) {
		d.fault(fmt.Sprintf("Check that addr under [%s] is spelled right. If it is, this machine can't look up names: "+
			"check that it can ask the DNS (/etc/resolv.conf).", p.section),
			"The %s server %s can't be found: when this machine asks the DNS, there is no domain %s at "+
				"all.", p.protocol,
			host, domain)
		return
	}
	d.fault(fmt.Sprintf("Check that addr under [%s] is spelled as your mail provider's help pages say; many are "+
		"called %s.example.org.", p.section, p.section),
		"There is no machine with the name of the %s server, %s.", p.protocol, host)
}

func (d *Doctor) silentHost(p party, failed *mailer.ProbeError) {
	if d.bridgeless(p, failed) {
		return
	}
	host, port, _ := net.SplitHostPort(p.server.Addr)
	if errors.Is(failed.Err, syscall.ECONNREFUSED) {
		d.fault(fmt.Sprintf("Check whether the port is right: %s servers listen on %s (tls = \"tls\") or %s (tls = "+
			"\"starttls\"). If it is, the server does not run; if it is your own, start it.", p.protocol, p.tlsPort,
			p.plain),
			"Nothing listens on port %s of %s, where the %s server should be.", port, host, p.protocol)
		return
	}
	do := fmt.Sprintf("Check whether a firewall, or whoever this machine is rented from, blocks port %s, and whether "+
		"the port is right: %s or %s.", port, p.tlsPort, p.plain)
	if port == "25" {
		do = "Port 25 is blocked nearly everywhere and is not for submitting mail: use 465 (tls = \"tls\") or 587 " +
			"(tls = \"starttls\")."
	}
	d.fault(do, "The %s server %s does not answer: %v.", p.protocol, p.server.Addr, plain(failed.Err))
}

// insecure reports why the connection has no TLS.
func (d *Doctor) insecure(p party, failed *mailer.ProbeError) {
	host, _, _ := net.SplitHostPort(p.server.Addr)
	other := (x509.HostnameError{})
	authority := (x509.UnknownAuthorityError{})
	invalid := (x509.CertificateInvalidError{})
	speech := (tls.RecordHeaderError{})
	switch {
	case errors.As(failed.Err, &other):
		d.fault(fmt.Sprintf("Set addr under [%s] to the name in the certificate; if that name is not your "+
			"provider's, somebody may stand between you and the server.", p.section),
			"The certificate of the %s server is not for %s, but for %s.", p.protocol, host, namesOf(other.Certificate))
	case errors.As(failed.Err, &invalid) && invalid.Reason == x509.Expired:
		d.fault("If it is your own server, renew its certificate; else tell your provider. Check as well that the "+
			"clock of this machine is right.",
			"The certificate of the %s server %s is valid from %s to %s, and the clock here says %s.", p.protocol, host,
			day(invalid.Cert.NotBefore), day(invalid.Cert.NotAfter), day(d.now()))
	case errors.As(failed.Err, &authority):
		d.fault("If it is your own server, get it a certificate that everybody trusts (from Let's Encrypt, say), "+
			"or name the file of its authority with ca_file under ["+p.section+
			"]. If it is your provider's, install your system's package ca-certificates; if that does not help, "+
			"somebody may stand between you and the server.",
			"The certificate of the %s server %s is not signed by any authority that this machine "+
				"trusts.", p.protocol, host)
	case errors.As(failed.Err, &speech):
		d.fault(fmt.Sprintf("Write tls = \"starttls\" under [%s], or take port %s.", p.section, p.tlsPort),
			"The %s server %s does not begin with TLS, which tls = \"tls\" asks for.", p.protocol, p.server.Addr)
	default:
		d.fault("Ask your provider which TLS the server speaks; gm needs 1.2 or newer.",
			"No encrypted connection to the %s server %s can be made: %v.", p.protocol, p.server.Addr,
			plain(failed.Err))
	}
}

func (d *Doctor) unfriendly(p party, failed *mailer.ProbeError) {
	other := map[string]string{"IMAP": "220", "SMTP": "* OK"}[p.protocol]
	switch {
	case strings.HasPrefix(failed.Answer, other):
		d.fault("You seem to have swapped the two: check addr under [imap] and [smtp].",
			"What answers at %s is not an %s server%s", p.server.Addr, p.protocol, said(failed.Answer))
	case failed.Answer != "":
		d.fault("Wait and try again; if the error remains, check that the address is right and ask your provider what "+
			"they have against this machine.", "The %s server %s refuses to talk to this "+
			"machine%s", p.protocol, p.server.Addr,
			said(failed.Answer))
	case p.server.TLS == "starttls":
		d.fault(fmt.Sprintf("Write tls = \"tls\" under [%s] if the port is %s; else check that addr is "+
			"right.", p.section,
			p.tlsPort),
			"Something answers at %s, but not as an %s server would.", p.server.Addr, p.protocol)
	default:
		d.fault("Check that addr under ["+p.section+"] is right, with its port.",
			"Something answers at %s, but not as an %s server would: %v.", p.server.Addr, p.protocol,
			plain(failed.Err))
	}
}

func namesOf(c *x509.Certificate) string {
	names := c.DNSNames
	for _, ip := range c.IPAddresses {
		names = append(names, ip.String())
	}
	if len(names) == 0 {
		return "no name at all"
	}
	return strings.Join(strings.Fields(strings.Join(names[:min(len(names), 5)], ", ")), " ")
}

func day(t time.Time) string { return t.Format("2 January 2006") }
