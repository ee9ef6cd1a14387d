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
)

// A claim is what a letter says about a place in a game that is forming.
type claim struct {
	game     string // "": it says nothing of that
	join     *parser.Command
	leave    bool
	answers  bool   // a letter of ours that asks whether its writer wants to play
	stranger bool   // no game knows its writer
	silent   bool   // he is not to be written to now
	why      string // of a letter that is about no such game: what the game master should know of it
	loose    []parser.Command
}

// left is a letter without the lines that began like a sign-up, and are none: those are for the game that it is for.
func (c claim) left(words parser.Letter) parser.Letter {
	if len(c.loose) == 0 {
		return words
	}
	words.Commands = slices.DeleteFunc(slices.Clone(words.Commands), func(d parser.Command) bool { return slices.Contains(c.loose, d) })
	words.Lines = slices.Clone(words.Lines)
	for _, d := range c.loose {
		words.Lines = append(words.Lines, d.Line)
	}
	return words
}

// maySignUp reports whether a letter of somebody whom no game knows may be about a place in one, so that it is worth
// reading.
func (m *Master) maySignUp(l Letter) bool {
	if slices.ContainsFunc(m.tokens(l), func(t token) bool { return t.kind == tokenJoin || t.kind == tokenWatch }) || strings.Contains(l.Subject, "[") {
		return true
	}
	text := strings.ToLower(l.Subject + "\n" + l.Text[:min(len(l.Text), maxHeldText)])
	return slices.ContainsFunc([]string{"join", "signon", "observe", "watch"}, func(word string) bool { return strings.Contains(text, word) })
}

// Matters reports whether it matters who has written a letter: somebody who plays here, or has, or the
// service's game master, or who asks for a place in
// a game that takes players.
func (m *Master) Matters(ctx context.Context, l Letter) (bool, error) {
	if l.From == "" || !ascii(l.From) {
		return false, nil
	}
	head, err := m.player(ctx, l.From)
	if plays := len(head.Games) > 0 || m.isDesk(l.From); err != nil || plays || !m.maySignUp(l) {
		return plays, err
	}
	var words parser.Letter
	if stack, _ := guarded(func() error { words = parser.Read(l.Subject, l.Text); return nil }); stack != "" {
		return false, nil
	}
	if w, err := m.watching(ctx, l, &words); w.game != "" || err != nil {
		return w.game != "", err
	}
	c, err := m.claim(ctx, l, head, words)
	return c.game != "", err
}

// claim finds the game that is forming for which a letter asks for a place, or is from somebody who has.
func (m *Master) claim(ctx context.Context, l Letter, head playerHead, words parser.Letter) (claim, error) {
	c := claim{stranger: len(head.Games) == 0}
	commands := words.Commands
	if len(commands) == 0 && len(words.Lines) == 0 { // all may stand in the subject
		commands = parser.Read("", l.Subject).Commands
	}
	for _, d := range commands {
		if d.Name != "JOIN" && d.Name != "LEAVE" {
			continue
		}
		name := named(d)
		g, err := m.joinable(ctx, name)
		switch {
		case err != nil:
			return c, err
		case g == nil && (name != "" || d.Name == "JOIN"):
			if !strings.HasPrefix(d.Line, d.Name) { // "Join me in the East" is prose
				c.loose = append(c.loose, d)
			}
			if began, err := m.brief(ctx, name); err == nil && began != nil && began.State == running && began.Formed > 0 {
				c.why = fmt.Sprintf("It asks for a place in %s, which has begun. If he is to stand by: gm standby %s add and his address.", name, name)
			}
		case g != nil && c.game == "":
			c.game, c.leave = name, d.Name == "LEAVE"
			if !c.leave {
				c.join = &d
			}
		case g == nil:
			c.leave = true // of the game that the rest of the letter is for
		}
	}
	for _, t := range m.tokens(l) {
		if t.kind != tokenJoin || !t.genuine(m.Key, &seat{Address: address(l.From)}) {
			continue
		}
		if c.game == "" {
			if g, err := m.joinable(ctx, t.game); err != nil {
				return c, err
			} else if g != nil {
				c.game = t.game
			}
		}
		c.answers = c.answers || c.game == t.game
	}
	if c.game != "" {
		return c, nil
	}
	return c, m.claimed(ctx, &c, l, head, words)
}

// claimed finds the game that is forming for which a letter is, if its writer has asked for a place there before.
func (m *Master) claimed(ctx context.Context, c *claim, l Letter, head playerHead, words parser.Letter) error {
	names := []string{words.Game}
	for _, t := range words.Tags {
		names = append(names, t.Game)
	}
	if len(head.Games) == 1 {
		names = append(names, head.Games[0])
	}
	for _, name := range names {
		g, err := m.joinable(ctx, name)
		if err != nil {
			return err
		}
		if g != nil && g.SignUp.applicant(l.From) != nil && !slices.ContainsFunc(g.Seats, func(s *seat) bool { return s.Address == address(l.From) }) {
			c.game = name
			return nil
		}
	}
	return nil
}

// named is the game that a command names.
func named(c parser.Command) string {
	if c.Args == "" {
		return ""
	}
	return strings.ToLower(strings.Trim(strings.Fields(c.Args)[0], "[]:,."))
}

// joinable is a game that takes players; nil if there is none of that name.
func (m *Master) joinable(ctx context.Context, name string) (*game, error) {
	if !isGame(name) {
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
func (m *Master) mayAsk(ctx context.Context, now time.Time, l Letter) (ask, crowded bool, err error) {
	_, domain, _ := strings.Cut(address(l.From), "@")
	err = m.do(ctx, now, lobby, nil, func(s *step) error {
		ask, crowded = true, false
		var recent []writtenTo
		same := 0
		for _, w := range s.lobby.Written {
			if now.Sub(w.At) >= 24*time.Hour || now.Before(w.At) {
				continue
			}
			recent = append(recent, w)
			if w.For == l.key() {
				return errNothing
			}
			if w.Address == address(l.From) {
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
		s.lobby.Written = append(recent, writtenTo{now, address(l.From), l.key()})
		return nil
	})
	return ask, crowded, err
}

// signUp takes in a letter about a place in a game that is forming. One that nothing proves to be from its writer is put
// aside, as is that of somebody whom the game master is to take himself: nobody is written to for it.
func (m *Master) signUp(ctx context.Context, now time.Time, l Letter, words parser.Letter, c claim) (string, error) {
	g, err := m.joinable(ctx, c.game)
	if err != nil || g == nil { // it began a moment ago
		return "", errors.Join(err, m.holdLetter(ctx, now, l, "It asks for a place in "+c.game+", which takes no players any more."))
	}
	rules, err := m.rules(g.Rules)
	if err != nil {
		return "", err
	}
	why := ""
	switch {
	case l.Proof == Disowned:
		why = "The domain of its address says that it did not send it."
	case l.Proof != Proved && !(c.answers && g.Trust != TrustSigned):
		why = "Nothing proves who wrote it."
	case g.SignUp.Approve && c.join != nil && g.SignUp.applicant(l.From) == nil:
		why = "You take the players of this game yourself."
	case c.stranger && !c.answers && (c.join != nil || g.SignUp.applicant(l.From) != nil):
		ask, crowded, err := m.mayAsk(ctx, now, l)
		if err != nil {
			return "", err
		}
		switch c.silent = !ask; {
		case crowded && c.join != nil:
			why = "More strangers want to play than are written to in a day."
		case c.silent && c.join == nil && yes(words):
			why = "It does not answer the letter that asks whether he wants to play."
		}
	}
	if why != "" {
		return "", m.holdLetter(ctx, now, l, c.held(rules, g, words, l.From, why))
	}
	if c.answers && !c.leave && verdict(words) != "NO" { // nothing else makes a player of a stranger
		if err := m.enter(ctx, l.From, c.game); err != nil {
			return "", err
		}
	}
	err = m.do(ctx, now, c.game, &l, func(s *step) error { return s.signUp(l, words, c) })
	if errors.Is(err, errHeld) {
		err = nil
	}
	return c.game, err
}

// yes reports whether a letter says that its writer wants to play.
func yes(words parser.Letter) bool {
	return verdict(words) == "YES" || slices.ContainsFunc(words.Commands, func(d parser.Command) bool { return d.Name == "READY" })
}

// held says what the game master can do about a letter that was put aside.
func (c claim) held(rules *adjudicator.Rules, g *game, words parser.Letter, from, why string) string {
	command := ""
	switch {
	case c.join != nil:
		why = "It asks for a place in " + c.game + ". " + why
		w, _ := wished(g.SignUp.chairs(rules), c.wish())
		var more []string
		if len(w) > 0 {
			more = []string{"'" + w.String() + "'"}
		}
		command = paste(c.game, "add", from, more...)
	case c.leave:
		why = "It takes back that its writer wants to play in " + c.game + ". " + why
		command = paste(c.game, "drop", from)
	case yes(words):
		why = "It says that its writer will play in " + c.game + ". " + why
		command = paste(c.game, "add", from, "--confirmed")
	default:
		return "It is about " + c.game + ", which takes players. " + why
	}
	if command == "" {
		return why + " Its address has signs in it that a shell might take for a command."
	}
	return why + " To have it so: " + command
}

// wish is what a JOIN wishes.
func (c claim) wish() string {
	_, wish, _ := strings.Cut(c.join.Args, " ")
	return wish
}

// signUp is the step of one letter about a place in a game that is forming.
func (s *step) signUp(l Letter, words parser.Letter, c claim) error {
	if s.g.State != forming {
		s.item(l.heldKey(), Item{Why: "It asks for a place in this game, which takes no players any more.", Letter: &l})
		return nil
	}
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return err
	}
	u := s.g.SignUp
	a := u.applicant(l.From)
	switch {
	case s.g.Seats != nil && slices.ContainsFunc(s.g.Seats, func(seat *seat) bool { return seat.Address == address(l.From) }):
		s.item(l.heldKey(), Item{Why: "Who is its game master can't sign up for a game by mail: he would learn all secrets.", Letter: &l})
		return nil
	case a == nil && c.join == nil, a == nil && len(u.Asked) >= maxApplicants:
		s.item(l.heldKey(), Item{Why: "Its writer has not asked for a place, or too many have.", Letter: &l})
		return nil
	}
	s.admit(l)
	stage, notes := "", []string(nil)
	switch {
	case c.join != nil:
		a = u.add(l.From, s.now)
		if a.Wishes, notes = wished(u.chairs(rules), c.wish()); c.answers && a.Confirmed.IsZero() {
			a.Confirmed = s.now
		}
		if len(words.Lines) > 0 && !c.stranger {
			notes = append(notes, "Nothing else in your letter was read. What is for another game goes into a letter of its own.")
		}
	case c.leave || verdict(words) == "NO":
		if known := a.in(); !known && !c.leave { // he hears no more of it, as we have said
			c.silent = true
		}
		a.Left, a.Confirmed = true, time.Time{}
	case c.answers && yes(words) && !a.Left:
		if a.Confirmed.IsZero() {
			a.Confirmed = s.now
		}
	default:
		notes = s.passOn(l, words, a)
	}
	switch {
	case a.Left:
		stage = stageOut
	case a.in():
		stage = stageIn
	default:
		stage = stageAsked
	}
	if !c.silent {
		s.invite(a, stage, "", &l, notes...)
	}
	s.full()
	return nil
}

// passOn gives the game master a letter that has nothing in it that the program knows.
func (s *step) passOn(l Letter, words parser.Letter, a *applicant) (notes []string) {
	desk := s.g.seat(adjudicator.GM)
	if desk == nil || len(words.Lines) == 0 || !a.Answered.take(s.now, 1, maxSignUpAnswers) {
		return nil
	}
	page := s.page(nil, desk)
	page.Notice = "A letter from " + a.Address + ", who has asked for a place in this game, may be meant for you."
	page.Quoted, _, _ = l.quoted()
	s.send(desk, "desk", page, nil)
	return []string{"Your letter was passed on to the game master."}
}

// early deals with a letter to a game that is forming from somebody who has a seat in it already: its game master.
func (s *step) early(l Letter) (believed bool, err error) {
	i := slices.IndexFunc(s.g.Seats, func(seat *seat) bool { return seat.Address == address(l.From) })
	if i < 0 {
		s.item(l.heldKey(), Item{Why: "Its writer has no seat in this game.", Letter: &l})
		return false, nil
	}
	if desk := s.g.Seats[i]; l.Proof != Disowned && desk.Confirms.take(s.now, 1, maxConfirms) {
		s.admit(l)
		text := "This game takes players, and has not begun; nothing in your letter was carried out. gm show " + s.name + " lists who has signed up, and gm start " + s.name + " begins it."
		if s.g.State == over {
			text = "This game was called off before it began; nothing in your letter was carried out."
		}
		s.notice(desk, "desk", text, &l)
		return l.Proof == Proved, nil
	}
	s.item(l.heldKey(), Item{Seat: s.g.Seats[i].Name, Why: "It came before the game has begun.", Letter: &l})
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
