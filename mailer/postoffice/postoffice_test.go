package postoffice_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer/postoffice"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"
)

func open(t *testing.T) *postoffice.Office {
	t.Helper()
	o, err := postoffice.Open(postoffice.Options{Domain: "Post.test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := o.Add("Ann", "secret"); err != nil {
		t.Fatal(err)
	}
	return o
}

func send(t *testing.T, o *postoffice.Office, to ...string) error {
	t.Helper()
	c, err := smtp.Dial(o.SMTP())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	return c.SendMail("bo@example.org", to, strings.NewReader("Subject: x\r\n\r\n.text\r\n"))
}

// inbox logs in and opens the INBOX; news gets its size when that changes.
func inbox(t *testing.T, o *postoffice.Office, user string) (c *imapclient.Client, size uint32, news chan uint32) {
	t.Helper()
	news = make(chan uint32, 10)
	c, err := imapclient.DialInsecure(o.IMAP(),
		&imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: func(data *imapclient.UnilateralDataMailbox) {
				if data.NumMessages != nil {
					news <- *data.NumMessages
				}
			},
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.Login(user, "secret").Wait(); err != nil {
		t.Fatal(err)
	}
	data, err := c.Select("INBOX", nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return c, data.NumMessages, news
}

func TestDelivery(t *testing.T) {
	o := open(t)
	var from, raw string
	var to []string
	o.Delivered(func(f string, rcpt []string, b []byte) { from, to, raw = f, rcpt, string(b) })
	if err := send(t, o, "ann@post.test", "ANN+g1.t2@post.TEST"); err != nil {
		t.Fatal(err)
	}
	if from != "bo@example.org" || strings.Join(to, " ") != "ann@post.test ANN+g1.t2@post.TEST" ||
		raw != "Subject: x\r\n\r\n.text\r\n" {
		t.Errorf("delivered %q to %q: %q", from, to, raw)
	}
	for _, user := range []string{"ann", "ann@post.test"} {
		c, n, _ := inbox(t, o, user)
		if n != 1 {
			t.Errorf("%d mails, want one for both addresses", n)
		}
		found, err := c.Fetch(imap.SeqSetNum(1),
			&imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect()
		if err != nil {
			t.Fatal(err)
		}
		if want := "Return-Path: <bo@example.org>\r\nDelivered-To: ANN+g1.t2@post.TEST\r\nSubject: x\r\n\r\n.text\r\n"; string(found[0].BodySection[0].Bytes) != want {
			t.Errorf("got %q, want %q", found[0].BodySection[0].Bytes, want)
		}
	}
}

func TestUnknownRecipient(t *testing.T) {
	o := open(t)
	for _, to := range []string{"bo@post.test", "ann@example.org", "bo+ann@post.test"} {
		var answer *smtp.SMTPError
		if err := send(t, o, to); !errors.As(err, &answer) || answer.Code != 550 {
			t.Errorf("%s: got %v", to, err)
		}
	}
}

func TestAdd(t *testing.T) {
	o := open(t)
	for _, name := range []string{"ann", "ANN", "", "a b", "a@b", "a+b"} {
		if err := o.Add(name, "x"); err == nil {
			t.Errorf("%q: no error", name)
		}
	}
	c, err := imapclient.DialInsecure(o.IMAP(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := c.Login("ann", "wrong").Wait(); err == nil {
		t.Error("logged in with a wrong password")
	}
}

// A mail that comes between the last command and IDLE is announced.
func TestIdleAfterDelivery(t *testing.T) {
	o := open(t)
	c, _, news := inbox(t, o, "ann")
	if err := send(t, o, "ann@post.test"); err != nil {
		t.Fatal(err)
	}
	idle, err := c.Idle()
	if err != nil {
		t.Fatal(err)
	}
	for want := range uint32(2) {
		select {
		case n := <-news:
			if n != want+1 {
				t.Errorf("told of %d mails, want %d", n, want+1)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("not told of mail %d", want+1)
		}
		if err := send(t, o, "ann@post.test"); err != nil { // and one during IDLE
			t.Fatal(err)
		}
	}
	if err := errors.Join(idle.Close(), idle.Wait()); err != nil {
		t.Error(err)
	}
}

func TestCloseAtOnce(t *testing.T) {
	for range 500 {
		o, err := postoffice.Open(postoffice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
