package gate

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"

	"deaddrop/adjudicator"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

const (
	gameName  = "g1"
	master    = "gm@deaddrop.example"
	gmAddress = "desk@deaddrop.example"
	observer  = "observer@elsewhere.example"
)

// address returns the address of a seat's player.
func address(seat adjudicator.Seat) string {
	if seat == adjudicator.GM {
		return gmAddress
	}
	return strings.ReplaceAll(strings.ToLower(string(seat)), " ", ".") + "@players.example"
}

// A deed is an action in a world at a given time.
type deed func(ctx context.Context, now time.Time, w *World) error

// An event is something that happens at some time of a turn, in one world or both.
type event struct {
	at    float64 // time, as a fraction of the turn's length
	do    [2]deed
	moves bool // whether it moves the deadline
	ends  bool // whether it ends the turn
}

// The stages of a turn, as fractions of its length: first players try things, then they send what counts, and then
// they go on talking.
const (
	trying  = 0.6
	meaning = 0.8
	talking = 0.98
)

// A choice is what a seat does in a turn.
type choice struct {
	req    *adjudicator.Request // what the seat is asked, or nil
	answer string               // the answer that will count
	words  string               // the words in which the answer is sent
	how    manner
}

// A manner is the way in which a player arrives at their answer.
type manner int

const (
	sends  manner = iota
	silent        // the player sends nothing
	clears        // the player withdraws what they sent
)

func (m manner) String() string { return [...]string{"sends", "is silent", "clears"}[m] }

// choose makes a seat's player choose an answer.
func (p *pair) choose(seat adjudicator.Seat, w *World, r *rand.Rand) choice {
	t := w.truth
	c := choice{req: t.request(seat)}
	if c.req == nil {
		return c
	}
	if p.robot && seat == p.watcher {
		return p.robotChose(w, c)
	}
	if p.sealed() && c.req.Default != "" { // otherwise the turn would wait for them, which everybody would notice
		c.how = []manner{sends, sends, sends, sends, sends, sends, silent, clears}[r.IntN(8)]
	}
	if w.vacant == seat {
		c.how = silent
	}
	switch c.how {
	case silent:
		c.answer = cmp.Or(c.req.Filed, c.req.Default)
		return c
	case clears:
		c.answer = c.req.Default
		return c
	}
	v := t.at.View(seat)
	for range 20 {
		c.words = p.Player(v, *c.req, r)
		if c.answer = v.Read(c.req.Kind, "", c.words).Answer; c.answer != "" {
			return c
		}
	}
	c.answer, c.words = c.req.Default, c.req.Default
	return c
}

// robotChose returns what a robot has chosen, as it is on file.
func (p *pair) robotChose(w *World, c choice) choice {
	o, err := inspect.OverviewOf(p.ctx, w.Master, w.Game)
	if err != nil {
		panic(fmt.Sprintf("gate: a game can't be read: %v", err))
	}
	i := slices.IndexFunc(o.Seats, func(s inspect.SeatOverview) bool { return s.Name == p.watcher })
	c.answer, c.words = o.Seats[i].Orders, o.Seats[i].Orders
	if c.answer == "" || c.req.Stands { // what stands is not answered again
		c.answer, c.how = cmp.Or(c.answer, c.req.Filed, c.req.Default), silent
	}
	return c
}

// An author writes the letters of one seat in one world.
type author struct {
	*pair
	seat   adjudicator.Seat
	view   adjudicator.View
	choice choice
	rand   *rand.Rand
}

// events returns the letters of a seat. The watcher writes more than others, to get more answers.
func (a *author) events() []event {
	var out []event
	at := func(r *rand.Rand, from, to float64) float64 { return from + (to-from)*r.Float64() }
	tries, talks := max(0, a.rand.IntN(4)-2), 6
	if a.seat == a.watcher {
		tries, talks = a.rand.IntN(4), 2
	}
	for range tries {
		out = append(out, a.event(at(a.rand, 0, trying), a.noise()))
	}
	if a.choice.req != nil && a.choice.how != silent {
		times := a.rand
		// Everybody sees when the last answer arrives, so it arrives at the same time in both worlds, whoever sends
		// it.
		if !a.sealed() {
			times = a.drawn(a.n, "meant")
		}
		when := at(times, trying, meaning)
		if a.sealed() || !a.doubtful() {
			out = append(out, a.event(when, a.meant("")))
		} else { // everybody sees when the turn goes on, so in both worlds it waits for the second letter
			out = append(out, a.event(when, a.meant("WAIT\n")),
				a.event(when+meaning/1000, letter.Letter{Subject: tagged, Text: "READY\n"}))
		}
	}
	if a.rand.IntN(talks) == 0 {
		out = append(out, a.event(at(a.rand, meaning, talking), a.talk()))
	}
	return append(out, a.hypotheses()...)
}

// event returns the arrival of a letter; now and then the letter arrives twice.
func (a *author) event(at float64, l letter.Letter) event {
	l.ID, l.FromName = fmt.Sprintf("%016x@players.example", a.rand.Uint64()), string(a.seat)
	times := 1
	if a.rand.IntN(20) == 0 {
		times = 2
	}
	receive := func(ctx context.Context, now time.Time, w *World) error {
		l := l
		l.From = cmp.Or(l.From, w.address(a.seat))
		if l.From == w.Watcher {
			l = w.answering(l)
		}
		for range times {
			if err := w.Receive(ctx, now, l); err != nil {
				return err
			}
		}
		return nil
	}
	return event{at: at, do: [2]deed{receive, receive}}
}

// answering turns a letter of the watcher into a reply to the last letter that they got, unless it is written as a
// new letter.
func (w *World) answering(l letter.Letter) letter.Letter {
	if l.Subject == anew {
		return l
	}
	l.InReplyTo, l.References = w.last.ID, append(w.last.References, w.last.ID)
	if l.Subject == tagged {
		l.Subject = cmp.Or(w.last.Subject, tagged)
		if headline, _ := parser.Headline(w.last.Text); headline != "" && l.Text != "" {
			l.Text += "\n\n> " + headline + "\n"
		}
	}
	if f := parser.Read("", w.last.Text).Form; f != nil && strings.HasPrefix(l.Text, filledIn) {
		f.Lines = strings.Split(strings.TrimPrefix(l.Text, filledIn), "\n")
		l.Text = "STATUS\n> " + f.Head() + "\n>   " + strings.Join(f.Lines, "\n>   ") + "\n> " + parser.FormEnd + "\n"
	}
	return l
}

// doubtful reports whether the seat's answer leaves something unresolved in one of the worlds, so that the turn waits
// for another letter.
func (a *author) doubtful() bool {
	for _, w := range a.worlds {
		if c := w.choices[a.seat]; c.req != nil &&
			len(w.truth.at.View(a.seat).Read(c.req.Kind, "", c.answer).Open()) > 0 {
			return true
		}
	}
	return false
}

// meant returns the letter with the answer that counts. It says READY unless another flag is given.
func (a *author) meant(flag string) letter.Letter {
	if a.choice.how == clears {
		return letter.Letter{Subject: anew, Text: "CLEAR\n" + a.pick("", "STATUS\n")}
	}
	words := a.choice.answer
	if a.rand.IntN(2) == 0 && a.clean(a.choice.words) {
		words = a.choice.words
	}
	if flag = cmp.Or(flag, "READY\n"); a.sealed() {
		flag = a.pick("", flag, "WAIT\n")
		words += a.unclear(words)
	}
	return letter.Letter{Subject: anew, Text: "ORDERS\n" + words + "\n" + flag}
}

// unclear returns, one time in four, a line that leaves something unresolved beside an answer; otherwise "". So one
// world has something unresolved while in the other everything is clear, or nothing has arrived yet.
func (a *author) unclear(words string) string {
	last := words[strings.LastIndexByte(words, '\n')+1:]
	i := strings.IndexFunc(last, unicode.IsLetter)
	if i < 0 || a.rand.IntN(4) > 0 {
		return ""
	}
	line := "\n" + last[:i] + "Xq" + last[i:] + "xq"
	read := a.view.Read(a.choice.req.Kind, "", words+line)
	if len(read.Open()) == 0 || read.Answer != a.choice.answer {
		return ""
	}
	a.tally.Open++
	return line
}

// clean reports whether words are accepted as they are: without a fault that would keep READY from counting, and
// without a line that is a command.
func (a *author) clean(words string) bool {
	l := parser.Read("", words)
	read := a.view.Read(a.choice.req.Kind, "", strings.Join(l.Lines, "\n"))
	return len(l.Commands)+len(l.Faults)+len(read.Open()) == 0 && read.Answer == a.choice.answer
}

func (a *author) pick(from ...string) string { return from[a.rand.IntN(len(from))] }
