package successors

import "deaddrop/adjudicator"

// ask puts requests to players. Where the pace is even, the time of the answers tells nothing.
func (r *turn) ask(reqs ...adjudicator.Request) []string {
	for i := range reqs {
		reqs[i].Even = r.is(optPace, "even")
	}
	return r.t.Ask(reqs...)
}
