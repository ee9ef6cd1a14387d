package peertest

import (
	"bytes"
	"embed"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"golang.org/x/tools/txtar"

	"deaddrop/tier"
)

// What a server has in /etc, as templates, with the script that starts it.
//
//go:embed servers
var servers embed.FS

// hash is what crypt(3) makes of the [Password].
const hash = "$6$peertest$wl/QL36Q5p/6adRt2HuA6rY5nvxdOOeZCBJLNUzip9GNKxk8dcD4gmWpHtjHc.kZp4BdmRoaXla1U7toViuoO/"

// A Debian is a directory in which .ci/servers has unpacked mail servers of a release of Debian. Servers that exclude
// each other as packages run from it beside each other.
type Debian struct {
	root     string
	enter    []string          // a command prefix to run something as root
	versions map[string]string // versions of its packages
}

// OpenDebian opens the directory that DEADDROP_SERVERS names; without one it skips the test.
func OpenDebian(t testing.TB) *Debian {
	t.Helper()
	if !tier.Full() {
		t.Skip("starts real mail servers, as .ci/run does")
	}
	d := &Debian{root: os.Getenv("DEADDROP_SERVERS"), versions: map[string]string{}}
	if d.root == "" {
		t.Skip("NOT TESTED: DEADDROP_SERVERS names no directory that .ci/servers has filled.")
	}
	text, err := os.ReadFile(filepath.Join(d.root, "versions"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		d.versions[name] = version
	}
	d.enter = append(root(t), find(t, "unshare", "util-linux"), "--mount", "--pid", "--fork", "--kill-child", "--")
	return d
}

// Version returns the version of a package; "" if it is not there.
func (d *Debian) Version(name string) string { return d.versions[name] }

// start starts a server, with values for its templates. Its directory is /mnt for it.
func (d *Debian) start(t testing.TB, name, dir string, c Certificate, values map[string]any, addrs ...string) {
	t.Helper()
	values["Password"], values["Hash"] = Password, hash
	for _, name := range []string{"common", name} {
		d.settings(t, name, filepath.Join(dir, "etc"), values)
	}
	for name, from := range map[string]string{"cert.pem": c.File, "key.pem": c.Key} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "etc", name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	script, err := servers.ReadFile("servers/enter.sh")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	clean := []string{"env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "root=" + d.root, "dir=" + dir}
	p := launch(t, nil, out, append(clean, d.enter...), "sh", "-c", string(script))
	t.Cleanup(func() {
		p.end(t, addrs...)
		// only its root can remove files of other users
		_ = exec.Command(d.enter[0], append(d.enter[1:], "rm", "-rf", filepath.Join(dir, "mail"))...).Run()
		if t.Failed() {
			tell(t, out)
		}
	})
	if !p.listens(addrs...) {
		tell(t, out)
		t.Fatalf("%s does not start", name)
	}
}

// settings writes the settings of a server.
func (d *Debian) settings(t testing.TB, name, etc string, values map[string]any) {
	t.Helper()
	text, err := servers.ReadFile("servers/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	tmpl, err := template.New(name).Option("missingkey=error").Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := tmpl.Execute(&out, values); err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse(out.Bytes()).Files {
		path := filepath.Join(etc, f.Name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, f.Data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Mailboxes is a running server with mailboxes.
type Mailboxes struct {
	Name, Version string
	IMAP          string // host:port, without TLS or with STARTTLS
	LMTP          string // accepts mail for delivery
	Prefix        string // what folder names begin with, such as "INBOX."
	Certificate   Certificate
}

// StartMailboxes starts "dovecot", "cyrus" or "courier" with mailboxes for some users, each with the [Password].
func (d *Debian) StartMailboxes(t testing.TB, name string, users ...string) *Mailboxes {
	t.Helper()
	imap, lmtp := freePort(t), freePort(t)
	m := &Mailboxes{Name: name, Version: d.Version(name + "-imapd"), IMAP: "127.0.0.1:" + imap, LMTP: "127.0.0.1:" + lmtp,
		Prefix: "INBOX."}
	if name == "dovecot" && m.Version == "" { // the version installed on this machine
		own := StartDovecot(t, DovecotOptions{Users: users})
		return &Mailboxes{Name: name, Version: own.Version, IMAP: own.IMAP, LMTP: own.LMTP, Certificate: own.Certificate}
	}
	m.Certificate = NewCertificate(t)
	addrs := []string{m.IMAP, m.LMTP}
	dir := directory(t)
	if name == "courier" {
		m.Version = d.Version("courier-imap")
		startMaildirs(t, m.LMTP, filepath.Join(dir, "mail"), users)
		addrs = addrs[:1]
	}
	d.start(t, name, dir, m.Certificate, map[string]any{"Users": users, "IMAPPort": imap, "LMTPPort": lmtp}, addrs...)
	return m
}

// A Carrier is a running mail server that leaves mail in mailboxes.
type Carrier struct {
	Name, Version string
	MX            string // host:port; accepts mail for its domain
	Submission    string // accepts mail for all domains, after a login
	TLS           string // of the submission: "starttls", "tls", or "none", and then there is no login
	User          string // login name, which goes with [Password]
	Detail        bool   // whether it leaves the part of an address after a plus in place
	Certificate   Certificate
}

// StartCarrier starts "exim", "opensmtpd" or "chasquid" for a domain with users whose mailboxes are at next, and for
// "gm".
func (d *Debian) StartCarrier(t testing.TB, name, domain, next string, users ...string) *Carrier {
	t.Helper()
	_, to, err := net.SplitHostPort(next)
	if err != nil {
		t.Fatal(err)
	}
	mx, submission := freePort(t), freePort(t)
	c := &Carrier{Name: name, MX: "127.0.0.1:" + mx, Submission: "127.0.0.1:" + submission, User: "gm", Detail: true,
		Certificate: NewCertificate(t)}
	switch name {
	case "exim":
		c.Version, c.TLS = d.Version("exim4-daemon-light"), "starttls"
	case "chasquid":
		c.Version, c.TLS, c.User, c.Detail = d.Version(name), "tls", "gm@"+domain, false
	default:
		c.Version, c.TLS = d.Version(name), "tls"
	}
	trusted, err := os.ReadFile(c.Certificate.File)
	if err != nil {
		t.Fatal(err)
	}
	dir := directory(t)
	if err := os.Chmod(dir, 0o777); err != nil { // the server writes its log there
		t.Fatal(err)
	}
	d.start(t, name, dir, c.Certificate, map[string]any{"Domain": domain, "Users": users, "NextPort": to, "MXPort": mx,
		"SubmissionPort": submission, "Trusted": string(trusted)}, c.MX, c.Submission)
	if name == "opensmtpd" && strings.HasPrefix(c.Version, "6.") { // that version can't use its key with OpenSSL 3
		c.Submission, c.TLS, c.User = c.MX, "none", ""
	}
	return c
}
