package order

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"deaddrop/parser"
)

// A Lexeme is a word, number, sign or line end of a letter.
type Lexeme struct {
	// a word in lower case without accents, a sign, "-" for any dash or arrow, "\n", or "\n\n" for a blank line
	Word     string
	From, To int // range of bytes in the text
	Kind     Kind
	Capital  bool // whether the word begins with a capital letter
	Shouted  bool // whether it has no lower-case letters
	Mixed    bool // whether it has lower-case letters before capital ones
	Item     int  // number of the list item that begins before it, or -1 for another bullet
	item     span // range of that number, if it is not followed by a mark
}

// A span is a range of a text.
type span struct{ From, To int }

// A Kind is the type of a lexeme.
type Kind byte

const (
	Word Kind = iota
	Number
	Sign
	Line
)

// Scan splits a text in plain characters (see [parser.Plain]) into lexemes. It leaves out bullets and numbers of list
// items at the beginning of a line, and characters without a meaning here, such as "_".
func Scan(text string) []Lexeme {
	s := scanner{text: text, out: make([]Lexeme, 0, 1+len(text)/4)}
	for i := 0; i < len(text); {
		i = s.next(i)
	}
	return s.out
}

type scanner struct {
	text string
	out  []Lexeme
	item int // number of the list item that precedes the next lexeme, or -1 for another bullet
	bare span

	labelled int // byte behind a label, where no bullet follows
}

// next reads the lexeme that begins at a byte, and returns where the next one may begin.
func (s *scanner) next(i int) int {
	if s.atStart() && (i == 0 || i != s.labelled) {
		if label := outlineLabel.FindString(s.text[i:]); label != "" {
			s.item, s.bare = -1, span{}
			s.labelled = i + len(label)
			return s.labelled
		}
		if to := bullet(s.text[i:]); to > 0 {
			if s.item, s.bare = itemNumber(s.text[i:i+to]), (span{}); !strings.ContainsFunc(s.text[i:i+to], isMark) {
				s.bare = span{i, i + to}
			}
			return i + to
		}
	}
	r, n := utf8.DecodeRuneInString(s.text[i:])
	switch {
	case r == '\n':
		return s.line(i)
	case link(s.text[i:]) > 0:
		n = link(s.text[i:])
		s.out = append(s.out, Lexeme{Word: "https", From: i, To: i + n})
	case s.isLostArrow(i):
		s.out = append(s.out, Lexeme{Word: "-", From: i, To: i + n, Kind: Sign})
		return i + n
	case isLetter(r):
		return s.word(i)
	case isDash(r):
		return s.dash(i)
	case r == '.' && leader(s.text[i:], i > 0 && s.text[i-1] == ' ') > 0:
		n = leader(s.text[i:], i > 0 && s.text[i-1] == ' ')
		s.sign(":", i, i+n)
	case strings.ContainsRune(signs, r):
		s.sign(string(r), i, i+n)
	case r == '@' && strings.HasPrefix(s.text[i:], "@ "): // "2 infantry @ Paris"
		s.out = append(s.out, Lexeme{Word: "at", From: i, To: i + n})
	case strings.ContainsRune("[{", r):
		s.sign("(", i, i+n)
	case strings.ContainsRune("]}", r):
		s.sign(")", i, i+n)
	case strings.ContainsRune("“”„«»", r):
		s.sign(`"`, i, i+n)
	case r == '…':
		s.sign(".", i, i+n)

	}
	return i + n
}

// link returns the number of bytes of an Internet address at the beginning of a text, or 0. It is one word, whatever
// words are within it.
func link(text string) int {
	if !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://") {
		return 0
	}
	if end := strings.IndexAny(text, " \n"); end >= 0 {
		return end
	}
	return len(text)
}

// leader returns the number of bytes at the beginning of a text that are the dots between the columns of a table, or
// 0.
func leader(text string, blankBefore bool) int {
	rest := strings.TrimLeft(text, ".")
	least := 4
	if blankBefore && strings.HasPrefix(rest, " ") {
		least = 3
	}
	if dots := len(text) - len(rest); dots >= least {
		return dots
	}
	return 0
}

// signs contains the signs that have a meaning.
const signs = `,;:.!?()/|&+"`

func (s *scanner) atStart() bool { return len(s.out) == 0 || s.out[len(s.out)-1].Kind == Line }

// sign adds a sign; repeated signs such as "!!!" are added once.
func (s *scanner) sign(word string, from, to int) {
	if k := len(s.out); k > 0 && s.out[k-1].Word == word && s.out[k-1].To == from {
		s.out[k-1].To = to
		return
	}
	s.out = append(s.out, Lexeme{Word: word, From: from, To: to, Kind: Sign})
}

// line adds the end of a line, including blank lines after it.
func (s *scanner) line(i int) int {
	j, word := i+1, "\n"
	for j < len(s.text) && (s.text[j] == '\n' || s.text[j] == ' ') {
		if s.text[j] == '\n' {
			word = "\n\n"
		}
		j++
	}
	if !s.atStart() {
		s.out = append(s.out, Lexeme{Word: word, From: i, To: j, Kind: Line})
	}
	return j
}

// dash adds a dash or arrow, which may consist of several characters.
func (s *scanner) dash(i int) int {
	j := i
	for j < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[j:])
		if !isDash(r) {
			break
		}
		j += n
	}
	s.out = append(s.out, Lexeme{Word: "-", From: i, To: j, Kind: Sign})
	return j
}

// isLostArrow reports whether a letter that stands alone was an arrow: Outlook writes "-->" with a font of signs, of
// which the plain text keeps "à" or "è". In French, "à" means "to" anyway.
func (s *scanner) isLostArrow(i int) bool {
	rest := s.text[i:]
	if !strings.HasPrefix(rest, "à ") && !strings.HasPrefix(rest, "è ") {
		return false
	}
	return i > 0 && s.text[i-1] == ' '
}

// word adds a word or number. Apostrophes inside it belong to it.
func (s *scanner) word(i int) int {
	j := i
	for j < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[j:])
		within := isApostrophe(r) && j > i && startsWithLetter(s.text[j+n:])
		if !within && !isLetter(r) && !unicode.Is(unicode.Mn, r) {
			break
		}
		j += n
	}
	written := s.text[i:j]
	l := Lexeme{Word: folded(written), From: i, To: j, Item: s.item, item: s.bare}
	if l.Word == "w" {
		l.Word, j = with(s.text, j)
		l.To = j
	}
	s.item, s.bare = 0, span{}
	first, n := utf8.DecodeRuneInString(written)
	l.Capital = unicode.IsUpper(first)
	l.Shouted = l.Capital && n < len(written) && !strings.ContainsFunc(written, unicode.IsLower)
	l.Mixed = !l.Capital && strings.ContainsFunc(written, unicode.IsUpper)
	if strings.Trim(l.Word, "0123456789") == "" {
		l.Kind = Number
	}
	s.out = append(s.out, l)
	return j
}

// with returns the word that "w/" or "w/o" stands for, and where the abbreviation ends.
func with(text string, at int) (word string, end int) {
	rest := text[at:]
	switch {
	case strings.HasPrefix(rest, "/o") && !startsWithLetter(rest[2:]):
		return "without", at + 2
	case !strings.HasPrefix(rest, "/"):
		return "w", at
	case len(rest) > 2 && startsWithLetter(rest[1:]) && !startsWithLetter(rest[2:]): // "w/e"
		return "w", at
	}
	return "with", at + 1
}

// folded returns a word in lower case without accents. "Germany's" becomes "germany", while "don't" and "it's" keep
// their apostrophe.
func folded(written string) string {
	if isPlain(written) {
		return strings.ToLower(written)
	}
	base, tail, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(written), "’", "'"), "'")
	base = strings.Join(parser.Words(base), "")
	switch {
	case tail == "", tail == "s" && !ofPronoun[base]:
		return base
	case tail == "t", tail == "s", tail == "m", tail == "ll", tail == "re", tail == "ve", tail == "d":
		return base + "'" + tail
	}
	return base + strings.Join(parser.Words(tail), "")
}

// ofPronoun lists words after which "'s" is short for "is".
var ofPronoun = map[string]bool{"it": true, "that": true, "let": true, "he": true, "she": true, "what": true,
	"there": true, "here": true, "who": true}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == '\'' {
			return false
		}
	}
	return true
}

// isMark reports whether a character is not a digit.
func isMark(r rune) bool { return r < '0' || r > '9' }

// itemNumber returns the number in the mark of a list item, or -1 if there is none.
func itemNumber(bullet string) int {
	n, err := strconv.Atoi(strings.Trim(bullet, " #().:°º"))
	if err != nil {
		return -1
	}
	return n
}

// sign returns the number of bytes at the beginning of a line that are a sign for an item of a list, or 0.
func sign(line string) int {
	r, n := utf8.DecodeRuneInString(line)
	if n == len(line) || !strings.ContainsRune("-–—*•·+o#>∙◦▪‣", r) {
		return 0
	}
	isAlone := line[n] == ' ' || strings.ContainsRune("•·∙◦▪‣*", r)
	rest := strings.TrimLeft(line[n:], " ")
	if !isAlone || rest == "" || rest[0] == '\n' {
		return 0
	}
	return len(line) - len(rest)
}

// outlineLabel matches the label of an item within another one: "2.1 ", "1.1.1) ", "(2a) ".
var outlineLabel = regexp.MustCompile(`^\(?[0-9]{1,2}(?:(?:\.[0-9]{1,2})+[.):]?|[a-h][.)]) +`)

// bullet returns the number of bytes at the beginning of a line that are a bullet or the number of a list item: "- ",
// "* ", "2.) ", "(b) ".
func bullet(line string) int {
	if n := sign(line); n > 0 {
		return n
	}
	i := 0
	for i < len(line) && strings.IndexByte("(#", line[i]) >= 0 {
		i++
	}
	from := i
	for i < min(len(line), from+4) && (isDigit(line[i]) || isRomanOrSingle(line, from, i)) {
		i++
	}
	to := i
	for _, degree := range []string{"°", "º"} { // "1° A Mun-Bur"
		if strings.HasPrefix(line[to:], degree) && i > from {
			return to + len(degree)
		}
	}
	for to < len(line) && strings.IndexByte(".):", line[to]) >= 0 {
		to++
	}
	marked := to > i // whether a sign follows the number
	switch {
	case i == from || to == len(line), line[to] != ' ' && line[to] != '\n':
		return 0
	case !marked && strings.HasPrefix(strings.TrimLeft(line[to:], " "), "+"): // such as "3 + a card"
		return 0
	case !marked && strings.Contains(line[:from], "("): // such as "(2 legions)"
		return 0
	case !marked && line[to] == '\n': // a number that is alone on its line
		return 0
	case isDigit(line[from]):
		if marked || from > 0 || i-from < 3 {
			return to
		}
	case marked && (line[i] == ')' || i-from > 1):
		return to
	}
	return 0
}

// isRomanOrSingle reports whether byte i of a line belongs to a Roman number that begins at from, or is a single
// letter.
func isRomanOrSingle(line string, from, i int) bool {
	if strings.IndexByte("ivx", line[i]) >= 0 && !isDigit(line[from]) {
		return true
	}
	isSmall := line[i] >= 'a' && line[i] <= 'z'
	return i == from && isSmall && strings.HasPrefix(line[i+1:], ")")
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		small := r | 0x20
		return small >= 'a' && small <= 'z' ||
			r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && isLetter(r)
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

// arrows lists the ranges of Unicode characters that are arrows.
var arrows = []struct{ first, last rune }{{'←', '⇿'}, {'➔', '➾'}, {'⟰', '⟿'}, {'⤀', '⥿'}, {'⬀', '⯿'}}

func isDash(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return strings.ContainsRune("->=~<", r)
	case r == '≤', r == '≥':
		return true
	}
	for _, block := range arrows {
		if r >= block.first && r <= block.last {
			return true
		}
	}
	return r == '−' || unicode.Is(unicode.Pd, r)
}

// withoutRepeats leaves out numbers in brackets that only repeat the number before them: "four (4) factors".
func withoutRepeats(text []Lexeme) []Lexeme {
	if !slices.ContainsFunc(text, func(x Lexeme) bool { return x.Word == "(" }) {
		return text
	}
	out := make([]Lexeme, 0, len(text))
	for i := 0; i < len(text); i++ {
		if i > 0 && isRepeat(text[i-1].Word, text[i:]) {
			i += 2
			continue
		}
		out = append(out, text[i])
	}
	return out
}

// isRepeat reports whether a text begins with a number in brackets that is the number before it.
func isRepeat(before string, text []Lexeme) bool {
	if len(text) < 3 || text[0].Word != "(" || text[2].Word != ")" {
		return false
	}
	n, isNumber := Numeral(before)
	again, isAgain := Numeral(text[1].Word)
	return isNumber && isAgain && n == again
}

// lettered replaces the letters of a list by commas: "I remove (a) Denmark and (b) the fleet in Norway". There must
// be at least two letters, because a single letter in brackets may be a unit.
func lettered(text []Lexeme) []Lexeme {
	if !slices.ContainsFunc(text, func(x Lexeme) bool { return x.Word == "b" }) {
		return text
	}
	var out []Lexeme
	listed := map[string]bool{}
	for i := 0; i < len(text); i++ {
		if !isListed(text[i:]) {
			out = append(out, text[i])
			continue
		}
		listed[text[i+1].Word] = true
		out = append(out, Lexeme{Word: ",", From: text[i].From, To: text[i+2].To, Kind: Sign})
		i += 2
	}
	if !listed["a"] || !listed["b"] {
		return text
	}
	return out
}

// isListed reports whether a text begins with a letter of such a list.
func isListed(text []Lexeme) bool {
	if len(text) < 3 || text[0].Word != "(" || text[2].Word != ")" {
		return false
	}
	letter := text[1].Word
	return len(letter) == 1 && 'a' <= letter[0] && letter[0] <= 'h'
}
