package doctor

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/towntest"
	"deaddrop/mailer/postoffice"
)

// serverWrongs returns faults of mail servers and mailboxes that are planted one at a time.
func serverWrongs() map[string]patient {
	noLetter := complaint{Skipped, "No letter was sent", ""}
	faulty := func(f postoffice.Faults, want ...complaint) patient {
		return patient{office: postoffice.Options{Faults: f}, want: want}
	}
	return map[string]patient{
		"no login for now": faulty(postoffice.Faults{LoginAnswer: "454 4.7.0 Temporary authentication failure"},
			complaint{Fault, "can't check passwords now; it says: \"Temporary authentication failure\"", "Wait some minutes"}, noLetter),
		"name not accepted": faulty(postoffice.Faults{HelloAnswer: "550 5.7.1 Helo command rejected: need fully-qualified hostname"},
			complaint{Fault, "does not accept the name with which gm greets it", `hello = "games.example.org"`}, noLetter),
		"name not accepted later": faulty(postoffice.Faults{RecipientAnswer: "504 5.5.2 <localhost>: Helo command rejected"},
			complaint{Fault, "Helo command rejected", `hello = "games.example.org"`}, noLetter),
		"mailbox full": faulty(postoffice.Faults{RecipientAnswer: "452 4.2.2 Mailbox full"},
			complaint{Fault, "does not take letters from gm@town.invalid to itself; it says: \"Mailbox full\"", "Make room in the mailbox"},
			noLetter),
		"greylist": faulty(postoffice.Faults{RecipientAnswer: "451 4.7.1 Greylisted, try again later"},
			complaint{Fault, "Greylisted", "problem is temporary"}, noLetter),
		"mail loop": faulty(postoffice.Faults{RecipientAnswer: "554 5.4.6 Too many hops"},
			complaint{Fault, "Too many hops", "leads back to where it began"}, noLetter),
		"letters come twice": faulty(postoffice.Faults{Twice: true},
			complaint{Advice, "arrived 2 times", "a rule, a forwarding or an alias"}),
		"read-only mailbox": faulty(postoffice.Faults{MoveAnswer: "NOPERM Permission denied"},
			complaint{Fault, "Letters can't be moved from INBOX to Processed; it says: \"Permission denied\"", "make it read-only"}),
		"quota": faulty(postoffice.Faults{MoveAnswer: "OVERQUOTA Quota exceeded"},
			complaint{Fault, "Letters can't be moved from INBOX to Processed", "Make room in the mailbox"}),
		"letters without maps": faulty(postoffice.Faults{Largest: 20 << 10},
			complaint{Fault, "accepts no letter larger than 20 kB", "message_size_limit"}),
		"letters without films": faulty(postoffice.Faults{Largest: 1 << 20},
			complaint{Advice, "accepts no letter larger than 1024 kB, but the configuration allows 4096 kB", "largest_letter = 1024"}),
		"tls that is none": {edit: towntest.Set(`tls = "none"`, `tls = "ssl"`),
			want: []complaint{{Fault, "The section [imap] can't be used", `tls is "tls", "starttls" or "none"`}, noLetter}},
		"no port": {edit: towntest.Set("addr = ", "addr = \"imap.example.org\" #"),
			want: []complaint{{Fault, `addr under [imap] is "imap.example.org", which is not a server with a port`,
				`addr = "mail.example.org:993"`}, noLetter}},
	}
}

// placeWrongs returns faults of what lies on this machine, and of the service.
func placeWrongs() map[string]patient {
	return map[string]patient{
		"no wording": {edit: towntest.First(`templates = "wording"`),
			want: []complaint{{Fault, "the wording can't be used: reading templates", "as templates ="}}},
		"another file": {edit: towntest.First(`data = "deaddorp.db"`),
			want: []complaint{{Fault, "There are no games at", "names the right place"}}},
		"a text for games": {edit: towntest.First(`data = "password"`),
			want: []complaint{{Fault, "password is not a file with games", "names the file with the games"}}},
		"a damaged file": {plant: damaged,
			want: []complaint{{Fault, "The games can't be opened. DAMAGED", "last backup"}}},
		"games of a newer gm": {plant: newer,
			want: []complaint{{Fault, "has schema 999 and was written by a newer program", "Run the newer gm"}}},
		"a disk that can't be written": {plant: func(_ *testing.T, _ *towntest.Town, doc *Doctor) {
			doc.writable = func(string) error { return &os.PathError{Op: "open", Path: "x", Err: syscall.EROFS} }
		}, want: []complaint{{Fault, "is read-only", "remount"}}},
		"pages in another's directory": {edit: func(text string) string { return text + "\n[site]\ndir = \"/proc/pages\"\n" },
			want: []complaint{{Fault, "The public pages can't be written to /proc/pages", "name another directory as dir under [site]"}}},
		"no theme": {edit: func(text string) string { return text + "\n[site]\ndir = \"public\"\ntheme = \"themes\"\n" },
			want: []complaint{{Fault, "themes\": there is no such directory", "remove theme under [site]"}}},
		"a service that hangs": {plant: func(_ *testing.T, _ *towntest.Town, doc *Doctor) {
			doc.remote = func(context.Context, config.Config) (answer, bool, error) {
				return answer{}, true, &control.HungError{Silent: true, After: 8 * time.Second}
			}
		}, want: []complaint{{Fault, "gm serve does not answer, for 8s so far", "kill -9"}}},
		"an older service": {plant: func(_ *testing.T, _ *towntest.Town, doc *Doctor) {
			doc.Program = "v0.0.2"
			doc.remote = func(context.Context, config.Config) (answer, bool, error) {
				return answer{Program: "v0.0.1"}, true, nil
			}
		}, want: []complaint{{Advice, "it is v0.0.1, and this is v0.0.2", "end gm serve and start it again"}}},
		"a service that answers otherwise": {plant: func(_ *testing.T, _ *towntest.Town, doc *Doctor) {
			doc.remote = func(context.Context, config.Config) (answer, bool, error) {
				return answer{}, true, context.Canceled
			}
		}, want: []complaint{{Fault, "gm serve runs, but did not answer", "of another version"}}},
		"a held game": {plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			newGameIn(t, w)
			changeGame(t, w, func(g *game.Game) { g.State, g.Why = game.Held, "The rules fail." })
			doc.now = time.Now
		}, want: []complaint{{Fault, "The game d1 is held: The rules fail.", "gm resume d1"}}},
		"a player with our address": {plant: func(t *testing.T, w *towntest.Town, _ *Doctor) {
			newGameIn(t, w)
			changeGame(t, w, func(g *game.Game) { g.Seat("Italy").Address = "gm@town.invalid" })
		}, want: []complaint{{Fault, "The seat Italy of d1 has the address of the games themselves", "gm seat d1 Italy=ADDRESS"},
			{Advice, "gm serve does not run", "Start gm serve"}}},
		"no service": {plant: func(t *testing.T, w *towntest.Town, _ *Doctor) { newGameIn(t, w) },
			want: []complaint{{Advice, "gm serve does not run, so no letters are read or sent", "have your system start it again"}}},
		"a paused game": {plant: func(t *testing.T, w *towntest.Town, _ *Doctor) {
			newGameIn(t, w)
			m := gameMasterIn(t, w)
			if err := desk.At(m, gm.ActOptions{}).Pause(t.Context(), time.Now(), "d1"); err != nil {
				t.Fatal(err)
			}
			if err := m.Store.Close(); err != nil {
				t.Fatal(err)
			}
		}},
	}
}

// changeGame changes the game of a town.
func changeGame(t *testing.T, w *towntest.Town, change func(*game.Game)) {
	t.Helper()
	m := gameMasterIn(t, w)
	err := play.Do(t.Context(), m, time.Now(), "d1", nil, func(s *gm.Step) error { change(s.Game); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Store.Close(); err != nil {
		t.Fatal(err)
	}
}

// damaged has the file with the games lose its end.
func damaged(t *testing.T, w *towntest.Town, _ *Doctor) {
	t.Helper()
	if err := os.Truncate(filepath.Join(filepath.Dir(w.Config), "deaddrop.db"), 3*int64(os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
}

// newer has a program that does not exist yet write the file with the games.
func newer(t *testing.T, w *towntest.Town, _ *Doctor) {
	t.Helper()
	file, err := bbolt.Open(filepath.Join(filepath.Dir(w.Config), "deaddrop.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = file.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte("999")) })
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// allWrongs returns all faults that are planted.
func allWrongs(t *testing.T) map[string]patient {
	t.Helper()
	all := wrongs(t)
	for _, more := range []map[string]patient{serverWrongs(), placeWrongs()} {
		for name := range more {
			if _, twice := all[name]; twice {
				t.Fatalf("%q is planted twice", name)
			}
		}
		maps.Copy(all, more)
	}
	return all
}

// A mistake is a fault as operators make it, and the patient who has it.
type mistake struct{ made, patient string }

// mistakes returns the known mistakes of operators in the first weeks of a site.
func mistakes() []mistake {
	return []mistake{
		{"the configuration is in another directory", "no configuration"},
		{"a text without quotation marks", "syntax"},
		{"a setting below the wrong section", "unknown setting"},
		{"a time without its unit", "poll without a unit"},
		{"the example's address was left", "the example's addresses"},
		{"the game master's address is misspelled", "game master is no address"},
		{"the game master's address is that of the games", "game master is the robot"},
		{"no address of a game master", "no game master"},
		{"a wrong port", "imap port"},
		{"a server without its port", "no port"},
		{"a misspelled server", "imap host"},
		{"IMAP and SMTP exchanged", "exchanged servers"},
		{"TLS where the server wants STARTTLS", "imap without tls"},
		{"STARTTLS where there is none", "imap without starttls"},
		{"a tls that does not exist", "tls that is none"},
		{"a wrong password", "imap password"},
		{"a wrong password for sending", "smtp password"},
		{"the file with the password is missing", "no file with the password"},
		{"a password that others can read", "password for all to read"},
		{"logins are refused for now", "no login for now"},
		{"a greylist", "greylist"},
		{"an expired certificate", "expired certificate"},
		{"the certificate of another name", "certificate of another"},
		{"a certificate of one's own", "unknown authority"},
		{"a server that wants a host's name", "name not accepted"},
		{"an address that is not ours", "sender refused"},
		{"an address whose mail goes elsewhere", "letters are lost"},
		{"a spam filter", "letters are spam"},
		{"a forwarding that leads back", "mail loop"},
		{"no addresses with a plus", "no plus"},
		{"letters with maps are too large", "letters without maps"},
		{"a mailbox that can't be changed", "read-only mailbox"},
		{"a mailbox that is full", "quota"},
		{"no names can be looked up", "no name server"},
		{"a domain without SPF", "no records"},
		{"a key that is not published", "key not published"},
		{"a clock that is wrong", "clock behind"},
		{"a full disk", "disk full"},
		{"a disk that is read-only", "a disk that can't be written"},
		{"another file's name behind data =", "another file"},
		{"a file of another kind behind data =", "a text for games"},
		{"a damaged file", "a damaged file"},
		{"a file of a newer gm", "games of a newer gm"},
		{"a directory of templates that is not there", "no wording"},
		{"no service", "no service"},
		{"a turn is late, as no service runs", "late"},
		{"a service that hangs", "a service that hangs"},
		{"an old program still runs", "an older service"},
		{"two programs on one file", "another gm"},
		{"games that were moved away", "games that were moved away"},
		{"a held game", "a held game"},
		{"a player with the address of the games", "a player with our address"},
	}
}

// Each of the mistakes is planted, found and told with what to do about it: TestDoctor compares that.
func TestDoctorKnowsMistakes(t *testing.T) {
	t.Parallel()
	all := allWrongs(t)
	for _, m := range mistakes() {
		p, there := all[m.patient]
		if !there || len(p.want) == 0 {
			t.Errorf("%s: nobody has it", m.made)
			continue
		}
		if first := p.want[0]; first.verdict != Fault && first.verdict != Advice || first.do == "" {
			t.Errorf("%s: it is told as %s %q, without what to do", m.made, first.verdict, first.text)
		}
	}
	if n := len(mistakes()); n < 40 {
		t.Errorf("there are only %d", n)
	}
}
