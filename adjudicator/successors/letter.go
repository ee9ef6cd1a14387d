package successors

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser"
	"deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// Read reads a player's letter. On a sheet, lines of a kind without numbers, such as moves, form a new list that
// replaces the old one; a numbered line replaces that line of the form, and a standing order replaces the one for the
// same place, player or kind; everything else stays. An answer within a battle replaces the whole earlier answer.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	text = parser.Plain(text)
	playing := v.board != nil && v.player(v.Seat) != nil
	switch {
	case playing && one(kind, "turn", "standing", "home"):
		return v.readSheet(kind, old, text)
	case playing && kind == "battle":
		return v.readBattle(old, text)
	}
	return adjudicator.Reading{Answer: old}
}

func (v *View) readSheet(kind, old, text string) adjudicator.Reading {
	before := strict.Must(parseSheet(v.board, kind, old))
	if saysNone(text) {
		return v.empty(kind, before, text)
	}
	a := v.author(kind, before)
	c := order.Read(v.board.lexicon(), a, a.sheet(), text)
	a.finish(c)
	now := a.read(c)
	parts, notes := a.parts(c, now)
	out := adjudicator.Reading{Parts: parts, Notes: order.Unique(append(slices.Clone(c.Notes), notes...))}
	if out.Answer = now.words(v.board); out.Answer == "" && old != "" {
		out.Answer = nothing(kind)
	}
	out.Missing, out.Form = v.missing(kind, now), v.form(kind, now)
	return out
}

// saysNone reports whether a letter consists only of words that take everything off file.
func saysNone(text string) bool {
	return reading.SaysNone(text) || strings.EqualFold(strings.Trim(text, " \n."), "NO STANDING ORDERS")
}

// empty returns the reading of a letter that takes everything off file.
func (v *View) empty(kind string, before sheet, text string) adjudicator.Reading {
	now := sheet{home: before.home}
	out := adjudicator.Reading{
		Answer: nothing(kind), Parts: []adjudicator.Part{{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}},
	}
	if len(now.home) > 0 {
		out.Answer = now.words(v.board)
	} else {
		now.pass = kind != "standing"
	}
	if before.rules.words(v.board) != "" {
		out.Notes = []string{"Your standing orders are taken back as well."}
	}
	out.Missing, out.Form = v.missing(kind, now), v.form(kind, now)
	return out
}

// nothing returns the normal form of a sheet with nothing on it.
func nothing(kind string) string {
	if kind == "standing" {
		return noOrders
	}
	return passes
}

// missing returns a note for each question that a sheet leaves open.
func (v *View) missing(kind string, s sheet) []string {
	switch {
	case kind == "turn" && !s.pass && s.idle():
		return []string{
			"You have no orders on file for this turn: nothing will be bought, moved or fought. PASS confirms that.",
		}
	case kind == "home" && len(s.home) == 0:
		return []string{
			"You have no home on file, and one will be chosen for you. For example: HOME Babylonia, Lower Egypt.",
		}
	}
	return nil
}

// readBattle reads an answer after a round of battle. It replaces the whole earlier answer.
func (v *View) readBattle(old, text string) adjudicator.Reading {
	a := v.author("battle", sheet{})
	c := order.Read(v.board.lexicon(), a, order.NewSheet(), text)
	out := adjudicator.Reading{Answer: old, Parts: reading.Parts(c.Parts), Notes: c.Notes, Form: []string{"BATTLE: "}}
	if now := c.Sheet.Get("BATTLE"); now != "" && wholly(out.Parts) {
		out.Answer = now
	}
	if out.Answer != "" {
		out.Form = []string{out.Answer}
	}
	return out
}

// kinds has the kinds of lines, with which their keys begin, in the order of a sheet.
var kinds = []string{"PASS", "HOME", "PLAY", "GIVE", "RANSOM", "BUY", "MOVE", "FIGHT", "ATTACKED",
	"INSIST", "BONUS", "LOSE", "REACT", "ALLY", "LEND", "RAID"}

// lists has the kinds of lines of which a letter replaces the whole list, with their names.
var lists = map[string]string{"BUY": "purchases", "MOVE": "moves", "FIGHT": "battles"}

// kindOf returns the kind of the line with a key.
func kindOf(key string) string {
	kind, _, _ := strings.Cut(key, " ")
	return kind
}

// ofTurn reports whether lines of a kind are for this turn only.
func ofTurn(kind string) bool { return slices.Index(kinds, kind) < slices.Index(kinds, "ATTACKED") }

// keyed returns the lines of a sheet, each with the key of what it decides.
func (s sheet) keyed(b *Board) []order.Order {
	var out []order.Order
	add := func(key string, x sheet) {
		if line := x.words(b); line != "" {
			out = append(out, order.Order{Key: key, Line: line})
		}
	}
	add("PASS", sheet{pass: s.pass})
	add("HOME", sheet{home: s.home})
	for _, x := range s.play {
		add(fmt.Sprint("PLAY ", x.chit), sheet{play: []play{x}})
	}
	for _, x := range s.give {
		add("GIVE "+x.to, sheet{give: []gift{x}})
	}
	add("RANSOM", sheet{ransom: s.ransom, refuge: s.refuge})
	for i, x := range s.buy {
		add(fmt.Sprint("BUY ", i+1), sheet{buy: []purchase{x}})
	}
	for i, x := range s.moves {
		add(fmt.Sprint("MOVE ", i+1), sheet{moves: []move{x}})
	}
	for i, x := range s.fights {
		add(fmt.Sprint("FIGHT ", i+1), sheet{fights: []fight{x}})
	}
	return append(out, s.rules.keyed(b)...)
}

func (s standing) keyed(b *Board) []order.Order {
	var out []order.Order
	add := func(key string, x standing) {
		if line := x.words(b); line != "" {
			out = append(out, order.Order{Key: key, Line: line})
		}
	}
	for _, x := range s.attacked {
		add("ATTACKED"+b.atPlace(x.at), standing{attacked: []attacked{x}})
	}
	for _, x := range s.insist {
		add("INSIST"+b.atPlace(x.at), standing{insist: []insist{x}})
	}
	add("BONUS", standing{bonus: s.bonus})
	add("LOSE", standing{lose: s.lose})
	for _, x := range s.react {
		add(fmt.Sprint("REACT ", x.chit), standing{react: []react{x}})
	}
	for _, x := range s.ally {
		add("ALLY "+x, standing{ally: []string{x}})
	}
	for _, x := range s.lend {
		add("LEND "+x.to+b.atPlace(x.at), standing{lend: []loan{x}})
	}
	for _, x := range s.raid {
		add("RAID "+x.to, standing{raid: []ride{x}})
	}
	return out
}

// sheet returns the sheet on file before the letter.
func (a *author) sheet() *order.Sheet {
	on := order.NewSheet()
	for _, x := range a.before.keyed(a.b) {
		on.Set(x.Key, x.Line)
	}
	return on
}

// finish applies the rules that depend on the whole letter: PASS stands alone, and a list on file stays if nothing in
// the letter replaces it.
func (a *author) finish(c *order.Context) {
	passes := c.Given["PASS"] != ""
	if passes && (a.hasTurn(c) || slices.ContainsFunc(c.Parts, func(p order.Part) bool {
		return p.Fate == order.Asked
	})) {
		passes = false
		c.Sheet.Set("PASS", "")
		for i := range c.Parts {
			if p := &c.Parts[i]; p.Fate == order.Filed && slices.Contains(p.Keys, "PASS") {
				p.Fate, p.Why = order.Asked, passOrOrders
			}
		}
	}
	for _, x := range a.before.keyed(a.b) {
		kind := kindOf(x.Key)
		gone := c.Sheet.Get(x.Key) == "" && !a.dropped[x.Key] && !a.cleared[kind]
		if !gone || passes {
			continue
		}
		if !ofTurn(kind) || x.Key == "PASS" {
			continue
		}
		if lists[kind] == "" || !a.has(c, kind) {
			c.Sheet.Set(x.Key, x.Line)
		}
	}
	if a.hasTurn(c) {
		c.Sheet.Set("PASS", "")
	}
}

// has reports whether the letter has filed a line of a kind.
func (a *author) has(c *order.Context, kind string) bool {
	for key := range c.Given {
		if kindOf(key) == kind {
			return true
		}
	}
	return false
}

// read returns the sheet that results from the letter. Lists are in the order of their numbers.
func (a *author) read(c *order.Context) sheet {
	keys := c.Sheet.Keys()
	slices.SortStableFunc(keys, func(x, y string) int {
		kind := kindOf(x)
		if lists[kind] != "" && kind == kindOf(y) {
			return numberOf(x) - numberOf(y)
		}
		return slices.Index(kinds, kind) - slices.Index(kinds, kindOf(y))
	})
	var s sheet
	for _, key := range keys {
		s.add(strict.Must(parseSheet(a.b, a.kind, c.Sheet.Get(key))))
	}
	s.rules.sort()
	return s
}

// numberOf returns the number of a line in its list, by its key.
func numberOf(key string) int {
	_, n, _ := strings.Cut(key, " ")
	number, _ := strconv.Atoi(n)
	return number
}

// add adds the contents of another sheet.
func (s *sheet) add(x sheet) {
	s.pass, s.ransom, s.refuge = s.pass || x.pass, s.ransom || x.ransom, cmp.Or(x.refuge, s.refuge)
	s.home, s.play, s.give = append(s.home, x.home...), append(s.play, x.play...), append(s.give, x.give...)
	s.buy, s.moves, s.fights = append(s.buy, x.buy...), append(s.moves, x.moves...), append(s.fights, x.fights...)
	r, y := &s.rules, x.rules
	r.attacked, r.insist = append(r.attacked, y.attacked...), append(r.insist, y.insist...)
	r.bonus, r.lose = append(r.bonus, y.bonus...), append(r.lose, y.lose...)
	r.react, r.ally = append(r.react, y.react...), append(r.ally, y.ally...)
	r.lend, r.raid = append(r.lend, y.lend...), append(r.raid, y.raid...)
}

// parts returns the parts of the letter, each with the reason if it can't be carried out whole, and notes on anything
// else worth knowing.
func (a *author) parts(c *order.Context, now sheet) ([]adjudicator.Part, []string) {
	parts, notes := reading.Parts(c.Parts), a.replaced(c)
	d := a.doubts(a.kind, now)
	for _, x := range d.doubts {
		i := slices.IndexFunc(parts, func(p adjudicator.Part) bool {
			return p.Fate == adjudicator.Filed && p.Quote == a.quotes[x.line]
		})
		if i < 0 || !x.sure || !a.isNew(c, x.line) {
			notes = append(notes, fmt.Sprintf("%q: %s", x.line, x.why+x.stays()))
			continue
		}
		why := strings.ToUpper(x.why[:1]) + x.why[1:]
		if !strings.Contains(parts[i].Why, why) {
			parts[i].Why = strings.TrimSpace(parts[i].Why + " " + why)
		}
	}
	hoped := now
	for _, p := range parts {
		for _, line := range p.Suggest {
			hoped.moves = append(slices.Clone(hoped.moves), a.lineOf(line).moves...)
		}
	}
	for i := range parts {
		parts[i].Suggest = a.whole(c, parts[i].Suggest, now, hoped)
	}
	return parts, append(notes, d.notes...)
}

// isNew reports whether the letter has filed a line.
func (a *author) isNew(c *order.Context, line string) bool {
	for _, given := range c.Given {
		if given == line {
			return true
		}
	}
	return false
}

// replaced returns notes that name the lists on file that the letter has replaced.
func (a *author) replaced(c *order.Context) []string {
	var of []string
	for _, kind := range []string{"BUY", "MOVE", "FIGHT"} {
		gone := slices.ContainsFunc(a.before.keyed(a.b), func(x order.Order) bool {
			return kindOf(x.Key) == kind && c.Sheet.Get(x.Key) == "" && !a.dropped[x.Key]
		})
		if gone && a.has(c, kind) {
			of = append(of, lists[kind])
		}
	}
	if len(of) == 0 {
		return nil
	}
	return []string{
		fmt.Sprintf("The %s in this letter replace those on file. Write ALSO before a line to add it to them.",
			adjudicator.Listed(of, "and")),
	}
}

// whole returns suggestions in a form that a YES can file: together with the other lines of their list that the
// letter has filed.
func (a *author) whole(c *order.Context, suggest []string, now, hoped sheet) []string {
	var out []string
	for _, line := range byKind(suggest) {
		kind := listOf(line)
		var list []string
		for _, key := range c.Sheet.Keys() {
			if kindOf(key) == kind && c.Given[key] != "" && c.Sheet.Get(key) != line {
				list = append(list, c.Sheet.Get(key))
			}
		}
		with, given := now, a.lineOf(strings.Join(list, "\n"))
		switch kind {
		case "BUY":
			with.buy = given.buy
		case "MOVE":
			with.moves = given.moves
		case "FIGHT": // another suggestion may send the units there
			with.moves, with.fights = a.ending(a.lineOf(line).fights[0].at, hoped.moves), given.fights
		}
		if !a.isVain(line, with) {
			out = append(out, strings.Join(append(list, line), "\n"))
		}
	}
	return out
}

// InPlace returns a list in which another line replaces the one under a key; lines of earlier letters stay.
func (a *author) InPlace(key, line string, c *order.Context) string {
	if c.Given[key] != "" {
		return line
	}
	var out []string
	for _, k := range a.keys(c, kindOf(key)) {
		if k == key {
			out = append(out, line)
		} else if c.Given[k] == "" {
			out = append(out, c.Sheet.Get(k))
		}
	}
	return strings.Join(out, "\n")
}

// isVain reports whether a line, added to a sheet, can't be carried out as far as the player knows.
func (a *author) isVain(line string, now sheet) bool {
	now.add(a.lineOf(line))
	return slices.ContainsFunc(a.doubts(a.kind, now).doubts, func(x doubt) bool { return x.sure && x.line == line })
}

// ending returns the moves that end in an area, each once.
func (a *author) ending(at Area, moves []move) (out []move) {
	for _, m := range moves {
		isIn := slices.ContainsFunc(out, func(o move) bool { return o.words(a.b) == m.words(a.b) })
		if destination(m) == at && !isIn {
			out = append(out, m)
		}
	}
	return out
}

// byKind divides suggestions of several lines into those of one kind each, such as a move and its battle.
func byKind(suggest []string) []string {
	var out []string
	for _, lines := range suggest {
		last := ""
		for line := range strings.SplitSeq(lines, "\n") {
			if kind := listOf(line); len(out) == 0 || last == "" || kind != last {
				out, last = append(out, line), cmp.Or(kind, "other")
				continue
			}
			out[len(out)-1] += "\n" + line
		}
	}
	return order.Unique(out)
}

// listOf returns the kind of the list to which a line belongs; "" if none.
func listOf(line string) string {
	word, _, _ := strings.Cut(line, " ")
	if word == "SAIL" {
		return "MOVE"
	}
	if lists[word] == "" {
		return ""
	}
	return word
}
