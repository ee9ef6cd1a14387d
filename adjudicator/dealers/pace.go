package dealers

import "deaddrop/adjudicator"

// put puts requests to players. Where the pace is even, the time of the answers tells nothing.
func (r *turn) put(reqs ...adjudicator.Request) []string {
	for i := range reqs {
		reqs[i].Even = r.is(optPace, "even")
	}
	return r.t.Ask(reqs...)
}

// asksAlways reports whether questions within a turn are put whatever is on file for them.
func (r *turn) asksAlways() bool {
	return r.is(optSpeed, patient) || r.is(optSpeed, standard) && r.is(optPace, "even")
}
