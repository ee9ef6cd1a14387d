package dealers

import "deaddrop/adjudicator"

// put sends requests to players and returns their answers. In an even-paced game, the time of an answer reveals
// nothing.
func (r *turn) put(reqs ...adjudicator.Request) []string {
	for i := range reqs {
		reqs[i].Even = r.is(optPace, "even")
	}
	return r.t.Ask(reqs...)
}

// asksAlways reports whether questions within a turn are asked even if orders on file answer them (DH-39).
func (r *turn) asksAlways() bool {
	return r.is(optSpeed, patient) || r.is(optSpeed, standard) && r.is(optPace, "even")
}
