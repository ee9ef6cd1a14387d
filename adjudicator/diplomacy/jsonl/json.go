package jsonl

// This file knows JSON, and only so much of it as has no choice of form. All
// functions return -1 for what they do not understand.

// space returns the index of the first byte from i that is no white space. A
// newline is none here, as it ends the line.
func space(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\t' || b[i] == '\r' {
		i++
	}
	return i
}

// begin enters the object or list at i and returns where its first member is,
// or where it ends and false.
func begin(b []byte, i int, start, end byte) (next int, ok bool) {
	if b[i] != start {
		return -1, false
	}
	i = space(b, i+1)
	if b[i] == end {
		return i + 1, false
	}
	return i, true
}

// more goes from behind a member to the next one, or to where the object or
// list ends and returns false.
func more(b []byte, i int, end byte) (next int, ok bool) {
	if b[i] <= ' ' {
		i = space(b, i)
	}
	switch b[i] {
	case ',':
		if i++; b[i] == ' ' {
			i++
		}
		if b[i] <= ' ' {
			i = space(b, i)
		}
		return i, true
	case end:
		return i + 1, false
	}
	return -1, false
}

// scanKey reads the key of an object's member and goes to its value.
func scanKey(b []byte, i int) (key token, value int) {
	key, i = scanString(b, i)
	if i < 0 {
		return key, -1
	}
	if b[i] != ':' {
		if i = space(b, i); b[i] != ':' {
			return key, -1
		}
	}
	return key, space(b, i+1)
}

// specials marks the first byte of a word that a string cannot have as it is:
// a quotation mark, a backslash or a control character.
func specials(word uint64) uint64 {
	return zeros(word^'"'*ones) | zeros(word^'\\'*ones) | below(word, ' ')
}

// scanString reads a string without escapes.
func scanString(b []byte, i int) (t token, end int) {
	if b[i] != '"' {
		return token{}, -1
	}
	i++
	word := load(b, i)
	if m := specials(word); m != 0 {
		n := place(m)
		if b[i+n] != '"' {
			return token{}, -1
		}
		return token{lo: first(word, n), text: b[i : i+n]}, i + n + 1
	}
	end, _ = closing(b, i+8)
	if end < 0 {
		return token{}, -1
	}
	return tokenOf(b, i, end), end + 1
}

// closing returns where the string ends that goes on at i, and whether all is
// ASCII from there.
func closing(b []byte, i int) (end int, ascii bool) {
	var all uint64
	for {
		word := load(b, i)
		m := specials(word)
		if m == 0 {
			all |= word
			i += 8
			continue
		}
		n := place(m)
		all |= first(word, n)
		if b[i+n] != '"' {
			return -1, false
		}
		return i + n, all&highs == 0
	}
}

// deepest is how many objects and lists skip enters within one another.
const deepest = 64

// skip passes over a value of any sort. Objects in lists are tried with s first,
// as most of what is passed over are units.
func skip(b []byte, i int, s *shape) int { return skipValue(b, i, s, deepest) }

func skipValue(b []byte, i int, s *shape, depth int) int {
	switch b[i] {
	case '"':
		return skipString(b, i+1)
	case '{':
		return skipObject(b, i, s, depth-1)
	case '[':
		return skipList(b, i, s, depth-1)
	case 't':
		return skipWord(b, i, "true")
	case 'f':
		return skipWord(b, i, "false")
	case 'n':
		return skipWord(b, i, "null")
	}
	return skipNumber(b, i)
}

func skipObject(b []byte, i int, s *shape, depth int) int {
	if depth == 0 {
		return -1
	}
	i, ok := begin(b, i, '{', '}')
	for ok {
		j := quickMember(b, i)
		if j < 0 {
			if j = skipKey(b, i); j < 0 {
				return -1
			}
			if j = skipValue(b, j, s, depth); j < 0 {
				return -1
			}
		}
		i, ok = more(b, j, '}')
	}
	return i
}

func skipList(b []byte, i int, s *shape, depth int) int {
	if depth == 0 {
		return -1
	}
	i, ok := begin(b, i, '[', ']')
	for ok {
		j := s.skip(b, i)
		if j < 0 {
			if j = skipValue(b, i, s, depth); j < 0 {
				return -1
			}
		}
		i, ok = more(b, j, ']')
	}
	return i
}

// skipKey passes over the key of a member and goes to its value.
func skipKey(b []byte, i int) int {
	if b[i] != '"' {
		return -1
	}
	if i = skipString(b, i+1); i < 0 {
		return -1
	}
	if b[i] != ':' {
		if i = space(b, i); b[i] != ':' {
			return -1
		}
	}
	return space(b, i+1)
}

// skipString passes over the rest of a string.
func skipString(b []byte, i int) int {
	for {
		m := specials(load(b, i))
		if m == 0 {
			i += 8
			continue
		}
		i += place(m)
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			if i = skipEscape(b, i+1); i < 0 {
				return -1
			}
		default:
			return -1
		}
	}
}

// skipEscape passes over what stands behind a backslash.
func skipEscape(b []byte, i int) int {
	switch b[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1
	case 'u':
		for _, c := range b[i+1 : i+5] {
			if lower := c | 0x20; !isDigit(c) && (lower < 'a' || lower > 'f') {
				return -1
			}
		}
		return i + 5
	}
	return -1
}

func skipWord(b []byte, i int, word string) int {
	if string(b[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

func isDigit(c byte) bool { return c-'0' < 10 }

// skipNumber passes over a number as JSON has it.
func skipNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	if b[i] == '0' {
		i++
	} else if i = skipDigits(b, i); i < 0 {
		return -1
	}
	if b[i] == '.' {
		if i = skipDigits(b, i+1); i < 0 {
			return -1
		}
	}
	if b[i]|0x20 == 'e' {
		i++
		if b[i] == '+' || b[i] == '-' {
			i++
		}
		return skipDigits(b, i)
	}
	return i
}

// skipDigits passes over digits, of which there must be one.
func skipDigits(b []byte, i int) int {
	if !isDigit(b[i]) {
		return -1
	}
	for isDigit(b[i]) {
		i++
	}
	return i
}
