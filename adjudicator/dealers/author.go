package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	kit "deaddrop/parser/order"
)

// An author is the player whose letter is being read, or the game master who rules. It knows only the player's view,
// so its answers reveal nothing else.
type author struct {
	*View
	b        *Board
	m        *Map
	kind     string            // kind of the question that the letter answers
	heading  string            // form of the current heading
	raw      string            // the whole letter
	texts    []string          // the parts of the letter that were read
	cubes    map[string]bool   // actions for which the letter gives only the cube
	quotes   map[string]string // the text of each order in the letter, by key and line
	groups   map[string]Group  // the groups of the actions of turns, by the keys of the actions, from an earlier reading
	early    bool              // whether a card came before the action for which it is played
	ahead    int               // the turn for which lines are since the words "next turn"; 0 if there were none
	nextAt   kit.Bind          // those words, where the form was read that was looked at last
	resolute bool              // whether the cards of the defence that follows are played even if they are not enough
	// "every" or "hand", if the letter says "everything" without anything that it could refer to
	lavish string
}

// author returns an author for a view, who answers a question.
func (v *View) author(kind string) *author {
	return &author{View: v, b: v.edition(), m: v.on(), kind: kind,
		cubes: map[string]bool{}, quotes: map[string]string{}, groups: map[string]Group{}}
}

// A resolver turns a match of a form into its outcome.
type resolver func(a *author, m *kit.Match, c *kit.Context) kit.Outcome

// by returns the resolver of a form that a reader for one kind of lines resolves.
func by[T ~struct{ *author }](resolve func(T, *kit.Match, *kit.Context) kit.Outcome) resolver {
	return func(a *author, m *kit.Match, c *kit.Context) kit.Outcome { return resolve(T{a}, m, c) }
}

// resolvers has the resolvers of all forms.
var resolvers = map[string]resolver{
	"TURN": (*author).turnNumber, "TURNNONE": (*author).turnNone, "ACTION": (*author).action,
	"BYCUBE": (*author).byCube, "PASS": (*author).passes, "BOXLIST": (*author).boxList, "BOXWITH": (*author).boxWith, "BOXFOR": (*author).boxFor,
	"BOXASSAULT": (*author).boxAssault, "BONUS": (*author).bonus, "PLAY": (*author).playing, "USE": (*author).playing,
	"PLAYTO": (*author).playTo, "TRAIN": (*author).training, "DISMISS": (*author).listing, "READY": (*author).listing,
	"DOIT": (*author).doing, "DONE": (*author).doing, "CARDS": (*author).bare, "DISCARD": (*author).discards,
	"ASSAULT": (*author).assaults, "STEPS": (*author).assaultSteps, "DEFEND": by(standingReader.defends),
	"TOO": by(standingReader.defendsToo), "DEFENDOFF": by(standingReader.takenBack),
	"WINTER": by(standingReader.winters),
	"STOP":   by(standingReader.stops), "ANSWER": by(standingReader.answers), "LAST": by(standingReader.lastStep),
	"TIDY": by(standingReader.tidies),
	"TAKE": by(standingReader.takes), "LOTS": by(standingReader.byLots), "CANCEL": by(correctionReader.cancels),
	"CANCELNO": by(correctionReader.cancels),
	"INSTEAD":  by(correctionReader.instead), "SWAPS": by(correctionReader.instead), "RULE": (*author).rules,
	"BLANK": (*author).blank,
	"NOBOX": (*author).noBox, "LACKS": (*author).lacksCards, "BOX": (*author).action, "STRENGTH": (*author).whichCard,
	"PLAYIN": (*author).boxWith, "PASSNEXT": (*author).passesLater, "UNDO": by(correctionReader.undoes),
	"CHOSEN": (*author).bare, "ANYWAY": by(standingReader.anyway), "REGARDLESS": by(standingReader.anyway), "ONWARD": (*author).onward,
	"AVOID": by(standingReader.avoids),
}

// only has the forms to which answers to some questions are limited.
var only = map[string][]string{
	"defence": {"ANSWER", "ANYWAY", "REGARDLESS", "UNDO", "LACKS", "BLANK"},
	"final":   {"LAST", "UNDO", "LACKS", "BLANK"},
	"winter":  {"TIDY", "CARDS", "UNDO", "LACKS", "BLANK"},
	"draft":   {"TAKE", "LOTS", "AVOID", "UNDO", "INSTEAD", "SWAPS"},
	"ruling":  {"RULE"},
}

// Plays reports whether a form can be an order now.
func (a *author) Plays(form string) bool {
	if forms, short := only[a.kind]; short {
		return slices.Contains(forms, form)
	}
	switch form {
	case "ANSWER", "ANYWAY", "LAST", "TAKE", "LOTS", "AVOID", "RULE":
		return false
	case "TIDY":
		return a.heading == "WINTERS"
	case "DISCARD":
		return a.heading != "WINTERS"
	case "CANCELNO":
		return a.kind == "more"
	}
	return true
}

// Resolve returns the outcome of a form.
func (a *author) Resolve(m *kit.Match, c *kit.Context) kit.Outcome {
	out := a.resolve(m, c)
	if failed(out) && !slices.Contains(lasting, m.Form) {
		turn, alt := a.at(c)
		out.About = append(out.About, keyOf(turn, alt, "OPEN"))
	}
	return out
}

func (a *author) resolve(m *kit.Match, c *kit.Context) kit.Outcome {
	b, vague := m.Get("vg")
	switch why := a.unread(m, c); {
	case why != "":
		return kit.Outcome{Ask: why}
	case vague:
		return question("Which card is %q?", word(c, b))
	}
	return resolvers[m.Form](a, m, c)
}

// lasting has the forms that are not part of a turn.
var lasting = []string{"TURN", "TURNNONE", "DEFEND", "TOO", "DEFENDOFF", "WINTER", "STOP", "TIDY"}

// Block reads the text under a heading: defences, or cards to discard in winter.
func (a *author) Block(b kit.Block, c *kit.Context) {
	if forms := only[a.kind]; forms != nil {
		c.Read(b.Quote)
		return
	}
	if b.Heading.Form == "NEXT" {
		a.nextTurn(b, c)
		return
	}
	a.heading = b.Heading.Form
	c.Read(b.Text)
	a.heading = ""
}

// Own reports whether a name stands for something of the author's: a territory, a card in hand or in the ready area,
// something that can be used, a box of the action board, or their seat.
func (a *author) Own(class string, vals []int) bool {
	p := a.player(a.Seat)
	if p == nil {
		return false
	}
	if vals == nil {
		return one(class, "hand", "area2", "every", "tall", "rest")
	}
	return slices.ContainsFunc(vals, func(i int) bool {
		switch class {
		case "seat":
			return string(seats()[i]) == a.Seat
		case "place":
			return a.owner(Area(i)) == a.Seat
		case "card":
			return slices.ContainsFunc(slices.Concat(a.Hand, p.Ready), func(n string) bool {
				return plain(n) == a.b.Cards[i].Name
			})
		case "loc":
			return slices.Contains(p.Locations, a.b.Locations[i].Name)
		case "fam":
			name := a.b.Families[i].Name
			holds := func(n string) bool { return a.b.card(n).Family == name }
			return slices.Contains(p.Masters, name) || slices.ContainsFunc(slices.Concat(a.Hand, p.Ready), holds)
		}
		return class == "box"
	})
}

// complain returns an error with a sentence for the player: what is wrong, and what is needed.
func complain(format string, args ...any) error { return kit.Complain(format, args...) }

// refusal returns an outcome that refuses a form, with the reason.
func refusal(format string, args ...any) kit.Outcome {
	return kit.Outcome{Refuse: fmt.Sprintf(format, args...)}
}

// question returns an outcome that asks what a form means.
func question(format string, args ...any) kit.Outcome {
	return kit.Outcome{Ask: fmt.Sprintf(format, args...)}
}

// failed reports whether an outcome has no order.
func failed(o kit.Outcome) bool { return o.Refuse != "" || o.Ask != "" }

// order returns an order for a thing, and records where the letter has it.
func (a *author) order(key, line string, m *kit.Match, c *kit.Context) kit.Order {
	a.quotes[key+line] = c.Quote(m.From, m.To)
	return kit.Order{Key: key, Line: line}
}

// word returns the text of a bind.
func word(c *kit.Context, b kit.Bind) string { return c.Quote(b.From, b.To) }

// all returns a bind that covers all of a match.
func all(m *kit.Match) kit.Bind { return kit.Bind{From: m.From, To: m.To} }

// counted returns the number that a bind says: digits, "x2", or a word.
func counted(c *kit.Context, b kit.Bind) int {
	if n, ok := kit.Numeral(strings.Trim(c.Word(b.From), "x")); ok {
		return n
	}
	if n := kit.Ordinal(c.Word(b.From)); n > 0 {
		return n
	}
	return 2 // such as "both"
}

// places returns the territories that binds name. bad is set if one of them is ambiguous or a sea.
func (a *author) places(binds []kit.Bind, c *kit.Context) (out []Area, bad kit.Outcome) {
	for _, b := range binds {
		switch {
		case len(b.Vals) > 1:
			names := eachName(b.Vals, func(i int) string { return a.m.Name(Area(i)) })
			return nil, question("Which one is %q: %s?", word(c, b), adjudicator.Listed(names, "or"))
		case a.m.IsSea(Area(b.Vals[0])):
			return nil, refusal("%s is a sea, not a territory.", a.m.Name(Area(b.Vals[0])))
		}
		out = append(out, Area(b.Vals[0]))
	}
	return out, bad
}

// place returns the territory in a named bind of a match; nowhere if there is none.
func (a *author) place(m *kit.Match, name string, c *kit.Context) (Area, kit.Outcome) {
	out, bad := a.places(m.All(name), c)
	if failed(bad) || len(out) == 0 {
		return nowhere, bad
	}
	return out[len(out)-1], bad
}

// rival returns the other player that a match names within a bind, by seat or by leader; "" if there is none.
func (a *author) rival(m *kit.Match, in kit.Bind) (seat string, bad kit.Outcome) {
	for _, b := range m.Within("q", in) {
		if b.Class == "seat" {
			seat = string(seats()[b.Vals[0]])
		} else {
			seat = a.b.Factions[b.Vals[0]].Name
			for _, p := range a.Players {
				if p.Faction == seat {
					seat = p.Seat
				}
			}
		}
	}
	switch {
	case seat == "":
	case seat == a.Seat:
		return "", refusal("You are %s yourself. Name another player.", seat)
	case a.player(seat) == nil:
		all := adjudicator.Listed(a.from(a.Players[0].Seat), "and")
		return "", refusal("Nobody plays %s in this game. The players are %s.", seat, all)
	}
	return seat, bad
}

// example returns the name of a card that the author may know.
func (a *author) example() string {
	if len(a.Hand) > 0 {
		return plain(a.Hand[0])
	}
	return a.b.Cards[0].Name
}

// unread returns the text right after a match that seems to continue it but can't be read; "" if there is none.
func (a *author) unread(m *kit.Match, c *kit.Context) string {
	if !m.Has("i") || m.To+1 >= len(c.Lexemes) {
		return ""
	}
	next, said := c.Lexemes[m.To+1], c.Quote(m.To+1, m.To+2)
	glued := len(next.Word) == 1 || c.Lexemes[m.To].To == next.From
	chooses := func(class string) bool { return a.b.words(a.m).Is(next.Word, class) }
	switch {
	case c.Word(m.To) == "-" && next.Kind == kit.Word && glued:
		return fmt.Sprintf("%q is not one of the strengths: A for attack, D for defence, S for support, such as %s=S.",
			said, a.example())
	case c.Word(m.To) == "(" && slices.ContainsFunc([]string{"on", "take", "dismiss", "ready"}, chooses):
		return fmt.Sprintf("I don't understand what comes after %q in the brackets. It can be ON with a player, "+
			"TAKE, DISMISS or READY with cards, or NO EFFECT.", said)
	}
	return ""
}
