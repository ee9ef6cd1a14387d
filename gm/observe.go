package gm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A watching is what a letter says about watching a game.
type watching struct {
	game    string // "": it says nothing of that
	off     bool
	answers bool // a letter of ours to an observer
	more    bool // there is something else in it
	silent  bool // its writer is not to be written to now
}

// watching finds the game that a letter asks to watch, or whose observer it is from. What begins like that and is no more than
// prose, or is about a game that can't be watched, is left to the rest.
func (m *Master) watching(ctx context.Context, l Letter, words *parser.Letter) (watching, error) {
	w, err := m.watchingBefore(ctx, l, *words)
	if w.game != "" || err != nil {
		return w, err
	}
	commands := words.Commands
	if len(commands) == 0 && len(words.Lines) == 0 { // all may stand in the subject
		commands = parser.Read("", l.Subject).Commands
	}
	for i, c := range commands {
		if c.Name != "OBSERVE" {
			continue
		}
		name, off := observedGame(c)
		g, err := m.watchable(ctx, name, off)
		switch {
		case err != nil:
			return w, err
		case g != nil && !slices.ContainsFunc(g.Seats, func(s *seat) bool { return s.Address == address(l.From) }):
			w.game, w.off, w.more = name, off, len(words.Commands) > 1 || len(words.Lines) > 0
			return w, nil
		case len(words.Commands) > 0 && !strings.HasPrefix(c.Line, "OBSERVE") && !strings.HasPrefix(c.Line, "WATCH"): // "Observe the border" is prose
			words.Commands = slices.Delete(slices.Clone(words.Commands), i, i+1)
			words.Lines = append(slices.Clone(words.Lines), c.Line)
			return w, nil
		}
	}
	return w, nil
}

// watchingBefore finds the game whose observer has answered a letter of ours, unless his letter is for another one.
func (m *Master) watchingBefore(ctx context.Context, l Letter, words parser.Letter) (w watching, err error) {
	tokens := m.tokens(l)
	if len(tokens) == 0 || tokens[0].kind != tokenWatch {
		return w, nil
	}
	t := tokens[0]
	if !t.genuine(m.Key, (&observer{Address: address(l.From)}).reader()) {
		return w, nil
	}
	if words.Game != "" && words.Game != t.game || slices.ContainsFunc(words.Tags, func(tag parser.Tag) bool { return !tag.Quoted && tag.Game != t.game }) {
		return w, nil
	}
	g, err := m.brief(ctx, t.game)
	if err != nil || g == nil || slices.ContainsFunc(g.Seats, func(s *seat) bool { return s.Address == address(l.From) }) {
		return w, err
	}
	w.game, w.answers = t.game, true
	for _, c := range words.Commands {
		_, off := observedGame(c)
		w.off = w.off || c.Name == "OBSERVE" && off || c.Name == "LEAVE"
	}
	w.off = w.off || verdict(words) == "NO"
	return w, nil
}

// observedGame is the game that an OBSERVE names, and whether it is to be watched no more: OBSERVE OFF, OBSERVE dm2 OFF. A
// password of the old judges is not needed.
func observedGame(c parser.Command) (name string, off bool) {
	for _, word := range strings.Fields(c.Args) {
		switch {
		case strings.EqualFold(word, "off"):
			off = true
		case name == "":
			name = strings.ToLower(strings.Trim(word, "[]:,.?"))
		}
	}
	return name, off
}

// watchable is a game that can be watched by who asks for it, perhaps if the game master lets him, or left again; nil if it can't.
func (m *Master) watchable(ctx context.Context, name string, off bool) (*game, error) {
	if !isGame(name) {
		return nil, nil
	}
	g, err := m.brief(ctx, name)
	if err != nil || g == nil || g.State == forming || !off && (g.State == over || g.pressRule("observe") == observeNo) {
		return nil, err
	}
	return g, nil
}

// observe takes in a letter about watching a game. One that nothing proves to be from its writer is put aside: nobody is
// written to for it.
func (m *Master) observe(ctx context.Context, now time.Time, l Letter, words parser.Letter, w watching, known bool) error {
	g, err := m.brief(ctx, w.game)
	if err != nil || g == nil {
		return errors.Join(err, m.holdLetter(ctx, now, l, "It is about watching "+w.game+", which is not there."))
	}
	why := ""
	switch {
	case l.Proof == Disowned:
		why = "The domain of its address says that it did not send it."
	case l.Proof != Proved && !(w.answers && (g.Trust != TrustSigned || w.off)):
		why = "Nothing proves who wrote it."
	case !w.answers && !w.off && g.pressRule("observe") == observeDesk:
		why = "You let the observers of this game in yourself."
	case !known && !w.answers && !w.off:
		ask, crowded, err := m.mayAsk(ctx, now, l)
		if err != nil {
			return err
		}
		if w.silent = !ask; crowded {
			why = "More strangers ask for something than are written to in a day."
		}
	}
	if why != "" {
		verb := ListAdd
		if w.off {
			verb = ListRemove
		}
		text := "It asks to watch " + w.game + ". " + why
		if w.off {
			text = "It asks to watch " + w.game + " no more. " + why
		}
		if command := pasted("observer", w.game, verb, l.From); command != "" {
			text += " To have it so: " + command
		}
		return m.holdLetter(ctx, now, l, text)
	}
	err = once(m.do(ctx, now, w.game, &l, func(s *step) error { return s.observe(l, words, w) }))
	if errors.Is(err, errHeld) {
		return nil
	}
	return err
}

// observe is the step of one letter about watching a game.
func (s *step) observe(l Letter, words parser.Letter, w watching) error {
	o := s.g.observer(l.From)
	may := s.g.State != over && s.g.pressRule("observe") == observeMail
	switch {
	case o == nil && (w.off || !may): // there is nothing to end, or he asked before that was
		s.item(l.heldKey(), Item{Why: "Its writer does not watch this game.", Letter: &l})
		return nil
	case o == nil:
		var ok bool
		if o, ok = s.admitObserver(l.From, false); !ok {
			s.item(l.heldKey(), Item{Why: "It asks to watch this game, and as many do as can be.", Letter: &l})
			return nil
		}
	}
	s.admit(l)
	o.Back = 0
	stage, notes := templates.WatchAsked, []string(nil)
	switch {
	case w.off:
		s.strikeObserver(o.Address)
		stage = templates.WatchOut
	case w.answers && (verdict(words) == "YES" || slices.ContainsFunc(words.Commands, func(c parser.Command) bool { return c.Name == "OBSERVE" })):
		if o.Confirmed.IsZero() && may {
			o.Confirmed = s.now
		}
	case w.answers:
		notes = s.fromObserver(l, words, o)
	case w.more:
		notes = append(notes, "Nothing else in your letter was read. What is for another game goes into a letter of its own.")
	}
	if stage == templates.WatchAsked && !o.Confirmed.IsZero() {
		stage = templates.WatchIn
	}
	if w.silent {
		return nil
	}
	stack, err := guarded(func() error { // a stranger's letter must not stop the game
		page, err := s.observed(stage, "", notes...)
		if err == nil {
			s.tellObserver(o, page, &l)
		}
		return err
	})
	if stack != "" {
		return &untakenError{stack}
	}
	return err
}

// fromObserver passes on to the game master what an observer has written that is no command, and says what became of it.
func (s *step) fromObserver(l Letter, words parser.Letter, o *observer) []string {
	desk := s.g.seat(adjudicator.GM)
	pressed := slices.ContainsFunc(words.Commands, func(c parser.Command) bool { return c.Name == "PRESS" || c.Name == "DIARY" })
	switch {
	case o.Confirmed.IsZero():
		return nil
	case pressed:
		return []string{"Observers can't send press. Nothing in your letter was sent to anybody."}
	case desk == nil || len(words.Lines) == 0 || !o.Answered.has(s.now, 1, maxObserverAnswers):
		return nil
	}
	page := s.page(nil, desk)
	page.Notice = "A letter from " + o.Address + ", who watches this game, may be meant for you."
	page.Quoted, _, _ = l.quoted()
	s.send(desk, "desk", page, nil)
	return []string{"Your letter was passed on to the game master. Observers can't write to the players."}
}

// watch answers an OBSERVE in a player's letter that names no game which he can watch.
func (in *incoming) watch(c parser.Command) {
	if name, _ := observedGame(c); name == in.name || name == "" {
		in.note("You have a seat in this game, and so get all that its observers get.")
		return
	}
	in.fault(c.Line, "There is no game of that name that lets whoever asks watch it.")
}

// maxWatchable is how many games that can be watched LIST names.
const maxWatchable = 30

// maxSought is how many games are looked at for that: whoever plays may ask, and where there are very many all his and others'
// letters would wait for it.
const maxSought = 1000

// listWatchable says which games the writer can watch: those that let whoever asks, and in which he does not play.
func (in *incoming) listWatchable() {
	var names []string
	sought := 0
	for name, err := range in.m.Store.Games(in.ctx, "") {
		if err != nil {
			in.m.Log.Error("the games that can be watched can't be listed", "error", err)
			break
		}
		if !isGame(name) {
			continue
		}
		if sought++; len(names) == maxWatchable || sought > maxSought {
			break
		}
		g, err := in.m.watchable(in.ctx, name, false)
		if err == nil && g != nil && g.pressRule("observe") == observeMail && !g.sits(in.From) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		in.r.Notes = append(in.r.Notes, fmt.Sprintf("You can watch %s: write OBSERVE and the name of the game.", listed(names)))
	}
}
