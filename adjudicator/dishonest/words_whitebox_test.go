package dishonest

import (
	"strings"
	"testing"
)

// Every normal form reads back as itself.
func TestNormalForms(t *testing.T) {
	b := House()
	for line := range strings.SplitSeq(`PASS
GARRISON Egypt
IDEOLOGY
IDEOLOGY AT Egypt
PLAY 41 AT Egypt ON UK TAKE OIL BUILD 2 INF AT Moscow, 1 SQN AT Black Sea MOVE INF Ukraine-Romania; 2 INF Caucasus-Ukraine
PLAY 41 AT Egypt, Libya ON UK, USSR|GARRISON Egypt|ANNEX Libya
SCORE 17|MOBILIZE 2 INF AT Moscow, 1 SQN AT Black Sea
TACTICS 2: INF Ukraine-Romania; 2 INF Caucasus-Ukraine-Romania; FTR Formosa-East China Sea-Central Pacific RETURN Formosa; INF Balkans-Aegean Sea-Egypt|BATTLE Egypt: SUPPLY 3 CARD 41 IF DEPLOYED >= 1 ELSE SUPPLY 2; LOSE INF, ARM; RETREAT Libya, Balkans|ANNEX Egypt
TACTICS: INF Ukraine-Romania|BATTLE ANY: SUPPLY ALL IF ODDS >= 3:2 AND STRENGTH < 4 ELSE CARD 12 IF DEPLOYED < 2 ELSE SUPPLY 0|OR MOBILIZE 1 ARM AT Moscow|OR PASS
MOBILIZE 1 INF AT Moscow|TURN 2|GARRISON Egypt|OR PASS|TURN 3|IDEOLOGY|ANNEX Libya
MOBILIZE 1 INF AT Moscow|TURN 2|TURN 3|GARRISON Egypt
TURN 1|TURN 2|GARRISON Egypt
DEFEND Egypt AGAINST USSR: DEPLOY 1 FTR Levant, ALL FTR Libya; SUPPLY 2 CARD 12 IF ODDS >= 1:1; LOSE FTR, INF; RETREAT Levant
DEFEND Egypt AGAINST USSR: SUPPLY 2|DEFEND Egypt: SUPPLY 1|DEFEND ANY AGAINST USSR: SUPPLY 3|DEFEND ANY: SUPPLY 0
SECONDARY Communism: BUILD 1 INF AT Moscow|SECONDARY Fascism: YES|SECONDARY ANY: NO
LOSE INF, FTR, ARM, FLT, SQN|TIES UK, USSR|STOP IF ATTACKED|STOP IF ATTACKED AT Egypt
DRAW 2|POOL 2 SUPPLY 1 OIL|BID 2 MONEY 1 OIL|IDEOLOGY Fascism, Communism|ALLY UK, France
DRAW 0|POOL 3|BID 0|IDEOLOGY Fascism|GARRISON Egypt|LOSE INF
POOL 0
NONE`, "\n") {
		want := strings.ReplaceAll(line, "|", "\n")
		kind := "turn"
		if strings.HasPrefix(want, "DRAW") || strings.HasPrefix(want, "POOL") {
			kind = "income"
		}
		if got, err := again(b, kind, want); got != want || err != nil {
			t.Errorf("%q is read as %q", want, got)
		}
	}
}

// Each answer within a battle, or to a tile, is read back as it was written, too.
func TestAnswerForms(t *testing.T) {
	b := House()
	for _, line := range []string{"NONE", "DEPLOY 1 FTR Levant; SUPPLY 2 CARD 12; LOSE FTR; RETREAT Levant", "SUPPLY ALL", "CARD 12", "SUPPLY 0", "RETREAT Levant, Libya", "DEPLOY ALL FTR Levant"} {
		if got, err := again(b, "defence", line); got != line || err != nil {
			t.Errorf("%q is read as %q", line, got)
		}
	}
	for _, line := range []string{"NO", "YES", "BUILD 1 INF AT Moscow", "AT Egypt ON UK TAKE OIL"} {
		if got, err := again(b, "secondary", line); got != line || err != nil {
			t.Errorf("%q is read as %q", line, got)
		}
	}
}

// And every ruling.
func TestRulingForms(t *testing.T) {
	b := House()
	for _, line := range []string{"GAIN UK 2 MONEY", "GAIN UK -1 OIL", "STEAL UK 1 SUPPLY", "DRAW UK 1", "UNITS USSR 2 INF, 1 ARM AT Moscow", "UNITS USSR -1 AT Moscow", "GARRISON UK AT Egypt", "SUBVERT 9 AT Libya", "COLONY UK AT Libya", "QUAGMIRE AT Libya",
		"ORDER UK 2", "ORDER UK -2", "POOL UK -1", "POINTS UK 1", "SCORE"} {
		effects, err := parseRuling(b, line)
		if err != nil || len(effects) != 1 || effects[0].words() != line {
			t.Errorf("%q is read as %+v: %v", line, effects, err)
		}
	}
	if e, err := parseRuling(b, "NOTHING"); err != nil || len(e) != 0 {
		t.Errorf("NOTHING is %+v: %v", e, err)
	}
}

// Where two powers have units in one place, the letter names the reader's units as well.
func TestSharedRegionsNameAll(t *testing.T) {
	v := asking(t, "empty board\nboard Moscow: Germany 1 inf, USSR 1 arm; Ukraine: USSR 1 inf\nwriter USSR\nasks standing\n").view.(View)
	for name, want := range map[string]string{"Moscow": "Germany 1 infantry; USSR 1 armour", "Ukraine": "1 infantry"} {
		a, _ := v.edition().Area(name)
		if got := strings.Join(v.row(a, "USSR").Stands, "; "); got != want {
			t.Errorf("%s has %q, want %q", name, got, want)
		}
	}
}
