// Package games reads the real games that godip is tested with: some 5,600 games of seven people each, played on the
// site droidippy until 2015, with every position and every order. They are part of godip's module, so this project
// does not copy them.
//
// Phases have a neutral form, one JSON object each. The log does not say where attackers came from or which spaces
// were contested; for retreats, both are computed by resolving the previous moves with our adjudicator.
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

// A Phase is one phase of a game and the position that came after it. Powers are in capitals, such as "ENGLAND";
// places are codes, such as "NTH" or "SPA/SC".
type Phase struct {
	Source    string            `json:"src"`
	Game      string            `json:"game"`
	Name      string            `json:"phase"` // such as "S1901M", "F1901R" or "W1901A"
	Units     []Unit            `json:"units"` // units that are not dislodged
	Dislodged []Dislodged       `json:"dislodged,omitempty"`
	Contested []string          `json:"contested,omitempty"` // for retreats: spaces left empty by a stand-off
	Centres   map[string]string `json:"supply_centers"`      // owner by province
	Orders    []string          `json:"orders"`              // such as "ENGLAND F NTH C A YOR - NWY"
	// nil, like the two fields below, for the last phase of a game
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
	AttackerFrom string `json:"attacker_from,omitempty"` // "" if the attacker came by convoy, or if unknown
}

// Kind returns the kind of the phase: 'M' for moves, 'R' for retreats or 'A' for the adjustments of winter.
func (p *Phase) Kind() byte { return p.Name[len(p.Name)-1] }

// A Text is the text of a game in the archive.
type Text struct {
	Game string // such as "game_10001"
	Text string
}

// Archive returns the path of the archive of games in the module cache. It runs "go list -m" in the directory dir (""
// for the current one), which must be inside this module. godip must have been downloaded, as it is after building
// this module's tests.
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

// Read yields every phase of every game in an archive, game by game. It holds only one game in memory. An error ends
// the sequence.
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

// Texts yields the games of an archive as text, for callers that parse them concurrently. An error ends the sequence.
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

// nextText reads the next game; it returns io.EOF if there are no more.
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
