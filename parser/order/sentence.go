package order

import "slices"

// A sentence is a part of a letter that ends with a full stop or a similar sign, or at the end of a line unless the
// text continues on the next one.
type sentence struct {
	from, to int // range of lexemes
	clauses  []clause
	end      string   // the sign at its end: ".", "!", "?", ";", or "" for the end of a line
	blank    bool     // whether a blank line follows
	newLine  bool     // whether it begins a line
	whole    *guesses // what it may mean as a whole; nil until that is needed
}

// guesses are lines of orders that some words may mean.
type guesses struct{ lines []string }

// hasMatch reports whether the sentence contains an order so far.
func (s *sentence) hasMatch() bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(c.segments, func(x segment) bool { return x.match != nil })
	})
}

// marked reports whether some clause of the sentence has one of the given marks.
func (s *sentence) marked(labels ...string) bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(labels, func(label string) bool { return c.marks[label] })
	})
}

// wrapped reports whether some clause has a wrapper, a word without influence on orders, of one of the given classes.
func (s *sentence) wrapped(labels ...string) bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool {
		return slices.ContainsFunc(labels, func(label string) bool { return c.wrappers[label] })
	})
}

func (s *sentence) hasOrders() bool {
	return slices.ContainsFunc(s.clauses, func(c clause) bool { return len(c.orders) > 0 })
}

// segments returns the segments of all clauses.
func (s *sentence) segments() []segment {
	var all []segment
	for _, cl := range s.clauses {
		all = append(all, cl.segments...)
	}
	return all
}

// goesWithout reports whether the clause after clause k contains an order keyword but no name.
func (s *sentence) goesWithout(k int) bool {
	behind := s.behind(k)
	return behind != nil && len(behind.verbs) > 0 && len(behind.names)+len(behind.orders) == 0
}

// before returns the clause before clause k, or nil.
func (s *sentence) before(k int) *clause {
	if k == 0 {
		return nil
	}
	return &s.clauses[k-1]
}

// behind returns the clause after clause k, or nil.
func (s *sentence) behind(k int) *clause {
	if k+1 >= len(s.clauses) {
		return nil
	}
	return &s.clauses[k+1]
}

// butBetween reports whether one of the clauses after k, up to j, contains an order and begins with "but".
func (s *sentence) butBetween(k, j int) bool {
	return slices.ContainsFunc(s.clauses[k+1:j+1], func(c clause) bool {
		return c.opener == "but" && len(c.orders) > 0
	})
}

// colonBetween reports whether there is a colon between clauses j and k.
func (s *sentence) colonBetween(j, k int) bool {
	return slices.ContainsFunc(s.clauses[j+1:k+1], func(c clause) bool { return c.opener == ":" })
}

// attributed reports whether the clause after clause k says whose words that is: "A Mun-Bur, he said".
func (s *sentence) attributed(k int) bool {
	d := s.behind(k)
	if d == nil {
		return false
	}
	if !d.marks["says"] || d.opener != "," || len(d.orders)+len(d.names) > 0 {
		return false
	}
	return d.segments[0].role == roleMark || leadsOn(d, "says") // such as "he said", "said the Kaiser"
}

// alternatives returns the clauses after clause k that name alternatives: "or Ruh", "or Sil".
func (s *sentence) alternatives(k int) []clause {
	from := k + 1
	to := from
	for to < len(s.clauses) && s.clauses[to].isAlternative() {
		to++
	}
	return s.clauses[from:to]
}

// isTold reports whether a clause belongs to a question about the order before it, because it expresses doubt about
// that order or is an alternative to it.
func (s *sentence) isTold(k int) bool {
	if k > 0 && s.clauses[k].isDoubt() && len(s.clauses[k-1].orders) > 0 {
		return true
	}
	for ; k > 0 && s.clauses[k].isAlternative(); k-- {
		if len(s.clauses[k-1].orders) > 0 && !s.clauses[k-1].isAlternative() {
			return true
		}
	}
	return false
}

// pleadsBehind reports whether a clause after clause k asks for something: "Munich holds, and may I peek at
// Burgundy?"
func (s *sentence) pleadsBehind(k int) bool {
	return !s.clauses[k].tells() && slices.ContainsFunc(s.clauses[k+1:], func(c clause) bool {
		return c.marks["plea"] && len(c.orders) > 0
	})
}

// commands reports whether a sentence begins like an order, with an order keyword or a name.
func (s *sentence) commands() bool {
	for _, cl := range s.clauses {
		for _, x := range cl.segments {
			if x.role != roleWrapper && x.role != roleNumber {
				return x.role == roleVerb || x.role == roleName
			}
		}
	}
	return false
}

// announces reports whether a sentence says that another letter will bring the orders: "More later", "Orders tonight".
// A word of time alone does not: "the Veteran is worth more to me later".
func (s *sentence) announces() bool {
	ofOrders := s.wrapped("head") && !s.hasOrders() && !slices.ContainsFunc(s.clauses, func(c clause) bool { return len(c.names) > 0 })
	return s.marked("announce") || s.marked("later") && ofOrders
}

// endsWithColon reports whether a sentence ends with a colon, as a line above a list does.
func (s *sentence) endsWithColon() bool {
	last := len(s.clauses) - 1
	return last > 0 && s.clauses[last].opener == ":" && len(s.clauses[last].segments) == 0
}

// corrects reports whether a clause is a correction, because of its own words or those before it.
func (s *sentence) corrects(k int) bool {
	if s.clauses[k].wrappers["fix"] {
		return true
	}
	before := s.before(k)
	switch {
	case before == nil:
		return false
	case before.isBareNo():
		return true
	}
	return before.wrappers["fix"] && len(before.orders) == 0
}

// replaces reports whether a sentence has an order, or a name that may take the place of one in the order before it.
func (s *sentence) replaces() bool {
	named := func(cl clause) bool { return len(cl.names) > 0 }
	return s.end != "?" && (s.hasOrders() || slices.ContainsFunc(s.clauses, named))
}

// isFragment reports whether a sentence contains order keywords or names without saying anything with them, and is
// not a greeting.
func (s *sentence) isFragment() bool {
	if s.hasOrders() || s.wrapped("greet", "thanks") || s.marked("signoff") {
		return false
	}
	return slices.ContainsFunc(s.segments(), func(x segment) bool {
		return slices.Contains([]role{roleName, roleVerb, roleLittle}, x.role)
	})
}

// speaks reports whether a sentence addresses another player about the board.
func (s *sentence) speaks() bool {
	return !s.wrapped("polite") && slices.ContainsFunc(s.clauses, func(c clause) bool {
		return c.marks["you"] && len(c.names)+len(c.orders) > 0
	})
}

const longestSignature = 8 // largest number of lexemes

// signsOff reports whether a sentence ends the letter: "Kind regards," or "Sent from my iPhone".
func (s *sentence) signsOff() bool {
	if !s.newLine || s.to-s.from > longestSignature {
		return false
	}
	return s.marked("signoff") && !s.hasOrders()
}

// beginsOrder reports whether a sentence begins with an order, even with words that would otherwise take others back:
// "but only if I win".
func (s *sentence) beginsOrder() bool {
	all := s.segments()
	first := slices.IndexFunc(all, func(x segment) bool { return x.role != roleWrapper })
	return first >= 0 && all[first].match != nil
}

// isUnsure reports whether a sentence consists only of words of doubt: "Maybe."
func (s *sentence) isUnsure() bool {
	said := slices.ContainsFunc(s.clauses, func(cl clause) bool { return !cl.isEmpty() && !cl.isDoubt() })
	return !said && s.marked("hyp") && !s.hasOrders()
}

// replacing reports whether a sentence says what is meant instead of the one before it: "No, excuse me, in Assyria."
func (s *sentence) replacing() bool {
	if s.wrapped("fix") || s.wrapped("halt") {
		return true
	}
	denies := func(cl clause) bool { return cl.marks["neg"] }
	return s.clauses[0].isBareNo() && len(s.clauses) > 1 && !slices.ContainsFunc(s.clauses[1:], denies)
}
