package dealers

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/parser/strict"
)

const someGame = `capital Black Bern
own Blue Milan, Vienna
faction Black Hilge
hand Black Tutor, Tutor, Recruit, Veteran, Migrating Masses, Privateers 1, Privateers 2, Mountain Marshal
ready Black Vault Keeper
locations Black Fort, Armoury, Old Charts
masters Black Spies
families Privateers, Gunners, Wardens, Engineers, Medics, Spies, Envoys, Pilots
`

// views returns a view for every question.
func views(t testing.TB) []asker {
	var out []asker
	for _, head := range []string{"", "writer Blue\nasks standing\n", "asks draft\ndraft\n", "asks more\nacting Train 2\n", "asks more\nacting Assault\n", "asks defence\nbattle Milan Bern Blue Black\n",
		"asks final\nbattle Milan Bern Black Blue final\n", "asks winter\nwinter\n", "asks ruling\n"} {
		game := someGame
		if strings.Contains(head, "draft") {
			game = ""
		}
		out = append(out, asking(t, game+head))
	}
	return out
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
	check(turn, "", "You have no orders on file for this turn: you will pass.")
	check(turn, "DEFEND ANY: HAND", "You have no orders on file for this turn")
	check(turn, "TURN 1\nTURN 2\nPASS", "You have no orders on file for this turn")
	check(turn, "ACTION Shuffle")
	check(asking(t, someGame+"asks standing\nwriter Blue\n"), "")
	draft := asking(t, "asks draft\ndraft\n")
	check(draft, "TAKE Navaa, Bern")
	check(draft, "TAKE Navaa", "There is no city on your list")
	check(draft, "TAKE Bern", "There is no leader on your list")
}

// The form has room for what is not there yet, and each of its lines can be filled in alone.
func TestForm(t *testing.T) {
	form := func(a asker, old, want string) {
		t.Helper()
		if got := strings.Join(a.view.Read(a.kind, "", old).Form, "/"); got != want {
			t.Errorf("the form of %q is %q, want %q", old, got, want)
		}
	}
	const rest = "DEFEND ANY: /WINTER: /STOP: "
	turn := asking(t, someGame)
	form(turn, "", "TURN 1: /"+rest)
	form(turn, "ACTION Train 2\nPLAY Tutor=S\nTRAIN Recruit, Recruit\nOR PASS\nTURN 2\nACTION Shuffle; DISCARD ALL\nDEFEND Milan: HAND\nWINTER KEEP ALL",
		"TURN 1: ACTION Train 2; PLAY Tutor=S; TRAIN Recruit, Recruit | PASS/TURN 2: ACTION Shuffle; DISCARD ALL/TURN 3: /DEFEND Milan: HAND IF ENOUGH/DEFEND ANY: /WINTER KEEP ALL/STOP: ")
	form(asking(t, someGame+"asks defence\nbattle Milan Bern Blue Black\n"), "Veteran", "DEFEND: Veteran IF ENOUGH")
	form(asking(t, someGame+"asks final\nbattle Milan Bern Black Blue final\n"), "Veteran", "FINAL: Veteran")
	form(asking(t, someGame+"asks winter\nwinter\n"), "", "WINTER: ")
	form(asking(t, "asks draft\ndraft\n"), "Navaa, Bern", "TAKE: Navaa, Bern")
	form(asking(t, someGame+"asks more\nacting Train 2\n"), "PLAY Tutor=S\nTRAIN Recruit", "MORE: PLAY Tutor=S; TRAIN Recruit")

	filled := turn.view.Read("turn", "ACTION Spoils\nWINTER KEEP ALL", "TURN 1: ACTION Train 2; PLAY Tutor=S; TRAIN Recruit, Recruit | PASS\nTURN 2: ACTION Shuffle\nDEFEND ANY: READY\nWINTER: DISCARD Tutor\nSTOP: IF ATTACKED AT Milan")
	want := "ACTION Train 2\nPLAY Tutor=S\nTRAIN Recruit, Recruit\nOR PASS\nTURN 2\nACTION Shuffle\nDEFEND ANY: READY IF ENOUGH\nWINTER DISCARD Tutor\nSTOP IF ATTACKED AT Milan"
	if filled.Answer != want || len(filled.Faults()) > 0 {
		t.Errorf("a form that was filled in is read as %q with faults %v, want %q", filled.Answer, filled.Faults(), want)
	}
}

// What was filed for a turn is not refused when it has become impossible, but a new letter that says the same is.
func TestFiledTurn(t *testing.T) {
	const filed = "ACTION Train 2\nPLAY Medics 2=S\nTURN 2\nPASS"
	a := asking(t, someGame+"standing Black: ACTION Train 2\nstanding Black: PLAY Medics 2=S\nstanding Black: TURN 2\nstanding Black: PASS\n")
	if r := a.view.Read("turn", "", filed); r.Answer != filed || len(r.Faults()) != 0 || !slices.ContainsFunc(r.Open(), func(p adjudicator.Part) bool { return strings.Contains(p.Why, "can't be carried out as things stand") }) {
		t.Errorf("a queue on file is read as %+v", r)
	}
	if r := a.view.Read("turn", filed, "ACTION Train 2; PLAY Medics 1=S"); r.Answer != filed || len(r.Faults()) != 2 || r.Has(adjudicator.Filed) {
		t.Errorf("a turn that can't be is read as %+v", r)
	}
}

// A letter of many lines has an end, and so has a fault.
func TestLimits(t *testing.T) {
	a := asking(t, someGame)
	v := a.view.(View)
	m := v.on()
	var lines []string
	for _, p := range m.Places[:maxLines/2] {
		for _, against := range []string{"", " AGAINST Blue", " AGAINST Green"} {
			if !p.Sea {
				lines = append(lines, "DEFEND "+p.Name+against+": HAND")
			}
		}
	}
	r := a.view.Read("turn", "", strings.Join(lines, "\n"))
	if n := len(strings.Split(r.Answer, "\n")); n != maxLines {
		t.Errorf("%d standing orders are taken", n)
	}
	r = a.view.Read("turn", "", "PLAY "+strings.Repeat("Tutor=S, ", 200)+"Tutor=S")
	tooLong := func(p adjudicator.Part) bool { return len(p.Quote) > 210 }
	if len(r.Faults()) == 0 || slices.ContainsFunc(r.Parts, tooLong) || r.Answer != "" {
		t.Errorf("a very long line is read as %q with faults %v", r.Answer, r.Faults())
	}
	if r = a.view.Read("turn", "", "PASS"+strings.Repeat(" | ACTION Shuffle", 100)); strings.Count(r.Answer, "\n") >= 24 {
		t.Errorf("%d alternatives are taken", strings.Count(r.Answer, "\n")+1)
	}
	r = a.view.Read("turn", "", "ACTION Train 2"+strings.Repeat("\nPLAY Tutor=S", maxSteps+1))
	if r.Answer != "" || !strings.Contains(r.Faults()[0].Text, "at most 40 steps") {
		t.Errorf("a turn of many steps is read as %+v", r)
	}
	if r = a.view.Read("turn", "", "ACTION Spoils"+strings.Repeat("\nDISCARD Tutor", 200)); len(r.Answer) > 3000 {
		t.Errorf("%d bytes are taken", len(r.Answer))
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

// The check of a letter does not depend on what others have in hand or on file, or on the order of the decks.
func TestReadsOpen(t *testing.T) {
	text := "ACTION Train 2; PLAY Tutor=S; PLAY IF DRAWN Gunners 1=S; TRAIN Recruit, Recruit\nTURN 2: ACTION Assault; ASSAULT Milan FROM Bern FIRST Privateers 2, Privateers 2, Veteran FINAL Tutor\nDEFEND ANY: HAND\nDEFEND Milan AGAINST Blue: Gunners 2, READY"
	a := asking(t, someGame+"draw Black Gunners 1, Medics 1\n")
	b := asking(t, someGame+"draw Black Medics 1, Gunners 1\nhand Blue Gunners 2, Gunners 2\ndiscard Blue Tutor\nstanding Blue: DEFEND ANY: HAND\nstanding Green: PASS\nspoils 3 Fort, Granary\n")
	for _, kind := range []string{"turn", "standing", "defence", "final", "winter"} {
		x, y := a.view.Read(kind, "", text), b.view.Read(kind, "", text)
		if x.Answer != y.Answer || !slices.Equal(x.Notes, y.Notes) || !slices.Equal(x.Faults(), y.Faults()) || !slices.Equal(x.Form, y.Form) {
			t.Errorf("%s: %+v\n%+v", kind, x, y)
		}
	}
}

// amends checks that a letter leaves something on file, and what comes back as it is.
func (a asker) amends(t *testing.T, text string) {
	t.Helper()
	const old = "ACTION Shuffle\nTURN 2\nPASS\nDEFEND ANY: HAND IF ENOUGH"
	amended := a.view.Read("turn", old, text)
	if again := a.view.Read("turn", "", amended.Answer); amended.Answer == "" || again.Answer != amended.Answer || len(again.Faults()) > 0 {
		t.Errorf("%q amends to %q, which is read as %q with faults %v", text, amended.Answer, again.Answer, again.Faults())
	}
}

// soup are words of the game.
var soup = strings.Fields(`ACTION Train 2 Train2 Assault Spoils Dismiss2 Shuffle Ready 5 PLAY USE TRAIN DISMISS READY DO ASSAULT DISCARD KEEP DONE PASS YEAR DEFEND WINTER STOP IF ATTACKED TAKE TURN 1 2 3 OR | NONE NOTHING ALL
	HAND ANY BY LEADER TOKEN FIRST MIN FINAL NEEDED DRAWN ENOUGH ANYWAY AGAINST AT FROM TO ON NO EFFECT BONUS , , ; ; : = =A =S =D ( ) . and x2 x3 - Tutor Recruit Veteran Masses Migrating Privateers 1 Privateers2 Leader Fort
	Armoury Spies Hilge Milan Bern Vienna Paris Blue Black Red Madrid for attack support the my GAIN POINTS DRAW SPOILS`)

// People write words of the game in any order. Whatever comes of it, it is read without a panic, what was taken comes
// back as it is, and the rules take it for the same.
func TestSoup(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 11))
	all := views(t)
	for range 1500 {
		words := make([]string, 1+rnd.IntN(14))
		for i := range words {
			words[i] = soup[rnd.IntN(len(soup))]
			if rnd.IntN(9) == 0 {
				words[i] += "\n"
			}
		}
		text := strings.Join(words, " ")
		for _, a := range all {
			a.readAgain(t, text)
		}
		all[0].amends(t, text)
		if t.Failed() {
			return
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"ACTION Train2; PLAY Tutor=S, Recruit=S; TRAIN Privateers1, Tutor; READY Leader; DISCARD ALL", "ACTION Assault\nASSAULT Milan FROM Bern FIRST Tutor, Recruit=A (ON Blue) FINAL ALL Veteran IF NEEDED\nOR PASS",
		"DEFEND Milan AGAINST Blue: Veteran, USE Fort, READY, HAND BY 1 ANYWAY", "WINTER KEEP Tutor", "STOP IF ATTACKED AT Milan", "TAKE Navaa, Bern", "GAIN Blue 2 ATTACK", "SPOILS Black 1 OF VALUE 3", "KEEP all but Tutor", "PLAY IF DRAWN READY Veteran=A x2 (TAKE Tutor DISMISS Masses READY Leader)"} {
		f.Add(s)
	}
	all := views(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range all {
			a.readAgain(t, text)
		}
		all[0].amends(t, text)
	})
}

// Reading takes time in proportion to the letter, whatever its lines are.
func BenchmarkRead(b *testing.B) {
	a := asking(b, someGame)
	for name, line := range map[string]string{
		"orders": "TURN 2\nACTION Train 2; PLAY Tutor=S, Recruit=S; TRAIN Recruit\n", "one line": "PLAY Tutor=S, ", "names": "Privateers-", "prose": "word ", "wrapped": "PLAY Tutor=S,\n", "brackets": "PLAY Tutor=S (((((", "else": "else ",
		"signs": "- > ( ; ", "slips": "PLAY Tutro=S, Vetrean=A\n", "numbers": "1: 2: 3: ", "ors": "or pass ", "cards": "Tutor, Recruit\n", "defend": "DEFEND Milan: Veteran, USE Fort, READY, HAND BY 1\n", "assault": "ASSAULT Milan FROM Bern FIRST Tutor FINAL Recruit\n",
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
	const text = "ACTION Train 2 BY LEADER\nPLAY Tutor=S\nPLAY Vault Keeper=S (DISMISS Migrating Masses)\nUSE Fort\nTRAIN Recruit, Privateers 2\nREADY Mountain Marshal\nDISCARD Migrating Masses\nOR PASS\nTURN 2\nACTION Assault\n" +
		"ASSAULT Milan FROM Bern FIRST MIN Privateers 2, Veteran FINAL ALL Recruit, Tutor=D\nTURN 3\nPASS YEAR\nDEFEND Milan AGAINST Blue: Veteran, USE Fort, READY, HAND BY 1 ANYWAY\nDEFEND ANY: HAND IF ENOUGH\nWINTER KEEP Tutor\nSTOP IF ATTACKED"
	a := asking(b, someGame)
	v := a.view.(View)
	m := v.on()
	if err := v.Check("turn", text); err != nil {
		b.Fatal(err)
	}
	b.Run("sheet", func(b *testing.B) {
		for b.Loop() {
			strict.Must(parseSheet(House(), m, text))
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			a.view.Read("turn", "", text)
		}
	})
}

// The order of steps on file is kept even if they can't be carried out now, although a new letter's steps would be
// rearranged.
func TestOrderOnFileStays(t *testing.T) {
	const filed = "ACTION Train 2\nPLAY Tutor=S\nTRAIN Recruit, Recruit\nUSE Navaa"
	q, _ := script().Begin(t, "mover Blue\nhand Black Veteran\n")
	p := q.(*position)
	if back := p.View("Black").Read("standing", "", filed); back.Answer == filed {
		t.Fatalf("as a new letter it is read as it is: %q", back.Answer)
	}
	p.secret("Black").Standing = filed
	if back := p.View("Black").Read("standing", "", filed); back.Answer != filed {
		t.Errorf("what is on file is read as %q", back.Answer)
	}
}

// An assault "with everything" is asked about, with orders that it may mean, each of which is filed whole.
func TestEverything(t *testing.T) {
	a := asking(t, someGame)
	for text, want := range map[string]string{
		"Attack Milan with everything": "ACTION Storm\nASSAULT Milan FIRST Privateers 2, Mountain Marshal, Privateers 1, " +
			"Veteran, Recruit, Vault Keeper, Tutor, Tutor",
		"attack Milan with my whole hand": "ACTION Storm\nASSAULT Milan FIRST Privateers 2, Mountain Marshal, " +
			"Privateers 1, Veteran, Recruit, Tutor, Tutor",
		"ACTION Advance\nAssault Milan with everything I have": "ACTION Advance\nASSAULT Milan FIRST Privateers 2, " +
			"Mountain Marshal, Privateers 1, Veteran, Recruit, Vault Keeper, Tutor, Tutor",
	} {
		r := a.view.Read(a.kind, "", text)
		last := r.Parts[len(r.Parts)-1]
		lines := strings.Split(text, "\n")
		if r.Answer != "" || last.Quote != lines[len(lines)-1] {
			t.Errorf("%q files %q, and is asked about as %q", text, r.Answer, last.Quote)
		}
		fewest := strings.Replace(want, "FIRST", "FIRST MIN", 1)
		if !slices.Equal(last.Suggest, []string{want, fewest}) {
			t.Errorf("%q is offered as %q", text, last.Suggest)
		}
		for _, offer := range last.Suggest {
			if again := a.view.Read(a.kind, "", offer); again.Answer != offer || len(again.Faults()) > 0 {
				t.Errorf("the offer %q files %q, with %v", offer, again.Answer, again.Faults())
			}
		}
	}
}

// A letter with a whole turn settles what others left open; one with a line for what is on file, a turn ahead or a
// standing order does not.
func TestAnew(t *testing.T) {
	a := asking(t, someGame)
	for text, want := range map[string]bool{
		"ACTION Shuffle": true, "PASS": true, "TURN 1\nACTION Shuffle\nTURN 2\nPASS": true,
		"TURN 1: PASS": false, "TURN 2: PASS": false, "DEFEND ANY: HAND": false, "TRAIN Recruit": false, "BY LEADER": false,
	} {
		if r := a.view.Read(a.kind, "ACTION Spoils", text); r.Anew != want {
			t.Errorf("%q says the turn anew: %v", text, r.Anew)
		}
	}
}
