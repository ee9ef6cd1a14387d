package mailer_test

import (
	"fmt"
	"strings"
	"testing"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// report returns a letter as the robot sends it: 2 KiB of text, and the same as HTML.
func report() mailer.Draft {
	d := toAnn()
	d.FromName, d.ReplyTo, d.Auto = "Deaddrop", "gm+r.dm1.4.abcdefgh@post.test", "auto-generated"
	d.InReplyTo, d.References = "a.dm1.3@post.test",
		[]string{"r.dm1.1@post.test", "a.dm1.2@post.test", "a.dm1.3@post.test"}
	d.Text = strings.Repeat("A PAR - BUR            moves\nF BRE - ENG            bounces with F LON (1 against 1)\n",
		25)
	d.HTML = "<!doctype html>\n<pre>\n" + d.Text + "</pre>\n"
	return d
}

func BenchmarkDraft(b *testing.B) {
	d := report()
	for b.Loop() {
		if _, err := d.Bytes(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSend sends reports to a post office in this process.
func BenchmarkSend(b *testing.B) {
	office, err := postoffice.Open(postoffice.Options{Domain: "post.test"})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = office.Close() }()
	if err := office.Add("ann", ""); err != nil {
		b.Fatal(err)
	}
	for _, size := range []int{1, 20} {
		b.Run(fmt.Sprintf("%d at once", size), func(b *testing.B) {
			s := &mailer.Sender{Server: mailer.Server{Addr: office.SMTP(), TLS: "none"}}
			defer func() { _ = s.Close() }()
			mails := make([]mailer.Outgoing, size)
			for i := range mails {
				mails[i] = mailer.Outgoing{Return: "gm@post.test", Draft: report()}
			}
			sent := 0
			for b.Loop() {
				s.SendAll(b.Context(), mails, func(_ int, err error) {
					if err != nil {
						b.Error(err)
					}
					sent++
				})
			}
			b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "mails/s")
		})
	}
}
