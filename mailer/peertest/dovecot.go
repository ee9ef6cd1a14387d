package peertest

import (
	"bytes"
	"cmp"
	_ "embed" // the configurations
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

//go:embed dovecot.conf
var dovecotConfig string

// DovecotOptions configure a Dovecot.
type DovecotOptions struct {
	// Users have mailboxes, each with the [Password]; only "gm" when empty. The part of an address after a plus, and
	// its domain, are ignored.
	Users []string
	// Capabilities is the list that the IMAP server announces, separated by spaces; its own when empty. It still
	// supports the others.
	Capabilities string
	// Mechanisms are the login mechanisms, separated by spaces; "plain login" when empty.
	Mechanisms string
	// Introspection is where a token server says of access tokens whether they count (RFC 7662), for the mechanisms
	// xoauth2 and oauthbearer.
	Introspection string
	// Quota is how much a mailbox may hold, such as "storage=100k"; as much as there is when empty.
	Quota string
}

// A Dovecot is a running IMAP and LMTP server.
type Dovecot struct {
	IMAP  string // host:port, without TLS or with STARTTLS
	IMAPS string // address of IMAP with TLS from the start
	LMTP  string // accepts mail for delivery
	// Auth is the socket with which Postfix checks passwords.
	Auth        string
	Certificate Certificate
	Version     string

	dir, program string
	account      account
	process      *process
}

// StartDovecot starts Dovecot 2.3 for a test. It runs as the user of the test, or as nobody if that is root.
func StartDovecot(t testing.TB, o DovecotOptions) *Dovecot {
	t.Helper()
	d := &Dovecot{program: find(t, "dovecot", "dovecot-imapd dovecot-lmtpd")}
	version, err := exec.Command(d.program, "--version").Output()
	if err != nil || !bytes.HasPrefix(version, []byte("2.3.")) {
		Skip(t, "this is Dovecot %s, whose configuration is written otherwise than that of 2.3.",
			bytes.TrimSpace(version))
	}
	protocols, _ := filepath.Glob("/usr/share/dovecot/protocols.d/lmtpd.protocol") // the pattern is valid
	if len(protocols) == 0 {
		Skip(t, "Dovecot can take no mail here. Install: apt-get install dovecot-lmtpd.")
	}
	d.Version, _, _ = strings.Cut(string(version), " ")
	d.dir, d.account, d.Certificate = directory(t), ordinary(t), NewCertificate(t)
	d.Auth = filepath.Join(d.dir, "run", "auth-client")
	var users strings.Builder
	for _, name := range append([]string{"gm"}, o.Users...) {
		users.WriteString(name + ":{PLAIN}" + Password + "\n")
	}
	for _, dir := range []string{"state", "mail", "home"} {
		if err := os.Mkdir(filepath.Join(d.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(d.dir, "users"), []byte(users.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	d.account.own(t, d.dir)
	ports := []string{freePort(t), freePort(t), freePort(t)}
	d.IMAP, d.IMAPS, d.LMTP = "127.0.0.1:"+ports[0], "127.0.0.1:"+ports[1], "127.0.0.1:"+ports[2]
	if err := os.WriteFile(filepath.Join(d.dir, "oauth2.conf"), []byte("introspection_mode = post\nintrospection_url = "+
		o.Introspection+"\nusername_attribute = username\nusername_format = %n\nactive_attribute = active\nactive_value = true\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(d.dir, "dovecot.conf"), dovecotConfig, map[string]any{
		"Dir": d.dir, "Name": filepath.Base(d.dir), "User": d.account.user, "Group": d.account.group,
		"UID": d.account.uid, "GID": d.account.gid,
		"Certificate": d.Certificate, "Mechanisms": cmp.Or(o.Mechanisms, "plain login"), "Capabilities": o.Capabilities, "Introspection": o.Introspection, "Quota": o.Quota,
		"IMAPPort": ports[0], "IMAPSPort": ports[1], "LMTPPort": ports[2],
	})
	t.Cleanup(func() {
		d.Stop(t)
		if t.Failed() {
			tell(t, filepath.Join(d.dir, "dovecot.log"), filepath.Join(d.dir, "out"))
		}
	})
	d.Start(t)
	return d
}

// Start restarts a Dovecot that was stopped, with the same mail and the same addresses.
func (d *Dovecot) Start(t testing.TB) {
	t.Helper()
	run := filepath.Join(d.dir, "run") // leftovers of the previous run would prevent the start
	if err := errors.Join(os.RemoveAll(run), os.Mkdir(run, 0o755)); err != nil {
		t.Fatal(err)
	}
	d.account.own(t, run)
	d.process = launch(t, &d.account, filepath.Join(d.dir, "out"), nil, d.program, "-F", "-c",
		filepath.Join(d.dir, "dovecot.conf"))
	if !d.process.listens(d.IMAP, d.IMAPS, d.LMTP) {
		t.Fatal("Dovecot does not start")
	}
}

// Stop stops Dovecot and closes all its connections.
func (d *Dovecot) Stop(t testing.TB) {
	t.Helper()
	if d.process != nil {
		d.process.end(t, d.IMAP, d.IMAPS, d.LMTP)
		d.process = nil
	}
}

// Deliver delivers a mail to an address, as a mail server would.
func (d *Dovecot) Deliver(t testing.TB, from, to, raw string) {
	t.Helper()
	conn, err := net.Dial("tcp", d.LMTP)
	if err != nil {
		t.Fatal(err)
	}
	c := smtp.NewClientLMTP(conn)
	defer func() { _ = c.Close() }()
	if err := c.SendMail(from, []string{to}, strings.NewReader(raw)); err != nil {
		t.Fatal(err)
	}
}

// Forget makes a stopped Dovecot renumber all mails of a user's INBOX, with a new UIDVALIDITY.
func (d *Dovecot) Forget(t testing.TB, user string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.dir, "mail", user, "dovecot*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no mailbox that could be forgotten: %v", user, err)
	}
	for _, name := range files {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(1100 * time.Millisecond) // Dovecot takes the current second as UIDVALIDITY
}

// Mails returns the mails in a user's mailbox, "" for the INBOX, in no particular order.
func (d *Dovecot) Mails(t testing.TB, user, box string) []string {
	t.Helper()
	var out []string
	for _, sub := range []string{"new", "cur"} {
		files, err := filepath.Glob(filepath.Join(d.maildir(user, box, sub), "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			raw, err := os.ReadFile(name)
			if errors.Is(err, os.ErrNotExist) { // it was moved meanwhile
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(raw))
		}
	}
	return out
}

// Count returns the number of mails in a user's mailbox, "" for the INBOX.
func (d *Dovecot) Count(user, box string) int {
	n := 0
	for _, sub := range []string{"new", "cur"} {
		dir, err := os.Open(d.maildir(user, box, sub))
		if err != nil {
			continue // the directory does not exist yet
		}
		names, _ := dir.Readdirnames(-1) // ignoring entries that can't be read
		_ = dir.Close()
		n += len(names)
	}
	return n
}

// maildir returns the directory sub of a user's mailbox.
func (d *Dovecot) maildir(user, box, sub string) string {
	if box != "" {
		box = "." + box
	}
	return filepath.Join(d.dir, "mail", user, box, sub)
}
