package order

import (
	"slices"
	"strings"
)

// A filing puts the orders of a letter on file, takes them back, and keeps what was on file before. Several orders for
// one thing clash, unless there are words of correction between them.
type filing struct {
	*letter
	old     map[string]string   // what was on file before the letter, for keys for which it has orders
	quotes  map[string]string   // the words of the letter's orders, by key
	givenAt map[string]int      // how many parts preceded them, by key
	ordered map[int][]string    // by thing of the player's: keys of the letter's orders for it
	clashes map[string][]string // several orders for one thing, none of which replaces another
	offers  []offer             // offers to be made unless the letter contains them
	foreign []string            // orders for things that are not the player's
}

func newFiling(a *letter) *filing {
	return &filing{letter: a, old: map[string]string{}, quotes: map[string]string{}, givenAt: map[string]int{},
		ordered: map[int][]string{}, clashes: map[string][]string{}}
}

// fileAll files an outcome, with its offers and with refusals of parts of it.
func (f *filing) fileAll(o Outcome, quote string) {
	f.file(o, quote)
	for _, x := range o.Offers {
		f.offer(x, quote)
	}
	for _, why := range o.Refused {
		f.ctx.Parts = append(f.ctx.Parts, Part{Fate: Refused, Quote: quote, Why: why, Under: f.ctx.Under, of: f.of})
	}
}

// offer records an offer that goes with a part of the letter. Equal offers are recorded once.
func (f *filing) offer(x Offer, quote string) {
	if !slices.ContainsFunc(f.offers, func(o offer) bool { return o.Line == x.Line }) {
		f.offers = append(f.offers, offer{x, quote})
	}
}

// file files an outcome. If a thing gets two orders, the player is asked, unless there are words of correction
// between them.
func (f *filing) file(o Outcome, quote string) {
	f.undo(o.Undo)
	for _, key := range o.Drop {
		f.remember(key)
		f.ctx.Sheet.Set(key, "")
		delete(f.ctx.Given, key)
		delete(f.clashes, key)
	}
	for _, x := range o.Orders {
		was, again := f.ctx.Given[x.Key]
		replaces := f.ctx.Fixes || o.Adds
		if again && was != x.Line && !replaces {
			if len(f.clashes[x.Key]) == 0 {
				f.clashes[x.Key] = []string{was}
			}
			f.clashes[x.Key] = append(f.clashes[x.Key], x.Line)
			f.quotes[x.Key] += "\n" + quote
			continue
		}
		delete(f.clashes, x.Key)
		f.remember(x.Key)
		f.ctx.Given[x.Key], f.quotes[x.Key], f.givenAt[x.Key] = x.Line, quote, len(f.ctx.Parts)
		f.ctx.Sheet.Set(x.Key, x.Line)
	}
	if o.Note != "" {
		f.ctx.Notes = append(f.ctx.Notes, o.Note)
	}
	f.ctx.Parts = append(f.ctx.Parts, Part{Fate: Filed, Quote: quote, Why: o.Vain, Keys: keysOf(o), Under: f.ctx.Under,
		of: f.of})
}

// remember saves what was on file for a thing before the letter.
func (f *filing) remember(key string) {
	if _, known := f.old[key]; !known {
		f.old[key] = f.ctx.Sheet.Get(key)
	}
}

// undo takes back the letter's own orders for some things.
func (f *filing) undo(keys []string) {
	for _, key := range keys {
		if _, given := f.ctx.Given[key]; given {
			f.ctx.Sheet.Set(key, f.old[key])
			delete(f.ctx.Given, key)
			delete(f.clashes, key)
		}
	}
}

// unfile takes back the letter's order for a thing, with the parts that were filed for it, and returns their quotes.
func (f *filing) unfile(key string) string {
	quotes := slices.Compact(strings.Split(f.quotes[key], "\n"))
	f.undo([]string{key})
	f.ctx.Parts = slices.DeleteFunc(f.ctx.Parts, func(p Part) bool {
		return p.Fate == Filed && slices.Contains(quotes, p.Quote)
	})
	return strings.Join(quotes, " / ")
}

// retract takes back the letter's order for a thing, and asks about it.
func (f *filing) retract(key, why string, suggest []string) {
	f.ctx.Add(Part{Fate: Asked, Quote: f.unfile(key), Why: why, Suggest: suggest, Keys: []string{key}})
}

// refuse records a refusal, or a question if the outcome suggests something else.
func (f *filing) refuse(quote string, o Outcome) {
	fate := Refused
	if o.Foreign && !slices.Contains(f.foreign, quote) {
		f.foreign = append(f.foreign, quote)
	}
	if len(o.Suggest) > 0 {
		fate = Asked
	}
	f.ctx.Add(Part{Fate: fate, Quote: quote, Why: o.Refuse, Suggest: likeliest(o.Suggest), Keys: keysOf(o),
		either: o.Either})
}

// keysOf returns the things that an outcome decides: those with orders, or else those that are dropped, or that it is
// about.
func keysOf(o Outcome) []string {
	if len(o.Orders) == 0 {
		return append(slices.Clone(o.Drop), o.About...)
	}
	var out []string
	for _, x := range o.Orders {
		out = append(out, x.Key)
	}
	return out
}

// decided reports whether the letter contains orders for all of some things of the player's; it is false if there are
// none.
func (f *filing) decided(things []int) bool {
	return len(things) > 0 && !slices.ContainsFunc(things, func(v int) bool { _, is := f.ordered[v]; return !is })
}

// decidedBehind reports whether the orders for some things of the player's come after a part.
func (f *filing) decidedBehind(things []int, at int) bool {
	return !slices.ContainsFunc(things, func(v int) bool {
		return slices.ContainsFunc(f.ordered[v], func(key string) bool { return f.givenAt[key] < at })
	})
}

// decidedAround reports whether the letter contains orders for the things that a part remarks on. If the part refers
// back, these orders must come after it.
func (f *filing) decidedAround(p *Part, at int) bool {
	if !f.decided(p.remarks) {
		return false
	}
	return !p.before || f.decidedBehind(p.remarks, at)
}

// isNews reports whether some of the lines are not on file.
func (f *filing) isNews(lines []string) bool {
	onFile := f.ctx.Sheet.Lines()
	return slices.ContainsFunc(lines, func(line string) bool { return !slices.Contains(onFile, line) })
}

// isSaid reports whether what a part asks about is ordered later in the letter.
func (f *filing) isSaid(p *Part, at int) bool {
	open := func(k string) bool { return f.ctx.Given[k] == "" || len(f.clashes[k]) > 0 || f.givenAt[k] < at }
	return len(p.Keys) > 0 && !p.either && !slices.ContainsFunc(p.Keys, open)
}

// isVoid reports whether an outcome changes nothing.
func (f *filing) isVoid(o Outcome) bool {
	isOn := func(key string) bool { return f.ctx.Sheet.Get(key) != "" }
	if o.Refuse != "" || o.Ask != "" {
		return false
	}
	return len(o.Orders)+len(o.Undo) == 0 && !slices.ContainsFunc(o.Drop, isOn)
}
