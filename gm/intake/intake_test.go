package intake_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

var key = []byte("the key of a test")

// A site is what is known of six games: in dm1 Ann plays England and Bob plays France, in dm2 Ann plays Turkey and
// Gus is the game master, dm3 takes players, dm4 is over, and dm5 is over and archived. Obi watches dm1. Pam plays
// Italy in dm6, and is its game master.
func site(of string) intake.Known {
	seat := func(name, address string) intake.Seat {
		return intake.Seat{Reader: letter.Reader{Name: name, Address: address}, Sent: 9, Fresh: 3}
	}
	k := intake.Known{Key: key, Desk: of == "desk@example.org", Unread: map[string]error{}, Games: map[string]*intake.Game{
		"dm1": {Name: "dm1", Title: "deadman", MayWatch: true, Observers: []string{"obi@example.org"},
			Seats: []intake.Seat{seat("England", "ann@example.org"), seat("France", "bob@example.org"), seat("GM", "gus@example.org")}},
		"dm2": {Name: "dm2", Title: "deadman", Seats: []intake.Seat{seat("Turkey", "ann@example.org"), seat("GM", "gus@example.org")}},
		"dm3": {Name: "dm3", Title: "deadman", State: intake.Forming, Applicants: []string{"cid@example.org"}},
		"dm4": {Name: "dm4", Title: "deadman", State: intake.Over, Seats: []intake.Seat{seat("Italy", "dan@example.org")}},
		"dm5": {Name: "dm5", Title: "deadman", State: intake.Shelved, Seats: []intake.Seat{seat("Italy", "eva@example.org")}},
		"dm6": {Name: "dm6", Title: "deadman", Seats: []intake.Seat{seat("Italy", "pam@example.org"), seat("GM", "pam@example.org")}},
	}}
	plays := map[string][]string{"ann": {"dm1", "dm2"}, "bob": {"dm1"}, "gus": {"dm1", "dm2"}, "dan": {"dm4"}, "eva": {"dm5"}, "fay": {"dm9"}, "pam": {"dm6"}}
	name, _, _ := strings.Cut(of, "@")
	if k.Plays = plays[name]; name == "fay" {
		k.Unread["dm9"] = errors.New("the disk")
	}
	k.Clerk = func(d intake.MailedCommands) bool {
		return len(d.Lines) > 0 && strings.HasPrefix(d.Lines[0], "resolve")
	}
	return k
}

// token returns the Message-ID of a letter of ours.
func token(kind letter.Kind, game string, seat, number int, to letter.Reader) string {
	return letter.Token{Kind: kind, Game: game, Seat: seat, Letter: number, Question: 2}.Signed(key, to).String() + "@site.example"
}

// Letters, and what each wants.
func TestRead(t *testing.T) {
	england := letter.Reader{Name: "England", Address: "ann@example.org"}
	toAnn := token(letter.Reply, "dm1", 0, 5, england)
	toGus := token(letter.Reply, "dm1", 2, 5, letter.Reader{Name: "GM", Address: "gus@example.org"})
	const nothing = "nothing: "
	for _, test := range []struct {
		l    letter.Letter
		want string
	}{
		// A player of one game, and of two.
		{letter.Letter{From: "bob@example.org", Text: "A Par-Bur"}, "play dm1"},
		{letter.Letter{From: "ann@example.org", Subject: "Re: [dm2.4] Turkey", Text: "A Con-Bul"}, "play dm2"},
		{letter.Letter{From: "ann@example.org", Text: "GAME dm2\nA Con-Bul"}, "play dm2"},
		{letter.Letter{From: "ann@example.org", Text: "F Lon-Nth", InReplyTo: toAnn}, "play dm1"},
		{letter.Letter{From: "ann@example.org", Text: "F Lon-Nth"}, "lost: It does not say which of your games it is for."},
		{letter.Letter{From: "ann@example.org", Subject: "[dm8.1]", Text: "F Lon-Nth"}, "lost: You have no seat in a game called dm8."},
		{letter.Letter{From: "ann@example.org", Text: "F Lon-Nth", InReplyTo: strings.Replace(toAnn, "r.dm1.0.5", "r.dm2.0.5", 1)}, "lost: It does not say which of your games it is for."},
		{letter.Letter{From: "bob@example.org", Text: "YES", InReplyTo: toAnn}, "play dm1"}, // whose token it is, the game sees
		{letter.Letter{From: "dan@example.org", Text: "Thanks to all"}, "play dm4"},
		{letter.Letter{From: "eva@example.org", Text: "Thanks to all"}, "lost: dm5 is over and archived, so " +
			"nothing that you write changes it."},
		{letter.Letter{From: "fay@example.org", Text: "A Par-Bur"}, "unread: the disk"},

		// Strangers.
		{letter.Letter{From: "eve@example.org", Text: "A Par-Bur"}, nothing + "Nobody with that address plays here."},
		{letter.Letter{From: "", Text: "A Par-Bur"}, nothing + "It does not say clearly who wrote it."},
		{letter.Letter{From: "bоb@example.org", Text: "A Par-Bur"}, nothing + "It does not say clearly who wrote it."}, // with a letter that looks like o
		{letter.Letter{From: "eve@example.org", Text: "JOIN dm3 France"}, "sign-up dm3"},
		{letter.Letter{From: "eve@example.org", Subject: "Join dm3"}, "sign-up dm3"},
		{letter.Letter{From: "eve@example.org", Text: "JOIN dm1"}, nothing + "Nobody with that address plays here."},
		{letter.Letter{From: "eve@example.org", Text: "Join me in the East"}, nothing + "Nobody with that address " +
			"plays here."},
		{letter.Letter{From: "cid@example.org", Subject: "[dm3]", Text: "Yes, I want to play."}, "sign-up dm3"},
		{letter.Letter{From: "eve@example.org", Text: "OBSERVE dm1"}, "watch dm1"},
		{letter.Letter{From: "eve@example.org", Text: "OBSERVE dm2"}, nothing + "Nobody with that address plays " +
			"here."}, // which nobody may
		{letter.Letter{From: "obi@example.org", Text: "OFF", InReplyTo: token(letter.Watch, "dm1", 0, 1, intake.Observer("obi@example.org"))}, "watch dm1"},

		// A standby who is offered a seat, and others who have the letter.
		{letter.Letter{From: "eve@example.org", Text: "YES", Proof: letter.Proved, InReplyTo: token(letter.Offer, "dm1", 0, 1, intake.Standby("eve@example.org"))}, "offer dm1"},
		{letter.Letter{From: "eve@example.org", Text: "YES", Proof: letter.Disowned, InReplyTo: token(letter.Offer, "dm1", 0, 1, intake.Standby("eve@example.org"))}, nothing + "Nobody " +
			"with that address plays here."},
		{letter.Letter{From: "eve@example.org", Text: "YES", Proof: letter.Proved, InReplyTo: token(letter.Offer, "dm1", 0, 1, intake.Standby("dan@example.org"))}, nothing + "Nobody " +
			"with that address plays here."},

		// Game masters, of the site and of games.
		{letter.Letter{From: "desk@example.org", Text: "resolve dm1", Proof: letter.Proved}, "command"},
		{letter.Letter{From: "gus@example.org", Subject: "[dm1]", Text: "resolve", Proof: letter.Proved}, "command dm1"},
		{letter.Letter{From: "gus@example.org", Subject: "[dm1]", Text: "resolve", InReplyTo: toGus}, "command dm1"},
		{letter.Letter{From: "gus@example.org", Subject: "[dm1]", Text: "A Par-Bur", Proof: letter.Proved}, "play dm1"},

		// In the name of game masters: nothing is read before they have confirmed it.
		{letter.Letter{From: "desk@example.org", Text: "resolve dm1"}, "command, unread"},
		{letter.Letter{From: "gus@example.org", Subject: "[dm1]", Text: "resolve"}, "command, unread"},
		{letter.Letter{From: "gus@example.org", Subject: "[dm1]", Text: "A Par-Bur", InReplyTo: toAnn}, "command, unread"},
		{letter.Letter{From: "gus@example.org", Subject: "[dm1]", Text: "resolve", InReplyTo: toGus, Proof: letter.Disowned}, "command, unread"},
		{letter.Letter{From: "ann@example.org", Subject: "[dm1]", Text: "resolve"}, "play dm1"},

		// Also in the name of a game master who plays: what begins like a command is not taken for a player's letter.
		{letter.Letter{From: "pam@example.org", Text: "resolve"}, "command dm6, unread"},
		{letter.Letter{From: "pam@example.org", Text: "A Ven-Tri"}, "play dm6"},

		// Machines.
		{letter.Letter{From: "mailer@example.org", Report: &letter.Report{Failed: true, OriginalID: toAnn}}, "returned dm1"},
		{letter.Letter{From: "mailer@example.org", Report: &letter.Report{Failed: true, Why: "no such user"}}, nothing + "It " +
			"says that a letter came back, but not which one: no such user"},
		{letter.Letter{From: "ann@example.org", Machine: "auto-replied", Away: true, InReplyTo: toAnn}, "away dm1"},
		{letter.Letter{From: "bob@example.org", Machine: "auto-replied", Away: true, InReplyTo: toAnn}, nothing + "A machine seems to have written it (auto-replied)."},
		{letter.Letter{From: "ann@example.org", Machine: "list", Text: "F Lon-Nth"}, nothing + "A machine seems to have written it (list)."},
	} {
		l := test.l
		k := site(l.From)
		k.Tokens = l.Tokens("site.example", key)
		if got := shown(intake.Read(l, k)); got != test.want {
			t.Errorf("from %s, subject %q, %q: %q, want %q", l.From, l.Subject, l.Text, got, test.want)
		}
	}
}

// shown returns an intent in a line.
func shown(in intake.Intent) string {
	kinds := map[intake.Kind]string{intake.Nothing: "nothing", intake.Returned: "returned", intake.Away: "away", intake.Offer: "offer", intake.Command: "command",
		intake.Watch: "watch", intake.SignUp: "sign-up", intake.Play: "play", intake.Lost: "lost", intake.Unread: "unread"}
	out := kinds[in.Kind]
	if in.Game != "" {
		out += " " + in.Game
	}
	if in.Dictation.Unproved {
		out += ", unread"
	}
	switch {
	case in.Err != nil:
		out += ": " + in.Err.Error()
	case in.Why != "":
		out += ": " + in.Why
	}
	return out
}

// Which seat a letter speaks for, what it answers, and whether it is believed.
func TestFrom(t *testing.T) {
	g := &intake.Game{Name: "dm1"}
	for _, s := range []letter.Reader{{Name: "England", Address: "ann@example.org"}, {Name: "France", Address: "bob@example.org"}, {Name: "Italy", Address: "ann@example.org"}} {
		g.Seats = append(g.Seats, intake.Seat{Reader: s, Sent: 9, Fresh: 3})
	}
	named := func(name string) int {
		for i, s := range g.Seats {
			if strings.EqualFold(s.Name, name) {
				return i
			}
		}
		return -1
	}
	id := func(seat, number int) string { return token(letter.Reply, "dm1", seat, number, g.Seats[seat].Reader) }
	for _, test := range []struct {
		l     letter.Letter
		seat  int
		tag   int
		wants string // open, reply and signed: which game believes it
	}{
		{letter.Letter{From: "eve@example.org", InReplyTo: id(1, 5)}, -1, 0, ""},
		{letter.Letter{From: "bob@example.org", Subject: "[dm1.2]"}, 1, 2, "open"},
		{letter.Letter{From: "bob@example.org", InReplyTo: id(1, 5)}, 1, 2, "open reply"},
		{letter.Letter{From: "bob@example.org", InReplyTo: id(1, 2)}, 1, 2, "open"},  // too old
		{letter.Letter{From: "bob@example.org", InReplyTo: id(1, 10)}, 1, 0, "open"}, // it was never sent
		{letter.Letter{From: "bob@example.org", InReplyTo: id(0, 5)}, 1, 0, "open"},  // another's
		{letter.Letter{From: "bob@example.org", Proof: letter.Proved}, 1, 0, "open reply signed"},
		{letter.Letter{From: "bob@example.org", Proof: letter.Disowned, InReplyTo: id(1, 5)}, 1, 2, ""},
		{letter.Letter{From: "bob@example.org", Text: "AS Italy\nA Rom H"}, -2, 0, ""},
		{letter.Letter{From: "ann@example.org", InReplyTo: id(2, 5)}, 2, 2, "open reply"},
		{letter.Letter{From: "ann@example.org", Text: "AS Italy\nA Rom H", InReplyTo: id(0, 5)}, 2, 0, "open reply"},
		{letter.Letter{From: "ann@example.org", Text: "A Rom H"}, -2, 0, ""},
	} {
		words := parser.Read(test.l.Subject, test.l.Text)
		w := intake.From(test.l, words, g, intake.Known{Key: key, Tokens: test.l.Tokens("site.example", key)}, named)
		if w.Complaint != "" {
			w.Seat = -2
		}
		if w.Seat != test.seat || test.seat >= 0 && w.Tag.Question != test.tag {
			t.Errorf("%+v is for seat %d, question %d; want %d, %d", test.l, w.Seat, w.Tag.Question, test.seat, test.tag)
		}
		if test.seat < 0 {
			continue
		}
		var believed []string
		for _, trust := range []intake.Trust{intake.TrustOpen, intake.TrustReply, intake.TrustSigned} {
			if trust.Distrust(test.l, w) == "" {
				believed = append(believed, string(trust))
			}
		}
		if got := strings.Join(believed, " "); got != test.wants {
			t.Errorf("%+v is believed where trust is %q, want %q", test.l, got, test.wants)
		}
	}
}

// What letters to a game may want.
func TestWants(t *testing.T) {
	const form = "\n> ORDER FORM [dm1.2] France, revision 0\n>   A Par -\n> END OF FORM\n"
	for text, want := range map[string]intake.Wants{
		"A Par-Bur":                       {Orders: true},
		"READY":                           {Orders: true},
		form:                              {Orders: true},
		"STATUS":                          {Know: true},
		"STATUS\nMAP":                     {Know: true},
		"STATUS" + form:                   {Know: true, Form: true},
		"YES":                             {Orders: true, Answer: true},
		"PRESS TO ALL\nHello\nENDPRESS":   {Press: true},
		"ZONE Europe/Paris":               {Other: true},
		"STATUS\nRESIGN":                  {Know: true, Other: true},
		"ORDERS\nA Par-Bur\nWAIT\nSTATUS": {Orders: true, Know: true},
	} {
		got := intake.WantsOf(parser.Read("", text))
		if got != want || got.Harmless() != (want == intake.Wants{Know: true}) {
			t.Errorf("%q asks for %+v, want %+v", text, got, want)
		}
	}
}

func ExampleRead() {
	k := site("bob@example.org")
	in := intake.Read(letter.Letter{From: "bob@example.org", Subject: "[dm1.2] France", Text: "A Par-Bur"}, k)
	fmt.Println(in.Kind == intake.Play, in.Game, in.Words.Lines)
	// Output: true dm1 [A Par-Bur]
}
