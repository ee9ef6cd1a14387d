package dishonest

import (
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

var (
	wrappedTurn   = strings.Replace(someGame, "Fascism", "Fascism spent", 1)
	wrappedIncome = someGame + "asks income\nincome\n"
)

// wrapped are orders of every form, each as the rules write it and as a person would, and what it comes to.
var wrapped = []adjudicatortest.Wrapped{
	{Form: "pass", Section: wrappedTurn, Want: "PASS", Orders: []string{"PASS"}},
	{Form: "garrison", Section: wrappedTurn, Want: "GARRISON Egypt", Orders: []string{"GARRISON Egypt", "place a garrison in Egypt"}},
	{Form: "mobilize", Section: wrappedTurn, Want: "MOBILIZE 1 INF AT England", Orders: []string{"MOBILIZE 1 INF AT England", "build one infantry in England"}},
	{Form: "tactics", Section: wrappedTurn, Want: "TACTICS 1: INF Egypt-Levant", Orders: []string{"TACTICS 1: INF Egypt-Levant", "tactics 1: move the infantry from Egypt to the Levant"}},
	{Form: "moves", Section: wrappedTurn, Want: "TACTICS: 2 INF Libya-Egypt", Orders: []string{"2 INF Libya-Egypt", "move two infantry from Libya to Egypt"}},
	{Form: "play", Section: wrappedTurn, Want: "PLAY 9 MOVE INF Egypt-Levant", Orders: []string{"PLAY 9 MOVE INF Egypt-Levant"}},
	{Form: "ideology", Section: someGame, Want: "IDEOLOGY", Orders: []string{"IDEOLOGY", "play my ideology"}},
	{Form: "defend", Section: wrappedTurn, Want: "DEFEND Egypt: SUPPLY 2", Orders: []string{"DEFEND Egypt: SUPPLY 2", "defend Egypt with two supply"}},
	{Form: "secondary", Section: wrappedTurn, Want: "SECONDARY Communism: NO", Orders: []string{"SECONDARY Communism: NO"}},
	{Form: "lose", Section: wrappedTurn, Want: "LOSE INF, FTR", Orders: []string{"LOSE INF, FTR", "lose infantry then fighters"}},
	{Form: "stop", Section: wrappedTurn, Want: "STOP IF ATTACKED", Orders: []string{"STOP IF ATTACKED"}},
	{Form: "draw", Section: wrappedIncome, Want: "DRAW 2", Orders: []string{"DRAW 2", "draw two cards"}},
	{Form: "pool", Section: wrappedIncome, Want: "POOL 3 SUPPLY", Orders: []string{"POOL 3 SUPPLY", "put three supply into my pool"}},
	{Form: "bid", Section: wrappedIncome, Want: "BID 2 MONEY", Orders: []string{"BID 2 MONEY", "bid two money"}},
	{Form: "tiles", Section: wrappedIncome, Want: "IDEOLOGY Fascism, Communism", Orders: []string{"IDEOLOGY Fascism, Communism"}},
	{Form: "ally", Section: wrappedIncome, Want: "ALLY USSR", Orders: []string{"ALLY USSR", "ally with the USSR"}},
	{Form: "bid asked", Section: someGame + "asks bid\nincome\n", Want: "BID 2 MONEY", Orders: []string{"BID 2 MONEY", "2 money"}},
	{Form: "defence asked", Section: someGame + "writer USSR\nasks defence\nbattle Levant UK USSR\n", Want: "SUPPLY 2", Orders: []string{"SUPPLY 2", "two supply"}},
}

// unlike has the pairs of a wrapper and a form whose order is not read like the order alone, with the reasons.
var unlike = map[string]map[string]string{
	"%s\n%s": {"moves": "each line moves two"},
}

func TestWrappers(t *testing.T) {
	adjudicatortest.Wrappers(t, wrapped, unlike, func(t testing.TB, section string) adjudicatortest.Asker {
		a := asking(t, section)
		return adjudicatortest.Asker{View: a.view, Kind: a.kind}
	})
}
