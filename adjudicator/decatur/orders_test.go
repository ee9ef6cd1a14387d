package decatur

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// TestOrders reads the lines of testdata/orders.txt, whose head says how they are written.
func TestOrders(t *testing.T) {
	adjudicatortest.Orders(t, "testdata/orders.txt", ";", func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}

// An asker is the view of a section, what its lines are read for, and what is on file.
type asker struct {
	view View
	kind string
	old  string
}

// reads returns an asker as the house has it.
func (a asker) reads() adjudicatortest.Asker {
	return adjudicatortest.Asker{View: a.view, Kind: a.kind, Old: a.old, Again: func(answer string) (string, error) { return a.view.again(a.kind, answer) }, AnyOrder: true, Verbatim: true}
}

func readAgain(t *testing.T, v View, kind, text string) {
	t.Helper()
	asker{view: v, kind: kind}.reads().ReadAgain(t, text)
}

func asking(t testing.TB, body string) asker {
	t.Helper()
	b := House()
	v := View{State: State{Interval: 1, Intervals: 4, Round: 2, Space: 2, Deck: 20}, Phase: "Interval 1, round 2", board: b, rules: map[string]string{}}
	for _, o := range options {
		v.rules[o.Name] = o.Values[0]
	}
	for _, l := range b.Locations {
		v.Locations = append(v.Locations, Holding{Location: l.Name})
	}
	a := asker{kind: "round"}
	for line := range strings.Lines(body) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.Contains(line, "###") || word == "":
		case slices.Contains(seats(), adjudicator.Seat(word)):
			if v.Seat == "" {
				v.Seat = word
			}
			place(t, &v, word, rest)
		case word == "hand":
			v.Hand = kindsIn(rest)
			v.player(v.Seat).Hand = len(v.Hand)
		case word == "restructured":
			v.player(v.Seat).Restructured = true
		case word == "later":
			v.Players = append(v.Players[1:], v.Players[0])
		case word == "ruling":
			name, value, _ := strings.Cut(rest, " ")
			v.rules[name] = value
		case word == "file":
			a.old = strings.ReplaceAll(rest, " | ", "\n")
		case word == "asks":
			a.kind = rest
		case word == "takeover":
			v.Takeover = takeoverOf(t, rest)
		case word == "goes":
			v.Takeover.Goes = strings.Split(rest, ", ")
		case word == "fleets":
			for o := range strings.SplitSeq(rest, ", ") {
				v.Takeover.Fleets = append(v.Takeover.Fleets, Ocean(o))
			}
		case word == "excess":
			v.Excess = &Excess{}
			scan(t, rest, &v.Excess.ToPlay, &v.Excess.ToDiscard)
		default:
			t.Fatalf("what is %q?", line)
		}
	}
	if x := v.Takeover; x != nil {
		if l, ok := v.board.Loc(x.From); ok {
			x.Left = v.at(l).Factors - x.Committed
		}
	}
	a.view = v
	return a
}

// place puts "India 5, Egypt 2 Indian; Orient" on the board: locations with factors and ports, then cards in play.
func place(t testing.TB, v *View, seat, text string) {
	t.Helper()
	locations, inPlay, _ := strings.Cut(text, ";")
	v.Players = append(v.Players, Player{Seat: seat, InPlay: kindsIn(inPlay), Hand: 1})
	for item := range strings.SplitSeq(locations, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		words := strings.Fields(item)
		i := slices.IndexFunc(words, func(w string) bool { return strings.Trim(w, "0123456789") == "" })
		if i < 0 {
			t.Fatalf("how many factors are in %q?", item)
		}
		l, ok := v.board.Loc(strings.Join(words[:i], " "))
		if !ok {
			t.Fatalf("where is %q?", item)
		}
		h := v.at(l)
		h.Owner = seat
		scan(t, words[i], &h.Factors)
		if i+1 < len(words) {
			h.Port = Ocean(words[i+1])
		}
	}
}

func scan(t testing.TB, text string, to ...any) {
	t.Helper()
	if _, err := fmt.Sscan(text, to...); err != nil {
		t.Fatal(err)
	}
}

func kindsIn(text string) []Commonwealth {
	var out []Commonwealth
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, Commonwealth(item))
		}
	}
	return out
}

// takeoverOf returns "Red India-Indo-China Blue 2 4 7": contender, locations, defender, committed, strength, against.
func takeoverOf(t testing.TB, text string) *Takeover {
	t.Helper()
	words := strings.Fields(text)
	if len(words) != 6 {
		t.Fatalf("what takeover is %q?", text)
	}
	from, to, _ := strings.Cut(strings.ReplaceAll(words[1], "_", " "), "-")
	x := &Takeover{Contender: words[0], From: from, To: to, Defender: words[2]}
	scan(t, strings.Join(words[3:], " "), &x.Committed, &x.Strength, &x.Against)
	return x
}

// again returns an answer as the rules take it apart, written again in normal form.
func (v View) again(kind, answer string) (string, error) {
	switch kind {
	case "bid":
		d, err := parseBid(answer)
		return d.words(), err
	case "excess":
		d, err := parseParting(answer)
		return d.words(), err
	case "relocation":
		r, err := parseRelocation(v.board, answer)
		return r.answer(v.board), err
	case "advance":
		n, err := parseAdvance(answer)
		return advanceWords(n), err
	}
	s, err := parseSheet(v.board, answer)
	return cmp.Or(s.words(v.board), noOrders), err
}
