package gm_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/templates"
)

// A scribe is a clerk who only writes down what they are told.
type scribe struct {
	told   []intake.MailedCommands
	looked int // how often they were shown a letter
}

func (c *scribe) Knows(lines []string) bool {
	c.looked++
	return slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "gm ") })
}

func (c *scribe) Reads(_ context.Context, d intake.MailedCommands) bool { return c.Knows(d.Lines) }

func (c *scribe) CarryOut(_ context.Context, _ time.Time, d intake.MailedCommands) []templates.Said {
	c.told = append(c.told, d)
	return []templates.Said{{Line: d.Lines[0], Text: "Noted."}}
}

// An office has two games of different game masters, the service's own, and the scribe.
type office struct {
	t testing.TB
	*gm.Master
	*scribe
	got map[string][]letter.Letter
	ids int
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{t: t, scribe: &scribe{}, got: map[string][]letter.Letter{}, Master: master(t, filepath.Join(t.TempDir(), "games.db"))}
	t.Cleanup(func() {
		if err := o.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	o.Commands, o.Desk = o.scribe, "boss@example.org"
	for name, gmSeat := range map[string]string{"c1": "desk@example.org", "c2": "boss@example.org"} {
		plan := desk.Plan{Name: name, Rules: "court", Desk: gmSeat, Trust: intake.TrustOpen, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour},
			Players: []game.Player{{Seat: "Ann", Address: "ann@example.org"}, {Seat: "Bob", Address: "bob@example.org"}}}
		if err := desk.At(o.Master, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
	}
	o.work()
	return o
}

func (o *office) work() {
	o.t.Helper()
	deliver(o.t, o.Master, noon, func(l letter.Letter) { o.got[l.To] = append(o.got[l.To], l) })
}

// write has a letter come in, and returns how many of them the clerk was told.
func (o *office) write(l letter.Letter) int {
	o.t.Helper()
	o.ids++
	l.ID = fmt.Sprintf("%d@example.org", o.ids)
	was := len(o.told)
	if err := reception.Receive(o.t.Context(), o.Master, noon, l); err != nil {
		o.t.Fatal(err)
	}
	o.work()
	return len(o.told) - was
}

// Which letters carry out commands, and which commands, depends on what its writer is proved to be.
func TestWhoSteers(t *testing.T) {
	o := newOffice(t)
	answer := func(to string, i int) string { return o.got[to][i].ID }
	for _, c := range []struct {
		name  string
		l     letter.Letter
		told  bool
		asked bool // whether it is theirs
	}{
		{"the service's game master, proved", letter.Letter{From: "boss@example.org", Proof: letter.Proved}, true, false},
		{"the same, as an answer to a letter of his", letter.Letter{From: "BOSS@example.org", InReplyTo: answer("boss@example.org", 0)}, false, true},
		{"the same, further down in the thread", letter.Letter{From: "boss@example.org", References: []string{answer("boss@example.org", 0)}}, false, true},
		{"a game's own", letter.Letter{From: "desk@example.org", Proof: letter.Proved}, true, false},
		{"the address alone, where games believe it", letter.Letter{From: "boss@example.org"}, false, true},
		{"with a player's letter", letter.Letter{From: "boss@example.org", InReplyTo: answer("ann@example.org", 0)}, false, true},
		{"with another game master's letter", letter.Letter{From: "boss@example.org", InReplyTo: answer("desk@example.org", 0)}, false, true},
		{"disowned", letter.Letter{From: "boss@example.org", Proof: letter.Disowned, InReplyTo: answer("boss@example.org", 0)}, false, false},
		{"a machine", letter.Letter{From: "boss@example.org", Proof: letter.Proved, Machine: "Auto-Submitted"}, false, false},
		{"a player", letter.Letter{From: "ann@example.org", Proof: letter.Proved, Subject: "[c1]"}, false, false},
		{"a stranger", letter.Letter{From: "eve@example.org", Proof: letter.Proved}, false, false},
	} {
		letters := len(o.got["boss@example.org"])
		c.l.Text = "gm do it\n"
		if told := o.write(c.l); (told == 1) != c.told {
			t.Errorf("%s: the clerk was told %d times", c.name, told)
		}
		if asked := len(o.got["boss@example.org"]) > letters && !c.told; asked != c.asked && c.l.From != "ann@example.org" {
			t.Errorf("%s: asked %v", c.name, asked)
		}
	}
	if d := o.told[0]; !d.All || !slices.Equal(d.Of, []string{"c2"}) {
		t.Errorf("the service's game master is %+v", d)
	}
	if d := o.told[1]; d.All || !slices.Equal(d.Of, []string{"c1"}) || d.Game != "c1" {
		t.Errorf("a game's is %+v", d)
	}
	if n := o.write(letter.Letter{From: "desk@example.org", Proof: letter.Proved, Subject: "[c2]", Text: "gm do it\n"}); n != 1 || o.told[len(o.told)-1].All || !slices.Equal(o.told[len(o.told)-1].Of, []string{"c1"}) {
		t.Errorf("of another's game: %+v", o.told[len(o.told)-1])
	}
}

// One that is asked about is carried out by one word, once; what they throw away is gone.
func TestSteeringIsConfirmed(t *testing.T) {
	o := newOffice(t)
	ask := func(text string) (id string) {
		t.Helper()
		if o.write(letter.Letter{From: "boss@example.org", Subject: "steer", Text: text}) != 0 {
			t.Fatal("it was carried out without a proof")
		}
		got := o.got["boss@example.org"]
		if l := got[len(got)-1]; !strings.Contains(l.Text, strings.TrimSpace(text)) || !strings.Contains(l.Text, "YES") {
			t.Fatalf("he is asked:\n%s", l.Text)
		}
		return got[len(got)-1].ID
	}
	id := ask("gm one\n")
	if o.write(letter.Letter{From: "eve@example.org", InReplyTo: id, Text: "YES"}) != 0 || o.write(letter.Letter{From: "ann@example.org", InReplyTo: id, Text: "YES"}) != 0 ||
		o.write(letter.Letter{From: "boss@example.org", InReplyTo: id, Text: "YES", Proof: letter.Disowned}) != 0 {
		t.Error("others can confirm it")
	}
	if n := o.write(letter.Letter{From: "boss@example.org", InReplyTo: id, Text: "YES"}); n != 1 || o.told[0].Lines[0] != "gm one" {
		t.Errorf("confirmed, it is told %d times: %+v", n, o.told)
	}
	if n := o.write(letter.Letter{From: "boss@example.org", InReplyTo: id, Text: "Yes."}); n != 0 {
		t.Error("it is carried out twice")
	}
	id = ask("gm two\n")
	if n := o.write(letter.Letter{From: "boss@example.org", InReplyTo: id, Text: "NO"}); n != 0 {
		t.Error("what he did not write is carried out")
	}
	if n := o.write(letter.Letter{From: "boss@example.org", InReplyTo: id, Text: "YES"}); n != 0 {
		t.Error("what he threw away is carried out")
	}
	if items, err := desk.Inbox(t.Context(), o.Master); err != nil || slices.ContainsFunc(items, func(it game.Item) bool { return it.Seat == adjudicator.GM && strings.Contains(it.Why, "asked") }) {
		t.Errorf("what is settled waits: %+v, %v", items, err)
	}
}

// No command in a game master's name is read before they have confirmed that it is theirs.
func TestForgedCommandsAreNotRead(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct{ from, text string }{
		{"boss@example.org", strings.Repeat("gm do it\n", 1000)},
		{"desk@example.org", strings.Repeat("gm do it\n", 1000)},
		{"desk@example.org", "Ann is right.\n"},
	} {
		letters := len(o.got[c.from])
		o.looked = 0
		if told := o.write(letter.Letter{From: c.from, Subject: "[c1] steer", Text: c.text}); told != 0 || o.looked != 0 {
			t.Errorf("in the name of %s: the clerk was shown it %d times, and told %d times", c.from, o.looked, told)
		}
		got := o.got[c.from]
		if len(got) != letters+1 || !strings.Contains(got[letters].Text, "YES") {
			t.Fatalf("%s gets %d letters, and is not asked", c.from, len(got)-letters)
		}
		told := o.write(letter.Letter{From: c.from, InReplyTo: got[letters].ID, Text: "YES"})
		if want := strings.Count(c.text, "gm do it"); (told == 1) != (want > 0) {
			t.Errorf("once %s has said that it is theirs, the clerk is told %d times", c.from, told)
		}
	}
}

// A game master is asked about a letter that turns out to be no command. It is taken in as what it is, once.
func TestConfirmedLetterIsNoCommand(t *testing.T) {
	o := newOffice(t)
	o.write(letter.Letter{From: "desk@example.org", Subject: "[c1] status", Text: "STATUS\n"})
	asked := o.got["desk@example.org"][len(o.got["desk@example.org"])-1]
	for range 2 {
		o.write(letter.Letter{From: "desk@example.org", Subject: "Re: " + asked.Subject, InReplyTo: asked.ID, Text: "YES\n"})
	}
	answers := o.got["desk@example.org"][2:]
	if len(o.told) != 0 || len(answers) != 2 {
		t.Fatalf("the clerk is told %d times, and %d letters come back: %+v", len(o.told), len(answers), answers)
	}
	if !strings.Contains(answers[0].Text, "c1, Court: you are the game master") || !strings.Contains(answers[1].Text, "answered already") {
		t.Errorf("the answers are\n%s\n%s", answers[0].Text, answers[1].Text)
	}
	if items, err := desk.Inbox(t.Context(), o.Master); err != nil || len(items) != 0 {
		t.Errorf("there waits %+v, %v", items, err)
	}
}
