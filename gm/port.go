package gm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// portForm is the first thing in a game's file: what it is, and in which form.
const portForm = "a game of Deaddrop, form 1"

// A ported is a whole game as its file has it.
type ported struct {
	Deaddrop string // portForm
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

// Export writes a whole game as one JSON file: how it stands, all that ever happened in it, and what is to be done, a line
// for each entry. It has all secrets of the game and the addresses and letters of its players.
func (m *Master) Export(ctx context.Context, name string, to io.Writer) error {
	if _, err := m.load(ctx, name); err != nil {
		return err
	}
	for range maxConflicts {
		saved, err := m.Store.Load(ctx, name)
		if err != nil {
			return fmt.Errorf("loading game %s: %w", name, err)
		}
		var b bytes.Buffer
		if err := m.port(ctx, name, saved, &b); err != nil {
			return err
		}
		now, err := m.Store.Load(ctx, name)
		if err != nil {
			return fmt.Errorf("loading game %s: %w", name, err)
		}
		if now.Rev == saved.Rev { // nothing has come between its parts
			_, err = b.WriteTo(to)
			return err
		}
	}
	return fmt.Errorf("%s: others changed the game %d times running", name, maxConflicts)
}

// port writes the file of a game.
func (m *Master) port(ctx context.Context, name string, saved store.Game, b *bytes.Buffer) error {
	head, err := unsqueezed(saved.Head)
	if err != nil {
		return fmt.Errorf("reading game %s: %w", name, err)
	}
	fmt.Fprintf(b, "{\"Deaddrop\":%q,\n\"Name\":%q,\n\"Head\":%s,\n\"Log\":[", portForm, name, head)
	between := "\n"
	for e, err := range m.Store.Log(ctx, name, 1) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", name, err)
		}
		if e.Seq >= saved.Next { // written meanwhile
			break
		}
		body, err := unsqueezed(e.Body)
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

// portLine writes a line of a list.
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

// Import takes in a game that Export has written, just as it was, so that it goes on here. With another name it is a copy:
// it waits as if its rules had failed, nothing that the game was about to do is done, and its players' letters don't reach
// it. It returns the game's name. A dry run looks whether the file can be taken in.
func (m *Master) Import(ctx context.Context, file []byte, as string, dry bool) (name string, err error) {
	in, g, err := m.readPorted(file)
	if err != nil {
		return "", err
	}
	name = in.Name
	if as != "" && as != in.Name && g.State == forming {
		return "", refusal.New("%s has not begun, so there is nothing to be looked at in a copy.", in.Name)
	}
	if as != "" && as != in.Name {
		name = as
		if why := "It is a copy of " + in.Name + "."; g.SignUp != nil {
			g.Name, g.SignUp.Stalled = name, why
		} else {
			g.Name, g.State, g.Why = name, held, why
		}
		g.Copy, g.Acts, g.Final = true, nil, 0
		if in.Head, err = json.Marshal(g); err != nil {
			return "", fmt.Errorf("writing the head: %w", err)
		}
		in.Tasks = nil
	}
	if !IsGame(name) {
		return "", refusal.New("%q can't be a game's name; it is of letters, digits, - and _, up to 40.", name)
	}
	if err := m.admissible(in, g); err != nil {
		return "", err
	}
	if err := m.notArchived(ctx, name); err != nil {
		return "", err
	}
	if has, err := m.Store.Load(ctx, name); err != nil || has.Rev > 0 {
		return "", errors.Join(err, refusal.New("There is a game called %s already. With --as it gets another name, as a copy.", name))
	}
	if dry {
		return name, nil
	}
	return name, m.settleIn(ctx, in, g, name)
}

// takeBack takes in the file of an archived game.
func (m *Master) takeBack(ctx context.Context, file []byte) (name string, err error) {
	in, g, err := m.readPorted(file)
	if err != nil {
		return "", err
	}
	return in.Name, m.settleIn(ctx, in, g, in.Name)
}

// settleIn has a game that was read from its file in the store, and its players' letters find it unless it is a copy.
func (m *Master) settleIn(ctx context.Context, in ported, g *game, name string) error {
	var addresses []string
	for _, seat := range g.Seats {
		addresses = append(addresses, seat.addresses()...)
	}
	if g.SignUp != nil {
		for _, a := range g.SignUp.confirmed() {
			addresses = append(addresses, a.Address)
		}
	}
	for _, to := range addresses {
		if name != in.Name {
			break
		}
		if err := m.enter(ctx, to, name); err != nil {
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

// readPorted reads a game's file and looks whether the game can be played on.
func (m *Master) readPorted(file []byte) (in ported, g *game, err error) {
	bad := func(why string) (ported, *game, error) {
		return ported{}, nil, refusal.New("That is no game as gm export writes it: %s.", strings.TrimPrefix(why, "json: "))
	}
	if err := json.Unmarshal(file, &in); err != nil {
		return bad(err.Error())
	}
	if in.Deaddrop != portForm {
		return bad(fmt.Sprintf("it does not say %q", portForm))
	}
	if g = new(game); json.Unmarshal(in.Head, g) != nil || g.Name != in.Name {
		return bad("its head can't be read, or is another game's")
	}
	rules, err := m.rules(g.Rules)
	if err != nil {
		return in, nil, err
	}
	if !g.begun() || g.State == forming {
		return in, g, nil
	}
	i := int(g.Position) - 1
	if i < 0 || i >= len(in.Log) || in.Log[i].Kind != kindPosition {
		return bad("the position where it stands is not there")
	}
	stack, err := guarded(func() error {
		p := rules.Blank()
		if err := json.Unmarshal(in.Log[i].Body, p); err != nil || g.State == over {
			return err
		}
		return adjudicator.NewTable(g.luck(g.Count), g.Record).Run(p)
	})
	if stack == "" && err != nil {
		stack = err.Error()
	}
	if stack != "" && g.State == running {
		return bad("it can't be played on, as " + firstLine(stack))
	}
	return in, g, nil
}

// change is a ported game as a store takes it.
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
	c := store.Change{Head: squeeze(head)}
	for _, e := range in.Log {
		body, failed := compact(e.Body)
		err = errors.Join(err, failed)
		c.Log = append(c.Log, store.Entry{Kind: e.Kind, Key: e.Key, At: e.At, Body: squeeze(body)})
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

// reachable has the letters of a game's players find it, if it is a copy that is to go on.
func (d *Desk) reachable(ctx context.Context, name string) error {
	s, err := d.load(ctx, name)
	if err != nil || s.g.State != held || d.Dry {
		return nil // what is wrong with it, its step says
	}
	for _, seat := range s.g.Seats {
		for _, addr := range seat.addresses() {
			if err := d.enter(ctx, addr, name); err != nil {
				return err
			}
		}
	}
	return nil
}
