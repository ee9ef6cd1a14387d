package pages

import (
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/record"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// A card is the information on a game in the club's own pages.
type card struct {
	Name, Rules, Title string
	State              string // "forming", "running", "paused" or "over"
	Why                string // if the game is over, how it ended, if known
	Phase              string
	Deadline           time.Time // zero if there is none, or it is not public
	Wanted             int       // number of players wanted, while the game is forming
	Blind              bool
	Shown              bool // whether its board, events and press are public
	Seats              []place
	At                 time.Time // when the last report was sent; zero if unknown
}

// A place is a seat, with the public information on its player.
type place struct {
	Name adjudicator.Seat
	// public name of the player who had the seat at the end; "" if none, or if the game is not over
	Player string
	Robot  bool          // whether everybody knows that a robot plays it
	Result record.Result // "" if there is none
}

// cardOf returns the card of a game.
func (s *Site) cardOf(step *gm.Step) (card, error) {
	c := cardOf(step)
	if !disclosed(step.Game) {
		return c, nil
	}
	return s.withPlayers(step, c)
}

func cardOf(s *gm.Step) card {
	g := s.Game
	c := card{Name: s.Name, Rules: g.Rules, Title: g.Rules, State: "running", Shown: shown(g)}
	rules, err := s.Master.RulesOf(g.Rules)
	if err == nil {
		c.Title, c.Blind = rules.Title, rules.Blind
	}
	for _, name := range g.Players() {
		c.Seats = append(c.Seats, place{Name: name, Robot: g.Seat(name).Robot == game.KnownRobot})
	}
	switch b := g.Bulletin; {
	case g.State == game.Forming:
		c.State, c.Wanted, c.Seats = "forming", g.SignUp.Wanted, nil
	case g.State == game.Over:
		c.State, c.Why = "over", g.Why
		if b != nil {
			c.At = b.At
		}
	case b != nil:
		c.Phase, c.Deadline, c.At = b.Phase, b.Deadline, b.At
		if b.Paused {
			c.State = "paused"
		}
	}
	return c
}

// withPlayers adds the players and their results to the card of a game that is over.
func (s *Site) withPlayers(step *gm.Step, c card) (card, error) {
	played, err := record.Of(step)
	if err != nil {
		return c, err
	}
	for i := range c.Seats {
		p := &c.Seats[i]
		p.Result = resultOf(p.Name, played.Winners)
		if addr := step.Game.Seat(p.Name).Address; addr != "" {
			if p.Player, err = s.publicName(step, addr); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}

// resultOf returns a seat's result in a game with these winners; "" if nobody has won.
func resultOf(seat adjudicator.Seat, winners []adjudicator.Seat) record.Result {
	switch {
	case len(winners) == 0:
		return ""
	case !slices.Contains(winners, seat):
		return record.Lost
	case len(winners) > 1:
		return record.Shared
	}
	return record.Won
}

// publicName returns a player's name for public pages; "" if none.
func (s *Site) publicName(step *gm.Step, addr string) (string, error) {
	head, err := s.master.PlayerRecord(step.Ctx, addr)
	return head.PublicName, err
}

// Winners returns the players who have won, or share the first place.
func (c card) Winners() []place {
	return slices.DeleteFunc(slices.Clone(c.Seats), func(p place) bool {
		return p.Result != record.Won && p.Result != record.Shared
	})
}

// A turn is the public part of a phase.
type turn struct {
	Number uint64
	Phase  string
	At     time.Time // when its report was sent; zero if unknown
	events []adjudicator.Event
	press  []templates.Press
}

// A story is everything public about a game, before it is put into words.
type story struct {
	card  card
	turns []turn
	view  adjudicator.View // an observer's view of the present board; nil if there is nothing to see
	films []adjudicator.Seat
	upto  uint64 // number of the first phase that is not, or not entirely, public yet
}

// storyOf reads everything public about a game.
func (s *Site) storyOf(step *gm.Step) (story, error) {
	g := step.Game
	t := story{}
	var err error
	if t.card, err = s.cardOf(step); err != nil || !g.Begun() || !shown(g) {
		return t, err
	}
	upto, known := publicMark(g)
	if !known {
		return t, nil
	}
	t.upto = upto.Phase
	rules, err := step.Master.RulesOf(g.Rules)
	if err != nil {
		return t, err
	}
	var start []byte // the position at which the last phase that is partly public began
	err = step.Phases(game.Mark{Position: 1, Phase: 1}, func(ph gm.Phase) error {
		n := ph.Luck.Phase
		if n > upto.Phase {
			return nil
		}
		start = ph.Start
		name, news, err := ph.Told(rules)
		if err != nil {
			return err
		}
		if n == upto.Phase {
			news = news[:min(upto.Told, len(news))]
		}
		t.turns = append(t.turns, turn{Number: n, Phase: name, events: heard(news)})
		return nil
	})
	if err != nil {
		return t, err
	}
	if err := t.published(step); err != nil {
		return t, err
	}
	t.turns = slices.DeleteFunc(t.turns, func(p turn) bool { return len(p.events)+len(p.press) == 0 })
	t.view, err = viewAt(step, rules, upto, start)
	t.films = []adjudicator.Seat{adjudicator.Observer}
	if disclosed(g) && rules.Discloses {
		t.films = append([]adjudicator.Seat{adjudicator.GM}, g.Players()...)
	}
	return t, err
}

// publicMark returns the mark up to which a game is public; known is false if that is not on record, as in games that
// were started by earlier programs.
func publicMark(g *game.Game) (upto game.Mark, known bool) {
	if disclosed(g) {
		return game.Mark{Position: g.Position, Phase: g.Count, Told: len(g.Record.Told)}, true
	}
	if g.Bulletin == nil {
		return upto, false
	}
	return g.Bulletin.Upto, true
}

// heard returns the events that are public.
func heard(news []adjudicator.EventRecord) []adjudicator.Event {
	var out []adjudicator.Event
	for _, e := range news {
		if e.To.Has(adjudicator.Observer) {
			out = append(out, e.Event)
		}
	}
	return out
}

// published adds what the log records about publication: the press, and the times of reports.
func (t *story) published(step *gm.Step) error {
	next := 0 // index of the first turn that is not public yet
	for e, err := range step.Entries(max(1, step.Game.Formed)) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", step.Name, err)
		}
		if e.Kind != gm.KindPublic {
			continue
		}
		var p gm.Publication
		if err := gm.Decode(e.Body, &p); err != nil {
			return fmt.Errorf("reading entry %d of %s: %w", e.Seq, step.Name, err)
		}
		if next > 0 && p.Upto.Phase <= t.turns[next-1].Number { // the game was rolled back
			next = slices.IndexFunc(t.turns, func(tn turn) bool { return tn.Number >= p.Upto.Phase })
		}
		for ; next < len(t.turns) && t.turns[next].Number < p.Upto.Phase; next++ {
			t.turns[next].At = e.At
		}
		if i := slices.IndexFunc(t.turns, func(tn turn) bool { return tn.Number == p.Phase }); i >= 0 {
			t.turns[i].press = append(t.turns[i].press, p.Press...)
		}
	}
	return nil
}

// viewAt returns an observer's view of the board at a mark: the current view, if everything is public, otherwise the
// view at the start of the phase, for which start is the position.
func viewAt(step *gm.Step, rules *adjudicator.Rules, upto game.Mark, start []byte) (adjudicator.View, error) {
	g := step.Game
	seat := adjudicator.Observer
	if disclosed(g) && rules.Discloses {
		seat = adjudicator.GM
	}
	var p adjudicator.Position
	switch {
	case g.State == game.Over || upto.Phase == g.Count && upto.Told == len(g.Record.Told) && g.State == game.Running:
		text, err := step.Position()
		if err == nil && g.State == game.Running {
			p, _, err = step.Replay()
			if err != nil {
				return nil, err
			}
			return p.View(seat), nil
		}
		if err != nil {
			return nil, err
		}
		start = text
	case start == nil:
		return nil, nil
	}
	p = rules.Blank()
	if err := json.Unmarshal(start, p); err != nil {
		return nil, fmt.Errorf("reading a position of %s: %w", step.Name, err)
	}
	return p.View(seat), nil
}

// A gamePage is the data of game.html.
type gamePage struct {
	page
	Game  card
	Board string // file with the picture of the board; "" if none
	Alt   string
	// size of the picture in pixels, so that the page's layout does not change when it has loaded; 0 if unknown
	Wide, High int
	Film       bool
	InWords    template.HTML
	Last       *turnPage // the latest turn; nil if none
	Turns      []turn    // all turns, the latest first
	Rulings    template.HTML
	Diaries    template.HTML
	Join       string // link that opens a letter to sign up; "" if nobody can
	Watch      string // link that opens a letter to watch the game; "" if nobody can
}

// A turnPage is the data of turn.html.
type turnPage struct {
	page
	Game           card
	Turn           turn
	Events, Press  template.HTML
	Before, Behind uint64 // numbers of the previous and the next turn; 0 if none
}

// gamePages returns all pages of a game, in all its languages.
func (s *Site) gamePages(step *gm.Step) (Files, error) {
	t, err := s.storyOf(step)
	if err != nil {
		return nil, err
	}
	out := Files{}
	languages := s.languages(step.Game.Rules)
	for _, language := range languages {
		if err := s.inLanguage(step, t, language, languages, out); err != nil {
			return nil, err
		}
	}
	at := dir(templates.English, step.Name)
	if !t.card.Deadline.IsZero() {
		out[at+"deadline.ics"] = []byte(s.deadlines(t.card).File(t.card.At))
	}
	out[at+"feed.xml"], err = s.gameFeed(t)
	return out, err
}

// inLanguage adds the pages of a game in a language.
func (s *Site) inLanguage(step *gm.Step, t story, language string, languages []string, out Files) error {
	at := dir(language, step.Name)
	words := func() templates.Page {
		p := writing.PageFor(step, nil, &game.Seat{Name: adjudicator.Observer, Preferences: game.Preferences{Language: language}})
		p.Phase, p.Ask = t.card.Phase, nil
		return p
	}
	head := page{Language: language, Languages: languages, Path: GamePath(step.Name), Site: s.o.Title,
		Feed: GamePath(step.Name) + "feed.xml"}
	g := gamePage{page: head, Game: t.card, Turns: slices.Clone(t.turns)}
	slices.Reverse(g.Turns)
	for i := range t.turns {
		p, err := s.turnPage(t, i, head, words())
		if err != nil {
			return err
		}
		if out[at+p.Path[len(head.Path):]+"index.html"], err = s.theme.render(language, "turn.html", p); err != nil {
			return err
		}
		if i == len(t.turns)-1 {
			g.Last = &p
		}
	}
	if err := s.pictures(step, t, language, &g, out); err != nil {
		return err
	}
	if err := s.inWords(step, t, words, &g); err != nil {
		return err
	}
	if s.master.Address != "" {
		switch {
		case t.card.State == "forming" && !step.Game.SignUp.Approve:
			g.Join = mailto(s.master.Address, "JOIN "+step.Name)
		case t.card.State != "over" && step.Game.PressRule("observe") == game.ObserveMail:
			g.Watch = mailto(s.master.Address, "OBSERVE "+step.Name)
		}
	}
	var err error
	out[at+"index.html"], err = s.theme.render(language, "game.html", g)
	return err
}

// inWords adds texts that letters have as well: the board, the rulings, the diaries.
func (s *Site) inWords(step *gm.Step, t story, words func() templates.Page, g *gamePage) (err error) {
	p := words()
	if t.view != nil {
		p.View = t.view
		p.Desk = disclosed(step.Game) && step.Title().Discloses
		if g.InWords, err = s.master.Words.Fragment("page board", p); err != nil {
			return err
		}
	}
	if rules, err := step.Master.RulesOf(step.Game.Rules); err == nil {
		p.Options, p.PressRules = game.Rulings(rules, step.Game.Options), game.PressWords(step.Game.PressRules)
	}
	if g.Rulings, err = s.master.Words.Fragment("page rulings", p); err != nil || !disclosed(step.Game) {
		return err
	}
	if p.Diaries, err = play.Diaries(step); err != nil {
		return err
	}
	g.Diaries, err = s.master.Words.Fragment("page diaries", p)
	return err
}

// turnPage returns the data for the page of a turn.
func (s *Site) turnPage(t story, i int, head page, words templates.Page) (p turnPage, err error) {
	tn := t.turns[i]
	head.Path += fmt.Sprintf("turns/%d/", tn.Number)
	p = turnPage{page: head, Game: t.card, Turn: tn}
	if i > 0 {
		p.Before = t.turns[i-1].Number
	}
	if i+1 < len(t.turns) {
		p.Behind = t.turns[i+1].Number
	}
	words.History, words.Press = []templates.Chapter{{Phase: tn.Phase, Events: tn.events}}, tn.press
	if p.Events, err = s.master.Words.Fragment("page turn", words); err != nil || len(tn.press) == 0 {
		return p, err
	}
	p.Press, err = s.master.Words.Fragment("page press", words)
	return p, err
}

// pictures adds the picture of the board and the film of a game.
func (s *Site) pictures(step *gm.Step, t story, language string, g *gamePage, out Files) error {
	at := dir(language, step.Name)
	charted, ok := t.view.(adjudicator.Charted)
	if !ok || s.master.Maps == nil {
		return nil
	}
	chart := charted.Chart()
	if !s.master.Maps.Has(chart) || !writing.Shows(chart) {
		return nil
	}
	if s.o.Board != nil {
		seat := &game.Seat{Name: adjudicator.Observer, Preferences: game.Preferences{Maps: letter.StyleSVG, Language: language}}
		p := writing.PictureFor(step, seat, chart, t.card.Title, t.card.Phase)
		var err error
		if p.Title, p.Caption, err = s.master.Words.Caption(language, templates.Caption{Game: step.Name, Title: t.card.Title,
			Phase: t.card.Phase}); err != nil {
			return err
		}
		drawn, err := s.o.Board(p)
		if err != nil {
			return fmt.Errorf("drawing the board of %s: %w", step.Name, err)
		}
		g.Board, g.Alt, out[at+"board.svg"] = "board.svg", p.Caption, drawn
		g.Wide, g.High = sizeOf(drawn)
	}
	if s.o.Film == nil || len(t.turns) == 0 {
		return nil
	}
	f, err := writing.FilmFor(step, t.films...)
	if err != nil || f == nil {
		return err
	}
	if !disclosed(step.Game) { // cut off the phases that are not public yet
		n := max(0, len(f.Phases)-int(step.Game.Count-t.upto)) // a film of a long game has only the last phases
		f.Phases = f.Phases[:n]
		for i := range f.Reels {
			f.Reels[i].Charts = f.Reels[i].Charts[:n]
		}
	}
	f.Title, f.Language = step.Name+": "+t.card.Title, language
	if out[at+"film.html"], err = s.o.Film(f); err != nil {
		return fmt.Errorf("drawing the film of %s: %w", step.Name, err)
	}
	g.Film = true
	return nil
}

// viewBox matches the size of an SVG picture.
var viewBox = regexp.MustCompile(`viewBox="0 0 ([0-9]+)(?:\.[0-9]+)? ([0-9]+)`)

// sizeOf returns the size of an SVG picture; 0 and 0 if it has none.
func sizeOf(svg []byte) (wide, high int) {
	found := viewBox.FindSubmatch(svg[:min(len(svg), 1000)])
	if found == nil {
		return 0, 0
	}
	wide, _ = strconv.Atoi(string(found[1])) // the expression allows only digits
	high, _ = strconv.Atoi(string(found[2]))
	return wide, high
}

// deadlines returns the calendar of a game, which has its deadline.
func (s *Site) deadlines(c card) templates.Agenda {
	return templates.Agenda{Name: s.o.Title + ": " + c.Name, Entries: []templates.Entry{{
		UID: s.master.MessageID("public." + c.Name), Deadline: c.Deadline, Summary: c.Name + ": " + c.Phase, Note: c.Title,
	}}}
}
