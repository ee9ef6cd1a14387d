package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/post"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
)

func newMap(d *console) *cobra.Command {
	var as, phase, out string
	cmd := &cobra.Command{
		Use:   "map GAME [--out FILE]",
		Short: "Show the board of a game, as a seat knows it",
		Long: `map shows the board as GM knows it, which is all of it, or as another seat does with --as; with --at it
shows the board as it was when a phase began. It is printed as text, or drawn into a file: FILE.png and FILE.svg are a
picture, FILE.txt is what is printed. FILE.html is a film of the whole game up to now, with buttons, and FILE.apng an
animated picture of it; without --as the film shows everything, and what each player knew beside it. FILE may replace
an older map, but no other file.`,
		Example: "  gm map dm1\n  gm map dm1 --as France --at Spring 1901 --out france.png\n  gm map dm1 --out " +
			"dm1.html",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			kind, encoded := strings.CutPrefix(out, handed)
			switch {
			case out == "":
				kind = ".txt"
			case encoded && !d.mail:
			case d.mail:
				return &refusal.Error{Text: "By mail a map is sent as text, not drawn into a file; leave out --out."}
			default:
				return d.drawInto(cmd, args[0], as, phase, out)
			}
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				m, err := site.Reading(ctx, m, args[0])
				if err != nil {
					return err
				}
				drawn, err := drawMap(ctx, m, args[0], as, phase, kind)
				if err == nil && encoded {
					drawn = base64.StdEncoding.AppendEncode(nil, drawn)
				}
				printf(cmd.OutOrStdout(), "%s", drawn)
				return err
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&as, "as", "", "the seat that knows it; else the game master, who knows all")
	ofPhase(cmd, &phase, 1, "as it was when that phase began (now)")
	f.StringVar(&out, "out", "", "the file to draw into: .png, .svg, .txt, .html or .apng")
	return cmd
}

// mapKinds lists the file name extensions of the formats of maps.
var mapKinds = []string{".png", ".svg", ".txt", ".html", ".apng"}

// checkOut returns a refusal of a file name without one of these extensions.
func checkOut(out string) error {
	if filepath.Ext(out) == ".gif" {
		return &refusal.Error{Text: "A film is drawn into a file .apng or .html: a GIF has too few colours for that."}
	}
	if slices.Contains(mapKinds, filepath.Ext(out)) {
		return nil
	}
	return &refusal.Error{Text: "A map is drawn into a file whose name ends with " + adjudicator.Listed(mapKinds,
		"or") + "."}
}

// handed is a prefix of file names for which the content is sent back to the gm process that has started the command,
// which writes the file itself.
const handed = "-/"

// drawInto draws a map to a file on the user's side. A running service may be in another directory, so it sends the
// content back.
func (d *console) drawInto(cmd *cobra.Command, game, as, phase, out string) error {
	if err := checkOut(out); err != nil {
		return err
	}
	if err := aMap.MayWrite(out, d.config); err != nil { // check before drawing
		return err
	}
	said, err := d.said(cmd, "map", game, "--as="+as, "--at="+phase, "--out="+handed+filepath.Ext(out))
	if err != nil {
		return err
	}
	drawn, err := base64.StdEncoding.DecodeString(said)
	if err != nil {
		return fmt.Errorf("reading what was drawn: %w", err)
	}
	if err := aMap.Write(out, d.config, drawn); err != nil {
		return err
	}
	printf(cmd.OutOrStdout(), "Wrote the map of %s to %s.\n", game, out)
	return nil
}

// drawMap draws a map in the format of a file name extension.
func drawMap(ctx context.Context, m *gm.Master, game, as, phase, kind string) ([]byte, error) {
	draws, ok := m.Maps.(*post.Draftsman)
	if !ok {
		return nil, &refusal.Error{Text: "There are no maps here."}
	}
	if kind == ".html" || kind == ".apng" {
		return drawFilm(ctx, m, draws, game, as, kind)
	}
	p, err := inspect.MapOf(ctx, m, game, cmp.Or(as, string(adjudicator.GM)), phase)
	if err != nil {
		return nil, err
	}
	if kind == ".txt" {
		text, err := draws.Text(p.Chart, "")
		return []byte(p.Title + "\n" + p.Caption + "\n\n" + text), err
	}
	p.Style = letter.StylePNG
	if kind == ".svg" {
		p.Style = letter.StyleSVG
	}
	file, err := draws.Picture(p)
	return file.Data, err
}

func drawFilm(ctx context.Context, m *gm.Master, draws *post.Draftsman, game, as, kind string) ([]byte, error) {
	f, err := inspect.FilmOf(ctx, m, game, as)
	if err != nil {
		return nil, err
	}
	if f == nil {
		return nil, &refusal.Error{Text: "There is no map for the board of " + game + "."}
	}
	if kind == ".html" {
		file, err := draws.Page(f, "", math.MaxInt)
		return file.Data, err
	}
	file, err := draws.Animation(f, math.MaxInt)
	return file.Data, err
}
