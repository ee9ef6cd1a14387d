package successors

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
	for kind, list := range map[string]string{
		"turn": `|pass|PASS |PASS.| PASS|PASS/|/PASS|PASS/PASS|NONE|PASS/BUY 1 INF|RANSOM/PASS|BUY 1 INF/RANSOM|LOSE inf/BUY 1 INF|HOME Bactria|RANSOM/RANSOM
			|PLAY 61|PLAY 03|PLAY 3 at Babylonia|PLAY 3 AT Babylonia, Susiana|PLAY 3/PLAY 3|PLAY 3 WITH White|GIVE 0 TO Blue|GIVE 3 TO White|GIVE 3 TO Blue/GIVE 4 TO Blue|GIVE 3 TALENTS TO Blue
			|BUY INF|BUY 0 INF|BUY -1 INF|BUY ALL INF|BUY 1 INF, 2 CAV|BUY 1 INF, 1 INF|BUY 2 inf|BUY 2 INF AT Atlantis|BUY 1001 INF|BUY 2 INF,1 LEVY
			|MOVE Babylonia ALL|MOVE Babylonia-Susiana|MOVE Babylonia-Susiana ALL CAV, ALL INF, ALL EL, ALL LEVY|MOVE Babylonia-Susiana 2 FLEET|MOVE Babylonia-Susiana 1 INF, 2 INF
			|MOVE Babylonia - Susiana ALL|MOVE Babylonia-Susiana LEADER ALL|MOVE Thrace-Aegean Sea ALL|MOVE Babylonia-Susiana ALL LAND Media|MOVE Babylonia-Susiana ALL OF White
			|SAIL Thrace 1 FLEET|SAIL Thrace-Aegean Sea FLEET|SAIL Thrace-Aegean Sea 0 FLEET|SAIL Thrace-Aegean Sea 2 FLEET LAND Aegean Sea|SAIL Thrace-Aegean Sea 2 FLEET CARRY LEADER
			|FIGHT Aegean Sea ROUNDS 1|FIGHT Babylonia AGAINST Purple|FIGHT Babylonia ROUNDS 0|FIGHT Babylonia UNTIL LOSSES 2 ROUNDS 3|FIGHT Babylonia TO THE END ELSE RETREAT Media|FIGHT Babylonia ELSE RETREAT|FIGHT Babylonia/FIGHT Babylonia|FIGHT Babylonia AGAINST Blue ROUNDS 2/FIGHT Susiana/FIGHT Babylonia AGAINST Blue
			|FIGHT Babylonia ELSE RETREAT Media Susiana|FIGHT Babylonia ELSE RETREAT Media,Susiana|FIGHT Babylonia ELSE RETREAT Aegean Sea|FIGHT Babylonia ELSE RETREAT 2 FLEET TO Media`,
		"standing": `PASS|BUY 1 INF|PLAY 3|NONE/LOSE inf|LOSE INF|LOSE inf, inf|LOSE cav/LOSE inf|LEADER BONUS TO fleet|ALLY White|ALLY Blue, Green|ALLY Blue/ALLY Blue
			|IF ATTACKED RETREAT|IF ATTACKED ANYWHERE|IF ATTACKED ANYWHERE FIGHT ROUNDS 1|IF ATTACKED ANYWHERE RETREAT/IF ATTACKED AT Media RETREAT|IF ATTACKED AT Media FIGHT/IF ATTACKED AT Media RETREAT|IF ATTACKED AT Aegean Sea FIGHT
			|INSIST ON BATTLE|INSIST ON BATTLE AT Media IF ODDS >= 0:1|INSIST ON BATTLE AT Media IF ODDS >= 3|INSIST ON BATTLE AT Media IF ODDS > 3:2|INSIST ON BATTLE ANYWHERE/INSIST ON BATTLE AT Media|INSIST ON BATTLE ANYWHERE/INSIST ON BATTLE ANYWHERE
			|PLAY 15 WHEN REVOLT AT Media, Media|PLAY 15 NOW/PLAY 15 WHEN REVOLT|PLAY 15 WHEN|LEND 2 CAV|LEND TO Blue|LEND ALL CAV, ALL INF, ALL EL, ALL LEVY TO Blue|LEND ALL TO Blue/LEND 1 CAV TO Blue|LEND CAV FOR RAID TO Blue|LEND CAV FOR RAID TO Blue PRICE 100`,
		"home":   `HOME|HOME Bactria,Media|HOME Bactria, Bactria|HOME Aegean Sea|HOME Bactria/HOME Media|BUY 1 INF/HOME Media|HOME Media/PASS|PASS/HOME Media|RANSOM|MOVE Babylonia-Susiana ALL|NONE`,
		"battle": `fight|FIGHT ON|PASS|RETREAT TO Media|RETREAT NEAREST|RETREAT Media.|RETREAT Media LEAVE|RETREAT LEAVE 2 INF Media|RETREAT/FIGHT|NONE`,
		"ruling": `nothing|NONE|GAIN Red 2|GAIN Red TALENTS|GAIN Red +2 TALENTS|GAIN red 2 TALENTS|GAIN White 2 TALENTS|GAIN Red TALENTS 1 CAV|DRAW Red -1|DRAW Red 2 LEVY|UNITS Red 2|UNITS Red -1 CAV, 2 INF|UNITS Red 2 INF, 1 CAV|HIRE Red -2 INF|HOME|CANCEL|STORM|STORM HIT 7|STORM HIT 2 AT Aegean Sea|HOME Red/`,
	} {
		a := asking(t, "asks "+kind+"\n")
		a.reads().NotStrict(t, "")
		for text := range strings.SplitSeq(list, "|") {
			a.reads().NotStrict(t, strings.ReplaceAll(strings.Trim(text, "\n\t"), "/", "\n"))
		}
	}
	for _, v := range []adjudicator.View{asking(t, someGame).view, Truth{}} {
		adjudicatortest.Asker{View: v, Kind: "retreat"}.NotStrict(t, "", "PASS", "NONE", "NOTHING", "FIGHT")
	}
}

// However much a letter says, what is taken of it is in normal form.
func TestMuchStrict(t *testing.T) {
	for kind, letters := range map[string][]string{
		"turn": {
			"PLAY 15 WHEN REVOLT AT Media AT Media, Susiana IN Susiana", "fight 5000 rounds in Susiana", "GIVE 5000 TO Blue", "SAIL Thrace-Aegean Sea 99 FLEET 99 FLEET",
			strings.Repeat("BUY 20 LEVY AT Babylonia\n", 60) + "MOVE Babylonia-Assyria all but 1 levy",
		},
		"ruling": {"GAIN Red 2 TALENTS 1 CAV", "DRAW Red 1 2 LEVY", "GAIN Red 5000 TALENTS", "HOME Red 5", "REVOLT 2 LEVY 3 AT Persia", "UNITS Red - 2 INF AT Babylonia", "NOTHING\nHOME Red\nNOTHING", "OFFER Red HIT 3"},
	} {
		a := asking(t, someGame+"asks "+kind+"\n")
		for _, letter := range letters {
			a.readAgain(t, letter)
		}
	}
}

// A file that is not in normal form is reported as a fault of the program.
func TestFileIsBroken(t *testing.T) {
	staged, _ := stage(t, nil, map[string]string{})
	adjudicatortest.BrokenFile(t, func() { staged.(*position).begin(nil, "Red").file("Red", "turn", "pass") })
	adjudicatortest.BrokenFile(t, func() { asking(t, someGame).view.Read("turn", "pass", "PASS") })
}

// Whatever is on file, reading it ends without a panic, and what is taken is taken for itself.
func FuzzStrict(f *testing.F) {
	for _, text := range []string{
		"PLAY 5 AT Babylonia\nPLAY 19 AT Lydia WITH Blue\nGIVE 3 TO Blue\nRANSOM\nBUY 1 CAV, 2 INF AT Babylonia\nMOVE Babylonia-Assyria-Media 3 INF, ALL CAV LEADER\nMOVE Babylonia-Assyria ALL OF Blue\nSAIL Thrace-Aegean Sea 2 FLEET CARRY 2 INF LEADER LAND Lydia",
		"FIGHT Susiana AGAINST White ROUNDS 3 UNTIL LOSSES 4 WHILE NOT WEAKER ELSE RETREAT 2 INF TO Media, Babylonia, NEAREST LEAVE 2 INF\nFIGHT Media TO THE END", "PASS\nIF ATTACKED ANYWHERE RETREAT",
		"GIVE 1 TO Red\nIF ATTACKED AT Babylonia FIGHT ROUNDS 2\nINSIST ON BATTLE AT Susiana IF ODDS >= 3:2\nLEADER BONUS TO cav, inf\nLOSE levy, fleet\nPLAY 15 WHEN REVOLT AT Babylonia, Susiana\nPLAY 12 WHEN TURN STARTS\nPLAY 2 NOW\nALLY Blue\nLEND 2 CAV AT Media TO Blue\nLEND CAV FOR RAID TO Blue PRICE 2",
		"HOME Lower Egypt, Babylonia\nBUY 2 INF", "NONE", "RETREAT 2 INF TO Media, 1 CAV TO NEAREST LEAVE 1 LEVY", "FIGHT", "GAIN Red -2 TALENTS\nUNITS Red -1 CAV, -2 INF AT Babylonia\nNOTHING\nSTORM AT Aegean Sea HIT 2\nREVOLT 2 LEVY AT Persia",
	} {
		f.Add(text)
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
	for _, head := range []string{"", "asks home\n", "writer Blue\nasks standing\n", "asks battle\nbattle Babylonia\n", "asks ruling\n"} {
		out = append(out, asking(t, someGame+head))
	}
	return out
}
