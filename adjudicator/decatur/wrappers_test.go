package decatur

import (
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// wrapped are orders of every form, each as the rules write it and as a person would, and what it comes to.
var wrapped = []adjudicatortest.Wrapped{
	{Form: "pass", Section: wrapping, Want: "1: PASS", Orders: []string{"PASS"}},
	{Form: "draw", Section: wrapping, Want: "1: DRAW", Orders: []string{"DRAW", "draw a card"}},
	{Form: "expand", Section: wrapping, Want: "1: EXPAND India, Persia", Orders: []string{"EXPAND India, Persia", "expand in India and Persia"}},
	{Form: "port", Section: wrapping, Want: "1: PORT Egypt Indian", Orders: []string{"PORT Egypt Indian", "build a port in Egypt with a fleet in the Indian Ocean"}},
	{Form: "restructure", Section: wrapping, Want: "1: RESTRUCTURE Japan", Orders: []string{"RESTRUCTURE Japan", "restructure into Japan"}},
	{Form: "exchange", Section: wrapping, Want: "1: EXCHANGE ALL British", Orders: []string{"EXCHANGE ALL British", "exchange my British cards"}},
	{Form: "consolidate", Section: wrapping, Want: "1: CONSOLIDATE India FROM Persia 2, Egypt ALL", Orders: []string{"CONSOLIDATE India FROM Persia 2, Egypt ALL", "consolidate India from Persia 2 and Egypt"}},
	{Form: "venture", Section: wrapping, Want: "1: VENTURE India-Arabia MOVE 3", Orders: []string{"VENTURE India-Arabia MOVE 3", "venture from India to Arabia with three factors"}},
	{Form: "takeover", Section: wrapping, Want: "1: VENTURE India-Indo-China COMMIT 4 MAX 5 PLAY Orient", Orders: []string{"VENTURE India-Indo-China COMMIT 4 MAX 5 PLAY Orient", "attack Indo-China from India, commit 4, at most 5, play an Orient card"}},
	{Form: "defend", Section: wrapping, Want: "DEFEND India PLAY British", Orders: []string{"DEFEND India PLAY British", "defend India with a British card"}},
	{Form: "relocate", Section: wrapping, Want: "RELOCATE Egypt TO Arabia", Orders: []string{"RELOCATE Egypt TO Arabia", "relocate from Egypt to Arabia"}},
	{Form: "keep", Section: wrapping, Want: "KEEP Orient, British", Orders: []string{"KEEP Orient, British", "keep Orient and British"}},
	{Form: "discard", Section: wrapping, Want: "DISCARD Russian", Orders: []string{"DISCARD Russian"}},
	{Form: "numbered", Section: wrapping, Want: "1: DRAW", Orders: []string{"1: DRAW", "my first choice is to draw"}},
	{Form: "condition", Section: wrapping, Want: "1: EXPAND India IF Indo-China EMPTY", Orders: []string{"EXPAND India IF Indo-China EMPTY", "if Indo-China is empty, expand India"}},
	{Form: "bid", Section: wrapping + "asks bid\ntakeover Red India-Indo-China Blue 2 4 4\n", Want: "COMMIT 3", Orders: []string{"COMMIT 3", "I commit three factors"}},
	{Form: "concede", Section: wrapping + "asks bid\ntakeover Red India-Indo-China Blue 2 4 4\n", Want: "CONCEDE", Orders: []string{"CONCEDE"}},
}

const wrapping = "Red India 5, Persia 3, Egypt 4\nBlue Indo-China 2 Pacific, Sumatra 1; Orient\nhand Orient, British\n"

// unlike has the pairs of a wrapper and a form whose order is not read like the order alone, with the reasons.
var unlike = map[string]map[string]string{
	"So, %s":            {"bid": "with the I behind it, it gives a reason"},
	"Otherwise %s":      alternatives("it is the next alternative"),
	"Or else %s":        alternatives("it is the next alternative"),
	"Alternatively, %s": alternatives("it is the next alternative"),
}

// alternatives gives one reason for all forms of what is done in a turn.
func alternatives(why string) map[string]string {
	out := map[string]string{}
	for _, w := range wrapped {
		if strings.HasPrefix(w.Want, "1: ") {
			out[w.Form] = why
		}
	}
	return out
}

func TestWrappers(t *testing.T) {
	adjudicatortest.Wrappers(t, wrapped, unlike, func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}
