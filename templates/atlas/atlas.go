// Package atlas draws the boards of games: as SVG, as PNG, as a map of characters for people who read plain text, and
// as films. It draws what a Chart contains and knows nothing else about a game; a chart must not contain anything
// that its reader may not know.
//
// The boards are compiled by templates/mapmaker. The board of an edition that differs from all of them is made from
// the edition's plan: in the shapes of the board most similar to it, or as cards joined by lines. A picture is a
// single scene, drawn in layers: the ground with the tints of its areas, coasts and borders, orders, pieces, labels,
// and around it a header and a key. The scene is written as SVG or painted as pixels. Whatever all pictures of a
// board have in common is painted only once.
package atlas

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"image"
	"io/fs"

	"deaddrop/adjudicator"
)

//go:embed boards/*.json
var boards embed.FS

// An Atlas holds all boards. It is safe for concurrent use. Its results are cached and shared, and must not be
// modified.
type Atlas struct {
	plates map[string]*plate
	cache  *cache
	fonts  *fonts
	plans  plans
	easels easels
}

// A Picture says what to draw.
type Picture struct {
	Chart           adjudicator.Chart
	Title, Subtitle string
	// Focus are the places to which the picture is cropped, plus their neighbours, so that labels are readable on a
	// phone. If there are none, or too many, it shows the whole board.
	Focus []string `json:",omitempty"`
	// Words are translations of the words on the picture, such as "army", "never seen", "Austria" or "Fall". Words
	// without a translation stay English.
	Words map[string]string
}

// cacheRoom is the size of the cache in bytes, enough for the pictures of a game's letters of one turn, or its films.
const cacheRoom = 4 << 20

// New loads the boards.
func New() (*Atlas, error) {
	fonts, err := newFonts()
	if err != nil {
		return nil, err
	}
	a := &Atlas{plates: map[string]*plate{}, cache: newCache(cacheRoom), fonts: fonts,
		plans: plans{by: map[[sha256.Size]byte]func() (*plate, Drawing, error){}}}
	names, err := fs.Glob(boards, "boards/*.json")
	if err != nil {
		return nil, fmt.Errorf("looking for boards: %w", err)
	}
	for _, name := range names {
		text, err := boards.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading a board: %w", err)
		}
		b, err := DecodeBoard(text)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		if a.plates[b.Name], err = newPlate(b, fonts); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
	}
	tidy()
	return a, nil
}

// Has reports whether the board of a chart can be drawn.
func (a *Atlas) Has(c adjudicator.Chart) bool { return c.Plan != nil || a.plates[c.Board] != nil }

// PNG returns a picture as a PNG with up to 256 colours, about 1000 pixels wide. It returns an error if there is no
// such board, or if the board lacks a place of the chart.
func (a *Atlas) PNG(p Picture) ([]byte, error) {
	return a.kept("png", p, func(e *easel, pl *plate) ([]byte, error) {
		d, err := pl.draw(p.Chart, p.Words)
		if err != nil {
			return nil, err
		}
		m := (*image.RGBA)(nil)
		if w, ok := pl.cut(p.Focus); ok {
			m = d.paintedPart(e, w, p.Title, p.Subtitle)
		} else {
			m = d.painted(e, d.framed(p.Title, p.Subtitle, frame{}))
		}
		return e.encoded(e.quantised(m, d.pieceColours()))
	})
}

// SVG returns a picture as a self-contained SVG file. Errors are as with PNG.
func (a *Atlas) SVG(p Picture) ([]byte, error) {
	return a.kept("svg", p, func(_ *easel, pl *plate) ([]byte, error) {
		d, err := pl.draw(p.Chart, p.Words)
		if err != nil {
			return nil, err
		}
		if w, ok := pl.cut(p.Focus); ok {
			return d.svgPart(w, p.Title, p.Subtitle), nil
		}
		return d.svg(p.Title, p.Subtitle), nil
	})
}

// Text returns a map of characters, 78 columns wide, with a legend below. Errors are as with PNG.
func (a *Atlas) Text(p Picture) (string, error) {
	out, err := a.kept("text", p, func(e *easel, pl *plate) ([]byte, error) {
		d, err := pl.draw(p.Chart, p.Words)
		if err != nil {
			return nil, err
		}
		return []byte(d.text(d.paint(e))), nil
	})
	return string(out), err
}

// kept returns a drawing from the cache, or draws it. The key consists of the format and everything that is drawn.
func (a *Atlas) kept(way string, what any, draw func(*easel, *plate) ([]byte, error)) ([]byte, error) {
	text, err := json.Marshal(what)
	if err != nil {
		return nil, fmt.Errorf("naming a picture: %w", err)
	}
	pl, _, err := a.plateOf(chartOf(what))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append([]byte(way+"\n"), text...))
	return a.cache.get(string(sum[:]), func() ([]byte, error) {
		defer a.easels.give()
		return draw(a.easels.take(), pl)
	})
}

// painted returns the picture as pixels.
func (d *drawing) painted(e *easel, f frame) *image.RGBA {
	g := d.paint(e)
	m := e.canvas(&e.whole, g.width, g.height+int(f.head+f.key+0.5))
	d.paintBoard(e.painter(d.fonts, m), g, int(f.head))
	d.paintFrame(e.painter(d.fonts, m), f)
	return m
}

// paintBoard paints the board into a picture, beginning at row top.
func (d *drawing) paintBoard(pen *painter, g *ground, top int) {
	g.show(pen.image, top, d.tints)
	pen.off.y = float64(top)
	for _, s := range []*scene{&d.fronts, &d.arrows, &d.pieces} {
		pen.paint(s)
	}
	g.write(pen.image, top)
	pen.paint(&d.notes)
}

// paintFrame paints the header and the key.
func (d *drawing) paintFrame(pen *painter, f frame) {
	pen.paint(&f.heads)
	pen.off.y = float64(int(f.head)) + d.board.Height
	pen.paint(&f.keys)
}
