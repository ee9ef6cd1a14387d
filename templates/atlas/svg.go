package atlas

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An svgWriter writes scenes as SVG without scripts, style sheets, links or external fonts. Repeated items are in
// defs.
type svgWriter struct {
	fonts    *fonts
	out      *bytes.Buffer
	defs     bytes.Buffer
	paths    map[*segment]string
	stamps   map[string]string
	patterns map[hatch]string
}

func newSVGWriter(f *fonts) *svgWriter {
	return &svgWriter{fonts: f, out: new(bytes.Buffer), paths: map[*segment]string{}, stamps: map[string]string{},
		patterns: map[hatch]string{}}
}

// fontFamily lists fonts of similar width, for readers without the Go font.
const fontFamily = `Go,'Noto Sans','DejaVu Sans',Verdana,Arial,sans-serif`

// document returns an SVG file of what was written.
func (w *svgWriter) document(width, height float64, title string) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]s %[2]s" `+
			`width="%[1]s" height="%[2]s" role="img" %[3]s>`,
		number(width), number(height), svgDefaults)
	fmt.Fprintf(&out, "<title>%s</title>\n<defs>\n%s</defs>\n%s</svg>\n", escaped(title), w.defs.Bytes(), w.out.Bytes())
	return out.Bytes()
}

const svgDefaults = `stroke-linejoin="round" stroke-linecap="round" font-family="` + fontFamily + `"`

// write writes the items of a scene as SVG.
func (w *svgWriter) write(s *scene) {
	for _, it := range s.items {
		it.write(w)
	}
}

// apart returns the SVG that a function writes, instead of adding it to the document.
func (w *svgWriter) apart(write func()) string {
	was := w.out
	w.out = new(bytes.Buffer)
	write()
	text := w.out.String()
	w.out = was
	return text
}

func (s shape) write(w *svgWriter) {
	if len(s.path) == 0 {
		return
	}
	tag := "path"
	if s.shared {
		tag = "use"
		fmt.Fprintf(w.out, `<use href="#%s"`, w.sharedPath(s.path))
	} else {
		fmt.Fprintf(w.out, `<path d="%s"`, s.path.data())
	}
	if s.id != "" {
		fmt.Fprintf(w.out, ` id="%s"`, escaped(s.id))
	}
	switch {
	case s.hatch != nil:
		fmt.Fprintf(w.out, ` fill="url(#%s)"`, w.pattern(*s.hatch))
	case s.fill.A > 0:
		w.paintAttribute("fill", s.fill)
	default:
		w.out.WriteString(` fill="none"`)
	}
	if s.line.A > 0 {
		w.paintAttribute("stroke", s.line)
		fmt.Fprintf(w.out, ` stroke-width="%s"`, number(s.width))
		if len(s.dashes) > 0 {
			fmt.Fprintf(w.out, ` stroke-dasharray="%s"`, numbers(s.dashes))
		}
		if s.butt {
			w.out.WriteString(` stroke-linecap="butt"`)
		}
	}
	if s.title == "" {
		w.out.WriteString("/>\n")
		return
	}
	fmt.Fprintf(w.out, "><title>%s</title></%s>\n", escaped(s.title), tag)
}

func (w *svgWriter) paintAttribute(name string, c colour) {
	fmt.Fprintf(w.out, ` %s="%s"`, name, css(c))
	if c.A != 255 {
		fmt.Fprintf(w.out, ` %s-opacity="%s"`, name, number(float64(c.A)/255))
	}
}

func (t text) write(w *svgWriter) {
	fmt.Fprintf(w.out, `<text x="%s" y="%s" font-size="%s"`, number(t.at.x), number(t.at.y), number(t.size))
	switch t.style {
	case bold:
		w.out.WriteString(` font-weight="700"`)
	case italic:
		w.out.WriteString(` font-style="italic"`)
	}
	if t.anchor != start {
		fmt.Fprintf(w.out, ` text-anchor="%s"`, map[anchor]string{middle: "middle", end: "end"}[t.anchor])
	}
	if t.spacing != 0 {
		fmt.Fprintf(w.out, ` letter-spacing="%s"`, number(t.spacing))
	}
	// In another font than Go, the text keeps its width.
	fmt.Fprintf(w.out, ` textLength="%s" lengthAdjust="spacingAndGlyphs"`,
		number(w.fonts.width(t.text, t.style, t.size, t.spacing)))
	if t.halo.A > 0 {
		w.out.WriteString(` paint-order="stroke"`)
		w.paintAttribute("stroke", t.halo)
		fmt.Fprintf(w.out, ` stroke-width="%s"`, number(haloWidth))
	}
	w.paintAttribute("fill", t.fill)
	fmt.Fprintf(w.out, ">%s</text>\n", escaped(t.text))
}

func (s stamp) write(w *svgWriter) {
	id := w.stamps[s.name]
	if id == "" {
		id = "s" + strconv.Itoa(len(w.stamps))
		w.stamps[s.name] = id
		body := w.apart(func() {
			for _, it := range s.items {
				it.write(w)
			}
		})
		fmt.Fprintf(&w.defs, "<g id=\"%s\">\n%s</g>\n", id, body)
	}
	fmt.Fprintf(w.out, `<use href="#%s"`, id)
	if s.at != (vec{}) {
		fmt.Fprintf(w.out, ` x="%s" y="%s"`, number(s.at.x), number(s.at.y))
	}
	w.out.WriteString("/>\n")
}

func (w *svgWriter) sharedPath(p path) string {
	id := w.paths[&p[0]]
	if id == "" {
		id = "p" + strconv.Itoa(len(w.paths))
		w.paths[&p[0]] = id
		fmt.Fprintf(&w.defs, "<path id=\"%s\" d=\"%s\"/>\n", id, p.data())
	}
	return id
}

func (w *svgWriter) pattern(h hatch) string {
	id := w.patterns[h]
	if id != "" {
		return id
	}
	id = "h" + strconv.Itoa(len(w.patterns))
	w.patterns[h] = id
	step, turn := float64(h.period)/math.Sqrt2, -45
	if h.falls {
		turn = 45
	}
	fmt.Fprintf(&w.defs,
		`<pattern id="%s" width="%[2]s" height="%[2]s" patternUnits="userSpaceOnUse" patternTransform="rotate(%d)">`,
		id, number(step), turn)
	fmt.Fprintf(&w.defs,
		`<path d="M0 %sh%s" stroke="%s" stroke-opacity="%s" stroke-width="%s" stroke-linecap="butt"/></pattern>`+"\n",
		number(step/2), number(step), css(h.colour), number(float64(h.colour.A)/255), number(h.width))
	return id
}

// data returns the path data, with relative coordinates and a precision of a tenth of a pixel, to keep the file
// small.
func (p path) data() string {
	var b []byte
	var now, first [2]int
	tenths := func(v vec) [2]int { return [2]int{int(math.Round(v.x * 10)), int(math.Round(v.y * 10))} }
	step := func(v vec, letter byte) {
		to := tenths(v)
		for i := range to {
			d := to[i] - now[i]
			if letter == 0 && d >= 0 {
				b = append(b, ' ')
			}
			b = appendTenths(b, d)
			letter = 0
		}
	}
	before := byte('z')
	for _, s := range p {
		letter := [...]byte{moveTo: 'm', lineTo: 'l', control: 'c', curveTo: 'c', closing: 'z'}[s.op]
		if letter == before && s.op != moveTo {
			letter = 0
		} else {
			b, before = append(b, letter), letter
		}
		switch s.op {
		case closing:
			now = first
			continue
		case control:
			step(s.p, letter)
			continue
		}
		step(s.p, letter)
		now = tenths(s.p)
		if s.op == moveTo {
			first = now
		}
	}
	return string(b)
}

func appendTenths(b []byte, n int) []byte {
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	if n%10 == 0 {
		return strconv.AppendInt(b, int64(n/10), 10)
	}
	if n > 10 {
		b = strconv.AppendInt(b, int64(n/10), 10)
	}
	return append(b, '.', byte('0'+n%10))
}

// number formats a number with at most two decimals.
func number(v float64) string {
	s := strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

func numbers(values []float64) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = number(v)
	}
	return strings.Join(out, " ")
}

func css(c colour) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// escaped escapes a text for XML. Characters that XML can't represent are replaced.
func escaped(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic("atlas: a string builder fails: " + err.Error())
	}
	return b.String()
}
