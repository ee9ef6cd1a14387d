// Package gm is the ground floor of the game master: what all its rooms share. A [Master] has the settings of the
// service: the store, the rules, the words, the addresses, the key. A [Step] is one transaction of one game: it is
// decided on the game as it was loaded, collects log entries, tasks and letters to send, and commits all of them or
// none. Nothing is sent inside a step. What a Master keeps in memory between two steps only saves work: the store has
// all that counts, and a Master that starts anew does without.
//
// These are the rooms, from the ground up. Each uses those above it in this list and none of those below it:
//
//	letter, refusal, calendar   values: a letter, a refusal that is also the answer, the clock of a game
//	intake      what a letter is: for which game and seat, by whom, with which proof, and what it wants
//	game        the state of one game, and all that can be told from it alone
//	gm          this package: settings, transactions, the log, the records of addresses
//	writing     the letters that a game writes: what stands in them, with which pictures, in which thread
//	outbox      which letters wait to be sent, what became of each attempt, which addresses are suspended
//	record      what players have done across games: turns missed, seats left, results
//	play        how a game goes on: questions, deadlines, reports, press, seats that change hands
//	reception   takes letters in: files orders, obeys commands, signs players up, puts aside what is in doubt
//	inspect     shows what a game is and was, to its game master or as a seat sees it, and changes nothing
//	desk        what the human game master does, each act with dry run, reason and undo
//	site        what looks across games: outages, archive, export, verification, statistics
//	work        does what is due: sends letters, and has turns resolved whose deadline is over
//
// The package knows no game's rules and no mail protocol, and reads no clock.
package gm

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/mail"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/templates"
)

// A Master runs all the games of a store. Its methods may be called by several goroutines at once.
type Master struct {
	Store   store.Store
	Rules   []*adjudicator.Rules
	Words   *templates.Set
	Log     *slog.Logger
	Address string // where players write to
	Name    string // in front of that address

	Desk string // the human game master's own address, for games that name none; may be empty

	// Notify is when game masters hear of what waits for them, where their game does not say; "": daily.
	Notify string

	// Maps draws what letters show of the board. Nil: they have no maps.
	Maps Maps

	// Clerk carries out what game masters command by mail. Nil: nobody does.
	Commands CommandRunner

	// Key makes the tokens by which a letter is known to be an answer to one of ours: 16 random bytes or more that
	// nobody learns, the same as long as the store is kept. See LoadKey.
	Key []byte
	// Plus says that mail to name+anything@domain comes to Address, name@domain. Then letters have tokens in the
	// addresses that answers and DSNs go to; else only in their Message-IDs.
	Plus bool
	// Answers is how many letters of a player are answered one by one in a day; 200 when zero. What they say is carried
	// out beyond that, too, and they get one letter at the end of the day.
	Answers int

	// Retake is after what time a task is taken again that a worker took and has not finished: longer
	// than a batch of letters takes to be sent, if there are several workers. A letter that is taken again may have
	// arrived, and is marked as a possible copy. Two minutes when zero.
	LeaseTimeout time.Duration

	// Process names this process among several that work on the same store. Then letters that have not been sent when
	// three quarters of Retake are over are put back, so that nobody else sends them beside this one. "": it is alone.
	Process string

	// Mailbox does the tasks of a mailbox that one of several processes reads, and says when they are due again: never,
	// with the zero time. Nil: this process reads none, and leaves them to others.
	Mailbox func(ctx context.Context, now time.Time, t store.Task) (again time.Time)

	// Doubt is after what time a letter is sent again of which nobody knows whether its mail server took it; each
	// further time it is twice as long. Ten minutes when zero.
	AmbiguousRetry time.Duration

	// Parallel is to how many addresses letters are sent at once. Up to one, they go out in the order in which they
	// were written.
	Parallel int

	// TakenIn says up to when all letters that had come have been taken in. No deadline after
	// that is over yet: after an outage, orders that came in time count. Nil: up to now.
	TakenIn func() time.Time
	// Heard says up to when letters were taken in at all, though others may wait. Nil: as TakenIn.
	Reached func() time.Time

	// Guard is for how long the service may be off, or without mail, before that counts: then every deadline that fell
	// into that time or soon after it is put off, before any turn is resolved. And a clock that can't be right stops
	// the resolving of turns until the game master has looked. 0: nothing is looked after.
	OutageThreshold time.Duration

	// Meter is told what is done, for an operator who watches. Nil: nobody is.
	Meter Meter

	// Bar is who may not sign up by mail without the game master. Nil: everybody may.
	Bar *Bar

	// Notices tells others what is public. Nil: nobody is told.
	Notices *Notices

	// Shelf keeps archived games. Nil: the store does, if it keeps blobs.
	Shelf store.Blobs

	Heartbeat Heartbeat
	Damage    atomic.Value // the day of which the human game master was told that the store is damaged
	journal   journal      // of letters that are being taken in
	Cache     cache
}

// A Bar is against players who have missed too many turns.
type Bar struct {
	Most  float64 // the part of their turns that they may have missed, from 0 to 1
	Least int     // turns that they must have had before that counts
}

// AsRefusal turns an error about what the game master wrote into a refusal; other errors stay as they are.
func AsRefusal(err error) error {
	if fault := (*calendar.Fault)(nil); errors.As(err, &fault) {
		return &refusal.Error{Text: fault.Text}
	}
	return err
}

// RulesOf finds a title by its name.
func (m *Master) RulesOf(name string) (*adjudicator.Rules, error) {
	i := slices.IndexFunc(m.Rules, func(r *adjudicator.Rules) bool { return r.Name == name })
	if i < 0 {
		var known []string
		for _, r := range m.Rules {
			known = append(known, r.Name)
		}
		return nil, refusal.New("There are no rules called %q; there are %s.", name, game.Listed(known))
	}
	return m.Rules[i], nil
}

// isOurs reports whether letters to an address come to us, also with a plus in it.
func (m *Master) isOurs(addr string) bool {
	local, domain, _ := strings.Cut(letter.Address(addr), "@")
	own, ownDomain, _ := strings.Cut(letter.Address(m.Address), "@")
	if m.Plus {
		local, _, _ = strings.Cut(local, "+")
	}
	return local == own && domain == ownDomain
}

// CheckAddress refuses what is no mail address; it returns nil for one.
func (m *Master) CheckAddress(addr string) error {
	if !IsAddress(addr) {
		return refusal.New("%q is no mail address.", addr)
	}
	if m.isOurs(addr) {
		return refusal.New("%s is the address that this service itself reads and writes from, so its letters would "+
			"come back to it. Give another address.", addr)
	}
	return nil
}

// IsAddress reports whether text is a mail address as it stands in a letter's From.
func IsAddress(text string) bool {
	if !letter.ASCII(text) || store.CheckName(PlayerKey(text)) != nil {
		return false
	}
	a, err := mail.ParseAddress(text)
	return err == nil && a.Name == "" && a.Address == text
}

// Maps draws pictures of boards. Within a step only text is drawn.
type Maps interface {
	// Has reports whether there is a picture of the board of a chart.
	Has(c adjudicator.Chart) bool
	// Cuts reports whether a picture is cut to places and what is next to them; else it shows the whole board.
	Cuts(c adjudicator.Chart, places []string) bool
	// Text is a chart made of letters, up to 78 columns wide, in a language.
	Text(c adjudicator.Chart, language string) (string, error)
}

// A CommandRunner carries out what a human game master commands by mail, in the words of the command line.
type CommandRunner interface {
	// Knows reports whether one of the lines may be a command. It is asked about every letter of a player, so it looks
	// at little.
	Knows(lines []string) bool
	// Reads reports whether a letter is for the clerk: whether it has a command in it, or writes for somebody else's
	// seat.
	Reads(ctx context.Context, d intake.MailedCommands) bool
	// CarryOut carries out one line after another, and says what came of each. What was carried out under the same
	// key before is not done again.
	CarryOut(ctx context.Context, now time.Time, d intake.MailedCommands) []templates.Said
}

// NotifyOrDaily is when game masters hear of what waits for them, where nothing else is said.
func (m *Master) NotifyOrDaily() game.Notify { return cmp.Or(game.Notify(m.Notify), game.NotifyDaily) }

// AnswersADay is how many letters from one address are answered one by one in a day.
func (m *Master) AnswersADay() int { return cmp.Or(m.Answers, defaultAnswers) }

const (
	defaultAnswers = 200
)
