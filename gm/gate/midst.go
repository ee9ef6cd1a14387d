package gate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"

	"deaddrop/adjudicator"
)

// A Midst makes most games begin in the middle, after some turns that robots have played, so that the gate also tests
// what happens there.
type Midst struct {
	Rules   *adjudicator.Rules
	Options map[string]string // options that replace the game's own while robots play
	Sides   int               // one game in this many begins at its regular start
	Turns   func(*adjudicator.Table) int
	Robot   func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string

	// Positions after the robots' turns, by initial position, luck and number of turns. They are kept because the
	// game of a seed is set up several times: for both worlds and for every planted leak.
	played sync.Map
}

// Begun returns the rules, changed so that games begin this way.
func (m *Midst) Begun() *adjudicator.Rules {
	rules := *m.Rules
	rules.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		p, err := m.Rules.Setup(t, c)
		if err != nil || t.Roll("midst", m.Sides) == 1 {
			return p, err
		}
		luck := adjudicator.Luck{
			Secret: []byte{byte(t.Roll("midst", 256)), byte(t.Roll("midst", 256)), byte(t.Roll("midst", 256))},
		}
		options := c.Options
		for name, value := range m.Options {
			options = ruled(options, name, value)
		}
		js, err := json.Marshal(p)
		if err != nil {
			return nil, err
		}
		m.Rules.Switch(p, options)
		if p, err = m.after(p, luck, m.Turns(t)); err != nil {
			return nil, err
		}
		m.Rules.Switch(p, c.Options)
		if over, err := m.ends(p, luck); err != nil || !over {
			return p, err
		}
		p = m.Rules.Blank()
		return p, json.Unmarshal(js, p)
	}
	return &rules
}

// ends reports whether a game that begins at a position is over before anybody is asked anything, so that there would
// be nothing to compare.
func (m *Midst) ends(p adjudicator.Position, luck adjudicator.Luck) (bool, error) {
	js, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	next := m.Rules.Blank()
	if err := json.Unmarshal(js, next); err != nil {
		return false, err
	}
	for next.Phase() != "" {
		luck.Phase++
		table := adjudicator.NewTable(luck, adjudicator.Record{})
		if err := table.Run(next); err != nil || table.Open() != nil {
			return false, err
		}
	}
	return true, nil
}

// after returns the position after a number of turns, or the one before the turn that ends the game.
func (m *Midst) after(p adjudicator.Position, luck adjudicator.Luck, turns int) (adjudicator.Position, error) {
	js, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%x %d %s", luck.Secret, turns, js)
	was, ok := m.played.Load(key)
	if !ok {
		for over := false; luck.Phase < uint64(turns) && !over; {
			luck.Phase++
			next, err := m.turn(p, luck)
			if err != nil {
				return nil, err
			}
			if over = next.Phase() == ""; !over {
				p = next
			}
		}
		if js, err = json.Marshal(p); err != nil {
			return nil, err
		}
		was = js
		m.played.Store(key, was)
	}
	p = m.Rules.Blank()
	return p, json.Unmarshal(was.([]byte), p)
}

// turn plays one turn and returns the position after it.
func (m *Midst) turn(p adjudicator.Position, luck adjudicator.Luck) (adjudicator.Position, error) {
	js, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	rec := adjudicator.Record{}
	for {
		next := m.Rules.Blank()
		if err := json.Unmarshal(js, next); err != nil {
			return nil, err
		}
		table := adjudicator.NewTable(luck, rec)
		if err := table.Run(next); err != nil || table.Open() == nil {
			return next, err
		}
		rec = table.Record()
		for i, req := range table.Open() {
			v := next.View(req.Seat)
			answer := v.Read(req.Kind, req.Filed, m.Robot(v, req, rand.New(rand.NewPCG(luck.Phase, uint64(i))))).Answer
			if answer == "" {
				answer = req.Default
			}
			rec.Asked[len(rec.Asked)-1].Answers[i] = answer
		}
	}
}

// Differences returns the number of elements in which two lists differ.
func Differences[T comparable](a, b []T) int {
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
