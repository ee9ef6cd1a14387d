package main

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/meter"
	"deaddrop/gm/serve"
	"deaddrop/gm/setup"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/work"
	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

const (
	victim  = "france@example.com"
	forger  = "eve@example.net"
	ourMX   = "mx.example.org"
	ourSelf = "gm@example.org"
)

// A scene is a game with a player whom others would like to write for: France, whose orders for Brest they forge.
type scene struct {
	testing.TB
	master *gm.Master
	door   *serve.Doorkeeper
	keys   map[string]ed25519.PrivateKey // that sign for a domain
	dns    map[string]string
	got    map[string][]letter.Letter // that went out, by address
	ids    int
}

func newScene(t testing.TB, trust intake.Trust) *scene {
	t.Helper()
	sc := &scene{TB: t, keys: map[string]ed25519.PrivateKey{}, dns: map[string]string{}, got: map[string][]letter.Letter{}}
	for i, domain := range []string{"example.com", "example.net", "example.org"} {
		sc.keys[domain] = ed25519.NewKeyFromSeed([]byte(strings.Repeat(string(rune('a'+i)), ed25519.SeedSize)))
		s := sc.signer(domain)
		sc.dns[s.Name()] = s.Value()
	}
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	c := config.Config{Address: ourSelf, GM: "boss@example.org", Plus: true}
	m, err := setup.NewMaster(db, c, titles(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	check := &identity.Checker{Authserv: ourMX, Self: ourSelf, Lookup: func(_ context.Context, name string) ([]string, error) {
		if record, ok := sc.dns[name]; ok {
			return []string{record}, nil
		}
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}}
	sc.master, sc.door = m, &serve.Doorkeeper{Master: m, Address: c.Address, Processed: c.Processed, Identity: check, Now: sc.now}
	plan := desk.Plan{Name: "d1", Rules: "deadman", Trust: trust, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, p := range powers() {
		address := strings.ToLower(p) + "@honest.example"
		if p == "France" {
			address = victim
		}
		plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(p), Address: address})
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), sc.now(), plan); err != nil {
		t.Fatal(err)
	}
	sc.deliver()
	return sc
}

func (sc *scene) now() time.Time { return time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC) }

func (sc *scene) signer(domain string) *mailer.Signer {
	return &mailer.Signer{Domain: domain, Selector: "s", Key: sc.keys[domain]}
}

func (sc *scene) deliver() {
	sc.Helper()
	for {
		n, err := work.Due(sc.Context(), sc.master, sc.now(), func(_ context.Context, l letter.Letter) error {
			sc.got[l.To] = append(sc.got[l.To], l)
			return nil
		})
		if err != nil {
			sc.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// last returns the newest letter to an address.
func (sc *scene) last(to string) letter.Letter {
	sc.Helper()
	if len(sc.got[to]) == 0 {
		sc.Fatalf("nothing came to %s", to)
	}
	return sc.got[to][len(sc.got[to])-1]
}

// A mailText is a mail as its sender writes it: fields, each a line, and a body.
type mailText struct {
	fields []string
	body   string
}

// plain returns an ordinary mail with orders for Brest.
func (sc *scene) plain(from, orders string) *mailText {
	sc.ids++
	return &mailText{[]string{
		"From: " + from, "To: " + ourSelf, "Subject: [d1] orders", "Date: Tue, 01 Jan 2030 11:00:00 +0000",
		fmt.Sprintf("Message-ID: <%d@mail.example>", sc.ids), "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
	}, orders + "\n"}
}

func (m *mailText) set(name, value string) *mailText {
	for i, f := range m.fields {
		if strings.HasPrefix(f, name+":") {
			m.fields[i] = name + ": " + value
			return m
		}
	}
	m.fields = append(m.fields, name+": "+value)
	return m
}

// answering returns the mail as a program sends it that answers a letter of ours: to the address that this gives for
// that.
func (m *mailText) answering(l letter.Letter) *mailText {
	return m.set("In-Reply-To", "<"+l.ID+">").top("Delivered-To: " + l.ReplyTo)
}

// top puts fields above all others, as the servers on the way do.
func (m *mailText) top(fields ...string) *mailText {
	m.fields = append(fields, m.fields...)
	return m
}

func (m *mailText) bytes() []byte {
	return []byte(strings.Join(m.fields, "\r\n") + "\r\n\r\n" + strings.ReplaceAll(m.body, "\n", "\r\n"))
}

// signed is the mail with a domain's signature on top.
func (sc *scene) signed(m *mailText, domain string) *mailText {
	sc.Helper()
	raw, err := sc.signer(domain).Sign(m.bytes())
	if err != nil {
		sc.Fatal(err)
	}
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	m.fields = strings.Split(head, "\r\n")
	return m
}

// foreign is what our own server writes on top of a mail from elsewhere; below it stands what the sender wrote.
const foreign = "Received: from somewhere.example (somewhere.example [192.0.2.1]) by " + ourMX + " with ESMTPS id 1; Tue, 01 Jan 2030 11:00:01 +0000"

func verdictOf(text string) string { return "Authentication-Results: " + ourMX + "; " + text }

func (sc *scene) take(m *mailText) {
	sc.Helper()
	l, _ := mailer.Read(m.bytes(), sc.now())
	if err := sc.door.Take(sc.Context(), meter.IMAP, l); err != nil {
		sc.Fatal(err)
	}
	sc.deliver()
}

// brest is what is on file for France.
func (sc *scene) brest() string { return sc.seat("France").Orders }

// seat is how a seat of the first game stands.
func (sc *scene) seat(name adjudicator.Seat) inspect.SeatOverview {
	sc.Helper()
	o, err := inspect.OverviewOf(sc.Context(), sc.master, "d1")
	if err != nil {
		sc.Fatal(err)
	}
	i := slices.IndexFunc(o.Seats, func(s inspect.SeatOverview) bool { return s.Name == name })
	return o.Seats[i]
}

const (
	forged  = "F Bre-Eng"
	genuine = "F Bre-Mao"
)

// Each way to write in another's name that is known of is refused or put aside, and the right player still writes.
func TestSpoofing(t *testing.T) {
	t.Parallel()
	attacks := 0
	under := func(trust intake.Trust, name string, attack func(*scene)) {
		attacks++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t, trust)
			attack(sc)
			if on := sc.brest(); strings.Contains(on, forged) {
				t.Errorf("on file for France is %q", on)
			}
			for address, letters := range sc.got {
				for _, l := range letters {
					if address != victim && strings.Contains(l.Text, "forged-press") {
						t.Errorf("forged press reached %s", address)
					}
				}
			}
			sc.take(sc.signed(sc.plain(victim, "CLEAR\n"+genuine), "example.com"))
			if on := sc.brest(); on != genuine {
				t.Errorf("then France's own letter, signed, leaves on file %q", on)
			}
			if trust == intake.TrustSigned {
				return
			}
			sc.take(sc.plain(victim, "CLEAR\n"+genuine+"\nA Par-Bur").answering(sc.last(victim)))
			if on := sc.brest(); on != genuine && trust != intake.TrustOpen {
				t.Errorf("then France's own answer without a signature leaves on file %q", on)
			}
			sc.take(sc.plain(victim, "YES").answering(sc.last(victim)))
			if on := sc.brest(); !strings.Contains(on, "A Par-Bur") {
				t.Errorf("then France's YES to that leaves on file %q", on)
			}
		})
	}
	reply := func(name string, attack func(*scene)) { under(intake.TrustReply, name, attack) }
	orders := forged + "\nPRESS TO England\nforged-press\nENDPRESS"
	letter := func(name string, change func(*scene, *mailText) *mailText) {
		reply(name, func(sc *scene) { sc.take(change(sc, sc.plain(victim, orders))) })
	}
	id := func(sc *scene) string { return "<" + sc.last(victim).ID + ">" }

	letter("forged From", func(_ *scene, m *mailText) *mailText { return m })
	letter("forged From and Sender", func(_ *scene, m *mailText) *mailText { return m.set("Sender", forger).set("Reply-To", forger) })
	letter("two From fields", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", forger), "example.net").top("From: " + victim)
	})
	letter("two From fields, the victim's below", func(sc *scene, m *mailText) *mailText {
		return m.top("From: " + forger)
	})
	letter("From with two addresses", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", forger+", "+victim), "example.net")
	})
	letter("From with a group", func(_ *scene, m *mailText) *mailText { return m.set("From", "us: "+victim+", "+forger+";") })
	letter("display name", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", `"`+victim+`" <`+forger+`>`), "example.net")
	})
	letter("display name with brackets", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", `"<`+victim+`>" <`+forger+`>`), "example.net")
	})
	letter("encoded display name", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", `=?utf-8?q?france=40example=2Ecom=3E?= <`+forger+`>`), "example.net")
	})
	letter("comment", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", forger+" ("+victim+")"), "example.net")
	})
	letter("two at signs", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", "<"+victim+"@example.net>"), "example.net")
	})
	letter("letters that look alike", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", "ſrance@example.com"), "example.com")
	})
	letter("NUL in From", func(_ *scene, m *mailText) *mailText { return m.set("From", victim+"\x00@example.net") })
	letter("Authentication-Results below what our server wrote", func(_ *scene, m *mailText) *mailText {
		return m.top(verdictOf("dmarc=pass header.from=example.com")).
			top("Received: from a.example by b.example.net; Tue, 01 Jan 2030 11:00:00 +0000").top(foreign, verdictOf("dmarc=none header.from=example.com"))
	})
	letter("Authentication-Results below a foreign hop", func(_ *scene, m *mailText) *mailText {
		return m.top(verdictOf("dmarc=pass header.from=example.com")).top("Received: from a.example by b.example.net; Tue, 01 Jan 2030 11:00:00 +0000").top(foreign)
	})
	letter("Authentication-Results of another server", func(_ *scene, m *mailText) *mailText {
		return m.top("Authentication-Results: mx.example.net; dmarc=pass header.from=example.com", foreign)
	})
	letter("quoted envelope sender", func(_ *scene, m *mailText) *mailText {
		return m.top(verdictOf(`spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.com"@example.net`), foreign)
	})
	letter("comment in Authentication-Results", func(_ *scene, m *mailText) *mailText {
		return m.top(verdictOf(`spf=none (x; dmarc=pass header.from=example.com) smtp.mailfrom=example.net`), foreign)
	})
	letter("reason in Authentication-Results", func(_ *scene, m *mailText) *mailText {
		return m.top(verdictOf(`dkim=fail reason="x; dmarc=pass header.from=example.com" header.d=example.com`), foreign)
	})
	letter("another domain's pass", func(_ *scene, m *mailText) *mailText {
		return m.top(verdictOf("dmarc=pass header.from=example.net; dkim=pass header.d=example.net; spf=pass smtp.mailfrom=example.net"), foreign)
	})
	letter("a domain that begins like the victim's", func(_ *scene, m *mailText) *mailText {
		return m.top(verdictOf("dkim=pass header.d=example.com.example.net"), foreign)
	})
	letter("signed by another domain", func(sc *scene, m *mailText) *mailText { return sc.signed(m, "example.net") })
	letter("signed by another domain in the victim's name", func(sc *scene, m *mailText) *mailText {
		sc.keys["example.com"] = sc.keys["example.net"]
		defer func() {
			sc.keys["example.com"] = ed25519.NewKeyFromSeed([]byte(strings.Repeat("a", ed25519.SeedSize)))
		}()
		return sc.signed(m, "example.com")
	})
	letter("signed, then changed", func(sc *scene, _ *mailText) *mailText {
		changed := sc.signed(sc.plain(victim, genuine), "example.com")
		changed.body = orders + "\n"
		return changed
	})
	letter("signed, with a second From on top", func(sc *scene, m *mailText) *mailText {
		return sc.signed(sc.plain(victim, orders).set("To", forger), "example.com").top("From: " + forger)
	})
	letter("signed, with a second To on top", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("To", forger), "example.com").top("To: " + ourSelf)
	})
	letter("signed, but written to somebody else", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("To", forger), "example.com")
	})
	letter("signed, but written to somebody else, and our server vouches", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("To", forger), "example.com").top(foreign, verdictOf("dkim=pass header.d=example.com; dmarc=pass header.from=example.com"))
	})
	letter("another seat's token", func(sc *scene, m *mailText) *mailText {
		return m.set("In-Reply-To", "<"+sc.last("england@honest.example").ID+">").top("Delivered-To: " + sc.last("england@honest.example").ReplyTo)
	})
	letter("token with another MAC", func(sc *scene, m *mailText) *mailText {
		return m.set("In-Reply-To", strings.Replace(id(sc), "@", "a@", 1)).top("Delivered-To: " + strings.Replace(sc.last(victim).ReplyTo, "@", "a@", 1))
	})
	letter("token of the address that DSNs go to", func(sc *scene, m *mailText) *mailText {
		return m.top("Delivered-To: " + sc.last(victim).Return)
	})
	letter("leaked token from another address", func(sc *scene, m *mailText) *mailText {
		return sc.signed(m.set("From", forger).set("In-Reply-To", id(sc)), "example.net").top("Delivered-To: " + sc.last(victim).ReplyTo)
	})
	letter("leaked token, and our server says that it is forged", func(sc *scene, m *mailText) *mailText {
		return m.answering(sc.last(victim)).top(foreign, verdictOf("dmarc=fail header.from=example.com"))
	})
	reply("leaked token, of a domain that signs all its mail", func(sc *scene) {
		sc.dns["_dmarc.example.com"] = "v=DMARC1; p=reject"
		sc.take(sc.plain(victim, orders).answering(sc.last(victim)))
		delete(sc.dns, "_dmarc.example.com")
	})
	under(intake.TrustSigned, "leaked token, where signatures are wanted", func(sc *scene) {
		sc.take(sc.plain(victim, orders).answering(sc.last(victim)))
	})
	under(intake.TrustOpen, "forged, where all are believed, and our server says so", func(sc *scene) {
		sc.take(sc.plain(victim, orders).top(foreign, verdictOf("dmarc=fail header.from=example.com")))
	})
	reply("expired token", func(sc *scene) {
		old := sc.last(victim)
		for range 2 {
			if err := desk.At(sc.master, gm.ActOptions{}).Resolve(sc.Context(), sc.now(), "d1", ""); err != nil {
				sc.Fatal(err)
			}
		}
		sc.deliver()
		sc.take(sc.plain(victim, orders).answering(old))
	})
	reply("burned Message-ID", func(sc *scene) {
		m := sc.plain(victim, genuine).set("Message-ID", "<burned@mail.example>")
		sc.take(m)
		sc.take(sc.signed(m, "example.com"))
		if on := sc.brest(); on != genuine {
			sc.Errorf("the genuine letter leaves on file %q", on)
		}
	})
	reply("replayed letter", func(sc *scene) {
		first := sc.signed(sc.plain(victim, forged), "example.com")
		sc.take(first)
		sc.take(sc.signed(sc.plain(victim, "CLEAR\n"+genuine), "example.com"))
		sc.take(first.set("Received", "from example.net"))
		sc.take(first.top("X-Note: again"))
	})
	reply("YES from another", func(sc *scene) {
		sc.take(sc.plain(victim, orders))
		question := sc.last(victim)
		sc.take(sc.signed(sc.plain(forger, "YES").answering(question), "example.net"))
		sc.take(sc.plain(victim, "YES"))
		sc.take(sc.plain("england@honest.example", "YES").answering(question))
		sc.take(sc.plain(victim, "YES").answering(question).top(foreign, verdictOf("dmarc=fail header.from=example.com")))
		sc.take(sc.plain(victim, "YES").answering(question).set("Auto-Submitted", "auto-replied"))
	})
	reply("forged DSNs", func(sc *scene) {
		for i := range 5 {
			m := sc.plain("mailer-daemon@example.net", "5.1.1 no such user\nFinal-Recipient: rfc822; "+victim)
			sc.take(m.set("Subject", "Undelivered Mail Returned to Sender").set("Auto-Submitted", "auto-replied").
				top(fmt.Sprintf("Delivered-To: gm+b.d1.2.%d.1.abcdefghijklmnop@example.org", i), "Return-Path: <>"))
		}
	})
	if attacks < 40 {
		t.Errorf("only %d attacks", attacks)
	}
}
