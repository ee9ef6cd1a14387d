package successors

import (
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

const wrappedTurn = "board Babylonia: Red 9 inf 8 cav 2 levy leader; Thrace: Red 1 inf 2 levy 3 fleet; Susiana: Red 1 inf, Blue 2 inf; Lydia: Blue 1 cav\n" +
	"home Red Babylonia\ntalents Red 20\nchits Red 2, 5, 15\nallies Red Blue\n"

// wrapped are orders of every form, each in normal form and as a person would write it, and what it comes to.
var wrapped = []adjudicatortest.Wrapped{
	{Form: "move", Section: wrappedTurn, Want: "MOVE Babylonia-Assyria 3 INF, 2 CAV LEADER", Orders: []string{"MOVE Babylonia-Assyria 3 INF, 2 CAV LEADER",
		"move three infantry, two cavalry and the leader from Babylonia to Assyria"}},
	{Form: "sail", Section: wrappedTurn, Want: "SAIL Thrace-Aegean Sea-Caria 2 FLEET CARRY 1 INF", Orders: []string{"SAIL Thrace-Aegean Sea-Caria 2 FLEET CARRY 1 INF",
		"sail two fleets from Thrace via the Aegean Sea to Caria carrying one infantry"}},
	{Form: "fight", Section: wrappedTurn, Want: "FIGHT Susiana ROUNDS 3 ELSE RETREAT Babylonia", Orders: []string{"FIGHT Susiana ROUNDS 3 ELSE RETREAT Babylonia",
		"attack Susiana for three rounds, then retreat to Babylonia"}},
	{Form: "buy", Section: wrappedTurn, Want: "BUY 2 INF AT Babylonia", Orders: []string{"BUY 2 INF AT Babylonia", "buy two infantry in Babylonia"}},
	{Form: "give", Section: wrappedTurn, Want: "GIVE 3 TO Green", Orders: []string{"GIVE 3 TO Green", "pay Green three talents"}},
	{Form: "play", Section: wrappedTurn, Want: "PLAY 5", Orders: []string{"PLAY 5", "play chit 5"}},
	{Form: "if attacked", Section: wrappedTurn, Want: "IF ATTACKED AT Babylonia FIGHT ROUNDS 2 ELSE RETREAT Susiana", Orders: []string{
		"IF ATTACKED AT Babylonia FIGHT ROUNDS 2 ELSE RETREAT Susiana", "if I am attacked in Babylonia I fight two rounds and then retreat to Susiana"}},
	{Form: "insist", Section: wrappedTurn, Want: "INSIST ON BATTLE AT Susiana IF ODDS >= 3:2", Orders: []string{"INSIST ON BATTLE AT Susiana IF ODDS >= 3:2",
		"insist on battle in Susiana if the odds are at least 3 to 2"}},
	{Form: "bonus", Section: wrappedTurn, Want: "LEADER BONUS TO cav, inf", Orders: []string{"LEADER BONUS TO cav, inf", "leader bonus to the cavalry, then the infantry"}},
	{Form: "lose", Section: wrappedTurn, Want: "LOSE levy, inf", Orders: []string{"LOSE levy, inf", "lose levies first, then infantry"}},
	{Form: "ally", Section: wrappedTurn, Want: "ALLY Green", Orders: []string{"ALLY Green", "ally with Green"}},
	{Form: "lend", Section: wrappedTurn, Want: "LEND 2 CAV AT Babylonia TO Blue", Orders: []string{"LEND 2 CAV AT Babylonia TO Blue", "lend Blue two cavalry in Babylonia"}},
	{Form: "react", Section: wrappedTurn, Want: "PLAY 15 WHEN REVOLT", Orders: []string{"PLAY 15 WHEN REVOLT", "play chit 15 if a revolt breaks out"}},
	{Form: "pass", Section: wrappedTurn, Want: "PASS", Orders: []string{"PASS", "I pass"}},
	{Form: "home", Section: "asks home\n", Want: "HOME Babylonia, Lydia", Orders: []string{"HOME Babylonia, Lydia", "my home is Babylonia, or else Lydia"}},
	{Form: "decision", Section: "writer Blue\nasks battle\nbattle Babylonia\nboard Babylonia: Red 9 inf, Blue 5 inf leader; Media: Blue 1 inf\n", Want: "RETREAT Media",
		Orders: []string{"RETREAT Media", "retreat to Media"}},
}

// unlike has the pairs of a wrapper and a form whose order is not read like the order alone, with the reasons.
var unlike = map[string]map[string]string{
	"So, %s":                   {"pass": "\"so I\" gives a reason"},
	"In case of an attack, %s": {"fight": "it is what is done when attacked there"},
}

func TestWrappers(t *testing.T) {
	adjudicatortest.Wrappers(t, wrapped, unlike, func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}
