package dishonest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

const someGame = `empty board
board Egypt: UK 2 inf 1 ftr, colony UK; Libya: UK 3 inf 1 arm, colony UK; Aegean Sea: UK 1 sqn; Balkans: UK 2 inf, colony UK; North Sea: UK 2 flt; England: UK 4 inf 2 arm 1 ftr; Levant: USSR 1 inf 1 ftr, colony USSR; Moscow: USSR 2 inf
hand UK 9, 10, 41, 12, 4
hand USSR 5
stock UK 5 supply 6 operations 9 money 2 oil
stock USSR 2 supply
tile UK Fascism
tile USSR Communism
`

// views returns a view for every question.
func views(t testing.TB) []asker {
	var out []asker
	for _, head := range []string{"", "writer USSR\nasks standing\n", "asks income\nincome\n", "asks bid\nincome\n", "asks ideology\nincome\nleft Communism, Capitalism\n", "writer USSR\nasks defence\nbattle Levant UK USSR\n",
		"asks commit\nbattle Levant UK USSR committing\n", "writer USSR\nasks secondary\nplayed UK Fascism\n", "asks ruling\n"} {
		out = append(out, asking(t, someGame+head))
	}
	return out
}

// Text that can't be read gives an empty result, and no panic.
func TestTakenApart(t *testing.T) {
	b := House()
	kinds := []string{"income", "turn", "standing", "bid", "ideology", "defence", "commit", "secondary", "ruling"}
	for _, text := range []string{"", "x", "\x00", "TACTICS", "TACTICS 2:", "PLAY", "MOBILIZE", "GARRISON -", "DEFEND", "DEFEND Egypt AGAINST", "((((", "TURN", "TURN 1", "TURN 99\nx", "OR", "|", "| |", "1:", "BID", "POOL", "SECONDARY", "ANNEX", "BATTLE :"} {
		for _, kind := range kinds {
			if is, err := again(b, kind, text); err == nil && text != "" {
				t.Errorf("%q is taken as %s: %q", text, kind, is)
			}
		}
	}
}

// Every place, power, card and tile is found by its own name, in lower case as well, and by what else it is called.
func TestNames(t *testing.T) {
	a := asking(t, someGame+"writer USSR\nasks standing\n")
	check := func(line, want string) {
		t.Helper()
		if r := a.view.Read(a.kind, "", line); r.Answer != want || len(r.Notes) > 0 && !strings.Contains(line, "CARD") {
			t.Errorf("%q is read as %q with %v, want %q", line, r.Answer, r.Notes, want)
		}
	}
	for _, p := range House().Places {
		for _, name := range append([]string{p.Name, strings.ToLower(p.Name), strings.ReplaceAll(p.Name, " ", "")}, p.Also...) {
			check("DEFEND "+name+": SUPPLY 1", "DEFEND "+p.Name+": SUPPLY 1")
		}
	}
	for _, c := range House().Cards {
		check("DEFEND ANY: CARD "+c.Title, fmt.Sprintf("DEFEND ANY: CARD %d", c.Number))
	}
	for _, tile := range House().Tiles {
		check("SECONDARY "+strings.ToUpper(tile.Name)+": NO", "SECONDARY "+tile.Name+": NO")
	}
	for words, seat := range map[string]string{"Britain": "UK", "england": "UK", "the United Kingdom": "UK", "U.K.": "UK", "Soviet Union": "USSR", "Russia": "USSR", "U.S.S.R.": "USSR", "America": "USA", "the United States": "USA",
		"italians": "Italy", "Japanese": "Japan", "germans": "Germany", "French": "France", "Deutschland": "Germany", "Russland": "USSR"} {
		check("TIES "+words, "TIES "+seat)
	}
}

// A player without orders is told what that means.
func TestMissing(t *testing.T) {
	check := func(a asker, text string, want ...string) {
		t.Helper()
		got := a.view.Read(a.kind, "", text).Missing
		if !adjudicatortest.Covered(got, want) {
			t.Errorf("of %q is missing %q, want %q", text, got, want)
		}
	}
	turn := asking(t, someGame)
	check(turn, "", "your ideology will be played with nothing chosen")
	check(turn, "LOSE INF", "You have no orders on file for this turn")
	check(turn, "TURN 1\nTURN 2\nPASS", "You have no orders on file for this turn")
	check(turn, "GARRISON Egypt")
	check(turn, "TACTICS 1: INF Egypt-Levant", "No BATTLE Levant is on file: you commit nothing there")
	check(turn, "TACTICS 1: INF Egypt-Levant\nBATTLE ANY: SUPPLY 0")
	check(asking(t, someGame+"hand UK\nstock UK 6 operations\n"), "TACTICS 1: INF Egypt-Levant")
	check(asking(t, someGame+"option speed=patient\n"), "TACTICS 1: INF Egypt-Levant\nLOSE INF")
	check(asking(t, strings.Replace(someGame, "Fascism", "Fascism spent", 1)), "", "you will pass, and have no more turns")
	check(asking(t, someGame+"asks standing\nwriter USSR\n"), "")
	income := asking(t, someGame+"asks income\nincome\n")
	check(income, "", "POOL is not on file", "you get the first one")
	check(income, "POOL 5\nIDEOLOGY Fascism")
	check(income, "NONE")
	check(asking(t, someGame+"asks income\nincome\noption speed=patient\n"), "POOL 5")
}

// The form has room for what is not there yet, and each of its lines can be filled in alone.
func TestForm(t *testing.T) {
	form := func(a asker, old, want string) {
		t.Helper()
		if got := strings.Join(a.view.Read(a.kind, "", old).Form, "/"); got != want {
			t.Errorf("the form of %q is %q, want %q", old, got, want)
		}
	}
	const rest = "DEFEND ANY: /SECONDARY ANY: /LOSE: /TIES: /STOP: "
	turn := asking(t, someGame)
	form(turn, "", "TURN 1: /"+rest)
	form(turn, "GARRISON Egypt\nOR IDEOLOGY\nTURN 2\nMOBILIZE 1 INF AT England\nANNEX Libya\nDEFEND Egypt: SUPPLY 1\nLOSE INF",
		"TURN 1: GARRISON Egypt | IDEOLOGY/TURN 2: MOBILIZE 1 INF AT England; ANNEX Libya/TURN 3: /DEFEND Egypt: SUPPLY 1/DEFEND ANY: /SECONDARY ANY: /LOSE INF/TIES: /STOP: ")
	form(asking(t, someGame+"asks income\nincome\n"), "POOL 3", "DRAW: /POOL 3/BID: /IDEOLOGY: /ALLY: /TURN 1: /"+rest)
	form(asking(t, someGame+"asks bid\nincome\n"), "", "BID: ")
	form(asking(t, someGame+"asks bid\nincome\n"), "2 money", "BID 2 MONEY")
	form(asking(t, someGame+"writer USSR\nasks defence\nbattle Levant UK USSR\n"), "supply 1", "DEFEND: SUPPLY 1")

	filled := turn.view.Read("turn", "GARRISON Egypt\nLOSE INF", "TURN 1: MOBILIZE 1 INF AT England | IDEOLOGY\nTURN 2: IDEOLOGY\nDEFEND ANY: SUPPLY 1\nSECONDARY ANY: NO\nLOSE: ARM\nTIES: UK, USSR\nSTOP: IF ATTACKED AT Egypt")
	want := "MOBILIZE 1 INF AT England\nOR IDEOLOGY\nTURN 2\nIDEOLOGY\nDEFEND ANY: SUPPLY 1\nSECONDARY ANY: NO\nLOSE ARM\nTIES UK, USSR\nSTOP IF ATTACKED AT Egypt"
	if filled.Answer != want || len(filled.Faults()) > 0 {
		t.Errorf("a form that was filled in is read as %q with faults %v, want %q", filled.Answer, filled.Faults(), want)
	}
}

// What was filed for a turn is not refused when it has become impossible, but a new letter that says the same is.
func TestFiledTurn(t *testing.T) {
	const filed = "GARRISON Levant\nTURN 2\nPASS"
	a := asking(t, someGame+"standing UK: GARRISON Levant\nstanding UK: TURN 2\nstanding UK: PASS\n")
	if r := a.view.Read("turn", "", filed); r.Answer != filed || len(r.Faults()) > 0 || len(r.Parts) != 3 ||
		len(r.Open()) != 1 || !strings.Contains(r.Parts[0].Why, "can't be carried out") {
		t.Errorf("a queue on file is read as %+v", r)
	}
	if r := a.view.Read("turn", filed, "GARRISON Moscow"); r.Answer != filed || len(r.Faults()) != 1 {
		t.Errorf("a turn that can't be is read as %+v", r)
	}
}

// A letter of many lines has an end, and so has a fault.
func TestLimits(t *testing.T) {
	a := asking(t, someGame)
	var lines []string
	for _, p := range House().Places {
		lines = append(lines, "DEFEND "+p.Name+": SUPPLY 1")
	}
	r := a.view.Read("turn", "", strings.Join(lines, "\n"))
	if n := len(strings.Split(r.Answer, "\n")); n != maxLines {
		t.Errorf("%d standing orders are taken", n)
	}
	r = a.view.Read("turn", "", "TACTICS 3: INF "+strings.Repeat("Egypt-Levant-", 200)+"Egypt")
	if len(r.Faults()) != 1 || len(r.Faults()[0].Line) > 210 || r.Answer != "" {
		t.Errorf("a very long way is read as %q with faults %v", r.Answer, r.Faults())
	}
	if r = a.view.Read("turn", "", "IDEOLOGY"+strings.Repeat(" | GARRISON Egypt", 200)); strings.Count(r.Answer, "\n") >= 12 {
		t.Errorf("%d alternatives are taken", strings.Count(r.Answer, "\n")+1)
	}
}

// Lines that fail for one reason are told it in the same words, so that a receipt says them once.
func TestSameReason(t *testing.T) {
	r := asking(t, someGame).view.Read("turn", "", "RETREAT Libya\nRETREAT Egypt")
	if len(r.Faults()) != 2 || r.Faults()[0].Text != r.Faults()[1].Text {
		t.Errorf("there are the faults %q", r.Faults())
	}
}

// A reader without a seat in the game has nothing to file.
func TestObserverReads(t *testing.T) {
	a := asking(t, someGame+"writer Observer\n")
	if r := a.view.Read("turn", "x", "PASS"); r.Answer != "x" || len(r.Form) > 0 {
		t.Errorf("an observer's words are read: %+v", r)
	}
	if r := (View{}).Read("turn", "x", "PASS"); r.Answer != "x" {
		t.Errorf("words are read without a player: %+v", r)
	}
	if r := (Truth{}).Read("ruling", "x", "NOTHING"); r.Answer != "x" || len(r.Faults()) != 1 {
		t.Errorf("a ruling that nobody asks for is read: %+v", r)
	}
}

// The check of a letter does not depend on what others have in hand, in stock or on file, or on the deck.
func TestReadsOpen(t *testing.T) {
	text := "TACTICS 1: INF Egypt-Levant\nBATTLE Levant: SUPPLY 2 CARD 5\nANNEX Levant\nOR PLAY 5\nPASS\nDEFEND ANY: SUPPLY 9\nSECONDARY Communism: TAKE OIL"
	a := asking(t, someGame)
	b := asking(t, strings.Replace(someGame, "stock USSR 2 supply", "stock USSR 9 oil", 1)+"hand USSR 1, 2\ndraw 20, 18\nstanding USSR: DEFEND ANY: SUPPLY 3\nstanding Germany: PASS\n")
	for _, kind := range []string{"turn", "standing", "income", "commit"} {
		x, y := a.view.Read(kind, "", text), b.view.Read(kind, "", text)
		if !reflect.DeepEqual(x, y) {
			t.Errorf("%s: %+v\n%+v", kind, x, y)
		}
	}
}

// amends checks that a letter leaves something on file, and what comes back as it is.
func (a asker) amends(t *testing.T, text string) {
	t.Helper()
	const old = "GARRISON Egypt\nTURN 2\nIDEOLOGY\nLOSE INF"
	amended := a.view.Read("turn", old, text)
	if again := a.view.Read("turn", "", amended.Answer); amended.Answer == "" || again.Answer != amended.Answer || len(again.Faults()) > 0 {
		t.Errorf("%q amends to %q, which is read as %q with faults %v", text, amended.Answer, again.Answer, again.Faults())
	}
}

// People write words of the game in any order. Whatever comes of it, it is read without a panic, what was taken comes
// back as it is, and so does the form.
func TestNoise(t *testing.T) {
	words := strings.Fields(`TURN OR TACTICS MOVE BATTLE MOBILIZE BUILD GARRISON IDEOLOGY PASS ANNEX PLAY SCORE DEFEND SECONDARY LOSE TIES STOP DRAW POOL BID ALLY DEPLOY SUPPLY CARD RETREAT RETURN TAKE ON AT AGAINST IF ELSE AND NONE ANY ALL YES NO
		ATTACKED DEPLOYED STRENGTH ODDS >= < > 3:2 1:1 INF ARM FTR FLT SQN 2inf tanks planes Egypt Libya Levant England Moscow Balkans Aegean_Sea North_Sea Egypt-Levant Libya-Egypt Balkans-Aegean_Sea-Egypt Balkans-Egypt
		UK USSR Germany Britain Soviet_Union Fascism Communism MONEY SUPPLY OPERATIONS OIL 0 1 2 3 5 9 10 12 41 91 99 1: 2: TURN_1 TURN_2 , , , . ; ; | | : - -> ( ) and or then else to from via in the my 2 1
		GAIN UNITS QUAGMIRE NOTHING +2 -1 please thanks hello not if_that_fails otherwise nothing never all everything cancel`)
	parts := strings.Split(`TACTICS 2: INF Egypt-Levant|TACTICS 2: 2 INF Libya-Egypt; FTR Egypt-Levant RETURN Egypt|inf Balkans-Egypt|2 INF Libya-Egypt|BATTLE Levant: SUPPLY 2|BATTLE Levant: SUPPLY 1 CARD 10 IF ODDS >= 3:2 ELSE CARD 12|LOSE INF, ARM
		|RETREAT Libya, Balkans|MOBILIZE 1 INF AT England|1 SQN AT North Sea|GARRISON Egypt|GARRISON Levant|IDEOLOGY|IDEOLOGY AT Egypt|PASS|ANNEX Levant|PLAY 41 AT Libya|PLAY 9 MOVE INF Egypt-Levant|PLAY 12 ON USSR AT Levant|BUILD 1 INF AT England|SCORE 8
		|DEFEND Egypt: SUPPLY 1|DEFEND ANY AGAINST USSR: DEPLOY 1 FTR Libya; SUPPLY ALL|DEFEND ANY: NONE|SECONDARY ANY: NO|SECONDARY Communism: BUILD 1 INF AT England|TIES UK, USSR|STOP IF ATTACKED|STOP NONE|DRAW 2|POOL 2 SUPPLY 1 OIL|POOL 0|BID 2 MONEY|BID 0
		|IDEOLOGY Communism, Capitalism|ALLY USSR|SUPPLY 1|CARD 10|DEPLOY ALL FTR Levant|YES|NO|TAKE OIL|AT Egypt|GAIN UK 2 MONEY|UNITS USSR -1 AT Moscow|NOTHING|NONE|TURN 2|TURN 3: PASS|TURN 1|OR|hello|TURN 2: NONE`, "|")
	between := []string{"\n", "\n", "\n", "; ", ", ", " and ", " | ", ". ", " or ", "\nOR ", "\nTURN 2\n", "\nTURN 3: ", " "}
	all := views(t)
	seed := rand.New(rand.NewPCG(1, 2))
	for n := range noise {
		var text strings.Builder
		for range 1 + seed.IntN(4) {
			if text.WriteString(strings.TrimSpace(parts[seed.IntN(len(parts))])); seed.IntN(4) == 0 {
				for range seed.IntN(3) {
					text.WriteString(" " + strings.ReplaceAll(words[seed.IntN(len(words))], "_", " "))
				}
			}
			text.WriteString(between[seed.IntN(len(between))])
		}
		a := all[n%len(all)]
		a.readAgain(t, text.String())
		a.checkParts(t, text.String(), a.view.Read(a.kind, a.old, text.String()))
		all[0].amends(t, text.String())
		if t.Failed() && n > 200 {
			return
		}
	}
}

const noise = 3000 // letters

// FuzzRead reads any letter with several views and for every question.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"TACTICS 2: INF Ukraine-Romania; 2 INF Caucasus-Ukraine-Romania; FTR Formosa-East China Sea-Central Pacific RETURN Formosa", "BATTLE Egypt: SUPPLY 3 CARD 41 IF DEPLOYED >= 1 ELSE SUPPLY 2; LOSE INF, ARM; RETREAT Libya, Balkans",
		"PLAY 41 AT Egypt ON UK TAKE OIL BUILD 2 INF AT Moscow MOVE INF Egypt-Levant", "MOBILIZE 2 INF AT England, 1 SQN AT North Sea\nOR PASS\nTURN 2\nGARRISON Egypt | PASS", "IDEOLOGY AT Egypt\nANNEX Libya", "DEFEND Egypt AGAINST USSR: DEPLOY 1 FTR Levant; SUPPLY 2 CARD 12 IF ODDS >= 1:1",
		"SECONDARY Communism: BUILD 1 INF AT Moscow\nSECONDARY ANY: NO", "LOSE INF, FTR\nTIES UK, USSR\nSTOP IF ATTACKED AT Egypt", "DRAW 2\nPOOL 2 SUPPLY 1 OIL\nBID 2 MONEY\nIDEOLOGY Fascism, Communism\nALLY UK", "PASS", "NONE", "TURN 2: NONE", "> UK: PASS\n(((1 : -> ≥ . ,;|",
		"GAIN UK 2 MONEY\nUNITS USSR -1 AT Moscow", "İf ﬁght – “x” …", "SUPPLY ALL\nRETREAT Libya", "2 inf x3 Libya → Egypt", "inf Balkans-Egypt", "TACTICS 1:\nINF Egypt-\nLevant;", "OR OR | OR PASS", "TURN 1: TURN 2: PASS",
	} {
		f.Add(s)
	}
	all := views(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range all {
			a.readAgain(t, text)
			a.checkParts(t, text, a.view.Read(a.kind, a.old, text))
		}
		all[0].amends(t, text)
	})
}

// Reading takes time in proportion to the letter, whatever its lines are.
func BenchmarkRead(b *testing.B) {
	a := asking(b, someGame)
	for name, line := range map[string]string{
		"orders": "TURN 2\nTACTICS 2: INF Egypt-Levant; 2 INF Libya-Egypt\n", "one line": "TACTICS 2: INF Egypt-Levant, ", "names": "Egypt-", "prose": "word ", "wrapped": "TACTICS 1: INF Egypt-Levant,\n", "brackets": "BATTLE Egypt (((((", "else": "else ", "signs": "- > ( ; ",
		"far": "TACTICS 1: INF Balkans-Egypt\n", "slips": "TACTICS 1: 2 infnatry Libia-Egipt\n", "numbers": "1: 2: 3: ", "ors": "or pass ", "moves": "INF Egypt-Levant\n", "defend": "DEFEND Egypt: SUPPLY 2 IF ODDS >= 1:1 ELSE SUPPLY 1, RETREAT Libya\n",
	} {
		for _, n := range []int{1 << 10, 1 << 15} {
			b.Run(name+"/"+strings.Repeat("k", n>>15+1), func(b *testing.B) {
				text := strings.Repeat(line, n/len(line))
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					a.view.Read("turn", "", text)
				}
			})
		}
	}
}

// The rules take sheets in normal form apart again and again, and views read them; that is quick.
func BenchmarkParse(b *testing.B) {
	const text = "PLAY 41 AT Libya\nTACTICS 2: INF Egypt-Levant; 2 INF Libya-Egypt; FTR Egypt-Levant RETURN Egypt\nBATTLE Levant: SUPPLY 3 CARD 10 IF DEPLOYED >= 1 ELSE SUPPLY 2; LOSE INF, ARM; RETREAT Libya, Balkans\nANNEX Levant\nOR IDEOLOGY\nTURN 2\nMOBILIZE 1 INF AT England, 1 SQN AT North Sea\nOR GARRISON Egypt\n" +
		"DEFEND Egypt AGAINST USSR: DEPLOY 1 FTR Libya; SUPPLY 2 CARD 12 IF ODDS >= 1:1; LOSE FTR, INF; RETREAT Libya\nDEFEND ANY: SUPPLY 1\nSECONDARY Communism: BUILD 1 INF AT England\nSECONDARY ANY: NO\nLOSE INF, FTR, ARM\nTIES UK, USSR\nSTOP IF ATTACKED"
	a := asking(b, someGame)
	if got, err := again(House(), "turn", text); got != text || err != nil {
		b.Fatalf("the sheet is taken for %q", got)
	}
	b.Run("sheet", func(b *testing.B) {
		for b.Loop() {
			if _, err := parseSheet(House(), "turn", text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			a.view.Read("turn", "", text)
		}
	})
}

// A way is read back however many areas it goes through.
func TestLongWaysAreRead(t *testing.T) {
	const filed = "TURN 1\nTURN 2\nTACTICS 1: 2 ARM Egypt-Red Sea-Arabian Sea-Bay of Bengal-Malaya-South China Sea-Central Pacific-" +
		"North Pacific-Canada-North Atlantic-North Sea-Rhineland"
	q, _ := script().Begin(t, "mover UK\nboard Egypt: UK 2 arm\n")
	if back := q.View("UK").Read("standing", "", filed); back.Answer != filed {
		t.Errorf("it is read as %q: %+v", back.Answer, back.Parts)
	}
}
