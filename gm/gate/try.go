package gate

import (
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// hypotheses returns letters in which the watcher tries orders without filing them, supposes what others do, and asks
// why something happened in the last turn. Nothing of it changes anything.
func (a *author) hypotheses() []event {
	if a.seat != a.watcher {
		return nil
	}
	r := a.drawn(a.n, "try")
	words := a.hypothesis(r)
	return []event{a.event(trying*r.Float64(), letter.Letter{Subject: tagged, Text: words})}
}

// hypothesis returns the text of such a letter.
func (a *author) hypothesis(r *rand.Rand) string {
	t := a.trial(a.view, a.choice.req, r)
	text := "TRY\n" + t.Answer + "\n"
	for _, s := range t.Suppose {
		text += "SUPPOSE " + s + "\n"
	}
	return text + "WHY " + a.about(a.view, a.choice.req, r) + "\n"
}

// trial returns a trial of orders in a player's words.
func (p *pair) trial(v adjudicator.View, req *adjudicator.Request, r *rand.Rand) (t adjudicator.Trial) {
	if req != nil {
		t.Kind, t.Answer = req.Kind, p.Player(v, *req, r)
	}
	for range r.IntN(4) {
		t.Suppose = append(t.Suppose, p.supposed(v, req, r))
	}
	return t
}

// supposed returns what the watcher supposes of others: as the gate says, or else that somebody else does what the
// watcher might do.
func (p *pair) supposed(v adjudicator.View, req *adjudicator.Request, r *rand.Rand) string {
	if p.Suppose != nil {
		return p.Suppose(v, r)
	}
	lines := []string{"PASS"}
	if req != nil {
		lines = strings.Split(strings.TrimSpace(p.Player(v, *req, r)), "\n")
	}
	return string(p.Config.Seats[r.IntN(len(p.Config.Seats))]) + ": " + lines[r.IntN(len(lines))]
}

// about returns what a question about the last turn is about: a word of what others may do.
func (p *pair) about(v adjudicator.View, req *adjudicator.Request, r *rand.Rand) string {
	words := p.supposed(v, req, r)
	if _, orders, named := strings.Cut(words, ": "); named {
		words = orders
	}
	if all := strings.Fields(words); p.Suppose == nil && len(all) > 0 {
		return all[r.IntN(len(all))]
	}
	return words
}

// foresees returns everything that the watcher's view in a world says about orders of theirs and about the last turn.
func (p *pair) foresees(world int) string {
	t := p.worlds[world].truth
	v, req := t.at.View(p.watcher), t.request(p.watcher)
	var out []string
	r := p.drawn(p.n, "foresees")
	for range 3 {
		trial := p.trial(v, req, r)
		if view, can := v.(adjudicator.Trier); can && req != nil {
			trial.Answer = v.Read(req.Kind, "", trial.Answer).Answer
			if trial.Answer == "" {
				trial.Answer = req.Default
			}
			tried := view.Try(trial)
			if world == 0 && len(tried.Lines) > 0 {
				p.tally.tries(req.Kind, 1)
			}
			out = append(out, text(tried))
		}
		if view, can := v.(adjudicator.Explainer); can {
			out = append(out, view.Explain(p.about(v, req, r))...)
		}
	}
	return strings.Join(out, "\n")
}
