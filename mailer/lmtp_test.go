package mailer_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

var noon = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

// listen starts a Listener on a socket, and stops it at the end of the test.
func listen(t *testing.T, l *mailer.Listener, handle func(mailer.Letter) error) (stop func()) {
	t.Helper()
	if l.Listen == "" {
		dir, err := os.MkdirTemp("", "lmtp") // a socket's path must be short
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		l.Listen = filepath.Join(dir, "s")
	}
	l.Addresses, l.Log = []string{"gm@post.test", "Referee@Old.test"}, logTo(t)
	l.Now = func() time.Time { return noon }
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- l.Watch(ctx, func(_ context.Context, letter mailer.Letter) error { return handle(letter) })
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("listener ended with %v", err)
			}
		case <-time.After(30 * time.Second):
			t.Error("listener does not end")
		}
	})
	t.Cleanup(stop)
	eventually(t, "listening", func() bool {
		conn, err := net.Dial("unix", l.Listen)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return stop
}

// An mta is a client of a Listener.
type mta struct {
	net.Conn
	t  *testing.T
	in *bufio.Reader
}

func dialLMTP(t *testing.T, l *mailer.Listener) *mta {
	t.Helper()
	conn, err := net.Dial("unix", l.Listen)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	c := &mta{conn, t, bufio.NewReader(conn)}
	c.want("220")
	return c
}

// say sends lines as they are.
func (c *mta) write(lines ...string) {
	for _, line := range lines {
		if _, err := c.Write([]byte(line + "\r\n")); err != nil {
			c.t.Errorf("saying %.40q: %v", line, err)
		}
	}
}

// hear gives one answer, all its lines.
func (c *mta) readReply() string {
	var all strings.Builder
	for {
		line, err := c.in.ReadString('\n')
		all.WriteString(line)
		if err != nil || len(line) < 4 || line[3] != '-' {
			return all.String()
		}
	}
}

// want hears answers and compares their beginnings.
func (c *mta) want(answers ...string) {
	c.t.Helper()
	for _, want := range answers {
		if got := c.readReply(); !strings.HasPrefix(got, want) {
			c.t.Errorf("heard %q, want %q", got, want)
		}
	}
}

// mail sends a mail and gives the answer.
func (c *mta) mail(from, raw string, to ...string) string {
	c.t.Helper()
	c.write("MAIL FROM:<" + from + ">")
	c.want("250")
	for _, address := range to {
		c.write("RCPT TO:<" + address + ">")
		c.want("250")
	}
	c.write("DATA")
	c.want("354")
	c.write(raw, ".")
	answer := c.readReply()
	for range to[1:] {
		c.want(answer[:9])
	}
	return answer
}

func (c *mta) hello() string {
	c.write("LHLO mx.example.org")
	return c.readReply()
}

// letter returns a mail from the person whom its ID begins with.
func letter(id string) string {
	who, _, _ := strings.Cut(id, "-")
	return "From: " + who + "@example.org\r\nTo: gm@post.test\r\nMessage-ID: <" + id +
		"@example.org>\r\nSubject: orders\r\n\r\nA PAR - BUR"
}

// Mail by LMTP is read in the same way as mail from a mailbox.
func TestLMTPAndMailbox(t *testing.T) {
	var got []mailer.Letter
	var mu sync.Mutex
	take := func(l mailer.Letter) error {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, l)
		return nil
	}
	office := openOffice(t, postoffice.Options{})
	in := quick(office.IMAP())
	start(t, in, take)
	l := &mailer.Listener{}
	listen(t, l, take)
	for i, dial := range []func() *mta{
		func() *mta { c := dialLMTP(t, l); c.hello(); return c },
		func() *mta {
			conn, err := net.Dial("tcp", office.SMTP())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			c := &mta{conn, t, bufio.NewReader(conn)}
			c.want("220")
			c.write("EHLO mx.example.org")
			c.readReply()
			return c
		},
	} {
		c := dial()
		c.mail("bounce+ann@example.org", letter("ann-1")+"\r\n..dot", "gm+order.d1.abc@post.test")
		c.mail("", letter("ann-2"), "gm@post.test")
		eventually(t, "both", func() bool { mu.Lock(); defer mu.Unlock(); return len(got) == 2*i+2 })
	}
	for i := range 2 {
		a, b := got[i], got[i+2]
		if a.ID != b.ID || a.From != b.From || a.Text != b.Text || a.Subject != b.Subject ||
			a.Automatic != b.Automatic ||
			a.DeliveredTo != b.DeliveredTo || a.Sender != b.Sender {
			t.Errorf("letter %d: %+v\nand %+v", i, a, b)
		}
		for _, key := range []string{"return-path", "delivered-to"} {
			if a.Header.Get(key) == "" || a.Header.Get(key) != b.Header.Get(key) {
				t.Errorf("%s: %q and %q", key, a.Header.Get(key), b.Header.Get(key))
			}
		}
	}
	want := "Return-Path: <bounce+ann@example.org>\r\nDelivered-To: gm+order.d1.abc@post.test\r\n" +
		"Received: from mx.example.org\r\n\tby post.test with LMTP; Tue, 01 Jan 2030 12:00:00 +0000\r\n" +
		letter("ann-1") + "\r\n.dot\r\n"
	if string(got[0].Raw) != want || !got[0].Received.Equal(noon) {
		t.Errorf("got %q at %v", got[0].Raw, got[0].Received)
	}
}

func TestLMTPEnvelope(t *testing.T) {
	var got []string
	l := &mailer.Listener{}
	listen(t, l, func(l mailer.Letter) error { got = append(got, l.Header.Get("delivered-to")); return nil })
	c := dialLMTP(t, l)
	said := c.hello()
	if !strings.Contains(said, "SIZE 67108864\r\n") || !strings.Contains(said, "PIPELINING") ||
		strings.Contains(said, "CHUNKING") {
		t.Errorf("it offers %q", said)
	}
	c.write("MAIL FROM:<ann@example.org> SIZE=67108865")
	c.want("552 5.3.4")
	c.write("MAIL FROM:<ann\r@example.org>")
	c.want("5")
	c.write("MAIL FROM:<ann@example.org> BODY=8BITMIME SIZE=1000")
	c.want("250")
	for address, want := range map[string]string{
		"gm@post.test": "250", "GM@Post.Test": "250", "gm+a.b-c@post.test": "250", "referee+@old.test": "250",
		"gm++@post.test": "250",
		"gmx@post.test":  "550 5.1.1", "gm@old.test": "550 5.1.1", "gm@post.test.example.org": "550 5.1.1",
		"ann@example.org": "550 5.1.1",
		"gm-x@post.test":  "550 5.1.1", "+gm@post.test": "550 5.1.1", "postmaster@post.test": "550 5.1.1",
	} {
		c.write("RCPT TO:<" + address + ">")
		c.want(want)
	}
	c.write("RSET")
	c.want("250")
	// One letter for several of ours, under the address that says most.
	for _, to := range [][]string{
		{"gm@post.test", "gm+one@post.test", "gm+two@post.test"}, {"gm@post.test", "gm@post.test"},
		{"referee@old.test", "gm@post.test"},
	} {
		if answer := c.mail("ann@example.org", letter("ann-1"), to...); !strings.HasPrefix(answer, "250") {
			t.Errorf("answer %q", answer)
		}
	}
	if want := []string{"gm+one@post.test", "gm@post.test", "referee@old.test"}; !slices.Equal(got, want) {
		t.Errorf("delivered to %q, want %q", got, want)
	}
	c.write("MAIL FROM:<ann@example.org>", "RCPT TO:<gm@post.test>", "RCPT TO:<gm+x@post.test>", "DATA")
	c.want("250", "250", "250", "354")
	c.write(letter("ann-2")+strings.Repeat("\r\n"+strings.Repeat("x", 998), 1100), ".")
	c.want("552 5.3.4", "552 5.3.4")
	if answer := c.mail("ann@example.org", letter("ann-3"), "gm@post.test"); !strings.HasPrefix(answer, "250") ||
		len(got) != 4 {
		t.Errorf("after a mail that is too large: %q, %v", answer, got)
	}
	c = dialLMTP(t, l)
	c.write("LHLO (evil);x")
	c.want("250")
	c.mail("ann@example.org", letter("ann-4")+strings.Repeat("x", 100_000), "gm@post.test") // a long line
	c.write("EHLO x")
	c.want("500")
	c.write("QUIT")
	c.want("221")
}

// The client keeps a letter that was not taken. One that fails for good is given
// up at the third attempt, but it is kept, raw.
func TestLMTPAnswers(t *testing.T) {
	book := &notebook{path: filepath.Join(t.TempDir(), "journal")}
	var told gaveUp
	var kept []string
	var fail, keepFails error
	l := &mailer.Listener{Journal: book, GaveUp: told.tell, Keep: func(_ context.Context, raw []byte) error {
		kept = append(kept, string(raw))
		return keepFails
	}}
	handled := 0
	listen(t, l, func(letter mailer.Letter) error {
		if handled++; len(kept) == 0 || kept[len(kept)-1] != string(letter.Raw) {
			t.Error("handled before it was kept")
		}
		return fail
	})
	c := dialLMTP(t, l)
	c.hello()
	send := func(id, want string, wantHandled, wantTold int) {
		t.Helper()
		if got := c.mail("ann@example.org", letter(id), "gm@post.test", "gm+x@post.test"); !strings.HasPrefix(got,
			want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
		if handled != wantHandled || len(told.ids) != wantTold {
			t.Errorf("%s: handled %d times, told %d times", id, handled, len(told.ids))
		}
	}
	fail = errors.New("the store is out")
	for i := range 6 { // that may last
		send("ann-1", "451 4.3.0", i+1, 0)
	}
	fail = nil
	send("ann-1", "250", 7, 0)
	fail = mailer.Permanent(errors.New("cannot be kept"))
	send("ann-2", "451 4.3.0", 8, 0)
	send("ann-3", "451 4.3.0", 9, 0)
	send("ann-2", "451 4.3.0", 10, 0)
	send("ann-2", "250", 11, 1)
	if told.ids[0] != "ann-2@example.org" || told.whys[0] != "cannot be kept" || told.text != "" {
		t.Errorf("told %q: %q %q", told.ids, told.whys, told.text)
	}
	fail, keepFails = nil, errors.New("disk full")
	send("ann-4", "451 4.3.0", 11, 1)
	keepFails = nil
	// A mail that has ended the program three times is not read again.
	known := book.left(t)
	for id := range known { // ann-3's
		known[id] = 4
	}
	if len(known) != 1 {
		t.Errorf("the journal has %v", known)
	}
	if err := book.write(known); err != nil {
		t.Fatal(err)
	}
	send("ann-3", "250", 11, 2)
	if !strings.HasPrefix(told.ids[1], "sha256-") || told.text != "" {
		t.Errorf("told %q", told.ids)
	}
	if left := book.left(t); len(left) != 0 {
		t.Errorf("the journal still has %v", left)
	}
}

// Without a Keep, what is given up goes back to its sender.
func TestLMTPWithoutKeep(t *testing.T) {
	l := &mailer.Listener{}
	listen(t, l, func(mailer.Letter) error { return mailer.Permanent(errors.New("cannot be kept")) })
	c := dialLMTP(t, l)
	c.hello()
	if got := c.mail("ann@example.org", letter("ann-1"), "gm@post.test"); !strings.HasPrefix(got, "554 5.6.0") {
		t.Errorf("answer %q", got)
	}
}

// Letters on several connections: of one sender never two at once and in order,
// of several senders at once. The same mail twice at once counts as one attempt.
func TestLMTPOrder(t *testing.T) {
	book := &notebook{path: filepath.Join(t.TempDir(), "journal")}
	entered, free := make(chan string, 20), make(chan struct{})
	queue := &mailer.SenderQueue{}
	l := &mailer.Listener{Journal: book, Queue: queue}
	stop := listen(t, l, func(letter mailer.Letter) error {
		entered <- letter.ID
		<-free
		return nil
	})
	var answers sync.WaitGroup
	send := func(id string) {
		c := dialLMTP(t, l)
		c.hello()
		c.write("MAIL FROM:<x@example.org>", "RCPT TO:<gm@post.test>", "DATA")
		c.want("250", "250", "354")
		c.write(letter(id), ".")
		answers.Go(func() { c.want("250") })
	}
	inLine := func(id string) {
		t.Helper()
		before := queue.Newest("ann@example.org")
		send(id)
		eventually(t, id+" stands in line", func() bool { return queue.Newest("ann@example.org") != before })
	}
	inLine("ann-1")
	if got := <-entered; got != "ann-1@example.org" {
		t.Errorf("first %s", got)
	}
	begun := func(n int) {
		t.Helper()
		eventually(t, fmt.Sprintf("%d begun", n),
			func() bool { book.mu.Lock(); defer book.mu.Unlock(); return len(book.read()) == n })
	}
	for i, id := range []string{"ann-2", "Ann-3", "ann-4"} {
		inLine(id)
		begun(i + 2)
	}
	send("ann-2") // once more; it waits for the one that is in hand
	send("bob-1")
	if got := <-entered; got != "bob-1@example.org" {
		t.Errorf("then %s", got)
	}
	if len(entered) > 0 {
		t.Errorf("%s at once with another of that sender", <-entered)
	}
	for _, tries := range book.read() {
		if tries != 2 {
			t.Errorf("the journal has %v", book.read())
		}
	}
	close(free)
	answers.Wait()
	stop()
	close(entered)
	var got []string
	for id := range entered {
		got = append(got, id[:5])
	}
	if want := []string{"ann-2", "Ann-3", "ann-4", "ann-2"}; !slices.Equal(got, want) {
		t.Errorf("then %v, want %v", got, want)
	}
}

// A client that breaks off, or is too slow, still has its mail: it is never told
// for good that it was refused.
func TestLMTPBrokenOff(t *testing.T) {
	t.Parallel()
	handled := 0
	l := &mailer.Listener{Timeout: 2 * time.Second, Conns: 2}
	listen(t, l, func(mailer.Letter) error { handled++; return nil })
	slow := func() *mta {
		c := dialLMTP(t, l)
		c.hello()
		c.write("MAIL FROM:<ann@example.org>", "RCPT TO:<gm@post.test>", "DATA")
		c.want("250", "250", "354")
		c.write("From: ann@example.org", "", "A PAR")
		return c
	}
	for _, c := range []*mta{slow(), slow()} {
		c.want("451 4.4.2", "421")
	}
	third := slow() // of more than there are connections
	silent := dialLMTP(t, l)
	silent.hello()
	silent.want("421")
	third.want("451 4.4.2", "421")
	c := dialLMTP(t, l)
	c.hello()
	c.write("MAIL FROM:<ann@example.org>", "RCPT TO:<gm@post.test>", "BDAT 12", "From: ann@e")
	_ = c.Close()
	if handled > 0 {
		t.Errorf("%d handled", handled)
	}
}

// Chunks (RFC 3030) are not offered, and refused; the client may go on.
func TestLMTPChunks(t *testing.T) {
	var got []string
	l := &mailer.Listener{}
	listen(t, l, func(l mailer.Letter) error { got = append(got, l.ID+" "+l.Text); return nil })
	c := dialLMTP(t, l)
	c.hello()
	raw := letter("ann-1") + "\r\n.\r\nend\r\n"
	for _, c := range []struct {
		bdat string
		*mta
	}{
		{fmt.Sprintf("BDAT %d\r\n%s", len(raw), raw), c},
		{fmt.Sprintf("BDAT %d LAST\r\n%s", len(raw), raw), c},
		{fmt.Sprintf("BDAT %d\r\n%sRSET\r\n", len(raw), raw), c},
		{fmt.Sprintf("BDAT %d\r\n%s", mailer.MaxMail+1,
			bytes.Repeat([]byte("x\n\n"), mailer.MaxMail/3+1)[:mailer.MaxMail+1]), c},
	} {
		c.write("MAIL FROM:<ann@example.org>", "RCPT TO:<gm@post.test>", "RCPT TO:<gm+x@post.test>")
		c.want("250", "250", "250")
		_, _ = c.Write([]byte(c.bdat))
		c.want("5")
		if strings.HasSuffix(c.bdat, "RSET\r\n") {
			c.want("250")
		}
		if answer := c.mail("ann@example.org", letter("ann-2"), "gm@post.test"); !strings.HasPrefix(answer, "250") {
			t.Errorf("answer %q", answer)
		}
	}
	if want := slices.Repeat([]string{"ann-2@example.org A PAR - BUR\n"}, 4); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// At the end, mails already accepted are finished and answered, and no others begin.
func TestLMTPEnd(t *testing.T) {
	entered, free := make(chan struct{}), make(chan struct{})
	book := &notebook{path: filepath.Join(t.TempDir(), "journal")}
	l := &mailer.Listener{Journal: book}
	stop := listen(t, l, func(mailer.Letter) error {
		entered <- struct{}{}
		<-free
		return nil
	})
	if !l.TakenIn().Equal(noon) {
		t.Errorf("taken in up to %v", l.TakenIn())
	}
	busy, idle := dialLMTP(t, l), dialLMTP(t, l)
	busy.hello()
	idle.hello()
	busy.write("MAIL FROM:<ann@example.org>", "RCPT TO:<gm@post.test>", "DATA")
	busy.want("250", "250", "354")
	busy.write(letter("ann-1"), ".")
	<-entered
	l.Now = func() time.Time { return noon.Add(time.Hour) }
	if !l.TakenIn().Equal(noon) {
		t.Errorf("with a letter in hand, taken in up to %v", l.TakenIn())
	}
	ended := make(chan struct{})
	go func() { stop(); close(ended) }()
	idle.want("421")
	select {
	case <-ended:
		t.Error("it ended with a letter in hand")
	case <-time.After(50 * time.Millisecond):
	}
	close(free)
	busy.want("250", "421")
	<-ended
	if !l.TakenIn().Equal(noon.Add(time.Hour)) || len(book.read()) != 0 {
		t.Errorf("taken in up to %v, begun %v", l.TakenIn(), book.read())
	}
	if _, err := net.Dial("unix", l.Listen); err == nil {
		t.Error("it listens on")
	}
}

func TestLMTPSetUpWrongly(t *testing.T) {
	now := func() time.Time { return noon }
	taken := &mailer.Listener{}
	listen(t, taken, nil)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*mailer.Listener{
		{Listen: "0.0.0.0:2424", Addresses: []string{"gm@post.test"}, Now: now},
		{Listen: ":2424", Addresses: []string{"gm@post.test"}, Now: now},
		{Listen: "mail.example.org:2424", Addresses: []string{"gm@post.test"}, Now: now},
		{Listen: "2424", Addresses: []string{"gm@post.test"}, Now: now},
		{Listen: "127.0.0.1:0", Now: now},
		{Listen: "127.0.0.1:0", Addresses: []string{"gm@post.test"}},
		{Listen: taken.Listen, Addresses: []string{"gm@post.test"}, Now: now},
		{Listen: file, Addresses: []string{"gm@post.test"}, Now: now},
	} {
		if err := l.Watch(t.Context(), nil); err == nil {
			t.Errorf("%s: no error", l.Listen)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "precious" {
		t.Errorf("the file is now %q (%v)", text, err)
	}
}

// A socket that a dead program left behind is in nobody's way, and TCP does too.
func TestLMTPListens(t *testing.T) {
	dir, err := os.MkdirTemp("", "lmtp")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "s")})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	_ = left.Close()
	l := &mailer.Listener{Listen: filepath.Join(dir, "s")}
	listen(t, l, func(mailer.Letter) error { return nil })
	dialLMTP(t, l).hello()
	var log lockedBuffer
	tcp := &mailer.Listener{Listen: "localhost:0", Addresses: []string{"gm@post.test"}, Now: l.Now, Log: textLog(&log)}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- tcp.Watch(ctx, nil) }()
	eventually(t, "listening", func() bool { return strings.Contains(log.String(), "on=") })
	on := regexp.MustCompile(`on=(\S+)`).FindStringSubmatch(log.String())[1]
	conn, err := net.Dial("tcp", on)
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Close()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
