// Package gm is the base of the game master: it contains what all packages of the game master share. A [Master] holds
// the settings of the service: the store, the rules, the templates, the addresses, the key. A [Step] is one
// transaction of one game: it is decided on the game as loaded, collects log entries, tasks and letters to send, and
// commits all of them or none. Nothing is sent inside a step. What a Master keeps in memory between two steps only
// saves work: everything that matters is in the store, and a new Master works without the rest.
//
// These are the packages in order of dependency. Each uses only packages above it in this list:
//
//	letter, refusal, calendar   values: a letter, a refusal that is also the answer, the clock of a game
//	intake      what a letter is: for which game and seat, by whom, with which proof, and what it wants
//	game        the state of one game, and all that can be told from it alone
//	gm          this package: settings, transactions, the log, the records of addresses
//	writing     the letters that a game writes: what stands in them, with which pictures, in which thread
//	outbox      which letters wait to be sent, what became of each attempt, which addresses are suspended
//	record      what players have done across games: turns missed, seats left, results
//	play        how a game goes on: questions, deadlines, reports, press, seats that change hands
//	robot       lets robots answer what the seats that they have are asked
//	reception   takes letters in: files orders, obeys commands, signs players up, puts aside what is in doubt
//	inspect     shows what a game is and was, to its game master or as a seat sees it, and changes nothing
//	desk        what the human game master does, each act with dry run, reason and undo
//	site        what looks across games: outages, archive, export, verification, statistics
//	work        does what is due: sends letters, and has turns resolved whose deadline is over
//
// The package does not depend on the rules of any game or on any mail protocol, and it does not read the clock.
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
	"deaddrop/adjudicator/robots"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/templates"
)

// A Master runs all the games of a store. It is safe for concurrent use.
type Master struct {
	Store   store.Store
	Rules   []*adjudicator.Rules
	Words   *templates.Set
	Log     *slog.Logger
	Address string // the address that players write to
	Name    string // the display name for that address

	Desk string // Desk is the human game master's own address, for games that name none; it may be empty.
	// Masters are further game masters whom the configuration names; there are none without Desk.
	Masters []SiteMaster

	// NewGame has values for flags of gm new where the command says nothing: by the name of a title, or "" for all titles,
	// and by flag.
	NewGame map[string]map[string]string
	House   string // House is the text of the club's house rules, for new games; "" for none.

	// PublicPage returns the address of a game's public page, or "" if it has none. If it is nil, no game has one.
	PublicPage func(name string) string

	// Notify says when game masters are told about items in their inbox, unless their game says otherwise; "" means
	// daily.
	Notify string

	// Robots are the titles that robots can play. A title that is not listed, or whose New is nil, has no robots.
	Robots []robots.Game

	// Maps draws the boards in letters. If it is nil, letters have no maps.
	Maps Maps

	// Commands carries out the commands that game masters send by mail. If it is nil, such commands are not carried
	// out.
	Commands CommandRunner

	// Key is the secret from which tokens are made that prove a letter to be an answer to one of ours: at least 16
	// random bytes. It must stay the same as long as the store is used. See LoadKey.
	Key []byte
	// Plus says that mail to name+anything@domain is delivered to Address, name@domain. Letters then carry tokens in
	// the addresses for answers and DSNs; otherwise only in their Message-IDs.
	Plus bool
	// Answers is the number of a player's letters that are answered individually per day; 0 means 200. Later letters
	// are carried out as well, and are answered together at the end of the day.
	Answers int

	// LeaseTimeout is the time after which an unfinished task may be taken by another worker. If there are several
	// workers, it must be longer than it takes to send a batch of letters. A letter whose task is taken again may
	// have been sent already, so it is marked as a possible duplicate. 0 means two minutes.
	LeaseTimeout time.Duration

	// Process identifies this process among several that use the same store. If it is set, letters that are not sent
	// within three quarters of LeaseTimeout are put back, so that no other process sends them at the same time. ""
	// means that there is only one process.
	Process string

	// Mailbox does the tasks that belong to a mailbox which one of several processes reads. It returns when the task
	// is due again, or the zero time for never. If it is nil, this process reads no mailbox and leaves these tasks to
	// others.
	Mailbox func(ctx context.Context, now time.Time, t store.Task) (again time.Time)

	// AmbiguousRetry is the time after which a letter is sent again if it is unknown whether the mail server accepted
	// it. The time doubles with each attempt. 0 means ten minutes.
	AmbiguousRetry time.Duration

	// Parallel is the number of addresses to which letters are sent concurrently, those without pictures first. If it
	// is at most 1, letters are sent in the order in which they were written.
	Parallel int

	// TakenIn returns the time up to which all incoming letters have been taken in. A deadline after that time does
	// not count as passed, so that orders that arrived in time count even after an outage. If it is nil, all letters
	// count as taken in.
	TakenIn func() time.Time
	// Reached returns the time up to which letters were taken in at all, though some may still be waiting. If it is
	// nil, TakenIn is used.
	Reached func() time.Time

	// OutageThreshold is the length of an outage, of the service or of its mail, that matters. After such an outage,
	// every deadline that fell into it or soon after it is postponed before any turn is resolved. Also, if the clock
	// is implausible, no turn is resolved until the game master has checked it. 0 turns both off.
	OutageThreshold time.Duration

	// TriesPerDay is the largest number of letters a day in which one seat's orders are tried; 0 for the usual one.
	TriesPerDay int

	// Meter is told what happens, for monitoring. It may be nil.
	Meter Meter

	// Bar says which players may not sign up by mail without the game master's consent. If it is nil, everybody may.
	Bar *Bar

	// Notices publishes public events. If it is nil, nothing is published.
	Notices *Notices

	// Shelf stores archived games. If it is nil, the store is used, provided that it can store blobs.
	Shelf store.Blobs

	Heartbeat Heartbeat
	Damage    atomic.Value // the day on which the game master was told that the store is damaged
	journal   journal      // letters that are being taken in
	Cache     cache
}

// A Bar excludes players who have missed too many turns.
type Bar struct {
	Most  float64 // largest fraction of missed turns that is allowed, from 0 to 1
	Least int     // number of turns from which on the fraction counts
}

// AsRefusal turns an error in what the game master wrote into a refusal. Other errors are returned unchanged.
func AsRefusal(err error) error {
	if fault := (*calendar.Fault)(nil); errors.As(err, &fault) {
		return &refusal.Error{Text: fault.Text}
	}
	return err
}

// RulesOf returns the rules of a title, or an error if there is none with that name.
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

// RobotsOf returns the robots of a title by its name, or nil if it has none.
func (m *Master) RobotsOf(name string) *robots.Game {
	for i, g := range m.Robots {
		if g.Rules.Name == name && g.New != nil {
			return &m.Robots[i]
		}
	}
	return nil
}

// isOurs reports whether letters to an address come to the service, including addresses with a plus.
func (m *Master) isOurs(addr string) bool {
	local, domain, _ := strings.Cut(letter.Address(addr), "@")
	own, ownDomain, _ := strings.Cut(letter.Address(m.Address), "@")
	if m.Plus {
		local, _, _ = strings.Cut(local, "+")
	}
	return local == own && domain == ownDomain
}

// CheckAddress returns a refusal if addr is not a mail address that can be used for a player, and nil otherwise.
func (m *Master) CheckAddress(addr string) error {
	if !IsAddress(addr) {
		return refusal.New("%q is not a mail address.", addr)
	}
	if m.isOurs(addr) {
		return refusal.New("%s is the address that this service itself reads and writes from, so its letters would "+
			"come back to it. Give another address.", addr)
	}
	return nil
}

// IsAddress reports whether text is a plain mail address, as in the From field of a letter.
func IsAddress(text string) bool {
	if !letter.ASCII(text) || store.CheckName(PlayerKey(text)) != nil {
		return false
	}
	a, err := mail.ParseAddress(text)
	return err == nil && a.Name == "" && a.Address == text
}

// Maps says which boards can be drawn, and draws them as text. Pictures are not drawn within a step.
type Maps interface {
	// Has reports whether a picture of a chart's board can be drawn.
	Has(c adjudicator.Chart) bool
	// Cuts reports whether the picture of a chart would be cropped to places and their neighbours, rather than show
	// the whole board.
	Cuts(c adjudicator.Chart, places []string) bool
	// Text returns a chart as a map of characters, up to 78 columns wide, in a language.
	Text(c adjudicator.Chart, language string) (string, error)
}

// A CommandRunner carries out commands that a human game master sends by mail, in the syntax of the command line.
type CommandRunner interface {
	// Knows reports whether one of the lines may be a command. It is called for every letter from a player, so it
	// must be fast.
	Knows(lines []string) bool
	// Reads reports whether a letter is to be handled as commands: whether it contains a command, or is written on
	// behalf of a seat that is not the writer's.
	Reads(ctx context.Context, d intake.MailedCommands) bool
	// CarryOut carries out the commands of a letter one by one and returns the result of each. The letter's key makes
	// this idempotent: a command that was carried out with the same key is not carried out again.
	CarryOut(ctx context.Context, now time.Time, d intake.MailedCommands) []templates.Said
}

// NotifyOrDaily returns Notify, or daily if it is not set.
func (m *Master) NotifyOrDaily() game.Notify { return cmp.Or(game.Notify(m.Notify), game.NotifyDaily) }

// AnswersADay returns how many letters from an address are answered individually per day.
func (m *Master) AnswersADay() int { return cmp.Or(m.Answers, defaultAnswers) }

const (
	defaultAnswers = 200
)
