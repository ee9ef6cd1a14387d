package successors

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const someGame = `board Babylonia: Red 6 inf 5 cav 2 levy leader; Thrace: Red 3 inf 2 levy 3 fleet; Susiana: Red 1 inf, Blue 2 inf; Lydia: Blue 1 cav, White 1 levy; Cyprian Sea: Blue 2 fleet; Media: Green 1 el leader, revolt
home Red Babylonia
home Blue Lydia
talents Red 9
chits Red 2, 5, 7, 12, 15, 19
allies Red Green
`

// Text that can't be read gives an empty result, and no panic.
func TestTakenApart(t *testing.T) {
	b := House()
	for _, text := range []string{"", "x", "\x00", "BUY", "MOVE", "SAIL", "MOVE Babylonia", "MOVE -", "FIGHT", "IF ATTACKED AT", "NONE", "((((", "PLAY", "GIVE 3", "LEND", "RETREAT", "1:", "MOVE 1:", "INSIST ON BATTLE AT IF"} {
		for _, kind := range []string{"home", "turn", "standing", "battle", "ruling"} {
			is, err := again(b, kind, text)
			right := text == "" || kind == "battle" && one(text, "FIGHT", "RETREAT") || kind == "standing" && text == noOrders
			if err == nil && (!right || kind == "battle" && text == "") {
				t.Errorf("%q is taken as %s: %q", text, kind, is)
			}
		}
	}
}

// Standing orders for a place come before that for all others, wherever they stood in the letter.
func TestPlacesFirst(t *testing.T) {
	got := asking(t, "").view.Read("turn", "", "IF ATTACKED ANYWHERE RETREAT\nIF ATTACKED AT Babylonia FIGHT TO THE END\nINSIST ON BATTLE ANYWHERE IF ODDS >= 2:1\nINSIST ON BATTLE AT Media").Answer
	want := "IF ATTACKED AT Babylonia FIGHT TO THE END\nIF ATTACKED ANYWHERE RETREAT\nINSIST ON BATTLE AT Media\nINSIST ON BATTLE ANYWHERE IF ODDS >= 2:1"
	if got != want {
		t.Errorf("they are %q, want %q", got, want)
	}
}

// A player without orders is told what that means.
func TestMissing(t *testing.T) {
	check := func(a asker, text, want string) {
		t.Helper()
		if got := strings.Join(a.view.Read(a.kind, "", text).Missing, "|"); !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("of %q is missing %q, want %q", text, got, want)
		}
	}
	turn := asking(t, someGame)
	check(turn, "", "You have no orders on file for this turn")
	check(turn, "LOSE cav", "You have no orders on file for this turn")
	check(turn, "PASS", "")
	check(turn, "BUY 1 INF", "")
	check(asking(t, someGame+"asks home\n"), "", "You have no home on file")
	check(asking(t, someGame+"asks home\n"), "HOME Bactria", "")
	check(asking(t, someGame+"asks standing\nwriter Blue\n"), "", "")
}

// The form has room for what is not there yet, and what is filled in is read.
func TestForm(t *testing.T) {
	form := func(a asker, old, want string) {
		t.Helper()
		if got := strings.Join(a.view.Read(a.kind, "", old).Form, "|"); got != want {
			t.Errorf("the form of %q is %q, want %q", old, got, want)
		}
	}
	turn := asking(t, someGame)
	const rest = "IF ATTACKED ANYWHERE: |LEADER BONUS TO: |LOSE: |ALLY: "
	form(turn, "", "PLAY: |BUY 1: |MOVE 1: |MOVE 2: |SAIL 3: |FIGHT 1: |"+rest)
	form(turn, "PASS", "PASS|PLAY: |BUY 1: |MOVE 1: |MOVE 2: |SAIL 3: |FIGHT 1: |"+rest)
	form(turn, "BUY 1 INF\nMOVE Babylonia-Assyria 1 INF\nPLAY 5\nIF ATTACKED AT Babylonia RETREAT\nALLY Green",
		"PLAY 5|BUY 1: 1 INF|BUY 2: |MOVE 1: Babylonia-Assyria 1 INF|MOVE 2: |MOVE 3: |SAIL 4: |FIGHT 1: |IF ATTACKED AT Babylonia RETREAT|IF ATTACKED ANYWHERE: |LEADER BONUS TO: |LOSE: |ALLY Green")
	form(asking(t, "writer Blue\nasks standing\n"), "", rest)
	form(asking(t, "writer Blue\nasks standing\nchits Blue 2\n"), "", "IF ATTACKED ANYWHERE: |LEADER BONUS TO: |LOSE: |PLAY: |ALLY: ")
	form(asking(t, "asks home\n"), "", "HOME: |BUY 1: |"+rest)
	form(asking(t, "captive Red Blue\n"), "", "RANSOM: |BUY 1: |MOVE 1: |MOVE 2: |FIGHT 1: |"+rest)
	form(asking(t, "asks battle\nbattle Babylonia\n"), "", "BATTLE: ")

	filled := turn.view.Read("turn", "MOVE Babylonia-Assyria 1 INF\nLOSE cav", "PLAY: 5\nBUY 1: 2 INF\nMOVE 2: Babylonia-Assyria 1 CAV\nSAIL 3: Thrace-Aegean Sea 1 FLEET\nFIGHT 1: Susiana\nIF ATTACKED ANYWHERE: RETREAT\nLEADER BONUS TO: cav\nLOSE: levy\nALLY: Green")
	want := "PLAY 5\nBUY 2 INF\nMOVE Babylonia-Assyria 1 INF\nMOVE Babylonia-Assyria 1 CAV\nSAIL Thrace-Aegean Sea 1 FLEET\nFIGHT Susiana\nIF ATTACKED ANYWHERE RETREAT\nLEADER BONUS TO cav\nLOSE levy\nALLY Green"
	if filled.Answer != want || len(filled.Faults()) > 0 {
		t.Errorf("a form that was filled in is read as %q with faults %v, want %q", filled.Answer, filled.Faults(), want)
	}
}

// A letter of many lines has an end, and so has a fault.
func TestLimits(t *testing.T) {
	a := asking(t, someGame)
	var purchases []string
	for n := range 80 {
		purchases = append(purchases, fmt.Sprintf("BUY %d LEVY, %d INF", n/10+1, n%10+1))
	}
	r := a.view.Read("turn", "", strings.Join(purchases, "\n"))
	if n := strings.Count(r.Answer, "BUY"); n != maxLines || len(r.Faults()) != len(purchases)-maxLines {
		t.Errorf("of %d purchases %d are taken, with %d faults", len(purchases), n, len(r.Faults()))
	}
	if r := a.view.Read("turn", "", strings.Repeat("BUY 1 LEVY\n", 500)); r.Answer != "" || len(r.Faults()) != 1 {
		t.Errorf("a very long letter is read as %q with faults %v", r.Answer, r.Faults())
	}
	var lines []string
	for _, p := range House().Places {
		lines = append(lines, "IF ATTACKED AT "+p.Name+" FIGHT TO THE END", "INSIST ON BATTLE AT "+p.Name)
	}
	r = a.view.Read("turn", "", strings.Join(lines, "\n"))
	if n := len(strings.Split(r.Answer, "\n")); n != maxLines {
		t.Errorf("%d standing orders are taken", n)
	}
	r = a.view.Read("turn", "", "MOVE "+strings.Repeat("Babylonia-Susiana-", 200)+"Media ALL")
	if len(r.Faults()) != 1 || len(r.Faults()[0].Line) > 210 || r.Answer != "" {
		t.Errorf("a very long way is read as %q with faults %v", r.Answer, r.Faults())
	}
}

// A reader without a seat in the game has nothing to file.
func TestObserverReads(t *testing.T) {
	a := asking(t, someGame+"writer Observer\n")
	if r := a.view.Read("turn", "x", "PASS"); r.Answer != "x" || len(r.Form) > 0 {
		t.Errorf("an observer's words are read: %+v", r)
	}
	if r := (View{}).Read("turn", "x", "PASS"); r.Answer != "x" {
		t.Errorf("words are read without a board: %+v", r)
	}
	if r := (Truth{}).Read("ruling", "x", "NOTHING"); r.Answer != "x" {
		t.Errorf("a ruling that nobody asks for is read: %+v", r)
	}
}

// The check of a sheet does not depend on what others have in hand or on file, or on the pile of chits.
func TestReadsOpen(t *testing.T) {
	text := "ALLY Blue\nPLAY 3\nPLAY 19 AT Lydia WITH Blue\nMOVE Babylonia-Assyria 2 CAV OF Blue\nFIGHT Susiana AGAINST Blue\nGIVE 2 TO Blue"
	a := asking(t, someGame)
	b := asking(t, someGame+"chits Blue 1, 3\nchits Green 4\ndraw 20, 18\nstanding Blue: ALLY Red\nstanding Blue: LEND ALL TO Red\n")
	x, y := a.view.Read("turn", "", text), b.view.Read("turn", "", text)
	if x.Answer != y.Answer || !slices.Equal(x.Notes, y.Notes) || !slices.Equal(x.Faults(), y.Faults()) || !slices.Equal(x.Form, y.Form) {
		t.Errorf("%+v\n%+v", x, y)
	}
}

// FuzzRead reads any letter with several views and for every question.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"MOVE Babylonia-Susiana-Persia 3 INF, 2 CAV LEADER", "MOVE A-B ALL\nMOVE 2: Babylonia-Media 2 CAV OF Blue", "SAIL Thrace-Aegean Sea 2 FLEET CARRY 2 INF LEADER LAND Lydia", "buy 2 inf in Babylonia and 1 fleet in Thrace; give Blue 3",
		"FIGHT Susiana AGAINST Blue ROUNDS 3 UNTIL LOSSES 4 ELSE RETREAT Babylonia, 2 INF TO Media LEAVE 2 INF", "if attacked anywhere: retreat to Susiana, leave 1 levy", "INSIST ON BATTLE AT Susiana IF ODDS >= 3:2", "LEADER BONUS TO cav, inf\nLOSE levy, el",
		"PLAY 15 WHEN REVOLT AT Babylonia\nPLAY 12 WHEN TURN STARTS\nPLAY 19 AT Lydia WITH Blue\nPLAY 2 NOW", "ALLY Blue\nEND ALLY Blue\nLEND 2 CAV AT Babylonia TO Blue\nLEND CAV FOR RAID TO Blue PRICE 2", "HOME Lower Egypt, Babylonia; BUY 2 INF, 1 LEVY", "RETREAT 2 INF TO Media, 1 CAV TO NEAREST LEAVE 1 LEVY",
		"GAIN Red 2 TALENTS\nUNITS Red -1 INF AT Babylonia\nREVOLT 2 LEVY AT Persia\nSTORM AT Aegean Sea HIT 2", "attack Susiana from Babylonia with everything, 3 rounds, else retreat to Babylonia", "Moves:\n1. Babylonia-Assyria 3i 2c\n2) x3", "move all but 2 levies from Babylonia to Assyria and attack",
		"PASS", "NONE", "also move Babylonia-Media 5 cav\ndelete move 1", "İf ﬁght – “x” …", "> Red: MOVE\n(((1 : -> ≥ . ,;|", "RANSOM: yes\nGIVE 1 TO Blue to Green", "if Blue attacks", "IF ATTACKED AT Babylonia: ROUNDS 2 ELSE RETREAT Susiana AFTER 3 ROUNDS",
	} {
		f.Add(s)
	}
	rulings := "option speed=patient\noption retreat=several\noption minimum=one\noption march=along\noption chits=open\noption control=marker\n"
	var all []asker
	for _, head := range []string{"", "writer Blue\nasks standing\n", "asks home\n", "writer Blue\nasks battle\nbattle Susiana\n", "asks ruling\n", "turn 9\noffer\n" + rulings, "captive Red Blue\n"} {
		all = append(all, asking(f, someGame+head))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range all {
			a.readAgain(t, text)
		}
		const old = "BUY 1 INF\nMOVE Babylonia-Assyria 1 INF\nLOSE levy"
		amended := all[0].view.Read("turn", old, text)
		if amended.Answer == "" {
			t.Errorf("%q takes away all that was on file", text)
		}
		if again := all[0].view.Read("turn", "", amended.Answer); again.Answer != amended.Answer || len(again.Faults()) > 0 {
			t.Errorf("%q amends to %q, which is read as %q with faults %v", text, amended.Answer, again.Answer, again.Faults())
		}
	})
}

// BenchmarkRead shows that reading takes time proportional to the length of a letter, whatever is in its lines.
func BenchmarkRead(b *testing.B) {
	a := asking(b, someGame)
	for name, line := range map[string]string{
		"orders": "MOVE Babylonia-Assyria-Media 3 INF, 2 CAV LEADER\n", "one line": "MOVE Babylonia-Assyria 3 INF, ", "names": "Babylonia-", "prose": "word ", "wrapped": "BUY 1 INF,\n", "brackets": "FIGHT Susiana (((((", "else": "else ", "signs": "- > ( ; ",
		"far": "MOVE Babylonia-Sogdiana ALL\n", "slips": "MOVE Babilonia-Asyria 3 cvalry\n", "numbers": "1: 2: 3: ", "ifs": "if attacked. ", "ands": "and then fight ", "retreats": "FIGHT Susiana ELSE RETREAT Media, Babylonia, ",
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
	const text = "PLAY 5\nGIVE 3 TO Blue\nBUY 1 CAV, 2 INF AT Babylonia\nBUY 1 FLEET AT Thrace\nMOVE Babylonia-Assyria-Media 3 INF, 2 CAV LEADER\nMOVE Babylonia-Assyria ALL\nSAIL Thrace-Aegean Sea 2 FLEET CARRY 2 INF LAND Lydia\nFIGHT Susiana AGAINST Blue ROUNDS 3 UNTIL LOSSES 4 ELSE RETREAT Babylonia LEAVE 2 INF\n" +
		"IF ATTACKED AT Babylonia FIGHT ROUNDS 2 ELSE RETREAT Susiana\nIF ATTACKED ANYWHERE RETREAT\nINSIST ON BATTLE AT Susiana IF ODDS >= 3:2\nLEADER BONUS TO cav, inf\nLOSE levy, el, inf, cav, fleet\nPLAY 15 WHEN REVOLT AT Babylonia, Susiana\nALLY Blue\nLEND 2 CAV AT Babylonia TO Blue\nLEND CAV FOR RAID TO Blue PRICE 2"
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
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			a.view.Read("turn", text, "")
		}
	})
}
