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

// games are all titles that can be played, each with its robots. A title without robots is robots.Game{Rules: yours.Rules}.
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

// titles are the rules of all games.
func titles() []*adjudicator.Rules {
	var out []*adjudicator.Rules
	for _, g := range games() {
		out = append(out, g.Rules)
	}
	return out
}

// robotGames are the games that robots can play.
func robotGames() []robots.Game {
	return slices.DeleteFunc(games(), func(g robots.Game) bool { return g.New == nil })
}

// robotsOf finds the robots of a title that can be watched.
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

// titleNamed finds a title by its name.
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
