package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/post"
	"deaddrop/gm/refusal"
)

// An opening is the board of an edition at the beginning of a game.
type opening struct {
	title   string
	board   string // the edition's name for the board
	players []int  // the numbers of players for which it is used
	chart   adjudicator.Chart
}

// boardsOf returns the openings of all boards of an edition. Most editions have a single board for any number of
// players.
func boardsOf(rules *adjudicator.Rules, text []byte) ([]opening, error) {
	var out []opening
	for n := rules.Min; n <= len(rules.Seats); n++ {
		seats, err := rules.SeatsFor(n, text)
		if err != nil {
			continue // the title does not allow that number of players
		}
		c, err := rules.Configure(adjudicator.Config{Seats: seats[:min(n, len(seats))], Pack: text})
		if err != nil {
			return nil, err
		}
		p, err := rules.Setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), c)
		if err != nil {
			return nil, err
		}
		view, ok := p.View(adjudicator.Observer).(adjudicator.Charted)
		if !ok {
			continue
		}
		o := opening{title: rules.Title, chart: view.Chart(), players: []int{n}}
		o.board = o.chart.Board
		if i := slices.IndexFunc(out, func(other opening) bool { return other.board == o.board }); i >= 0 {
			out[i].players = append(out[i].players, n)
			continue
		}
		out = append(out, o)
	}
	return out, nil
}

// drawn describes how the board is drawn.
func (o opening) drawn(draws *post.Draftsman) (string, error) {
	a, err := draws.Atlas()
	if err != nil {
		return "", fmt.Errorf("opening the atlas: %w", err)
	}
	d, err := a.Describe(o.chart)
	if err != nil {
		return "", fmt.Errorf("drawing the board: %w", err)
	}
	if d.Unfit != nil {
		return "", &refusal.Error{Text: "The map of the edition can't be drawn: " + d.Unfit.Error() + "."}
	}
	head := "Its picture"
	if o.board != "" {
		var counts []string
		for _, n := range o.players {
			counts = append(counts, fmt.Sprint(n))
		}
		head = "The picture for " + adjudicator.Listed(counts, "or") + " players"
	}
	cards := len(d.Cards)
	switch {
	case d.Own:
		return head + " is the edition's own map.", nil
	case o.chart.Plan == nil:
		return head + " is the house map.", nil
	case d.House == "":
		return fmt.Sprintf("%s is a schematic of all %d places: too few of them are on the house map.", head, cards), nil
	case cards == 0:
		return fmt.Sprintf("%s has the shapes of the house map for all %d places, with the edition's names, numbers "+
			"and links.", head, d.Shapes), nil
	}
	return fmt.Sprintf("%s has the shapes of the house map for %d places, and a schematic for %d: %s.", head,
		d.Shapes, cards, strings.Join(d.Cards, ", ")), nil
}

// drawOpening draws a board to a file; without a file name it does nothing.
func (d *console) drawOpening(cmd *cobra.Command, draws *post.Draftsman, o opening, out string) error {
	if out == "" {
		return nil
	}
	if err := aMap.MayWrite(out, d.config); err != nil {
		return err
	}
	p := &letter.Picture{Chart: o.chart, Title: o.title, Caption: "The board at the beginning", Style: letter.StylePNG}
	if filepath.Ext(out) == ".svg" {
		p.Style = letter.StyleSVG
	}
	file, err := draws.Picture(p)
	if err != nil {
		return &refusal.Error{Text: "The board can't be drawn: " + err.Error() + "."}
	}
	if err := aMap.Write(out, d.config, file.Data); err != nil {
		return err
	}
	printf(cmd.OutOrStdout(), "Wrote %s.\n", out)
	return nil
}
