package decatur

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/parser/strict"
)

const someGame = `Red India 5, Persia 3, Arabia 2, Egypt 6, South Africa 1; Russian, Orient
Blue Indo-China 2 Pacific, Sumatra 1, Japan 0 Pacific; Orient, Orient
hand Orient, Orient, British
`

// A condition is looked at as the board, the cards and the round are when the turn comes.
func TestHolds(t *testing.T) {
	v := asking(t, someGame).view
	check := func(text string, want bool, change ...func(*sight)) {
		t.Helper()
		filed, err := parseSheet(v.board, "1: VENTURE India-Indo-China COMMIT ALL IF "+text)
		if err != nil {
			t.Fatal(err)
		}
		s := &sight{State: &v.State, board: v.board, seat: "Red", hand: v.Hand}
		for _, c := range change {
			c(s)
		}
		if got := filed.turn[0].when.holds(s); got != want {
			t.Errorf("IF %s: %v, want %v", text, got, want)
		}
	}
	check("Borneo EMPTY", true)
	check("India EMPTY", false)
	check("Japan EMPTY", false) // a port is there
	check("India MINE", true)
	check("Borneo MINE", false)
	check("Japan HOSTILE", true)
	check("India HOSTILE", false)
	check("Borneo HOSTILE", false)
	check("Japan Blue", true)
	check("Japan Red", false)
	check("India Red", true)
	check("FACTORS(Indo-China) <= 2", true)
	check("FACTORS(Indo-China) < 2", false)
	check("FACTORS(Indo-China) = 2", true)
	check("FACTORS(Indo-China) = 3", false)
	check("FACTORS(Indo-China) > 2", false)
	check("FACTORS(Indo-China) >= 2", true)
	check("FACTORS(Borneo) = 0", true)
	check("FLEETS(Blue, Pacific) >= 2", true)
	check("FLEETS(Blue, Indian) >= 1", false)
	check("FLEETS(ME, Pacific) = 0", true)
	check("PORTS(Blue) >= 2", true)
	check("PORTS(ME) >= 1", false)
	check("INPLAY(Blue, Orient) = 2", true)
	check("INPLAY(ME, Orient) = 1", true)
	check("INPLAY(ME, British) >= 1", false)
	check("HAND(Blue) = 1", true)
	check("HAND(ME) = 3", true)
	check("HAND(Green) >= 1", false) // nobody
	check("MYHAND(Orient) >= 2", true)
	check("MYHAND(British) >= 2", false)
	check("TAKEN OVER", false)
	check("TAKEN OVER", true, func(s *sight) { s.taken = true })
	check("WINS", false)
	check("WINS", true, func(s *sight) { s.wins = true })
	check("CLOCK UP", false)
	check("CLOCK UP", true, func(s *sight) { up := *s.State; up.Up = true; s.State = &up })
	check("NOT India MINE", false)
	check("NOT Borneo MINE AND India MINE", true)
	check("India MINE OR India MINE AND Borneo MINE", false) // from left to right
	check("India MINE OR (India MINE AND Borneo MINE)", true)
	check("Borneo MINE AND India MINE OR India MINE", true)
	check("NOT (India MINE AND Borneo MINE)", true)
}

// The line for a location comes before that for all others, wherever they stood in the letter.
func TestStandingOrders(t *testing.T) {
	v := asking(t, someGame).view
	b := v.board
	s := strict.Must(parseSheet(b, v.Read("round", "", "DEFEND ALL PLAY matching\nDEFEND Egypt PLAY NONE\nRELOCATE ALL TO Arabia\nRELOCATE Egypt TO East Africa, Arabia FLEET Indian\nKEEP Orient\nDISCARD Russian").Answer)).rules
	at := func(name string) Loc {
		l, ok := b.Loc(name)
		if !ok {
			t.Fatalf("where is %s?", name)
		}
		return l
	}
	if d := s.defence(at("Egypt")); d == nil || d.matching {
		t.Errorf("Egypt is defended by %+v", d)
	}
	if d := s.defence(at("India")); d == nil || !d.matching {
		t.Errorf("India is defended by %+v", d)
	}
	if r := s.relocation(at("Egypt")); r == nil || !slices.Equal(r.to, []Loc{at("East Africa"), at("Arabia")}) || r.ocean != Indian || r.n != unset {
		t.Errorf("from Egypt go %+v", r)
	}
	if r := s.relocation(at("India")); r == nil || !slices.Equal(r.to, []Loc{at("Arabia")}) {
		t.Errorf("from India go %+v", r)
	}
	want := "DEFEND Egypt PLAY NONE\nDEFEND ALL PLAY matching\nRELOCATE Egypt TO East Africa, Arabia FLEET Indian\nRELOCATE ALL TO Arabia\nKEEP Orient\nDISCARD Russian"
	if got := s.words(b); got != want {
		t.Errorf("they are %q, want %q", got, want)
	}
	none := strict.Must(parseSheet(b, "KEEP Orient")).rules
	if none.defence(at("Egypt")) != nil || none.relocation(at("Egypt")) != nil {
		t.Error("there is a line for Egypt where there is none")
	}
}

// If a letter gives two answers, both are named and neither is filed.
func TestTwoAnswers(t *testing.T) {
	check := func(kind, text, want string) {
		t.Helper()
		v := asking(t, someGame+"takeover Red India-Indo-China Blue 2 4 6\ngoes Borneo, Sumatra").view
		r := v.Read(kind, "", text)
		var lines []string
		for _, f := range r.Faults() {
			lines = append(lines, f.Line)
		}
		if got := strings.Join(lines, "|"); got != want || r.Answer != "" {
			t.Errorf("%s: %q is read as %q, and refused are %q, want %q", kind, text, r.Answer, got, want)
		}
	}
	check("bid", "COMMIT 5\nHello\nI concede.", "COMMIT 5 / I concede")
	check("relocation", "RELOCATE TO Borneo\nto Sumatra", "RELOCATE TO Borneo / to Sumatra")
	check("advance", "MOVE 3\nMOVE 4", "MOVE 3 / MOVE 4")
}

// A player without an action is told what becomes of their turn.
func TestMissing(t *testing.T) {
	check := func(v View, text, want string) {
		t.Helper()
		if got := strings.Join(v.Read("round", "", text).Missing, "|"); got != want {
			t.Errorf("of %q is missing %q, want %q", text, got, want)
		}
	}
	v := asking(t, someGame).view
	check(v, "", "You have no action on file: you will pass.")
	check(v, "KEEP Orient", "You have no action on file: you will pass.")
	check(v, "NO ORDERS", "You have no action on file: you will pass.")
	check(v, "DRAW", "")
	check(asking(t, someGame+"ruling passing draw").view, "", "You have no action on file: you will draw an influence card.")
}

// The form has room for what is not there yet, and what is filled in is read.
func TestForm(t *testing.T) {
	v := asking(t, someGame).view
	form := func(kind, old, want string) {
		t.Helper()
		if got := strings.Join(v.Read(kind, "", old).Form, "|"); got != want {
			t.Errorf("the form of %q is %q, want %q", old, got, want)
		}
	}
	form("round", "", "1: |2: |3: |DEFEND: |RELOCATE: |KEEP: |DISCARD: ")
	form("turn", "DRAW\nKEEP Orient", "1: DRAW|2: |3: |DEFEND: |RELOCATE: |KEEP Orient|DISCARD: ")
	form("round", "1: DRAW\n2: PASS\n3: DRAW\nDEFEND ALL PLAY matching", "1: DRAW|2: PASS|3: DRAW|4: |DEFEND ALL PLAY matching|RELOCATE: |KEEP: |DISCARD: ")
	filled := v.Read("round", "1: DRAW", "2: EXPAND India\nDEFEND: ALL PLAY matching UP TO 2\nRELOCATE: Egypt TO Arabia\nKEEP: Orient\nDISCARD: Russian")
	want := "1: DRAW\n2: EXPAND India\nDEFEND ALL PLAY matching UP TO 2\nRELOCATE Egypt TO Arabia\nKEEP Orient\nDISCARD Russian"
	if filled.Answer != want || len(filled.Faults()) > 0 {
		t.Errorf("a form that was filled in is read as %q with faults %v, want %q", filled.Answer, filled.Faults(), want)
	}
	bid := asking(t, someGame+"takeover Red India-Indo-China Blue 2 4 6").view
	for _, kind := range []string{"bid", "excess", "relocation", "advance"} {
		if r := bid.Read(kind, "", ""); len(r.Form) != 1 || !strings.HasSuffix(r.Form[0], ": ") || r.Answer != "" {
			t.Errorf("the form of a %s is %q with the answer %q", kind, r.Form, r.Answer)
		}
	}
}

// There is an end to what can be filed.
func TestLimits(t *testing.T) {
	v := asking(t, someGame).view
	var lines []string
	for _, l := range v.board.Locations {
		lines = append(lines, "DEFEND "+l.Name+" PLAY matching")
	}
	for x, l := range v.board.Locations {
		for y := range v.board.Locations {
			if v.board.Near(Loc(x), Loc(y)) {
				lines = append(lines, "RELOCATE "+l.Name+" TO "+v.board.Name(Loc(y)))
				break
			}
		}
	}
	r := v.Read("round", "", strings.Join(lines, "\n"))
	if n := strings.Count(r.Answer, "DEFEND") + strings.Count(r.Answer, "RELOCATE"); n != maxStanding || len(r.Faults()) != len(lines)-maxStanding {
		t.Errorf("of %d standing orders %d are taken, with %d faults", len(lines), n, len(r.Faults()))
	}
	deep := "DRAW IF " + strings.Repeat("(", 1000) + "CLOCK UP" + strings.Repeat(")", 1000)
	if r := v.Read("round", "", deep); r.Answer != "1: DRAW IF CLOCK UP" || len(r.Faults()) > 0 {
		t.Errorf("a deep condition is read as %q with faults %v", r.Answer, r.Faults())
	}
	if r := v.Read("round", "", strings.Repeat("IF x THEN DRAW ELSE DRAW\n", 2)); r.Answer != "" || len(r.Faults()) == 0 {
		t.Errorf("what hangs on a condition that can't be read is taken as %q, with faults %v", r.Answer, r.Faults())
	}
}

// A reader without a seat in the game has nothing to file.
func TestObserverReads(t *testing.T) {
	v := asking(t, someGame).view
	v.Seat = ""
	if r := v.Read("round", "x", "DRAW"); r.Answer != "x" || len(r.Form) > 0 {
		t.Errorf("an observer's words are read: %+v", r)
	}
	if r := (View{}).Read("round", "x", "DRAW"); r.Answer != "x" {
		t.Errorf("words are read without a board: %+v", r)
	}
}

// The check of a sheet does not depend on what others have in hand or on the deck, which are not in the view. On the
// player's own cards it depends only by their kinds, not by their order.
func TestReadsHand(t *testing.T) {
	v := asking(t, someGame).view
	text := "VENTURE India-Indo-China PLAY matching\nEXCHANGE 2 British\nDEFEND India PLAY Crescent"
	turned := v
	turned.Hand = []Commonwealth{British, Orient, Orient}
	if a, b := v.Read("round", "", text), turned.Read("round", "", text); a.Answer != b.Answer || !slices.Equal(a.Notes, b.Notes) {
		t.Errorf("%q, %q and %q, %q", a.Answer, a.Notes, b.Answer, b.Notes)
	}
}

// FuzzRead reads any letter with several views and for every question.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"VENTURE India-Indochina COMMIT 4 MAX 5 PLAY Orient,Orient MOVE all", "1: DRAW | 2: EXPAND India, Persia\n3: NONE", "If Indo-China is empty: venture India-Indo-China; otherwise draw",
		"DEFEND ALL PLAY matching UP TO 2 ONLY IF WINS\nDEFEND OFF", "RELOCATE Egypt TO Arabia, Congo FLEET Indian FACTORS 3", "KEEP 2 Orient and British\nDISCARD Russian", "CLOCK\nDECATUR Egypt, India",
		"COMMIT 5 PLAY Orient, Orient DISCARD Russian", "CONCEDE", "PAT", "PLAY British\nDISCARD Russian", "keep Orient, Orient", "RELOCATE TO Arabia", "FLEET Indian", "MOVE ALL", "MOVE 4",
		"DRAW IF NOT (FACTORS(Egypt) <= 2 OR INPLAY(Blue, Orient) >= 1) AND CLOCK UP", "DRAW IF FLEETS(ME, Indian) >= 1", "consolidate Persia 3 and Arabia all into India", "exchange two Orients", "exchange Orient hand 1 play 1",
		"(1) Venture from India to Persia with three, else pass. Thanks!", "Hello all,\n\nORDERS:\n - EXPAND E. Australia + W Africa", "1: VENTURE India-Persia IF WINS\n2. PORT Egypt/Indian", "NO ORDERS", "İf ﬁrst – “x” …",
		"expand Persia and India\nSiam", "expand Persia n India\nPersia", "i take Persia. from India, as many as it takes. expand India n Persia",
		"k i take persia. from india, all 5 if i have to. if that dont work expand india n indo china",
	} {
		f.Add(s)
	}
	rulings := "ruling passing draw\nruling decatur_call on\nruling relocation choice\nruling overbid exact\nruling off_colour allowed\nruling speed fast\n"
	views := map[string][]View{"round": {asking(f, someGame).view, asking(f, someGame+rulings).view}}
	for _, game := range []string{someGame, someGame + rulings} {
		views["bid"] = append(views["bid"], asking(f, game+"takeover Red India-Indo-China Blue 2 4 6").view, asking(f, game+"takeover Blue Sumatra-India Red 0 4 3").view)
		views["excess"] = append(views["excess"], asking(f, game+"excess 1 0").view, asking(f, game+"excess 2 1").view)
		views["relocation"] = append(views["relocation"], asking(f, game+"takeover Blue Indo-China-Egypt Red 2 4 6\ngoes Arabia, East Africa\nfleets Atlantic, Indian").view, asking(f, game+"takeover Blue Indo-China-Egypt Red 2 4 6\nfleets Atlantic, Indian").view)
		views["advance"] = append(views["advance"], asking(f, game+"takeover Red India-Indo-China Blue 2 4 6").view)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []string{"round", "bid", "excess", "relocation", "advance"} {
			for _, v := range views[kind] {
				readAgain(t, v, kind, text)
			}
		}
		v := views["round"][0]
		const old = "1: DRAW\nKEEP Orient"
		amended := v.Read("round", old, text)
		if amended.Answer == "" {
			t.Errorf("%q takes away all that was on file", text)
		}
		if again := v.Read("round", "", amended.Answer); again.Answer != amended.Answer || len(again.Faults()) > 0 {
			t.Errorf("%q amends to %q, which is read as %q with faults %v", text, amended.Answer, again.Answer, again.Faults())
		}
	})
}

// Reading takes time in proportion to the letter, whatever its lines are.
func BenchmarkRead(b *testing.B) {
	v := asking(b, someGame).view
	for name, line := range map[string]string{
		"orders": "VENTURE India-Indo-China COMMIT 4 PLAY Orient IF CLOCK UP\n", "one line": "VENTURE India-Indo-China, ", "names": "India-", "prose": "word ", "wrapped": "EXPAND India,\n", "brackets": "DRAW IF (((((", "else": "else ", "signs": "- > ( ; ",
		"kinds": "KEEP Orent Orent Orent\n", "numbers": "1: 2: 3: ", "cards": "KEEP Orient, ", "ifs": "draw if. ", "not": "DRAW IF NOT NOT NOT\n",
	} {
		for _, n := range []int{1 << 10, 1 << 16} {
			b.Run(name+"/"+strings.Repeat("k", n>>16+1), func(b *testing.B) {
				text := strings.Repeat(line, n/len(line))
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					v.Read("round", "", text)
				}
			})
		}
	}
}

// The rules take sheets in normal form apart again and again, and views read them; that is quick.
func BenchmarkParse(b *testing.B) {
	const text = "1: VENTURE India-Indo-China COMMIT 4 MAX 5 PLAY Orient, Orient MOVE ALL IF FACTORS(Indo-China) <= 2\n2: EXPAND India, Persia\n3: CONSOLIDATE India FROM Persia 3, Arabia ALL\n4: DRAW\n" +
		"DEFEND Egypt PLAY Crescent UP TO 1\nDEFEND ALL PLAY matching UP TO 2\nRELOCATE ALL TO Arabia, Egypt, Persia, India, East Africa\nKEEP Independent, Russian, British, Crescent, Orient\nDISCARD Orient, Crescent"
	v := asking(b, someGame).view
	if err := v.Check("round", text); err != nil {
		b.Fatal(err)
	}
	b.Run("sheet", func(b *testing.B) {
		for b.Loop() {
			strict.Must(parseSheet(v.board, text))
		}
	})
	b.Run("bid", func(b *testing.B) {
		for b.Loop() {
			strict.Must(parseBid("COMMIT 5 PLAY Orient, Orient DISCARD Russian"))
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			v.Read("round", "", text)
		}
	})
}
