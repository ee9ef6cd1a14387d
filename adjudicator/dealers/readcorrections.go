package dealers

import (
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// A correctionReader reads lines that take back or change orders on file, or earlier ones of the letter.
type correctionReader struct{ *author }

// droppable has the first words of the lines that a word for what is dropped stands for.
var droppable = map[string][]string{
	"assault": {"ASSAULT"}, "train": {"TRAIN"}, "play": {"PLAY"}, "use": {"USE", "PLAY"}, "dismiss": {"DISMISS"},
	"ready": {"READY"}, "discard": {"DISCARD", "KEEP"}, "keep": {"DISCARD", "KEEP"}, "doit": {"DO"},
	"endturn": {"DONE"}, "bonus": {"BONUS"}, "defend": {"DEFEND"}, "winter": {"WINTER"}, "stopw": {"STOP"},
	"linew": {"DEFEND", "STOP", "ASSAULT"},
}

// cancels takes lines off file, or cards off lines.
func (a correctionReader) cancels(m *kit.Match, c *kit.Context) (out kit.Outcome) {
	v, _ := m.Get("v")
	at, bad := a.place(m, "w", c)
	if failed(bad) {
		return bad
	}
	which := a.cardOf
	if v.Class == "train" {
		which = a.traineeOf
	}
	cards, bad := a.list(m, m.All("i"), c, which)
	if failed(bad) {
		return bad
	}
	for _, k := range c.Sheet.Keys() {
		line := c.Sheet.Get(k)
		word, _, _ := strings.Cut(line, " ")
		if !slices.Contains(droppable[v.Class], word) {
			continue
		}
		elsewhere := at != nowhere && !strings.Contains(strings.ReplaceAll(line, ":", " ")+" ", " "+a.m.Name(at)+" ")
		switch rest, takes := withoutCards(line, cards); {
		case elsewhere, len(cards) > 0 && !takes:
		case rest == "" || len(cards) == 0:
			out.Drop = append(out.Drop, k)
		default:
			out.Adds, out.Orders = true, append(out.Orders, a.order(k, rest, m, c))
		}
	}
	if len(out.Drop)+len(out.Orders) == 0 {
		return refusal("Nothing like that is on file.")
	}
	return out
}

// withoutCards returns a line without some cards, each once; "" if nothing is left. takes is whether the line has all
// of them.
func withoutCards(line string, cards []string) (rest string, takes bool) {
	word, list, _ := strings.Cut(line, " ")
	names := strings.Split(list, ", ")
	for _, card := range cards {
		i := slices.IndexFunc(names, func(n string) bool {
			n, _, _ = strings.Cut(strings.TrimPrefix(n, "READY "), "=")
			n, _, _ = strings.Cut(n, " (")
			return n == card
		})
		if i < 0 {
			return line, false
		}
		names = slices.Delete(names, i, i+1)
	}
	if len(names) == 0 {
		return "", true
	}
	return word + " " + strings.Join(names, ", "), true
}

// undoes takes back the last order of the letter, and asks. If it was on file before, it only asks.
func (a correctionReader) undoes(_ *kit.Match, c *kit.Context) kit.Outcome {
	switch {
	case c.Given[c.Last.Key] != "" && c.Given[c.Last.Key] == c.Last.Line:
		out := question("Is this still an order? You seem to be taking it back.")
		out.Undo, out.Suggest = []string{c.Last.Key}, []string{c.Last.Line}
		return out
	case len(c.Sheet.Keys()) > 0:
		return question("This seems to take something back. What? NONE takes back everything, and DROP and the line " +
			"one thing.")
	}
	return kit.Outcome{Blank: true}
}

// instead replaces one card by another in the last line that has it.
func (a correctionReader) instead(m *kit.Match, c *kit.Context) kit.Outcome {
	card := func(name string, which naming) string {
		in, _ := m.Get(name)
		n, _, bad := which(thing(m, in), c)
		if failed(bad) {
			return ""
		}
		return n
	}
	for _, k := range slices.Backward(c.Sheet.Keys()) {
		line := c.Sheet.Get(k)
		which := a.cardOf
		switch {
		case strings.HasPrefix(line, "TRAIN "):
			which = a.traineeOf
		case strings.HasPrefix(line, "TAKE "):
			which = a.wishOf
		}
		was, now := card("old", which), card("new", which)
		_, has := withoutCards(line, []string{was})
		if strings.HasPrefix(line, "ASSAULT ") {
			has = was != "" && strings.Count(line, was) == 1
		}
		if was == "" || now == "" || !has {
			continue
		}
		nth := 1
		if b, ok := m.Get("nth"); ok {
			nth = kit.Ordinal(c.Word(b.From)) // 0 is the last one
		}
		return kit.Outcome{Adds: true, Orders: []kit.Order{a.order(k, replaced(line, was, now, nth), m, c)}}
	}
	return question("In which line? Write the whole line as it should be.")
}

// replaced returns a line with another card in place of the nth copy of one, or of the last copy if there are fewer.
func replaced(line, was, now string, nth int) string {
	at := -1
	for from := 0; nth != 0; nth-- {
		i := strings.Index(line[from:], was)
		if i < 0 {
			break
		}
		at = from + i
		from = at + len(was)
	}
	if nth == 0 && at < 0 {
		at = strings.LastIndex(line, was)
	}
	return line[:at] + now + line[at+len(was):]
}

// wishOf returns the leader or the city that a name stands for.
func (a correctionReader) wishOf(b kit.Bind, c *kit.Context) (name, note string, bad kit.Outcome) {
	if !one(b.Class, "fac", "loc") || !slices.Contains(a.b.draftNames(a.m), a.named(b)) {
		return "", "", refusal("%s is neither a leader nor a start city.", word(c, b))
	}
	return a.named(b), "", bad
}
