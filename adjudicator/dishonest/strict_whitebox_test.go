package dishonest

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
		"turn": `|pass|PASS |PASS.| PASS|PASS/|/PASS|OR PASS|TURN 1|TURN 1/PASS|PASS/TURN 2|PASS/TURN 3/PASS|PASS/PASS|NONE/PASS|PASS/NONE|NONE/LOSE INF
			|PASS/OR TURN 2/PASS|ANNEX Egypt/PASS|GARRISON Egypt/PLAY 41|LOSE INF/PASS|POOL 3|DRAW 2|IDEOLOGY Fascism|IDEOLOGY ON UK AT Egypt
			|IDEOLOGY AT Egypt ,Libya|GARRISON Aegean Sea|ANNEX North Sea|GARRISON Atlantis|PLAY 91|PLAY 041 AT Egypt|SCORE 17 AT Egypt
			|TACTICS 0: INF Egypt-Levant|TACTICS 4: INF Egypt-Levant|TACTICS 2:INF Egypt-Levant|TACTICS 1: 1 INF Egypt-Levant|TACTICS 1: INF Egypt
			|TACTICS 1: FTR Egypt-Levant RETURN Aegean Sea|TACTICS 1: ALL INF Egypt-Levant|MOBILIZE 0 INF AT Moscow|MOBILIZE INF AT Moscow|MOBILIZE 2 inf AT Moscow
			|MOBILIZE 1001 INF AT Moscow|PASS/BATTLE Egypt: NONE|PASS/BATTLE Egypt: DEPLOY 1 FTR Levant|PASS/BATTLE Egypt AGAINST UK: SUPPLY 1|PASS/BATTLE Egypt: SUPPLY 1/BATTLE Egypt: SUPPLY 2`,
		"standing": `DEFEND ANY: SUPPLY 1/DEFEND Egypt: SUPPLY 1|DEFEND Egypt: SUPPLY 1/DEFEND Egypt AGAINST UK: SUPPLY 1|DEFEND Egypt: NONE|DEFEND Egypt: SUPPLY 1/DEFEND Egypt: SUPPLY 1
			|DEFEND Egypt AGAINST Spain: SUPPLY 1|SECONDARY ANY: NO/SECONDARY Fascism: NO|SECONDARY Fascism: |SECONDARY Fascism: YES TAKE OIL|SECONDARY Monarchism: NO|LOSE INF, INF|LOSE INF,ARM|LOSE ARM/LOSE INF
			|TIES UK/LOSE INF|TIES UK, UK|STOP IF ATTACKED/STOP IF ATTACKED|STOP IF ATTACKED AT Egypt/STOP IF ATTACKED AT Egypt|STOP|NONE/LOSE INF`,
		"income":    `DRAW 3|DRAW -1|POOL|POOL 2 MONEY|POOL 1 OIL 2 SUPPLY|POOL 1 OIL 1 OIL|POOL 0 OIL|BID 2|BID 2 MONEY, 1 OIL|BID 1 GOLD|NONE/DRAW 2|POOL 3/DRAW 2|IDEOLOGY Fascism, Fascism|IDEOLOGY Fascism/IDEOLOGY Communism|ALLY Spain`,
		"bid":       `BID 2|2 MONEY|BID 0/BID 0|BID 0/LOSE INF|POOL 2|NONE|PASS`,
		"ideology":  `Fascism|IDEOLOGY|IDEOLOGY NONE|IDEOLOGY Fascism/DRAW 2`,
		"defence":   `none|SUPPLY 2, CARD 12|SUPPLY 0 CARD 12|LOSE INF; SUPPLY 2|SUPPLY 2; SUPPLY 3|DEPLOY 0 FTR Levant|DEPLOY 1 FTR Levant, 2 FTR Levant|DEPLOY 1 INF Levant|DEPLOY 1 FTR Aegean Sea|RETREAT Libya, Libya|SUPPLY 2 IF ODDS >= 0:1|SUPPLY 2 IF ODDS > 1:1|SUPPLY 2 IF STRENGTH >= 1:1|SUPPLY 2 IF DEPLOYED|SUPPLY 1 ELSE`,
		"commit":    `DEPLOY 1 FTR Levant|DEPLOY 1 FTR Levant; SUPPLY 2|NONE; LOSE INF`,
		"secondary": `no|NO |YES TAKE OIL|TAKE GOLD|AT|Fascism: NO`,
		"ruling":    `NOTHING/NOTHING|NOTHING/SCORE|NONE|GAIN UK 2|GAIN UK MONEY|GAIN UK +2 MONEY|GAIN UK 10 MONEY|GAIN UK 0 MONEY|GAIN Spain 2 MONEY|UNITS USSR 1 ARM, 2 INF AT Moscow|UNITS USSR 2 INF|UNITS USSR 1 INF, 1 INF AT Moscow|QUAGMIRE AT North Sea|SCORE/`,
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

// The strict reader takes from a sheet on file exactly what was understood of the letter.
func TestSheetOnFile(t *testing.T) {
	sheets := 0
	for name, section := range adjudicatortest.Cases(t, "testdata/orders.txt") {
		a := asking(t, section)
		v, ok := a.view.(View)
		if !ok || v.Seat == "" || !one(a.kind, "income", "turn", "standing") {
			continue
		}
		for line := range strings.Lines(section) {
			letter, _, ok := strings.Cut(line, "###")
			if !ok {
				continue
			}
			text := v.Read(a.kind, "", strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n")).Answer
			if text != "" {
				sheets++
				if got, err := parseSheet(House(), a.kind, text); err != nil || got.words(House()) != text {
					t.Errorf("%s: %q is read as %q, and from file as\n%+v: %v", name, letter, text, got, err)
				}
			}
		}
	}
	if sheets == 0 {
		t.Error("there are no sheets")
	}
}

// However much a letter says, what is taken of it is in normal form.
func TestMuchStrict(t *testing.T) {
	a := asking(t, someGame)
	for kind, letters := range map[string][]string{
		"turn": {
			"PLAY 41 AT Libya AT Libya ON UK\nPASS\nTURN 2\nPLAY 41 AT Libya AT Libya, Egypt IN Egypt\nPASS", "PASS\nBATTLE Levant: SUPPLY 9" + strings.Repeat(" OIL 50", 30), "PASS\nBATTLE Levant: SUPPLY 2 IF STRENGTH > 99999",
			"DEFEND Egypt: DEPLOY 1 FTR Libya DEPLOY 2 FTR Libya", "DEFEND Egypt: DEPLOY ALL FTR Libya, 1 FTR Levant; DEPLOY 2 FTR Levant",
		},
		"income": {"POOL " + strings.Repeat("50 SUPPLY ", 30), "POOL " + strings.Repeat("50 ", 30), "BID" + strings.Repeat(" 50 OIL", 30), "IDEOLOGY NONE", "NONE\nLOSE INF"},
	} {
		for _, letter := range letters {
			a.kind = kind
			a.readAgain(t, letter)
		}
	}
}

// A file that is not in normal form is reported as a fault of the program.
func TestFileIsBroken(t *testing.T) {
	staged, _ := stage(t, nil, map[string]string{})
	adjudicatortest.BrokenFile(t, func() { staged.(*position).begin(nil).File("UK", "turn", "pass") })
	adjudicatortest.BrokenFile(t, func() { asking(t, someGame).view.Read("turn", "pass", "PASS") })
}

// Whatever is on file, reading it ends without a panic, and what is taken is taken for itself.
func FuzzStrict(f *testing.F) {
	for _, text := range []string{
		"PLAY 41 AT Libya, Egypt ON UK TAKE OIL BUILD 2 INF AT Moscow MOVE INF Egypt-Levant\nPASS\nOR IDEOLOGY AT Egypt\nTURN 2\nTURN 3\nSCORE 17\nMOBILIZE 1 INF AT England, 1 SQN AT North Sea\nANNEX Libya",
		"TACTICS 2: INF Egypt-Levant; 2 INF Libya-Egypt; FTR Egypt-Levant RETURN Egypt\nBATTLE Levant: SUPPLY 3 CARD 10 IF DEPLOYED >= 1 ELSE SUPPLY ALL; LOSE INF, ARM; RETREAT Libya, Balkans",
		"DEFEND Egypt AGAINST USSR: DEPLOY 1 FTR Libya, ALL FTR Levant; SUPPLY 2 CARD 12 IF ODDS >= 1:1 AND STRENGTH < 4\nDEFEND ANY: SUPPLY 1\nSECONDARY Communism: YES\nSECONDARY ANY: NO\nLOSE INF, FTR\nTIES UK, USSR\nSTOP IF ATTACKED AT Egypt",
		"DRAW 2\nPOOL 3, 1 OIL\nBID 2 MONEY 1 OIL\nIDEOLOGY Fascism, Communism\nALLY UK", "BID 0", "IDEOLOGY Fascism", "NONE", "YES", "DEPLOY ALL FTR Levant; CARD 12", "GAIN UK -2 MONEY\nUNITS USSR 2 INF, 1 ARM AT Moscow\nSCORE", "NOTHING",
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
