package gm_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/parser"
)

// A client is how a player's mail program answers.
type client struct {
	name    string
	re      string
	refers  bool // with References
	replies bool // with In-Reply-To
	quotes  bool
}

var clients = []client{
	{"one that does all", "Re: ", true, true, true},
	{"one without References", "AW: ", false, true, true},
	{"one without either", "RE: [EXT] ", false, false, true},
	{"one that does not quote", "Antwort: ", true, true, false},
}

// A mailer is a player's mailbox, the letters that they sent with those that they got.
type mailer struct {
	*testing.T
	client
	m    *gm.Master
	now  time.Time
	box  []letter.Letter // of France
	sent int
}

// got returns the newest letter to France whose headline has these words.
func (b *mailer) got(words string) letter.Letter {
	b.Helper()
	for _, l := range slices.Backward(b.box) {
		if line, _ := parser.Headline(l.Text); strings.Contains(line, words) {
			return l
		}
	}
	b.Fatalf("France got no letter %q", words)
	return letter.Letter{}
}

func (b *mailer) deliver() {
	b.Helper()
	deliver(b.T, b.m, b.now, func(l letter.Letter) {
		if l.To == "france@example.org" {
			b.box = append(b.box, l)
		}
	})
}

// send has somebody send a letter.
func (b *mailer) send(l letter.Letter) {
	b.Helper()
	b.sent++
	l.ID, l.Proof = fmt.Sprintf("%d@test", b.sent), letter.Proved
	if err := reception.Receive(b.Context(), b.m, b.now, l); err != nil {
		b.Fatal(err)
	}
	if l.From == "france@example.org" {
		b.box = append(b.box, l)
	}
	b.deliver()
}

// answer has France answer a letter.
func (b *mailer) answer(to letter.Letter, text string) {
	b.Helper()
	l := letter.Letter{From: "france@example.org", Subject: b.re + to.Subject, Text: text}
	if b.quotes {
		l.Text += "\n\nOn Tue, 1 Jan 2030, Deaddrop wrote:\n> " + strings.ReplaceAll(to.Text, "\n", "\n> ")
	}
	if b.replies {
		l.InReplyTo = to.ID
	}
	if b.refers {
		l.References = append(slices.Clone(to.References), to.ID)
	}
	b.send(l)
}

// play plays a correspondence with everything in it: reports, receipts, press of two players, and answers to all of
// it.
func (b *mailer) play() {
	b.deliver()
	for season := range 4 {
		b.answer(b.got("[d1"), "A Par H")
		b.answer(b.got("on file"), "A Mar H")
		b.send(letter.Letter{From: "italy@example.org", Subject: "[d1]", Text: "PRESS TO France, Austria\nHello.\nENDPRESS\nPRESS TO ALL\nHello, all.\nENDPRESS"})
		b.answer(b.got("press from Italy"), "PRESS TO Italy\nHello.\nENDPRESS")
		b.answer(b.got("on file"), "STATUS")
		if err := desk.At(b.m, gm.ActOptions{}).Press(b.Context(), b.now, "d1", "France", "All well?"); err != nil {
			b.Fatal(err)
		}
		b.deliver()
		b.answer(b.got("press from the game master"), "PRESS TO GM\nYes.\nENDPRESS")
		if err := desk.At(b.m, gm.ActOptions{}).Extend(b.Context(), b.now, "d1", time.Hour); err != nil {
			b.Fatal(err)
		}
		b.deliver()
		if season == 2 { // a letter that is not an answer
			b.send(letter.Letter{From: "france@example.org", Subject: "my orders", Text: "A Par H"})
		}
		b.now = b.now.Add(74 * time.Hour)
		b.deliver()
	}
}

var answering = regexp.MustCompile(`(?i)^((re|aw|sv|antwort):\s*|\[ext\]\s*)+`)

// byReferences threads letters as most mail programs do (the algorithm of J. Zawinski), and says how deep.
func byReferences(box []letter.Letter) (threads map[string][]letter.Letter, deepest int) {
	parent := map[string]string{}
	under := func(id, of string) bool { // reports whether a letter is below another one
		for ; id != ""; id = parent[id] {
			if id == of {
				return true
			}
		}
		return false
	}
	for _, l := range box {
		refs := l.References
		if len(refs) == 0 && l.InReplyTo != "" {
			refs = []string{l.InReplyTo}
		}
		for i := 1; i < len(refs); i++ {
			if parent[refs[i]] == "" && !under(refs[i-1], refs[i]) {
				parent[refs[i]] = refs[i-1]
			}
		}
		if len(refs) > 0 && !under(refs[len(refs)-1], l.ID) {
			parent[l.ID] = refs[len(refs)-1]
		}
	}
	threads = map[string][]letter.Letter{}
	for _, l := range box {
		id, depth := l.ID, 0
		for ; parent[id] != ""; id = parent[id] {
			depth++
		}
		threads[id] = append(threads[id], l)
		deepest = max(deepest, depth)
	}
	return threads, deepest
}

// bySubject threads letters as Gmail does: a letter joins the thread of one that it refers to if it has its subject.
func bySubject(box []letter.Letter) map[string][]letter.Letter {
	threads, of := map[string][]letter.Letter{}, map[string]string{}
	for _, l := range box {
		subject := answering.ReplaceAllString(l.Subject, "")
		thread := l.ID
		for _, ref := range append(slices.Clone(l.References), l.InReplyTo) {
			if t, ok := of[ref]; ok && answering.ReplaceAllString(threads[t][0].Subject, "") == subject {
				thread = t
				break
			}
		}
		of[l.ID] = thread
		threads[thread] = append(threads[thread], l)
	}
	return threads
}

// All letters of a game to one seat are one conversation, and the press of each correspondent is another, whatever the
// player's mail program does and whatever holds conversations together in it.
func TestThreads(t *testing.T) {
	want := []string{"[d1] Deadman Diplomacy: France", "[d1] France: press from Italy", "[d1] France: press from the game master"}
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			b := &mailer{T: t, client: c, m: started(t), now: noon}
			b.play()
			check := func(how string, threads map[string][]letter.Letter, byKind bool) {
				t.Helper()
				var subjects []string // of each thread with letters of ours
				for _, letters := range threads {
					own := map[string]bool{}
					for _, l := range letters {
						if l.To != "" {
							game, _, _ := strings.Cut(l.Subject, " - ") // what kind of letter it is
							own[game] = true
						}
					}
					if len(own) > 0 {
						subjects = append(subjects, strings.Join(slices.Sorted(maps.Keys(own)), " with "))
					}
				}
				slices.Sort(subjects)
				if byKind { // the game's conversation has a part for each kind of letter
					subjects = slices.Compact(subjects)
				}
				if !slices.Equal(subjects, want) {
					t.Errorf("%s the conversations are %q", how, subjects)
				}
			}
			threads, deepest := byReferences(b.box)
			check("by references", threads, false)
			if deepest > 5 {
				t.Errorf("letters nest %d deep", deepest)
			}
			check("by subject", bySubject(b.box), true)
			var ours []letter.Letter // without what they sent themselves, as where that is not kept
			for _, l := range b.box {
				if l.To != "" {
					ours = append(ours, l)
				}
			}
			threads, _ = byReferences(ours)
			check("without his own, by references", threads, false)
			check("without his own, by subject", bySubject(ours), true)
		})
	}
}

// The first letter of a conversation is always referred to, an answer answers what it is for, and of what that refers
// to nothing of other conversations comes in.
func TestReferences(t *testing.T) {
	b := &mailer{T: t, client: clients[0], m: started(t), now: noon}
	b.deliver()
	root := b.got("welcome")
	if root.InReplyTo != "" || len(root.References) > 0 {
		t.Errorf("the first letter answers %q, %q", root.InReplyTo, root.References)
	}
	refer := func(refs ...string) []string {
		t.Helper()
		b.send(letter.Letter{From: "france@example.org", Subject: "[d1]", Text: "STATUS", InReplyTo: "elsewhere@test", References: refs})
		l := b.box[len(b.box)-1]
		if l.InReplyTo != fmt.Sprintf("%d@test", b.sent) || l.References[0] != root.ID || l.References[len(l.References)-1] != l.InReplyTo {
			t.Errorf("the receipt answers %q and refers to %q", l.InReplyTo, l.References)
		}
		return l.References[1 : len(l.References)-1]
	}
	if got := refer("a@test", root.ID, "b@test", "c@test"); !slices.Equal(got, []string{"b@test", "c@test"}) {
		t.Errorf("between the first letter and the answered one stand %q", got)
	}
	if got := refer("a@test", "b@test"); len(got) > 0 {
		t.Errorf("letters of another conversation are referred to: %q", got)
	}
	if got := refer(append([]string{root.ID}, strings.Fields(strings.Repeat("x@test ", 1000))...)...); len(got) != 20 {
		t.Errorf("%d letters are referred to between", len(got))
	}
	b.now = noon.Add(73 * time.Hour)
	b.deliver()
	if l := b.got("Fall 1901"); l.InReplyTo != root.ID || !slices.Equal(l.References, []string{root.ID}) {
		t.Errorf("a report answers %q and refers to %q", l.InReplyTo, l.References)
	}
}

// The receipt of an answer to press stands in the conversation with its writer, by what the answer refers to or by
// its subject.
func TestReceiptOfAnAnswerToPress(t *testing.T) {
	b := &mailer{T: t, client: clients[0], m: started(t), now: noon}
	b.deliver()
	b.send(letter.Letter{From: "italy@example.org", Subject: "[d1]", Text: "PRESS TO France\nHello.\nENDPRESS"})
	press := b.got("press from Italy")
	check := func(name, subject string, l letter.Letter) {
		t.Helper()
		l.From, l.Text = "france@example.org", "STATUS"
		b.send(l)
		got := b.box[len(b.box)-1]
		root := got.References[0]
		if got.Subject != subject || (root == press.ID) != (subject == press.Subject) {
			t.Errorf("%s: the receipt has the subject %q and refers to %q", name, got.Subject, got.References)
		}
	}
	const game = "[d1] Deadman Diplomacy: France - answer"
	check("with another subject", press.Subject, letter.Letter{Subject: "[d1] hello", InReplyTo: press.ID})
	check("and a longer way", press.Subject, letter.Letter{Subject: "[d1] hello", References: []string{press.ID, "1@elsewhere"}})
	check("by the subject alone", press.Subject, letter.Letter{Subject: "AW: " + press.Subject})
	check("an answer to the game", game, letter.Letter{Subject: "Re: " + press.Subject, InReplyTo: b.got("welcome").ID})
	check("press that never came", game, letter.Letter{Subject: "Re: [d1] France: press from Turkey"})
}

// A new player of a seat has conversations of their own: nothing in them refers to letters that they never got.
func TestThreadsOfANewPlayer(t *testing.T) {
	b := &mailer{T: t, client: clients[0], m: started(t), now: noon}
	b.play()
	if err := desk.At(b.m, gm.ActOptions{}).Seat(t.Context(), b.now, "d1", "France", "new@example.org"); err != nil {
		t.Fatal(err)
	}
	l := letter.Letter{ID: "italy@test", From: "italy@example.org", Subject: "[d1]", Text: "PRESS TO France\nWho are you?\nENDPRESS", Proof: letter.Proved}
	if err := reception.Receive(t.Context(), b.m, b.now, l); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	n := 0
	deliver(t, b.m, b.now, func(l letter.Letter) {
		if l.To != "new@example.org" {
			return
		}
		n++
		known[l.ID] = true
		for _, id := range append(l.References, l.InReplyTo) {
			if id != "" && !known[id] {
				t.Errorf("a letter to the new player refers to %s, which he never got", id)
			}
		}
	})
	if n != 2 {
		t.Errorf("the new player got %d letters", n)
	}
}

// filed returns what a seat has on file.
func (b *mailer) filed(game string, seat int) string {
	b.Helper()
	o, err := inspect.OverviewOf(b.Context(), b.m, game)
	if err != nil {
		b.Fatal(err)
	}
	return o.Seats[seat].Orders
}

const france, italy = 2, 4 // among the seats of Deadman

// Whatever a player writes to another, it is no headline in the answer of that one, who answers what they were asked.
func TestHeadlineInPress(t *testing.T) {
	b := &mailer{T: t, client: client{re: "Re: ", quotes: true}, m: started(t), now: noon}
	b.deliver()
	const forged = "[d1.9] France: Spring 1903\n\n> d1, Deadman Diplomacy: you are France.\n\n[d1.9] France: press from Germany\n> [d1.9] France: x"
	long := strings.Repeat("x", 60) + " [d1.9] France: x\n\n" + forged // which is broken just before it
	b.send(letter.Letter{From: "italy@example.org", Subject: "[d1]", Text: "PRESS TO France\n" + forged + "\n" + long + "\nENDPRESS\nPRESS TO ALL\n" + forged + "\nENDPRESS"})
	press := b.got("press from Italy")
	if !strings.Contains(press.Text, "[d1.9] France") {
		t.Fatalf("the press is\n%s", press.Text)
	}
	b.answer(press, "ORDERS\nA Par-Pic")
	if got := b.filed("d1", france); got != "A Par-Pic" {
		t.Errorf("an answer to the press has filed %q", got)
	}
	_, below, _ := strings.Cut(press.Text, "From Italy")
	b.answer(letter.Letter{Subject: "[d1] Deadman Diplomacy: France", Text: below}, "A Par-Gas") // nothing but the press is quoted
	if got := b.filed("d1", france); got != "A Par-Gas" {
		t.Errorf("an answer with the press alone has filed %q", got)
	}
	b.answer(press, "A Par-Bur")
	if got, l := b.filed("d1", france), b.got("on file"); got != "A Par-Gas" || !strings.Contains(l.Text, "answers press from Italy") {
		t.Errorf("with words to Italy on file is %q, and the receipt\n%s", got, l.Text)
	}
	old := b.got("on file")
	b.answer(letter.Letter{Subject: old.Subject, Text: old.Text}, "A Par-Bur") // the receipt stands among the press, and is none
	if got := b.filed("d1", france); got != "A Par-Bur" {
		t.Errorf("an answer to the receipt has filed %q", got)
	}
	b.now = noon.Add(73 * time.Hour)
	b.deliver()
	report := b.got("Fall 1901")
	if !strings.Contains(report.Text, "| [d1.9] France") {
		t.Fatalf("the report is\n%s", report.Text)
	}
	b.answer(report, "A Mar-Spa")
	if got := b.filed("d1", france); got != "A Mar-Spa" {
		t.Errorf("an answer to the report has filed %q", got)
	}
	b.answer(old, "A Mar-Gas")
	if got, l := b.filed("d1", france), b.got("on file"); got != "A Mar-Spa" || !strings.Contains(l.Text, "answers an older question") {
		t.Errorf("after an answer to an old letter on file is %q, and the receipt\n%s", got, l.Text)
	}
	b.answer(letter.Letter{Subject: "[d1.2]", Text: old.Text}, "A Mar-Gas") // what he writes himself counts more than what is quoted
	if got := b.filed("d1", france); got != "A Mar-Gas" {
		t.Errorf("with the question in the subject it has filed %q", got)
	}
	b.answer(letter.Letter{Subject: "[d1]", Text: strings.ReplaceAll(old.Text, "France", "Turkey")}, "A Mar-Pie")
	if got := b.filed("d1", france); got != "A Mar-Pie" {
		t.Errorf("with a letter to somebody else below it has filed %q", got)
	}
}

// An answer says by its subject or by what it quotes for which of a player's seats and games it is.
func TestSeatsAndGamesOfAnAnswer(t *testing.T) {
	b := &mailer{T: t, client: client{re: "AW: ", quotes: true}, m: started(t), now: noon}
	plan := desk.Plan{Name: "d2", Rules: "deadman", Secret: []byte("another game's own"), Clock: calendar.Clock{Every: 72 * time.Hour}, Trust: intake.TrustOpen}
	for i, seat := range []string{"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"} {
		plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(seat), Address: fmt.Sprintf("%d@example.org", i)})
	}
	plan.Players[france].Address = "france@example.org"
	if err := desk.At(b.m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	b.deliver()
	if err := desk.At(b.m, gm.ActOptions{}).Seat(t.Context(), noon, "d1", "Italy", "france@example.org"); err != nil {
		t.Fatal(err)
	}
	b.deliver()
	check := func(name, game string, seat int, want string) {
		t.Helper()
		if got := b.filed(game, seat); got != want {
			t.Errorf("%s: on file is %q, want %q", name, got, want)
		}
	}
	b.quotes = false
	b.answer(letter.Letter{Subject: "[d1] Deadman Diplomacy: Italy"}, "A Ven-Tyr")
	check("by the subject", "d1", italy, "A Ven-Tyr")
	b.answer(letter.Letter{Subject: "[d2] Deadman Diplomacy: France (fwd)"}, "A Par-Bur")
	check("by the game in the subject", "d2", france, "A Par-Bur")
	b.quotes = true
	b.answer(letter.Letter{Subject: "orders", Text: b.got("[d1.1] Italy").Text}, "A Ven-Pie")
	check("by what is quoted", "d1", italy, "A Ven-Pie")
	b.answer(letter.Letter{Subject: "orders", Text: b.got("[d2.1] France").Text}, "A Par-Pic")
	check("by the game of what is quoted", "d2", france, "A Par-Pic")
	b.answer(letter.Letter{Subject: "[d1] Deadman Diplomacy: France", Text: b.got("[d2.1] France").Text}, "A Par-Gas")
	b.answer(letter.Letter{Subject: "[d1] Deadman Diplomacy: Italy", Text: strings.ReplaceAll(b.got("[d1.1] Italy").Text, "Italy", "Turkey")}, "A Ven-Apu")
	check("by the subject, when another one's letter is quoted", "d1", italy, "A Ven-Apu")
	check("by the subject, whatever is quoted", "d1", france, "A Par-Gas")
	check("and not by that", "d2", france, "A Par-Pic")
}
