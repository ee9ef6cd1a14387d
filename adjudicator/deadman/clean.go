package deadman

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

var (
	// broken is a line that ends with a dash, and the place that belongs to it on the next.
	broken = regexp.MustCompile(`([-–—>→])[ \t]*\n[ \t]*(\pL[\pL. ]*\pL)[ \t]*(\n|$)`)

	tags     = regexp.MustCompile(`</?[A-Za-z]+>`)
	points   = regexp.MustCompile(`\b([NSEWnsew])\.\s?([Cc])\b\.?`) // "Spa n.c."
	initials = regexp.MustCompile(`(?i)\b(?:(p)\.\s?(a)\.\s?(s)\b\.?|(d)\.\s?(b)\b\.?)`)
	letters  = regexp.MustCompile(`(?i)\b(spa\w*|bul\w*|st\.?[ -]?p\w*)\s*(?:/\s*([nse])\b|\(\s*([nse])\.?\s*\))`) // "Spa/s"
	perhaps  = regexp.MustCompile(`(?i)\b(r|retreats?)\s*,?\s+if\s+(?:necessary|needed|dislodged|possible)\b`)
	counted  = regexp.MustCompile(`(?i)^[\s*_]*(?:[(#\[]\s*)?(?:(?:no|nr)\.?\s*\d{1,3}|\d{1,3}|[a-z]|[ivx]{1,4})(?:\s*[.):\]]+\s*)`)
	bullet   = regexp.MustCompile(`^\s*o\s+`)
	onLand   = regexp.MustCompile(`(?i)[,\s]\s*(?:by|over)\s*land\b`)
	signed   = regexp.MustCompile(`(?i)[.!,;]\s*((?:many\s+)?(?:thanks|thank you|thx|cheers|regards|best wishes|yours)\b[^-–—>→\n]*)$`)
	ands     = regexp.MustCompile(`(\pL\)?)\s*[&+]\s*(\(?\pL+\b;?)`)
	backTo   = regexp.MustCompile(`(?i)\b(?:(?:falls?|go|goes|moves?)\s+)?back\s*(?:(?:in)?to\b|[-–—>→])`)
	backward = regexp.MustCompile(`(?i)\b(go|goes|going|moves?|moving)\s+back\b`)
	brackets = regexp.MustCompile(`\([^()\[\]]*\)|\[[^()\[\]]*\]`)
)

// inLine is the heading of a season within a line.
var inLine = regexp.MustCompile(`(?i)[;|.,]\s*((?:next\s+)?(?:spring|fall|autumn|winter)(?:\s+'?\d{2,4})?\s*:)`)

// apart gives the heading of a season within a line a line of its own: "Fall 1902: A Par-Bur; Spring 1903: A Mar-Gas".
func apart(text string) string {
	if !strings.Contains(text, ":") {
		return text
	}
	return inLine.ReplaceAllString(text, "\n$1")
}

// unbroken puts together what a mail program has broken: "A Rom-" and "Ven" below it.
func unbroken(text string) string {
	return broken.ReplaceAllStringFunc(text, func(s string) string {
		m := broken.FindStringSubmatch(s)
		if words := wordsIn(m[2]); len(standard().places.Find(m[2])) == 0 || isUnit(words[0]) {
			return s
		}
		return m[1] + m[2] + m[3]
	})
}

// clean takes off a line what is no part of its orders: numbers, points, remarks in brackets. The remarks
// are returned.
//
// Most lines are plain orders, and expressions take long. So each is only tried on a line that has what it can't do without.
func clean(line string) (out string, aside []string) {
	if strings.Contains(line, "<") {
		line = tags.ReplaceAllString(line, " ")
	}
	if strings.Contains(line, ".") {
		line = initials.ReplaceAllString(points.ReplaceAllString(line, "$1$2"), "$1$2$3$4$5")
	}
	if line = coasts(uncounted(line)); mayHave(line, "if") {
		line = perhaps.ReplaceAllString(line, "$1")
	}
	if mayHave(line, "land") {
		line = onLand.ReplaceAllString(line, "")
	}
	line, aside = unsigned(line)
	line = retiring(joined(line))
	if !strings.ContainsAny(line, "([") {
		return line, aside
	}
	line = routed(line)
	out = brackets.ReplaceAllStringFunc(line, func(s string) string {
		inner := s[1 : len(s)-1]
		words := wordsIn(inner)
		switch {
		case belongs(words, s[0] == '['):
			return " " + inner + " "
		case s[0] == '[' && belongs(words, false) && slices.ContainsFunc(wordsIn(line), isSpy): // what was found, in an old report
		case slices.ContainsFunc(words, func(w string) bool { return !isNumber(w) }):
			aside = append(aside, strings.TrimSpace(inner))
		}
		return " "
	})
	return out, aside
}

// joined writes a sign that joins two words as the word that it is: "A Mar & A Gas"; and what goes back somewhere
// as what goes there, since "back" alone is a support.
func joined(line string) string {
	if strings.ContainsAny(line, "&+") {
		line = ands.ReplaceAllStringFunc(line, func(s string) string {
			if m := ands.FindStringSubmatch(s); !strings.HasSuffix(m[2], ";") { // "&amp;"
				return m[1] + " and " + m[2]
			}
			return s
		})
	}
	if !mayHave(line, "back") {
		return line
	}
	return backward.ReplaceAllString(backTo.ReplaceAllString(line, " to "), "$1")
}

// unsigned takes a signature off an order, which may be the name of a place: "A Bur to Mar. Thanks, Paris".
func unsigned(line string) (out string, aside []string) {
	if !strings.ContainsAny(line, ".!,;") {
		return line, nil
	}
	at := signed.FindStringSubmatchIndex(line)
	if at == nil || len(wordsIn(line[:at[0]])) == 0 {
		return line, nil
	}
	name := strings.TrimSpace(line[at[2]:])
	words := wordsIn(name)
	if rest := courteous(words); len(rest) == 0 || len(rest) > 4 || slices.ContainsFunc(words, func(w string) bool {
		return isUnit(w) || isVerb(w) || isMove(w) || isBuild(w) || isPeek(w) || one(w, "vote", "next", "always")
	}) {
		return line, nil
	}
	return line[:at[0]], []string{name}
}

// routed says what seas in brackets at the end of a move are: "A Lon-Nwy (Nth, Nwg)".
func routed(line string) string {
	at := brackets.FindStringIndex(line)
	if at == nil || strings.TrimSpace(line[at[1]:]) != "" {
		return line
	}
	before, inner := wordsIn(line[:at[0]]), wordsIn(line[at[0]:at[1]])
	if n := len(before); !slices.Contains(before, parser.Dash) || before[n-1] == parser.Dash || len(inner) == 0 || one(inner[0], "ec", "east") {
		return line
	}
	b := standard()
	for len(inner) > 0 {
		sea, used := b.places.Prefix(inner)
		if used == 0 || len(sea) != 1 || b.Terrain(b.Province(sea[0])) != diplomacy.Sea {
			return line
		}
		inner = skip(inner[used:], func(w string) bool { return w == parser.Dash || w == "and" })
	}
	return line[:at[0]] + " via " + line[at[0]+1:at[1]-1]
}

// coasts writes out a letter in brackets or behind a stroke that is a coast. Before a unit, a place or a
// power it is what the unit does: "A Spa (S) A Por".
func coasts(line string) string {
	const far = 30 // bytes in which that is seen
	if !strings.ContainsAny(line, "/(") {
		return line
	}
	b := standard()
	var out strings.Builder
	from := 0
	for _, at := range letters.FindAllStringSubmatchIndex(line, -1) {
		behind := wordsIn(strings.ToValidUTF8(line[at[1]:min(len(line), at[1]+far)], ""))
		_, place := b.places.Prefix(behind)
		_, power := b.powers.Prefix(behind)
		if len(behind) > 0 && (isUnit(behind[0]) || place > 0 || power > 0) {
			continue
		}
		letter := line[max(at[4], at[6]):max(at[5], at[7])]
		out.WriteString(line[from:at[3]] + " " + letter + "c ")
		from = at[1]
	}
	return out.String() + line[from:]
}

// uncounted takes off the number or letter that an order has in a list: "1.", "(b)", "iv)".
func uncounted(line string) string {
	rest := line
	if strings.HasPrefix(strings.TrimLeft(line, " \t\r\n\f"), "o") {
		rest = line[len(bullet.FindString(line)):]
	}
	number := ""
	if strings.ContainsAny(rest, ".):]") {
		number = counted.FindString(rest)
	}
	if number != "" {
		behind := wordsIn(rest[len(number):])
		_, after := unitType(behind)
		_, used := standard().places.Prefix(after)
		word := strings.ToLower(strings.Trim(number, "()[]#.:*_ "))
		typed := used > 0 && len(after) < len(behind)
		if isNumber(word[len(word)-1:]) || typed && (strings.Contains(number, ")") || len(after) > used && !isBuild(word) && !isRetreat(word)) {
			return rest[len(number):]
		}
	}
	if len(rest) < len(line) {
		if words := wordsIn(rest); len(words) > 1 && isUnit(words[0]) {
			return rest
		}
	}
	return line
}

// belongs reports whether words in brackets are part of an order: a place, a coast, a power, a list of
// retreats, a route. What stands in square brackets behind an order of an old report is not.
func belongs(words []string, square bool) bool {
	if len(words) == 0 {
		return false
	}
	if len(words) == 1 && len(words[0]) <= 2 && !isNumber(words[0]) {
		return true // "(nc)"
	}
	b, active := standard(), false
	for len(words) > 0 {
		_, place := b.places.Prefix(words)
		_, power := b.powers.Prefix(words)
		switch w := words[0]; {
		case isUnit(w), isVerb(w), isMove(w), isVia(w), isBuild(w), isRemove(w):
			active, words = true, words[1:]
		case place > 0 || power > 0:
			words = words[max(place, power):]
		case one(w, "nc", "sc", "ec", "n", "s", "e", "north", "south", "east", "coast", "or", "and", "in", "at", "from", "the", "on", parser.Dash), isNumber(w):
			words = words[1:]
		default:
			return false
		}
	}
	return active || !square
}

// unit is how a line of an order names its unit: an order for a unit in place of another.
const unitMark = `(?:A|F|Army|Fleet|a|f|army|fleet)\b`

// reworded are the ways to say that one order takes the place of another; the second order is what counts.
var (
	takesBack = regexp.MustCompile(`(?i)\b(?:change|replace|amend|correct|instead|rather|not)\b`)

	changes  = regexp.MustCompile(`(?:^|[\s,.;:])(?i:change|replace|amend|correct)\s+(` + unitMark + `.*?)\s+(?i:to|with|by|into)[\s:]+(` + unitMark + `.*)$`)
	insteads = regexp.MustCompile(`(?:^|[\s,.;:])(?i:instead\s+of|rather\s+than)\s+(` + unitMark + `[^,:]*?)(?:[,:]|\s+(?i:do|now|please)\b)[\s:]*(` + unitMark + `.*)$`)
	notBut   = regexp.MustCompile(`(?:^|[\s,.;:])(?i:not)\s+(` + unitMark + `.*?),?\s+(?i:but)\s+(` + unitMark + `.*)$`)
	inPlace  = regexp.MustCompile(`^(.*\b` + unitMark + `.*?),?\s+(?i:instead\s+of|rather\s+than|not)\s+(` + unitMark + `[^,;]*)$`)
	atLast   = regexp.MustCompile(`(?i),?\s+instead[.!\s]*$`)
)

// reword takes "change A Par-Bur to A Par-Pic" for "A Par-Pic", if both are for one unit. before is what
// stands before it.
func reword(line string) (before, order string, ok bool) {
	if !mayHave(line, "change", "replace", "amend", "correct", "instead", "rather", "not") || !takesBack.MatchString(line) {
		return "", line, false
	}
	for _, re := range []*regexp.Regexp{changes, insteads, notBut} {
		if m := re.FindStringSubmatchIndex(line); m != nil && sameUnit(line[m[2]:m[3]], line[m[4]:m[5]]) {
			return line[:m[0]], line[m[4]:m[5]], true
		}
	}
	if m := inPlace.FindStringSubmatch(line); m != nil && sameUnit(m[2], m[1]) {
		return "", m[1], true
	}
	if at := atLast.FindStringIndex(line); at != nil && at[0] > 0 && len(pieces(line[:at[0]])) == 1 {
		return "", line[:at[0]], true
	}
	return "", line, false
}

// sameUnit reports whether each text begins with the same unit, and has no second one that does something.
func sameUnit(old, order string) bool {
	var at [2]int
	for i, text := range []string{old, order} {
		ps := pieces(text)
		if len(ps) != 1 {
			return false
		}
		_, rest := unitType(ps[0].words)
		found, used := standard().places.Prefix(rest)
		if used == 0 || len(found) != 1 {
			return false
		}
		at[i] = int(found[0])
	}
	return at[0] == at[1]
}

// mayHave reports whether a line may have one of these, which are of small letters, in any case. It says so of every line with
// others than those of ASCII, some of which have such a letter as their other case.
func mayHave(line string, parts ...string) bool {
	for i := range len(line) {
		c := line[i]
		if c >= utf8.RuneSelf {
			return true
		}
		for _, part := range parts {
			if c|0x20 == part[0] && len(line)-i >= len(part) && strings.EqualFold(line[i:i+len(part)], part) {
				return true
			}
		}
	}
	return false
}
