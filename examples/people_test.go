package examples_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/decatur/robot"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A way is how somebody writes letters.
type way struct {
	name     string
	hail     string // above what they have to say
	farewell string // below it
	plain    bool   // in words of their own rather than in the form of the rules
	one      bool   // alternatives all on one line
	form     bool   // fills in the form
	quotes   bool   // leaves the letter that they answer below their own
	asks     bool   // leaves open what they would rather be asked, and bids themselves
}

// ways are those of the players, in the order of the seats.
var ways = []way{
	{name: "Ruth", farewell: "\n-- \nRuth\n", asks: true},
	{name: "Ben", hail: "Hello,\n\n", farewell: "\nBen\n", plain: true, asks: true},
	{name: "Grace", farewell: "\nSent from my iPhone\n", one: true},
	{name: "Omar", farewell: "\nOmar\n", form: true},
	{name: "Pia", hail: "Dear GM,\n\n", farewell: "\nThanks,\nPia\n", plain: true},
	{name: "Sven", quotes: true},
	{name: "Lena", farewell: "\nSIGNOFF\nLena Berg, 12 Harbour Street\n"},
}

// A person plays a seat.
type person struct {
	way  way
	seat string
	rand *rand.Rand
	last letter.Letter // that asked them something
	past string        // the headline of the one before
}

type written struct{ subject, text string }

// A question is what somebody is asked.
type question struct {
	seat, kind, phase string
	js                []byte // the view
	letter            letter.Letter
	others            []*person
}

func (q question) key() string { return q.seat + headline(q.letter) + q.kind + q.phase }

func (p *person) address() string { return strings.ToLower(p.way.name) + "@example.org" }

// deliver puts a letter into the mailbox that it is for.
func (g *table) deliver(_ context.Context, l letter.Letter) error {
	i := slices.IndexFunc(g.people, func(p *person) bool { return p.address() == l.To })
	_, asks := asked(l.Text)
	if p := g.people[i]; asks && headline(l) != headline(p.last) && !strings.Contains(headline(l), "on file") {
		p.past, p.last = headline(p.last), l
	}
	return nil
}

// asked returns what a letter asks for, in words; ok is false if it asks for nothing.
func asked(text string) (words string, ok bool) {
	for _, label := range []string{"\nWanted: ", "\nOptional: "} {
		if _, words, ok = strings.Cut(text, label); ok {
			return words, true
		}
	}
	return "", false
}

func headline(l letter.Letter) string {
	line, _ := parser.Headline(l.Text)
	return line
}

// odds reports whether one of so many times comes now.
func (p *person) odds(n int) bool { return p.rand.IntN(n) == 0 }

// answer returns what somebody writes: one letter, or more. They write again where the first was not enough.
func (p *person) answer(q question, again bool) []written {
	var v decatur.View
	if err := json.Unmarshal(q.js, &v); err != nil {
		panic(err)
	}
	words := robot.Answer(v, q.kind, p.rand)
	if q.kind != "round" {
		return []written{p.letter(q, strings.ToLower(words[:1])+words[1:])}
	}
	turn, standing := p.sheet(v, words)
	if again {
		return []written{p.letter(q, p.orders(turn, standing))}
	}
	var out []written
	say := func(text string) { out = append(out, p.letter(q, text)) }
	if p.odds(40) && p.past != "" {
		out = append(out, written{"Re: " + q.letter.Subject, "draw a card\n\n> " + p.past + "\n"}) // about what is past
	}
	if p.odds(4) && turn[0] != "DRAW" {
		turn = append([]string{"DRAW"}, turn...)
	}
	orders := p.orders(turn, standing)
	if p.odds(10) {
		orders += "\n" + p.press(q)
	}
	switch {
	case p.odds(12) && len(turn) > 1: // mistyped, and seen to with the next letter
		say(p.orders(p.mistyped(turn), standing))
		say("1: " + turn[0])
	case p.odds(10) && len(turn) > 2: // changed in parts
		say(orders)
		say(fmt.Sprintf("I've changed my mind:\n1: %s\n2: %s\n3: NONE", turn[1], turn[0]))
	default:
		if p.way.form && q.letter.Text != "" {
			orders = filled(q.letter.Text, turn, standing)
		}
		say(orders)
	}
	if p.odds(15) {
		say([]string{"STATUS", "READY", "MAP", "RULES", "HELP", "HISTORY"}[p.rand.IntN(6)])
	}
	return out
}

// sheet takes a robot's sheet apart. Standing orders are said when an interval begins, and again where they name places.
func (p *person) sheet(v decatur.View, words string) (turn, standing []string) {
	for line := range strings.SplitSeq(words, "\n") {
		verb, _, _ := strings.Cut(line, " ")
		switch {
		case !slices.Contains([]string{"DEFEND", "RELOCATE", "KEEP", "DISCARD"}, verb):
			if p.way.asks && strings.Contains(line, " COMMIT ") {
				line = strings.Replace(line, " IF ", " INTERACTIVE IF ", 1)
			}
			turn = append(turn, line)
		case p.way.asks && verb == "DEFEND":
			standing = append(standing, "DEFEND ALL INTERACTIVE")
		case !p.way.asks:
			standing = append(standing, line)
		}
	}
	if v.Round != 1 && v.Round != 4 {
		standing = nil
	}
	return turn, standing
}

// orders returns a sheet as somebody writes it.
func (p *person) orders(turn, standing []string) string {
	turn = slices.Clone(turn)
	for i := range turn {
		if p.way.plain {
			turn[i] = plainly(turn[i])
		}
		turn[i] = fmt.Sprintf("%d: %s", i+1, turn[i])
	}
	if p.way.one {
		turn = []string{strings.Join(turn, " | ")}
	}
	return strings.Join(append(turn, standing...), "\n")
}

// letter returns a letter with the subject and the manners of its author.
func (p *person) letter(q question, text string) written {
	text = p.way.hail + text + "\n" + p.way.farewell
	if p.way.quotes {
		text += "\nOn Tue, 1 Jan 2030 at 12:00, Deaddrop <gm@deaddrop.example> wrote:\n"
		for line := range strings.Lines(q.letter.Text) {
			if text += "> " + line; strings.HasPrefix(line, "until ") {
				break
			}
		}
	}
	return written{"Re: " + q.letter.Subject, text}
}

// press returns press to all, or to another player.
func (p *person) press(q question) string {
	to, other := "ALL", q.others[p.rand.IntN(len(q.others))].seat
	if p.odds(2) {
		to = other
	}
	words := []string{"I would like to keep the peace with %s. Would you?", "Watch %s!", "Whoever helps me against %s will not regret it.", "%s,\nmy ships are only passing through.", "Well played, %s."}
	return "PRESS TO " + to + "\n" + fmt.Sprintf(words[p.rand.IntN(len(words))], other) + "\nENDPRESS"
}

// mistyped returns a list of alternatives in whose first one a location is no longer one that could be read.
func (p *person) mistyped(turn []string) []string {
	turn = slices.Clone(turn)
	for _, l := range decatur.House().Locations {
		if before, after, ok := strings.Cut(turn[0], " "+l.Name); ok {
			turn[0] = before + " " + l.Name[:1] + "xq" + l.Name[min(3, len(l.Name)):] + after
			break
		}
	}
	return turn
}

// filled returns the order form of a letter, filled in.
func filled(letter string, turn, standing []string) string {
	from := strings.Index(letter, "\nORDER FORM ") + 1
	form, _, _ := strings.Cut(letter[from:], "END OF FORM")
	var out []string
	n := 0
	for line := range strings.SplitSeq(form+"END OF FORM", "\n") {
		line, _ := strings.CutPrefix(line, "  ")
		verb, _, _ := strings.Cut(line, " ")
		i := slices.IndexFunc(standing, func(s string) bool { return strings.HasPrefix(s, strings.TrimRight(verb, ":")+" ") })
		switch {
		case strings.HasPrefix(line, fmt.Sprintf("%d: ", n+1)):
			if n < len(turn) {
				line = fmt.Sprintf("%d: %s", n+1, turn[n])
			}
			n++
		case i >= 0:
			line = standing[i]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// plainly returns an alternative in words of people.
func plainly(line string) string {
	for _, p := range phrases {
		line = p.form.ReplaceAllString(line, p.words)
	}
	return line
}

// phrases are the forms of the rules, and how people put them.
var phrases = []struct {
	form  *regexp.Regexp
	words string
}{
	{regexp.MustCompile(`^VENTURE (Indo-China|[\w ]+)-(.*) (\d) IF .* EMPTY$`), "venture from $1 to $2 with $3, if it is empty"},
	{regexp.MustCompile(`^VENTURE (Indo-China|[\w ]+)-(.*) COMMIT (\d) MAX (\d)`), "venture from $1 to $2 with $3 factors, up to $4,"},
	{regexp.MustCompile(`, PLAY `), ", playing "},
	{regexp.MustCompile(`, INTERACTIVE`), ", ask me"},
	{regexp.MustCompile(` IF .* HOSTILE AND WINS$`), " if I win"},
	{regexp.MustCompile(`^EXPAND (.*), (.*)$`), "expand in $1 and $2"},
	{regexp.MustCompile(`^EXPAND `), "expand in "},
	{regexp.MustCompile(`^DRAW$`), "draw a card"},
	{regexp.MustCompile(`^DRAW IF NOT TAKEN OVER$`), "draw a card unless I was taken over"},
	{regexp.MustCompile(`^RESTRUCTURE (.*) IF .* EMPTY$`), "restructure in $1 if it is empty"},
	{regexp.MustCompile(`^PORT (.*) (\w+) IF .* >= (\d)$`), "build a port in $1 on the $2 Ocean if FACTORS($1) >= $3"},
	{regexp.MustCompile(`^EXCHANGE (\w+) PLAY (\d)$`), "exchange $2 $1 from play"},
}
