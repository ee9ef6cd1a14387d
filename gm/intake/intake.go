// Package intake says what a letter is: for which game, by whom, with which proof, what it wants, and why. It is the
// one place where that is decided. Its functions are pure: they get the letter and what is known that bears on it, and
// change nothing; carrying out what a letter wants is the business of package gm.
//
// Read decides about a letter as a whole. Which seat of a game it speaks for, and whether it is believed, depends on
// the game as it is when the letter takes effect, so From decides that then.
package intake

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// Known is what is known that bears on a letter.
type Known struct {
	Key    []byte           // of our tokens
	Tokens []letter.Token   // that the letter has, the surest first
	Desk   bool             // its address is that of the service's own game master
	Plays  []string         // the games in which its address has a seat or had one
	Games  map[string]*Game // those that it may be about: the ones of Plays and of Mentions, as far as they are there
	Unread map[string]error // those of Plays that can't be read, and why

	// Clerk reports whether there is something in a letter for the clerk, who carries out a game master's commands; nil
	// if there is no clerk.
	Clerk func(MailedCommands) bool
}

// A Game is what is known of one before a letter to it takes effect.
type Game struct {
	Name       string
	Title      string // of its rules, as people type it
	State      State
	Trust      Trust
	Began      bool   // it took players by mail, and has begun
	MayWatch   bool   // whoever asks may watch it, perhaps if its game master lets them
	Seats      []Seat // in its order
	Applicants []string
	Observers  []string
}

// A Seat of a game, as far as its letters go.
type Seat struct {
	letter.Reader
	Also string // its player's second address; "": they have none

	Locked bool // its player wants the proof of a domain with each letter; only From looks at that and what follows

	Sent  int // how many letters have gone to it; only From looks at that
	Fresh int // from which of them on their tokens prove who answers: since it was asked what it is asked now; likewise
}

// A State is how far a game has come.
type State int

const (
	Running State = iota
	Forming       // it takes players
	Over
	Shelved // it is over and archived
)

// Sits reports whether an address has a seat.
func (g *Game) Sits(addr string) bool {
	return slices.ContainsFunc(g.Seats, func(s Seat) bool { return s.of(addr) })
}

// of reports whether an address is one of the seat's player.
func (s Seat) of(addr string) bool { return addr != "" && (s.Address == addr || s.Also == addr) }

// made reports whether a token was made for an address that sits in the token's seat, or sat there before.
func (g *Game) made(key []byte, t letter.Token, addr string) bool {
	if t.Game != g.Name || t.Seat >= len(g.Seats) {
		return false
	}
	return t.Genuine(key, letter.Reader{Name: g.Seats[t.Seat].Name, Address: addr})
}

// A Kind says what a letter wants.
type Kind int

const (
	Nothing  Kind = iota // nothing of ours, or nothing that can be made out: it is put aside
	Returned             // it is a DSN about one of our letters, or answers one to an observer by machine
	Away                 // it is a vacation note that answers one of our letters
	Offer                // an answer of a standby
	Second               // an answer to the question whether an address is a player's, too
	Command              // a game master's, for the clerk
	Watch                // to watch a game, or no more
	SignUp               // a place in a game that takes players, or to leave it
	Play                 // something of a game in which its writer has a seat: orders, an answer, press, a question
	Lost                 // it is a player's, and for none of that player's games
	Unread               // it may be for a game that can't be read, and is to be handed in again
)

// An Intent is what a letter wants.
type Intent struct {
	Kind  Kind
	Game  string        // that it is for; "": none
	Why   string        // Nothing and Lost: why it is no more than that
	Token letter.Token  // Returned, Away, Offer and Second: of the letter of ours that it is about
	Words parser.Letter // what it says; nothing, where it was not worth taking apart
	Err   error         // Unread: why the game can't be read

	Dictation MailedCommands // Command
	Claim     Claim          // SignUp
	Watching  Watching       // Watch
	Own       []*Game        // Lost: the writer's games
}

// Why letters are put aside.
const (
	noWriter = "It does not say clearly who wrote it."
	noPlayer = "Nobody with that address plays here."
	noGame   = "It does not say which of your games it is for."
)

// MayConcern reports whether a letter is worth taking apart: of those whom nobody knows, only what may be about a place
// in a game is. What is in a game master's name is not, before something shows that they wrote it; only where they are
// known to play, too, it may be a player's letter like any other.
func (k Known) MayConcern(l letter.Letter) bool {
	if k.Poses(l) {
		_, plays := k.seats(l.From)
		return len(plays) > 0
	}
	return len(k.Plays) > 0 || k.Desk || k.mayAsk(l)
}

// Read says what a letter wants. Its From must be as letter.Address writes it. If it MayConcern us, its Words must have
// been called before: taking a stranger's letter apart may panic.
func Read(l letter.Letter, k Known) Intent {
	if l.Machine != "" || l.Report != nil {
		return k.machine(l)
	}
	if l.From == "" || !letter.ASCII(l.From) {
		return Intent{Why: noWriter}
	}
	switch {
	case k.MayConcern(l):
	case k.Poses(l): // it is read when they have said that it is theirs
		return Intent{Kind: Command, Dictation: MailedCommands{From: l.From, Unproved: true}}
	default:
		return Intent{Why: noPlayer}
	}
	return k.person(l, *l.Words())
}

// person says what a letter wants that a person wrote: the first thing that it can be.
func (k Known) person(l letter.Letter, words parser.Letter) Intent {
	if t, ok := k.offer(l); ok {
		return Intent{Kind: Offer, Game: t.Game, Token: t, Words: words}
	}
	if t, ok := k.second(l); ok {
		return Intent{Kind: Second, Game: t.Game, Token: t, Words: words}
	}
	if d, ok := k.dictation(l, words); ok {
		return Intent{Kind: Command, Game: d.Game, Words: words, Dictation: d}
	}
	w, words := k.watching(l, words)
	if w.Game != "" {
		return Intent{Kind: Watch, Game: w.Game, Words: words, Watching: w}
	}
	c, words := k.claim(l, words)
	if c.Game != "" {
		return Intent{Kind: SignUp, Game: c.Game, Words: words, Claim: c}
	}
	in := k.route(l, words)
	if in.Kind == Nothing && c.why != "" {
		in.Why = c.why
	}
	in.Words = words
	return in
}

// offer is the token of a letter to a standby that a letter answers. Its writer has no seat, and what their domain
// disowns, or does not vouch for where the game wants that, is none.
func (k Known) offer(l letter.Letter) (letter.Token, bool) {
	for _, t := range k.Tokens {
		g := k.Games[t.Game]
		if t.Kind != letter.Offer || t.Named || g == nil {
			continue
		}
		if g.Sits(l.From) || !t.Genuine(k.Key, Standby(l.From)) {
			continue
		}
		if l.Proof == letter.Proved || l.Proof != letter.Disowned && g.Trust != TrustSigned {
			return t, true
		}
	}
	return letter.Token{}, false
}

// second is the token of our letter that a letter answers, and that asks its writer's address whether it is a player's,
// too.
func (k Known) second(l letter.Letter) (letter.Token, bool) {
	i := slices.IndexFunc(k.Tokens, func(t letter.Token) bool {
		return t.Kind == letter.Also && k.Games[t.Game] != nil && t.Genuine(k.Key, Additional(l.From))
	})
	if i < 0 {
		return letter.Token{}, false
	}
	return k.Tokens[i], true
}

// Readers who have no seat.

// Additional is who is asked whether an address is a player's, too.
func Additional(addr string) letter.Reader {
	return letter.Reader{Name: "(also)", Address: addr}
}

// Standby is somebody who would take a seat over, as letters are written to them.
func Standby(addr string) letter.Reader {
	return letter.Reader{Name: "(standby)", Address: addr}
}

// Observer is somebody who watches a game, or has asked to, as letters are written to them.
func Observer(addr string) letter.Reader {
	return letter.Reader{Name: "(observer)", Address: addr}
}

// Office is a game master outside of all games, as letters are written to them.
func Office(addr string) letter.Reader {
	return letter.Reader{Name: string(adjudicator.GM), Address: addr}
}

// Applicant is somebody who has asked for a place in a game, as letters are written to them.
func Applicant(addr string) letter.Reader { return letter.Reader{Address: addr} }
