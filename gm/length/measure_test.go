package length_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
	deadmen "deaddrop/adjudicator/deadman/robot"
	"deaddrop/adjudicator/dealers"
	dealer "deaddrop/adjudicator/dealers/robot"
	"deaddrop/adjudicator/decatur"
	merchants "deaddrop/adjudicator/decatur/robot"
	"deaddrop/adjudicator/dishonest"
	powers "deaddrop/adjudicator/dishonest/robot"
	"deaddrop/adjudicator/robots"
	"deaddrop/adjudicator/successors"
	generals "deaddrop/adjudicator/successors/robot"
	"deaddrop/gm/length"
	"deaddrop/templates"
)

// A title is one whose games are measured: by which rulings they are longer or shorter, and what its robots write.
type title struct {
	rules   *adjudicator.Rules
	rulings []string
	endless string // a value of a ruling by which games of robots have no end
	answer  func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string
}

var titles = []title{
	{rules: deadman.Rules, rulings: []string{"last_year", "retreats"}, endless: "none"},
	{rules: deadman.Diplomacy, rulings: []string{"last_year"}, endless: "none"},
	{rules: decatur.Rules, rulings: []string{"speed", "intervals"},
		answer: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
			return merchants.Answer(v.(decatur.View), req.Kind, r)
		}},
	{rules: successors.Rules, rulings: []string{"speed", "game_turns"},
		answer: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
			return generals.Robot{Board: successors.House()}.Answer(v.(successors.View), req.Kind, r)
		}},
	{rules: dishonest.Rules, rulings: []string{"speed", "turns", "years"},
		answer: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
			return powers.Answer(v.(dishonest.View), req.Kind, req.Filed, r)
		}},
	{rules: dealers.Rules, rulings: []string{"speed", "turns", "years"},
		answer: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
			return dealer.Answer(v.(dealers.View), req.Kind, req.Filed, r)
		}},
}

// kinds returns all kinds of games of a title: each number of players by each value of the rulings.
func (x title) kinds() []length.Length {
	var out []length.Length
	for players := x.rules.Min; players <= len(x.rules.Seats); players++ {
		out = append(out, length.Length{Title: x.rules.Name, Players: players})
	}
	for _, name := range x.rulings {
		i := slices.IndexFunc(x.rules.Options, func(o adjudicator.Option) bool { return o.Name == name })
		var more []length.Length
		for _, l := range out {
			for _, value := range x.rules.Options[i].Values {
				if value == x.endless {
					continue
				}
				next := l
				next.Rulings = map[string]string{name: value}
				for k, v := range l.Rulings {
					next.Rulings[k] = v
				}
				more = append(more, next)
			}
		}
		out = more
	}
	return out
}

// A measured game is one of robots, with what it has come to.
type measured struct {
	turns, within int
	from, to      int // letters of all players
}

// measure plays a game of robots and counts its turns and letters.
func (x title) measure(kind length.Length, seed uint64, words *templates.Set) (m measured, err error) {
	seats, err := x.rules.SeatsFor(kind.Players, nil)
	if err != nil {
		return m, err
	}
	if seats == nil {
		seats = x.rules.Seats[:kind.Players]
	}
	config, err := x.rules.Configure(adjudicator.Config{Seats: seats, Options: kind.Rulings})
	if err != nil {
		return m, err
	}
	luck := adjudicator.Luck{Secret: fmt.Append(nil, "length ", seed)}
	p, err := x.rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
	if err != nil {
		return m, err
	}
	r := rand.New(rand.NewPCG(seed, 9))
	by := x.letters(seats, seed, words)
	for p.Phase() != "" {
		if luck.Phase++; luck.Phase > 4000 {
			return m, fmt.Errorf("the game does not end")
		}
		if p, err = x.phase(p, luck, func(p adjudicator.Position, req adjudicator.Request) string {
			if by != nil {
				return by(p, req)
			}
			return x.answer(p.View(req.Seat), req, r)
		}, &m, len(seats)); err != nil {
			return m, fmt.Errorf("seed %d, %v: %w", seed, kind, err)
		}
	}
	m.to += len(seats) // how it ended
	return m, nil
}

// letters answer as robots do that have letters and no views; nil for a title whose robots have views.
func (x title) letters(seats []adjudicator.Seat, seed uint64,
	words *templates.Set) func(adjudicator.Position, adjudicator.Request) string {
	if x.answer != nil {
		return nil
	}
	game := deadmen.Game
	if x.rules == deadman.Diplomacy {
		game = deadmen.Diplomacy
	}
	players := map[adjudicator.Seat]robots.Player{}
	for _, seat := range seats {
		players[seat] = game.New(string(seat), robots.Luck(seed, string(seat)), 100)
	}
	return func(p adjudicator.Position, req adjudicator.Request) string {
		ask := &templates.Ask{Kind: req.Kind, Number: 1, Default: req.Default, Answer: req.Filed}
		if x.rules == deadman.Diplomacy { // its robot fills in the order form
			ask.Form = p.View(req.Seat).Read(req.Kind, "", req.Filed).Form
		}
		letter, err := words.Letter("turn", templates.Page{Game: "g", Rules: x.rules.Name, Title: x.rules.Title,
			Phase: p.Phase(), Seat: string(req.Seat), Now: time.Unix(0, 0).UTC(), Deadline: time.Unix(3600, 0).UTC(),
			View: p.View(req.Seat), Ask: ask})
		if err != nil {
			panic(err)
		}
		lines, _ := players[req.Seat].Answer(letter.Text)
		return lines
	}
}

// phase plays one phase. What is asked counts as a turn if any of it has a turn's time. Whoever is waited for writes a
// letter and gets a receipt; all get a letter at each turn, and at a question within one those who are asked.
func (x title) phase(p adjudicator.Position, luck adjudicator.Luck,
	write func(adjudicator.Position, adjudicator.Request) string, m *measured, players int) (adjudicator.Position, error) {
	saved, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	var rec adjudicator.Record
	for n := 0; ; n++ {
		table := adjudicator.NewTable(luck, rec)
		if err := table.Run(p); err != nil {
			return nil, err
		}
		open := table.Open()
		if open == nil {
			return p, nil
		}
		m.count(open, players)
		rec = table.Record()
		for i, req := range open {
			answer, heard, err := adjudicatortest.Filed(p.View(req.Seat), req, write(p, req), false)
			if err != nil {
				return nil, err
			}
			if rec.Asked[n].Answers[i] = answer; heard {
				rec.Asked[n].Heard = append(rec.Asked[n].Heard, req.Seat)
			}
		}
		p = x.rules.Blank()
		if err := json.Unmarshal(saved, p); err != nil {
			return nil, err
		}
	}
}

// count counts what is asked at once.
func (m *measured) count(open []adjudicator.Request, players int) {
	quiet := func(q adjudicator.Request) bool { return q.Stands }
	waits := slices.DeleteFunc(slices.Clone(open), quiet)
	if len(waits) > 0 {
		if slices.ContainsFunc(waits, func(q adjudicator.Request) bool { return !q.Short }) {
			m.turns++
		} else {
			m.within++
		}
	}
	m.from += len(waits)
	m.to += len(waits)
	if slices.ContainsFunc(open, func(q adjudicator.Request) bool { return !q.Aside }) {
		m.to += players
	} else {
		m.to += len(waits)
	}
}

// lengthOf sums up the games of a kind.
func lengthOf(kind length.Length, games []measured) length.Length {
	figure := func(of func(measured) int) length.Figure {
		var all []int
		for _, m := range games {
			all = append(all, of(m))
		}
		slices.Sort(all)
		return length.Figure{Half: all[(len(all)-1)/2], Most: all[(9*len(all)-1)/10]}
	}
	kind.Turns = figure(func(m measured) int { return m.turns })
	kind.Within = figure(func(m measured) int { return m.within })
	each := func(n int) int { return (n + kind.Players - 1) / kind.Players }
	kind.From = figure(func(m measured) int { return each(m.from) })
	kind.To = figure(func(m measured) int { return each(m.to) })
	return kind
}

// line returns a length as the data have it.
func line(l length.Length) string {
	words := []string{l.Title, fmt.Sprint(l.Players)}
	for _, x := range titles {
		for _, name := range x.rulings {
			if value, ok := l.Rulings[name]; ok && x.rules.Name == l.Title {
				words = append(words, name+"="+value)
			}
		}
	}
	return fmt.Sprintf("%s | turns %d %d, within %d %d, from %d %d, to %d %d", strings.Join(words, " "), l.Turns.Half,
		l.Turns.Most, l.Within.Half, l.Within.Most, l.From.Half, l.From.Most, l.To.Half, l.To.Most)
}
