// Package letters has letters as people write them to a game, each with what must be on file afterwards, and scores how
// they are read: the measure of how well orders are understood.
//
// In testdata are letters to Diplomacy and Deadman by many people, messages of real negotiations that order nothing,
// and letters to the other games with the positions that they are about.
package letters

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/reception"
)

//go:embed testdata
var data embed.FS

// A Letter is a letter as somebody wrote it, with its right readings.
type Letter struct {
	ID    string
	Title string
	Seat  adjudicator.Seat
	Kind  string   // kind of the question that it answers
	Old   []string // orders on file before the letter
	Text  string   // the body, as the mail program sent it

	Want []string   // on file afterwards, in normal form
	Alt  [][]string // other readings that are as good
	Ask  bool       // part of it is in doubt: Want is the rest, and the player must be asked

	// The board of Diplomacy and Deadman, and what was answered to the first question of the phase, if another is
	// asked.
	Season string
	Year   int
	Units  []string
	Owners map[string][]string
	Orders map[adjudicator.Seat][]string

	// The file with the position of another game.
	Position string

	position saved
}

// saved is a position, or a phase as far as it was played from one.
type saved struct {
	Position json.RawMessage
	Luck     struct {
		Secret []byte
		Phase  uint64
	}
	Record adjudicator.Record
}

// Files returns the names of the files with letters.
func Files() ([]string, error) {
	found, err := fs.Glob(data, "testdata/*.jsonl")
	for i := range found {
		found[i] = path.Base(found[i])
	}
	return found, err
}

// Read reads a file with letters.
func Read(name string) ([]Letter, error) {
	text, err := data.ReadFile("testdata/" + name)
	if err != nil {
		return nil, err
	}
	var out []Letter
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		l, err := read(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%s, letter %d: %w", name, len(out)+1, err)
		}
		out = append(out, l)
	}
	return out, lines.Err()
}

func read(line []byte) (l Letter, err error) {
	if err := json.Unmarshal(line, &l); err != nil {
		return Letter{}, err
	}
	if l.position, err = l.saved(); err != nil {
		return Letter{}, fmt.Errorf("%s: %w", l.ID, err)
	}
	return l, nil
}

// saved returns the position that a letter is about.
func (l Letter) saved() (s saved, err error) {
	if l.Position == "" {
		s.Position, err = json.Marshal(map[string]any{"Season": l.Season, "Year": l.Year, "Units": l.Units,
			"Owners": l.Owners})
		return s, err
	}
	text, err := data.ReadFile("testdata/" + l.Position)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if s.Position == nil { // the game has not begun
		s.Position = text
	}
	return s, err
}

// Sample returns the letter as it is given to a reader.
func (l Letter) Sample() reception.Sample {
	answers := map[adjudicator.Seat]string{}
	for seat, lines := range l.Orders {
		answers[seat] = strings.Join(lines, "\n")
	}
	return reception.Sample{Title: l.Title, Position: l.position.Position,
		Luck: adjudicator.Luck{Secret: l.position.Luck.Secret, Phase: l.position.Luck.Phase}, Record: l.position.Record,
		Answers: answers, Seat: l.Seat, Kind: l.Kind, Old: strings.Join(l.Old, "\n"), Text: l.Text}
}
