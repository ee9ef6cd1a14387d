package reception

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
	"deaddrop/parser"
	"deaddrop/templates"
)

// watchable returns the game if anybody may ask to watch it, perhaps subject to the game master's consent, or, with
// off, stop watching it; otherwise nil.
func watchable(ctx context.Context, m *gm.Master, name string, off bool) (*game.Game, error) {
	if !game.IsGame(name) {
		return nil, nil
	}
	g, err := m.Summary(ctx, name)
	if err != nil || g == nil || g.State == game.Forming {
		return nil, err
	}
	if !off && (g.State == game.Over || g.PressRule("observe") == game.ObserveNo) {
		return nil, nil
	}
	return g, nil
}

// watchGame processes a letter about watching a game. A letter without proof is put aside, and its
// writer is told what to do, at most once a day.
func watchGame(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	w, silent := in.Watching, false
	g, err := m.Summary(ctx, w.Game)
	if err != nil || g == nil {
		return taking{why: "It asks to watch " + w.Game + ", which does not exist."}, err
	}
	answerProves := g.Trust != intake.TrustSigned || w.Off
	unproved := l.Proof != letter.Proved && !(w.Answers && answerProves)
	why := ""
	switch {
	case l.Proof == letter.Disowned:
		why = "The mail provider of its address says that the letter did not come from there."
	case unproved:
		why = "Nothing proves who wrote it."
	case !w.Answers && !w.Off && g.PressRule("observe") == game.ObserveDesk:
		why = "You approve the observers of this game yourself."
	case w.Stranger && !w.Answers && !w.Off:
		ask, crowded, err := MayAsk(ctx, m, now, l)
		if err != nil {
			return taking{}, err
		}
		if silent = !ask; crowded {
			why = "More strangers have written today than are answered in a day."
		}
	}
	if why != "" {
		verb := ListAdd
		if w.Off {
			verb = ListRemove
		}
		text := "It asks to watch " + w.Game + ". " + why
		if w.Off {
			text = "It asks to watch " + w.Game + " no more. " + why
		}
		if command := game.Pasted("observer", w.Game, verb, l.From); command != "" {
			text += " To agree: " + command
		}
		answer := false
		if unproved && !w.Off {
			if answer, err = unprovedAnswer(ctx, m, now, l, w.Stranger); err != nil {
				return taking{}, err
			}
		}
		it := game.Item{About: game.TopicOf(game.AboutWatching, l.From), Why: text}
		return heldUnproved(w.Game, l, it, answer), nil
	}
	return taking{game: w.Game, step: func(s *gm.Step) error { return observe(s, l, in.Words, w, silent) }}, nil
}

// observe is the step for a letter about watching a game.
func observe(s *gm.Step, l letter.Letter, words parser.Letter, w intake.Watching, silent bool) error {
	o := s.Game.Observer(l.From)
	may := s.Game.State != game.Over && s.Game.PressRule("observe") == game.ObserveMail
	switch {
	case o == nil && (w.Off || !may): // there is nothing to end, or the game was closed to observers meanwhile
		play.Stray(s, l.HeldKey(), game.Item{Why: "Its writer is not watching this game.", Letter: &l})
		return nil
	case o == nil:
		var ok bool
		if o, ok = play.AdmitObserver(s, l.From, false); !ok {
			play.Stray(s, l.HeldKey(), game.Item{Why: "It asks to watch this game, which has as many observers as " +
				"it can have.",
				Letter: &l})
			return nil
		}
	}
	if w.Answers {
		if why := doubts(s, l, w.Token, o.Doubted); why != "" {
			return doubtObserver(s, l, o, why)
		}
		o.Doubted = 0
	}
	admit(s, l)
	o.Back = 0
	stage, notes := templates.WatchAsked, []string(nil)
	switch {
	case w.Off:
		play.StrikeObserver(s, o.Address)
		stage = templates.WatchOut
	case w.Answers && (words.Verdict == "YES" || slices.ContainsFunc(words.Commands, func(c parser.Command) bool {
		return c.Name == "OBSERVE"
	})):
		if o.Confirmed.IsZero() && may {
			o.Confirmed = s.Now
		}
	case w.Answers:
		notes = fromObserver(s, l, words, o)
	case w.More:
		notes = append(notes,
			"Nothing else in your letter was read. Send what is for another game in a separate letter.")
	}
	if stage == templates.WatchAsked && !o.Confirmed.IsZero() {
		stage = templates.WatchIn
	}
	if silent {
		return nil
	}
	stack, err := gm.Guarded(func() error { // a stranger's letter must not stop the game
		page, err := play.Observed(s, stage, "", notes...)
		if err == nil {
			play.TellObserver(s, o, page, &l)
		}
		return err
	})
	if stack != "" {
		return &gm.UntakenError{Stack: stack}
	}
	return err
}

// doubtObserver puts aside a doubtful answer of an observer to a letter of ours, and asks them about it.
func doubtObserver(s *gm.Step, l letter.Letter, o *game.Observer, why string) error {
	if err := takenBefore(s, l); err != nil {
		return err
	}
	stage := templates.WatchAsked
	if !o.Confirmed.IsZero() {
		stage = templates.WatchWord
	}
	page, err := play.Observed(s, stage, game.Doubted(why))
	if err != nil {
		return err
	}
	before := o.Sent
	if play.TellObserver(s, o, page, &l); o.Sent > before {
		o.Doubted = o.Sent
	}
	play.Stray(s, l.HeldKey(), game.Item{Why: "It answers a letter to an observer. " + why, Letter: &l})
	return nil
}

// fromObserver passes the parts of an observer's text that are not commands on to the game master, and returns what
// to tell the observer about that.
func fromObserver(s *gm.Step, l letter.Letter, words parser.Letter, o *game.Observer) []string {
	desk := s.Game.Seat(adjudicator.GM)
	pressed := slices.ContainsFunc(words.Commands, func(c parser.Command) bool {
		return c.Name == "PRESS" || c.Name == "DIARY"
	})
	switch {
	case o.Confirmed.IsZero():
		return nil
	case pressed:
		return []string{"Observers can't send press. Nothing in your letter was sent to anybody."}
	case desk == nil || len(words.Lines) == 0 || !o.Answered.Allows(s.Now, 1, play.MaxObserverAnswers):
		return nil
	}
	page := writing.PageFor(s, nil, desk)
	page.Notice = "A letter from " + o.Address + ", who watches this game, may be meant for you."
	page.Quoted, _, _ = l.Quoted()
	writing.Send(s, desk, "desk", page, nil)
	return []string{"Your letter was passed on to the game master. Observers can't write to the players."}
}

// watch answers an OBSERVE in a player's letter that names no game that they can watch.
func (in *incoming) watch(c parser.Command) {
	if c.Game == in.s.Name || c.Game == "" {
		in.note("You have a seat in this game, so you get everything that its observers get.")
		return
	}
	in.fault(c.Line, "No game of that name is open to observers.")
}

// maxWatchable is the largest number of watchable games that LIST names.
const maxWatchable = 30

// maxSought is the number of games that are searched for that. Any player may ask, and with very many games all
// letters would be delayed.
const maxSought = 1000

// listWatchable says which games the writer can watch: those that are open to anybody and in which they do not play.
func (in *incoming) listWatchable() {
	var names []string
	sought := 0
	for name, err := range in.s.Master.Store.Games(in.s.Ctx, "") {
		if err != nil {
			in.s.Master.Log.Error("the games that can be watched can't be listed", "error", err)
			break
		}
		if !game.IsGame(name) {
			continue
		}
		if sought++; len(names) == maxWatchable || sought > maxSought {
			break
		}
		g, err := watchable(in.s.Ctx, in.s.Master, name, false)
		if err != nil || g == nil {
			continue
		}
		if g.PressRule("observe") == game.ObserveMail && !g.Sits(in.From) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		in.r.Notes = append(in.r.Notes, fmt.Sprintf("You can watch %s: write OBSERVE and the name of the game.",
			game.Listed(names)))
	}
}
