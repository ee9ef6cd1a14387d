// Package games reads the real games that godip is tested with: some 5,600
// games of seven people each, played on the site droidippy until 2015, with
// every position and every order. They come in godip's own module, so that
// this project copies none of them.
//
// Phases are given in a form that belongs to no adjudicator, one JSON object
// each. The log does not tell why a unit was dislodged or which spaces were
// contested; for retreats both are worked out by our own resolution of the
// moves before.
package games

import (
	"archive/tar"
	"bufio"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// A Phase is one phase of a game and the position that came after it. Powers
// are in capitals, "ENGLAND", and places are codes, "NTH", "SPA/SC".
type Phase struct {
	Source    string            `json:"src"`
	Game      string            `json:"game"`
	Name      string            `json:"phase"` // "S1901M", "F1901R", "W1901A"
	Units     []Unit            `json:"units"` // without the dislodged
	Dislodged []Dislodged       `json:"dislodged,omitempty"`
	Contested []string          `json:"contested,omitempty"` // of retreats: left empty by a stand-off
	Centres   map[string]string `json:"supply_centers"`      // owner by province
	Orders    []string          `json:"orders"`              // "ENGLAND F NTH C A YOR - NWY"
	// nil, like the two below, if it is the game's last phase
	NextUnits     []Unit            `json:"next_units,omitzero"`
	NextDislodged []Dislodged       `json:"next_dislodged,omitzero"`
	NextCentres   map[string]string `json:"next_supply_centers,omitzero"`
}

// A Unit is an army, "A", or a fleet, "F".
type Unit struct {
	Power string `json:"power"`
	Type  string `json:"type"`
	Loc   string `json:"loc"`
}

// A Dislodged is a unit that has to retreat.
type Dislodged struct {
	Unit
	AttackerFrom string `json:"attacker_from,omitempty"` // none if it came by convoy or is not known
}

// Kind returns what is done in the phase: 'M' for moves, 'R' for retreats or
// 'A' for the adjustments of winter.
func (p *Phase) Kind() byte { return p.Name[len(p.Name)-1] }

// A Text is one game as it stands in the archive.
type Text struct {
	Game string // "game_10001"
	Text string
}

// Archive returns the path of the archive of games in the module cache. It
// runs "go list -m" in the directory dir, "" for the current one, which has to
// be inside this module, and needs godip to be downloaded, as it is once this
// module's tests have been built.
func Archive(ctx context.Context, dir string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/zond/godip")
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("looking for godip: %w", err)
	}
	root := strings.TrimSpace(string(out))
	if root == "" {
		return "", errors.New("looking for godip: it is not in the module cache; run go mod download")
	}
	return filepath.Join(root, "variants", "classical", "droidippy", "games", "games.tar.bz2"), nil
}

// Read yields every phase of every game in an archive, game by game. Memory is
// needed for one game only. An error ends it.
func Read(archive string) iter.Seq2[Phase, error] {
	return func(yield func(Phase, error) bool) {
		for text, err := range Texts(archive) {
			var phases []Phase
			if err == nil {
				phases, err = Parse(text)
			}
			if err != nil {
				yield(Phase{}, err)
				return
			}
			for _, p := range phases {
				if !yield(p, nil) {
					return
				}
			}
		}
	}
}

// Texts yields the games of an archive as they stand in it, for a caller who
// shares out the parsing. An error ends it.
func Texts(archive string) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		f, err := os.Open(archive)
		if err != nil {
			yield(Text{}, err)
			return
		}
		defer f.Close()
		files := tar.NewReader(bzip2.NewReader(bufio.NewReader(f)))
		for {
			text, err := nextText(files)
			if err == io.EOF {
				return
			}
			if !yield(text, err) || err != nil {
				return
			}
		}
	}
}

// nextText reads the next game; io.EOF says that there is none.
func nextText(files *tar.Reader) (Text, error) {
	for {
		head, err := files.Next()
		if err != nil {
			return Text{}, err
		}
		game, ok := strings.CutSuffix(path.Base(head.Name), ".txt")
		if head.Typeflag != tar.TypeReg || !ok {
			continue
		}
		var text strings.Builder
		text.Grow(int(head.Size))
		if _, err := io.Copy(&text, files); err != nil {
			return Text{}, fmt.Errorf("%s: %w", head.Name, err)
		}
		return Text{Game: game, Text: text.String()}, nil
	}
}
