package reception

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/templates"
)

// maxTries is the usual number of a seat's letters per day in which orders are tried at most.
const maxTries = 20

// mostTries returns the largest number of a seat's letters per day in which orders are tried.
func (in *incoming) mostTries() int { return cmp.Or(in.s.Master.TriesPerDay, maxTries) }

const (
	triedTooOften = "You have tried orders %d times within a day, which is as often as you can, so these were not " +
		"tried."
	nothingToTry = "You are not being asked for orders now, so there is nothing to try."
	notTriable   = "Nothing in what you are being asked now can be tried."
	tryWhat      = "To try orders, write them below TRY, or after it with a colon. RULES lists all orders."
	supposeWhat  = "Say who may do what: write SUPPOSE, a player, a colon, and their orders."
)

// takeTrial takes in a letter whose orders are only tried: nothing of it is filed, and nothing in it settles what is
// open. Commands that do not concern the turn are carried out.
func (in *incoming) takeTrial() error {
	in.r.Tried = &templates.Tried{}
	if err := in.try(in.s.Game.Question(in.seat, 0)); err != nil {
		return err
	}
	in.r.Tried.Left = in.seat.Tried.Left(in.s.Now, in.mostTries())
	for _, c := range in.words.Commands {
		if err := in.obey(nil, c); err != nil {
			return err
		}
	}
	if idle := in.idle(); len(idle) > 0 {
		in.note("Without effect, because the letter says TRY: " + strings.Join(idle, ", ") + ".")
	}
	return nil
}

// idle returns the words of the letter that have no effect in it.
func (in *incoming) idle() []string {
	var out []string
	for _, c := range in.words.Commands {
		if slices.Contains([]string{"READY", "WAIT", "ON"}, c.Name) && !slices.Contains(out, c.Name) {
			out = append(out, c.Name)
		}
	}
	if in.words.Verdict != "" {
		out = append(out, strings.ToUpper(string(in.words.Verdict)))
	}
	return out
}

// try tells the writer what the orders of the letter would come to, with those on file that it does not change.
func (in *incoming) try(q *game.Question) error {
	view, ok := in.reply.View.(adjudicator.Trier)
	switch {
	case q == nil || in.s.Game.State != game.Running:
		in.note(nothingToTry)
		return nil
	case !ok:
		in.note(notTriable)
		return nil
	case in.triesNothing(q):
		in.note(tryWhat + in.like("TRY"))
		return nil
	case !in.seat.Tried.Allows(in.s.Now, 1, in.mostTries()):
		in.note(fmt.Sprintf(triedTooOften, in.mostTries()))
		return nil
	}
	trial, err := in.readTrial(q)
	if err != nil {
		return err
	}
	var tried adjudicator.Tried
	stack, err := gm.Guarded(func() error {
		tried = view.Try(trial)
		return nil
	})
	if stack != "" { // nothing depends on it, so the game goes on
		in.s.Master.Log.Error("orders can't be tried", "game", in.s.Name, "why", gm.TopFrame(stack))
	}
	if err != nil {
		return err
	}
	in.r.Faults = append(slices.DeleteFunc(in.r.Faults, func(f adjudicator.Fault) bool { return saysWhy(tried, f) }),
		tried.Faults...)
	t := in.r.Tried
	if t.Lines, t.Assumed, t.Chart = tried.Lines, tried.Assumed, tried.Chart; len(tried.Lines) == 0 {
		in.note(notTriable)
		return nil
	}
	in.seat.Tried.Allow(in.s.Now, 1, in.mostTries())
	return nil
}

// saysWhy reports whether what orders would come to already says why a line of them is refused.
func saysWhy(tried adjudicator.Tried, f adjudicator.Fault) bool {
	why := strings.TrimRight(f.Text, ".")
	return why != "" && slices.ContainsFunc(tried.Lines, func(said string) bool { return strings.Contains(said, why) })
}

// triesNothing reports whether there is nothing to try, in the letter or on file.
func (in *incoming) triesNothing(q *game.Question) bool {
	asks := len(in.words.Lines) > 0 || in.words.Form != nil || len(in.words.Supposed()) > 0
	return !asks && q.Answer == ""
}

// readTrial reads the orders that are to be tried.
func (in *incoming) readTrial(q *game.Question) (adjudicator.Trial, error) {
	t := adjudicator.Trial{Kind: q.Kind, Answer: q.Answer, Suppose: in.words.Supposed()}
	if in.words.Has("CLEAR") || in.words.Has("ORDERS") {
		t.Answer = ""
	}
	edited, err := in.edited(q)
	if err != nil {
		return t, err
	}
	text := strings.Join(slices.Concat(edited, in.words.Lines), "\n")
	in.read = in.reply.View.Read(q.Kind, t.Answer, text)
	in.note(in.read.Notes...)
	for _, p := range in.read.Open() {
		why := p.Why
		if len(p.Suggest) > 0 {
			why += " You may mean: " + strings.ReplaceAll(strings.Join(p.Suggest, ", or "), "\n", "; ") + "."
		}
		in.fault(p.Quote, why)
	}
	in.asksDesk(q)
	if t.Answer = cmp.Or(in.read.Answer, t.Answer); t.Answer != "" {
		alone := in.reply.View.Read(q.Kind, "", text).Answer
		in.r.Tried.Kept = game.Beyond(t.Answer, alone)
	}
	t.Answer = cmp.Or(t.Answer, q.Default)
	return t, nil
}

// asksDesk passes on what the letter says to the game master.
func (in *incoming) asksDesk(q *game.Question) {
	var words []string
	for _, p := range in.read.Parts {
		if p.Fate == adjudicator.ToGM {
			words = append(words, p.Quote)
		}
	}
	in.toDesk(q, words, "A letter from "+string(in.seat.Name)+
		" may contain something for you. Orders in it are not shown.", gm.Briefly(words))
}
