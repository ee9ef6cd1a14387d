package gm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// Receive takes in one letter: files the orders in it, does its commands, answers it, and plays the game
// on if nobody else has to be waited for. A letter from somebody who plays in no game is put into the game master's
// inbox and not answered, and so is a machine's, or one that can't be taken apart. One that nothing proves to be from
// the player whom it names is put aside, and he is asked. A letter that comes twice takes effect once.
//
// Its error is the operator's: the letter was not taken, and is to be handed in again.
func (m *Master) Receive(ctx context.Context, now time.Time, l letter.Letter) error {
	fate := letter.FateTaken
	if l.Machine != "" || l.Report != nil {
		fate = letter.FateMachine
	} else {
		l.Fate = &fate
	}
	err := m.receive(ctx, now, l)
	switch {
	case errors.Is(err, errTwice):
		fate, err = letter.FateTwice, nil
	case err != nil:
		fate = letter.FateError
	}
	m.meter().Received(l.Way, fate)
	m.tellDamage(ctx, now, err)
	return err
}

// A taking is how a letter is taken in: by one step of a game, or of the lobby.
type taking struct {
	game string
	step func(*step) error           // nil: nothing is to be done
	then func(context.Context) error // is done when the step is in the store; nil: nothing is
	why  string                      // in place of all that: it is put into the game master's inbox, for that reason
}

// receive takes a letter in. It returns errTwice if that was done before.
func (m *Master) receive(ctx context.Context, now time.Time, l letter.Letter) error {
	l.Date = now
	l.Subject = strings.ToValidUTF8(l.Subject[:min(len(l.Subject), maxSubject)], "")
	in, err := m.read(ctx, &l)
	if err != nil {
		return err
	}
	t, err := m.taking(ctx, now, l, in)
	if t.why != "" && err == nil {
		t = m.held(l, t.why)
	}
	if err != nil || t.step == nil {
		return err
	}
	err = m.do(ctx, now, t.game, &l, t.step)
	if errors.Is(err, errHeld) {
		err = nil // the letter is put aside, and its writer was told
	}
	if err != nil || t.then == nil {
		return err
	}
	return t.then(ctx)
}

// taking says how a letter is taken in that wants something.
func (m *Master) taking(ctx context.Context, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	switch in.Kind {
	case intake.Returned:
		return m.cameBack(ctx, now, l, in.Token)
	case intake.Away:
		return m.away(l, in.Token), nil
	case intake.Offer:
		return m.answersOffer(ctx, now, l, in)
	case intake.Command:
		return m.steer(ctx, now, l, in)
	case intake.Watch:
		return m.observe(ctx, now, l, in)
	case intake.SignUp:
		return m.signUp(ctx, now, l, in)
	case intake.Play:
		return m.play(now, l, in), nil
	case intake.Lost:
		return m.lost(ctx, now, l, in)
	case intake.Unread:
		return taking{}, in.Err
	}
	return taking{why: in.Why}, nil
}

// play takes in a letter to a game in which its writer has a seat.
func (m *Master) play(now time.Time, l letter.Letter, in intake.Intent) taking {
	believed := false
	step := func(s *step) (err error) {
		believed, err = s.receive(l, in.Words)
		return err
	}
	then := func(ctx context.Context) error {
		if !believed {
			return nil
		}
		return m.alive(ctx, now, l.From)
	}
	return taking{game: in.Game, step: step, then: then}
}

// receive is the step of one letter to one game. It says whether the letter is believed to be its player's.
func (s *step) receive(l letter.Letter, words parser.Letter) (believed bool, err error) {
	if !s.g.begun() {
		return s.early(l)
	}
	w := s.sender(l, words)
	if w.Seat < 0 { // the seat was given to somebody else since the letter was read
		s.item(l.HeldKey(), Item{Why: "Its writer has no seat in this game.", Letter: &l})
		return false, nil
	}
	seat := s.g.Seats[w.Seat]
	confirms := w.Answers != nil && w.Answers.Kind == letter.Confirm && words.Verdict != ""
	why := s.g.Trust.Distrust(l, w)
	believed = why == "" || confirms && l.Proof != letter.Disowned
	if !believed && !s.harmless(l, words, w) {
		s.doubt(l, seat, why)
		return false, nil
	}
	s.admit(l)
	by := l
	if confirms {
		confirmed, err := s.confirmed(l, words, s.g.Seats[w.Holder], *w.Answers)
		if confirmed == nil || err != nil {
			return true, err
		}
		s.admit(*confirmed)
		l, words = *confirmed, *confirmed.Words()
		w = s.sender(l, words)
		seat = s.g.Seats[w.Seat]
	}
	if w.Complaint != "" {
		s.notice(seat, "notice", w.Complaint, &by)
		return believed, nil
	}
	if believed { // else anybody could keep a missing player's seat for them
		s.here(seat)
	}
	return believed, s.takeIn(l, by, words, w)
}

// sender is who wrote a letter to the step's game.
func (s *step) sender(l letter.Letter, words parser.Letter) intake.Sender {
	return intake.From(l, words, s.g.known(), intake.Known{Key: s.m.Key, Tokens: s.m.tokens(l)}, s.g.meant)
}

// admit notes that a letter is taken in, so that it is not taken in again. A signed one is the same under another
// Message-ID: then somebody has sent it on.
func (s *step) admit(l letter.Letter) {
	l.Becomes(letter.FateTaken)
	s.admitted, s.letter = s.write(kindLetter, l.Key(), l), l
	if l.Seal != "" {
		s.write(kindSeal, "seal/"+l.Seal, nil)
	}
}

// takeIn takes in a letter from a seat. by is the one that is answered: the same, or the one that
// confirmed it.
func (s *step) takeIn(l, by letter.Letter, words parser.Letter, w intake.Sender) error {
	var p adjudicator.Position
	if s.g.State != held { // else what the rules failed on might be played again
		var err error
		if p, err = s.view(); err != nil {
			return err
		}
	}
	seat := s.g.Seats[w.Seat]
	page := s.page(p, seat)
	page.Receipt = &templates.Receipt{Subject: l.Subject}
	in := &incoming{step: s, Letter: l, by: &by, words: words, tag: w.Tag, seat: seat, reply: &page, r: page.Receipt}
	stack, err := guarded(in.answer)
	switch {
	case stack != "":
		return &untakenError{stack}
	case err == nil && in.resigned:
		return in.left()
	case err == nil && in.changed:
		return s.goOn()
	}
	return err
}

// An incoming letter, while it is taken in.
type incoming struct {
	*step
	letter.Letter
	by      *letter.Letter // that is answered: this one, or one that confirmed it
	words   parser.Letter
	tag     parser.Tag
	seat    *seat
	reply   *templates.Page
	r       *templates.Receipt
	changed bool // something on file
	late    bool // for an older question

	resigned bool // its writer leaves the game
	again    bool // it was told again of what is past
	pressed  int  // pieces of press
}

// note tells the writer something of what his letter did.
func (in *incoming) note(texts ...string) { in.r.Notes = append(in.r.Notes, texts...) }

// fault tells him why a line of it was not taken.
func (in *incoming) fault(line, why string) {
	in.r.Faults = append(in.r.Faults, adjudicator.Fault{Line: line, Text: why})
}

// answer takes the letter in and writes the receipt.
func (in *incoming) answer() error {
	if err := in.take(); err != nil {
		return err
	}
	if in.resigned {
		return in.farewell(in.seat, strings.Join(append([]string{"You have left the game, as you wished. Thank you for having played."}, in.r.Notes...), " "), in.by)
	}
	if in.reply.Ask != nil {
		in.reply.Ask = in.asks(in.g.question(in.seat, in.reply.Ask.Number), in.seat, in.reply.View)
	}
	in.send(in.seat, "receipt", *in.reply, in.by)
	return nil
}

// take carries out what the letter says.
func (in *incoming) take() error {
	for _, f := range in.words.Faults {
		in.fault(f.Line, f.Text)
	}
	in.answersPress()
	q := in.asked()
	if err := in.files(q); err != nil {
		return err
	}
	in.orders()
	for _, c := range in.words.Commands {
		switch c.Name {
		case "PRESS":
			in.press(c)
		case "MUTE":
			in.mute(c.Args)
		case "DIARY":
			in.diary(c)
		case "HELP":
			in.r.Help = parser.Commands()
		case "RULES":
			rules, err := in.m.rules(in.g.Rules)
			if err != nil {
				return err
			}
			in.r.Doc = rules.Doc
			in.ruled(in.reply)
		case "MAP", "HISTORY":
			if err := in.tellAgain(c); err != nil {
				return err
			}
		case "SET":
			in.set(c.Args)
		case "ZONE":
			in.setZone(c.Args)
		case "ABSENCE":
			in.absence(c.Args)
		case "RESIGN":
			in.resign(c.Args)
		case "LIST":
			in.list()
		case "OBSERVE":
			in.watch(c)
		case "JOIN", "LEAVE":
			in.fault(c.Line, "No game of that name takes players now; LIST says which do.")
		case "READY", "WAIT":
			in.flag(q, c.Name)
		}
	}
	in.forward(q)
	in.shorten()
	return nil
}

// setZone sets the time zone in which the writer is told times.
func (in *incoming) setZone(name string) {
	if strings.EqualFold(name, "utc") || strings.EqualFold(name, "gmt") {
		name = "UTC"
	}
	if !calendar.IsZone(name) {
		in.fault("ZONE "+name, "There is no such time zone; write it as in ZONE Europe/Paris or ZONE America/New_York.")
		return
	}
	in.seat.Zone = name
	in.reply.Now = in.now.In(in.g.zone(in.seat))
	if in.reply.Ask != nil {
		in.until(in.reply, in.seat)
	}
	in.note("Times in your letters are now those of " + name + ".")
}

const readyNoted = "READY is noted."

// flag notes READY or WAIT.
func (in *incoming) flag(q *question, name string) {
	if q == nil {
		return
	}
	if name == "READY" && len(in.r.Faults) > 0 {
		in.note("READY was not noted, since something in your letter was not taken. If what is on file is all, send READY again.")
		return
	}
	in.changed, q.Heard = true, true
	in.r.Notes = slices.DeleteFunc(in.r.Notes, func(n string) bool { return n == readyNoted })
	switch {
	case name == "READY" && in.seat.Wait:
		in.note("READY takes back your WAIT.")
	case name == "READY":
		in.note(readyNoted)
	}
	in.seat.Ready, in.seat.Wait = name == "READY", name == "WAIT"
	if name == "WAIT" && in.g.Clock.Ends == calendar.AtDeadline {
		in.note("The turns of this game end at their deadlines anyway, so there is no need to WAIT.")
	}
	if name != "READY" {
		return
	}
	q.Ahead, q.Doubt = false, false
	if q.Answer == "" {
		in.file(q, in.reply.View.Read(q.Kind, "", q.Default))
	}
}

// asked finds the question that the letter answers; nil if there is none, or the letter is too late for it.
func (in *incoming) asked() *question {
	formOnly := in.words.Form != nil && len(in.words.Commands) == 0
	orders := formOnly || len(in.words.Lines) > 0 || slices.ContainsFunc(in.words.Commands, func(c parser.Command) bool {
		return c.Name == "CLEAR" || c.Name == "READY" || c.Name == "WAIT"
	})
	switch {
	case in.g.State == over:
		in.r.Unchanged = true
	case in.g.State == held:
		in.r.Closed, in.r.Unchanged = "The game waits for its game master.", true
	case in.g.question(in.seat, 0) == nil:
		in.r.Unchanged = orders
	case in.g.question(in.seat, in.tag.Question) == nil:
		if orders {
			in.late, in.r.Unchanged = true, true
			in.r.Closed = in.closed()
		}
	default:
		q := in.g.question(in.seat, in.tag.Question)
		in.reply.Ask.Number = q.Number
		return q
	}
	return nil
}

// closed says why a letter for another question is not taken, not even lines of it that would stand for years: they might
// change a turn that its writer has not seen. It says how to send them for the question that is open.
func (in *incoming) closed() string {
	why := "Your letter answers an older question, which is closed."
	if in.tag.Question > in.seat.Asked {
		why = fmt.Sprintf("Your letter answers question %d, which you have not been asked.", in.tag.Question)
	}
	if len(in.words.Lines) == 0 || in.prose() {
		return why
	}
	now := parser.Tag{Game: in.g.Name, Question: in.g.question(in.seat, 0).Number}
	return fmt.Sprintf("%s If lines of it are meant for what you are asked now, send them once more, in an answer to this letter or with %s in the subject.", why, now)
}

// Limits on what is repeated to the writer of a letter.
const (
	maxFaults  = 20  // lines quoted in a receipt
	maxSubject = 200 // bytes of a letter's subject
)

// shorten keeps the receipt of a letter that is all faults to a size that people read, and says the reason that lines have in
// common once, below the last of them.
func (in *incoming) shorten() {
	if more := len(in.r.Faults) - maxFaults; more > 0 {
		in.r.Faults = append(in.r.Faults[:maxFaults], adjudicator.Fault{Line: "...", Text: fmt.Sprintf("And %d more lines that could not be taken.", more)})
	}
	for i, f := range in.r.Faults {
		if i > 0 && in.r.Faults[i-1].Text == f.Text {
			in.r.Faults[i-1].Text = ""
		}
	}
}

// forward tells the writer of a letter in which nothing was understood, and passes it on to the game master.
func (in *incoming) forward(q *question) {
	done := in.changed || len(in.words.Commands) > 0 || len(in.r.Faults) > 0
	switch {
	case done || in.late && !in.prose():
	case in.Defect != "":
		in.note("Your letter could not be read: " + in.Defect + ". Write your orders as plain text, into the letter itself.")
	case len(in.words.Lines) == 0 && in.words.Form != nil && len(in.r.Notes) > 0: // it is said what became of the form
	case len(in.words.Lines) == 0 && in.words.Form != nil:
		in.note("Nothing was changed in the order form, and there is nothing else in your letter.")
	case len(in.words.Lines) == 0:
		in.note("Your letter was empty, as far as it could be read. If you sent an attachment, write your orders into the letter itself. Lines that your mail program quotes are not read, but for an order form with its first and last line.")
	default:
		if q != nil && in.reply.View.Read(q.Kind, "", strings.Join(in.words.Lines, "\n")).Answer != "" {
			return // it has orders, the same as before: they are not the game master's to see
		}
		desk := in.g.seat(adjudicator.GM)
		if desk == nil || desk == in.seat || in.seat.Withheld > 0 { // a program that answers must not fill his mailbox
			return
		}
		page := in.page(nil, desk)
		page.Notice = "A letter from " + string(in.seat.Name) + " has no orders in it. It may be meant for you."
		page.Quoted, _, _ = in.Quoted()
		in.send(desk, "desk", page, nil)
		in.note("Your letter was passed on to the game master.")
	}
}

// prose reports whether the letter has lines and no orders among them, whatever it answers.
func (in *incoming) prose() bool {
	q := in.g.question(in.seat, 0)
	return len(in.words.Lines) > 0 && (q == nil || in.reply.View.Read(q.Kind, "", strings.Join(in.words.Lines, "\n")).Answer == "")
}
