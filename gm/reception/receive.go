// Package reception takes letters in. [Receive] classifies a letter, using package intake, and does what the letter
// wants in a single step: it files orders, carries out commands, signs somebody up, or handles a letter that was
// returned. If nothing proves that a letter is from the player it claims to be from, it is put aside, and that player
// is asked. Letters that can't be understood go to the game master's inbox.
//
// known.go and vouch.go gather what a letter may be and what proves its writer, and trust.go decides whether they are
// believed (unproved.go and crossed.go: what becomes of letters that are not, or that came too late). Then one of these
// takes it: incoming.go a player's, with orders.go, points.go, talk.go, try.go, press.go and, for their other commands,
// absence.go, also.go, diary.go, film.go, help.go, why.go and wishes.go; join.go a sign-up (bar.go: who may not);
// observe.go and observers.go somebody who watches; standby.go an answer to the offer of a seat; returned.go mail that
// came back; steer.go a game master's commands; lobby.go all others. read.go and sample.go only show how a letter would
// be read, and elsewhere.go finds out which of their games a player means.
package reception

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

// Receive takes in one letter: it files the letter's orders, carries out its commands, answers it, and plays the game
// on if nobody else has to be waited for. A letter from somebody who is in no game, from a machine, or that can't be
// parsed goes to the game master's inbox and is not answered. If nothing proves that a letter is from the player it
// claims to be from, it is put aside, and that player is asked. A letter that is delivered twice takes effect once.
//
// An error means that the letter was not taken in and must be delivered again. Its text is for the operator.
func Receive(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter) error {
	return tallied(ctx, m, now, l, func(l letter.Letter) error { return receive(ctx, m, now, l) })
}

// PutAside puts a letter into the game master's inbox, with the reason, without reading it. Errors are as with
// Receive.
func PutAside(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, why string) error {
	foldFrom(&l)
	return tallied(ctx, m, now, l, func(l letter.Letter) error {
		return Carry(ctx, m, now, l, intake.Intent{Why: why})
	})
}

// tallied takes a letter in, and reports its fate to the meter.
func tallied(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, take func(letter.Letter) error) error {
	fate := letter.FateTaken
	if l.Machine != "" || l.Report != nil {
		fate = letter.FateMachine
	} else {
		l.Fate = &fate
	}
	l.Subject = strings.ToValidUTF8(l.Subject[:min(len(l.Subject), maxSubject)], "")
	err := take(l)
	switch {
	case errors.Is(err, gm.ErrTwice):
		fate, err = letter.FateTwice, nil
	case err != nil:
		fate = letter.FateError
	}
	m.MeterOrNone().Received(l.Way, fate)
	play.TellDamage(ctx, m, now, err)
	return err
}

// receive takes in a letter as it arrived. It returns [gm.ErrTwice] for a letter that was taken in before.
func receive(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter) error {
	in, err := Read(ctx, m, &l)
	if err != nil {
		return err
	}
	again, err := vouch(ctx, m, now, &l, in)
	if err != nil {
		return err
	}
	if again != "" {
		in = intake.Intent{Why: again}
	}
	return Carry(ctx, m, now, l, in)
}

// Carry takes in a letter whose intent has been determined. It returns [gm.ErrTwice] for a letter that was taken in
// before.
func Carry(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, in intake.Intent) error {
	l.Date = now
	t, err := takingOf(ctx, m, now, l, in)
	if t.why != "" && err == nil {
		t = putInInbox(m, now, l, t.why)
	}
	if err != nil || t.step == nil {
		return err
	}
	err = play.Do(ctx, m, now, t.game, &l, t.step)
	if errors.Is(err, gm.ErrHeld) {
		err = nil // the letter was put aside, and its writer was told
	}
	if err == nil {
		fate := letter.FateMachine
		if l.Fate != nil {
			fate = *l.Fate
		}
		m.Log.Info("a letter was taken in", "game", t.game, "id", l.ID, "fate", fate)
	}
	if err != nil || t.then == nil {
		return err
	}
	return t.then(ctx)
}

// takingOf returns how to take in a letter with the given intent.
func takingOf(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	switch in.Kind {
	case intake.Returned:
		return cameBack(ctx, m, now, l, in.Token)
	case intake.Away:
		return away(m, l, in.Token), nil
	case intake.Offer:
		return answersOffer(ctx, m, now, l, in)
	case intake.Second:
		return secondAnswers(ctx, m, now, l, in)
	case intake.Command:
		return steer(ctx, m, now, l, in)
	case intake.Watch:
		return watchGame(ctx, m, now, l, in)
	case intake.SignUp:
		return signUpLetter(ctx, m, now, l, in)
	case intake.Play:
		return playLetter(m, now, l, in), nil
	case intake.Lost:
		return replyNoGame(ctx, m, now, l, in)
	case intake.Unread:
		return taking{}, in.Err
	}
	return taking{why: in.Why}, nil
}

// playLetter returns how to take in a letter to a game in which its writer has a seat.
func playLetter(m *gm.Master, now time.Time, l letter.Letter, in intake.Intent) taking {
	believed, taken, asked := false, letter.Letter{}, ""
	step := func(s *gm.Step) (err error) {
		believed, err = ReceiveFromSeat(s, l, in.Words)
		taken, asked = s.Letter, s.AsksAt
		return err
	}
	then := func(ctx context.Context) error {
		if asked != "" {
			if err := wasAsked(ctx, m, now, asked); err != nil {
				return err
			}
		}
		if !believed {
			return nil
		}
		if taken.Proof != letter.Proved && taken.Seal != "" { // its signature may be verified when it comes again
			if err := noteSeal(ctx, m, now, taken, in.Game); err != nil {
				return err
			}
		}
		return play.Alive(ctx, m, now, l.From)
	}
	return taking{game: in.Game, step: step, then: then}
}

// ReceiveFromSeat is the step that takes in a letter to a game. It reports whether the letter is believed to be from
// its player.
func ReceiveFromSeat(s *gm.Step, l letter.Letter, words parser.Letter) (believed bool, err error) {
	if !s.Game.Begun() {
		return early(s, l)
	}
	w := sender(s, l, words)
	if w.Seat < 0 { // the seat was given to somebody else after the letter was classified
		play.Stray(s, l.HeldKey(), game.Item{Why: "Its writer has no seat in this game.", Letter: &l})
		return false, nil
	}
	seat := s.Game.Seats[w.Seat]
	if l.Shared && w.Answers != nil {
		s.Game.Seats[w.Holder].BurnUpTo(w.Answers.Letter)
	}
	asked := w.Answers != nil && !w.Answers.Named && w.Answers.Kind == letter.Confirm
	confirms := asked && intake.WantsOf(words).Answer
	why := distrust(s, l, words, w)
	believed = why == "" || confirms && l.Proof != letter.Disowned
	if !believed && seat.HasTaken(l) {
		return false, gm.ErrTwice
	}
	if !believed && !readOnly(s, l, words, w) {
		if err := takenBefore(s, l); err != nil {
			return false, err
		}
		doubt(s, l, seat, why)
		return false, nil
	}
	admit(s, l)
	seat.NoteTaken(l)
	by := l
	if confirms {
		confirmed, err := confirmed(s, l, words, s.Game.Seats[w.Holder], *w.Answers)
		if confirmed == nil || err != nil {
			return true, err
		}
		admit(s, *confirmed)
		seat.NoteTaken(*confirmed)
		l, words = *confirmed, *confirmed.Words()
		w = sender(s, l, words)
		seat = s.Game.Seats[w.Seat]
	}
	if w.Complaint != "" {
		writing.Notice(s, seat, "notice", w.Complaint, &by)
		return believed, nil
	}
	if seat.Name == adjudicator.GM && s.Game.Blinds(seat.Address) { // the answer says so
		writing.Notice(s, seat, "desk", "", &by)
		return believed, nil
	}
	if believed && !words.Tries() { // otherwise anybody could keep a seat for a player who is missing
		play.NoteHere(s, seat)
	}
	return believed, takeIn(s, l, by, words, w)
}

// takeIn takes in a letter from a seat. by is the letter to be answered: the same one, or the one that confirmed it.
func takeIn(s *gm.Step, l, by letter.Letter, words parser.Letter, w intake.Sender) error {
	var p adjudicator.Position
	if s.Game.State != game.Held { // in a held game, the rules might fail again on what they failed on before
		var err error
		if p, err = s.View(); err != nil {
			return err
		}
	}
	in := newIncoming(s, p, s.Game.Seats[w.Seat], l, words)
	in.by, in.tag = &by, w.Tag
	if w.Holder == w.Seat {
		in.Answers = w.Answers
	}
	stack, err := gm.Guarded(in.answer)
	switch {
	case stack != "":
		return &gm.UntakenError{Stack: stack}
	case err == nil && in.resigned:
		return in.left()
	case err == nil && in.closes:
		return play.Close(s)
	}
	return err
}

// answer carries out the letter and writes the receipt.
func (in *incoming) answer() error {
	if err := in.Take(); err != nil {
		return err
	}
	in.shorten()
	if in.resigned {
		return in.takesLeave()
	}
	points := in.seat.Sent + 1 // number of the receipt, which is the first letter to report these points
	if in.changed {
		in.closes = play.IsRipe(in.s)
	}
	if in.reply.Ask != nil {
		in.reply.Ask = writing.AskFor(in.s, in.s.Game.Question(in.seat, in.reply.Ask.Number), in.seat, in.reply.View)
		in.reply.Ask.Points = in.s.Game.Question(in.seat, in.reply.Ask.Number).OpenPoints(points)
		if in.closes {
			in.reply.Ask.Now, in.reply.Ask.Resolve = true, time.Time{}
		}
	}
	if in.sure {
		writing.SendAs(in.s, letter.Reply, in.seat, "receipt", *in.reply, in.by)
	} else {
		writing.Send(in.s, in.seat, "receipt", *in.reply, in.by)
	}
	return nil
}

// takesLeave writes a farewell to a player who resigns: to the address that the letter came from and, if that is
// another one, to the main address.
func (in *incoming) takesLeave() error {
	text := strings.Join(append([]string{"You have left the game, as you wished. Thank you for having played."},
		in.r.Notes...), " ")
	if in.by.From != in.seat.Address {
		if err := play.Farewell(in.s, in.seat, text, nil); err != nil {
			return err
		}
	}
	return play.Farewell(in.s, in.seat, text, in.by)
}

// Take carries out the letter.
func (in *incoming) Take() error {
	for _, f := range in.words.Faults {
		in.fault(f.Line, f.Text)
	}
	if in.Left && in.Defect == "" {
		in.note("Your letter is large, so only its text was read, not the pictures or files that came with it.")
	}
	in.answersPress()
	if in.words.Tries() && !in.trial {
		return in.takeTrial()
	}
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

// obey carries out a command; in a dry run only if it concerns the turn.
func (in *incoming) obey(q *game.Question, c parser.Command) error {
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
		in.r.Help = in.commands()
	case "RULES":
		rules, err := in.s.Master.RulesOf(in.s.Game.Rules)
		if err != nil {
			return err
		}
		if in.r.Doc, err = rules.Told(rules.Ruled(in.s.Game.Options)); err != nil {
			return err
		}
		writing.TellRulings(in.s, in.reply)
	case "STATUS":
		in.r.Status = in.s.Game.State != game.Held
		if text := writing.MasterPlays(in.s); text != "" {
			in.note(text)
		}
	case "COSTS", "CARDS":
		if in.reply.View != nil && in.s.Game.State != game.Held && !slices.Contains(in.r.Pages, c.Name) {
			in.r.Pages = append(in.r.Pages, c.Name)
		}
	case "FILM":
		in.film()
	case "WHY":
		return in.explainTurn(c)
	case "SUPPOSE":
		if c.Args == "" {
			in.fault("SUPPOSE", supposeWhat+in.like("SUPPOSE"))
		}
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
		in.fault(c.Line, "No game of that name is taking players now; LIST shows which ones are.")
	case "READY", "WAIT":
		in.flag(q, c.Name)
	}
	return nil
}

// setZone sets the time zone for times in letters to the writer.
func (in *incoming) setZone(name string) {
	if strings.EqualFold(name, "utc") || strings.EqualFold(name, "gmt") {
		name = "UTC"
	}
	if !calendar.IsZone(name) {
		in.fault("ZONE "+name, "There is no such time zone; write it as in ZONE Europe/Paris or ZONE America/New_York.")
		return
	}
	in.seat.Zone = name
	in.reply.Now = in.s.Now.In(in.s.Game.Zone(in.seat))
	if in.reply.Ask != nil {
		writing.TellDeadline(in.s, in.reply, in.seat)
	}
	in.note("Times in your letters are now those of " + name + ".")
}

const readyNoted = "READY has been noted."

// flag records READY or WAIT.
func (in *incoming) flag(q *game.Question, name string) {
	switch {
	case q == nil:
		return
	case name == "WAIT" && q.Stands:
		in.note("The turn is not waiting for you now, so WAIT changes nothing. What you file until it is resolved " +
			"counts.")
		return
	case name == "READY" && (len(in.r.Faults) > 0 || len(in.read.Open()) > 0):
		in.note("READY was not noted, because something in your letter is still open. If that is all, send READY " +
			"again.")
		return
	case name == "READY" && in.readNone(q):
		in.note(notReady(q))
		return
	}
	if name == "WAIT" && play.StageOf(in.s) != play.Early {
		in.note("The deadline has passed, so WAIT can no longer hold the turn.")
		return
	}
	q.Heard = true
	in.r.Notes = slices.DeleteFunc(in.r.Notes, func(n string) bool { return n == readyNoted })
	switch {
	case name == "READY" && in.seat.Wait:
		in.note("READY cancels your WAIT.")
	case name == "READY":
		in.note(readyNoted)
	}
	ready, wait := name == "READY", name == "WAIT"
	if in.seat.Ready != ready || in.seat.Wait != wait {
		in.changed = true
	}
	open := q.Ahead || q.Unclear() || q.Answer == ""
	if ready && open {
		in.changed = true
	}
	in.seat.Ready, in.seat.Wait = ready, wait
	if name == "WAIT" && !in.s.Game.EndsEarly() {
		in.note("The turns of this game end at their deadlines anyway, so there is no need to WAIT.")
	}
	if name != "READY" {
		return
	}
	q.Ahead = false
	q.Clear()
	if q.Answer == "" {
		play.FileAnswer(in.s, q, in.reply.View, in.reply.View.Read(q.Kind, "", q.Default))
	}
}

// readNone reports whether nothing of the letter was read as an order, though it has words that may have been meant as one.
func (in *incoming) readNone(q *game.Question) bool {
	return !in.read.Has(adjudicator.Filed) && len(in.ignored(q)) > 0
}

// notReady says why READY is not noted if nothing of the letter was read as an order.
func notReady(q *game.Question) string {
	if q.Answer == "" {
		return "READY was not noted, because nothing is on file, and part of your letter was not read as an order. " +
			"If you " +
			"want to send nothing, send READY by itself."
	}
	return "READY was not noted, because part of your letter was not read as an order, and what is on file is from " +
		"an earlier " +
		"letter. If that still holds, send READY by itself."
}

// asked returns the question that the letter answers, or nil if there is none or the letter is too late for it.
func (in *incoming) asked() *game.Question {
	orders := intake.WantsOf(in.words).Orders
	open, q := in.s.Game.Question(in.seat, 0), in.s.Game.Question(in.seat, in.tag.Question)
	switch {
	case in.s.Game.State == game.Over:
		in.r.Unchanged = true
	case in.s.Game.State == game.Held:
		in.r.Closed, in.r.Unchanged = "The game waits for its game master.", true
	case q != nil && (in.tag.Question == 0 || !in.crosses(q)):
		in.reply.Ask.Number = q.Number
		return q
	case orders && in.tag.Question > 0:
		in.cross(open)
	case open == nil && orders && adjudicator.IsOut(in.reply.View):
		in.r.Closed, in.r.Unchanged = isOut, true
	case open == nil:
		in.r.Unchanged = orders
	}
	return nil
}
