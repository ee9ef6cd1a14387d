package reception

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

// joinable returns the game if it is taking players, or nil.
func joinable(ctx context.Context, m *gm.Master, name string) (*game.Game, error) {
	if !game.IsGame(name) {
		return nil, nil
	}
	g, err := m.Summary(ctx, name)
	if err != nil || g == nil {
		return nil, err
	}
	if g.State != game.Forming || g.SignUp == nil {
		return nil, nil
	}
	return g, nil
}

// Limits for letters caused by strangers. Only letters that the author's domain vouches for count, so strangers can
// cause letters only to addresses at which they could send mail themselves.
const (
	maxDomain    = 50  // per day to addresses of one domain
	maxStrangers = 200 // per day in all
)

// MayAsk reports whether a stranger may be sent a question about their letter, and counts it. A letter that is
// processed again after a crash is counted once.
func MayAsk(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter) (ask, crowded bool, err error) {
	return mayWrite(ctx, m, now, l, limits{ofDomain: maxDomain, all: maxStrangers},
		func(h *game.Lobby) *[]game.WrittenTo { return &h.Written })
}

// limits are how many letters a day go to strangers of one kind.
type limits struct{ ofDomain, all int }

// mayWrite reports whether the writer of a letter may be written to, at most once a day, and counts that in a list of the
// lobby. crowded is true if it is too many others who were written to.
func mayWrite(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, most limits,
	list func(*game.Lobby) *[]game.WrittenTo) (ask, crowded bool, err error) {
	_, domain, _ := strings.Cut(l.From, "@")
	err = play.Do(ctx, m, now, game.LobbyName, nil, func(s *gm.Step) error {
		ask, crowded = true, false
		var recent []game.WrittenTo
		same := 0
		for _, w := range *list(&s.Lobby) {
			if !game.SameDay(w.At, now) {
				continue
			}
			recent = append(recent, w)
			if w.For == l.Key() {
				return gm.ErrNothing
			}
			if w.Address == l.From {
				ask = false
			}
			if strings.HasSuffix(w.Address, "@"+domain) {
				same++
			}
		}
		crowded = ask && (same >= most.ofDomain || len(recent) >= most.all)
		if ask = ask && !crowded; !ask {
			return gm.ErrNothing
		}
		*list(&s.Lobby) = append(recent, game.WrittenTo{At: now, Address: l.From, For: l.Key()})
		return nil
	})
	return ask, crowded, err
}

// signUpLetter processes a letter about a place in a forming game. A letter without proof is put aside, and its
// writer is told what to do, at most once a day; that of an applicant whom the game master has to approve.
func signUpLetter(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	c, words := in.Claim, in.Words
	g, err := joinable(ctx, m, c.Game)
	if err != nil || g == nil { // the game has just begun
		return taking{why: "It asks for a place in " + c.Game + ", which no longer takes players."}, err
	}
	rules, err := m.RulesOf(g.Rules)
	if err != nil {
		return taking{}, err
	}
	why, silent := "", false
	answerProves := c.Answers && g.Trust != intake.TrustSigned
	unproved := l.Proof != letter.Proved && !answerProves
	signsUp := c.Join != nil || g.SignUp.Applicant(l.From) != nil
	switch {
	case l.Proof == letter.Disowned:
		why = "The mail provider of its address says that the letter did not come from there."
	case unproved:
		why = "Nothing proves who wrote it."
	case g.SignUp.Approve && c.Join != nil && g.SignUp.Applicant(l.From) == nil:
		why = "You approve the players of this game yourself."
	case c.Stranger && !c.Answers && signsUp:
		ask, crowded, err := MayAsk(ctx, m, now, l)
		if err != nil {
			return taking{}, err
		}
		switch silent = !ask; {
		case crowded && c.Join != nil:
			why = "More strangers have asked to play today than are answered in a day."
		case silent && c.Join == nil && intake.Agrees(words):
			why = "It is not an answer to the letter that asks whether they want to play."
		}
	}
	if why != "" {
		answer := false
		if unproved && c.Join != nil {
			if answer, err = unprovedAnswer(ctx, m, now, l, c.Stranger); err != nil {
				return taking{}, err
			}
		}
		return heldUnproved(c.Game, l, game.Item{About: game.TopicOf(game.AboutJoining, l.From),
			Why: heldClaim(c, rules, g, words, l.From, why)}, answer), nil
	}
	if c.Join != nil && g.SignUp.Applicant(l.From) == nil {
		if why, err := barred(ctx, m, l.From); why != "" || err != nil {
			return atTheBar(ctx, m, now, l, c, heldClaim(c, rules, g, words, l.From, "They have "+why), why, err)
		}
	}
	if c.Answers && !c.Leave && words.Verdict != "NO" { // nothing else makes a stranger a player
		if err := m.EnterPlayer(ctx, l.From, c.Game); err != nil {
			return taking{}, err
		}
	}
	return taking{game: c.Game, step: func(s *gm.Step) error { return signUp(s, l, words, c, silent) }}, nil
}

// heldClaim tells the game master what they can do about a letter that was put aside.
func heldClaim(c intake.Claim, rules *adjudicator.Rules, g *game.Game, words parser.Letter, from, why string) string {
	command := ""
	switch {
	case c.Join != nil:
		why = "It asks for a place in " + c.Game + ". " + why
		w, _ := game.Wished(g.SignUp.SeatsFor(rules), c.Wish())
		var more []string
		if len(w) > 0 {
			more = []string{"'" + w.String() + "'"}
		}
		command = game.Paste(c.Game, "add", from, more...)
	case c.Leave:
		why = "Its writer no longer wants to play in " + c.Game + ". " + why
		command = game.Paste(c.Game, "drop", from)
	case intake.Agrees(words):
		why = "Its writer wants to play in " + c.Game + ". " + why
		command = game.Paste(c.Game, "add", from, "--confirmed")
	default:
		return "It is about " + c.Game + ", which takes players. " + why
	}
	if command == "" {
		return why + " Its address has characters in it that a shell might take for a command."
	}
	return why + " To agree: " + command
}

// signUp is the step for a letter about a place in a forming game.
func signUp(s *gm.Step, l letter.Letter, words parser.Letter, c intake.Claim, silent bool) error {
	if s.Game.State != game.Forming {
		play.Stray(s, l.HeldKey(), game.Item{Why: "It asks for a place in this game, which no longer takes players.",
			Letter: &l})
		return nil
	}
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return err
	}
	u := s.Game.SignUp
	a := u.Applicant(l.From)
	switch {
	case !s.Game.Blindfold && s.Game.RightsOf(l.From) != game.NoRights:
		play.Stray(s, l.HeldKey(), game.Item{
			Why: "The game master of a game can't sign up for it by mail: they would learn all secrets.", Letter: &l,
		})
		return nil
	case a == nil && c.Join == nil, a == nil && len(u.Asked) >= play.MaxApplicants:
		play.Stray(s, l.HeldKey(), game.Item{Why: "Its writer has not asked for a place, or too many have.",
			Letter: &l})
		return nil
	}
	if a != nil && c.Answers {
		if why := doubts(s, l, c.Token, a.Doubted); why != "" {
			return doubtClaim(s, l, c, words, a, rules, why)
		}
		a.Doubted = 0
	}
	admit(s, l)
	s.SettleTopic(game.TopicOf(game.AboutJoining, l.From))
	var notes []string
	switch {
	case c.Join != nil:
		a = u.Add(l.From, s.Now)
		if a.Wishes, notes = game.Wished(u.SeatsFor(rules), c.Wish()); c.Answers && a.Confirmed.IsZero() {
			a.Confirmed = s.Now
		}
		if len(words.Lines) > 0 && !c.Stranger {
			notes = append(notes,
				"Nothing else in your letter was read. Send what is for another game in a separate letter.")
		}
	case c.Leave || words.Verdict == "NO":
		// after an answer by somebody unknown, they are told nothing further, as announced
		if known := a.In(); !known && !c.Leave {
			silent = true
		}
		a.Left, a.Confirmed = true, time.Time{}
	case c.Answers && intake.Agrees(words) && !a.Left:
		if a.Confirmed.IsZero() {
			a.Confirmed = s.Now
		}
	default:
		notes = passOn(s, l, words, a)
	}
	play.NoteSharing(s, a)
	if !silent {
		writing.Invite(s, a, a.Stage(), "", &l, notes...)
	}
	play.StartIfFull(s)
	return nil
}

// doubtClaim puts aside a doubtful answer of an applicant to a letter of ours, and asks them about it.
func doubtClaim(s *gm.Step, l letter.Letter, c intake.Claim, words parser.Letter, a *game.Applicant,
	rules *adjudicator.Rules, why string) error {
	if err := takenBefore(s, l); err != nil {
		return err
	}
	before := a.Sent
	if writing.Invite(s, a, a.Stage(), game.Doubted(why), &l); a.Sent > before {
		a.Doubted = a.Sent
	}
	play.Stray(s, l.HeldKey(), game.Item{About: game.TopicOf(game.AboutJoining, l.From),
		Why: heldClaim(c, rules, s.Game, words, l.From, why), Letter: &l})
	return nil
}

// passOn passes a letter without any known command on to the game master.
func passOn(s *gm.Step, l letter.Letter, words parser.Letter, a *game.Applicant) (notes []string) {
	desk := s.Game.Seat(adjudicator.GM)
	if desk == nil || len(words.Lines) == 0 || !a.Answered.Allow(s.Now, 1, writing.MaxSignUpAnswers) {
		return nil
	}
	page := writing.PageFor(s, nil, desk)
	page.Notice = "A letter from " + a.Address + ", who has asked for a place in this game, may be meant for you."
	page.Quoted, _, _ = l.Quoted()
	writing.Send(s, desk, "desk", page, nil)
	return []string{"Your letter was passed on to the game master."}
}

// early processes a letter to a forming game from somebody who has a seat already: its game master.
func early(s *gm.Step, l letter.Letter) (believed bool, err error) {
	i := slices.IndexFunc(s.Game.Seats, func(seat *game.Seat) bool { return seat.Address == l.From })
	if i < 0 {
		play.Stray(s, l.HeldKey(), game.Item{Why: "Its writer has no seat in this game.", Letter: &l})
		return false, nil
	}
	if desk := s.Game.Seats[i]; l.Proof != letter.Disowned && desk.Confirms.Allow(s.Now, 1, maxConfirms) {
		admit(s, l)
		text := "This game takes players and has not begun, so nothing in your letter was carried out. gm show " +
			s.Name + " lists who has signed up, and gm start " + s.Name + " begins it."
		if s.Game.State == game.Over {
			text = "This game was called off before it began, so nothing in your letter was carried out."
		}
		writing.Notice(s, desk, "desk", text, &l)
		return l.Proof == letter.Proved, nil
	}
	play.Stray(s, l.HeldKey(), game.Item{Seat: s.Game.Seats[i].Name, Why: "It came before the game began.",
		Letter: &l})
	return false, nil
}

// list says which games are taking players, and which can be watched.
func (in *incoming) list() {
	g, err := in.s.Master.Store.Load(in.s.Ctx, game.LobbyName)
	var head game.Lobby
	if err == nil && len(g.Head) > 0 {
		err = gm.Decode(g.Head, &head)
	}
	if err != nil {
		in.s.Master.Log.Error("the games that take players can't be listed", "error", err)
	}
	none := true
	for _, name := range head.Forming {
		other, err := joinable(in.s.Ctx, in.s.Master, name)
		if err != nil || other == nil || other.SignUp.Approve {
			continue
		}
		title := other.Rules
		if rules, err := in.s.Master.RulesOf(other.Rules); err == nil {
			title = rules.Title
		}
		none = false
		in.note(fmt.Sprintf("%s takes players: %s, for %d. To ask for a place, write JOIN %s and what you would "+
			"like to play.", name, title, other.SignUp.Wanted, name))
	}
	if none {
		in.note("No game is open to new players now.")
	}
	in.listWatchable()
}
