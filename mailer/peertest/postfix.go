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

// PostfixOptions say what Postfix to start.
type PostfixOptions struct {
	// Domain is that whose mail it takes in; "peer.test" when empty. Mail for all others comes back to its sender
	// as a DSN.
	Domain string
	// Next is where it delivers that mail to by LMTP, host:port.
	Next string
	// Mine is an address, with whatever stands behind a plus, whose mail goes to the test itself: by LMTP to MineAt,
	// host:port, and not to Next.
	Mine, MineAt string
	// Auth is the socket of a Dovecot that knows who may submit mail; without it there is no submission.
	Auth string
	// Certificate is what it shows after STARTTLS; a new one when zero.
	Certificate Certificate
}

// A Postfix is a running mail server.
type Postfix struct {
	MX         string // host:port; takes mail for its domain, and from this machine for all
	Submission string // takes mail for all, after STARTTLS, from whoever logs in
	// Certificate is what both show after STARTTLS.
	Certificate Certificate

	dir     string
	enter   []string // what goes before a command that is run as the root of Postfix
	process *process
}

// layout are the directories of a mail queue, and who else owns them in it.
const layout = `cd "$1" && chmod 755 . &&
mkdir -p lib spool/pid spool/active spool/bounce spool/corrupt spool/defer spool/deferred spool/flush spool/hold \
	spool/incoming spool/private spool/maildrop spool/public spool/saved spool/trace &&
chmod 755 spool spool/pid && chown -R postfix lib spool && chown root spool spool/pid && chmod 700 lib &&
chgrp postdrop spool/maildrop spool/public && chmod 730 spool/maildrop && chmod 710 spool/public`

// StartPostfix starts Postfix for a test. It wants to be root; where the test is not, it is root of a user namespace.
func StartPostfix(t testing.TB, o PostfixOptions) *Postfix {
	t.Helper()
	master := find(t, "/usr/lib/postfix/sbin/master", "postfix")
	p := &Postfix{enter: root(t)}
	p.dir, p.Certificate = directory(t), o.Certificate
	if p.Certificate.File == "" {
		p.Certificate = NewCertificate(t)
	}
	t.Cleanup(func() { // what belongs to others only the root of Postfix can remove
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
	old := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // it waits until nobody can be writing any more
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

// root says how to be root here: as one is, or in a user namespace.
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
