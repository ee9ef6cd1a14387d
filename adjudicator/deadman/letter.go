package deadman

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser"
	kit "deaddrop/parser/order"
)

var (
	//go:embed english.txt
	englishText string
	//go:embed german.txt
	germanWords string
)

// words returns the lexicon of orders. It must not be modified.
var words = sync.OnceValue(func() *kit.Lexicon {
	l := kit.NewLexicon()
	b := standard()
	for text, at := range b.Aliases() {
		if strings.EqualFold(text, "both") { // an everyday word
			continue
		}
		if sea, is := strings.CutSuffix(text, "Sea"); is { // as telephones write it
			l.Name(sea+"see", "place", int(at))
		}
		if !b.isLetterOfCoast(text, at) {
			l.Name(text, "place", int(at))
		} else if strings.ContainsAny(text, "/(") {
			l.Signed(text, "place", int(at))
		}
	}
	for text, province := range b.Aliases() {
		for _, at := range b.Coasts(province) {
			side, _, _ := strings.Cut(strings.TrimSuffix(strings.SplitAfter(b.Name(at), "(")[1], ")"), " ")
			l.Name(text+" "+side[:1]+" c", "place", int(at))
			l.Name(text+" on the "+side+" coast", "place", int(at))
			l.Name(text+" by the "+side+" coast", "place", int(at))
			l.Name(side+" coast of "+text, "place", int(at))
			l.Name(side+" coast "+text, "place", int(at))
		}
	}
	for adjective, place := range adjectives {
		l.Name(adjective, "place", int(b.abbreviated[place]))
	}
	for season, class := range []string{"date", "date", "winterdate"} {
		for year := range 60 {
			for _, format := range []string{"%s%02d", "%s19%02d", "%s%02dm", "%s19%02dm"} {
				l.Name(fmt.Sprintf(format, "sfw"[season:season+1], year), class, season)
			}
		}
	}
	for place, names := range german().Places {
		for _, at := range b.places.Find(place) {
			for _, name := range names {
				l.Name(name, "place", int(at))
				if len(name) > shortName && !strings.HasSuffix(name, "s") { // "mit Griechenlands Hilfe"
					l.Signed(name+"s", "place", int(at))
				}
				for _, unit := range []string{"flotte", "armee"} { // "Ostseeflotte"
					l.Signed(name+unit, "place", int(at))
				}
			}
		}
	}
	for place, names := range elsewhere().Places {
		for _, name := range names {
			l.Signed(name, "place", int(b.places.Find(place)[0]))
		}
	}
	for i, name := range b.Board.Powers() {
		l.Name(name[:1], "letter", i) // the abbreviation used by judges
		own := slices.Concat([]string{name}, nations[name])
		for _, alias := range slices.Concat(own, german().Powers[name], elsewhere().Powers[name]) {
			l.Name(alias, "seat", i)
			if len(alias) > 2 {
				l.Name(alias+"s", "seat", i)
			}
		}
	}
	if err := l.Load(kit.English, kit.German, englishText, germanWords); err != nil {
		panic("deadman: the words of orders: " + err.Error())
	}
	return l
})

// shortName is the largest number of letters of a name that has no genitive.
const shortName = 4

// isWord reports whether a word is of a class of the lexicon.
func isWord(class, word string) bool { return words().Is(word, class) }

// Read applies a letter to the orders on file. An order replaces the unit's earlier order, a set-up that of the same
// home centre, and a peek the earlier peek. A build or removal is added; if there are too many, one from an earlier
// letter is dropped.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	text = parser.Plain(text)
	if t := strings.TrimSpace(text); strings.EqualFold(t, noOrders) || strings.EqualFold(t, "NMR") {
		empty := v.Read(kind, "", "")
		empty.Answer = noOrders
		empty.Parts = []adjudicator.Part{{Fate: adjudicator.Filed, Quote: t}}
		return empty
	}
	was := sheet{}
	if old != "" {
		was = v.sheetOf(kind, old)
	}
	a := v.author(kind, was)
	c := kit.Read(words(), a, was.onFile(v.Peeks), text)
	a.meant = nil
	// a unit may be ordered in a line above the line that builds it
	if a.sync(c.Sheet); len(a.raised) > len(was.builds) {
		builds := a.raised
		a = v.author(kind, was)
		a.builds = builds
		c = kit.Read(words(), a, was.onFile(v.Peeks), text)
	}
	supportReader{a}.supportMoves(c)
	s := v.sheetFrom(c.Sheet.Lines())
	notes := append(c.Notes, v.prune(&s)...)
	notes = append(notes, v.remarks(was, s, c)...)
	r := adjudicator.Reading{Parts: v.partsOf(c), Notes: slices.Compact(notes)}
	if kind == retreats {
		v.withdrawn(&r, old, s)
		return r
	}
	r.Answer, r.Missing, r.Form = answer(old, s.String()), v.missing(s), v.form(s)
	return r
}

// onFile returns the Sheet to which a letter is applied.
func (s sheet) onFile(peeks int) *kit.Sheet {
	on := kit.NewSheet()
	for _, x := range s.keyed(peeks) {
		on.Set(x.Key, x.Line)
	}
	return on
}

// conditional matches a line that is meant as IF ... THEN, for lines whose condition is not recognised.
var conditional = regexp.MustCompile(`(?im)^(next )?if\b.*\bthen\b`)

func (v View) partsOf(c *kit.Context) []adjudicator.Part {
	out := reading.Parts(c.Parts)
	for i := range out {
		if p := &out[i]; p.Why == words().Says("cond") && !v.open && conditional.MatchString(c.Text) {
			p.Why += " " + conditionHelp
		}
	}
	return out
}

// sheetFrom parses lines in normal form, in any order.
func (v View) sheetFrom(lines []string) sheet {
	var s sheet
	for _, line := range lines {
		if o, ok := parseOrder(line); ok {
			s.set(o)
		} else if _, ok := s.parseLine(line); !ok {
			panic("deadman: what was read is not in normal form: " + line)
		}
	}
	s.own(v.own)
	return s
}

// keyed returns the lines of a sheet with their keys, for a player with the given number of peeks.
func (s sheet) keyed(peeks int) []kit.Order {
	b := standard()
	var out []kit.Order
	add := func(key, line string) { out = append(out, kit.Order{Key: key, Line: line}) }
	if len(s.setup) > 0 {
		add("SETUP", "SETUP "+joinUnits(s.setup))
	}
	for _, u := range s.builds {
		add("Build "+b.key(u.At), "Build "+b.unit(u))
	}
	if s.waives {
		add("Waive", "Waive")
	}
	for _, at := range s.removes {
		add("Remove "+b.Abbr(at), "Remove "+b.Abbr(at))
	}
	for _, o := range s.orders {
		if o.verb != none {
			out = append(out, o.filed())
		}
		if o.hasList() {
			out = append(out, o.listed())
		}
	}
	for _, at := range s.peeks {
		k := "PAS"
		if peeks > 1 {
			k += " " + b.Abbr(at)
		}
		add(k, "PAS-"+b.Abbr(at))
	}
	if s.vote != "" {
		add("VOTE", "VOTE "+s.vote)
	}
	if s.auto {
		add(retreatAuto, retreatAuto)
	}
	for _, o := range s.always {
		add("ALWAYS "+subject(o), "ALWAYS "+o)
	}
	for _, n := range s.next {
		add(n.key(), "NEXT "+n.String())
	}
	return out
}

// prune removes orders from the sheet for which the set-up, builds or removals leave no unit, and returns them.
func (v View) prune(s *sheet) []string {
	if len(v.Dislodged) > 0 { // dislodged units are given orders for a place that they have left
		return nil
	}
	b := standard()
	var notes []string
	standing, a := v.standing(*s), v.author("", *s)
	for _, o := range slices.Clone(s.orders) {
		at := b.Province(o.at)
		u, ok := standing.in(at)
		if slices.Contains(v.homes, at) {
			u, ok = v.starting(*s, at), true
		}
		if x, can := a.retyped(o, u); ok && can {
			s.drop(at)
			s.set(x)
			notes = append(notes, fmt.Sprintf("%s became %s: the unit there is of the other type now.", o.text(""),
				x.text("")))
			continue
		}
		if !ok || u.Type != o.unit || u.At != o.at {
			s.drop(at)
			notes = append(notes, fmt.Sprintf("%s is no longer on file: that unit will not be there.", o.text("")))
		}
	}
	return notes
}

// retyped returns the order of a unit that is to start, or is to be built, as the other type of unit, and whether that
// can have the same order.
func (a *author) retyped(o order, u diplomacy.Unit) (order, bool) {
	if u.Type == o.unit {
		return o, false
	}
	o.unit, o.at = u.Type, u.At
	if o.verb == move {
		o.to = a.landing(u, o.to)
	}
	o.retreat = reachable(u, o.retreat)
	return o, o.verb != none && a.possible(o) == nil
}

// remarks returns notes on results of a letter that its author may not expect.
func (v View) remarks(was, now sheet, c *kit.Context) []string {
	b := standard()
	var notes []string
	for _, o := range now.orders {
		k := b.key(o.at)
		old := was.of(b.Province(o.at))
		isNew := c.Given[k] != "" && c.Given[k+" R"] == ""
		keeps := old != nil && old.hasList() && o.hasList()
		if isNew && keeps && old.text("") != o.text("") {
			notes = append(notes, keepsItsList(o.text(""), o))
		}
	}
	before := append(v.contradictions(was), v.uncarried(was)...)
	for _, text := range append(v.contradictions(now), v.uncarried(now)...) {
		if !slices.Contains(before, text) {
			notes = append(notes, text)
		}
	}
	said := v.blind(was)
	for _, c := range v.blind(now) {
		if slices.Contains(said, c) {
			continue
		}
		why := fmt.Sprintf("No peek at %s is on file for this season", b.Abbr(c.at))
		if v.Peeks == 0 {
			why = v.noPeeks()
		}
		notes = append(notes, fmt.Sprintf("%s%s, so %q can't hold.", strings.ToUpper(why[:1]), why[1:], c.String()))
	}
	return notes
}

// contradictions returns notes on supports and convoys that other orders of the same sheet make void.
func (v View) contradictions(s sheet) []string {
	b := standard()
	var out []string
	for _, o := range s.orders {
		helped := s.of(o.target)
		helps := o.verb == support || o.verb == convoy
		if !helps || helped == nil || helped.verb == none {
			continue
		}
		goes := diplomacy.NoLoc
		if helped.verb == move {
			goes = b.Province(helped.to)
		}
		wanted := o.to
		if wanted != diplomacy.NoLoc {
			wanted = b.Province(wanted)
		}
		if goes != wanted {
			out = append(out, fmt.Sprintf("%s has no effect: your own order is %s.", o.text(""), helped.text("")))
		}
	}
	return out
}

// uncarried returns the moves by sea on a sheet for which the sheet contains no convoy.
func (v View) uncarried(s sheet) []string {
	b := standard()
	var out []string
	for _, o := range s.orders {
		carries := func(by order) bool {
			return by.verb == convoy && by.target == b.Province(o.at) && by.to == b.Province(o.to)
		}
		bySea := o.verb == move && o.unit == diplomacy.Army && !b.CanReach(o.unit, o.at, o.to)
		if bySea && !v.open && !slices.ContainsFunc(s.orders, carries) {
			out = append(out, fmt.Sprintf("%s goes by sea: it needs fleets that convoy it.", o.text("")))
		}
	}
	return out
}

// withdrawn completes the reading of a letter with retreats.
func (v View) withdrawn(r *adjudicator.Reading, old string, s sheet) {
	for _, u := range v.dislodged() {
		unit := standard().unit(u)
		if o := s.of(standard().Province(u.At)); o != nil {
			r.Form = append(r.Form, withdrawal(u, o))
			continue
		}
		r.Missing = append(r.Missing, unit+" has no retreat: it will be removed.")
		r.Form = append(r.Form, unit+" R ")
	}
	r.Answer = answer(old, strings.Join(v.withdrawals(s), "\n"))
}

// answer returns what is on file after reading a letter: now, or noOrders if a letter has removed the last item of a
// sheet, to distinguish that from a letter of which nothing could be read.
func answer(old, now string) string {
	if old != "" && now == "" {
		return noOrders
	}
	return now
}
