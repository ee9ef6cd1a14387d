package successors

import (
	"strings"
	"testing"
)

// Every normal form reads back as itself.
func TestNormalForms(t *testing.T) {
	b := House()
	for line := range strings.Lines(`PASS
HOME Lower Egypt, Babylonia
PLAY 3
PLAY 3 AT Babylonia
PLAY 19 AT Babylonia WITH Blue
PLAY 19 WITH Blue
GIVE 3 TO Blue
RANSOM
BUY 2 CAV, 1 INF, 1 LEVY AT Babylonia
BUY 1 EL
BUY 1 FLEET AT Aegean Sea
MOVE Babylonia-Susiana-Persia 3 INF, 2 CAV LEADER
MOVE Babylonia-Susiana ALL
MOVE Babylonia-Susiana ALL LEADER
MOVE Babylonia-Susiana LEADER
MOVE Babylonia-Susiana ALL CAV, 2 LEVY
MOVE Babylonia-Susiana 2 CAV OF Blue
MOVE Babylonia-Susiana ALL OF Blue
SAIL Thrace-Aegean Sea-Lydia 2 FLEET CARRY 2 INF LEADER
SAIL Thrace-Aegean Sea-Lydia ALL FLEET CARRY ALL
SAIL Thrace-Aegean Sea ALL FLEET
SAIL Thrace-Aegean Sea 2 FLEET CARRY 1 INF, 1 LEVY LAND Lydia
SAIL Thrace-Aegean Sea 2 FLEET CARRY ALL CAV LEADER LAND Lydia OF Blue
FIGHT Babylonia
FIGHT Babylonia AGAINST White TO THE END
FIGHT Babylonia AGAINST Blue ROUNDS 3 UNTIL LOSSES 4 ELSE RETREAT Susiana LEAVE 2 INF
FIGHT Babylonia ROUNDS 3 UNTIL LOSSES 4 WHILE NOT WEAKER ELSE RETREAT Susiana, Media, NEAREST LEAVE 2 INF, ALL LEVY
FIGHT Babylonia WHILE NOT WEAKER
FIGHT Babylonia ROUNDS 2 TO THE END
FIGHT Babylonia UNTIL LOSSES 2 ELSE RETREAT 2 INF, 1 CAV TO Susiana, ALL EL TO Media, 1 LEVY TO NEAREST
IF ATTACKED AT Babylonia FIGHT ROUNDS 2 ELSE RETREAT Susiana
IF ATTACKED AT Babylonia FIGHT
IF ATTACKED AT Babylonia RETREAT Susiana LEAVE 1 LEVY
IF ATTACKED ANYWHERE RETREAT
IF ATTACKED ANYWHERE FIGHT TO THE END
INSIST ON BATTLE AT Babylonia IF ODDS >= 3:2
INSIST ON BATTLE ANYWHERE IF ODDS >= 2:1
INSIST ON BATTLE AT Babylonia
LEADER BONUS TO cav, inf
LOSE levy, el, inf, cav, fleet
PLAY 15 WHEN REVOLT AT Babylonia, Susiana
PLAY 15 WHEN REVOLT
PLAY 12 WHEN TURN STARTS
PLAY 2 NOW AT Babylonia
PLAY 19 NOW WITH Blue
ALLY Blue
LEND 2 CAV AT Babylonia TO Blue
LEND ALL AT Babylonia TO Blue
LEND ALL TO Blue
LEND 2 CAV, ALL FLEET TO Blue
LEND CAV FOR RAID TO Blue PRICE 2
`) {
		line = strings.TrimSpace(line)
		kind := "turn"
		if strings.HasPrefix(line, "HOME") {
			kind = "home"
		}
		if got, err := again(b, kind, line); got != line || err != nil {
			t.Errorf("%q is read as %q", line, got)
		}
	}
}

// Each answer after a round of battle is read back as it was written, too.
func TestDecisionForms(t *testing.T) {
	b := House()
	for _, line := range []string{"FIGHT", "RETREAT", "RETREAT Susiana", "RETREAT Susiana LEAVE 2 INF, 1 LEVY", "RETREAT 2 INF TO Susiana, 1 CAV TO Media LEAVE 1 LEVY", "RETREAT 1 INF TO NEAREST"} {
		if got, err := again(b, "battle", line); got != line || err != nil {
			t.Errorf("%q is read as %q", line, got)
		}
	}
}

// And every ruling.
func TestRulingForms(t *testing.T) {
	b := House()
	for _, line := range []string{"GAIN Red 2 TALENTS", "GAIN Red -2 TALENTS", "GAIN all 1 TALENTS", "UNITS Red -1 INF AT Babylonia", "UNITS Red 2 CAV, 1 INF AT Babylonia", "UNITS Red 2 LEVY", "UNITS Red -2", "UNITS Red -1 CAV, -2 INF", "STORM HIT 2", "HIRE Red 2 INF AT Babylonia", "HOME Red", "REVOLT 2 LEVY AT Persia", "INVASION 1 CAV, 2 LEVY AT Persia",
		"NOTHING", "CANCEL AT Persia", "STORM AT Aegean Sea HIT 2", "PLAGUE AT Lower Egypt HIT 1", "OFFER Red", "DRAW Red 1", "MARCH Red 1", "RELEASE Red"} {
		effects, err := parseRuling(b, line)
		if err != nil || len(effects) != 1 || effects[0].words() != line {
			t.Errorf("%q is read as %q: %+v: %v", line, rulingWords(effects), effects, err)
		}
	}
}
