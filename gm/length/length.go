// Package length estimates how long games take: turns, letters, and weeks at a game's pace. The figures in
// lengths.txt were measured in games between robots:
//
//	go test ./gm/length -run TestMeasure -timeout 120m -length.games 10
package length

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// data has one line for each measured kind of game: the title, the number of players and the rulings; then, each as
// the median and the ninth decile, the number of turns, of questions within turns, of letters from a player and of
// letters to a player.
//
//go:embed lengths.txt
var data string

// A Length is the measured length of games of one kind.
type Length struct {
	Title   string
	Players int
	Rulings map[string]string // the rulings that affect the length

	Turns    Figure // turns with a full deadline
	Within   Figure // questions within turns, with a shorter deadline
	From, To Figure // letters from a player and to a player
}

// A Figure is the distribution of a number over games.
type Figure struct {
	Half int // at most this many in half of the games
	Most int // at most this many in nine of ten games
}

// All returns all measured lengths.
var All = sync.OnceValue(func() []Length {
	var out []Length
	for line := range strings.Lines(data) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		l, err := parse(line)
		if err != nil {
			panic(fmt.Sprintf("length: %q: %v", line, err))
		}
		out = append(out, l)
	}
	return out
})

// parse parses a line of data.
func parse(line string) (Length, error) {
	kind, figures, ok := strings.Cut(line, " | ")
	words := strings.Fields(kind)
	if !ok || len(words) < 2 {
		return Length{}, fmt.Errorf("there is no title, no number of players, or no figure")
	}
	l := Length{Title: words[0], Rulings: map[string]string{}}
	var err error
	if l.Players, err = strconv.Atoi(words[1]); err != nil {
		return l, err
	}
	for _, word := range words[2:] {
		name, value, _ := strings.Cut(word, "=")
		l.Rulings[name] = value
	}
	_, err = fmt.Sscanf(figures, "turns %d %d, within %d %d, from %d %d, to %d %d", &l.Turns.Half, &l.Turns.Most,
		&l.Within.Half, &l.Within.Most, &l.From.Half, &l.From.Most, &l.To.Half, &l.To.Most)
	return l, err
}

// Of returns the length of games of a title with these rulings. ok is false if none was measured, for instance
// because such games have no last turn.
func Of(title string, players int, rulings map[string]string) (l Length, ok bool) {
	for _, l := range All() {
		if l.Title == title && l.Players == players && l.fits(rulings) {
			return l, true
		}
	}
	return Length{}, false
}

// fits reports whether a length was measured with these rulings.
func (l Length) fits(rulings map[string]string) bool {
	for name, value := range l.Rulings {
		if rulings[name] != value {
			return false
		}
	}
	return true
}

// Weeks returns how many weeks a game takes if each turn and each question uses up its time.
func (l Length) Weeks(turn, within time.Duration) Figure {
	weeks := func(turns, questions int) int {
		all := time.Duration(turns)*turn + time.Duration(questions)*min(within, turn)
		return int(math.Ceil(all.Hours() / (7 * 24)))
	}
	return Figure{weeks(l.Turns.Half, l.Within.Half), weeks(l.Turns.Most, l.Within.Most)}
}

// Note returns a text for game masters about the duration of a game at its pace, with rulings that would bring it
// down to twelve weeks if it may take longer. It is "" for a title that was not measured.
func Note(title string, players int, rulings map[string]string, turn, within time.Duration) string {
	l, known := Of(title, players, rulings)
	shorter, ok := best(title, players, rulings, turn, within)
	switch {
	case !known && !ok:
		return ""
	case !known:
		return "Length: this game has no last turn of its own." + shorter.advice(rulings, turn, within)
	}
	text := fmt.Sprintf("Length, by games of robots, which file ahead what they can: %s turns and %s questions "+
		"within turns. Each player writes %s letters and gets %s. It takes %s weeks "+
		"if each turn and each question takes its whole time.",
		l.Turns, l.Within, l.From, l.To, l.Weeks(turn, within))
	if ok && l.Weeks(turn, within).Most > fewWeeks {
		text += shorter.advice(rulings, turn, within)
	}
	return text
}

const fewWeeks = 12

// advice returns the rulings to change in order to get a game of length l.
func (l Length) advice(rulings map[string]string, turn, within time.Duration) string {
	var flags []string
	for _, name := range slices.Sorted(maps.Keys(l.Rulings)) {
		if l.Rulings[name] != rulings[name] {
			flags = append(flags, "--rule "+name+"="+l.Rulings[name])
		}
	}
	return fmt.Sprintf(" With %s it takes %s weeks.", strings.Join(flags, " "), l.Weeks(turn, within))
}

// best returns the length of at most twelve weeks whose rulings agree with the given ones most; the longest if
// several do.
func best(title string, players int, rulings map[string]string, turn, within time.Duration) (found Length, ok bool) {
	same := func(l Length) (n int) {
		for name, value := range l.Rulings {
			if rulings[name] == value {
				n++
			}
		}
		return n
	}
	for _, l := range All() {
		if l.Title != title || l.Players != players || l.Weeks(turn, within).Most > fewWeeks {
			continue
		}
		better := cmp.Or(cmp.Compare(same(l), same(found)), cmp.Compare(l.To.Half, found.To.Half))
		if !ok || better > 0 {
			found, ok = l, true
		}
	}
	return found, ok
}

// String returns the figure for people: "30", or "30 to 36".
func (f Figure) String() string {
	if f.Half == f.Most {
		return strconv.Itoa(f.Half)
	}
	return fmt.Sprintf("%d to %d", f.Half, f.Most)
}
