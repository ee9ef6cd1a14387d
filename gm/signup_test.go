package gm_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
)

// A lobby is a master on whose game people sign up.
type lobby struct {
	*testing.T
	m       *gm.Master
	now     time.Time
	proved  map[string]bool          // whose domains have vouched for a letter
	letters map[string]int           // from each address
	last    map[string]letter.Letter // to each address
	got     map[string]int           // letters to each
}

// lobbied returns a master with a game of a title, s1, that takes players.
func lobbied(t *testing.T, rules string, approve bool) *lobby {
	t.Helper()
	b := &lobby{T: t, m: master(t, filepath.Join(t.TempDir(), "games.db")), now: noon, proved: map[string]bool{}, letters: map[string]int{}, last: map[string]letter.Letter{}, got: map[string]int{}}
	t.Cleanup(func() {
		if err := b.m.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	plan := desk.Plan{Name: "s1", Rules: rules, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Desk: "desk@example.org"}
	if err := b.desk().Open(t.Context(), noon, plan, 0, approve); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *lobby) desk() *desk.Operator { return desk.At(b.m, gm.ActOptions{}) }

// write has somebody write a letter, and returns how many went out for it.
func (b *lobby) write(from string, proof letter.Proof, text string) int {
	b.Helper()
	return b.hand(letter.Letter{From: from, Subject: "x", Text: text, Proof: proof})
}

// answer has somebody answer the last letter that they got, with a proof if they have had one before.
func (b *lobby) answer(from, text string) int {
	b.Helper()
	l := letter.Letter{From: from, Subject: "Re: " + b.last[from].Subject, Text: text, InReplyTo: b.last[from].ID}
	if b.proved[from] {
		l.Proof = letter.Proved
	}
	return b.hand(l)
}

func (b *lobby) hand(l letter.Letter) int {
	b.Helper()
	b.letters[l.From]++
	b.proved[l.From] = b.proved[l.From] || l.Proof == letter.Proved
	l.ID = fmt.Sprintf("%d@%s", b.letters[l.From], l.From)
	if err := reception.Receive(b.Context(), b.m, b.now, l); err != nil {
		b.Fatal(err)
	}
	return b.work()
}

func (b *lobby) work() int {
	n := 0
	deliver(b.T, b.m, b.now, func(l letter.Letter) {
		n++
		b.got[l.To]++
		b.last[l.To] = l
	})
	return n
}

// join has somebody sign up and confirm.
func (b *lobby) join(from, wish string) {
	b.Helper()
	b.write(from, letter.Proved, "JOIN s1 "+wish)
	b.answer(from, "YES")
}

func (b *lobby) overview() inspect.Overview {
	b.Helper()
	o, err := inspect.OverviewOf(b.Context(), b.m, "s1")
	if err != nil {
		b.Fatal(err)
	}
	return o
}

// inbox returns the newest thing that waits for the game master.
func (b *lobby) inbox() string {
	b.Helper()
	items, err := desk.Inbox(b.Context(), b.m)
	if err != nil {
		b.Fatal(err)
	}
	if len(items) == 0 {
		return ""
	}
	return items[len(items)-1].Why
}

// Nobody can make us write to others often: each address is written to once a day, and each domain has a limit; an
// address whose domain does not vouch for the mail gets a letter without quotations, and much more seldom.
func TestSignUpIsNoAmplifier(t *testing.T) {
	b := lobbied(t, "deadman", false)
	for i, proof := range []letter.Proof{letter.Disowned, letter.Unproven, letter.Unproven, letter.Lacking, letter.Disowned} {
		want := 0
		if i == 1 {
			want = 1
		}
		if n := b.write("ann@example.org", proof, "JOIN s1 France, Turkey"); n != want {
			t.Errorf("a JOIN that is %q has %d letters written", proof, n)
		}
	}
	if got := b.last["ann@example.org"]; !strings.Contains(got.Subject, "nothing proves that your letter is from you") ||
		strings.Contains(got.Text+got.Subject, "Turkey") || got.ReplyTo != "" {
		t.Errorf("the answer to a JOIN that nothing proves is %+v", got)
	}
	if got := b.inbox(); !strings.HasSuffix(got, "gm seat s1 add ann@example.org 'France, Turkey'") {
		t.Errorf("the game master is told %q", got)
	}
	for i, want := range []int{1, 0, 0} {
		if n := b.write("ann@example.org", letter.Proved, fmt.Sprintf("JOIN s1 France\nletter %d", i)); n != want {
			t.Errorf("JOIN %d has %d letters written, want %d", i, n, want)
		}
	}
	for _, text := range []string{"YES", "JOIN s1", "LEAVE"} { // with what only she was given, and somebody has got hold of
		want := 0
		if text == "JOIN s1" { // as any JOIN of theirs
			want = 1
		}
		if n := b.hand(letter.Letter{From: "mallory@example.org", Subject: "x", Text: text, InReplyTo: b.last["ann@example.org"].ID}); n != want {
			t.Errorf("who answers another's letter with %s has %d letters written", text, n)
		}
	}
	b.now = b.now.Add(25 * time.Hour)
	if n := b.write("ann@example.org", letter.Proved, "JOIN s1 France\nthe next day"); n != 1 {
		t.Errorf("the next day it has %d", n)
	}
	n := 0
	for i := range 60 {
		n += b.write(fmt.Sprintf("x%d@spam.example", i), letter.Proved, "JOIN s1")
	}
	if n != 50 {
		t.Errorf("a domain has %d letters written in a day", n)
	}
	if n := b.write("y@other.example", letter.Proved, "JOIN s1"); n != 1 {
		t.Errorf("that keeps others out: %d", n)
	}
	n = 0
	for i := range 30 {
		n += b.write(fmt.Sprintf("x%d@victim.example", i), letter.Unproven, "JOIN s1")
	}
	if n != 10 {
		t.Errorf("letters that nothing proves have %d written to one domain in a day", n)
	}
	n = 0
	for i := range 60 {
		n += b.write(fmt.Sprintf("x@victim%d.example", i), letter.Unproven, "JOIN s1")
	}
	if n != 40 {
		t.Errorf("letters that nothing proves have %d written to all others in a day", n)
	}
	for _, text := range []string{"JOIN s2", "LIST", "HELP", "YES", "LEAVE s1", "I want to join you."} {
		if n := b.write("z@other.example", letter.Proved, text); n != 0 {
			t.Errorf("a stranger's %q has %d letters written", text, n)
		}
	}
	if n := b.write("$(reboot)@other.example", letter.Unproven, "JOIN s1"); n != 0 || strings.Contains(b.inbox(), "reboot") {
		t.Errorf("the game master is to paste %q", b.inbox())
	}
}

// Only an answer to our own letter makes a stranger a player. A stranger who asks and confirms in one letter stays a
// stranger, and is written to once a day, whatever they send.
func TestStrangersConfirmByAnswering(t *testing.T) {
	b := lobbied(t, "deadman", false)
	n := 0
	for i, text := range []string{"JOIN s1 France\nREADY", "READY", "JOIN s1 Italy\nREADY", "LEAVE s1", "JOIN s1\nREADY", "READY\nwhen do we begin?"} {
		n += b.hand(letter.Letter{From: "ann@example.org", Subject: "[s1] x", Text: text + strings.Repeat(" ", i), Proof: letter.Proved})
	}
	if n != 1 {
		t.Errorf("%d letters are written to a stranger in a day", n)
	}
	if asked := b.overview().SignUp.Asked; len(asked) != 1 || !asked[0].Confirmed.IsZero() {
		t.Errorf("signed up: %+v", asked)
	}
	if got := b.inbox(); !strings.HasSuffix(got, "gm seat s1 add ann@example.org --confirmed") {
		t.Errorf("the game master is told %q", got)
	}
	b.answer("ann@example.org", "YES")
	if asked := b.overview().SignUp.Asked; len(asked) != 1 || asked[0].Confirmed.IsZero() {
		t.Errorf("after the answer: %+v", asked)
	}
}

// A letter that comes again after a crash, when it was noted that its writer is written to, but not what it says, is
// taken in all the same.
func TestSignUpAfterCrash(t *testing.T) {
	b := lobbied(t, "deadman", false)
	l := letter.Letter{ID: "1@x", From: "ann@example.org", Text: "JOIN s1", Proof: letter.Proved}
	if ask, _, err := reception.MayAsk(t.Context(), b.m, b.now, l); !ask || err != nil {
		t.Fatal(ask, err)
	}
	if err := reception.Receive(t.Context(), b.m, b.now, l); err != nil {
		t.Fatal(err)
	}
	if n := b.work(); n != 1 {
		t.Errorf("%d letters are written", n)
	}
}

// The answer to a sign-up is the same whoever else has signed up.
func TestSignUpTellsNothing(t *testing.T) {
	told := func(others int) (out []string) {
		b := lobbied(t, "deadman", false)
		for i := range others {
			b.join(fmt.Sprintf("p%d@example.net", i), "France")
		}
		for _, step := range []func(){
			func() { b.write("ann@example.org", letter.Proved, "JOIN s1 France, Italy") },
			func() { b.answer("ann@example.org", "YES") },
			func() { b.answer("ann@example.org", "JOIN s1 Turkey") },
			func() { b.answer("ann@example.org", "STATUS") },
			func() { b.answer("ann@example.org", "LEAVE") },
		} {
			step()
			l := b.last["ann@example.org"]
			out = append(out, l.ID, l.Subject, l.Text, l.HTML, l.ReplyTo, fmt.Sprint(l.References))
		}
		return out
	}
	alone, among := told(0), told(5)
	if len(alone) != 30 || !slices.Equal(alone, among) {
		t.Errorf("alone:\n%s\namong others:\n%s", strings.Join(alone, "\n"), strings.Join(among, "\n"))
	}
}

// A game begins when all have confirmed, and everybody gets a seat; those promised are kept, and wishes are met as
// well as they can be.
func TestSignUpBegins(t *testing.T) {
	b := lobbied(t, "deadman", false)
	if err := b.desk().Apply(t.Context(), b.now, "s1", game.Player{Seat: "Austria", Address: "boss@example.org"}, "", true); err != nil {
		t.Fatal(err)
	}
	for i, wish := range []string{"Austria, Italy", "Italy, Turkey", "England or Germany", "Germany", "*", "Russia, France"} {
		if o := b.overview(); o.State != "forming" {
			t.Fatalf("it is %s with %d", o.State, i+1)
		}
		b.join(fmt.Sprintf("p%d@example.org", i), wish)
	}
	o := b.overview()
	if o.State != "running" || o.SignUp != nil {
		t.Fatalf("it is %s", o.State)
	}
	seats := map[string]string{}
	for _, s := range o.Seats {
		seats[s.Address] = string(s.Name)
	}
	// Italy goes to who likes Austria, since Turkey is as near to what the other one wishes: or the other way about.
	if seats["boss@example.org"] != "Austria" || seats["p2@example.org"] != "England" || seats["p3@example.org"] != "Germany" || seats["p5@example.org"] != "Russia" {
		t.Errorf("the seats are %v", seats)
	}
	if l := b.last["p3@example.org"]; !strings.Contains(l.Text, "welcome") || !strings.Contains(l.Subject, "Germany") {
		t.Errorf("he is told\n%s", l.Text)
	}
	if n := b.write("late@example.org", letter.Proved, "JOIN s1"); n != 0 || !strings.Contains(b.inbox(), "gm standby s1 add") {
		t.Errorf("who comes late has %d letters, and the game master is told %q", n, b.inbox())
	}
	if n := b.answer("p3@example.org", "STATUS"); n != 1 || !strings.Contains(b.last["p3@example.org"].Text, "you are Germany") {
		t.Errorf("a player is answered %s", b.last["p3@example.org"].Text)
	}
}

// The same players and the same secret make the same deal.
func TestDealtAlike(t *testing.T) {
	dealt := func(wish func(i int) string) string {
		b := lobbied(t, "deadman", false)
		for i := range 7 {
			b.join(fmt.Sprintf("p%d@example.org", i), wish(i))
		}
		return fmt.Sprint(b.overview().Seats)
	}
	france := func(int) string { return "France" }
	if one, other := dealt(france), dealt(france); one != other {
		t.Errorf("%s\n%s", one, other)
	}
	if one, other := dealt(france), dealt(func(i int) string { return string(deadman.Rules.Seats[i]) }); one == other {
		t.Error("wishes make no difference")
	}
}

// A start can be taken back while the first turn lasts. Then seats are dealt anew, or the old start is put in force
// again; letters of the one deal prove nothing in the other.
func TestUnstart(t *testing.T) {
	b := lobbied(t, "deadman", false)
	for i := range 7 {
		b.join(fmt.Sprintf("p%d@example.org", i), "France")
	}
	first := b.overview()
	b.write("p0@example.org", letter.Proved, "HISTORY\nREADY")
	welcome := map[string]letter.Letter{}
	for i := range 7 {
		at := fmt.Sprintf("p%d@example.org", i)
		welcome[at] = b.last[at]
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(b.desk().RevertStart(t.Context(), b.now, "s1"))
	if n := b.work(); n != 8 || b.overview().State != "forming" {
		t.Fatalf("%d letters, %s", n, b.overview().State)
	}
	if text := b.last["p0@example.org"].Text; strings.Contains(text, "ORDER FORM") || !strings.Contains(text, "taken back the start") {
		t.Errorf("players are told\n%s", text)
	}
	b.now = b.now.Add(10 * 24 * time.Hour) // nothing is due meanwhile
	if n := b.work(); n != 0 {
		t.Errorf("%d letters go out while it is forming", n)
	}
	if n := b.write("p1@example.org", letter.Proved, "A Par-Bur"); n == 0 || b.overview().State != "forming" {
		t.Errorf("an order has %d letters written, and it is %s", n, b.overview().State)
	}
	must(b.desk().Restart(t.Context(), b.now, "s1"))
	b.work()
	again := b.overview()
	for i := range again.Seats {
		if again.Seats[i].Address != first.Seats[i].Address || again.Secret != first.Secret {
			t.Errorf("%s is %s and was %s", again.Seats[i].Name, again.Seats[i].Address, first.Seats[i].Address)
		}
	}
	if !again.Deadline.After(b.now) {
		t.Errorf("the deadline is %v, and it is %v", again.Deadline, b.now)
	}
	must(b.desk().RevertStart(t.Context(), b.now, "s1"))
	must(b.desk().Start(t.Context(), b.now, "s1", false))
	b.work()
	second := b.overview()
	if second.Secret == first.Secret || fmt.Sprint(second.Seats) == fmt.Sprint(first.Seats) {
		t.Error("it is dealt as before")
	}
	for at, l := range welcome {
		b.hand(letter.Letter{From: at, Subject: "Re: " + l.Subject, Text: "READY", InReplyTo: l.ID})
		if b.last[at].ID == l.ID || !strings.Contains(b.last[at].Text, "did you write this?") {
			t.Errorf("an answer to a letter of the old deal is believed:\n%s", b.last[at].Text)
		}
	}
	must(b.desk().Resolve(t.Context(), b.now, "s1", ""))
	if err := b.desk().RevertStart(t.Context(), b.now, "s1"); err == nil || !strings.Contains(err.Error(), "rollback") {
		t.Errorf("its start is taken back after the first turn: %v", err)
	}
	b.work()
	if v, err := site.Verify(t.Context(), b.m, "s1"); err != nil || !v.Sound() || len(v.Phases) != 3 || v.Phases[0].Name != "the lot for seats" {
		t.Errorf("played again, it is %+v, %v", v, err)
	}
}

// A game that was ended can be taken up again, unless its players know the secret.
func TestEndedByDesk(t *testing.T) {
	b := lobbied(t, "deadman", false)
	for i := range 7 {
		b.join(fmt.Sprintf("p%d@example.org", i), "")
	}
	secret := "30313233343536373839616263646566"
	b.now = b.now.Add(70 * time.Hour)
	b.work()
	at := desk.At(b.m, gm.ActOptions{Reason: "Too few are left."})
	if err := at.End(t.Context(), b.now, "s1", false); err != nil {
		t.Fatal(err)
	}
	b.work()
	if text := b.last["p0@example.org"].Text; strings.Contains(text, secret) || !strings.Contains(text, "Too few are left.") {
		t.Errorf("players are told\n%s", text)
	}
	b.write("p0@example.org", letter.Proved, "STATUS\nHISTORY\nMAP")
	b.now = b.now.Add(240 * time.Hour)
	if n := b.work(); n != 0 || b.overview().State != "over" {
		t.Errorf("an ended game has %d letters written, and is %s", n, b.overview().State)
	}
	if err := b.desk().Reopen(t.Context(), b.now, "s1"); err != nil {
		t.Fatal(err)
	}
	b.work()
	if o := b.overview(); o.State != "running" || o.Deadline.Before(b.now.Add(2*time.Hour)) {
		t.Errorf("it is %s until %v", o.State, o.Deadline)
	}
	if err := b.desk().End(t.Context(), b.now, "s1", true); err != nil {
		t.Fatal(err)
	}
	b.work()
	if text := b.last["p0@example.org"].Text; !strings.Contains(text, secret) {
		t.Errorf("players are told\n%s", text)
	}
	if err := b.desk().Reopen(t.Context(), b.now, "s1"); err == nil {
		t.Error("it goes on though its players know the luck")
	}
}

// A game that is called off tells those who have confirmed, and nobody else; it can be taken up again.
func TestCallOff(t *testing.T) {
	b := lobbied(t, "deadman", true)
	if n := b.write("ann@example.org", letter.Proved, "JOIN s1 France"); n != 0 || !strings.Contains(b.inbox(), "gm seat s1 add ann@example.org 'France'") {
		t.Errorf("where the game master takes players, %d letters go out, and he is told %q", n, b.inbox())
	}
	for _, who := range []string{"ann@example.org", "bob@example.org"} {
		if err := b.desk().Apply(t.Context(), b.now, "s1", game.Player{Address: who}, "Fra", false); err != nil {
			t.Fatal(err)
		}
	}
	b.work()
	b.answer("ann@example.org", "Yes.")
	ann, bob := b.got["ann@example.org"], b.got["bob@example.org"]
	if err := b.desk().End(t.Context(), b.now, "s1", false); err != nil {
		t.Fatal(err)
	}
	b.work()
	if b.got["ann@example.org"] != ann+1 || b.got["bob@example.org"] != bob {
		t.Errorf("the letters to them are %d and %d, and were %d and %d", b.got["ann@example.org"], b.got["bob@example.org"], ann, bob)
	}
	for _, from := range []string{"desk@example.org", "ann@example.org"} {
		b.write(from, letter.Proved, "[s1]\nSTATUS") // which finds no position
	}
	if err := b.desk().Reopen(t.Context(), b.now, "s1"); err != nil {
		t.Fatal(err)
	}
	if b.work(); !strings.Contains(b.last["ann@example.org"].Text, "you are signed up") {
		t.Errorf("she is told\n%s", b.last["ann@example.org"].Text)
	}
	if err := b.desk().Withdraw(t.Context(), b.now, "s1", "ann@example.org"); err != nil {
		t.Fatal(err)
	}
	if o := b.overview(); len(o.SignUp.Asked) != 1 || o.SignUp.Asked[0].Address != "bob@example.org" {
		t.Errorf("there are %+v", o.SignUp.Asked)
	}
	if err := b.desk().Start(t.Context(), b.now, "s1", false); err == nil {
		t.Error("it begins with one player")
	}
	if err := b.desk().Start(t.Context(), b.now, "s1", true); err != nil {
		t.Fatal(err)
	}
	b.work()
	if o := b.overview(); o.State != "running" || o.Seats[2].Address != "bob@example.org" || o.Seats[0].Address != "" {
		t.Errorf("with one player it is %s: %+v", o.State, o.Seats)
	}
	if v, err := site.Verify(t.Context(), b.m, "s1"); err != nil || !v.Sound() {
		t.Errorf("played again, it is %+v, %v", v, err)
	}
	if err := b.desk().Resolve(t.Context(), b.now, "s1", ""); err != nil {
		t.Error(err)
	}
}

// A player of one game may ask which games need players, and sign up for another.
func TestSignUpOfPlayers(t *testing.T) {
	b := lobbied(t, "deadman", false)
	plan := desk.Plan{Name: "t1", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour},
		Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}}}
	if err := b.desk().New(t.Context(), b.now, plan); err != nil {
		t.Fatal(err)
	}
	b.work()
	b.write("ann@example.org", letter.Proved, "LIST")
	if text := b.last["ann@example.org"].Text; !strings.Contains(text, "s1 takes players: Deadman Diplomacy, for 7.") {
		t.Errorf("the list is\n%s", text)
	}
	b.write("ann@example.org", letter.Proved, "JOIN s1 Turkey")
	if text := b.last["ann@example.org"].Text; !strings.Contains(text, "do you want to play?") {
		t.Errorf("a player who joins is told\n%s", text)
	}
	b.answer("ann@example.org", "YES")
	b.write("ann@example.org", letter.Proved, "[t1]\nSTATUS") // of the game that is running
	if text := b.last["ann@example.org"].Text; !strings.HasPrefix(text, "[t1") {
		t.Errorf("STATUS is answered with\n%s", text)
	}
	b.write("bob@example.org", letter.Proved, "JOIN s9 Turkey\nJoin me in the East")
	if text := b.last["bob@example.org"].Text; !strings.HasPrefix(text, "[t1") || !strings.Contains(text, "Join me in the East") || !strings.Contains(text, "No game of that name") {
		t.Errorf("prose is answered with\n%s", text)
	}
}

// Acts for games that have begun are refused, in a sentence, while a game is forming or after it was called off; and
// nothing is due for it.
func TestNothingBeforeItBegins(t *testing.T) {
	b := lobbied(t, "deadman", false)
	b.join("ann@example.org", "France")
	m, at, ctx := b.m, b.desk(), t.Context()
	acts := map[string]func() error{
		"press":       func() error { return at.Press(ctx, b.now, "s1", "ALL", "Hello.") },
		"letter":      func() error { return at.Letter(ctx, b.now, "s1", "France", "", "Hello.") },
		"ruling":      func() error { return at.Rule(ctx, b.now, "s1", "yes") },
		"seat":        func() error { return at.Seat(ctx, b.now, "s1", "France", "bob@example.org") },
		"deadline":    func() error { return at.Deadline(ctx, b.now, "s1", "", "+1d") },
		"extend":      func() error { return at.Extend(ctx, b.now, "s1", time.Hour) },
		"pause":       func() error { return at.Pause(ctx, b.now, "s1") },
		"resume":      func() error { return at.Resume(ctx, b.now, "s1") },
		"resolve":     func() error { return at.Resolve(ctx, b.now, "s1", "") },
		"rollback":    func() error { return at.Rollback(ctx, b.now, "s1", desk.Back{}) },
		"rollforward": func() error { return at.Rollforward(ctx, b.now, "s1") },
		"orders":      func() error { return at.Orders(ctx, b.now, "s1", "France", "A Par H", false) },
		"edit":        func() error { return at.Edit(ctx, b.now, "s1", []byte("{}"), "") },
		"unedit":      func() error { return at.Unedit(ctx, b.now, "s1", 1) },
		"rule":        func() error { return at.Switch(ctx, b.now, "s1", map[string]string{"db": "before"}) },
		"mute":        func() error { return at.Mute(ctx, b.now, "s1", "France", false) },
		"unstart":     func() error { return at.RevertStart(ctx, b.now, "s1") },
		"start":       func() error { return at.Start(ctx, b.now, "s1", false) },
		"again":       func() error { return at.Restart(ctx, b.now, "s1") },
		"show as":     func() error { _, _, err := inspect.As(ctx, m, b.now, "s1", "France"); return err },
		"position":    func() error { _, _, err := inspect.PositionOf(ctx, m, "s1"); return err },
		"diff":        func() error { _, err := inspect.Between(ctx, m, b.now, "s1", "France", "GM", ""); return err },
		"verify":      func() error { _, err := site.Verify(ctx, m, "s1"); return err },
	}
	for _, state := range []string{"forming", "over"} {
		if state == "over" {
			if err := at.End(ctx, b.now, "s1", false); err != nil {
				t.Fatal(err)
			}
			b.work()
		}
		for name, act := range acts {
			err := act()
			refused := (*refusal.Error)(nil)
			if !errors.As(err, &refused) {
				t.Errorf("%s of a game that is %s: %v", name, state, err)
			}
			if o := b.overview(); o.State != state {
				t.Fatalf("%s makes it %s: %s", name, o.State, o.Why)
			}
		}
		b.now = b.now.Add(10 * 24 * time.Hour) // after two weeks the game master is told that nobody comes
		if n := b.work(); n != 0 {
			t.Errorf("%d letters go out while it is %s", n, state)
		}
		if _, err := site.Todos(ctx, m, b.now); err != nil {
			t.Error(err)
		}
		if err := inspect.Chronicle(ctx, m, "s1", io.Discard); err != nil {
			t.Error(err)
		}
	}
	var file bytes.Buffer
	if err := site.Export(ctx, m, "s1", &file); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Import(ctx, m, file.Bytes(), "s2", false); err != nil {
		t.Error(err)
	}
}

// A player who confirms when the game is full stands by, and is offered a seat that becomes vacant.
func TestSignUpStandsBy(t *testing.T) {
	b := lobbied(t, "tictactoe", false)
	b.join("ann@example.org", "")
	b.join("bob@example.org", "")
	if err := b.desk().RevertStart(t.Context(), b.now, "s1"); err != nil {
		t.Fatal(err)
	}
	b.work()
	b.join("cid@example.org", "X")
	if err := b.desk().Start(t.Context(), b.now, "s1", false); err != nil {
		t.Fatal(err)
	}
	if b.work(); !strings.Contains(b.last["cid@example.org"].Text, "begun with the players who confirmed before you") {
		t.Errorf("who is one too many is told\n%s", b.last["cid@example.org"].Text)
	}
	if err := b.desk().Eject(t.Context(), b.now, "s1", "X"); err != nil {
		t.Fatal(err)
	}
	b.work()
	b.answer("cid@example.org", "YES")
	if o := b.overview(); o.Seats[0].Address != "cid@example.org" {
		t.Errorf("X is %s", o.Seats[0].Address)
	}
}

// Two places that are asked for from one mailbox, by the rules of its provider, are shown to the game master, once,
// and to nobody else.
func TestOneMailbox(t *testing.T) {
	b := lobbied(t, "deadman", false)
	b.join("ann@gmail.com", "France")
	b.join("bob@gmail.com", "France")
	if strings.Contains(b.inbox(), "one person") {
		t.Fatalf("the inbox has %s", b.inbox())
	}
	for range 2 {
		b.join("a.n.n+dm@googlemail.com", "England")
	}
	if want := "a.n.n+dm@googlemail.com and ann@gmail.com may be one person"; strings.Count(b.inbox(), want) != 1 {
		t.Errorf("the inbox has %s", b.inbox())
	}
	for at, l := range b.last {
		if at != "desk@example.org" && (strings.Contains(l.Text, "one person") || strings.Contains(l.Text, "mailbox")) {
			t.Errorf("%s is told\n%s", at, l.Text)
		}
	}
	at := b.desk()
	plan := desk.Plan{Name: "t2", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Players: []game.Player{{Address: "eve@example.org"}, {Address: "eve+2@example.org"}}}
	if err := at.New(t.Context(), b.now, plan); err != nil || !slices.Contains(at.Effect.Notes, "eve+2@example.org and eve@example.org may be one person: by their provider's rules the mailbox of each is eve@example.org.") {
		t.Errorf("of a new game it notes %q, %v", at.Effect.Notes, err)
	}
	if err := at.Pause(t.Context(), b.now, "t2"); err != nil || strings.Contains(strings.Join(at.Effect.Notes, " "), "one person") {
		t.Errorf("of what changes no seat it notes %q, %v", at.Effect.Notes, err)
	}
}

// What belongs to a game and not to its start outlasts that its start is taken back, and put in force again: what its game
// master has set, what was done, and the numbers of its notices.
func TestUnstartKeepsTheRest(t *testing.T) {
	b, c := lobbied(t, "deadman", false), newChat(t)
	c.notices(b.m)
	notices := func() {
		for range 60 {
			b.work()
			b.m.Notices.Wait()
			b.now = b.now.Add(5 * time.Second)
		}
	}
	for i := range 7 {
		b.join(fmt.Sprintf("p%d@example.org", i), "")
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(desk.At(b.m, gm.ActOptions{Once: "set"}).Notify(t.Context(), b.now, "s1", game.NotifyUrgent))
	must(b.desk().Press(t.Context(), b.now, "s1", "ALL", "Have fun.")) // which nobody can take back
	kept := func(when string) {
		t.Helper()
		s, err := b.m.Load(t.Context(), "s1")
		must(err)
		if g := s.Game; g.Notify != game.NotifyUrgent || !g.Did("set") || g.Final == 0 {
			t.Errorf("%s, notify is %q, what was done %q, and the last act that stays %d", when, g.Notify, g.Once, g.Final)
		}
	}
	kept("at first")
	notices()
	must(b.desk().RevertStart(t.Context(), b.now, "s1"))
	kept("unstarted")
	must(b.desk().Notify(t.Context(), b.now, "s1", game.NotifyNow))
	must(desk.At(b.m, gm.ActOptions{Once: "again"}).Notify(t.Context(), b.now, "s1", game.NotifyUrgent))
	must(b.desk().Restart(t.Context(), b.now, "s1"))
	kept("restarted")
	s, err := b.m.Load(t.Context(), "s1")
	must(err)
	if !s.Game.Did("again") {
		t.Error("what was done while it was forming is forgotten")
	}
	must(b.desk().Extend(t.Context(), b.now, "s1", time.Hour))
	notices()
	must(b.desk().RevertStart(t.Context(), b.now, "s1"))
	must(b.desk().Start(t.Context(), b.now, "s1", false))
	must(b.desk().Extend(t.Context(), b.now, "s1", time.Hour))
	notices()
	ids := map[string]bool{}
	for _, n := range c.got {
		if ids[n.ID] {
			t.Errorf("two notices are %s: %q", n.ID, c.told())
		}
		ids[n.ID] = true
	}
	if len(ids) != 2 {
		t.Errorf("there are the notices %q", c.told())
	}
}
