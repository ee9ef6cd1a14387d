// Package intake decides what a received letter is: for which game, from whom, with which proof, what it wants, and
// why. No other package decides that. Its functions are pure: they get the letter and the relevant facts, and change
// nothing. Package reception does what a letter wants.
//
// Read classifies a letter as a whole. Which seat it speaks for, and whether it is believed, depends on the state of
// the game when the letter takes effect, so From decides that then.
package intake

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// Known holds the facts that are needed to classify a letter.
type Known struct {
	Key    []byte           // secret key of our tokens
	Tokens []letter.Token   // the tokens in the letter, the most reliable first
	Desk   bool             // its address is that of the service's game master
	Plays  []string         // the games in which its address has or had a seat
	Games  map[string]*Game // the existing ones among Plays and Mentions, by name
	Unread map[string]error // games of Plays that can't be read, with the error

	// Clerk reports whether a letter contains anything for the clerk, who carries out game masters' commands; nil if
	// there is no clerk.
	Clerk func(MailedCommands) bool
}

// A Game holds the facts about a game that are needed to classify a letter.
type Game struct {
	Name       string
	Title      string // the title, as people type it
	State      State
	Trust      Trust
	Began      bool   // whether it took players by mail, and has begun
	MayWatch   bool   // anybody may ask to watch it, perhaps subject to the game master's consent
	Seats      []Seat // in the game's order
	Applicants []string
	Observers  []string
	Masters    []Master // beside whoever has the game master's seat
}

// A Master is a game master who has no seat.
type Master struct {
	Address string
	Acts    bool // whether they may change the game, not only see it
}

// A Seat holds the facts about a seat that are needed to classify a letter.
type Seat struct {
	letter.Reader
	Also string // the player's second address, or ""

	Locked bool // whether the player demands the proof of a domain with each letter; used by From only

	Sent  int // number of letters sent to it; used by From only
	Fresh int // number of the oldest letter whose token still proves who answers; used by From only
}

// A State is the stage of a game.
type State int

const (
	Running State = iota
	Forming       // the game takes players
	Over
	Shelved // the game is over and in the archive
)

// Sits reports whether an address has a seat in the game.
func (g *Game) Sits(addr string) bool {
	return slices.ContainsFunc(g.Seats, func(s Seat) bool { return s.of(addr) })
}

// of reports whether an address is one of the player's.
func (s Seat) of(addr string) bool { return addr != "" && (s.Address == addr || s.Also == addr) }

// made reports whether a token was made for an address that sits, or once sat, in the token's seat.
func (g *Game) made(key []byte, t letter.Token, addr string) bool {
	if t.Game != g.Name || t.Seat >= len(g.Seats) {
		return false
	}
	return t.Genuine(key, letter.Reader{Name: g.Seats[t.Seat].Name, Address: addr})
}

// A Kind classifies letters by what they want.
type Kind int

const (
	Nothing  Kind = iota // the letter is unclear, or not for us: it is put aside
	Returned             // a DSN about one of our letters, or an automatic answer to an observer's letter
	Away                 // a vacation note that answers one of our letters
	Offer                // a standby's answer to the offer of a seat
	Second               // an answer to the question whether an address also belongs to a player
	Command              // a game master's commands, for the clerk
	Watch                // a wish to begin or stop watching a game
	SignUp               // a wish for a place in a game that is taking players, or to give it up
	Play                 // a player's letter to their game: orders, an answer, press or a question
	Lost                 // a player's letter that belongs to none of their games
	Unread               // a letter for a game that may exist but can't be read; to be retried later
)

// An Intent is the classification of a letter.
type Intent struct {
	Kind  Kind
	Game  string        // the game that it is for, or ""
	Why   string        // the reason, for Nothing and Lost
	Token letter.Token  // the token of the letter of ours that it is about, for Returned, Away, Offer and Second
	Words parser.Letter // the parsed text; empty if the letter was not worth parsing
	Err   error         // why the game can't be read, for Unread

	Dictation MailedCommands // the commands, for Command
	Claim     Claim          // what the letter says about a place, for SignUp
	Watching  Watching       // what the letter says about watching, for Watch
	Own       []*Game        // the writer's games, for Lost
}

// Reasons to put letters aside.
const (
	noWriter = "It does not say clearly who wrote it."
	noPlayer = "Nobody with that address plays here."
	noGame   = "It does not say which of your games it is for."
)

// MayConcern reports whether a letter is worth parsing. From an unknown address, only a letter that may be about a
// place in a game or watching one is. A letter in a game master's name is not until it is proved to be theirs, unless
// they are also a player: then it may be a player's ordinary letter.
func (k Known) MayConcern(l letter.Letter) bool {
	if k.Poses(l) {
		_, plays := k.seats(l.From)
		return len(plays) > 0
	}
	return len(k.Plays) > 0 || k.Desk || k.mayAsk(l)
}

// Read classifies a letter. l.From must be in the form of letter.Address. If MayConcern is true, the caller must have
// called l.Words before, since parsing a stranger's letter may panic.
func Read(l letter.Letter, k Known) Intent {
	if l.Machine != "" || l.Report != nil {
		return k.machine(l)
	}
	if l.From == "" || !letter.ASCII(l.From) {
		return Intent{Why: noWriter}
	}
	switch {
	case k.MayConcern(l):
	case k.Poses(l): // the letter is parsed once they have confirmed that it is theirs
		return Intent{Kind: Command, Dictation: MailedCommands{From: l.From, Unproved: true}}
	default:
		return Intent{Why: noPlayer}
	}
	return k.person(l, *l.Words())
}

// person classifies a letter that a person wrote. The first kind that fits counts.
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

// offer returns the token of the standby offer that a letter answers. ok is false if its writer already has a seat,
// if the author's domain disowns the letter, or if the game demands the domain's proof and there is none.
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

// second returns the token of the letter that asked the writer whether their address is also a player's second one.
func (k Known) second(l letter.Letter) (letter.Token, bool) {
	i := slices.IndexFunc(k.Tokens, func(t letter.Token) bool {
		return t.Kind == letter.Also && k.Games[t.Game] != nil && t.Genuine(k.Key, Additional(l.From))
	})
	if i < 0 {
		return letter.Token{}, false
	}
	return k.Tokens[i], true
}

// Recipients without a seat. Their names can't be names of seats.

// Additional returns the recipient of the question whether an address also belongs to a player.
func Additional(addr string) letter.Reader {
	return letter.Reader{Name: "(also)", Address: addr}
}

// Standby returns the recipient for somebody who would take over a seat.
func Standby(addr string) letter.Reader {
	return letter.Reader{Name: "(standby)", Address: addr}
}

// Observer returns the recipient for somebody who watches a game, or has asked to.
func Observer(addr string) letter.Reader {
	return letter.Reader{Name: "(observer)", Address: addr}
}

// Office returns the recipient for a game master, about no particular game.
func Office(addr string) letter.Reader {
	return letter.Reader{Name: string(adjudicator.GM), Address: addr}
}

// Applicant returns the recipient for somebody who has applied for a place in a game.
func Applicant(addr string) letter.Reader { return letter.Reader{Address: addr} }
