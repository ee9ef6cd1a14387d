package order

import (
	"slices"
	"testing"
)

// toyWords are those of a toy game: one mover on each of a few places, which goes, holds or helps; and a player may pass.
const toyWords = `
[words]
man : man, mover
go!~ : go[|es], move[|s], march[|es]
hold!~ : h, hold[|s], stay[|s]
help!~ : help[|s], support[|s]
to : to, -
det : the, my
pass! : pass
next : next
common : last, rest, it, let, is, bath
[forms]
U = det? man? p:place
MOVE = u:U ( 'will' )? ( go? to | '-' )+ w:place
HOLD = u:U hold
HELP = u:U help o:place
PASS = pass
?BARE = man p:place ^4
@NEXT = next ':'
`

var toyPlaces = []string{"Ashford", "Bath", "Cassel", "Dover", "Epsom", "Lindau", "Münster"}

// A toy is a game in which the player has the first three places.
type toy struct{}

func (toy) Resolve(m *Match, c *Context) Outcome {
	if m.Form == "PASS" {
		return Outcome{Orders: []Order{{Key: "PASS", Line: "PASS"}}}
	}
	name := func(bind string) (string, int) {
		b, _ := m.Get(bind)
		return toyPlaces[b.Vals[0]], b.Vals[0]
	}
	at, n := name("p")
	if n > 2 {
		return Outcome{Refuse: "You have nothing in " + at + ".", Foreign: true}
	}
	c.Said = append(c.Said, n)
	switch m.Form {
	case "MOVE":
		to, _ := name("w")
		if to == at {
			return Outcome{Refuse: "It is there."}
		}
		return Outcome{Orders: []Order{{Key: at, Line: at + "-" + to}}}
	case "HELP":
		other, _ := name("o")
		return Outcome{Orders: []Order{{Key: at, Line: at + " helps " + other}}}
	case "HOLD":
		return Outcome{Orders: []Order{{Key: at, Line: at + " holds"}}}
	}
	return Outcome{Ask: "What shall " + at + " do?"}
}

func (toy) Plays(string) bool { return true }

func (toy) Block(b Block, c *Context) {
	c.Add(Part{Fate: Refused, Quote: b.Head, Why: "There is no next turn."})
}

func (toy) Own(class string, vals []int) bool {
	return class == "place" && slices.ContainsFunc(vals, func(v int) bool { return v < 3 })
}

func (toy) Suggest([]Bind, *Context) []string { return nil }

func toyLexicon(t testing.TB) *Lexicon {
	t.Helper()
	l := NewLexicon()
	for i, p := range toyPlaces {
		l.Name(p, "place", i)
	}
	if err := l.Load(English, German, toyWords); err != nil {
		t.Fatal(err)
	}
	return l
}
