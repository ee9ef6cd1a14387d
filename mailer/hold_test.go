package mailer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// after gives for how long a mail is held back.
func after(t *testing.T, err error) time.Duration {
	t.Helper()
	var failed *mailer.SendError
	if !errors.As(err, &failed) || !failed.Temporary || failed.Unknown {
		t.Fatalf("got %v", err)
	}
	return failed.After
}

// moody returns an office on the other side of a proxy that changes some of its answers. What the change depends on
// is set through the proxy.
func moody(t *testing.T, change func(said string) string) (*mailer.Sender, *proxy, *clock) {
	t.Helper()
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.SMTP())
	p.set(func(p *proxy) {
		p.said = func(client bool, b []byte) []byte {
			if client {
				return b
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			return []byte(change(string(b)))
		}
	})
	c := &clock{now: taken}
	s := sender(t, p.addr())
	s.Server.User, s.Now = "", c.Now
	return s, p, c
}

func TestHoldDomain(t *testing.T) {
	grey := true
	s, p, c := moody(t, func(said string) string {
		if grey {
			return strings.Replace(said, "250 2.0.0 I'll make sure", "451 4.7.1 Greylisted, not", 1)
		}
		return said
	})
	if err := s.Send(t.Context(), "", toAnn()); after(t, err) < 5*time.Minute || after(t, err) > 6*time.Minute {
		t.Fatalf("got %v", err)
	}
	_ = s.Close()
	connections, longest := p.connections(), time.Duration(0)
	for range 10 {
		held := s.Send(t.Context(), "", toAnn())
		outcome(t, held, mailer.SendError{Temporary: true})
		wait := after(t, held)
		c.pass(wait - time.Second)
		if err := s.Send(t.Context(), "", toAnn()); after(t, err) != time.Second || p.connections() != connections {
			t.Fatalf("a second too early: %v, %d connections", err, p.connections())
		}
		c.pass(time.Second)
		again := s.Send(t.Context(), "", toAnn())
		outcome(t, again, mailer.SendError{Temporary: true, Code: 451, Enhanced: "4.7.1"})
		if next := after(t, again); next < longest*3/2 && next < time.Hour || next > 72*time.Minute {
			t.Errorf("%v after %v", next, longest)
		} else {
			longest = next
		}
		_ = s.Close()
		connections = p.connections()
	}
	other := toAnn()
	other.To = "ann@elsewhere.test"
	outcome(t, s.Send(t.Context(), "", other), mailer.SendError{Code: 550}) // is not held back
	p.set(func(*proxy) { grey = false })
	_ = s.Close()
	c.pass(longest)
	if err := s.Send(t.Context(), "", toAnn()); err != nil {
		t.Fatal(err)
	}
	p.set(func(*proxy) { grey = true })
	if wait := after(t, s.Send(t.Context(), "", toAnn())); wait > 6*time.Minute {
		t.Errorf("after a mail was taken it begins with %v", wait)
	}
}

func TestHoldWhat(t *testing.T) {
	const (
		mail = "250 2.0.0 Roger"
		rcpt = "250 2.0.0 I'll"
		end  = "250 2.0.0 OK: queued"
	)
	for _, c := range []struct {
		instead, answer string
		hers, all       bool // mail to her domain, and all mail, is held back
	}{
		{"220 ", "421 4.3.2 busy ", true, true},
		{"220 ", "554 5.3.2 no ", false, false},
		{mail, "421 4.7.0 too many", true, true},
		{mail, "450 4.7.1 too many", true, true},
		{mail, "451 4.3.0 trouble", false, false},
		{rcpt, "450 4.7.1 grey", true, false},
		{rcpt, "450 4.2.0 full", false, false},
		{rcpt, "450 grey", false, false},
		{rcpt, "550 5.7.1 listed", false, false},
		{rcpt, "421 4.3.2 later", true, false},
		{end, "451 4.7.650 rate", true, false},
		{end, "421 rate", true, false},
		{end, "452 4.3.1 disk", false, false},
	} {
		t.Run(c.answer, func(t *testing.T) {
			moodiness := c.answer
			s, p, _ := moody(t, func(said string) string {
				if moodiness != "" && strings.Contains(said, c.instead) {
					said = strings.Replace(said, c.instead, moodiness, 1)
				}
				return said
			})
			code := 0
			_, _ = fmt.Sscan(c.answer, &code)
			outcome(t, s.Send(t.Context(), "", toAnn()),
				mailer.SendError{Temporary: code < 500 || c.instead == "220 ", Code: code})
			p.set(func(*proxy) { moodiness = "" })
			other := toAnn()
			other.To = "x@elsewhere.test"
			for _, held := range []struct {
				d    mailer.Draft
				want bool
			}{{other, c.all}, {toAnn(), c.hers}} {
				var failed *mailer.SendError
				if err := s.Send(t.Context(), "", held.d); (errors.As(err, &failed) && failed.After > 0) != held.want {
					t.Errorf("to %s: %v", held.d.To, err)
				}
			}
		})
	}
}

// Mails that were on the way when a hold began do not make it longer.
func TestHoldOnce(t *testing.T) {
	s, p, _ := moody(t, func(said string) string {
		return strings.Replace(said, "250 2.0.0 OK: queued", "451 4.7.1 too many", 1)
	})
	errs := sendAll(t, s, outgoing(3))
	outcome(t, errs[1], mailer.SendError{Temporary: true, Code: 451})
	outcome(t, errs[2], mailer.SendError{Temporary: true})
	if wait := after(t, errs[0]); after(t, errs[1]) != wait || after(t, errs[2]) != wait || p.connections() != 1 {
		t.Errorf("got %v", errs)
	}
}

// A server that closes an unused connection is not counted as a failure.
func TestHoldNotIdle(t *testing.T) {
	mails := 0
	s, p, _ := moody(t, func(said string) string {
		if strings.Contains(said, "250 2.0.0 Roger") {
			if mails++; mails == 2 {
				return "421 4.4.2 idle for too long\r\n"
			}
		}
		return said
	})
	for range 2 {
		if err := s.Send(t.Context(), "", toAnn()); err != nil {
			t.Error(err)
		}
	}
	if p.connections() != 2 {
		t.Errorf("%d connections", p.connections())
	}
}

// A login that is refused is not tried for each of a thousand mails.
func TestHoldLogin(t *testing.T) {
	s, p, c := moody(t, func(said string) string { return said })
	s.Server.User, s.Server.Password = "gm", "wrong"
	err := s.Send(t.Context(), "", toAnn())
	outcome(t, err, mailer.SendError{Temporary: true, Code: 535})
	wait := after(t, err)
	outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true})
	if p.connections() != 1 || wait < time.Minute || wait > 2*time.Minute {
		t.Errorf("%d connections, %v", p.connections(), wait)
	}
	if want := "sending mail: the mail server refuses our login: 535 "; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("it fails with %q, want %q", err, want)
	}
	err = s.Send(t.Context(), "", toAnn())
	if want := "all mail is held back for " + wait.Round(time.Second).String() +
		": the mail server refuses our login: 535 "; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("held back is %v, want %q", err, want)
	}
	s.Server.Password = "secret"
	c.pass(wait)
	if err := s.Send(t.Context(), "", toAnn()); err != nil {
		t.Error(err)
	}
}

// A mail that is held back says what its domain's server answered.
func TestHoldSaysWhy(t *testing.T) {
	s, _, _ := moody(t, func(said string) string {
		return strings.Replace(said, "250 2.0.0 I'll", "450 4.7.1 come later, I'll", 1)
	})
	wait := after(t, s.Send(t.Context(), "", toAnn()))
	err := s.Send(t.Context(), "", toAnn())
	_, domain, _ := strings.Cut(toAnn().To, "@")
	if want := "mail for " + domain + " is held back for " + wait.Round(time.Second).String() + ": "; err == nil ||
		!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "450 4.7.1 come later") {
		t.Errorf("held back is %v, want %q and the answer", err, want)
	}
}

// After putting something right, an operator need not wait for the hold to end.
func TestResume(t *testing.T) {
	s, _, _ := moody(t, func(said string) string { return said })
	s.Server.User, s.Server.Password = "gm", "wrong"
	after(t, s.Send(t.Context(), "", toAnn()))
	s.Server.Password = "secret"
	s.Resume()
	if err := s.Send(t.Context(), "", toAnn()); err != nil {
		t.Error(err)
	}
}

// However many strangers' domains want to be waited for, memory is bounded.
func TestHoldMany(t *testing.T) {
	s, p, c := moody(t, func(said string) string {
		return strings.NewReplacer("550 5.1.1", "450 4.7.1", "250 2.0.0 I'll", "450 4.7.1").Replace(said)
	})
	if after(t, s.Send(t.Context(), "", toAnn())) == 0 {
		t.Error("not held back")
	}
	c.pass(time.Second)
	mails := outgoing(1100)
	for i := range mails {
		mails[i].Draft.To = fmt.Sprintf("x@%d.test", i)
	}
	for _, err := range sendAll(t, s, mails) {
		if after(t, err) == 0 {
			t.Error("not held back")
		}
	}
	p.set(func(p *proxy) { p.refuse = true })
	p.cut()
	held := 0
	for _, err := range sendAll(t, s, mails) {
		if after(t, err) > 0 {
			held++
		}
	}
	if held > 1000 || held < 999 { // one may be hers
		t.Errorf("%d domains are held back", held)
	}
}

func TestRate(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	delivered := 0
	office.Delivered(func(string, []string, []byte) { delivered++ })
	c := &clock{now: taken}
	s := sender(t, office.SMTP())
	s.Now, s.Rate = c.Now, 6 // one every ten seconds
	send := func(id string, want time.Duration) {
		t.Helper()
		d := toAnn()
		d.ID = id + "@post.test"
		err := s.Send(t.Context(), "", d)
		if want == 0 && err == nil {
			return
		}
		if got := after(t, err); got != want {
			t.Errorf("%s: held back for %v, want %v", id, got, want)
		}
	}
	send("a", 0)
	send("b", 10*time.Second)
	send("c", 20*time.Second)
	c.pass(4 * time.Second)
	send("d", 26*time.Second)
	send("c", 16*time.Second)
	c.pass(6 * time.Second)
	send("b", 0) // its turn was kept
	send("c", 10*time.Second)
	c.pass(time.Hour) // nobody came for it, and there is no more than a burst
	send("c", 0)
	send("d", 10*time.Second) // its place is lost
	c.pass(10 * time.Second)
	send("d", 0)
	if delivered != 4 {
		t.Errorf("%d mails", delivered)
	}
}
