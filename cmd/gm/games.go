package main

import (
	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/successors"
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
