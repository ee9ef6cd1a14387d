// How a letter goes through the reader. View.Read (letter.go) puts what is on file on a sheet of parser/order and has
// it read the letter with the words and forms of english.txt and german.txt (lexicon.go). The author, an object that
// represents the player, decides the meaning of each form that is found (Resolve):
//
//	readturn.go      what is done in a turn, and its place on the sheet; for ventures and their ladders readventure.go
//	readcond.go      the condition of it
//	readstanding.go  what is filed for whenever it may be needed
//	readamend.go     what changes the sheet or takes something off it
//	readbid.go       a bid; readanswer.go the other questions in the midst of a round
//	readcheck.go     whether the board allows it, and whether it can be done now
//	readguess.go     what may be meant by words that are none of these
//
// What it comes to is a line in normal form (words.go), which strict.go reads back.

package decatur

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// An author is the player whose letter is being read. It contains the player's view, and so replies can't reveal
// more.
type author struct {
	*View
	b    *Board
	kind string // kind of the question that the letter answers
	// whether nobody has a turn before the author's, so that what is impossible now stays impossible
	first  bool
	slots  map[int]slot        // places of alternatives on the sheet, by the byte of the letter where they begin
	ends   map[int]int         // bytes at which these end
	on     map[string]action   // the action that was read for a place, as it was worded
	moving map[string]Loc      // targets of ventures that are not takeovers, because nobody is there now
	bids   map[string]bidding  // contents of lines with bids
	cards  map[string]*parting // contents of lines with cards to part with
	kept   []Commonwealth      // the cards to be kept in that case
	// whether the text is below a heading that says it is about defences
	defences bool
	refuges  map[string]relocation // contents of lines with refuges of factors
	apart    map[string]bool       // parts of the letter that have nothing to do with the question
	asked    action                // the action about which the last refusal asks
	noted    []string              // notes on how the condition was read
	stayed   bool                  // whether the letter says which of those on file stay
	amends   bool                  // whether there are alternatives on file from earlier letters
}

// A slot is the place of an alternative on the sheet: its number n and, for alternatives without a number, a position
// k between these. Alternatives without a number in a letter form a new list (number 0), or follow those on file.
type slot struct{ n, k int }

const behindAll = maxAlternatives + 1

// step is the distance between the positions of actions, which leaves room for queried ones.
const step = 10

func (s slot) key() string { return fmt.Sprintf("%d.%03d", s.n, s.k) }

// slotOf returns the place that a line is for. ok is false if the line is not an alternative.
func slotOf(line string) (s slot, do string, ok bool) {
	key, do, ok := strings.Cut(line, ": ")
	if !ok {
		return s, "", false
	}
	n, err := fmt.Sscanf(key, "%d.%03d", &s.n, &s.k)
	return s, do, n == 2 && err == nil
}

func compare(x, y slot) int { return (x.n-y.n)*1000 + x.k - y.k }

func newAuthor(v *View, kind string) *author {
	first := kind == "turn" || len(v.Players) > 0 && v.Players[0].Seat == v.Seat
	return &author{View: v, b: v.board, kind: kind, first: first, slots: map[int]slot{}, ends: map[int]int{},
		on: map[string]action{}, moving: map[string]Loc{}, bids: map[string]bidding{}, cards: map[string]*parting{},
		refuges: map[string]relocation{}, apart: map[string]bool{}}
}

// Own reports whether a name stands for a location of the player's, a kind of cards that they have, or their seat.
func (a *author) Own(class string, vals []int) bool {
	switch class {
	case "loc":
		return slices.ContainsFunc(vals, func(l int) bool { return a.owns(a.Seat, Loc(l)) })
	case "kind":
		return slices.ContainsFunc(vals, func(k int) bool {
			return countOf(a.Hand, Commonwealths[k])+a.player(a.Seat).matching(Commonwealths[k]) > 0
		})
	case "seat":
		return slices.ContainsFunc(vals, func(s int) bool { return string(seats()[s]) == a.Seat })
	}
	return false
}

// Block reads the defences below a heading.
func (a *author) Block(b order.Block, c *order.Context) {
	a.defences = true
	c.Read(b.Text)
	a.defences = false
}

// answers lists the forms that answer a question within a round, by kind of question.
var answers = map[string][]string{
	"bid":        {"BIDS", "CONCEDE", "PAT", "PASSBID", "AGAIN", "BAREBID", "UNDO"},
	"excess":     {"UNDO", "PARTS", "WHICH", "BAREBID", "UNDO"},
	"relocation": {"UNDO", "REFUGE", "BAREBID", "UNDO"},
	"advance":    {"UNDO", "ADVANCE", "BAREBID", "UNDO"},
}

// inMidst lists the forms for sheets that are recognised within a round, when they are not asked for.
var inMidst = []string{"DRAW", "EXPAND", "PORT", "RESTRUCTURE", "EXCHANGE", "CONSOLIDATE", "VENTURE", "DEFEND", "OFF"}

// beside lists forms that are recognised within a round only for questions that they do not answer.
var beside = map[string][]string{"bid": {"KEEP", "RELOCATE"}, "advance": {"KEEP", "RELOCATE", "DISCARD"},
	"relocation": {"KEEP", "DISCARD"}}

// Plays reports whether a form can be an answer to what is asked.
func (a *author) Plays(form string) bool {
	if of := answers[a.kind]; of != nil {
		return slices.Contains(of, form) || form == "BLANK" || slices.Contains(inMidst, form) ||
			slices.Contains(beside[a.kind], form)
	}
	for _, of := range answers {
		if slices.Contains(of, form) {
			return form == "CONCEDE" || form == "UNDO"
		}
	}
	return true
}

// A resolver returns the outcome of a form.
type resolver func(a *author, m *order.Match, c *order.Context) order.Outcome

// by returns the resolver of a form that a reader for one kind of lines resolves.
func by[T ~struct{ *author }](resolve func(T, *order.Match, *order.Context) order.Outcome) resolver {
	return func(a *author, m *order.Match, c *order.Context) order.Outcome { return resolve(T{a}, m, c) }
}

var resolvers = map[string]resolver{
	"STAYS": by(changeReader.stays), "BLANK": (*author).nothing, "BAREVERB": (*author).bareVerb,
	"IFONLY": (*author).bareVerb,
	// ventures that go on, and corrections
	"MORE": (*author).more, "FIXNUM": (*author).fixNumber, "OFF": by(changeReader.off),
	"DROPACT": by(changeReader.dropAct),
	"DROPALL": by(changeReader.dropAll), "DROPLOC": by(changeReader.dropLoc), "SWAPLOC": by(changeReader.swapLoc),
	"SWAPORDER": by(changeReader.swapOrder), "ONLYIF": (*author).onlyIf, "OCEAN": (*author).oceanOf,
	"OLDLIST":    by(changeReader.oldList),
	"CHANGELINE": by(changeReader.changeLine), "UNDO": by(changeReader.undo),
	// standing orders
	"OFFALL": by(standingReader.offAll), "DEFEND": by(standingReader.defends), "DEFROW": by(standingReader.defendsRow),
	"RELOCATE": by(standingReader.relocates), "KEEP": by(standingReader.keeps),
	"DISCARD": by(standingReader.discards), "CLOCK": by(standingReader.clock), "DECATUR": by(standingReader.decatur),
	// answers within a round
	"BIDS": by(bidReader.bid), "CONCEDE": by(bidReader.concedes), "PAT": by(bidReader.pat),
	"PASSBID": by(bidReader.passBid),
	"AGAIN":   by(bidReader.again), "BAREBID": (*author).bareVerb, "PARTS": by(answerReader.parts),
	"WHICH":  by(answerReader.whichCards),
	"REFUGE": by(answerReader.refuge), "ADVANCE": by(answerReader.advances),
}

// acts maps the forms of alternatives to functions that read their action.
var acts = map[string]func(a *author, m *order.Match, c *order.Context) (action, error){
	"PASS": (*author).pass, "DRAW": (*author).draw, "EXPAND": (*author).expand, "PORT": (*author).port,
	"RESTRUCTURE": (*author).restructure, "EXCHANGE": (*author).exchange, "CONSOLIDATE": (*author).consolidate,
	"VENTURE": (*author).venture, "MOVE": (*author).venture, "ROUTE": (*author).venture, "TOWHERE": (*author).toWhere,
	"SAMEAT": func(a *author, m *order.Match, c *order.Context) (action, error) { return changeReader{a}.sameAt(m, c) },
}

const notAsked = "You are not being asked for this now; send it with your orders for the next round."

// Resolve returns the outcome of a form.
func (a *author) Resolve(m *order.Match, c *order.Context) order.Outcome {
	if of := answers[a.kind]; of != nil && !slices.Contains(of, m.Form) && m.Form != "BLANK" {
		a.apart[c.Quote(m.From, m.To)] = true
		return order.Outcome{Refuse: notAsked}
	}
	seat, named := m.Get("sb")
	foreign := named && !a.Own("seat", seat.Vals)
	if foreign && c.Word(seat.To) != ":" {
		return order.Outcome{Refuse: fmt.Sprintf("You play %s, so you have no orders to give for %s.", a.Seat,
			seats()[seat.Vals[0]]), Foreign: true}
	}
	if read := acts[m.Form]; read != nil {
		out := a.alternative(m, c, read)
		if foreign && out.Refuse == "" && out.Ask == "" {
			out = order.Outcome{Ask: a.b.words().Says("foreign"), Suggest: []string{out.Orders[0].Line}}
		}
		return out
	}
	return resolvers[m.Form](a, m, c)
}

func (a *author) nothing(m *order.Match, _ *order.Context) order.Outcome {
	return order.Outcome{Blank: true}
}

func (a *author) bareVerb(m *order.Match, c *order.Context) order.Outcome {
	if a.kind == "bid" && a.Takeover != nil && a.Defending() {
		return refusal(a.onlyCards())
	}
	for at := m.From; at < m.To; at++ {
		for class, how := range howTo {
			if a.b.words().Is(c.Word(at), class) && class != "to" {
				return order.Outcome{Ask: how}
			}
		}
	}
	if c.Word(m.From) == "to" {
		return order.Outcome{Ask: howTo["to"]}
	}
	return order.Outcome{Ask: "What should be done then? For example: IF Persia EMPTY THEN VENTURE India-Persia."}
}

// howTo contains texts on what is missing after the word for an action.
var howTo = map[string]string{
	"venture":     "From where to where? For example: VENTURE India-Persia COMMIT 3.",
	"expand":      "Expand in which locations? For example: EXPAND India, Persia.",
	"restructure": "Restructure into which location? For example: RESTRUCTURE Egypt.",
	"port":        "A port in which location? For example: PORT Egypt Indian.",
	"consolidate": "Say where to, and from where: CONSOLIDATE India FROM Persia 3, Arabia ALL.",
	"exchange":    "How many cards, of which kind? For example: EXCHANGE Orient HAND 1 PLAY 1, or EXCHANGE ALL Orient.",
	"keep":        whichCards, "discard": whichCards, "play": whichCards,
	"defend": "Defend what? For example: DEFEND Egypt PLAY Crescent, or DEFEND ALL PLAY matching UP TO 2 ONLY IF " +
		"WINS, or DEFEND Egypt INTERACTIVE.",
	"relocate": "Relocate to where? For example: RELOCATE Egypt TO Arabia, Congo Basin.",
	"to":       "There is no location of that name.",
	"commit":   "COMMIT how many? A number, or ALL.",
	"move":     "Move how many factors, from where to where? For example: VENTURE India-Persia MOVE 3.",
}

const whichCards = "Which cards? Name their kinds: British, Crescent, Independent, Orient or Russian."

// refusal returns the outcome that refuses something for a reason.
func refusal(err error) order.Outcome {
	if m, ok := err.(*mistake); ok {
		return order.Outcome{Refuse: m.Error(), Suggest: m.meant}
	}
	return order.Outcome{Refuse: err.Error()}
}

// A mistake is a complaint about words, with suggestions of what they may mean instead.
type mistake struct {
	order.Complaint
	meant []string
}

func mistaken(meant []string, format string, args ...any) error {
	return &mistake{order.Complaint(fmt.Sprintf(format, args...)), meant}
}

// These functions evaluate the binds of a match.

// within returns the first bind of a name within another one.
func within(m *order.Match, name string, in order.Bind) (order.Bind, bool) {
	found := m.Within(name, in)
	if len(found) == 0 {
		return order.Bind{}, false
	}
	return found[0], true
}

func bound(m *order.Match, name string, in order.Bind) bool { return len(m.Within(name, in)) > 0 }

// numberAt returns the value of a number in the letter.
func numberAt(b order.Bind, c *order.Context) int {
	word := c.Word(b.From)
	if n, ok := order.Numeral(word); ok {
		return n
	}
	if slices.Contains(articles, word) {
		return 1
	}
	return 2 // "both"
}

var articles = []string{"a", "an", "single", "ein", "eine", "einen", "einem", "einer"}

// amount returns a number of factors, "all", or "all but" a number; unset if the bind contains none.
func amount(m *order.Match, in order.Bind, c *order.Context) int {
	n, counted := within(m, "nn", in)
	switch {
	case bound(m, "al", in) && counted:
		return allBut(numberAt(n, c))
	case bound(m, "al", in):
		return all
	case counted:
		return numberAt(n, c)
	}
	return unset
}

// place returns the location that a name stands for, or an error if there are several.
func (a *author) place(b order.Bind, c *order.Context) (Loc, error) {
	if len(b.Vals) == 1 {
		return Loc(b.Vals[0]), nil
	}
	var names []string
	for _, v := range b.Vals {
		names = append(names, a.b.Name(Loc(v)))
	}
	return 0, order.Complain("Which one is %q: %s?", c.Quote(b.From, b.To), listedOr(names))
}

// places returns the locations that all binds of a name stand for, or an error
// if one is ambiguous.
func (a *author) places(m *order.Match, name string, c *order.Context) ([]Loc, error) {
	var out []Loc
	for _, b := range m.All(name) {
		l, err := a.place(b, c)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out, nil
}

func kindOf(b order.Bind) Commonwealth { return Commonwealths[b.Vals[0]] }

const (
	maxListed   = 9 // larger than any number of cards that a player can have
	maxCompared = 99
)

const soMany = order.Complaint("Nobody can have that many cards: the most is three in hand, and three in play.")

// list are the cards within a bind.
func listed(m *order.Match, in order.Bind, c *order.Context) ([]Commonwealth, error) {
	var out []Commonwealth
	for _, one := range m.Within("c", in) {
		n := 1
		for _, name := range []string{"q", "q2"} {
			if q, ok := within(m, name, one); ok {
				n = numberAt(q, c)
			}
		}
		if bound(m, "tw", one) {
			n = 2
		}
		if n < 1 || len(out)+n > maxListed {
			return nil, soMany
		}
		k, _ := within(m, "k", one)
		out = append(out, slices.Repeat([]Commonwealth{kindOf(k)}, n)...)
	}
	return out, nil
}

// allListed returns the cards within all binds of a name.
func allListed(m *order.Match, name string, c *order.Context) (out []Commonwealth, err error) {
	for _, b := range m.All(name) {
		cards, err := listed(m, b, c)
		if err != nil || len(out)+len(cards) > maxListed {
			return nil, soMany
		}
		out = append(out, cards...)
	}
	return out, nil
}

// played returns the cards within all binds of a name that are played. "Orients" without a number are all that the
// player has.
func (a *author) played(m *order.Match, name string, c *order.Context) ([]Commonwealth, error) {
	out, err := allListed(m, name, c)
	for _, b := range m.All(name) {
		for _, one := range m.Within("c", b) {
			k, _ := within(m, "k", one)
			isCounted := bound(m, "tw", one) || bound(m, "q", one) || bound(m, "q2", one)
			if !strings.HasSuffix(c.Word(k.To-1), "s") || isCounted || err != nil {
				continue
			}
			if more := countOf(a.Hand, kindOf(k)) - countOf(out, kindOf(k)); more > 0 && len(out)+more <= maxListed {
				out = append(out, slices.Repeat([]Commonwealth{kindOf(k)}, more)...)
			}
		}
	}
	return out, err
}

// once returns cards with each kind only once.
func once(cards []Commonwealth) []Commonwealth {
	var out []Commonwealth
	for _, k := range cards {
		if countOf(out, k) == 0 {
			out = append(out, k)
		}
	}
	return out
}
