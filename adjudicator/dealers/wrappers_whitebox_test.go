package dealers

import (
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// wrapped are orders of every form, each in the normal form and as a person would write it, and what it comes to.
var wrapped = []adjudicatortest.Wrapped{
	{Form: "action", Section: someTurn, Want: "ACTION Spoils", Orders: []string{"ACTION Spoils", "take the Spoils action"}},
	{Form: "cube", Section: someTurn, Want: "ACTION Spoils BY LEADER", Orders: []string{"ACTION Spoils BY LEADER", "Spoils with my leader cube"}},
	{Form: "pass", Section: someTurn, Want: "PASS", Orders: []string{"PASS"}},
	{Form: "pass of a year", Section: someTurn, Want: "PASS YEAR", Orders: []string{"PASS YEAR", "pass for the rest of the year"}},
	{Form: "play", Section: inTurn, Want: "PLAY Tutor=S", Orders: []string{"PLAY Tutor=S", "play the Tutor for support"}},
	{Form: "use", Section: inTurn, Want: "USE Old Charts", Orders: []string{"USE Old Charts", "use my Old Charts"}},
	{Form: "train", Section: inTurn, Want: "TRAIN Recruit", Orders: []string{"TRAIN Recruit", "train a Recruit"}},
	{Form: "discard", Section: inTurn, Want: "DISCARD Veteran", Orders: []string{"DISCARD Veteran", "discard the Veteran"}},
	{Form: "keep", Section: inTurn, Want: "KEEP Veteran", Orders: []string{"KEEP Veteran", "keep my Veteran"}},
	{Form: "dismiss", Section: "asks more\nacting Dismiss 2\n" + someCards, Want: "DISMISS Veteran, Recruit", Orders: []string{"DISMISS Veteran, Recruit", "dismiss Veteran and Recruit"}},
	{Form: "ready", Section: "asks more\nacting Ready\n" + someCards, Want: "READY Veteran", Orders: []string{"READY Veteran", "put the Veteran in my ready area"}},
	{Form: "assault", Section: inAssault, Want: "ASSAULT Milan FIRST Veteran FINAL Recruit", Orders: []string{"ASSAULT Milan FIRST Veteran FINAL Recruit", "assault Milan with the Veteran, then Recruit if needed"}},
	{Form: "defend", Section: someTurn, Want: "DEFEND Milan: Veteran, HAND IF ENOUGH", Orders: []string{"DEFEND Milan: Veteran, HAND", "defend Milan with Veteran and hand"}},
	{Form: "winter", Section: someTurn, Want: "WINTER KEEP ALL", Orders: []string{"WINTER KEEP ALL", "in winter keep all cards"}},
	{Form: "stop", Section: someTurn, Want: "STOP IF ATTACKED", Orders: []string{"STOP IF ATTACKED", "stop if I am attacked"}},
	{Form: "defence", Section: "asks defence\nbattle Milan Bern Blue Black\n" + someCards, Want: "Veteran, Recruit IF ENOUGH", Orders: []string{"Veteran, Recruit", "defend with Veteran and Recruit"}},
	{Form: "last step", Section: "asks final\nbattle Vienna Bern Black Blue final\n" + someCards, Want: "Veteran, Recruit", Orders: []string{"FINAL Veteran, Recruit"}},
	{Form: "winter's answer", Section: "asks winter\nwinter\n" + someCards, Want: "DISCARD Veteran", Orders: []string{"DISCARD Veteran", "discard my Veteran"}},
	{Form: "draft", Section: "asks draft\ndraft\n", Want: "TAKE Hilge, Bern", Orders: []string{"TAKE Hilge, Bern"}},
}

const (
	someCards = "capital Black Bern\nown Black Milan\nown Blue Vienna\nhand Black Tutor, Recruit, Veteran\nlocations Black Old Charts\n"
	someTurn  = someCards + "families Privateers, Gunners, Wardens, Engineers, Medics, Spies, Envoys, Pilots\n"
	inTurn    = "asks more\nacting Train 2\nmarkers Black 6 support\n" + someCards
	inAssault = "asks more\nacting Assault\ncapital Black Bern\nown Blue Milan\nhand Black Tutor, Recruit, Veteran\n"
)

// unlike has the pairs of a wrapper and a form whose order is not read like the order alone, with the reasons.
var unlike = map[string]map[string]string{
	"%s\n%s":                 {"play": twice, "use": twice, "train": twice, "dismiss": twice, "ready": twice},
	"Statt %s lieber nichts": {"winter's answer": "nothing is discarded, as it says"},
}

const twice = "it is done twice"

func TestWrappers(t *testing.T) {
	adjudicatortest.Wrappers(t, wrapped, unlike, func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}
