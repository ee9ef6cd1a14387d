package letters

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"deaddrop/gm/reception"
)

// A Class says how well a letter was read.
type Class int

// The classes.
const (
	Exact     Class = iota // what must be on file is, and nothing was asked
	Needless               // what must be on file is, but with a needless question
	Asked                  // what is in doubt was asked, and the rest is on file
	Unasked                // what is in doubt is not on file, but was not asked
	Refused                // something is not on file that should be, and was asked or refused
	Dropped                // nothing was filed, and nothing was asked
	Half                   // part of it is not on file, and was not asked
	WrongTold              // something wrong is on file, and something was asked about it
	Wrong                  // something wrong is on file, and the player is not told
	Offered                // what is not on file was asked, and a YES or two put it there

	Classes = iota // how many there are
)

// String says a class in a few words.
func (c Class) String() string {
	return [Classes]string{"exactly right", "right, needless question", "asked where it must",
		"not filed, but not asked", "needlessly refused or asked", "all dropped, no question", "HALF TAKEN",
		"wrong, but told", "SILENTLY WRONG", "asked with the right suggestion"}[c]
}

// Classify says how well a letter was read, by what came of it.
func (l Letter) Classify(t reception.Trial) Class {
	filed, was := l.normal(t.Filed), l.normal(l.Old)
	// faults in what is on file
	added := func(want []string) []string { return without(without(filed, want), was) }
	cost := func(want []string) int {
		return len(without(want, filed)) + 2*len(added(want)) + len(without(filed, want))
	}
	wants := [][]string{l.normal(l.Want)}
	for _, alt := range l.Alt {
		wants = append(wants, l.normal(alt))
	}
	want := slices.MinFunc(wants, func(a, b []string) int { return cost(a) - cost(b) })
	told, offers := tellings(t)
	if cost(want) == 0 {
		other := slices.ContainsFunc(wants[1:], func(w []string) bool { return slices.Equal(w, want) })
		return l.right(other, len(told) > 0)
	}
	after := l.normal(slices.Concat(t.Filed, offers))
	within := slices.ContainsFunc(wants, func(w []string) bool { return len(without(w, after)) == 0 })
	few := len(t.Asked) > 0 && len(offers) <= 3*len(t.Asked)
	if few && within && len(added(want)) == 0 {
		return Offered
	}
	extra := slices.DeleteFunc(added(want), isUsualStart)
	missing := append(without(want, filed), without(without(filed, want), extra)...)
	switch quoted, saysWrong := l.tells(told, missing, extra); {
	case saysWrong:
		return WrongTold
	case len(extra) > 0:
		return Wrong
	case len(told) > 0 && (slices.Equal(filed, was) || quoted):
		return Refused
	case slices.Equal(filed, was):
		return Dropped
	}
	return Half
}

// Show says what must come of a letter and what did.
func (l Letter) Show(t reception.Trial) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n%s, %s %d\n%s\n", l.ID, l.Classify(t), l.Seat, l.Season, l.Year, l.Text)
	want := fmt.Sprintf("%q", l.Want)
	if l.Ask {
		want += ", and ask"
	}
	fmt.Fprintf(&b, "on file %q\nwant %s or %q\nfiled %q\n", l.Old, want, l.Alt, t.Filed)
	for _, a := range t.Asked {
		fmt.Fprintf(&b, "asked %q: %s %q\n", a.Line, a.Text, a.Suggest)
	}
	for _, r := range t.Refused {
		fmt.Fprintf(&b, "refused %q: %s\n", r.Line, r.Text)
	}
	return b.String() + fmt.Sprintf("talk %q\n", t.Talk)
}

// right returns the class of a letter after which all is on file as it should be, perhaps by another of its readings.
func (l Letter) right(other, told bool) Class {
	switch {
	case l.Ask && told:
		return Asked
	case l.Ask && !other:
		return Unasked
	case !l.Ask && told:
		return Needless
	}
	return Exact
}

// tellings returns the texts that tell the player of parts that were not taken, and the lines that a YES may file.
func tellings(t reception.Trial) (told, offers []string) {
	for _, a := range t.Asked {
		told = append(told, strings.Join(append([]string{a.Line, a.Text}, a.Suggest...), " "))
		offers = append(offers, a.Suggest...)
	}
	for _, r := range t.Refused {
		told = append(told, r.Line+" "+r.Text)
	}
	return told, offers
}

// tells reports whether the player is told of what is missing, and of what is on file and wrong.
func (l Letter) tells(told, missing, extra []string) (ofMissing, ofExtra bool) {
	if !l.isDiplomacy() {
		return len(told) > 0, len(extra) > 0 && len(told) >= len(extra)
	}
	others, untold := 0, 0 // tellings about something else, and lines of which none tells
	for _, t := range told {
		if !slices.ContainsFunc(missing, func(line string) bool { return about(line, t) }) {
			others++
		}
	}
	for _, line := range missing {
		if !about(line, told...) {
			untold++
		}
	}
	ofExtra = len(extra) > 0 && !slices.ContainsFunc(extra, func(line string) bool { return !about(line, told...) })
	return len(told) > 0 && others >= untold, ofExtra
}

func (l Letter) isDiplomacy() bool { return l.Title == "deadman" || l.Title == "diplomacy" }

// without returns the lines of a list that another one does not have.
func without(lines, other []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(other, line) })
}

var (
	coast     = regexp.MustCompile(`\((?:nc|sc|ec)\)`)
	unit      = regexp.MustCompile(`^[AF] [A-Za-z]+(?:\([a-z]+\))?`)
	helped    = regexp.MustCompile(`^([AF] \S+ [SC]) (?:[AF] )?(\S+)$`)
	removes   = regexp.MustCompile(`^Remove [AF] `)
	retreats  = regexp.MustCompile(`^(.*?) R (.*)$`)
	separates = regexp.MustCompile(`[ (-]`)
)

// start marks in what is compared where a unit starts, and with what.
const start = "START "

// usual are the units of the standard start, and homes the home centres.
var (
	usual = strings.Split("F Tri,A Vie,A Bud,F Lon,F Edi,A Lvp,F Bre,A Par,A Mar,F Kie,A Ber,A Mun,F Nap,A Rom,A "+
		"Ven,F Sev,A Mos,A War,F StP,F Ank,A Con,A Smy", ",")
	homes = map[string]string{"Austria": "Tri Vie Bud", "England": "Lon Edi Lvp", "France": "Bre Par Mar",
		"Germany": "Kie Ber Mun", "Italy": "Nap Rom Ven", "Russia": "Sev Mos War StP", "Turkey": "Ank Con Smy"}
)

func isUsualStart(line string) bool {
	unit, ok := strings.CutPrefix(line, start)
	return ok && slices.Contains(usual, unit)
}

// normal returns lines as they are compared: sorted, and each once. In Diplomacy these make no difference: the type
// and coast of a supported unit, "via convoy", an order beside its list of retreats, and how a set-up is given.
func (l Letter) normal(lines []string) []string {
	var out []string
	starts := map[string]string{} // seats, by home centre
	for _, line := range lines {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case line == "":
		case l.isDiplomacy():
			out = append(out, normalOrder(line, starts)...)
		default:
			out = append(out, line)
		}
	}
	first := l.Season == "Spring" && l.Year == 1901
	if l.Title == "deadman" && first && len(out)+len(starts) > 0 {
		out = append(out, l.starting(out, starts)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// normalOrder returns a line of Diplomacy as it is compared. That of a set-up goes into starts.
func normalOrder(line string, starts map[string]string) []string {
	line = strings.TrimSuffix(line, " via convoy")
	if m := helped.FindStringSubmatch(line); m != nil {
		line = m[1] + " " + coast.ReplaceAllString(m[2], "")
	}
	if strings.HasPrefix(line, "Remove ") {
		line = coast.ReplaceAllString(removes.ReplaceAllString(line, "Remove "), "")
	}
	if list, ok := strings.CutPrefix(line, "SETUP "); ok {
		for u := range strings.SplitSeq(list, ", ") {
			starts[coast.ReplaceAllString(u[2:], "")] = u
		}
		return nil
	}
	if line == "No orders" {
		return nil
	}
	if m := retreats.FindStringSubmatch(line); m != nil {
		if u := unit.FindString(m[1]); u != "" && u != m[1] {
			return []string{m[1], u + " R " + m[2]}
		}
	}
	return []string{line}
}

// starting says where the units of a seat start: as set up, else as ordered, else as usual.
func (l Letter) starting(orders []string, starts map[string]string) []string {
	for _, u := range usual {
		home := u[2:]
		if _, given := starts[home]; given || !slices.Contains(strings.Fields(homes[string(l.Seat)]), home) {
			continue
		}
		starts[home] = u
		for _, o := range orders {
			if place := o[min(2, len(o)):]; strings.HasPrefix(place, home+"-") || strings.HasPrefix(place, home+" ") ||
				strings.HasPrefix(place, home+"(") {
				starts[home] = coast.ReplaceAllString(unit.FindString(o), "")
			}
		}
	}
	var out []string
	for _, u := range starts {
		out = append(out, start+coast.ReplaceAllString(u, ""))
	}
	return out
}

// spelt are parts of the names of places that are not seen in their abbreviations.
var spelt = map[string]string{"Nth": "north sea", "Nwg": "norwegian", "Eng": "channel", "Mao": "atl", "Bla": "black",
	"Tys": "tyrr", "Wes": "west", "Bot": "both", "StP": "peters", "Con": "const", "Lvp": "liverp", "Nwy": "norw",
	"Nao": "atl", "Tri": "trie", "Hol": "holl", "Kie": "kiel", "Hel": "helg"}

// about reports whether one of the texts names the unit or the place of a line.
func about(line string, texts ...string) bool {
	words := slices.DeleteFunc(separates.Split(line, -1), func(w string) bool { return w == "" })
	place := line
	switch {
	case len(words) > 2 && (words[0] == "Build" || words[0] == "START"):
		place = words[2]
	case len(words) > 1:
		place = words[1]
	}
	named := regexp.MustCompile(`[^a-z]` + regexp.QuoteMeta(strings.ToLower(place)))
	return slices.ContainsFunc(texts, func(text string) bool {
		text = " " + strings.ToLower(text)
		return named.MatchString(text) || spelt[place] != "" && strings.Contains(text, spelt[place])
	})
}
