package gm

import (
	"context"
	"errors"
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
// the player whom it names is put aside, and that player is asked. A letter that comes twice takes effect once.
//
// Its error is the operator's: the letter was not taken, and is to be handed in again.
func (m *Master) Receive(ctx context.Context, now time.Time, l letter.Letter) error {
	return m.tallied(ctx, now, l, func(l letter.Letter) error { return m.receive(ctx, now, l) })
}

// PutAside puts a letter into the game master's inbox, with the reason, and does not read it. Its error is the operator's, as
// that of Receive.
func (m *Master) PutAside(ctx context.Context, now time.Time, l letter.Letter, why string) error {
	foldFrom(&l)
	return m.tallied(ctx, now, l, func(l letter.Letter) error { return m.carry(ctx, now, l, intake.Intent{Why: why}) })
}

// tallied has a letter taken in, and tells the meter what became of it.
func (m *Master) tallied(ctx context.Context, now time.Time, l letter.Letter, take func(letter.Letter) error) error {
	fate := letter.FateTaken
	if l.Machine != "" || l.Report != nil {
		fate = letter.FateMachine
	} else {
		l.Fate = &fate
	}
	l.Subject = strings.ToValidUTF8(l.Subject[:min(len(l.Subject), maxSubject)], "")
	err := take(l)
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

// receive takes a letter in that has come. It returns errTwice if that was done before.
func (m *Master) receive(ctx context.Context, now time.Time, l letter.Letter) error {
	in, err := m.read(ctx, &l)
	if err != nil {
		return err
	}
	again, err := m.vouch(ctx, now, &l, in)
	if err != nil {
		return err
	}
	if again != "" {
		in = intake.Intent{Why: again}
	}
	return m.carry(ctx, now, l, in)
}

// carry takes a letter in that wants something. It returns errTwice if that was done before.
func (m *Master) carry(ctx context.Context, now time.Time, l letter.Letter, in intake.Intent) error {
	l.Date = now
	t, err := m.taking(ctx, now, l, in)
	if t.why != "" && err == nil {
		t = m.held(now, l, t.why)
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
	case intake.Second:
		return m.answersAlso(ctx, now, l, in)
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
	believed, taken, asked := false, letter.Letter{}, ""
	step := func(s *step) (err error) {
		believed, err = s.receive(l, in.Words)
		taken, asked = s.letter, s.asksAt
		return err
	}
	then := func(ctx context.Context) error {
		if asked != "" {
			if err := m.wasAsked(ctx, now, asked); err != nil {
				return err
			}
		}
		if !believed {
			return nil
		}
		if taken.Proof != letter.Proved && taken.Seal != "" { // its signature may be found good when it comes again
			if err := m.seal(ctx, now, taken, in.Game); err != nil {
				return err
			}
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
		s.stray(l.HeldKey(), Item{Why: "Its writer has no seat in this game.", Letter: &l})
		return false, nil
	}
	seat := s.g.Seats[w.Seat]
	if l.Shared && w.Answers != nil {
		s.g.Seats[w.Holder].burnUpTo(w.Answers.Letter)
	}
	asked := w.Answers != nil && !w.Answers.Named && w.Answers.Kind == letter.Confirm
	confirms := asked && intake.WantsOf(words).Answer
	why := s.distrust(l, words, w)
	believed = why == "" || confirms && l.Proof != letter.Disowned
	if !believed && seat.took(l) {
		return false, errTwice
	}
	if !believed && !s.harmless(l, words, w) {
		s.doubt(l, seat, why)
		return false, nil
	}
	s.admit(l)
	seat.take(l)
	by := l
	if confirms {
		confirmed, err := s.confirmed(l, words, s.g.Seats[w.Holder], *w.Answers)
		if confirmed == nil || err != nil {
			return true, err
		}
		s.admit(*confirmed)
		seat.take(*confirmed)
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
	in := s.incoming(p, s.g.Seats[w.Seat], l, words)
	in.by, in.tag = &by, w.Tag
	if w.Holder == w.Seat {
		in.answers = w.Answers
	}
	stack, err := guarded(in.answer)
	switch {
	case stack != "":
		return &untakenError{stack}
	case err == nil && in.resigned:
		return in.left()
	case err == nil && in.closes:
		return s.close()
	}
	return err
}

// An incoming letter, while it is taken in.
type incoming struct {
	*step
	letter.Letter
	by        *letter.Letter // that is answered: this one, or one that confirmed it
	words     parser.Letter
	tag       parser.Tag
	answers   *letter.Token // of the letter of ours to the seat that it answers; nil: none
	seat      *seat
	reply     *templates.Page
	r         *templates.Receipt
	read      adjudicator.Reading // of its lines, for what its seat is asked
	said      bool                // a plain YES or NO
	elsewhere string              // for which other game its lines look like orders, in a sentence; "": for none
	changed   bool                // something on file
	closes    bool                // by that, nobody is waited for any more, and the turn is resolved after the receipt
	late      bool                // for an older question
	keeps     bool                // its orders are kept for the next question like that one

	resigned bool // its writer leaves the game
	sure     bool // it is answered however many were before
	again    bool // it was told again of what is past
	pressed  int  // pieces of press
	trial    bool // it is only tried how it would be read
}

// incoming is a letter from a seat to a game at a position, before anything of it is taken in.
func (s *step) incoming(p adjudicator.Position, seat *seat, l letter.Letter, words parser.Letter) *incoming {
	page := s.page(p, seat)
	page.Receipt = &templates.Receipt{Subject: l.Subject}
	return &incoming{step: s, Letter: l, by: &l, words: words, seat: seat, reply: &page, r: page.Receipt}
}

// note tells the writer something of what the letter did.
func (in *incoming) note(texts ...string) { in.r.Notes = append(in.r.Notes, texts...) }

// fault tells the writer why a line of it was not taken.
func (in *incoming) fault(line, why string) {
	in.r.Faults = append(in.r.Faults, adjudicator.Fault{Line: line, Text: why})
}

// answer takes the letter in and writes the receipt.
func (in *incoming) answer() error {
	if err := in.take(); err != nil {
		return err
	}
	in.shorten()
	if in.resigned {
		return in.takesLeave()
	}
	points := in.seat.Sent + 1 // of which the receipt is the first letter to tell
	if in.changed {
		in.closes = in.ripe()
	}
	if in.reply.Ask != nil {
		in.reply.Ask = in.asks(in.g.question(in.seat, in.reply.Ask.Number), in.seat, in.reply.View)
		in.reply.Ask.Points = in.g.question(in.seat, in.reply.Ask.Number).points(points)
		if in.closes {
			in.reply.Ask.Now, in.reply.Ask.Resolve = true, time.Time{}
		}
	}
	if in.sure {
		in.sendAs(letter.Reply, in.seat, "receipt", *in.reply, in.by)
	} else {
		in.send(in.seat, "receipt", *in.reply, in.by)
	}
	return nil
}

// takesLeave writes to a player who resigns: to the address that the letter came from, and always to the main one.
func (in *incoming) takesLeave() error {
	text := strings.Join(append([]string{"You have left the game, as you wished. Thank you for having played."}, in.r.Notes...), " ")
	if in.by.From != in.seat.Address {
		if err := in.farewell(in.seat, text, nil); err != nil {
			return err
		}
	}
	return in.farewell(in.seat, text, in.by)
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
		if err := in.obey(q, c); err != nil {
			return err
		}
	}
	in.talk(q)
	return nil
}

// obey carries out a command. On trial it does so only with those that bear on the turn.
func (in *incoming) obey(q *question, c parser.Command) error {
	if in.trial && c.Name != "READY" && c.Name != "WAIT" {
		return nil
	}
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
		return in.tellAgain(c)
	case "SET":
		in.set(c.Args)
	case "ZONE":
		in.setZone(c.Args)
	case "ABSENCE":
		in.absence(c.Args)
	case "LOCK":
		in.lock("LOCK", c.Args)
	case "ALSO":
		return in.also(c)
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
	switch {
	case q == nil:
		return
	case name == "WAIT" && q.Stands:
		in.note("The turn does not wait for you now, so there is nothing to WAIT for. What you file until it is carried out counts.")
		return
	case name == "READY" && (len(in.r.Faults) > 0 || len(in.read.Open()) > 0):
		in.note("READY was not noted, because something in your letter is still open. If what is on file is all, send READY again.")
		return
	}
	if name == "WAIT" && in.stage() != early {
		in.note("The deadline is over, so WAIT holds nothing any more.")
		return
	}
	q.Heard = true
	in.r.Notes = slices.DeleteFunc(in.r.Notes, func(n string) bool { return n == readyNoted })
	switch {
	case name == "READY" && in.seat.Wait:
		in.note("READY takes back your WAIT.")
	case name == "READY":
		in.note(readyNoted)
	}
	ready, wait := name == "READY", name == "WAIT"
	in.changed = in.changed || in.seat.Ready != ready || in.seat.Wait != wait || ready && (q.Ahead || q.unclear() || q.Answer == "")
	in.seat.Ready, in.seat.Wait = ready, wait
	if name == "WAIT" && in.g.Clock.Ends == calendar.AtDeadline {
		in.note("The turns of this game end at their deadlines anyway, so there is no need to WAIT.")
	}
	if name != "READY" {
		return
	}
	q.Ahead = false
	q.clear()
	if q.Answer == "" {
		in.file(q, in.reply.View, in.reply.View.Read(q.Kind, "", q.Default))
	}
}

// asked finds the question that the letter answers; nil if there is none, or the letter is too late for it.
func (in *incoming) asked() *question {
	orders := intake.WantsOf(in.words).Orders
	open, q := in.g.question(in.seat, 0), in.g.question(in.seat, in.tag.Question)
	switch {
	case in.g.State == over:
		in.r.Unchanged = true
	case in.g.State == held:
		in.r.Closed, in.r.Unchanged = "The game waits for its game master.", true
	case q != nil && (in.tag.Question == 0 || !in.crosses(q)):
		in.reply.Ask.Number = q.Number
		return q
	case orders && in.tag.Question > 0:
		in.cross(open)
	case open == nil:
		in.r.Unchanged = orders
	}
	return nil
}
