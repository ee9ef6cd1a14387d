package intake

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A Sender is what a letter to a game says about its writer.
type Sender struct {
	Seat int        // index of the seat that the letter speaks for; -1 if its address has none
	Tag  parser.Tag // the tag of the question that the letter answers, by its own account
	// the token of the letter of ours that it answers, if that was sent to its address; otherwise nil
	Answers   *letter.Token
	Holder    int    // index of the seat to which that letter was sent
	Complaint string // why the seat can't be determined, for the writer; "" if it can

	locked bool // whether the seat's player demands the proof of a domain with each letter
	fresh  int  // number of the oldest letter to Holder whose token still proves who answers
}

// From determines the seat of a game that a letter is for. If its address has several seats, an AS line, the tag or
// the answered letter decides. named returns the index of the only seat with a name, or -1.
func From(l letter.Letter, words parser.Letter, g *Game, k Known, named func(string) int) Sender {
	w := Sender{Seat: -1, Holder: -1}
	var own []int
	for i, s := range g.Seats {
		if s.of(l.From) {
			own = append(own, i)
		}
	}
	w.Tag = tag(g, words, own)
	if len(own) == 0 {
		return w
	}
	for _, t := range k.Tokens {
		if holds := t.Kind != letter.Return && slices.Contains(own, t.Seat) &&
			t.Letter <= g.Seats[t.Seat].Sent; holds && g.made(k.Key, t, l.From) {
			// Every mail server on the way sees the token in the address for DSNs, so that token proves nothing.
			w.Answers, w.Holder, w.fresh = &t, t.Seat, g.Seats[t.Seat].Fresh
			break
		}
	}
	meant := -1
	for _, name := range []string{words.As, w.Tag.Seat, w.Tag.Last} {
		if meant < 0 && name != "" {
			meant = named(name)
		}
	}
	w.locked = slices.ContainsFunc(own, func(i int) bool { return g.Seats[i].Locked })
	w.Seat = own[0]
	switch {
	case slices.Contains(own, meant):
		w.Seat = meant
	case len(own) > 1 && meant < 0 && w.Holder >= 0:
		w.Seat = w.Holder
	case len(own) > 1:
		w.Complaint = "You have several seats in this game: " + names(g, own) +
			". Nothing in your letter was carried out. Send it again with a line such as AS " +
			g.Seats[own[0]].Name + " above your orders, or answer a letter to that seat."
	case words.As != "" && named(words.As) >= 0: // otherwise the word after AS is prose
		w.Complaint = "You wrote AS " + words.As + ", but you play " + g.Seats[own[0]].Name +
			". Nothing in your letter was carried out."
	}
	w.question(g)
	return w
}

// tag returns the tag of the question that a letter says it answers. Tags in quotations of another letter don't
// count.
func tag(g *Game, words parser.Letter, own []int) parser.Tag {
	for _, t := range words.Tags {
		mine := slices.ContainsFunc(own, func(i int) bool { return g.Seats[i].Name == t.Seat })
		if words.Game != "" || t.Game != g.Name {
			continue
		}
		if mine || !t.Quoted {
			return t
		}
	}
	return parser.Tag{}
}

// question determines the question that the letter answers.
func (w *Sender) question(g *Game) {
	if w.Tag.Quoted && w.Tag.Seat != g.Seats[w.Seat].Name {
		w.Tag.Question = 0
	}
	open := w.Tag.Question == 0 || w.Tag.Quoted
	if open && w.Holder == w.Seat && w.Answers != nil {
		w.Tag.Question = cmp.Or(w.Answers.Question, w.Tag.Question)
	}
}

func names(g *Game, own []int) string {
	var out []string
	for _, i := range own {
		out = append(out, g.Seats[i].Name)
	}
	return strings.Join(out, ", ")
}
