package gm_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
)

// A tableOf two plays tic-tac-toe by letters that are doubted.
type tableOf struct {
	*testing.T
	m    *gm.Master
	now  time.Time
	got  map[string][]letter.Letter // by address
	sent int
}

func doubting(t *testing.T, trust intake.Trust) *tableOf {
	t.Helper()
	tb := &tableOf{T: t, m: master(t, filepath.Join(t.TempDir(), "games.db")), now: noon, got: map[string][]letter.Letter{}}
	tb.m.Plus = true
	t.Cleanup(func() {
		if err := tb.m.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	tb.start("g1", trust)
	return tb
}

func (tb *tableOf) start(name string, trust intake.Trust) {
	tb.Helper()
	err := desk.At(tb.m, gm.ActOptions{}).New(tb.Context(), tb.now, desk.Plan{Name: name, Rules: "tictactoe", Trust: trust, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour},
		Players: []game.Player{{Seat: "X", Address: "ann@example.org"}, {Seat: "O", Address: "bob@example.org"}}, Desk: "gm@example.org"})
	if err != nil {
		tb.Fatal(err)
	}
	tb.deliver()
}

func (tb *tableOf) deliver() {
	tb.Helper()
	deliver(tb, tb.m, tb.now, func(l letter.Letter) { tb.got[l.To] = append(tb.got[l.To], l) })
}

// write takes in a letter, and returns the text of the newest letter that its address got for it; "" if none.
func (tb *tableOf) write(l letter.Letter) string {
	tb.Helper()
	if l.ID == "" {
		tb.sent++
		l.ID = fmt.Sprintf("%d@mail.example.org", tb.sent)
	}
	if i := slices.IndexFunc(tb.got[l.From], func(o letter.Letter) bool { return o.ID == l.InReplyTo }); i >= 0 && l.Detail == "" {
		if _, detail, ok := strings.Cut(tb.got[l.From][i].ReplyTo, "+"); ok { // to which mail programs send an answer
			l.Detail, _, _ = strings.Cut(detail, "@")
		}
	}
	before := len(tb.got[l.From])
	if err := reception.Receive(tb.Context(), tb.m, tb.now, l); err != nil {
		tb.Fatal(err)
	}
	tb.deliver()
	if news := tb.got[l.From][before:]; len(news) > 0 {
		return news[0].Text
	}
	return ""
}

func (tb *tableOf) last(to string) letter.Letter {
	tb.Helper()
	all := tb.got[to]
	if len(all) == 0 {
		tb.Fatalf("no letter came to %s", to)
	}
	return all[len(all)-1]
}

// detail returns what stands behind the plus of an address.
func (tb *tableOf) detail(address string) string {
	tb.Helper()
	local, _, _ := strings.Cut(address, "@")
	_, detail, ok := strings.Cut(local, "+")
	if !ok {
		tb.Fatalf("%q has no token", address)
	}
	return detail
}

func (tb *tableOf) onFile(game string) string {
	tb.Helper()
	o, err := inspect.OverviewOf(tb.Context(), tb.m, game)
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for _, s := range o.Seats {
		if s.Orders != "" {
			out = append(out, string(s.Name)+" "+s.Orders)
		}
	}
	return strings.Join(append(out, o.Phase), "; ")
}

func (tb *tableOf) waiting() int {
	tb.Helper()
	items, err := desk.Inbox(tb.Context(), tb.m)
	if err != nil {
		tb.Fatal(err)
	}
	return len(items)
}

const (
	asks  = "THE LETTER\n"
	takes = "ON FILE"
)

// What counts as a proof under each policy.
func TestTrust(t *testing.T) {
	try := func(name string, trust intake.Trust, change func(*tableOf, *letter.Letter), want string) {
		t.Run(name+", "+string(trust), func(t *testing.T) {
			tb := doubting(t, trust)
			l := letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "WAIT\n"}
			change(tb, &l)
			if got := tb.write(l); want == "" && got != "" || !strings.Contains(got, want) {
				t.Errorf("answered is %q, want something with %q", got, want)
			}
		})
	}
	bare := func(*tableOf, *letter.Letter) {}
	signed := func(_ *tableOf, l *letter.Letter) { l.Proof = letter.Proved }
	forged := func(tb *tableOf, l *letter.Letter) {
		l.Proof, l.InReplyTo = letter.Disowned, tb.last("ann@example.org").ID
	}
	answer := func(tb *tableOf, l *letter.Letter) { l.InReplyTo = tb.last("ann@example.org").ID }
	inAny := func(tb *tableOf, l *letter.Letter) {
		l.InReplyTo, l.References = "own@client", []string{tb.last("ann@example.org").ID, "own@client"}
	}
	inThread := func(tb *tableOf, l *letter.Letter) { tb.m.Plus = false; inAny(tb, l) }
	plus := func(tb *tableOf, l *letter.Letter) { l.Detail = tb.detail(tb.last("ann@example.org").ReplyTo) }
	upper := func(tb *tableOf, l *letter.Letter) { plus(tb, l); l.Detail = strings.ToUpper(l.Detail) }
	for trust, wants := range map[intake.Trust][4]string{
		intake.TrustOpen: {takes, takes, takes, ""}, intake.TrustReply: {asks, takes, takes, ""}, "": {asks, takes, takes, ""}, intake.TrustSigned: {asks, takes, asks, ""},
	} {
		try("bare", trust, bare, wants[0])
		try("signed", trust, signed, wants[1])
		for name, change := range map[string]func(*tableOf, *letter.Letter){"answer": answer, "plus": plus, "upper case": upper, "in the thread, without plus": inThread} {
			try(name, trust, change, wants[2])
		}
		try("in the thread", trust, inAny, wants[0]) // it names a letter that others may have got
		try("disowned", trust, forged, wants[3])
	}
	reply := func(name string, change func(*tableOf, *letter.Letter)) { try(name, intake.TrustReply, change, asks) }
	reply("another's token", func(tb *tableOf, l *letter.Letter) { l.InReplyTo = tb.last("bob@example.org").ID })
	reply("a DSN's token", func(tb *tableOf, l *letter.Letter) { l.Detail = tb.detail(tb.last("ann@example.org").Return) })
	reply("our domain, another's", func(tb *tableOf, l *letter.Letter) {
		local, _, _ := strings.Cut(tb.last("ann@example.org").ID, "@")
		l.InReplyTo = local + "@evil.example"
	})
	for i, field := range []string{"kind", "game", "seat", "letter", "question", "MAC"} {
		reply("a token with another "+field, func(tb *tableOf, l *letter.Letter) {
			parts := strings.Split(tb.detail(tb.last("ann@example.org").ReplyTo), ".")
			parts[i] = map[string]string{"kind": "c", "game": "g2", "seat": "1", "letter": "2", "question": "7", "MAC": strings.Repeat("a", 16)}[field]
			l.Detail = strings.Join(parts, ".")
		})
	}
	reply("a token of before the seat changed hands", func(tb *tableOf, l *letter.Letter) {
		l.InReplyTo = tb.last("ann@example.org").ID
		for _, to := range []string{"zoe@example.org", "ann@example.org"} {
			if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "X", to); err != nil {
				t.Fatal(err)
			}
		}
		old := tb.last("ann@example.org")
		if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "X", "zoe@example.org"); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
		l.From, l.InReplyTo = "zoe@example.org", old.ID
	})
}

// A token is worth nothing when another question has come after it.
func TestTokenExpires(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	first := tb.last("ann@example.org")
	for i, from := range []string{"ann@example.org", "bob@example.org", "ann@example.org", "bob@example.org"} {
		tb.write(letter.Letter{From: from, Subject: "Re: x", Text: fmt.Sprintf("%d\n", i+1), InReplyTo: tb.last(from).ID})
		answer := letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "WAIT\n", InReplyTo: first.ID}
		if got := tb.write(answer); strings.Contains(got, asks) != (i > 0) {
			t.Errorf("in %s an answer to the first letter gets: %s", tb.onFile("g1"), got)
		}
	}
}

// A letter that was believed and ended the turn is handed in again, as a machine does that was killed meanwhile. Its
// token is burnt by then, but nobody is asked about it.
func TestCopyOfBelieved(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	var letters []letter.Letter
	for i, from := range []string{"ann@example.org", "bob@example.org"} {
		letters = append(letters, letter.Letter{ID: from, From: from, Subject: "Re: x", Text: fmt.Sprintf("%d\n", i+1), Detail: tb.detail(tb.last(from).ReplyTo)})
		tb.write(letters[i])
	}
	if got := tb.onFile("g1"); got != "Move 3" {
		t.Fatalf("their turns did not end: %s", got)
	}
	for _, l := range letters {
		if got := tb.write(l); got != "" || tb.waiting() > 0 {
			t.Errorf("a copy of the letter from %s gets %q, and %d things wait", l.From, got, tb.waiting())
		}
	}
}

// One YES takes in what was put aside, and only by who was asked; NO throws it away, and neither counts twice.
func TestConfirm(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n"})
	question := tb.last("ann@example.org")
	tb.write(letter.Letter{From: "bob@example.org", Subject: "Re: x", Text: "YES\n", InReplyTo: question.ID})
	tb.write(letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "YES\n", InReplyTo: question.ID, Proof: letter.Disowned})
	tb.write(letter.Letter{From: "ann@example.org", Subject: "away", Text: "YES\n", InReplyTo: question.ID, Machine: "auto-submitted"})
	if got := tb.onFile("g1"); got != "Move 1" {
		t.Fatalf("before it is confirmed: %s", got)
	}
	confirm := letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "> quoted\nYes.\n\nAnn\n", InReplyTo: question.ID}
	if got := tb.write(confirm); !strings.Contains(got, takes) || tb.onFile("g1") != "X 5; Move 1" {
		t.Errorf("confirmed: %s\n%s", tb.onFile("g1"), got)
	}
	if got := tb.last("ann@example.org"); got.InReplyTo != fmt.Sprintf("%d@mail.example.org", tb.sent) {
		t.Errorf("the receipt answers %s", got.InReplyTo)
	}
	if got := tb.write(confirm); !strings.Contains(got, "answered already") {
		t.Errorf("confirmed again: %s", got)
	}
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "7\n"})
	if got := tb.write(letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "no\n", InReplyTo: tb.last("ann@example.org").ID}); !strings.Contains(got, "was deleted") {
		t.Errorf("denied: %s", got)
	}
	if got := tb.onFile("g1"); got != "X 5; Move 1" {
		t.Errorf("after NO: %s", got)
	}
	if got := tb.write(letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "6\n", InReplyTo: question.ID}); !strings.Contains(got, takes) || tb.onFile("g1") != "X 6; Move 1" {
		t.Errorf("orders in answer to the question: %s\n%s", tb.onFile("g1"), got)
	}
}

// Forgers can't make us write to their victim without end, nor push aside what the victim writes.
func TestForgersFlood(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	before := len(tb.got["ann@example.org"])
	for i := range 50 {
		tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: fmt.Sprintf("PRESS TO ALL\n%d\nENDPRESS\n", i)})
	}
	if n := len(tb.got["ann@example.org"]) - before; n != 5 {
		t.Errorf("ann was asked %d times", n)
	}
	if n := tb.waiting(); n != 25 {
		t.Errorf("%d letters wait for the game master, and not the 5 she was asked about and 20 others", n)
	}
	if got := tb.write(letter.Letter{From: "ann@example.org", Subject: "x", Text: "5\nWAIT\n", InReplyTo: tb.last("ann@example.org").ID}); !strings.Contains(got, takes) {
		t.Errorf("ann's own letter: %s", got)
	}
	lost := len(tb.got["ann@example.org"])
	for i := range 50 {
		tb.write(letter.Letter{From: "ann@example.org", Subject: "[g9.1]", Text: fmt.Sprint(i)})
	}
	if n := len(tb.got["ann@example.org"]) - lost; n > 10 {
		t.Errorf("%d answers to letters that fit no game", n)
	}
}

// Somebody who gets hold of a signed letter can send it again, under another Message-ID, and changes nothing.
func TestReplay(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	signed := letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n", Proof: letter.Proved, Seal: "one"}
	tb.write(signed)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "6\n", Proof: letter.Proved, Seal: "two"})
	signed.ID = "another@evil.example"
	if got := tb.write(signed); got != "" || tb.onFile("g1") != "X 6; Move 1" {
		t.Errorf("the replay: %s\n%s", tb.onFile("g1"), got)
	}
	forged := letter.Letter{ID: "burned@example.org", From: "ann@example.org", Subject: "[g1]", Text: "7\n"}
	tb.write(forged)
	forged.Proof, forged.Seal = letter.Proved, "three"
	if got := tb.write(forged); !strings.Contains(got, takes) || tb.onFile("g1") != "X 7; Move 1" {
		t.Errorf("the letter whose Message-ID was burned: %s\n%s", tb.onFile("g1"), got)
	}
}

// A letter that the game master releases is taken in as if it were proved.
func TestRelease(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n", Proof: letter.Disowned, InReplyTo: tb.last("ann@example.org").ID})
	tb.write(letter.Letter{From: "eve@example.org", Subject: "[g1]", Text: "5\n"})
	items, err := desk.Inbox(t.Context(), tb.m)
	if err != nil || len(items) != 2 {
		t.Fatalf("inbox: %v (%v)", items, err)
	}
	var refused *refusal.Error
	if _, err := desk.At(tb.m, gm.ActOptions{}).Release(t.Context(), tb.now, items[0].Ref); !errors.As(err, &refused) {
		t.Errorf("a stranger's letter is released: %v", err)
	}
	if game, err := desk.At(tb.m, gm.ActOptions{}).Release(t.Context(), tb.now, items[1].Ref); err != nil || game != "g1" {
		t.Fatal(game, err)
	}
	if _, err := desk.At(tb.m, gm.ActOptions{}).Release(t.Context(), tb.now, items[1].Ref); !errors.As(err, &refused) {
		t.Errorf("released twice: %v", err)
	}
	if got := tb.onFile("g1"); got != "X 5; Move 1" || tb.waiting() != 1 {
		t.Errorf("released: %s, and %d wait", got, tb.waiting())
	}
}

// Somebody to whom letters were forwarded with all their headers can write DSNs about them, but suspends nobody: each
// must be about a letter that was written after the one before it had come back.
func TestForwardedReturnPathsSuspendNobody(t *testing.T) {
	for _, plus := range []bool{true, false} {
		tb := doubting(t, intake.TrustReply)
		tb.m.Plus = plus
		for range 4 {
			if err := desk.At(tb.m, gm.ActOptions{}).Press(t.Context(), tb.now, "g1", "X", "hello"); err != nil {
				t.Fatal(err)
			}
			tb.deliver()
			tb.now = tb.now.Add(time.Minute)
		}
		for _, l := range tb.got["ann@example.org"] {
			tb.now = tb.now.Add(24 * time.Hour)
			dsn := letter.Letter{From: "mailer-daemon@evil.example", Machine: "null return path",
				Report: &letter.Report{Failed: true, Status: "5.1.1", Recipient: "ann@example.org", Why: "5.1.1 no such user", OriginalID: l.ID}}
			if plus {
				dsn.Detail = tb.detail(l.Return)
			}
			tb.write(dsn)
		}
		if _, list := tb.listed("came back: 5.1.1"); list != 5 {
			t.Errorf("with plus %t the game master's list has %d that came back", plus, list)
		}
		if got, err := outbox.Suspended(t.Context(), tb.m); err != nil || len(got) != 0 {
			t.Errorf("with plus %t suspended are %v, %v", plus, got, err)
		}
	}
}

// Where the mailbox has no addresses with a plus, the third letter that comes back also suspends an address, if each
// is newer than the last.
func TestComesBackWithoutPlus(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.m.Plus = false
	for n := range 3 {
		if got, err := outbox.Suspended(t.Context(), tb.m); err != nil || len(got) != 0 {
			t.Fatalf("after %d letters suspended are %v, %v", n, got, err)
		}
		if err := desk.At(tb.m, gm.ActOptions{}).Press(t.Context(), tb.now, "g1", "X", "hello"); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
		tb.write(letter.Letter{From: "mailer-daemon@mx.example", Machine: "null return path",
			Report: &letter.Report{Failed: true, Status: "5.1.1", Recipient: "ann@example.org", Why: "5.1.1 no such user", OriginalID: tb.last("ann@example.org").ID}})
	}
	if got, err := outbox.Suspended(t.Context(), tb.m); err != nil || len(got) != 1 {
		t.Errorf("suspended are %v, %v", got, err)
	}
}

// The third letter that comes back for good suspends the address, until a letter comes from it.
func TestComesBack(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	back := func(l letter.Letter, change func(*letter.Letter)) {
		t.Helper()
		r := letter.Letter{From: "mailer-daemon@mx.example", Subject: "Undelivered", Text: "sorry", Machine: "null return path",
			Detail: tb.detail(l.Return), Report: &letter.Report{Failed: true, Status: "5.1.1", Recipient: "ann@example.org", Why: "5.1.1 no such user"}}
		change(&r)
		tb.write(r)
	}
	as := func(*letter.Letter) {}
	dsn := func(change func(*letter.Letter)) { // for a letter of its own
		t.Helper()
		if err := desk.At(tb.m, gm.ActOptions{}).Press(t.Context(), tb.now, "g1", "X", "hello"); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
		back(tb.last("ann@example.org"), change)
	}
	told := func() int {
		return len(slices.DeleteFunc(slices.Clone(tb.got["gm@example.org"]), func(l letter.Letter) bool { return !strings.Contains(l.Text, "No more letters are sent to") }))
	}
	dsn(as)
	back(tb.last("ann@example.org"), as)                                                              // of the same letter
	dsn(func(r *letter.Letter) { r.Report.Failed = false })                                           // late
	dsn(func(r *letter.Letter) { r.Detail = "b.g1.0.1.1.aaaaaaaaaaaaaaaa" })                          // forged
	dsn(func(r *letter.Letter) { r.Detail = tb.detail(tb.last("bob@example.org").Return) })           // about another
	dsn(func(r *letter.Letter) { r.Detail, r.Report.OriginalID = "", tb.last("ann@example.org").ID }) // anybody may have seen that
	dsn(func(r *letter.Letter) { r.Report.Status = "5.7.1" })                                         // it was the text
	dsn(func(r *letter.Letter) { r.Report.Status, r.Report.Why = "5.0.0", "message looks like spam" })
	dsn(func(r *letter.Letter) { r.Report.Status, r.Report.Why = "5.0.0", "550 User unknown" })
	if told() != 0 {
		t.Fatal("suspended too early")
	}
	dsn(as)
	dsn(as)
	if told() != 1 {
		t.Errorf("the game master was told %d times", told())
	}
	suspended := func(want ...outbox.Suspension) {
		t.Helper()
		if got, err := outbox.Suspended(t.Context(), tb.m); err != nil || !slices.Equal(got, want) {
			t.Errorf("suspended are %v, %v; want %v", got, err, want)
		}
	}
	suspended(outbox.Suspension{Address: "ann@example.org", Since: tb.now})
	n := len(tb.got["ann@example.org"])
	tb.now = tb.now.Add(time.Hour)
	if err := desk.At(tb.m, gm.ActOptions{}).Press(t.Context(), tb.now, "g1", "X", "are you there?"); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	if len(tb.got["ann@example.org"]) != n {
		t.Error("a letter went to a suspended address")
	}
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "STATUS\n", Proof: letter.Proved})
	suspended()
	tb.now = tb.now.Add(5 * time.Hour)
	tb.deliver()
	if got := tb.got["ann@example.org"][n:]; !slices.ContainsFunc(got, func(l letter.Letter) bool { return strings.Contains(l.Text, "are you there?") }) {
		t.Errorf("after a letter from there, %d came, without the one that waited", len(got))
	}
}

// Two programs that answer each other come to an end, and the player hears of it once.
func TestLoopEnds(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	before := maps.Clone(tb.got)
	for i := range 300 {
		tb.now = tb.now.Add(time.Minute)
		tb.write(letter.Letter{From: "ann@example.org", Subject: "Re: " + tb.last("ann@example.org").Subject, Text: fmt.Sprintf("Thank you for your letter number %d.\n", i), Proof: letter.Proved})
	}
	if n := len(tb.got["ann@example.org"]) - len(before["ann@example.org"]); n != 200 {
		t.Errorf("%d answers to a loop", n)
	}
	if n := len(tb.got["gm@example.org"]) - len(before["gm@example.org"]); n > 201 {
		t.Errorf("%d letters to the game master about a loop", n)
	}
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n"})
	if got := tb.onFile("g1"); got != "X 5; Move 1" {
		t.Errorf("orders beyond the limit: %s", got)
	}
	tb.now = tb.now.Add(24 * time.Hour)
	tb.deliver()
	if got := tb.last("ann@example.org"); !strings.Contains(got.Text, "101 letters from your address") || !strings.Contains(got.Text, "\n  5\n") {
		t.Errorf("at the end of the day: %s", got.Text)
	}
	if err := desk.At(tb.m, gm.ActOptions{}).Done(context.Background(), tb.now, "g1/0"); err == nil {
		t.Error("done with nothing")
	}
}

// The game master hears once of a letter that can't be taken in, by letter and in the inbox.
func TestGiveUp(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.m.Desk = "boss@example.org"
	l := letter.Letter{ID: "INBOX/1/7", From: "ann@example.org", Subject: "\x1b[31m[g1]"}
	for range 2 {
		if err := reception.GiveUp(t.Context(), tb.m, tb.now, l, "It is poison.", "and lies in the mailbox's folder Failed"); err != nil {
			t.Fatal(err)
		}
	}
	tb.deliver()
	got := tb.got["boss@example.org"]
	if len(got) != 1 || !strings.Contains(got[0].Text, "folder Failed") || strings.Contains(got[0].Text, "\x1b") {
		t.Errorf("the game master got %d letters: %v", len(got), got)
	}
	if n := tb.waiting(); n != 1 {
		t.Errorf("%d things wait for him", n)
	}
}

// Whatever put a letter aside, the game master's release takes it in.
func TestReleaseWhateverItWas(t *testing.T) {
	try := func(name string, change func(*tableOf, *letter.Letter)) {
		t.Run(name, func(t *testing.T) {
			tb := doubting(t, intake.TrustReply)
			l := letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n"}
			change(tb, &l)
			tb.write(l)
			items, err := desk.Inbox(t.Context(), tb.m)
			if err != nil || len(items) != 1 {
				t.Fatalf("inbox: %v (%v)", items, err)
			}
			if game, err := desk.At(tb.m, gm.ActOptions{}).Release(t.Context(), tb.now, items[0].Ref); err != nil || game != "g1" {
				t.Errorf("released into %q: %v", game, err)
			}
			if got := tb.onFile("g1"); got != "X 5; Move 1" || tb.waiting() != 0 {
				t.Errorf("then %s, and %d wait", got, tb.waiting())
			}
		})
	}
	try("doubted", func(*tableOf, *letter.Letter) {})
	try("disowned", func(_ *tableOf, l *letter.Letter) { l.Proof = letter.Disowned })
	try("taken for a machine's", func(_ *tableOf, l *letter.Letter) { l.Machine = "subject: away" })
	try("taken for a vacation note", func(tb *tableOf, l *letter.Letter) {
		l.Machine, l.Away, l.InReplyTo = "subject: away", true, tb.last("ann@example.org").ID
	})
}

// Where signatures are required, and however late it is, the YES that a player was asked for is believed.
func TestYesIsBelieved(t *testing.T) {
	tb := doubting(t, intake.TrustSigned)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n"})
	question := tb.last("ann@example.org")
	if got := tb.write(letter.Letter{From: "ann@example.org", Text: "6\n", InReplyTo: question.ID}); !strings.Contains(got, asks) {
		t.Errorf("orders without a signature: %s", got)
	}
	for _, from := range []string{"ann@example.org", "bob@example.org", "ann@example.org", "bob@example.org"} {
		if err := desk.At(tb.m, gm.ActOptions{}).Resolve(t.Context(), tb.now, "g1", ""); err != nil {
			t.Fatal(from, err)
		}
	}
	tb.deliver()
	if got := tb.write(letter.Letter{From: "ann@example.org", Text: "Yes, that was me\n", InReplyTo: question.ID}); !strings.Contains(got, takes) {
		t.Errorf("a late YES: %s", got)
	}
}

// Letters that change nothing are answered without a question, a few times a day.
func TestHarmless(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	for i := range 7 {
		got := tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "STATUS\n"})
		if want := i < 5; strings.Contains(got, takes) != want {
			t.Errorf("STATUS number %d gets %q", i+1, got)
		}
	}
	tb.now = tb.now.Add(24 * time.Hour)
	tb.deliver()
	if got := tb.last("ann@example.org"); !strings.Contains(got.Text, "2 letters in your name could not be proved") {
		t.Errorf("the next day: %s", got.Text)
	}
}

// A signed letter says nothing of a game other than what is signed: an address that somebody made up does not.
func TestMadeUpToken(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.start("g2", intake.TrustReply)
	own := tb.detail(tb.last("ann@example.org").ReplyTo)
	for _, detail := range []string{"r.g2.0.1.1.aaaaaaaaaaaaaaaa", tb.detail(tb.last("bob@example.org").ReplyTo)} {
		tb.write(letter.Letter{From: "ann@example.org", Subject: "my move", Text: "5\nWAIT\n", Proof: letter.Proved, Detail: detail})
		if got := tb.onFile("g2"); got != "Move 1" {
			t.Errorf("with %s: %s", detail, got)
		}
	}
	if got := tb.write(letter.Letter{From: "ann@example.org", Subject: "my move", Text: "5\nWAIT\n", Detail: own}); !strings.Contains(got, "g2, Tic") {
		t.Error("no answer to one with a token of ann's")
	}
}

// Only a letter that is believed brings a suspended address back.
func TestWhoRevives(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	for range 3 {
		if err := desk.At(tb.m, gm.ActOptions{}).Press(t.Context(), tb.now, "g1", "X", "hello"); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
		tb.write(letter.Letter{From: "mailer-daemon@mx.example", Machine: "null return path", Text: "x", Detail: tb.detail(tb.last("ann@example.org").Return),
			Report: &letter.Report{Failed: true, Status: "5.1.1"}})
	}
	n := len(tb.got["ann@example.org"])
	try := func(l letter.Letter, revives bool) {
		t.Helper()
		l.From = "ann@example.org"
		tb.write(l)
		if err := desk.At(tb.m, gm.ActOptions{}).Press(t.Context(), tb.now, "g1", "X", "are you there?"); err != nil {
			t.Fatal(err)
		}
		tb.now = tb.now.Add(12 * time.Hour)
		tb.deliver()
		if came := len(tb.got["ann@example.org"]) > n; came != revives {
			t.Errorf("after %+v letters come: %v", l, came)
		}
	}
	try(letter.Letter{Subject: "[g1]", Text: "WAIT\n"}, false)
	try(letter.Letter{Subject: "[g1]", Text: "WAIT\n", Proof: letter.Disowned}, false)
	try(letter.Letter{Subject: "[g1]", Text: "STATUS\n"}, false) // it is answered all the same
	try(letter.Letter{Subject: "[g9.1]", Text: "WAIT\n", Proof: letter.Proved}, true)
}

// However many letters their domain disowns in their name, players are still asked about their own.
func TestDisownedFlood(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	for i := range 30 {
		tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: fmt.Sprintf("%d\n", i), Proof: letter.Disowned})
	}
	if got := tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n"}); !strings.Contains(got, asks) {
		t.Fatalf("ann's own letter gets %q", got)
	}
	yes := letter.Letter{From: "ann@example.org", Text: "YES\n", InReplyTo: tb.last("ann@example.org").ID}
	if got := tb.write(yes); !strings.Contains(got, takes) || tb.onFile("g1") != "X 5; Move 1" {
		t.Errorf("confirmed: %s\n%s", tb.onFile("g1"), got)
	}
}

// A letter that comes twice is put aside once, though the day's questions have run out in between.
func TestAsideOnce(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	l := letter.Letter{ID: "own@example.org", From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n-- \nAnn \u202e\n"}
	if got := tb.write(l); !strings.Contains(got, asks) {
		t.Fatalf("ann's own letter gets %q", got)
	}
	for range 6 {
		tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "HELP\n"})
	}
	waiting := tb.waiting()
	if got := tb.write(l); got != "" || tb.waiting() != waiting {
		t.Errorf("the same once more gets %q, and %d more wait", got, tb.waiting()-waiting)
	}
}

// YES takes what the letter that it answers offers, if that is one thing; and whoever wrote a letter is asked before
// what it says.
func TestYes(t *testing.T) {
	late := letter.Letter{From: "ann@example.org", Proof: letter.Proved, Subject: "[g1.1]", Text: "9"} // which crosses the end of its question
	yes := func(tb *tableOf, answers letter.Letter, proof letter.Proof) string {
		return tb.write(letter.Letter{From: "ann@example.org", Proof: proof, Subject: answers.Subject, InReplyTo: answers.ID, Text: "Yes please.\n"})
	}
	offered := func(trust intake.Trust) (*tableOf, letter.Letter) {
		tb := doubting(t, trust)
		tb.moves("5", "1")
		if said := tb.write(late); !strings.Contains(said, "YES 1 files: 9") {
			t.Fatalf("a late letter is answered\n%s", said)
		}
		return tb, tb.last("ann@example.org")
	}
	const filed = "Move 4"

	tb, receipt := offered(intake.TrustReply)
	if said := yes(tb, tb.got["ann@example.org"][0], letter.Proved); !strings.Contains(said, "older question") || tb.onFile("g1") != "Move 3" {
		t.Errorf("YES to an older letter is answered\n%s", said)
	}
	if said := tb.write(letter.Letter{From: "ann@example.org", Proof: letter.Proved, Subject: "[g1.2]", InReplyTo: receipt.ID, Text: "Yes, but only if Bob agrees."}); tb.onFile("g1") != "Move 3" {
		t.Errorf("half a yes is answered\n%s", said)
	}
	if said := yes(tb, receipt, letter.Proved); tb.onFile("g1") != filed {
		t.Errorf("YES is answered\n%s", said)
	}

	tb, _ = offered(intake.TrustReply)
	late.Text, late.Subject = "8\n77", "[g1.2]"
	tb.write(late)
	if said := yes(tb, tb.last("ann@example.org"), letter.Proved); !strings.Contains(said, "does not say which") {
		t.Errorf("YES where two things are open is answered\n%s", said)
	}

	late.Text, late.Subject = "9", "[g1.1]"
	tb, receipt = offered(intake.TrustSigned)
	if said := yes(tb, receipt, letter.Unproven); !strings.Contains(said, asks) || tb.onFile("g1") != "Move 3" {
		t.Errorf("a YES that nobody vouches for is answered\n%s", said)
	}
	if said := yes(tb, tb.last("ann@example.org"), letter.Unproven); tb.onFile("g1") != filed {
		t.Errorf("YES to whether it is theirs is answered\n%s", said)
	}
}

// A letter that went to others, too, is asked about, for they see which letter of ours it answers; and that one
// proves nothing from then on. A signature is none the worse for them.
func TestSharedToken(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	first := tb.last("ann@example.org")
	shared := letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "5\nWAIT\n", InReplyTo: first.ID, Detail: tb.detail(first.ReplyTo), Shared: true}
	if got := tb.write(shared); !strings.Contains(got, asks) || !strings.Contains(strings.Join(strings.Fields(got), " "), "it also went to others") {
		t.Errorf("a letter to others, too, gets: %s", got)
	}
	others := letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "4\nWAIT\n", InReplyTo: first.ID, Detail: tb.detail(first.ReplyTo)}
	if got := tb.write(others); !strings.Contains(got, asks) || tb.onFile("g1") != "Move 1" {
		t.Errorf("with the same token, one of theirs gets: %s", got)
	}
	tb.write(letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "YES\n", InReplyTo: tb.got["ann@example.org"][1].ID, Detail: tb.detail(tb.got["ann@example.org"][1].ReplyTo)})
	if on := tb.onFile("g1"); on != "X 5; Move 1" {
		t.Errorf("after Ann's YES: %s", on)
	}
	receipt := tb.last("ann@example.org")
	if got := tb.write(letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "6\nWAIT\n", Detail: tb.detail(receipt.ReplyTo)}); strings.Contains(got, asks) {
		t.Errorf("an answer to the receipt gets: %s", got)
	}
	signed := letter.Letter{From: "bob@example.org", Subject: "[g1] x", Text: "WAIT\n", Proof: letter.Proved, Shared: true}
	if got := tb.write(signed); strings.Contains(got, asks) {
		t.Errorf("a signed letter to others, too, gets: %s", got)
	}
}

// A seat that is given away and back has nobody believed by a letter of before.
func TestSeatBurnsTokens(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	old := tb.last("ann@example.org")
	for _, to := range []string{"zoe@example.org", "ann@example.org"} {
		if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "X", to); err != nil {
			t.Fatal(err)
		}
	}
	tb.deliver()
	l := letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "5\nWAIT\n", InReplyTo: old.ID, Detail: tb.detail(old.ReplyTo)}
	if got := tb.write(l); !strings.Contains(got, asks) {
		t.Errorf("an answer to a letter of before gets: %s", got)
	}
	l.InReplyTo, l.Detail = "", tb.detail(tb.last("ann@example.org").ReplyTo)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "Re: x", Text: "YES\n", Detail: l.Detail})
	if on := tb.onFile("g1"); on != "X 5; Move 1" {
		t.Errorf("after a YES: %s", on)
	}
}

// Somebody who has a token can't have its owner flooded: only a limited number of letters without proof are answered
// in a day. What they say still counts, and those with proof are answered.
func TestUnprovedAnswers(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	first := tb.last("ann@example.org")
	before, bytes := len(tb.got["ann@example.org"]), 0
	for i := range 300 {
		tb.write(letter.Letter{From: "ann@example.org", Subject: fmt.Sprint("[g1] ", i), Text: "RULES\nHISTORY\n", Detail: tb.detail(first.ReplyTo)})
	}
	for _, l := range tb.got["ann@example.org"][before:] {
		bytes += len(l.Text) + len(l.HTML)
	}
	if n := len(tb.got["ann@example.org"]) - before; n > 110 || bytes > 600<<10 {
		t.Errorf("300 letters get %d answers of %d bytes", n, bytes)
	}
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "5\nWAIT\n", Detail: tb.detail(first.ReplyTo)})
	if on := tb.onFile("g1"); on != "X 5; Move 1" {
		t.Errorf("an answer to the same letter: %s", on)
	}
	before = len(tb.got["ann@example.org"])
	if tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "STATUS\n", Proof: letter.Proved}); len(tb.got["ann@example.org"]) == before {
		t.Error("a proved letter is not answered any more")
	}
}

// LOCK makes a seat's letters count only with a signature, whatever the game believes, until LOCK OFF: others are
// asked about.
func TestLock(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	ann := func(text string, proof letter.Proof) letter.Letter {
		first := tb.last("ann@example.org")
		return letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: text, Proof: proof, Detail: tb.detail(first.ReplyTo)}
	}
	if got := tb.write(ann("LOCK\n", letter.Unproven)); !strings.Contains(got, "has not signed this letter") {
		t.Errorf("an unsigned LOCK gets: %s", got)
	}
	if tb.write(ann("4\nWAIT\n", letter.Unproven)); tb.onFile("g1") != "X 4; Move 1" {
		t.Fatalf("then on file is %s", tb.onFile("g1"))
	}
	if got := tb.write(ann("LOCK\n", letter.Proved)); !strings.Contains(got, "LOCK OFF") {
		t.Errorf("a signed LOCK gets: %s", got)
	}
	if got := tb.write(ann("5\nWAIT\n", letter.Lacking)); !strings.Contains(got, asks) || !strings.Contains(got, "(LOCK)") || tb.onFile("g1") != "X 4; Move 1" {
		t.Errorf("an unsigned letter gets: %s", got)
	}
	for _, text := range []string{"LOCK OFF\n", "LOCK\n"} {
		if got := tb.write(ann(text, letter.Unproven)); !strings.Contains(got, asks) {
			t.Errorf("an unsigned %q gets: %s", text, got)
		}
	}
	if tb.write(ann("6\nWAIT\n", letter.Proved)); tb.onFile("g1") != "X 6; Move 1" {
		t.Errorf("a signed letter leaves on file %s", tb.onFile("g1"))
	}
	if got := tb.write(letter.Letter{From: "bob@example.org", Subject: "[g1]", Text: "STATUS\n"}); strings.Contains(got, asks) {
		t.Errorf("another player gets: %s", got)
	}
	if got := tb.write(ann("LOCK OFF\n", letter.Proved)); !strings.Contains(got, "LOCK is off") {
		t.Errorf("a signed LOCK OFF gets: %s", got)
	}
	if tb.write(ann("7\nWAIT\n", letter.Unproven)); tb.onFile("g1") != "X 7; Move 1" {
		t.Errorf("afterwards on file is %s", tb.onFile("g1"))
	}
}

// A new player of a locked seat is not bound by the lock.
func TestLockEndsWithSeat(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "LOCK\n", Proof: letter.Proved})
	if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "X", "zoe@example.org"); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	tb.write(letter.Letter{From: "zoe@example.org", Subject: "[g1]", Text: "5\nWAIT\n", InReplyTo: tb.last("zoe@example.org").ID})
	if on := tb.onFile("g1"); on != "X 5; Move 1" {
		t.Errorf("on file is %s", on)
	}
}

// A player is told in their own language why they are asked.
func TestWhyInGerman(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	first := tb.last("ann@example.org")
	answer := tb.detail(first.ReplyTo)
	if got := tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "SPRACHE Deutsch\n", Detail: answer}); strings.Contains(got, asks) {
		t.Fatal(got)
	}
	for _, l := range []letter.Letter{
		{Text: "4\n"}, {Text: "5\n", References: []string{first.ID}}, {Text: "6\n", Shared: true, Detail: answer}, {Text: "7\n", Detail: answer}, {Text: "8\n", Proof: letter.Lacking},
	} {
		l.From, l.Subject = "ann@example.org", "[g1]"
		if got := tb.write(l); strings.Contains(got, "domain of the address") || !strings.Contains(got, "Domain der Adresse") {
			t.Errorf("%q gets: %s", l.Text, got)
		}
	}
}
