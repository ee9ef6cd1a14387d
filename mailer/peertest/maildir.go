package peertest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-smtp"
)

// maildirs leaves mail in directories, one for each user, as programs do that come with Courier.
type maildirs struct {
	dir   string
	users []string
	count atomic.Int64
}

// startMaildirs takes mail by LMTP at addr for some users, until the test ends.
func startMaildirs(t testing.TB, addr, dir string, users []string) {
	t.Helper()
	for _, user := range users {
		for _, sub := range []string{"cur", "new", "tmp"} {
			if err := os.MkdirAll(filepath.Join(dir, user, "Maildir", sub), 0o777); err != nil {
				t.Fatal(err)
			}
		}
	}
	m := &maildirs{dir: dir, users: users}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &delivery{maildirs: m}, nil }))
	s.LMTP, s.Domain = true, "mailboxes.invalid"
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() {
		_ = s.Close()
		if err := <-ended; err != nil && !errors.Is(err, smtp.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
}

// A delivery is a connection over which mail comes.
type delivery struct {
	*maildirs
	from string
	to   []string
}

func (d *delivery) Reset()        { d.from, d.to = "", nil }
func (d *delivery) Logout() error { return nil }

func (d *delivery) Mail(from string, _ *smtp.MailOptions) error {
	d.from = from
	return nil
}

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	user, _, _ := strings.Cut(to, "@")
	user, _, _ = strings.Cut(user, "+")
	if !slices.Contains(d.users, user) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	d.to = append(d.to, to)
	return nil
}

func (d *delivery) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	for _, to := range d.to {
		user, _, _ := strings.Cut(to, "@")
		user, _, _ = strings.Cut(user, "+")
		if err := d.leave(user, fmt.Sprintf("Return-Path: <%s>\nDelivered-To: %s\n%s", d.from, to, text)); err != nil {
			return err
		}
	}
	return nil
}

// leave leaves a mail in a user's directory, for the owner of that directory.
func (m *maildirs) leave(user, text string) error {
	name := fmt.Sprintf("%d.peer", m.count.Add(1))
	at := filepath.Join(m.dir, user, "Maildir")
	if err := os.WriteFile(filepath.Join(at, "tmp", name), []byte(text), 0o666); err != nil {
		return err
	}
	if err := os.Chown(filepath.Join(at, "tmp", name), boxes, boxes); err != nil {
		return err
	}
	return os.Rename(filepath.Join(at, "tmp", name), filepath.Join(at, "new", name))
}

// boxes is the user of that name in servers/common.txtar.
const boxes = 110
