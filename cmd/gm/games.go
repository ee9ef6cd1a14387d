package main

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/successors"
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
