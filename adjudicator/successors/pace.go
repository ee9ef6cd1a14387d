package successors

import "deaddrop/adjudicator"

// ask sends requests to players and returns their answers. In an even-paced game, the time of an answer reveals
// nothing (SU-34).
func (r *turn) ask(reqs ...adjudicator.Request) []string {
	for i := range reqs {
		reqs[i].Even = r.is(optPace, "even")
	}
	return r.t.Ask(reqs...)
}
