package order

import (
	"slices"
)

// This file finds the things of the player's that words name.

// doubts records the things in a match whose orders are uncertain.
func (c *Context) doubts(m *Match) {
	for _, b := range m.binds {
		for _, v := range b.Vals {
			c.Doubted[v] = true
		}
	}
}

// own returns the player's things that words name.
func (c *Context) own(segments []segment) []int {
	var out []int
	for _, x := range segments {
		var binds []Bind
		if x.match != nil {
			binds = x.match.binds
		}
		for _, t := range c.phrases(x.from) {
			if x.role == roleName && t.class == x.class && t.end == x.to {
				binds = append(binds, Bind{Class: c.label(t.class), Vals: t.vals})
			}
		}
		for _, b := range binds {
			for _, v := range b.Vals {
				if b.Class != "seat" && c.game.Own(b.Class, []int{v}) {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// namesOwnFirst reports whether the first thing that a clause names belongs to the player.
func (c *Context) namesOwnFirst(cl *clause) bool {
	for _, x := range cl.segments {
		if x.match == nil && x.role == roleName && c.label(x.class) != "seat" {
			return c.isOwn(x)
		}
		if x.match == nil {
			continue
		}
		for _, b := range x.match.binds {
			if len(b.Vals) > 0 && b.Class != "seat" {
				return c.game.Own(b.Class, b.Vals)
			}
		}
	}
	return false
}

// beginsOwn reports whether a clause names a thing of the player's before it says what it should do.
func (c *Context) beginsOwn(cl *clause) bool {
	for _, x := range cl.segments {
		switch {
		case x.role == roleName && c.label(x.class) == "seat":
		case x.role == roleName:
			return c.isOwn(x)
		case x.role == roleVerb:
			return false
		}
	}
	return false
}

// namesOwn reports whether some words name a thing of the player's.
func (c *Context) namesOwn(segments []segment) bool {
	return slices.ContainsFunc(segments, func(s segment) bool {
		if s.match == nil {
			return s.role == roleName && c.isOwn(s)
		}
		return slices.ContainsFunc(s.match.binds, func(b Bind) bool {
			return len(b.Vals) > 0 && c.game.Own(b.Class, b.Vals)
		})
	})
}

// ownNames returns how many names in a clause are things of the player's.
func (c *Context) ownNames(cl *clause) (n int) {
	for _, s := range cl.names {
		if c.isOwn(s) {
			n++
		}
	}
	return n
}

func (c *Context) isOwn(s segment) bool {
	return slices.ContainsFunc(c.phrases(s.from), func(t tag) bool {
		return t.class == s.class && t.end == s.to && c.game.Own(c.label(s.class), t.vals)
	})
}

// isHistory reports whether a clause says what happened or will happen, which is the case if the words for that
// precede the action: "Munich goes to Burgundy, as I told him" does not.
func (c *Context) isHistory(cl *clause) bool {
	for _, x := range cl.segments {
		if x.role == roleVerb {
			return false
		}
		if x.role == roleMark && slices.Contains([]string{"past", "says", "done", "later"}, c.label(x.class)) {
			return true
		}
	}
	return false
}
