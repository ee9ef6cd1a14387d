package main

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	deadmanrobot "deaddrop/adjudicator/deadman/robot"
	"deaddrop/adjudicator/dealers"
	dealersrobot "deaddrop/adjudicator/dealers/robot"
	"deaddrop/adjudicator/decatur"
	decaturrobot "deaddrop/adjudicator/decatur/robot"
	"deaddrop/adjudicator/dishonest"
	dishonestrobot "deaddrop/adjudicator/dishonest/robot"
	"deaddrop/adjudicator/robots"
	"deaddrop/adjudicator/successors"
	successorsrobot "deaddrop/adjudicator/successors/robot"
	"deaddrop/gm/refusal"
)

// titles are the games that can be played.
func titles() []*adjudicator.Rules {
	return []*adjudicator.Rules{
		deadman.Rules,
		deadman.Diplomacy,
		decatur.Rules,
		successors.Rules,
		dishonest.Rules,
		dealers.Rules,
	}
}

// robotGames are the games that robots can play.
func robotGames() []robots.Game {
	return []robots.Game{
		deadmanrobot.Game,
		deadmanrobot.Diplomacy,
		decaturrobot.Game,
		successorsrobot.Game,
		dishonestrobot.Game,
		dealersrobot.Game,
	}
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
