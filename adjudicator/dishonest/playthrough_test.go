package dishonest_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dishonest"
)

var (
	writeGames  = flag.Bool("dishonest.write", false, "have robots play the whole games anew, and write them down")
	updateGames = flag.Bool("dishonest.update", false, "play the whole games with the letters that are written down, and write down what comes of them now")
)

// A whole game of each size is written down in testdata/game-N.txt: every letter that a player wrote, and all that lies open
// of what came of it. Played again with these letters, everything comes as it stands there.
func TestWholeGames(t *testing.T) {
	for i, speed := range []string{"standard", "patient", "fast", "standard"} {
		players := 4 + i
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			name := fmt.Sprintf("testdata/game-%d.txt", players)
			written, err := os.ReadFile(name)
			if err != nil && !*writeGames {
				t.Fatal(err)
			}
			w := &writer{}
			g := &robotGame{seed: uint64(players), players: players, options: map[string]string{"speed": speed}}
			g.answers, g.tells = w.robots(g), func(p adjudicator.Position, told []adjudicator.Told) { w.tells(g.phase, p, told) }
			if !*writeGames {
				g.answers = w.letters(t, string(written))
			}
			fmt.Fprintf(&w.Builder, "A whole game of %d powers, speed %s, as robots have played it. What begins with \">\" are their letters.\n", players, speed)
			if err := g.Play(); err != nil {
				t.Fatalf("%s: %v", g.phase, err)
			}
			fmt.Fprintf(w, "\n%s won by %s\n", g.phase, strings.Join(g.won, " and "))
			if *writeGames || *updateGames {
				if err := os.WriteFile(name, []byte(w.String()), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if is := w.String(); is != string(written) {
				t.Errorf("%s: %s", name, firstDifference(string(written), is))
			}
		})
	}
}

// A writer writes a game down.
type writer struct {
	strings.Builder
	phase string
	left  []string // letters of the game that is written down
}

// head begins a phase.
func (w *writer) head(phase string) {
	if w.phase != phase {
		w.phase = phase
		fmt.Fprintf(w, "\n== %s\n", phase)
	}
}

// robots are the answers of a robot game, written down.
func (w *writer) robots(g *robotGame) adjudicatortest.Answerer {
	return func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
		answer, heard, err := g.answer(p, req)
		if err == nil && heard {
			w.head(p.Phase())
			w.letter(req, answer)
		}
		return answer, heard, err
	}
}

func (w *writer) letter(req adjudicator.Request, text string) {
	fmt.Fprintf(w, "> %s, %s: %s\n", req.Seat, req.Kind, strings.ReplaceAll(text, "\n", " / "))
}

// letters are those of a game that is written down, one after another. Who has none there is silent.
func (w *writer) letters(t *testing.T, text string) adjudicatortest.Answerer {
	for line := range strings.Lines(text) {
		if letter, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> "); ok {
			w.left = append(w.left, letter)
		}
	}
	return func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
		w.head(p.Phase())
		if len(w.left) > 0 {
			if letter, ok := strings.CutPrefix(w.left[0], fmt.Sprintf("%s, %s: ", req.Seat, req.Kind)); ok {
				w.left = w.left[1:]
				reading := p.View(req.Seat).Read(req.Kind, "", strings.ReplaceAll(letter, " / ", "\n"))
				if len(reading.Faults) > 0 {
					return "", true, fmt.Errorf("%s: %v", letter, reading.Faults)
				}
				w.letter(req, reading.Answer)
				return reading.Answer, true, nil
			}
		}
		if req.Filed != "" {
			return req.Filed, false, nil
		}
		return req.Default, false, nil
	}
}

// tells writes down what was told to all, and the standings after a year.
func (w *writer) tells(phase string, p adjudicator.Position, told []adjudicator.Told) {
	w.head(phase)
	for _, event := range told {
		if event.To.Has(adjudicator.Observer) {
			fmt.Fprintf(w, "%s: %s\n", event.Kind, adjudicatortest.Flat(event.Data))
		}
	}
	if strings.HasSuffix(p.Phase(), "income") || p.Phase() == "" {
		for _, l := range p.View(adjudicator.Observer).(dishonest.View).Lines() {
			js, err := json.Marshal(l.Player)
			if err != nil {
				panic(err)
			}
			fmt.Fprintf(w, "  %s\n", adjudicatortest.Flat(js))
		}
	}
}

// firstDifference shows the first line in which two texts differ, with the line before it.
func firstDifference(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "nothing", "nothing"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return fmt.Sprintf("line %d was\n\t%s\nand is\n\t%s\nafter\n\t%s", i+1, x, y, strings.Join(a[max(0, i-1):min(i, len(a))], ""))
		}
	}
	return "they are alike"
}
