package store

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits on stored data, in bytes.
const (
	MaxName = 200       // name of a game or a task, and an entry's Kind
	MaxKey  = 500       // an entry's Key; a longer Message-ID must be hashed
	MaxBody = 512 << 10 // a head, or the body of an entry or a task; larger data is a blob
	MaxBlob = 64 << 20  // a blob
)

// Validate returns an ErrInvalid that says why c is not a valid change of that game, or nil. Every engine calls it
// before it writes anything. The rules:
//   - the names of the game and of all tasks pass CheckName;
//   - a Kind has up to MaxName bytes and a Key up to MaxKey, of UTF-8 without NUL;
//   - heads and bodies have up to MaxBody bytes;
//   - times pass CheckTime, a task's Due is not the zero time, and its Tries is from 0 to 2^31-1;
//   - a task in Set names no other game;
//   - no key and no name of a task in Set occurs twice, and no name is in both Set and Done.
func (c Change) Validate(game string) error {
	if err := CheckName(game); err != nil {
		return fmt.Errorf("name of game: %w", err)
	}
	if len(c.Head) > MaxBody {
		return invalid("game %q: head of %d bytes, more than %d", game, len(c.Head), MaxBody)
	}
	if err := checkLog(c.Log); err != nil {
		return fmt.Errorf("game %q: %w", game, err)
	}
	if err := c.checkTasks(game); err != nil {
		return fmt.Errorf("game %q: %w", game, err)
	}
	return nil
}

func checkLog(log []Entry) error {
	keys := make(map[string]bool, len(log))
	for i, e := range log {
		if err := e.check(); err != nil {
			return fmt.Errorf("entry %d of the change: %w", i+1, err)
		}
		if e.Key != "" && keys[e.Key] {
			return invalid("key %q is twice in the change", e.Key)
		}
		keys[e.Key] = true
	}
	return nil
}

func (e Entry) check() error {
	if err := checkText(e.Kind, MaxName); err != nil {
		return fmt.Errorf("kind: %w", err)
	}
	if err := checkText(e.Key, MaxKey); err != nil {
		return fmt.Errorf("key: %w", err)
	}
	if err := CheckBody(e.Body); err != nil {
		return err
	}
	return CheckTime(e.At)
}

func (c Change) checkTasks(game string) error {
	set := make(map[string]bool, len(c.Set))
	for _, t := range c.Set {
		if err := t.check(game); err != nil {
			return fmt.Errorf("task %q: %w", t.Name, err)
		}
		if set[t.Name] {
			return invalid("task %q is set twice", t.Name)
		}
		set[t.Name] = true
	}
	for _, name := range c.Done {
		if err := CheckName(name); err != nil {
			return fmt.Errorf("task that is done: %w", err)
		}
		if set[name] {
			return invalid("task %q is both set and done", name)
		}
	}
	return nil
}

func (t Task) check(game string) error {
	switch {
	case t.Game != "" && t.Game != game:
		return invalid("it is of another game, %q", t.Game)
	case t.Due.IsZero():
		return invalid("it is never due")
	case t.Tries < 0 || t.Tries > math.MaxInt32:
		return invalid("it was taken %d times", t.Tries)
	}
	if err := CheckName(t.Name); err != nil {
		return err
	}
	if err := CheckBody(t.Body); err != nil {
		return err
	}
	return CheckTime(t.Due)
}

// CheckName returns an ErrInvalid unless name is a valid name of a game or a task: 1 to MaxName bytes of UTF-8
// without NUL. Engines call it in methods without a Change.
func CheckName(name string) error {
	if name == "" {
		return invalid("empty name")
	}
	return checkText(name, MaxName)
}

// CheckTime returns an ErrInvalid unless t, in UTC, is in the years 1 to 9999. The zero time is valid.
func CheckTime(t time.Time) error {
	if y := t.UTC().Year(); y < 1 || y > 9999 {
		return invalid("a time in the year %d", y)
	}
	return nil
}

// CheckBody returns an ErrInvalid if a body is too large to be stored.
func CheckBody(body []byte) error {
	if len(body) > MaxBody {
		return invalid("body of %d bytes, more than %d", len(body), MaxBody)
	}
	return nil
}

// CheckHold returns an ErrInvalid unless the arguments are valid for Take: both pass CheckTime, and until is later
// than now. Engines call it in Take.
func CheckHold(now, until time.Time) error {
	if err := CheckTime(now); err != nil {
		return err
	}
	if !until.After(now) {
		return invalid("a hold that ends at %v, not after its start at %v", until.UTC(), now.UTC())
	}
	return CheckTime(until)
}

// CheckBlob returns an ErrInvalid if data is too large to be stored.
func CheckBlob(data []byte) error {
	if len(data) > MaxBlob {
		return invalid("a blob of %d bytes, more than %d", len(data), MaxBlob)
	}
	return nil
}

func checkText(s string, limit int) error {
	switch {
	case len(s) > limit:
		return invalid("%.40q... has %d bytes, more than %d", s, len(s), limit)
	case strings.ContainsRune(s, 0):
		return invalid("%q has a NUL in it", s)
	case !utf8.ValidString(s):
		return invalid("%q is not UTF-8", s)
	}
	return nil
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}
