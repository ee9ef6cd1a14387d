package peertest

import (
	"cmp"
	_ "embed" // the configurations
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var (
	//go:embed main.cf
	mainConfig string
	//go:embed master.cf
	masterConfig string
)

// PostfixOptions configure a Postfix.
type PostfixOptions struct {
	// Domain is the domain whose mail it delivers; "peer.test" when empty. Mail for others bounces.
	Domain string
	// Next is where it delivers that mail to by LMTP, host:port.
	Next string
	// Mine is an address, with or without a part after a plus, whose mail is delivered to MineAt, host:port, instead
	// of Next: by LMTP to the test itself.
	Mine, MineAt string
	// Auth is the socket of a Dovecot that checks passwords for submission. Without it there is no submission.
	Auth string
	// Certificate is used for STARTTLS; a new one is created when it is zero.
	Certificate Certificate
}

// A Postfix is a running mail server.
type Postfix struct {
	MX         string // host:port; accepts mail for its domain, and from this machine for all domains
	Submission string // accepts mail for all domains, after STARTTLS and a login
	// Certificate is used by both for STARTTLS.
	Certificate Certificate

	dir     string
	enter   []string // a command prefix to run something as Postfix's root
	process *process
}

// layout creates the directories of a mail queue, with their owners.
const layout = `cd "$1" && chmod 755 . &&
mkdir -p lib spool/pid spool/active spool/bounce spool/corrupt spool/defer spool/deferred spool/flush spool/hold \
	spool/incoming spool/private spool/maildrop spool/public spool/saved spool/trace &&
chmod 755 spool spool/pid && chown -R postfix lib spool && chown root spool spool/pid && chmod 700 lib &&
chgrp postdrop spool/maildrop spool/public && chmod 730 spool/maildrop && chmod 710 spool/public`

// StartPostfix starts Postfix for a test. It needs root; if the test does not run as root, it uses a user namespace.
func StartPostfix(t testing.TB, o PostfixOptions) *Postfix {
	t.Helper()
	master := find(t, "/usr/lib/postfix/sbin/master", "postfix")
	p := &Postfix{enter: root(t)}
	p.dir, p.Certificate = directory(t), o.Certificate
	if p.Certificate.File == "" {
		p.Certificate = NewCertificate(t)
	}
	t.Cleanup(func() { // only Postfix's root can remove files of other users
		_ = p.asRoot("rm", "-rf", filepath.Join(p.dir, "spool"), filepath.Join(p.dir, "lib")).Run()
	})
	if out, err := p.asRoot("sh", "-c", layout, "sh", p.dir).CombinedOutput(); err != nil {
		t.Fatalf("laying out a mail queue: %v\n%s", err, out)
	}
	etc := filepath.Join(p.dir, "etc")
	if err := errors.Join(os.Mkdir(etc, 0o755), os.Chmod(etc, 0o755)); err != nil {
		t.Fatal(err)
	}
	mx, submission := freePort(t), freePort(t)
	p.MX = "127.0.0.1:" + mx
	addrs := []string{p.MX}
	if o.Auth != "" {
		p.Submission = "127.0.0.1:" + submission
		addrs = append(addrs, p.Submission)
	}
	var routes []string
	if o.Mine != "" {
		routes = append(routes, o.Mine+"=lmtp:inet:"+o.MineAt)
	}
	values := map[string]any{
		"Routes": routes,
		"Dir":    p.dir, "Daemons": filepath.Dir(master), "Hostname": "mx.peer.test",
		"Domain": cmp.Or(o.Domain, "peer.test"), "Next": o.Next,
		"Certificate": p.Certificate, "MXPort": mx, "SubmissionPort": submission, "Auth": o.Auth,
	}
	write(t, filepath.Join(etc, "main.cf"), mainConfig, values)
	write(t, filepath.Join(etc, "master.cf"), masterConfig, values)
	old := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // old enough that Postfix does not wait for it to be complete
	if err := errors.Join(os.Chtimes(filepath.Join(etc, "main.cf"), old, old),
		os.Chtimes(filepath.Join(etc, "master.cf"), old, old)); err != nil {
		t.Fatal(err)
	}
	p.process = launch(t, nil, filepath.Join(p.dir, "out"), p.enter, master, "-c", etc, "-s")
	t.Cleanup(func() {
		p.process.end(t)
		if t.Failed() {
			tell(t, filepath.Join(p.dir, "postfix.log"), filepath.Join(p.dir, "out"))
		}
	})
	if !p.process.listens(addrs...) {
		t.Fatal("Postfix does not start")
	}
	return p
}

// root returns a command prefix for running as root: empty, or one that enters a user namespace.
func root(t testing.TB) []string {
	t.Helper()
	if os.Getuid() == 0 {
		return nil
	}
	namespace := []string{find(t, "unshare", "util-linux"), "--user", "--map-auto", "--map-root-user", "--"}
	find(t, "newuidmap", "uidmap")
	if out, err := exec.Command(namespace[0], append(namespace[1:], "true")...).CombinedOutput(); err != nil {
		Skip(t, "Postfix wants to be root, and there are no user namespaces in which it could be (%v: %s).", err, out)
	}
	return namespace
}

func (p *Postfix) asRoot(args ...string) *exec.Cmd {
	args = append(p.enter[:len(p.enter):len(p.enter)], args...)
	return exec.Command(args[0], args[1:]...)
}
