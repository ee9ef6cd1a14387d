package mailer_test

import (
	"strings"
	"testing"

	"deaddrop/mailer"
	"deaddrop/mailer/peertest"
	"deaddrop/mailer/postoffice"
)

// A mailbox that can only be read is known by what the server says when it is opened, and not by what stands in mails.
func TestProbeReadOnly(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	for answer, want := range map[string]bool{"[READ-WRITE]": false, "[READ-ONLY]": true} {
		p := newProxy(t, office.IMAP())
		p.set(func(p *proxy) {
			p.said = func(client bool, b []byte) []byte {
				return []byte(strings.ReplaceAll(string(b), "[READ-WRITE]", answer))
			}
		})
		probe, err := mailer.ProbeInbox(t.Context(), &mailer.Inbox{Server: local(p.addr())})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := probe.ReadOnly(t.Context()); got != want || err != nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
		if all, err := probe.Quotas(t.Context()); len(all) != 0 || err != nil {
			t.Errorf("a server without quotas has %v, %v", all, err)
		}
		probe.Close()
	}
}

// Dovecot says how much a mailbox holds and may hold.
func TestProbeQuotas(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{Quota: "storage=100k"})
	in := quick(d.IMAP)
	hand(t, d, "ann-1")
	d.Deliver(t, "ann@example.org", "gm@post.test", "From: ann@example.org\r\nSubject: x\r\n\r\n"+strings.Repeat("large\r\n", 10_000))
	p, err := mailer.ProbeInbox(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	all, err := p.Quotas(t.Context())
	if err != nil || len(all) != 1 || all[0].Letters || all[0].Limit != 100 || all[0].Used < 50 || all[0].Used > 90 {
		t.Errorf("the quotas are %+v, %v", all, err)
	}
}
