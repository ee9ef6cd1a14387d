package order

import "slices"

// Holdings say which things of the player's the words of a passage name.
type holdings struct {
	*Passage
	words *wording
	game  Game
}

// isForeign reports whether a clause is the name of another player's seat: "Italy: ...".
func (h *holdings) isForeign(cl *clause) bool {
	if len(cl.names) != 1 || len(cl.segments) != 1 {
		return false
	}
	return h.label(cl.names[0].class) == "seat" && !h.is(cl.names[0])
}

// isAddressed reports whether a clause says that what follows is for another player: "My advice to France: ..."
func (h *holdings) isAddressed(cl *clause) bool {
	return slices.ContainsFunc(cl.names, func(s segment) bool {
		seat := h.label(s.class) == "seat" && !h.is(s)
		return seat && s.from > 0 && h.lexicon.Is(h.Lexemes[s.from-1].Word, "address")
	})
}

// supposes reports whether a clause begins a condition in the form of a question, as in "Should Italy enter Tyrolia,
// ...", but not "Munich is in danger, ...".
func (h *holdings) supposes(cl *clause) bool {
	if !cl.marks["ask"] || len(cl.names) == 0 || cl.isOrdering() {
		return false
	}
	return h.words.begins(cl, "ask") || !h.names(cl.segments) && !h.words.states(cl) && !h.words.seeks(cl)
}

// isDoubtful reports whether a clause after a list, which may continue the list, contains an order that is uncertain:
// "R Ber, Tyr is bad".
func (h *holdings) isDoubtful(cl *clause) bool {
	if len(cl.orders) == 0 || cl.opener != "," && cl.opener != "" {
		return false
	}
	if !cl.isClean() || cl.marks["neg"] {
		return true
	}
	return !cl.orders[0].isBare() && !h.names(cl.segments)
}

// named returns the player's things that words name.
func (h *holdings) named(segments []segment) []int {
	var out []int
	for _, x := range segments {
		var binds []Bind
		if x.match != nil {
			binds = x.match.binds
		}
		for _, t := range h.phrases(x.from) {
			if x.role == roleName && t.class == x.class && t.end == x.to {
				binds = append(binds, Bind{Class: h.label(t.class), Vals: t.vals})
			}
		}
		for _, b := range binds {
			for _, v := range b.Vals {
				if b.Class != "seat" && h.game.Own(b.Class, []int{v}) {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// namesFirst reports whether the first thing that a clause names belongs to the player.
func (h *holdings) namesFirst(cl *clause) bool {
	for _, x := range cl.segments {
		if x.match == nil && x.role == roleName && h.label(x.class) != "seat" {
			return h.is(x)
		}
		if x.match == nil {
			continue
		}
		for _, b := range x.match.binds {
			if len(b.Vals) > 0 && b.Class != "seat" {
				return h.game.Own(b.Class, b.Vals)
			}
		}
	}
	return false
}

// begins reports whether a clause names a thing of the player's before it says what it should do.
func (h *holdings) begins(cl *clause) bool {
	for _, x := range cl.segments {
		switch {
		case x.role == roleName && h.label(x.class) == "seat":
		case x.role == roleName:
			return h.is(x)
		case x.role == roleVerb:
			return false
		}
	}
	return false
}

// names reports whether some words name a thing of the player's.
func (h *holdings) names(segments []segment) bool {
	return slices.ContainsFunc(segments, func(s segment) bool {
		if s.match == nil {
			return s.role == roleName && h.is(s)
		}
		return slices.ContainsFunc(s.match.binds, func(b Bind) bool {
			return len(b.Vals) > 0 && h.game.Own(b.Class, b.Vals)
		})
	})
}

// count returns how many names in a clause are things of the player's.
func (h *holdings) count(cl *clause) (n int) {
	for _, s := range cl.names {
		if h.is(s) {
			n++
		}
	}
	return n
}

func (h *holdings) is(s segment) bool {
	return slices.ContainsFunc(h.phrases(s.from), func(t tag) bool {
		return t.class == s.class && t.end == s.to && h.game.Own(h.label(s.class), t.vals)
	})
}

// piece returns the segments of a clause and of those after it that continue it, up to one that has an order or
// begins with a thing of the player's: "the Liverpool army, having no boots, will walk to York". It also returns the
// index of the clause after them.
func (h *holdings) piece(s *sentence, k int) (segments []segment, end int) {
	segments = slices.Clone(s.clauses[k].segments)
	for end = k + 1; end < len(s.clauses); end++ {
		d := &s.clauses[end]
		if d.isOrdering() || h.begins(d) || d.opener == "reason" {
			break
		}
		segments = append(segments, d.segments...)
	}
	return segments, end
}

// namesAll reports whether a clause contains a word for all or the rest of the player's things.
func (h *holdings) namesAll(cl *clause) bool {
	return slices.ContainsFunc(cl.segments, func(s segment) bool {
		return (s.role == roleLittle || completes(h.game)) &&
			slices.ContainsFunc(h.phrases(s.from), func(t tag) bool {
				return t.end == s.to && h.game.Own(h.label(t.class), nil)
			})
	})
}

// mistypes reports whether a short sentence begins with an unknown word that may be a misspelt name of the player's,
// and continues as an order does, with a dash or an order keyword.
func (h *holdings) mistypes(s *sentence) bool {
	if s.to-s.from < 2 || s.to-s.from > longestNotation {
		return false
	}
	isVerb := func(t tag) bool { return t.cost == 0 && h.lexicon.verbs[h.label(t.class)] }
	goesOn := h.Lexemes[s.from+1].Word == "-" || slices.ContainsFunc(h.phrases(s.from+1), isVerb)
	return goesOn && h.mayMistype(s.from)
}

// mayMistype reports whether a lexeme is an unknown word that may be a misspelt name of the player's.
func (h *holdings) mayMistype(at int) bool {
	word := h.Lexemes[at]
	if word.Kind != Word || h.lexicon.Knows(word.Word) {
		return false
	}
	return slices.ContainsFunc(h.lexicon.nearest(word.Word), func(t tag) bool {
		return h.game.Own(h.label(t.class), t.vals)
	})
}
