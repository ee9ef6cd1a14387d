package order

import "slices"

// This file has what a game needs to look at a whole text again, whatever its forms have made of it.

// Look has the game look at a text as if it were the current one.
func (c *Context) Look(text string, look func()) {
	was, lexemes := c.Text, c.Lexemes
	defer func() { c.Text, c.Lexemes = was, lexemes }()
	c.Text, c.Lexemes = text, c.scan(text)
	look()
}

// Words returns the phrases of some classes in the current text, one after another. Of several that begin with the same
// lexeme it is the longest, and of those the one whose class comes first.
func (c *Context) Words(classes []string) (out []Bind) {
	tags := c.lexicon.tagged(c.Lexemes)
	for i := 0; i < len(c.Lexemes); {
		best, rank := tag{}, 0
		for _, t := range tags[i] {
			k := slices.Index(classes, c.lexicon.labels[t.class])
			if k < 0 || t.cost > 0 && !c.isMisspelt(i, t) {
				continue
			}
			if t.end > best.end || t.end == best.end && k < rank {
				best, rank = t, k
			}
		}
		if best.end == 0 {
			i++
			continue
		}
		out = append(out, Bind{Class: classes[rank], Vals: best.vals, From: i, To: best.end})
		i = best.end
	}
	return out
}

// isMisspelt reports whether a lexeme is probably a name that is misspelt, and no other word.
func (c *Context) isMisspelt(at int, t tag) bool {
	x := c.Lexemes[at]
	return t.name && !t.least && (x.Capital || len(x.Word) > leastGuess)
}
