package gm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// joinable is a game that takes players; nil if there is none of that name.
func (m *Master) joinable(ctx context.Context, name string) (*game, error) {
	if !IsGame(name) {
		return nil, nil
	}
	g, err := m.brief(ctx, name)
	if err != nil || g == nil || g.State != forming || g.SignUp == nil {
		return nil, err
	}
	return g, nil
}

// Limits on the letters that strangers can have us write. Only mail that its domain vouches for counts, so they can only
// have them written to addresses that they could write to themselves.
const (
	maxDomain    = 50  // to addresses of one domain in a day
	maxStrangers = 200 // and in all
)

// A writtenTo is a stranger who was asked in the last day whether he wants to play, for a letter of his.
type writtenTo struct {
	At      time.Time
	Address string
	For     string // the key of his letter
}

// mayAsk reports whether a stranger may be asked for a letter of his, and notes that he is. The same letter may be taken
// in again after a crash.
func (m *Master) mayAsk(ctx context.Context, now time.Time, l letter.Letter) (ask, crowded bool, err error) {
	_, domain, _ := strings.Cut(l.From, "@")
	err = m.do(ctx, now, lobby, nil, func(s *step) error {
		ask, crowded = true, false
		var recent []writtenTo
		same := 0
		for _, w := range s.lobby.Written {
			if now.Sub(w.At) >= 24*time.Hour || now.Before(w.At) {
				continue
			}
			recent = append(recent, w)
			if w.For == l.Key() {
				return errNothing
			}
			if w.Address == l.From {
				ask = false
			}
			if strings.HasSuffix(w.Address, "@"+domain) {
				same++
			}
		}
		crowded = ask && (same >= maxDomain || len(recent) >= maxStrangers)
		if ask = ask && !crowded; !ask {
			return errNothing
		}
		s.lobby.Written = append(recent, writtenTo{now, l.From, l.Key()})
		return nil
	})
	return ask, crowded, err
}

// signUp takes in a letter about a place in a game that is forming. One that nothing proves to be from its writer is put
// aside, as is that of somebody whom the game master is to take himself: nobody is written to for it.
func (m *Master) signUp(ctx context.Context, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	c, words := in.Claim, in.Words
	g, err := m.joinable(ctx, c.Game)
	if err != nil || g == nil { // it began a moment ago
		return taking{why: "It asks for a place in " + c.Game + ", which takes no players any more."}, err
	}
	rules, err := m.rules(g.Rules)
	if err != nil {
		return taking{}, err
	}
	why, silent := "", false
	switch {
	case l.Proof == letter.Disowned:
		why = "The domain of its address says that it did not send it."
	case l.Proof != letter.Proved && !(c.Answers && g.Trust != intake.TrustSigned):
		why = "Nothing proves who wrote it."
	case g.SignUp.Approve && c.Join != nil && g.SignUp.applicant(l.From) == nil:
		why = "You take the players of this game yourself."
	case c.Stranger && !c.Answers && (c.Join != nil || g.SignUp.applicant(l.From) != nil):
		ask, crowded, err := m.mayAsk(ctx, now, l)
		if err != nil {
			return taking{}, err
		}
		switch silent = !ask; {
		case crowded && c.Join != nil:
			why = "More strangers want to play than are written to in a day."
		case silent && c.Join == nil && intake.Agrees(words):
			why = "It does not answer the letter that asks whether they want to play."
		}
	}
	if why != "" {
		return taking{why: heldClaim(c, rules, g, words, l.From, why)}, nil
	}
	if c.Answers && !c.Leave && words.Verdict != "NO" { // nothing else makes a player of a stranger
		if err := m.enter(ctx, l.From, c.Game); err != nil {
			return taking{}, err
		}
	}
	return taking{game: c.Game, step: func(s *step) error { return s.signUp(l, words, c, silent) }}, nil
}

// heldClaim says what the game master can do about a letter that was put aside.
func heldClaim(c intake.Claim, rules *adjudicator.Rules, g *game, words parser.Letter, from, why string) string {
	command := ""
	switch {
	case c.Join != nil:
		why = "It asks for a place in " + c.Game + ". " + why
		w, _ := wished(g.SignUp.chairs(rules), c.Wish())
		var more []string
		if len(w) > 0 {
			more = []string{"'" + w.String() + "'"}
		}
		command = paste(c.Game, "add", from, more...)
	case c.Leave:
		why = "It takes back that its writer wants to play in " + c.Game + ". " + why
		command = paste(c.Game, "drop", from)
	case intake.Agrees(words):
		why = "It says that its writer will play in " + c.Game + ". " + why
		command = paste(c.Game, "add", from, "--confirmed")
	default:
		return "It is about " + c.Game + ", which takes players. " + why
	}
	if command == "" {
		return why + " Its address has signs in it that a shell might take for a command."
	}
	return why + " To have it so: " + command
}

// signUp is the step of one letter about a place in a game that is forming.
func (s *step) signUp(l letter.Letter, words parser.Letter, c intake.Claim, silent bool) error {
	if s.g.State != forming {
		s.stray(l.HeldKey(), Item{Why: "It asks for a place in this game, which takes no players any more.", Letter: &l})
		return nil
	}
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return err
	}
	u := s.g.SignUp
	a := u.applicant(l.From)
	switch {
	case s.g.Seats != nil && slices.ContainsFunc(s.g.Seats, func(seat *seat) bool { return seat.Address == l.From }):
		s.stray(l.HeldKey(), Item{Why: "The game master of a game can't sign up for it by mail: they would learn all secrets.", Letter: &l})
		return nil
	case a == nil && c.Join == nil, a == nil && len(u.Asked) >= maxApplicants:
		s.stray(l.HeldKey(), Item{Why: "Its writer has not asked for a place, or too many have.", Letter: &l})
		return nil
	}
	if a != nil && c.Answers {
		if why := s.doubts(l, c.Token, a.Doubted); why != "" {
			return s.doubtClaim(l, c, words, a, rules, why)
		}
		a.Doubted = 0
	}
	s.admit(l)
	var notes []string
	switch {
	case c.Join != nil:
		a = u.add(l.From, s.now)
		if a.Wishes, notes = wished(u.chairs(rules), c.Wish()); c.Answers && a.Confirmed.IsZero() {
			a.Confirmed = s.now
		}
		if len(words.Lines) > 0 && !c.Stranger {
			notes = append(notes, "Nothing else in your letter was read. What is for another game goes into a letter of its own.")
		}
	case c.Leave || words.Verdict == "NO":
		if known := a.in(); !known && !c.Leave { // he hears no more of it, as we have said
			silent = true
		}
		a.Left, a.Confirmed = true, time.Time{}
	case c.Answers && intake.Agrees(words) && !a.Left:
		if a.Confirmed.IsZero() {
			a.Confirmed = s.now
		}
	default:
		notes = s.passOn(l, words, a)
	}
	s.noteSharing(a)
	if !silent {
		s.invite(a, a.stage(), "", &l, notes...)
	}
	s.full()
	return nil
}

// doubtClaim puts a letter aside that answers one of ours to somebody who has asked for a place, and may be another's. They are
// asked.
func (s *step) doubtClaim(l letter.Letter, c intake.Claim, words parser.Letter, a *applicant, rules *adjudicator.Rules, why string) error {
	before := a.Sent
	if s.invite(a, a.stage(), doubted(why), &l); a.Sent > before {
		a.Doubted = a.Sent
	}
	s.stray(l.HeldKey(), Item{Why: heldClaim(c, rules, s.g, words, l.From, why), Letter: &l})
	return nil
}

// stage is how an applicant stands, as their letters say it.
func (a *applicant) stage() string {
	switch {
	case a.Left:
		return stageOut
	case a.in():
		return stageIn
	}
	return stageAsked
}

// passOn gives the game master a letter that has nothing in it that the program knows.
func (s *step) passOn(l letter.Letter, words parser.Letter, a *applicant) (notes []string) {
	desk := s.g.seat(adjudicator.GM)
	if desk == nil || len(words.Lines) == 0 || !a.Answered.take(s.now, 1, maxSignUpAnswers) {
		return nil
	}
	page := s.page(nil, desk)
	page.Notice = "A letter from " + a.Address + ", who has asked for a place in this game, may be meant for you."
	page.Quoted, _, _ = l.Quoted()
	s.send(desk, "desk", page, nil)
	return []string{"Your letter was passed on to the game master."}
}

// early deals with a letter to a game that is forming from somebody who has a seat in it already: its game master.
func (s *step) early(l letter.Letter) (believed bool, err error) {
	i := slices.IndexFunc(s.g.Seats, func(seat *seat) bool { return seat.Address == l.From })
	if i < 0 {
		s.stray(l.HeldKey(), Item{Why: "Its writer has no seat in this game.", Letter: &l})
		return false, nil
	}
	if desk := s.g.Seats[i]; l.Proof != letter.Disowned && desk.Confirms.take(s.now, 1, maxConfirms) {
		s.admit(l)
		text := "This game takes players, and has not begun; nothing in your letter was carried out. gm show " + s.name + " lists who has signed up, and gm start " + s.name + " begins it."
		if s.g.State == over {
			text = "This game was called off before it began; nothing in your letter was carried out."
		}
		s.notice(desk, "desk", text, &l)
		return l.Proof == letter.Proved, nil
	}
	s.stray(l.HeldKey(), Item{Seat: s.g.Seats[i].Name, Why: "It came before the game has begun.", Letter: &l})
	return false, nil
}

// list says which games take players, and which can be watched.
func (in *incoming) list() {
	g, err := in.m.Store.Load(in.ctx, lobby)
	var head lobbyHead
	if err == nil && len(g.Head) > 0 {
		err = decode(g.Head, &head)
	}
	if err != nil {
		in.m.Log.Error("the games that take players can't be listed", "error", err)
	}
	none := true
	for _, name := range head.Forming {
		other, err := in.m.joinable(in.ctx, name)
		if err != nil || other == nil || other.SignUp.Approve {
			continue
		}
		title := other.Rules
		if rules, err := in.m.rules(other.Rules); err == nil {
			title = rules.Title
		}
		none = false
		in.note(fmt.Sprintf("%s takes players: %s, for %d. To ask for a place, write JOIN %s and what you wish to play.", name, title, other.SignUp.Wanted, name))
	}
	if none {
		in.note("No game takes players now.")
	}
	in.listWatchable()
}
