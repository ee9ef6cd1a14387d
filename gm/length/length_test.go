package length_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/gm/length"
	"deaddrop/templates"
	"deaddrop/tier"
)

var (
	games = flag.Int("length.games", 0, "how many games of robots of each kind are measured for lengths.txt; 0: none")
	only  = flag.String("length.title", "", "of this title only; the lines of others stay as they are")
)

const head = `# How long games of robots were; see length.go. Not to be edited by hand:
# go test ./gm/length -run TestMeasure -timeout 120m -length.games 10
`

// TestMeasure measures the lengths of games anew and writes lengths.txt.
func TestMeasure(t *testing.T) {
	if *games == 0 {
		t.Skip("it measures with -length.games alone")
	}
	lines := []string{strings.TrimSpace(head)}
	words := written(t)
	for _, x := range titles {
		if *only != "" && *only != x.rules.Name {
			for _, l := range length.All() {
				if l.Title == x.rules.Name {
					lines = append(lines, line(l))
				}
			}
			continue
		}
		for _, kind := range x.kinds() {
			all, errs := adjudicatortest.PlayGames(*games, func(i int) *playing {
				return &playing{title: x, kind: kind, seed: uint64(i + 1), words: words}
			})
			var done []measured
			for i, err := range errs {
				if err != nil {
					t.Fatal(err)
				}
				done = append(done, all[i].measured)
			}
			lines = append(lines, line(lengthOf(kind, done)))
		}
	}
	if err := os.WriteFile("lengths.txt", []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A playing is a game that is measured.
type playing struct {
	title
	kind  length.Length
	seed  uint64
	words *templates.Set
	measured
}

// Play plays it to its end.
func (p *playing) Play() (err error) {
	p.measured, err = p.title.measure(p.kind, p.seed, p.words)
	return err
}

func written(t *testing.T) *templates.Set {
	t.Helper()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// The data have each kind of game once, and none that there is not.
func TestEachKindIsMeasured(t *testing.T) {
	have := map[string]bool{}
	for _, l := range length.All() {
		kind, _, _ := strings.Cut(line(l), " |")
		if have[kind] {
			t.Errorf("%s is there twice", kind)
		}
		have[kind] = true
	}
	for _, x := range titles {
		for _, k := range x.kinds() {
			kind, _, _ := strings.Cut(line(k), " |")
			if !have[kind] {
				t.Errorf("%s was not measured", kind)
			}
			delete(have, kind)
		}
	}
	for kind := range have {
		t.Errorf("there are no games %s", kind)
	}
}

// Games of each title and size are about as long as the data say.
func TestLengths(t *testing.T) {
	words := written(t)
	for _, x := range titles {
		for _, kind := range x.kinds() {
			l, ok := length.Of(kind.Title, kind.Players, kind.Rulings)
			if !ok {
				t.Errorf("there is no length of %v", kind)
				continue
			}
			if !isSample(x, kind) || kind.Players > x.rules.Min && tier.Pick(true, false) {
				continue
			}
			m, err := x.measure(kind, 1001, words)
			if err != nil {
				t.Fatal(err)
			}
			if m.turns < l.Turns.Half/2 || m.turns > 2*l.Turns.Most {
				t.Errorf("%s: a game has taken %d turns", line(l), m.turns)
			}
			if each := m.to / kind.Players; each < l.To.Half/2 || each > 2*l.To.Most {
				t.Errorf("%s: in a game each has got %d letters", line(l), each)
			}
		}
	}
}

// isSample reports whether games of a kind are played by the tests: the shortest of each size.
func isSample(x title, kind length.Length) bool {
	for _, name := range x.rulings {
		value, ok := shortest[name]
		if name == "years" {
			value, ok = map[string]string{"dishonest": "3", "dealers": "2"}[kind.Title], true
		}
		if ok && kind.Rulings[name] != value {
			return false
		}
	}
	return true
}

var shortest = map[string]string{"last_year": "1903", "retreats": "postal", "speed": "fast", "intervals": "three",
	"game_turns": "6", "turns": "together"}

// TestTable prints for each title and size how long a game is, and by which rulings it takes twelve weeks at most.
func TestTable(t *testing.T) {
	const turn, within = 48 * time.Hour, 24 * time.Hour
	for _, x := range titles {
		for players := x.rules.Min; players <= len(x.rules.Seats); players++ {
			note := length.Note(x.rules.Name, players, x.rules.Kept(nil), turn, within)
			if note == "" {
				t.Errorf("nothing is known of games of %s for %d", x.rules.Title, players)
			}
			t.Logf("%s, %d players. %s", x.rules.Title, players, note)
		}
	}
}

// Each title can be finished in twelve weeks at each size, at a turn every two days: by some ruling, in nine of ten
// games.
func TestTwelveWeeks(t *testing.T) {
	for _, x := range titles {
		for players := x.rules.Min; players <= len(x.rules.Seats); players++ {
			least := 1000
			for _, l := range length.All() {
				if l.Title == x.rules.Name && l.Players == players {
					least = min(least, l.Weeks(48*time.Hour, 24*time.Hour).Most)
				}
			}
			if least > 12 {
				t.Errorf("%s takes %d players %d weeks at least", x.rules.Title, players, least)
			}
		}
	}
}
