package atlas

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// A Film shows a game from its beginning, as several seats saw it.
type Film struct {
	Title, Subtitle string
	Language        string // language of the words, such as "en" or "de"
	Phases          []string
	Reels           []Reel            // one per point of view; the first is the whole truth
	Words           map[string]string // translations as in a Picture, and those of the page's own words
}

// A Reel is the board in each phase as one seat saw it.
type Reel struct {
	Name   string              // such as "The truth" or "France"
	Charts []adjudicator.Chart // one for each phase
}

//go:embed film.html
var filmPage string

// Page returns a film as a self-contained HTML page. It shows the first reel and, beside it, another one that the
// reader chooses, with buttons and a slider for the phases. The board is included only once.
func (a *Atlas) Page(f Film) ([]byte, error) {
	if len(f.Phases) == 0 || len(f.Reels) == 0 {
		return nil, errors.New("a film without pictures")
	}
	for _, r := range f.Reels {
		if len(r.Charts) != len(f.Phases) {
			return nil, fmt.Errorf("the film's reel %q has %d charts for %d phases", r.Name, len(r.Charts),
				len(f.Phases))
		}
	}
	return a.kept("page", f, func(e *easel, p *plate) ([]byte, error) {
		e.clean() // a page takes much itself
		return p.page(f)
	})
}

// A filmData is the data for the page's script.
type filmData struct {
	Phases []string    `json:"phases"`
	Names  []string    `json:"names"`   // names of the reels
	Fills  []string    `json:"fills"`   // colours of areas
	Hatch  []string    `json:"hatches"` // patterns drawn over areas; the first is none
	Reels  [][]stillOf `json:"reels"`   // stills by reel and phase
}

// A stillOf is the picture of one phase in a reel.
type stillOf struct {
	Tints []int  `json:"t"` // for each area, the index of its fill and of its hatch
	Below string `json:"b"` // SVG drawn below the labels
	Above string `json:"a"` // SVG drawn above the labels
}

// page returns a film as HTML.
func (p *plate) page(f Film) ([]byte, error) {
	w := newSVGWriter(p.fonts)
	data := filmData{Phases: f.Phases, Hatch: []string{""}}
	// collects what the legend and the key must explain
	all := &drawing{plate: p, words: f.Words, used: map[string]bool{}}
	charts := adjudicator.Chart{}
	for _, r := range f.Reels {
		var stills []stillOf
		for _, c := range r.Charts {
			if c.Board != p.board.Name {
				return nil, fmt.Errorf("a film of the boards %q and %q", p.board.Name, c.Board)
			}
			d, err := p.draw(c, f.Words)
			if err != nil {
				return nil, err
			}
			stills = append(stills, data.still(w, d))
			for name := range d.used {
				all.used[name] = true
			}
			charts.Places, charts.Arrows = append(charts.Places, c.Places...), append(charts.Arrows, c.Arrows...)
		}
		data.Names = append(data.Names, all.word(r.Name))
		data.Reels = append(data.Reels, stills)
	}
	all.seats = p.seatsOf(charts)
	all.colours = p.seatColours(all.seats)
	return all.html(f, w, data)
}

// still adds a phase of a reel to the data.
func (data *filmData) still(w *svgWriter, d *drawing) stillOf {
	var s stillOf
	index := func(list *[]string, what string) int {
		i := slices.Index(*list, what)
		if i < 0 {
			i = len(*list)
			*list = append(*list, what)
		}
		return i
	}
	for _, t := range d.tints {
		pattern := ""
		if t.hatch != nil {
			pattern = w.pattern(*t.hatch)
		}
		s.Tints = append(s.Tints, index(&data.Fills, css(t.fill)), index(&data.Hatch, pattern))
	}
	s.Below = w.apart(func() {
		for _, layer := range []*scene{&d.fronts, &d.arrows, &d.pieces} {
			w.write(layer)
		}
	})
	s.Above = w.apart(func() { w.write(&d.notes) })
	return s
}

// A keyItem is a symbol of the key with its meaning.
type keyItem struct {
	Wide   float64
	Symbol template.HTML
	Word   string
}

// html returns the page of a film; d contains everything that occurs in any of its pictures.
func (d *drawing) html(f Film, w *svgWriter, data filmData) ([]byte, error) {
	var water, land []int
	for i, a := range d.board.Areas {
		if len(d.shapes[i]) == 0 {
			continue
		}
		fmt.Fprintf(&w.defs, "<path id=\"area%d\" d=\"%s\"/>\n", i, d.shapes[i].data())
		if a.Kind == Sea && !a.Over {
			water = append(water, i)
		} else {
			land = append(land, i)
		}
	}
	for _, layer := range []struct {
		id    string
		scene *scene
	}{{"glow", &d.glow}, {"lines", &d.lines}, {"labels", &d.labels}} {
		body := w.apart(func() { w.write(layer.scene) })
		fmt.Fprintf(&w.defs, "<g id=\"%s\">\n%s</g>\n", layer.id, body)
	}
	var key []keyItem
	for _, name := range d.keyNames() {
		var symbol scene
		wide := d.keySymbol(&symbol, name)
		body := w.apart(func() { w.write(&symbol) })
		key = append(key, keyItem{Wide: wide + 4, Symbol: template.HTML(body), Word: d.word(name)})
	}
	script, err := squeezed(data)
	if err != nil {
		return nil, fmt.Errorf("writing a film: %w", err)
	}
	t, err := template.New("film").Funcs(template.FuncMap{"word": d.word, "colour": func(s adjudicator.Seat) string {
		return css(d.colours[s])
	}}).Parse(filmPage)
	if err != nil {
		return nil, fmt.Errorf("reading the page of a film: %w", err)
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{
		"Film": f, "Seats": d.seats, "Water": water, "Land": land, "Board": d.board,
		"Defaults": template.HTMLAttr(svgDefaults), "Defs": template.HTML(w.defs.String()), "Key": key,
		"Script": template.HTMLAttr(scriptHash()), "Data": template.JS(`"` + script + `"`),
	})
	if err != nil {
		return nil, fmt.Errorf("writing a film: %w", err)
	}
	return bytes.Clone(out.Bytes()), nil
}

// scriptHash returns the hash by which the policy of a film's page allows its own script and no other (CSP level 2).
func scriptHash() string {
	_, script, _ := strings.Cut(filmPage, "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	sum := sha256.Sum256([]byte(script))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// squeezed returns the data compressed and base64-encoded: uncompressed, a film of twenty phases would be too large
// for a letter.
func squeezed(data filmData) (string, error) {
	var b strings.Builder
	text := base64.NewEncoder(base64.StdEncoding, &b)
	w, err := gzip.NewWriterLevel(text, gzip.BestCompression)
	if err == nil {
		err = json.NewEncoder(w).Encode(data)
	}
	if err == nil {
		err = w.Close()
	}
	err = errors.Join(err, text.Close()) // Close writes the rest of the compressed data
	return b.String(), err
}
