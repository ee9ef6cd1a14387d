package deadman

import (
	"slices"
	"strings"

	"deaddrop/parser"
)

// A piece is a part of a line that says one thing: an order, a list of builds, a remark.
type piece struct {
	text  string   // as written
	words []string // without articles
	rest  string   // from here to the line's end
	joint bool     // "and" stands between it and the next
	told  bool     // words before it, such as "I think", may say that it is no order
	spot  spot     // where it stands in the letter,
	line  string   // and its line as written
}

// A splitter splits a line into pieces. Separators are used where they are; where they are missing, a unit
// that no word before it binds begins an order.
type splitter struct {
	line   string
	tokens []parser.Token
	words  []string
	start  int // where the piece begins
	name   int // where a place's name ends that has begun,
	from   int // and where it began
	head   bool
	placed bool // the piece names a unit or place,
	active bool // and something to do
	whole  bool // the piece takes the rest of the line: NEXT, ALWAYS, IF, an order with a condition
	list   listKind
	routed bool // the list is the seas of a route, which may come with their fleets
	told   bool // what stands before the piece goes on with it, and is no order
	solid  int  // the last token that is neither a joint nor a number
}

// A listKind is what a comma may go on with.
type listKind uint8

const (
	noList listKind = iota
	unitList
	placeList   // of peeks, of the seas of a route
	retreatList // whose places may be mistyped
)

// pieces splits a line.
func pieces(line string) []piece {
	s := &splitter{line: line}
	s.tokenize()
	var out []piece
	s.begin(0)
	for i := range s.tokens {
		if i > s.start && !s.whole && s.cuts(i) {
			out = s.end(out, i)
			s.begin(i)
		}
		s.take(i)
	}
	return share(s.end(out, len(s.tokens)))
}

// tokenize makes tokens: without articles, with what is written together taken apart.
func (s *splitter) tokenize() {
	all := tokensIn(s.line)
	for i, t := range all {
		next := ""
		if i+1 < len(all) {
			next = all[i+1].Word
		}
		switch {
		case t.Word == "the", (t.Word == "a" || t.Word == "an") && one(next, "army", "fleet", "unit", "move", "new"):
		case s.glued(t, next):
			at := t.From + 1
			if t.Word[0] == 's' || t.Word[0] == 'c' {
				s.add(parser.Token{Word: t.Word[:1], From: t.From, To: at})
				t.Word, t.From, at = t.Word[1:], at, at+1
			}
			s.add(parser.Token{Word: t.Word[:1], From: t.From, To: at})
			if len(t.Word) > 1 {
				s.add(parser.Token{Word: t.Word[1:], From: at, To: t.To})
			}
		default:
			if stem, ok := strings.CutSuffix(t.Word, "s"); ok && t.To-t.From > len(t.Word) && len(standard().places.Find(stem)) > 0 {
				t.Word = stem // "Spain's"
			}
			s.add(t)
		}
	}
}

func (s *splitter) add(t parser.Token) {
	s.tokens, s.words = append(s.tokens, t), append(s.words, t.Word)
}

// glued reports whether a word is a unit with its place, "APar", or what a unit does with the next,
// "SA Par". Followed by something else it may be a name.
func (s *splitter) glued(t parser.Token, next string) bool {
	w, b := t.Word, standard()
	if t.To-t.From != len(w) || len(w) < 2 {
		return false
	}
	last := ""
	if n := len(s.words); n > 0 {
		last = s.words[n-1]
	}
	if one(w, "from", "farm", "feast", "amid") {
		return false
	}
	if one(w, "sa", "sf", "ca") {
		return len(b.places.Find(last)) > 0 && len(b.places.Find(next)) > 0
	}
	if len(w) < 4 || w[0] != 'a' && w[0] != 'f' || len(b.places.Find(w)) > 0 || len(b.places.Find(w[1:])) == 0 {
		return false
	}
	return next == parser.Dash || isVerb(next) || isMove(next) || isSupport(last) || isConvoy(last) || isBuild(last)
}

// begin begins a piece at token i.
func (s *splitter) begin(i int) {
	s.start, s.head, s.placed, s.active, s.whole, s.list, s.routed = i, true, false, false, false, noList, false
}

// take notes what token i makes of its piece.
func (s *splitter) take(i int) {
	w := s.words[i]
	if s.head {
		s.whole = one(w, "next", "always", "standing", "if") && i == s.start
		switch {
		case isBuild(w), isRemove(w), isDisband(w), one(w, "setup", "set", "start", "starting"):
			s.list = unitList
		}
		s.head = isFiller(w) || isNumber(w) && s.list == noList
	}
	switch {
	case isRetreat(w) && i > s.start:
		s.list, s.routed = retreatList, false
	case isPeek(w), isVia(w) && s.active:
		s.list, s.routed = placeList, isVia(w)
	}
	if !isJoint(w) && !isNumber(w) {
		s.solid = i
	}
	if i >= s.name {
		_, used := standard().places.Prefix(s.words[i:])
		s.name, s.from = i+used, i
		s.placed = s.placed || used > 0
	}
	s.whole = s.whole || s.active && isCondition(w)
	if i > s.start && (w == parser.Dash || isVerb(w) || isMove(w)) && s.placed {
		s.active = true
	}
}

// end ends the piece before token i, without the numbers and joints behind it.
func (s *splitter) end(out []piece, i int) []piece {
	last, joint := i, false
	for last > s.start && (isJoint(s.words[last-1]) || i < len(s.tokens) && last-1 > s.start && isNumber(s.words[last-1])) {
		last--
		joint = joint || isJoint(s.words[last])
	}
	if last == s.start {
		return out
	}
	from, to := s.tokens[s.start].From, len(s.line)
	if i < len(s.tokens) {
		to = s.tokens[last].From
		joint = joint || strings.ContainsAny(s.line[s.tokens[last-1].To:to], "&+")
	}
	text := strings.Trim(s.line[from:to], " \t,;|/&+")
	told := s.told
	s.told = i < len(s.tokens) && !s.placed && strings.Trim(s.line[s.tokens[last-1].To:s.tokens[i].From], " '\"") == "" &&
		(slices.ContainsFunc(s.words[s.start:last], isHearsay) || asksWhether(s.words[s.start]) && strings.Contains(s.line[to:], "?"))
	return append(out, piece{text: text, words: s.words[s.start:last:last], rest: s.line[from:], joint: joint, told: told})
}

// cuts reports whether a new piece begins at token i.
func (s *splitter) cuts(i int) bool {
	if i < s.name {
		return false // within a name
	}
	gap := s.line[s.tokens[i-1].To:s.tokens[i].From]
	if !strings.ContainsAny(gap, ",;|\t") && !strings.Contains(gap, " / ") && !strings.Contains(gap, "//") {
		return s.begins(i)
	}
	return !s.listed(i) && !(s.goesOn(i) && !(isCondition(s.words[i]) && strings.ContainsAny(gap, ";|")))
}

// goesOn reports whether what stands at token i, behind a comma, belongs to the order before it: "A Par,
// hold", "A Mun-Tyr, R Boh", "A Par-Bur, if Italy lets me".
func (s *splitter) goesOn(i int) bool {
	w, next := s.words[i], s.at(i+1)
	switch {
	case isSpy(s.words[i-1]), isSupport(s.words[i-1]), isConvoy(s.words[i-1]): // "F Nth: espionage, France"
		return s.placed
	case isCondition(w) && s.active, one(w, "nc", "sc", "ec"), one(w, "north", "south", "east") && next == "coast":
		return true
	case isRetreat(w) && s.placed: // "R A Ser" removes it
		return next != "" && !isUnit(next) && !strings.HasPrefix(next, "auto")
	case s.active:
		return isVia(w) || isConvoy(w) && isVia(next)
	}
	return s.placed && s.list == noList && (isVerb(w) || isMove(w) && !isUnit(next) || isAux(w) && isVerb(next) || w == parser.Dash)
}

func (s *splitter) at(i int) string {
	if i < 0 || i >= len(s.words) {
		return ""
	}
	return s.words[i]
}

// listed reports whether token i begins one more item of the list that the piece has.
func (s *splitter) listed(i int) bool {
	words := s.words[i:]
	for len(words) > 1 && one(words[0], "or", "and", "then", "else") && s.list != noList {
		words = words[1:]
	}
	switch s.list {
	case unitList:
		_, words = unitType(skip(words, between))
	case placeList, retreatList:
		if isDisband(words[0]) && words[0] != "disband" {
			return true
		}
		if isUnit(words[0]) && !s.routed {
			return false
		}
		_, words = unitType(words)
	case noList:
		return false
	}
	_, used := standard().places.Prefix(words)
	if used == 0 {
		return s.list != unitList && len(words) == 1 && isDisband(words[0]) || s.list == retreatList && s.unknown(i) // there is none behind "via Nth F"
	}
	if used == len(words) {
		return true
	}
	behind := len(s.words) - len(words) + used
	gap := s.line[s.tokens[behind-1].To:s.tokens[behind].From]
	w := s.words[behind]
	return w != parser.Dash && strings.ContainsAny(gap, ",;|/.:") || isUnit(w) || isJoint(w) || isNumber(w) || isBuild(w) || isPeek(w) ||
		s.list != unitList && (w == "or" || isDisband(w) || len(standard().places.Find(w)) > 0)
}

// unknown reports whether what stands at token i of a list of retreats is one word that may be a place with a typing
// error: it is near one, or as short as an abbreviation, or the list goes on behind it.
func (s *splitter) unknown(i int) bool {
	w := s.words[i]
	if isFiller(w) || isThanks(w) || isNumber(w) || isVerb(w) || isMove(w) || isBuild(w) || isRemove(w) || isPeek(w) || isUnit(w) || isCondition(w) || isDenial(w) || one(w, "vote", "always", "next", "standing", "waive") {
		return false
	}
	if i+1 < len(s.words) && !strings.ContainsAny(s.line[s.tokens[i].To:s.tokens[i+1].From], ",;|/") {
		return false
	}
	if len(w) == 3 || len(standard().places.Near(w)) > 0 {
		return true
	}
	_, used := standard().places.Prefix(s.words[i+1:])
	return used > 0 && (i+1+used == len(s.words) || strings.ContainsAny(s.line[s.tokens[i+used].To:s.tokens[i+1+used].From], ",;|/")) || isDisband(s.at(i+1))
}

// auto reports whether "RETREAT AUTO" begins at token i.
func (s *splitter) auto(i int) bool {
	w, next := s.words[i], s.at(i+1)
	return isRetreat(w) && strings.HasPrefix(next, "auto") || strings.HasPrefix(w, "auto") && isRetreat(next)
}

// begins reports whether an order begins at token i, though no comma stands before it.
func (s *splitter) begins(i int) bool {
	w, before := s.words[i], max(s.solid, s.start)
	prev := s.words[before]
	switch {
	case s.auto(i):
		return before < i-1 || strings.ContainsAny(s.line[s.tokens[i-1].To:s.tokens[i].From], ".!")
	case !s.placed && !s.head && s.typeless(i) && strings.ContainsAny(s.line[s.tokens[i-1].To:s.tokens[i].From], ".!?"):
		return true
	case isBound(prev), s.undone(before), s.nationality(before), (s.list == unitList || s.routed) && s.listed(i), s.mistyped(before):
		return false
	case s.typeBehind(i):
		return false
	case s.active && s.stops(i) && s.inquires(i):
		return true
	case isHold(prev) && s.stops(i) && slices.ContainsFunc(s.words[s.start:i], isAll): // "All hold. Thanks!"
		return true
	case isHold(prev) && (!s.placed || isSupport(s.at(before-1))): // "Hold A Par", "A Par supports hold of A Bur"
		return false
	case isPeek(w):
		return !isFiller(prev) && prev != "no"
	case isBuild(w), isRemove(w), w == "vote":
		_, place := unitType(s.words[i+1:])
		_, used := standard().places.Prefix(place)
		return isUnit(s.at(i+1)) && used > 0 || w == "vote" && s.active
	}
	_, place := unitType(s.words[i:])
	_, used := standard().places.Prefix(place)
	switch behind := len(s.words) - len(place) + used; {
	case used == 0: // "A Par-Bur F Xyz-Mao"
		return s.active && isUnit(w) && s.ends(before) && (s.at(i+2) == parser.Dash || isVerb(s.at(i+2)))
	case len(place) < len(s.words)-i: // behind other words only with something to do
		return s.ends(before) || s.active || s.does(behind)
	default: // without its type: "Par-Bur Mar-Spa"
		return s.typeless(i) && (s.active && s.ends(before) || !s.placed && !s.head && s.stops(i))
	}
}

// typeless reports whether an order without the type of its unit begins at token i: "Mun-Tyr".
func (s *splitter) typeless(i int) bool {
	_, used := standard().places.Prefix(s.words[i:])
	next := s.at(i + used)
	return used > 0 && next != "" && (next == parser.Dash || isVerb(next) || isMove(next))
}

// stops reports whether a sentence, or what announces an order, ends before token i: "Correction: Mun-Tyr".
func (s *splitter) stops(i int) bool {
	return strings.ContainsAny(s.line[s.tokens[i-1].To:s.tokens[i].From], ".!?:")
}

// inquires reports whether a question begins at token i: "and what happens if it is attacked?"
func (s *splitter) inquires(i int) bool {
	words := skip(s.words[i:], func(w string) bool { return isJoint(w) || one(w, "but", "so", "btw") })
	return strings.Contains(s.line[s.tokens[i].From:], "?") && len(words) > 1 &&
		(asksWhether(words[0]) || one(words[0], "what", "when", "where", "why", "who", "how", "which", "did", "will"))
}

// undone reports whether what begins the piece takes back what stands behind token i, or leaves it out of all: "Strike
// F Bre-Eng", "Anything but A Par-Bur".
func (s *splitter) undone(i int) bool {
	if s.active {
		return false
	}
	return i == s.start && isUndo(s.words[i]) || isExcept(s.words[i]) && slices.ContainsFunc(s.words[s.start:min(i, s.start+maxShared)], isAll)
}

// typeBehind reports whether token i is the type of the unit in the place before it: "Vienna army -> Galicia".
func (s *splitter) typeBehind(i int) bool {
	next := s.at(i + 1)
	return one(s.words[i], "army", "fleet") && s.name == i && (!s.active || isSupport(s.at(s.from-1))) &&
		(next == parser.Dash || isVerb(next) || isMove(next))
}

// does reports whether something to do stands at token i, on the same side of a comma.
func (s *splitter) does(i int) bool {
	return i < len(s.words) && !strings.ContainsAny(s.line[s.tokens[i-1].To:s.tokens[i].From], ",;|")
}

// mistyped reports whether token i may be a word with a typing error, that binds what follows: "A Par suports A
// Mar-Bur".
func (s *splitter) mistyped(i int) bool {
	b := standard()
	if s.placed && !s.active {
		return !s.ends(i)
	}
	if isVerb(s.words[i]) || isMove(s.words[i]) || isBuild(s.words[i]) || s.ends(i) {
		return false
	}
	return len(b.verbs.Near(s.words[i])) > 0 || i == s.start && len(b.beginnings.Near(s.words[i])) > 0
}

// ends reports whether an order may end with token i.
func (s *splitter) ends(i int) bool {
	w := s.words[i]
	return isHold(w) || isDisband(w) || i < s.name && s.name <= i+1 || len(standard().powers.Find(w)) > 0 || len(standard().places.Find(w)) > 0
}

// nationality reports whether token i says whose unit is supported or convoyed: it is a power, and not the
// one that is spied on.
func (s *splitter) nationality(i int) bool {
	b := standard()
	const most = 3 // words of a nationality
	for n := 0; i > s.start && n < most && (len(b.powers.Find(s.words[i])) > 0 || isPowerLetter(s.words[i]) || n > 0 && one(s.words[i], "great", parser.Dash)); n++ {
		i--
	}
	w := s.words[i]
	return isSupport(w) || isConvoy(w) || isVia(w) || i == s.start && len(b.powers.Find(w)) > 0 && len(b.places.Find(w)) == 0
}

// share gives the unit of a piece that has nothing to do what the next one does, where "and" joins them: "A
// Mar and A Gas S A Par-Bur". Whether "A Mar and A Gas-Bur" means that is asked, and what "A Par, Bur" means.
func share(ps []piece) []piece {
	for i := len(ps) - 2; i >= 0; i-- {
		if !bareUnit(ps[i].words) {
			continue
		}
		next := ps[i+1].words
		_, rest := unitType(next)
		_, used := standard().places.Prefix(rest)
		switch typed := len(rest) < len(next); {
		case used == 0:
		case !typed:
			ps[i].told = ps[i].told || used == len(rest)
		case used+1 == len(rest) && isHold(rest[used]): // "A Par, A Mar hold"
			ps[i].words = append(ps[i].words, "h")
		case !ps[i].joint || used == len(rest) || len(rest) > maxShared:
		case rest[used] == parser.Dash || isMove(rest[used]):
			ps[i].told = true
		default:
			ps[i].words = append(ps[i].words, rest[used:]...)
		}
	}
	return ps
}

// isPowerLetter reports whether a judge would take a letter for a power.
func isPowerLetter(w string) bool { return len(w) == 1 && strings.Contains("aefgirt", w) }

const maxShared = 12 // words of an order that is given to several units at once
