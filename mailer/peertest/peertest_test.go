package peertest_test

import (
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"deaddrop/mailer/peertest"
)

func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(5 * time.Millisecond) {
		if f() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

// An address that is free stays so until its server comes, and while it is away.
func TestFreeAddr(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only on Linux it does")
	}
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	free := peertest.FreeAddr(t)
	taken := func() {
		t.Helper()
		from, err := net.ResolveTCPAddr("tcp", free)
		if err != nil {
			t.Fatal(err)
		}
		if conn, err := (&net.Dialer{LocalAddr: from}).Dial("tcp", other.Addr().String()); err == nil {
			_ = conn.Close()
			t.Error("somebody else is given the port")
		}
	}
	taken()
	l, err := net.Listen("tcp", free)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if conn, err := net.Dial("tcp", free); err == nil {
		_ = conn.Close()
		t.Error("somebody listens")
	}
	taken()
}

// A mail goes through Postfix into a mailbox of Dovecot; one that can't go on comes back.
func TestMailComesThrough(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{Users: []string{"ann"}})
	p := peertest.StartPostfix(t, peertest.PostfixOptions{Next: d.LMTP, Auth: d.Auth})
	send := func(to string) {
		t.Helper()
		c, err := smtp.Dial(p.MX)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		if err := c.SendMail("ann@peer.test", []string{to},
			strings.NewReader("Subject: "+to+"\r\n\r\ntext\r\n")); err != nil {
			t.Fatal(err)
		}
	}
	send("gm+g1.t2@peer.test")
	eventually(t, "the mail is there", func() bool { return d.Count("gm", "") == 1 })
	if mail := d.Mails(t, "gm", "")[0]; !strings.Contains(mail, "Delivered-To: gm+g1.t2@peer.test") {
		t.Errorf("the address is not in the mail:\n%s", mail)
	}
	send("nobody@elsewhere.invalid")
	eventually(t, "a report of the failure is there", func() bool { return d.Count("ann", "") == 1 })
	if mail := d.Mails(t, "ann", "")[0]; !strings.Contains(mail, "Status: 5.4.4") {
		t.Errorf("the report is no DSN:\n%s", mail)
	}
}

// A server that was stopped can be started again, and has the same mail.
func TestDovecotComesBack(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{})
	d.Deliver(t, "ann@peer.test", "gm@peer.test", "Subject: x\r\n\r\ntext\r\n")
	d.Stop(t)
	d.Start(t)
	if n := d.Count("gm", ""); n != 1 {
		t.Errorf("%d mails after a restart", n)
	}
}

// People answer letters: neomutt quotes what it answers and writes format=flowed.
func TestPlayers(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{Users: []string{"ann"}})
	p := peertest.StartPostfix(t, peertest.PostfixOptions{Next: d.LMTP})
	ann := peertest.Player{Name: "Ann", Address: "ann@peer.test", User: "ann", IMAP: d.IMAP, SMTP: p.MX}
	ann.Swaks(t, "gm@peer.test", "[g1.1] orders", "A Par-Bur\n", "In-Reply-To: <1@peer.test>")
	eventually(t, "swaks has sent a letter", func() bool { return d.Count("gm", "") == 1 })
	d.Deliver(t, "gm@peer.test", "ann@peer.test",
		"From: gm@peer.test\r\nReply-To: gm+r.g1.2@peer.test\r\nTo: ann@peer.test\r\nSubject: your orders\r\nMessage-ID: <2@peer.test>\r\n\r\nWhat do you do?\r\n")
	ann.Neomutt(t, "A Par-Pic\n")
	eventually(t, "neomutt has sent a letter", func() bool { return d.Count("gm", "") == 2 })
	mails := strings.Join(d.Mails(t, "gm", ""), "\n")
	for _, want := range []string{
		"In-Reply-To: <1@peer.test>", "A Par-Bur", "Subject: [g1.1] orders",
		"In-Reply-To: <2@peer.test>", "A Par-Pic", ">What do you do?", "format=flowed",
		"Delivered-To: gm+r.g1.2@peer.test", "Subject: Re: your orders",
	} {
		if !strings.Contains(mails, want) {
			t.Errorf("there is no %q in the letters:\n%s", want, mails)
		}
	}
}
