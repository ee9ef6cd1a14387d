package successors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// How a letter is read: lexicon.go has the names on a board; english.txt and german.txt have the order keywords and
// their forms. parser/order finds the forms in the letter and asks this file what each of them means: readmoves.go
// handles marches and voyages, readbattles.go battles and attacks, readrest.go everything else on a sheet, and
// readruling.go the game master's rulings. readcheck.go refuses the impossible, readguess.go suggests meanings for
// words that match no form, and readdoubts.go finds the lines of a sheet that can't be carried out. letter.go puts
// all of this together, and words.go writes the result in the normal form, which strict.go reads.

// An author is the player whose letter is being read. It knows only the player's view and the board, so its answers
// reveal nothing else.
type author struct {
	*View
	b      *Board
	kind   string // kind of the question that the letter answers
	before sheet  // the sheet on file before the letter
	// the kind of the lines below a heading: "BUY", "MOVE", "FIGHT", "GIVE" or "HOME"; "" outside such a list
	listed  string
	notes   []string
	quotes  map[string]string // the player's own words, by the line that they were read as
	cleared map[string]bool   // kinds of the lists that the letter takes back
	dropped map[string]bool   // keys of the lines that the letter takes back
	serial  int               // number of the last line that the letter has added to a list
	begun   int               // index of the first part of the current list
	origin  Area              // where the units below the current heading start
	blanks  int               // number of form lines that were left unchanged
	homes   []Area            // homes that this letter names, best first
	picks   map[int]Area      // chosen area for each ambiguous name, by its lexeme
	vague   *order.Bind       // a name that stands for several areas
	foe     Area              // the province with an enemy that was named last
	named   string            // the side that was named last, to which "him" refers
}

// author returns an author for the view's player, who has a sheet on file.
func (v *View) author(kind string, before sheet) *author {
	return &author{View: v, b: v.board, kind: kind, before: before, quotes: map[string]string{},
		cleared: map[string]bool{}, dropped: map[string]bool{}, serial: maxLines, picks: map[int]Area{},
		homes: before.home, origin: nowhere, foe: nowhere}
}

const maxLines = 60 // most lines on a sheet

// me returns the writer of the letter.
func (a *author) me() *Player { return a.player(a.Seat) }

func (a *author) note(format string, args ...any) {
	a.notes = append(a.notes, fmt.Sprintf(format, args...))
}

// Own reports whether a name stands for an area in which the player has something, or for units, which may always be
// theirs.
func (a *author) Own(class string, vals []int) bool {
	switch {
	case vals == nil:
		return class == "everything"
	case class == "seat":
		return slices.ContainsFunc(vals, func(v int) bool { return seatName(v) == a.Seat })
	case class == "place":
		return slices.ContainsFunc(vals, func(v int) bool { return a.units(Area(v), a.Seat).Total() > 0 })
	case class == "title":
		return slices.ContainsFunc(vals, func(v int) bool { return slices.Contains(a.Hand, v-chitThing) })
	}
	return true // units may always be theirs
}

// seatName returns the side with a number.
func seatName(n int) string {
	if n >= len(seats()) {
		return white
	}
	return string(seats()[n])
}

// seatOf returns the side that a bind of a match names; "" if it has none.
func seatOf(m *order.Match, name string) string {
	if b, ok := m.Get(name); ok && b.Class == "seat" {
		return seatName(b.Vals[0])
	}
	return ""
}

// A resolver turns a match of a form into its outcome.
type resolver func(a *author, m *order.Match, c *order.Context) order.Outcome

// by returns the resolver of a form that a reader for one kind of lines resolves.
func by[T ~struct{ *author }](resolve func(T, *order.Match, *order.Context) order.Outcome) resolver {
	return func(a *author, m *order.Match, c *order.Context) order.Outcome { return resolve(T{a}, m, c) }
}

// A form is the entry for one form of the lexicon: its resolver, and the questions and headings that it is for.
type form struct {
	do    resolver
	kinds string // kinds of questions that it can answer; "" for turn and standing
	list  string // the heading below which it stands
	what  string // the kind of line that it produces
}

// forms has the forms of the lexicon, by name.
var forms = map[string]form{
	"MOVE":      {do: (*author).march, what: "MOVE"},
	"TAKE":      {do: by(battleReader.take), what: "MOVE"},
	"ROW":       {do: (*author).row, what: "MOVE"},
	"ROWASK":    {do: (*author).unitless, what: "MOVE"},
	"LANDS":     {do: (*author).lands, what: "MOVE"},
	"CARRIES":   {do: (*author).lands, what: "MOVE"},
	"FIXTO":     {do: by(fixReader.fixTo), what: "MOVE"},
	"ALONG":     {do: by(fixReader.along), what: "MOVE"},
	"FIXU":      {do: by(fixReader.fixUnits)},
	"WAYONLY":   {do: (*author).march, what: "MOVE"},
	"ASKMOVE":   {do: (*author).march, what: "MOVE"},
	"FIGHT":     {do: by(battleReader.seek), what: "FIGHT"},
	"FIGHTAT":   {do: by(battleReader.seek), list: "FIGHT", what: "FIGHT"},
	"ATTFROM":   {do: by(battleReader.attackFrom), what: "MOVE"},
	"REFIGHT":   {do: by(battleReader.seek), what: "FIGHT"},
	"LIMIT":     {do: by(battleReader.amendFight)},
	"ASKRET":    {do: by(battleReader.retreatsWhen)},
	"ASKTHAT":   {do: by(battleReader.doThat)},
	"IFATT":     {do: by(battleReader.ifAttacked)},
	"ANYELSE":   {do: by(battleReader.ifAttackedToo)},
	"ATTSAME":   {do: by(battleReader.sameToo)},
	"ASKIFATT":  {do: by(battleReader.ifAttacked)},
	"ASKATTAT":  {do: by(battleReader.attackedWhere)},
	"INSIST":    {do: by(battleReader.insists)},
	"WANTS":     {do: by(battleReader.insists), kinds: "standing"},
	"ASKINSIST": {do: by(battleReader.insists)},
	"BUY":       {do: by(purchaseReader.buys), kinds: "turn standing home", what: "BUY"},
	"BUYS":      {do: by(purchaseReader.buys), kinds: "turn home", list: "BUY", what: "BUY"},
	"ASKUNITS":  {do: by(purchaseReader.buyBy), kinds: "turn home", what: "BUY"},
	"BUYBY":     {do: by(purchaseReader.buyBy), what: "BUY"},
	"BUYFIX":    {do: by(purchaseReader.rebuy), kinds: "turn home", what: "BUY"},
	"REBUY":     {do: by(purchaseReader.rebuy), kinds: "turn home", what: "BUY"},
	"ASKBUY":    {do: by(purchaseReader.buys), kinds: "turn standing home", what: "BUY"},
	"GIVE":      {do: by(otherReader.gives), what: "GIVE"},
	"GIVES":     {do: by(otherReader.gives), list: "GIVE", what: "GIVE"},
	"ASKGIVE":   {do: by(otherReader.gives), what: "GIVE"},
	"RANSOM":    {do: by(otherReader.ransoms), what: "RANSOM"},
	"PLAY":      {do: by(otherReader.plays), what: "PLAY"},
	"ASKCHIT":   {do: by(otherReader.askChit), what: "PLAY"},
	"ASKPLAY":   {do: by(otherReader.plays), what: "PLAY"},
	"HOME":      {do: by(otherReader.homeList), what: "HOME"},
	"HOMES":     {do: by(otherReader.homeList), kinds: "home", what: "HOME"},
	"BONUS":     {do: by(otherReader.ranks)},
	"LOSE":      {do: by(otherReader.ranks)},
	"ASKRANK":   {do: by(otherReader.ranks)},
	"ALLY":      {do: by(otherReader.allies)},
	"UNALLY":    {do: by(otherReader.unallies)},
	"ASKALLY":   {do: by(otherReader.allies)},
	"LEND":      {do: by(otherReader.lends)},
	"RAID":      {do: by(otherReader.raids)},
	"LENDOFF":   {do: by(otherReader.lendsOff)},
	"ASKLEND":   {do: by(otherReader.lends)},
	"PASS":      {do: by(otherReader.passes), kinds: "turn standing home"},
	"DROPS":     {do: by(dropReader.drops)},
	"DROPLIST":  {do: by(dropReader.dropRule)},
	"DROPGIVE":  {do: by(dropReader.dropGift)},
	"DROPALL":   {do: by(dropReader.dropAll)},
	"DROPATT":   {do: by(dropReader.dropAttacked)},
	"DROPTO":    {do: by(dropReader.dropTo)},
	"DROPU":     {do: by(dropReader.dropBought)},
	"DROPLAST":  {do: by(dropReader.dropLast)},
	"STAYS":     {do: by(dropReader.stays)},
	"BLANK":     {do: (*author).blank, kinds: "turn standing home battle"},
	"DFIGHT":    {do: by(battleReader.fightsOn), kinds: "battle"},
	"DRETREAT":  {do: by(battleReader.retreats), kinds: "battle"},
	"EFFECT":    {do: by(rulingReader.effect), kinds: "ruling"},
	"NOEFFECT":  {do: by(rulingReader.effect), kinds: "ruling"},
}

// Plays reports whether a form can be an order now.
func (a *author) Plays(name string) bool {
	f := forms[name]
	kinds := f.kinds
	if kinds == "" {
		kinds = "turn standing home"
	}
	ofOther := a.listed == attackedList && f.what != ""
	return strings.Contains(kinds, a.kind) && (f.list == "" || f.list == a.listed) && !ofOther
}

// attackedList is the heading of a list of what a player does when attacked.
const attackedList = "ATTACKED"

// Resolve returns the outcome of a form. A name that stands for several areas means the one with which the order is
// possible; if several are possible, the player is asked.
func (a *author) Resolve(m *order.Match, c *order.Context) order.Outcome {
	a.picks = map[int]Area{}
	o := a.resolve(m, c)
	if a.vague == nil {
		return o
	}
	b := *a.vague
	can, sure := a.readings(m, c)
	if len(can) == 1 && sure {
		return can[0]
	}
	which := question("Which one is %q: %s?", c.Quote(b.From, b.To), a.either(b.Vals))
	for _, o := range can {
		which.Suggest = append(which.Suggest, linesOf(o)...)
	}
	return which
}

// readings returns the possible outcomes of a form, one for each area that its ambiguous names may stand for, and
// whether one of them must be meant. Units start where the player has some.
func (a *author) readings(m *order.Match, c *order.Context) (can []order.Outcome, sure bool) {
	o := a.resolve(m, c)
	if a.vague == nil {
		if failed(o) {
			return nil, true
		}
		return []order.Outcome{o}, true
	}
	b, vals := *a.vague, a.vague.Vals
	sure = true
	if first, _ := m.Get("a"); b.Name == "f" || b.From == first.From {
		own := slices.DeleteFunc(slices.Clone(vals), func(v int) bool { return !a.Own("place", []int{v}) })
		if sure = len(own) > 0 || !strings.HasPrefix(m.Form, "M"); len(own) > 0 {
			vals = own
		}
	}
	for _, v := range vals {
		a.picks[b.From] = Area(v)
		more, is := a.readings(m, c)
		can, sure = append(can, more...), sure && is
	}
	delete(a.picks, b.From)
	a.vague = nil
	return can, sure
}

func (a *author) resolve(m *order.Match, c *order.Context) order.Outcome {
	a.notes, a.vague = nil, nil
	f := forms[m.Form]
	// a battle in another player's turn
	ofOthers := f.what == "FIGHT" && a.kind == "standing" && a.Mover != a.Seat && a.isOwnAt(m)
	if err := a.due(f.what); err != nil && !ofOthers {
		return order.Outcome{Refuse: err.Error()}
	}
	o := f.do(a, m, c)
	for _, b := range m.Binds() {
		if b.Class == "place" && a.hostile(Area(b.Vals[0]), a.Seat) {
			a.foe = Area(b.Vals[0])
		}
	}
	for _, name := range []string{"s", "k", "by"} {
		if seat := seatOf(m, name); seat != "" && m.Has(name) && seat != a.Seat {
			a.named = seat
		}
	}
	if a.isFull(o, c) {
		return refusal(order.Complain("There can be at most %d lines of one kind, and %d standing "+
			"orders.", maxLines, maxLines))
	}
	if len(o.Orders) == 0 {
		for _, key := range o.Drop {
			a.dropped[key] = true
		}
	}
	for _, x := range o.Orders {
		a.quotes[x.Line] = c.Quote(m.From, m.To)
		c.Said = append(c.Said, a.about(m)...)
	}
	o.Note = strings.TrimSpace(o.Note + " " + strings.Join(a.notes, " "))
	return o
}

// isOwnAt reports whether a match names a province in which the player has units.
func (a *author) isOwnAt(m *order.Match) bool {
	at, ok := m.Get("a")
	return ok && a.Own("place", at.Vals)
}

// isFull reports whether an outcome has more lines of one kind, or more standing orders, than a sheet can hold.
func (a *author) isFull(o order.Outcome, c *order.Context) bool {
	count := map[string]int{}
	sort := func(key string) string {
		if ofTurn(kindOf(key)) {
			return kindOf(key)
		}
		return ""
	}
	for _, key := range c.Sheet.Keys() {
		if !slices.Contains(o.Drop, key) {
			count[sort(key)]++
		}
	}
	for _, x := range o.Orders {
		if c.Sheet.Get(x.Key) == "" {
			count[sort(x.Key)]++
		}
		if count[sort(x.Key)] > maxLines {
			return true
		}
	}
	return false
}

// about returns the numbers of the things that a match names.
func (a *author) about(m *order.Match) (out []int) {
	for _, name := range []string{"a", "f", "d", "b"} {
		for _, b := range m.All(name) {
			out = append(out, b.Vals...)
		}
	}
	return out
}

// linesOf returns the lines of an outcome.
func linesOf(o order.Outcome) []string {
	var out []string
	for _, x := range o.Orders {
		out = append(out, x.Line)
	}
	return append(out, o.Suggest...)
}

func refusal(err error) order.Outcome { return order.Outcome{Refuse: err.Error()} }

func question(format string, args ...any) order.Outcome {
	return order.Outcome{Ask: fmt.Sprintf(format, args...)}
}

// filed returns an outcome that files one line under a key.
func filed(key, line string) order.Outcome {
	return order.Outcome{Orders: []order.Order{{Key: key, Line: line}}}
}

// failed reports whether an outcome is a question or a refusal.
func failed(o order.Outcome) bool { return o.Ask != "" || o.Refuse != "" }

// area returns the area that a bind names. An ambiguous name is noted in a.vague.
func (a *author) area(b order.Bind) Area {
	if at, ok := a.picks[b.From]; ok {
		return at
	}
	if len(b.Vals) > 1 && a.vague == nil {
		a.vague = &b
	}
	return Area(b.Vals[0])
}

// areasOf returns the areas that binds name, without duplicates.
func (a *author) areasOf(binds []order.Bind) []Area {
	var out []Area
	for _, b := range binds {
		if at := a.area(b); !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// either returns a list of areas, joined by "or", for a question.
func (a *author) either(vals []int) string {
	var names []string
	for _, v := range vals {
		names = append(names, a.b.Name(Area(v)))
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// numeral returns the number that a bind stands for.
func numeral(b order.Bind, c *order.Context) int {
	if b.Class == "misheard" {
		return 2
	}
	n, ok := order.Numeral(c.Word(b.To - 1))
	switch {
	case ok:
		return n
	case b.Class == "an":
		return 1
	}
	n, ok = germanNumbers[c.Word(b.To-1)]
	if !ok {
		n, _ = strconv.Atoi(c.Word(b.To - 1))
	}
	return n
}

var germanNumbers = map[string]int{
	"zwei": 2, "drei": 3, "vier": 4, "fuenf": 5, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
	"elf": 11, "zwoelf": 12, "zwolf": 12, "both": 2, "of": 2, "beide": 2, "beiden": 2,
}

// numberAt returns the number in a named bind of a match; 0 if there is none.
func numberAt(m *order.Match, name string, c *order.Context) int {
	b, ok := m.Get(name)
	if !ok {
		return 0
	}
	return numeral(b, c)
}

// Block reads the lines below a heading. Lines that are not understood are asked about.
func (a *author) Block(b order.Block, c *order.Context) {
	was, before, filed, blanks := a.listed, len(c.Parts), len(c.Given), a.blanks
	colon := c.Word(b.Heading.To-1) == ":"
	switch kind, said := headings[b.Heading.Form], strings.ToLower(strings.Trim(b.Text, " .\n")); {
	case said == "" && colon:
		a.blanks++
		return
	case kind == "FIGHT" && !colon && (said == "" || a.kind == "battle"):
		c.Read(b.Head)
		c.Read(b.Text)
		return
	case a.b.lexicon().Is(said, "none"):
		a.cleared[kind] = true
		c.Take(order.Outcome{Drop: a.keys(c, kind)}, b.Quote)
		return
	default:
		a.listed, a.origin, a.begun = kind, nowhere, len(c.Parts)
		if f, ok := b.Heading.Get("f"); ok {
			a.origin = Area(f.Vals[0])
		}
	}
	c.Read(b.Text)
	a.listed, a.origin = was, nowhere
	for i := range c.Parts[min(before, len(c.Parts)):] {
		p := &c.Parts[before+i]
		isItem := len(strings.Fields(p.Quote)) <= fewWords && !isHead(p.Quote) && !isSignature(p.Quote, b.Text)
		if p.Fate == order.Talk && isItem {
			p.Fate, p.Why = order.Asked, "Is this a part of the list? I don't understand it."
		}
	}
	unread := a.blanks == blanks && len(c.Parts) == before && len(c.Given) == filed
	if unread && strings.TrimSpace(b.Text) != "" {
		c.Add(order.Part{Fate: order.Asked, Quote: b.Quote, Why: "What should be done? I don't understand this list."})
	}
}

const fewWords = 6

// isHead reports whether words are the head of a table, without a number.
func isHead(words string) bool {
	return strings.Contains(words, "|") && !strings.ContainsFunc(words, unicode.IsDigit)
}

// isSignature reports whether words are the last line of a text and look like a person's name.
func isSignature(words, text string) bool {
	names := strings.Fields(words)
	last := strings.HasSuffix(strings.TrimSpace(text), "\n"+words)
	if !last || len(names) > 2 {
		return false
	}
	return !strings.ContainsFunc(words, unicode.IsDigit) && strings.ToUpper(words[:1]) == words[:1]
}

// headings maps the form of each heading to the kind of the lines below it.
var headings = map[string]string{"BUYLIST": "BUY", "MOVELIST": "MOVE",
	"TABLE": "MOVE", "FIGHTLIST": "FIGHT", "ATTLIST": attackedList, "GIVELIST": "GIVE", "HOMELIST": "HOME",
	"FROMLIST": "MOVE"}

// due returns an error if the question that the letter answers does not ask for this.
func (a *author) due(what string) error {
	turn := what != "" && ofTurn(what) && !one(what, "PLAY", "GIVE")
	switch {
	case what == "HOME" && a.kind != "home":
		return order.Complain("Homes have already been chosen (SU-1).")
	case a.kind == "home" && !one(what, "HOME", "BUY") && (turn || one(what, "GIVE", "PLAY")):
		return order.Complain("Homes are being chosen now: HOME, and BUY for what you begin with. This is for a turn " +
			"of yours.")
	case a.kind == "standing" && a.Battle != nil && what == "GIVE":
		return order.Complain("Money for this turn has already changed hands. Send it when the next player's turn " +
			"has begun (SU-8).")
	case a.kind == "standing" && turn && a.Mover == a.Seat:
		return order.Complain("Your turn is being played, so this can't be done now; " +
			"what you can file are standing orders, such as IF ATTACKED ANYWHERE RETREAT.")
	case a.kind == "standing" && turn:
		return order.Complain("It is %s's turn, so this can't be done now. Send it when it is yours; "+
			"what you can file now are standing orders, such as IF ATTACKED ANYWHERE RETREAT.", a.Mover)
	}
	return nil
}

// put files a line of a list, either under the number that the form gives it or as a new line. Unless the letter adds
// to what is on file, its list replaces the list on file. Identical lines count once, except for a voyage out and
// back.
func (a *author) put(kind, line string, slot int, m *order.Match, c *order.Context) order.Outcome {
	key := fmt.Sprint(kind, " ", slot)
	if slot > 0 {
		return filed(key, line)
	}
	key = a.keyFor(kind, line, m, c)
	o := filed(key, line)
	if saysAlso(m, c) {
		return o
	}
	for _, k := range c.Sheet.Keys() {
		if kindOf(k) == kind && k != key && c.Given[k] == "" {
			o.Drop = append(o.Drop, k)
		}
	}
	return o
}

// keyFor returns the key for a new line of a list.
func (a *author) keyFor(kind, line string, m *order.Match, c *order.Context) string {
	for _, key := range c.Sheet.Keys() {
		given := c.Given[key]
		if kindOf(key) != kind || given == "" {
			continue
		}
		switch s := a.lineOf(given); {
		case given == line && len(s.moves) == 1 && s.moves[0].isShuttle():
		case given == line:
			a.note("%s is there twice, and counts once.", line)
			return key
		case c.Fixes && key == c.Last.Key && a.corrects(given, line):
			return key
		}
	}
	a.serial++
	return fmt.Sprint(kind, " ", a.serial)
}

// corrects reports whether a line may replace one that was ordered before it: two moves must start in the same place.
func (a *author) corrects(was, line string) bool {
	x, y := a.lineOf(was), a.lineOf(line)
	if len(x.moves) == 1 && len(y.moves) == 1 {
		return x.moves[0].path[0] == y.moves[0].path[0]
	}
	return true
}

// lineOf returns a sheet with a single line in normal form.
func (a *author) lineOf(line string) sheet {
	return strict.Must(parseSheet(a.b, a.kind, line))
}

// given returns the last line of a kind that the letter has filed, with its key; false if there is none.
func (a *author) given(kind string, c *order.Context) (order.Order, bool) {
	if line, ok := c.Given[c.Last.Key]; ok && kindOf(c.Last.Key) == kind {
		return order.Order{Key: c.Last.Key, Line: line}, true
	}
	var last order.Order
	for _, key := range c.Sheet.Keys() {
		if line, ok := c.Given[key]; ok && kindOf(key) == kind {
			last = order.Order{Key: key, Line: line}
		}
	}
	return last, last.Key != ""
}

// blank accepts a form line that was left unchanged.
func (a *author) blank(*order.Match, *order.Context) order.Outcome {
	a.blanks++
	return order.Outcome{Blank: true}
}

// keys returns the keys of the lines of a kind on the sheet.
func (a *author) keys(c *order.Context, kind string) []string {
	return slices.DeleteFunc(c.Sheet.Keys(), func(key string) bool { return kindOf(key) != kind })
}

// playing returns the outcome of playing one chit.
func (a *author) playing(x react, timed bool) order.Outcome {
	timed = timed || a.kind == "standing"
	x.at = slices.Clone(x.at)
	if err := a.checks().checkChit(&x, &timed); err != nil {
		return refusal(err)
	}
	switch {
	case timed:
		return filed(fmt.Sprint("REACT ", x.chit), x.words(a.b))
	case len(x.at) > 1:
		return order.Outcome{Ask: "A chit is played in one place. Which one?"}
	}
	p := play{chit: x.chit, at: nowhere, with: x.with}
	if len(x.at) == 1 {
		p.at = x.at[0]
	}
	return filed(fmt.Sprint("PLAY ", p.chit), p.words(a.b))
}

// hasTurn reports whether the letter has filed orders for the turn.
func (a *author) hasTurn(c *order.Context) bool {
	for key := range c.Given {
		if key != "PASS" && ofTurn(kindOf(key)) {
			return true
		}
	}
	return false
}
