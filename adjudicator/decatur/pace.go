package decatur

import "deaddrop/adjudicator"

// put asks requests. If the pace is even, the time of the answers reveals nothing.
func (r *round) put(reqs ...adjudicator.Request) []string {
	for i := range reqs {
		reqs[i].Even = r.is(optPace, "even")
	}
	return r.t.Ask(reqs...)
}

// asksAlways reports whether questions within a turn are asked even if the answer is on file (DC-35).
func (r *round) asksAlways() bool {
	return r.is(optSpeed, patient) || r.is(optSpeed, standard) && r.is(optPace, "even")
}
