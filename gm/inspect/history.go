package inspect

import (
	"context"
	"fmt"
	"iter"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// Between returns the differences between what two seats know, now or at the start of a phase.
func Between(ctx context.Context, m *gm.Master, now time.Time, name, one, two, phase string) ([]game.Fact, error) {
	_, a, err := AsAt(ctx, m, now, name, one, phase)
	if err != nil {
		return nil, err
	}
	_, b, err := AsAt(ctx, m, now, name, two, phase)
	if err != nil {
		return nil, err
	}
	return Differences(a, b)
}

// HistoryOf returns the events of a range of phases, both included, as a seat was told of them: as the text of a
// letter, and by chapter. The game master's seat is told public events and those meant for it. Either end of the
// range may be left open with "".
func HistoryOf(ctx context.Context, m *gm.Master, now time.Time,
	name, as, from, to string) (text string, told []templates.Chapter, err error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return "", nil, err
	}
	s.Now = now
	who, err := knower(s, as)
	if err != nil {
		return "", nil, err
	}
	first, last, err := stretch(s, from, to)
	if err != nil {
		return "", nil, err
	}
	stack, err := gm.Guarded(func() error {
		page := writing.PageFor(s, nil, who)
		if page.History, err = play.HistoryOf(s, who, first, last); err != nil {
			return err
		}
		told = page.History
		words, err := m.Words.Letter("history", page)
		text = words.Text
		return err
	})
	if stack != "" {
		return "", nil, refusal.New("The rules of %s fail: %s", name, gm.FirstLine(stack))
	}
	return text, told, err
}

// stretch returns the numbers of the first and the last phase of a range.
func stretch(s *gm.Step, from, to string) (first, last uint64, err error) {
	first, last = 1, s.Game.Count
	for _, end := range []struct {
		text   string
		number *uint64
	}{{from, &first}, {to, &last}} {
		if end.text == "" {
			continue
		}
		c, err := s.Chapter(end.text)
		if err != nil {
			return 0, 0, err
		}
		*end.number = c.Count
	}
	if last < first {
		return 0, 0, refusal.New("%s comes before %s.", to, from)
	}
	return first, last, nil
}

// A Line is a log entry in words.
type Line struct {
	Entry uint64
	At    time.Time // in the time zone of the game
	Kind  string
	Text  string // the entry in words
	Body  []byte // the entry as JSON
}

// An Only filters the lines of a log.
type Only string

// Filters of log lines.
const (
	Everything  Only = ""
	OnlyActs    Only = "acts"    // the game master's acts
	OnlyLetters Only = "letters" // incoming and outgoing letters
	OnlyPhases  Only = "phases"  // resolved phases, and positions
)

func (o Only) has(kind string) bool {
	switch kind {
	case gm.KindLetter, gm.KindOut, gm.KindRobot:
		return o == Everything || o == OnlyLetters
	case gm.KindAct, gm.KindBack:
		return o == Everything || o == OnlyActs
	case gm.KindPhase, gm.KindPosition:
		return o == Everything || o == OnlyPhases
	}
	return o == Everything
}

// LogOf yields the log of a game, or of the lobby ("lobby"), in order and filtered. Only the game master may see it.
func LogOf(ctx context.Context, m *gm.Master, name string, only Only) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		z := time.UTC
		if !game.IsLobby(name) {
			s, err := m.Load(ctx, name)
			if err != nil {
				yield(Line{}, err)
				return
			}
			z = s.Game.Clock.Location()
		}
		for e, err := range m.Store.Log(ctx, name, 1) {
			if err != nil {
				yield(Line{}, fmt.Errorf("reading the log of %s: %w", name, err))
				return
			}
			if !only.has(e.Kind) {
				continue
			}
			l, err := line(e)
			if err != nil {
				err = fmt.Errorf("reading entry %d of %s: %w", e.Seq, name, err)
			}
			l.At = l.At.In(z)
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

func line(e store.Entry) (Line, error) {
	text, err := inWords(e)
	if err != nil {
		return Line{}, err
	}
	body, err := gm.Decompressed(e.Body)
	return Line{Entry: e.Seq, At: e.At, Kind: e.Kind, Text: text, Body: body}, err
}
