package mailer_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"

	"github.com/emersion/go-smtp"
)

// benchOffice returns a post office into which put puts letters, of seven senders in turn, as a mail server would.
func benchOffice(b *testing.B) (office *postoffice.Office, put func(n int)) {
	b.Helper()
	office, err := postoffice.Open(postoffice.Options{Domain: "post.test"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = office.Close() })
	if err := office.Add("gm", "secret"); err != nil {
		b.Fatal(err)
	}
	conn, err := smtp.Dial(office.SMTP())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	return office, func(n int) {
		for i := range n {
			if err := conn.SendMail("x@example.org", []string{"gm+t@post.test"},
				bytes.NewReader(benchMail(i))); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// benchMail is a letter of 2 KiB.
func benchMail(i int) []byte {
	text := fmt.Sprintf("From: p%d@example.org\r\nTo: gm+t@post.test\r\nMessage-ID: <%d@example.org>\r\nSubject: [dm1.4] orders\r\n\r\nA PAR - BUR\r\n", i%7, i)
	return append([]byte(text), bytes.Repeat([]byte("> what was written before\r\n"), 70)...)
}

// BenchmarkInbox takes letters that lie in the post office through Watch, and
// says how many a second.
func BenchmarkInbox(b *testing.B) {
	for _, journal := range []bool{false, true} {
		b.Run(fmt.Sprintf("journal=%v", journal), func(b *testing.B) {
			office, put := benchOffice(b)
			put(b.N)
			in := &mailer.Inbox{Server: local(office.IMAP())}
			if journal {
				in.Journal = &notebook{path: filepath.Join(b.TempDir(), "journal")}
			}
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			in.Looking = func() func() { return cancel }
			b.ResetTimer()
			var n atomic.Int64
			if err := in.Watch(ctx, func(context.Context, mailer.Letter) error { n.Add(1); return nil }); err != nil {
				b.Fatal(err)
			}
			if n.Load() != int64(b.N) {
				b.Fatalf("%d letters of %d", n.Load(), b.N)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "letters/s")
		})
	}
}

// BenchmarkInboxIdle sends letters to an Inbox that waits in IDLE, one after the
// other, and says how long it takes from the post office's answer to the handler.
func BenchmarkInboxIdle(b *testing.B) {
	office, put := benchOffice(b)
	in := &mailer.Inbox{Server: local(office.IMAP()), Log: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(b.Context())
	handled, done := make(chan time.Time, 1), make(chan error, 1)
	waits := make(chan struct{}, 1)
	in.Looking = func() func() {
		return func() {
			select {
			case waits <- struct{}{}:
			default:
			}
		}
	}
	go func() {
		done <- in.Watch(ctx, func(context.Context, mailer.Letter) error { handled <- time.Now(); return nil })
	}()
	<-waits
	var came time.Time
	office.Delivered(func(string, []string, []byte) { came = time.Now() })
	var took []time.Duration
	for b.Loop() {
		time.Sleep(5 * time.Millisecond) // it is in IDLE by then
		put(1)
		took = append(took, (<-handled).Sub(came))
	}
	cancel()
	<-done
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkListener takes letters over four connections.
func BenchmarkListener(b *testing.B) {
	listener := &mailer.Listener{Listen: filepath.Join(b.TempDir(), "s"), Addresses: []string{"gm@post.test"},
		Now: time.Now}
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan error, 1)
	go func() { done <- listener.Watch(ctx, func(context.Context, mailer.Letter) error { return nil }) }()
	var next atomic.Int64
	b.SetParallelism(2)
	b.RunParallel(func(pb *testing.PB) {
		conn, err := net.Dial("unix", listener.Listen)
		for err != nil {
			conn, err = net.Dial("unix", listener.Listen)
		}
		c := smtp.NewClientLMTP(conn)
		defer func() { _ = c.Close() }()
		for pb.Next() {
			if err := c.SendMail("x@example.org", []string{"gm+t@post.test"},
				io.Reader(bytes.NewReader(benchMail(int(next.Add(1)))))); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "letters/s")
	cancel()
	<-done
}
