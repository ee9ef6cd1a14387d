package doctor

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/notice"
	"deaddrop/gm/outbox"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/towntest"
	"deaddrop/gm/work"
	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// A patient is a configuration with something wrong, and what the doctor should say of it.
type patient struct {
	office postoffice.Options
	edit   func(config string) string
	plant  func(t *testing.T, w *towntest.Town, doc *Doctor)
	wait   time.Duration // how long to wait for a letter that doesn't come; zero: a minute
	// want are the findings that are no "ok": verdict, part of what is wrong, part of what to do.
	want []complaint
}

type complaint struct {
	verdict  Verdict
	text, do string
}

// is reports whether a finding is the one that is wanted.
func (c complaint) is(f Finding) bool {
	return c.verdict == f.Verdict && strings.Contains(f.Text, c.text) && strings.Contains(f.Do, c.do)
}

// healthy returns the records of a domain whose mail is believed.
func healthy(_ context.Context, name string) ([]string, error) {
	if strings.HasPrefix(name, "_dmarc.") {
		return []string{"v=DMARC1; p=reject"}, nil
	}
	return []string{"some-verification=1", "v=spf1 mx -all"}, nil
}

// diagnose has a doctor examine a town.
func (p patient) diagnose(t *testing.T, w *towntest.Town) []Finding {
	t.Helper()
	var found []Finding
	doc := New(w.Config, []*adjudicator.Rules{deadman.Rules}, []string{"doctor"}, time.Now)
	doc.Wait, doc.tick, doc.txt = time.Minute, 10*time.Millisecond, healthy
	if p.wait > 0 {
		doc.Wait = p.wait
	}
	doc.delegated = func(context.Context, string) bool { return true }
	doc.free = func(string) (uint64, bool) { return 1 << 40, true }
	doc.Report = func(f Finding) { found = append(found, f) }
	if p.edit != nil {
		text, err := os.ReadFile(w.Config)
		if err == nil {
			err = os.WriteFile(w.Config, []byte(p.edit(string(text))), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if p.plant != nil {
		p.plant(t, w, doc)
	}
	doc.Examine(t.Context())
	return found
}

// check compares findings with those that are wanted.
func (p patient) check(t *testing.T, found []Finding) {
	t.Helper()
	fine, rest := 0, p.want
	for _, f := range found {
		switch {
		case f.Verdict == OK:
			fine++
		case len(rest) > 0 && rest[0].is(f):
			rest = rest[1:]
		default:
			t.Errorf("%s: %s\n→ %s", f.Verdict, f.Text, f.Do)
		}
		if f.Verdict == Fault && f.Do == "" {
			t.Errorf("nothing to do about: %s", f.Text)
		}
	}
	for _, c := range rest {
		t.Errorf("not found: %s %q, %q", c.verdict, c.text, c.do)
	}
	t.Logf("%d are ok", fine)
}

// certificate makes one that is not signed by any authority but itself.
func certificate(t *testing.T, expires time.Time, names ...string) (served *tls.Config, trusting *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: expires,
		DNSNames: names,
		IsCA:     true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	if len(names) == 0 {
		c.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}},
		&tls.Config{RootCAs: roots}
}

// mark puts a letter of somebody else into the mailbox that their own server has marked.
func mark(t *testing.T, w *towntest.Town, _ *Doctor) {
	t.Helper()
	s, err := mailer.ProbeSender(t.Context(), &mailer.Sender{Server: mailer.Server{Addr: w.Office.SMTP(), TLS: "none"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Send(t.Context(), "desk@town.invalid", "gm@town.invalid",
		[]byte("Authentication-Results: mx.town.invalid; dmarc=pass\r\nSubject: x\r\n\r\nx\r\n")); err != nil {
		t.Fatal(err)
	}
}

// newKey makes a key to sign letters with, and publishes it.
func newKey(t *testing.T, w *towntest.Town, doc *Doctor) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err == nil {
		err = os.WriteFile(filepath.Join(filepath.Dir(w.Config), "dkim.pem"),
			pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &mailer.Signer{Domain: "town.invalid", Selector: "gm", Key: key}
	doc.txt = func(ctx context.Context, name string) ([]string, error) {
		if name == s.Name() {
			return []string{s.Value()}, nil
		}
		return healthy(ctx, name)
	}
}

// wrongs returns faults that are planted one at a time.
func wrongs(t *testing.T) map[string]patient {
	soon := time.Now().Add(time.Hour)
	unknown, _ := certificate(t, soon)
	stale, _ := certificate(t, time.Now().Add(-24*time.Hour))
	foreign, _ := certificate(t, soon, "mail.example.net")
	starttls := func(config string) string { return strings.ReplaceAll(config, `tls = "none"`, `tls = "starttls"`) }
	vouching := postoffice.Faults{Authserv: "mx.town.invalid"}
	forged := vouching
	forged.KeepForged = true
	noLetter := complaint{Skipped, "No letter was sent", ""}
	return map[string]patient{
		"no configuration": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) { doc.path += ".old" },
			want: []complaint{{Fault, "There is no configuration", "examples/deaddrop.toml"},
				{Skipped, "not checked", ""}}},
		"syntax": {edit: towntest.First("data = games.db"),
			want: []complaint{{Fault, "Line 1 of the configuration", "in quotes"}, {Skipped, "not checked", ""}}},
		"unknown setting": {edit: towntest.Last("plus = false"),
			want: []complaint{{Fault, `there is no setting "smtp.plus"`,
				"address, name, gm, data, store, archive, poll, plus, answers_per_day, largest_letter, templates, " +
					"processed, failed, notify, calendar, house_rules and house_rules_file must come before the first one"}, {Skipped, "not checked", ""}}},
		"games that were moved away": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			newGameIn(t, w)
			moveAway(t, w)
		}, want: []complaint{{Fault, "can't be used", "The games were moved from here to "}}},
		"no shelf": {edit: towntest.First(`archive = "none/archive"`),
			want: []complaint{{Fault, "Games can't be archived in ", "Make the directory"}}},
		"a file for a shelf": {edit: towntest.First(`archive = "password"`),
			want: []complaint{{Fault, "the directory for archived games, is a file", "Name a directory"}}},
		"no game master": {edit: towntest.Set("gm = \"desk@town.invalid\"\n", ""),
			want: []complaint{{Advice, "no address of your own", "gm = "}}},
		"the example's addresses": {edit: towntest.Set("gm@town.invalid", "gm@example.org"),
			want: []complaint{{Fault, "still the one from the example, gm@example.org", "address ="},
				{Fault, "does not take letters from gm@example.org", "alias"}, noLetter,
				{Skipped, "reserved for examples", ""}}},
		"the example's game master": {edit: towntest.Set("desk@town.invalid", "you@example.org"),
			want: []complaint{{Fault, "still the one from the example, you@example.org", "gm ="}}},
		"game master is no address": {edit: towntest.Set("desk@town.invalid", "not an address"),
			want: []complaint{{Fault, `gm = "not an address" is not a mail address, such as you@example.org`, "Correct it"},
				{Skipped, "not checked", ""}}},
		"poll without a unit": {edit: towntest.Set(`"5s"`, `"5"`),
			want: []complaint{{Fault, `write "5s" or "1m"`, "Correct it in the configuration"},
				{Skipped, "not checked", ""}}},
		"game master is the robot with a plus": {edit: towntest.Set("desk@", "gm+desk@"),
			want: []complaint{{Fault, "sent to the robot", "private address"}}},
		"an empty password": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			if err := os.WriteFile(filepath.Join(filepath.Dir(w.Config), "password"), []byte("\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, want: []complaint{{Fault, "gives an empty password", "under [imap]"}, noLetter}},
		"nobody": {edit: towntest.Set("user = \"gm@town.invalid\"", "user = \"nobody\""),
			want: []complaint{{Fault, `does not let "nobody" in`, "under [imap]"}, noLetter}},
		"game master is the robot": {edit: towntest.Set("desk@", "gm@"),
			want: []complaint{{Fault, "sent to the robot", "private address"}}},
		"no place for games": {edit: towntest.First(`data = "nowhere/games.db"`),
			want: []complaint{{Fault, "nowhere, in which the games are to be kept, does not exist", "mkdir -p "},
				{Skipped, "no place for them", ""}}},
		"disk full": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			doc.free = func(string) (uint64, bool) { return 3 << 20, true }
		}, want: []complaint{{Fault, "only 3 MB free", "Make room"}}},
		"password for all to read": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			if err := os.Chmod(filepath.Join(filepath.Dir(w.Config), "password"), 0o644); err != nil {
				t.Fatal(err)
			}
		}, want: []complaint{{Fault, "has the mode 0644", "chmod 600"}}},
		"no file with the password": {edit: towntest.Set(`"password"`, `"passwort"`),
			want: []complaint{{Fault, "password for the IMAP server is missing", "chmod 600"}, noLetter}},
		"a store that is none": {edit: towntest.First(`data = "password"`),
			want: []complaint{{Fault, "The games can't be opened", "last backup"}}},
		"another gm": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			other, err := bolt.Open(filepath.Join(filepath.Dir(w.Config), "deaddrop.db"), bolt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { other.Close() })
			doc.patience = 0
		}, want: []complaint{{Fault, "in use by another gm, which does not answer", "start gm serve once"}}},
		"a service that starts": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			serveHere(t, w)
			ask, asked := doc.remote, false
			doc.remote = func(ctx context.Context, c config.Config) (answer, bool, error) {
				if !asked {
					asked = true // it has the games, and does not listen yet
					return answer{}, false, nil
				}
				return ask(ctx, c)
			}
		}},
		"imap host": {edit: func(config string) string {
			return towntest.Set(`tls = "none"`,
				`tls = "tls"`)(towntest.Set("addr = ", "addr = \"imap.nosuch.invalid:993\" #")(config))
		},
			want: []complaint{{Fault, "no machine with the name of the IMAP server, imap.nosuch.invalid",
				"addr under [imap]"}, noLetter}},
		"imap port": {edit: towntest.Set("addr = ", "addr = \"127.0.0.1:1\" #"),
			want: []complaint{{Fault, "Nothing listens on port 1 of 127.0.0.1, where the IMAP server",
				"993 (tls = \"tls\") or 143"}, noLetter}},
		"imap in plain text": {edit: towntest.Set("addr = ", "addr = \"imap.example.org:143\" #"),
			want: []complaint{{Fault, `tls = "none" for the IMAP server imap.example.org, which is another machine`,
				`tls = "tls" with port 993`}, noLetter}},
		"imap without starttls": {edit: towntest.Set(`tls = "none"`, `tls = "starttls"`),
			want: []complaint{{Fault, "does not offer STARTTLS", "port 993"}, noLetter}},
		"imap without tls": {edit: towntest.Set(`tls = "none"`, `tls = "tls"`),
			want: []complaint{{Fault, "does not begin with TLS", `tls = "starttls" under [imap]`}, noLetter}},
		"imap password": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			if err := os.WriteFile(filepath.Join(filepath.Dir(w.Config), "password"), []byte("secrte\n"),
				0o600); err != nil {
				t.Fatal(err)
			}
		}, want: []complaint{{Fault, "The IMAP server", "app password"}, noLetter}},
		"exchanged servers": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			text, err := os.ReadFile(w.Config)
			if err != nil {
				t.Fatal(err)
			}
			swap := strings.NewReplacer(w.Office.IMAP(), w.Office.SMTP(), w.Office.SMTP(), w.Office.IMAP())
			if err := os.WriteFile(w.Config, []byte(swap.Replace(string(text))), 0o600); err != nil {
				t.Fatal(err)
			}
		}, want: []complaint{{Fault, "is not an IMAP server", "swapped"}, {Fault, "is not an SMTP server", "swapped"},
			noLetter}},
		"unknown authority": {edit: starttls, office: postoffice.Options{TLS: unknown},
			want: []complaint{{Fault, "IMAP server 127.0.0.1 is not signed by any authority", "ca-certificates"},
				{Fault, "SMTP server 127.0.0.1 is not signed by any authority", "Let's Encrypt"}, noLetter}},
		"expired certificate": {edit: starttls, office: postoffice.Options{TLS: stale},
			want: []complaint{{Fault, "The certificate of the IMAP server 127.0.0.1 is valid from", "renew"},
				{Fault, "SMTP server 127.0.0.1 is valid from", "clock"}, noLetter}},
		"certificate of another": {edit: starttls, office: postoffice.Options{TLS: foreign},
			want: []complaint{{Fault, "IMAP server is not for 127.0.0.1, but for mail.example.net",
				"addr under [imap]"}, {Fault, "SMTP server is not for 127.0.0.1", "addr under [smtp]"}, noLetter}},
		"folders with a prefix": {office: postoffice.Options{Faults: postoffice.Faults{Prefix: "INBOX."}},
			want: []complaint{{Fault, "different names for the folders Processed and Failed",
				"  processed = \"INBOX.Processed\"\n  failed = \"INBOX.Failed\""}, noLetter}},
		"no folders": {office: postoffice.Options{Faults: postoffice.Faults{NoCreate: true}},
			want: []complaint{{Fault, "does not let gm create them; it says: \"Mailbox name not allowed here\"",
				"Make both folders in your mail program"}, noLetter}},
		"a poor server": {office: postoffice.Options{Without: []string{"IDLE", "MOVE"}},
			want: []complaint{{Advice, "does not know the extension IDLE", "every 5s"},
				{Advice, "does not know the extension MOVE", "copying"}}},
		"old letters": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			if err := w.Write(t.Context(), "desk", "1@town.invalid", "old", "old"); err != nil {
				t.Fatal(err)
			}
			doc.now = func() time.Time { return time.Now().Add(26*time.Hour + 30*time.Minute) }
		}, want: []complaint{{Advice, "1 letter waits in INBOX, the oldest for 1 day 2 h", "a mailbox of their own"},
			{Fault, "1 day 2 h ahead", "timedatectl"}}},
		"smtp password": {edit: towntest.Set(`password = "secret"`, `password = "wrong"`),
			want: []complaint{{Fault, "The SMTP server", "under [smtp]"}, noLetter}},
		"sender refused": {office: postoffice.Options{Faults: postoffice.Faults{RefuseSender: true}},
			want: []complaint{{Fault, "does not take letters from gm@town.invalid to itself; it says: \"Sender " +
				"address rejected", "alias"}, noLetter}},
		"plus sender refused": {office: postoffice.Options{Faults: postoffice.Faults{RefusePlusSender: true}},
			want: []complaint{{Fault, "does not take letters from gm+…@town.invalid", "plus = false"}}},
		"no plus": {office: postoffice.Options{Faults: postoffice.Faults{RefusePlus: true}},
			want: []complaint{{Fault, "does not know addresses with a plus", "plus = false"}}},
		"plus is not noted": {office: postoffice.Options{Faults: postoffice.Faults{HidePlus: true}},
			want: []complaint{{Fault, "does not note in the letter which address", "plus = false"}}},
		"letters are lost": {office: postoffice.Options{Faults: postoffice.Faults{Lose: true}},
			wait: 100 * time.Millisecond,
			want: []complaint{{Fault, "did not arrive", "user under [imap]"}}},
		"letters are spam": {office: postoffice.Options{Faults: postoffice.Faults{Spam: true}},
			wait: 100 * time.Millisecond,
			want: []complaint{{Fault, "put into the folder Junk", "spam filter"}}},
		"clock behind": {office: postoffice.Options{Faults: postoffice.Faults{Clock: func() time.Time { return time.Now().Add(3*time.Hour + 12*time.Minute + 30*time.Second) }}},
			want: []complaint{{Fault, "3 h 12 min behind", "timedatectl"}}},
		"replaces the Message-IDs, and no plus": {office: postoffice.Options{Faults: postoffice.Faults{Rename: true}},
			edit: towntest.First("plus = false"),
			want: []complaint{{Skipped, "plus = false", ""}, {Fault, "replaces the Message-IDs", "another SMTP server"}}},
		"name of the vouching server": {office: postoffice.Options{Faults: vouching},
			edit: towntest.Last("[trust]\nauthserv = \"mail.town.invalid\""),
			want: []complaint{{Fault, "trusts what mail.town.invalid writes", `authserv = "mx.town.invalid"`}}},
		"a letter of somebody else is marked": {plant: mark,
			edit: towntest.Last("[trust]\nauthserv = \"mail.town.invalid\""),
			want: []complaint{{Fault, "come from mx.town.invalid, and those can be forged", "Remove authserv"}}},
		"trust in marks that nobody writes": {office: postoffice.Options{Faults: postoffice.Faults{Strip: true}},
			edit: towntest.Last("[trust]\nauthserv = \"mail.town.invalid\""),
			want: []complaint{{Advice, "no letter here has a field Authentication-Results of that name so far",
				"topmost Authentication-Results"}}},
		"forged marks": {office: postoffice.Options{Faults: forged},
			edit: towntest.Last("[trust]\nauthserv = \"mx.town.invalid\""),
			want: []complaint{{Fault, "could pose as a player", "Remove authserv"}}},
		"no trust in forged marks": {office: postoffice.Options{Faults: forged},
			want: []complaint{{Advice, "let a forged field", "Don't set authserv"}}},
		"trust to be had": {office: postoffice.Options{Faults: vouching},
			want: []complaint{{Advice, "under the name mx.town.invalid", "  [trust]\n  authserv = \"mx.town.invalid\""}}},
		"no records": {edit: func(config string) string { return config },
			plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
				doc.txt = func(_ context.Context, name string) ([]string, error) {
					return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
				}
			}, want: []complaint{{Advice, "no SPF record", "its DNS"}, {Advice, "no DMARC record", "its DNS"}}},
		"a DNS that knows nothing": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			doc.txt = func(_ context.Context, name string) ([]string, error) {
				return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
			}
			doc.delegated = func(_ context.Context, domain string) bool { return domain != "town.invalid" }
		}, want: []complaint{{Skipped, "no domain town.invalid at all", ""}}},
		"no name server": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			doc.txt = func(_ context.Context, name string) ([]string, error) {
				return nil, &net.DNSError{Err: "server misbehaving", Name: name}
			}
		}, want: []complaint{{Fault, "signatures of letters can't be checked", "dns = false"}}},
		"nothing proves the author": {edit: towntest.Last("[trust]\ndns = false"),
			want: []complaint{{Advice, "signatures are not checked", "Remove dns = false"}}},
		"no key": {edit: towntest.Last("[dkim]\ndomain = \"town.invalid\"\nselector = \"gm\"\nkey_file = \"password\""),
			want: []complaint{{Fault, "does not hold a key to sign letters with", "openssl genrsa"}}},
		"key of another domain": {plant: newKey,
			edit: towntest.Last("[dkim]\ndomain = \"town.example\"\nselector = \"gm\"\nkey_file = \"dkim.pem\""),
			want: []complaint{{Fault, "signed for town.example, another domain", `domain = "town.invalid"`}}},
		"key not published": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			newKey(t, w, doc)
			doc.txt = func(ctx context.Context, name string) ([]string, error) {
				if name == "gm._domainkey.town.invalid" {
					return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
				}
				return healthy(ctx, name)
			}
		}, edit: towntest.Last("[dkim]\ndomain = \"town.invalid\"\nselector = \"gm\"\nkey_file = \"dkim.pem\""),
			want: []complaint{{Fault, "there is no TXT record gm._domainkey.town.invalid",
				"  gm._domainkey.town.invalid. IN TXT \"v=DKIM1; k=ed25519; p="}}},
		"another key published": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			newKey(t, w, doc)
			doc.txt = func(ctx context.Context, name string) ([]string, error) {
				if name == "gm._domainkey.town.invalid" {
					return []string{"v=DKIM1; k=ed25519; p=AAAA"}, nil
				}
				return healthy(ctx, name)
			}
		}, edit: towntest.Last("[dkim]\ndomain = \"town.invalid\"\nselector = \"gm\"\nkey_file = \"dkim.pem\""),
			want: []complaint{{Fault, "not signed with the key that is published", "in place of the other"}}},
		"no password": {edit: towntest.Set("password_file = \"password\"\n", ""),
			want: []complaint{{Fault, "gives no password for logging in to the IMAP server", "password_file"},
				noLetter}},
		"password program": {edit: towntest.Set(`password_file = "password"`, `password_command = ["false"]`),
			want: []complaint{{Fault, "The password for the IMAP server can't be obtained", "a program that prints it"},
				noLetter}},
		"late": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			newGameIn(t, w)
			doc.now = func() time.Time { return time.Now().Add(100 * time.Hour) }
		}, want: []complaint{{Fault, "gm serve does not run; d1 should have been resolved at ", "Start gm serve"},
			{Fault, "ahead", ""}}},
	}
}

// For each fault the doctor says what to do, and it says nothing else.
func TestDoctor(t *testing.T) {
	t.Parallel()
	for name, p := range allWrongs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p.check(t, p.diagnose(t, towntest.NewOf(t, p.office)))
		})
	}
}

// If all is well, the doctor says nothing else, and leaves the mailbox unchanged, also beside a running service.
func TestDoctorHealthy(t *testing.T) {
	t.Parallel()
	served, trusted := certificate(t, time.Now().Add(time.Hour))
	for name, serving := range map[string]bool{"beside the service": true, "without the service": false} {
		t.Run(name, func(t *testing.T) {
			p := patient{office: postoffice.Options{TLS: served,
				Faults: postoffice.Faults{Authserv: "mx.town.invalid"}},
				edit: towntest.Last("[trust]\nauthserv = \"MX.town.invalid\"\n[dkim]\ndomain = " +
					"\"town.invalid\"\nselector = \"gm\"\nkey_file = \"dkim.pem\"")}
			p.plant = func(t *testing.T, w *towntest.Town, doc *Doctor) {
				newGameIn(t, w)
				newKey(t, w, doc)
				if serving {
					serveHere(t, w)
				}
				text, err := os.ReadFile(w.Config)
				if err == nil {
					err = os.WriteFile(w.Config, []byte(strings.ReplaceAll(string(text), `"none"`, `"starttls"`)),
						0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
				doc.tls = trusted
			}
			w := towntest.NewOf(t, p.office, "austria", "england", "france", "germany", "italy", "russia", "turkey")
			if !serving {
				p.want = []complaint{{Advice, "gm serve does not run, so no letters are read or sent; d1 is to be " +
					"resolved at ", "Start gm serve"}}
			}
			found := p.diagnose(t, w)
			p.check(t, found)
			if len(found) < 15 {
				t.Errorf("only %d things were looked at", len(found))
			}
			// The service may not have come to the last one yet.
			w.Emptied(t, "gm")
			if n := lobbyOf(t, w); n != "0" {
				t.Errorf("the game master is told of %s of the doctor's letters", n)
			}
		})
	}
}

// If no names can be looked up at all, the name of a server is not called wrong.
func TestDoctorUnknownHost(t *testing.T) {
	for _, c := range []struct {
		found, delegated bool
		want             complaint
	}{
		{true, true, complaint{Fault, "no machine with the name of the IMAP server, imap.example.org", "is spelled"}},
		{true, false, complaint{Fault, "there is no domain example.org at all", "can't look up names"}},
		{false, false, complaint{Fault, "could not be looked up: server misbehaving", "connected to the Internet"}},
	} {
		var found []Finding
		d := &Doctor{Report: func(f Finding) { found = append(found, f) },
			delegated: func(context.Context, string) bool { return c.delegated }}
		p := party{section: "imap", protocol: "IMAP", server: mailer.Server{Addr: "imap.example.org:993"}}
		d.unreachable(t.Context(), p,
			&mailer.ProbeError{Stage: mailer.StageResolve,
				Err: &net.DNSError{Err: "server misbehaving", IsNotFound: c.found}})
		patient{want: []complaint{c.want}}.check(t, found)
	}
}

// The example that is not filled in is nobody's to ask about, and nothing in it is called private that isn't there.
func TestDoctorExample(t *testing.T) {
	text, err := os.ReadFile("../../examples/deaddrop.toml")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "deaddrop.toml")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	p := patient{want: []complaint{
		{Fault, "The address of the games is still the one from the example, gm@example.org", "address ="},
		{Fault, "There are no games at", "gm init"},
		{Fault, "password for the IMAP server is missing", ""}, {Fault, "password for the SMTP server is missing", ""},
		{Skipped, "No letter", ""}, {Skipped, "reserved for examples", ""},
	}}
	p.plant = func(_ *testing.T, _ *towntest.Town, doc *Doctor) {
		doc.txt = func(_ context.Context, name string) ([]string, error) {
			t.Errorf("the DNS is asked about %s", name)
			return nil, errors.New("no answer")
		}
	}
	found := p.diagnose(t, &towntest.Town{Config: path})
	p.check(t, found)
	for _, f := range found {
		if strings.Contains(f.Text, "Nobody but you") {
			t.Errorf("nothing is there, but it says: %s", f.Text)
		}
	}
}

// A game that does not go on is found, whether a service runs or not.
func TestDoctorGames(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGameIn(t, w)
	m := gameMasterIn(t, w)
	patient{}.check(t, findings(t.Context(), m, time.Now(), true))
	rules := m.Rules
	m.Rules = nil
	patient{want: []complaint{{Fault, "d1 can't be played on", "go back to the version"},
		{Advice, "gm serve does not run", ""}}}.check(t, findings(t.Context(), m, time.Now(), false))
	m.Rules = rules
	patient{want: []complaint{{Fault, "has not ended though gm serve runs", "gm resolve d1 ends the turn now"},
		{Fault, "8 letters wait to be sent for up to 4 days", "end it and start it again"}}}.check(
		t, findings(t.Context(), m, time.Now().Add(100*time.Hour), true))
	patient{want: []complaint{{Fault, "8 letters wait to be sent for up to 30 min", "Start gm serve"}}}.check(t,
		findings(t.Context(), m, time.Now().Add(30*time.Minute+time.Second), false))
	patient{want: []complaint{{Fault, "8 letters wait to be sent for up to 5 min, and gm serve, which runs",
		"end it"}}}.check(t, findings(t.Context(), m, time.Now().Add(5*time.Minute+time.Second), true))
	o, err := inspect.OverviewOf(t.Context(), m, "d1")
	if err != nil {
		t.Fatal(err)
	}
	missed := "gm serve does not run; d1 should have been resolved at " + o.Deadline.Format(
		"Mon 2 Jan 2006 15:04 MST") + ", 3 min ago."
	patient{want: []complaint{{Fault, missed, "gm deadline GAME"}}}.check(t,
		findings(t.Context(), m, o.Deadline.Add(3*time.Minute), false))
	// it is about to
	patient{want: []complaint{{Fault, "8 letters", ""}}}.check(t,
		findings(t.Context(), m, o.Deadline.Add(3*time.Minute), true))
	fails := func(_ context.Context, l letter.Letter) error {
		if strings.HasPrefix(l.To, "france@") {
			return &outbox.Undeliverable{Err: errors.New("no such mailbox")}
		}
		return errors.New("go away \x1b[2J")
	}
	for _, at := range []time.Duration{0, 10 * time.Minute} {
		if _, err := work.Due(t.Context(), m, time.Now().Add(at), fails); err != nil {
			t.Fatal(err)
		}
	}
	patient{want: []complaint{{Advice, "1 letter was given up lately", "gm outbox retry"},
		{Fault, "could not be sent for 11 min. The last error was: go away", "gm outbox"}}}.check(
		t, findings(t.Context(), m, time.Now().Add(11*time.Minute), true))
	var found []Finding
	d := &Doctor{Report: func(f Finding) { found = append(found, f) }}
	d.standstill(inspect.Overview{Name: "d2", State: "held", Why: "The rules fail: \x1b[2Jx."})
	d.standstill(inspect.Overview{Name: "d3", State: "over"})
	patient{want: []complaint{{Fault, "The game d2 is held: The rules fail: [2Jx.", "gm resume d2"}}}.check(t, found)
}

// Notices that have failed for long are a fault, and those that failed a moment ago are not.
func TestDoctorNotices(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGameIn(t, w)
	m, now := gameMasterIn(t, w), time.Now()
	m.Notices = &gm.Notices{}
	for ago, want := range map[time.Duration]complaint{
		2 * time.Hour: {Fault, "no notice could be sent to the webhook: it answers 404 Not Found", "url under [notices]"},
		time.Minute:   {Advice, "The last notice could not be sent to the webhook", "tries again"},
	} {
		if err := notice.Keep(t.Context(), m, notice.Trouble{Since: now.Add(-ago), Error: "it answers 404 Not Found"}); err != nil {
			t.Fatal(err)
		}
		patient{want: []complaint{want}}.check(t, findings(t.Context(), m, now, true))
	}
}
