package decatur

import (
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/parser/strict"
)

// What is on file after a letter is in normal form, and the same in any other spelling is not.
func TestStrict(t *testing.T) {
	adjudicatortest.StrictOrders(t, "testdata/orders.txt", func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}

func TestTakenApart(t *testing.T) {
	if s := strict.Must(parseSheet(House(), "NO ORDERS")); len(s.turn) > 0 || s.words(House()) != "" {
		t.Errorf("NO ORDERS is %+v", s)
	}
	if n := strict.Must(parseAdvance("MOVE ALL")); n != all {
		t.Errorf("MOVE ALL advances %d", n)
	}
	if d := strict.Must(parseBid("COMMIT 5 PLAY Orient, Orient DISCARD Russian")); d.commit != 5 || !slices.Equal(d.play, []Commonwealth{Orient, Orient}) || !slices.Equal(d.discard, []Commonwealth{Russian}) {
		t.Errorf("the bid is %+v", d)
	}
	if d := strict.Must(parseBid("PAT")); d.concede || d.commit != unset {
		t.Errorf("PAT is %+v", d)
	}
	if d := strict.Must(parseBid("CONCEDE")); !d.concede {
		t.Errorf("CONCEDE is %+v", d)
	}
}

// Text that only resembles normal form is not, such as players' own words for the same; nor is anything that the
// board never allows.
func TestNotStrict(t *testing.T) {
	a := asking(t, someGame+"takeover Red India-Indo-China Blue 2 4 6\n")
	check := func(kind string, texts ...string) {
		t.Helper()
		a.kind = kind
		a.reads().NotStrict(t, texts...)
	}
	check("round", "", "x", "\x00", "no orders", "NO ORDERS\n1: DRAW", "DRAW", "1: draw", "1: DRAW\n", "\n1: DRAW", "1: DRAW ", "2: DRAW", "1: DRAW\n3: PASS", "KEEP Orient\n1: DRAW", "(((((", "1: DRAW IF NOT NOT",
		"1: VENTURE", "DEFEND", "IF NOT NOT", "1: VENTURE India-Persia", "1: VENTURE India to Persia MOVE ALL", "1: VENTURE India-Persia MOVE 0", "1: VENTURE India-Persia MOVE 8", "1: VENTURE India-Persia MOVE 03", "1: VENTURE India-Atlantis MOVE 1",
		"1: VENTURE India-Persia MOVE 2 COMMIT 1", "1: VENTURE India-India MOVE ALL", "1: VENTURE Scandinavia-East Australia MOVE ALL", "1: VENTURE India-Persia COMMIT 4 MAX 3", "1: VENTURE India-Persia FIRST cards",
		"1: VENTURE India-Persia COMMIT ALL DISCARD Orient, Orient", "1: EXPAND India,Persia", "1: EXPAND India, India", "1: EXPAND India, Persia, Egypt", "1: PORT Egypt", "1: PORT Persia Indian", "1: PORT Egypt Pacific",
		"1: PORT Siberia", "1: EXCHANGE Orient", "1: EXCHANGE Orient HAND 0", "1: EXCHANGE Orient HAND 10", "1: EXCHANGE Orient PLAY 1 HAND 1", "1: CONSOLIDATE India FROM India 1", "1: CONSOLIDATE India FROM Persia 1, Persia 1",
		"1: CONSOLIDATE India FROM Persia 0", "1: CONSOLIDATE India FROM Scandinavia 1", "1: DRAW IF WINS", "1: DRAW IF (CLOCK UP)", "1: DRAW IF (CLOCK UP AND TAKEN OVER) OR CLOCK UP", "1: DRAW IF India mine", "1: DRAW IF India Black",
		"1: DRAW IF HAND(Black) >= 1", "1: DRAW IF HAND(Blue)>= 1", "1: DRAW IF HAND(Blue) != 1", "1: DRAW IF HAND(Blue) >= 100", "1: DRAW IF FLEETS(Blue) >= 1", "1: DRAW IF CLOCK UP XOR TAKEN OVER",
		"DEFEND ALL", "DEFEND ALL PLAY matching\nDEFEND Egypt PLAY NONE", "DEFEND Egypt PLAY NONE\nDEFEND Egypt PLAY NONE", "DEFEND Egypt PLAY NONE UP TO 1", "DEFEND Egypt PLAY matching UP TO ALL", "DEFEND Egypt INTERACTIVE PLAY NONE",
		"RELOCATE TO", "RELOCATE Egypt", "RELOCATE Egypt TO Arabia, Arabia", "RELOCATE Egypt TO Japan", "RELOCATE Egypt FACTORS ALL", "RELOCATE India FLEET Pacific", "RELOCATE ALL FLEET Indian TO Arabia", "KEEP", "KEEP Orient,British", "KEEP 2 Orient",
		"DISCARD Russian\nKEEP Orient", "DISCARD Russian, Russian", "CLOCK ", "DECATUR Egypt\nCLOCK", "DECATUR Egypt, Egypt", "BID", "CONCEDE")
	check("bid", "", "x", "\x00", "(((((", "PLAY", "PLAY Orient blah", "PASS", "concede", "COMMIT", "COMMIT ALL", "COMMIT 8", "COMMIT 2 more", "PLAY orient", "PLAY Orient COMMIT 2", "DISCARD Russian", "PLAY Orient DISCARD Russian, Russian", "PLAY NONE", "1: DRAW")
	check("excess", "", "x", "PLAY", "PLAY Orient DISCARD Russian", "DISCARD Russian\nPLAY Orient", "PLAY Orient\n", "KEEP Orient")
	check("relocation", "", "x", "RELOCATE", "RELOCATE TO", "RELOCATE TO Arabia, Egypt", "RELOCATE FLEET Indian", "FLEET", "RELOCATE TO Arabia FLEET Indian FACTORS 3", "TO Arabia")
	check("advance", "", "x", "MOVE", "MOVE 8", "MOVE all", "MOVE ALL ", "3")
	for _, v := range []adjudicator.View{a.view, View{}, Truth{}} {
		adjudicatortest.Asker{View: v, Kind: "orders"}.NotStrict(t, "", "1: DRAW", "NO ORDERS")
	}
	for _, v := range []adjudicator.View{View{}, Truth{}} {
		adjudicatortest.Asker{View: v, Kind: "round"}.NotStrict(t, "", "1: DRAW", "NO ORDERS")
	}
}

// Answers with more in them than a letter may have are not in normal form.
func TestTooMuchIsNotStrict(t *testing.T) {
	a := asking(t, someGame)
	check := func(s sheet, right bool) {
		t.Helper()
		if text := s.words(House()); a.reads().Exactly(t, text) != right {
			t.Errorf("that %q passes is not %t", text, right)
		}
	}
	turns := slices.Repeat([]alternative{{do: pass{}}}, maxAlternatives+1)
	check(sheet{turn: turns[1:]}, true)
	check(sheet{turn: turns}, false)
	var rules standing
	for l := range House().Locations {
		rules.setDefence(defence{at: Loc(l), interactive: true})
		rules.setRelocation(relocation{at: Loc(l), n: 3})
	}
	rules.relocate = rules.relocate[:maxStanding+1-len(rules.defend)]
	check(sheet{rules: rules}, false)
	rules.defend = rules.defend[1:]
	check(sheet{rules: rules}, true)
	cards := slices.Repeat([]Commonwealth{Orient}, maxListed+1)
	check(sheet{rules: standing{keep: cards[1:]}}, true)
	check(sheet{rules: standing{keep: cards}}, false)
}

// A file that is not in normal form is reported as a fault of the program.
func TestFileIsBroken(t *testing.T) {
	adjudicatortest.BrokenFile(t, func() { asking(t, someGame).view.Read("round", "draw", "PASS") })
}

// Whatever is on file, reading it ends without a panic, and what is taken is taken for itself.
func FuzzStrict(f *testing.F) {
	for _, s := range []string{"NO ORDERS", "1: VENTURE India-Indo-China COMMIT 4 MAX ALL PLAY Orient, Orient DISCARD Russian FIRST cards MOVE ALL INTERACTIVE IF Indo-China HOSTILE\n2: PASS",
		"1: CONSOLIDATE India FROM Persia 3, Arabia ALL IF NOT FACTORS(Egypt) <= 2 AND (INPLAY(ME, Orient) = 1 OR WINS)\nDEFEND Egypt PLAY matching UP TO 2 ONLY IF WINS\nRELOCATE ALL TO Arabia FACTORS 3 FLEET Indian\nKEEP Orient\nDISCARD Russian\nCLOCK\nDECATUR India",
		"COMMIT 5 PLAY Orient DISCARD Russian", "PAT", "CONCEDE", "PLAY British\nDISCARD Russian", "RELOCATE TO Arabia", "FLEET Indian", "MOVE ALL"} {
		f.Add(s)
	}
	all := views(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range all {
			a.reads().Exactly(t, text)
		}
	})
}

// views returns a view for each kind of question.
func views(t testing.TB) []asker {
	var out []asker
	for _, head := range []string{"", "asks bid\ntakeover Red India-Indo-China Blue 2 4 6\n", "asks excess\nexcess 2 1\n", "asks relocation\ntakeover Blue Indo-China-Egypt Red 2 4 6\ngoes Arabia, East Africa\n",
		"asks advance\ntakeover Red India-Indo-China Blue 2 4 6\n"} {
		out = append(out, asking(t, someGame+head))
	}
	return out
}
