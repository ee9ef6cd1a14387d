// Package solo runs a game of one person against robots, without mail: letters are passed between the person and the
// game master inside the program. It begins the game, moves its clock, and resumes a saved one; the robots play as they
// do in the service. It does not read orders or know about terminals; cmd/gm talks to the person.
//
// Nobody waits for a deadline. The game's time stands still while the person has something to answer; then it jumps
// to the next thing that is due.
package solo

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/gm/work"
)

const (
	gameName  = "solo"
	domain    = "solo.invalid" // a domain reserved by RFC 2606
	stateFile = "solo.json"
	// StoreFile is the name of the store's file in the directory of a game.
	StoreFile = "games.db"
	turnTime  = 72 * time.Hour
)

// Tries is how many letters a day may try orders. The game's time hardly passes while the person thinks, so that in
// effect there is no limit.
const Tries = 1000

// A Plan describes a game that is to be started.
type Plan struct {
	Seat    string // the person's seat; "" for a random one
	Players int    // number of players including robots; 0 for the smallest that the title allows
	Options map[string]string
	Secret  []byte    // 32 random bytes, from which all luck in the game and the robots' decisions are derived
	Start   time.Time // the game's own time at its start
}

// A Table is a running game.
type Table struct {
	master *gm.Master
	dir    string
	saved  saved
	news   []letter.Letter // letters to the person that News has not returned yet
}

// saved is the state of a game that is kept outside its store.
type saved struct {
	Title  string
	Seat   string // the person's seat
	At     time.Time
	Sent   int           // number of letters that the person has sent
	Latest letter.Letter // last letter to the person
	Files  []string      // files attached to letters, in the game's directory

	// robots that get their letters here, by address; only in games that an older program saved
	Last map[string]struct{ Seat string } `json:",omitempty"`
}

// Exists returns the title of the game saved in a directory, or "" if there is none.
func Exists(dir string) (title string, err error) {
	s, err := load(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return s.Title, err
}

func load(dir string) (s saved, err error) {
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	return s, err
}

// Discard deletes the game saved in a directory, and no other files there.
func Discard(dir string) error {
	s, err := load(dir)
	if err != nil {
		return err
	}
	for _, name := range append(s.Files, StoreFile, stateFile) {
		if failed := os.Remove(filepath.Join(dir, filepath.Base(name))); !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// wrote records that a file was written for a letter, so that Discard deletes it.
func (t *Table) wrote(name string) {
	if !slices.Contains(t.saved.Files, name) {
		t.saved.Files = append(t.saved.Files, name)
	}
}

// Begin starts a game in a directory, on an empty store, and runs it until the person is asked something.
func Begin(ctx context.Context, m *gm.Master, title robots.Game, dir string, p Plan) (*Table, error) {
	if title.New == nil {
		return nil, refusal.New("No robot plays %s.", title.Rules.Title)
	}
	seats, err := title.Rules.SeatsFor(max(p.Players, title.Rules.Min), nil)
	if err != nil {
		return nil, err
	}
	seed := binary.BigEndian.Uint64(p.Secret)
	seat := adjudicator.Seat(p.Seat)
	if seat == "" {
		seat = seats[robots.Luck(seed, "seat").IntN(len(seats))]
	}
	if !slices.Contains(seats, seat) {
		return nil, refusal.New("There is no seat %s; there are %s.", seat, listed(seats))
	}
	t := sit(m, title, dir, saved{Title: title.Rules.Name, Seat: string(seat), At: p.Start})
	plan := desk.Plan{Name: gameName, Rules: title.Rules.Name, Options: p.Options, Secret: p.Secret,
		Clock: calendar.Clock{Every: turnTime, Ends: calendar.WhenIn}}
	for _, s := range seats {
		who := game.Player{Seat: s, Robot: true}
		if s == seat {
			who = game.Player{Seat: s, Address: address(string(s))}
		}
		plan.Players = append(plan.Players, who)
	}
	if err := desk.At(m, gm.ActOptions{}).New(ctx, t.saved.At, plan); err != nil {
		return nil, err
	}
	return t, t.goOn(ctx)
}

func listed(seats []adjudicator.Seat) string {
	var names []string
	for _, s := range seats {
		names = append(names, string(s))
	}
	return adjudicator.Listed(names, "and")
}

// Resume continues the game saved in a directory, on its store.
func Resume(ctx context.Context, m *gm.Master, title robots.Game, dir string) (*Table, error) {
	s, err := load(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the game in %s: %w", dir, err)
	}
	t := sit(m, title, dir, s)
	t.news = []letter.Letter{s.Latest}
	for _, r := range s.Last {
		if err := desk.At(m, gm.ActOptions{}).Seat(ctx, s.At, gameName, r.Seat, game.RobotWord); err != nil {
			return nil, fmt.Errorf("seating the robot of %s: %w", r.Seat, err)
		}
	}
	t.saved.Last = nil
	return t, t.goOn(ctx)
}

// sit returns the table of a game, with its robots. It turns off the detection of outages, since the game's time moves
// in leaps, and the usual limit for trying orders.
func sit(m *gm.Master, title robots.Game, dir string, s saved) *Table {
	m.OutageThreshold, m.Robots, m.TriesPerDay = 0, []robots.Game{title}, Tries
	return &Table{master: m, dir: dir, saved: s}
}

// address returns the address of a seat's player.
func address(seat string) string {
	return strings.ToLower(strings.ReplaceAll(seat, " ", "-")) + "@" + domain
}

// Seat returns the person's seat.
func (t *Table) Seat() string { return t.saved.Seat }

// Latest returns the newest letter to the person.
func (t *Table) Latest() letter.Letter { return t.saved.Latest }

// News returns the letters that the person has received since the last call.
func (t *Table) News() []letter.Letter {
	news := t.news
	t.news = nil
	return news
}

// Write delivers a letter from the person, and runs the game until they are asked again or the game is over.
func (t *Table) Write(ctx context.Context, text string) error {
	if err := t.hand(ctx, address(t.saved.Seat), text, t.saved.Latest); err != nil {
		return err
	}
	return t.goOn(ctx)
}

// Skip lets time pass, without a letter from the person, until their current question is closed, and runs the game
// on.
func (t *Table) Skip(ctx context.Context) error {
	was, err := t.Standing(ctx)
	if err != nil {
		return err
	}
	for now := was; now.Asked && now.Deadline.Equal(was.Deadline); {
		moved, err := t.next(ctx)
		if err != nil {
			return err
		}
		if !moved {
			break
		}
		if err := t.settle(ctx); err != nil {
			return err
		}
		if now, err = t.Standing(ctx); err != nil {
			return err
		}
	}
	return t.goOn(ctx)
}

// A Standing says whether the person has something to answer.
type Standing struct {
	Asked    bool
	Over     bool
	Phase    string
	Deadline time.Time
	Missing  []string // what the person has given no orders for
	Open     []string // parts of the person's letters, in their words, that were not understood or are impossible
}

// Standing returns the state of the game for the person.
func (t *Table) Standing(ctx context.Context) (Standing, error) {
	o, err := inspect.OverviewOf(ctx, t.master, gameName)
	if err != nil {
		return Standing{}, err
	}
	out := Standing{Over: o.State == string(game.Over), Phase: o.Phase, Deadline: o.Deadline}
	if o.State == string(game.Held) {
		return out, fmt.Errorf("the program failed on the game: %s", o.Why)
	}
	for _, s := range o.Seats {
		if string(s.Name) == t.saved.Seat {
			out.Asked, out.Missing, out.Open = s.Asked && !s.In, s.Missing, s.Open
		}
	}
	return out, nil
}

// goOn does everything that is due and lets the robots answer, until the person is asked or the game is over, and
// then saves the game.
func (t *Table) goOn(ctx context.Context) error {
	for {
		if err := t.settle(ctx); err != nil {
			return err
		}
		s, err := t.Standing(ctx)
		if err != nil {
			return err
		}
		if s.Asked || s.Over {
			return t.keep()
		}
		if moved, err := t.next(ctx); err != nil || !moved {
			return errors.Join(err, t.keep())
		}
	}
}

// settle sends letters that are due and lets robots answer, until nothing is left to do at this time.
func (t *Table) settle(ctx context.Context) error {
	for {
		n, err := work.Due(ctx, t.master, t.saved.At, t.deliver)
		if n == 0 || err != nil {
			return err
		}
	}
}

// deliver receives a letter from the game master. It saves what is needed to answer it before the letter counts as
// sent.
func (t *Table) deliver(_ context.Context, l letter.Letter) error {
	if l.To != address(t.saved.Seat) { // a farewell to a robot of an older program
		return nil
	}
	t.news = append(t.news, l)
	t.saved.Latest = letter.Letter{ID: l.ID, Subject: l.Subject, Text: l.Text, References: l.References}
	return t.keep()
}

// hand delivers a text to the game master as the answer to a letter.
func (t *Table) hand(ctx context.Context, from, text string, to letter.Letter) error {
	t.saved.Sent++
	t.saved.At = t.saved.At.Add(time.Second)
	if err := t.keep(); err != nil { // saved before the letter counts, so that no other letter gets its number
		return err
	}
	return reception.Receive(ctx, t.master, t.saved.At, letter.Letter{ID: fmt.Sprintf("%d.%s", t.saved.Sent, from), From: from,
		Subject: "Re: " + to.Subject, Text: text, Date: t.saved.At, InReplyTo: to.ID,
		References: append(slices.Clone(to.References), to.ID), Proof: letter.Proved})
}

// next moves the game's time to the next thing that is due, and reports whether there is one.
func (t *Table) next(ctx context.Context) (bool, error) {
	var at time.Time
	for task, err := range t.master.Store.Tasks(ctx, gameName) {
		if err != nil {
			return false, err
		}
		if at.IsZero() || task.Due.Before(at) {
			at = task.Due
		}
	}
	if at.After(t.saved.At) {
		t.saved.At = at
	}
	return !at.IsZero(), nil
}

// keep saves the state that is not in the store.
func (t *Table) keep() error {
	text, err := json.Marshal(t.saved)
	if err != nil {
		return err
	}
	path := filepath.Join(t.dir, stateFile)
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
