package main

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	deadmanrobot "deaddrop/adjudicator/deadman/robot"
	dealersrobot "deaddrop/adjudicator/dealers/robot"
	decaturrobot "deaddrop/adjudicator/decatur/robot"
	dishonestrobot "deaddrop/adjudicator/dishonest/robot"
	"deaddrop/adjudicator/robots"
	successorsrobot "deaddrop/adjudicator/successors/robot"
	"deaddrop/gm/refusal"
)

// games returns all titles with their robots. A title without robots is robots.Game{Rules: yours.Rules}.
func games() []robots.Game {
	return []robots.Game{
		deadmanrobot.Game,
		deadmanrobot.Diplomacy,
		decaturrobot.Game,
		successorsrobot.Game,
		dishonestrobot.Game,
		dealersrobot.Game,
	}
}

// titles returns the rules of all titles.
func titles() []*adjudicator.Rules {
	var out []*adjudicator.Rules
	for _, g := range games() {
		out = append(out, g.Rules)
	}
	return out
}

// robotGames returns the titles that robots can play.
func robotGames() []robots.Game {
	return slices.DeleteFunc(games(), func(g robots.Game) bool { return g.New == nil })
}

// robotsOf returns the robots of a title by its name, or an error if it has none.
func robotsOf(name string) (robots.Game, error) {
	var watched []string
	for _, g := range robotGames() {
		if g.Sample == nil {
			continue
		}
		if g.Rules.Name == name {
			return g, nil
		}
		watched = append(watched, g.Rules.Name)
	}
	return robots.Game{}, fmt.Errorf("there is no demo of %q; there are %s", name, adjudicator.Listed(watched, "and"))
}

// titleNamed returns the rules of a title by its name.
func titleNamed(name string) (*adjudicator.Rules, error) {
	var known []string
	for _, r := range titles() {
		if r.Name == name {
			return r, nil
		}
		known = append(known, r.Name)
	}
	return nil, &refusal.Error{Text: fmt.Sprintf("There is no title %q; there are %s.", name,
		strings.Join(known, ", "))}
}
