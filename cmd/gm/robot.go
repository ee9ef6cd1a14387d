package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"

	"deaddrop/mailer"
	"deaddrop/parser"
)

// A brain plays a seat: it makes the lines of an answer from the text of a letter that wants one, and says whether it
// answers at all.
type brain interface {
	answer(letter string) (lines string, does bool)
}

// A pen is a brain that writes letters: it answers each question once, and says READY once more where that was not noted.
type pen struct {
	brain
	seat     string
	answered int // the number of the last question
	ready    int // and of the last for which it said READY once more
}

// A robot plays as a person would, with nothing but a mailbox: it reads its letters and answers them. It has no other
// way to know anything.
type robot struct {
	pen
	inbox   *mailer.Inbox
	sender  *mailer.Sender
	address string
	gm      string // where the letters it answers come from
	now     func() time.Time
	sent    int
	heard   chan<- heard
}

// heard is a letter as a robot got it.
type heard struct {
	seat  string
	l     mailer.Letter
	wrote bool // the robot answered it
}

func newRobot(seat string, b brain, gmAddress string, imap, smtp mailer.Server, now func() time.Time, out chan<- heard) *robot {
	quiet := slog.New(slog.DiscardHandler)
	return &robot{
		pen: pen{brain: b, seat: seat}, address: imap.User, gm: gmAddress, now: now, heard: out,
		inbox:  &mailer.Inbox{Server: imap, Log: quiet},
		sender: &mailer.Sender{Server: smtp, Log: quiet},
	}
}

// luck is a robot's own.
func luck(seed uint64, seat string) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, seat))))
}

func (r *robot) run(ctx context.Context) error {
	defer r.sender.Close()
	return r.inbox.Watch(ctx, r.read)
}

// read answers a letter, and shows it to who looks over the robot's shoulder.
func (r *robot) read(ctx context.Context, l mailer.Letter) error {
	wrote, err := r.reply(ctx, l)
	if err != nil {
		return err
	}
	select {
	case r.heard <- heard{r.seat, l, wrote}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reply is the answer to a letter that asks something new, and says whether there is one.
func (p *pen) reply(letter string) (text string, writes bool) {
	tags := parser.Read("", letter).Tags
	if len(tags) == 0 {
		return "", false
	}
	headline, _ := parser.Headline(letter)
	number := tags[0].Question
	switch {
	case number > p.answered && strings.Contains(letter, "\nWanted: "):
		lines, does := p.answer(letter)
		if !does {
			return "", false
		}
		text = lines + "\nREADY\n-- \nThe " + p.seat + " robot\n"
	case number == p.answered && number > p.ready && strings.Contains(letter, "READY was not noted"):
		p.ready, text = number, "READY\n" // what was refused is not sent again
	default:
		return "", false
	}
	p.answered = number
	return text + "\n> " + headline + "\n", true // as mail programs quote: it says which question is answered
}

// reply answers a letter that asks something new, and reports whether it did.
func (r *robot) reply(ctx context.Context, l mailer.Letter) (bool, error) {
	before := r.pen
	text, writes := r.pen.reply(l.Text)
	if !writes {
		return false, nil
	}
	r.sent++
	err := r.sender.Send(ctx, r.address, mailer.Draft{
		ID: fmt.Sprintf("%s.%d.%s", strings.ToLower(r.seat), r.sent, r.address), From: r.address, FromName: r.seat, To: r.answersTo(l),
		Subject: "Re: " + l.Subject, Text: text, Date: r.now(), InReplyTo: l.ID, References: append(slices.Clone(l.References), l.ID),
	})
	if err != nil {
		r.pen = before
		r.sent--
		return false, err
	}
	return true, nil
}

// answersTo is where a letter is answered, as mail programs do.
func (r *robot) answersTo(l mailer.Letter) string {
	if to, err := mail.ParseAddress(l.Header.Get("reply-to")); err == nil {
		return to.Address
	}
	return r.gm
}

var field = regexp.MustCompile(`(?m)^  ([A-Z][a-z, ]+): (.*\n(?:    .*\n)*)`)

// value reads what a letter says under a name, which may go over several lines: "Units: A Par, F Bre".
func value(letter, name string) string {
	for _, m := range field.FindAllStringSubmatch(letter, -1) {
		if m[1] == name {
			return strings.Join(strings.Fields(m[2]), " ")
		}
	}
	return ""
}
