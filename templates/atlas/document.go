package atlas

import (
	"fmt"

	"deaddrop/adjudicator"
)

// chartOf returns the chart of a picture, or the first chart of a film; all charts of a film have the same board.
func chartOf(what any) adjudicator.Chart {
	switch w := what.(type) {
	case Picture:
		return w.Chart
	case Film:
		return w.Reels[0].Charts[0]
	case []Picture:
		if len(w) > 0 {
			return w[0].Chart
		}
	}
	return adjudicator.Chart{}
}

// svg returns the picture as an SVG file.
func (d *drawing) svg(title, subtitle string) []byte {
	f := d.framed(title, subtitle, frame{})
	w := newSVGWriter(d.fonts)
	fmt.Fprintf(w.out, "<g transform=\"translate(0 %s)\">\n", number(f.head))
	d.writeAll(w)
	w.out.WriteString("</g>\n")
	w.write(&f.heads)
	fmt.Fprintf(w.out, "<g transform=\"translate(0 %s)\">\n", number(f.head+d.board.Height))
	w.write(&f.keys)
	w.out.WriteString("</g>\n")
	return w.document(d.board.Width, d.board.Height+f.head+f.key, title+" "+subtitle)
}

// writeAll writes the board with everything on it.
func (d *drawing) writeAll(w *svgWriter) {
	d.writeBoard(w, d.tints)
	for _, s := range []*scene{&d.fronts, &d.arrows, &d.pieces, &d.labels, &d.notes} {
		w.write(s)
	}
}

// writeBoard writes the ground: water, the glow along coasts, land, lines.
func (p *plate) writeBoard(w *svgWriter, tints []tint) {
	wet := func(a Area) bool { return a.Kind == Sea && !a.Over }
	for _, pass := range []bool{true, false} {
		for i, a := range p.board.Areas {
			if wet(a) != pass || len(p.shapes[i]) == 0 {
				continue
			}
			hatched := tints[i].hatch != nil
			shape{path: p.shapes[i], fill: tints[i].fill, shared: hatched, title: a.Full}.write(w)
			if hatched {
				shape{path: p.shapes[i], hatch: tints[i].hatch, shared: true}.write(w)
			}
		}
		if pass {
			w.write(&p.glow)
		}
	}
	w.write(&p.lines)
}
