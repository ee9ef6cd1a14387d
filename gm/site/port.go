package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// portForm is the format identifier at the beginning of a game's file; the number of the [store.Format] follows.
const portForm = "a game of Deaddrop, form "

// A ported is the content of a game's file.
type ported struct {
	Deaddrop string // portForm and the number
	Name     string
	Head     json.RawMessage
	Log      []portedEntry
	Tasks    []portedTask
}

type portedEntry struct {
	Kind string
	Key  string `json:",omitempty"`
	At   time.Time
	Body json.RawMessage `json:",omitempty"`
}

type portedTask struct {
	Name  string
	Due   time.Time
	Tries int             `json:",omitempty"`
	Body  json.RawMessage `json:",omitempty"`
}

// Export writes a whole game as one JSON file: state, log and tasks, one entry per line. The file contains all
// secrets of the game, and the addresses and letters of its players.
func Export(ctx context.Context, m *gm.Master, name string, to io.Writer) error {
	if _, err := m.Load(ctx, name); err != nil {
		return err
	}
	for range gm.MaxConflicts {
		saved, err := m.Store.Load(ctx, name)
		if err != nil {
			return fmt.Errorf("loading game %s: %w", name, err)
		}
		var b bytes.Buffer
		if err := port(ctx, m, name, saved, &b); err != nil {
			return err
		}
		now, err := m.Store.Load(ctx, name)
		if err != nil {
			return fmt.Errorf("loading game %s: %w", name, err)
		}
		if now.Rev == saved.Rev { // nothing was committed meanwhile
			_, err = b.WriteTo(to)
			return err
		}
	}
	return fmt.Errorf("%s: others changed the game %d times in a row", name, gm.MaxConflicts)
}

// port writes the file of a game.
func port(ctx context.Context, m *gm.Master, name string, saved store.Game, b *bytes.Buffer) error {
	head, err := gm.Decompressed(saved.Head)
	if err != nil {
		return fmt.Errorf("reading game %s: %w", name, err)
	}
	fmt.Fprintf(b, "{\"Deaddrop\":%q,\n\"Name\":%q,\n\"Head\":%s,\n\"Log\":[", portForm+strconv.Itoa(store.Format), name, head)
	between := "\n"
	for e, err := range m.Store.Log(ctx, name, 1) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", name, err)
		}
		if e.Seq >= saved.Next { // added meanwhile
			break
		}
		body, err := gm.Decompressed(e.Body)
		if err != nil {
			return fmt.Errorf("reading entry %d of %s: %w", e.Seq, name, err)
		}
		if err := portLine(b, &between, portedEntry{e.Kind, e.Key, e.At.UTC(), body}); err != nil {
			return err
		}
	}
	b.WriteString("\n],\n\"Tasks\":[")
	between = "\n"
	for t, err := range m.Store.Tasks(ctx, name) {
		if err != nil {
			return fmt.Errorf("reading the tasks of %s: %w", name, err)
		}
		if err := portLine(b, &between, portedTask{t.Name, t.Due.UTC(), t.Tries, t.Body}); err != nil {
			return err
		}
	}
	b.WriteString("\n]}\n")
	return nil
}

// portLine writes one element of a list.
func portLine(b *bytes.Buffer, between *string, v any) error {
	js, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("writing a game's file: %w", err)
	}
	b.WriteString(*between)
	b.Write(js)
	*between = ",\n"
	return nil
}

// Import restores a game from a file of Export, so that it goes on here. Under another name it becomes a copy for
// examination: it is held, its tasks are not done, and players' letters don't reach it. It returns the game's name. A
// dry run only checks the file.
func Import(ctx context.Context, m *gm.Master, file []byte, as string, dry bool) (name string, err error) {
	in, g, err := readPorted(m, file)
	if err != nil {
		return "", err
	}
	name = in.Name
	if as != "" && as != in.Name && g.State == game.Forming {
		return "", refusal.New("%s has not begun, so there is nothing to look at in a copy.", in.Name)
	}
	if as != "" && as != in.Name {
		name = as
		if why := "It is a copy of " + in.Name + "."; g.SignUp != nil {
			g.Name, g.SignUp.Stalled = name, why
		} else {
			g.Name, g.State, g.Why = name, game.Held, why
		}
		g.Copy, g.Acts, g.Final = true, nil, 0
		if in.Head, err = json.Marshal(g); err != nil {
			return "", fmt.Errorf("writing the head: %w", err)
		}
		in.Tasks = nil
	}
	if !game.IsGame(name) {
		return "", refusal.New("%q can't be a game's name, which is up to 40 letters, digits, - and _.", name)
	}
	if err := admissible(m, in, g); err != nil {
		return "", err
	}
	if err := m.CheckNotArchived(ctx, name); err != nil {
		return "", err
	}
	if has, err := m.Store.Load(ctx, name); err != nil || has.Rev > 0 {
		return "", errors.Join(err,
			refusal.New("There is a game called %s already. Use --as to import a copy under another name.", name))
	}
	if dry {
		return name, nil
	}
	return name, settleIn(ctx, m, in, g, name)
}

// takeBack imports the file of an archived game.
func takeBack(ctx context.Context, m *gm.Master, file []byte) (name string, err error) {
	in, g, err := readPorted(m, file)
	if err != nil {
		return "", err
	}
	return in.Name, settleIn(ctx, m, in, g, in.Name)
}

// settleIn writes an imported game to the store and, unless it is a copy, routes its players' letters to it.
func settleIn(ctx context.Context, m *gm.Master, in ported, g *game.Game, name string) error {
	var addresses []string
	for _, seat := range g.Seats {
		addresses = append(addresses, seat.Addresses()...)
	}
	if g.SignUp != nil {
		for _, a := range g.SignUp.Confirmed() {
			addresses = append(addresses, a.Address)
		}
	}
	for _, f := range g.Fellows {
		addresses = append(addresses, f.Address)
	}
	for _, to := range addresses {
		if name != in.Name {
			break
		}
		if err := m.EnterPlayer(ctx, to, name); err != nil {
			return err
		}
	}
	change, err := in.change()
	if err != nil {
		return err
	}
	if _, err := m.Store.Commit(ctx, name, change); errors.Is(err, store.ErrConflict) {
		return refusal.New("There is a game called %s already.", name)
	} else if err != nil {
		return fmt.Errorf("taking in %s: %w", name, err)
	}
	return nil
}

// readPorted parses a game's file, and checks that the game can go on.
func readPorted(m *gm.Master, file []byte) (in ported, g *game.Game, err error) {
	bad := func(why string) (ported, *game.Game, error) {
		return ported{}, nil, refusal.New("That is not a file that gm export wrote: %s.",
			strings.TrimPrefix(why, "json: "))
	}
	var what struct{ Deaddrop string }
	if err := json.Unmarshal(file, &what); err != nil {
		return bad(err.Error())
	}
	number, ok := strings.CutPrefix(what.Deaddrop, portForm)
	form, err := strconv.Atoi(number)
	switch {
	case !ok || err != nil || form < 1:
		return bad(fmt.Sprintf("it does not say %q and a number", portForm))
	case form > store.Format:
		return in, nil, refusal.New("A newer gm wrote that file, in format %d; this one reads formats up to %d. "+
			"Use the newer one.",
			form, store.Format)
	}
	if err := json.Unmarshal(file, &in); err != nil {
		return bad(err.Error())
	}
	if g = new(game.Game); json.Unmarshal(in.Head, g) != nil || g.Name != in.Name {
		return bad("its head can't be read, or is another game's")
	}
	rules, err := m.RulesOf(g.Rules)
	if err != nil {
		return in, nil, err
	}
	if !g.Begun() || g.State == game.Forming {
		return in, g, nil
	}
	i := int(g.Position) - 1
	if i < 0 || i >= len(in.Log) || in.Log[i].Kind != gm.KindPosition {
		return bad("the position where it stands is not there")
	}
	stack, err := gm.Guarded(func() error {
		p := rules.Blank()
		if err := json.Unmarshal(in.Log[i].Body, p); err != nil || g.State == game.Over {
			return err
		}
		return adjudicator.NewTable(g.Luck(g.Count), g.Record).Run(p)
	})
	if stack == "" && err != nil {
		stack = err.Error()
	}
	if stack != "" && g.State == game.Running {
		return bad("it can't be played on, as " + gm.FirstLine(stack))
	}
	return in, g, nil
}

// change returns the change that creates the imported game.
func (in ported) change() (store.Change, error) {
	compact := func(js json.RawMessage) ([]byte, error) {
		if len(js) == 0 {
			return nil, nil
		}
		var b bytes.Buffer
		err := json.Compact(&b, js)
		return b.Bytes(), err
	}
	head, err := compact(in.Head)
	c := store.Change{Head: gm.Compress(head)}
	for _, e := range in.Log {
		body, failed := compact(e.Body)
		err = errors.Join(err, failed)
		c.Log = append(c.Log, store.Entry{Kind: e.Kind, Key: e.Key, At: e.At, Body: gm.Compress(body)})
	}
	for _, t := range in.Tasks {
		body, failed := compact(t.Body)
		err = errors.Join(err, failed)
		c.Set = append(c.Set, store.Task{Name: t.Name, Due: t.Due, Tries: t.Tries, Body: slices.Clone(body)})
	}
	if err != nil {
		return c, fmt.Errorf("reading the game: %w", err)
	}
	return c, nil
}

// admissible returns an error if a file contains anything that no game created here can contain, since the file may
// be forged.
func admissible(m *gm.Master, in ported, g *game.Game) error {
	rules, err := m.RulesOf(g.Rules)
	if err != nil {
		return err
	}
	if g.Hollow() {
		return refusal.New("The file contains an empty seat, question or player.")
	}
	if err := errors.Join(desk.CheckClock(m, g.Clock, g.Rules), g.Trust.Check(),
		g.Missing.Check(rules.Blind, g.Clock.Ends)); err != nil {
		return err
	}
	if _, err := game.PressRules(rules, g.PressRules); err != nil {
		return err
	}
	for _, secret := range append([]game.Luck{{Secret: g.Secret}}, slices.Concat(g.Lucks, g.Former)...) {
		if len(secret.Secret) < 16 {
			return refusal.New("A game needs a secret of at least 16 random bytes, not %d.", len(secret.Secret))
		}
	}
	for _, addr := range g.Addresses() {
		if err := m.CheckAddress(addr); err != nil {
			return err
		}
	}
	if err := g.SeatsAmong(rules); err != nil {
		return err
	}
	if err := in.countsUpTo(g); err != nil {
		return err
	}
	return tasksOf(m, in, g)
}

// countsUpTo returns an error if a game counts more phases than its log has, or refers to missing log entries.
func (in ported) countsUpTo(g *game.Game) error {
	phases := uint64(1)
	for _, e := range in.Log {
		if e.Kind == gm.KindPhase {
			phases++
		}
	}
	entries := slices.Concat(g.Inbox, g.Acts, g.Back, []uint64{g.Final, g.Formed, g.Pack, g.Position})
	switch last := uint64(len(in.Log)); {
	case g.Count > phases:
		return refusal.New("The game says that it has %d phases, but its log has %d.", g.Count, phases)
	case g.Turns > last:
		return refusal.New("The file says that the game was taken back %d times, but its log has only %d "+
			"entries.", g.Turns, last)
	case slices.ContainsFunc(entries, func(entry uint64) bool { return entry > last }):
		return refusal.New("The game refers to entries that its log does not have.")
	}
	return nil
}

// tasksOf returns the tasks of an imported game, or an error if one can't have been created here.
func tasksOf(m *gm.Master, in ported, g *game.Game) error {
	known := []string{gm.TaskDeadline, gm.TaskRemind, gm.TaskGrey, gm.TaskResolve, gm.TaskOffer,
		gm.TaskStart, gm.TaskPaused, gm.TaskMissing, gm.TaskNews, gm.TaskRobots}
	for _, t := range in.Tasks {
		seat, digest := strings.CutPrefix(t.Name, gm.TaskDigest)
		number, sends := strings.CutPrefix(t.Name, gm.TaskSend)
		switch {
		case t.Tries < 0 || t.Tries > game.MaxNumber || t.Due.IsZero():
			return refusal.New("The task %q of the game can't be done at %v.", t.Name, t.Due)
		case digest && g.Seat(adjudicator.Seat(seat)) != nil, slices.Contains(known, t.Name):
			continue
		case !sends:
			return refusal.New("There is no kind of task called %q.", t.Name)
		}
		n, err := strconv.ParseUint(number, 10, 64)
		known := err == nil && 0 < n && n <= uint64(len(in.Log))
		if !known || in.Log[n-1].Kind != gm.KindOut || gm.TaskName(n) != t.Name {
			return refusal.New("The game wants to send a letter %q, but its log has no such letter.", number)
		}
		var l letter.Letter
		if err := gm.Decode(in.Log[n-1].Body, &l); err != nil {
			return refusal.New("Letter %d of the game can't be read.", n)
		}
		if err := m.CheckAddress(l.To); err != nil {
			return err
		}
	}
	return nil
}
