package mailer_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// An imapScript is a server of which each word is written here.
type imapScript struct {
	net.Conn
	in *bufio.Reader
}

func (s *imapScript) say(lines ...string) {
	_, _ = fmt.Fprint(s, strings.Join(lines, "\r\n")+"\r\n")
}

// hear gives a command and its tag; both are empty at the end.
func (s *imapScript) hear() (tag, command string) {
	line, _ := s.in.ReadString('\n')
	tag, command, _ = strings.Cut(strings.TrimRight(line, "\r\n"), " ")
	return tag, command
}

// answer plays a server with an empty mailbox up to the end of the connection.
func (s *imapScript) answer() {
	for {
		tag, command := s.hear()
		switch word, _, _ := strings.Cut(command, " "); word {
		case "":
			return
		case "CAPABILITY":
			s.say("* CAPABILITY IMAP4rev1", tag+" OK")
		case "SELECT":
			s.say("* 0 EXISTS", "* OK [UIDVALIDITY 1] yes", tag+" OK")
		case "UID":
			s.say("* SEARCH", tag+" OK")
		default:
			s.say(tag + " OK")
		}
	}
}

// scriptedIMAP starts a server that serves each connection so.
func scriptedIMAP(t *testing.T, serve func(*imapScript)) string {
	t.Helper()
	return serveEach(t, func(conn net.Conn) { serve(&imapScript{conn, bufio.NewReader(conn)}) })
}

// looks watches a server and returns a count of complete looks.
func looks(t *testing.T, in *mailer.Inbox) *atomic.Int32 {
	t.Helper()
	var n atomic.Int32
	in.Poll = 10 * time.Millisecond
	in.Looking = func() func() { return func() { n.Add(1) } }
	start(t, in, nil)
	return &n
}

// Servers that greet oddly: with some of them we get on, and none stops us.
func TestWatchGreetings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		say  string // as the greeting
		then func(*imapScript)
		fine bool
	}{
		{"plain", "* OK ready", (*imapScript).answer, true},
		{"brackets behind the list", "* OK [CAPABILITY IMAP4rev1] Dovecot (Debian) ready.", (*imapScript).answer, true},
		{"logged in", "* PREAUTH [CAPABILITY IMAP4rev1] hello gm", func(s *imapScript) {
			tag, command := s.hear()
			if !strings.HasPrefix(command, "SELECT") {
				t.Errorf("client said %q", command)
			}
			s.say("* 0 EXISTS", "* OK [UIDVALIDITY 1] yes", tag+" OK")
			s.answer()
		}, true},
		{"list before the answer to LOGIN", "* OK [CAPABILITY IMAP4rev1] ready", func(s *imapScript) {
			tag, _ := s.hear()
			s.say("* CAPABILITY IMAP4rev1 MOVE", tag+" OK welcome")
			s.answer()
		}, true},
		{"endless list", "* OK [CAPABILITY IMAP4rev1(] x", (*imapScript).answer, false},
		{"endless list later", "* OK x", func(s *imapScript) {
			for {
				tag, command := s.hear()
				if command == "" {
					return
				}
				s.say("* capability IMAP4rev1 (", tag+" OK")
			}
		}, false},
		{"bye", "* BYE too busy", func(*imapScript) {}, false},
		{"no words", "", func(s *imapScript) { s.hear() }, false},
		{"another protocol", "220 mail.example.org ESMTP", (*imapScript).answer, false},
		{"no login", "* OK [CAPABILITY IMAP4rev1 LOGINDISABLED] x", (*imapScript).answer, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var connections atomic.Int32
			in := quick(scriptedIMAP(t, func(s *imapScript) {
				connections.Add(1)
				s.say(c.say)
				c.then(s)
			}))
			in.Retry = 10 * time.Millisecond // none of them is ended by its time
			var log lockedBuffer
			in.Log = textLog(&log)
			n := looks(t, in)
			if c.fine {
				eventually(t, "three looks", func() bool { return n.Load() >= 3 })
				return
			}
			eventually(t, "three connections", func() bool { return connections.Load() >= 3 })
			if n.Load() > 0 {
				t.Error("it seemed to be fine")
			}
			if got := log.String(); strings.Contains(c.name, "endless") &&
				strings.Contains(got, "deadline exceeded") { // a goroutine spins for ever
				t.Errorf("log:\n%s", got)
			}
		})
	}
}

// A server that says PREAUTH before STARTTLS would have us speak in the clear.
func TestWatchPreauthWithoutTLS(t *testing.T) {
	var connections, said atomic.Int32
	addr := scriptedIMAP(t, func(s *imapScript) {
		connections.Add(1)
		s.say("* PREAUTH hello gm")
		for {
			tag, command := s.hear()
			switch command {
			case "":
				return
			case "STARTTLS":
				s.say(tag + " NO never")
			case "CAPABILITY":
				s.say("* CAPABILITY IMAP4rev1 STARTTLS", tag+" OK")
			default:
				said.Add(1)
			}
		}
	})
	in := quick(addr)
	in.Server.TLS = "starttls"
	start(t, in, nil)
	eventually(t, "three connections", func() bool { return connections.Load() >= 3 })
	if said.Load() > 0 {
		t.Error("client went on without TLS")
	}
}

// The server goes dumb in the middle of a mail, or when it is asked for mail. No other test may have
// connections meanwhile, as in the end none may be left.
func TestWatchStallsAnywhere(t *testing.T) {
	for _, where := range []string{"A PAR", "INTERNALDATE", "SEARCH", "completed"} {
		t.Run(where, func(t *testing.T) {
			office := openOffice(t, postoffice.Options{})
			post(t, office, "ann-1")
			p := newProxy(t, office.IMAP())
			var once atomic.Bool
			p.set(func(p *proxy) {
				p.said = func(client bool, b []byte) []byte {
					i := bytes.Index(b, []byte(where))
					if client || i < 0 || once.Swap(true) {
						return b
					}
					p.flow(false)
					return b[:i] // the rest is never said
				}
			})
			in := quick(p.addr())
			in.Timeout = 500 * time.Millisecond
			w := start(t, in, nil)
			eventually(t, "another connection", func() bool { return p.connections() >= 2 })
			p.set(func(p *proxy) { p.stall = nil }) // the old connection stays dumb
			w.until(t, "ann-1")
			w.stop()
			eventually(t, "nothing of a connection is left", func() bool {
				stacks := make([]byte, 1<<20)
				return !bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("imapclient.(*Client).read("))
			})
		})
	}
}

// A server that refuses IDLE, although it has offered it, is asked now and then;
// one that announces nothing is asked beside IDLE.
func TestWatchBadIdle(t *testing.T) {
	t.Parallel()
	for name, said := range map[string]func(bool, []byte) []byte{
		"refused": func(client bool, b []byte) []byte {
			if client {
				return bytes.ReplaceAll(b, []byte(" IDLE\r\n"), []byte(" IDLX\r\n"))
			}
			return b
		},
		"mute": func(client bool, b []byte) []byte {
			if client {
				return b
			}
			return append([]byte{}, regexp.MustCompile(`\* \d+ EXISTS\r\n`).ReplaceAll(b, nil)...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			office := openOffice(t, postoffice.Options{})
			p := newProxy(t, office.IMAP())
			p.set(func(p *proxy) { p.said = said })
			in := quick(p.addr())
			in.Poll = 50 * time.Millisecond
			var looks atomic.Int32
			in.Looking = func() func() { return func() { looks.Add(1) } }
			w := start(t, in, nil)
			post(t, office, "ann-1")
			w.until(t, "ann-1")
			before := looks.Load()
			eventually(t, "two more looks", func() bool { return looks.Load() >= before+2 })
			post(t, office, "ann-2")
			w.until(t, "ann-1", "ann-2")
			if n := p.connections(); n != 1 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

// A server that takes its leave while we wait is connected to again.
func TestWatchBye(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	var byes atomic.Int32
	p.set(func(p *proxy) {
		p.said = func(client bool, b []byte) []byte {
			if !client && bytes.Contains(b, []byte("idling")) && byes.Add(1) <= 2 {
				time.AfterFunc(10*time.Millisecond, p.cut)
				return append(b, "* BYE going down\r\n"...)
			}
			return b
		}
	})
	w := start(t, quick(p.addr()), nil)
	eventually(t, "third connection", func() bool { return p.connections() >= 3 })
	post(t, office, "ann-1")
	w.until(t, "ann-1")
}

// The box to move letters to is not there and cannot be made: NO [TRYCREATE].
// No letter is lost, however poor the server is.
func TestWatchNowhereToMove(t *testing.T) {
	for _, without := range [][]string{nil, {"MOVE"}, {"MOVE", "UIDPLUS"}} {
		t.Run(fmt.Sprint(without), func(t *testing.T) {
			office := openOffice(t, postoffice.Options{Without: without})
			post(t, office, "ann-1", "bob-1")
			p := newProxy(t, office.IMAP())
			var tried atomic.Int32
			p.set(func(p *proxy) {
				p.said = func(client bool, b []byte) []byte {
					if client {
						b = regexp.MustCompile(`CREATE "?Processed"?`).ReplaceAll(b, []byte("CREATE INBOX"))
						return regexp.MustCompile(`"?Processed"?`).ReplaceAll(b, []byte("Missing"))
					}
					if bytes.Contains(b, []byte("[TRYCREATE]")) {
						tried.Add(1)
					}
					return b
				}
			})
			w := start(t, quick(p.addr()), nil)
			eventually(t, "four refusals", func() bool { return tried.Load() >= 4 })
			w.stop()
			if got := w.ids(); len(got) != 2 {
				t.Errorf("letters: %v", got)
			}
			if all, deleted := count(t, office, "INBOX"); all != 2 || deleted != 0 {
				t.Errorf("INBOX: %d mails, %d marked", all, deleted)
			}
			if n := p.connections(); n != 1 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

// A server that cannot give one mail of many is asked for each, and one that
// breaks off among many too: the others do not wait for that one.
func TestWatchOneBadMail(t *testing.T) {
	for name, spoil := range map[string]func(p *proxy, b []byte) []byte{
		"refused": func(_ *proxy, b []byte) []byte {
			return regexp.MustCompile(`(T\d+) OK UID FETCH`).ReplaceAll(b, []byte("$1 NO [SERVERBUG] FETCH"))
		},
		"broken": func(_ *proxy, b []byte) []byte {
			return regexp.MustCompile(`BODY\[\]`).ReplaceAll(b, []byte("BODY[]]"))
		},
		"cut": func(*proxy, []byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			office := openOffice(t, postoffice.Options{})
			post(t, office, "ann-1", "bob-1", "cy-1", "dan-1")
			p := newProxy(t, office.IMAP())
			var bad atomic.Bool // the mail that is asked for
			p.set(func(p *proxy) {
				p.said = func(client bool, b []byte) []byte {
					if client {
						asked := regexp.MustCompile(`UID FETCH (2|1:[34]|2:4) .*BODY\.PEEK`)
						bad.Store(asked.Match(b))
						return b
					}
					if bad.Load() && (bytes.Contains(b, []byte("BODY[]")) ||
						bytes.Contains(b, []byte("FETCH completed"))) {
						return spoil(p, b)
					}
					return b
				}
			})
			w := start(t, quick(p.addr()), nil)
			eventually(t, "the others", func() bool { all, _ := count(t, office, "INBOX"); return all == 1 })
			w.stop()
			for _, id := range w.ids() {
				if id == "bob-1" {
					t.Error("the bad mail was handed over")
				}
			}
			p.set(func(p *proxy) { p.said = nil })
			start(t, quick(p.addr()), nil).until(t, "bob-1")
		})
	}
}

// A server that says of many large mails that they are small does not fill our
// memory: it is cut off, and asked for one at a time.
func TestWatchFlood(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	s := &mailer.Sender{Server: mailer.Server{Addr: office.SMTP(), TLS: "none"}}
	defer func() { _ = s.Close() }()
	d := draft()
	d.From, d.To, d.Text = "ann@example.org", "gm@post.test", strings.Repeat("A PAR - BUR\n", 70_000)
	var ids []string
	for i := range 8 {
		ids = append(ids, fmt.Sprintf("ann-%d", i))
		d.ID = ids[i] + "@example.org"
		if err := s.Send(t.Context(), "", d); err != nil {
			t.Fatal(err)
		}
	}
	p := newProxy(t, office.IMAP())
	p.set(func(p *proxy) {
		size := regexp.MustCompile(`RFC822\.SIZE \d+`)
		p.said = func(client bool, b []byte) []byte {
			for _, word := range []string{"ENVELOPE", "BODYSTRUCTURE"} {
				if client && bytes.Contains(b, []byte(word)) {
					t.Errorf("client asks for %s", word)
				}
			}
			return size.ReplaceAll(b, []byte("RFC822.SIZE 10"))
		}
	})
	w := start(t, quick(p.addr()), nil)
	w.until(t, ids...)
	if n := p.connections(); n != 2 {
		t.Errorf("%d connections", n)
	}
	for _, l := range w.letters {
		if l.TooLarge {
			t.Errorf("%s is taken for too large", l.ID)
		}
	}
}
