package dealers

import (
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// What is on file after a letter is in normal form, and the same in any other spelling is not.
func TestStrict(t *testing.T) {
	adjudicatortest.StrictOrders(t, "testdata/orders.txt", func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}

// Text that only resembles normal form is not, such as players' own words for the same.
func TestNotStrict(t *testing.T) {
	check := func(a asker, kind string, texts ...string) {
		t.Helper()
		a.kind = kind
		a.reads().NotStrict(t, texts...)
	}
	a := asking(t, someGame)
	sheets := []string{"", "x", "\x00", "none", "NONE\nPASS", "pass", "PASS\n", "\nPASS", "PASS ", "PASS\nDONE", "PASS; DONE", "PASS | PASS", "OR PASS", "TURN 1", "TURN 1\nPASS", "PASS\nTURN 2", "PASS\nTURN 3\nPASS", "PASS\nTURN 02\nPASS",
		"ACTION", "ACTION Fly", "ACTION train 2", "ACTION Train 2 BY LEADER BY TOKEN", "ACTION Train 2 by leader", "ACTION Train 2\nACTION Train 2", "DONE\nACTION Train 2", "ACTION Train 2\nDONE\nPLAY Tutor=S",
		"ACTION Train 2\nPLAY Tutor", "ACTION Train 2\nPLAY Tutor=s", "ACTION Train 2\nPLAY Tutor=X", "ACTION Train 2\nPLAY Tutor=S, Recruit=S", "ACTION Train 2\nPLAY Tutro=S", "ACTION Train 2\nPLAY Fort", "ACTION Train 2\nUSE Tutor",
		"ACTION Train 2\nPLAY READY IF DRAWN Tutor=S", "ACTION Train 2\nPLAY Tutor=S ()", "ACTION Train 2\nPLAY Tutor=S (READY Tutor DISMISS Tutor)", "ACTION Train 2\nPLAY Tutor=S (ON Purple)", "ACTION Train 2\nTRAIN", "ACTION Train 2\nTRAIN Tutor,Tutor",
		"ACTION Train 2\nDISCARD Tutor\nDISCARD Tutor", "ACTION Train 2\nDISCARD Tutor\nPLAY Tutor=S", "ACTION Train 2\nKEEP ALL", "ACTION Train 2\nBONUS DISMISS Tutor\nBONUS DISMISS Tutor", "PLAY Tutor=S",
		"ACTION Assault\nASSAULT North Sea", "ACTION Assault\nASSAULT Milan FROM", "ACTION Assault\nASSAULT Milan FIRST MIN", "ACTION Assault\nASSAULT Milan FIRST Tutor=A", "ACTION Assault\nASSAULT Milan FINAL Tutor FIRST Tutor",
		"ACTION Assault\nASSAULT Milan FINAL ALL", "DEFEND Milan", "DEFEND Milan: ", "DEFEND ANY: HAND", "DEFEND ANY: HAND IF ENOUGH ANYWAY", "DEFEND ANY: HAND, READY IF ENOUGH", "DEFEND ANY: READY, READY IF ENOUGH", "DEFEND ANY: Tutor=A IF ENOUGH",
		"DEFEND ANY: HAND BY 0 IF ENOUGH", "DEFEND ANY: HAND BY 61 IF ENOUGH", "DEFEND ANY: NOTHING IF ENOUGH", "DEFEND ANY: NOTHING\nDEFEND Milan: NOTHING", "DEFEND Milan: NOTHING\nDEFEND Milan: NOTHING", "DEFEND Milan AGAINST Purple: NOTHING",
		"WINTER", "WINTER KEEP", "WINTER KEEP ALL\nWINTER KEEP ALL", "WINTER KEEP ALL\nDEFEND ANY: NOTHING", "STOP", "STOP IF ATTACKED IN Milan", "STOP IF ATTACKED\nSTOP IF ATTACKED", "DEFEND ANY: NOTHING\nPASS", "TAKE Navaa", "LOT"}
	check(a, "turn", sheets...)
	check(a, "standing", sheets...)
	check(a, "more", "", "x", "none", "TURN 1", "DEFEND ANY: NOTHING", "DONE\nTURN 2\nPASS", "DONE\nDEFEND ANY: NOTHING", "DONE\nPLAY Tutor=S", "PLAY Tutor", "KEEP ALL")
	check(a, "defence", "", "x", "HAND", "hand IF ENOUGH", "Tutor, Tutor", "Tutor=D IF ENOUGH", "NONE", "READY Tutor, NOTHING IF ENOUGH", "DEFEND ANY: NOTHING")
	check(a, "final", "", "x", "none", "ALL", "ALL NONE", "Tutor=A", "Tutor IF NEEDED", "HAND")
	check(a, "winter", "", "x", "KEEP", "DISCARD", "KEEP NONE", "DISCARD NOTHING", "keep all", "WINTER KEEP ALL")
	check(a, "draft", "", "x", "lot", "TAKE", "TAKE Navaa, Navaa", "TAKE Tutor", "TAKE Navaa,Bern", "Navaa, Bern", "NONE")
	check(asking(t, "asks draft\ndraft\n"), "standing", "NONE", "PASS")
	check(asking(t, "asks ruling\n"), "ruling", "", "x", "nothing", "NOTHING\nNOTHING", "NOTHING\nSHUFFLE Red", "GAIN Red ATTACK", "GAIN Red 2", "GAIN Red 0 ATTACK", "GAIN Red 10 ATTACK", "GAIN Red 02 ATTACK", "GAIN Red 2 attack", "GAIN Purple 2 ATTACK",
		"GAIN 2 ATTACK", "POINTS Red 0", "POINTS Red +1", "POINTS Red -10", "SPOILS Red 1 OF VALUE 4", "SPOILS Red 1", "SHUFFLE all", "SHUFFLE", "DISMISS Red 1", "GM Red", "DRAW Red 1 ATTACK", "DRAW Red 1\n")
	for _, v := range []adjudicator.View{a.view, View{}, Truth{}} {
		adjudicatortest.Asker{View: v, Kind: "retreat"}.NotStrict(t, "", "PASS", "NONE", "NOTHING")
	}
	adjudicatortest.Asker{View: a.view, Kind: "ruling"}.NotStrict(t, "NOTHING")
	for _, v := range []adjudicator.View{View{}, Truth{}} {
		adjudicatortest.Asker{View: v, Kind: "turn"}.NotStrict(t, "PASS")
	}
}

// Answers with more in them than a letter may have are not in normal form.
func TestTooMuchIsNotStrict(t *testing.T) {
	a := asking(t, someGame)
	v := a.view.(View)
	m := v.on()
	var rules standing
	for at, place := range m.Places {
		if place.Sea {
			continue
		}
		for _, seat := range append(seatNames(), "") {
			rules.putDefence(defence{at: Area(at), against: seat})
		}
	}
	rules.defend = rules.defend[:maxLines+1]
	text := sheet{rules: rules}.words(m)
	a.reads().NotStrict(t, text)
	if less := text[:strings.LastIndex(text, "\n")]; !a.reads().Exactly(t, less) {
		t.Errorf("%q does not pass", less)
	}
}

// A file that is not in normal form is reported as a fault of the program.
func TestFileIsBroken(t *testing.T) {
	adjudicatortest.BrokenFile(t, func() { asking(t, someGame).view.Read("turn", "pass", "PASS") })
}

// Whatever is on file, reading it ends without a panic, and what is taken is taken for itself.
func FuzzStrict(f *testing.F) {
	for _, s := range []string{"NONE", "ACTION Train 2 BY LEADER\nPLAY Tutor=S\nPLAY IF DRAWN READY Vault Keeper=S (NO EFFECT ON Blue TAKE Masses, Spies DISMISS Tutor READY Tutor)\nUSE Fort\nTRAIN Recruit, Privateers 2\nDONE\nOR PASS\nTURN 2\nPASS YEAR",
		"ACTION Assault\nASSAULT Milan FROM Bern FIRST MIN Privateers 2, USE Fort FINAL ALL Recruit, Tutor=D\nDEFEND Milan AGAINST Blue: Veteran, USE Fort, READY, HAND BY 1 ANYWAY\nWINTER KEEP Tutor\nSTOP IF ATTACKED AT Milan",
		"ACTION Dismiss 2\nBONUS DISMISS Tutor\nDISMISS Recruit\nDO\nREADY Tutor\nDISCARD ALL", "READY Tutor, HAND ALL IF ENOUGH", "NOTHING", "ALL Tutor", "KEEP ALL", "TAKE Navaa, Bern", "LOT", "GAIN Blue 2 ATTACK\nSPOILS all 1 OF VALUE 3", "POINTS leader -1"} {
		f.Add(s)
	}
	all := views(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range all {
			a.reads().Exactly(t, text)
		}
	})
}
