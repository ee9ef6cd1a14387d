package gm_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/site"
)

const (
	main   = "ann@example.org"
	second = "ann@work.example"
)

// ask has Ann's letter ask for a second address, and returns the letter that goes there.
func (tb *tableOf) ask(addr string) letter.Letter {
	tb.Helper()
	before := len(tb.got[addr])
	if got := tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "ALSO " + addr + "\n", Proof: letter.Proved}); !strings.Contains(strings.Join(strings.Fields(got), " "), "a letter there will ask") {
		tb.Fatalf("ALSO gets %s", got)
	}
	if len(tb.got[addr]) != before+1 {
		tb.Fatalf("%d letters go to %s", len(tb.got[addr])-before, addr)
	}
	return tb.last(addr)
}

// yes returns an answer from an address to a letter of ours.
func (tb *tableOf) yes(addr string, answers letter.Letter, proof letter.Proof) letter.Letter {
	return letter.Letter{From: addr, Subject: "Re: x", Text: "YES\n", InReplyTo: answers.ID, Detail: tb.detail(answers.ReplyTo), Proof: proof}
}

// counts reports whether a signed letter from an address counts as Ann's: it is answered as such.
func (tb *tableOf) counts(addr string) bool {
	tb.Helper()
	got := tb.write(letter.Letter{From: addr, Subject: "[g1]", Text: "STATUS\nZONE Europe/Paris\n", Proof: letter.Proved})
	return strings.Contains(got, "you are X.")
}

// Only a letter that surely comes from the main address makes us write to the second one, whatever the game believes.
// Any other ALSO is asked about first, and YES makes us write.
func TestAlsoNeedsProof(t *testing.T) {
	for _, trust := range []intake.Trust{intake.TrustOpen, intake.TrustReply, intake.TrustSigned} {
		tb := doubting(t, trust)
		l := letter.Letter{From: main, Subject: "[g1]", Text: "ALSO " + second + "\n", Detail: tb.detail(tb.last(main).ReplyTo)}
		for _, l.Proof = range []letter.Proof{letter.Disowned, letter.Unproven} {
			got := tb.write(l)
			if asked := strings.Contains(got, asks); len(tb.got[second]) > 0 || asked != (l.Proof == letter.Unproven) {
				t.Fatalf("%s: an ALSO that is %q gets %s", trust, l.Proof, got)
			}
		}
		if strings.Contains(tb.last(main).Text, "is believed without a question") {
			t.Errorf("%s: the question says what would not help:\n%s", trust, tb.last(main).Text)
		}
		tb.write(tb.yes(main, tb.last(main), letter.Unproven))
		if len(tb.got[second]) != 1 {
			t.Fatalf("%s: after a YES %d letters go there; the player is told %s", trust, len(tb.got[second]), tb.last(main).Text)
		}
		if text := tb.last(second).Text; strings.Contains(text, "ann") || strings.Contains(text, "X") {
			t.Errorf("%s: a stranger reads %s", trust, text)
		}
	}
}

// A second address is confirmed by an answer from there for which its domain vouches, or which has the secret of our
// letter where the game believes answers.
func TestAlsoConfirmed(t *testing.T) {
	for _, c := range []struct {
		name  string
		trust intake.Trust
		lock  bool
		want  bool
		alter func(*letter.Letter)
	}{
		{"proved", intake.TrustSigned, true, true, func(l *letter.Letter) { l.Proof = letter.Proved }},
		{"proved, and only names our letter", intake.TrustSigned, false, true, func(l *letter.Letter) {
			l.Proof, l.Detail, l.References, l.InReplyTo = letter.Proved, "", []string{l.InReplyTo}, ""
		}},
		{"proved, of our letter nothing", intake.TrustOpen, false, false, func(l *letter.Letter) { l.Proof, l.Detail, l.InReplyTo = letter.Proved, "", "" }},
		{"has the secret", intake.TrustReply, false, true, func(*letter.Letter) {}},
		{"has the secret, where all are believed", intake.TrustOpen, false, true, func(*letter.Letter) {}},
		{"has the secret, where signatures are wanted", intake.TrustSigned, false, false, func(*letter.Letter) {}},
		{"has the secret of a seat with LOCK", intake.TrustOpen, true, false, func(*letter.Letter) {}},
		{"only names our letter", intake.TrustOpen, false, false, func(l *letter.Letter) { l.Detail, l.References, l.InReplyTo = "", []string{l.InReplyTo}, "" }},
		{"goes to others, too", intake.TrustReply, false, false, func(l *letter.Letter) { l.Shared = true }},
		{"disowned", intake.TrustOpen, false, false, func(l *letter.Letter) { l.Proof = letter.Disowned }},
		{"lacks a signature", intake.TrustReply, false, false, func(l *letter.Letter) { l.Proof = letter.Lacking }},
		{"from elsewhere", intake.TrustReply, false, false, func(l *letter.Letter) { l.From, l.Proof = "eve@work.example", letter.Proved }},
		{"from the main address", intake.TrustReply, false, false, func(l *letter.Letter) { l.From, l.Proof = main, letter.Proved }},
		{"by a machine", intake.TrustReply, false, false, func(l *letter.Letter) { l.Machine = "it says so" }},
		{"of a made-up seat", intake.TrustReply, false, false, func(l *letter.Letter) {
			l.Detail, l.InReplyTo = strings.Replace(l.Detail, "a.g1.0.", "a.g1.1.", 1), ""
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := doubting(t, c.trust)
			if c.lock {
				tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "LOCK\n", Proof: letter.Proved})
			}
			l := tb.yes(second, tb.ask(second), letter.Unproven)
			c.alter(&l)
			told := len(tb.got[main])
			tb.write(l)
			if got := tb.counts(second); got != c.want {
				t.Errorf("letters from there count: %v", got)
			}
			if c.want && len(tb.got[main]) != told+1 {
				t.Errorf("the main address gets %d letters about it", len(tb.got[main])-told)
			}
		})
	}
}

// An answer counts once, for the newest question of its seat, while that is open and nobody else has come to sit there.
func TestAlsoAnsweredOnce(t *testing.T) {
	seat := func(tb *tableOf, to string) {
		tb.Helper()
		if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "X", to); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
	}
	off := letter.Letter{From: main, Subject: "[g1]", Text: "ALSO OFF\n", Proof: letter.Proved}
	for name, between := range map[string]func(*tableOf, letter.Letter){
		"expired":             func(tb *tableOf, _ letter.Letter) { tb.now = tb.now.Add(7*24*time.Hour + time.Second) },
		"taken back":          func(tb *tableOf, _ letter.Letter) { tb.write(off) },
		"asked elsewhere":     func(tb *tableOf, _ letter.Letter) { tb.ask("ann@third.example") },
		"asked again":         func(tb *tableOf, _ letter.Letter) { tb.write(off); tb.ask(second) },
		"given away":          func(tb *tableOf, _ letter.Letter) { seat(tb, "zoe@example.org") },
		"given away and back": func(tb *tableOf, _ letter.Letter) { seat(tb, "zoe@example.org"); seat(tb, main) },
		"replayed after OFF": func(tb *tableOf, l letter.Letter) {
			if tb.write(l); !tb.counts(second) {
				t.Fatal("the answer does not count")
			}
			tb.write(off)
		},
		"replayed under another ID": func(tb *tableOf, l letter.Letter) {
			tb.write(l)
			tb.write(off)
			tb.ask(second)
		},
		"it observes since": func(tb *tableOf, _ letter.Letter) {
			for _, act := range []func() error{
				func() error {
					return desk.At(tb.m, gm.ActOptions{}).PressRules(t.Context(), tb.now, "g1", map[string]string{"observe": "gm"})
				},
				func() error {
					return desk.At(tb.m, gm.ActOptions{}).Observer(t.Context(), tb.now, "g1", "add", []string{second})
				},
			} {
				if err := act(); err != nil {
					t.Fatal(err)
				}
			}
			tb.deliver()
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := doubting(t, intake.TrustReply)
			l := tb.yes(second, tb.ask(second), letter.Proved)
			l.Seal = "seal"
			between(tb, l)
			l.ID = "again@work.example"
			tb.write(l)
			if tb.counts(second) {
				t.Error("letters from there count")
			}
		})
	}
}

// ALSO reveals to nobody who plays, watches or stands by: the player is told the same in each case, and no letter
// goes to such an address.
func TestAlsoTellsNothing(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.m.Desk = "boss@example.org"
	at := desk.At(tb.m, gm.ActOptions{})
	for _, err := range []error{
		at.PressRules(t.Context(), tb.now, "g1", map[string]string{"observe": "gm"}),
		at.Observer(t.Context(), tb.now, "g1", "add", []string{"kim@example.org"}),
		at.Standby(t.Context(), tb.now, "g1", "add", []string{"hal@example.org"}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	tb.deliver()
	said := func(addr string) string {
		text := tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "ALSO " + addr + "\n", Proof: letter.Proved})
		tb.now = tb.now.Add(25 * time.Hour)
		tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "ALSO OFF\n", Proof: letter.Proved})
		_, rest, _ := strings.Cut(strings.Join(strings.Fields(text), " "), "NOTE")
		rest, _, _ = strings.Cut(rest, "Fill in")
		rest, _, _ = strings.Cut(rest, "Answer this letter")
		return strings.ReplaceAll(rest, addr, "ADDRESS")
	}
	free := said("free@example.net")
	if len(tb.got["free@example.net"]) != 1 {
		t.Fatal("nothing goes to an address that nobody has")
	}
	for _, addr := range []string{"bob@example.org", "bob+x@example.org", "kim@example.org", "hal@example.org", "gm@example.org", "boss@example.org"} {
		got := said(addr)
		asked := slices.ContainsFunc(tb.got[addr], func(l letter.Letter) bool { return strings.Contains(l.Subject, "yours, too") })
		if got != free || asked {
			t.Errorf("%s is asked: %v; the player is told %q, not %q", addr, asked, got, free)
		}
	}
	for _, addr := range []string{main, "gm@deaddrop.example", "gm+x@deaddrop.example"} {
		got := tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "ALSO " + addr + "\n", Proof: letter.Proved})
		if !strings.Contains(got, "NOT ACCEPTED") {
			t.Errorf("ALSO %s gets %s", addr, got)
		}
	}
}

// A player can't have an address flooded: a seat causes three letters a day, an address gets five from all games, and
// after a NO none for 30 days.
func TestAlsoFloodsNobody(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	ask := func(game, addr string) string {
		return tb.write(letter.Letter{From: main, Subject: "[" + game + "]", Text: "ALSO " + addr + "\n", Proof: letter.Proved})
	}
	for _, game := range []string{"g2", "g3"} {
		tb.start(game, intake.TrustReply)
	}
	for range 4 {
		for _, game := range []string{"g1", "g2", "g3"} {
			ask(game, "victim@example.net")
		}
	}
	if n := len(tb.got["victim@example.net"]); n != 5 {
		t.Errorf("%d letters go to one address in a day", n)
	}
	if got := ask("g1", "other@example.net"); !strings.Contains(got, "3 times") || len(tb.got["other@example.net"]) > 0 {
		t.Errorf("a fourth one gets %s", got)
	}
	no := tb.yes("victim@example.net", tb.last("victim@example.net"), letter.Proved)
	no.Text = "NO\n"
	tb.now = tb.now.Add(25 * time.Hour)
	for _, game := range []string{"g1", "g2", "g3"} {
		ask(game, "victim@example.net")
	}
	if n := len(tb.got["victim@example.net"]); n != 8 {
		t.Errorf("on the next day there are %d", n)
	}
	no.InReplyTo, no.Detail = tb.last("victim@example.net").ID, tb.detail(tb.last("victim@example.net").ReplyTo)
	tb.write(no)
	if !strings.Contains(strings.Join(strings.Fields(tb.last(main).Text), " "), "is not yours") {
		t.Errorf("of a NO the player is told %s", tb.last(main).Text)
	}
	tb.now = tb.now.Add(25 * time.Hour)
	ask("g1", "victim@example.net")
	if n := len(tb.got["victim@example.net"]); n != 8 {
		t.Errorf("after a NO there are %d", n)
	}
}

// A token is good for the address that it went to, LOCK holds for both, and what is not answered goes to the main
// address alone.
func TestSecondAddress(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(tb.yes(second, tb.ask(second), letter.Unproven))
	if got := tb.write(tb.order(second, tb.last(main))); !strings.Contains(got, asks) {
		t.Errorf("with the token of the main address a letter from the second one gets %s", got)
	}
	question := tb.last(second)
	tb.write(tb.yes(main, question, letter.Unproven))
	if on := tb.onFile("g1"); on != "Move 1" {
		t.Errorf("a YES from the main address to what the second one is asked leaves %s", on)
	}
	tb.write(tb.yes(second, question, letter.Unproven))
	if on := tb.onFile("g1"); on != "X 5; Move 1" {
		t.Errorf("the second one's YES leaves %s", on)
	}
	if got := tb.write(tb.order(second, tb.last(second))); strings.Contains(got, asks) {
		t.Errorf("an answer to what it was written gets %s", got)
	}
	tb.write(letter.Letter{From: main, Subject: "[g1]", Text: "LOCK\n", Proof: letter.Proved})
	if got := tb.write(tb.order(second, tb.last(second))); !strings.Contains(got, "(LOCK)") {
		t.Errorf("with LOCK a letter from the second address gets %s", got)
	}
	if !tb.counts(second) {
		t.Error("with LOCK a signed letter from there does not count")
	}
	if err := desk.At(tb.m, gm.ActOptions{}).Resolve(t.Context(), tb.now, "g1", ""); err != nil {
		t.Fatal(err)
	}
	before := len(tb.got[second])
	tb.deliver()
	if len(tb.got[second]) != before {
		t.Errorf("a report goes to the second address: %s", tb.last(second).Text)
	}
	o, err := inspect.OverviewOf(t.Context(), tb.m, "g1")
	if err != nil || o.Seats[0].Also != second {
		t.Errorf("the game master is shown %+v, %v", o.Seats[0], err)
	}
}

func (tb *tableOf) order(from string, answers letter.Letter) letter.Letter {
	return letter.Letter{From: from, Subject: "Re: x", Text: "5\nWAIT\n", InReplyTo: answers.ID, Detail: tb.detail(answers.ReplyTo)}
}

// The main address hears that somebody leaves by a letter from the second one, and of ALSO OFF however many answers it had that day.
func TestMainAddressHears(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.m.Answers = 3
	tb.write(tb.yes(second, tb.ask(second), letter.Proved))
	for range 5 {
		tb.write(letter.Letter{From: second, Subject: "[g1]", Text: "STATUS\n", Proof: letter.Proved})
	}
	before := len(tb.got[main])
	tb.write(letter.Letter{From: second, Subject: "[g1]", Text: "ALSO OFF\n", Proof: letter.Proved})
	if len(tb.got[main]) != before+1 || tb.counts(second) {
		t.Errorf("of ALSO OFF %d letters tell", len(tb.got[main])-before)
	}
	before = len(tb.got[main])
	tb.ask(second)
	if len(tb.got[main]) != before+1 {
		t.Errorf("of ALSO %d letters tell", len(tb.got[main])-before)
	}
	tb.write(tb.yes(second, tb.last(second), letter.Proved))
	tb.now = tb.now.Add(25 * time.Hour)
	for _, text := range []string{"RESIGN\n", "RESIGN YES\n"} {
		before = len(tb.got[main])
		tb.write(letter.Letter{From: second, Subject: "[g1]", Text: text, Proof: letter.Proved})
	}
	if len(tb.got[main]) != before+1 || !strings.Contains(tb.last(second).Text, "left the game") {
		t.Errorf("%d letters tell of it", len(tb.got[main])-before)
	}
	if tb.counts(second) || slices.ContainsFunc(tb.seats(), func(s inspect.SeatOverview) bool { return s.Also != "" }) {
		t.Error("then letters from the second address count")
	}
}

func (tb *tableOf) seats() []inspect.SeatOverview {
	tb.Helper()
	o, err := inspect.OverviewOf(tb.Context(), tb.m, "g1")
	if err != nil {
		tb.Fatal(err)
	}
	return o.Seats
}

// An address to which the game master gives a seat is no other player's second one from then on.
func TestSeatTakesSecondAddress(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(tb.yes(second, tb.ask(second), letter.Proved))
	if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "O", second); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	if tb.counts(second) || !strings.Contains(tb.last(main).Text, second) {
		t.Errorf("letters from there count, or the player is told %s", tb.last(main).Text)
	}
}

// A game's file has the second addresses, and letters from there count where it was taken in.
func TestSecondAddressInFile(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(tb.yes(second, tb.ask(second), letter.Proved))
	var file bytes.Buffer
	tb.must(site.Export(t.Context(), tb.m, "g1", &file))
	other := &tableOf{T: t, m: master(t, filepath.Join(t.TempDir(), "games.db")), now: tb.now, got: map[string][]letter.Letter{}}
	defer other.m.Store.Close()
	if _, err := site.Import(t.Context(), other.m, file.Bytes(), "", false); err != nil {
		t.Fatal(err)
	}
	if !other.counts(second) {
		t.Error("letters from there do not count")
	}
}

// Letters to the second address that come back are told to the game master, and have nobody believe that the main one is gone.
func TestSecondAddressComesBack(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(tb.yes(second, tb.ask(second), letter.Proved))
	for i := range 4 {
		tb.now = tb.now.Add(time.Minute)
		tb.write(letter.Letter{From: second, Subject: "[g1]", Text: strings.Repeat("STATUS\n", i+1), Proof: letter.Proved})
		came := tb.last(second)
		report := &letter.Report{Failed: true, Status: "5.1.1", Recipient: second, Why: "5.1.1 no such user", OriginalID: came.ID}
		tb.write(letter.Letter{From: "mailer-daemon@work.example", Machine: "Auto-Submitted", Report: report, Detail: tb.detail(came.Return)})
	}
	items, err := desk.Inbox(t.Context(), tb.m)
	tb.must(err)
	told := 0
	for _, it := range items {
		if strings.Contains(it.Why, "second address, "+second+", came back: 5.1.1") {
			told++
		}
	}
	if told != 4 {
		t.Errorf("of 4 letters that came back %d are told: %+v", told, items)
	}
	if s := tb.seats()[0]; !s.Suspended.IsZero() || !tb.counts(main) {
		t.Errorf("the seat: %+v", s)
	}
}
